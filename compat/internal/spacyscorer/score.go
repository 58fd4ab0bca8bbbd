package spacyscorer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/compat/internal/python"
)

// A prf counts what both sides have, the prediction alone, and gold alone.
type prf struct{ tp, fp, fn int }

func (s prf) some() bool { return s.tp+s.fp+s.fn > 0 }

func (s prf) precision() float64 { return float64(s.tp) / (float64(s.tp+s.fp) + 1e-100) }
func (s prf) recall() float64    { return float64(s.tp) / (float64(s.tp+s.fn) + 1e-100) }
func (s prf) f() float64 {
	p, r := s.precision(), s.recall()
	return 2 * ((p * r) / (p + r + 1e-100))
}

// set is a set of items.
type set[T comparable] map[T]bool

// sets adds the comparison of two sets.
func sets[T comparable](to *prf, pred, gold set[T]) {
	for item := range pred {
		if gold[item] {
			to.tp++
		} else {
			to.fp++
		}
	}
	for item := range gold {
		if !pred[item] {
			to.fn++
		}
	}
}

// A table has counts by name, those that were met.
type table map[string]*prf

func (t table) of(name string) *prf {
	if t[name] == nil {
		t[name] = &prf{}
	}
	return t[name]
}

// attributes are the values of tokens that are compared.
var attributes = [...]struct {
	name string
	of   func(*token) string
}{
	{"tag", func(t *token) string { return t.Tag }},
	{"pos", func(t *token) string { return t.Pos }},
	{"morph", (*token).morph},
	{"lemma", func(t *token) string { return t.Lemma }},
}

// none is the value of a token that has no features. For morph_acc it is a value like others.
const none = "_"

func (t *token) morph() string {
	if t.Morph != nil && *t.Morph == "" {
		return none
	}
	if t.Morph == nil {
		return ""
	}
	return *t.Morph
}

// scores are the counts of a run.
type scores struct {
	ignored              set[string]
	accuracy, tokens     prf
	values               [len(attributes)]prf
	features             prf
	feature              table
	unlabelled, labelled prf
	relation             table
	missing              set[int] // gold tokens without a label, of all documents so far
	sents, spans         prf
	entity, span         table
	grouped              bool // some document has spans
}

func newScores(ignore bool) *scores {
	s := &scores{feature: table{}, relation: table{}, missing: set[int]{}, entity: table{}, span: table{}}
	if ignore {
		s.ignored = set[string]{"p": true, "punct": true}
	}
	return s
}

// document adds a document.
func (s *scores) document(gold, pred *document) error {
	aligned, err := align(pred, gold)
	if err != nil {
		return err
	}
	s.tokenization(gold, pred, aligned)
	for a := range attributes {
		s.attribute(a, gold, pred, aligned)
	}
	if err := s.morphology(gold, pred, aligned); err != nil {
		return err
	}
	s.dependencies(gold, pred, aligned)
	if gold.Sents != nil {
		s.stretches(&s.sents, nil, *gold.Sents, pred.Sents, gold, pred, aligned, false)
	}
	s.entities(gold, pred, aligned)
	const key = "sc"
	predicted, has := pred.Spans[key]
	spans, ok := gold.Spans[key]
	if s.grouped = s.grouped || ok || has; ok {
		list := &predicted
		if !has {
			list = nil
		}
		s.stretches(&s.spans, s.span, spans, list, gold, pred, aligned, true)
	}
	return nil
}

func (s *scores) tokenization(gold, pred *document, aligned [][]int) {
	golds, preds := set[[2]int]{}, set[[2]int]{}
	for i := range gold.Tokens {
		if t := &gold.Tokens[i]; !t.space {
			golds[[2]int{t.Start, t.End}] = true
		}
	}
	for i := range pred.Tokens {
		t := &pred.Tokens[i]
		if t.space {
			continue
		}
		preds[[2]int{t.Start, t.End}] = true
		if len(aligned[i]) == 1 {
			s.accuracy.tp++
		} else {
			s.accuracy.fp++
		}
	}
	sets(&s.tokens, preds, golds)
}

// A value is that of a gold token.
type value struct {
	gold int
	text string
}

// attribute compares one attribute. Gold tokens without a value are left out on both sides.
func (s *scores) attribute(a int, gold, pred *document, aligned [][]int) {
	golds, preds, of := set[value]{}, set[value]{}, attributes[a].of
	for i := range gold.Tokens {
		if text := of(&gold.Tokens[i]); text != "" {
			golds[value{i, text}] = true
		}
	}
	for i := range pred.Tokens {
		t := &pred.Tokens[i]
		if !t.space && len(aligned[i]) == 1 && of(&gold.Tokens[aligned[i][0]]) != "" {
			preds[value{aligned[i][0], of(t)}] = true
		}
	}
	sets(&s.values[a], preds, golds)
}

// morphology compares features one by one.
func (s *scores) morphology(gold, pred *document, aligned [][]int) error {
	golds, preds := map[string]set[value]{}, map[string]set[value]{}
	add := func(to map[string]set[value], at int, morph string) error {
		for feat := range strings.SplitSeq(morph, "|") {
			name, _, _ := strings.Cut(feat, "=")
			if n := strings.Count(feat, "=") + 1; n < 2 {
				return fmt.Errorf("ValueError: not enough values to unpack (expected 2, got %d)", n)
			} else if n > 2 {
				return fmt.Errorf("ValueError: too many values to unpack (expected 2)")
			}
			s.feature.of(name)
			if to[name] == nil {
				to[name] = set[value]{}
			}
			to[name][value{at, feat}] = true
		}
		return nil
	}
	annotated := func(t *token) bool { return t.morph() != "" && t.morph() != none }
	for i := range gold.Tokens {
		if t := &gold.Tokens[i]; annotated(t) {
			if err := add(golds, i, t.morph()); err != nil {
				return err
			}
		}
	}
	for i := range pred.Tokens {
		t := &pred.Tokens[i]
		if !t.space && len(aligned[i]) == 1 && annotated(&gold.Tokens[aligned[i][0]]) && annotated(t) {
			if err := add(preds, aligned[i][0], t.morph()); err != nil {
				return err
			}
		}
	}
	for name, counts := range s.feature {
		sets(&s.features, preds[name], golds[name])
		sets(counts, preds[name], golds[name])
	}
	return nil
}

// An arc is one of a gold token.
type arc struct {
	token, head int
	label       string
}

func (s *scores) dependencies(gold, pred *document, aligned [][]int) {
	golds, preds := set[arc]{}, set[arc]{}
	for i := range gold.Tokens {
		t := &gold.Tokens[i]
		switch label := strings.ToLower(t.Dep); {
		case label == "":
			s.missing[i] = true
		case !s.ignored[label]:
			s.relation.of(label)
			golds[arc{i, *t.Head, label}] = true
		}
	}
	for i := range pred.Tokens {
		t := &pred.Tokens[i]
		label := strings.ToLower(t.Dep)
		alone := len(aligned[i]) == 1
		if t.space || alone && s.missing[aligned[i][0]] || s.ignored[label] || python.Strip(t.text) == "" {
			continue
		}
		head := aligned[*t.Head]
		if !alone || len(head) != 1 {
			s.unlabelled.fp++
			s.labelled.fp++
			continue
		}
		s.relation.of(label)
		preds[arc{aligned[i][0], head[0], label}] = true
	}
	sets(&s.labelled, preds, golds)
	byLabel := func(arcs set[arc]) map[string]set[arc] {
		out := map[string]set[arc]{}
		for a := range arcs {
			if out[a.label] == nil {
				out[a.label] = set[arc]{}
			}
			out[a.label][a] = true
		}
		return out
	}
	p, g := byLabel(preds), byLabel(golds)
	for label, counts := range s.relation {
		sets(counts, p[label], g[label])
	}
	plain := func(arcs set[arc]) set[arc] {
		out := set[arc]{}
		for a := range arcs {
			out[arc{token: a.token, head: a.head}] = true
		}
		return out
	}
	sets(&s.unlabelled, plain(preds), plain(golds))
}

// A stretch is a span of gold tokens.
type stretch struct {
	label      string
	first, end int
}

// indices returns the gold tokens of predicted ones.
func indices(aligned [][]int, first, end int) (out []int) {
	for i := first; i < end; i++ {
		out = append(out, aligned[i]...)
	}
	return out
}

// stretches compares spans of gold with those of the prediction moved to gold's tokens. Those whose text differs are
// dropped. Without overlap a gold token belongs to one of them.
func (s *scores) stretches(total *prf, types table, spans []span, predicted *[]span, gold, pred *document,
	aligned [][]int, overlap bool) {
	golds, preds := set[stretch]{}, set[stretch]{}
	for _, x := range spans {
		golds[stretch{x.Label, x.first, x.end}] = true
		if types != nil {
			types.of(x.Label)
		}
	}
	seen := set[int]{}
	if predicted != nil {
		for _, x := range *predicted {
			if types != nil {
				types.of(x.Label)
			}
			at := indices(aligned, x.first, x.end)
			if !overlap {
				at = slices.DeleteFunc(at, func(i int) bool { return seen[i] })
			}
			if len(at) == 0 || at[0] > at[len(at)-1] ||
				gold.covered(at[0], at[len(at)-1]+1) != pred.covered(x.first, x.end) {
				continue
			}
			preds[stretch{x.Label, at[0], at[len(at)-1] + 1}] = true
			for _, i := range at {
				seen[i] = true
			}
		}
	}
	sets(total, preds, golds)
	for label, counts := range types {
		only := func(all set[stretch]) set[stretch] {
			out := set[stretch]{}
			for x := range all {
				if x.label == label {
					out[x] = true
				}
			}
			return out
		}
		sets(counts, only(preds), only(golds))
	}
}

// entities compares the named entities of documents whose gold has them.
func (s *scores) entities(gold, pred *document, aligned [][]int) {
	if gold.Ents == nil {
		return
	}
	golds := set[stretch]{}
	for _, x := range *gold.Ents {
		golds[stretch{x.Label, x.first, x.end}] = true
	}
	if pred.Ents != nil {
		for _, x := range *pred.Ents {
			counts := s.entity.of(x.Label)
			at := indices(aligned, x.first, x.end)
			if len(at) == 0 {
				continue
			}
			if key := (stretch{x.Label, at[0], at[len(at)-1] + 1}); golds[key] {
				counts.tp++
				delete(golds, key)
			} else {
				counts.fp++
			}
		}
	}
	for x := range golds {
		s.entity.of(x.label).fn++
	}
}

// report returns all scores, sorted by name.
func (s *scores) report() *python.Dict {
	all := map[string]any{}
	put := func(prefix string, counts prf, types table, name string) {
		var p, r, f, list any
		if counts.some() {
			p, r, f = counts.precision(), counts.recall(), counts.f()
			if types != nil {
				list = types.report()
			}
		}
		all[prefix+"p"], all[prefix+"r"], all[prefix+"f"] = p, r, f
		if name != "" {
			all[name] = list
		}
	}
	put("token_", s.tokens, nil, "")
	all["token_acc"] = nil
	if s.accuracy.some() {
		all["token_acc"] = s.accuracy.precision()
	} else {
		all["token_p"], all["token_r"], all["token_f"] = nil, nil, nil
	}
	for a, counts := range s.values {
		all[attributes[a].name+"_acc"] = nil
		if counts.some() {
			all[attributes[a].name+"_acc"] = counts.f()
		}
	}
	put("morph_micro_", s.features, s.feature, "morph_per_feat")
	all["dep_uas"], all["dep_las"], all["dep_las_per_type"] = nil, nil, nil
	if s.unlabelled.some() {
		all["dep_uas"], all["dep_las"], all["dep_las_per_type"] = s.unlabelled.f(), s.labelled.f(), s.relation.report()
	}
	put("sents_", s.sents, nil, "")
	var total prf
	for _, counts := range s.entity {
		total = prf{total.tp + counts.tp, total.fp + counts.fp, total.fn + counts.fn}
	}
	put("ents_", total, s.entity, "ents_per_type")
	if s.grouped {
		put("spans_sc_", s.spans, s.span, "spans_sc_per_type")
	}
	out := &python.Dict{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		out.Set(name, all[name])
	}
	return out
}

// report returns the scores of each name.
func (t table) report() *python.Dict {
	out := &python.Dict{}
	for _, name := range slices.Sorted(maps.Keys(t)) {
		out.Set(name, (&python.Dict{}).Set("f", t[name].f()).Set("p", t[name].precision()).Set("r", t[name].recall()))
	}
	return out
}
