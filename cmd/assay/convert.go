package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assay/formats"
	"assay/heads"
	"assay/measures"
	"assay/prep"
	"assay/treebank"
)

// converting is one call of assay convert.
type converting struct {
	from, to, file         string
	as, heads, relations   string
	prep                   string
	strict, quiet          bool
	steps                  []func(*treebank.Sentence) error
	continuous, unroot     func(*treebank.Sentence) error
	lost                   [lossKinds]int
	sentences, bad, number int
}

// The kinds of things that a format may not hold, in the order of the note.
const (
	lossTags = iota
	lossPhrases
	lossFunctions
	lossGaps
	lossRoots
	lossSecondary
	lossArcs
	lossRelations
	lossEnhanced
	lossGraph
	lossMorphology
	lossLemmas
	lossReadings
	lossForests
	lossRoles
	lossKinds
)

var lossNames = [lossKinds]string{
	"parts of speech", "phrases", "functions", "gaps (phrases were made continuous)", "several roots (put below VROOT)",
	"secondary edges", "dependencies", "labels of dependencies", "enhanced dependencies", "semantic graphs", "morphology", "lemmas", "further analyses (the first is written)",
	"further links of parse forests (the first of each word is written)", "predicates and arguments",
}

func (a *app) convertCommand() *cobra.Command {
	var v converting
	c := &cobra.Command{
		Use:   "convert FILE... -o FILE",
		Short: "convert between formats; constituents to dependencies",
		Long: `Write sentences in another format. The formats are told by name (--from, --to), by
the ending of the file's name, or by its first bytes.

Constituents become dependencies with a head table (--as deps --heads NAME|FILE;
assay heads lists the tables), dependencies become constituents of a word and all
that modifies it (--as phrases). What the new format cannot hold is said once on
standard error; with --strict nothing is written then, and the exit status is 4.`,
		Example: `  assay convert treebank.export -o treebank.tiger.xml
  assay convert gold.mrg -o gold.conll --heads yamada-matsumoto
  assay convert tiger.xml -t penn --prep edges | head`,
		Args: atLeast(1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return v.run(a, args) },
	}
	f := c.Flags()
	f.StringVarP(&v.from, "from", "f", "", "format of the files (default: by name and first bytes)")
	f.StringVarP(&v.to, "to", "t", "", "format of the output (default: by the ending of its name)")
	f.StringVarP(&v.file, "output", "o", "", "write to this file instead of standard output")
	f.StringVar(&v.as, "as", "", "deps: constituents become dependencies; phrases: dependencies become constituents")
	f.StringVar(&v.heads, "heads", "", "head table NAME|FILE[:KEY=VALUE]... for --as deps")
	f.StringVar(&v.relations, "relations", "", "relation table NAME|FILE: labels of the dependencies")
	f.StringVar(&v.prep, "prep", "", "preprocessing steps before, separated by commas: "+strings.Join(prep.Names(), " "))
	f.BoolVar(&v.strict, "strict", false, "refuse to lose anything")
	f.BoolVarP(&v.quiet, "quiet", "q", false, "print no notes")
	complete(c, "from", formats.Names)
	complete(c, "to", formats.Names)
	complete(c, "as", func() []string { return []string{"deps", "phrases"} })
	complete(c, "heads", heads.Names)
	return c
}

func (v *converting) run(a *app, args []string) error {
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
		err = v.convert(a, args, to, a.stdout)
	} else {
		err = replacing(v.file, func(w io.Writer) error { return v.convert(a, args, to, w) })
	}
	if v.note(a, to); err != nil {
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
		return nil, usagef("convert writes text, and %s is a name for what is compressed\nhint: write %s and compress it", v.file, strings.TrimSuffix(v.file, ext))
	}
	f := formats.Guess(v.file, nil)
	if f == nil || !hasEnding(f, v.file) {
		return nil, usagef("the ending of %s does not tell a format\nhint: choose one with --to FORMAT (assay formats lists them)", v.file)
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
		return usagef("--prep: %w", err)
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

// kind says which conversion sentences of one format need for another.
func (v *converting) kind(from, to *treebank.Format) (string, error) {
	as := v.as
	switch {
	case as != "":
	case v.heads != "":
		as = "deps"
	case to.Layers&treebank.Phrases == 0 && to.Layers.Has(treebank.Arcs) && from.Layers&treebank.Arcs == 0 && from.Layers.Has(treebank.Phrases):
		as = "deps"
	case to.Layers&treebank.Arcs == 0 && to.Layers.Has(treebank.Phrases) && from.Layers&treebank.Phrases == 0 && from.Layers.Has(treebank.Arcs):
		as = "phrases"
	}
	if as == "deps" && v.heads == "" {
		return "", usagef("%s holds constituents and %s dependencies: choose a head table\nhint: --heads NAME|FILE; assay heads lists the tables", from.Name, to.Name)
	}
	held := treebank.Phrases | treebank.Arcs | treebank.Graph
	if as == "" && from.Layers&to.Layers&held == 0 {
		return "", usagef("%s and %s hold nothing in common", from.Name, to.Name)
	}
	return as, nil
}

// convert writes all sentences of all files to w.
func (v *converting) convert(a *app, args []string, to *treebank.Format, w io.Writer) error {
	out := bufio.NewWriterSize(w, 256<<10)
	if to.Begin != nil {
		if err := to.Begin(out); err != nil {
			return err
		}
	}
	for _, name := range args {
		src, err := a.open(name, v.from, "")
		if err != nil {
			return err
		}
		as, err := v.kind(src.Format, to)
		if err != nil {
			return err
		}
		steps := v.steps
		switch as {
		case "deps":
			st, err := heads.Step(v.heads, v.relations)
			if err != nil {
				return usagef("--heads: %w", err)
			}
			steps = append(steps[:len(steps):len(steps)], st.New())
		case "phrases":
			steps = append(steps[:len(steps):len(steps)], heads.ToPhrases)
		}
		for _, f := range src.Files {
			if err := v.convertFile(a, src.Format, f, to, as, steps, out); err != nil {
				return err
			}
		}
	}
	if to.End != nil {
		if err := to.End(out); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (v *converting) convertFile(a *app, from *treebank.Format, f treebank.File, to *treebank.Format, as string,
	steps []func(*treebank.Sentence) error, out *bufio.Writer) error {
	r, err := f.Open()
	if err != nil {
		return &exitError{exitInput, err}
	}
	defer r.Close()
	for s, err := range from.Sentences(r, f.Name) {
		if s == nil {
			return &exitError{exitInput, err}
		}
		v.number++
		if err == nil {
			err = v.one(s, from, to, as, steps, out)
		}
		var refused *lossError
		switch {
		case errors.As(err, &refused):
			return &exitError{exitUnscored, fmt.Errorf("%s: sentence %s: %w", placeOf(s), v.name(s), err)}
		case err != nil && v.strict:
			return &exitError{exitUnscored, v.problem(s, err)}
		case err != nil:
			v.bad++
			if !v.quiet {
				fmt.Fprintf(a.stderr, "assay: %v; it is left out\n", v.problem(s, err))
			}
		default:
			v.sentences++
		}
	}
	return nil
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
func (v *converting) problem(s *treebank.Sentence, err error) error {
	var syn *treebank.SyntaxError
	if errors.As(err, &syn) {
		text := strings.TrimPrefix(syn.Error(), syn.Place()+": ")
		if syn.Hint != "" {
			text += " (" + syn.Hint + ")"
		}
		return fmt.Errorf("%s: sentence %s: %s", syn.Place(), v.name(s), text)
	}
	return fmt.Errorf("%s: sentence %s: %w", placeOf(s), v.name(s), err)
}

// A lossError is what --strict refuses to lose.
type lossError struct{ what, format string }

func (e *lossError) Error() string { return e.format + " cannot hold " + e.what }

// one converts and writes a sentence.
func (v *converting) one(s *treebank.Sentence, from, to *treebank.Format, as string, steps []func(*treebank.Sentence) error, out *bufio.Writer) error {
	for _, step := range steps {
		if err := step(s); err != nil {
			return err
		}
	}
	if to.Layers.Has(treebank.Phrases|treebank.Functions) && len(s.Phrases) > 0 && s.Name(s.Phrases[0].Label) == "VROOT" {
		if err := v.unroot(s); err != nil { // a mark that this format does not need
			return err
		}
	}
	kept := from == to && as == "" // the roots stand side by side, as the file has them
	lost := losses(s, to, as)
	lost[lossRoots] = lost[lossRoots] && !kept
	if v.strict {
		for k, l := range lost {
			if l {
				return &lossError{lossNames[k], to.Name}
			}
		}
	}
	if lost[lossGaps] {
		if err := v.continuous(s); err != nil {
			return err
		}
		lost[lossRoots] = to.Layers&treebank.Functions == 0 && roots(s) > 1 && !kept
	}
	if lost[lossRoots] {
		addRoot(s)
	}
	if s.ID.Len == 0 {
		switch to.Name { // formats in which every sentence has a name
		case "negra", "conllu":
			s.ID = s.AddString(strconv.Itoa(v.number))
		case "tigerxml": // an id of XML begins with a letter
			s.ID = s.AddString("s" + strconv.Itoa(v.number))
		}
	}
	var err error
	if err = to.Write(out, s); err == nil {
		for k, l := range lost {
			if l {
				v.lost[k]++
			}
		}
	}
	return err
}

// losses compares what a sentence has with what a format can hold.
func losses(s *treebank.Sentence, to *treebank.Format, as string) (lost [lossKinds]bool) {
	hasTag, hasFn, hasRel, hasFeats, hasLemma := false, false, false, false, false
	for i := range s.Tokens {
		hasTag = hasTag || s.Tokens[i].Tag != 0
		hasFn = hasFn || s.Tokens[i].Func != 0
	}
	for i := range s.Phrases {
		hasFn = hasFn || s.Phrases[i].Func != 0
	}
	for _, a := range s.Arcs {
		hasRel = hasRel || a.Rel != 0
	}
	for _, m := range s.Morph {
		hasFeats = hasFeats || m.Feats != 0
		hasLemma = hasLemma || m.Lemma.Len > 0
	}
	no := func(l treebank.Layer) bool { return !to.Layers.Has(l) }
	trees := as != "deps" // else the tree has become dependencies
	lost[lossTags] = hasTag && no(treebank.Tags)
	lost[lossPhrases] = trees && len(s.Phrases) > 0 && no(treebank.Phrases)
	lost[lossFunctions] = trees && as != "phrases" && hasFn && no(treebank.Functions) && !no(treebank.Phrases)
	lost[lossGaps] = trees && s.Gaps && no(treebank.Gaps) && !no(treebank.Phrases)
	lost[lossRoots] = trees && !no(treebank.Phrases) && no(treebank.Functions) && roots(s) > 1
	lost[lossSecondary] = len(s.Secondary) > 0 && no(treebank.Secondary)
	lost[lossArcs] = as != "phrases" && len(s.Arcs) > 0 && no(treebank.Arcs)
	lost[lossRelations] = hasRel && !no(treebank.Arcs) && no(treebank.Relations) || as == "phrases" && hasRel && no(treebank.Functions)
	lost[lossEnhanced] = len(s.Enhanced) > 0 && no(treebank.Enhanced)
	lost[lossGraph] = len(s.Nodes) > 0 && no(treebank.Graph)
	lost[lossMorphology] = hasFeats && no(treebank.Morphology)
	lost[lossReadings] = s.Readings > 1 // Write writes one
	lost[lossForests] = s.Forest() && no(treebank.Forests) && !no(treebank.Arcs)
	lost[lossRoles] = len(s.Predicates) > 0 && to.Layers&(treebank.Roles|treebank.RoleSpans) == 0
	lost[lossLemmas] = hasLemma && no(treebank.Lemmas)
	return lost
}

// roots is how many words and phrases stand at the top of the tree.
func roots(s *treebank.Sentence) (n int) {
	for i := range s.Tokens {
		if s.Tokens[i].Parent < 0 {
			n++
		}
	}
	for i := range s.Phrases {
		if s.Phrases[i].Parent < 0 {
			n++
		}
	}
	return n
}

// addRoot puts everything below one phrase VROOT.
func addRoot(s *treebank.Sentence) {
	for i := range s.Tokens {
		s.Tokens[i].Parent++
	}
	for i := range s.Phrases {
		s.Phrases[i].Parent++
	}
	root := treebank.Phrase{Label: s.Syms.InternString("VROOT"), Parent: -1, End: int32(len(s.Tokens))}
	s.Phrases = append([]treebank.Phrase{root}, s.Phrases...)
	n := int32(len(s.Tokens))
	for i := range s.Secondary {
		for _, x := range []*int32{&s.Secondary[i].Dep, &s.Secondary[i].Head} {
			if *x >= n {
				*x++
			}
		}
	}
	for i := range s.Attrs {
		if s.Attrs[i].Index >= n {
			s.Attrs[i].Index++
		}
	}
}

// note says once what was lost.
func (v *converting) note(a *app, to *treebank.Format) {
	if v.quiet {
		return
	}
	for k, n := range v.lost {
		if n > 0 {
			fmt.Fprintf(a.stderr, "assay: %s cannot hold %s: lost in %d of %d sentences\n", to.Name, lossNames[k], n, v.sentences)
		}
	}
}

// status is an error if sentences were left out; the others are written all the same.
func (v *converting) status() error {
	if v.bad > 0 {
		return &exitError{exitInput, fmt.Errorf("%d of %s could not be converted", v.bad, plural(v.bad+v.sentences, "sentence"))}
	}
	return nil
}
