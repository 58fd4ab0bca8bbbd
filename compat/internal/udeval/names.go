package udeval

import (
	"strings"

	"assay/treebank"
)

// A name is a number for a string, the same for the gold and the system file: files
// repeat most of their columns.
type name int32

// names numbers strings.
type names struct {
	symbols treebank.Symbols
	feats   map[name]name // universal features, by all features
	cut     map[name]name // paths of DEPS without subtypes
	classes []int8        // of relations, by name; unclassed where nobody has asked

	taggings map[tags]tagging
	tags     []tags    // by tagging
	recent   [256]used // the last tags of each hash
}

// A used is the tags of a word, with all its features, and their number.
type used struct {
	all tags
	n   tagging
	set bool
}

// tags are the tags of a word; feats has the program's form.
type tags struct{ upos, xpos, feats name }

// A tagging is a number for tags, of which there are few.
type tagging int32

func newNames() *names {
	return &names{feats: map[name]name{}, cut: map[name]name{}, taggings: map[tags]tagging{}}
}

// tagging returns the number of tags, whose features are all that the file has; of these all
// count, or only the universal ones. Most words have tags that an earlier word had.
func (n *names) tagging(all tags, universal bool) tagging {
	hash := uint32(all.upos)*0x9E3779B1 ^ uint32(all.xpos)*0x85EBCA6B ^ uint32(all.feats)*0xC2B2AE35
	last := &n.recent[hash>>24]
	if last.set && last.all == all {
		return last.n
	}
	kept := all
	if universal {
		kept.feats = n.universal(all.feats)
	}
	number, ok := n.taggings[kept]
	if !ok {
		number = tagging(len(n.tags))
		n.taggings[kept], n.tags = number, append(n.tags, kept)
	}
	*last = used{all, number, true}
	return number
}

func (n *names) of(text string) name { return name(n.symbols.InternString(text)) }

func (n *names) text(number name) string { return n.symbols.Name(treebank.Symbol(number)) }

// unclassed is the class of a relation that nobody has asked for.
const unclassed = -1

// class returns the class of a relation.
func (n *names) class(rel name) int {
	for len(n.classes) <= int(rel) {
		n.classes = append(n.classes, unclassed)
	}
	if n.classes[rel] == unclassed {
		n.classes[rel] = int8(class(n.text(rel)))
	}
	return int(n.classes[rel])
}

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
