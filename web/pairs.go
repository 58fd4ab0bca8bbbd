package web

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"assay/compare"
	"assay/draw/chart"
	"assay/eval"
	"assay/internal/template"
	"assay/report"
)

// mostPairs is how many systems have a view for each pair; with more, only the best
// one has, with each of the others.
const mostPairs = 6

// mostLabels is how many labels the differences of a pair are shown for, of those with at
// least ten items in gold.
const mostLabels = 14

// A PairView is two systems against one another: the sentences, the gold items that
// each gets right, the real test and the difference by label.
type PairView struct {
	A, B  string
	Items *ItemView     // nil if the score is not made of gold items
	Gaps  template.HTML // differences by label, "" if there are none
	By    string        // the key of the differences
	Score string
	Lead  *LeadView // nil if it cannot be divided

	a, b  int
	items [4]rowList // rows with items that both, only A, only B and neither gets right
}

// ID is the pair in addresses.
func (p *PairView) ID() string { return p.A + "~" + p.B }

// Href is the address of the pair.
func (p *PairView) Href() string { return "#differences?" + url.Values{"pair": {p.ID()}}.Encode() }

// sentences is the address of the sentences that both systems are scored on.
func (p *PairView) sentences(more ...string) string {
	return sentencesHref(append([]string{"pair", p.ID()}, more...)...)
}

// An ItemView is the real test of Hogenhout & Matsumoto 1996 with their tables 1 and 2.
type ItemView struct {
	A, B             string
	Sentences, Total int
	Rest             string // the sentences that are not among these, in words
	Bar, RealBar     template.HTML
	Both             []ItemRow // table 2
	Each             []EachRow // table 1
	Real             string    // the real test in words
	Counts           *compare.Items

	apart bool // the systems split some sentences differently
}

// An ItemRow is a row of table 2.
type ItemRow struct {
	Name, Sign, Share, Href string
	Count                   int
}

// An EachRow is a row of table 1: an item, the figures of both systems and where they lead.
type EachRow struct{ Name, A, B, HrefA, HrefB string }

// pairs makes the views of pairs of systems.
func (b *builder) pairs(groups []*eval.Result) {
	best := 0
	if len(b.names) > mostPairs {
		for i, name := range b.names {
			if name == b.page.Cards[0].Name {
				best = i
			}
		}
	}
	for i := range b.names {
		for j := i + 1; j < len(b.names); j++ {
			if len(b.names) > mostPairs && i != best && j != best {
				continue
			}
			p := &PairView{A: b.names[i], B: b.names[j], Score: b.page.Score.Label, a: i, b: j}
			p.Items = b.page.Browser.items(p)
			b.gaps(p, groups)
			b.page.Browser.Pairs = append(b.page.Browser.Pairs, p)
		}
	}
	for m := range b.page.Matrices {
		for r, row := range b.page.Matrices[m].Rows {
			for c := range row.Cells {
				i, j := min(r, c), max(r, c)
				p := &PairView{A: b.names[i], B: b.names[j]}
				switch {
				case row.Cells[c].Text == "":
				case slices.ContainsFunc(b.page.Browser.Pairs, func(p *PairView) bool { return p.a == i && p.b == j }):
					row.Cells[c].Href = p.Href()
				case !b.page.Matrices[m].Main:
					row.Cells[c].Href = p.sentences()
				}
			}
		}
	}
}

// items counts the gold items that both systems, one or neither gets right, over the
// sentences that both are scored on.
func (b *Browser) items(pairView *PairView) *ItemView {
	itemView, yy, yn, ny, nn := &ItemView{A: pairView.A, B: pairView.B}, 0, 0, 0, 0
	systems := [2]*Listed{b.Systems[pairView.a], b.Systems[pairView.b]}
	var gold, total, right, crossing [2]int
	missed := map[int64]bool{}
	var wrongs []wrong
	for row := range int32(len(b.IDs)) {
		states, sentences := [2]byte{systems[0].state(row), systems[1].state(row)}, int(max(b.joined[row], 1))
		if states[0] != rowScored || states[1] != rowScored {
			if (states[0] == rowAbsent) != (states[1] == rowAbsent) {
				itemView.apart = true
			}
			continue
		}
		itemView.Sentences += sentences
		clear(missed)
		units := [2]int32{systems[0].at(row), systems[1].at(row)}
		wrongs = systems[0].wrongs.of(wrongs[:0], units[0])
		for _, w := range wrongs {
			if w.item != 0 {
				missed[w.item] = true
			}
		}
		both, onlyB := 0, 0 // missed by both, missed by the second alone
		wrongs = systems[1].wrongs.of(wrongs[:0], units[1])
		for _, w := range wrongs {
			if w.item == 0 {
				continue
			}
			if missed[w.item] {
				both++
			} else {
				onlyB++
			}
		}
		onlyA := len(missed) - both
		var inGold [2]int
		for k, s := range systems {
			n := s.tally[units[k]]
			inGold[k] = int(n.gold)
			gold[k], total[k], crossing[k] = gold[k]+int(n.gold), total[k]+int(n.system), crossing[k]+int(n.crossing)
		}
		right[0], right[1] = right[0]+inGold[0]-len(missed), right[1]+inGold[1]-both-onlyB
		for _, tc := range []struct {
			n    int
			rows *rowList
			to   *int
		}{{inGold[0] - len(missed) - onlyB, &pairView.items[0], &yy}, {onlyB, &pairView.items[1], &yn}, {onlyA,
			&pairView.items[2], &ny}, {both, &pairView.items[3], &nn}} {
			if *tc.to += tc.n; tc.n > 0 {
				tc.rows.add(row)
			}
		}
	}
	if itemView.Total = yy + yn + ny + nn; itemView.Total == 0 || gold[0] != gold[1] || yy < 0 {
		return nil
	}
	if itemView.apart {
		itemView.Rest = " Sentences that the two split differently are not among them; the tests count these too."
	}
	itemView.Counts = compare.NewItems(yy, yn, ny, nn)
	itemView.tables(pairView, gold, total, right, crossing)
	return itemView
}

// missedItems appends the different items of gold among the errors of a sentence.
func missedItems(to []int64, wrongs []wrong) []int64 {
	for i := range wrongs {
		if item := wrongs[i].item; item != 0 && !slices.Contains(to, item) {
			to = append(to, item)
		}
	}
	return to
}

// tables fills in the tables and the drawings.
func (v *ItemView) tables(pairView *PairView, gold, total, right, crossing [2]int) {
	it := v.Counts
	v.Both = []ItemRow{{Name: "both right", Sign: "YY", Count: it.YY},
		{Name: "only " + pairView.A, Sign: "YN", Count: it.YN},
		{Name: "only " + pairView.B, Sign: "NY", Count: it.NY}, {Name: "neither", Sign: "NN", Count: it.NN}}
	var shares []chart.Share
	for i := range v.Both {
		if v.Both[i].Count > 0 {
			v.Both[i].Href = pairView.sentences("items", strings.ToLower(v.Both[i].Sign))
		}
		r := v.Both[i]
		v.Both[i].Share = fmt.Sprintf("%.1f %%", 100*float64(r.Count)/float64(v.Total))
		shares = append(shares, chart.Share{Name: r.Name, Size: float64(r.Count),
			Class: []string{"yy", "yn", "ny", "nn"}[i], Href: r.Href})
	}
	v.Bar = template.HTML(chart.Shares("gold items that "+pairView.A+" and "+pairView.B+" get right", shares))
	row := func(name, items string, a, b int, share bool) {
		text := func(k, n int) string {
			if !share || total[k] == 0 {
				return fmt.Sprint(n)
			}
			return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(total[k]))
		}
		link := func(system string, n int) string {
			switch {
			case n == 0:
				return ""
			case items == "":
				return pairView.sentences()
			}
			return pairView.sentences("items", items, "system", system)
		}
		v.Each = append(v.Each, EachRow{name, text(0, a), text(1, b), link(pairView.A, a), link(pairView.B, b)})
	}
	row("gold items (TTB)", "", gold[0], gold[1], false)
	row("items of the system (TPB)", "", total[0], total[1], false)
	row("exact matches (EM)", "em", right[0], right[1], true)
	if crossing[0]+crossing[1] > 0 {
		row("crossing (CE)", "ce", crossing[0], crossing[1], true)
	}
	row("spurious (SP)", "sp", total[0]-right[0]-crossing[0], total[1]-right[1]-crossing[1], true)
	if why := it.Doubt(pairView.A, pairView.B); why != "" {
		v.Real = "No real test: " + why + "."
		return
	}
	r := it.Real
	v.RealBar = template.HTML(chart.Shares("the real test of "+pairView.A+" and "+pairView.B,
		[]chart.Share{{Name: "always right", Size: float64(r.M1Int), Class: "yy"},
			{Name: "the real test", Size: float64(r.SizeInt), Class: "yn"},
			{Name: "never right", Size: float64(r.M2Int), Class: "nn"}}))
	v.Real = fmt.Sprintf("%d items are always right and %d never; of the %d of the real test %s has %.1f %% and %s "+
		"%.1f %%, z = %s (%s minus %s). These numbers are estimates and name no single items.", r.M1Int, r.M2Int, r.SizeInt,
		pairView.A, 100*r.Pa, pairView.B, 100*r.Pb, strings.ReplaceAll(fmt.Sprintf("%.1f", -r.Z), "-", "−"),
		pairView.A, pairView.B)
}

// gaps compares the two systems by label, the first key of the breakdown, with analytic
// intervals.
func (b *builder) gaps(pairView *PairView, groups []*eval.Result) {
	if len(groups) != len(b.names) || len(groups[pairView.a].Counts[0].Groups) == 0 {
		return
	}
	size := map[string]float64{}
	first := b.firstResults()[pairView.a]
	for _, g := range first.Groups {
		if g.By == groups[pairView.a].Counts[0].Groups[0].Key && len(g.Scores) > 0 {
			size[g.Value] = report.CountOf(g.Counts, first.Size)
		}
	}
	found, err := compare.Gaps(groups[pairView.a], groups[pairView.b], b.page.Score.Name,
		compare.Options{AllowMissing: true})
	if err != nil {
		return // the systems cannot be compared: the tests above say why
	}
	var gaps []chart.Gap
	for _, f := range found {
		if size[f.Value] < fewest {
			continue
		}
		pairView.By = f.By
		g := chart.Gap{Name: f.Value, Value: f.Interval.Value, Low: f.Low, High: f.High, Size: size[f.Value]}
		if (f.By == "label" || f.By == "deprel") && b.page.Browser.hasLabel(-1, f.Value) {
			g.Href = sentencesHref("label", f.Value)
		}
		gaps = append(gaps, g)
	}
	slices.SortStableFunc(gaps, func(x, y chart.Gap) int { return cmp.Compare(y.Size, x.Size) })
	if gaps = gaps[:min(len(gaps), mostLabels)]; len(gaps) > 1 {
		pairView.Gaps = template.HTML(chart.Gaps(pairView.B+" less "+pairView.A+" by "+pairView.By, gaps, b.page.Score.Rate))
	}
}

// keepGroups is a result with the groups of the first measure's first key alone.
func keepGroups(res *eval.Result) *eval.Result {
	whole, one := *res, *res.Counts[0]
	one.Groups = nil
	for _, g := range res.Counts[0].Groups {
		if g.Key == res.Counts[0].Groups[0].Key && !strings.HasPrefix(g.Key, "length") {
			one.Groups = append(one.Groups, g)
		}
	}
	whole.Counts = []*eval.Counts{&one}
	return &whole
}
