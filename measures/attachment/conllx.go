package attachment

import (
	"fmt"

	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/treebank"
)

// Conll are the options of the measure of the Perl scorers of CoNLL 2006 and 2007, eval.pl and
// eval07.pl. It compares word by word, heads and relations unchanged; two unknown
// heads are equal. Both sides must have equally many words.
//
// Breakdowns of its columns give the tables of the scorers' reports: accuracy and
// error rate over CPOSTAGs by tag; precision and recall of DEPREL, with and without
// attachment, by deprel; of HEAD direction by direction; of HEAD distance by
// distance-bin; frames by frame.
type Conll struct {
	SkipPunctuation bool // ignore words of characters of category P, as eval.pl does
}

// The columns of Conll.
const (
	conllWords = iota
	conllSystem
	conllHead
	conllLabel
	conllBoth
	conllDirection
	conllDistance
	conllColumns
)

// Settings returns the options, bound to their fields.
func (opt *Conll) Settings() []entry.Option {
	return []entry.Option{entry.Flag(&opt.SkipPunctuation, "punctuation", "keep", "unicode",
		"whether words of punctuation count")}
}

// NewConll returns the measure with these options.
func NewConll(opt Conll) *eval.Measure {
	return &eval.Measure{
		Causes:     mistake.Words(mistake.Parts{Heads: []string{""}}),
		Name:       "conllx",
		Signature:  "conllx" + entry.Cite(opt.Settings()),
		Columns:    eval.Columns("words", "system", "head", "label", "both", "direction", "distance"),
		Formulas:   conllFormulas(),
		Items:      conllWords,
		Reads:      treebank.Arcs | treebank.Relations,
		NewCounter: func() eval.Counter { return &conllCounter{Conll: opt} },
	}
}

// conllFormulas returns the three accuracies, the error rates, and precision and recall of
// the report's tables.
func conllFormulas() []eval.Formula {
	words, system := eval.Plus(conllWords), eval.Plus(conllSystem)
	out := []eval.Formula{
		eval.HeadlineRatio("las", eval.Plus(conllBoth), words),
		eval.MainRatio("uas", eval.Plus(conllHead), words),
		eval.MainRatio("label_accuracy", eval.Plus(conllLabel), words),
		eval.Ratio("head_error_rate", words.Minus(conllHead), words),
		eval.Ratio("label_error_rate", words.Minus(conllLabel), words),
		eval.Ratio("both_error_rate", append(words.Minus(conllHead, conllLabel), eval.Plus(conllBoth)...), words),
	}
	for i := 3; i < len(out); i++ {
		out[i].Lower = true
	}
	out[1].Unlabelled, out[3].Unlabelled = true, true
	for _, x := range []struct {
		name   string
		column int
		heads  bool // it looks at heads alone
	}{{"deprel", conllLabel, false}, {"deprel_attachment", conllBoth, false}, {"direction", conllDirection,
		true}, {"distance", conllDistance, true}} {
		right := eval.Plus(x.column)
		for _, f := range []eval.Formula{eval.Ratio(x.name+"_precision", right, system),
			eval.Ratio(x.name+"_recall", right, words)} {
			f.Unlabelled = x.heads
			out = append(out, f)
		}
	}
	return out
}

type conllCounter struct {
	Conll
	item eval.Item
}

// Count counts the words of p.
func (c *conllCounter) Count(row []float64, p *eval.Pair) error {
	return eval.CountItems(c, row, p)
}

// Explain yields one item per word. Class is the wrong part: head, label, both.
func (c *conllCounter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	n := len(pair.Gold.Tokens)
	if m := len(pair.System.Tokens); m != n && !pair.System.Missing && !pair.Gold.Missing {
		return fmt.Errorf("%d words in gold, %d in the system; the CoNLL scorers compare word by word (metric "+
			"attachment aligns them)", n, m)
	}
	for i := range int32(n) {
		if c.SkipPunctuation && isUnicode(pair.Gold.Word(i)) {
			continue
		}
		c.word(pair, i)
		yield(&c.item)
	}
	return nil
}

// conllRight are the counts of a word with the right head and label.
var conllRight = []eval.Add{{Column: conllWords, N: 1}, {Column: conllSystem, N: 1, System: true},
	{Column: conllHead, N: 1}, {Column: conllLabel, N: 1},
	{Column: conllBoth, N: 1}, {Column: conllDirection, N: 1}, {Column: conllDistance, N: 1}}

func (c *conllCounter) word(pair *eval.Pair, i int32) {
	it := &c.item
	head, rel := pair.Gold.HeadOf(i)
	*it = eval.Item{Gold: eval.Ref{Kind: eval.Link, Index: i, Other: head, Label: rel},
		Adds: append(it.Adds[:0], eval.Add{Column: conllWords, N: 1})}
	if int(i) >= len(pair.System.Tokens) {
		it.Outcome = eval.Missing
		return
	}
	headOf, r := pair.System.HeadOf(i)
	it.System = eval.Ref{Kind: eval.Link, Index: i, Other: headOf, Label: r}
	it.Adds = append(it.Adds, eval.Add{Column: conllSystem, N: 1, System: true})
	for column, same := range [...]bool{conllHead: headOf == head, conllLabel: r == rel,
		conllBoth: headOf == head && r == rel, conllDirection: sign(headOf, i) == sign(head, i),
		conllDistance: bin(headOf, i) == bin(head, i)} {
		if same {
			it.Adds = append(it.Adds, eval.Add{Column: column, N: 1})
		}
	}
	if headOf != head || r != rel {
		it.Mended = conllRight
	}
	switch {
	case headOf == head && r == rel:
		it.Outcome = eval.Correct
	case headOf == head:
		it.Outcome, it.Class = eval.Incorrect, "wrong label"
	case r == rel:
		it.Outcome, it.Class = eval.Incorrect, "wrong head"
	default:
		it.Outcome, it.Class = eval.Incorrect, "wrong head and label"
	}
}

// place returns head as a position, including heads outside of the sentence.
func place(head int32) int32 {
	if n, ok := treebank.OutsideNumber(head); ok {
		return n - 1
	}
	return head
}

// sign returns the direction of a head: to the root (also for an unknown head), left,
// right, self.
func sign(head, i int32) int {
	switch head = place(head); {
	case head < 0:
		return 3
	case head < i:
		return -1
	case head > i:
		return 1
	}
	return 0
}

// bin returns the bin of a head's distance: 0 for the root, 1 with self, 2, 3-6, 7-.
func bin(head, i int32) int {
	head = place(head)
	if head < 0 {
		return 0
	}
	switch d := max(head-i, i-head); {
	case d <= 1:
		return 1
	case d <= 2:
		return 2
	case d <= 6:
		return 3
	}
	return 7
}
