package study

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"assay/eval"
	"assay/eval/plan"
	"assay/internal/nearest"
	"assay/report"
)

// A Curve is precision against recall over the confidences that a parser gives its links: at a threshold, links
// with a lower confidence count as not given. A threshold is chosen in half of the sentences and judged in the
// other (Kübler & Telljohann 2002 ask how much of a parse is reliable; a threshold that is chosen and judged on
// the same sentences looks better than it is).
type Curve struct {
	Key, Metric, System string
	Points              []CurvePoint // at most eleven, by falling share of links kept; the first keeps all
	Best                CurvePoint   // of all thresholds the one with the best F1 in the first half, there
	Unseen, All         CurvePoint   // in the other half, with that threshold and without one
	Links, Without      int          // links of the system; those without a confidence, which are always kept
	Sentences           int
}

// A CurvePoint has the counts at one threshold. Without a threshold it is -Inf.
type CurvePoint struct {
	Threshold           float64
	Right, Kept, Wanted int // links that are right; that the system gives; of gold
}

// Precision is the share of the links kept that are right, NaN of none.
func (p CurvePoint) Precision() float64 { return share(p.Right, p.Kept) }

// Recall is the share of gold's links that are kept and right, NaN of none.
func (p CurvePoint) Recall() float64 { return share(p.Right, p.Wanted) }

// F1 is the harmonic mean of both.
func (p CurvePoint) F1() float64 { return share(2*p.Right, p.Kept+p.Wanted) }

func share(part, whole int) float64 {
	if whole == 0 {
		return math.NaN()
	}
	return float64(part) / float64(whole)
}

// A judged link is an item of the system or of gold.
type judged struct {
	unit                int32
	right, gold, system bool
	confidence          float64 // NaN if it has none
}

// Confidence draws the curve of the first measure for a system. The key names a number in MISC, in FEATS or in a
// column that the reader keeps (phead, pdeprel) of the system's words.
func (s *Study) Confidence(ctx context.Context, system int, key string) (*Curve, error) {
	ms, err := s.Measures(s.Gold, s.Systems[system])
	if err != nil {
		return nil, err
	}
	gather := &gathering{key: []byte(key), seen: map[string]bool{}}
	if at := ms[0].Headline(); at >= 0 {
		gather.part = strings.TrimSuffix(ms[0].ScoreNames()[at], "_f1")
	}
	taps := plan.Taps{Progress: s.Taps.Progress}
	taps.Collect = func() eval.Collector { return &gathering{key: gather.key, part: gather.part, seen: map[string]bool{}} }
	taps.Collected = func(c eval.Collector) { gather.add(c.(*gathering)) }
	taps.Discard = func() { gather.links, gather.seen = nil, map[string]bool{} }
	if _, err := s.Plan.Sums().Run(ctx, system, ms[:1], taps); err != nil {
		return nil, err
	}
	curve := &Curve{Key: key, Metric: ms[0].Name, System: s.Systems[system].Name}
	if gather.parts {
		curve.Metric += " " + gather.part
	}
	if !curve.count(gather.links) {
		return nil, gather.unknown(curve.System, key)
	}
	return curve, nil
}

// A gathering collects the links of a run and their confidences.
type gathering struct {
	key   []byte
	part  string // of a measure with several parts the one of its headline: las of ud
	parts bool   // there are such parts
	pair  *eval.Pair
	links []judged
	seen  map[string]bool // keys of MISC and FEATS whose values are numbers, for the message
}

func (g *gathering) Pair(pair *eval.Pair) { g.pair = pair }

func (g *gathering) Item(_ int, it *eval.Item) {
	if it.Part != "" && it.Part != g.part {
		return
	}
	g.parts = g.parts || it.Part != ""
	link := judged{unit: int32(g.pair.N), right: it.Outcome == eval.Correct, confidence: math.NaN()}
	link.gold = it.Outcome != eval.Spurious && it.Outcome != eval.Noncommittal
	link.system = it.Outcome != eval.Missing && it.Outcome != eval.Noncommittal
	if !link.gold && !link.system {
		return
	}
	if link.system && (it.System.Kind == eval.Link || it.System.Kind == eval.Word) {
		link.confidence = g.confidence(it.System.Index)
	}
	g.links = append(g.links, link)
}

// confidence returns the number that the key has at a word of the system, NaN if there is none.
func (g *gathering) confidence(word int32) float64 {
	sentence := g.pair.System
	found := math.NaN()
	look := func(key, value []byte) {
		number, err := strconv.ParseFloat(string(value), 64)
		if err != nil || math.IsNaN(number) {
			return
		}
		if bytes.Equal(key, g.key) && math.IsNaN(found) {
			found = number
		} else if len(g.seen) < 20 {
			g.seen[string(key)] = true
		}
	}
	if word >= 0 && int(word) < len(sentence.Morph) {
		morph := &sentence.Morph[word]
		for _, text := range [][]byte{sentence.Bytes(morph.Misc), []byte(sentence.Name(morph.Feats))} {
			for part := range bytes.SplitSeq(text, []byte("|")) {
				if name, value, ok := bytes.Cut(part, []byte("=")); ok {
					look(name, value)
				}
			}
		}
	}
	for _, attr := range sentence.Attrs {
		if attr.Index == word {
			look([]byte(sentence.Name(attr.Key)), sentence.Bytes(attr.Value))
		}
	}
	return found
}

func (g *gathering) add(from *gathering) {
	g.links = append(g.links, from.links...)
	g.parts = g.parts || from.parts
	for key := range from.seen {
		g.seen[key] = true
	}
}

// unknown is the error of a key that no word of the system has.
func (g *gathering) unknown(system, key string) error {
	var known []string
	for name := range g.seen {
		known = append(known, name)
	}
	slices.Sort(known)
	text := fmt.Sprintf("option confidence: no link of %s has a number %s in MISC, in FEATS or in a column", system, key)
	if near := nearest.Name(key, known); near != "" {
		return fmt.Errorf("%s\nhint: did you mean %s?", text, near)
	}
	if len(known) > 0 {
		return fmt.Errorf("%s\nhint: numbers are in %s", text, strings.Join(known, ", "))
	}
	return errors.New(text)
}

// count makes the points of the curve, and reports whether a link has a confidence.
func (c *Curve) count(links []judged) bool {
	units := int32(0)
	for _, link := range links {
		units = max(units, link.unit+1)
		if link.system {
			if c.Links++; math.IsNaN(link.confidence) {
				c.Without++
			}
		}
	}
	if c.Links == c.Without {
		return false
	}
	c.Sentences = int(units)
	whole := pointsOf(links)
	for tenth := 10; tenth > 0; tenth-- {
		at := slices.IndexFunc(whole, func(p CurvePoint) bool { return 10*p.Kept <= tenth*c.Links })
		if at >= 0 && !math.IsInf(whole[at].Threshold, 1) && (len(c.Points) == 0 || c.Points[len(c.Points)-1] != whole[at]) {
			c.Points = append(c.Points, whole[at])
		}
	}
	first := make([]bool, units)
	for i, unit := range rand.New(rand.NewPCG(1, 0)).Perm(int(units)) {
		first[unit] = i%2 == 0
	}
	var halves [2][]judged
	for _, link := range links {
		half := 1
		if first[link.unit] {
			half = 0
		}
		halves[half] = append(halves[half], link)
	}
	c.Best = slices.MaxFunc(pointsOf(halves[0]), func(a, b CurvePoint) int { return cmp.Compare(a.F1(), b.F1()) })
	c.Unseen, c.All = keptFrom(halves[1], c.Best.Threshold), keptFrom(halves[1], math.Inf(-1))
	return true
}

// keptFrom returns the counts at one threshold.
func keptFrom(links []judged, threshold float64) CurvePoint {
	point := CurvePoint{Threshold: threshold}
	for _, link := range links {
		if link.gold {
			point.Wanted++
		}
		if link.system && !(link.confidence < threshold) {
			point.Kept++
			if link.right {
				point.Right++
			}
		}
	}
	return point
}

// pointsOf returns the counts at each threshold that makes a difference, in rising order, the first without a
// threshold. At a threshold links with exactly this confidence are kept.
func pointsOf(links []judged) []CurvePoint {
	point := keptFrom(links, math.Inf(-1))
	ordered := slices.DeleteFunc(slices.Clone(links), func(link judged) bool {
		return !link.system || math.IsNaN(link.confidence)
	})
	slices.SortStableFunc(ordered, func(a, b judged) int { return cmp.Compare(a.confidence, b.confidence) })
	points := []CurvePoint{point}
	for i, link := range ordered {
		point.Kept--
		if link.right {
			point.Right--
		}
		if i+1 == len(ordered) || ordered[i+1].confidence != link.confidence {
			next := point
			if next.Threshold = math.Inf(1); i+1 < len(ordered) {
				next.Threshold = ordered[i+1].confidence
			}
			points = append(points, next)
		}
	}
	return points
}

// Table shows the curve.
func (c *Curve) Table(precision int) *report.Table {
	table := &report.Table{Title: fmt.Sprintf("%s: precision and recall of %s over %s", c.Metric, c.System, c.Key),
		Head: []string{c.Key + " from", "links kept", "precision", "recall", "F1"}}
	add := func(first string, point CurvePoint) {
		threshold := report.Label(first)
		if first == "" {
			threshold = report.Shown(point.Threshold, strconv.FormatFloat(point.Threshold, 'g', 6, 64))
		}
		table.Add(threshold, report.Count(point.Kept), report.Percent(point.Precision(), precision),
			report.Percent(point.Recall(), precision), report.Percent(point.F1(), precision))
	}
	for _, point := range c.Points {
		if math.IsInf(point.Threshold, -1) {
			add("all", point)
		} else {
			add("", point)
		}
	}
	table.Notes = []string{c.verdict(precision)}
	if c.Without > 0 {
		table.Notes = append(table.Notes, fmt.Sprintf("%d of %d links have no number %s and are always kept", c.Without,
			c.Links, c.Key))
	}
	return table
}

// verdict says which threshold is best, and how good it is on other sentences.
func (c *Curve) verdict(precision int) string {
	if c.Unseen.Wanted+c.Unseen.Kept == 0 {
		return "a threshold is chosen in one half of the sentences and judged in the other: want two sentences or more"
	}
	percent := func(v float64) string { return strconv.FormatFloat(100*v, 'f', precision, 64) }
	best := "without a threshold"
	if !math.IsInf(c.Best.Threshold, -1) {
		best = fmt.Sprintf("with %s from %g", c.Key, c.Best.Threshold)
	}
	return fmt.Sprintf("on half of the %s F1 is best %s, %s; on the other half that has precision %s, "+
		"recall %s, F1 %s, and all links %s, %s, %s", plural(c.Sentences, "sentence"), best, percent(c.Best.F1()),
		percent(c.Unseen.Precision()), percent(c.Unseen.Recall()), percent(c.Unseen.F1()), percent(c.All.Precision()),
		percent(c.All.Recall()), percent(c.All.F1()))
}
