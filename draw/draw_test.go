package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"assay/formats"
	"assay/treebank"
)

func read(t testing.TB, format, text string) *treebank.Sentence {
	t.Helper()
	for s, err := range formats.ByName(format).Sentences(strings.NewReader(text), "test") {
		if err != nil {
			t.Fatal(err)
		}
		return s.Clone()
	}
	t.Fatal("no sentence")
	return nil
}

// conllu makes a file from lines "form tag head relation".
func conllu(lines string) string {
	var b strings.Builder
	for i, l := range strings.Split(strings.TrimSpace(lines), "\n") {
		f := strings.Fields(l)
		fmt.Fprintf(&b, "%d\t%s\t_\t%s\t_\t_\t%s\t%s\t_\t_\n", i+1, f[0], f[1], f[2], f[3])
	}
	return b.String() + "\n"
}

const dmrs = `{"id":"1","version":1.1,"framework":"eds","flavor":1,"input":"Dogs bark.","tops":[1],
"nodes":[{"id":0,"label":"_dog_n_1","anchors":[{"from":0,"to":4}]},{"id":1,"label":"_bark_v_1","anchors":[{"from":5,"to":9}]},{"id":2,` +
	`"label":"udef_q","anchors":[{"from":0,"to":4}]}],
"edges":[{"source":1,"target":0,"label":"ARG1"},{"source":2,"target":0,"label":"BV"}]}
`

// The drawings are small enough to be checked by eye. UPDATE_DRAWINGS=1 writes
// what came out instead.
// TestTooLarge: what would take hours is not drawn, and says so.
func TestTooLarge(t *testing.T) {
	deep := &treebank.Sentence{}
	for i := range int32(100000) {
		deep.Phrases = append(deep.Phrases, treebank.Phrase{Parent: i - 1, End: 1})
	}
	deep.Tokens = []treebank.Token{{Parent: 99999}}
	for want, sentence := range map[string]*treebank.Sentence{
		"(too large to draw: phrases nested more than 500 deep)\n": deep,
	} {
		sentence.Syms = treebank.NewSymbols()
		var out strings.Builder
		if err := Terminal(&out, sentence, Marks{}, Options{}); err != nil || out.String() != want {
			t.Errorf("%.60q, want %q, %v", out.String(), want, err)
		}
		out.Reset()
		if err := SVG(&out, sentence, Marks{}, Options{}); err != nil || !strings.Contains(out.String(), strings.TrimSpace(want)) {
			t.Errorf("no %q in %d bytes, %v", want, out.Len(), err)
		}
	}
}

func TestTerminal(t *testing.T) {
	for _, tc := range []struct {
		name, format, text string
		marks              Marks
		opt                Options
	}{
		{"tree", "penn", `(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))`, Marks{}, Options{}},
		{"unary", "penn", `(S (VP (VP (V go))))`, Marks{}, Options{}},
		{"marks", "penn", `(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))`, Marks{Phrases: []Mark{Match, Miss, Cross}}, Options{}},
		{"tags", "penn", `(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))`,
			Marks{Phrases: []Mark{Match, Match, Match}, Words: []Mark{Match, Wrong, Match, Match}}, Options{}},
		{"tags-of-arcs", "conllu", conllu("the DET 2 det\ndog NOUN 0 root"), Marks{Links: []Mark{Match, Match}, Words: []Mark{Wrong}}, Options{}},
		{"narrow", "penn", `(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))`, Marks{}, Options{Width: 22}},
		{"outline", "penn", `(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))`, Marks{Phrases: []Mark{Match, Miss, Extra}, Words: []Mark{Plain, Wrong}},
			Options{Width: 16}},
		{"outline-chains", "penn", `(TOP (S (A (B (C (D (E (F f)))))) (NP) (VP (V (W w) (X x)))))`, Marks{}, Options{Width: 20}},
		{"outline-colour", "penn", `(S (NP (DT the) (NN dog)) (VP (VBZ barks)))`, Marks{Phrases: []Mark{Match, Miss, Extra}}, Options{Width: 12, Colour: true}},
		{"narrow-gaps", "discbracket", `(S (VP (A 0=x) (B 2=z)) (C 1=longer) (NP (D 3=w)))`, Marks{}, Options{Width: 5}},
		{"colour", "penn", `(S (NP (DT the)) (VP (VBZ barks)))`, Marks{Phrases: []Mark{Match, Miss, Extra}}, Options{Colour: true}},
		{"discontinuous", "discbracket", `(S (VP (NP (ART 0=Das) (NN 1=Buch)) (VVPP 3=gelesen)) (VAFIN 2=hat) (NE 4=Eva))`, Marks{}, Options{}},
		{"two-gaps", "discbracket", `(S (A (X 0=a) (X 2=c)) (B (X 1=b) (X 3=d)))`, Marks{}, Options{}},
		{"arcs", "conllu", conllu("the DET 2 det\ndog NOUN 3 nsubj\nbarks VERB 0 root\nat ADP 5 case\ncats NOUN 3 obl"),
			Marks{Links: []Mark{Match, Wrong, Plain, Plain, Miss}}, Options{}},
		{"narrow-arcs", "conllu", conllu("the DET 2 det\ndog NOUN 3 nsubj\nbarks VERB 0 root\nat ADP 5 case\ncats NOUN 3 obl\n. PUNCT 1 odd"), Marks{},
			Options{Width: 24}},
		{"narrow-graph", "mrp", dmrs, Marks{}, Options{Width: 20}},
		{"crossing-arcs", "conllu", conllu("a X 3 x\nb X 4 y\nc X 0 root\nd X 3 z"), Marks{}, Options{}},
		{"self-and-unknown", "conllx", "1\ta\ta\tX\tX\t_\t1\tself\t_\t_\n2\tb\tb\tX\tX\t_\t0\troot\t_\t_\n\n", Marks{}, Options{}},
		{"graph", "mrp", dmrs, Marks{Nodes: []Mark{Match, Extra}, Edges: []Mark{Miss}}, Options{}},
		{"right-to-left", "penn", `(S (NP (N שלום) (A עולם)) (V מדבר))`, Marks{}, Options{}},
		{"wide", "conllu", conllu("世界 NOUN 2 nsubj\n見る VERB 0 root\na X 2 x"), Marks{}, Options{}},
		{"clusters", "conllu", conllu("e\u0301te\u0301 X 2 x\n👩‍👩‍👧 X 0 root\n\u0301 X 2 x\nनमस्ते X 2 y"), Marks{}, Options{}},
		{"control", "penn", "(S (N\x1b[31m a\x07b) (V \u202ec\u2066d))", Marks{}, Options{}},
		{"empty", "penn", `(S)`, Marks{}, Options{}},
		{"empty-phrase", "penn", `(S (NP) (V go))`, Marks{}, Options{}},
		{"no-such-view", "penn", `(S (V go))`, Marks{}, Options{View: ViewGraph}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := Terminal(&b, read(t, tc.format, tc.text), tc.marks, tc.opt); err != nil {
				t.Fatal(err)
			}
			golden(t, tc.name, b.String())
		})
	}
	var b bytes.Buffer
	if err := Terminal(&b, &treebank.Sentence{Missing: true, Failure: "out of time", Syms: treebank.NewSymbols()}, Marks{}, Options{}); err != nil {
		t.Fatal(err)
	}
	if b.String() != "(no analysis: out of time)\n" {
		t.Errorf("a parse that failed: %q", b.String())
	}
}

func TestPair(t *testing.T) {
	gold := read(t, "penn", `(S (NP (N שלום) (A 世界)) (V 👩‍👩‍👧))`)
	system := read(t, "penn", `(S (N שלום) (VP (A 世界) (V 👩‍👩‍👧)))`)
	gm, sm := Marks{Phrases: []Mark{Match, Miss}}, Marks{Phrases: []Mark{Match, Extra}}
	for name, width := range map[string]int{"beside": 80, "below": 30, "below-narrow": 14} {
		var b bytes.Buffer
		p := &Pair{Gold: gold, System: system, GoldMarks: gm, SystemMarks: sm}
		if err := p.Beside(&b, Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.String())
	}
	var b bytes.Buffer
	none := &Pair{Gold: gold, System: &treebank.Sentence{Missing: true, Syms: treebank.NewSymbols()}, GoldMarks: gm}
	if err := none.Terminal(&b, Options{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "no-system", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name + ".txt"
	if os.Getenv("UPDATE_DRAWINGS") != "" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// long is a sentence of n words: a tree that branches to the right, with a
// discontinuous phrase, and arcs to the word before.
func long(n int) (tree, arcs string) {
	var t, a strings.Builder
	for i := range n {
		fmt.Fprintf(&t, "(X (W %d=w%d) ", i, i)
		fmt.Fprintf(&a, "w%d W %d dep\n", i, i)
	}
	return t.String() + strings.Repeat(")", n), conllu(a.String())
}

func TestLongSentence(t *testing.T) {
	tree, arcs := long(500)
	for format, text := range map[string]string{"discbracket": tree, "conllu": arcs} {
		sentence := read(t, format, text)
		var buf bytes.Buffer
		if err := Terminal(&buf, sentence, Marks{}, Options{}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(buf.String(), "\n"); n != 500 || !strings.Contains(buf.String(), "w499") {
			t.Errorf("%s: %d lines", format, n)
		}
		buf.Reset()
		if err := SVG(&buf, sentence, Marks{}, Options{}); err != nil {
			t.Fatal(err)
		}
		if n := wellFormed(t, buf.String())["text"]; n < 1000 {
			t.Errorf("%s: %d texts in the SVG", format, n)
		}
	}
}

// wellFormed reads an SVG and counts its elements.
func wellFormed(t *testing.T, svg string) map[string]int {
	t.Helper()
	count := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return count
		}
		if err != nil {
			t.Fatalf("%v in\n%.2000s", err, svg)
		}
		if e, ok := tok.(xml.StartElement); ok {
			count[e.Name.Local]++
			for _, a := range e.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s of %s is %s", a.Name.Local, e.Name.Local, a.Value)
				}
			}
		}
	}
}

func TestSVG(t *testing.T) {
	for _, tc := range []struct {
		name, format, text   string
		marks                Marks
		texts, lines, arrows int
		want                 []string
	}{
		{"tree", "penn", `(S (NP (DT the) (NN dog)) (VP (VBZ barks)))`, Marks{Phrases: []Mark{Plain, Miss, Cross}}, 9, 10, 0,
			[]string{`class="miss">−NP<`, `class="cross">×VP<`, ">dog<"}},
		{"discontinuous", "discbracket", `(S (VP (A 0=x) (B 2=z)) (C 1=y))`, Marks{}, 8, 8, 0, nil},
		{"arcs", "conllu", conllu("the DET 2 det\ndog NOUN 0 root"), Marks{Links: []Mark{Wrong}}, 6, 0, 2, []string{">≠det<", ">root<"}},
		{"graph", "mrp", dmrs, Marks{Edges: []Mark{Extra}}, 9, 3, 3, []string{">+ARG1<", ">top<", ">bark<"}},
		{"labels that look like elements", "penn", `(S (<b> "a&b") (V </text><script>alert(1)</script>))`, Marks{}, -1, -1, 0, []string{"&lt;b&gt;"}},
		{"control", "conllu", conllu("a\x07b\x1b\u202e X 0 r\x01"), Marks{}, -1, -1, 1, []string{">a␣b␣<", ">r␣<"}},
		{"empty", "penn", `(S (NP) (V go))`, Marks{}, -1, -1, 0, nil},
		{"nothing", "conllu", "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n", Marks{}, -1, 0, 0, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := SVG(&b, read(t, tc.format, tc.text), tc.marks, Options{}); err != nil {
				t.Fatal(err)
			}
			svg := b.String()
			n := wellFormed(t, svg)
			if tc.texts >= 0 && n["text"] != tc.texts || tc.lines >= 0 && n["line"] != tc.lines || strings.Count(svg, `"arrow`) != tc.arrows {
				t.Errorf("%v, want %d texts, %d lines, %d arrows in\n%s", n, tc.texts, tc.lines, tc.arrows, svg)
			}
			for _, w := range tc.want {
				if !strings.Contains(svg, w) {
					t.Errorf("no %q in\n%s", w, svg)
				}
			}
			if n["script"] > 0 || n["b"] > 0 {
				t.Error("text became elements")
			}
		})
	}
}

// A drawing fits the window where it can: all but the deepest of real trees do.
func TestFitsTheWindow(t *testing.T) {
	file, err := os.Open("../examples/craft.gold.mrg")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n, wide := 0, map[int]int{}
	for sentence, err := range formats.ByName("penn").Sentences(file, "craft") {
		if err != nil {
			t.Fatal(err)
		}
		n++
		for _, window := range []int{60, 80} {
			var b bytes.Buffer
			if err := Terminal(&b, sentence, Marks{}, Options{Width: window}); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				if Width(strings.TrimSuffix(line, "\n")) > window {
					wide[window]++
					break
				}
			}
		}
	}
	if n != 200 || 20*wide[60] > n || 100*wide[80] > n {
		t.Errorf("of %d trees wider than the window: %v", n, wide)
	}
}

func TestWidth(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "世界": 4, "e\u0301": 1, "👩‍👩‍👧": 2, "\u0301": 1, "a\tb": 3, "שלום": 4} {
		if got := Width(s); got != want {
			t.Errorf("%q takes %d cells, want %d", s, got, want)
		}
	}
}

// Drawings in one lane never overlap, and few lanes are used.
func TestLanes(t *testing.T) {
	spans := [][2]int{{0, 3}, {1, 2}, {3, 5}, {0, 5}, {4, 5}}
	lane, n := lanes(spans, false)
	for i := range spans {
		for j := range i {
			if lane[i] == lane[j] && spans[i][0] < spans[j][1] && spans[j][0] < spans[i][1] {
				t.Errorf("%v and %v share lane %d", spans[i], spans[j], lane[i])
			}
		}
	}
	if n != 3 {
		t.Errorf("%d lanes, want 3", n)
	}
}

func FuzzDraw(f *testing.F) {
	f.Add(`(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))`, true)
	f.Add("(S (N\x1b[31m a\x07b) (V \u202ec\u2066d))", false)
	f.Add(`(S (A (X 0=a) (X 2=c)) (B (X 1=b) (X 3=d)))`, true)
	f.Fuzz(func(t *testing.T, text string, disc bool) {
		format := "penn"
		if disc {
			format = "discbracket"
		}
		for sentence, err := range formats.ByName(format).Sentences(strings.NewReader(text), "fuzz") {
			if err != nil || sentence == nil {
				continue
			}
			var buf bytes.Buffer
			if err := Terminal(&buf, sentence, Marks{}, Options{Width: 40}); err != nil {
				t.Fatal(err)
			}
			if strings.ContainsAny(buf.String(), "\x1b\x07\r\u202e") {
				t.Errorf("control characters in %q", buf.String())
			}
			buf.Reset()
			if err := SVG(&buf, sentence, Marks{}, Options{}); err != nil {
				t.Fatal(err)
			}
			wellFormed(t, buf.String())
		}
	})
}

// The label of an arc moves aside where a line of a higher arc would run
// through it, and stays in the middle where none does.
func TestLabelsBesideLines(t *testing.T) {
	var buf bytes.Buffer
	s := read(t, "conllu", conllu("aaaa X 3 label\nbbbb X 5 higher\ncccc X 0 root\ndddd X 5 own\neeee X 3 x"))
	if err := SVG(&buf, s, Marks{}, Options{}); err != nil {
		t.Fatal(err)
	}
	at := func(text string) (x float64) {
		before, _, ok := strings.Cut(buf.String(), ">"+text+"<")
		if _, err := fmt.Sscanf(before[strings.LastIndex(before, "<text"):], `<text x="%f"`, &x); !ok || err != nil {
			t.Fatalf("%s: %v in\n%s", text, err, buf.String())
		}
		return x
	}
	line := at("bbbb") // where the arc to bbbb comes down
	if x, half := at("label"), textWidth("label", 12)/2; x-half < line && line < x+half {
		t.Errorf("the line at %g runs through the label at %g", line, x)
	}
	if x, middle := at("own"), (at("dddd")+at("eeee"))/2; abs(x-middle) > bondFan {
		t.Errorf("a label with no line through it is at %g, the middle is %g", x, middle)
	}
}
