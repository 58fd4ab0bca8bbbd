package heads

import (
	"fmt"
	"slices"

	"assay/treebank"
)

// A Converter turns the phrases of sentences into dependencies. It serves one
// goroutine and reuses its memory.
type Converter struct {
	table       *Table
	opt         Options
	relations   *Relations
	syms        *treebank.Symbols
	entries     []*entry // by symbol of the parent
	ordered     []*entry // in order of first use
	punct       []int8   // by symbol of a tag: 1 for punctuation, -1 for others
	conj        []int8
	preposition []int8
	wrappers    []int8
	stranders   []int8
	ownPhrase   []int8
	children    treebank.Children
	kids        []kid
	lex         []int32 // lexical head of each phrase, -1 if it has no words
	headKid     []int32 // head child of each phrase, as Children numbers them; -1
	wrapper     []bool  // of each phrase: it only holds the trees of the sentence
	full        []bool  // of each phrase: it has a word other than punctuation
	top         []int32 // words and phrases at the top of the sentence, below wrappers
	labelled    bool    // some phrase has a label
	bare        int     // converted sentences in which no word has a head
	arcs        []treebank.Arc
	names       symbolNames
	fields      fieldScratch
	xbar        []xlevel
	uses        map[Unlabelled]int // counts of links without a label, from earlier symbol tables
	rows        []int              // numbers of links labelled by each row, likewise
}

// A kid is a child of the phrase whose head is searched.
type kid struct {
	at     int32           // as treebank.Children numbers it
	raw    treebank.Symbol // its label or tag
	fn     treebank.Symbol
	lex    int32 // its lexical head
	phrase bool
}

// NewConverter returns a Converter for a table with options. Without relations, a
// dependency has the function of the dependent, if the tree has functions.
func NewConverter(t *Table, opt Options, relations *Relations) *Converter {
	if opt.Punctuation == nil {
		opt.Punctuation = defaultPunctuation
	}
	if opt.Wrappers == nil {
		opt.Wrappers = DefaultWrappers
	}
	if opt.Prepositions == nil {
		opt.Prepositions = t.prepositions()
	}
	return &Converter{table: t, opt: opt, relations: relations}
}

// Convert writes the dependencies of sentence into Arcs, one for each word.
func (c *Converter) Convert(sentence *treebank.Sentence) error {
	if c.syms != sentence.Syms {
		c.renew(sentence.Syms)
	}
	c.children.Build(sentence)
	n, m := len(sentence.Tokens), len(sentence.Phrases)
	c.arcs = sized(c.arcs, n)
	for i := range c.arcs {
		c.arcs[i] = treebank.Arc{Dep: int32(i), Head: treebank.Unknown}
	}
	c.lex, c.headKid = sized(c.lex, m), sized(c.headKid, m)
	c.unwrap(sentence)
	var err error
	if c.table.Method == ByFields {
		err = c.convertFields(sentence)
	} else {
		err = c.convertTree(sentence)
	}
	if err != nil {
		return err
	}
	if c.opt.RootLabel != "" {
		for i := range c.arcs {
			if a := &c.arcs[i]; a.Head == treebank.Root && a.Rel == 0 {
				a.Rel = c.names.root
			}
		}
	}
	if n > 0 && !slices.ContainsFunc(c.arcs, func(a treebank.Arc) bool { return a.Head != treebank.Unknown }) {
		c.bare++
	}
	sentence.Arcs = append(sentence.Arcs[:0], c.arcs...)
	return nil
}

// A PhraseHead is a phrase with its head child and its lexical head (Lin 1995, (9b)).
type PhraseHead struct {
	Phrase int32
	Child  int32 // as treebank.Children numbers it: words, then phrases
	Word   int32
}

// PhraseHeads returns the heads of the phrases of the sentence that was converted last, in their order.
// Tables that look at fields have none.
func (c *Converter) PhraseHeads() (out []PhraseHead) {
	if c.table.Method == ByFields {
		return nil
	}
	for p, child := range c.headKid {
		if child >= 0 {
			out = append(out, PhraseHead{int32(p), child, c.lex[p]})
		}
	}
	return out
}

func sized[T any](a []T, n int) []T {
	if cap(a) < n {
		return make([]T, n, n+n/2)
	}
	return a[:n]
}

// slot returns the place of item i in a list that grows as needed.
func slot[T any](list *[]T, i int) *T {
	if i >= len(*list) {
		*list = append(*list, make([]T, i+64-len(*list))...)
	}
	return &(*list)[i]
}

// renew clears the caches for a new symbol table.
func (c *Converter) renew(syms *treebank.Symbols) {
	c.keepUses()
	c.syms = syms
	c.entries, c.punct, c.conj, c.preposition, c.xbar = nil, nil, nil, nil, nil
	c.wrappers, c.stranders, c.ownPhrase = nil, nil, nil
	for _, e := range c.ordered { // the counts are kept
		e.lines = nil
	}
	c.names = newSymbolNames(syms)
	c.names.root = syms.InternString(c.opt.RootLabel)
	c.renewFields(syms)
	if c.relations != nil {
		c.relations = c.relations.fresh()
	}
}

// convertTree finds the heads bottom up, children before parents, and links the other
// children to them.
func (c *Converter) convertTree(sentence *treebank.Sentence) error {
	for phrase := int32(len(sentence.Phrases)) - 1; phrase >= 0; phrase-- {
		if c.wrapper[phrase] {
			c.wrapped(sentence, phrase)
			continue
		}
		c.collect(sentence, phrase)
		if len(c.kids) == 0 {
			c.lex[phrase], c.headKid[phrase] = -1, -1
			continue
		}
		head, err := c.head(sentence, phrase)
		if err != nil {
			return err
		}
		if head < 0 { // outside of the table: nothing is attached here, and nothing of it above
			c.lex[phrase], c.headKid[phrase] = -1, -1
			continue
		}
		c.lex[phrase], c.headKid[phrase] = c.kids[head].lex, c.kids[head].at
		if len(c.kids) > 1 {
			c.link(sentence, phrase, head)
		}
	}
	c.roots(sentence)
	return nil
}

// collect puts the children of p that have words into kids.
func (c *Converter) collect(sentence *treebank.Sentence, p int32) {
	c.kids = c.kids[:0]
	n := int32(len(sentence.Tokens))
	for _, child := range c.children.Of(p) {
		if child < n {
			t := &sentence.Tokens[child]
			c.kids = append(c.kids, kid{at: child, raw: t.Tag, fn: t.Func, lex: child})
		} else if lex := c.lex[child-n]; lex >= 0 {
			ph := &sentence.Phrases[child-n]
			c.kids = append(c.kids, kid{at: child, raw: ph.Label, fn: ph.Func, lex: lex, phrase: true})
		}
	}
}

// head returns the head among the kids of p; -1 if the table has none and leaves them unattached.
func (c *Converter) head(s *treebank.Sentence, p int32) (int, error) {
	if c.table.Method == ByXBar {
		return c.xbarHead(s, p), nil
	}
	entry := c.entry(s.Phrases[p].Label)
	if len(c.kids) == 1 {
		entry.cover.Unary++
		return 0, nil
	}
	head, found := c.lookup(entry)
	switch {
	case found:
		entry.cover.Hits++
	case entry.missing && c.opt.Missing == MissingError:
		return 0, &NoEntryError{c.table.Name, entry.label}
	case entry.missing && c.opt.Missing == MissingUnattached:
		entry.cover.Missing++
		return -1, nil
	case entry.missing:
		entry.cover.Missing++
	default:
		entry.cover.Fallbacks++
	}
	switch c.opt.Coordination {
	case CoordinationShift, CoordinationStanford:
		if found { // a fallback is not shifted
			head = c.shift(head)
		}
	case CoordinationFirst, CoordinationChain:
		if c.coordinated() {
			head = c.firstConjunct(head)
		}
	}
	return head, nil
}

// A NoEntryError reports a phrase whose label is not in the table.
type NoEntryError struct{ Table, Label string }

func (e *NoEntryError) Error() string {
	return fmt.Sprintf("head table %s has no entry for %q", e.Table, e.Label)
}

func (c *Converter) entry(label treebank.Symbol) *entry {
	e := slot(&c.entries, int(label))
	if *e == nil {
		*e = newEntry(c.table, strip(c.syms.Name(label), c.opt.Separators), c.opt)
		c.ordered = append(c.ordered, *e)
	}
	return *e
}

// lookup is findHeadChild (Lin 1995, (10)): it returns the first child, in the
// direction, of the first class of the list that has any.
func (c *Converter) lookup(entry *entry) (h int, found bool) {
	avoid := c.opt.Fallback == PunctuationLast && !c.onlyPunctuation()
	for _, line := range entry.lines {
		best, bestRank := -1, noRank
		for j := range c.kids {
			i := j
			if line.rule.Direction == RightToLeft {
				i = len(c.kids) - 1 - j
			}
			if avoid && c.isPunct(&c.kids[i]) {
				continue
			}
			if r := line.rank(c.syms, &c.kids[i], &c.opt); r < bestRank {
				best, bestRank = i, r
				if r == 0 || line.rule.Any {
					break
				}
			}
		}
		if best >= 0 {
			return best, true
		}
	}
	first, step := 0, 1
	if entry.dir == RightToLeft {
		first, step = len(c.kids)-1, -1
	}
	if c.opt.Fallback != FirstScanned {
		for i := first; i >= 0 && i < len(c.kids); i += step {
			if !c.isPunct(&c.kids[i]) {
				return i, false
			}
		}
	}
	return first, false
}

func (c *Converter) onlyPunctuation() bool {
	for i := range c.kids {
		if !c.isPunct(&c.kids[i]) {
			return false
		}
	}
	return true
}

// link makes the kids of phrase depend on its head h.
func (c *Converter) link(sentence *treebank.Sentence, phrase int32, h int) {
	head := c.kids[h].lex
	chain := c.opt.Coordination == CoordinationChain && c.coordinated()
	from, to := 0, 0
	if c.table.Method == ByRules {
		from, to = c.stranded(sentence, phrase, h, c.entry(sentence.Phrases[phrase].Label))
	}
	for i := range c.kids {
		if i == h || i >= from && i < to {
			continue
		}
		k := &c.kids[i]
		c.arcs[k.lex].Head = head
		if chain && i > h && c.isConjunct(i, h) {
			head = k.lex
		}
		c.arcs[k.lex].Rel = c.relation(sentence, phrase, h, i)
	}
}

// relation returns the label of the dependency of kid i in phrase p on kid h.
func (c *Converter) relation(s *treebank.Sentence, p int32, h, i int) treebank.Symbol {
	switch {
	case c.relations != nil:
		head, dep := &c.kids[h], &c.kids[i]
		key := relationKey{head.raw, s.Tokens[head.lex].Tag, s.Phrases[p].Label, dep.raw, s.Tokens[dep.lex].Tag}
		return c.relations.find(s, key, c.opt.Separators)
	case c.table.Method == ByXBar:
		return c.xbarRelation(s, p, h)
	}
	return c.kids[i].fn
}

func (c *Converter) isPunct(k *kid) bool {
	return !k.phrase && c.among(&c.punct, k.raw, c.opt.Punctuation)
}

var conjunctions = []string{"CC", "CONJP"}

func (c *Converter) isConjunction(k *kid) bool { return c.among(&c.conj, k.raw, conjunctions) }

// among reports whether the stripped name of symbol is in list; it caches the answer.
func (c *Converter) among(known *[]int8, symbol treebank.Symbol, list []string) bool {
	in := slot(known, int(symbol))
	if *in == 0 {
		*in = -1
		if name := c.syms.Name(symbol); slices.Contains(list, name) ||
			slices.Contains(list, strip(name, c.opt.Separators)) {
			*in = 1
		}
	}
	return *in > 0
}
