package heads

import (
	"slices"

	"assay/treebank"
)

// DefaultWrappers are the labels of the nodes that treebanks and parsers put above the trees of a sentence, beside
// the empty label. Such a node says nothing about the words below it.
var DefaultWrappers = []string{"TOP", "ROOT", "S1", "VROOT"}

// unwrap finds the wrappers of a sentence, and the words and phrases at its top, below them.
//
// A wrapper is the top of its tree and has an empty label or one of Options.Wrappers. Where it has one child with
// words other than punctuation it is transparent, and that child, if it has such a label too, is a wrapper in its
// place. Where it has more, it only holds the pieces of a partial parse together: none of them is attached (Kübler
// & Telljohann 2002 §2; Lin 1995, (6b)). So a parse has the same dependencies as several trees on a line, in
// "( ... )", below TOP and below VROOT. A tree without any label has no wrapper but such a chain's last node.
func (c *Converter) unwrap(s *treebank.Sentence) {
	c.wrapper = sized(c.wrapper, len(s.Phrases))
	clear(c.wrapper)
	c.top = c.top[:0]
	c.weigh(s)
	for _, child := range c.children.Of(-1) {
		c.open(s, child)
	}
}

// open adds a child at the top, or the children of a wrapper in its place.
func (c *Converter) open(s *treebank.Sentence, child int32) {
	phrase := c.children.Phrase(child)
	if phrase < 0 || !c.isWrapper(s, phrase) {
		c.top = append(c.top, child)
		return
	}
	c.wrapper[phrase] = true
	below, only, several := c.children.Of(phrase), int32(-1), false
	for _, x := range below {
		if c.content(s, x) {
			several = only >= 0
			if only = x; several {
				break
			}
		}
	}
	for _, x := range below {
		if x == only && !several {
			c.open(s, x)
		} else {
			c.top = append(c.top, x)
		}
	}
}

func (c *Converter) isWrapper(s *treebank.Sentence, phrase int32) bool {
	label := s.Phrases[phrase].Label
	if label == 0 || s.Name(label) == "" {
		return c.labelled && !slices.Equal(c.opt.Wrappers, noWrappers)
	}
	return c.among(&c.wrappers, label, c.opt.Wrappers)
}

// noWrappers is the list of the option wrappers=none.
var noWrappers = []string{"none"}

// weigh finds the phrases that have a word other than punctuation, and whether a phrase has a label.
func (c *Converter) weigh(s *treebank.Sentence) {
	c.full = sized(c.full, len(s.Phrases))
	clear(c.full)
	for i := range s.Tokens {
		if c.silent(s, int32(i)) {
			continue
		}
		for p := s.Tokens[i].Parent; p >= 0 && !c.full[p]; p = s.Phrases[p].Parent {
			c.full[p] = true
		}
	}
	c.labelled = slices.ContainsFunc(s.Phrases, func(p treebank.Phrase) bool { return s.Name(p.Label) != "" })
}

// content reports whether a child has a word other than punctuation.
func (c *Converter) content(s *treebank.Sentence, child int32) bool {
	if phrase := c.children.Phrase(child); phrase >= 0 {
		return c.full[phrase]
	}
	return !c.silent(s, child)
}

// wrapped assigns the lexical head of a wrapper: that of its only child with words other than punctuation. Marks
// beside it depend on that head if the table names them, or by the option marks=table.
func (c *Converter) wrapped(s *treebank.Sentence, phrase int32) {
	c.lex[phrase], c.headKid[phrase] = -1, -1
	c.collect(s, phrase)
	head := -1
	for i := range c.kids {
		if c.content(s, c.kids[i].at) {
			if head >= 0 {
				return
			}
			head = i
		}
	}
	if head < 0 {
		return
	}
	c.lex[phrase], c.headKid[phrase] = c.kids[head].lex, c.kids[head].at
	entry := c.entry(s.Phrases[phrase].Label)
	entry.cover.Unary++
	for i := range c.kids {
		k := &c.kids[i]
		if i != head && (c.opt.Marks == MarksByTable || !entry.missing && entry.names(c.syms, k, &c.opt)) {
			c.arcs[k.lex].Head = c.kids[head].lex
			c.arcs[k.lex].Rel = c.relation(s, phrase, head, i)
		}
	}
}

// roots assigns heads to the lexical heads of whole trees. Punctuation marks beside them are no trees.
func (c *Converter) roots(sentence *treebank.Sentence) {
	best, most, trees := int32(-1), int32(-1), 0
	content := slices.ContainsFunc(c.top, func(x int32) bool { return c.content(sentence, x) })
	for _, child := range c.top {
		lex, size := child, int32(1)
		if phrase := c.children.Phrase(child); phrase >= 0 {
			lex, size = c.lex[phrase], sentence.Phrases[phrase].End-sentence.Phrases[phrase].Begin
		} else if !content && len(sentence.Tokens) > 1 {
			continue
		}
		if content && !c.content(sentence, child) {
			continue
		}
		if trees++; lex < 0 {
			continue
		}
		if c.opt.Roots == AllRoots {
			c.arcs[lex] = treebank.Arc{Dep: lex, Head: treebank.Root}
		}
		if size > most {
			best, most = lex, size
		}
	}
	if best >= 0 && (c.opt.Roots == LargestRoot || c.opt.Roots == OneRoot && trees == 1) {
		c.arcs[best] = treebank.Arc{Dep: best, Head: treebank.Root}
	}
}
