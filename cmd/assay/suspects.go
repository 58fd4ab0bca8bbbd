package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/check/suspects"
	"assay/eval"
	"assay/internal/screen"
	"assay/report"
	"assay/study"
	"assay/study/option"
)

// suspecting is one call of assay suspects.
type suspecting struct {
	outputs
	inputs
	suspicion
	top int
}

// suspicion is the options that choose the evidence against gold.
type suspicion struct {
	kinds     string
	context   string
	dependent bool
	longest   int
}

func (v *suspicion) flags(c *cobra.Command, with string) {
	add(c, []option.Option{
		{Name: "kinds", Want: "tag|phrase|arc,...", Value: option.Text(&v.kinds),
			Default: strings.Join(suspects.Kinds, ","), Doc: with + "kinds of items",
			Idle: unsuspected()},
		{Name: "context", Value: option.Text(&v.context), Default: "any", Values: []string{"any", "both"},
			Doc:  with + "words next to a nucleus: any, both (non-fringe: the same word on both sides)",
			Idle: unsuspected()},
		{Name: "dependency-context", Value: option.Switch(&v.dependent),
			Doc:  with + "the head of an arc must have the same relation too",
			Idle: unsuspected()},
		{Name: "longest", Value: option.Whole(&v.longest), Default: fmt.Sprint(suspects.Default.Longest),
			Doc:  with + "words of the longest nucleus",
			Idle: unsuspected()},
	}...)
}

func (a *app) suspectsCommand() *cobra.Command {
	v := suspecting{}
	cmd := &cobra.Command{
		Use:   "suspects GOLD [SYSTEM...]",
		Short: "list items of gold that are probably wrong",
		Long: `List items of gold that are probably wrong, the most probable first, each with
its evidence: the same words annotated differently elsewhere in gold (variation
n-grams: Dickinson & Meurers 2003, 2005; Boyd, Dickinson & Meurers 2008), and
systems that agree with each other against gold. The score is an order, not a
probability; docs/suspects.md shows how many planted errors are found. To decide
on them one at a time and correct gold: assay check --suspects.`,
		Example: `  assay suspects gold.mrg
  assay suspects gold.conllu a.conllu b.conllu --kinds arc --top 50
  assay suspects gold.mrg parser.mrg --context both --format tsv -o suspects.tsv`,
		Args: atLeast(1, "GOLD [SYSTEM...]"),
		RunE: func(c *cobra.Command, args []string) error { return v.run(a, c, args) },
	}
	v.outputs.flags(cmd, tableForms...)
	v.suspicion.flags(cmd, "")
	add(cmd, []option.Option{
		{Name: "from", Short: "f", Want: "FORMAT", Value: option.Text(&v.From),
			Doc: "format of the files (default: by name and first bytes)"},
		{Name: "top", Value: option.Whole(&v.top), Default: "100", Doc: "number of items to list (0 for all)"},
	}...)
	return cmd
}

func (v *suspecting) run(app *app, cmd *cobra.Command, args []string) error {
	v.Files = &app.Files
	opt, err := v.suspicion.options()
	if err != nil {
		return err
	}
	gold, err := v.OpenGold(args[0])
	if err != nil {
		return err
	}
	systems, err := v.OpenSystems(args[1:])
	if err != nil {
		return err
	}
	corpus, err := suspects.Read(cmd.Context(), gold, study.Witnesses(systems), eval.AlignAuto)
	if err != nil {
		return err
	}
	if len(corpus.Gold) == 0 {
		return noSentence(gold.Name)
	}
	list := corpus.Find(opt)
	if v.format == string(report.TextFormat) {
		return v.write(app, func(w io.Writer) error {
			_, err := io.WriteString(w, foldLines(suspectList(list, v.top), lineWidth(app.stdout)))
			return err
		})
	}
	return v.table(app, suspectTable(list, v.top))
}

func (v *suspicion) options() (suspects.Options, error) {
	opt := suspects.Options{Fringe: v.context == "any", Dependent: v.dependent, Longest: v.longest,
		Kinds: strings.Split(v.kinds, ",")}
	for _, k := range opt.Kinds {
		if !slices.Contains(suspects.Kinds, k) {
			return opt, usagef("--kinds: want %s, found %q", strings.Join(suspects.Kinds, ", "), k)
		}
	}
	return opt, nil
}

// suspectList is the first of the suspects for readers, all if top is 0: the change, where
// it is, and the evidence.
func suspectList(list []*suspects.Suspect, top int) string {
	shown := list
	if top > 0 {
		shown = list[:min(top, len(list))]
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%d of %d items that some evidence is against, the most probable first\n", len(shown), len(list))
	for _, s := range shown {
		place := "sentence " + s.ID + ", " + s.Place
		if len(s.ID) > longID {
			place = s.Place
		}
		fmt.Fprintf(&out, "\n%5.2f  %s \"%s\": %s in gold, %s proposed (%s)\n", s.Score, s.Kind,
			screen.Plain(s.Words), screen.Plain(s.Gold),
			screen.Plain(s.Proposed), screen.Plain(place))
		fmt.Fprintf(&out, "       %s\n", screen.Plain(strings.Join(s.Evidence, "; ")))
	}
	if len(shown) < len(list) {
		fmt.Fprintf(&out, "\n--top 0 lists all; assay check --suspects asks about them one at a time\n")
	}
	return out.String()
}

// longID is the length from which on the id of a sentence is not shown beside its place.
const longID = 20

// suspectTable lists the first of the suspects, all if top is 0.
func suspectTable(list []*suspects.Suspect, top int) *report.Table {
	table := &report.Table{Head: []string{"score", "sentence", "place", "kind", "words", "gold", "proposed", "evidence"}}
	all := len(list)
	if top > 0 {
		list = list[:min(top, all)]
	}
	for _, s := range list {
		table.Add(report.Number(s.Score, 2), report.Label(s.ID), report.Label(s.Place), report.Label(s.Kind),
			report.Label(s.Words),
			report.Label(s.Gold), report.Label(s.Proposed), report.Label(strings.Join(s.Evidence, "; ")))
	}
	table.Notes = []string{itoa(len(list)) + " of " + itoa(all) + " items that some evidence is against"}
	return table
}
