package formats_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"assay/formats"
	"assay/internal/formattest"
	"assay/treebank"
)

// random makes a tree with those of functions, gaps, secondary edges, lemmas and
// morphology that are in layers.
func random(r *rand.Rand, n int, layers treebank.Layer) *treebank.Sentence {
	s := &treebank.Sentence{Syms: treebank.NewSymbols()}
	pick := func(list ...string) treebank.Symbol { return s.Syms.InternString(list[r.IntN(len(list))]) }
	s.ID = s.AddString(fmt.Sprintf("s%d", n))
	words, phrases := 1+r.IntN(9), 1+r.IntN(6)
	for i := range phrases {
		p := treebank.Phrase{Label: pick("S", "NP", "VP", "NX=PER", "PP"), Parent: int32(r.IntN(i+1) - 1)}
		if !layers.Has(treebank.Functions) && i > 0 {
			p.Parent = int32(r.IntN(i)) // one root
		}
		if layers.Has(treebank.Functions) {
			p.Func = pick("", "HD", "ON", "OA-MOD", "-")
		}
		s.Phrases = append(s.Phrases, p)
	}
	at := int32(0)
	for i := range words {
		t := treebank.Token{Form: s.AddString([]string{"Haus", "ä&<\"'", "#500", "%%", "#EOS", "3/4", "x_y"}[r.IntN(7)]), Tag: pick("NN", "$.", "ART", "VVFIN")}
		if layers.Has(treebank.Gaps) {
			t.Parent = int32(r.IntN(phrases+1) - 1)
			if !layers.Has(treebank.Functions) {
				t.Parent = max(t.Parent, 0)
			}
		} else { // left to right through the phrases: no gaps
			at = min(at+int32(r.IntN(2)), int32(phrases)-1)
			t.Parent = at
		}
		if layers.Has(treebank.Functions) {
			t.Func = pick("", "HD", "-")
		}
		s.Tokens = append(s.Tokens, t)
		var m treebank.Morph
		if layers.Has(treebank.Morphology) {
			m.Feats = pick("", "nsf", "a.b")
		}
		if layers.Has(treebank.Lemmas) && i%2 == 0 {
			m.Lemma = s.AddString("lemma")
		}
		if layers.Has(treebank.Morphology | treebank.Lemmas) {
			s.Morph = append(s.Morph, m)
		}
	}
	if layers.Has(treebank.Secondary) {
		all := words + phrases
		for range r.IntN(3) {
			s.Secondary = append(s.Secondary, treebank.Arc{Dep: int32(r.IntN(all)), Head: int32(words + r.IntN(phrases)), Rel: pick("SB", "OA")})
		}
	}
	used := make([]bool, phrases)
	for _, t := range s.Tokens {
		for p := t.Parent; p >= 0 && !used[p]; p = s.Phrases[p].Parent {
			used[p] = true
		}
	}
	for _, u := range used {
		if !u {
			return nil // phrases without words are for the tests of each format
		}
	}
	if s.Arrange() != nil || s.Gaps && !layers.Has(treebank.Gaps) {
		return nil
	}
	return s
}

// through writes s in a format and reads it again.
func through(t *testing.T, s *treebank.Sentence, f *treebank.Format) *treebank.Sentence {
	t.Helper()
	text := formattest.Text(t, f, s)
	again, errs := formattest.Read(f, text)
	if len(again) != 1 || len(errs) > 0 {
		t.Fatalf("%s: %d sentences, %v in\n%s", f.Name, len(again), errs, text)
	}
	return again[0]
}

// TestPairs writes random sentences in one format, reads them, writes them in
// another and reads that, for every pair: all that both formats can hold must survive.
func TestPairs(t *testing.T) {
	names := []string{"penn", "discbracket", "edgebrackets", "negra", "tigerxml", "alpino"}
	r := rand.New(rand.NewPCG(4, 4))
	for _, a := range names {
		for _, b := range names {
			f, g := formats.ByName(a), formats.ByName(b)
			layers := f.Layers & g.Layers
			v := view{functions: layers.Has(treebank.Functions), secondary: layers.Has(treebank.Secondary),
				morph: layers.Has(treebank.Morphology), lemma: layers.Has(treebank.Lemmas)}
			tried := 0
			for n := 0; tried < 60 && n < 4000; n++ {
				s := random(r, n, layers)
				if s == nil {
					continue
				}
				tried++
				want := show(s, v)
				if got := show(through(t, through(t, s, f), g), v); got != want {
					t.Fatalf("%s to %s:\n got %s\nwant %s", a, b, got, want)
				}
			}
			if tried < 20 {
				t.Errorf("%s to %s: only %d sentences", a, b, tried)
			}
		}
	}
}
