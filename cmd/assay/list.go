package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"assay/formats"
	"assay/measures"
	"assay/report"
	"assay/treebank"
)

// metricsCommand lists the measures or explains one.
func (a *app) metricsCommand() *cobra.Command {
	var out outputs
	c := &cobra.Command{
		Use:   "metrics [NAME]",
		Short: "list measures, or describe one",
		Example: `  assay metrics                 all measures with their sources
  assay metrics xiao            what xiao counts, its options and presets
  assay metrics --format json   the same for programs`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: firstArg(metricNames),
		RunE: func(c *cobra.Command, args []string) error {
			if err := out.check(c.Name(), tableForms...); err != nil {
				return err
			}
			if len(args) == 1 {
				return a.explainMetric(&out, args[0])
			}
			t := &report.Table{Head: []string{"metric", "counts", "presets", "source"},
				Notes: []string{"assay metrics NAME describes one: scores, presets, options, source"}}
			for _, e := range measures.All {
				var presets []string
				for _, p := range e.Presets {
					presets = append(presets, p.Name)
				}
				t.Add(report.Label(e.Name), report.Label(e.Title), report.Label(strings.Join(presets, " ")), report.Label(e.Source))
			}
			if out.format == "text" {
				t = t.Columns(0, 1)
			}
			return out.table(a, t)
		},
	}
	out.flags(c)
	return c
}

// firstArg completes the first argument from a list.
func firstArg(values func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return values(), cobra.ShellCompDirectiveNoFileComp
	}
}

// table writes tables, as JSON a list of objects with a member per column.
func (o *outputs) table(a *app, tables ...*report.Table) error {
	return o.write(a, func(w io.Writer) error {
		if o.format == string(report.JSON) {
			var all []report.Object
			for _, t := range tables {
				all = append(all, t.Objects()...)
			}
			return report.WriteJSON(w, all)
		}
		if o.format == string(report.TextFormat) {
			for i, t := range tables {
				t.Notes = report.Layout{Width: lineWidth(a.stdout)}.Wrap(t.Notes)
				tables[i] = t.Fit(lineWidth(a.stdout))
			}
		}
		return report.WriteTables(w, report.Format(o.format), tables...)
	})
}

// explainMetric describes a measure; of a signature it prints the other form.
func (a *app) explainMetric(out *outputs, name string) error {
	if strings.Contains(name, "|") {
		other := shortSignature(name)
		if other == name {
			other = wholeSignature(name)
		}
		_, err := fmt.Fprintln(a.stdout, other)
		return err
	}
	e := measures.ByName(name)
	if e == nil {
		return &measures.UnknownError{What: "metric", Name: name, Known: metricNames()}
	}
	return out.write(a, func(w io.Writer) error {
		width := lineWidth(a.stdout)
		fmt.Fprintf(w, "%s\n%s\n", wrapped(e.Name+": "+e.Title, width), wrapped("source: "+e.Source, width))
		if e.Doc != "" {
			fmt.Fprintln(w)
			for line := range strings.SplitSeq(strings.TrimSpace(e.Doc), "\n") {
				fmt.Fprintln(w, wrapped(line, width))
			}
		}
		if len(e.Presets) > 0 {
			fmt.Fprintf(w, "\npresets (-m %s:PRESET)\n", e.Name)
			for _, p := range e.Presets {
				fmt.Fprintf(w, "  %-14s %s\n", p.Name, indented(p.Title, 17, width))
			}
		}
		if len(e.Options) > 0 {
			fmt.Fprintf(w, "\noptions (-m %s:KEY=VALUE; the default comes first)\n", e.Name)
			for _, op := range e.Options {
				fmt.Fprintf(w, "  %-14s %s\n", op.Name, indented(op.Doc, 17, width))
				if len(op.Values) > 0 {
					fmt.Fprintf(w, "  %-14s   %s\n", "", strings.Join(op.Values, " | "))
				}
			}
		}
		m, err := measures.Parse(name, measures.Config{})
		if err != nil {
			return nil // it needs a file of parameters
		}
		var scores []string
		for _, s := range m.Scores(make([]float64, len(m.Columns()))) {
			scores = append(scores, s.Name)
		}
		fmt.Fprintf(w, "\n%s\n\n%s\n\nsignature: %s\n", wrapped("scores: "+strings.Join(scores, " "), width),
			wrapped("counts: "+strings.Join(m.Columns(), " "), width), m.Signature())
		return nil
	})
}

// indented wraps a text that begins after some columns of a line.
func indented(s string, columns, width int) string {
	return strings.ReplaceAll(wrapped(s, width-columns), "\n", "\n"+strings.Repeat(" ", columns))
}

// formatsCommand lists the formats.
func (a *app) formatsCommand() *cobra.Command {
	var out outputs
	c := &cobra.Command{
		Use:   "formats [NAME]",
		Short: "list formats, or describe one",
		Example: `  assay formats                 all formats with their sources
  assay formats penn            what penn holds
  assay formats --format json   the same for programs`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: firstArg(formats.Names),
		RunE: func(c *cobra.Command, args []string) error {
			if err := out.check(c.Name(), tableForms...); err != nil {
				return err
			}
			t := &report.Table{Head: []string{"format", "name", "endings", "holds", "written", "source"}}
			for _, f := range formats.All {
				if len(args) == 1 && f.Name != args[0] {
					continue
				}
				written := "yes"
				if f.Write == nil {
					written = "no"
				}
				t.Add(report.Label(f.Name), report.Label(f.Title), report.Label(strings.Join(f.Ext, " ")),
					report.Label(layerNames(f.Layers)), report.Label(written), report.Label(f.Source))
			}
			if len(args) == 1 && len(t.Rows) == 1 && out.format == "text" {
				return a.explainFormat(&out, args[0])
			}
			if out.format == "text" {
				t = t.Columns(0, 1, 4)
			}
			if len(t.Rows) == 0 {
				return &measures.UnknownError{What: "format", Name: args[0], Known: formats.Names()}
			}
			return out.table(a, t)
		},
	}
	out.flags(c)
	return c
}

// explainFormat describes one format.
func (a *app) explainFormat(out *outputs, name string) error {
	f := formats.ByName(name)
	return out.write(a, func(w io.Writer) error {
		written := "read and written"
		if f.Write == nil {
			written = "only read"
		}
		_, err := fmt.Fprintf(w, "%s: %s\nsource: %s\nholds: %s\nfile names end in: %s\n%s\n", f.Name, f.Title, f.Source, layerNames(f.Layers), strings.Join(f.Ext, " "), written)
		return err
	})
}

// layerNames names the layers of a format.
func layerNames(l treebank.Layer) string {
	var out []string
	for _, n := range []struct {
		layer treebank.Layer
		name  string
	}{
		{treebank.Tags, "tags"}, {treebank.Lemmas, "lemmas"}, {treebank.Morphology, "morphology"},
		{treebank.Phrases, "phrases"}, {treebank.Functions, "functions"}, {treebank.Gaps, "discontinuity"},
		{treebank.Secondary, "secondary edges"}, {treebank.Arcs, "dependencies"}, {treebank.Relations, "relations"},
		{treebank.Enhanced, "enhanced dependencies"}, {treebank.Graph, "semantic graph"}, {treebank.Ranked, "ranked lists"},
		{treebank.Forests, "parse forests"},
		{treebank.Bilexical, "semantic dependencies"}, {treebank.Units, "UCCA units"}, {treebank.Clauses, "DRS clauses"}, {treebank.Roles, "semantic roles of words"}, {treebank.RoleSpans, "semantic roles of stretches"}, {treebank.Unanchored, "nodes without a place in the text"}, {treebank.Frameworks, "several frameworks"},
	} {
		if l.Has(n.layer) {
			out = append(out, n.name)
		}
	}
	return strings.Join(out, ", ")
}

// wrapped is s in lines of that width without blanks at their ends.
func wrapped(s string, width int) string {
	lines := strings.Split(text.WrapSoft(s, width), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
