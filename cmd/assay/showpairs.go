package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/diagnose"
	"assay/draw"
	"assay/draw/picture"
	"assay/eval"
	"assay/internal/screen"
	"assay/internal/settings"
	"assay/report"
	"assay/treebank"
)

// drawingForms are the forms of files with drawings.
var drawingForms = []string{"svg", "png", "tikz", "tex"}

// chooseFormat finds the form of the files: that of --format, else by the name of -o.
func (s *showing) chooseFormat() error {
	if s.format == "" {
		s.format = "svg"
		if ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(s.file), ".")); ext != "" && !s.folder() {
			if s.format = ext; !slices.Contains(drawingForms, ext) {
				return usagef("show writes %s; want a file with such an ending or a folder, not %s",
					strings.Join(drawingForms, ", "), s.file)
			}
		}
	}
	return oneOf("format", s.format, drawingForms...)
}

// room is the width in pixels beyond which drawings in files are wrapped or folded.
func (s *showing) room() float64 {
	if s.width > 0 {
		return float64(s.width)
	}
	return 1200
}

// folder reports whether drawings go into a folder, a file for each.
func (s *showing) folder() bool {
	info, err := os.Stat(s.file)
	return strings.HasSuffix(s.file, "/") || err == nil && info.IsDir()
}

func (s *showing) tooMany() error {
	if s.file == "-" {
		return usagef("-o - has room for one sentence; choose it with --sentence")
	}
	return usagef("-o %s has room for one sentence; choose it with --sentence, or name a folder: -o %s/", s.file,
		strings.TrimSuffix(s.file, filepath.Ext(s.file)))
}

// save writes a drawing to the file, to standard output, or into the folder under a
// name.
func (s *showing) save(app *app, p *picture.Picture, name string) error {
	write := map[string]func(io.Writer) error{"svg": p.SVG, "png": p.PNG, "tikz": p.TikZ, "tex": p.TeX}[s.format]
	if s.file == "-" {
		return write(app.stdout)
	}
	path := s.file
	if s.folder() {
		if err := os.MkdirAll(path, 0o777); err != nil {
			return &exitError{exitInput, err}
		}
		path = filepath.Join(path, name+"."+s.format)
	}
	return app.replacing(path, write)
}

// A look is one system's pairs that are drawn.
type look struct {
	name    string
	measure string // with the score whose errors are marked
	sights  map[sentenceNumber]*diagnose.Sight
	result  *eval.Result
}

// pairs draws gold and the systems with the errors of the first measure's main score
// marked, or of the scores that -m names.
func (s *showing) pairs(app *app, cmd *cobra.Command, want *settings.Sentences, opt draw.Options) error {
	var paths []string
	for _, system := range s.Systems {
		paths = append(paths, system.Name)
	}
	names := report.ShortNames(paths)
	var looks []*look
	var results []*eval.Result
	units := map[sentenceNumber]bool{}
	for _, system := range s.Systems {
		look, err := s.look(app, cmd, system, want)
		if err != nil {
			return err
		}
		look.name = names[system.Name]
		results = append(results, look.result)
		for unit := range look.sights {
			units[unit] = true
		}
		looks = append(looks, look)
	}
	if !s.quiet {
		app.warn(slices.Concat(s.Warnings(cmd.Context(), results...)...))
	}
	if len(units) == 0 {
		if looks[0].result.GoldN == 0 {
			return noSentence(s.Gold.Name)
		}
		return inputf("%s: no sentence %s among %d", s.Gold.Name, s.sentences,
			looks[0].result.GoldN)
	}
	if len(units) > 1 && s.file != "" && !s.folder() {
		return s.tooMany()
	}
	order := make([]sentenceNumber, 0, len(units))
	for unit := range units {
		order = append(order, unit)
	}
	slices.SortFunc(order, func(a, b sentenceNumber) int {
		return cmp.Or(cmp.Compare(a.gold, b.gold), cmp.Compare(a.system, b.system))
	})
	for _, unit := range order {
		if err := s.sentence(app, looks, unit, opt); err != nil {
			return err
		}
	}
	return nil
}

// A sentenceNumber is the number of a sentence in gold. One that gold lacks has the number
// of the next in gold, before which it is, and its own in the system.
type sentenceNumber struct{ gold, system int32 }

func numberOf(u *eval.Unit) sentenceNumber {
	if u.GoldN == 0 {
		return sentenceNumber{u.Gold, u.System}
	}
	return sentenceNumber{u.Gold, math.MaxInt32}
}

// look compares one system with gold.
func (s *showing) look(app *app, cmd *cobra.Command, system *treebank.Source, want *settings.Sentences) (*look, error) {
	ms, err := s.Measures(s.Gold, system)
	if err != nil {
		return nil, err
	}
	l := &look{measure: ms[0].Name, sights: map[sentenceNumber]*diagnose.Sight{}}
	sights := &diagnose.Sights{Want: func(p *eval.Pair) bool {
		first, last := p.Sentences()
		return want.Match(first, last, p.Name())
	}}
	sights.Focus, l.measure = s.focus(ms[0])
	taps := s.Taps
	taps.To(sights)
	if l.result, err = s.Plan.Of(s.Gold, system).Run(cmd.Context(), 0, ms[:1], taps); err != nil {
		return nil, err
	}
	for _, x := range sights.All {
		l.sights[numberOf(&l.result.Units[x.Unit])] = x
	}
	for _, p := range l.result.Problems {
		if s.quiet || p.Unit < 0 {
			continue
		}
		u := &l.result.Units[p.Unit]
		if want.Match(int(u.Gold)+1, int(u.Gold+u.GoldN), p.Sentence) {
			fmt.Fprintln(app.stderr, screen.Lines(fmt.Sprintf("%s: sentence %s: %s", p.Place, p.Sentence, p.Text)))
		}
	}
	return l, nil
}

// focus selects the errors of the scores that -m names, else of the main score, and
// returns the name of the measure with them.
func (s *showing) focus(metric *eval.Measure) (*diagnose.Focus, string) {
	scores, chosen := metric.ScoreNames(), numbersOf(metric, s.Asked)
	if chosen == nil {
		chosen = []int{metric.Headline()}
	}
	name := metric.Name
	if i := chosen[0]; i >= 0 && i < len(scores) && scores[i] != name {
		name += " (" + report.FieldName(scores[i]) + ")"
	}
	return diagnose.NewFocus(metric, chosen...), name
}

// others counts the values of words that differ without being errors of the score, and
// names their layers.
func others(chips []draw.Chip) string {
	if len(chips) == 0 {
		return ""
	}
	var layers []string
	for _, c := range chips {
		if !slices.Contains(layers, c.Layer) {
			layers = append(layers, c.Layer)
		}
	}
	verb := " differ"
	if len(chips) == 1 {
		verb = " differs"
	}
	return "; " + plural(len(chips), "other value") + verb + " (" + strings.Join(layers, ", ") + ")"
}

// unscored says why a sentence has no score, and how many differences the drawing shows all the same.
func (l *look) unscored(sight *diagnose.Sight) string {
	text := "not scored under " + l.measure
	for _, p := range l.result.Problems {
		if p.Unit == sight.Unit {
			text += ": " + p.Text
			break
		}
	}
	if sight.Errors > 0 {
		text += "; " + plural(sight.Errors, "difference")
	}
	return text
}

// sentence draws one sentence with the systems that have it.
func (s *showing) sentence(app *app, looks []*look, at sentenceNumber, opt draw.Options) error {
	var first *eval.Unit
	unit := "sentence"
	var pairs []*draw.Pair
	var names, counts []string
	for _, look := range looks {
		sight := look.sights[at]
		if sight == nil {
			continue
		}
		if first == nil {
			first, unit = &look.result.Units[sight.Unit], look.result.Unit()
		}
		pairs = append(pairs, &sight.Pair)
		count := plural(sight.Errors, "difference") + " under " + look.measure + others(sight.Chips)
		if sight.Unscored {
			count = look.unscored(sight)
		}
		names, counts = append(names, look.name), append(counts, count)
	}
	if s.file != "" {
		for _, sentence := range []*treebank.Sentence{pairs[0].Gold, pairs[0].System} {
			if why := draw.TooLarge(sentence, opt); why != "" {
				return inputf("sentence %s is too large to draw: %s", first.Number(), why)
			}
		}
		return s.save(app, s.pictureOf(pairs, names, opt), first.Number())
	}
	head, id := title(unit, first.Number(), first.Name()), ""
	if name := first.Name(); len(name) > longID { // after the answer
		head, id = title(unit, first.Number(), ""), "\n"+screen.Plain(name)
	}
	legend := ""
	if signs := pairs[0].Legend(opt); signs != "" {
		legend = "\n" + screen.Grouped(strings.Split(signs, "   "), "   ", opt.Width)
	}
	words := graphText(pairs[0].Gold, opt)
	var err error
	if len(looks) == 1 {
		s.heading(app, fmt.Sprintf("%s: %s%s%s%s\n", head, counts[0], id, words, legend), opt)
		err = pairs[0].Terminal(app.stdout, opt)
	} else {
		for i := range names {
			names[i] += ": " + counts[i]
		}
		s.heading(app, fmt.Sprintf("%s%s%s%s\n", head, id, words, legend), opt)
		err = draw.Several(app.stdout, pairs, names, opt)
	}
	if err == nil {
		_, err = fmt.Fprintln(app.stdout)
	}
	return err
}

// heading writes the lines above a drawing, no wider than it may be.
func (s *showing) heading(app *app, text string, opt draw.Options) {
	io.WriteString(app.stdout, foldLines(text, opt.Width))
}

// pictureOf is one sentence with all systems.
func (s *showing) pictureOf(pairs []*draw.Pair, names []string, opt draw.Options) *picture.Picture {
	var parts []*picture.Picture
	for i, p := range pairs {
		named := opt
		named.Sides[1] = names[i]
		parts = append(parts, p.Picture(s.room(), named))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return draw.Stack(parts[0].Title(), names, parts)
}
