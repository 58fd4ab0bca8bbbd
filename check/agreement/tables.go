package agreement

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"assay/compare"
	"assay/internal/message"
	"assay/report"
)

// Tables are the tables for a reader: scores, kappa, alpha, labels, sentences.
func (r *Report) Tables() []*report.Table {
	out := []*report.Table{r.scoreTable()}
	if t := r.kappaTable(); len(t.Rows) > 0 {
		out = append(out, t)
	}
	if len(r.Alphas) > 0 || r.Without != "" {
		out = append(out, r.alphaTable())
	}
	for m, c := range r.Corpus.Pairs[0].Result.Counts {
		out = append(out, r.labelTable(m, c.Metric.Name))
	}
	return append(out, r.sentenceTable())
}

func (r *Report) scoreTable() *report.Table {
	table := &report.Table{Title: "agreement of every two annotators",
		Head: []string{"A", "B", "measure", "score", "agreement", "low", "high", "sentences"}}
	for _, score := range r.scores() {
		cell := func(x float64) report.Cell {
			if score.score.Rate {
				return report.Percent(x, r.Precision)
			}
			return report.Number(x, r.Precision)
		}
		a, b := compare.Letter(score.pair.A), compare.Letter(score.pair.B)
		switch score.gold {
		case score.pair.A:
			a += " as gold"
		case score.pair.B:
			b += " as gold"
		}
		table.Add(report.Label(a), report.Label(b), report.Label(score.metric.Name), report.Label(score.score.Name),
			cell(score.score.Value), cell(score.low), cell(score.high), report.Count(score.sentences))
	}
	for i := range r.Corpus.Names {
		table.Lead = append(table.Lead, r.Title(i))
	}
	res := r.Corpus.Pairs[0].Result
	for _, c := range res.Counts {
		table.Notes = append(table.Notes, report.Layout{Cite: r.Cite}.Citation(report.Signature(res, c,
			report.Options{Version: r.Version, Extra: r.Extra})))
	}
	return table
}

func (r *Report) kappas(yield func(*Pair, *Kappa)) {
	for _, p := range r.Corpus.Pairs {
		for _, part := range Parts {
			if k := p.Kappa(part, r.resampling()); k != nil {
				yield(p, k)
			}
		}
	}
}

// whereShared names the parts to which both annotators gave a label.
var whereShared = sync.OnceValue(func() map[string]string {
	return map[string]string{
		Relation:    "relation, same head",
		Constituent: "constituent, same words",
		Tag:         "tag of a word",
	}
})

func (r *Report) kappaTable() *report.Table {
	table := &report.Table{Title: "kappa of labels (Cohen 1960)",
		Head: []string{"A", "B", "label", "items", "equal", "kappa", "low", "high"}}
	r.kappas(func(p *Pair, k *Kappa) {
		low, high := r.limits(k.Interval)
		table.Add(report.Label(compare.Letter(p.A)), report.Label(compare.Letter(p.B)), report.Label(whereShared()[k.Part]),
			report.Count(k.Items),
			report.Percent(k.Observed, r.Precision), report.Number(k.Value, 3), report.Number(low, 3), report.Number(high, 3))
	})
	return table
}

func (r *Report) alphaTable() *report.Table {
	table := &report.Table{Title: "alpha of all annotators (Skjærholt 2014)",
		Head: []string{"distance", "alpha", "low", "high", "observed", "expected", "sentences", "analyses"}}
	if r.Without != "" {
		table.Head, table.Notes = nil, []string{r.Without}
		return table
	}
	for _, alpha := range r.Alphas {
		low, high := r.limits(alpha.Interval)
		table.Add(report.Label(string(alpha.Distance)), report.Number(alpha.Value, 3), report.Number(low, 3),
			report.Number(high, 3),
			report.Number(alpha.Observed, 3), report.Number(alpha.Expected, 3), report.Count(alpha.Units),
			report.Count(alpha.Trees))
		if alpha.Distance == Hamming {
			table.Notes = append(table.Notes, "hamming counts words, and their arcs, in place of sentences and analyses")
		}
		if alpha.Sampled() {
			table.Notes = append(table.Notes, fmt.Sprintf("%s: expected distance from %d of %d pairs, standard error %.3f",
				alpha.Distance, alpha.Compared, alpha.All, alpha.ExpectedError),
				r.note("option pairs=0 compares all pairs of trees"))
		}
		if math.IsNaN(alpha.Value) {
			table.Notes = append(table.Notes,
				string(alpha.Distance)+": alpha is undefined, because all analyses are the same or no sentence has two")
		}
	}
	return table
}

func (r *Report) labelTable(metric int, name string) *report.Table {
	table := &report.Table{Title: "labels they disagree on, under " + name,
		Head: []string{"part", "one", "other", "times", "in sentences"}}
	all, left := 0, 0
	for _, confusion := range r.confusions() {
		if confusion.metric != metric {
			continue
		}
		if all++; r.Top > 0 && len(table.Rows) == r.Top {
			left++
			continue
		}
		table.Add(report.Label(confusion.part), report.Label(confusion.one), report.Label(confusion.other()),
			report.Count(confusion.n), report.Label(few(confusion.sentences, 3)))
	}
	if left > 0 {
		table.Notes = []string{r.note("%d of %d; option top=0 lists all", all-left, all)}
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

func (r *Report) sentenceTable() *report.Table {
	table := &report.Table{Title: "sentences they disagree on", Head: []string{"sentence", "A", "B", "differences"}}
	list := r.Disputes()
	for _, dispute := range list {
		if r.Top > 0 && len(table.Rows) == r.Top {
			table.Notes = []string{r.note("%d of %d; option top=0 lists all, option draw=N draws the first N",
				r.Top, len(list))}
			break
		}
		p := r.Corpus.Pairs[dispute.Pair]
		table.Add(report.Label(shortName(p.Result, dispute.Unit)), report.Label(compare.Letter(p.A)),
			report.Label(compare.Letter(p.B)), report.Count(dispute.Differences))
	}
	if len(list) == 0 {
		table.Notes = []string{"none"}
	}
	return table
}

// Flat gives all figures as one table for programs.
func (r *Report) Flat() *report.Table {
	table := &report.Table{Head: []string{"figure", "a", "b", "of", "name", "value", "low", "high", "n"}}
	line := func(figure, a, b, of, name string, value, low, high float64, n int) {
		table.Add(report.Label(figure), report.Label(a), report.Label(b), report.Label(of), report.Label(name),
			report.Number(value, 6), report.Number(low, 6), report.Number(high, 6), report.Count(n))
	}
	nan := math.NaN()
	name := func(annotator int) string { return r.Corpus.Names[annotator] }
	for _, s := range r.scores() {
		a, b := name(s.pair.A), name(s.pair.B)
		if s.gold == s.pair.B {
			a, b = b, a
		}
		line("score", a, b, s.metric.Name, s.score.Name, s.score.Value, s.low, s.high, s.sentences)
	}
	r.kappas(func(p *Pair, k *Kappa) {
		low, high := r.limits(k.Interval)
		line("kappa", name(p.A), name(p.B), k.Part, "kappa", k.Value, low, high, k.Items)
		line("kappa", name(p.A), name(p.B), k.Part, "equal", k.Observed, nan, nan, k.Items)
	})
	for _, x := range r.Alphas {
		low, high := r.limits(x.Interval)
		line("alpha", "", "", string(x.Distance), "alpha", x.Value, low, high, x.Units)
		line("alpha", "", "", string(x.Distance), "observed", x.Observed, nan, nan, x.Units)
		line("alpha", "", "", string(x.Distance), "expected", x.Expected, nan, nan, x.Units)
	}
	for _, c := range r.confusions() {
		line("label", c.one, c.other(), r.Corpus.Pairs[0].Result.Counts[c.metric].Metric.Name, c.part, nan, nan, nan, c.n)
	}
	for _, d := range r.Disputes() {
		p := r.Corpus.Pairs[d.Pair]
		line("sentence", name(p.A), name(p.B), p.Result.Name(d.Unit), "differences", nan, nan, nan, d.Differences)
	}
	for _, d := range r.Corpus.Dropped {
		line("left out", "", "", d.Sentence, d.Why, nan, nan, nan, 1)
	}
	return table
}

// Object returns the report as JSON.
func (r *Report) Object() report.Object {
	object := report.Members("assay", r.Version, "annotators", r.Corpus.Names)
	var signatures []string
	res := r.Corpus.Pairs[0].Result
	for _, c := range res.Counts {
		signatures = append(signatures, report.Signature(res, c, report.Options{Version: r.Version, Extra: r.Extra}))
	}
	object.Add("signatures", signatures)
	exact := *r
	exact.Top = 0
	object.Add("scores", exact.scoreTable().Objects())
	object.Add("kappa", append([]report.Object{}, exact.kappaTable().Objects()...))
	alphas := []any{}
	for _, alpha := range r.Alphas {
		low, high := r.limits(alpha.Interval)
		q := report.Members("distance", string(alpha.Distance), "alpha", report.Float(alpha.Value),
			"low", report.Float(low), "high", report.Float(high), "observed", report.Float(alpha.Observed),
			"expected", report.Float(alpha.Expected), "units", alpha.Units, "analyses", alpha.Trees,
			"pairs_compared", alpha.Compared, "pairs", alpha.All, "expected_error", report.Float(alpha.ExpectedError))
		alphas = append(alphas, q)
	}
	object.Add("alpha", alphas)
	object.Add("labels", r.labelObjects())
	object.Add("sentences", r.sentenceObjects())
	dropped := []any{}
	for _, d := range r.Corpus.Dropped {
		dropped = append(dropped, report.Members("sentence", d.Sentence, "place", d.Place, "reason", d.Why))
	}
	object.Add("left_out", dropped)
	return object
}

func (r *Report) labelObjects() []any {
	out := []any{}
	for _, confusion := range r.confusions() {
		out = append(out, report.Members("metric", r.Corpus.Pairs[0].Result.Counts[confusion.metric].Metric.Name,
			"part", confusion.part, "one", confusion.one, "other", confusion.other(), "times", confusion.n,
			"sentences", confusion.sentences))
	}
	return out
}

func (r *Report) sentenceObjects() []any {
	out := []any{}
	for _, dispute := range r.Disputes() {
		p := r.Corpus.Pairs[dispute.Pair]
		out = append(out, report.Members("sentence", p.Result.Name(dispute.Unit), "a", r.Corpus.Names[p.A],
			"b", r.Corpus.Names[p.B], "differences", dispute.Differences))
	}
	return out
}

// note is a note that names options, as flags or as the library does.
func (r *Report) note(template string, args ...any) string {
	window := message.Library
	if r.Flags {
		window = message.Shell
	}
	return message.New(template, args...).In(window)
}
