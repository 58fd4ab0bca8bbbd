package span

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/discbracket"
	"assay/formats/penn"
	"assay/internal/shared"
	"assay/treebank"
)

// matchPlain is EVALB's loop: each bracket of gold takes the first free and equal one
// of the system.
func matchPlain(comparer *Comparer) map[int]int {
	taken := map[int]int{}
	for i := range comparer.Gold.Brackets {
		g := &comparer.Gold.Brackets[i]
		for j := range comparer.System.Brackets {
			s := &comparer.System.Brackets[j]
			_, used := taken[j]
			if !used && g.Begin == s.Begin && g.End == s.End && fmt.Sprint(comparer.Gold.yieldOf(g)) == fmt.Sprint(comparer.System.yieldOf(s)) &&
				(!comparer.rules.Labelled || comparer.vocab.equal(g.class, s.class)) {
				taken[j] = i
				break
			}
		}
	}
	return taken
}

// crossPlain compares a bracket of the system with all of gold.
func crossPlain(c *Comparer, s *Bracket) bool {
	for i := range c.Gold.Brackets {
		if c.crosses(&c.Gold.Brackets[i], s) {
			return true
		}
	}
	return false
}

func check(t *testing.T, comparer *Comparer, where string) {
	t.Helper()
	taken := matchPlain(comparer)
	for j := range comparer.System.Brackets {
		bracket := &comparer.System.Brackets[j]
		if i, ok := taken[j]; ok != (bracket.Match >= 0) || ok && int32(i) != bracket.Match {
			t.Fatalf("%s: bracket %d of the system matches %d, the plain way %d (%v)", where, j, bracket.Match, i, ok)
		}
		if len(comparer.Gold.words)+len(comparer.System.words) == 0 {
			comparer.nest()
			if place := int(comparer.place[j]); place != common {
				if i, k := comparer.crossing(bracket, place), comparer.crossingByTable(bracket); i != k {
					t.Fatalf("%s: bracket %d crosses %d, by the table %d", where, j, i, k)
				}
			}
		}
		if crossPlain(comparer, bracket) != (bracket.Cross >= 0) || bracket.Cross >= 0 && !comparer.crosses(&comparer.Gold.Brackets[bracket.Cross], bracket) {
			t.Fatalf("%s: bracket %d of the system crosses %d", where, j, bracket.Cross)
		}
	}
}

// TestTwins: on real trees matching and crossing agree with the plain loops.
func TestTwins(t *testing.T) {
	for _, f := range []struct {
		format       *treebank.Format
		gold, system string
	}{
		{&penn.Format, "const-craft/gold.clean.mrg", "const-craft/linkgrammar.1best.mrg"},
		{&penn.Format, "const-craft/gold.clean.mrg", "const-craft/bllip-B.1best.mrg"},
		{&discbracket.Format, "const-discont-nl/gold.discbracket", "const-discont-nl/berkeley-A.discbracket"},
	} {
		for _, r := range []Rules{{Labelled: true, Trim: true, EqualLabels: [][2]string{{"NP", "NX"}, {"NX", "VP"}}},
			{Set: true, SkipOne: true}, {Labelled: true, Characters: true, DeleteTags: []string{",", "."}, DeleteLabels: []string{"PP"}}} {
			comparer := NewComparer(r)
			gold, system := lines(t, f.gold), lines(t, f.system)
			if len(gold) != len(system) {
				t.Fatal(len(gold), len(system))
			}
			compared := 0
			syms := treebank.NewSymbols()
			for i := range gold {
				p := pair(t, f.format, syms, gold[i], system[i])
				if comparer.Compare(p) == nil {
					check(t, comparer, fmt.Sprintf("%s:%d", f.system, i+1))
					compared++
				}
			}
			if compared < 200 {
				t.Errorf("%s: only %d compared", f.system, compared)
			}
		}
	}
}

func lines(t testing.TB, name string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(shared.Path(t, "data"), name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

func pair(t testing.TB, format *treebank.Format, syms *treebank.Symbols, gold, system string) *eval.Pair {
	t.Helper()
	g, sentence := &treebank.Sentence{Syms: syms}, &treebank.Sentence{Syms: syms}
	if err := format.Read(g, treebank.Piece{Text: []byte(gold)}); err != nil {
		t.Fatal(err)
	}
	if err := format.Read(sentence, treebank.Piece{Text: []byte(system)}); err != nil {
		t.Fatal(err)
	}
	var p eval.Pair
	p.Reset(0, g, sentence)
	return &p
}

// TestRandom repeats the checks on small random trees, with long chains among them.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	syms := treebank.NewSymbols()
	for n := range 3000 {
		words := 1 + r.IntN(8)
		gold, system := random(r, 0, words), random(r, 0, words)
		if n%100 == 0 {
			gold = strings.Repeat("(A (B ", 30) + gold + strings.Repeat("))", 30)
			system = strings.Repeat("(B (C ", 25) + system + strings.Repeat("))", 25)
		}
		c := NewComparer(Rules{Labelled: n%2 == 0, Set: n%3 == 0, DeleteTags: []string{"."}, DeleteLabels: []string{"D"}})
		if err := c.Compare(pair(t, &penn.Format, syms, gold, system)); err != nil {
			t.Fatal(err)
		}
		check(t, c, gold+" "+system)
	}
}

// random returns a random tree over words from to end. The comparison leaves out
// every third word.
func random(rng *rand.Rand, from, end int) string {
	if end-from == 1 && rng.IntN(3) > 0 {
		tag := "N"
		if from%3 == 2 {
			tag = "."
		}
		return fmt.Sprintf("(%s w%d)", tag, from)
	}
	label := string(rune('A' + rng.IntN(4)))
	if end-from == 1 || rng.IntN(6) == 0 {
		return "(" + label + " " + random(rng, from, end) + ")"
	}
	mid := from + 1 + rng.IntN(end-from-1)
	return "(" + label + " " + random(rng, from, mid) + " " + random(rng, mid, end) + ")"
}

func TestTransitive(t *testing.T) {
	for _, tc := range []struct {
		pairs [][2]string
		want  bool
	}{
		{nil, true},
		{[][2]string{{"A", "B"}, {"C", "D"}, {"B", "A"}, {"E", "E"}}, true},
		{[][2]string{{"A", "B"}, {"B", "C"}}, false},
		{[][2]string{{"A", "B"}, {"B", "C"}, {"C", "A"}}, true},
	} {
		if got := transitive(tc.pairs); got != tc.want {
			t.Errorf("%v: %v", tc.pairs, got)
		}
	}
}

func TestPlainText(t *testing.T) {
	for word, want := range map[string]string{
		"-LRB-": "(", "Re-LRB-a-RRB-d": "re(a)d", `3\/4`: "3/4", `\*`: "*", "``": `"`, "''": `"`, "a\u00a0b": "ab", "Ä\xff": "ä\xff",
	} {
		if got := string(appendPlain(nil, []byte(word))); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// TestHangul: morphemes that divide a syllable of Hangul cover its letters; letters
// that a contraction has lost are named.
func TestHangul(t *testing.T) {
	syms := treebank.NewSymbols()
	comparer := NewComparer(Rules{Labelled: true, Characters: true})
	p := pair(t, &penn.Format, syms, "(S (NP (N 삶은)) (VP (V 간)))", "(S (NP (N 살) (E ㅁ) (J 은)) (VP (V 가) (E ㄴ)))")
	if err := comparer.Compare(p); err != nil || !comparer.Characters {
		t.Error(err)
	}
	for _, b := range comparer.Gold.Brackets {
		if b.Match < 0 {
			t.Errorf("bracket %v of gold matches none", b)
		}
	}
	p = pair(t, &penn.Format, syms, "(S (NP (N 그가)) (VP (V 했다)))", "(S (NP (N 그) (J 가)) (VP (V 하) (E 았다)))")
	want := `the characters differ: gold goes on with "했다", the system with "하 았다"`
	if err := comparer.Compare(p); err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

// TestAppendPlain: the fast way for words of plain ASCII gives the same as the way for all words.
func TestAppendPlain(t *testing.T) {
	const letters = "abzAMZ019.,;:?!()[]{}~^_|@$%&+=<>\"/*#'`-\\ \t\x00\x7féÉ\u00a0ǅ"
	runes := []rune(letters)
	rng := rand.New(rand.NewPCG(3, 4))
	fast := 0
	for range 50000 {
		word := make([]rune, rng.IntN(7))
		for i := range word {
			word[i] = runes[rng.IntN(len(runes))]
		}
		if simple([]byte(string(word))) {
			fast++
		}
		got, want := appendPlain(nil, []byte(string(word))), appendPlainly(nil, []byte(string(word)))
		if string(got) != string(want) {
			t.Fatalf("%q is %q, the plain way %q", string(word), got, want)
		}
	}
	for r := range rune(0x250) { // each character alone
		word := []byte(string(r))
		if got, want := appendPlain(nil, word), appendPlainly(nil, word); string(got) != string(want) {
			t.Fatalf("%q is %q, the plain way %q", word, got, want)
		}
	}
	if fast < 1000 {
		t.Fatalf("the fast way was taken %d times", fast)
	}
}
