package udapieval

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"assay/compat/internal/python"
	"assay/internal/lazy"
)

// A node is a word: its line, its number in the file, and the number of its parent from 1, 0 for the root. Columns are
// cut when they are asked for, so that memory holds little.
type node struct {
	line        string
	ord, parent int
}

// The columns, from 0.
const (
	colID = iota
	colForm
	colLemma
	colUPOS
	colXPOS
	colFeats
	colHead
	colDeprel
	colDeps
	colMisc
)

// none is a column without a value, and one that the line lacks.
const none = "_"

// column returns a column.
func (n *node) column(k int) string { return columnOf(n.line, k) }

func columnOf(line string, k int) string {
	for ; k > 0; k-- {
		tab := strings.IndexByte(line, '\t')
		if tab < 0 {
			return none
		}
		line = line[tab+1:]
	}
	if tab := strings.IndexByte(line, '\t'); tab >= 0 {
		line = line[:tab]
	}
	return line
}

// features returns FEATS or MISC, none if it is empty.
func (n *node) features(k int) string {
	if text := n.column(k); text != "" {
		return text
	}
	return none
}

// udeprel is the relation without its subtype.
func (n *node) udeprel() string {
	short, _, _ := strings.Cut(n.column(colDeprel), ":")
	return short
}

// A tree is a sentence in a zone.
type tree struct {
	zone, id string
	nodes    []node
}

// A bundle has one tree for each zone.
type bundle struct{ trees []*tree }

func (b *bundle) add(t *tree) error {
	for _, other := range b.trees {
		if other.zone == t.zone {
			return fmt.Errorf("ValueError: Tree with zone '%s' already exists in bundle", t.zone)
		}
	}
	b.trees = append(b.trees, t)
	return nil
}

// A document is all bundles.
type document struct{ bundles []*bundle }

// each calls compare for the trees of the zones and gold's trees in their bundles.
func (d *document) each(zones, gold string, compare func(pred, gold *tree) error) error {
	wanted := strings.Split(zones, ",")
	for _, b := range d.bundles {
		for _, t := range b.trees {
			in := zones == "all"
			for _, zone := range wanted {
				in = in || zone == t.zone
			}
			if !in {
				continue
			}
			var reference *tree
			for _, other := range b.trees {
				if other.zone == gold {
					reference = other
				}
			}
			if reference == nil {
				//lint:ignore ST1005 the words of the program
				return fmt.Errorf("Exception: No tree with zone=%s in the bundle", gold)
			}
			if t == reference {
				continue
			}
			if err := compare(t, reference); err != nil {
				return err
			}
		}
	}
	return nil
}

var (
	sentID = lazy.Regexp(`^# sent_id\s*=?\s*(\S+)`)
)

// read adds the trees of a file. The first file is cut at empty lines; of later ones a tree ends at an empty line, and
// the file at one without words.
func (d *document) read(path, zone string, ignoreID bool) error {
	text, err := python.ReadFile(path)
	if err != nil {
		return err
	}
	if !utf8.ValidString(text) {
		_, err := python.DecodeError([]byte(text))
		return err
	}
	text = python.Newlines(text)
	var trees []*tree
	if len(d.bundles) == 0 {
		trees, err = readWhole(text)
	} else {
		trees, err = readOn(text)
	}
	if err != nil {
		return err
	}
	var now *bundle
	last, next := "", 0
	known := len(d.bundles)
	for _, t := range trees {
		same := false
		if !ignoreID && t.id != "" {
			id, itsZone, ok := strings.Cut(t.id, "/")
			if ok {
				t.zone = itsZone
			}
			same = id == last
			last = id
		}
		if zone != "keep" {
			t.zone = zone
		}
		if now == nil || !same {
			if next < known {
				now = d.bundles[next]
			} else {
				now = &bundle{}
				d.bundles = append(d.bundles, now)
			}
			next++
		}
		if err := now.add(t); err != nil {
			return err
		}
	}
	return nil
}

func readWhole(text string) (trees []*tree, err error) {
	var lines []string
	first := true
	for part := range strings.SplitSeq(text, "\n\n") {
		if !first { // more than two line ends are one end of a sentence
			part = strings.TrimLeft(part, "\n")
		}
		if first = false; part == "" {
			continue
		}
		lines = lines[:0]
		for line := range strings.SplitSeq(part, "\n") {
			lines = append(lines, line)
		}
		t, err := readTree(lines)
		if err != nil {
			return nil, err
		}
		if t != nil {
			trees = append(trees, t)
		}
	}
	return trees, nil
}

func readOn(text string) (trees []*tree, err error) {
	var lines []string
	flush := func() (bool, error) {
		t, err := readTree(lines)
		lines = lines[:0]
		if err != nil || t == nil {
			return false, err
		}
		trees = append(trees, t)
		return true, nil
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimRightFunc(line, python.IsSpace); line != "" {
			lines = append(lines, line)
			continue
		}
		if more, err := flush(); !more {
			return trees, err
		}
	}
	_, err = flush()
	return trees, err
}

// readTree reads the lines of a sentence, nil if it has no words.
func readTree(lines []string) (*tree, error) {
	t := &tree{nodes: make([]node, 0, len(lines))}
	var ranges []string
	for _, line := range lines {
		if line == "" {
			return nil, errors.New("IndexError: string index out of range")
		}
		if line[0] == '#' {
			if strings.HasPrefix(line, "# sent_id") {
				if m := sentID().FindStringSubmatch(line); m != nil {
					t.id = m[1]
				}
			}
			continue
		}
		id, head := columnOf(line, colID), columnOf(line, colHead)
		switch {
		case strings.Contains(id, "-"):
			ranges = append(ranges, id)
			continue
		case strings.Contains(id, "."):
			continue
		}
		n := node{line: line}
		var ok bool
		if n.ord, ok = python.Int(id); !ok {
			return nil, fmt.Errorf("ValueError: invalid literal for int() with base 10: %s", python.Quote(id))
		}
		if n.parent, ok = python.Int(head); !ok && head != none {
			return nil, fmt.Errorf("ValueError: invalid literal for int() with base 10: %s", python.Quote(head))
		}
		t.nodes = append(t.nodes, n)
	}
	if len(t.nodes) == 0 {
		return nil, nil
	}
	if len(t.nodes) == 1 && t.nodes[0].column(colMisc) == "Empty=Yes" {
		t.nodes = nil
		return t, nil
	}
	if err := t.attach(); err != nil {
		return nil, err
	}
	for _, r := range ranges {
		parts := strings.Split(r, "-")
		for _, p := range parts {
			if _, ok := python.Int(p); !ok || len(parts) != 2 {
				return nil, fmt.Errorf("ValueError: multiword token %s", r)
			}
		}
	}
	return t, nil
}

// attach checks the heads: numbers count words, negative ones from the end.
func (t *tree) attach() error {
	size := len(t.nodes) + 1
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.parent < 0 {
			n.parent += size
		}
		if n.parent < 0 || n.parent >= size {
			return fmt.Errorf("ValueError: HEAD is out of range (%d)", n.parent)
		}
	}
	state := make([]int, size) // 0 not seen, else the number of the walk that saw it
	for i := range t.nodes {
		at := i + 1
		for at != 0 && state[at] == 0 {
			state[at] = i + 1
			at = t.nodes[at-1].parent
		}
		if at != 0 && state[at] == i+1 {
			return errors.New("ValueError: Detected a cycle")
		}
	}
	return nil
}
