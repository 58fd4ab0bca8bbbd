package study

import (
	"fmt"
	"slices"
	"strings"

	"assay/check/adjudicate"
	"assay/check/soft"
	"assay/eval"
	"assay/formats"
	"assay/formats/disrpt"
	"assay/internal/message"
	"assay/measures"
	"assay/measures/units"
	"assay/report"
	"assay/rewrite"
	"assay/treebank"
)

// Measures makes the measures that the user asked for.
func (s *Study) Measures(gold, system *treebank.Source) ([]*eval.Measure, error) {
	s.gold = gold
	if err := s.train(); err != nil {
		return nil, err
	}
	if s.Metrics != nil {
		return s.Softened(slices.Clone(s.Metrics))
	}
	spec := s.Metric
	if spec == "" {
		if spec = s.defaultFor(gold, system); spec == "" {
			return nil, s.unsuited(gold, system)
		}
	}
	spec, err := s.byScore(spec, gold, system)
	if err != nil {
		return nil, err
	}
	if err := s.known(spec); err != nil {
		return nil, err
	}
	for _, side := range []struct {
		src   *treebank.Source
		rules []eval.Step
	}{{gold, s.goldRules}, {system, s.systemRules}} {
		if err := s.idle(side.src, side.rules); err != nil {
			return nil, err
		}
	}
	base := measures.Config{Params: s.Params, Check: s.Check, Decisions: s.Decisions, Set: map[string]string{}}
	for _, o := range s.ofMeasures() {
		base.Set[o.name] = o.value
	}
	for _, src := range []*treebank.Source{gold, system} {
		if err := s.asGraphs(spec, src); err != nil {
			return nil, err
		}
	}
	var out []*eval.Measure
	for _, one := range strings.Split(spec, ",") {
		metric, err := measures.Parse(one, base)
		if err != nil {
			return nil, err
		}
		for _, src := range []*treebank.Source{gold, system} {
			if err := s.lacks(one, src); err != nil {
				return nil, err
			}
		}
		// xiao:exact and xiao:mode=exact are one measure, and count once
		if !slices.ContainsFunc(out, func(m *eval.Measure) bool { return m.Signature == metric.Signature }) {
			out = append(out, metric)
		}
	}
	if s.Files != nil {
		s.Files.notes.NoteParams(out)
	}
	return s.Softened(out)
}

// defaultFor returns the measure that suits two files best, "" if there is none. A file of DISRPT has
// discourse units or connectives, which only its labels show.
func (s *Study) defaultFor(gold, system *treebank.Source) string {
	name := measures.DefaultFor(s.Layers(gold), s.Layers(system))
	if gold.Format == &disrpt.Format && system.Format == gold.Format {
		if head, ok := headOf(gold); ok && disrpt.ConnectivesOnly(head) {
			return units.ConnectivesEntry.Name
		}
	}
	return name
}

// A setting is an option of measures that the user gave.
type setting struct{ name, value string }

// ofMeasures returns the options of measures that the user gave.
func (s *Study) ofMeasures() []setting {
	return slices.DeleteFunc([]setting{{"spans", s.Spans}, {"punctuation", s.Punctuation}, {"root", s.Root}},
		func(o setting) bool { return o.value == "" })
}

// byScore replaces names of scores in a list of measures by the measure of the
// files that has them, and remembers the scores; letters may be of either case.
func (s *Study) byScore(spec string, gold, system *treebank.Source) (string, error) {
	var out []string
	s.Asked = nil
	for one := range strings.SplitSeq(spec, ",") {
		name, rest, _ := strings.Cut(one, ":")
		if measures.ByName(name) == nil {
			if measures.ByName(strings.ToLower(name)) != nil {
				one = strings.ToLower(name) + one[len(name):]
			} else if of, score, err := s.measureWith(name, gold, system); err != nil {
				return "", err
			} else if of != "" {
				s.Asked = append(s.Asked, score...)
				if one = of; rest != "" {
					one += ":" + rest
				}
			}
		}
		if !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return strings.Join(out, ","), nil
}

// measureWith returns the measure that a score belongs to: the default of the files if it has it, else the only one
// that suits them. Of several, the user must name one: F1 is another figure in each.
func (s *Study) measureWith(score string, gold, system *treebank.Source) (measure string, named []string, err error) {
	var several []string
	held := s.Layers(gold) & s.Layers(system)
	names := append([]string{s.defaultFor(gold, system)}, measures.Names()...)
	for _, n := range names {
		e := measures.ByName(n)
		if e == nil || !held.Has(e.Needs) || n != names[0] && !countsItems(e) { // it says nothing of the files
			continue
		}
		if m, err := measures.Parse(n, measures.Config{}); err == nil {
			found := ScoreName(score, m.ScoreNames())
			if found == "" || slices.Contains(several, n) {
				continue
			}
			if n == names[0] {
				return n, withExpected(found, m.ScoreNames()), nil
			}
			several = append(several, n)
			measure, named = n, withExpected(found, m.ScoreNames())
		}
	}
	if len(several) > 1 {
		return "", nil, eval.Usagef("%s is a score of %s; name one of them with option metric, "+
			"and the score with option scores", score, report.Listed(several))
	}
	return measure, named, nil
}

// countsItems reports whether a measure needs a layer with items, beyond words and their tags.
func countsItems(e *measures.Entry) bool {
	return slices.ContainsFunc(measures.Items, func(known measures.LayerText) bool { return e.Needs.Has(known.Layer) })
}

// unsuited explains why two files have no default measure, with a remedy.
func (s *Study) unsuited(gold, system *treebank.Source) error {
	g, y := s.Layers(gold), s.Layers(system)
	text := "no measure suits both: %s, in format %s, holds %s, and %s, in format %s, holds %s"
	if trees, arcs := treebank.Phrases, treebank.Arcs; g.Has(trees) && y.Has(arcs) || g.Has(arcs) && y.Has(trees) {
		text += "\nhint: option as=deps option heads=TABLE makes dependencies of constituents (assay heads lists the tables)"
	}
	return message.Errorf(text, gold.Name, gold.Format.Name, content(g), system.Name, system.Format.Name, content(y))
}

// content names the layers of a file's sentences.
func content(layer treebank.Layer) string {
	switch {
	case layer.Has(treebank.Phrases):
		return "constituents"
	case layer.Has(treebank.Arcs):
		return "dependencies"
	case layer.Has(treebank.Graph):
		return "graphs"
	case layer.Has(treebank.Units):
		return "UCCA"
	case layer.Has(treebank.Clauses):
		return "discourse representations"
	case layer.Has(treebank.RoleSpans):
		return "semantic roles"
	case layer.Has(treebank.Opinions):
		return "opinions"
	case layer.Has(treebank.Links):
		return "relations of dialogue units"
	}
	return "words"
}

// known refuses options that none of the measures has: they would change no figure.
func (s *Study) known(spec string) error {
	options := s.ofMeasures()
	if s.Params != "" {
		options = append(options, setting{"params", s.Params})
	}
	for _, o := range options {
		has := func(e *measures.Entry, spec string) bool {
			if o.name == "params" {
				return e.Reads(spec)
			}
			return slices.ContainsFunc(e.Options(), func(x measures.Option) bool { return x.Name == o.name })
		}
		used, unknown := false, false
		for _, m := range strings.Split(spec, ",") {
			name, _, _ := strings.Cut(m, ":")
			e := measures.ByName(name)
			unknown = unknown || e == nil
			used = used || e != nil && has(e, m)
		}
		if used || unknown {
			continue
		}
		var with []string
		for _, e := range measures.All {
			if has(e, e.Name) {
				with = append(with, e.Name)
			}
		}
		return message.Errorf("option "+o.name+" changes nothing in %s; it is an option of %s", spec,
			strings.Join(with, ", "))
	}
	return nil
}

// idle reports that rules can change nothing in a file.
func (s *Study) idle(src *treebank.Source, rules []eval.Step) error {
	held := s.Layers(src)
	for _, s := range rules {
		r, ok := s.(rewrite.Step)
		if !ok {
			continue
		}
		if err := IdleRules(r, src, held); err != nil && held.Has(treebank.Phrases) {
			return message.Errorf("%w\nhint: option as=deps option heads=TABLE makes dependencies of its trees", err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// IdleRules reports that rules can change nothing in a file that holds these layers.
func IdleRules(r rewrite.Step, src *treebank.Source, held treebank.Layer) error {
	name := r.Idle(held)
	if name == "" {
		return nil
	}
	lacks := "dependencies"
	if held.Has(treebank.Arcs) {
		lacks = "phrases"
	}
	return fmt.Errorf("the rules of %s change nothing in %s: format %s has no %s", name, src.Name, src.Format.Name, lacks)
}

// asGraphs reads a file as semantic graphs if a measure asks for them, and the format of the file
// has them beside its own layers. Measures of these layers go into another run.
func (s *Study) asGraphs(spec string, src *treebank.Source) error {
	held, graphs, other := s.Layers(src), "", ""
	for one := range strings.SplitSeq(spec, ",") {
		name, _, _ := strings.Cut(one, ":")
		switch e := measures.ByName(name); {
		case e == nil || src.Format.Graphs == nil || e.Needs == 0:
		case held.Has(e.Needs):
			other = name
		case src.Format.Graphs.Layers.Has(e.Needs):
			graphs = name
		}
	}
	switch {
	case graphs == "":
		return nil
	case other != "":
		return fmt.Errorf("%s reads %s as graphs, and %s reads its %s\nhint: score each measure in a run of its own",
			graphs, src.Name, other, content(held))
	}
	src.Format = src.Format.Graphs
	return nil
}

// lacks reports that a file cannot hold the items of a measure.
func (s *Study) lacks(spec string, src *treebank.Source) error {
	name, _, _ := strings.Cut(spec, ":")
	e, held := measures.ByName(name), s.Layers(src)
	if e == nil {
		return nil
	}
	for _, known := range measures.Items {
		if e.Needs&known.Layer == 0 || held.Has(known.Layer) {
			continue
		}
		hint := ""
		if known.Layer == treebank.Arcs && held.Has(treebank.Phrases) {
			hint = "\nhint: option as=deps option heads=TABLE makes dependencies of its trees"
		} else if known.Layer == treebank.Arcs && src.Format == &disrpt.Format {
			hint = "\nhint: option from=conllu reads the dependencies of such a file, without its labels"
		} else if with := formatsWith(known.Layer, src); len(with) > 0 {
			hint = "\nhint: option from names another format; files like this one may be " + report.Listed(with)
		}
		return message.Errorf("%s counts %s, and %s, in format %s, has none"+hint, name, known.Text,
			src.Name, src.Format.Name)
	}
	return nil
}

// formatsWith returns the formats that hold a layer and whose files end as those of src do.
func formatsWith(layer treebank.Layer, src *treebank.Source) (names []string) {
	for _, format := range formats.All {
		if format.Layers.Has(layer) && slices.ContainsFunc(format.Ext,
			func(ext string) bool { return slices.Contains(src.Format.Ext, ext) }) {
			names = append(names, format.Name)
		}
	}
	return names
}

// decisions reads the file of Options.Check, once; name is its name in signatures.
func (s *Study) decisions() (list []adjudicate.Decision, name string, err error) {
	if s.checked == "" {
		if s.decided, s.checked, err = s.Decisions.Load(s.Check); err != nil {
			return nil, "", &InputError{err}
		}
	}
	return s.decided, s.checked, nil
}

// Softened wraps the measures that have decisions, so that they report soft scores
// too. Measures that read decisions themselves stay unchanged.
func (s *Study) Softened(ms []*eval.Measure) ([]*eval.Measure, error) {
	if s.Check == "" {
		return ms, nil
	}
	list, name, err := s.decisions()
	if err != nil {
		return nil, err
	}
	used := false
	for i, metric := range ms {
		if metric.Decides {
			used = true
			continue
		}
		if check := soft.NewCheck(name, metric.Name, list); check != nil {
			wrapped, ok := soft.Wrap(metric, check)
			ms[i], used = wrapped, used || ok
		}
	}
	if !used {
		return nil, message.Errorf("option check: %s decides nothing about the items of %s", s.Check, ms[0].Name)
	}
	return ms, nil
}
