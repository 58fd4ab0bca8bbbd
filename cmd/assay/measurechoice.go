package main

import (
	"fmt"
	"slices"
	"strings"

	"assay/check/adjudicate"
	"assay/check/soft"
	"assay/eval"
	"assay/measures"
	"assay/rewrite"
	"assay/treebank"
)

// measures makes the measures that the user asked for.
func (in *inputs) measures(gold, system *treebank.Source) ([]*eval.Measure, error) {
	in.sides.gold = gold
	if err := in.train(); err != nil {
		return nil, err
	}
	spec := in.metric
	if spec == "" {
		if spec = measures.DefaultFor(in.layers(gold), in.layers(system)); spec == "" {
			return nil, in.unsuited(gold, system)
		}
	}
	spec = in.byScore(spec, gold, system)
	if err := in.known(spec); err != nil {
		return nil, err
	}
	for _, side := range []struct {
		src   *treebank.Source
		rules []eval.Step
	}{{gold, in.goldRules}, {system, in.systemRules}} {
		if err := in.idle(side.src, side.rules); err != nil {
			return nil, err
		}
	}
	base := measures.Config{Params: in.params, Check: in.check, Set: map[string]string{}}
	for key, value := range map[string]string{"spans": in.spans, "punctuation": in.punctuation, "root": in.root} {
		if value != "" {
			base.Set[key] = value
		}
	}
	var out []*eval.Measure
	for _, s := range strings.Split(spec, ",") {
		metric, err := measures.Parse(s, base)
		if err != nil {
			return nil, &exitError{exitUsage, err}
		}
		for _, src := range []*treebank.Source{gold, system} {
			if err := in.lacks(s, src); err != nil {
				return nil, err
			}
		}
		// xiao:exact and xiao:mode=exact are one measure, and count once
		if !slices.ContainsFunc(out, func(m *eval.Measure) bool { return m.Signature == metric.Signature }) {
			out = append(out, metric)
		}
	}
	in.warn(out)
	return in.softened(out)
}

// byScore replaces names of scores in a list of measures by the measure of the
// files that has them, and remembers the scores; letters may be of either case.
func (in *inputs) byScore(spec string, gold, system *treebank.Source) string {
	var out []string
	in.asked = nil
	for s := range strings.SplitSeq(spec, ",") {
		name, rest, _ := strings.Cut(s, ":")
		if measures.ByName(name) == nil {
			if measures.ByName(strings.ToLower(name)) != nil {
				s = strings.ToLower(name) + s[len(name):]
			} else if of, score := in.measureWith(name, gold, system); of != "" {
				in.asked = append(in.asked, score)
				if s = of; rest != "" {
					s += ":" + rest
				}
			}
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return strings.Join(out, ",")
}

// measureWith returns the measure that a score belongs to: the default of the
// files if it has it, else the first that suits them.
func (in *inputs) measureWith(score string, gold, system *treebank.Source) (measure, name string) {
	held := in.layers(gold) & in.layers(system)
	names := append([]string{measures.DefaultFor(in.layers(gold), in.layers(system))}, metricNames()...)
	for _, n := range names {
		e := measures.ByName(n)
		if e == nil || !held.Has(e.Needs) {
			continue
		}
		if m, err := measures.Parse(n, measures.Config{}); err == nil {
			if found := scoreName(score, m.ScoreNames()); found != "" {
				return n, found
			}
		}
	}
	return "", ""
}

// unsuited explains why two files have no default measure, with a remedy.
func (in *inputs) unsuited(gold, system *treebank.Source) error {
	g, s := in.layers(gold), in.layers(system)
	err := fmt.Sprintf("no measure suits both: %s, in format %s, holds %s, and %s, in format %s, holds %s",
		gold.Name, gold.Format.Name, content(g), system.Name, system.Format.Name, content(s))
	if trees, arcs := treebank.Phrases, treebank.Arcs; g.Has(trees) && s.Has(arcs) || g.Has(arcs) && s.Has(trees) {
		err += "\nhint: --as deps --heads TABLE makes dependencies of constituents (assay heads lists the tables)"
	}
	return usagef("%s", err)
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
	}
	return "words"
}

// known refuses options that none of the measures has: they would change no figure.
func (in *inputs) known(spec string) error {
	for _, o := range []struct{ name, value string }{{"spans", in.spans}, {"punctuation", in.punctuation}, {"root", in.root}, {"params", in.params}} {
		if o.value == "" {
			continue
		}
		has := func(e *measures.Entry, spec string) bool {
			if o.name == "params" {
				return e.Reads(spec)
			}
			return slices.ContainsFunc(e.Options, func(x measures.Option) bool { return x.Name == o.name })
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
		return usagef("--%s changes nothing in %s; it is an option of %s", o.name, spec, strings.Join(with, ", "))
	}
	return nil
}

// idle reports that rules can change nothing in a file.
func (in *inputs) idle(src *treebank.Source, rules []eval.Step) error {
	held := in.layers(src)
	for _, s := range rules {
		r, ok := s.(rewrite.Step)
		if !ok {
			continue
		}
		if err := idleRules(r, src, held); err != nil && held.Has(treebank.Phrases) {
			return usagef("%w\nhint: --as deps --heads TABLE makes dependencies of its trees", err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// idleRules reports that rules can change nothing in a file that holds these layers.
func idleRules(r rewrite.Step, src *treebank.Source, held treebank.Layer) error {
	name := r.Idle(held)
	if name == "" {
		return nil
	}
	lacks := "dependencies"
	if held.Has(treebank.Arcs) {
		lacks = "phrases"
	}
	return usagef("the rules of %s change nothing in %s: format %s has no %s", name, src.Name, src.Format.Name, lacks)
}

// lacks reports that a file cannot hold the items of a measure; a score of 0 would
// mislead.
func (in *inputs) lacks(spec string, src *treebank.Source) error {
	name, _, _ := strings.Cut(spec, ":")
	held := in.layers(src)
	for _, l := range []struct {
		layer treebank.Layer
		text  string
	}{{treebank.Phrases, "phrases"}, {treebank.Arcs, "dependencies"}, {treebank.Graph, "graphs"}, {treebank.Roles, "semantic roles of words"}, {treebank.Clauses, "clauses of discourse representations"}, {treebank.Units, "UCCA units"}, {treebank.RoleSpans, "semantic roles of stretches of words"}} {
		if e := measures.ByName(name); e != nil && e.Needs&l.layer != 0 && !held.Has(l.layer) {
			hint := ""
			if l.layer == treebank.Arcs && held.Has(treebank.Phrases) {
				hint = "\nhint: --as deps --heads TABLE makes dependencies of its trees"
			}
			return usagef("%s counts %s, and %s, in format %s, has none%s", name, l.text, src.Name, src.Format.Name, hint)
		}
	}
	return nil
}

// decisions reads the file of --check, once; name is its name in signatures.
func (in *inputs) decisions() (list []adjudicate.Decision, name string, err error) {
	if in.checked == "" {
		if in.decided, in.checked, err = adjudicate.Load(in.check); err != nil {
			return nil, "", &exitError{exitInput, err}
		}
	}
	return in.decided, in.checked, nil
}

// softened wraps the measures that have decisions, so that they report soft scores
// too. Measures that read decisions themselves stay unchanged.
func (in *inputs) softened(ms []*eval.Measure) ([]*eval.Measure, error) {
	if in.check == "" {
		return ms, nil
	}
	list, name, err := in.decisions()
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
		return nil, usagef("--check: %s decides nothing about the items of %s", in.check, ms[0].Name)
	}
	return ms, nil
}
