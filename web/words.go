package web

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/compare"
)

// mostTold is how many systems have a sentence for each pair; more have a summary.
const mostTold = 3

// inWords describes in sentences which systems differ, those that lead first.
func inWords(c *compare.Comparison, names []string, score string) (out []Paragraph) {
	s := find(c, score)
	if s == nil {
		return nil
	}
	label := scoreLabel(s.Name)
	if len(names) > mostTold && !s.Neither {
		return manyInWords(c, s, names)
	}
	var unclear []Paragraph
	for _, p := range s.Pairs {
		better, worse, d := p.B, p.A, p.Difference
		if (d < 0) != s.Lower {
			better, worse = p.A, p.B
		}
		link := sentencesHref("better", names[better], "than", names[worse])
		if s.Neither {
			out = append(out, apart(c, s, p, names))
			continue
		}
		if differs(c, p) {
			text := Paragraph{{Text: names[better], Bold: true}, {Text: " beats " + names[worse] + " by "},
				{Text: points(s, d) + " " + label, Href: link}}
			tail := ", " + pValue(p.Adjusted) + "."
			if p.Interval != nil {
				low, high := p.Interval.Low, p.Interval.High
				if d < 0 {
					low, high = -high, -low
				}
				tail = fmt.Sprintf(" (95 %%: %s to %s)", signedPoints(s, low), signedPoints(s, high)) + tail
			}
			out = append(out, append(text, Run{Text: tail}))
			continue
		}
		text := Paragraph{{Text: names[better] + " and " + names[worse]}, {Text: ": no difference shown", Bold: true},
			{Text: ": "}, {Text: points(s, d) + " " + label, Href: link}, {Text: ", " + pValue(p.Adjusted)}}
		if !math.IsNaN(p.Detectable) {
			text = append(text, Run{Text: fmt.Sprintf("; a set of this size shows differences of %s or more (8 times of 10)",
				points(s, p.Detectable))})
		}
		unclear = append(unclear, append(text, Run{Text: "."}))
	}
	return append(out, unclear...)
}

// apart describes two systems by a score of which no value is better.
func apart(c *compare.Comparison, s *compare.Score, p *compare.Pair, names []string) Paragraph {
	verdict := ": no difference shown"
	if differs(c, p) {
		verdict = " differ"
	}
	return Paragraph{{Text: names[p.A] + " and " + names[p.B]}, {Text: verdict, Bold: true},
		{Text: fmt.Sprintf(": %s %s, %s; neither more nor less of it is better.", points(s, p.Difference), scoreLabel(s.Name),
			pValue(p.Adjusted))}}
}

// mostUnclear is how many pairs without a difference a summary names.
const mostUnclear = 4

// manyInWords describes many systems in three sentences: the leader, the pairs without a
// shown difference, and how many pairs differ.
func manyInWords(c *compare.Comparison, score *compare.Score, names []string) (out []Paragraph) {
	best, label := 0, scoreLabel(score.Name)
	for i, v := range score.Values {
		if b := score.Values[best]; math.IsNaN(b) || v > b && !score.Lower || v < b && score.Lower {
			best = i
		}
	}
	var beaten, unclear []*compare.Pair
	clear := 0
	for _, p := range score.Pairs {
		if !differs(c, p) {
			unclear = append(unclear, p)
			continue
		}
		if clear++; p.A == best || p.B == best {
			beaten = append(beaten, p)
		}
	}
	size := func(p *compare.Pair) float64 { return math.Abs(p.Difference) }
	bySize := func(x, y *compare.Pair) int {
		return cmp.Or(cmp.Compare(size(x), size(y)), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	}
	slices.SortFunc(beaten, bySize)
	slices.SortFunc(unclear, bySize)
	if len(beaten) > 0 {
		near := beaten[0]
		other := near.A + near.B - best
		text := Paragraph{{Text: names[best], Bold: true}, {Text: " beats " + names[other] + " by "},
			{Text: points(score, near.Difference) + " " + label,
				Href: sentencesHref("better", names[best], "than", names[other])},
			{Text: ", " + pValue(near.Adjusted)}}
		switch n := len(beaten) - 1; {
		case n == 1:
			text = append(text, Run{Text: fmt.Sprintf(", and %s by %s", names[beaten[1].A+beaten[1].B-best],
				points(score, beaten[1].Difference))})
		case n > 1:
			text = append(text, Run{Text: fmt.Sprintf(", and %d others by %s to %s", n,
				points(score, beaten[1].Difference), points(score, beaten[n].Difference))})
		}
		out = append(out, append(text, Run{Text: "."}))
	}
	if len(unclear) > 0 {
		text := Paragraph{{Text: "No difference shown", Bold: true}, {Text: " between "}}
		for i, p := range unclear[:min(len(unclear), mostUnclear)] {
			if i > 0 {
				text = append(text, Run{Text: "; between "})
			}
			text = append(text, Run{Text: names[p.A] + " and " + names[p.B] + " ("},
				Run{Text: points(score, p.Difference) + " " + label,
					Href: sentencesHref("better", names[p.A], "than", names[p.B])},
				Run{Text: ", " + pValue(p.Adjusted) + ")"})
		}
		if more := len(unclear) - mostUnclear; more > 0 {
			text = append(text, Run{Text: fmt.Sprintf("; and between %d more pairs", more)})
		}
		out = append(out, append(text, Run{Text: "."}))
	}
	return append(out, Paragraph{{Text: fmt.Sprintf("%d of %d pairs of systems", clear, len(score.Pairs)),
		Href: "#differences"}, {Text: " differ significantly (adjusted p < "},
		{Text: strings.TrimPrefix(fmt.Sprint(c.Options.Alpha), "0") + ")."}})
}
