package rewrite

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"assay/formats/conllu"
	"assay/formats/conllx"
	"assay/internal/shared"
	"assay/treebank"
)

// readData returns the sentences of a file of shared/data/rewrite, with one symbol
// table for all.
func readData(t testing.TB, name string, format *treebank.Format, syms *treebank.Symbols) []*treebank.Sentence {
	t.Helper()
	var out []*treebank.Sentence
	c := format.Cut(bytes.NewReader(shared.Read(t, "data", "rewrite", name)), name)
	for {
		piece, err := c.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		s := &treebank.Sentence{Syms: syms}
		if err := format.Read(s, piece); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
}

// agreement returns unlabelled and labelled attachment and the share of sentences
// whose heads agree, in percent.
func agreement(gold, system []*treebank.Sentence) (uas, las, exact float64) {
	words, heads, links, same := 0, 0, 0, 0
	for i, g := range gold {
		right := 0
		for w := range g.Tokens {
			gh, gr := g.HeadOf(int32(w))
			sh, sr := system[i].HeadOf(int32(w))
			words++
			if gh == sh {
				right++
				if gr == sr {
					links++
				}
			}
		}
		heads += right
		if right == len(g.Tokens) {
			same++
		}
	}
	return 100 * float64(heads) / float64(words), 100 * float64(links) / float64(words), 100 * float64(same) / float64(len(gold))
}

func mustParse(t testing.TB, rules string) *Module {
	t.Helper()
	m, err := Parse([]byte(rules), "test.rules")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestStyles rewrites the same trees in another annotation style with Xiao's rules,
// and finds the figures of shared/data/rewrite/README.md.
func TestStyles(t *testing.T) {
	pmod := `((IF ((NODE-EXP t) (((NODE-EXP t) (LINK-EXP (and (type PMOD) (pos post))))))) (THEN (invert 0 0.1)))`
	for _, tc := range []struct{ file, rule, before, after, exact string }{
		{"prep", pmod, "77.180", "99.519", "92.78"},
		{"sub", `((IF ((NODE-EXP t) (((NODE-EXP t) (LINK-EXP (and (type SUB) (pos post))))))) (THEN (invert 0 0.1)))`, "98.174", "99.943", "98.94"},
		{"im", `((IF ((NODE-EXP t) (((NODE-EXP (cat TO)) (LINK-EXP (and (type IM) (pos post))))))) (THEN (invert 0 0.1)))`, "98.509", "99.959", "98.94"},
		{"possessive", `((IF ((NODE-EXP (cat POS)) (((NODE-EXP t) (LINK-EXP (pos post)))))) (THEN (invert 0 0.1)))`, "99.886", "100.000", "100.00"},
		{"prague", `((IF ((NODE-EXP (cat CC)) (((NODE-EXP t) (LINK-EXP (and (type COORD) (pos post))))))) (THEN (invert 0 0.1)))`, "88.305", "94.385", "61.57"},
	} {
		syms := treebank.NewSymbols()
		gold := readData(t, "craft.default.conllx.gz", &conllx.Format, syms)
		system := readData(t, "craft."+tc.file+".conllx.gz", &conllx.Format, syms)
		before, _, _ := agreement(gold, system)
		rw := New(mustParse(t, tc.rule), Options{})
		for _, s := range system {
			if err := rw.Apply(s); err != nil {
				t.Errorf("%s: %v", tc.file, err)
			}
		}
		after, _, exact := agreement(gold, system)
		got := fmt.Sprintf("%.3f %.3f %.2f", before, after, exact)
		if want := tc.before + " " + tc.after + " " + tc.exact; got != want {
			t.Errorf("%s: %s, want %s", tc.file, got, want)
		}
	}
}

// sudRules are the README's three rules between UD and SUD.
const sudRules = `
((IF ((NODE-EXP t) (((NODE-EXP t) (LINK-EXP (and (or (type aux) (type aux:*) (type cop) (type case) (type mark)) (pos post))))))) (THEN (invert 0 0.1)))
((IF ((NODE-EXP t) (((NODE-EXP t) (LINK-EXP (or (type aux) (type aux:*) (type cop)))) (((NODE-EXP t) (LINK-EXP (or (type nsubj*) (type csubj*) (type ` +
	`expl)))))))) (THEN (singleTransfer 0 0.1 0.1.1)))
((IF ((NODE-EXP t) (((NODE-EXP t) (LINK-EXP (or (type aux) (type aux:*) (type cop)))) (((NODE-EXP t) (LINK-EXP (or (type punct) (type cc) (type ` +
	`parataxis) (type discourse)(type vocative)))))))) (THEN (singleTransfer 0 0.1 0.1.1)))
`

func TestSUD(t *testing.T) {
	syms := treebank.NewSymbols()
	gold := readData(t, "ewt-test.sud.conllu.gz", &conllu.Format, syms)
	system := readData(t, "ewt-test.ud.conllu.gz", &conllu.Format, syms)
	before, _, _ := agreement(gold, system)
	rw := New(mustParse(t, sudRules), Options{})
	for _, s := range system {
		if err := rw.Apply(s); err != nil {
			t.Error(err)
		}
	}
	after, _, _ := agreement(gold, system)
	if got, want := fmt.Sprintf("%.2f %.2f", before, after), "53.96 92.06"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestModules applies the built-in modules to both sides, as scoring does: they must
// bring the styles closer together than Xiao's rules above.
func TestModules(t *testing.T) {
	for _, tc := range []struct {
		gold, system string
		format       *treebank.Format
		names        []string
		beat         float64
	}{
		{"craft.default.conllx.gz", "craft.prep.conllx.gz", &conllx.Format, []string{"preposition"}, 99.519},
		{"craft.default.conllx.gz", "craft.sub.conllx.gz", &conllx.Format, []string{"subordinator"}, 99.943},
		{"craft.default.conllx.gz", "craft.im.conllx.gz", &conllx.Format, []string{"infinitive"}, 99.959},
		{"craft.default.conllx.gz", "craft.possessive.conllx.gz", &conllx.Format, []string{"possessive"}, 99.999},
		{"craft.default.conllx.gz", "craft.prague.conllx.gz", &conllx.Format, []string{"coordination=stanford"}, 98.5},
		{"craft.default.conllx.gz", "craft.prague.conllx.gz", &conllx.Format, []string{"coordination=melchuk"}, 98.5},
		{"craft.default.conllx.gz", "craft.prague.conllx.gz", &conllx.Format, []string{"coordination=ud"}, 98.5},
		{"craft.default.conllx.gz", "craft.prague.conllx.gz", &conllx.Format, []string{"coordination=prague"}, 97.5},
		{"ewt-test.sud.conllu.gz", "ewt-test.ud.conllu.gz", &conllu.Format,
			[]string{"aux", "copula", "preposition", "subordinator", "infinitive", "coordination=ud", "flat"}, 98},
	} {
		syms := treebank.NewSymbols()
		gold, system := readData(t, tc.gold, tc.format, syms), readData(t, tc.system, tc.format, syms)
		for _, name := range tc.names {
			m, err := Named(name)
			if err != nil {
				t.Fatal(err)
			}
			rw := New(m, Options{})
			for _, s := range append(gold[:len(gold):len(gold)], system...) {
				if err := rw.Apply(s); err != nil {
					t.Errorf("%s: %s: %v", name, s.Str(s.ID), err)
				}
				if len(s.Arcs) != len(s.Tokens) || !(&graph{arcs: s.Arcs}).acyclic() {
					t.Errorf("%s: no tree", name)
				}
			}
		}
		uas, _, _ := agreement(gold, system)
		t.Logf("%s %v: %.3f", tc.system, tc.names, uas)
		if uas <= tc.beat {
			t.Errorf("%s %v: %.3f, want more than %.3f", tc.system, tc.names, uas, tc.beat)
		}
	}
}
