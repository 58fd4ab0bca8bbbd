package units

import (
	"encoding/json"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/dis"
	"assay/formats/disrpt"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/internal/itemlaw"
	"assay/treebank"
)

// counts sums the rows of files; each row is the sum of its items.
func counts(t *testing.T, m *eval.Measure, gold, system string) (sum [3]float64) {
	t.Helper()
	a, errs := formattest.Read(&disrpt.Format, gold)
	b, more := formattest.Read(&disrpt.Format, system)
	if len(errs)+len(more) > 0 || len(a) != len(b) {
		t.Fatal(errs, more, len(a), len(b))
	}
	for i := range a {
		pair := &eval.Pair{}
		pair.Reset(i, a[i], b[i])
		row, err := itemlaw.Row(t, m, m.NewCounter().(eval.Explainer), pair)
		if err != nil {
			t.Fatal(err)
		}
		for k := range sum {
			sum[k] += row[k]
		}
	}
	return sum
}

// TestRecorded compares with the recorded counts of disrpt_eval_2024.py, where its faults do not matter: segmentation, with
// and without units that begin a sentence, and connectives without I after a gap.
func TestRecorded(t *testing.T) {
	read := func(names ...string) string {
		return string(shared.Read(t, append([]string{"cases", "documents", "disrpt"}, names...)...))
	}
	for _, tc := range []struct {
		opt                  Options
		gold, system, output string
	}{
		{Options{}, "seg.gold.tok", "seg.noise.tok", "seg.noise.tok"}, {Options{}, "seg.gold.tok", "seg.sentence.tok", "seg.sentence.tok"},
		{Options{}, "seg.gold.conllu", "seg.words.conllu", "seg.words.conllu"},
		{Options{SkipInitial: true}, "seg.gold.conllu", "seg.words.conllu", "seg.words.conllu.nb"},
		{Options{SkipInitial: true}, "seg.gold.conllu", "seg.noise.conllu", "seg.noise.conllu.nb"},
		{Options{Connectives: true}, "conn.gold.tok", "conn.lexicon.tok", "conn.lexicon"},
		{Options{Connectives: true}, "conn.gold.tok", "conn.gold.tok", "conn.gold"},
	} {
		var want struct {
			Gold      float64 `json:"gold_count"`
			System    float64 `json:"pred_count"`
			Precision float64
		}
		if err := json.Unmarshal([]byte(read("expected", tc.output+".out")), &want); err != nil {
			t.Fatal(err)
		}
		got := counts(t, New(tc.opt), read(tc.gold), read(tc.system))
		if got[colGold] != want.Gold || got[colSystem] != want.System || got[colMatched]/got[colSystem] != want.Precision {
			t.Errorf("%s: %v, want %+v", tc.output, got, want)
		}
	}
}

func words(labels ...string) string {
	var out strings.Builder
	for i, l := range labels {
		out.WriteString(strings.Join([]string{string(rune('1' + i)), "w" + string(rune('a'+i)), "_", l}, "\t") + "\n")
	}
	return out.String()
}

// TestFaults: what disrpt_eval_2024.py gets wrong: a connective of one word at the end of the file, I without B before a
// connective of one word, and a side without labels.
func TestFaults(t *testing.T) {
	gold := words("_", "_", "Conn=B-conn", "_", "Conn=B-conn")
	for _, system := range []string{gold, words("Conn=I-conn", "_", "Conn=B-conn", "_", "Conn=B-conn"),
		words("_", "Conn=I-conn", "Conn=B-conn", "_", "Conn=B-conn")} {
		if got := counts(t, New(Options{Connectives: true}), gold, system); got != [3]float64{2, 2, 2} {
			t.Errorf("%v", got)
		}
	}
	if got := counts(t, New(Options{}), words("Seg=B-seg", "_"), words("_", "_")); got != [3]float64{1, 0, 0} {
		t.Errorf("no label: %v", got)
	}
	if got := counts(t, New(Options{SkipFirst: true}), words("Seg=B-seg", "Seg=B-seg"), words("Seg=B-seg", "_")); got != [3]float64{1, 0, 0} {
		t.Errorf("without the first: %v", got)
	}
}

// TestTrees: the units of a tree compare with the words of a file of DISRPT, by their characters.
func TestTrees(t *testing.T) {
	tree := string(shared.Read(t, "cases", "documents", "rst", "gold", "GUM_bio_byron.dis"))
	a, errs := formattest.Read(&dis.Format, tree)
	b, more := formattest.Read(&disrpt.Format, string(shared.Read(t, "cases", "documents", "disrpt", "seg.gold.tok")))
	if len(errs)+len(more) > 0 {
		t.Fatal(errs, more)
	}
	pair := &eval.Pair{}
	pair.Reset(0, a[0], b[0])
	row, err := itemlaw.Row(t, New(Options{}), New(Options{}).NewCounter().(eval.Explainer), pair)
	if err != nil || row[colGold] < 80 || row[colMatched] != row[colGold] || row[colSystem] != row[colGold] {
		t.Errorf("%v %v", row, err)
	}
	pair.Reset(0, a[0], &treebank.Sentence{Syms: a[0].Syms, Missing: true})
	if row, err := itemlaw.Row(t, New(Options{}), New(Options{}).NewCounter().(eval.Explainer), pair); err != nil || row[colSystem] != 0 || row[colGold] == 0 {
		t.Errorf("missing: %v %v", row, err)
	}
}
