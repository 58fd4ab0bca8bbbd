package main

import (
	"slices"
	"strings"

	"assay/eval"
	"assay/measures"
	"assay/report"
)

// list is an option that takes several values, separated by commas or given by
// repeating the option.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }
func (l *list) Type() string   { return "list" }
func (l *list) Set(s string) error {
	*l = append(*l, strings.Split(s, ",")...)
	return nil
}

// countNames lists the counts of a measure that are not sums of scores or logarithms.
func countNames(m *eval.Measure) (out []string) {
	for _, c := range m.Columns {
		if !c.Hidden {
			out = append(out, c.Name)
		}
	}
	return out
}

// scoreName returns the score that a user means by name, "" if there is none:
// LAS is las, or las_f1 where a measure has no las.
func scoreName(name string, known []string) string {
	name = strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "-", "_"), " ", "_")
	for _, n := range []string{name, name + "_f1"} {
		if slices.Contains(known, n) {
			return n
		}
	}
	return ""
}

// chosenScores returns the names of the scores that the user asked for. It
// refuses a name that no measure has, and a measure that has none of them.
func chosenScores(ms []*eval.Measure, want []string) ([]string, error) {
	return chosen(ms, want, func(*eval.Measure) []string { return nil })
}

// chosenFigures is chosenScores for scores and counts.
func chosenFigures(ms []*eval.Measure, want []string) ([]string, error) {
	return chosen(ms, want, countNames)
}

func chosen(ms []*eval.Measure, want []string, counts func(*eval.Measure) []string) ([]string, error) {
	if len(want) == 0 {
		return nil, nil
	}
	var out, all []string
	found := make([]bool, len(want))
	for _, metric := range ms {
		known := metric.ScoreNames()
		for _, n := range known {
			all = append(all, strings.TrimSuffix(n, "_f1"))
		}
		known = append(known, counts(metric)...)
		some := false
		for i, w := range want {
			if n := scoreName(w, known); n != "" {
				found[i], some = true, true
				if !slices.Contains(out, n) {
					out = append(out, n)
				}
			}
		}
		if !some && len(ms) > 1 {
			return nil, usagef("--scores: %s has none of %s; it has %s", metric.Name, strings.Join(want, ", "), strings.Join(metric.ScoreNames(), ", "))
		}
	}
	for i, w := range want {
		if !found[i] {
			return nil, &measures.UnknownError{What: "score of " + ms[0].Name, Name: strings.ToLower(w), Known: all}
		}
	}
	return out, nil
}

// allScoreNames lists the scores of all measures, for completion.
func allScoreNames() (out []string) {
	for _, e := range measures.All {
		m, err := measures.Parse(e.Name, measures.Config{})
		if err != nil {
			continue
		}
		for _, n := range m.ScoreNames() {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// describeScore names the measures that have a score.
func describeScore(name string) string {
	of := withScore(&measures.UnknownError{What: "metric", Name: name})
	if len(of) == 0 {
		return ""
	}
	return report.FieldName(strings.ToLower(name)) + " is a score of " + strings.Join(of, ", ") +
		".\nassay help " + of[0] + " describes it; assay score GOLD SYSTEM -m " + strings.ToLower(name) + " shows it.\n"
}
