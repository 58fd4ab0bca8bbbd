package study

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"assay/report"
)

// A Risk is how often a system is wrong in the answers that it keeps, if it keeps the surest ones and says "I do not
// know" elsewhere (El-Yaniv & Wiener 2010). Of the items, N are asked (gold has a value), A answered, C right, and
// W = A - C wrong. Items without a confidence are certain: they come first.
//
// Coverage is A / N: of measures with one answer for each unit (heads, labels) the share of the units that are
// answered, of sets (brackets, triples) the generation rate of Hogenhout & Matsumoto (1996 §5), which may exceed 1.
// Risk is W / A, that is 1 - precision. The error count is Lin's (1995 §4.2): wrong and unanswered items.
//
// The area under the curve of risk over coverage is (1/A) times the sum of E[W(k)]/k for k = 1 to A, where W(k) is the
// number of wrong ones among the k surest (Geifman & El-Yaniv 2017); all orders of equally sure items are equally
// likely. Chance is the area without an order: the risk. The optimum has all right items first.
type Risk struct {
	Asked, Answered, Right int
	Unanswered             int // asked, and no answer
	Area, Optimum          float64
	Low, High              float64 // of the area: 95 % interval of resampled sentences
	Points                 []RiskPoint
	Deciles                []RiskPoint // at most eleven of Points, the last has all
	// Calibration is the mean distance between confidence and share of right items, in ten bins of equal width weighted
	// by their items; NaN where some confidence is outside 0 to 1. Sure is mean confidence less the share of right items.
	Calibration, Sure float64

	links []judged // answered, the surest first
	units int
}

// A RiskPoint has the counts of the items that are at least as sure as its threshold.
type RiskPoint struct {
	Threshold               float64 // +Inf of items without a confidence
	Kept, Wrong, Unanswered int
}

// Risk is the share of the kept items that are wrong.
func (p RiskPoint) Risk() float64 { return share(p.Wrong, p.Kept) }

// Errors is Lin's error count: wrong and unanswered items.
func (p RiskPoint) Errors() int { return p.Wrong + p.Unanswered }

// Wrong is the number of wrong answers.
func (r *Risk) Wrong() int { return r.Answered - r.Right }

// Chance is the risk of all answers, which is the area where the confidences say nothing.
func (r *Risk) Chance() float64 { return share(r.Wrong(), r.Answered) }

// Quality is the share of the gain of a perfect order that the confidences reach: 0 is chance, 1 the best; NaN
// where no order could gain.
func (r *Risk) Quality() float64 {
	if r.Chance() == r.Optimum {
		return math.NaN()
	}
	return (r.Chance() - r.Area) / (r.Chance() - r.Optimum)
}

// Coverage is the share of the asked items that a point keeps.
func (r *Risk) Coverage(p RiskPoint) float64 { return share(p.Kept, r.Asked) }

// AtRisk returns how many of the surest items can be kept with at most that risk, as a share of the system's items:
// the largest such number; of equally sure ones the expected risk counts.
func (r *Risk) AtRisk(most float64) float64 {
	best, before, wrong := 0, 0, 0
	for _, p := range r.Points {
		n, w := p.Kept-before, p.Wrong-wrong
		for i := n; i > 0; i-- {
			if k := before + i; float64(wrong)+float64(i)*float64(w)/float64(n) <= most*float64(k)+1e-9 {
				best = max(best, k)
				break
			}
		}
		before, wrong = p.Kept, p.Wrong
	}
	return share(best, r.Answered)
}

// BreakEven returns the price of an unanswered item, in wrong ones, at which two systems cost as much; below it the one
// that answers less is better (Chow 1970). ok is false where no price from 0 to 1 does that.
func BreakEven(a, b *Risk) (price float64, ok bool) {
	price = float64(a.Wrong()-b.Wrong()) / float64(b.Unanswered-a.Unanswered)
	return price, price > 0 && price < 1
}

// mostDrawn is the number of points that a drawing can show.
const mostDrawn = 500

// Line has coverage and risk of the points, at most 501 of them.
func (r *Risk) Line() (line [][2]float64) {
	step := max(1, len(r.Points)/mostDrawn)
	for i, point := range r.Points {
		if i%step == 0 || i == len(r.Points)-1 {
			line = append(line, [2]float64{r.Coverage(point), point.Risk()})
		}
	}
	return line
}

// Ideal is the Line of the best order of the same answers.
func (r *Risk) Ideal() (line [][2]float64) {
	for percent := 1; percent <= 100; percent++ {
		if kept := r.Answered * percent / 100; kept > 0 {
			line = append(line, [2]float64{share(kept, r.Asked), share(max(0, kept-r.Right), kept)})
		}
	}
	return line
}

// newRisk counts links.
func newRisk(links []judged, resamples int) *Risk {
	r := &Risk{}
	partners := 0
	for _, link := range links {
		r.units = max(r.units, int(link.unit)+1)
		if link.gold {
			r.Asked++
		}
		if link.system && link.asked() {
			r.links = append(r.links, link)
			r.Answered++
			if link.right {
				r.Right++
			}
			if link.gold {
				partners++
			}
		}
	}
	r.Unanswered = r.Asked - partners
	slices.SortStableFunc(r.links, judged.compare)
	r.count()
	r.Area, r.Optimum = r.area(nil), optimum(r.Answered, r.Right)
	r.calibrate()
	r.interval(resamples)
	return r
}

// asked reports whether an item is in the figures: a word whose head gold does not know is in neither N nor W.
func (j judged) asked() bool { return !j.unasked }

// sure is the confidence of an item, +Inf if it has none.
func (j judged) sure() float64 {
	if math.IsNaN(j.confidence) {
		return math.Inf(1)
	}
	return j.confidence
}

// compare orders items, the surest first.
func (j judged) compare(other judged) int {
	return cmp.Or(cmp.Compare(other.sure(), j.sure()), cmp.Compare(j.doubt, other.doubt))
}

// count makes the points: one after each group of equally sure items.
func (r *Risk) count() {
	wrong, partners := 0, 0
	for i, link := range r.links {
		if !link.right {
			wrong++
		}
		if link.gold {
			partners++
		}
		if i+1 == len(r.links) || r.links[i+1].compare(link) != 0 {
			r.Points = append(r.Points, RiskPoint{link.sure(), i + 1, wrong, r.Asked - partners})
		}
	}
	for tenth := 1; tenth <= 10; tenth++ {
		at := -1
		for i, p := range r.Points {
			if 10*p.Kept <= tenth*r.Answered {
				at = i
			}
		}
		if at >= 0 && (len(r.Deciles) == 0 || r.Deciles[len(r.Deciles)-1] != r.Points[at]) {
			r.Deciles = append(r.Deciles, r.Points[at])
		}
	}
}

// area is the area under the curve; weights are those of the units, nil for 1.
func (r *Risk) area(weights []float64) float64 {
	weight := func(link judged) float64 {
		if weights == nil {
			return 1
		}
		return weights[link.unit]
	}
	sum, all, wrong := 0.0, 0.0, 0.0
	for i := 0; i < len(r.links); {
		size, faults, j := 0.0, 0.0, i
		for ; j < len(r.links) && r.links[j].compare(r.links[i]) == 0; j++ {
			size += weight(r.links[j])
			if !r.links[j].right {
				faults += weight(r.links[j])
			}
		}
		for k := 1.0; k <= size; k++ {
			sum += (wrong + k*faults/size) / (all + k)
		}
		all, wrong, i = all+size, wrong+faults, j
	}
	if all == 0 {
		return math.NaN()
	}
	return sum / all
}

// optimum is the area of the best order.
func optimum(answered, right int) float64 {
	sum := 0.0
	for k := right + 1; k <= answered; k++ {
		sum += float64(k-right) / float64(k)
	}
	if answered == 0 {
		return math.NaN()
	}
	return sum / float64(answered)
}

// calibrate compares confidences with shares of right items.
func (r *Risk) calibrate() {
	r.Calibration, r.Sure = math.NaN(), math.NaN()
	var items, right, sum [10]float64
	for _, link := range r.links {
		sure := link.sure()
		if math.IsInf(sure, 1) {
			sure = 1
		}
		if sure < 0 || sure > 1 {
			return
		}
		bin := min(int(sure*10), 9)
		items[bin]++
		sum[bin] += sure
		if link.right {
			right[bin]++
		}
	}
	if r.Answered == 0 {
		return
	}
	r.Calibration, r.Sure = 0, 0
	for i := range items {
		if items[i] > 0 {
			r.Calibration += math.Abs(sum[i]-right[i]) / float64(r.Answered)
			r.Sure += (sum[i] - right[i]) / float64(r.Answered)
		}
	}
}

// riskSeed makes intervals and tests of areas repeatable.
const riskSeed = 1

// interval resamples sentences.
func (r *Risk) interval(resamples int) {
	r.Low, r.High = math.NaN(), math.NaN()
	if resamples == 0 || r.units < 2 || len(r.links) == 0 {
		return
	}
	random := rand.New(rand.NewPCG(riskSeed, 0))
	weights, areas := make([]float64, r.units), make([]float64, 0, resamples)
	for range resamples {
		clear(weights)
		for range r.units {
			weights[random.IntN(r.units)]++
		}
		if area := r.area(weights); !math.IsNaN(area) {
			areas = append(areas, area)
		}
	}
	slices.Sort(areas)
	if n := len(areas); n > 0 {
		r.Low, r.High = areas[n*25/1000], areas[min(n*975/1000, n-1)]
	}
}

// AreaTest is the p-value of the difference of two areas: the share of random exchanges of the two systems' sentences
// whose areas differ as much.
func AreaTest(a, b *Risk, exchanges int) float64 {
	units := max(a.units, b.units)
	all := append(slices.Clone(a.links), b.links...)
	from := make([]bool, len(a.links)+len(b.links)) // of the second system
	order := make([]int, len(all))
	for i := range order {
		order[i], from[i] = i, i >= len(a.links)
	}
	slices.SortStableFunc(order, func(i, j int) int { return all[i].compare(all[j]) })
	swapped := make([]bool, units)
	var sides [2]Risk
	difference := func() float64 {
		sides[0].links, sides[1].links = sides[0].links[:0], sides[1].links[:0]
		for _, i := range order {
			side := 0
			if from[i] != swapped[all[i].unit] {
				side = 1
			}
			sides[side].links = append(sides[side].links, all[i])
		}
		return math.Abs(sides[0].area(nil) - sides[1].area(nil))
	}
	observed, extreme := difference(), 1
	random := rand.New(rand.NewPCG(riskSeed, 1))
	for range exchanges {
		for i := range swapped {
			swapped[i] = random.IntN(2) == 1
		}
		if !(difference() < observed-1e-12) {
			extreme++
		}
	}
	return float64(extreme) / float64(exchanges+1)
}

// RiskTable shows coverage and risk.
func (c *Curve) RiskTable(precision int) *report.Table {
	r := c.Risk
	table := &report.Table{Title: fmt.Sprintf("%s: coverage and risk of %s over %s", c.Metric, c.System, c.Key),
		Head: []string{"surest", "items", "coverage", "risk", "errors", "recall"}}
	for i, p := range r.Deciles {
		name := fmt.Sprintf("%.0f %%", 100*share(p.Kept, r.Answered))
		if i == len(r.Deciles)-1 && p.Kept == r.Answered {
			name = "all"
		}
		table.Add(report.Label(name), report.Count(p.Kept), report.Percent(r.Coverage(p), precision),
			report.Percent(p.Risk(), precision), report.Count(p.Errors()),
			report.Percent(share(p.Kept-p.Wrong, r.Asked), precision))
	}
	table.Notes = r.notes(precision)
	return table
}

// notes say how good the order is, and whether the confidences are probabilities.
func (r *Risk) notes(precision int) (out []string) {
	order := fmt.Sprintf("area under risk, lower is better: %.3f (%.3f to %.3f with resampled sentences), at best %.3f, "+
		"by chance %.3f", r.Area, r.Low, r.High, r.Optimum, r.Chance())
	if q := r.Quality(); !math.IsNaN(q) {
		order += fmt.Sprintf(": %.0f %% of the gain of a perfect order", 100*q)
	}
	out = append(out, order)
	for _, most := range []float64{.05, .10} {
		if r.Chance() > most {
			out = append(out, fmt.Sprintf("risk of at most %.0f %%: the surest %.1f %% of the items", 100*most,
				100*r.AtRisk(most)))
		}
	}
	switch {
	case math.IsNaN(r.Calibration):
		out = append(out, "confidences are outside of 0 to 1: they order the items, and are no probabilities")
	case math.Abs(r.Sure) >= .005:
		way := "too sure"
		if r.Sure < 0 {
			way = "not sure enough"
		}
		out = append(out, fmt.Sprintf("%s: mean confidence is %.*f points from the share of right items; calibration "+
			"error %.3f (10 bins)", way, precision, 100*math.Abs(r.Sure), r.Calibration))
	default:
		out = append(out, fmt.Sprintf("calibration error %.3f (10 bins)", r.Calibration))
	}
	return out
}

// CompareRisks are notes on the curves of several systems: the break-even prices, and tests of the areas against the
// first system's.
func CompareRisks(curves []*Curve) (out []string) {
	for _, c := range curves[min(1, len(curves)):] {
		a, b := curves[0], c
		if b.Risk.Unanswered < a.Risk.Unanswered {
			a, b = b, a
		}
		if price, ok := BreakEven(a.Risk, b.Risk); ok {
			out = append(out, fmt.Sprintf("error count %d (%s) and %d (%s): an item without an answer must cost less than "+
				"%.2f of a wrong one for %s to be better", a.Risk.Wrong()+a.Risk.Unanswered, filepath.Base(a.System),
				b.Risk.Wrong()+b.Risk.Unanswered, filepath.Base(b.System), price, filepath.Base(b.System)))
		}
		out = append(out, fmt.Sprintf("areas of %s and %s: difference %.3f, p %.3f (sentences exchanged at random)",
			filepath.Base(curves[0].System), filepath.Base(c.System), curves[0].Risk.Area-c.Risk.Area,
			AreaTest(curves[0].Risk, c.Risk, areaExchanges)))
	}
	return out
}

// areaResamples and areaExchanges are the numbers of resamples of an interval and of exchanges of a test.
const (
	areaResamples = 999
	areaExchanges = 999
)

// Tables are those of the curve; all adds its points.
func (c *Curve) Tables(precision int, all bool) []*report.Table {
	list := []*report.Table{c.Table(precision), c.RiskTable(precision)}
	if all {
		list = append(list, c.PointsTable())
	}
	return list
}

// PointsTable has all points of the curve, for programs; its title names the system.
func (c *Curve) PointsTable() *report.Table {
	table := &report.Table{Title: fmt.Sprintf("%s: all points of %s over %s", c.Metric, c.System, c.Key),
		Head: []string{"threshold", "kept", "wrong", "unanswered", "coverage", "risk"}}
	for _, point := range c.Risk.Points {
		table.Add(report.Number(point.Threshold, 6), report.Count(point.Kept), report.Count(point.Wrong),
			report.Count(point.Unanswered), report.Percent(c.Risk.Coverage(point), 2), report.Percent(point.Risk(), 2))
	}
	return table
}
