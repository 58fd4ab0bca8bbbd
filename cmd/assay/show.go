package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"assay/draw"
	"assay/internal/screen"
	"assay/internal/settings"
	"assay/study"
	"assay/study/option"
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
	unfold    bool
	format    string
}

func (a *app) showCommand() *cobra.Command {
	var s showing
	cmd := &cobra.Command{
		Use:   "show FILE [SYSTEM]...",
		Short: "draw trees, dependencies and graphs (terminal, SVG, PNG, TikZ)",
		Long: `Draw the sentences of a file. With systems, gold and each system are one drawing:
dependencies and trees over one row of words, gold left (in a file: above) and the
system right (below), graphs with their common nodes. Signs, colours and dashes mark the
errors of the main score of the measure, or of a score such as -m las: − only in gold,
+ only in the system, × crosses a bracket of gold, ≠ differs; of dependencies H wrong
head, L wrong label, HL both. Equal subtrees are folded (◁); a tree that is wider than
the window becomes an outline. Where the words differ the drawings are side by side.

-o FILE writes one sentence as .svg, .png, .tikz (to be included in a LaTeX document) or
.tex (a document of its own), -o FOLDER/ a file for each sentence. Drawings in files that
are wider than 1200 pixels, or --width N, are wrapped or folded.`,
		Example: `  assay show gold.mrg --sentence 3
  assay show gold.mrg a.mrg b.mrg --sentence 3,7-9
  assay show gold.conllu parser.conllu --sentence 12 -o figure.tikz`,
		Args: atLeast(1, "FILE or GOLD SYSTEM..."),
		RunE: func(c *cobra.Command, args []string) error { return s.run(a, c, args) },
	}
	s.inputs.flags(a, cmd)
	add(cmd, []option.Option{
		{Name: "sentence", Short: "s", Want: "WHICH", Value: option.Text(&s.sentences),
			Doc: "which sentences: numbers, ranges and names, separated by commas (default: all)"},
		{Name: "view", Value: option.Text(&s.view), Default: "auto",
			Values: []string{"auto", "tree", "arcs", "graph", "boxes"}, Doc: "kind of drawing"},
		{Name: "output", Short: "o", Want: "FILE", Value: option.Text(&s.file),
			Doc: "write a file (.svg, .png, .tikz, .tex; - for standard output) for one sentence, a folder " +
				"(ending in /) for many"},
		{Name: "format", Want: "svg|png|...", Value: option.Text(&s.format),
			Doc: "form of the files: svg, png, tikz or tex (default: by name, or svg)"},
		{Name: "unfold", Value: option.Switch(&s.unfold),
			Doc: "draw all of two trees, also the parts that are equal"},
	}...)
	add(cmd, colorOption(&s.color))
	add(cmd, []option.Option{
		{Name: "quiet", Short: "q", Value: option.Switch(&s.quiet), Doc: "print no notes"},
		{Name: "width", Value: option.Whole(&s.width),
			Doc: "width: cells in a terminal, pixels in a file (0: the window, or 100 without one; 1200 pixels)"},
	}...)
	return cmd
}

func (s *showing) run(app *app, cmd *cobra.Command, args []string) error {
	view := map[string]draw.View{"tree": draw.ViewTree, "arcs": draw.ViewArcs, "graph": draw.ViewGraph,
		"boxes": draw.ViewBoxes}[s.view]
	want, err := settings.ParseSentences(s.sentences)
	if err != nil {
		return err
	}
	if err := s.chooseFormat(); err != nil {
		return err
	}
	opt := draw.Options{View: view, Colour: colours(s.color, app.stdout), Width: s.width, Unfold: s.unfold}
	if opt.View == draw.ViewAuto && s.As == "deps" {
		opt.View = draw.ViewArcs
	}
	if opt.Width == 0 {
		opt.Width = windowWidth(app.stdout)
	}
	gold, err := s.OpenGold(args[0])
	if err != nil {
		return err
	}
	if len(args) == 1 {
		return s.single(app, gold, want, opt)
	}
	systems, err := s.OpenSystems(args[1:])
	if err != nil {
		return err
	}
	s.Gold, s.Systems = gold, systems
	if err := s.PrepareSources(cmd.Context()); err != nil {
		return err
	}
	return s.pairs(app, cmd, want, opt)
}

// single draws the sentences of one file.
func (s *showing) single(app *app, src *treebank.Source, want *settings.Sentences, opt draw.Options) error {
	counted, err := s.NewPlan()
	if err != nil {
		return err
	}
	change := study.InOrder(counted.Options().GoldSteps)
	n, drawn := 0, 0
	for sent, err := range src.AllRanked(s.Rank) {
		if sent == nil {
			return &exitError{exitInput, err}
		}
		n++
		name := sent.Str(sent.ID)
		if !want.Match(n, n, name) {
			continue
		}
		if drawn++; drawn > 1 && s.file != "" && !s.folder() {
			return s.tooMany()
		}
		if err == nil {
			err = change(sent)
		}
		if err != nil {
			fmt.Fprintln(app.stderr, screen.Lines(err.Error()))
			if s.file == "" {
				fmt.Fprintf(app.stdout, "%s\n(cannot be drawn)\n\n", title(src.Format.Unit(), strconv.Itoa(n), name))
			}
			continue
		}
		if err := s.one(app, sent, n, src.Format.Unit(), name, opt); err != nil {
			return err
		}
	}
	if drawn == 0 {
		if n == 0 {
			return noSentence(src.Name)
		}
		return inputf("%s: no sentence %s among %d", src.Name, s.sentences, n)
	}
	return nil
}

// one draws a sentence in the terminal or into a file.
func (s *showing) one(app *app, sent *treebank.Sentence, n int, unit, name string, opt draw.Options) error {
	if s.file != "" {
		if why := draw.TooLarge(sent, opt); why != "" {
			return inputf("sentence %d is too large to draw: %s", n, why)
		}
		opt.Room = s.room()
		return s.save(app, draw.Picture(sent, draw.Marks{}, opt), strconv.Itoa(n))
	}
	s.heading(app, title(unit, strconv.Itoa(n), name)+graphText(sent, opt)+"\n", opt)
	if err := draw.Terminal(app.stdout, sent, draw.Marks{}, opt); err != nil {
		return err
	}
	_, err := fmt.Fprintln(app.stdout)
	return err
}

// graphText is a line with the words of a graph, because its nodes do not show them.
func graphText(sentence *treebank.Sentence, opt draw.Options) string {
	if noted := draw.Noted(sentence); noted != "" {
		return "\n" + screen.Plain(noted)
	}
	if len(sentence.Nodes) == 0 || len(sentence.Tokens) == 0 || opt.View != draw.ViewAuto && opt.View != draw.ViewGraph {
		return ""
	}
	var words []string
	for i := range sentence.Tokens {
		words = append(words, string(sentence.Word(int32(i))))
	}
	return "\n" + screen.Plain(strings.Join(words, " "))
}

// title names a sentence, document or instance.
func title(unit, number, name string) string {
	if extra, ok := strings.CutPrefix(number, "system "); ok {
		number = extra + " of the system"
	}
	if name == "" || name == number || strings.HasPrefix(name, "system ") {
		return unit + " " + number
	}
	return unit + " " + number + " (" + screen.Plain(name) + ")"
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
	switch inner := w.(type) {
	case *reported:
		w = inner.Writer
	case *notebook:
		w = inner.Writer
	}
	f, _ := w.(*os.File)
	return f
}

// windowWidth is the width of the window that w writes to. If w is not a terminal, it
// is that of COLUMNS, else 100.
func windowWidth(w io.Writer) int {
	if f := fileOf(w); f != nil {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return columns(100)
}

// lineWidth is the maximum width of lines of tables and notes: that of the window, or
// of COLUMNS if there is none, else 80.
func lineWidth(w io.Writer) int {
	if isTerminal(w) {
		return max(windowWidth(w), narrowest)
	}
	return columns(80)
}

// narrowest is the width below which no table is folded.
const narrowest = 40

// columns is the width that the environment gives, or another without one.
func columns(otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return max(n, narrowest)
	}
	return otherwise
}
