// Package careful is the measure careful: the items and measures of Wide R. Hogenhout
// and Yuji Matsumoto, Towards a More Careful Evaluation of Broad Coverage Parsing
// Systems (COLING 1996, C96-1095).
//
// Both trees are made comparable first (their §4): punctuation and empty elements are
// removed, then brackets left empty, then double brackets, and optionally brackets
// around one word. Labels do not count. Each bracket of the system is then an exact
// match (EM), a crossing error (CE) or spurious (SP);
//
//	TTB   brackets of the treebank          TPB = EM + CE + SP  of the parser
//	PINH  crossing errors whose parent in the parse is one too; PNINH the others
//	TINH  brackets of the treebank reproduced by the parser whose parent in the
//	      treebank was reproduced too; TNINH the others reproduced
//
// The example of §3 prints TINH 1 and TNINH 4, but its definition gives 2 and 3: the
// printed figures result if the top bracket of a sentence does not count as a parent.
// Both are counted, tinh by the definition, tinh_inner without the top; with
// Options.Inner tinh is without the top too.
//
// The human check divides EM, CE and SP into accepted and rejected (EMA, EMR, CEA
// ...). Unchecked EM are accepted. Unchecked CE and SP, and those of which judges are
// unsure, are undecided: they are in no ratio of the check, as if the parser had not
// proposed them, and undecided_share is their share of CE + SP. Exact matches all stay
// in, so that a check of a few items gives figures that are too high. Without decisions
// the measures that need them are left out. All rows of table 3 are given: generation
// rate, recall and precision hard and soft, spuriousness, spurious reject, false error,
// test noise, problem rate, P-inheritance and T-inheritance; and, as §7 proposes, the
// shares of sentences with no, one, two and more crossing errors.
package careful

import (
	"slices"

	"assay/check/adjudicate"
	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/measures/internal/span"
	"assay/treebank"
)

// Options of the measure.
type Options struct {
	SkipOne     bool        // remove brackets around one word
	Punctuation Punctuation // punctuation to remove
	Inner       bool        // the top bracket is no parent: tinh as printed in the paper's example
	Characters  bool        // compare brackets by the characters they cover, so that words may differ
	Check       *Check      // decisions of people, nil if there was no check
}

// The columns of a row.
const (
	colTTB = iota
	colTPB
	colEM
	colCE
	colSP
	colPINH
	colPNINH
	colTINH
	colTNINH
	colEMA
	colEMR
	colCEA
	colCER
	colSPA
	colSPR
	colUndecided
	colTINHInner
	colTNINHInner
	colSentences
	colNone
	colOne
	colTwo
	colMore
	colCharacters
	columns
)

var names = []string{"ttb", "tpb", "em", "ce", "sp", "pinh", "pninh", "tinh", "tninh",
	"ema", "emr", "cea", "cer", "spa", "spr", "undecided", "tinh_inner", "tninh_inner",
	"sentences", "sentences_0_ce", "sentences_1_ce", "sentences_2_ce", "sentences_more_ce", "by_characters"}

// closedFrom are the columns from which closeRow works out the number of crossing errors of a
// sentence.
var closedFrom = []int{colTTB, colTPB, colCE}

// New returns the measure with these options. With Options.Check its soft scores use the
// decisions: table 3.
func New(opt Options) *eval.Measure {
	columns, check := eval.Columns(names...), "none"
	if opt.Check != nil {
		check = opt.Check.Name
	}
	for i := colNone; i <= colMore; i++ {
		columns[i].From = closedFrom
	}
	return &eval.Measure{
		Causes:    mistake.Phrases(false),
		Name:      "careful",
		Signature: "careful" + entry.Cite(opt.Settings()) + "|check:" + check + eval.PlainText,
		Columns:   columns,
		Formulas:  formulas(opt.Check != nil),
		Items:     colTTB,
		Decides:   true,
		Close:     closeRow,
		NewCounter: func() eval.Counter {
			return &counter{opt: opt, spans: span.NewComparer(span.Rules{Set: true, PlainText: true,
				SkipOne: opt.SkipOne, Characters: opt.Characters, Erase: opt.Punctuation.erase})}
		},
	}
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.SkipOne, "single", "count", "skip", "skip: brackets around one word are taken out"),
		entry.Choice(&opt.Punctuation, "punctuation", "words to take out: of Unicode punctuation, of ASCII punctuation, "+
			"with a tag of punctuation, or none", Unicode, ASCII, Tag, Keep),
		entry.Flag(&opt.Inner, "tinh", "literal", "inner", "inner: the top bracket does not count as a parent"),
		span.Spans(&opt.Characters),
	}
}

// formulas returns table 3; its soft measures need a check.
func formulas(checked bool) []eval.Formula {
	col := eval.Plus
	lower := func(f eval.Formula) eval.Formula { f.Lower = true; return f }
	soft, decided := col(colEMA, colCEA, colSPA), col(colTPB).Minus(colUndecided)
	out := []eval.Formula{
		eval.Descriptive(eval.MainRatio("generation_rate", col(colTPB), col(colTTB))),
		eval.HeadlineRatio("recall_hard", col(colEMA), col(colTTB)),
	}
	if checked {
		out = append(out, eval.MainRatio("recall_soft", soft, col(colTTB)))
	}
	out = append(out, eval.MainRatio("precision_hard", col(colEMA), col(colTPB)))
	if checked {
		precision := eval.MainRatio("precision_soft", soft, decided)
		out = append(out, precision,
			adjudicate.ExpectedPrecision("precision_soft_expected", precision, col(colUndecided), col(colCE, colSP)))
	}
	out = append(out, lower(eval.Ratio("spuriousness", col(colSP), col(colTPB))))
	if checked {
		out = append(out,
			eval.Descriptive(eval.Ratio("spurious_reject", col(colSPR), col(colSPA, colSPR))),
			eval.Descriptive(eval.Ratio("false_error", col(colCEA), col(colCEA, colCER))),
			eval.Descriptive(eval.Ratio("test_noise", col(colEMR, colCEA, colSPA, colSPR), decided)),
			lower(eval.Ratio("problem_rate", col(colEMR, colCEA, colSPR), decided)),
			eval.Descriptive(eval.Ratio("undecided_share", col(colUndecided), col(colCE, colSP))))
	}
	return append(out,
		eval.Descriptive(eval.Ratio("p_inheritance", col(colPINH), col(colCE))),
		eval.Descriptive(eval.Ratio("t_inheritance", col(colTINH), col(colTINH, colTNINH))),
		eval.Ratio("no_crossing", col(colNone), col(colSentences)),
		eval.Descriptive(eval.Ratio("one_crossing", col(colOne), col(colSentences))),
		eval.Descriptive(eval.Ratio("two_crossings", col(colTwo), col(colSentences))),
		lower(eval.Ratio("more_crossings", col(colMore), col(colSentences))))
}

type counter struct {
	opt        Options
	spans      *span.Comparer
	goldUp     []int32 // parent of each bracket of gold, -1 if there is none
	systemUp   []int32
	brackets   []int32
	item, name []byte
	adds       []eval.Add
}

// compare compares p and finds the parents of the brackets.
func (c *counter) compare(p *eval.Pair) error {
	if err := c.spans.Compare(p); err != nil {
		return err
	}
	c.goldUp = c.parents(c.goldUp, p.Gold, c.spans.Gold.Brackets)
	c.systemUp = c.parents(c.systemUp, p.System, c.spans.System.Brackets)
	return nil
}

// parents finds for each bracket the next one above it that counts.
func (c *counter) parents(up []int32, sentence *treebank.Sentence, list []span.Bracket) []int32 {
	up = up[:0]
	if len(list) == 0 {
		return up
	}
	// c.brackets holds for each phrase its own bracket or the next one above it, -1
	// if there is none.
	c.brackets = slices.Grow(c.brackets[:0], len(sentence.Phrases))[:len(sentence.Phrases)]
	for i := range c.brackets {
		c.brackets[i] = -1
	}
	for i, b := range list {
		c.brackets[b.Phrase] = int32(i)
	}
	for i := range sentence.Phrases {
		if p := sentence.Phrases[i].Parent; c.brackets[i] < 0 && p >= 0 {
			c.brackets[i] = c.brackets[p]
		}
	}
	for i := range list {
		above := int32(-1)
		if p := sentence.Phrases[list[i].Phrase].Parent; p >= 0 {
			above = c.brackets[p]
		}
		up = append(up, above)
	}
	return up
}

// each yields the Adds of every bracket, or pair of equal ones.
func (c *counter) each(pair *eval.Pair, event span.Event, i, j int, add func(column int)) {
	switch event {
	case span.Lost:
		add(colTTB)
	case span.Matched:
		add(colTTB)
		add(colTPB)
		add(colEM)
		if c.verdict(pair, i, j) == adjudicate.Reject {
			add(colEMR)
		} else {
			add(colEMA)
		}
		c.inherited(i, add)
	case span.Crossing:
		add(colTPB)
		add(colCE)
		if above := c.systemUp[j]; above >= 0 && c.spans.System.Brackets[above].Cross >= 0 {
			add(colPINH)
		} else {
			add(colPNINH)
		}
		c.decided(c.verdict(pair, i, j), colCEA, colCER, add)
	case span.Extra:
		add(colTPB)
		add(colSP)
		c.decided(c.verdict(pair, i, j), colSPA, colSPR, add)
	case span.ByCharacters:
		add(colCharacters)
	}
}

// inherited counts bracket i of gold, reproduced by the system, by its parent.
func (c *counter) inherited(i int, add func(int)) {
	above := c.goldUp[i]
	reproduced := above >= 0 && c.spans.Gold.Brackets[above].Match >= 0
	literal, inner := [2]int{colTNINH, colTINH}, [2]int{colTNINHInner, colTINHInner}
	if c.opt.Inner {
		literal, inner = inner, literal
	}
	choose := func(cols [2]int, yes bool) {
		if yes {
			add(cols[1])
		} else {
			add(cols[0])
		}
	}
	choose(literal, reproduced)
	choose(inner, reproduced && c.goldUp[above] >= 0)
}

// decided counts a bracket by its verdict; without one it is neither accepted nor
// rejected.
func (c *counter) decided(v adjudicate.Verdict, accepted, rejected int, add func(int)) {
	switch v {
	case adjudicate.Accept:
		add(accepted)
	case adjudicate.Reject:
		add(rejected)
	default:
		add(colUndecided)
	}
}

// verdict returns the decision on a bracket, "" if there is none.
func (c *counter) verdict(pair *eval.Pair, i, j int) adjudicate.Verdict {
	if c.opt.Check == nil {
		return ""
	}
	c.name = pair.AppendName(c.name[:0])
	look := func(side string, s *treebank.Sentence, b *span.Bracket) adjudicate.Verdict {
		ph := s.Phrases[b.Phrase]
		c.item = pair.AppendRef(c.item[:0], s, eval.Ref{Kind: eval.Phrase, Index: b.Phrase, Label: ph.Label})
		return c.opt.Check.verdict(string(c.name), side, string(c.item))
	}
	if j >= 0 {
		if v := look("system", pair.System, &c.spans.System.Brackets[j]); v != "" || i < 0 {
			return v
		}
	}
	return look("gold", pair.Gold, &c.spans.Gold.Brackets[i])
}

// Count adds the counts of p to row, which must be zero.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	if err := c.compare(p); err != nil {
		return err
	}
	c.spans.Walk(func(e span.Event, i, j int) {
		c.each(p, e, i, j, func(column int) { row[column]++ })
	})
	if c.spans.Characters {
		row[colCharacters]++
	}
	closeRow(row)
	return nil
}

// closeRow sets the columns for the whole sentence. A failed parse does not count as
// free of crossing errors.
func closeRow(row []float64) {
	row[colSentences] = 1
	clear(row[colNone : colMore+1])
	switch {
	case row[colTPB] == 0 && row[colTTB] > 0:
	case row[colCE] == 0:
		row[colNone] = 1
	case row[colCE] == 1:
		row[colOne] = 1
	case row[colCE] == 2:
		row[colTwo] = 1
	default:
		row[colMore] = 1
	}
}

// Explain yields the brackets of both sides.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := c.compare(pair); err != nil {
		return err
	}
	c.spans.Items(pair, func(it *eval.Item, e span.Event, i, j int) {
		if it.Part == "tag" {
			return
		}
		c.adds = c.adds[:0]
		c.each(pair, e, i, j, func(column int) { c.adds = append(c.adds, eval.Add{Column: column, N: 1}) })
		it.Adds = c.adds
		yield(it)
	})
	return nil
}
