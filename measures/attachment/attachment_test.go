package attachment

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/eval"
	"assay/eval/condition"
	"assay/formats/conll2008"
	"assay/formats/conll2009"
	"assay/formats/conllu"
	"assay/formats/conllx"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

func run(t testing.TB, gold, system *treebank.Source, m *eval.Measure, opt eval.Options) *eval.Result {
	t.Helper()
	r, err := eval.Run(context.Background(), gold, system, []*eval.Measure{m}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// all selects all items; it makes the engine count by items.
type all struct{}

func (all) String() string                    { return "t" }
func (all) NewFilter() eval.Filter            { return all{} }
func (all) Match(*eval.Pair, *eval.Item) bool { return true }
func scores(m *eval.Measure, r []float64, n int) string {
	var b strings.Builder
	for _, s := range m.Scores(r)[:n] {
		fmt.Fprintf(&b, "%s %g/%g ", s.Name, s.Num, s.Den)
	}
	return b.String()
}

// TestOfficial compares with the first figures of the recorded outputs of eval07.pl
// and eval.pl, with and without punctuation.
func TestOfficial(t *testing.T) {
	nl := []string{"data", "dep-conllx-nl"}
	en := []string{"cases", "dependencies", "01-en-heads"}
	cs := []string{"cases", "dependencies", "08-cs-nonproj"}
	tests := []struct {
		dir    []string
		system string
		opt    Options
		want   string
	}{
		{nl, "frog.conll", Options{}, "uas 2995/3846 las 2966/3846 label_accuracy 3494/3846 "},
		{nl, "udpipe.conll", Options{}, "uas 2717/3846 las 2468/3846 label_accuracy 2881/3846 "},
		{en, "system.conll", Options{}, "uas 4656/5224 las 4337/5224 label_accuracy 4785/5224 "},
		{en, "system.conll", Options{Punctuation: Unicode}, recorded(t, append(en, "expected-evalpl-q.txt"))},
		{cs, "system.conll", Options{Punctuation: Unicode}, recorded(t, append(cs, "expected-evalpl-q.txt"))},
		{cs, "system.conll", Options{}, recorded(t, append(cs, "expected-evalpl-p-q.txt"))},
	}
	for _, tt := range tests {
		gold := formattest.Shared(t, &conllx.Format, append(tt.dir[:len(tt.dir):len(tt.dir)], "gold.conll")...)
		sys := formattest.Shared(t, &conllx.Format, append(tt.dir[:len(tt.dir):len(tt.dir)], tt.system)...)
		m := New(tt.opt)
		if got := scores(m, run(t, gold, sys, m, eval.Options{}).Counts[0].Sum(), 3); got != tt.want {
			t.Errorf("%v %s: %s, want %s", tt.dir, m.Signature, got, tt.want)
		}
	}
	// eval09 counts 59 of the 300 sentences of case 01 as exact (case 16).
	m := New(Options{})
	r := run(t, formattest.Shared(t, &conllx.Format, append(en, "gold.conll")...), formattest.Shared(t, &conllx.Format, append(en, "system.conll")...),
		m, eval.Options{}).Counts[0].Sum()
	if r[colExact] != 59 || r[colSentences] != 300 {
		t.Errorf("exact match %v of %v, want 59 of 300", r[colExact], r[colSentences])
	}
}

// recorded reads the three figures printed by a Perl scorer.
func recorded(t *testing.T, elem []string) string {
	b := shared.Read(t, elem...)
	var las, uas, la, n int
	for _, line := range strings.Split(string(b), "\n") {
		_, f, _ := strings.Cut(line, ":")
		switch {
		case strings.Contains(line, "Unlabeled attachment score"):
			fmt.Sscanf(strings.TrimSpace(f), "%d / %d", &uas, &n)
		case strings.Contains(line, "Labeled   attachment score"):
			fmt.Sscanf(strings.TrimSpace(f), "%d / %d", &las, &n)
		case strings.Contains(line, "Label accuracy score"):
			fmt.Sscanf(strings.TrimSpace(f), "%d / %d", &la, &n)
		}
	}
	return fmt.Sprintf("uas %d/%d las %d/%d label_accuracy %d/%d ", uas, n, las, n, la, n)
}

// TestConll18 compares with conll18_ud_eval.py on gold tokens: UAS and LAS with
// subtypes cut.
func TestConll18(t *testing.T) {
	dir := []string{"data", "dep-gold-tokens-ewt"}
	gold := formattest.Shared(t, &conllu.Format, append(dir, "gold.conllu.gz")...)
	for _, name := range []string{"udpipe-A-swap", "udpipe-B-projective"} {
		b := shared.Read(t, append(dir, "expected-conll18_ud_eval."+name+".txt")...)
		m := New(Options{CutSubtypes: true})
		r := run(t, gold, formattest.Shared(t, &conllu.Format, append(dir, name+".conllu.gz")...), m, eval.Options{})
		for _, s := range m.Scores(r.Counts[0].Sum())[:2] {
			line := fmt.Sprintf("%-11s|%10.2f |%10.2f |%10.2f |", strings.ToUpper(s.Name), 100*s.Value, 100*s.Value, 100*s.Value)
			if !bytes.Contains(b, []byte(line)) {
				t.Errorf("%s: %q is not in the recorded output", name, line)
			}
		}
	}
}

// TestKuebler checks the reconstructed examples of Kübler & Telljohann 2002 §5
// (specs/dependencies.md §7): unlabelled and labelled figures are the same.
func TestKuebler(t *testing.T) {
	tests := []struct {
		gold, system  string
		skip          bool
		match, sys, g float64
	}{
		{"oder-gold", "oder-system", true, 7, 8, 8}, {"oder-gold", "oder-system", false, 8, 9, 9},
		{"reise-gold", "reise-partial", true, 10, 10, 11}, {"reise-gold", "reise-partial", false, 11, 11, 12},
		{"hotel-gold", "hotel-partial", true, 11, 11, 12}, {"hotel-gold", "hotel-partial", false, 12, 12, 13},
		{"hotel-gold", "hotel-partial2", true, 10, 10, 12}, {"hotel-gold", "hotel-partial2", false, 11, 11, 13},
	}
	for _, tt := range tests {
		m := New(Options{SkipRoot: tt.skip})
		gold := formattest.Shared(t, &conllx.Format, "cases", "dependencies", "18-kuebler", tt.gold+".conll")
		sys := formattest.Shared(t, &conllx.Format, "cases", "dependencies", "18-kuebler", tt.system+".conll")
		r := run(t, gold, sys, m, eval.Options{}).Counts[0].Sum()
		for _, col := range []int{colMatched, colLabelled, colSystemMatched, colSystemLabelled} {
			if r[col] != tt.match {
				t.Errorf("%s root skipped %v: column %d is %v, want %v", tt.system, tt.skip, col, r[col], tt.match)
			}
		}
		if r[colGold] != tt.g || r[colSystem] != tt.sys {
			t.Errorf("%s root skipped %v: gold %v system %v, want %v %v", tt.system, tt.skip, r[colGold], r[colSystem], tt.g, tt.sys)
		}
	}
}

// TestColumns compares with the syntactic scores of eval09 for the same parses in the
// formats of 2008 and 2009.
func TestColumns(t *testing.T) {
	for end, format := range map[string]*treebank.Format{".conll08": &conll2008.Format, ".conll09": &conll2009.Format} {
		dir := []string{"cases", "dependencies", "16-conll2009-srl"}
		gold, system := formattest.Shared(t, format, append(dir[:3:3], "gold"+end)...), formattest.Shared(t, format, append(dir[:3:3], "system"+end)...)
		m := New(Options{})
		got := ""
		for _, s := range m.Scores(run(t, gold, system, m, eval.Options{}).Counts[0].Sum()) {
			if s.Main {
				got += fmt.Sprintf("%s %g/%g ", s.Name, s.Num, s.Den)
			}
		}
		if want := "uas 4656/5224 las 4337/5224 label_accuracy 4785/5224 exact_match 59/300 "; got != want {
			t.Errorf("%s: %s, want %s", format.Name, got, want)
		}
	}
}

// TestLaw checks on real data that the items sum to the rows, counted by the fast
// path and by the slow one, and that gold against itself is perfect.
func TestLaw(t *testing.T) {
	weights, err := condition.ReadWeights(strings.NewReader("2 (type su)\n0.5 (cat let)\n"), "w")
	if err != nil {
		t.Fatal(err)
	}
	pairs := [][2]*treebank.Source{
		{formattest.Shared(t, &conllx.Format, "data", "dep-conllx-nl", "gold.conll"), formattest.Shared(t, &conllx.Format, "data", "dep-conllx-nl", "frog.conll")},
		{formattest.Shared(t, &conllx.Format, "cases", "dependencies", "17-lin-xiao", "xiao33-key.conll"),
			formattest.Shared(t, &conllx.Format, "cases", "dependencies", "17-lin-xiao", "xiao33-answer.conll")},
		{formattest.Shared(t, &conllx.Format, "cases", "dependencies", "17-lin-xiao", "xiao33-answer.conll"),
			formattest.Shared(t, &conllx.Format, "cases", "dependencies", "17-lin-xiao", "xiao33-key.conll")},
		{formattest.Shared(t, &conllu.Format, "data", "dep-conll18", "kk_ktb", "gold.conllu.gz"),
			formattest.Shared(t, &conllu.Format, "data", "dep-conll18", "kk_ktb", "gold.conllu.gz")},
	}
	for _, opt := range []Options{{}, {Punctuation: Unicode}, {Punctuation: ASCII}, {Punctuation: ByTag}, {SkipRoot: true}, {CutSubtypes: true},
		{Weights: weights}} {
		metric := New(opt)
		for _, pair := range pairs {
			fast := run(t, pair[0], pair[1], metric, eval.Options{})
			slow := run(t, pair[0], pair[1], metric, eval.Options{Where: all{}})
			if got, want := fmt.Sprint(slow.Counts[0].Rows()), fmt.Sprint(fast.Counts[0].Rows()); got != want {
				t.Errorf("%s on %s: items and rows differ", metric.Signature, pair[0].Name)
			}
			for _, s := range metric.Scores(run(t, pair[0], pair[0], metric, eval.Options{}).Counts[0].Sum()) {
				if s.Value != 1 {
					t.Errorf("%s on %s: gold against itself has %s %v", metric.Signature, pair[0].Name, s.Name, s.Value)
				}
			}
		}
	}
}

func TestPunctuation(t *testing.T) {
	for form, want := range map[string][2]bool{
		".": {true, true}, "...": {true, true}, "$": {false, true}, "«": {true, false}, "a.": {false, false},
		"": {false, false}, "+-": {false, true}, "—": {true, false}, "\xff": {false, false},
	} {
		if got := [2]bool{isUnicode([]byte(form)), isASCII([]byte(form))}; got != want {
			t.Errorf("%q: %v, want %v", form, got, want)
		}
	}
	for form, want := range map[string]bool{"-LRB-": true, "-RCB-": true, "(": false, "-LRB-a": false, "-": false} {
		if got := isEscape([]byte(form)); got != want {
			t.Errorf("%q is an escape: %v", form, got)
		}
	}
}
