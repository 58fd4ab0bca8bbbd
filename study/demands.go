package study

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"assay/eval"
	"assay/internal/message"
	"assay/internal/settings"
	"assay/measures"
	"assay/report"
)

// Demands are the values that scores must reach.
type Demands struct {
	floors  []floor
	old     *baseline // nil if none
	path    string    // of the baseline
	maxDrop float64
}

// A floor is a value that a score must not be below: of a score that is better if it is lower, a ceiling.
type floor struct {
	score string
	value float64
}

// ReadDemands reads demands of the form SCORE=VALUE, and the JSON of an earlier run, below
// which no score may drop by more than maxDrop points.
func ReadDemands(floors []string, path string, maxDrop float64) (demands Demands, err error) {
	demands.path, demands.maxDrop = path, maxDrop
	for _, spec := range floors {
		name, text, ok := strings.Cut(spec, "=")
		want, err := settings.Number(text)
		if !ok || err != nil {
			return demands, message.Errorf("option fail-under wants SCORE=VALUE, found %q", spec)
		}
		demands.floors = append(demands.floors, floor{name, want})
	}
	switch {
	case !(maxDrop >= 0):
		return demands, message.Errorf("option max-drop wants points, 0 or more, not %v", maxDrop)
	case path == "" && maxDrop > 0:
		return demands, message.Errorf("option max-drop goes with option baseline")
	case path == "":
		return demands, nil
	}
	if demands.old, err = readBaseline(path); err != nil {
		err = &InputError{err}
	}
	return demands, err
}

// Known refuses the demand of a score that no measure has, before anything is scored.
func (d *Demands) Known(ms []*eval.Measure) error {
	for _, floor := range d.floors {
		var known []string
		for _, m := range ms {
			known = append(known, m.ScoreNames()...)
		}
		if ScoreName(floor.score, known) == "" {
			for i, name := range known {
				known[i] = strings.TrimSuffix(name, "_f1")
			}
			return &measures.UnknownError{What: "score in option fail-under", Name: floor.score, Known: known}
		}
	}
	return nil
}

// Checks compares the scores with the demands. Notes concern baselines with other options.
func (d *Demands) Checks(rep *report.Report) (out []report.Check, notes []string, err error) {
	for _, floor := range d.floors {
		found := false
		for _, result := range rep.Results {
			sc := result.Find(ScoreName(floor.score, result.Names()))
			if sc == nil {
				continue
			}
			found = true
			if sc.Lower {
				out = append(out, demand(result, sc, floor.value, "at most"))
				continue
			}
			if sc.Rate && floor.value > 0 && floor.value <= 1 {
				return nil, nil, message.Errorf("option fail-under %s=%v is %v percent\nhint: did you mean %s=%v?", floor.score,
					floor.value,
					floor.value, floor.score, 100*floor.value)
			}
			out = append(out, demand(result, sc, floor.value, "at least"))
		}
		if !found {
			return nil, nil, &measures.UnknownError{What: "score in option fail-under", Name: floor.score,
				Known: rep.ScoreNames()}
		}
	}
	if d.old == nil {
		return out, nil, nil
	}
	for _, result := range rep.Results {
		old := d.old.find(result)
		if old == nil {
			continue
		}
		if was := ofFigures(old.Signature); was != "" && was != ofFigures(result.Signature) {
			notes = append(notes, result.System+": the baseline has another signature: "+was)
		}
		for i := range result.Scores {
			sc := &result.Scores[i]
			was := old.Scores[sc.Name]
			if was == nil || math.IsNaN(sc.Value) || sc.Neither {
				continue
			}
			value := *was
			if sc.Rate {
				value *= 100
			}
			if sc.Lower {
				out = append(out, demand(result, sc, value+d.maxDrop, "at most"))
			} else {
				out = append(out, demand(result, sc, value-d.maxDrop, "at least"))
			}
		}
	}
	if len(out) == 0 {
		return nil, notes, &InputError{fmt.Errorf("%s: the baseline has none of this run's scores", d.path)}
	}
	return out, notes, nil
}

// demand compares a score with the wanted value, in points if it is a share. It
// ignores differences from rounding in the last bits.
func demand(r *report.Result, sc *eval.Score, want float64, rel string) report.Check {
	value := sc.Value
	if sc.Rate {
		value *= 100
	}
	wanted, found := amounts(want, value)
	check := report.Check{System: r.System, Metric: r.Metric, Score: sc.Name, Want: rel + " " + wanted, Found: found}
	const slack = 1e-9
	if rel == "at most" {
		check.Failed = !(value <= want+slack)
	} else {
		check.Failed = !(value >= want-slack)
	}
	return check
}

// A baseline is the JSON of an earlier run of assay score.
type baseline struct{ Results []oldResult }

type oldResult struct {
	System, Metric, Signature string
	Scores                    map[string]*float64
}

func readBaseline(path string) (*baseline, error) {
	data, err := settings.File(path)
	if err != nil {
		return nil, err
	}
	var b baseline
	if err := json.Unmarshal(data, &b); err != nil {
		return nil, fmt.Errorf("%s: want the JSON of assay score: %w", path, err)
	}
	return &b, nil
}

// find returns the old result of the same system, or of the only one; nil if there is none.
func (b *baseline) find(result *report.Result) (found *oldResult) {
	n := 0
	for i := range b.Results {
		old := &b.Results[i]
		if old.Metric == result.Metric && old.System == result.System {
			return old
		}
		if old.Metric == result.Metric {
			found, n = old, n+1
		}
	}
	if n > 1 {
		return nil
	}
	return found
}

// ofFigures removes the version and the parts about intervals from a signature.
func ofFigures(signature string) string {
	var out []string
	for part := range strings.SplitSeq(signature, "|") {
		switch key, _, _ := strings.Cut(part, ":"); key {
		case "v", "unit", "strata", "ci", "alpha", "resamples", "rng", "seed":
		default:
			out = append(out, part)
		}
	}
	return strings.Join(out, "|")
}

// amounts writes the wanted and the found value with up to four decimals, the found one
// with more where both would read the same though they differ.
func amounts(want, found float64) (string, string) {
	short := func(v float64, decimals int) string {
		unit := math.Pow10(decimals)
		return strconv.FormatFloat(math.Round(v*unit)/unit, 'f', -1, 64)
	}
	x, y := short(want, 4), short(found, 4)
	if x == y && want != found {
		y = short(found, 9)
	}
	return x, y
}
