package heads

import (
	"slices"
	"strings"
	"sync"

	"assay/treebank"
)

// The conversion of Kübler & Telljohann 2002 (§3 and §4), for trees in the style of
// TüBa-D: edges mark heads (HD) and functions, and the phrases of a clause are in
// topological fields.
//
// A field is transparent: its constituents depend on the head of the clause, with
// their own edge labels. The head of a clause is the HD in LK, else the HD in VC;
// dependents of a coordination depend on its first conjunct. The five special cases
// of §4 are in group (1, 4), in the general rule (2, 3) and in governor (5). The
// paper does not define the label of a conjunct: it is that of the whole coordination
// or, by option, its own.

// A labelKind is the role of a label in the conversion.
type labelKind uint8

const (
	plainLabel labelKind = iota + 1
	fieldLabel           // transparent
	leftBracket
	verbField
	clauseLabel
)

var fieldLabels = sync.OnceValue(func() map[string]labelKind {
	return map[string]labelKind{
		"VF": fieldLabel, "MF": fieldLabel, "NF": fieldLabel, "C": fieldLabel, "KOORD": fieldLabel, "PARORD": fieldLabel,
		"LV": fieldLabel, "VCE": verbField, "MFE": fieldLabel, "FKOORD": fieldLabel,
		"LK": leftBracket, "VC": verbField, "FKONJ": fieldLabel,
		"SIMPX": clauseLabel, "R-SIMPX": clauseLabel, "P-SIMPX": clauseLabel,
	}
})

// A stretch is a list of lexical heads: a part of fieldScratch.pool.
type stretch struct{ begin, end int32 }

// A constituent is a child of a field of a clause.
type constituent struct {
	at    int32 // as treebank.Children numbers it
	fn    treebank.Symbol
	field treebank.Symbol // label of the field
}

// fieldScratch is the memory of the conversion.
type fieldScratch struct {
	kinds      []labelKind // by symbol
	pool       []int32
	heads      []stretch // of each phrase
	parts      []constituent
	unresolved int

	hd, konj, app, mod, vmod, modmod, vf, lv, kon, card treebank.Symbol
	targets                                             map[treebank.Symbol][2]treebank.Symbol
}

// Unresolved returns the number of long distance labels (X-MOD, XK) that named a
// function no constituent has, since the Converter was created.
func (c *Converter) Unresolved() int { return c.fields.unresolved }

func (c *Converter) kind(symbol treebank.Symbol) labelKind {
	kind := slot(&c.fields.kinds, int(symbol))
	if *kind == 0 {
		name, _, _ := strings.Cut(c.syms.Name(symbol), "=")
		*kind = max(fieldLabels()[name], plainLabel)
	}
	return *kind
}

// renewFields looks up the symbols for the conversion.
func (c *Converter) renewFields(syms *treebank.Symbols) {
	f := &c.fields
	get := syms.InternString
	f.kinds, f.targets = nil, map[treebank.Symbol][2]treebank.Symbol{}
	f.hd, f.konj, f.app = get("HD"), get("KONJ"), get("APP")
	f.mod, f.vmod, f.modmod = get("MOD"), get("V-MOD"), get("MOD-MOD")
	f.vf, f.lv, f.kon, f.card = get("VF"), get("LV"), get("KON"), get("CARD")
}

// convertFields converts a sentence: it finds heads bottom up, then assigns
// governors.
func (c *Converter) convertFields(sentence *treebank.Sentence) error {
	fields := &c.fields
	fields.pool = fields.pool[:0]
	fields.heads = sized(fields.heads, len(sentence.Phrases))
	for i := range sentence.Tokens { // list i of the pool is word i itself
		fields.pool = append(fields.pool, int32(i))
	}
	for p := int32(len(sentence.Phrases)) - 1; p >= 0; p-- {
		fields.heads[p] = c.headsOf(sentence, p)
	}
	for _, child := range c.top {
		c.govern(sentence, child, treebank.Root, 0)
	}
	for p := range sentence.Phrases {
		c.inside(sentence, int32(p))
	}
	c.fieldRoots(sentence)
	return nil
}

// list returns the lexical heads of a child.
func (c *Converter) list(s *treebank.Sentence, child int32) []int32 {
	return c.headsIn(c.stretchOf(s, child))
}

// headsIn returns the lexical heads of a stretch.
func (c *Converter) headsIn(h stretch) []int32 { return c.fields.pool[h.begin:h.end] }

func (c *Converter) stretchOf(s *treebank.Sentence, child int32) stretch {
	if q := c.children.Phrase(child); q >= 0 {
		return c.fields.heads[q]
	}
	if c.silent(s, child) {
		return stretch{}
	}
	return stretch{child, child + 1}
}

// silent reports whether a word is punctuation, which has no governor.
func (c *Converter) silent(s *treebank.Sentence, x int32) bool {
	return c.among(&c.punct, s.Tokens[x].Tag, c.opt.Punctuation)
}

func (c *Converter) fn(s *treebank.Sentence, x int32) treebank.Symbol {
	if q := c.children.Phrase(x); q >= 0 {
		return s.Phrases[q].Func
	}
	return s.Tokens[x].Func
}

// headsOf returns the lexical heads of phrase: one, or those of all its elements if
// it has no head.
func (c *Converter) headsOf(sentence *treebank.Sentence, phrase int32) stretch {
	entry := c.entry(sentence.Phrases[phrase].Label)
	var head stretch
	switch c.kind(sentence.Phrases[phrase].Label) {
	case clauseLabel:
		if head = c.clauseHeads(sentence, phrase); head.begin == head.end {
			head = c.markedHead(sentence, phrase)
		}
	case plainLabel:
		head = c.markedHead(sentence, phrase)
	default:
		return stretch{}
	}
	if head.begin < head.end {
		entry.cover.Hits++
		return head
	}
	// A phrase without a head is a group: a coordination, a name, a split number, a spelled
	// word (§4, rules 1 and 4). A clause needs a verb.
	switch {
	case c.kind(sentence.Phrases[phrase].Label) == clauseLabel && !c.coordinates(sentence, phrase):
		entry.cover.Fallbacks++
	case len(c.children.Of(phrase)) == 1:
		entry.cover.Unary++
	default:
		entry.cover.Hits++
	}
	return c.group(sentence, phrase)
}

// coordinates reports whether a child of phrase is a conjunct.
func (c *Converter) coordinates(sentence *treebank.Sentence, phrase int32) bool {
	return slices.ContainsFunc(c.children.Of(phrase), func(x int32) bool { return c.fn(sentence, x) == c.fields.konj })
}

// markedHead returns the heads of the first child of p that has the edge HD and heads.
func (c *Converter) markedHead(s *treebank.Sentence, p int32) (head stretch) {
	for _, x := range c.children.Of(p) {
		if c.fn(s, x) == c.fields.hd {
			if head = c.stretchOf(s, x); head.begin < head.end {
				break
			}
		}
	}
	return head
}

// clauseHeads returns the verb that heads clause p: HD in LK, else HD in VC.
func (c *Converter) clauseHeads(s *treebank.Sentence, p int32) stretch {
	for _, kind := range []labelKind{leftBracket, verbField} {
		if h := c.verbOf(s, p, kind); h.begin < h.end {
			return h
		}
	}
	return stretch{}
}

// verbOf finds the head in a field of that kind, through other fields.
func (c *Converter) verbOf(sentence *treebank.Sentence, p int32, kind labelKind) stretch {
	for _, x := range c.children.Of(p) {
		phrase := c.children.Phrase(x)
		if phrase < 0 {
			continue
		}
		switch k := c.kind(sentence.Phrases[phrase].Label); {
		case k == kind:
			if h := c.markedHead(sentence, phrase); h.begin < h.end {
				return h
			}
		case k == fieldLabel:
			if h := c.verbOf(sentence, phrase, kind); h.begin < h.end {
				return h
			}
		}
	}
	return stretch{}
}

// group returns the heads of a phrase without a head: the conjuncts of a
// coordination, the elements of a name, of apposed phrases, of a spelled word. Other
// children of a coordination are not heads.
func (c *Converter) group(sentence *treebank.Sentence, phrase int32) stretch {
	begin := int32(len(c.fields.pool))
	only := treebank.Symbol(0)
	for _, x := range c.children.Of(phrase) {
		if fn := c.fn(sentence, x); fn == c.fields.konj || fn == c.fields.app && only == 0 {
			only = fn
		}
	}
	c.elements(sentence, phrase, only)
	if begin == int32(len(c.fields.pool)) && only != 0 {
		c.elements(sentence, phrase, 0)
	}
	return stretch{begin, int32(len(c.fields.pool))}
}

// elements adds the heads of the children of phrase to the pool, looking through fields;
// if only is set, those of children with that function.
func (c *Converter) elements(sentence *treebank.Sentence, phrase int32, only treebank.Symbol) {
	for _, child := range c.children.Of(phrase) {
		if q := c.children.Phrase(child); q >= 0 && c.isField(sentence, q) {
			c.elements(sentence, q, 0)
			continue
		}
		if only != 0 && c.fn(sentence, child) != only || c.joins(sentence, phrase, child) {
			continue
		}
		h := c.stretchOf(sentence, child)
		c.fields.pool = append(c.fields.pool, c.fields.pool[h.begin:h.end]...)
	}
}

func (c *Converter) isField(s *treebank.Sentence, q int32) bool {
	k := c.kind(s.Phrases[q].Label)
	return k != plainLabel && k != clauseLabel
}

// joins reports whether child of phrase is a conjunction, or a preposition used
// as one, as in "achte bis neunte" and "zehn gegen eins": it depends on the conjunct
// to its right.
func (c *Converter) joins(sentence *treebank.Sentence, phrase, child int32) bool {
	if c.children.Phrase(child) >= 0 {
		return false
	}
	if sentence.Tokens[child].Tag == c.fields.kon {
		return len(c.children.Of(phrase)) > 1
	}
	if !c.among(&c.preposition, sentence.Tokens[child].Tag, prepositions) &&
		!strings.EqualFold(string(sentence.Word(child)), "bis") {
		return false
	}
	kids := c.children.Of(phrase)
	return len(kids) > 2 && kids[0] != child && kids[len(kids)-1] != child
}

// prepositions are the tags that STTS gives to adpositions.
var prepositions = []string{"APPR", "APPRART", "APPO", "APZR"}

// govern assigns a governor to the lexical heads of child x.
func (c *Converter) govern(s *treebank.Sentence, x, head int32, rel treebank.Symbol) {
	for _, lex := range c.list(s, x) {
		if lex != head {
			c.arcs[lex].Head, c.arcs[lex].Rel = head, rel
		}
	}
}

// inside assigns governors to the children of phrase that are not its heads.
func (c *Converter) inside(sentence *treebank.Sentence, phrase int32) {
	switch c.kind(sentence.Phrases[phrase].Label) {
	case clauseLabel:
		if h := c.clauseHeads(sentence, phrase); h.begin < h.end {
			c.clause(sentence, phrase)
			return
		}
	case plainLabel:
	default:
		return
	}
	kids := c.children.Of(phrase)
	head := int32(-1)
	for _, x := range kids {
		if c.fn(sentence, x) == c.fields.hd && len(c.list(sentence, x)) > 0 {
			head = x
			break
		}
	}
	if head < 0 {
		c.insideGroup(sentence, phrase)
		return
	}
	for _, x := range kids {
		if x != head {
			c.govern(sentence, x, c.list(sentence, head)[0], c.fn(sentence, x))
		}
	}
}

// insideGroup attaches the children of a group that are not its elements to the
// element to the right, else to the last one.
func (c *Converter) insideGroup(sentence *treebank.Sentence, phrase int32) {
	if c.wrapper[phrase] {
		return
	}
	heads := c.headsIn(c.fields.heads[phrase])
	kids := c.children.Of(phrase)
	for i, child := range kids {
		own := c.list(sentence, child)
		if len(own) == 0 {
			continue
		}
		if slices.Contains(heads, own[0]) {
			if c.opt.Conjunct == ConjunctOwn {
				for _, lex := range own {
					c.arcs[lex].Rel = c.fn(sentence, child)
				}
			}
			continue
		}
		to := int32(-1)
		for _, y := range kids[i+1:] {
			if l := c.list(sentence, y); len(l) > 0 && slices.Contains(heads, l[0]) {
				to = l[0]
				break
			}
		}
		if to < 0 && len(heads) > 0 {
			to = heads[len(heads)-1]
		}
		if to >= 0 {
			c.govern(sentence, child, to, c.fn(sentence, child))
		}
	}
}

// fieldRoots removes roots if not every tree of the sentence has one.
func (c *Converter) fieldRoots(sentence *treebank.Sentence) {
	if c.opt.Roots == AllRoots {
		return
	}
	n := int32(len(sentence.Tokens))
	best, most, trees := int32(-1), int32(0), 0
	for _, x := range c.top {
		if q := c.children.Phrase(x); q >= 0 && len(c.list(sentence, x)) > 0 {
			trees++
			if size := sentence.Phrases[q].End - sentence.Phrases[q].Begin; size > most {
				best, most = x, size
			}
		}
	}
	keep := c.opt.Roots == LargestRoot || trees == 1
	for i := range c.arcs {
		if c.arcs[i].Head == treebank.Root && !(keep && best >= n && slices.Contains(c.list(sentence, best), int32(i))) {
			c.arcs[i].Head = treebank.Unknown
		}
	}
}
