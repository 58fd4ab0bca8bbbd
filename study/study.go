// Package study runs a whole evaluation: it opens gold and systems, chooses measures, pairs,
// counts and tests, and gives one Result with the figures, the tests, who leads over which
// sentences, and every warning that belongs beside them. The command, its pages and the
// library's front door show that result and compute nothing of their own.
//
// Run does all of it. Whoever collects more from the pairs, such as lists of errors, calls
// Prepare, then Count for each system, then Result.
package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"assay/check/adjudicate"
	"assay/check/soft"
	"assay/compare"
	"assay/corpus"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/eval/plan"
	"assay/formats/answers"
	"assay/formats/validity"
	"assay/heads"
	"assay/internal/message"
	"assay/measures"
	"assay/report"
	"assay/rewrite"
	"assay/study/finding"
	"assay/study/option"
	"assay/treebank"
)

// A Study is one evaluation: its options, and its result so far.
type Study struct {
	Options
	Files *Files

	Gold    *treebank.Source // set by Prepare, with the next three
	Systems []*treebank.Source
	Plan    *plan.Plan // set by Prepare
	Taps    plan.Taps  // of every count: progress and memory
	Report  report.Options
	Counted func(*eval.Result) // nil, or called with each run before its figures are taken
	Asked   []string           // scores that Options.Metric names; set by Measures
	// names of each side's files in warnings, if all have been read before the first is reported
	Groups [2]string

	runs   []compare.Run
	result *Result
	strays *soft.Stray

	plainSteps             [2][]eval.Step  // of gold and system, without rules; set by evalOptions
	goldRules, systemRules []eval.Step     // the rules; set by evalOptions
	effect                 *rewrite.Effect // effect of the rules, nil without rules; set by evalOptions
	translations           []eval.Translation
	words                  *breakdown.Vocabulary
	fields                 map[string]bool // fields of profiles that keys name: whether a profile has them
	trained                bool
	gold                   *treebank.Source      // once it is open
	decided                []adjudicate.Decision // in the file of Options.Check, once it is read
	checked                string                // its name in signatures
	recorded               bool                  // runs are taken, and files not read again
	ownKeys                bool                  // the keys were asked for
	said                   map[string]bool       // warnings that were given
}

// Prepare opens gold and the systems, and reads the options. It does all that comes before
// sentences are counted, in the same order for every command.
func (s *Study) Prepare(ctx context.Context, gold string, systems ...string) (err error) {
	if err := option.Check(option.Inputs(&s.Options)); err != nil {
		return err
	}
	if s.Gold, err = s.OpenGold(gold); err != nil {
		return err
	}
	if s.Systems, err = s.OpenSystems(systems); err != nil {
		return err
	}
	for _, source := range s.Systems {
		if s.SystemFormat == "" && s.From == "" {
			s.likeGold(source, s.Gold)
			s.likeOther(source, s.Gold)
		}
		if s.GoldFormat == "" && s.From == "" {
			s.likeOther(s.Gold, source)
		}
	}
	return s.PrepareSources(ctx)
}

// PrepareSources is Prepare where Gold and Systems are open already.
func (s *Study) PrepareSources(ctx context.Context) (err error) {
	s.gold, s.Taps.Watches = s.Gold, finding.Watches
	s.labelColumns()
	if s.Plotted && s.By == "" {
		s.By = plottedKeys(s.Gold)
	} else {
		s.ownKeys = true
	}
	opt, err := s.evalOptions()
	if err != nil {
		return err
	}
	s.Tests.Version = s.Version
	s.Tests.AllowMissing = opt.OnError != eval.OnErrorDefault || s.Common || s.IgnoreMissing != ""
	s.Tests.ByOrder = opt.Align == eval.AlignOrder
	s.Report.Version, s.Report.PerSentence = s.Version, s.PerSentence
	if s.Report.Intervals, err = s.intervals(); err != nil {
		return err
	}
	return s.restrict(ctx, opt)
}

// NewPlan returns the plan of the options, without sources.
func (s *Study) NewPlan() (*plan.Plan, error) {
	opt, err := s.evalOptions()
	if err != nil {
		return nil, err
	}
	s.Plan = plan.New(nil, nil, opt, option.Cite(option.Inputs(&s.Options))...)
	return s.Plan, nil
}

// OpenGold opens gold. The part of a file before an error is scored.
func (s *Study) OpenGold(name string) (*treebank.Source, error) {
	from := s.From
	if strings.HasPrefix(from, answers.Format.Name) && s.GoldFormat == "" {
		// The format of the answers of language models is seldom meant for gold too. A pipe
		// can be read but once.
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			if file, err := corpus.Open(name); err == nil && !answers.Is(file.Format) {
				from = ""
			}
		}
	}
	src, err := s.Files.AsFarAs(s.Files.Open(name, cmp.Or(s.GoldFormat, from), s.withFields()...))
	s.gold = src
	return src, err
}

// OpenSystem opens a system. The part of a file before an error is scored.
func (s *Study) OpenSystem(name string) (*treebank.Source, error) {
	source, err := s.Files.AsFarAs(s.OpenStrictly(name))
	if err == nil {
		err = s.repaired(source)
	}
	return source, err
}

// OpenStrictly opens a file of a system; a file that ends early is an error. A parser must not
// gain by the choices that people made among its readings, so it is scored on its own first
// reading.
func (s *Study) OpenStrictly(name string) (*treebank.Source, error) {
	prepare := s.withFields()
	if s.Readings != string(treebank.Preferred) {
		prepare = append(prepare, corpus.AsParsed)
	}
	return s.Files.Open(name, cmp.Or(s.SystemFormat, s.From), prepare...)
}

// OpenSystems opens all systems. A file that is given again gets a name of its own.
func (s *Study) OpenSystems(names []string) ([]*treebank.Source, error) {
	var out []*treebank.Source
	given := map[string]int{}
	for _, name := range names {
		source, err := s.OpenSystem(name)
		if err != nil {
			return nil, err
		}
		if given[name]++; given[name] > 1 {
			source.Name = fmt.Sprintf("%s (%d)", source.Name, given[name])
		}
		out = append(out, source)
		if strict := answers.Strictly(source.Format); strict != nil {
			twin := *source
			twin.Name, twin.Format = source.Name+" (strict)", strict
			source.Name += " (repaired)"
			out = append(out, &twin)
		}
	}
	return out, nil
}

// repaired sets how far the answers in a system are repaired.
func (s *Study) repaired(source *treebank.Source) error {
	if s.Repair == "" {
		return nil
	}
	format, err := answers.Repairing(source.Format, s.Repair)
	if format != nil {
		source.Format = format
	} else if err == nil {
		s.Files.notes.NoteUnrepaired(source.Name, source.Format.Name)
	}
	return err
}

// Layers returns the layers of src's sentences after the steps.
func (s *Study) Layers(src *treebank.Source) treebank.Layer {
	layers := src.Format.Layers
	side := 1
	if src == s.gold {
		side = 0
	}
	if s.converts(side) && layers.Has(treebank.Phrases) {
		layers = layers&^(treebank.Phrases|treebank.Functions) | treebank.Arcs | treebank.Relations
	}
	return layers
}

// Constituents reports whether continuous trees are counted.
func (s *Study) Constituents(src *treebank.Source) bool {
	l := s.Layers(src)
	return l.Has(treebank.Phrases) && !l.Has(treebank.Gaps) && !l.Has(treebank.Discourse)
}

// ranks takes the key rank out of Options.By: it is a run for each of the first K
// analyses, K being Options.Rank, and 20 without it.
func (s *Study) ranks(opt *eval.Options) (by string) {
	var keys []string
	for _, k := range strings.Split(s.By, ",") {
		if strings.TrimSpace(k) != "rank" || s.Oracle > 0 { // of the oracle: the rank it chose
			keys = append(keys, k)
			continue
		}
		if opt.Ranks, opt.Rank = s.Rank, 0; opt.Ranks == 0 {
			opt.Ranks = 20
		}
	}
	return strings.Join(keys, ",")
}

// evalOptions returns the options of the engine.
func (s *Study) evalOptions() (eval.Options, error) {
	opt := eval.Options{Jobs: s.Jobs, Rank: s.Rank, Oracle: s.Oracle, OracleScore: s.OracleScore, Pack: s.Pack,
		Check: validity.New}
	if err := option.Check(option.Inputs(&s.Options)); err != nil {
		return opt, err
	}
	if s.Jobs < 0 {
		return opt, message.Errorf("option jobs wants 0 or more, not %d", s.Jobs)
	}
	if s.Oracle > 0 && s.Rank > 0 {
		return opt, message.Errorf("option oracle does not go with option rank: it scores the best of the first K analyses")
	}
	if s.Pack > 0 && (s.Oracle > 0 || s.Rank > 0) {
		return opt, message.Errorf("option pack goes with neither option rank nor option oracle: the forest holds the " +
			"first K analyses")
	}
	align := cmp.Or(s.Align, "auto")
	opt.Align, _ = eval.AlignByName(align)
	if align == "auto" && slices.Contains(strings.FieldsFunc(s.Metric,
		func(r rune) bool { return r == ',' || r == ' ' }), "evalb:aligned") {
		opt.Align = eval.AlignText
	}
	opt.OnError, _ = eval.OnErrorByName(cmp.Or(s.OnError, "default"))
	var err error
	if opt.GoldSteps, opt.SystemSteps, err = s.steps(); err != nil {
		return opt, err
	}
	for _, step := range slices.Concat(opt.GoldSteps, opt.SystemSteps) {
		if c, ok := step.(*heads.Conversion); ok && c.ManyRoots() {
			opt.Check = validity.NewManyRoots
		}
	}
	if err := s.rules(&opt); err != nil {
		return opt, err
	}
	if s.IgnoreMissing != "" {
		opt.IgnoreGold, opt.IgnoreSystem = s.IgnoreMissing != "system", s.IgnoreMissing != "gold"
	}
	return opt, s.selecting(&opt)
}

// rules puts modification rules after the steps of both sides.
func (s *Study) rules(opt *eval.Options) error {
	config := rewrite.Config{Both: s.Rewrite, Gold: s.RewriteGold, System: s.RewriteSystem, MaxTrees: s.MaxTrees}
	if s.Normalise != "" {
		config.Normalise = strings.Split(s.Normalise, ",")
	}
	var err error
	if config.Strategy, err = Strategy(s.Strategy); err != nil {
		return err
	}
	gold, system, effect, err := config.Steps()
	if err != nil {
		return RuleError(err)
	}
	s.plainSteps, s.effect = [2][]eval.Step{opt.GoldSteps, opt.SystemSteps}, effect
	s.goldRules, s.systemRules = gold, system
	s.watch(opt, [2][]eval.Step{gold, system})
	return nil
}

// watch puts rules, and steps that note labels and tags before and after them, into the options.
func (s *Study) watch(opt *eval.Options, rules [2][]eval.Step) {
	var before, counted *rewrite.LabelLog
	if len(rules[0])+len(rules[1]) > 0 {
		before = &rewrite.LabelLog{}
	}
	if s.Where != "" || s.Params != "" {
		counted = &rewrite.LabelLog{}
	}
	for i, steps := range []*[]eval.Step{&opt.GoldSteps, &opt.SystemSteps} {
		*steps = slices.Clip(*steps)
		if before != nil {
			*steps = append(*steps, before)
		}
		*steps = append(*steps, rules[i]...)
		if counted != nil {
			*steps = append(*steps, counted)
		}
	}
}

// Strategy returns the strategy of that name, nil for "".
func Strategy(name string) (*rewrite.Strategy, error) {
	if name == "" {
		return nil, nil
	}
	known := []rewrite.Strategy{rewrite.Fixpoint, rewrite.Once}
	for i, strategy := range known {
		if strategy.String() == name {
			return &known[i], nil
		}
	}
	return nil, &measures.UnknownError{What: "value of option strategy", Name: name, Known: option.Strategies()}
}

// ReadsOnce reports whether an input of the study cannot be read again.
func (s *Study) ReadsOnce() bool { return s.recorded || readsOnce(s.Gold, s.Systems...) }

// readsOnce reports whether an input cannot be read again.
func readsOnce(gold *treebank.Source, systems ...*treebank.Source) bool {
	return gold.Name == corpus.Stdin || slices.ContainsFunc(systems,
		func(s *treebank.Source) bool { return s.Name == corpus.Stdin })
}

// plural returns a number with its noun, in the singular for 1.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// are is the verb for n things.
func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// RuleError adds the hint to the error of rules that cannot be used.
func RuleError(err error) error {
	if unknown, ok := errors.AsType[*rewrite.NameError](err); ok {
		if unknown.Hint != "" {
			err = fmt.Errorf("%w\nhint: did you mean %s?", err, unknown.Hint)
		}
		return err
	}
	if faulty, ok := errors.AsType[*rewrite.Error](err); ok && faulty.Hint != "" {
		err = fmt.Errorf("%w\nhint: %s", err, faulty.Hint)
	}
	return &InputError{err}
}
