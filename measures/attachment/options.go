// Package attachment holds the attachment scores of dependency parsing: UAS, LAS,
// label accuracy, exact match (in use since CoNLL 2006), and precision, recall and F1
// over arcs for partial parses (Kübler & Telljohann 2002).
//
//	uas = matched / gold             gold: words whose head gold knows
//	las = matched_labelled / gold
//	label_accuracy = labels / gold
//	precision = matched / system     system: words whose head the system gives
//	recall = matched / gold
//	exact_match = sentences in which each side has the other's labelled arcs
//
// A word whose head is unknown has no arc: in gold it cannot be right or wrong, in
// the system it is a missing arc. For full parses precision, recall and uas are
// equal. If the two sides have different words, arcs are compared through the
// alignment of words; an arc of a word without counterpart is wrong. If a word has
// several arcs (a forest), this measure takes the first; metric xiao takes all.
//
// Options decide whether punctuation, the arc to the root and subtypes of relations
// (nsubj:pass) count. Gold's word decides whether a word is punctuation, as in the
// official scorers.
package attachment

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/eval/condition"
	"assay/measures/entry"
	"assay/treebank"
)

// Options of the measure. The zero value counts everything.
type Options struct {
	Punctuation Punctuation
	Tags        []string           // tags of punctuation, for ByTag; nil is DefaultTags
	SkipRoot    bool               // ignore arcs to the root on both sides
	CutSubtypes bool               // compare relations up to the first colon
	FoldCase    bool               // compare relations in lower case
	CutKinds    bool               // compare relations of discourse units without _r and _m
	Weights     *condition.Weights // nil: all words weigh 1
}

// Punctuation is a rule for the words to ignore as punctuation.
type Punctuation int

// The policies.
const (
	Keep    Punctuation = iota // all words count
	Unicode                    // not those of punctuation characters (category P), as in eval.pl, nor -LRB- and the like
	ASCII                      // not those of ASCII punctuation and symbols, as in DEPENDABLE, nor -LRB- and the like
	ByTag                      // not those with a tag of punctuation
	ByLabel                    // not the arcs labelled p or punct, on each side by its own label, as in spaCy
)

// String returns the value used by options and signatures.
func (p Punctuation) String() string {
	return [...]string{"keep", "unicode", "ascii", "tag", "label"}[p]
}

// DefaultTags are the tags of punctuation in UD, Penn, STTS, Alpino and others.
var DefaultTags = []string{"PUNCT", "PUNC", "PU", "punct", "punc", "let", "LET", ".", ",", ":", "``", "''",
	"-LRB-", "-RRB-", "$.", "$,", "$("}

// tags returns the tags of punctuation.
func (o *Options) tags() []string {
	if o.Tags == nil {
		return DefaultTags
	}
	return o.Tags
}

// Settings returns the options, bound to their fields.
func (o *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Choice(&o.Punctuation, "punctuation",
			"punctuation: keep counts it; the others leave out words of Unicode category P (eval.pl), ASCII "+
				"punctuation (DEPENDABLE), or words with a punctuation tag; label leaves out arcs labelled p or punct, on each "+
				"side by its own label (spaCy)", Keep, Unicode, ASCII, ByTag, ByLabel),
		entry.Free("tags", "punctuation tags, separated by blanks, for punctuation=tag", func() string {
			if o.Punctuation != ByTag {
				return ""
			}
			return strings.Join(o.Tags, " ")
		}, func(value string) error {
			if value != "" {
				o.Tags = strings.Fields(value)
			}
			return nil
		}),
		entry.Flag(&o.SkipRoot, "root", "count", "skip", "whether arcs to the root count"),
		entry.Flag(&o.CutSubtypes, "subtypes", "keep", "cut", "whether nsubj:pass is another relation than nsubj"),
		entry.Flag(&o.FoldCase, "case", "keep", "ignore", "whether ROOT is another relation than root").Quiet(),
		entry.Weights(&o.Weights),
	}
}

// signature lists the options.
func (o *Options) signature() string {
	list, kinds := o.Settings(), ""
	if o.CutKinds {
		kinds = "|kinds:cut"
	}
	return entry.Cite(list, "punctuation", "tags", "root", "subtypes", "case") + kinds + entry.Cite(list, "weights")
}

// isUnicode reports whether all characters of form are of category P.
func isUnicode(form []byte) bool {
	for b := form; len(b) > 0; {
		if c := b[0]; c < utf8.RuneSelf { // the first letter decides for most words
			if !unicode.IsPunct(rune(c)) {
				return false
			}
			b = b[1:]
			continue
		}
		r, n := utf8.DecodeRune(b)
		if !unicode.IsPunct(r) {
			return false
		}
		b = b[n:]
	}
	return len(form) > 0
}

// isEscape reports whether form is an escape of the Penn Treebank, as -LRB- is. Each is
// a punctuation mark.
func isEscape(form []byte) bool {
	_, n := treebank.Unescape(form)
	return n > 0 && n == len(form)
}

// isASCII reports whether all characters of form are ASCII punctuation or
// symbols.
func isASCII(form []byte) bool {
	for _, c := range form {
		if c <= ' ' || c >= 0x7f || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			return false
		}
	}
	return len(form) > 0
}
