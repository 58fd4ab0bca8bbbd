package draw

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/formats"
	"assay/treebank"
)

// Both sides are one drawing over one row of words: what agrees is there once.
func TestPairIsOneDrawing(t *testing.T) {
	gold := read(t, "conllu", conllu("the DET 2 det\ndog NOUN 3 nsubj\nsees VERB 0 root\ncats NOUN 3 obj\nwell ADV 3 advmod"))
	system := read(t, "conllu", conllu("the DET 2 det\ndog NOUN 4 nsubj\nsees VERB 0 root\ncats PROPN 3 iobj\nwell ADV 4 amod"))
	arcs := &Pair{Gold: gold, System: system, GoldMarks: Marks{Links: []Mark{Match, Wrong, Match, Wrong, Wrong}},
		SystemMarks: Marks{Links: []Mark{Match, Wrong, Match, Wrong, Wrong}}}
	gold, system = read(t, "penn", `(S (NP (D the) (N dog)) (VP (V sees) (NP (N cats) (PP (P with) (NP (N tails))))))`),
		read(t, "penn", `(S (NP (D the) (N dog)) (VP (V sees) (VP (N cats)) (PP (P with) (NP (X tails)))))`)
	tree := &Pair{Gold: gold, System: system, GoldMarks: Marks{Phrases: []Mark{Match, Match, Match, Miss, Match, Match}},
		SystemMarks: Marks{Phrases: []Mark{Match, Match, Match, Extra, Match, Match}}}
	for name, pair := range map[string]*Pair{"pair-arcs": arcs, "pair-tree": tree} {
		var buf bytes.Buffer
		if err := pair.Terminal(&buf, Options{Width: 80}); err != nil {
			t.Fatal(err)
		}
		golden(t, name, buf.String())
		buf.Reset()
		if err := pair.Picture(0, Options{}).SVG(&buf); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, buf.String())
		for _, want := range []string{">the<", ">dog<", ">sees<", ">cats<"} {
			if n := strings.Count(buf.String(), want); n != 1 {
				t.Errorf("%s: %s is there %d times", name, want, n)
			}
		}
	}
	var buf bytes.Buffer
	if err := arcs.Picture(0, Options{}).SVG(&buf); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{">det<": 1, ">H nsubj<": 2, ">L obj ≠ iobj<": 1, ">HL advmod<": 1, ">HL amod<": 1, ">NOUN ≠ PROPN<": 1, ">root<": 1} {
		if n := strings.Count(buf.String(), text); n != want {
			t.Errorf("%s is there %d times, want %d in\n%s", text, n, want, buf.String())
		}
	}
	buf.Reset()
	if err := tree.Terminal(&buf, Options{Unfold: true}); err != nil || strings.Contains(buf.String(), "◁") {
		t.Errorf("with all unfolded: %v\n%s", err, buf.String())
	}
}

// sentences reads a file.
func sentences(t *testing.T, format, path string) (out []*treebank.Sentence) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s, err := range formats.ByName(format).Sentences(f, path) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s.Clone())
	}
	return out
}

// In all drawings of real pairs every word is there once, in its order, whether equal
// parts are folded or not; and the terminal's fit the window.
func TestPairsOfTreebanks(t *testing.T) {
	for _, tc := range []struct{ format, gold, system string }{
		{"penn", "../examples/craft.gold.mrg", "../examples/craft.berkeley.mrg"},
		{"conllu", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu"},
	} {
		gold, system := sentences(t, tc.format, tc.gold), sentences(t, tc.format, tc.system)
		one, wide := 0, 0
		for i := range gold {
			pair := &Pair{Gold: gold[i], System: system[i]}
			view := Options{}
			if pair.shape(view.View) == shapeApart {
				continue
			}
			one++
			g := pair.grow(true)
			if got := strings.Join(g.full, " "); tc.format == "penn" && got != words(pair.Gold) {
				t.Fatalf("%s %d: folded words are %q", tc.gold, i, got)
			}
			for _, room := range []float64{0, 400} {
				var buf bytes.Buffer
				if err := pair.Picture(room, view).SVG(&buf); err != nil {
					t.Fatal(err)
				}
				wellFormed(t, buf.String())
				var want []string
				for k := range pair.Gold.Tokens {
					want = append(want, string(pair.Gold.Word(int32(k))))
				}
				if got := wordsOf(buf.String()); room == 0 && !slices.Equal(got, want) {
					t.Fatalf("%s %d: words %q, want %q", tc.gold, i, got, want)
				}
			}
			var b bytes.Buffer
			if err := pair.Terminal(&b, Options{Width: 100}); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				if Width(strings.TrimSuffix(line, "\n")) > 100 {
					wide++
					break
				}
			}
		}
		if 10*one < 8*len(gold) || 50*wide > one {
			t.Errorf("%s: %d of %d pairs are one drawing, %d wider than the window", tc.gold, one, len(gold), wide)
		}
	}
}

// wordsOf are the texts of a picture in the row of words.
func wordsOf(svg string) (out []string) {
	for _, part := range strings.Split(svg, `class="word`)[1:] {
		_, text, _ := strings.Cut(part, ">")
		text, _, _ = strings.Cut(text, "<")
		out = append(out, strings.NewReplacer("&#39;", "'", "&#34;", `"`, "&amp;", "&", "&lt;", "<", "&gt;", ">").Replace(text))
	}
	return out
}

// Features are compared one by one.
func TestDifferences(t *testing.T) {
	for _, c := range [][3]string{
		{"go", "went", "go ≠ went"}, {"_", "Number=Sing", "+Number"},
		{"Case=Nom|Number=Sing", "Number=Plur|Person=3", "−Case, Number: Sing ≠ Plur, +Person"}, {"", "x", "∅ ≠ x"},
	} {
		if got := strings.Join(differences(c[0], c[1]), ", "); got != c[2] {
			t.Errorf("%s and %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
