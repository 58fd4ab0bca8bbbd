package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"assay/internal/screen"
	"assay/internal/validate"
	"assay/report"
	"assay/study"
	"assay/study/option"
)

// validating is one call of assay validate.
type validating struct {
	outputs
	unit string // noun for a sentence of the files
	validate.Check
	from, goldFile string
}

func (a *app) validateCommand() *cobra.Command {
	var v validating
	cmd := &cobra.Command{
		Use:   "validate FILE...",
		Short: "list every problem of files, with its place",
		Long: `Read files to their ends and list every problem with its place: text that is
not in the format, cycles, several roots, heads that do not exist. Exit status 1
if there are problems.

In CoNLL-U these are all checks of level 1 of Universal Dependencies' validator
(lines, columns, white space, ids, ranges, empty nodes, NFC), and of level 2 those
of heads, roots, cycles, the syntax and heads of DEPS, columns of empty nodes and
multiword tokens that must be _, and sent_ids that occur twice. Tags, features,
relations, the order in DEPS and # text are not checked: validate.py does it.`,
		Example: `  assay validate treebank.conllu
  assay validate 'gold/*.mrg'
  assay validate --from negra --format json corpus.export
  assay validate --format github treebank.conllu
  assay validate answers.jsonl --gold gold.mrg`,
		Args: atLeast(1, "FILE..."),
		RunE: func(_ *cobra.Command, args []string) error { return v.run(a, args) },
	}
	v.outputs.flags(cmd, append([]string{"github", "junit"}, tableForms...)...)
	add(cmd, []option.Option{
		{Name: "projective", Value: option.Switch(&v.Projective),
			Doc: "list arcs that break the adjacency principle (projectivity) too"},
		{Name: "gold", Want: "FILE", Value: option.Text(&v.goldFile),
			Doc: "gold of language models' answers: counts repairs of words too"},
		{Name: "from", Short: "f", Want: "FORMAT", Value: option.Text(&v.from),
			Doc: "format of the files (default: by name and first bytes)"},
	}...)
	return cmd
}

func (v *validating) run(app *app, args []string) error {
	if v.goldFile != "" {
		src, err := app.Open(v.goldFile, "")
		if err != nil {
			return err
		}
		if v.Gold, err = validate.ReadGold(src); err != nil {
			return &exitError{exitInput, err}
		}
	}
	var unread []error
	var files []string
	for _, name := range args {
		src, err := app.Open(name, v.from)
		if _, ok := errors.AsType[*study.InputError](err); ok && len(args) > 1 { // the others are still checked
			unread, files = append(unread, err), append(files, name)
			continue
		}
		if err != nil {
			return err
		}
		if v.unit == "" || v.unit == src.Format.Unit() {
			v.unit = src.Format.Unit()
		} else {
			v.unit = "sentence" // files of several kinds
		}
		for _, f := range src.Files {
			files = append(files, f.Name)
			if err := v.File(src, f); err != nil {
				unread = append(unread, err)
			}
		}
	}
	if err := v.show(app, files, unread); err != nil {
		return err
	}
	v.notef(app, "%s, %d with problems", plural(v.Sentences, cmp.Or(v.unit, "sentence")), v.Bad)
	for _, line := range v.Repairs() {
		v.notef(app, "%s", line)
	}
	if len(unread) > 0 {
		return &exitError{exitInput, errors.Join(unread...)}
	}
	if v.Bad > 0 {
		return &exitError{status: exitNo}
	}
	return nil
}

// show writes the problems.
func (v *validating) show(app *app, files []string, unread []error) error {
	table := &report.Table{Head: []string{"place", "sentence", "problem", "remedy"}}
	var text strings.Builder
	hinted := map[string]bool{"": true}
	for i := range v.Flaws {
		flaw := &v.Flaws[i]
		flaw.Hint = app.window.Show(flaw.Hint)
		table.Add(report.Label(flaw.Place), report.Label(flaw.Sentence), report.Label(flaw.Text), report.Label(flaw.Hint))
		fmt.Fprintln(&text, screen.Lines(fmt.Sprintf("%s: %s %s: %s", flaw.Place, v.unit, flaw.Sentence,
			screen.Short(flaw.Text))))
		if !hinted[flaw.Hint] { // once
			hinted[flaw.Hint] = true
			fmt.Fprintln(&text, "hint: "+screen.Lines(flaw.Hint))
		}
	}
	flaws := v.Flaws
	for _, err := range unread {
		place, text, _ := strings.Cut(err.Error(), ": ")
		flaws = append(flaws, report.Flaw{Place: place, Text: text})
	}
	return v.write(app, func(w io.Writer) error {
		switch report.Format(v.format) {
		case report.TextFormat:
			_, err := io.WriteString(w, foldLines(text.String(), v.window(app)))
			return err
		case report.GitHub:
			return report.WriteGitHubFlaws(w, flaws)
		case report.JUnit:
			return report.WriteJUnitFlaws(w, files, flaws)
		}
		return v.writeTables(w, table)
	})
}
