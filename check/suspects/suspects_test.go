package suspects

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/conllu"
	"assay/formats/discbracket"
	"assay/formats/penn"
	"assay/internal/formattest"
	"assay/treebank"
)

func find(t *testing.T, format *treebank.Format, opt Options, gold string, systems ...string) []string {
	t.Helper()
	var list []*treebank.Source
	for _, s := range systems {
		list = append(list, formattest.Source(format, "system", []byte(s)))
	}
	c, err := Read(context.Background(), formattest.Source(format, "gold", []byte(gold)), list, eval.AlignAuto)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range c.Find(opt) {
		out = append(out, fmt.Sprintf("%s %s %q %s -> %s", s.ID, s.Kind, s.Words, s.Gold, s.Proposed))
	}
	return out
}

// TestVariation: nuclei by hand. The words "to ward off" vary in tag as in the
// example of Dickinson & Meurers 2003; a word at the fringe of its context does not
// count without Fringe.
func TestVariation(t *testing.T) {
	line := "(S (V try) (TO to) (VB ward) (RP off) (NN a))\n"
	gold := strings.Repeat(line, 3) + strings.Replace(line, "(RP off)", "(IN off)", 1)
	strict := Options{Kinds: []string{Tag}, Longest: 8}
	if got := find(t, &penn.Format, strict, gold); fmt.Sprint(got) != `[4 tag "off" IN -> RP]` {
		t.Errorf("tags: %v", got)
	}
	// The same word in other contexts is at the fringe.
	fringe := "(S (A a) (RP off))\n(S (B b) (RP off) (C c))\n(S (C c) (IN off))\n"
	if got := find(t, &penn.Format, strict, fringe); len(got) != 0 {
		t.Errorf("non-fringe: %v", got)
	}
	strict.Fringe = true
	if got := find(t, &penn.Format, strict, fringe); fmt.Sprint(got) != `[3 tag "off" IN -> RP]` {
		t.Errorf("fringe: %v", got)
	}
	// A constituent that is missing once.
	phrase := "(S (X x) (NP (A next) (B year)) (Y y))\n"
	gold = strings.Repeat(phrase, 2) + "(S (X x) (A next) (B year) (Y y))\n"
	if got := find(t, &penn.Format, Options{Kinds: []string{Phrase}, Longest: 3}, gold); fmt.Sprint(got) != `[3 phrase "next year" no constituent -> NP]` {
		t.Errorf("constituents: %v", got)
	}
	// A discontinuous constituent with two labels.
	gapped := "(S (VP (V 0=is) (P 2=gone)) (N 1=he))\n"
	gold = strings.Repeat(gapped, 2) + strings.Replace(gapped, "VP", "NP", 1)
	if got := find(t, &discbracket.Format, Options{Kinds: []string{Phrase}, Longest: 4}, gold); len(got) != 1 || !strings.HasSuffix(got[0], "NP -> VP") {
		t.Errorf("discontinuous: %v", got)
	}
}

func words(arcs ...string) string {
	var b strings.Builder
	for i, a := range arcs {
		w := strings.Fields(a)
		fmt.Fprintf(&b, "%d\t%s\t_\tX\t_\t_\t%s\t%s\t_\t_\n", i+1, w[0], w[1], w[2])
	}
	return b.String() + "\n"
}

// TestArcs: the same two words with another relation, and without an arc.
func TestArcs(t *testing.T) {
	right := words("I 2 nsubj", "eat 0 root", "big 4 amod", "apples 2 obj")
	other := words("I 2 nsubj", "eat 0 root", "big 4 nmod", "apples 2 obj")
	lost := words("I 2 nsubj", "eat 0 root", "big 2 obj", "apples 2 obj")
	opt := Options{Kinds: []string{Arc}, Longest: 4}
	got := find(t, &conllu.Format, opt, strings.Repeat(right, 3)+other)
	if len(got) != 1 || got[0] != `4 arc "big" nmod of apples (word 4) -> amod of apples (word 4)` {
		t.Errorf("another relation: %v", got)
	}
	got = find(t, &conllu.Format, opt, strings.Repeat(right, 3)+lost)
	if len(got) == 0 || got[0] != `4 arc "big" obj of eat (word 2) -> amod of apples (word 4)` {
		t.Errorf("no arc: %v", got)
	}
	// Two systems agree against gold; where they do not, nothing is found.
	opt.Longest = 0
	got = find(t, &conllu.Format, opt, lost, right, right)
	if fmt.Sprint(got) != `[1 arc "big" obj of eat (word 2) -> amod of apples (word 4)]` {
		t.Errorf("systems: %v", got)
	}
	if got = find(t, &conllu.Format, opt, lost, right, other); len(got) != 0 {
		t.Errorf("systems that do not agree: %v", got)
	}
}

// TestPlanted: of 50 tags of CRAFT that are made wrong, the first 100 suspects
// hold more than half; of gold's 14,700 words chance finds none.
func TestPlanted(t *testing.T) {
	gold := formattest.Shared(t, &penn.Format, "data", "const-craft", "gold.clean.mrg")
	system := formattest.Shared(t, &penn.Format, "data", "const-craft", "berkeley-A.1best.mrg")
	corpus, err := Read(context.Background(), gold, []*treebank.Source{system}, eval.AlignAuto)
	if err != nil {
		t.Fatal(err)
	}
	wrong := map[Item]bool{}
	for n := 3; len(wrong) < 50; n += 7 {
		s := corpus.Gold[n%len(corpus.Gold)]
		if i := int32(n*n) % int32(len(s.Tokens)); s.Name(s.Tokens[i].Tag) != "UH" {
			s.Tokens[i].Tag = s.Syms.InternString("UH")
			wrong[Item{Kind: Tag, Sentence: int32(n % len(corpus.Gold)), Begin: i, End: i + 1}] = true
		}
	}
	opt := Default
	opt.Kinds = []string{Tag}
	hit := 0
	for _, s := range corpus.Find(opt)[:100] {
		if wrong[s.Item] {
			hit++
		}
	}
	if hit <= 25 {
		t.Errorf("%d of 50 planted tags among the first 100 suspects", hit)
	}
}

// A suspect has the words about it, and the sentence with the other label.
func TestSurroundings(t *testing.T) {
	line := "(S (V try) (TO to) (VB ward) (RP off) (NN a))\n"
	gold := strings.Repeat(line, 3) + strings.Replace(line, "(RP off)", "(IN off)", 1)
	c, err := Read(context.Background(), formattest.Source(&penn.Format, "gold", []byte(gold)), nil, eval.AlignAuto)
	if err != nil {
		t.Fatal(err)
	}
	found := c.Find(Options{Kinds: []string{Tag}, Longest: 8})[0]
	if got := fmt.Sprintf("%s|%s|%s %q", found.Before, found.Words, found.After, found.Like); got != `try to ward|off|a ["1"]` {
		t.Errorf("surroundings %s", got)
	}
}
