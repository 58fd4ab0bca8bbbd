package attachment

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/conllu"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// TestSharedTask compares with conll18_ud_eval.py on the outputs of real systems that
// split words and sentences themselves: precision, recall and F1 of UAS and LAS
// without subtypes. It also checks the law on each pair, and that gold against itself
// is perfect.
func TestSharedTask(t *testing.T) {
	shared.Long(t)
	file, err := os.Open(shared.Path(t, "data", "dep-conll18", "expected-conll18_ud_eval.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	want := map[string]map[string]string{} // treebank/system, metric: the three figures
	for sc := bufio.NewScanner(file); sc.Scan(); {
		c := strings.Split(sc.Text(), "\t")
		if len(c) < 6 || c[2] != "UAS" && c[2] != "LAS" {
			continue
		}
		key := c[0] + "/" + c[1]
		if want[key] == nil {
			want[key] = map[string]string{}
		}
		want[key][c[2]] = strings.Join(c[3:6], " ")
	}
	if len(want) < 20 {
		t.Fatalf("only %d runs are recorded", len(want))
	}
	metric := New(Options{CutSubtypes: true})
	for key, figures := range want {
		bank, system, _ := strings.Cut(key, "/")
		gold := formattest.Shared(t, &conllu.Format, "data", "dep-conll18", bank, "gold.conllu.gz")
		sys := formattest.Shared(t, &conllu.Format, "data", "dep-conll18", bank, system+".conllu.gz")
		fast := run(t, gold, sys, metric, eval.Options{Align: eval.AlignText})
		got := map[string]float64{}
		for _, s := range metric.Scores(fast.Counts[0].Sum()) {
			got[s.Name] = s.Value
			if s.Value > 1 {
				t.Errorf("%s: %s is %v", key, s.Name, s.Value)
			}
		}
		for name, prefix := range map[string]string{"UAS": "", "LAS": "labelled_"} {
			figure := fmt.Sprintf("%.2f %.2f %.2f", 100*got[prefix+"precision"], 100*got[prefix+"recall"], 100*got[prefix+"f1"])
			if figure != figures[name] {
				t.Errorf("%s: %s %s, want %s", key, name, figure, figures[name])
			}
		}
		if system != "conll18-baseline" && system != "CEA-LIST" {
			continue
		}
		slow := run(t, gold, sys, metric, eval.Options{Align: eval.AlignText, Where: all{}})
		for i, x := range slow.Counts[0].Rows() {
			if math.Abs(x-fast.Counts[0].Rows()[i]) > 0 {
				t.Fatalf("%s: items and rows differ", key)
			}
		}
	}
}

// TestGoldAgainstItself: every dependency treebank scores 100 % against itself,
// including empty nodes and multiword tokens.
func TestGoldAgainstItself(t *testing.T) {
	for _, path := range [][]string{
		{"dep-conll18", "en_ewt"}, {"dep-conll18", "fi_tdt"}, {"dep-conll18", "fr_sequoia"}, {"dep-conll18", "kk_ktb"},
		{"dep-conll18", "th_pud"}, {"dep-eud-iwpt20", "lt"}, {"dep-eud-iwpt20", "lv"},
	} {
		var gold *treebank.Source = formattest.Shared(t, &conllu.Format, append([]string{"data"}, append(path, "gold.conllu.gz")...)...)
		for _, m := range []*eval.Measure{New(Options{}), New(Options{CutSubtypes: true, Punctuation: Unicode, SkipRoot: true})} {
			for _, s := range m.Scores(run(t, gold, gold, m, eval.Options{}).Counts[0].Sum()) {
				if s.Value != 1 {
					t.Errorf("%v: %s of gold against itself is %v", path, s.Name, s.Value)
				}
			}
		}
	}
}
