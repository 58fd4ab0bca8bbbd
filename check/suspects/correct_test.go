package suspects

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/formats/conllu"
	"assay/formats/discbracket"
	"assay/formats/penn"
	"assay/internal/formattest"
	"assay/treebank"
)

// correct makes changes to a sentence and returns it as the format writes it, with the
// reasons of refusals.
func correct(t *testing.T, format *treebank.Format, text string, list ...*Suspect) (string, string) {
	t.Helper()
	for sentence, err := range formattest.Source(format, "gold", []byte(text)).All() {
		if err != nil {
			t.Fatal(err)
		}
		var reasons []string
		for _, r := range Correct(sentence, list) {
			reasons = append(reasons, r.Reason)
		}
		var buf bytes.Buffer
		w := bufio.NewWriter(&buf)
		if err := format.Write(w, sentence); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		return strings.TrimSpace(buf.String()), strings.Join(reasons, "; ")
	}
	t.Fatal("no sentence")
	return "", ""
}

func phrase(begin, end int32, old, now string) *Suspect {
	return &Suspect{Item: Item{Kind: Phrase, Begin: begin, End: end}, Change: &Change{Old: old, New: now}}
}

// TestCorrectTrees: labels, tags and brackets by hand.
func TestCorrectTrees(t *testing.T) {
	tag := &Suspect{Item: Item{Kind: Tag, Begin: 1, End: 2}, Change: &Change{Old: "NN", New: "VB"}}
	for _, c := range []struct{ name, in, out, refused string }{
		{"tag", "(S (NP (D a) (NN b)))", "(S (NP (D a) (VB b)))", ""},
		{"tag", "(S (NP (D a) (JJ b)))", "(S (NP (D a) (JJ b)))", "the tag is JJ"},
	} {
		if out, refused := correct(t, &penn.Format, c.in, tag); out != c.out || refused != c.refused {
			t.Errorf("%s: %s (%s), want %s (%s)", c.name, out, refused, c.out, c.refused)
		}
	}
	const in = "(S (NP-SBJ (D a) (N b)) (VP (V c) (PP (P d) (NP (N e)))))"
	for _, tc := range []struct {
		x            *Suspect
		out, refused string
	}{
		{phrase(0, 2, "NP", "VP"), "(S (VP-SBJ (D a) (N b)) (VP (V c) (PP (P d) (NP (N e)))))", ""},
		{phrase(0, 2, "NP", None), "(S (D a) (N b) (VP (V c) (PP (P d) (NP (N e)))))", ""},
		{phrase(0, 2, "NP", "NP"+over+"NML"), "(S (NP-SBJ (NML (D a) (N b))) (VP (V c) (PP (P d) (NP (N e)))))", ""},
		{phrase(0, 2, "NP", "X"+over+"NP"), "(S (X (NP-SBJ (D a) (N b))) (VP (V c) (PP (P d) (NP (N e)))))", ""},
		{phrase(2, 4, None, "Y"), in, "it would cross gold's PP “d e”"},
		{phrase(1, 3, None, "Y"), in, "it would cross gold's NP-SBJ “a b”"},
		{phrase(0, 5, "S", "S"+over+"VP"), "(S (VP (NP-SBJ (D a) (N b)) (VP (V c) (PP (P d) (NP (N e))))))", ""},
		{phrase(2, 3, None, "ADVP"), "(S (NP-SBJ (D a) (N b)) (VP (ADVP (V c)) (PP (P d) (NP (N e)))))", ""},
		{phrase(2, 5, None, "Z"), in, "gold has VP there"},
		{phrase(0, 2, "VP", "NP"), in, "gold has NP there"},
		{&Suspect{Item: Item{Kind: Phrase, Begin: 0, End: 2}}, in, "the evidence proposes no annotation"},
	} {
		if out, refused := correct(t, &penn.Format, in, tc.x); out != tc.out || refused != tc.refused {
			t.Errorf("%d-%d %+v: %s (%s), want %s (%s)", tc.x.Begin, tc.x.End, tc.x.Change, out, refused, tc.out, tc.refused)
		}
	}
	// A bracket is lost and another comes; the constituent with a gap keeps its number.
	const gapped = "(S (VP (V 0=is) (P 2=gone)) (NP (N 1=he)))"
	gap := &Suspect{Item: Item{Kind: Phrase, Begin: 0, End: 3, Gap: 2}, Change: &Change{Old: "VP", New: "AP"}}
	if out, refused := correct(t, &discbracket.Format, gapped, phrase(1, 2, "NP", None), gap); refused != "" ||
		!strings.Contains(out, "(AP (V 0=is) (P 2=gone))") || strings.Contains(out, "NP") {
		t.Errorf("with gaps: %s (%s)", out, refused)
	}
}

// TestCorrectArcs: of changes that together are no tree the last is refused; changes
// that only together are a tree are made.
func TestCorrectArcs(t *testing.T) {
	text := words("I 2 nsubj", "eat 0 root", "big 4 amod", "apples 2 obj")
	arc := func(word, from int32, rel string, to int32, now string) *Suspect {
		return &Suspect{Item: Item{Kind: Arc, Begin: word - 1, End: word}, Change: &Change{OldHead: Head{from - 1, rel}, NewHead: Head{to - 1, now}}}
	}
	heads := func(text string) (out []string) {
		for _, line := range strings.Split(text, "\n") {
			f := strings.Split(line, "\t")
			out = append(out, f[6]+":"+f[7])
		}
		return out
	}
	for _, tc := range []struct {
		name         string
		list         []*Suspect
		out, refused string
	}{
		{"head and relation", []*Suspect{arc(3, 4, "amod", 2, "obj")}, "[2:nsubj 0:root 2:obj 2:obj]", ""},
		{"a cycle", []*Suspect{arc(4, 2, "obj", 3, "obj")}, "[2:nsubj 0:root 4:amod 2:obj]", "the word would depend on itself"},
		{"no cycle together", []*Suspect{arc(4, 2, "obj", 3, "obj"), arc(3, 4, "amod", 2, "obj")}, "[2:nsubj 0:root 2:obj 3:obj]", ""},
		{"a second root", []*Suspect{arc(4, 2, "obj", 0, "root")}, "[2:nsubj 0:root 4:amod 2:obj]", "the sentence would have 2 roots"},
		{"another root", []*Suspect{arc(4, 2, "obj", 0, "root"), arc(2, 0, "root", 4, "acl")}, "[2:nsubj 4:acl 4:amod 0:root]", ""},
		{"no such arc", []*Suspect{arc(3, 2, "obj", 4, "amod")}, "[2:nsubj 0:root 4:amod 2:obj]", "the arc is amod of apples (word 4)"},
	} {
		out, refused := correct(t, &conllu.Format, text, tc.list...)
		if got := fmt.Sprint(heads(out)); got != tc.out || refused != tc.refused {
			t.Errorf("%s: %s (%s), want %s (%s)", tc.name, got, refused, tc.out, tc.refused)
		}
	}
}

// TestOtherSentences: a system that joins two sentences of gold votes on both, and one
// that splits a sentence votes on its words.
func TestOtherSentences(t *testing.T) {
	gold := words("I 2 nsubj", "eat 0 root", "big 2 obj", "apples 2 obj") + words("You 2 nsubj", "eat 0 root", "big 2 obj", "pears 2 obj")
	joined := words("I 2 nsubj", "eat 0 root", "big 4 amod", "apples 2 obj", "You 6 nsubj", "eat 2 conj", "big 8 amod", "pears 6 obj")
	opt := Options{Kinds: []string{Arc}}
	got := find(t, &conllu.Format, opt, gold, joined)
	want := []string{`1 arc "big" obj of eat (word 2) -> amod of apples (word 4)`, `2 arc "big" obj of eat (word 2) -> amod of pears (word 4)`}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("joined: %v, want %v", got, want)
	}
	split := words("I 2 nsubj", "eat 0 root") + words("big 2 amod", "apples 0 obj") + words("You 2 nsubj", "eat 0 root", "big 4 amod", "pears 2 obj")
	got = find(t, &conllu.Format, opt, gold, split)
	if len(got) != 3 {
		t.Errorf("split: %v", got)
	}
}
