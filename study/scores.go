package study

import (
	"slices"
	"strings"

	"assay/eval"
	"assay/internal/message"
	"assay/measures"
)

// countNames lists the counts of a measure that are not sums of scores or logarithms.
func countNames(m *eval.Measure) (out []string) {
	for _, c := range m.Columns {
		if !c.Hidden {
			out = append(out, c.Name)
		}
	}
	return out
}

// plainScore is the name of a score as it is printed, or as people type it, in the form of known names.
func plainScore(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "-", "_"), " ", "_")
}

// PlainScores are names of scores, as they are printed or typed, in the form of known names.
func PlainScores(names []string) (out []string) {
	for _, name := range names {
		out = append(out, plainScore(name))
	}
	return out
}

// ScoreName returns the score that a user means by name, "" if there is none:
// LAS is las, or las_f1 where a measure has no las.
func ScoreName(name string, known []string) string {
	name = plainScore(name)
	for _, n := range []string{name, name + "_f1"} {
		if slices.Contains(known, n) {
			return n
		}
	}
	return ""
}

// ChosenScores returns the names of the scores that the user asked for. It
// refuses a name that no measure has, and a measure that has none of them.
func ChosenScores(ms []*eval.Measure, want []string) ([]string, error) {
	return chosen(ms, want, func(*eval.Measure) []string { return nil })
}

// ChosenFigures is ChosenScores for scores and counts.
func ChosenFigures(ms []*eval.Measure, want []string) ([]string, error) {
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
			if n := ScoreName(w, known); n != "" {
				found[i], some = true, true
				for _, n := range withExpected(n, known) {
					if !slices.Contains(out, n) {
						out = append(out, n)
					}
				}
			}
		}
		if !some && len(ms) > 1 {
			return nil, message.Errorf("option scores: %s has none of %s; it has %s", metric.Name, strings.Join(want, ", "),
				strings.Join(metric.ScoreNames(), ", "))
		}
	}
	unknown := &measures.UnknownError{What: "score of " + ms[0].Name, Known: all}
	for i, w := range want {
		switch {
		case found[i]:
		case unknown.Name == "":
			unknown.Name = strings.ToLower(w)
		default:
			unknown.Others = append(unknown.Others, strings.ToLower(w))
		}
	}
	if unknown.Name != "" {
		return nil, unknown
	}
	return out, nil
}

// withExpected returns a score and, of a soft precision, its expected value, without which it misleads where few items
// are decided.
func withExpected(name string, known []string) []string {
	if expected := name + "_expected"; slices.Contains(known, expected) {
		return []string{name, expected}
	}
	return []string{name}
}

// AllScoreNames lists the scores of all measures, for completion.
func AllScoreNames() (out []string) {
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

// WithScore lists the measures that have a score of the unknown name; of a preset, its measure.
func WithScore(unknown *measures.UnknownError) (out []string) {
	of, preset := strings.CutPrefix(unknown.What, "preset of ")
	if unknown.What != "metric" && !preset && !strings.HasPrefix(unknown.What, "score ") {
		return nil
	}
	for _, entry := range measures.All {
		if preset && entry.Name != of {
			continue
		}
		m, err := measures.Parse(entry.Name, measures.Config{})
		if err != nil {
			continue
		}
		if ScoreName(unknown.Name, m.ScoreNames()) != "" {
			out = append(out, entry.Name)
		}
	}
	return out
}
