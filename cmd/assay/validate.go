package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"assay/internal/formats/answers"
	"assay/internal/formats/conllu"
	"assay/internal/formats/validity"
	"assay/internal/screen"
	"assay/report"
	"assay/study"
	"assay/treebank"
)

// validating is one call of assay validate.
type validating struct {
	outputs
	from       string
	projective bool
	repairs    repairs
	goldFile   string
	gold       *goldWords // nil without goldFile
}

// repairs counts the repairs of language models' answers.
type repairs struct {
	answers, valid, repaired, unusable int
	steps                              [answers.StepCount]int

	fitted, foreign, golden int // answers with other words than gold, of another sentence; words of gold
	words                   answers.Words
}

// fit counts how the words of an answer differ from those of gold, and returns a problem
// if the answer is about another sentence.
func (r *repairs) fit(system, gold *treebank.Sentence) *treebank.SyntaxError {
	differences, ok := answers.Differences(system, gold)
	r.golden += len(gold.Tokens)
	switch {
	case !ok:
		r.foreign++
		return &treebank.SyntaxError{File: system.File, Line: int(system.Line), Want: "the words of gold",
			Found: "another sentence"}
	case differences != (answers.Words{}):
		r.fitted++
		r.words.Missing += differences.Missing
		r.words.Extra += differences.Extra
		r.words.Changed += differences.Changed
	}
	return nil
}

// goldWords are the sentences of gold, by name and in order.
type goldWords struct {
	named map[string]*treebank.Sentence
	all   []*treebank.Sentence
}

// readGold reads the file of --gold.
func (v *validating) readGold(a *app) error {
	if v.goldFile == "" {
		return nil
	}
	src, err := a.Open(v.goldFile, "")
	if err != nil {
		return err
	}
	v.gold = &goldWords{named: map[string]*treebank.Sentence{}}
	for sentence, err := range src.All() {
		if sentence == nil {
			return &exitError{exitInput, err}
		}
		keep := sentence.Clone()
		v.gold.all = append(v.gold.all, keep)
		if sentence.ID.Len > 0 {
			v.gold.named[sentence.Str(sentence.ID)] = keep
		}
	}
	return nil
}

// of returns gold's sentence for the n-th answer, from 1: by name if both have names.
func (g *goldWords) of(s *treebank.Sentence, n int) *treebank.Sentence {
	switch {
	case g == nil:
		return nil
	case s.ID.Len > 0 && len(g.named) > 0:
		return g.named[s.Str(s.ID)]
	case n <= len(g.all):
		return g.all[n-1]
	}
	return nil
}

func (r *repairs) add(sentence *treebank.Sentence, err error) {
	r.answers++
	structural := false
	for _, st := range answers.Steps(sentence) {
		r.steps[st]++
		structural = structural || st.Structural()
	}
	switch {
	case err != nil || sentence.Missing:
		r.unusable++
	case structural:
		r.repaired++
	default:
		r.valid++
	}
}

func (r *repairs) note(validating *validating, app *app) {
	if r.answers == 0 {
		return
	}
	validating.notef(app, "%s: %d valid, %d repaired, %d unusable", plural(r.answers, "answer"), r.valid,
		r.repaired, r.unusable)
	for k, n := range r.steps {
		if n > 0 {
			validating.notef(app, "  %-9s%5d  %s", answers.Step(k), n, answers.Step(k).About())
		}
	}
	if validating.gold == nil {
		return
	}
	if r.fitted > 0 {
		altered := r.words.Missing + r.words.Extra + r.words.Changed
		validating.notef(app, "  %-9s%5d  words differ from gold's: %s; %.1f %% of gold's %d", "words", r.fitted,
			r.words, 100*float64(altered)/float64(max(r.golden, 1)), r.golden)
	}
	if r.foreign > 0 {
		validating.notef(app, "  %-9s%5d  words of another sentence than gold's: not scored", "foreign", r.foreign)
	}
}

func (a *app) validateCommand() *cobra.Command {
	var v validating
	cmd := &cobra.Command{
		Use:   "validate FILE...",
		Short: "list every problem of files, with its place",
		Long: `Read files to their ends and list every problem with its place: text that is
not in the format, cycles, several roots, heads that do not exist. Exit status 1
if there are problems.`,
		Example: `  assay validate treebank.conllu
  assay validate 'gold/*.mrg'
  assay validate --from negra --format json corpus.export
  assay validate --format github treebank.conllu
  assay validate answers.jsonl --gold gold.mrg`,
		Args: atLeast(1, "FILE..."),
		RunE: func(_ *cobra.Command, args []string) error { return v.run(a, args) },
	}
	v.outputs.flags(cmd)
	cmd.Flags().BoolVar(&v.projective, "projective", false,
		"list arcs that break the adjacency principle (projectivity) too")
	cmd.Flags().StringVar(&v.goldFile, "gold", "", "gold of language models' answers: counts repairs of words too")
	cmd.Flags().StringVarP(&v.from, "from", "f", "", "format of the files (default: by name and first bytes)")
	return cmd
}

func (v *validating) run(app *app, args []string) error {
	if err := v.check("validate", append([]string{"github", "junit"}, tableForms...)...); err != nil {
		return err
	}
	if err := v.readGold(app); err != nil {
		return err
	}
	table := &report.Table{Head: []string{"place", "sentence", "problem", "remedy"}}
	sentences, bad := 0, 0
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
		for _, f := range src.Files {
			n, b, err := v.file(table, src, f)
			sentences, bad, files = sentences+n, bad+b, append(files, f.Name)
			if err != nil {
				unread = append(unread, err)
			}
		}
	}
	switch report.Format(v.format) {
	case report.TextFormat:
		err := v.write(app, func(w io.Writer) error {
			hinted := map[string]bool{"": true}
			var text strings.Builder
			for _, r := range table.Rows {
				fmt.Fprintln(&text, screen.Lines(fmt.Sprintf("%s: sentence %s: %s", r[0].Text, r[1].Text, screen.Short(r[2].Text))))
				if hint := r[3].Text; !hinted[hint] { // once
					hinted[hint] = true
					fmt.Fprintln(&text, "hint: "+screen.Lines(hint))
				}
			}
			_, err := io.WriteString(w, foldLines(text.String(), v.window(app)))
			return err
		})
		if err != nil {
			return err
		}
	case report.GitHub:
		if err := v.write(app, func(w io.Writer) error {
			return report.WriteGitHubFlaws(w,
				flaws(table, unread))
		}); err != nil {
			return err
		}
	case report.JUnit:
		if err := v.write(app, func(w io.Writer) error {
			return report.WriteJUnitFlaws(w, files,
				flaws(table, unread))
		}); err != nil {
			return err
		}
	default:
		if err := v.table(app, table); err != nil {
			return err
		}
	}
	v.notef(app, "%s, %d with problems", plural(sentences, "sentence"), bad)
	v.repairs.note(v, app)
	if len(unread) > 0 {
		return &exitError{exitInput, errors.Join(unread...)}
	}
	if bad > 0 {
		return &exitError{status: exitNo}
	}
	return nil
}

// flaws lists the rows of the table and the files that could not be read.
func flaws(t *report.Table, unread []error) (out []report.Flaw) {
	for _, r := range t.Rows {
		out = append(out, report.Flaw{Place: r[0].Text, Sentence: r[1].Text, Text: r[2].Text, Hint: r[3].Text})
	}
	for _, err := range unread {
		place, text, _ := strings.Cut(err.Error(), ": ")
		out = append(out, report.Flaw{Place: place, Text: text})
	}
	return out
}

// file checks one file; n counts its sentences, bad those with problems.
func (v *validating) file(table *report.Table, src *treebank.Source, file treebank.File) (n, bad int, err error) {
	format := src.Format
	r, err := file.Open()
	if err != nil {
		return 0, 0, err
	}
	defer r.Close()
	text := &ends{Reader: r}
	cutter := src.Cut(text, file.Name)
	system := &treebank.Sentence{}
	checker := validity.Checker{Projective: v.projective, ManyRoots: strings.HasPrefix(format.Name, "conll") &&
		format != &conllu.Format}
	after := int32(1) // the line after the last sentence
	ids := map[string]bool{}
	found := 0 // problems before the last sentence, so that a broken one is not reported twice
	for {
		piece, err := cutter.Next()
		if err == io.EOF {
			if n == 0 { // a file that ends in its head, or is in another format
				table.Add(report.Label(file.Name), report.Label("1"), report.Label("want a sentence, found none"),
					report.Label("the file is cut off, or not in format "+format.Name))
				bad++
			} else if tag := text.open(format); tag != "" && len(table.Rows) == found {
				table.Add(report.Label(file.Name), report.Label(strconv.Itoa(n)),
					report.Label("want "+tag+" after it, found the end of the file"),
					report.Label("the file is cut off here, or an end tag is missing"))
				bad++
			}
			return n, bad, nil
		}
		if err != nil {
			return n, bad, err
		}
		n++
		before := len(table.Rows)
		found = before
		err = format.Read(system, piece)
		if answers.Is(format) {
			v.repairs.add(system, err)
			if err == nil && system.Missing {
				err = &treebank.SyntaxError{File: file.Name, Line: int(piece.Line), Want: "an analysis in the answer",
					Found: system.Failure}
			}
		}
		name := strconv.Itoa(n)
		if system.ID.Len > 0 {
			name = system.Str(system.ID)
		}
		at := (&treebank.SyntaxError{File: file.Name, Line: int(piece.Line)}).Place()
		add := func(e *treebank.SyntaxError) {
			place := e.Place()
			table.Add(report.Label(place), report.Label(name), report.Label(e.Error()[len(place)+2:]),
				report.Label(withFlags(e.Hint)))
		}
		var syn *treebank.SyntaxError
		switch {
		case errors.As(err, &syn):
			add(syn)
		case err != nil:
			table.Add(report.Label(at), report.Label(name), report.Label(err.Error()), report.Label(""))
		default:
			checker.Check(system, add)
		}
		if gold := v.gold.of(system, n); gold != nil && err == nil && !system.Missing && answers.Is(format) {
			if e := v.repairs.fit(system, gold); e != nil {
				add(e)
			}
		}
		if format == &conllu.Format {
			layout(system, &piece, after, add)
			after = piece.Line + int32(bytes.Count(piece.Text, []byte("\n")))
		}
		for _, e := range system.Notes {
			add(e)
		}
		key := name
		if format.Group != nil {
			key += "\x00" + string(format.Group(piece.Text))
		}
		if system.ID.Len > 0 && ids[key] {
			add(&treebank.SyntaxError{File: file.Name, Line: int(piece.Line), Want: "an id of its own",
				Found: name + " a second time"})
		}
		ids[key] = ids[key] || system.ID.Len > 0
		if e := notText(system, &piece); e != nil {
			add(e)
		}
		if len(table.Rows) > before {
			bad++
		}
	}
}

// layout reports faults that CoNLL-U forbids but readers ignore: more than one empty
// line between sentences, and ids of empty words that do not count from 1. The sentence
// may begin at line after at the latest.
func layout(sentence *treebank.Sentence, piece *treebank.Piece, after int32, report func(*treebank.SyntaxError)) {
	if piece.Line > after {
		report(&treebank.SyntaxError{File: piece.File, Line: int(after), Want: "a sentence",
			Found: plural(int(piece.Line-after), "empty line") + " too many"})
	}
	last, minor := int32(-1), int32(0)
	for _, empty := range sentence.Empties {
		if empty.After != last {
			last, minor = empty.After, 0
		}
		if minor++; empty.Minor != minor {
			line, col := sentence.Position(empty.Token.Form)
			report(&treebank.SyntaxError{File: piece.File, Line: line, Col: col,
				Want: fmt.Sprintf("empty word %d.%d", empty.After, minor), Found: fmt.Sprintf("%d.%d", empty.After, empty.Minor)})
			minor = empty.Minor
		}
	}
}

// notText reports the first byte of a sentence that is NUL, or no UTF-8 unless
// the reader made UTF-8 of it.
func notText(s *treebank.Sentence, piece *treebank.Piece) *treebank.SyntaxError {
	off := bytes.IndexByte(piece.Text, 0)
	want, found, hint := "text", "a NUL byte", "the file was damaged, or written by a broken program"
	if off < 0 && (utf8.Valid(piece.Text) || utf8.Valid(s.Text)) {
		return nil
	}
	if off < 0 {
		for off = 0; off < len(piece.Text); {
			r, n := utf8.DecodeRune(piece.Text[off:])
			if r == utf8.RuneError && n <= 1 {
				break
			}
			off += n
		}
		want, found, hint = "UTF-8", fmt.Sprintf("the byte 0x%02x",
			piece.Text[off]), "recode the file, such as iconv -f latin1 -t utf-8 for Latin-1"
	}
	e := treebank.At(piece.Text, off, want, found)
	e.File, e.Hint = piece.File, hint
	e.Line += int(piece.Line) - 1
	return e
}
