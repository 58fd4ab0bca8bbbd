// Package rst is the measure rst: trees over the units of documents (Rhetorical Structure Theory), by the conventions
// that papers use. A row is a document.
//
//	original   Original Parseval (Morey, Muller & Asher 2017): the nodes with two children. Nuclearity is that of both
//	           children (NS, SN, NN); the relation is that of the satellite, of the left child of two nuclei.
//	marcu      RST-Parseval (Marcu 2000): all nodes but the root, units included. Nuclearity is N or S, the relation is
//	           rel2par, with span as a label. With gold's units spans cannot fall below 50 %.
//
//	precision = matched / system, recall = matched / gold, f1 = 2 matched / (gold + system)
//
// for spans, nuclearity, relation and full (both); the labels count only where the span matches. macro_ scores are
// means over the documents in which they are defined. A span matches if both its ends are the same words
// (internal places); with EndsOnly if the ends of its first and of its last unit are, as DMRST and
// isanlp_rst have it. unit_ scores are those of the units. Trees are binary unless NAry is set;
// internal/discourse says how.
//
// Texts may differ in one character of a hundred; else the document cannot be scored. A document
// that the system lacks has no nodes; one that gold lacks does not count.
package rst

import (
	"strings"

	"assay/eval"
	"assay/eval/mistake"
	"assay/internal/discourse"
	"assay/measures/entry"
	"assay/measures/internal/places"
	"assay/treebank"
)

// Options of the measure. The zero value is Original Parseval.
type Options struct {
	Marcu    bool    // all nodes but the root, units included
	EndsOnly bool    // a span is the end of its first unit and the end of its last
	NAry     bool    // nodes that binarisation added do not count
	Classes  Classes // relations by their class
	Fold     bool    // capital letters in relations do not count
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.Marcu, "convention", "original", "marcu", "the nodes that count, and their labels"),
		entry.Flag(&opt.EndsOnly, "ends", "both", "last", "ends of a span that are compared: first and last word, or the "+
			"last words of its first and last unit"),
		entry.Flag(&opt.NAry, "trees", "binary", "nary", "whether nodes with more than two children are made binary"),
		entry.Choice(&opt.Classes, "relations", "relations as they are, up to the first hyphen, or in the 18 classes of the "+
			"RST Discourse Treebank", Fine, GUM, RSTDT),
		entry.Flag(&opt.Fold, "case", "exact", "fold", "whether capital letters in relations count"),
	}
}

// The columns of a row: three for each kind of match, in the order of kinds; then those of the
// units; then the sums of macro scores.
const (
	colGold = iota
	colSystem
	colMatched                            // of spans; those of the other kinds follow
	colBySystem  = colMatched + kindCount // the same matches, for groups by the system's label
	colUnitGold  = colBySystem + kindCount
	colUnitSys   = colUnitGold + 1
	colUnitMatch = colUnitGold + 2
	colChanged   = colUnitGold + 3 // documents whose texts differ
	colDocuments = colUnitGold + 4
	colMacro     = colUnitGold + 5 // documents with nodes in the system, in gold, in either
	colSums      = colUnitGold + 8 // precision, recall, F1 of each kind
	columnCount  = colSums + 3*kindCount
)

// The kinds of matches.
const kindCount = 4

var kinds = [kindCount]string{"span", "nuclearity", "relation", "full"}

// New returns the measure with these options. Tables and short signatures show the convention: figures of two
// conventions do not compare.
func New(opt Options) *eval.Measure {
	m := &eval.Measure{
		Causes:     mistake.All(mistake.Stretches("unit"), mistake.Spans()),
		Name:       "rst",
		Signature:  "rst" + entry.Cite(opt.Settings()),
		Columns:    columns(),
		Formulas:   formulas(),
		Items:      colGold,
		Reads:      treebank.Discourse,
		Brief:      []string{"span_f1", "nuclearity_f1", "relation_f1", "full_f1"},
		Omit:       omit,
		Close:      closeRow,
		NewCounter: func() eval.Counter { return &counter{Options: opt} },
	}
	for k, kind := range kinds {
		m.PRF = append(m.PRF, eval.PRF{Before: kind + "_", Gold: colGold, System: colSystem, Matched: colMatched + k,
			Unlabelled: k == 0, Main: true})
	}
	m.PRF = append(m.PRF, eval.PRF{Before: "unit_", Gold: colUnitGold, System: colUnitSys, Matched: colUnitMatch,
		Unlabelled: true})
	return m
}

// columns states the columns of a row.
func columns() []eval.Column {
	out := make([]eval.Column, columnCount)
	out[colGold].Name, out[colSystem].Name = "gold", "system"
	out[colUnitGold].Name, out[colUnitSys].Name, out[colUnitMatch].Name = "unit_gold", "unit_system", "unit_matched"
	out[colChanged].Name = "other_texts"
	out[colDocuments] = eval.Column{Name: "documents", From: []int{colGold, colSystem, colUnitGold, colUnitSys},
		Presence: true}
	dens := [3][]int{{colSystem}, {colGold}, {colGold, colSystem}}
	for i, score := range scoreNames {
		out[colMacro+i] = eval.Column{Name: "documents_" + score, From: dens[i], Presence: true}
	}
	for k, kind := range kinds {
		g, s := colMatched+k, colBySystem+k
		out[g].Name, out[s].Name = "matched_"+kind, "system_matched_"+kind
		for i, score := range scoreNames {
			out[colSums+3*k+i] = eval.Column{Name: "sum_" + kind + "_" + score, From: append([]int{g, s}, dens[i]...),
				Hidden: true}
		}
	}
	return out
}

var scoreNames = [...]string{"precision", "recall", "f1"}

// formulas states the scores: for each kind precision, recall and F1, those of the units, and the means over documents.
func formulas() (out []eval.Formula) {
	both := eval.Plus(colGold, colSystem)
	for k, kind := range kinds {
		g, s := colMatched+k, colBySystem+k
		f := []eval.Formula{
			eval.Ratio(kind+"_precision", eval.Plus(s), eval.Plus(colSystem)),
			eval.Ratio(kind+"_recall", eval.Plus(g), eval.Plus(colGold)),
			eval.MainRatio(kind+"_f1", eval.Plus(g, s), both),
		}
		f[2].Headline = kind == "full"
		out = append(out, f...)
	}
	unit := eval.PRF{Before: "unit_", Gold: colUnitGold, System: colUnitSys, Matched: colUnitMatch}.Formulas()
	unit[2].Main = true
	out = append(out, unit...)
	for k, kind := range kinds {
		for i, score := range scoreNames {
			f := eval.Ratio("macro_"+kind+"_"+score, eval.Plus(colSums+3*k+i), eval.Plus(colMacro+i))
			f.Main = score == "f1"
			out = append(out, f)
		}
	}
	for i := range out {
		out[i].Unlabelled = strings.Contains(out[i].Name, "span_") || strings.HasPrefix(out[i].Name, "unit_")
	}
	return out
}

// omit leaves out the units where they are gold's, and the means of precision and recall.
func omit(row []float64, _ uint64) []eval.Omission {
	var means eval.Omission
	for _, kind := range kinds {
		means.Scores = append(means.Scores, "macro_"+kind+"_precision", "macro_"+kind+"_recall")
	}
	if row[colUnitMatch] != row[colUnitGold] || row[colUnitMatch] != row[colUnitSys] || row[colUnitGold] == 0 {
		return []eval.Omission{means}
	}
	return []eval.Omission{means, {Scores: []string{"unit_f1", "unit_precision", "unit_recall"},
		Why: "the units are gold's"}}
}

// A node is a node that counts.
type node struct {
	from, to int32 // the places of its ends, or of the ends of its first and last unit
	first    int32 // the place of the beginning of its first unit
	phrase   int32 // -1 for a unit
	unit     int32 // its first unit
	rel      treebank.Symbol
	counted  treebank.Symbol // rel as the measure compares it
	side     treebank.Symbol // N, S; NS, SN, NN
}

// A side is the nodes of one sentence.
type side struct {
	nodes  []node
	match  []int32 // by node: the node of the other side with the same span, -1 if there is none
	bounds map[int32]bool
	at     map[[2]int32]int32
	added  []bool
	sides  [][]byte // by phrase: N and S of its children
	rels   []treebank.Symbol
}

type counter struct {
	Options
	places       places.Finder
	gold, system side
	item         eval.Item
	syms         *treebank.Symbols
	classes      []treebank.Symbol // by symbol: as compared, 0 unknown
}

// use finds the nodes of both sides and their matches.
func (c *counter) use(pair *eval.Pair) error {
	if c.syms != pair.Gold.Syms {
		c.syms, c.classes = pair.Gold.Syms, c.classes[:0]
	}
	if err := c.places.Find(pair); err != nil {
		return err
	}
	c.read(&c.gold, pair.Gold, &c.places.Gold)
	c.read(&c.system, pair.System, &c.places.System)
	for _, s := range []*side{&c.gold, &c.system} {
		other := &c.gold
		if s == other {
			other = &c.system
		}
		s.match = s.match[:0]
		for _, n := range s.nodes {
			k, ok := other.at[[2]int32{n.from, n.to}]
			if !ok {
				k = -1
			}
			s.match = append(s.match, k)
		}
	}
	return nil
}

// read lists the nodes of a sentence that count, parents first, units after them.
func (c *counter) read(side *side, sentence *treebank.Sentence, at *places.Side) {
	side.nodes = side.nodes[:0]
	if side.at == nil {
		side.at, side.bounds = map[[2]int32]int32{}, map[int32]bool{}
	}
	clear(side.at)
	clear(side.bounds)
	if sentence.Missing {
		return
	}
	for i := range sentence.Tokens {
		side.bounds[at.From[i]], side.bounds[at.To[i]] = true, true
	}
	side.findAdded(sentence, c.NAry)
	side.children(sentence)
	for i := range sentence.Phrases {
		p := &sentence.Phrases[i]
		if side.added[i] || c.Marcu && p.Parent < 0 {
			continue
		}
		n := node{phrase: int32(i), unit: p.Begin, rel: p.Label, side: p.Func}
		if !c.Marcu {
			n.rel, n.side = side.rels[i], c.syms.Intern(side.sides[i])
		}
		c.add(side, n, at, p.Begin, p.End-1)
	}
	if !c.Marcu || len(sentence.Tokens) < 2 {
		return
	}
	for i := range sentence.Tokens {
		t := &sentence.Tokens[i]
		c.add(side, node{phrase: -1, unit: int32(i), rel: t.Tag, side: t.Func}, at, int32(i), int32(i))
	}
}

// add adds a node over units from first to last.
func (c *counter) add(d *side, n node, at *places.Side, first, last int32) {
	n.from, n.to, n.first = at.From[first], at.To[last], at.From[first]
	if c.EndsOnly {
		n.from = at.To[first]
	}
	n.counted = c.class(n.rel)
	d.at[[2]int32{n.from, n.to}] = int32(len(d.nodes))
	d.nodes = append(d.nodes, n)
}

// findAdded marks the phrases that do not count because binarisation added them.
func (d *side) findAdded(sentence *treebank.Sentence, nary bool) {
	d.added = append(d.added[:0], make([]bool, len(sentence.Phrases))...)
	if !nary {
		return
	}
	for _, a := range sentence.Attrs {
		if i := int(a.Index) - len(sentence.Tokens); i >= 0 && i < len(d.added) && sentence.Name(a.Key) == discourse.Added {
			d.added[i] = true
		}
	}
}

// children finds nuclearity and relation of the children of each phrase, from left to right;
// children of phrases that do not count are
// those of the phrase above.
func (d *side) children(sentence *treebank.Sentence) {
	for len(d.sides) < len(sentence.Phrases) {
		d.sides = append(d.sides, nil)
	}
	d.rels = d.rels[:0]
	for i := range sentence.Phrases {
		d.sides[i] = d.sides[i][:0]
		d.rels = append(d.rels, 0)
	}
	child := func(parent int32, rel, side treebank.Symbol) {
		for parent >= 0 && d.added[parent] {
			parent = sentence.Phrases[parent].Parent
		}
		if parent < 0 {
			return
		}
		d.sides[parent] = append(d.sides[parent], sentence.Name(side)...)
		if old := d.rels[parent]; old == 0 || sentence.Name(old) == discourse.Span {
			d.rels[parent] = rel
		}
	}
	// the next phrase; those that begin at a token come before it, because phrases are in the order of their first words
	p := 1
	for i := range sentence.Tokens {
		for ; p < len(sentence.Phrases) && sentence.Phrases[p].Begin <= int32(i); p++ {
			if !d.added[p] {
				child(sentence.Phrases[p].Parent, sentence.Phrases[p].Label, sentence.Phrases[p].Func)
			}
		}
		child(sentence.Tokens[i].Parent, sentence.Tokens[i].Tag, sentence.Tokens[i].Func)
	}
}

// class returns a relation as the measure compares it.
func (c *counter) class(rel treebank.Symbol) treebank.Symbol {
	if c.Classes == Fine && !c.Fold {
		return rel
	}
	for int(rel) >= len(c.classes) {
		c.classes = append(c.classes, 0)
	}
	if c.classes[rel] == 0 {
		name := c.syms.Name(rel)
		if c.Fold {
			name = strings.ToLower(name)
		}
		c.classes[rel] = c.syms.InternString(c.Classes.Of(name))
	}
	return c.classes[rel]
}

// equal returns the kinds in which two nodes with one span agree.
func equal(g, s *node) [kindCount]bool {
	n, r := g.side == s.side, g.counted == s.counted
	return [kindCount]bool{true, n, r, n && r}
}
