package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/check/review"
	"assay/diagnose"
	"assay/eval"
	"assay/eval/plan"
	"assay/internal/shared"
	"assay/measures"
	"assay/treebank"
)

// changedLabel begins a label that was changed.
const changedLabel = "Zq"

// A relabelling is a step that changes all labels of one kind.
type relabelling string

func (r relabelling) Signature() string { return "" }

func (r relabelling) New() func(*treebank.Sentence) error {
	return func(s *treebank.Sentence) error {
		change := func(symbol *treebank.Symbol) {
			if *symbol != 0 && !structural(s.Name(*symbol)) {
				*symbol = s.Syms.InternString(changedLabel + s.Name(*symbol))
			}
		}
		switch r {
		case "relations":
			for i := range s.Arcs {
				change(&s.Arcs[i].Rel)
			}
		case "edges":
			for i := range s.Edges {
				change(&s.Edges[i].Label)
			}
		case "roles":
			for i := range s.Arguments {
				change(&s.Arguments[i].Role)
			}
		case "senses":
			for i := range s.Predicates {
				s.Predicates[i].Sense = s.Syms.InternString("x." + changedLabel + s.Name(s.Predicates[i].Sense))
			}
		}
		return nil
	}
}

// structural reports whether a label says more than the name of a relation: the verb itself
// among its roles, and categories by which units of UCCA are normalised.
func structural(label string) bool {
	return label == "V" || label == "LA" || label == "LR" || label == "Terminal" || len(label) == 1 && strings.Contains("ACFHLNPRSU", label)
}

var relabellings = []relabelling{"relations", "edges", "roles", "senses"}

// A score that is perfect although all labels of a kind are others does not look at them.
// Nothing is then an error of it, and no question of its check names such a label. Brackets
// are another matter: people judge a bracket with its label, as the paper has it.
func TestUnlabelledScoresIgnoreLabels(t *testing.T) {
	shared.Long(t)
	seen := map[string]bool{}
	ignoring := map[string]bool{}
	for i := range matrix {
		cell := &matrix[i]
		if seen[cell.metric] {
			continue
		}
		seen[cell.metric] = true
		t.Run(strings.ReplaceAll(cell.metric, ":", "-"), func(t *testing.T) {
			gold, system, _ := cell.files(t)
			for _, r := range relabellings {
				for _, name := range unlabelled(t, cell, gold, system, r) {
					ignoring[name] = true
				}
			}
		})
	}
	for _, name := range []string{"ud uas_f1 relations", "attachment uas relations", "conllx uas relations", "sdp uf edges", "srl unlabeled_f1 roles",
		"srl unlabeled_f1 senses", "srl unlabeled_macro_f1 relations", "ucca unlabeled_f1 edges"} {
		if !ignoring[name] {
			t.Errorf("%s is not among the scores without labels", name)
		}
	}
}

// unlabelled checks all scores of a cell that do not look at labels of a kind, and
// returns their names.
func unlabelled(t *testing.T, cell *cell, goldFile, systemFile string, r relabelling) (names []string) {
	t.Helper()
	metric, err := measures.Parse(cell.metric, measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := metric.NewCounter().(eval.Explainer); !ok {
		return nil
	}
	c := &errorsOf{}
	for i := range figuresOf(t, metric, goldFile, goldFile, eval.Options{}) {
		c.focus, c.classes = append(c.focus, diagnose.NewFocus(metric, i)), append(c.classes, map[string]int{})
	}
	changed := eval.Options{SystemSteps: []eval.Step{r}, Jobs: 1}
	same, opt := figuresOf(t, metric, goldFile, goldFile, eval.Options{}), changed
	opt.Collect, opt.Collected = func() eval.Collector { return c }, func(eval.Collector) {}
	other := figuresOf(t, metric, goldFile, goldFile, opt)
	if !slices.ContainsFunc(other, func(s eval.Score) bool {
		return s.Value < same[slices.IndexFunc(same, func(b eval.Score) bool { return b.Name == s.Name })].Value
	}) {
		return nil // the files have no such labels, or the measure never looks at them
	}
	before, after := figuresOf(t, metric, goldFile, systemFile, eval.Options{}), figuresOf(t, metric, goldFile, systemFile, changed)
	asked := map[string]bool{}
	for i, s := range other {
		with := strings.NewReplacer("precision", "recall", "recall", "precision").Replace(s.Name) // which is looked at together
		if s.Value != same[i].Value || before[i].Value != after[i].Value ||
			slices.ContainsFunc(other, func(o eval.Score) bool { return o.Name == with && o.Value < 1 }) || s.Name == "length_ratio" ||
			s.Name == "nsf1" { // an opinion is an item with its polarity
			continue
		}
		if len(c.classes[i]) > 0 {
			t.Errorf("%s ignores %s, and has errors of it: %v", s.Name, r, c.classes[i])
		}
		names = append(names, cell.metric+" "+s.Name+" "+string(r))
		key := fmt.Sprint(c.focus[i].Columns(), c.focus[i].Unlabelled())
		if asked[key] {
			continue
		}
		asked[key] = true
		queue, err := review.Build(context.Background(), plan.New(openFile(t, goldFile), []*treebank.Source{openFile(t, systemFile)}, changed), metric,
			plan.Taps{}, review.Options{Focus: c.focus[i]})
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range queue.Items {
			if text := strings.Join([]string{it.Question, it.Gold, it.Label, it.Group, it.Kind}, " | "); strings.Contains(text, changedLabel) ||
				strings.Contains(it.Kind+it.Group, "label") && c.focus[i].Unlabelled() {
				t.Errorf("%s ignores %s, and asks: %s", s.Name, r, text)
				break
			}
		}
	}
	return names
}

type errorsOf struct {
	focus   []*diagnose.Focus
	classes []map[string]int // by score
}

func (*errorsOf) Pair(*eval.Pair) {}

func (e *errorsOf) Item(_ int, it *eval.Item) {
	for i, f := range e.focus {
		if outcome, ok := f.Outcome(it); ok && !outcome.Fine() {
			e.classes[i][it.Part+" "+it.ClassName()]++
		}
	}
}

func figuresOf(t *testing.T, metric *eval.Measure, gold, system string, opt eval.Options) []eval.Score {
	t.Helper()
	res, err := eval.Run(context.Background(), openFile(t, gold), openFile(t, system), []*eval.Measure{metric}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return metric.Scores(res.Counts[0].Sum())
}
