package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"assay/treebank"
)

// numbered writes sentences with one word per token and ids from 1.
func numbered(sentences ...string) string {
	var b strings.Builder
	for i, s := range sentences {
		fmt.Fprintf(&b, "%d|%s\n", i+1, s)
	}
	return b.String()
}

// A system that splits the text differently but numbers its sentences from 1 uses
// gold's ids for other sentences. Such files pair by text, unless most of the pairs
// by id have the same words.
func TestIDsOnOtherSentences(t *testing.T) {
	const a, b, c, d, e, f = "a/X b/X c/X", "d/X e/X f/X", "g/X h/X i/X", "j/X k/X l/X", "m/X n/X o/X", "p/X q/X r/X"
	numbered := func(s ...string) string { return strings.ReplaceAll(numbered(s...), "/X", "-longer/X") }
	anew := func(documents ...string) string { return strings.Join(documents, "") }
	gold := numbered(a, b, c, d, e, f)
	for _, x := range []struct {
		name, gold, system string
		want               Align
		right              float64
		why                string
	}{
		{"first two joined, last split", gold, numbered(a+" "+b, c, d, e, "p/X q/X", "r/X"), AlignText, 18, "both sides hold the same text"},
		{"another word too", gold, numbered(a+" "+b, c, "j/X k/X zz/X", e, "p/X q/X", "r/X"), AlignText, 18,
			"by id 0 of 6 sentences have the same words, by text 5"},
		{"a split at the end", gold, numbered(a, b, c, d, e+" p/X q/X", "r/X"), AlignOrder, 12, "as many sentences"},
		{"other ids too", gold, strings.ReplaceAll(numbered(a+" "+b, c, d, e, "p/X q/X", "r/X"), "|", "0|"), AlignText, 18, "both sides hold the same text"},
		{"same words in another order", gold, "2|" + b + "\n1|" + a + "\n" + strings.Join(strings.SplitAfter(gold, "\n")[2:], ""), AlignID, 18, "in another order"},
		{"ids that begin anew in each document, the documents in another order", anew(numbered(a, b, c), numbered(d, e, f)),
			anew(numbered(d, e, f), numbered(a, b, c)), AlignWords, 18, "by id 0 of 6 sentences have the same words, in another order 6"},
		{"such ids, one sentence of each document moved", anew(numbered(a, b, c), numbered(d, e, f)),
			anew(numbered(d, b, c), numbered(a, e, f)), AlignWords, 18, "by id 4 of 6 sentences have the same words, in another order 6"},
		{"such ids, some words changed", anew(numbered(a, b, c), numbered(d, e, f)),
			anew(numbered("a1/X b1/X c1/X", b, c), numbered(d, e, f)), AlignOrder, 18, "as many sentences"},
		{"other texts", gold, strings.NewReplacer("/", "1/").Replace(numbered(a+" b/X", b+" b/X", c, d, e, f)), AlignID, 12, "the same sentence ids"},
	} {
		for _, jobs := range []int{1, 3} {
			r := mustRun(t, x.gold, x.system, Options{Jobs: jobs})
			if r.Align != x.want || !strings.Contains(r.Why, x.why) {
				t.Errorf("%s: by %v because %q, want by %v because %q", x.name, r.Align, r.Why, x.want, x.why)
			}
			if got := r.Counts[0].Sum()[0]; got != x.right {
				t.Errorf("%s: %v right, want %v: %v", x.name, got, x.right, r.Problems)
			}
			settled := mustRun(t, x.gold, x.system, Options{Jobs: jobs, Settle: true})
			if settled.Align != r.Align || settled.Why != r.Why || !slices.Equal(settled.Counts[0].Rows(), r.Counts[0].Rows()) {
				t.Errorf("%s: settled first, by %v because %q, %v; want by %v because %q, %v", x.name, settled.Align, settled.Why, settled.Counts[0].Rows(),
					r.Align, r.Why, r.Counts[0].Rows())
			}
		}
	}
}

// lasting counts the collectors that exist at a time.
type lasting struct{ n, most atomic.Int64 }

func (l *lasting) Pair(*Pair)      {}
func (l *lasting) Item(int, *Item) {}

// TestSettled: collectors of a settled pairing are returned while the files are read, so
// that there are never many; without it they are held to the end.
func TestSettled(t *testing.T) {
	text := strings.Repeat("a/X b/X\n", 30*batchPairs)
	for _, settle := range []bool{true, false} {
		l := &lasting{}
		mustRun(t, text, text, Options{Jobs: 2, Settle: settle,
			Collect: func() Collector {
				n := l.n.Add(1)
				for m := l.most.Load(); n > m && !l.most.CompareAndSwap(m, n); m = l.most.Load() {
				}
				return l
			},
			Collected: func(Collector) { l.n.Add(-1) }})
		if most := l.most.Load(); settle != (most < 20) {
			t.Errorf("settle %v: %d collectors at a time", settle, most)
		}
		if n := l.n.Load(); n != 0 {
			t.Errorf("settle %v: %d collectors were not returned", settle, n)
		}
	}
}

// With Discard, collectors come back before the pairing is certain; after a wrong guess
// those that came before are forgotten, and the rest is the same as without.
func TestDiscard(t *testing.T) {
	const words = "a/X b/X c/X"
	var gold, system strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&gold, "%d|%s\n", i+1, words)
		if i == 2500 {
			fmt.Fprintf(&system, "%d|%s\n%d|%s\n", i+1, "a/X", i+2, "b/X c/X")
			continue
		}
		if i > 2500 {
			fmt.Fprintf(&system, "%d|%s\n", i+2, words)
			continue
		}
		fmt.Fprintf(&system, "%d|%s\n", i+1, words)
	}
	for _, x := range []struct {
		name, system string
		want         Align
		discards     int
	}{
		{"the guess is right", gold.String(), AlignOrder, 0},
		{"a sentence is split late", system.String(), AlignText, 1},
	} {
		held := &seenPairs{}
		want := mustRun(t, gold.String(), x.system, Options{Collect: held.Collect, Collected: held.Collected})
		early := &seenPairs{}
		got := mustRun(t, gold.String(), x.system, Options{Collect: early.Collect, Collected: early.Collected, Discard: early.Discard})
		if got.Align != x.want || want.Align != x.want {
			t.Errorf("%s: by %v and %v, want %v", x.name, got.Align, want.Align, x.want)
		}
		if early.discards != x.discards || len(held.pairs) != len(got.Units) || !slices.Equal(early.pairs, held.pairs) {
			t.Errorf("%s: %d pairs with %d discards, want %d with %d", x.name, len(early.pairs), early.discards, len(held.pairs), x.discards)
		}
		// A watch sees each pair once, however often the sentences are paired.
		watched := mustRun(t, gold.String(), x.system,
			Options{Watches: func(*treebank.Source, *treebank.Source, []*Measure) []Watch { return []Watch{&pairsSeen{}} }})
		if n := watched.Watches[0].(*pairsSeen).n.Load(); n != int64(len(got.Units)) {
			t.Errorf("%s: a watch saw %d of %d pairs", x.name, n, len(got.Units))
		}
		if early.forgotten == 0 && x.discards > 0 {
			t.Errorf("%s: no collector came back before the guess was refuted", x.name)
		}
	}
}

// pairsSeen is a watch that counts pairs.
type pairsSeen struct{ n atomic.Int64 }

func (w *pairsSeen) New() func(*Pair) {
	return func(*Pair) { w.n.Add(1) }
}

// seenPairs notes the pairs of a run.
type seenPairs struct {
	pairs     []string
	discards  int
	forgotten int // pairs
}

func (s *seenPairs) Collect() Collector    { return &seenBatch{} }
func (s *seenPairs) Collected(c Collector) { s.pairs = append(s.pairs, c.(*seenBatch).pairs...) }
func (s *seenPairs) Discard()              { s.forgotten, s.discards, s.pairs = len(s.pairs), s.discards+1, nil }

type seenBatch struct{ pairs []string }

func (b *seenBatch) Pair(p *Pair) {
	b.pairs = append(b.pairs, fmt.Sprint(p.N, len(p.Gold.Tokens), len(p.System.Tokens)))
}
func (b *seenBatch) Item(int, *Item) {}

// TestTwins: of sentences with one id those pair whose first twins are equal, then those whose second are,
// the rest in order; each sentence once. The law over random keys: as many pairs of equal twins as both sides have.
func TestTwins(t *testing.T) {
	p := &plan{gold: make([]piece, 4), system: make([]piece, 4)}
	p.byKeys([]string{"k", "k", "k", "l"}, []string{"k", "k", "k", "m"},
		[2][]string{{"x", "y", "z", ""}, {"z", "u", "x", ""}}, [2][]string{{"1", "2", "3", ""}, {"3", "2", "1", ""}})
	want := []stretch{{0, 1, 2, 3}, {1, 2, 1, 2}, {2, 3, 0, 1}, {3, 4, 0, 0}, {4, 4, 3, 4}}
	if !slices.Equal(p.pairs, want) {
		t.Errorf("pairs %v, want %v", p.pairs, want)
	}
	rng := rand.New(rand.NewPCG(46, 1))
	for range 300 {
		n := rng.IntN(9)
		key, twin := make([]string, n), make([]string, n)
		for i := range n {
			key[i], twin[i] = string("kl"[rng.IntN(2)]), string("xyz"[rng.IntN(3)])
		}
		other := [2][]string{make([]string, n), make([]string, n)}
		for i, at := range rng.Perm(n) {
			other[0][i], other[1][i] = key[at], twin[at]
		}
		p := &plan{gold: make([]piece, n), system: make([]piece, n)}
		p.byKeys(key, other[0], [2][]string{twin, other[1]})
		if len(p.pairs) != n {
			t.Fatalf("%d pairs of %d sentences", len(p.pairs), n)
		}
		for _, st := range p.pairs {
			if key[st.g0] != other[0][st.s0] || twin[st.g0] != other[1][st.s0] {
				t.Fatalf("%v %v against %v: pair %v", key, twin, other, st)
			}
		}
	}
}
