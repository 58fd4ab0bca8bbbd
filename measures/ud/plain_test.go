package ud

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/measures/internal/features"
	"assay/treebank"
)

// TestPlainEdges compares plainEdges with its twin on random graphs.
func TestPlainEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	syms := treebank.NewSymbols()
	var rels []treebank.Symbol
	for _, r := range []string{"a", "b", "a:x", "a:y"} {
		rels = append(rels, syms.InternString(r))
	}
	graph := func(n int32) *treebank.Sentence {
		sentence := &treebank.Sentence{Syms: syms, Text: []byte("w")}
		for w := range n {
			sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: treebank.Span{Len: 1}, Parent: -1})
			sentence.Arcs = append(sentence.Arcs, treebank.Arc{Dep: w, Head: w - 1, Rel: rels[0]})
			for range rng.IntN(4) {
				a := treebank.Arc{Dep: w, Head: rng.Int32N(3) - 1, Rel: rels[rng.IntN(len(rels))]}
				if !repeated(sentence.Enhanced, a) || rng.IntN(100) == 0 {
					sentence.Enhanced = append(sentence.Enhanced, a)
				}
			}
		}
		return sentence
	}
	fast := 0
	for range 2000 {
		n := rng.Int32N(5) + 3
		var pair eval.Pair
		pair.Reset(0, graph(n), graph(n))
		c := New(Options{}).NewCounter().(*counter)
		c.labels.reset(syms)
		var got, want tally
		if !c.plainEdges(&got, &pair) {
			continue
		}
		fast++
		c.edges(&pair, func(_, _ *edge, row int, n [perRow]int) {
			for i, v := range n {
				want[row][i] += v
			}
		})
		if got != want {
			t.Fatalf("%v and %v: got %v, want %v", pair.Gold.Enhanced, pair.System.Enhanced, got, want)
		}
	}
	if fast < 1900 {
		t.Errorf("only %d plain graphs", fast)
	}
}

// plainWords counts the rows of words by their definitions: it is the twin of
// countWords.
func plainWords(opt Options, pair *eval.Pair) (tally tally) {
	alignment, syms := pair.Align(), pair.Gold.Syms
	type plain struct {
		tag, fine, feats, lemma, rel string
		class                        class
		head                         int32
	}
	word := func(sentence *treebank.Sentence, i int32) (w plain) {
		w.tag = syms.Name(sentence.Tokens[i].Tag)
		if int(i) < len(sentence.Morph) {
			x := sentence.Morph[i]
			w.fine, w.feats, w.lemma = syms.Name(x.Fine), syms.Name(x.Feats), sentence.Str(x.Lemma)
		}
		if !opt.RawFeatures {
			var kept []string
			for f := range strings.SplitSeq(w.feats, "|") {
				if name, _, _ := strings.Cut(f, "="); features.Universal(name) {
					kept = append(kept, f)
				}
			}
			w.feats = strings.Join(kept, "|")
		}
		head, rel := sentence.HeadOf(i)
		base, _, _ := strings.Cut(syms.Name(rel), ":")
		w.head, w.rel, w.class = head, base, classOf(base)
		if opt.KeepSubtypes {
			w.rel = syms.Name(rel)
		}
		return w
	}
	below := func(s *treebank.Sentence, head int32) (out []int32) {
		for k := range s.Tokens {
			if w := word(s, int32(k)); w.class == functional && w.head == head {
				out = append(out, int32(k))
			}
		}
		return out
	}
	sameFunctions := func(i, j int32) bool {
		return slices.EqualFunc(below(pair.Gold, i), below(pair.System, j), func(g, s int32) bool {
			x, y := word(pair.Gold, g), word(pair.System, s)
			return alignment.System[g] == s && x.rel == y.rel && x.tag == y.tag && x.feats == y.feats
		})
	}
	add := func(row, kind int, yes bool) {
		if yes {
			tally[row][kind]++
		}
	}
	for i := range pair.Gold.Tokens {
		x, j := word(pair.Gold, int32(i)), alignment.System[i]
		for row := rowWords; row <= rowBLEX; row++ {
			add(row, gold, row < rowCLAS || x.class == content)
			add(row, aligned, j >= 0 && (row < rowCLAS || x.class == content))
		}
		if j < 0 {
			continue
		}
		y := word(pair.System, j)
		head := x.head == y.head && x.head < 0 || x.head >= 0 && y.head >= 0 && alignment.System[x.head] == y.head
		las := head && x.rel == y.rel
		lemma := x.lemma == "" || x.lemma == y.lemma
		tags := x.tag == y.tag && x.feats == y.feats
		for row, yes := range map[int]bool{rowWords: true, rowUPOS: x.tag == y.tag, rowXPOS: x.fine == y.fine, rowUFeats: x.feats == y.feats,
			rowAllTags: tags && x.fine == y.fine, rowLemmas: lemma, rowUAS: head, rowLAS: las, rowCLAS: las && x.class == content,
			rowMLAS: las && x.class == content && tags && sameFunctions(int32(i), j), rowBLEX: las && x.class == content && lemma} {
			add(row, correct, yes)
		}
	}
	for j := range pair.System.Tokens {
		for row := rowWords; row <= rowBLEX; row++ {
			add(row, system, row < rowCLAS || word(pair.System, int32(j)).class == content)
		}
	}
	return tally
}

// TestCountWords compares countWords with its twin on random words, which the two
// sides split differently in part of the pairs.
func TestCountWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	syms := treebank.NewSymbols()
	pick := func(names ...string) treebank.Symbol { return syms.InternString(names[rng.IntN(len(names))]) }
	side := func(letters string, cuts int) *treebank.Sentence {
		sentence := &treebank.Sentence{Syms: syms, Text: []byte(letters + "wv")}
		lemmas := uint32(len(letters))
		for at := 0; at < len(letters); {
			n := 1
			for at+n < len(letters) && rng.IntN(10) < cuts {
				n++
			}
			sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: treebank.Span{Off: uint32(at), Len: uint32(n)}, Parent: -1, Tag: pick("A", "B", "B", "B")})
			at += n
		}
		words := int32(len(sentence.Tokens))
		for w := range words {
			lemma := treebank.Span{Off: lemmas + rng.Uint32N(2), Len: min(rng.Uint32N(4), 1)}
			sentence.Morph = append(sentence.Morph, treebank.Morph{Lemma: lemma, Fine: pick("", "x"), Feats: pick("", "Case=A", "Case=A|My=B", "My=B")})
			head := max(rng.Int32N(words+3), 3) - 3
			if rng.IntN(9) == 0 {
				head = -1 - rng.Int32N(2)
			}
			if rng.IntN(20) > 0 {
				sentence.Arcs = append(sentence.Arcs, treebank.Arc{Dep: w, Head: head, Rel: pick("", "obj", "obl", "obl:x", "case", "case:x", "mark", "punct")})
			}
		}
		if rng.IntN(20) == 0 {
			sentence.Morph = sentence.Morph[:rng.IntN(len(sentence.Morph)+1)]
		}
		return sentence
	}
	open, split := 0, 0
	for k := range 6000 {
		letters, cuts := "abcdefg"[:rng.IntN(7)+1], k%3*2
		var pair eval.Pair
		pair.Reset(0, side(letters, cuts), side(letters, cuts))
		opt := Options{KeepSubtypes: k&1 > 0, RawFeatures: k&2 > 0}
		c := New(opt).NewCounter().(*counter)
		c.labels.reset(syms)
		var got tally
		c.countWords(&got, &pair)
		if want := plainWords(opt, &pair); got != want {
			t.Fatalf("%d: got %v, want %v", k, got, want)
		}
		open += got[rowCLAS][correct] - got[rowMLAS][correct]
		split += got[rowWords][gold] - got[rowWords][aligned]
	}
	if open < 100 || split < 100 {
		t.Errorf("only %d words depend on their function words, only %d are not aligned", open, split)
	}
}
