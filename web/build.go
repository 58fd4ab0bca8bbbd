package web

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assay/check/suspects"
	"assay/compare"
	"assay/diagnose"
	"assay/diagnose/lead"
	"assay/diagnose/slicing"
	"assay/draw/chart"
	"assay/eval"
	"assay/eval/plan"
	"assay/report"
	"assay/study"
	"assay/treebank"
)

// A Request describes a page: gold, systems, measures and breakdowns.
type Request struct {
	Study     *study.Study // prepared; its keys are the breakdowns that are plotted
	Command   string
	Precision int
	Sentences bool // list the sentences too
	// Of a page among those of an experiment: its title, the names of the systems, and
	// the address of the page of the whole.
	Title string
	Names []string
	Up    string
	// Repairs, if not nil, returns the collector of kinds of error after
	// Kummerfeld et al. for a system; for constituents with labels.
	Repairs func() *diagnose.Repairs
	// Suspects, if not nil, returns the items of gold that are probably wrong.
	Suspects func([]*eval.Result) ([]*suspects.Suspect, error)
	// Slices is the most items, of all systems together, among which slices are searched; 0 for none.
	Slices int
	// Ready, if not nil, is called with the result before it is shown.
	Ready func(*study.Result)
}

// A builder puts a page together.
type builder struct {
	q       Request
	page    *Page
	report  *report.Report
	results []*eval.Result
	names   []string // of systems
	score   int      // the main score of the first measure
	losses  []Losses
	bins    bins
	watches []*lead.ErrorLog    // by system; nil without items
	slicers []*slicing.Gatherer // by system; nil if slices are not searched
	groups  []*eval.Result      // by system: the groups of the first key, for the differences by label
}

// Build scores the systems and makes the page.
func Build(ctx context.Context, request Request) (*Page, error) {
	b := &builder{q: request, score: -1, page: &Page{links: links{},
		Title: cmp.Or(request.Title, plainNames([]string{request.Study.Gold.Name})[0]),
		Up:    request.Up, Command: request.Command, Version: request.Study.Version,
		Unit: request.Study.Gold.Format.Unit(), Browser: &Browser{Unit: request.Study.Gold.Format.Unit()}}}
	request.Study.Tests.Baseline, request.Study.Tests.Whole = compare.AllPairs, true
	request.Study.Counted = b.counted
	var paths []string
	for _, system := range request.Study.Systems {
		paths = append(paths, system.Name)
	}
	if b.names = request.Names; b.names == nil {
		b.names = plainNames(paths)
	}
	for i := range request.Study.Systems {
		if err := b.system(ctx, i); err != nil {
			return nil, err
		}
	}
	found, err := request.Study.Result(ctx)
	if err != nil {
		return nil, err
	}
	if request.Ready != nil {
		request.Ready(found)
	}
	b.report, b.page.Warnings = found.Report, report.JoinWarnings(found.Warnings)
	b.compare(found)
	b.cards()
	b.others(found.Comparison)
	if results := b.firstResults(); len(results) > 0 {
		b.page.Said = b.said(results[0], b.page.Score.Label)
	}
	b.page.Summary = summary(b.report, request.Precision, b.names)
	if request.Sentences && len(b.page.Summary) > 0 {
		for i, t := range b.page.Summary {
			b.page.Browser.linkSummary(b.page.links, t, i == 0)
		}
	}
	var leads func(key, value string, system int) bool
	if request.Sentences {
		leads = b.page.Browser.leads
	}
	b.page.Plots = plots(b.report, b.names, leads)
	b.page.Losses = b.losses
	for _, r := range b.report.Results {
		if !slices.Contains(b.page.Cite, r.Signature) {
			b.page.Cite = append(b.page.Cite, r.Signature)
		}
	}
	if err := b.suites(ctx); err != nil {
		return nil, err
	}
	b.page.Inputs = b.inputs()
	if request.Suspects != nil {
		list, err := request.Suspects(b.results)
		if err != nil {
			return nil, err
		}
		for _, s := range list {
			b.page.Suspects = append(b.page.Suspects, Suspect{s})
		}
	}
	if !request.Sentences {
		b.page.Browser = nil
	} else {
		b.pairs(b.groups)
		if err := b.leads(ctx, found.Comparison); err != nil {
			return nil, err
		}
		if err := b.slices(ctx); err != nil {
			return nil, err
		}
	}
	b.groups = nil
	return b.page, nil
}

// suites adds the sheets of a test suite, and links the items that fail to their sentences.
func (b *builder) suites(ctx context.Context) error {
	listed := map[string]bool{}
	if b.q.Sentences && len(b.results) > 0 {
		for unit := range b.results[0].Units {
			listed[b.results[0].Name(unit)] = true
		}
	}
	for i, system := range b.q.Study.Systems {
		rows, err := b.q.Study.TestSuite(ctx, system)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			continue
		}
		items := study.SuiteItems(b.names[i], rows)
		for row, cells := range items.Rows {
			if id := cells[1].Text; listed[id] {
				b.page.links.set(items, row, 1, url.Values{"s": {id}})
			}
		}
		b.page.Suites = append(b.page.Suites, study.SuiteTable(b.names[i], rows), items)
	}
	return nil
}

// plainNames are short names of files, without the endings of formats where
// they stay apart.
func plainNames(paths []string) []string {
	short := report.ShortNames(paths)
	count := map[string]int{}
	plain := make([]string, len(paths))
	for i, p := range paths {
		name := treebank.Unpacked(short[p])
		if cut := strings.TrimSuffix(name, filepath.Ext(name)); cut != "" {
			name = cut
		}
		plain[i] = name
		count[name]++
	}
	for i, p := range paths {
		if count[plain[i]] > 1 {
			plain[i] = short[p]
		}
	}
	return plain
}

// counted keeps the groups of a run, and joins small bins, before the figures are taken.
func (b *builder) counted(res *eval.Result) {
	several := len(b.q.Study.Systems) > 1
	if several && b.q.Sentences && len(res.Counts[0].Groups) > 0 {
		b.groups = append(b.groups, keepGroups(res))
	}
	b.bins.merge(res, several)
}

// system scores system i and records its sentences.
func (b *builder) system(ctx context.Context, i int) (err error) {
	request := b.q
	var measured []*eval.Measure
	var main int
	var errs *diagnose.Builder
	var repairs *diagnose.Repairs
	var watch *lead.ErrorLog
	res, err := request.Study.Count(ctx, i, func(ms []*eval.Measure, taps *plan.Taps) error {
		measured, main = ms, ms[0].Headline()
		if i == 0 {
			b.score = main
		}
		taps.GroupColumns = plottedColumns
		errs = diagnose.NewBuilder(ms, diagnose.Options{})
		all := diagnose.Joint{errs}
		focus := diagnose.NewFocus(ms[0], main)
		taps.CorrectIn = func(metric int) []bool { // the other collectors use errors alone
			if metric == 0 && request.Sentences {
				return focus.Columns()
			}
			return make([]bool, len(ms[metric].Columns))
		}
		if request.Sentences {
			all = append(all, b.page.Browser.newLister(b.names[i], focus))
		}
		if request.Repairs != nil {
			repairs = request.Repairs()
			repairs.List, repairs.NoText = request.Sentences, true
			all = append(all, repairs)
		}
		if ms[0].HasItems() && main >= 0 {
			if watch, err = lead.NewErrorLog(ms, 0); err != nil {
				return err
			}
			all = append(all, watch)
		}
		if g, err := b.slicer(i, ms[0]); err != nil {
			return err
		} else if g != nil {
			all = append(all, g)
		}
		taps.To(all)
		taps.Discard = all.Discard()
		return nil
	})
	if err != nil {
		return err
	}
	for _, c := range res.Counts {
		c.Groups = nil // their scores are in the report, and their rows are large
	}
	b.results = append(b.results, res)
	if request.Sentences {
		b.page.Browser.add(res, max(main, 0), repairs)
	}
	b.watches = append(b.watches, watch)
	b.errors(i, measured, res, errs.Diagnosis(res), repairs)
	if watch != nil && repairs == nil {
		b.losses[i].named = namedLoss(&b.losses[i], watch.Losses(res))
	}
	return nil
}

// errors keeps the tables of errors of system i, and the kinds of error with
// their parts of the loss.
func (b *builder) errors(i int, ms []*eval.Measure, res *eval.Result, diagnosis *diagnose.Diagnosis,
	repairs *diagnose.Repairs) {
	name := b.names[i]
	losses := lossesOf(name, ms[0], res, diagnosis, repairs)
	var byClass map[string]int
	var byConfusion map[confusion]int
	if b.q.Sentences {
		byClass, byConfusion = b.page.Browser.Systems[i].counted()
		b.page.Browser.linkLosses(&losses, byClass)
	}
	b.losses = append(b.losses, losses)
	if repairs != nil {
		kinds := repairs.Table("kinds of error ("+repairs.Source()+"): "+name, res, b.q.Precision)
		if b.q.Sentences {
			b.page.links.linkKinds(kinds, name)
		}
		b.page.Classes = append(b.page.Classes, kinds)
	}
	for m := range ms {
		classes, confusions := diagnosis.ClassTable(m, ms[m].Name+": errors of "+name, 20,
			b.q.Precision), diagnosis.ConfusionTable(m, ms[m].Name+": confusions of "+name, 10, res)
		if m == 0 && b.q.Sentences {
			b.page.Browser.linkErrors(b.page.links, ms[0].Headline(), diagnosis, classes, confusions, byClass, byConfusion)
		}
		b.page.Classes = append(b.page.Classes, classes, confusions)
	}
}

// compare shows the tests of the differences between the systems.
func (b *builder) compare(result *study.Result) {
	if result.Untested != nil {
		b.page.Sentences = append(b.page.Sentences, Paragraph{{Text: "No test was made: " + result.Untested.Error() + "."}})
	}
	if found, score := result.Comparison, b.scoreName(); found != nil {
		b.page.Tests = found.Tables(b.q.Precision)
		b.page.Matrices = matrices(found, b.names, score)
		b.page.Ladder, b.page.Sentences = ladder(found, b.names, score, b.q.Sentences), inWords(found, b.names, score)
	}
	if text := largestLosses(b.losses); text != nil && len(b.losses) <= mostTold {
		b.page.Sentences = append(b.page.Sentences, text)
	}
}

// scoreName is the name of the main score, "" if the measure has none.
func (b *builder) scoreName() string {
	if r := b.report.Results; len(r) > 0 && b.score >= 0 && b.score < len(r[0].Scores) {
		return r[0].Scores[b.score].Name
	}
	return ""
}

// summary returns the tables of scores without breakdowns, which are plotted,
// without signatures, which are at the end, and without rows in which nothing is
// counted.
func summary(rep *report.Report, precision int, names []string) []*report.Table {
	short := *rep
	short.Results = nil
	for _, r := range rep.Results {
		c := *r
		c.Groups = nil
		short.Results = append(short.Results, &c)
	}
	tables := short.Tables(precision)
	for i, t := range tables {
		if 2*len(t.Rows)+1 < len(t.Head) && len(t.Head) > 0 && t.Head[0] == "system" {
			t = turned(t)
			tables[i] = t
		}
		t.Notes = slices.DeleteFunc(t.Notes, func(s string) bool { return strings.HasPrefix(s, "cite:") })
	}
	return tables
}

// turned gives a table of few systems and many scores a line for each score, so
// that it fits a page: each system has a column, and one for its intervals.
func turned(table *report.Table) *report.Table {
	const interval = "interval"
	withIntervals := slices.Contains(table.Head, interval)
	out := &report.Table{Title: table.Title, Notes: table.Notes, Head: []string{"score"}}
	for _, row := range table.Rows {
		out.Head = append(out.Head, row[0].Text)
		if withIntervals {
			out.Head = append(out.Head, interval)
		}
	}
	for col := 1; col < len(table.Head); col++ {
		line := []report.Cell{report.Label(table.Head[col])}
		has := col+1 < len(table.Head) && table.Head[col+1] == interval
		for _, row := range table.Rows {
			line = append(line, row[col])
			if has {
				line = append(line, row[col+1])
			} else if withIntervals {
				line = append(line, report.Label(""))
			}
		}
		if out.Rows = append(out.Rows, line); has {
			col++
		}
	}
	return out
}

// plots draws each breakdown, and precision against recall. Places lead to their
// sentences where leads says that the list has some with a value of a key, for one system or
// for all (-1); none do if it is nil.
func plots(rep *report.Report, names []string, leads func(key, value string, system int) bool) []Plot {
	name := map[string]string{} // by path
	for _, r := range rep.Results {
		if _, ok := name[r.System]; !ok && len(name) < len(names) {
			name[r.System] = names[len(name)]
		}
	}
	var out []Plot
	type key struct{ metric, by string }
	var order []key
	groups := map[key][]*report.Result{}
	for _, result := range rep.Results {
		seen := map[string]bool{}
		for _, g := range result.Groups {
			if !seen[g.By] {
				seen[g.By] = true
				k := key{result.Metric, g.By}
				if groups[k] == nil {
					order = append(order, k)
				}
				groups[k] = append(groups[k], result)
			}
		}
	}
	for _, k := range order {
		p := breakdownPlot(k.metric, k.by, groups[k], name)
		plot := Plot{Name: k.metric + "-" + k.by, SVG: p.SVG()}
		if leads != nil {
			p.Href = hrefs(k.by, p, names, leads)
			plot.Linked = p.SVG()
		}
		out = append(out, plot)
	}
	return append(out, scatters(rep, name)...)
}

// hrefs returns the addresses of the sentences of a plot's places, for a series or for all
// (-1); nil if its key is no filter of the list.
func hrefs(by string, plot *chart.Plot, names []string,
	leads func(key, value string, system int) bool) func(place, series int) string {
	key, _, _ := strings.Cut(by, "=")
	switch key {
	case "deprel":
		key = "label"
	case "length", "label":
	default:
		return nil
	}
	return func(place, series int) string {
		query := url.Values{key: {plot.Places[place]}}
		if series >= 0 {
			name := plot.Series[series].Name
			query.Set("system", name)
			series = slices.Index(names, name)
		}
		if !leads(key, plot.Places[place], series) {
			return ""
		}
		return "#sentences?" + query.Encode()
	}
}

// scatters draws precision against recall for each measure that has both.
func scatters(rep *report.Report, name map[string]string) (out []Plot) {
	points := map[string][]chart.Point{}
	var metrics []string
	for _, result := range rep.Results {
		prec, rec := result.Find("precision"), result.Find("recall")
		if prec == nil || rec == nil || math.IsNaN(prec.Value) || math.IsNaN(rec.Value) {
			continue
		}
		if points[result.Metric] == nil {
			metrics = append(metrics, result.Metric)
		}
		points[result.Metric] = append(points[result.Metric],
			chart.Point{Name: name[result.System], Precision: prec.Value, Recall: rec.Value})
	}
	for _, m := range metrics {
		out = append(out, Plot{Name: m + "-precision-recall", SVG: chart.Scatter(m+": precision against recall", points[m])})
	}
	return out
}

// mostPlaces is how many groups a plot shows: the largest.
const mostPlaces = 20

// breakdownPlot draws the main score of each system by the values of a key:
// lines where the values are numbers, bars where they are names.
func breakdownPlot(metric, by string, results []*report.Result, names map[string]string) *chart.Plot {
	places, size := placesOf(by, results)
	slices.SortFunc(places, eval.CompareValues) // each system has them in order, but not all systems have all
	at, numbers := axis(places)
	if at == nil && 2*numbers < len(places) { // names: the largest groups; numbers keep their order
		slices.SortStableFunc(places, func(a, b string) int { return cmp.Compare(size[b], size[a]) })
		places = places[:min(len(places), mostPlaces)]
	}
	plot := &chart.Plot{Places: places, XLabel: by, Lines: at != nil, At: at, Fewest: fewest}
	for _, v := range places {
		plot.Sizes = append(plot.Sizes, size[v])
	}
	for _, r := range results {
		plot.Series = append(plot.Series, series(plot, r, by, names[r.System]))
	}
	plot.YLabel = scoreLabel(plot.YLabel)
	plot.Title = fmt.Sprintf("%s: %s by %s", metric, plot.YLabel, by)
	return plot
}

// plottedColumns are the columns of a measure on which the plots of breakdowns depend: those
// of its main score, and the size of gold. Other columns of the groups are never looked at,
// and would take most of the time.
func plottedColumns(m *eval.Measure) []int {
	main := m.Headline()
	if main < 0 {
		return nil // all
	}
	return append(m.Formulas[main].ColumnsOf(), m.Size(main))
}

// placesOf lists the groups that have a score, and how much of gold each holds.
func placesOf(by string, results []*report.Result) (places []string, size map[string]float64) {
	size = map[string]float64{}
	for _, r := range results {
		for _, group := range r.Groups {
			if group.By != by {
				continue
			}
			main := eval.HeadlineOf(group.Scores)
			if main < 0 || math.IsNaN(group.Scores[main].Value) {
				continue // nothing to draw
			}
			if _, ok := size[group.Value]; !ok {
				places = append(places, group.Value)
			}
			size[group.Value] = max(size[group.Value], report.CountOf(group.Counts, r.Size))
		}
	}
	return places, size
}

// axis returns the numbers of places, nil unless all of them are numbers or
// ranges, and how many are.
func axis(places []string) (at []float64, numbers int) {
	before := 0.0
	for _, v := range places {
		low, high, ok := span(v)
		if ok {
			numbers++
			at = append(at, (low+high)/2)
			if k := len(at) - 1; k > 0 && strings.HasSuffix(v, "+") { // as wide as the one before
				at[k] = low + (low-before)/2 - 0.5
			}
			before = low
		}
	}
	if numbers < len(places) || !slices.IsSorted(at) {
		return nil, numbers
	}
	return at, numbers
}

// span reads a number such as 3 or -2, or a range such as 11-20 or >40.
func span(s string) (low, high float64, ok bool) {
	open := strings.TrimLeft(s, "<>=≤≥")
	if v, err := strconv.ParseFloat(strings.TrimSuffix(open, "+"), 64); err == nil {
		return v, v, true
	}
	if cut := strings.LastIndexByte(s, '-'); cut > 0 {
		a, errA := strconv.ParseFloat(s[:cut], 64)
		b, errB := strconv.ParseFloat(s[cut+1:], 64)
		if errA == nil && errB == nil && a <= b {
			return a, b, true
		}
	}
	return 0, 0, false
}

// series are the scores of one system at the places of plot.
func series(plot *chart.Plot, r *report.Result, by, name string) chart.Series {
	s := chart.Series{Name: name}
	for range plot.Places {
		s.Values, s.Low, s.High = append(s.Values, math.NaN()), append(s.Low, math.NaN()), append(s.High, math.NaN())
	}
	for _, group := range r.Groups {
		at := slices.Index(plot.Places, group.Value)
		main := eval.HeadlineOf(group.Scores)
		if group.By != by || at < 0 || main < 0 {
			continue
		}
		s.Values[at] = group.Scores[main].Value
		plot.YLabel, plot.Rate = group.Scores[main].Name, group.Scores[main].Rate
		for _, iv := range group.Intervals {
			if iv.Name == plot.YLabel {
				s.Low[at], s.High[at] = iv.Low, iv.High
			}
		}
	}
	return s
}
