package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assay/diagnose/slicing"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/eval/plan"
	"assay/internal/settings"
	"assay/report"
	"assay/signif"
	"assay/study/option"
	"assay/subgroup"
)

// slicer is one call of assay slices.
type slicer struct {
	inputs
	outputs
	tables
	side, part, sort, unit string
	keys, without, given   []string
	literals, top          int
	least                  string
	sentences              int
	alpha                  float64
	seed                   uint64
	explore, cross, all    bool

	app       *app
	condition string // of --where, without its side
	two       bool   // systems
	results   []*eval.Result
	gathered  []*slicing.Gatherer
}

func (a *app) slicesCommand() *cobra.Command {
	s := slicer{app: a}
	cmd := &cobra.Command{
		Use:   "slices GOLD SYSTEM [SYSTEM2]",
		Short: "find conditions under which errors gather",
		Long: `Find conditions under which the items of a system are wrong more often than elsewhere, or
under which one of two systems loses to the other: conjunctions of keys such as
deprel=root, branching<=1, length>=11.

Half of the documents is searched, exactly; the figures and the test come from the other
half, because the best of many thousand conditions always looks bad on the data that chose
it. If no slice holds there, the screen says so. The test flips signs of sentences; p is
adjusted for all slices found (Holm).

"wrong" is the share of wrong items in the slice, "elsewhere" that of all others; then the
slice's share of the items and of the errors; "new" are errors in no slice above. Items are
gold's: wrong if the system misses them. With --side system they are the system's. Of an
experiment (--table, --runs) each system is searched over all treebanks, and a slice says
in how many of them its items are wrong more often ("in").`,
		Example: `  assay slices gold.conllu parser.conllu
  assay slices gold.mrg parser.mrg --side system --keys label,width,depth
  assay slices gold.conllu parser.conllu --given distance,length
  assay slices gold.conllu a.conllu b.conllu --format json`,
		Args: s.tables.args(2, 3, "GOLD SYSTEM [SYSTEM2]"),
		RunE: func(c *cobra.Command, args []string) error {
			if s.tables.given() {
				return s.experiment(a, c)
			}
			return s.run(a, c, args)
		},
	}
	s.inputs.flags(a, cmd)
	s.outputs.flags(cmd, tableForms...)
	s.tables.flags(cmd)
	s.flags(cmd)
	return cmd
}

// flags defines the options of the search.
func (s *slicer) flags(cmd *cobra.Command) {
	add(cmd, []option.Option{
		{Name: "side", Value: option.Text(&s.side), Default: "gold", Values: []string{"gold", "system"},
			Doc: "whose items: gold's, wrong if missed, or the system's, wrong if spurious"},
		{Name: "part", Want: "NAME", Value: option.Text(&s.part),
			Doc: "part of the measure (default: that of the main score)"},
		{Name: "keys", Want: "deprel,length", Value: option.List(&s.keys), Offers: option.Keys,
			Doc: "keys that conditions may use (assay help keys; default: most that the items have)"},
		{Name: "without", Want: "deprel,length", Value: option.List(&s.without), Offers: option.Keys,
			Doc: "keys that conditions may not use"},
		{Name: "given", Want: "deprel,length", Value: option.List(&s.given), Offers: option.Keys,
			Doc: "find errors beyond those that these keys explain"},
		{Name: "literals", Value: option.Positive(&s.literals),
			Doc: "most conditions together (default: 3; 2 of two systems)"},
		{Name: "top", Value: option.Whole(&s.top), Default: "10", Doc: "number of slices searched"},
		{Name: "min", Want: "N|X%", Value: option.Text(&s.least),
			Doc: "fewest items in the half searched: N or X% (default: 25 or .2%; of two systems 100 or .4%)"},
		{Name: "min-sentences", Value: option.Whole(&s.sentences), Default: "10",
			Doc: "fewest sentences in the half searched"},
		{Name: "sort", Value: option.Text(&s.sort), Default: "surprise",
			Values: []string{"surprise", "errors", "rate"},
			Doc:    "order of slices: surprise, errors (beyond those expected) or rate"},
		{Name: "alpha", Value: option.Decimal(&s.alpha), Default: fmt.Sprint(signif.DefaultAlpha),
			Doc: "level of the tests"},
		{Name: "seed", Value: option.Seed(&s.seed), Default: fmt.Sprint(signif.DefaultSeed),
			Doc: "seed of halves and tests"},
		{Name: "unit", Value: option.Text(&s.unit), Values: []string{"document", "sentence"},
			Doc: "what halves are made of: document or sentence (default: document if there are ten or more); " +
				"document: tests flip documents too"},
		{Name: "explore", Value: option.Switch(&s.explore), Doc: "search and show all data; nothing is tested"},
		{Name: "cross", Value: option.Switch(&s.cross),
			Doc: "search each half and measure on the other: twice the slices"},
		{Name: "all", Value: option.Switch(&s.all), Doc: "show slices that do not hold too"},
	}...)
}

func (s *slicer) run(app *app, cmd *cobra.Command, args []string) error {
	sopt, err := s.search(len(args) == 3)
	if err != nil {
		return err
	}
	if err := s.within(); err != nil {
		return err
	}
	if err := s.Prepare(cmd.Context(), args[0], args[1:]...); err != nil {
		return err
	}
	s.NoTests, s.two = true, len(s.Systems) == 2
	s.Report.Intervals = nil // of scores, which are not shown
	if len(s.Systems) > 2 {
		return usagef("answers of language models are read in two ways, which are two systems; choose one with " +
			"--repair none or structure")
	}
	if err := s.parsed(); err != nil {
		return err
	}
	meter := s.meter(app, s.Gold, &s.Taps)
	for i, system := range s.Systems {
		if i > 0 {
			meter.Phase("scoring " + filepath.Base(system.Name))
		}
		g, err := s.gather(cmd, i)
		meter.Clear()
		if err != nil {
			return err
		}
		s.gathered = append(s.gathered, g)
	}
	sopt.Progress = func(done, of int) { s.gauge.Parts("searching", done, of) }
	return s.find(app, cmd, sopt, args)
}

// within reads --where as a condition on the side that is searched.
func (s *slicer) within() error {
	side, rest := breakdown.SideOf(s.Where)
	switch {
	case s.Where == "":
		return nil
	case side != "" && side != s.side:
		return usagef("slices searches items of the side of --side, which is %s, and --where names the other; "+
			"give --side %s, or --where '%s: ...'", s.side, side, s.side)
	}
	s.Where, s.condition = s.side+": "+rest, rest
	return nil
}

// find searches, writes and reports the problems of the sentences.
func (s *slicer) find(app *app, cmd *cobra.Command, sopt subgroup.Options, args []string) error {
	second := (*slicing.Gatherer)(nil)
	if len(s.gathered) == 2 {
		second = s.gathered[1]
	}
	found, err := s.gathered[0].Find(sopt, second)
	s.gauge.Clear()
	var none error
	for _, r := range s.results {
		if noneScored(r) != nil {
			none = inputf("%s: no sentence was scored", filepath.Base(r.System.Name))
		}
	}
	if errors.Is(err, slicing.ErrNothingWrong) {
		found, err = s.gathered[0].Nothing(sopt, second), nil
	}
	switch {
	case none != nil:
		err = none
	case err == nil:
		res := s.results[0]
		found.Gold, found.Systems = filepath.Base(res.Gold.Name), nil
		for _, r := range s.results {
			found.Systems = append(found.Systems, filepath.Base(r.System.Name))
		}
		if s.two && found.Systems[0] == found.Systems[1] { // of two folders
			found.Systems = []string{s.results[0].System.Name, s.results[1].System.Name}
		}
		found.See = func(where string, second bool) string { return s.command(cmd, args, where, second) }
		found.Signature = report.Signature(res, res.Counts[0],
			report.Options{Version: version(), Extra: append(s.Plan.Cite(), s.settings(found)...)})
		err = s.write(app, func(w io.Writer) error {
			return found.Write(w, report.Format(s.format), s.view(lineWidth(app.stdout)))
		})
	}
	res, rerr := s.Result(app.Context) // where there is an error, it may show the cause
	if rerr != nil {
		return rerr
	}
	s.notes(app, res)
	return err
}

// view returns the options for showing findings in a window of that width.
func (s *slicer) view(width int) slicing.View {
	return slicing.View{All: s.all, Width: width, Cite: report.Layout{Cite: s.citation()}.Citation}
}

// settings are the parts of the signature that the search adds: options without their defaults, and the seed.
func (s *slicer) settings(found *slicing.Findings) (out []string) {
	for _, v := range []struct {
		key, value string
		is         bool
	}{{"side", s.side, s.side != "gold"}, {"part", s.partOf(), s.partOf() != ""},
		{"given", strings.Join(s.given, ","), len(s.given) > 0},
		{"keys", strings.Join(s.keys, ","), len(s.keys) > 0}, {"without", strings.Join(s.without, ","), len(s.without) > 0},
		{"literals", itoa(s.literals), s.literals > 0}, {"top", itoa(s.top), s.top != 10}, {"min", s.least, s.least != ""},
		{"min-sentences", itoa(s.sentences), s.sentences != 10}, {"sort", s.sort, s.sort != "surprise"},
		{"explore", "", s.explore}, {"cross", "", s.cross},
		{"halves", fmt.Sprintf("%s,%d", found.Unit, s.seed), !s.explore && !found.NothingWrong()}} {
		if v.is {
			out = append(out, strings.TrimSuffix(v.key+":"+v.value, ":"))
		}
	}
	return out
}

// command is the command that lists the wrong items of a condition: with the options of the run that choose, read
// and change the files.
func (s *slicer) command(cmd *cobra.Command, args []string, where string, second bool) string {
	words := []string{"assay", "errors", args[0], args[1]}
	if second {
		words[3] = args[2]
	}
	shared := option.Inputs(&option.Options{})
	eachOption(cmd, func(x *option.Option, given bool) {
		reads := slices.ContainsFunc(shared, func(y option.Option) bool { return y.Name == x.Name })
		if !given || !reads || x.Name == "where" || x.Name == "jobs" {
			return
		}
		name := "--" + x.Name
		if x.Name == "metric" {
			name = "-m"
		}
		for _, v := range option.Each(x.Value) {
			if words = append(words, name); x.Value.Type() != "bool" {
				words = append(words, v)
			}
		}
	})
	score := s.gathered[0].Score()
	if len(s.results[0].Counts[0].Metric.Repeats) > 0 && score != "" { // its items are of many scores
		words = append(words, "--scores", score)
	}
	words = append(words, "--where", where, "--list")
	for i, word := range words {
		words[i] = quoted(word)
	}
	return strings.Join(words, " ")
}

// gather runs the measure on system i and collects its items.
func (s *slicer) gather(cmd *cobra.Command, i int) (gatherer *slicing.Gatherer, err error) {
	res, err := s.Count(cmd.Context(), i, func(ms []*eval.Measure, taps *plan.Taps) error {
		if gatherer, err = s.newGatherer(ms); err != nil {
			return err
		}
		taps.To(gatherer)
		taps.Discard = gatherer.Discard // else the batches of large files are held until their pairing is certain
		gatherer.Treebank(s.Gold.Name)
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.results = append(s.results, res)
	return gatherer, nil
}

// partOf returns the part of the measure that is searched: that of a score that --metric names.
func (s *slicer) partOf() string {
	if s.part == "" && len(s.Asked) > 0 {
		name, _, _ := strings.Cut(s.Asked[0], "_")
		return name
	}
	return s.part
}

// chosenKeys returns the keys of conditions.
func (s *slicer) chosenKeys() []string {
	keys := []string(s.keys)
	if len(keys) == 0 {
		keys = slicing.DefaultKeys(len(s.Train) > 0)
	}
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return slices.Contains(s.without, k) })
}

// search returns the options of the search.
func (s *slicer) search(two bool) (subgroup.Options, error) {
	opt := subgroup.Options{Literals: s.literals, Top: s.top, MinSentences: s.sentences,
		Sort: subgroup.Sort(s.sort), Alpha: s.alpha, Seed: s.seed,
		Unit: subgroup.Unit(s.unit), Explore: s.explore, Cross: s.cross,
		Parallel: func(n int, task func(int)) { eval.Parallel(s.Jobs, n, task) }}
	switch {
	case s.By != "":
		return opt, usagef("slices takes no --by: it chooses among the keys of --keys itself")
	case two && s.side == "system":
		return opt, usagef("two systems are compared on gold's items, which both have; --side system takes one system")
	case s.literals > 4:
		return opt, usagef("--literals wants 1 to 4, not %d", s.literals)
	case s.top < 1 || s.sentences < 1:
		return opt, usagef("--top and --min-sentences want 1 or more")
	case s.alpha <= 0 || s.alpha >= 1:
		return opt, usagef("--alpha wants a number between 0 and 1, not %v", s.alpha)
	case s.explore && s.cross:
		return opt, usagef("--explore holds no data back, so that it does not go with --cross")
	}
	return opt, s.fewest(&opt)
}

// fewest reads --min.
func (s *slicer) fewest(o *subgroup.Options) error {
	if s.least == "" {
		return nil
	}
	if share, ok := strings.CutSuffix(s.least, "%"); ok {
		x, err := settings.Number(strings.TrimSpace(share))
		if err == nil && x > 0 && x <= 50 {
			o.Share, o.Floor = x/100, 1
			return nil
		}
	} else if n, err := strconv.Atoi(s.least); err == nil && n > 0 {
		o.Min = n
		return nil
	}
	return usagef("--min wants a number of items, or a share such as 1%%, not %q", s.least)
}
