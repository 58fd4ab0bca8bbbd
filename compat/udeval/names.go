package udeval

import "strings"

// A name is a number for a string, the same for the gold and the system file: files
// repeat most of their columns.
type name int32

// names numbers strings.
type names struct {
	numbers map[string]name
	texts   []string
	feats   map[name]name // universal features, by all features
	cut     map[name]name // paths of DEPS without subtypes
}

func newNames() *names {
	return &names{numbers: map[string]name{}, feats: map[name]name{}, cut: map[name]name{}}
}

func (n *names) of(text string) name {
	number, ok := n.numbers[text]
	if !ok {
		text = strings.Clone(text)
		number = name(len(n.texts))
		n.numbers[text], n.texts = number, append(n.texts, text)
	}
	return number
}

func (n *names) text(number name) string { return n.texts[number] }

// universal returns the universal features among feats.
func (n *names) universal(feats name) name {
	kept, ok := n.feats[feats]
	if !ok {
		kept = n.of(universalFeatures(n.text(feats)))
		n.feats[feats] = kept
	}
	return kept
}

// steps returns the steps of a path.
func (n *names) steps(path name) []string { return strings.Split(n.text(path), ">") }

// withoutSubtypes returns a path without the subtypes of its steps.
func (n *names) withoutSubtypes(path name) name {
	cut, ok := n.cut[path]
	if !ok {
		steps := n.steps(path)
		for i := range steps {
			steps[i], _, _ = strings.Cut(steps[i], ":")
		}
		cut = n.of(strings.Join(steps, ">"))
		n.cut[path] = cut
	}
	return cut
}
