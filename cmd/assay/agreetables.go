package main

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"assay/check/agreement"
	"assay/eval"
	"assay/report"
)

// agreementTables are the tables for a reader: scores, kappa, alpha, labels, sentences.
func (v *agreeing) agreementTables(opt eval.Options) []*report.Table {
	out := []*report.Table{v.scoreTable(opt)}
	if t := v.kappaTable(); len(t.Rows) > 0 {
		out = append(out, t)
	}
	if len(v.alphas) > 0 || v.without != "" {
		out = append(out, v.alphaTable())
	}
	for m, c := range v.corpus.Pairs[0].Result.Counts {
		out = append(out, v.labelTable(m, c.Metric.Name))
	}
	return append(out, v.sentenceTable())
}

func (v *agreeing) scoreTable(opt eval.Options) *report.Table {
	table := &report.Table{Title: "agreement of every two annotators",
		Head: []string{"A", "B", "measure", "score", "agreement", "low", "high", "sentences"}}
	for _, score := range v.scores() {
		cell := func(x float64) report.Cell {
			if score.score.Rate {
				return report.Percent(x, v.precision)
			}
			return report.Number(x, v.precision)
		}
		a, b := letter(score.pair.A), letter(score.pair.B)
		switch score.gold {
		case score.pair.A:
			a += " as gold"
		case score.pair.B:
			b += " as gold"
		}
		table.Add(report.Label(a), report.Label(b), report.Label(score.metric.Name), report.Label(score.score.Name),
			cell(score.score.Value), cell(score.low), cell(score.high), report.Count(score.sentences))
	}
	for i := range v.corpus.Names {
		table.Lead = append(table.Lead, v.sideTitle(i))
	}
	res := v.corpus.Pairs[0].Result
	for _, c := range res.Counts {
		table.Notes = append(table.Notes, report.Layout{Cite: v.citation()}.Citation(report.Signature(res, c,
			report.Options{Version: version(), Extra: v.Extra(opt)})))
	}
	return table
}

func (v *agreeing) kappas(yield func(*agreement.Pair, *agreement.Kappa)) {
	for _, p := range v.corpus.Pairs {
		for _, part := range agreement.Parts {
			if k := p.Kappa(part, v.resampling()); k != nil {
				yield(p, k)
			}
		}
	}
}

// whereShared names the parts to which both annotators gave a label.
var whereShared = sync.OnceValue(func() map[string]string {
	return map[string]string{
		agreement.Relation:    "relation, same head",
		agreement.Constituent: "constituent, same words",
		agreement.Tag:         "tag of a word",
	}
})

func (v *agreeing) kappaTable() *report.Table {
	table := &report.Table{Title: "kappa of labels (Cohen 1960)",
		Head: []string{"A", "B", "label", "items", "equal", "kappa", "low", "high"}}
	v.kappas(func(p *agreement.Pair, k *agreement.Kappa) {
		low, high := v.limits(k.Interval)
		table.Add(report.Label(letter(p.A)), report.Label(letter(p.B)), report.Label(whereShared()[k.Part]),
			report.Count(k.Items),
			report.Percent(k.Observed, v.precision), report.Number(k.Value, 3), report.Number(low, 3), report.Number(high, 3))
	})
	return table
}

func (v *agreeing) alphaTable() *report.Table {
	table := &report.Table{Title: "alpha of all annotators (Skjærholt 2014)",
		Head: []string{"distance", "alpha", "low", "high", "observed", "expected", "sentences", "analyses"}}
	if v.without != "" {
		table.Head, table.Notes = nil, []string{v.without}
		return table
	}
	for _, alpha := range v.alphas {
		low, high := v.limits(alpha.Interval)
		table.Add(report.Label(string(alpha.Distance)), report.Number(alpha.Value, 3), report.Number(low, 3),
			report.Number(high, 3),
			report.Number(alpha.Observed, 3), report.Number(alpha.Expected, 3), report.Count(alpha.Units),
			report.Count(alpha.Trees))
		if alpha.Distance == agreement.Hamming {
			table.Notes = append(table.Notes, "hamming counts words, and their arcs, in place of sentences and analyses")
		}
		if alpha.Sampled() {
			table.Notes = append(table.Notes, fmt.Sprintf("%s: expected distance from %d of %d pairs, standard error %.3f",
				alpha.Distance, alpha.Compared, alpha.All, alpha.ExpectedError),
				"--pairs 0 compares all pairs of trees")
		}
		if math.IsNaN(alpha.Value) {
			table.Notes = append(table.Notes,
				string(alpha.Distance)+": alpha is undefined, because all analyses are the same or no sentence has two")
		}
	}
	return table
}

func (v *agreeing) labelTable(metric int, name string) *report.Table {
	table := &report.Table{Title: "labels they disagree on, under " + name,
		Head: []string{"part", "one", "other", "times", "in sentences"}}
	all, left := 0, 0
	for _, confusion := range v.confusions() {
		if confusion.metric != metric {
			continue
		}
		if all++; v.top > 0 && len(table.Rows) == v.top {
			left++
			continue
		}
		table.Add(report.Label(confusion.part), report.Label(confusion.one), report.Label(confusion.other()),
			report.Count(confusion.n), report.Label(few(confusion.sentences, 3)))
	}
	if left > 0 {
		table.Notes = []string{fmt.Sprintf("%d of %d; --top 0 lists all", all-left, all)}
	}
	if all == 0 {
		table.Notes = []string{"none"}
	}
	return table
}

// other is the other label of a confusion, or a description of the difference if
// there is none.
func (c *confusion) other() string {
	switch {
	case c.how != "":
		return c.how
	case c.two == "":
		return "—"
	case c.one == c.two:
		return "the same label, another place"
	}
	return c.two
}

// few joins the first names of a list.
func few(names []string, most int) string {
	if len(names) > most {
		return strings.Join(names[:most], " ") + " …"
	}
	return strings.Join(names, " ")
}

func (v *agreeing) sentenceTable() *report.Table {
	table := &report.Table{Title: "sentences they disagree on", Head: []string{"sentence", "A", "B", "differences"}}
	list := v.disputes()
	for _, dispute := range list {
		if v.top > 0 && len(table.Rows) == v.top {
			table.Notes = []string{fmt.Sprintf("%d of %d; --top 0 lists all, --draw N draws the first N", v.top, len(list))}
			break
		}
		p := v.corpus.Pairs[dispute.pair]
		table.Add(report.Label(shortName(p.Result, dispute.unit)), report.Label(letter(p.A)),
			report.Label(letter(p.B)), report.Count(dispute.differences))
	}
	if len(list) == 0 {
		table.Notes = []string{"none"}
	}
	return table
}

// flat gives all figures as one table for programs.
func (v *agreeing) flat() *report.Table {
	table := &report.Table{Head: []string{"figure", "a", "b", "of", "name", "value", "low", "high", "n"}}
	line := func(figure, a, b, of, name string, value, low, high float64, n int) {
		table.Add(report.Label(figure), report.Label(a), report.Label(b), report.Label(of), report.Label(name),
			report.Number(value, 6), report.Number(low, 6), report.Number(high, 6), report.Count(n))
	}
	nan := math.NaN()
	name := func(annotator int) string { return v.corpus.Names[annotator] }
	for _, s := range v.scores() {
		a, b := name(s.pair.A), name(s.pair.B)
		if s.gold == s.pair.B {
			a, b = b, a
		}
		line("score", a, b, s.metric.Name, s.score.Name, s.score.Value, s.low, s.high, s.sentences)
	}
	v.kappas(func(p *agreement.Pair, k *agreement.Kappa) {
		low, high := v.limits(k.Interval)
		line("kappa", name(p.A), name(p.B), k.Part, "kappa", k.Value, low, high, k.Items)
		line("kappa", name(p.A), name(p.B), k.Part, "equal", k.Observed, nan, nan, k.Items)
	})
	for _, x := range v.alphas {
		low, high := v.limits(x.Interval)
		line("alpha", "", "", string(x.Distance), "alpha", x.Value, low, high, x.Units)
		line("alpha", "", "", string(x.Distance), "observed", x.Observed, nan, nan, x.Units)
		line("alpha", "", "", string(x.Distance), "expected", x.Expected, nan, nan, x.Units)
	}
	for _, c := range v.confusions() {
		line("label", c.one, c.other(), v.corpus.Pairs[0].Result.Counts[c.metric].Metric.Name, c.part, nan, nan, nan, c.n)
	}
	for _, d := range v.disputes() {
		p := v.corpus.Pairs[d.pair]
		line("sentence", name(p.A), name(p.B), p.Result.Name(d.unit), "differences", nan, nan, nan, d.differences)
	}
	for _, d := range v.corpus.Dropped {
		line("left out", "", "", d.Sentence, d.Why, nan, nan, nan, 1)
	}
	return table
}

// object returns the output of --format json.
func (v *agreeing) object(opt eval.Options) report.Object {
	object := report.Object{}
	object.Add("assay", version())
	object.Add("annotators", v.corpus.Names)
	var signatures []string
	res := v.corpus.Pairs[0].Result
	for _, c := range res.Counts {
		signatures = append(signatures, report.Signature(res, c, report.Options{Version: version(), Extra: v.Extra(opt)}))
	}
	object.Add("signatures", signatures)
	exact := *v
	exact.top = 0
	object.Add("scores", exact.scoreTable(opt).Objects())
	object.Add("kappa", append([]report.Object{}, exact.kappaTable().Objects()...))
	var alphas []any
	for _, alpha := range v.alphas {
		q := report.Object{}
		low, high := v.limits(alpha.Interval)
		q.Add("distance", string(alpha.Distance))
		q.Add("alpha", report.Float(alpha.Value))
		q.Add("low", report.Float(low))
		q.Add("high", report.Float(high))
		q.Add("observed", report.Float(alpha.Observed))
		q.Add("expected", report.Float(alpha.Expected))
		q.Add("units", alpha.Units)
		q.Add("analyses", alpha.Trees)
		q.Add("pairs_compared", alpha.Compared)
		q.Add("pairs", alpha.All)
		q.Add("expected_error", report.Float(alpha.ExpectedError))
		alphas = append(alphas, q)
	}
	object.Add("alpha", append([]any{}, alphas...))
	object.Add("labels", v.labelObjects())
	object.Add("sentences", v.sentenceObjects())
	dropped := []any{}
	for _, d := range v.corpus.Dropped {
		q := report.Object{}
		q.Add("sentence", d.Sentence)
		q.Add("place", d.Place)
		q.Add("reason", d.Why)
		dropped = append(dropped, q)
	}
	object.Add("left_out", dropped)
	return object
}

func (v *agreeing) labelObjects() []any {
	out := []any{}
	for _, confusion := range v.confusions() {
		object := report.Object{}
		object.Add("metric", v.corpus.Pairs[0].Result.Counts[confusion.metric].Metric.Name)
		object.Add("part", confusion.part)
		object.Add("one", confusion.one)
		object.Add("other", confusion.other())
		object.Add("times", confusion.n)
		object.Add("sentences", confusion.sentences)
		out = append(out, object)
	}
	return out
}

func (v *agreeing) sentenceObjects() []any {
	out := []any{}
	for _, dispute := range v.disputes() {
		p := v.corpus.Pairs[dispute.pair]
		q := report.Object{}
		q.Add("sentence", p.Result.Name(dispute.unit))
		q.Add("a", v.corpus.Names[p.A])
		q.Add("b", v.corpus.Names[p.B])
		q.Add("differences", dispute.differences)
		out = append(out, q)
	}
	return out
}
