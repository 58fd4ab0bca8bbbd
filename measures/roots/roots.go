// Package roots is the root accuracy of dependency parsers (Yamada & Matsumoto 2003):
//
//	root_accuracy = sentences whose roots are those of gold / sentences with a root in gold
//	precision     = roots of both / roots of the system, recall = roots of both / roots of gold
//
// A root is a word with an arc to the root, whatever its relation; a sentence may have several.
// Words are compared through their characters. A sentence whose text differs cannot be scored;
// in one without analysis gold's roots are missing.
package roots

import (
	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure.
var Entry = entry.Entry{
	Name:   "roots",
	Title:  "root accuracy: sentences whose root is gold's",
	Source: "Yamada & Matsumoto 2003",
	Doc: `root_accuracy = sentences whose roots are those of gold / sentences with a root in gold.
precision = roots of both / roots of the system, recall = roots of both / roots of gold, f1 of both.
A root is a word with an arc to the root, whatever its relation. Words are compared by the
characters they cover; a sentence whose text differs cannot be scored. In a sentence without
analysis gold's roots are missing.`,
	Needs: treebank.Arcs,
	Maker: entry.Plain(New),
}

const (
	colGold = iota
	colSystem
	colMatched
	colSentences
	colRight
)

// New returns the measure.
func New() *eval.Measure {
	prf := eval.PRF{Gold: colGold, System: colSystem, Matched: colMatched, Main: true}
	accuracy := eval.HeadlineRatio("root_accuracy", eval.Plus(colRight), eval.Plus(colSentences))
	return &eval.Measure{
		Name:      "roots",
		Signature: "roots" + eval.PlainText,
		Columns: []eval.Column{{Name: "gold"}, {Name: "system"}, {Name: "matched"},
			{Name: "sentences", From: []int{colGold}, Presence: true},
			{Name: "right", From: []int{colGold, colSystem, colMatched}}},
		PRF:        []eval.PRF{prf},
		Formulas:   append([]eval.Formula{accuracy}, eval.Mark(prf.Formulas(), true, "")...),
		Items:      colGold,
		Reads:      treebank.Arcs | treebank.Relations,
		Unlabelled: true,
		Close:      closeRow,
		NewCounter: func() eval.Counter { return counter{} },
	}
}

// closeRow sets the columns of the whole sentence.
func closeRow(row []float64) {
	row[colSentences] = min(row[colGold], 1)
	row[colRight] = eval.One(row[colGold] > 0 && row[colGold] == row[colMatched] && row[colSystem] == row[colMatched])
}

type counter struct{}

func (c counter) Count(row []float64, p *eval.Pair) error {
	err := eval.CountItems(c, row, p)
	closeRow(row)
	return err
}

// Explain yields the roots of gold, then those that only the system has.
func (counter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	align := p.Align()
	if align.Err != nil {
		return align.Err
	}
	root := func(s *treebank.Sentence, word int32) (eval.Ref, bool) {
		if word < 0 || int(word) >= len(s.Tokens) {
			return eval.Ref{}, false
		}
		head, rel := s.HeadOf(word)
		return eval.Ref{Kind: eval.Link, Index: word, Other: head, Label: rel}, head == treebank.Root
	}
	gold, system := eval.Add{Column: colGold, N: 1}, eval.Add{Column: colSystem, N: 1, System: true}
	right := []eval.Add{gold, system, {Column: colMatched, N: 1}}
	for i := range p.Gold.Tokens {
		g, ok := root(p.Gold, int32(i))
		if !ok {
			continue
		}
		s, found := root(p.System, align.SystemOf(int32(i)))
		it := eval.Item{Gold: g, System: s, Adds: right}
		if !found {
			it.Outcome, it.Adds, it.Mended = eval.Missing, []eval.Add{gold}, right
			it.System = eval.Ref{}
		}
		yield(&it)
	}
	for i := range p.System.Tokens {
		if s, ok := root(p.System, int32(i)); ok {
			if _, both := root(p.Gold, align.GoldOf(int32(i))); !both {
				yield(&eval.Item{Outcome: eval.Spurious, System: s, Adds: []eval.Add{system}})
			}
		}
	}
	return nil
}
