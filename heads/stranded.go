package heads

import (
	"slices"

	"assay/treebank"
)

// DefaultPrepositions are the tags of the words that head a phrase of their own in every full parse: those of Lin,
// the Penn Treebank, SUSANNE, STTS and Universal Dependencies.
var DefaultPrepositions = []string{"P", "IN", "II", "APPR", "APPRART", "ADP"}

// prepositions returns the tags of DefaultPrepositions that the table knows: all if it has no entry for PP, as Lin's
// sample has none, else those that some entry names. Other treebanks use such a tag for something else.
func (t *Table) prepositions() []string {
	if !slices.ContainsFunc(t.Rules, func(r Rule) bool { return r.Parent == "PP" }) {
		return DefaultPrepositions
	}
	known := []string{}
	for _, tag := range DefaultPrepositions {
		if slices.ContainsFunc(t.Rules, func(r Rule) bool {
			return slices.ContainsFunc(r.Classes, func(class []string) bool {
				return slices.ContainsFunc(class, func(text string) bool {
					m := newMatcher(text, r.Regexp)
					return m.names(tag)
				})
			})
		}) {
			known = append(known, tag)
		}
	}
	return known
}

// ownPhrases are the phrases in which a preposition is in its place, whether or not it is their head.
var ownPhrases = []string{"PP", "SBAR", "WHPP", "PRT", "CONJP", "ADVP", "WHADVP", "QP", "PRN", "X"}

// stranded returns the kids that a preposition without its phrase leaves unattached: the preposition and the kids
// after it (or before it: Options.Stranded). Such a preposition means that the parser made chunks here, as Lin's
// (6a) has "with" bare below VP: of (6b)'s words with, dog, and, cat and in the head is unknown. It is a bare word
// whose tag only serves as head elsewhere: the entry of its parent does not name it, and it is not the head there.
// Parents of which a child has a function say its place themselves, and no preposition is stranded below them.
func (c *Converter) stranded(s *treebank.Sentence, phrase int32, head int, entry *entry) (from, to int) {
	if c.opt.Stranded == StrandedAttach || entry.missing && c.opt.Missing == MissingUnattached ||
		!c.mayStrand(s, phrase, head) {
		return 0, 0
	}
	for j := range c.kids {
		i := j
		if c.opt.Stranded == StrandedBefore {
			i = len(c.kids) - 1 - j
		}
		if i == head || !c.isPreposition(&c.kids[i]) || entry.names(c.syms, &c.kids[i], &c.opt) {
			continue
		}
		if c.opt.Stranded == StrandedBefore {
			return 0, i + 1
		}
		return i, len(c.kids)
	}
	return 0, 0
}

// mayStrand reports whether prepositions below a phrase can be stranded.
func (c *Converter) mayStrand(s *treebank.Sentence, phrase int32, head int) bool {
	if !slices.ContainsFunc(c.kids, func(k kid) bool { return c.isPreposition(&k) }) || c.isPreposition(&c.kids[head]) ||
		c.among(&c.ownPhrase, s.Phrases[phrase].Label, ownPhrases) {
		return false
	}
	return !slices.ContainsFunc(c.kids, func(k kid) bool { return k.fn != 0 && s.Name(k.fn) != "--" })
}

func (c *Converter) isPreposition(k *kid) bool {
	return !k.phrase && c.among(&c.stranders, k.raw, c.opt.Prepositions)
}

// names reports whether a line of the entry names the label of a kid, not only all labels.
func (e *entry) names(syms *treebank.Symbols, k *kid, opt *Options) bool {
	name := syms.Name(k.raw)
	if k.phrase {
		name = strip(name, opt.Separators)
	}
	return slices.ContainsFunc(e.lines, func(l *line) bool {
		return slices.ContainsFunc(l.classes, func(class []matcher) bool {
			return slices.ContainsFunc(class, func(m matcher) bool { return m.names(name) })
		})
	})
}

// names reports whether m matches a label, and not every one.
func (m *matcher) names(label string) bool {
	return m.kind != every && m.kind != unnamed && m.label(label) && !m.label("\x00")
}
