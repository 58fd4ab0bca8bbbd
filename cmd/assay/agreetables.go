package main

import (
	"fmt"
	"math"
	"strings"

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
		out = append(out, v.labelTable(m, c.Metric.Name()))
	}
	return append(out, v.sentenceTable())
}

func (v *agreeing) scoreTable(opt eval.Options) *report.Table {
	t := &report.Table{Title: "agreement of every two annotators", Head: []string{"A", "B", "measure", "score", "agreement", "low", "high", "sentences"}}
	for _, s := range v.scores() {
		cell := func(x float64) report.Cell {
			if s.score.Rate {
				return report.Percent(x, v.precision)
			}
			return report.Number(x, v.precision)
		}
		a, b := letter(s.pair.A), letter(s.pair.B)
		switch s.gold {
		case s.pair.A:
			a += " as gold"
		case s.pair.B:
			b += " as gold"
		}
		t.Add(report.Label(a), report.Label(b), report.Label(s.metric.Name()), report.Label(s.score.Name),
			cell(s.score.Value), cell(s.low), cell(s.high), report.Count(s.sentences))
	}
	for i := range v.corpus.Names {
		t.Lead = append(t.Lead, v.sideTitle(i))
	}
	res := v.corpus.Pairs[0].Result
	for _, c := range res.Counts {
		t.Notes = append(t.Notes, report.Layout{Cite: v.citation()}.Citation(report.Signature(res, c, report.Options{Version: version(), Extra: v.extra(opt)})))
	}
	return t
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
var whereShared = map[string]string{
	agreement.Relation:    "relation, same head",
	agreement.Constituent: "constituent, same words",
	agreement.Tag:         "tag of a word",
}

func (v *agreeing) kappaTable() *report.Table {
	t := &report.Table{Title: "kappa of labels (Cohen 1960)", Head: []string{"A", "B", "label", "items", "equal", "kappa", "low", "high"}}
	v.kappas(func(p *agreement.Pair, k *agreement.Kappa) {
		low, high := v.limits(k.Interval)
		t.Add(report.Label(letter(p.A)), report.Label(letter(p.B)), report.Label(whereShared[k.Part]), report.Count(k.Items),
			report.Percent(k.Observed, v.precision), report.Number(k.Value, 3), report.Number(low, 3), report.Number(high, 3))
	})
	return t
}

func (v *agreeing) alphaTable() *report.Table {
	t := &report.Table{Title: "alpha of all annotators (Skjærholt 2014)", Head: []string{"distance", "alpha", "low", "high", "observed", "expected", "sentences", "analyses"}}
	if v.without != "" {
		t.Head, t.Notes = nil, []string{v.without}
		return t
	}
	for _, x := range v.alphas {
		low, high := v.limits(x.Interval)
		t.Add(report.Label(string(x.Distance)), report.Number(x.Value, 3), report.Number(low, 3), report.Number(high, 3),
			report.Number(x.Observed, 3), report.Number(x.Expected, 3), report.Count(x.Units), report.Count(x.Trees))
		if x.Distance == agreement.Hamming {
			t.Notes = append(t.Notes, "hamming counts words, and their arcs, in place of sentences and analyses")
		}
		if x.Sampled() {
			t.Notes = append(t.Notes, fmt.Sprintf("%s: expected distance from %d of %d pairs, standard error %.3f", x.Distance, x.Compared, x.All, x.ExpectedError),
				"--pairs 0 compares all pairs of trees")
		}
		if math.IsNaN(x.Value) {
			t.Notes = append(t.Notes, string(x.Distance)+": alpha is undefined, because all analyses are the same or no sentence has two")
		}
	}
	return t
}

func (v *agreeing) labelTable(metric int, name string) *report.Table {
	t := &report.Table{Title: "labels they disagree on, under " + name, Head: []string{"part", "one", "other", "times", "in sentences"}}
	all, left := 0, 0
	for _, c := range v.confusions() {
		if c.metric != metric {
			continue
		}
		if all++; v.top > 0 && len(t.Rows) == v.top {
			left++
			continue
		}
		t.Add(report.Label(c.part), report.Label(c.one), report.Label(c.other()), report.Count(c.n), report.Label(few(c.sentences, 3)))
	}
	if left > 0 {
		t.Notes = []string{fmt.Sprintf("%d of %d; --top 0 lists all", all-left, all)}
	}
	if all == 0 {
		t.Notes = []string{"none"}
	}
	return t
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
	t := &report.Table{Title: "sentences they disagree on", Head: []string{"sentence", "A", "B", "differences"}}
	list := v.disputes()
	for _, d := range list {
		if v.top > 0 && len(t.Rows) == v.top {
			t.Notes = []string{fmt.Sprintf("%d of %d; --top 0 lists all, --draw N draws the first N", v.top, len(list))}
			break
		}
		p := v.corpus.Pairs[d.pair]
		t.Add(report.Label(shortName(p.Result, d.unit)), report.Label(letter(p.A)), report.Label(letter(p.B)), report.Count(d.differences))
	}
	if len(list) == 0 {
		t.Notes = []string{"none"}
	}
	return t
}

// flat gives all figures as one table for programs.
func (v *agreeing) flat() *report.Table {
	t := &report.Table{Head: []string{"figure", "a", "b", "of", "name", "value", "low", "high", "n"}}
	line := func(figure, a, b, of, name string, value, low, high float64, n int) {
		t.Add(report.Label(figure), report.Label(a), report.Label(b), report.Label(of), report.Label(name),
			report.Number(value, 6), report.Number(low, 6), report.Number(high, 6), report.Count(n))
	}
	nan := math.NaN()
	name := func(annotator int) string { return v.corpus.Names[annotator] }
	for _, s := range v.scores() {
		a, b := name(s.pair.A), name(s.pair.B)
		if s.gold == s.pair.B {
			a, b = b, a
		}
		line("score", a, b, s.metric.Name(), s.score.Name, s.score.Value, s.low, s.high, s.sentences)
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
		line("label", c.one, c.other(), v.corpus.Pairs[0].Result.Counts[c.metric].Metric.Name(), c.part, nan, nan, nan, c.n)
	}
	for _, d := range v.disputes() {
		p := v.corpus.Pairs[d.pair]
		line("sentence", name(p.A), name(p.B), p.Result.Name(d.unit), "differences", nan, nan, nan, d.differences)
	}
	for _, d := range v.corpus.Dropped {
		line("left out", "", "", d.Sentence, d.Why, nan, nan, nan, 1)
	}
	return t
}

// object returns the output of --format json.
func (v *agreeing) object(opt eval.Options) report.Object {
	o := report.Object{}
	o.Add("assay", version())
	o.Add("annotators", v.corpus.Names)
	var signatures []string
	res := v.corpus.Pairs[0].Result
	for _, c := range res.Counts {
		signatures = append(signatures, report.Signature(res, c, report.Options{Version: version(), Extra: v.extra(opt)}))
	}
	o.Add("signatures", signatures)
	exact := *v
	exact.top = 0
	o.Add("scores", exact.scoreTable(opt).Objects())
	o.Add("kappa", append([]report.Object{}, exact.kappaTable().Objects()...))
	var alphas []any
	for _, x := range v.alphas {
		q := report.Object{}
		low, high := v.limits(x.Interval)
		q.Add("distance", string(x.Distance))
		q.Add("alpha", report.Float(x.Value))
		q.Add("low", report.Float(low))
		q.Add("high", report.Float(high))
		q.Add("observed", report.Float(x.Observed))
		q.Add("expected", report.Float(x.Expected))
		q.Add("units", x.Units)
		q.Add("analyses", x.Trees)
		q.Add("pairs_compared", x.Compared)
		q.Add("pairs", x.All)
		q.Add("expected_error", report.Float(x.ExpectedError))
		alphas = append(alphas, q)
	}
	o.Add("alpha", append([]any{}, alphas...))
	o.Add("labels", v.labelObjects())
	o.Add("sentences", v.sentenceObjects())
	dropped := []any{}
	for _, d := range v.corpus.Dropped {
		q := report.Object{}
		q.Add("sentence", d.Sentence)
		q.Add("place", d.Place)
		q.Add("reason", d.Why)
		dropped = append(dropped, q)
	}
	o.Add("left_out", dropped)
	return o
}

func (v *agreeing) labelObjects() []any {
	out := []any{}
	for _, c := range v.confusions() {
		q := report.Object{}
		q.Add("metric", v.corpus.Pairs[0].Result.Counts[c.metric].Metric.Name())
		q.Add("part", c.part)
		q.Add("one", c.one)
		q.Add("other", c.other())
		q.Add("times", c.n)
		q.Add("sentences", c.sentences)
		out = append(out, q)
	}
	return out
}

func (v *agreeing) sentenceObjects() []any {
	out := []any{}
	for _, d := range v.disputes() {
		p := v.corpus.Pairs[d.pair]
		q := report.Object{}
		q.Add("sentence", p.Result.Name(d.unit))
		q.Add("a", v.corpus.Names[p.A])
		q.Add("b", v.corpus.Names[p.B])
		q.Add("differences", d.differences)
		out = append(out, q)
	}
	return out
}
