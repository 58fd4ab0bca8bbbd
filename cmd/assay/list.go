package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"assay/formats"
	"assay/internal/screen"
	"assay/measures"
	"assay/report"
	"assay/study"
)

// metricsCommand lists the measures or explains one.
func (a *app) metricsCommand() *cobra.Command {
	var out outputs
	cmd := &cobra.Command{
		Use:   "metrics [NAME]",
		Short: "list measures, or describe one",
		Example: `  assay metrics                 all measures with their sources
  assay metrics xiao            what xiao counts, its options and presets
  assay metrics --format json   the same for programs`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: firstArg(measures.Names),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return a.explainMetric(&out, args[0])
			}
			table := &report.Table{Head: []string{"metric", "counts", "presets", "source"},
				Notes: []string{"assay metrics NAME describes one: scores, presets, options, source"}}
			for _, e := range measures.All {
				var presets []string
				for _, p := range e.Presets {
					presets = append(presets, p.Name)
				}
				table.Add(report.Label(e.Name), report.Label(e.Title), report.Label(strings.Join(presets, " ")),
					report.Label(e.Source))
			}
			if out.format == "text" {
				table = table.Columns(0, 1)
			}
			return out.table(a, table)
		},
	}
	out.flags(cmd, tableForms...)
	return cmd
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
func (o *outputs) table(app *app, tables ...*report.Table) error {
	return o.write(app, func(w io.Writer) error { return o.writeTables(w, tables...) })
}

func (o *outputs) writeTables(w io.Writer, tables ...*report.Table) error {
	if o.format == string(report.JSON) {
		var all []report.Object
		for _, t := range tables {
			all = append(all, t.Objects()...)
		}
		return report.WriteJSON(w, all)
	}
	return report.WriteTables(w, report.Format(o.format), tables...)
}

// tables writes tables to standard output as text.
func (a *app) tables(tables ...*report.Table) error {
	return report.WriteTables(report.Screen{Writer: a.stdout, Width: lineWidth(a.stdout)}, report.TextFormat, tables...)
}

// explainMetric describes a measure; of a signature it prints the other form.
func (a *app) explainMetric(out *outputs, name string) error {
	if strings.Contains(name, "|") {
		other := study.ShortSignature(name)
		if other == name {
			other = study.WholeSignature(name)
		}
		_, err := fmt.Fprintln(a.stdout, other)
		return err
	}
	entry := measures.ByName(name)
	if entry == nil {
		if text := describeScore(name, lineWidth(a.stdout)); text != "" {
			_, err := io.WriteString(a.stdout, foldLines(text, lineWidth(a.stdout)))
			return err
		}
		return &measures.UnknownError{What: "metric", Name: name, Known: measures.Names()}
	}
	return out.write(a, func(w io.Writer) error {
		width := lineWidth(a.stdout)
		fmt.Fprintf(w, "%s\n%s\n", wrapped(entry.Name+": "+entry.Title, width), wrapped("source: "+entry.Source, width))
		if entry.Doc != "" {
			fmt.Fprintf(w, "\n%s\n", screen.Fold(strings.TrimSpace(entry.Doc), width))
		}
		if len(entry.Presets) > 0 {
			fmt.Fprintf(w, "\npresets (-m %s:PRESET)\n", entry.Name)
			for _, p := range entry.Presets {
				fmt.Fprintf(w, "  %-14s %s\n", p.Name, indented(p.Title, 17, width))
			}
		}
		if len(entry.Options()) > 0 {
			fmt.Fprintf(w, "\n%s\n", wrapped(fmt.Sprintf("options (-m %s:KEY=VALUE; the default comes first)", entry.Name),
				width))
			names := 14
			for _, op := range entry.Options() {
				names = max(names, len(op.Name)+1)
			}
			for _, op := range entry.Options() {
				fmt.Fprintf(w, "  %-*s %s\n", names, op.Name, indented(op.Doc, names+3, width))
				if len(op.Values) > 0 {
					fmt.Fprintln(w, foldLines(strings.Repeat(" ", names+5)+strings.Join(op.Values, " | "), width))
				}
			}
		}
		metric, err := measures.Parse(name, measures.Config{})
		if err != nil {
			return nil // it needs a file of parameters
		}
		fmt.Fprintf(w, "\n%s\n\n%s\n\nsignature: %s\n", wrapped("scores: "+strings.Join(metric.ScoreNames(), " "), width),
			wrapped("counts: "+strings.Join(metric.ColumnNames(), " "), width), metric.Signature)
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
	cmd := &cobra.Command{
		Use:   "formats [NAME]",
		Short: "list formats, or describe one",
		Example: `  assay formats                 all formats with their sources
  assay formats penn            what penn holds
  assay formats --format json   the same for programs`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: firstArg(formats.Names),
		RunE: func(_ *cobra.Command, args []string) error {
			table := &report.Table{Head: []string{"format", "name", "endings", "holds", "written", "source"}}
			for _, format := range formats.All {
				if len(args) == 1 && format.Name != args[0] {
					continue
				}
				written := "yes"
				if format.Write == nil {
					written = "no"
				}
				table.Add(report.Label(format.Name), report.Label(format.Title), report.Label(strings.Join(format.Ext, " ")),
					report.Label(strings.Join(format.Layers.Names(), ", ")), report.Label(written), report.Label(format.Source))
			}
			if len(args) == 1 && len(table.Rows) == 1 && out.format == "text" {
				return a.explainFormat(&out, args[0])
			}
			if out.format == "text" {
				table = table.Columns(0, 1, 4)
			}
			if len(table.Rows) == 0 {
				return &measures.UnknownError{What: "format", Name: args[0], Known: formats.Names()}
			}
			return out.table(a, table)
		},
	}
	out.flags(cmd, tableForms...)
	return cmd
}

// explainFormat describes one format.
func (a *app) explainFormat(out *outputs, name string) error {
	format := formats.ByName(name)
	return out.write(a, func(w io.Writer) error {
		written := "read and written"
		if format.Write == nil {
			written = "only read"
		}
		text := fmt.Sprintf("%s: %s\nsource: %s\nholds: %s\nfile names end in: %s\n%s\n", format.Name, format.Title,
			format.Source, strings.Join(format.Layers.Names(), ", "), strings.Join(format.Ext, " "), written)
		_, err := io.WriteString(w, foldLines(text, lineWidth(a.stdout)))
		return err
	})
}

// wrapped is s in lines of that width without blanks at their ends.
func wrapped(s string, width int) string {
	lines := strings.Split(text.WrapSoft(s, width), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// describeScore defines a score and names the measures that have it.
func describeScore(name string, width int) string {
	of := study.WithScore(&measures.UnknownError{What: "metric", Name: name})
	if len(of) == 0 {
		return ""
	}
	meaning := report.Meaning(name)
	if meaning == "" {
		meaning = measures.ByName(of[0]).Doc
	}
	return wrapped(meaning, width) + "\n\n" + report.FieldName(strings.ToLower(name)) + " is a score of " +
		strings.Join(of, ", ") +
		".\nassay help " + of[0] + " describes it; assay score GOLD SYSTEM -m " + of[0] + " --scores " +
		strings.ReplaceAll(strings.ToLower(name), " ", "_") + " shows it.\n"
}
