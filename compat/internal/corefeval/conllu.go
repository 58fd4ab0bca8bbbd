package corefeval

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/compat/internal/python"
	"assay/internal/lazy"
)

// A node is a word or an empty node as udapi reads it.
type node struct { // in an order that needs little room
	ord      float64
	form     string
	misc     string
	deps     string
	sentence int32 // from 1
	empty    bool
}

// A tree is a sentence: its nodes in the order of their numbers.
type tree struct {
	nodes  []node
	words  []int32 // nodes that are no empty ones
	newdoc string  // "" if no document begins here; newDocument if it has no name
	id     string
	number int32
}

// newDocument marks a newdoc without a name.
const newDocument = "\n"

// An udapiFile is a file as udapi reads it.
type udapiFile struct {
	trees  []*tree
	header string // global.Entity

	heads, seen []int // reused
}

// The comments that udapi reads.
var (
	sentenceID   = lazy.Regexp(`^# sent_id\s*=?\s*(\S+)`)
	newPart      = lazy.Regexp(`^# (newpar|newdoc)(?:\s+id\s*=\s*(.+))?$`)
	globalEntity = lazy.Regexp(`^# global.Entity\s*=\s*(\S+)`)
)

// readUdapi reads a file. Like udapi it fails at an empty line that does not end a sentence, which includes a file
// whose last sentence no empty line follows.
func readUdapi(path string) (*udapiFile, error) {
	text, err := python.ReadFile(path)
	if err != nil {
		return nil, err
	}
	text = python.Newlines(strings.TrimPrefix(text, "\ufeff"))
	f := &udapiFile{}
	last := ""
	for text != "" {
		block, rest, _ := strings.Cut(text, "\n\n")
		text = strings.TrimLeft(rest, "\n")
		if block == "" {
			continue
		}
		t, err := f.tree(block)
		if err != nil {
			return nil, err
		}
		if t == nil {
			continue
		}
		base, _, _ := strings.Cut(t.id, "/")
		if t.id != "" && base == last {
			return nil, errors.New("ValueError: a tree with this zone is in the bundle")
		}
		if t.id != "" {
			last = base
		}
		f.trees = append(f.trees, t)
		t.number = int32(len(f.trees))
		for i := range t.nodes {
			t.nodes[i].sentence = t.number
		}
		if t.id == "" {
			t.id = strconv.Itoa(len(f.trees))
		}
	}
	return f, nil
}

// tree reads a sentence, nil if it has no words.
func (f *udapiFile) tree(block string) (*tree, error) {
	t := &tree{}
	var empties []node
	heads := f.heads[:0]
	t.nodes = make([]node, 0, strings.Count(block, "\n")+1)
	for more := true; more; {
		var line string
		line, block, more = strings.Cut(block, "\n")
		if line == "" {
			return nil, errors.New("IndexError: string index out of range")
		}
		if line[0] == '#' {
			f.comment(t, line)
			continue
		}
		fields := columns(line)
		n := node{form: fields[1], misc: fields[9], deps: fields[8]}
		var err error
		switch {
		case strings.IndexByte(fields[0], '-') >= 0:
			continue
		case strings.IndexByte(fields[0], '.') >= 0:
			n.empty = true
			if n.ord, err = strconv.ParseFloat(fields[0], 64); err != nil {
				return nil, fmt.Errorf("ValueError: could not convert string to float: '%s'", fields[0])
			}
			empties = append(empties, n)
			continue
		}
		ord, err := strconv.Atoi(python.Strip(fields[0]))
		if err != nil {
			return nil, fmt.Errorf("ValueError: invalid literal for int() with base 10: '%s'", fields[0])
		}
		n.ord = float64(ord)
		head, err := strconv.Atoi(python.Strip(fields[6]))
		if err != nil && fields[6] != "_" {
			return nil, fmt.Errorf("ValueError: invalid literal for int() with base 10: '%s'", fields[6])
		}
		heads = append(heads, head)
		t.nodes = append(t.nodes, n)
	}
	if len(t.nodes) == 0 {
		return nil, nil
	}
	f.heads = heads
	if err := f.checkHeads(heads); err != nil {
		return nil, err
	}
	if len(t.nodes) == 1 && t.nodes[0].misc == "Empty=Yes" {
		t.nodes = t.nodes[:0]
	}
	t.join(empties)
	return t, nil
}

// columns are the first ten fields of a line. Missing ones are absent.
func columns(line string) (fields [10]string) {
	for i := range fields {
		end := strings.IndexByte(line, '\t')
		if end < 0 {
			fields[i] = line
			for i++; i < len(fields); i++ {
				fields[i] = "_"
			}
			return fields
		}
		fields[i], line = line[:end], line[end+1:]
	}
	return fields
}

// join puts the empty nodes among the words.
func (t *tree) join(empties []node) {
	words := t.nodes
	if len(empties) > 0 {
		t.nodes = make([]node, 0, len(words)+len(empties))
		t.nodes = append(append(t.nodes, words...), empties...)
		slices.SortStableFunc(t.nodes, func(a, b node) int { return cmp.Compare(a.ord, b.ord) })
	}
	for i := range t.nodes {
		if !t.nodes[i].empty {
			t.words = append(t.words, int32(i))
		}
	}
}

func (f *udapiFile) comment(t *tree, line string) {
	switch id, plain := strings.CutPrefix(line, "# sent_id = "); {
	case plain && id != "" && strings.IndexFunc(id, isNoLetter) < 0: // as most are written
		t.id = id
		return
	case !strings.HasPrefix(line, "# sent_id") && !strings.HasPrefix(line, "# new") && !strings.HasPrefix(line, "# global"):
		return
	}
	if m := sentenceID().FindStringSubmatch(line); m != nil {
		t.id = m[1]
	} else if m := newPart().FindStringSubmatch(line); m != nil {
		if m[1] == "newdoc" {
			if t.newdoc = m[2]; m[2] == "" {
				t.newdoc = newDocument
			}
		}
	} else if m := globalEntity().FindStringSubmatch(line); m != nil {
		f.header = m[1]
	}
}

// isNoLetter holds for what sentenceID may read in another way: white space and characters beyond ASCII.
func isNoLetter(r rune) bool { return r <= ' ' || r >= utf8.RuneSelf }

// checkHeads fails for heads out of range and for cycles.
func (f *udapiFile) checkHeads(heads []int) error {
	f.seen = append(f.seen[:0], make([]int, len(heads)+1)...)
	seen := f.seen
	for i, head := range heads {
		if head > len(heads) || head < -len(heads)-1 {
			return fmt.Errorf("ValueError: Node %d HEAD is out of range (%d)", i+1, head)
		}
		for at := i + 1; at > 0; {
			if seen[at] == i+1 {
				return fmt.Errorf("ValueError: Detected a cycle: %d", at)
			}
			if seen[at] > 0 {
				break
			}
			seen[at] = i + 1
			if at = heads[at-1]; at < 0 { // from the end, as Python's lists
				at += len(heads) + 1
			}
			at = min(max(at, 0), len(heads))
		}
	}
	return nil
}

// attribute returns a value of the column MISC, the last one of that name, "" if there is none.
func (n *node) attribute(name string) string {
	if n.misc == "_" || !strings.Contains(n.misc, name) {
		return ""
	}
	value := ""
	for part := range strings.SplitSeq(n.misc, "|") {
		if k, v, ok := strings.Cut(part, "="); ok && k == name {
			value = v
		}
	}
	return value
}
