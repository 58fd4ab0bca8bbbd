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
func random(rng *rand.Rand, n int, layers treebank.Layer) *treebank.Sentence {
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
	pick := func(list ...string) treebank.Symbol { return sentence.Syms.InternString(list[rng.IntN(len(list))]) }
	sentence.ID = sentence.AddString(fmt.Sprintf("s%d", n))
	words, phrases := 1+rng.IntN(9), 1+rng.IntN(6)
	for i := range phrases {
		phrase := treebank.Phrase{Label: pick("S", "NP", "VP", "NX=PER", "PP"), Parent: int32(rng.IntN(i+1) - 1)}
		if !layers.Has(treebank.Functions) && i > 0 {
			phrase.Parent = int32(rng.IntN(i)) // one root
		}
		if layers.Has(treebank.Functions) {
			phrase.Func = pick("", "HD", "ON", "OA-MOD", "-")
		}
		sentence.Phrases = append(sentence.Phrases, phrase)
	}
	at := int32(0)
	for i := range words {
		token := treebank.Token{Form: sentence.AddString([]string{"Haus", "ä&<\"'", "#500", "%%", "#EOS", "3/4", "x_y"}[rng.IntN(7)]),
			Tag: pick("NN", "$.", "ART", "VVFIN")}
		if layers.Has(treebank.Gaps) {
			token.Parent = int32(rng.IntN(phrases+1) - 1)
			if !layers.Has(treebank.Functions) {
				token.Parent = max(token.Parent, 0)
			}
		} else { // left to right through the phrases: no gaps
			at = min(at+int32(rng.IntN(2)), int32(phrases)-1)
			token.Parent = at
		}
		if layers.Has(treebank.Functions) {
			token.Func = pick("", "HD", "-")
		}
		sentence.Tokens = append(sentence.Tokens, token)
		var morph treebank.Morph
		if layers.Has(treebank.Morphology) {
			morph.Feats = pick("", "nsf", "a.b")
		}
		if layers.Has(treebank.Lemmas) && i%2 == 0 {
			morph.Lemma = sentence.AddString("lemma")
		}
		if layers.Has(treebank.Morphology | treebank.Lemmas) {
			sentence.Morph = append(sentence.Morph, morph)
		}
	}
	if layers.Has(treebank.Secondary) {
		all := words + phrases
		for range rng.IntN(3) {
			sentence.Secondary = append(sentence.Secondary, treebank.Arc{Dep: int32(rng.IntN(all)), Head: int32(words + rng.IntN(phrases)), Rel: pick("SB", "OA")})
		}
	}
	used := make([]bool, phrases)
	for _, t := range sentence.Tokens {
		for p := t.Parent; p >= 0 && !used[p]; p = sentence.Phrases[p].Parent {
			used[p] = true
		}
	}
	for _, u := range used {
		if !u {
			return nil // phrases without words are for the tests of each format
		}
	}
	if sentence.Arrange() != nil || sentence.Gaps && !layers.Has(treebank.Gaps) {
		return nil
	}
	return sentence
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
	rng := rand.New(rand.NewPCG(4, 4))
	for _, a := range names {
		for _, b := range names {
			format, g := formats.ByName(a), formats.ByName(b)
			layers := format.Layers & g.Layers
			v := view{functions: layers.Has(treebank.Functions), secondary: layers.Has(treebank.Secondary),
				morph: layers.Has(treebank.Morphology), lemma: layers.Has(treebank.Lemmas)}
			tried := 0
			for n := 0; tried < 60 && n < 4000; n++ {
				sentence := random(rng, n, layers)
				if sentence == nil {
					continue
				}
				tried++
				want := show(sentence, v)
				if got := show(through(t, through(t, sentence, format), g), v); got != want {
					t.Fatalf("%s to %s:\n got %s\nwant %s", a, b, got, want)
				}
			}
			if tried < 20 {
				t.Errorf("%s to %s: only %d sentences", a, b, tried)
			}
		}
	}
}
