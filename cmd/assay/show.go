package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"assay/diagnose"
	"assay/draw"
	"assay/eval"
	"assay/internal/screen"
	"assay/treebank"
)

// showing is one call of assay show.
type showing struct {
	inputs
	sentences string
	view      string
	file      string
	color     string
	width     int
	quiet     bool
}

func (a *app) showCommand() *cobra.Command {
	var s showing
	c := &cobra.Command{
		Use:   "show FILE [SYSTEM]",
		Short: "draw trees, dependencies and graphs (terminal, SVG)",
		Long: `Draw the sentences of a file. With a second file trees and dependencies are drawn beside
one another and graphs as one graph, whose nodes correspond as the measure has it.
Colour and shape mark the differences: − only in gold, + only in the system,
× crosses a bracket of gold, ≠ differs. What is wider than the window is drawn closer,
a tree as an outline.

-o FILE.svg writes one sentence as SVG, -o FOLDER/ a file for each sentence.`,
		Example: `  assay show gold.mrg --sentence 3
  assay show gold.mrg parser.mrg --sentence 3,7-9
  assay show treebank.conllu --sentence 12 -o tree.svg`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 2 {
				return usagef("show wants FILE or GOLD SYSTEM, found %d argument(s)\nhint: assay help show", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return s.run(a, c, args) },
	}
	s.inputs.flags(c)
	f := c.Flags()
	f.StringVarP(&s.sentences, "sentence", "s", "", "which sentences: numbers, ranges and names, separated by commas (default: all)")
	f.StringVar(&s.view, "view", "auto", "what is drawn: auto, tree, arcs or graph")
	f.StringVarP(&s.file, "output", "o", "", "write SVG: a file for one sentence, a folder (ending in /) for many")
	f.StringVar(&s.color, "color", "auto", "when to use colour (NO_COLOR is honoured)")
	f.BoolVarP(&s.quiet, "quiet", "q", false, "print no notes")
	f.IntVar(&s.width, "width", 0, "cells of the window (0: as it is; 100 where there is none)")
	return c
}

func (s *showing) run(a *app, c *cobra.Command, args []string) error {
	if err := oneOf("view", s.view, "auto", "tree", "arcs", "graph"); err != nil {
		return err
	}
	view := map[string]draw.View{"tree": draw.ViewTree, "arcs": draw.ViewArcs, "graph": draw.ViewGraph}[s.view]
	want, err := parseWanted(s.sentences)
	if err != nil {
		return err
	}
	if ext := filepath.Ext(s.file); ext != "" && !strings.EqualFold(ext, ".svg") && !s.folder() {
		return usagef("show writes SVG; want -o FILE.svg or a folder, not %s", s.file)
	}
	opt := draw.Options{View: view, Colour: colours(s.color, a.stdout), Width: s.width}
	if opt.View == draw.ViewAuto && s.as == "deps" {
		opt.View = draw.ViewArcs
	}
	if opt.Width == 0 {
		opt.Width = windowWidth(a.stdout)
	}
	gold, err := s.gold(a, args[0])
	if err != nil {
		return err
	}
	if len(args) == 1 {
		return s.single(a, gold, want, opt)
	}
	system, err := s.system(a, args[1])
	if err != nil {
		return err
	}
	return s.pairs(a, c, gold, system, want, opt)
}

// single draws the sentences of one file.
func (s *showing) single(a *app, src *treebank.Source, want *wanted, opt draw.Options) error {
	ropt, err := s.options()
	if err != nil {
		return err
	}
	var steps []func(*treebank.Sentence) error
	for _, step := range ropt.GoldSteps {
		steps = append(steps, step.New())
	}
	n, drawn := 0, 0
	for _, f := range src.Files {
		r, err := f.Open()
		if err != nil {
			return &exitError{exitInput, err}
		}
		for sent, err := range src.Ranked(r, f.Name, s.rank) {
			if sent == nil {
				r.Close()
				return &exitError{exitInput, err}
			}
			n++
			name := sent.Str(sent.ID)
			if !want.match(n-1, name) {
				continue
			}
			if drawn++; drawn > 1 && s.file != "" && !s.folder() {
				r.Close()
				return s.tooMany()
			}
			for i := 0; i < len(steps) && err == nil; i++ {
				err = steps[i](sent)
			}
			if err != nil {
				fmt.Fprintln(a.stderr, screen.Lines(err.Error()))
				if s.file == "" {
					fmt.Fprintf(a.stdout, "%s\n(cannot be drawn)\n\n", title(n, name))
				}
				continue
			}
			if err := s.one(a, sent, draw.Marks{}, n, name, opt); err != nil {
				r.Close()
				return err
			}
		}
		r.Close()
	}
	if drawn == 0 {
		return &exitError{exitInput, fmt.Errorf("%s: no sentence %s among %d", src.Name, s.sentences, n)}
	}
	return nil
}

// one draws a sentence in the terminal or as SVG.
func (s *showing) one(a *app, sent *treebank.Sentence, m draw.Marks, n int, name string, opt draw.Options) error {
	if s.file != "" {
		return s.svg(sent, m, strconv.Itoa(n), opt)
	}
	fmt.Fprintln(a.stdout, title(n, name)+graphText(sent, opt))
	if err := draw.Terminal(a.stdout, sent, m, opt); err != nil {
		return err
	}
	_, err := fmt.Fprintln(a.stdout)
	return err
}

// graphText is a line with the words of a graph, because its nodes do not show them.
func graphText(s *treebank.Sentence, opt draw.Options) string {
	if len(s.Nodes) == 0 || len(s.Tokens) == 0 || opt.View != draw.ViewAuto && opt.View != draw.ViewGraph {
		return ""
	}
	var words []string
	for i := range s.Tokens {
		words = append(words, string(s.Word(int32(i))))
	}
	return "\n" + screen.Plain(strings.Join(words, " "))
}

func title(n int, name string) string {
	if name == "" || name == strconv.Itoa(n) {
		return fmt.Sprintf("sentence %d", n)
	}
	return fmt.Sprintf("sentence %d (%s)", n, screen.Plain(name))
}

// folder reports whether drawings go into a folder, a file for each.
func (s *showing) folder() bool {
	info, err := os.Stat(s.file)
	return strings.HasSuffix(s.file, "/") || err == nil && info.IsDir()
}

func (s *showing) tooMany() error {
	return usagef("-o %s has room for one sentence; choose it with --sentence, or name a folder: -o %s/", s.file, strings.TrimSuffix(s.file, filepath.Ext(s.file)))
}

func (s *showing) svg(sent *treebank.Sentence, m draw.Marks, name string, opt draw.Options) error {
	path := s.file
	if s.folder() {
		if err := os.MkdirAll(path, 0o777); err != nil {
			return &exitError{exitInput, err}
		}
		path = filepath.Join(path, name+".svg")
	}
	return replacing(path, func(w io.Writer) error { return draw.SVG(w, sent, m, opt) })
}

// pairs draws gold and system with the items of the first metric marked.
func (s *showing) pairs(a *app, c *cobra.Command, gold, system *treebank.Source, want *wanted, opt draw.Options) error {
	ms, err := s.measures(gold, system)
	if err != nil {
		return err
	}
	ropt, err := s.options()
	if err != nil {
		return err
	}
	sights := &diagnose.Sights{Want: want.match}
	ropt.Collect, ropt.Collected = sights.Collect, sights.Collected
	res, err := eval.Run(c.Context(), gold, system, ms[:1], ropt)
	if err != nil {
		return err
	}
	if len(sights.All) == 0 {
		return &exitError{exitInput, fmt.Errorf("%s: no sentence %s among %d", gold.Name, s.sentences, res.GoldN)}
	}
	if len(sights.All) > 1 && s.file != "" && !s.folder() {
		return s.tooMany()
	}
	for _, p := range res.Problems {
		if !s.quiet && want.match(p.Unit, p.Sentence) {
			fmt.Fprintln(a.stderr, screen.Lines(fmt.Sprintf("%s: sentence %s: %s", p.Place, p.Sentence, p.Text)))
		}
	}
	for _, x := range sights.All {
		name := res.Name(x.Unit)
		if drawn, err := s.joint(a, x, title(x.Unit+1, name), ms[0].Name(), opt); drawn || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		if s.file != "" {
			for side, sent := range map[string]*treebank.Sentence{"gold": x.Gold, "system": x.System} {
				m := x.GoldMarks
				if side == "system" {
					m = x.SystemMarks
				}
				if err := s.pairSVG(sent, m, x.Unit+1, side, opt); err != nil {
					return err
				}
			}
			continue
		}
		fmt.Fprintf(a.stdout, "%s: %s under %s%s\n", title(x.Unit+1, name), plural(x.Errors, "difference"), ms[0].Name(), graphText(x.Gold, opt))
		if err := draw.Pair(a.stdout, x.Gold, x.System, x.GoldMarks, x.SystemMarks, opt); err != nil {
			return err
		}
		fmt.Fprintln(a.stdout)
	}
	return nil
}

// joint draws gold and system in one picture if both have a graph.
func (s *showing) joint(a *app, x *diagnose.Sight, title, measure string, opt draw.Options) (drawn bool, err error) {
	if opt.View != draw.ViewAuto && opt.View != draw.ViewGraph {
		return false, nil
	}
	both := x.Joint()
	switch {
	case both == nil:
		return false, nil
	case s.file != "":
		return true, s.svg(both.Graph, both.Marks, strconv.Itoa(x.Unit+1), opt)
	}
	fmt.Fprintf(a.stdout, "%s: %s under %s%s\n%s\n", title, plural(x.Errors, "difference"), measure, graphText(x.Gold, opt), both.Legend(opt.Sides))
	if err := both.Terminal(a.stdout, opt); err != nil {
		return true, err
	}
	_, err = fmt.Fprintln(a.stdout)
	return true, err
}

// pairSVG writes one side: FILE-gold.svg and FILE-system.svg, or into a folder.
func (s *showing) pairSVG(sent *treebank.Sentence, m draw.Marks, n int, side string, opt draw.Options) error {
	t := *s
	if !s.folder() {
		ext := filepath.Ext(s.file)
		t.file = strings.TrimSuffix(s.file, ext) + "-" + side + ext
	}
	return t.svg(sent, m, fmt.Sprintf("%d-%s", n, side), opt)
}

// wanted selects the requested sentences.
type wanted struct {
	ranges [][2]int
	names  map[string]bool
}

func parseWanted(text string) (*wanted, error) {
	w := &wanted{names: map[string]bool{}}
	if text == "" {
		return w, nil
	}
	for _, part := range strings.Split(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		a, aerr := strconv.Atoi(first)
		b, berr := strconv.Atoi(last)
		switch {
		case part == "":
			return nil, usagef("--sentence wants numbers, ranges or names, found nothing between two commas")
		case !isRange && aerr == nil:
			w.ranges = append(w.ranges, [2]int{a, a})
		case isRange && aerr == nil && berr == nil && a <= b:
			w.ranges = append(w.ranges, [2]int{a, b})
		}
		w.names[part] = true
	}
	return w, nil
}

// match reports whether the sentence with that number, from 0, or name is asked for.
func (w *wanted) match(unit int, name string) bool {
	if len(w.names) == 0 || w.names[name] && name != "" {
		return true
	}
	for _, r := range w.ranges {
		if r[0] <= unit+1 && unit+1 <= r[1] {
			return true
		}
	}
	return false
}

// colours reports whether w should get colours.
func colours(choice string, w io.Writer) bool {
	switch choice {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}

func isTerminal(w io.Writer) bool {
	f := fileOf(w)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// fileOf returns the file that w writes to, nil if w does not write to a file.
func fileOf(w io.Writer) *os.File {
	if r, ok := w.(*reported); ok {
		w = r.Writer
	}
	f, _ := w.(*os.File)
	return f
}

// windowWidth is the width of the window that w writes to, 100 if w is not a terminal.
func windowWidth(w io.Writer) int {
	if f := fileOf(w); f != nil {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 100
}

// lineWidth is the maximum width of lines of tables and notes: that of the window, 80
// if there is none.
func lineWidth(w io.Writer) int {
	if isTerminal(w) {
		return max(windowWidth(w), 40)
	}
	return 80
}
