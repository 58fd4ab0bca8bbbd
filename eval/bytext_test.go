package eval

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"assay/internal/formattest"
	"assay/treebank"
)

// pairText pairs two texts by text and returns the pairs, as numbers of
// sentences from 1: "1:1 2+3:2 4:".
func pairText(gold, system string) (string, error) {
	p := &textPairer{
		gold:   textSide{stream: stream{src: source("gold", gold)}, format: &formattest.Words},
		system: textSide{stream: stream{src: source("system", system)}, format: &formattest.Words},
	}
	var out []string
	g, s := 0, 0
	list := func(n *int, k int) string {
		var parts []string
		for range k {
			*n++
			parts = append(parts, fmt.Sprint(*n))
		}
		return strings.Join(parts, "+")
	}
	p.emit = func(a, b []piece) error {
		out = append(out, list(&g, len(a))+":"+list(&s, len(b)))
		return nil
	}
	err := p.run()
	return strings.Join(out, " "), err
}

func TestByText(t *testing.T) {
	lines := func(s string) string { return strings.ReplaceAll(s, " | ", "\n") + "\n" }
	const (
		one   = "the quick brown fox jumps over the lazy dog"
		two   = "she sells sea shells by the shore"
		three = "peter piper picked a peck of pickled peppers"
		four  = "how much wood would a woodchuck chuck"
	)
	all := strings.Join([]string{one, two, three, four}, " | ")
	for _, tc := range []struct{ name, gold, system, want string }{
		{"the same", all, all, "1:1 2:2 3:3 4:4"},
		{"spaces", "a b | c", "ab | c", "1:1 2:2"},
		{"one split", all, strings.Replace(all, " brown ", " | ", 1), "1:1+2 2:3 3:4 4:5"},
		{"other word at a split", all, strings.Replace(all, " brown fox", " | brawn fox", 1), "1:1+2 2:3 3:4 4:5"},
		{"joined", all, strings.Replace(all, " dog | ", " dog ", 1), "1+2:1 3:2 4:3"},
		{"crossing", all, strings.Replace(all, " dog | she", " | dog she", 1), "1+2:1+2 3:3 4:4"},
		{"a character missing", all, strings.Replace(all, "shells", "shels", 1), "1:1 2:2 3:3 4:4"},
		{"first character missing", all, all[1:], "1:1 2:2 3:3 4:4"},
		{"last word of a sentence missing", all, strings.Replace(all, " shore", "", 1), "1:1 2:2 3:3 4:4"},
		{"first word of a sentence missing", all, strings.Replace(all, "she ", "", 1), "1:1 2:2 3:3 4:4"},
		{"a sentence missing", all, strings.Replace(all, two+" | ", "", 1), "1:1 2: 3:2 4:3"},
		{"first sentence missing", all, strings.Replace(all, one+" | ", "", 1), "1: 2:1 3:2 4:3"},
		{"last sentence missing", all, strings.Replace(all, " | "+four, "", 1), "1:1 2:2 3:3 4:"},
		{"two sentences more", all, all + " | x y z | u v w", "1:1 2:2 3:3 4:4 :5 :6"},
		{"broken off", all, strings.Replace(all, "pickled peppers | "+four, "", 1), "1:1 2:2 3:3 4:"},
		{"broken off, split", all, strings.Replace(all, "a peck of pickled peppers | "+four, "| a peck", 1), "1:1 2:2 3:3+4 4:"},
		{"unreadable", all, strings.Replace(all, two, "!"+two, 1), "1:1 2:2 3:3 4:4"},
		{"unreadable in gold", strings.Replace(all, two, "!", 1), all, "1:1 2:2 3:3 4:4"},
		{"unreadable on both sides", strings.Replace(all, two, "!", 1), strings.Replace(all, two, "!", 1), "1:1 2:2 3:3 4:4"},
		{"first unreadable", all, strings.Replace(all, one, "!", 1), "1:1 2:2 3:3 4:4"},
		{"last unreadable", all, strings.Replace(all, four, "!", 1), "1:1 2:2 3:3 4:4"},
		{"unreadable surplus", all, "! | " + all, ":1 1:2 2:3 3:4 4:5"},
		{"unreadable surplus inside", all, strings.Replace(all, three, "! | "+three, 1), "1:1 2:2 :3 3:4 4:5"},
		{"no system", all, "!", "1:1 2: 3: 4:"},
		{"a sentence missing before one that begins alike", one + " | the cow ate all the grass | the hen sat on many eggs", one +
			" | the hen sat on many eggs", "1:1 2: 3:2"},
		{"a sentence missing after one that ends alike", "the cow ate all the grass | the hen sat on the grass | " + one, "the cow ate all the grass | " +
			one, "1:1 2: 3:2"},
		{"unreadable before one that begins alike", one + " | the cow ate all the grass | the hen sat on many eggs", one +
			" | ! | the hen sat on many eggs", "1:1 :2 2: 3:3"},
		{"a sentence more before one that begins alike", one + " | the hen sat on many eggs", one +
			" | the cow ate all the grass | the hen sat on many eggs", "1:1 :2 2:3"},
		{"another order", all, strings.Join([]string{one, three, two, four}, " | "), "1:1 2: 3:2 :3 4:4"},
	} {
		system := lines(tc.system)
		if got, err := pairText(lines(tc.gold), system); got != tc.want || err != nil {
			t.Errorf("%s: %s, %v, want %s", tc.name, got, err, tc.want)
		}
	}
	_, err := pairText(lines(all), "entirely different words stand here\nand nothing agrees\n")
	var pe *PairingError
	if !errors.As(err, &pe) || !strings.Contains(pe.Text, `gold sentence 1 has "thequickbrownfoxjump" where system sentence 1 has "entirelydifferentwor"`) {
		t.Errorf("nothing in common: %v", err)
	}
}

// A long text with random splits and edits: no sentence is lost, pairs stay in
// order, and without edits they are the smallest ones.
func TestByTextRandom(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var text []string
		for range 3000 + rng.IntN(20000) {
			text = append(text, string([]byte{byte('a' + rng.IntN(26)), byte('a' + rng.IntN(26)), byte('a' + rng.IntN(26))}))
		}
		edits := seed % 4 * 5
		side := func(edits uint64) string {
			var out strings.Builder
			for _, w := range text {
				if edits > 0 && rng.IntN(len(text)) < int(edits) {
					w = []string{"", "xx", w + w, "\n!\n", strings.Repeat("q ", rng.IntN(2000))}[rng.IntN(5)]
				}
				out.WriteString(w)
				out.WriteByte(" \n"[min(rng.IntN(20)/19, 1)])
			}
			return out.String()
		}
		gold, system := side(0), side(edits)
		got, err := pairText(gold, system)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var g, s, texts, same int
		gs, ss := surfacesOf(gold), surfacesOf(system)
		for _, p := range strings.Fields(got) {
			a, b, _ := strings.Cut(p, ":")
			var x, y string
			var xe, ye = map[int]bool{}, map[int]bool{}
			for range count(a) {
				x += gs[g]
				g++
				xe[len(x)] = true
			}
			for range count(b) {
				y += ss[s]
				s++
				ye[len(y)] = true
			}
			texts++
			if x != y {
				continue
			}
			same++
			for e := range xe {
				if e > 0 && e < len(x) && ye[e] {
					t.Errorf("seed %d: pair %s is not the smallest", seed, p)
				}
			}
		}
		if g != len(gs) || s != len(ss) {
			t.Errorf("seed %d: %d of %d, %d of %d sentences", seed, g, len(gs), s, len(ss))
		}
		if edits == 0 && same != texts || texts-same > 3*int(edits)+30 {
			t.Errorf("seed %d: %d of %d pairs agree", seed, same, texts)
		}
	}
}

func count(list string) int {
	if list == "" {
		return 0
	}
	return strings.Count(list, "+") + 1
}

func surfacesOf(text string) (out []string) {
	var sentence treebank.Sentence
	src := source("x", text)
	st := stream{src: src}
	for {
		p, err := st.Next()
		if err == io.EOF {
			return out
		}
		if formattest.Words.Read(&sentence, p.Piece) != nil {
			out = append(out, "")
			continue
		}
		out = append(out, string(sentence.AppendSurface(nil)))
	}
}

// With equal numbers of sentences, pairing by text is chosen only if the texts are
// the same.
func TestSplitsThatHappenToBeAsMany(t *testing.T) {
	gold, system := "a/X b/X\nc/X d/X\ne/X\n", "a/X b/X c/X\nd/X\ne/X\n"
	for _, jobs := range []int{1, 4} {
		result := mustRun(t, gold, system, Options{Jobs: jobs})
		if result.Align != AlignText || len(result.Units) != 2 || len(result.Problems) != 0 {
			t.Errorf("align %v, %d pairs, %v", result.Align, len(result.Units), result.Problems)
		}
		result = mustRun(t, gold, "a/X\nc/X d/X\ne/X\n", Options{Jobs: jobs})
		if result.Align != AlignOrder || len(result.Units) != 3 || len(result.Problems) != 1 {
			t.Errorf("a word missing: align %v, %d pairs, %v", result.Align, len(result.Units), result.Problems)
		}
	}
}

// TestUnscorableStretch: a problem names all gold sentences that it makes unscorable.
func TestUnscorableStretch(t *testing.T) {
	result := mustRun(t, "z/X\nab/X c/X\nd/X\ne/X\n", "z/X\na/X b/X c/X d/X\ne/X\n", Options{Align: AlignText})
	if len(result.Units) != 3 || len(result.Problems) != 1 {
		t.Fatalf("%d pairs, %v", len(result.Units), result.Problems)
	}
	if want := "3 words in gold, 4 in the system (2 gold sentences are unscorable: 2 to 3)"; result.Problems[0].Text != want {
		t.Errorf("%q, want %q", result.Problems[0].Text, want)
	}
}

// alignment returns the system word of each gold word.
func alignment(p *Pair) string { return fmt.Sprint(p.Align().System) }

func TestAlignWords(t *testing.T) {
	// A multiword token is written as its form, = and its words joined by +.
	sentence := func(text string) *treebank.Sentence {
		s := &treebank.Sentence{}
		for _, w := range strings.Fields(text) {
			form, parts, multi := strings.Cut(strings.ReplaceAll(w, "~", "\u00a0"), "=")
			begin := int32(len(s.Tokens))
			if !multi {
				parts = form
			}
			for _, x := range strings.Split(parts, "+") {
				s.Tokens = append(s.Tokens, treebank.Token{Form: s.AddString(x), Parent: -1})
			}
			if multi {
				s.Ranges = append(s.Ranges, treebank.Range{Begin: begin, End: int32(len(s.Tokens)), Form: s.AddString(form)})
			}
		}
		return s
	}
	for _, tc := range []struct{ gold, system, want string }{
		{"a b", "a b", "[0 1]"},
		{"ab c", "a b c", "[-1 2]"},
		{"a b c", "ab c", "[-1 -1 1]"},
		{"a bc d", "ab c d", "[-1 -1 2]"},
		{"10~000 x", "10 000 x", "[-1 2]"},
		{"10~000 x", "10000 x", "[0 1]"},
		{"al=a+el mar", "al=a+el mar", "[0 1 2]"},
		{"abcde=abc+de x", "ab~c de x", "[0 1 2]"},  // as conll18_ud_eval.py, which removes the blank of ab tc
		{"abcde=ab~c+de x", "abc de x", "[-1 1 2]"}, // but not out of words of multiword tokens
		{"al=a+el mar", "al mar", "[-1 -1 1]"},
		{"al=A+EL mar", "al=a+el mar", "[0 1 2]"},
		{"dont=do+not go", "do nt go", "[0 -1 2]"},
		{"x abc=a+b+c", "x abc=b+c+d", "[0 -1 0+1 0+2]"},
		{"i ab=a+b cd=c+d", "i a bc=x+c d", "[0 1 -1 3 4]"},
	} {
		pair := &Pair{}
		pair.Reset(0, sentence(tc.gold), sentence(tc.system))
		got := alignment(pair)
		want := strings.NewReplacer("0+1", "1", "0+2", "2").Replace(tc.want)
		if got != want || pair.Align().Err != nil {
			t.Errorf("%s / %s: %s, want %s, %v", tc.gold, tc.system, got, want, pair.Align().Err)
		}
		q := &Pair{}
		q.Reset(0, pair.System, pair.Gold)
		for s, g := range pair.Align().Gold {
			if q.Align().System[s] != g && g >= 0 && pair.Align().System[g] != int32(s) {
				t.Errorf("%s / %s: not a matching", tc.gold, tc.system)
			}
		}
	}
	blind := &Pair{}
	for _, words := range [][2]string{{"abcde=abc+de x", "ab cde x"}, {"abcde=ab~c+de x", "abc de x"}, {"delmar=de+el~mar x", "delmar=de+elmar x"}} {
		blind.Reset(0, sentence(words[0]), sentence(words[1]))
		official, ours := fmt.Sprint(blind.Align().System), fmt.Sprint(blind.AlignBlind().System)
		want := map[string][2]string{
			"abcde=abc+de x":     {"[-1 -1 2]", "[-1 -1 2]"},
			"abcde=ab~c+de x":    {"[-1 1 2]", "[0 1 2]"},
			"delmar=de+el~mar x": {"[0 -1 2]", "[0 1 2]"},
		}[words[0]]
		if official != want[0] || ours != want[1] {
			t.Errorf("%s / %s: %s and without regard to blanks %s, want %s", words[0], words[1], official, ours, want)
		}
	}
	p := &Pair{}
	p.Reset(0, sentence("dog barks"), sentence("dög barks"))
	if err := p.Align().Err; err == nil || err.Error() != `the words differ: gold goes on with "ogbarks", the system with "ögbarks"` ||
		!utf8.ValidString(err.Error()) {
		t.Errorf("different words: %v", err)
	}
}

// FuzzByText checks that pairing by text loses no sentence.
func FuzzByText(f *testing.F) {
	f.Add("the quick brown fox\njumps over\n", "the quick\nbrown fox jumps over\n")
	f.Add("!\na b\n\n!", "a\n!\nb\n")
	f.Add("x y z x y z x y z x y z\n", "x y z x y z x y z x y z x y z\n!\n")
	f.Fuzz(func(t *testing.T, gold, system string) {
		got, err := pairText(gold, system)
		if err != nil {
			return
		}
		g, s := 0, 0
		for _, p := range strings.Fields(got) {
			a, b, _ := strings.Cut(p, ":")
			g, s = g+count(a), s+count(b)
		}
		if g != len(surfacesOf(gold)) || s != len(surfacesOf(system)) {
			t.Errorf("%q %q: %s: %d and %d sentences", gold, system, got, g, s)
		}
	})
}
