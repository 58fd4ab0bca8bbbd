package study

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"assay/diagnose"
	"assay/eval"
	"assay/eval/plan"
	"assay/internal/message"
	"assay/internal/nearest"
	"assay/report"
	"assay/treebank"
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
	Risk                *Risk
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
	unasked             bool    // gold has no value at the item's place, as where a head is ?
	confidence          float64 // NaN if it has none
	// doubt is 1 less the confidence where that is a share of a list: near 1 it orders items that confidences round
	doubt float64
	key   uint64 // of the system's item: equal for equal items of the sentence
}

// The confidences that do not come from the system's words.
const (
	// ListConfidence is the share of the probability of a ranked list whose analyses have the item (Goodman 1996).
	ListConfidence = "list"
	// SentenceConfidence is that of the first analysis, for all its items.
	SentenceConfidence = "list:sentence"
	// SystemsConfidence is the share of the other systems that have the item.
	SystemsConfidence = "systems"
)

// Confidence draws the curve of the first measure for a system. The key names a number in MISC, in FEATS or in a
// column that the reader keeps (phead, pdeprel) of the system's words, a property of nodes or edges, or one of
// ListConfidence, SentenceConfidence and SystemsConfidence.
func (s *Study) Confidence(ctx context.Context, system int, key string) (*Curve, error) {
	ms, err := s.Measures(s.Gold, s.Systems[system])
	if err != nil {
		return nil, err
	}
	part, headline := "", ms[0].Headline()
	if headline >= 0 {
		part = strings.TrimSuffix(ms[0].ScoreNames()[headline], "_f1")
	}
	focus := diagnose.NewFocus(ms[0], headline)
	own := func(of int, p *plan.Plan) (*gathering, error) {
		gather := &gathering{key: []byte(key), part: part, focus: focus, bare: ms[0].Unlabelled}
		gather.forget()
		taps := plan.Taps{Progress: s.Taps.Progress}
		taps.Collect = func() eval.Collector {
			batch := &gathering{key: gather.key, part: part, focus: focus, bare: gather.bare}
			batch.forget()
			return batch
		}
		taps.Collected = func(c eval.Collector) { gather.add(c.(*gathering)) }
		taps.Discard = gather.forget
		_, err := p.Run(ctx, of, ms[:1], taps)
		return gather, err
	}
	gather, err := own(system, s.Plan.Sums())
	if err != nil {
		return nil, err
	}
	switch key {
	case ListConfidence, SentenceConfidence:
		err = gather.fromList(s.Systems[system], key, func(rank int) (*gathering, error) {
			return own(system, s.Plan.Sums().Ranked(rank))
		})
	case SystemsConfidence:
		err = gather.fromSystems(len(s.Systems), system, func(other int) (*gathering, error) {
			return own(other, s.Plan.Sums())
		})
	}
	if err != nil {
		return nil, err
	}
	curve := &Curve{Key: key, Metric: ms[0].Name, System: s.Systems[system].Name}
	if gather.parts {
		curve.Metric += " " + gather.part
	}
	if !curve.count(gather.links) {
		return nil, gather.unknown(curve.System, key)
	}
	curve.Risk = newRisk(gather.links, areaResamples)
	return curve, nil
}

// A gathering collects the links of a run and their confidences.
type gathering struct {
	key   []byte
	part  string // of a measure with several parts the one of its headline: las of ud
	parts bool   // there are such parts
	bare  bool   // labels do not count
	focus *diagnose.Focus
	pair  *eval.Pair
	links []judged
	seen  map[string]bool // keys of MISC and FEATS whose values are numbers, for the message
	// scores are the parser's scores of the analyses, by unit
	scores map[int32]float64
}

// forget begins again.
func (g *gathering) forget() {
	g.links, g.seen, g.scores = nil, map[string]bool{}, map[int32]float64{}
}

func (g *gathering) Pair(pair *eval.Pair) {
	g.pair = pair
	if !pair.System.Missing {
		g.scores[int32(pair.N)] = pair.System.Score
	}
}

func (g *gathering) Item(_ int, it *eval.Item) {
	outcome, belongs := g.focus.Outcome(it)
	if !belongs {
		return
	}
	g.parts = g.parts || it.Part != "" && it.Part == g.part
	link := judged{unit: int32(g.pair.N), right: outcome == eval.Correct, confidence: math.NaN()}
	link.unasked = outcome == eval.Spurious && it.Gold.Kind != eval.None
	link.gold = outcome != eval.Spurious && outcome != eval.Noncommittal
	link.system = outcome != eval.Missing && outcome != eval.Noncommittal
	if !link.gold && !link.system {
		return
	}
	if link.system {
		system := it.System
		if g.bare {
			system = system.Unlabelled()
		}
		link.key = itemKey(g.pair.System, &system)
	}
	if link.system {
		switch it.System.Kind {
		case eval.Link, eval.Word:
			link.confidence = g.confidence(it.System.Index)
		case eval.Node, eval.Edge, eval.Prop, eval.Top:
			link.confidence = g.ofGraph(&it.System)
		}
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

// ofGraph returns the number that the key has at a node or an edge of the system, NaN if there is none.
func (g *gathering) ofGraph(r *eval.Ref) float64 {
	s := g.pair.System
	number := func(key, value treebank.Symbol) (float64, bool) {
		v, err := strconv.ParseFloat(s.Name(value), 64)
		if err != nil || math.IsNaN(v) {
			return 0, false
		}
		if s.Name(key) == string(g.key) {
			return v, true
		}
		if len(g.seen) < 20 {
			g.seen[s.Name(key)] = true
		}
		return 0, false
	}
	if r.Kind == eval.Edge {
		for _, p := range s.EdgeProps {
			if p.Edge == r.Index {
				if v, ok := number(p.Key, p.Value); ok {
					return v
				}
			}
		}
		return math.NaN()
	}
	for _, p := range s.Props {
		if p.Node == r.Index {
			if v, ok := number(p.Key, p.Value); ok {
				return v
			}
		}
	}
	return math.NaN()
}

func (g *gathering) add(from *gathering) {
	for unit, score := range from.scores {
		g.scores[unit] = score
	}
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
	const text = "option confidence: no link of %s has a number %s in MISC, in FEATS or in a column"
	if near := nearest.Name(key, known); near != "" {
		return message.Errorf(text+"\nhint: did you mean %s?", system, key, near)
	}
	if len(known) > 0 {
		return message.Errorf(text+"\nhint: numbers are in %s", system, key, strings.Join(known, ", "))
	}
	return message.Errorf(text, system, key)
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
