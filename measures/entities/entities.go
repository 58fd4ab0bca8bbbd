// Package entities is the measure entities: named entities with partial credit, as SemEval-2013 task 9 (Segura-Bedmar
// et al. 2013) counts them with the categories of MUC (Chinchor & Sundheim 1993), and nervaluate (MantisAI) after it.
//
// A span of gold and one of the system pair if they overlap. A pair is
//
//	strict   correct with equal words and types, else incorrect
//	exact    correct with equal words, else incorrect
//	partial  correct with equal words, else partial; types are not compared
//	type     correct with equal types, else incorrect
//
// Spans without a partner are missing and spurious. precision = (correct + partial / 2) / spans of the system, recall =
// (correct + partial / 2) / spans of gold, f1 of both. Spans may be nested, overlap and have gaps.
//
// Each of the four has the pairs with the largest credit, and of several such the largest overlap. The program gives
// each span of the system, in the order of the file, the first free span of gold that it overlaps: match=greedy.
// Spans overlap if overlap percent of gold's are in both: of its words in files of labels, of its characters
// in files of texts, of its characters without white space where these differ. A sentence whose text differs cannot be
// scored; in one without analysis all spans are missing.
package entities

import (
	"assay/eval"
	"assay/measures/entry"
	"assay/measures/internal/outcomes"
)

// Options of the measure.
type Options struct {
	Greedy  bool // pairs in the order of the files, as nervaluate makes them
	Overlap int  // least part of a span of gold, in percent
	// NoHalf leaves out the half credit where there are two sentences or more, as nervaluate 1.1.0 does.
	NoHalf bool
	Types  []string // the types that count; all if there are none
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.Greedy, "match", "best", "greedy", "the pairs with the largest credit, or for each span of the "+
			"system the first of gold that it overlaps (nervaluate)"),
		entry.Number(&opt.Overlap, "overlap", "a percentage from 1 to 100", 1, 100,
			"part of a span of gold that both sides must share, in percent"),
		entry.Flag(&opt.NoHalf, "credit", "half", "none", "half the credit for partial matches, or none where there are two "+
			"sentences or more, as in nervaluate 1.1.0").Quiet(),
		entry.Split(&opt.Types, "types", "+", "types that count, separated by +").Else("all"),
	}
}

// The parts of the measure.
const (
	strict = iota
	exact
	partial
	sameType
	parts
)

var partNames = [parts]string{"strict", "exact", "partial", "type"}

// The columns of a part; after the last one come those of whole sentences.
const (
	colCorrect = iota
	colIncorrect
	colPartial
	colMissing
	colSpurious
	perPart
)

const (
	colGold      = parts*perPart + iota // spans of gold
	colSentences                        // sentences that are scored
	columns
)

var columnNames = [perPart]string{"_correct", "_incorrect", "_partial", "_missing", "_spurious"}

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	m := &eval.Measure{
		Name: "entities", Signature: "entities" + entry.Cite(opt.Settings()) + eval.PlainText,
		Items: colGold,
		Brief: []string{"strict_f1", "exact_f1", "partial_f1", "type_f1"},
		// The parts that list the errors of strict again.
		Repeats:    partNames[exact:],
		Close:      closeRow,
		NewCounter: func() eval.Counter { return newCounter(opt) },
	}
	var all []int
	for part, name := range partNames {
		at := part * perPart
		for _, c := range columnNames {
			m.Columns = append(m.Columns, eval.Column{Name: name + c})
		}
		all = append(all, at+colCorrect, at+colIncorrect, at+colPartial, at+colMissing, at+colSpurious)
		scores := eval.Mark(columnsOf(part).Formulas(name+"_", true), false, "")
		if opt.NoHalf && part == partial {
			scores = withoutHalf(name)
		}
		for i := range scores {
			scores[i].Main, scores[i].Headline = i == 2, i == 2 && part == strict
			scores[i].Unlabelled = part == exact || part == partial
		}
		m.Formulas = append(m.Formulas, scores...)
	}
	m.Columns = append(m.Columns,
		eval.Column{Name: "gold", From: []int{colCorrect, colIncorrect, colPartial, colMissing}, Sum: true},
		eval.Column{Name: "sentences", From: all, Presence: true})
	return m
}

func columnsOf(part int) outcomes.Columns {
	at := part * perPart
	return outcomes.Columns{Correct: at + colCorrect, Incorrect: at + colIncorrect, Partial: at + colPartial,
		Missing: at + colMissing, Spurious: at + colSpurious}
}

// withoutHalf returns the scores of the part partial as nervaluate 1.1.0 has them: partial matches have half the credit
// where one sentence has spans, none where several have.
func withoutHalf(name string) []eval.Formula {
	with, without := columnsOf(partial).Formulas(name+"_", true), columnsOf(partial).Formulas(name+"_", false)
	for i := range with {
		one, more := with[i], without[i]
		reads := append(one.ColumnsOf(), colSentences)
		with[i] = eval.Formula{Name: one.Name, Rate: true, Reads: reads, Func: func(row []float64) float64 {
			if row[colSentences] > 1 {
				return more.Value(row)
			}
			return one.Value(row)
		}}
	}
	return with
}

// closeRow sets the columns of the whole sentence.
func closeRow(row []float64) {
	row[colGold] = row[colCorrect] + row[colIncorrect] + row[colPartial] + row[colMissing]
	row[colSentences] = 1
}

// Count adds the counts of pair to row.
func (c *counter) Count(row []float64, pair *eval.Pair) error {
	err := eval.CountItems(c, row, pair)
	closeRow(row)
	return err
}

// Explain yields four items for each span of gold, then those of the spans that only the system has.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := c.compare(pair); err != nil {
		return err
	}
	g, s := &c.sides[0], &c.sides[1]
	for i := range g.spans {
		for part := range parts {
			c.goldItem(part, &g.spans[i], c.partner[part][i], yield)
		}
	}
	for j := range s.spans {
		for part := range parts {
			if !c.taken[part][j] {
				it := c.begin(part)
				it.Outcome, it.System = eval.Spurious, s.spans[j].ref()
				it.Adds = append(it.Adds, eval.Add{Column: part*perPart + colSpurious, N: 1, System: true})
				yield(it)
			}
		}
	}
	return nil
}

func (c *counter) begin(part int) *eval.Item {
	c.item = eval.Item{Part: partNames[part], Adds: c.item.Adds[:0], Mended: c.item.Mended[:0]}
	return &c.item
}

// goldItem yields the item of a span of gold and its partner, -1 if it has none.
func (c *counter) goldItem(part int, gold *span, partner int32, yield func(*eval.Item)) {
	it, column := c.begin(part), colMissing
	it.Gold, it.Outcome = gold.ref(), eval.Missing
	if partner >= 0 {
		system := &c.sides[1].spans[partner]
		it.System = system.ref()
		column = verdict(part, gold, system)
		switch {
		case column == colCorrect:
			it.Outcome = eval.Correct
		case column == colPartial:
			it.Outcome, it.Class = eval.Incorrect, "partial"
		default:
			it.Outcome, it.Class = eval.Incorrect, fault(gold, system)
		}
	}
	it.Adds = append(it.Adds, eval.Add{Column: part*perPart + column, N: 1})
	it.Mended = append(it.Mended, eval.Add{Column: part*perPart + colCorrect, N: 1})
	yield(it)
}

// verdict returns the column of a pair.
func verdict(part int, gold, system *span) int {
	same, label := gold.same(system), gold.label == system.label
	switch {
	case part == strict && same && label, (part == exact || part == partial) && same, part == sameType && label:
		return colCorrect
	case part == partial:
		return colPartial
	}
	return colIncorrect
}

// fault names the error of an incorrect pair.
func fault(gold, system *span) string {
	switch {
	case gold.same(system):
		return "wrong type"
	case gold.label == system.label:
		return "wrong words"
	}
	return "wrong words and type"
}

func (x *span) ref() eval.Ref {
	return eval.Ref{Kind: eval.Phrase, Index: x.phrase, Other: -1, Label: x.label}
}
