package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/eval"
	"assay/heads"
	"assay/prep"
	"assay/rewrite"
	"assay/treebank"
)

// sideOptions are the options of one side that replace the general ones: two
// treebanks, or a treebank and a grammar, need not share their labels.
type sideOptions struct{ prep, heads, relations string }

// sides are the options of gold and of the systems.
type sides struct {
	of     [2]sideOptions
	gold   *treebank.Source // once it is open
	said   bool             // the coverage of gold was printed
	groups [2]string        // the names of each side's files, if all have been read before the first is reported
}

var sideNames = [2]string{"gold", "system"}

func (s *sides) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	for i, name := range sideNames {
		o := &s.of[i]
		f.StringVar(&o.heads, name+"-heads", "", "head table of "+name+" alone, which is converted to dependencies")
		f.StringVar(&o.relations, name+"-relations", "", "relation table of "+name+" alone")
		f.StringVar(&o.prep, name+"-prep", "", "preprocessing of "+name+" alone, instead of --prep")
		complete(cmd, name+"-heads", heads.Names)
		complete(cmd, name+"-prep", prep.Names)
	}
}

// side returns the steps of one side before the rules: preprocessing, then
// conversion.
func (in *inputs) side(i int) ([]eval.Step, error) {
	own, name := in.sides.of[i], sideNames[i]
	var steps []eval.Step
	text, side := in.prep, ""
	if own.prep != "" {
		text, side = own.prep, name
	}
	list, err := prep.Parse(text)
	if err != nil {
		return nil, usagef("--%sprep: %w", prefix(side), nearestIn(err, prep.Names()))
	}
	for _, s := range list {
		if side != "" {
			s = sidedStep{s, side}
		}
		steps = append(steps, s)
	}
	if !in.converts(i) {
		if own.relations != "" {
			return nil, usagef("--%s-relations goes with --%s-heads", name, name)
		}
		return steps, nil
	}
	table, relations, side := in.heads, in.relations, ""
	if own.heads != "" {
		table, side = own.heads, name
	}
	if own.relations != "" {
		relations, side = own.relations, name
	}
	conv, err := heads.Step(table, relations)
	if err != nil {
		return nil, usagef("--%sheads: %w", prefix(side), nearestIn(err, heads.Names()))
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
func (in *inputs) converts(i int) bool {
	return in.sides.of[i].heads != "" || in.as == "deps" && in.heads != ""
}

// steps returns the changes to the sentences of gold and system before they are
// counted, without rules.
func (in *inputs) steps() (gold, system []eval.Step, err error) {
	some := in.sides.of[0].heads != "" || in.sides.of[1].heads != ""
	switch in.as {
	case "":
		if in.heads != "" || in.relations != "" {
			return nil, nil, usagef("--heads and --relations go with --as deps")
		}
	case "deps":
		if in.heads == "" && !some {
			return nil, nil, usagef("--as deps wants a head table: --heads NAME|FILE (assay heads lists them)")
		}
	default:
		return nil, nil, oneOf("as", in.as, "deps")
	}
	if gold, err = in.side(0); err == nil {
		system, err = in.side(1)
	}
	return gold, system, err
}

// A sidedStep is a step of one side, which its signature names.
type sidedStep struct {
	eval.Step
	side string
}

func (s sidedStep) Signature() string { return s.side + "-" + s.Step.Signature() }

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

// covered prints how well the tables cover each side: gold once, and each
// system, or all of them together if they have been read before.
func (in *inputs) covered(w io.Writer, res *eval.Result) {
	names := [2]string{res.Gold.Name, res.System.Name}
	for i, group := range in.sides.groups {
		names[i] = cmp.Or(group, names[i])
	}
	in.coverage(w, names)
}

// coverage prints how well the tables cover the two sides, which have these names.
func (in *inputs) coverage(w io.Writer, names [2]string) {
	for i, steps := range in.plainSteps {
		for _, s := range steps {
			conversion, ok := s.(*heads.Conversion)
			if !ok || i == 0 && in.sides.said {
				continue
			}
			for _, text := range tableCoverage(conversion) {
				fmt.Fprintf(w, "%s: %s\n", names[i], text)
			}
			conversion.Forget()
		}
	}
	in.sides.said = true
}

// tableCoverage describes the coverage of the tables of a conversion since the
// last time, one line for each.
func tableCoverage(conversion *heads.Conversion) (out []string) {
	rows, all := conversion.Coverage()
	if n := all.Hits + all.Fallbacks + all.Missing; n > 0 {
		share := 100 * float64(all.Hits) / float64(n)
		text := fmt.Sprintf("head table %s: its rules find the heads of %.1f %% of the phrases", conversion.Table.Name, share)
		if share < lowCoverage {
			var worst []string
			for _, r := range rows[:min(5, len(rows))] {
				if k := r.Fallbacks + r.Missing; k > 0 {
					worst = append(worst, fmt.Sprintf("%s %.0f %%", r.Label, 100*float64(k)/float64(n)))
				}
			}
			text = fmt.Sprintf("warning: %s; is it for this treebank? Fallbacks, of all phrases: %s (assay heads %s FILE lists all)", text, strings.Join(worst, ", "), conversion.Table.Name)
		}
		out = append(out, text)
	}
	if conversion.Relations == nil {
		return out
	}
	if labelled, links := conversion.Labelled(); links > 0 {
		share := 100 * float64(labelled) / float64(links)
		text := fmt.Sprintf("relation table %s: it labels %.1f %% of the dependencies", conversion.Relations.Name, share)
		if share < lowCoverage {
			text = "warning: " + text + "; the others have no label"
		}
		out = append(out, text)
	}
	return out
}
