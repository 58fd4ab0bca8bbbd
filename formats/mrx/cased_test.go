package mrx

import (
	"math/rand/v2"
	"testing"

	"assay/formats/simplemrs"
	"assay/graph/mrs"
	"assay/treebank"
)

// TestCased: the symbol of a name that is remembered is that of the name in that case.
func TestCased(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	b := &builder{s: &treebank.Sentence{Syms: treebank.NewSymbols()}}
	for range 100000 {
		name := make([]byte, random.IntN(10))
		for i := range name {
			name[i] = "aAbB1 :\xc3\xa9\x01"[random.IntN(10)]
		}
		lower, upper := b.s.Syms.Intern(mrs.Lower(name)), b.s.Syms.Intern(mrs.Upper(name))
		if got := b.lower(name); got != lower {
			t.Fatalf("%q: %q, want %q", name, b.s.Name(got), b.s.Name(lower))
		}
		if got := b.upper(name); got != upper {
			t.Fatalf("%q: %q, want %q", name, b.s.Name(got), b.s.Name(upper))
		}
	}
}

// TestCasedApart: names of MRX that end in a bracket are no words of SimpleMRS, which
// keeps its own in the same tables.
func TestCasedApart(t *testing.T) {
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
	if err := Format.Read(sentence, treebank.Piece{Text: []byte(`<mrs><label vid="1"/><var vid="1]" sort="x"/><ep><pred>a</pred><label vid="1"/>` +
		`<fvpair><rargname>ARG1:</rargname><var vid="2]" sort="x"/></fvpair></ep></mrs>`)}); err != nil {
		t.Fatal(err)
	}
	if err := simplemrs.Format.Read(sentence, treebank.Piece{Text: []byte(`[ TOP: h1 INDEX: x1 RELS: < [ a<0:1> LBL: h1 ARG0: x1 ARG1: x2] [ b<1:2> ` +
		`LBL: h3 ARG0: x1] > ]`)}); err != nil {
		t.Error(err)
	}
}
