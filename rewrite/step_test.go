package rewrite

import (
	"context"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/conllx"
	"assay/internal/formattest"
	"assay/treebank"
)

// source returns CoNLL-X text as a source.
func source(text string) *treebank.Source {
	return formattest.Source(&conllx.Format, "text", []byte(text))
}

const (
	goldText = "1\tshe\t_\tN\tN\t_\t3\tsubj\t_\t_\n2\twill\t_\tAux\tAux\t_\t3\taux\t_\t_\n3\tgo\t_\tV\tV\t_\t0\troot\t_\t_\n\n"
	sysText  = "1\tshe\t_\tN\tN\t_\t2\tsubj\t_\t_\n2\twill\t_\tAux\tAux\t_\t0\troot\t_\t_\n3\tgo\t_\tV\tV\t_\t2\taux\t_\t_\n\n"
)

// TestEffect has counts made by hand: the system attaches all words to the auxiliary,
// which makes three wrong heads; after the first rule she still has a wrong head.
func TestEffect(t *testing.T) {
	module := mustParse(t, `
rule turn:
  match A[cat=Aux] -> V[cat=V]
  do    invert A V
rule up:
  match V[cat=V] -> A[cat=Aux] -> S
  do    lift S`)
	effect := NewEffect([]*Module{module}, nil, nil, Options{})
	res, err := eval.Run(context.Background(), source(goldText+goldText), source(sysText+goldText), []*eval.Measure{effect.Measure()}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum := res.Counts[0].Sum()
	if words, heads, links := effect.Before(sum); words != 6 || heads != 3 || links != 3 {
		t.Errorf("before: %v words, %v and %v errors", words, heads, links)
	}
	rows := effect.Rows(sum)
	want := []EffectRow{
		{Name: "test/turn", System: 2, HeadsRemoved: 2, LinksRemoved: 2, HeadErrors: 1, LinkErrors: 1},
		{Name: "test/up", System: 1, HeadsRemoved: 1, LinksRemoved: 1},
	}
	for i := range want {
		if rows[i] != want[i] {
			t.Errorf("row %d: %+v, want %+v", i, rows[i], want[i])
		}
	}
	if n := effect.Notes(sum); n != "" {
		t.Error(n)
	}
	if len(res.Problems) > 0 {
		t.Error(res.Problems)
	}
}

// TestEffectErrors checks the errors counted in TestEffect by name, and one that a
// rule makes; the items sum to the counts.
func TestEffectErrors(t *testing.T) {
	turn := mustParse(t, `rule turn:
  match A[cat=Aux] -> V[cat=V]
  do    invert A V
rule wrong:
  match V[cat=V] -> S[cat=N]
  do    relabel S to obj`)
	e := NewEffect(nil, nil, []*Module{turn}, Options{})
	counter := e.newCounter().(eval.Lister)
	var got []string
	count, listed, explained := make([]float64, len(e.Measure().Columns)), make([]float64, len(e.Measure().Columns)), make([]float64, len(e.Measure().Columns))
	syms := treebank.NewSymbols()
	for _, system := range []string{sysText, goldText} {
		var pair eval.Pair
		pair.Reset(0, sentence(t, goldText, syms), sentence(t, system, syms))
		collect := func(it *eval.Item) {
			line := eval.AppendRef([]byte(it.Part+" "+it.Class+" "), pair.Gold, it.Gold)
			got = append(got, string(eval.AppendRef(append(line, ' '), pair.System, it.System)))
		}
		if err := counter.List(listed, &pair, nil, collect); err != nil {
			t.Fatal(err)
		}
		if err := counter.Count(count, &pair); err != nil {
			t.Fatal(err)
		}
		if err := counter.Explain(&pair, func(it *eval.Item) {
			for _, a := range it.Adds {
				explained[a.Column] += a.N
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"test/turn removed 2<3:aux 2<0:root", "test/turn removed 3<0:root 3<2:aux", "test/wrong made 1<3:subj 1<3:obj"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if !slices.Equal(listed, count) || !slices.Equal(explained, count) {
		t.Errorf("counted %v, listed %v, explained %v", count, listed, explained)
	}
}

func sentence(t *testing.T, text string, syms *treebank.Symbols) *treebank.Sentence {
	t.Helper()
	s := &treebank.Sentence{Syms: syms}
	if err := conllx.Format.Read(s, treebank.Piece{Text: []byte(text)}); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestEffectRemoved: as in the measures, a word that rules remove, or whose head they
// remove in gold, is no longer an error.
func TestEffectRemoved(t *testing.T) {
	sentence := func(head int32) *treebank.Sentence {
		s := tree(t, "(S (NP (N a)) (VP (V b)) (. c))")
		x := s.Syms.InternString("x")
		s.Arcs = []treebank.Arc{{Dep: 0, Head: 1, Rel: x}, {Dep: 1, Head: treebank.Root}, {Dep: 2, Head: head, Rel: x}}
		return s
	}
	for rules, want := range map[string]EffectRow{
		"phrases r:\n match P[cat=.]\n do prune P":           {Gold: 1, System: 1, HeadsRemoved: 1, LinksRemoved: 1},
		"phrases r:\n match P[cat=NP]\n do prune P":          {Gold: 1, System: 2, HeadsRemoved: 1, LinksRemoved: 1}, // c goes up to b
		"rule r:\n match P[cat=V] -> C[cat=.]\n do detach C": {Gold: 1, HeadsRemoved: 1, LinksRemoved: 1},
	} {
		m := mustParse(t, rules)
		want.Name = m.Name + "/r"
		effect := NewEffect([]*Module{m}, nil, nil, Options{})
		row := make([]float64, len(effect.Measure().Columns))
		var p eval.Pair
		p.Reset(0, sentence(1), sentence(0))
		if err := effect.newCounter().Count(row, &p); err != nil {
			t.Fatal(err)
		}
		if got := effect.Rows(row)[0]; got != want {
			t.Errorf("%s: %+v, want %+v", rules, got, want)
		}
	}
}

// TestEffectAndSteps: the final counts of an Effect equal those of scoring with the
// steps, on both sides and on either one.
func TestEffectAndSteps(t *testing.T) {
	for _, config := range []Config{
		{Normalise: []string{"preposition"}},
		{Normalise: []string{"preposition", "coordination=melchuk"}},
		{System: []string{"preposition"}},
		{Gold: []string{"preposition"}},
		{Both: []string{"coordination=ud"}, Gold: []string{"preposition"}, System: []string{"punctuation"}, Strategy: new(Fixpoint)},
	} {
		gold, system, effect, err := config.Steps()
		if err != nil {
			t.Fatal(err)
		}
		syms := treebank.NewSymbols()
		g := readData(t, "craft.default.conllx.gz", &conllx.Format, syms)
		sentences := readData(t, "craft.prep.conllx.gz", &conllx.Format, syms)
		row := make([]float64, len(effect.Measure().Columns))
		counter := effect.newCounter()
		errors := 0.0
		steps := func(list []eval.Step) (out []func(*treebank.Sentence) error) {
			for _, st := range list {
				out = append(out, st.New())
			}
			return out
		}
		gs, ss := steps(gold), steps(system)
		for i := range g {
			var p eval.Pair
			p.Reset(i, g[i].Clone(), sentences[i].Clone())
			if err := counter.Count(row, &p); err != nil {
				t.Fatal(err)
			}
			for _, f := range gs {
				if err := f(g[i]); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range ss {
				if err := f(sentences[i]); err != nil {
					t.Fatal(err)
				}
			}
			for w := range g[i].Tokens {
				gh, _ := g[i].HeadOf(int32(w))
				sh, _ := sentences[i].HeadOf(int32(w))
				if gh != sh {
					errors++
				}
			}
		}
		rows := effect.Rows(row)
		if got := rows[len(rows)-1].HeadErrors; got != errors {
			t.Errorf("%+v: the effect leaves %v errors, the steps %v", config, got, errors)
		}
	}
}

func TestConfig(t *testing.T) {
	for _, tc := range []struct {
		config Config
		want   string // signatures, or the error
	}{
		{Config{}, " "},
		{Config{Normalise: []string{"aux", "flat"}}, "rewrite:aux+flat rewrite:aux+flat"},
		{Config{Both: []string{"aux"}, System: []string{"with"}, Strategy: new(Once)},
			"rewrite:aux|strategy:once rewrite:aux|strategy:once,rewrite-system:with|strategy:once"},
		{Config{Normalise: []string{"aux", "flt"}}, `unknown rule module "flt"; there are ` + strings.Join(Builtin(), " ")},
		{Config{Both: []string{"no/such.rules"}}, "no/such.rules: no such rule file"},
	} {
		gold, system, _, err := tc.config.Steps()
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			sig := func(list []eval.Step) string {
				var out []string
				for _, s := range list {
					out = append(out, s.Signature())
				}
				return strings.Join(out, ",")
			}
			got = sig(gold) + " " + sig(system)
		}
		if got != tc.want {
			t.Errorf("%+v: %q, want %q", tc.config, got, tc.want)
		}
	}
}
