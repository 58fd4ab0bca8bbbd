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

	taggings map[tags]tagging
	tags     []tags // by tagging
}

// tags are the tags of a word; feats has the program's form.
type tags struct{ upos, xpos, feats name }

// A tagging is a number for tags, of which there are few.
type tagging int32

func newNames() *names {
	return &names{numbers: map[string]name{}, feats: map[name]name{}, cut: map[name]name{}, taggings: map[tags]tagging{}}
}

func (n *names) tagging(t tags) tagging {
	number, ok := n.taggings[t]
	if !ok {
		number = tagging(len(n.tags))
		n.taggings[t], n.tags = number, append(n.tags, t)
	}
	return number
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
