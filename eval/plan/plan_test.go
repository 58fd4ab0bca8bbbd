package plan_test

import (
	"context"
	"reflect"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/eval/plan"
	"assay/formats/conllu"
	"assay/measures"
	"assay/treebank"
)

// A field of the options either decides the counts or belongs to whoever listens: New keeps the first and drops
// the second.
func TestOptionsAreCountOrTaps(t *testing.T) {
	var opt eval.Options
	value := reflect.ValueOf(&opt).Elem()
	for i := range value.NumField() {
		fill(value.Field(i))
	}
	kept := plan.New(nil, nil, opt).Options()
	taps := reflect.TypeFor[plan.Taps]()
	heard := 0
	for i := range value.NumField() {
		name := value.Type().Field(i).Name
		_, tap := taps.FieldByName(name)
		if tap {
			heard++
		}
		if got := reflect.ValueOf(kept).Field(i); got.IsZero() != tap {
			t.Errorf("field %s: kept in the plan %v, among the taps %v; want one of the two", name, !got.IsZero(), tap)
		}
	}
	if heard != taps.NumField() {
		t.Errorf("%d taps, of which eval.Options has %d", taps.NumField(), heard)
	}
}

// fill gives a value something that is not zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(1)
	case reflect.String:
		v.SetString("x")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) []reflect.Value { return nil }))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Interface:
		v.Set(reflect.ValueOf(all{}))
	}
}

// all selects everything.
type all struct{}

func (all) NewFilter() eval.Filter { return nil }
func (all) String() string         { return "all" }

// Every variant is a copy: the plan that it comes from stays unchanged.
func TestVariantsAreCopies(t *testing.T) {
	opt := eval.Options{Rank: 2, Oracle: 3, OracleScore: "uas", Pack: 4, Ranks: 5, Where: all{}, By: make([]eval.Key, 1),
		OnError: eval.OnErrorStop, SystemSteps: make([]eval.Step, 1, 8)}
	p := plan.New(nil, nil, opt, "common")
	variants := map[string]struct {
		got   *plan.Plan
		check func(o eval.Options) bool
	}{
		"Over":     {p.Over([]bool{true}), func(o eval.Options) bool { return len(o.Only) == 1 }},
		"Sums":     {p.Sums(), func(o eval.Options) bool { return o.By == nil && o.Ranks == 0 && o.Rank == 2 }},
		"By":       {p.By(), func(o eval.Options) bool { return len(o.By) == 0 }},
		"Whole":    {p.Whole(), func(o eval.Options) bool { return o.Where == nil }},
		"Plain":    {p.Plain(nil, nil), func(o eval.Options) bool { return o.SystemSteps == nil }},
		"Then":     {p.Then(nil), func(o eval.Options) bool { return len(o.SystemSteps) == 2 }},
		"Unpacked": {p.Unpacked(), func(o eval.Options) bool { return o.Pack == 0 && o.Oracle == 3 }},
		"Unranked": {p.Unranked(), func(o eval.Options) bool {
			return o.Rank == 0 && o.Ranks == 0 && o.Oracle == 0 && o.OracleScore == "" && o.Pack == 0
		}},
		"Paired":   {p.Paired(eval.AlignText), func(o eval.Options) bool { return o.Align == eval.AlignText }},
		"Patient":  {p.Patient(), func(o eval.Options) bool { return o.OnError == eval.OnErrorSkip }},
		"Mutual":   {p.Mutual(), func(o eval.Options) bool { return o.IgnoreGold && o.IgnoreSystem }},
		"Absent":   {p.Absent(), func(o eval.Options) bool { return o.OnError == eval.OnErrorCount && o.Align == eval.AlignOrder }},
		"Choosing": {p.Choosing(&eval.Measure{}), func(o eval.Options) bool { return o.Chooser != nil && len(o.Chooser.SystemSteps) == 1 }},
	}
	for name, v := range variants {
		if !v.check(v.got.Options()) {
			t.Errorf("%s: %+v", name, v.got.Options())
		}
	}
	if got := p.Options(); !reflect.DeepEqual(got, opt) {
		t.Errorf("the plan has changed: %+v", got)
	}
	if got := p.Patient().Patient().Options().OnError; got != eval.OnErrorSkip {
		t.Errorf("patient twice: %s", got)
	}
}

func TestCite(t *testing.T) {
	p := plan.New(nil, nil, eval.Options{Rank: 2, Oracle: 3, OracleScore: "uas", Pack: 4, Where: all{},
		GoldSteps: []eval.Step{step("a"), step("b")}, SystemSteps: []eval.Step{step("b"), step("")}}, "common")
	want := []string{"a", "b", "common", "where:all", "rank:2", "pack:4", "oracle:3:uas"}
	if got := p.Cite(); !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

// A step that changes nothing.
type step string

func (s step) New() func(*treebank.Sentence) error {
	return func(*treebank.Sentence) error { return nil }
}
func (s step) Signature() string { return string(s) }

// Taps hear the run of one system, and the next run of the same plan hears nothing of it.
func TestTapsHear(t *testing.T) {
	m, err := measures.Parse("attachment", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	text := func(name, head string) *treebank.Source { return source(t, name, head) }
	p := plan.New(text("gold", "0"), []*treebank.Source{text("a", "0"), text("b", "2")}, eval.Options{Jobs: 1})
	heard, items := 0, 0
	taps := plan.Taps{Progress: func(done int) { heard = done }}
	taps.To(counting{&items})
	for i, want := range []float64{1, 0.5} {
		res, err := p.Run(context.Background(), i, []*eval.Measure{m}, taps)
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Counts[0].Headline().Value; got != want || res.System != p.System(i) {
			t.Errorf("system %d: %v, want %v", i, got, want)
		}
	}
	if heard != 1 || items != 4 {
		t.Errorf("the taps heard of %d pairs and %d items, want 1 and 4", heard, items)
	}
	if _, err := p.Run(context.Background(), 0, []*eval.Measure{m}, plan.Taps{}); err != nil || items != 4 {
		t.Errorf("a run without taps: %v, %d items", err, items)
	}
}

// counting counts items.
type counting struct{ n *int }

func (c counting) Collect() eval.Collector  { return c }
func (c counting) Collected(eval.Collector) {}
func (c counting) Pair(*eval.Pair)          {}
func (c counting) Item(int, *eval.Item)     { *c.n++ }

// source is two words in CoNLL-U; the second depends on the first, the first on a word.
func source(t *testing.T, name, head string) *treebank.Source {
	t.Helper()
	src, err := corpus.Text(name, "1\ta\t_\tNOUN\t_\t_\t"+head+"\tdep\t_\t_\n2\tb\t_\tNOUN\t_\t_\t1\tdep\t_\t_\n\n", &conllu.Format)
	if err != nil {
		t.Fatal(err)
	}
	return src
}
