package study

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/eval"
	"assay/heads"
	"assay/internal/nearest"
	"assay/prep"
	"assay/report"
	"assay/rewrite"
	"assay/treebank"
)

var sideNames = [2]string{"gold", "system"}

// side returns the steps of one side before the rules: preprocessing, then
// conversion.
func (s *Study) side(i int) ([]eval.Step, error) {
	own, name := s.Own[i], sideNames[i]
	var steps []eval.Step
	text, side := s.Prep, ""
	if own.Prep != "" {
		text, side = own.Prep, name
	}
	list, err := prep.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("option %sprep: %w", prefix(side), NearestIn(err, prep.Names()))
	}
	for _, s := range list {
		if side != "" {
			s = sidedStep{s, side}
		}
		steps = append(steps, s)
	}
	if !s.converts(i) {
		if own.Relations != "" {
			return nil, fmt.Errorf("option %s-relations goes with option %s-heads", name, name)
		}
		return steps, nil
	}
	table, relations, side := s.Heads, s.Relations, ""
	if own.Heads != "" {
		table, side = own.Heads, name
	}
	if own.Relations != "" {
		relations, side = own.Relations, name
	}
	conv, err := heads.Step(table, relations)
	if err != nil {
		return nil, fmt.Errorf("option %sheads: %w", prefix(side), NearestIn(err, heads.Names()))
	}
	conv.Side = side
	return append(steps, conv), nil
}

func prefix(side string) string {
	if side == "" {
		return ""
	}
	return side + "-"
}

// converts reports whether constituents of a side are made dependencies.
func (s *Study) converts(i int) bool {
	return s.Own[i].Heads != "" || s.As == "deps" && s.Heads != ""
}

// steps returns the changes to the sentences of gold and system before they are
// counted, without rules.
func (s *Study) steps() (gold, system []eval.Step, err error) {
	some := s.Own[0].Heads != "" || s.Own[1].Heads != ""
	switch s.As {
	case "":
		if s.Heads != "" || s.Relations != "" {
			return nil, nil, errors.New("option heads and option relations go with option as=deps")
		}
	default:
		if s.Heads == "" && !some {
			return nil, nil, errors.New("option as=deps wants a head table: option heads=NAME|FILE (assay heads lists them)")
		}
	}
	if gold, err = s.side(0); err == nil {
		system, err = s.side(1)
	}
	return gold, system, err
}

// A sidedStep is a step of one side, which its signature names.
type sidedStep struct {
	eval.Step
	side string
}

func (s sidedStep) Signature() string { return s.side + "-" + s.Step.Signature() }

// InOrder returns a function for one goroutine that takes the steps one after another, up to the first error.
func InOrder(steps []eval.Step) func(*treebank.Sentence) error {
	var list []func(*treebank.Sentence) error
	for _, step := range steps {
		list = append(list, step.New())
	}
	return func(sentence *treebank.Sentence) error {
		for _, step := range list {
			if err := step(sentence); err != nil {
				return err
			}
		}
		return nil
	}
}

// uncounted returns the steps with conversions and rules whose effect is not counted.
func uncounted(steps []eval.Step) []eval.Step {
	out := slices.Clone(steps)
	for i, s := range out {
		switch s := s.(type) {
		case *heads.Conversion:
			out[i] = s.Clone()
		case rewrite.Step:
			out[i] = s.Uncounted()
		}
	}
	return out
}

// lowCoverage is the share of phrases, in percent, below which a head table or
// relation table is likely not for the treebank.
const lowCoverage = 90

// coverage says how well the tables cover the two sides, which have these names.
func (s *Study) coverage(names [2]string) (out []report.Warning) {
	for i, steps := range s.plainSteps {
		for _, step := range steps {
			conversion, ok := step.(*heads.Conversion)
			if !ok || i == 0 && s.coverageSaid {
				continue
			}
			out = append(out, TableCoverage(conversion, names[i])...)
			conversion.Forget()
		}
	}
	s.coverageSaid = true
	return out
}

// TableCoverage describes the coverage of the tables of a conversion of a file since the
// last time, one warning for each.
func TableCoverage(conversion *heads.Conversion, name string) (out []report.Warning) {
	rows, all := conversion.Coverage()
	if n := all.Hits + all.Fallbacks + all.Missing; n > 0 {
		share := 100 * float64(all.Hits) / float64(n)
		warning := report.Warning{Kind: "coverage", About: name}
		warning.Text = fmt.Sprintf("head table %s: its rules find the heads of %.1f %% of the phrases",
			conversion.Table.Name, share)
		if share < lowCoverage {
			var worst []string
			for _, r := range rows[:min(5, len(rows))] {
				if k := r.Fallbacks + r.Missing; k > 0 {
					worst = append(worst, fmt.Sprintf("%s %.0f %%", r.Label, 100*float64(k)/float64(n)))
				}
			}
			warning.Level = report.Caution
			warning.Text += fmt.Sprintf("; is it for this treebank? Fallbacks, of all phrases: %s (assay heads %s FILE "+
				"lists all)", strings.Join(worst, ", "), conversion.Table.Name)
		}
		if all.Missing > 0 && share < lowCoverage && conversion.Options.Missing < heads.MissingError {
			warning.Text += "; heads=" + conversion.Table.Name + ":missing=unattached leaves the words of phrases without an " +
				"entry unattached"
		}
		out = append(out, warning)
	}
	if n := conversion.Bare(); n > 0 {
		out = append(out, report.Warning{Kind: "coverage", About: name,
			Text: plural(n, "sentence") + " without any attachment: no rule says which of the pieces is the head"})
	}
	if conversion.Relations == nil {
		return out
	}
	if labelled, links := conversion.Labelled(); links > 0 {
		share := 100 * float64(labelled) / float64(links)
		warning := report.Warning{Kind: "coverage", About: name}
		warning.Text = fmt.Sprintf("relation table %s: it labels %.1f %% of the dependencies",
			conversion.Relations.Name, share)
		if share < lowCoverage {
			warning.Level, warning.Text = report.Caution, warning.Text+"; the others have no label"
		}
		out = append(out, warning)
	}
	return out
}

// NearestIn adds a hint to an error that quotes an unknown name.
func NearestIn(err error, known []string) error {
	_, found, ok := strings.Cut(err.Error(), `found "`)
	name, _, _ := strings.Cut(found, `"`)
	if near := nearest.Name(name, known); ok && near != "" {
		return fmt.Errorf("%w\nhint: did you mean %s?", err, near)
	}
	return err
}
