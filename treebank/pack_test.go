package treebank_test

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/formats/xiao"
	"assay/treebank"
)

// read reads one sentence in Xiao's notation.
func read(t *testing.T, syms *treebank.Symbols, text string) *treebank.Sentence {
	t.Helper()
	s := &treebank.Sentence{Syms: syms}
	if err := xiao.Format.Read(s, treebank.Piece{Text: []byte(text)}); err != nil {
		t.Fatal(err)
	}
	return s
}

func written(t *testing.T, s *treebank.Sentence) string {
	t.Helper()
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	if err := xiao.Format.Write(w, s); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	return out.String()
}

// The two readings of "Flying planes could be dangerous" pack into the forest of Xiao's
// chapter 6, in which flying has two senses and planes two links of one sense.
func TestPack(t *testing.T) {
	syms := treebank.NewSymbols()
	rest := "(could (can Aux (*)))\n(be (be Be (could Aux >)))\n(dangerous (dangerous A (be Be > pred)))\n"
	a := read(t, syms, "(flying (fly V (could Aux < subj)))\n(planes (plane N (flying V > compl)))\n"+rest)
	b := read(t, syms, "(flying (fly A (planes N < adjn)))\n(planes (plane N (could Aux < subj)))\n"+rest)
	var packer treebank.Packer
	packer.Start(a)
	for range 2 { // an analysis adds a reading, but no link the second time
		if err := packer.Add(b); err != nil {
			t.Fatal(err)
		}
	}
	packer.Finish()
	want := "# reading = 1 1 1 1 1\n# reading = 2 2 1 1 1\n# reading = 2 2 1 1 1\n(flying ('fly' V (could Aux < subj))\n  ('fly' A (planes N < adjn)))\n" +
		"(planes ('plane' N (flying V > compl) (could Aux < subj)))\n" +
		"(could ('can' Aux (*)))\n(be ('be' Be (could Aux >)))\n(dangerous ('dangerous' A (be Be > pred)))\n"
	if got := strings.TrimSpace(written(t, a)); got != strings.TrimSpace(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// An analysis of other words is refused, and the forest stays without it.
func TestPackOtherWords(t *testing.T) {
	syms := treebank.NewSymbols()
	a := read(t, syms, "(cats (cat N (sleep V <)))\n(sleep (sleep V (*)))\n")
	before := written(t, a)
	var packer treebank.Packer
	packer.Start(a)
	for _, other := range []string{"(cats (cat N (*)))\n", "(dogs (dog N (sleep V <)))\n(sleep (sleep V (*)))\n"} {
		if err := packer.Add(read(t, syms, other)); err == nil {
			t.Errorf("%q is packed", other)
		}
	}
	packer.Finish()
	if got := written(t, a); got != before {
		t.Errorf("got %s, want %s", got, before)
	}
}

// The first arcs of the thesis's forest form a cycle if its links are in another order;
// its first tree has none.
func TestFirstTree(t *testing.T) {
	s := read(t, treebank.NewSymbols(), "(flying (fly A (planes N < adjn)) (fly V (could Aux < subj)))\n"+
		"(planes (plane N (flying V > compl) (could Aux < subj)))\n(could (can Aux (*)))\n")
	var heads []string
	tree, ok := treebank.FirstTree(s)
	for _, a := range tree {
		heads = append(heads, fmt.Sprint(a.Dep, "<", a.Head))
	}
	if got, want := strings.Join(heads, " "), "0<1 1<2 2<-1"; got != want || !ok {
		t.Errorf("got %s, want %s", got, want)
	}
	cycle := read(t, treebank.NewSymbols(), "(a (a N (b N <)))\n(b (b N (a N >)))\n")
	if got, ok := treebank.FirstTree(cycle); ok || len(got) != 2 || got[0].Head != 1 || got[1].Head != 0 {
		t.Errorf("a cycle without another link: got %v", got)
	}
}
