package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/compare"
	"assay/diagnose/slicing"
	"assay/draw/chart"
	"assay/eval"
	"assay/eval/plan"
	"assay/internal/template"
)

// A SlicesView is where the errors of one system gather: conditions that were found on one half of
// the data and hold on the other.
type SlicesView struct {
	System string
	Series int
	Noun   string
	Before string // the rate of errors, and the share of them in the slices
	Silent string // labels that the system never uses
	Tests  string
	Rows   []*SliceRow
}

// A SliceRow is one slice; its figures are those of the half that was not searched.
type SliceRow struct {
	Words, Where       string
	Items              int // on all data, as many as the condition selects
	Share, Errors      string
	Shares, Rates      template.HTML // as drawings
	Here, Elsewhere, P string

	system int
	spans  []slicing.Span
}

// Href leads to all items of the slice.
func (r *SliceRow) Href(system string) string {
	return sentencesHref("system", system, "slice", r.Where, "view", "lines")
}

// slicer returns a gatherer for system i while the first measure counts it: nil for the first system,
// whose run shows how many items there are, and where they are too many.
func (b *builder) slicer(i int, m *eval.Measure) (*slicing.Gatherer, error) {
	if i == 0 {
		return nil, nil
	}
	g, err := b.newSlicer(m)
	if g != nil {
		b.slicers = append(b.slicers, g)
	}
	return g, err
}

// newSlicer returns a gatherer with the options of assay slices, nil if slices are not searched.
func (b *builder) newSlicer(m *eval.Measure) (*slicing.Gatherer, error) {
	if !b.q.Sentences || !m.HasItems() || b.q.Study.ReadsOnce() || b.items()*len(b.names) > b.q.Slices || b.items() == 0 {
		return nil, nil
	}
	gatherer, err := slicing.New(slicing.Options{Metric: m, Keys: slicing.DefaultKeys(len(b.q.Study.Train) > 0),
		Spans:  true,
		Config: b.q.Study.Keys()}, nil)
	if err == nil {
		gatherer.Treebank(b.q.Study.Gold.Name)
	}
	return gatherer, err
}

// items is the number of gold's items in the run of the first system.
func (b *builder) items() (n int) {
	if len(b.page.Browser.Systems) > 0 {
		for _, t := range b.page.Browser.Systems[0].tally {
			n += int(t.gold)
		}
	}
	return n
}

// slices searches the slices of each system.
func (b *builder) slices(ctx context.Context) error {
	first := b.results[0].Counts[0].Metric
	switch n := b.items() * len(b.names); {
	case !first.HasItems() || n == 0:
		return nil
	case n > b.q.Slices && b.q.Slices > 0:
		b.page.Unsliced = fmt.Sprintf("Slices were not searched: the systems have %d items together, and a report "+
			"searches up to %d. assay slices searches them, and so does a report with option slices=%d.", n, b.q.Slices, n)
		return nil
	}
	var own *slicing.Gatherer
	if b.q.Slices > 0 && !b.q.Study.ReadsOnce() {
		if _, err := b.q.Study.Again(ctx, 0, nil, func(ms []*eval.Measure, taps *plan.Taps) (err error) {
			if own, err = b.newSlicer(ms[0]); own != nil {
				taps.To(own)
				taps.Discard = own.Discard
			}
			return err
		}); err != nil {
			return err
		}
	}
	if own == nil {
		return nil
	}
	tests := b.q.Study.Tests
	search := slicing.Search{Alpha: tests.Alpha, Seed: tests.Seed, Documents: tests.Unit == compare.UnitDocument,
		Jobs: b.q.Study.Jobs}
	for i, g := range append([]*slicing.Gatherer{own}, b.slicers...) {
		view := SlicesView{System: b.names[i], Series: i}
		found, err := g.FindBy(search, nil)
		var none *slicing.InputError
		switch {
		case errors.Is(err, slicing.ErrNothingWrong):
			view.Tests = "nothing is wrong"
		case errors.As(err, &none):
			view.Tests = none.Error()
		case err != nil:
			return err
		default:
			found.Systems = []string{b.names[i]}
			b.sliceRows(&view, i, found)
		}
		view.Tests = strings.ToUpper(view.Tests[:1]) + view.Tests[1:] + "."
		b.page.Slices = append(b.page.Slices, view)
	}
	return nil
}

// sliceRows fills in the slices of a system that hold.
func (b *builder) sliceRows(view *SlicesView, system int, found *slicing.Findings) {
	view.Noun = found.Noun
	view.Before, view.Silent, view.Tests = found.Told()
	percent := func(part, whole float64) string { return fmt.Sprintf("%.1f", 100*part/whole) }
	largest := 0.0
	for _, s := range found.Shown() {
		half := found.Half(s)
		largest = max(largest, float64(s.Unseen.Items)/float64(half.Items), s.Unseen.Cost/half.Cost)
	}
	for _, s := range found.Shown() {
		half := found.Half(s)
		share, errors := float64(s.Unseen.Items)/float64(half.Items), s.Unseen.Cost/half.Cost
		row := &SliceRow{Words: slicing.InWords(s, found.Noun), Where: found.Where(s), Items: s.All.Items,
			Share: percent(share, 1), Errors: percent(errors, 1), Shares: template.HTML(chart.Two(share, errors, largest)),
			Here: percent(s.Unseen.Rate(), 1), Elsewhere: percent(s.Others.Rate(), 1),
			Rates: template.HTML(chart.Apart(s.Others.Rate(), s.Unseen.Rate())), P: pValue(s.Holm),
			system: system, spans: found.Spans(s)}
		view.Rows = append(view.Rows, row)
		b.page.Browser.slices = append(b.page.Browser.slices, row)
	}
}

// sliced writes the items of slices: "at" has the first word of each in gold, counted through all
// sentences, "wide" how many more words it has, where some have more, and "bad" the numbers of those
// that are wrong. Of items without words "in" has the sentences.
func (b *Browser) sliced(j *jsonWriter) {
	if len(b.slices) == 0 {
		return
	}
	starts := []int32{0}
	for _, n := range b.lens {
		starts = append(starts, starts[len(starts)-1]+n)
	}
	j.raw(`,"slices":[`)
	for number, row := range b.slices {
		if number > 0 {
			j.raw(",")
		}
		j.raw(`{"system":`).value(row.system).raw(`,"where":`).text(row.Where)
		slices.SortStableFunc(row.spans, func(x, y slicing.Span) int {
			return cmp.Or(cmp.Compare(x.Sentence, y.Sentence), cmp.Compare(x.From, y.From), cmp.Compare(y.To, x.To))
		})
		var at, bad, in rowList
		var wide []byte
		some, wordless := false, false
		for n, span := range row.spans {
			if span.Wrong {
				bad.add(int32(n))
			}
			sentence := max(0, span.Sentence)
			in.add(sentence)
			at.add(max(at.last, starts[sentence]+span.From))
			wide = appendSteps(wide, span.To-span.From)
			some, wordless = some || span.To > span.From, wordless || span.From < 0
		}
		list := func(name string, packed []byte) {
			j.raw(`,"` + name + `":"`).flush(append(j.scratch, packed...)).raw(`"`)
		}
		list("bad", bad.packed)
		switch {
		case wordless:
			list("in", in.packed)
		default:
			list("at", at.packed)
			if some {
				list("wide", wide)
			}
		}
		j.raw("}")
	}
	j.raw("]")
}
