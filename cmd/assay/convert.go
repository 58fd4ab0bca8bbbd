package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assay/formats"
	"assay/graph/passage"
	"assay/heads"
	"assay/internal/formats/conllx"
	"assay/measures"
	"assay/prep"
	"assay/study"
	"assay/treebank"
)

// converting is one call of assay convert.
type converting struct {
	from, to, file         string
	as, heads, relations   string
	prep                   string
	strict, quiet          bool
	pack                   int
	steps                  []func(*treebank.Sentence) error
	continuous, unroot     func(*treebank.Sentence) error
	lost                   [lossKinds]int
	sentences, bad, number int
	empty                  []string // files without a sentence
	sources                []*treebank.Source
	// names of sentences, also of those to come, and those that convert gave; nil until one needs a name
	named, madeUp map[string]bool

	proof proof
	head  []byte       // the format's text before the first sentence
	text  bytes.Buffer // the sentence as the new format has it
}

func (a *app) convertCommand() *cobra.Command {
	var v converting
	cmd := &cobra.Command{
		Use:   "convert FILE... -o FILE",
		Short: "convert between formats; constituents to dependencies",
		Long: `Write sentences in another format. The formats are given by name (--from, --to), by
the ending of the file's name, or by its first bytes.

Constituents become dependencies with a head table (--as deps --heads NAME|FILE;
assay heads lists the tables), dependencies become constituents of a word and all
that modifies it (--as phrases). What the new format cannot hold is said once on
standard error; with --strict nothing is written then, and the exit status is 3.`,
		Example: `  assay convert treebank.export -o treebank.tiger.xml
  assay convert gold.mrg -o gold.conll --heads yamada-matsumoto
  assay convert tiger.xml -t penn --prep edges | head`,
		Args: atLeast(1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return v.run(a, args) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&v.from, "from", "f", "", "format of the files (default: by name and first bytes)")
	flags.StringVarP(&v.to, "to", "t", "", "format of the output (default: by the ending of its name)")
	flags.StringVarP(&v.file, "output", "o", "", "write to this file instead of standard output")
	flags.StringVar(&v.as, "as", "", "deps: constituents become dependencies; phrases: dependencies become constituents")
	flags.StringVar(&v.heads, "heads", "", "head table NAME|FILE[:KEY=VALUE]... for --as deps")
	flags.StringVar(&v.relations, "relations", "", "relation table NAME|FILE: labels of the dependencies")
	flags.StringVar(&v.prep, "prep", "", "steps done first, separated by commas: "+strings.Join(prep.Names(), " "))
	flags.Var((*positive)(&v.pack), "pack", packHelp)
	flags.BoolVar(&v.strict, "strict", false, "write nothing if the new format cannot hold everything")
	flags.BoolVarP(&v.quiet, "quiet", "q", false, "print no notes")
	complete(cmd, "from", formats.Names)
	complete(cmd, "to", formats.Names)
	complete(cmd, "as", func() []string { return []string{"deps", "phrases"} })
	complete(cmd, "heads", heads.Names)
	return cmd
}

func (v *converting) run(app *app, args []string) error {
	to, err := v.target()
	if err != nil {
		return err
	}
	if to.Write == nil {
		return usagef("format %s is only read", to.Name)
	}
	if err := v.prepare(); err != nil {
		return err
	}
	if v.file == "" || v.file == "-" {
		err = v.convert(app, args, to, app.stdout)
	} else {
		err = app.replacing(v.file, func(w io.Writer) error { return v.convert(app, args, to, w) })
	}
	if v.note(app, to); err != nil {
		return err
	}
	return v.status()
}

// target finds the format of the output.
func (v *converting) target() (*treebank.Format, error) {
	if v.to != "" {
		if f := formats.ByName(v.to); f != nil {
			return f, nil
		}
		return nil, &measures.UnknownError{What: "format", Name: v.to, Known: formats.Names()}
	}
	if v.file == "" || v.file == "-" {
		return nil, usagef("convert wants -o FILE, or --to FORMAT for standard output")
	}
	if ext := filepath.Ext(v.file); slices.Contains([]string{".gz", ".bz2", ".xz", ".zst"}, ext) {
		return nil, usagef("convert writes text, and %s is the name of a compressed file\nhint: write %s and compress it",
			v.file, strings.TrimSuffix(v.file, ext))
	}
	f := formats.Guess(v.file, nil)
	if f == nil || !hasEnding(f, v.file) {
		return nil, usagef("no format writes files with the ending of %s\nhint: choose one with --to FORMAT (assay "+
			"formats lists them)", v.file)
	}
	return f, nil
}

func hasEnding(f *treebank.Format, path string) bool {
	for _, e := range f.Ext {
		if strings.HasSuffix(strings.ToLower(filepath.Base(path)), e) {
			return true
		}
	}
	return false
}

// prepare makes the steps that the user asked for.
func (v *converting) prepare() error {
	steps, err := prep.Parse(v.prep)
	if err != nil {
		return usagef("--prep: %w", nearestIn(err, prep.Names()))
	}
	for _, st := range steps {
		v.steps = append(v.steps, st.New())
	}
	if v.as != "" {
		if err := oneOf("as", v.as, "deps", "phrases"); err != nil {
			return err
		}
	}
	if v.heads == "" && v.relations != "" {
		return usagef("--relations goes with --heads")
	}
	v.continuous = prep.Step{Kind: prep.Continuous}.New()
	v.unroot = prep.Step{Kind: prep.Erase, Args: []string{"VROOT"}}.New()
	return nil
}

// kind returns the conversion that sentences of one format need for another.
func (v *converting) kind(from, to *treebank.Format) (string, error) {
	as := v.as
	switch {
	case as != "":
	case v.heads != "":
		as = "deps"
	case to.Layers&treebank.Phrases == 0 && to.Layers.Has(treebank.Arcs) && from.Layers&treebank.Arcs == 0 &&
		from.Layers.Has(treebank.Phrases):
		as = "deps"
	case to.Layers&treebank.Arcs == 0 && to.Layers.Has(treebank.Phrases) && from.Layers&treebank.Phrases == 0 &&
		from.Layers.Has(treebank.Arcs):
		as = "phrases"
	}
	if as == "deps" && v.heads == "" {
		return "", usagef("%s holds constituents and %s dependencies: choose a head table\nhint: --heads NAME|FILE; "+
			"assay heads lists the tables", from.Name, to.Name)
	}
	switch units := from.Layers&to.Layers&treebank.Units != 0; {
	case as != "" || !units:
	case from.Layers&treebank.Graph == 0 && to.Layers&treebank.Graph != 0:
		return "anchors", nil
	case from.Layers&treebank.Graph != 0 && to.Layers&treebank.Graph == 0:
		return "terminals", nil
	}
	held := treebank.Phrases | treebank.Arcs | treebank.Graph | treebank.Units | treebank.Clauses | treebank.Roles |
		treebank.RoleSpans | treebank.Segments | treebank.Instances | treebank.Expressions | treebank.Mentions
	if as == "" && from.Layers&to.Layers&held == 0 {
		return "", usagef("%s and %s hold nothing in common", from.Name, to.Name)
	}
	return as, nil
}

// convert writes all sentences of all files to w.
func (v *converting) convert(app *app, args []string, to *treebank.Format, w io.Writer) error {
	out := bufio.NewWriterSize(w, 256<<10)
	if to.Begin != nil {
		var head bytes.Buffer
		begin := bufio.NewWriter(&head)
		if err := to.Begin(begin); err != nil {
			return err
		}
		begin.Flush()
		v.head = head.Bytes()
		if _, err := out.Write(v.head); err != nil {
			return err
		}
	}
	for _, name := range args {
		src, err := app.Open(name, v.from)
		if err != nil {
			return err
		}
		v.sources = append(v.sources, src)
	}
	for _, src := range v.sources {
		as, err := v.kind(src.Format, to)
		if err != nil {
			return err
		}
		steps := v.steps
		var tables *heads.Conversion
		switch as {
		case "deps":
			st, err := heads.Step(v.heads, v.relations)
			if err != nil {
				return usagef("--heads: %w", nearestIn(err, heads.Names()))
			}
			tables = st
			steps = append(steps[:len(steps):len(steps)], st.New())
		case "phrases":
			steps = append(steps[:len(steps):len(steps)], heads.ToPhrases)
		case "anchors":
			steps = append(steps[:len(steps):len(steps)], passage.Anchor)
		case "terminals":
			steps = append(steps[:len(steps):len(steps)], passage.Words)
		}
		if err := v.packable(src.Format, to, as); err != nil {
			return err
		}
		before := v.number
		for _, f := range src.Files {
			if err := v.convertFile(app, src, f, to, as, steps, out); err != nil {
				return err
			}
		}
		if v.number == before {
			v.empty = append(v.empty, src.Name)
		}
		if tables != nil && !v.quiet {
			app.warn(study.TableCoverage(tables, src.Name))
		}
	}
	if to.End != nil {
		if err := to.End(out); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (v *converting) convertFile(app *app, src *treebank.Source, file treebank.File, to *treebank.Format, as string,
	steps []func(*treebank.Sentence) error, out *bufio.Writer) error {
	in, err := file.Open()
	if err != nil {
		return &exitError{exitInput, err}
	}
	defer in.Close()
	sentences := src.Sentences(in, file.Name)
	if v.pack > 1 {
		sentences, steps = v.packed(src, in, file.Name, steps), nil
	}
	for sentence, err := range sentences {
		if sentence == nil {
			return &exitError{exitInput, err}
		}
		if v.number++; to.ByFile && v.sentences > 0 {
			return usagef("%s holds one document a file, and %s is the second\nhint: convert one file at a time",
				to.Name, placeOf(sentence))
		}
		if err == nil {
			err = v.one(sentence, src.Format, to, as, steps, out)
		}
		var refused *lossError
		var full *outputError
		switch {
		case errors.As(err, &full):
			return err
		case errors.As(err, &refused):
			return &exitError{exitInput, fmt.Errorf("%s: sentence %s: %w", placeOf(sentence), v.name(sentence), err)}
		case err != nil && v.strict:
			return &exitError{exitInput, v.problem(sentence, err)}
		case err != nil:
			v.bad++
			if !v.quiet {
				fmt.Fprintf(app.stderr, "assay: %v; it is left out\n", v.problem(sentence, err))
			}
		default:
			v.sentences++
			v.faults(app, sentence)
		}
	}
	return nil
}

// faults names the faults of a sentence that was converted despite them.
func (v *converting) faults(a *app, s *treebank.Sentence) {
	if v.quiet {
		return
	}
	for _, e := range s.Notes {
		fmt.Fprintf(a.stderr, "assay: %v\n", v.problem(s, e))
	}
}

// name returns the name of a sentence, its number if it has none.
func (v *converting) name(s *treebank.Sentence) string {
	if s.ID.Len > 0 && int(s.ID.Off+s.ID.Len) <= len(s.Text) {
		return s.Str(s.ID)
	}
	return strconv.Itoa(v.number)
}

func placeOf(s *treebank.Sentence) string {
	return (&treebank.SyntaxError{File: s.File, Line: int(s.Line)}).Place()
}

// problem puts the place and the name of the sentence before an error.
func (v *converting) problem(sentence *treebank.Sentence, err error) error {
	var syn *treebank.SyntaxError
	if errors.As(err, &syn) {
		text := strings.TrimPrefix(syn.Error(), syn.Place()+": ")
		if syn.Hint != "" {
			text += " (" + withFlags(syn.Hint) + ")"
		}
		return fmt.Errorf("%s: sentence %s: %s", syn.Place(), v.name(sentence), text)
	}
	return fmt.Errorf("%s: sentence %s: %w", placeOf(sentence), v.name(sentence), err)
}

// A lossError reports a loss that --strict does not allow.
type lossError struct{ what, format string }

func (e *lossError) Error() string { return e.format + " cannot hold " + e.what }

// An outputError is an output that cannot be written, such as a full disk.
type outputError struct{ error }

func (e *outputError) Unwrap() error { return e.error }

// one converts and writes a sentence.
func (v *converting) one(sentence *treebank.Sentence, from, to *treebank.Format, as string,
	steps []func(*treebank.Sentence) error, out *bufio.Writer) error {
	var original *treebank.Sentence
	if to.Layers&(treebank.Graph|treebank.Units|treebank.Clauses) != 0 && len(sentence.Nodes) > 0 {
		original = sentence.Clone()
	}
	for _, step := range steps {
		if err := step(sentence); err != nil {
			return err
		}
	}
	if to.Layers.Has(treebank.Phrases|treebank.Functions) && len(sentence.Phrases) > 0 &&
		sentence.Name(sentence.Phrases[0].Label) == "VROOT" {
		if err := v.unroot(sentence); err != nil { // a mark that this format does not need
			return err
		}
	}
	kept := from == to && as == "" // the roots stay side by side, as in the file
	lost := losses(sentence, to, as)
	lost[lossRoots] = lost[lossRoots] && !kept
	if err := v.refuse(lost, to); err != nil {
		return err
	}
	if lost[lossGaps] {
		if err := v.continuous(sentence); err != nil {
			return err
		}
		lost[lossRoots] = to.Layers&treebank.Functions == 0 && roots(sentence) > 1 && !kept
	}
	if lost[lossRoots] {
		addRoot(sentence)
	}
	if lost[lossForests] {
		sentence.Arcs, _ = treebank.FirstTree(sentence)
	}
	v.proof.format = to
	v.nameIt(sentence, from, to)
	whole := *sentence
	if to == &conllx.Format && from != to {
		plainColumns(sentence)
	}
	if err := v.writeDown(sentence, to); err != nil {
		return err
	}
	if !kept {
		if back, ok := v.proof.read(v.head, v.text.Bytes()); ok {
			compareCopy(&whole, back, to, &lost)
			if original != nil {
				compareGraphs(original, inverse(back, as), &lost)
			}
		} else if len(sentence.Tokens) == 0 {
			return fmt.Errorf("%s cannot hold a sentence without words", to.Name)
		}
		if err := v.refuse(lost, to); err != nil {
			return err
		}
	}
	if _, err := out.Write(v.text.Bytes()); err != nil {
		return &outputError{err}
	}
	for k, l := range lost {
		if l {
			v.lost[k]++
		}
	}
	return nil
}

// refuse is an error where --strict forbids a loss.
func (v *converting) refuse(lost [lossKinds]bool, to *treebank.Format) error {
	for k, l := range lost {
		if l && v.strict {
			return &lossError{lossNames[k], to.Name}
		}
	}
	return nil
}

// nameIt gives a sentence without a name its number if the format needs a name, but
// never the name of another sentence. In penn, where sentences need no names, it
// removes a name that is only the number.
func (v *converting) nameIt(sentence *treebank.Sentence, from, to *treebank.Format) {
	number := strconv.Itoa(v.number)
	prefix := ""
	switch {
	case to.Name == "penn" && from != to && (sentence.Str(sentence.ID) == number ||
		sentence.Str(sentence.ID) == "s"+number):
		sentence.ID = treebank.Span{}
		return
	case to.Name == "tigerxml": // an id of XML begins with a letter
		prefix = "s"
	case to.Name != "negra" && to.Name != "conllu":
		return
	}
	if given := sentence.Str(sentence.ID); given != "" {
		if v.madeUp[given] { // in a pipe, whose names are not known before
			sentence.Note(&treebank.SyntaxError{File: sentence.File, Line: int(sentence.Line), Want: "a name of its own",
				Found: given + ", which convert gave to a sentence before it without a name"})
		}
		return
	}
	if v.named == nil {
		v.readNames()
	}
	name := prefix + number
	for k := 2; v.named[name]; k++ {
		name = fmt.Sprint(prefix, number, ".", k)
	}
	v.named[name], v.madeUp[name] = true, true
	sentence.ID = sentence.AddString(name)
}

// readNames reads all files but pipes, which are too long to keep, for the names of
// their sentences. Faults are reported when the sentences are converted.
func (v *converting) readNames() {
	v.named, v.madeUp = map[string]bool{}, map[string]bool{}
	for _, src := range v.sources {
		for _, file := range src.Files {
			if info, err := os.Stat(file.Name); err != nil || !info.Mode().IsRegular() && !info.IsDir() {
				continue
			}
			in, err := file.Open()
			if err != nil {
				continue
			}
			for sentence := range src.Sentences(in, file.Name) {
				if sentence != nil && sentence.ID.Len > 0 && int(sentence.ID.Off+sentence.ID.Len) <= len(sentence.Text) {
					v.named[sentence.Str(sentence.ID)] = true
				}
			}
			in.Close()
		}
	}
}

// writeDown writes a sentence into text.
func (v *converting) writeDown(s *treebank.Sentence, to *treebank.Format) error {
	v.text.Reset()
	w := bufio.NewWriter(&v.text)
	if err := to.Write(w, s); err != nil {
		return err
	}
	return w.Flush()
}

// roots returns the number of words and phrases at the top of the tree.
func roots(sentence *treebank.Sentence) (n int) {
	for i := range sentence.Tokens {
		if sentence.Tokens[i].Parent < 0 {
			n++
		}
	}
	for i := range sentence.Phrases {
		if sentence.Phrases[i].Parent < 0 {
			n++
		}
	}
	return n
}

// addRoot puts everything below one phrase VROOT.
func addRoot(sentence *treebank.Sentence) {
	for i := range sentence.Tokens {
		sentence.Tokens[i].Parent++
	}
	for i := range sentence.Phrases {
		sentence.Phrases[i].Parent++
	}
	root := treebank.Phrase{Label: sentence.Syms.InternString("VROOT"), Parent: -1, End: int32(len(sentence.Tokens))}
	sentence.Phrases = append([]treebank.Phrase{root}, sentence.Phrases...)
	n := int32(len(sentence.Tokens))
	for i := range sentence.Secondary {
		for _, x := range []*int32{&sentence.Secondary[i].Dep, &sentence.Secondary[i].Head} {
			if *x >= n {
				*x++
			}
		}
	}
	for i := range sentence.Attrs {
		if sentence.Attrs[i].Index >= n {
			sentence.Attrs[i].Index++
		}
	}
}

// note reports the losses once.
func (v *converting) note(app *app, to *treebank.Format) {
	if v.quiet {
		return
	}
	for k, n := range v.lost {
		if n > 0 {
			fmt.Fprintf(app.stderr, "assay: %s cannot hold %s: lost in %d of %d sentences\n", to.Name, lossNames[k], n,
				v.sentences)
		}
	}
}

// status is an error if sentences were left out, or a file has none; the others are still
// written.
func (v *converting) status() error {
	if len(v.empty) > 0 {
		return noSentence(v.empty[0])
	}
	if v.bad > 0 {
		return &exitError{exitInput, fmt.Errorf("%d of %s could not be converted", v.bad,
			plural(v.bad+v.sentences, "sentence"))}
	}
	return nil
}
