package eval

import (
	"math/rand/v2"
	"slices"
	"testing"

	"assay/treebank"
)

// TestParted checks each pair that parted reports against its plain twin, the
// comparison of the joined words of both sides.
func TestParted(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	words := []string{"a", "b", "ab", "a b", " ", "é", "è", "a\u00a0", "\u2009", "\xff"}
	side := func() *treebank.Sentence {
		sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
		sentence.Own()
		for range rng.IntN(4) + 1 {
			sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: sentence.AddString(words[rng.IntN(len(words))]), Parent: -1})
		}
		if rng.IntN(8) == 0 {
			sentence.Ranges = append(sentence.Ranges, treebank.Range{End: 1, Form: sentence.AddString(words[rng.IntN(len(words))])})
		}
		return sentence
	}
	yes := 0
	for range 10000 {
		var pair Pair
		pair.Reset(0, side(), side())
		if !parted(pair.Gold, pair.System) {
			continue
		}
		yes++
		e, ok := pair.Align().Err.(*TextError)
		if !ok || e.Gold == "" || e.System == "" {
			t.Fatalf("%q and %q are parted, but the words differ by %v", pair.Gold.Text, pair.System.Text, e)
		}
	}
	if yes < 500 {
		t.Errorf("parted reports only %d pairs", yes)
	}
}

// sentenceOf returns a sentence of those words.
func sentenceOf(words ...string) *treebank.Sentence {
	s := &treebank.Sentence{Syms: treebank.NewSymbols()}
	s.Own()
	for _, w := range words {
		s.Tokens = append(s.Tokens, treebank.Token{Form: s.AddString(w), Parent: -1})
	}
	return s
}

// TestAlignPlain checks that words that files write in different ways are the same for
// Align, and not for AlignExact; and that errors name the words that differ in both.
func TestAlignPlain(t *testing.T) {
	words := func(s ...string) []string { return s }
	for _, tt := range []struct {
		name         string
		gold, system []string
		want         []int32 // for each gold word the system word; nil: the words differ
		gap          string  // the error
	}{
		{"brackets", words("-LRB-", "a", "-RSB-"), words("(", "a", "]"), []int32{0, 1, 2}, ""},
		{"within words", words("-LCB-a", `3\/4`, `\*`), words("{a", "3/4", "*"), []int32{0, 1, 2}, ""},
		{"quotes", words("``", "a", "''"), words(`"`, "a", `"`), []int32{0, 1, 2}, ""},
		{"accents", words("\u00e9a", "\uac01"), words("e\u0301a", "\u1100\u1161\u11a8"), []int32{0, 1}, ""},
		{"split", words("-LRB-a", "b"), words("(", "a", "b"), []int32{-1, 2}, ""},
		{"syllables of Hangul", words("간", "사람"), words("가", "ㄴ", "사람"), []int32{-1, 2}, ""},
		{"clusters of Hangul", words("삶"), words("살", "ㅁ"), []int32{-1}, ""},
		{"contracted Hangul", words("그", "했다"), words("그", "하", "았다"), nil, `the words differ: gold goes on with "했다", the system with "하았다"`},
		{"an accented letter after an escape", words("-LRB-", "éb"), words("(", "éc"), nil, `the words differ: gold goes on with "éb", the system with "éc"`},
		{"after an escape", words("-LRB-", "a", "b"), words("(", "a", "c"), nil, `the words differ: gold goes on with "b", the system with "c"`},
	} {
		var pair Pair
		pair.Reset(0, sentenceOf(tt.gold...), sentenceOf(tt.system...))
		alignment := pair.Align()
		if tt.want == nil {
			if alignment.Err == nil || alignment.Err.Error() != tt.gap {
				t.Errorf("%s: got the error %v, want %s", tt.name, alignment.Err, tt.gap)
			}
			continue
		}
		if alignment.Err != nil || !slices.Equal(alignment.System, tt.want) {
			t.Errorf("%s: aligned %d with the error %v, want %d", tt.name, alignment.System, alignment.Err, tt.want)
		}
		if pair.AlignExact().Err == nil {
			t.Errorf("%s: the words are the same, as they are", tt.name)
		}
		if got := pair.SameWords(); got != (len(tt.gold) == len(tt.system)) {
			t.Errorf("%s: SameWords is %v", tt.name, got)
		}
	}
}

// TestSpelledInWords: where surface tokens hide that the words differ in case alone, the error says so.
func TestSpelledInWords(t *testing.T) {
	gold, system := sentenceOf("Zu", "dem", "Haus"), sentenceOf("zu", "dem", "Haus")
	gold.Ranges = append(gold.Ranges, treebank.Range{Begin: 0, End: 2, Form: gold.AddString("Zum")})
	var pair Pair
	pair.Reset(0, gold, system)
	if e, ok := pair.Align().Err.(*TextError); !ok || e.Cause() != LetterCase {
		t.Errorf("%v", pair.Align().Err)
	}
}

// TestAlignWordsWithoutTokens: where one side has no multiword tokens, or others, equal words are aligned; only
// AlignExact and AlignBlind, as conll18_ud_eval.py, compare the surface, and say that the words agree.
func TestAlignWordsWithoutTokens(t *testing.T) {
	ranged := func(form string, words ...string) *treebank.Sentence {
		s := sentenceOf(words...)
		if form != "" {
			s.Ranges = append(s.Ranges, treebank.Range{Begin: 1, End: 3, Form: s.AddString(form)})
		}
		return s
	}
	for _, tt := range []struct {
		name               string
		gold, system       *treebank.Sentence
		want               []int32 // nil: the words differ
		sameWords, surface bool
	}{
		{"only gold has the token", ranged("du", "parle", "de", "le", "sujet"), ranged("", "parle", "de", "le", "sujet"), []int32{0, 1, 2, 3}, true, false},
		{"only the system has it", ranged("", "parle", "de", "le"), ranged("du", "parle", "de", "le"), []int32{0, 1, 2}, true, false},
		{"another surface", ranged("du", "parle", "de", "le"), ranged("d'", "parle", "de", "le"), []int32{0, 1, 2}, true, false},
		{"the words are split", ranged("du", "parle", "de", "le", "sujet"), ranged("", "parle", "de", "le", "su", "jet"), []int32{0, 1, 2, -1}, true, false},
		{"escaped brackets too", ranged("du", "(", "de", "le"), ranged("", "-LRB-", "de", "le"), []int32{0, 1, 2}, true, false},
		{"blanks within words", ranged("", "20 000", "à peu près"), ranged("", "20_000", "à_peu_près"), []int32{0, 1}, false, false},
		{"blanks that only one word has", ranged("", "20 000", "a_b"), ranged("", "20 000", "ab"), []int32{0, 1}, false, false},
		{"underscores without blanks", ranged("", "20_000"), ranged("", "20000"), nil, false, false},
		{"other words", ranged("du", "parle", "de", "le"), ranged("", "parle", "de", "la"), nil, false, false},
		{"the same token", ranged("du", "parle", "de", "le"), ranged("du", "parle", "de", "le"), []int32{0, 1, 2}, false, true},
	} {
		var pair Pair
		for range 2 { // Reset forgets
			pair.Reset(0, tt.gold, tt.system)
			a := pair.Align()
			if (a.Err == nil) != (tt.want != nil) || tt.want != nil && !slices.Equal(a.System, tt.want) {
				t.Errorf("%s: %v, error %v, want %v", tt.name, a.System, a.Err, tt.want)
			}
			for _, exact := range []*Alignment{pair.AlignExact(), pair.AlignBlind()} {
				e, _ := exact.Err.(*TextError)
				if (e == nil) != tt.surface || e != nil && (e.SameWords != tt.sameWords || (e.Cause() == Multiword) != tt.sameWords) {
					t.Errorf("%s: surface error %v, want the same words %v", tt.name, e, tt.sameWords)
				}
			}
		}
	}
}
