package discodop

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"assay/corpus"
	"assay/formats"
	"assay/treebank"
)

// A node is a phrase or the tag of a word.
type node struct {
	label, function string
	kids            []*node // nil of a tag
	word            int     // of a tag, -1 of a phrase
	words           []int   // below it, sorted; set by bits
}

func (n *node) tag() bool { return n.word >= 0 }

// A tree is one sentence.
type tree struct {
	root  *node
	words []string
	tags  []string // as read
}

// trees are the sentences of a file by their ids or numbers.
type trees struct {
	keys  []string
	trees map[string]*tree
}

// formatNames are assay's names of the formats.
var formatNames = sync.OnceValue(func() map[string]string {
	return map[string]string{"export": "negra", "bracket": "penn", "discbracket": "discbracket"}
})

// readTrees reads a file in a format of the original.
func readTrees(name, format, functions string) (*trees, error) {
	f := formats.ByName(formatNames()[format])
	if formatNames()[format] == "" || f == nil {
		return nil, fmt.Errorf("KeyError: '%s': formats are export, bracket, discbracket", format)
	}
	src, err := corpus.OpenWith(name, corpus.Options{Format: f})
	if err != nil {
		return nil, err
	}
	out := &trees{trees: map[string]*tree{}}
	for _, file := range src.Files {
		if err := out.read(src, file, format, functions); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// read adds the trees of a file.
func (t *trees) read(src *treebank.Source, file treebank.File, format, functions string) error {
	in, err := file.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	for sentence, err := range src.Sentences(in, file.Name) {
		if err == nil && (sentence.Missing || len(sentence.Tokens) == 0) {
			err = fmt.Errorf("%s:%d: want a tree, found none", file.Name, sentence.Line)
		}
		if err != nil {
			return err
		}
		key := strconv.Itoa(len(t.keys) + 1)
		if format == "export" {
			key = sentence.Str(sentence.ID)
		}
		if t.trees[key] != nil {
			return fmt.Errorf("ValueError: duplicate sentence ID: %s", key)
		}
		one, err := newTree(sentence, format, functions)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", file.Name, sentence.Line, err)
		}
		t.keys, t.trees[key] = append(t.keys, key), one
	}
	return nil
}

// newTree builds the tree of a sentence.
func newTree(sentence *treebank.Sentence, format, functions string) (*tree, error) {
	t := &tree{root: &node{label: "ROOT", word: -1}}
	phrases := make([]*node, len(sentence.Phrases))
	for j := range sentence.Phrases {
		phrases[j] = &node{label: sentence.Name(sentence.Phrases[j].Label),
			function: sentence.Name(sentence.Phrases[j].Func), word: -1}
	}
	above := func(p int32) *node {
		if p < 0 {
			return t.root
		}
		return phrases[p]
	}
	for i := range sentence.Tokens {
		k := &sentence.Tokens[i]
		leaf := &node{label: sentence.Name(k.Tag), function: sentence.Name(k.Func), word: i}
		above(k.Parent).kids = append(above(k.Parent).kids, leaf)
		t.words = append(t.words, string(sentence.Word(int32(i))))
	}
	for j := range sentence.Phrases {
		up := above(sentence.Phrases[j].Parent)
		up.kids = append(up.kids, phrases[j])
	}
	if format != "export" {
		if len(t.root.kids) != 1 {
			return nil, fmt.Errorf("want one tree, found %d", len(t.root.kids))
		}
		t.root = t.root.kids[0]
	}
	t.root.each(func(n *node) { n.relabel(format, functions, n == t.root) })
	t.tags = make([]string, len(t.words))
	t.root.each(func(n *node) {
		if n.tag() {
			t.tags[n.word] = n.label
		}
	})
	return t, nil
}

// relabel does with the function of a node as --functions demands.
func (n *node) relabel(format, functions string, root bool) {
	if n.function == "--" || n.function == "_" {
		n.function = ""
	}
	if format == "export" {
		n.label = strings.NewReplacer("(", "[", ")", "]").Replace(n.label)
	}
	if format != "export" || functions == "remove" {
		for _, c := range []string{"-", "="} {
			i := strings.Index(n.label, c)
			if i <= 0 {
				continue
			}
			if rest := n.label[i+1:]; format != "export" && c == "-" && !digits(rest) {
				n.function = strings.TrimRight(rest, "=0123456789")
			}
			if functions == "remove" {
				n.label = n.label[:i]
			}
		}
		return
	}
	switch {
	case root:
	case functions == "add" && n.function != "":
		n.label += "-" + n.function
	case functions == "replace":
		if n.label = n.function; n.label == "" {
			n.label = "--"
		}
	}
}

// digits is Python's isdigit.
func digits(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}

// each calls f for n and all below it, parents first.
func (n *node) each(f func(*node)) {
	f(n)
	for _, k := range n.kids {
		k.each(f)
	}
}

// bits sets the words of all nodes.
func (n *node) bits() []int {
	if n.tag() {
		n.words = []int{n.word}
		return n.words
	}
	n.words = nil
	for _, k := range n.kids {
		n.words = append(n.words, k.bits()...)
	}
	slices.Sort(n.words)
	return n.words
}

// gaps reports whether a node's words have gaps.
func (n *node) gaps() bool {
	return len(n.words) > 0 && n.words[len(n.words)-1]-n.words[0] >= len(n.words)
}
