// Package span compares the brackets of two trees over one sentence: it finds equal
// brackets and crossing ones, and leaves out words and brackets.
//
// The measures parseval, evalb and careful share it. A bracket is the sequence of
// words that a phrase covers, with or without its label; for a phrase with gaps, the
// set of its words. Rules select brackets and words and define equal labels; they
// follow EVALB (Sekine & Collins, 20080701 and 2013) where it has a rule.
//
// Matching and finding crossing brackets take linear time, except for phrases with
// gaps, which are compared one by one.
package span

import (
	"slices"
	"strings"

	"assay/treebank"
)

// Rules select the words and brackets to compare.
type Rules struct {
	Labelled bool // compare labels too
	Set      bool // count equal brackets of one tree once
	Trim     bool // cut labels of phrases at the first - or =
	TrimTags bool // cut tags of words too, except those that begin with -
	TrimHash bool // cut labels and tags at the first -, = or #, even where nothing is left: EVALB_SPMRL
	SkipRoot bool // leave out phrases without a parent
	SkipOne  bool // leave out brackets around one word
	SkipFlat bool // leave out brackets without gaps
	// SkipWhole leaves out brackets around all words, SkipLast only the phrase of
	// several words that closes last: the top, but not a phrase below it over the
	// same words.
	SkipWhole, SkipLast bool
	NoRoot              bool // leave out an unlabelled phrase without a parent

	DeleteTags   []string // leave out words with these tags
	DeleteWords  []string // leave out these words
	DeleteLabels []string // leave out phrases with these labels, but not their parts
	Uncounted    []string // leave words with these tags out of the length
	Quotes       []string // tags for EVALB's repair of quotation marks
	EqualLabels  [][2]string
	EqualWords   [][2]string
	PlainText    bool // words are compared by treebank.SameWord
	Transitive   bool // treat equality of labels as transitive: a=b and b=c imply a=c

	// Erase, if not nil, leaves out further words: it sets drop[i] for token i.
	Erase func(s *treebank.Sentence, drop []bool)
	// ByGold leaves out, on both sides, the words that the rules leave out of gold.
	ByGold bool
	// Characters compares brackets by the characters they cover if the words of both
	// sides differ.
	Characters bool
	// Labels also compares the labels of brackets over the same words.
	Labels bool
	// OnlyWords compares no brackets.
	OnlyWords bool
	// Pairs finds all crossing pairs, not only the system's brackets that cross.
	Pairs bool
}

// A label holds the treatment of a symbol by the rules.
type label struct {
	class   uint32          // class as the label of a phrase
	short   treebank.Symbol // the label without its functions, 0 if it has none
	tag     uint32          // class as the tag of a word
	known   bool
	drop    bool // phrases with this label do not count
	deleted bool // words with this tag do not count
	length  bool // a word with this tag adds to the length
	quote   bool
	null    bool // -NONE-: not a word of the text
}

// labels caches the treatment of the symbols of one table.
type labels struct {
	syms *treebank.Symbols
	all  []label
}

// A vocabulary numbers labels, so that equal ones have equal numbers.
type vocabulary struct {
	rules   *Rules
	classes treebank.Symbols
	same    map[string]string // label -> the label that represents its class
	pairs   map[[2]uint32]bool
	words   map[[2]string]bool
	deleted map[string]bool // words
}

func newVocabulary(rules *Rules) *vocabulary {
	v := &vocabulary{rules: rules, same: map[string]string{}}
	if rules.Transitive || transitive(rules.EqualLabels) {
		for _, p := range closure(rules.EqualLabels) {
			for _, l := range p {
				v.same[l] = p[0]
			}
		}
	} else {
		v.pairs = map[[2]uint32]bool{}
		for _, p := range rules.EqualLabels {
			a, b := v.class(p[0]), v.class(p[1])
			v.pairs[[2]uint32{a, b}], v.pairs[[2]uint32{b, a}] = true, true
		}
	}
	if len(rules.EqualWords) > 0 {
		v.words = map[[2]string]bool{}
		for _, p := range rules.EqualWords {
			v.words[p], v.words[[2]string{p[1], p[0]}] = true, true
		}
	}
	if len(rules.DeleteWords) > 0 {
		v.deleted = map[string]bool{}
		for _, w := range rules.DeleteWords {
			v.deleted[w] = true
		}
	}
	return v
}

// closure returns the groups of labels that are equal to one another.
func closure(pairs [][2]string) (groups [][]string) {
	find := func(l string) int {
		return slices.IndexFunc(groups, func(g []string) bool { return slices.Contains(g, l) })
	}
	for _, pair := range pairs {
		a, b := find(pair[0]), find(pair[1])
		switch {
		case pair[0] == pair[1] || a >= 0 && a == b:
		case a < 0 && b < 0:
			groups = append(groups, []string{pair[0], pair[1]})
		case a < 0:
			groups[b] = append(groups[b], pair[0])
		case b < 0:
			groups[a] = append(groups[a], pair[1])
		default:
			groups[a] = append(groups[a], groups[b]...)
			groups = slices.Delete(groups, b, b+1)
		}
	}
	return groups
}

// transitive reports whether a=b and b=c always imply a=c.
func transitive(pairs [][2]string) bool {
	listed := func(a, b string) bool {
		return slices.Contains(pairs, [2]string{a, b}) || slices.Contains(pairs, [2]string{b, a})
	}
	for _, g := range closure(pairs) {
		for i, a := range g {
			for _, b := range g[:i] {
				if !listed(a, b) {
					return false
				}
			}
		}
	}
	return true
}

func (v *vocabulary) class(l string) uint32 {
	if s, ok := v.same[l]; ok {
		l = s
	}
	return uint32(v.classes.InternString(l))
}

// equal reports whether two labels are equal, given the numbers of their classes.
func (v *vocabulary) equal(a, b uint32) bool {
	return a == b || v.pairs != nil && v.pairs[[2]uint32{a, b}]
}

// of returns the treatment of the labels of syms, up to date.
func (v *vocabulary) of(labels *labels, syms *treebank.Symbols) []label {
	if labels.syms != syms {
		labels.syms, labels.all = syms, labels.all[:0]
	}
	for len(labels.all) < syms.Len() {
		labels.all = append(labels.all, v.look(syms, syms.Name(treebank.Symbol(len(labels.all)))))
	}
	return labels.all
}

func (v *vocabulary) look(syms *treebank.Symbols, name string) label {
	rules := v.rules
	cut := name
	if rules.Trim {
		if i := strings.IndexAny(name, "-="); i >= 0 {
			cut = name[:i]
		}
	}
	tag := name
	if i := strings.IndexAny(name, "-="); rules.TrimTags && i > 0 {
		tag = name[:i]
	}
	if i := strings.IndexAny(name, "-=#"); rules.TrimHash && i >= 0 {
		cut, tag = name[:i], name[:i]
	}
	l := label{known: true, class: v.class(cut), tag: v.class(tag)}
	if cut != name {
		l.short = syms.InternString(cut)
	}
	l.drop = slices.ContainsFunc(rules.DeleteLabels, func(d string) bool { return v.equal(v.class(d), l.class) })
	l.deleted = slices.Contains(rules.DeleteTags, name)
	l.length = !slices.Contains(rules.Uncounted, name)
	l.quote = slices.Contains(rules.Quotes, name)
	l.null = name == Null
	return l
}

// Null is the tag of empty elements in the Penn Treebank.
const Null = "-NONE-"
