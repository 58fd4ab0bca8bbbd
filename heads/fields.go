package heads

import (
	"strings"

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

var fieldLabels = map[string]labelKind{
	"VF": fieldLabel, "MF": fieldLabel, "NF": fieldLabel, "C": fieldLabel, "KOORD": fieldLabel, "PARORD": fieldLabel,
	"LV": fieldLabel, "VCE": verbField, "MFE": fieldLabel, "FKOORD": fieldLabel,
	"LK": leftBracket, "VC": verbField, "FKONJ": fieldLabel,
	"SIMPX": clauseLabel, "R-SIMPX": clauseLabel, "P-SIMPX": clauseLabel,
}

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

func (c *Converter) kind(y treebank.Symbol) labelKind {
	f := &c.fields
	if int(y) >= len(f.kinds) {
		f.kinds = append(f.kinds, make([]labelKind, int(y)+64-len(f.kinds))...)
	}
	if f.kinds[y] == 0 {
		name, _, _ := strings.Cut(c.syms.Name(y), "=")
		f.kinds[y] = max(fieldLabels[name], plainLabel)
	}
	return f.kinds[y]
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
func (c *Converter) convertFields(s *treebank.Sentence) error {
	f := &c.fields
	f.pool = f.pool[:0]
	f.heads = sized(f.heads, len(s.Phrases))
	for i := range s.Tokens { // list i of the pool is word i itself
		f.pool = append(f.pool, int32(i))
	}
	for p := int32(len(s.Phrases)) - 1; p >= 0; p-- {
		f.heads[p] = c.headsOf(s, p)
	}
	n := int32(len(s.Tokens))
	for _, x := range c.children.Of(-1) {
		if x >= n && c.virtual(s, x-n) {
			for _, y := range c.children.Of(x - n) {
				c.govern(s, y, treebank.Root, 0)
			}
			continue
		}
		c.govern(s, x, treebank.Root, 0)
	}
	for p := range s.Phrases {
		c.inside(s, int32(p))
	}
	c.fieldRoots(s)
	return nil
}

// list returns the lexical heads of a child.
func (c *Converter) list(s *treebank.Sentence, x int32) []int32 {
	if q := c.children.Phrase(x); q >= 0 {
		h := c.fields.heads[q]
		return c.fields.pool[h.begin:h.end]
	}
	if c.silent(s, x) {
		return nil
	}
	return c.fields.pool[x : x+1]
}

func (c *Converter) stretchOf(s *treebank.Sentence, x int32) stretch {
	if q := c.children.Phrase(x); q >= 0 {
		return c.fields.heads[q]
	}
	if c.silent(s, x) {
		return stretch{}
	}
	return stretch{x, x + 1}
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

// headsOf returns the lexical heads of phrase p: one, or those of all its elements if
// it has no head.
func (c *Converter) headsOf(s *treebank.Sentence, p int32) stretch {
	e := c.entry(s.Phrases[p].Label)
	var h stretch
	switch c.kind(s.Phrases[p].Label) {
	case clauseLabel:
		if h = c.clauseHeads(s, p); h.begin == h.end {
			h = c.markedHead(s, p)
		}
	case plainLabel:
		h = c.markedHead(s, p)
	default:
		return stretch{}
	}
	if h.begin < h.end {
		e.cover.Hits++
		return h
	}
	for _, x := range c.children.Of(p) {
		if c.fn(s, x) == c.fields.konj {
			e.cover.Hits++
			return c.group(s, p)
		}
	}
	e.cover.Fallbacks++
	return c.group(s, p)
}

// markedHead returns the heads of the child of p with the edge HD.
func (c *Converter) markedHead(s *treebank.Sentence, p int32) (h stretch) {
	for _, x := range c.children.Of(p) {
		if c.fn(s, x) == c.fields.hd {
			if h = c.stretchOf(s, x); h.begin < h.end {
				break
			}
		}
	}
	return h
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
func (c *Converter) verbOf(s *treebank.Sentence, p int32, kind labelKind) stretch {
	for _, x := range c.children.Of(p) {
		q := c.children.Phrase(x)
		if q < 0 {
			continue
		}
		switch k := c.kind(s.Phrases[q].Label); {
		case k == kind:
			for _, y := range c.children.Of(q) {
				if c.fn(s, y) == c.fields.hd {
					if h := c.stretchOf(s, y); h.begin < h.end {
						return h
					}
				}
			}
		case k == fieldLabel:
			if h := c.verbOf(s, q, kind); h.begin < h.end {
				return h
			}
		}
	}
	return stretch{}
}

// group returns the heads of a phrase without a head: the conjuncts of a
// coordination, the elements of a name, of apposed phrases, of a spelled word. Other
// children of a coordination are not heads.
func (c *Converter) group(s *treebank.Sentence, p int32) stretch {
	begin := int32(len(c.fields.pool))
	only := treebank.Symbol(0)
	for _, x := range c.children.Of(p) {
		if fn := c.fn(s, x); fn == c.fields.konj || fn == c.fields.app && only == 0 {
			only = fn
		}
	}
	c.elements(s, p, only)
	if begin == int32(len(c.fields.pool)) && only != 0 {
		c.elements(s, p, 0)
	}
	return stretch{begin, int32(len(c.fields.pool))}
}

// elements adds the heads of the children of p to the pool, looking through fields;
// if only is set, those of children with that function.
func (c *Converter) elements(s *treebank.Sentence, p int32, only treebank.Symbol) {
	for _, x := range c.children.Of(p) {
		if q := c.children.Phrase(x); q >= 0 && c.isField(s, q) {
			c.elements(s, q, 0)
			continue
		}
		if only != 0 && c.fn(s, x) != only || c.joins(s, p, x) {
			continue
		}
		h := c.stretchOf(s, x)
		c.fields.pool = append(c.fields.pool, c.fields.pool[h.begin:h.end]...)
	}
}

func (c *Converter) isField(s *treebank.Sentence, q int32) bool {
	k := c.kind(s.Phrases[q].Label)
	return k != plainLabel && k != clauseLabel
}

// joins reports whether child x of phrase p is a conjunction, or a preposition used
// as one, as in "achte bis neunte" and "zehn gegen eins": it depends on the conjunct
// to its right.
func (c *Converter) joins(s *treebank.Sentence, p, x int32) bool {
	if c.children.Phrase(x) >= 0 {
		return false
	}
	if s.Tokens[x].Tag == c.fields.kon {
		return len(c.children.Of(p)) > 1
	}
	if !c.among(&c.preposition, s.Tokens[x].Tag, prepositions) && !strings.EqualFold(string(s.Word(x)), "bis") {
		return false
	}
	kids := c.children.Of(p)
	return len(kids) > 2 && kids[0] != x && kids[len(kids)-1] != x
}

// prepositions are the tags of STTS.
var prepositions = []string{"APPR", "APPRART", "APPO", "APZR"}

// govern assigns a governor to the lexical heads of child x.
func (c *Converter) govern(s *treebank.Sentence, x, head int32, rel treebank.Symbol) {
	for _, lex := range c.list(s, x) {
		if lex != head {
			c.arcs[lex].Head, c.arcs[lex].Rel = head, rel
		}
	}
}

func abs(x int32) int32 { return max(x, -x) }

// inside assigns governors to the children of phrase p that are not its heads.
func (c *Converter) inside(s *treebank.Sentence, p int32) {
	switch c.kind(s.Phrases[p].Label) {
	case clauseLabel:
		if h := c.clauseHeads(s, p); h.begin < h.end {
			c.clause(s, p)
			return
		}
	case plainLabel:
	default:
		return
	}
	kids := c.children.Of(p)
	head := int32(-1)
	for _, x := range kids {
		if c.fn(s, x) == c.fields.hd && len(c.list(s, x)) > 0 {
			head = x
			break
		}
	}
	if head < 0 {
		c.insideGroup(s, p)
		return
	}
	for _, x := range kids {
		if x != head {
			c.govern(s, x, c.list(s, head)[0], c.fn(s, x))
		}
	}
}

// insideGroup attaches the children of a group that are not its elements to the
// element to the right, else to the last one.
func (c *Converter) insideGroup(s *treebank.Sentence, p int32) {
	if c.virtual(s, p) {
		return
	}
	h := c.fields.heads[p]
	heads := c.fields.pool[h.begin:h.end]
	kids := c.children.Of(p)
	for i, x := range kids {
		own := c.list(s, x)
		if len(own) == 0 {
			continue
		}
		if contains(heads, own[0]) {
			if c.opt.Conjunct == ConjunctOwn {
				for _, lex := range own {
					c.arcs[lex].Rel = c.fn(s, x)
				}
			}
			continue
		}
		to := int32(-1)
		for _, y := range kids[i+1:] {
			if l := c.list(s, y); len(l) > 0 && contains(heads, l[0]) {
				to = l[0]
				break
			}
		}
		if to < 0 && len(heads) > 0 {
			to = heads[len(heads)-1]
		}
		if to >= 0 {
			c.govern(s, x, to, c.fn(s, x))
		}
	}
}

func contains(list []int32, x int32) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// fieldRoots removes roots if not every tree of the sentence has one.
func (c *Converter) fieldRoots(s *treebank.Sentence) {
	if c.opt.Roots == AllRoots {
		return
	}
	n := int32(len(s.Tokens))
	best, most, trees := int32(-1), int32(0), 0
	for _, x := range c.children.Of(-1) {
		if q := c.children.Phrase(x); q >= 0 && len(c.list(s, x)) > 0 {
			trees++
			if size := s.Phrases[q].End - s.Phrases[q].Begin; size > most {
				best, most = x, size
			}
		}
	}
	keep := c.opt.Roots == LargestRoot || trees == 1
	for i := range c.arcs {
		if c.arcs[i].Head == treebank.Root && !(keep && best >= n && contains(c.list(s, best), int32(i))) {
			c.arcs[i].Head = treebank.Unknown
		}
	}
}
