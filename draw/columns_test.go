package draw

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// One word that one side splits leaves one row of words, with a bracket over it; the arcs of both sides are drawn.
func TestSplitWordsAreOneDrawing(t *testing.T) {
	gold := read(t, "conllu", conllu("I PRON 4 nsubj\ndo AUX 4 aux\nn't PART 4 advmod\nknow VERB 0 root"))
	system := read(t, "conllu", conllu("I PRON 3 nsubj\ndon't AUX 3 aux\nknow VERB 0 root"))
	pair := &Pair{Gold: gold, System: system}
	if n := pair.Compare(); n != 3 { // do and n't are gold's, don't is the system's
		t.Errorf("%d differences", n)
	}
	var buf bytes.Buffer
	if err := pair.Terminal(&buf, Options{Width: 60}); err != nil {
		t.Fatal(err)
	}
	golden(t, "split-word", buf.String())
	buf.Reset()
	if err := pair.Picture(0, Options{}).SVG(&buf); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, buf.String())
	for text, want := range map[string]int{">do<": 1, ">n&#39;t<": 1, ">know<": 1, ">−aux<": 1, ">−advmod<": 1, ">+aux<": 1,
		">nsubj<": 1, `class="extra"/>`: 2} {
		if n := strings.Count(buf.String(), text); n != want {
			t.Errorf("%s is there %d times, want %d in\n%s", text, n, want, buf.String())
		}
	}
	trees := &Pair{Gold: read(t, "penn", `(S (NP (D the) (N dog)) (VP (V can) (R not) (V see)))`),
		System: read(t, "penn", `(S (NP (D the) (N dog)) (VP (V cannot) (V see)))`)}
	if n := trees.Compare(); n != 0 {
		t.Errorf("%d differences of brackets over the same text", n)
	}
	buf.Reset()
	if err := trees.Terminal(&buf, Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	golden(t, "split-leaf", buf.String())
}

// Columns are where both sides have the same text; words of other texts are one to one, or over several columns.
func TestColumns(t *testing.T) {
	for _, c := range []struct{ gold, system, want string }{
		{"a b c", "a b c", ""},
		{"a don't b", "a do n't b", "a/0/0 do/1/1 n't/1/2 b/2/3"},
		{"a bc d", "ab c d", "a/0/0 b/1/0 c/1/1 d/2/2"},
		{"al mar es azul", "a el mar es azul", "a/0/0 el/0/1 mar/1/2 es/2/3 azul/3/4"},
		{"the large dog barks", "the dog barks", "the/0/0 large/1/-1 dog/2/1 barks/3/2"},
		{"the dog barks", "the large dog barks", "the/0/0 large/-1/1 dog/1/2 barks/2/3"},
		{"say [ twice", "say -LSB- twice", ""},
		{"see it now", "see at now", "see/0/0 it/1/1 now/2/2"},
		{"one two", "three four", ""},
	} {
		words := func(text string) string { return "(S (X " + strings.ReplaceAll(text, " ", ") (X ") + "))" }
		pair := &Pair{Gold: read(t, "penn", words(c.gold)), System: read(t, "penn", words(c.system))}
		var got []string
		if columns := pair.Columns(); columns != nil {
			for i, w := range columns.Words {
				got = append(got, fmt.Sprintf("%s/%d/%d", w, columns.Gold[i], columns.System[i]))
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q and %q: %q, want %q", c.gold, c.system, s, c.want)
		}
	}
}

// The marks decide whether head or label is wrong: a subtype that the score does not count is no error.
func TestMarksOfTheScore(t *testing.T) {
	gold := read(t, "conllu", conllu("he PRON 2 nsubj:pass\nseen VERB 0 root\nhere ADV 2 advmod"))
	system := read(t, "conllu", conllu("he PRON 3 nsubj\nseen VERB 0 root\nhere ADV 2 advmod"))
	pair := &Pair{Gold: gold, System: system, GoldMarks: Marks{Links: []Mark{WrongHead}},
		SystemMarks: Marks{Links: []Mark{WrongHead}}}
	var buf bytes.Buffer
	if err := pair.Terminal(&buf, Options{}); err != nil {
		t.Fatal(err)
	}
	if s := buf.String(); !strings.Contains(s, " H nsubj:pass") || !strings.Contains(s, " H nsubj ") || strings.Contains(s, "HL") {
		t.Error(s)
	}
}
