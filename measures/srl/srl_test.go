package srl_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
	"assay/measures/srl"
	"assay/treebank"
)

func open(t testing.TB, path string) *treebank.Source {
	t.Helper()
	src, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// score returns figures and counts by name.
func score(t testing.TB, gold, system string, metric *eval.Measure, opt eval.Options) map[string]float64 {
	t.Helper()
	res, err := eval.Run(context.Background(), open(t, gold), open(t, system), []*eval.Measure{metric}, opt)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	sum := res.Counts[0].Sum()
	for _, s := range metric.Scores(sum) {
		out[s.Name] = s.Value
	}
	for i, name := range metric.ColumnNames() {
		if _, score := out[name]; !score {
			out[name] = sum[i]
		}
	}
	return out
}

func text(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestEval09 compares with every figure printed by eval09.pl.
func TestEval09(t *testing.T) {
	dir := shared.Path(t, "cases", "graphs", "06-srl")
	line := regexp.MustCompile(`(?m)^  ([A-Z][A-Za-z0-9 ]+?): .*?([0-9.]+) ?%?\s*$`)
	names := map[string]string{
		"Labeled   attachment score": "labeled_attachment", "Unlabeled attachment score": "unlabeled_attachment", "Exact syntactic match": "exact_syntax",
		"Exact semantic match": "exact_semantics", "Exact overall match": "exact_match",
	}
	for _, layer := range []string{"Labeled", "Unlabeled", "Proposition"} {
		for _, figure := range []string{"precision", "recall", "F1"} {
			names[layer+" "+figure] = strings.ToLower(layer + "_" + figure)
			for _, mean := range []string{"macro", "micro"} {
				names[layer+" "+mean+" "+figure] = strings.TrimPrefix(strings.ToLower(layer+"_"+mean+"_"+figure), "labeled_")
			}
		}
	}
	for file, o := range map[string]srl.Options{"q": {}, "q-p": {SkipPunctuation: true}} {
		got := score(t, filepath.Join(dir, "gold.conll09"), filepath.Join(dir, "sys.conll09"), srl.New(o), eval.Options{})
		seen := 0
		for _, m := range line.FindAllStringSubmatch(text(t, filepath.Join(dir, "expected.eval09."+file+".txt")), -1) {
			name, ok := names[m[1]]
			if !ok {
				continue
			}
			seen++
			if v := fmt.Sprintf("%.2f", 100*got[name]); v != m[2] {
				t.Errorf("%s: %s is %s, want %s", file, name, v, m[2])
			}
		}
		if seen != 26 {
			t.Errorf("%s: %d figures were compared", file, seen)
		}
	}
}

// TestSrlEval compares with the figures printed by srl-eval.pl, for all arguments and
// for each role.
func TestSrlEval(t *testing.T) {
	dir := shared.Path(t, "cases", "graphs", "06-srl")
	got := score(t, filepath.Join(dir, "gold.props"), filepath.Join(dir, "sys.props"), srl.NewSpan(srl.SpanOptions{}), eval.Options{})
	recorded := text(t, filepath.Join(dir, "expected.srl-eval.C.txt"))
	for pattern, names := range map[string][]string{
		`Percentage of perfect props :\s+(\S+)`:               {"perfect_propositions"},
		`Overall\s+\d+\s+\d+\s+\d+\s+(\S+)\s+(\S+)\s+(\S+)`:   {"precision", "recall", "f1"},
		`\n\s+V\s+\d+\s+\d+\s+\d+\s+(\S+)\s+(\S+)\s+(\S+)`:    {"verbs_precision", "verbs_recall", "verbs_f1"},
		`Unlabeled\s+\d+\s+\d+\s+\d+\s+(\S+)\s+(\S+)\s+(\S+)`: {"unlabeled_precision", "unlabeled_recall", "unlabeled_f1"},
		`Number of Propositions :\s+(\d+)`:                    {"propositions/100"},
		`Overall\s+(\d+)\s`:                                   {"matched/100"},
	} {
		m := regexp.MustCompile(pattern).FindStringSubmatch(recorded)
		if m == nil {
			t.Fatalf("no %s", pattern)
		}
		for i, name := range names {
			want := m[i+1]
			format := "%.2f"
			if base, ok := strings.CutSuffix(name, "/100"); ok {
				format, name = "%.0f", base
				got[name] /= 100
			}
			if v := fmt.Sprintf(format, 100*got[name]); v != want {
				t.Errorf("%s is %s, want %s", name, v, want)
			}
		}
	}
}

func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func row(id, form, head, pred string, args ...string) string {
	return strings.Join(append([]string{id, form, "_", "_", "N", "N", "_", "_", head, head, "x", "x", "_", pred}, args...), "\t") + "\n"
}

// TestSmall has counts made by hand. The system misses a role, has a different sense
// (02 equals 2), and has one predicate of its own.
func TestSmall(t *testing.T) {
	gold := row("1", "a", "2", "_", "A0|A1", "_") + row("2", "b", "0", "see.2", "_", "_") + row("3", "c", "2", "go.1", "A2", "_") + "\n"
	system := row("1", "a", "2", "look.02", "_", "A1", "A3") + row("2", "b", "0", "see.02", "_", "_", "_") + row("3", "c", "2", "go.b.1", "_", "A2", "A0") + "\n"
	got := score(t, write(t, "g.conll09", gold), write(t, "s.conll09", system), srl.New(srl.Options{}), eval.Options{})
	for name, want := range map[string]float64{
		"labeled_gold": 5, "labeled_system": 7, "labeled_matched": 3, // see, A1 and A2 of it
		"unlabeled_matched": 4, "proposition_gold": 2, "proposition_system": 3, "proposition_matched": 0,
		"words": 3, "heads": 3, "attachments": 3,
	} {
		if got[name] != want {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
}

// TestSpansSmall: a predicate with a different verb has no arguments for srl-eval.pl.
func TestSpansSmall(t *testing.T) {
	gold := "- (A0*) *\nbe (V*) (A1*)\nx (C-A0*) (V*)\n"
	system := "do (V*) (A0*) *\nbe * (V*) (A1*)\ny * (C-A0*) (V*)\n"
	for surplus, want := range map[bool][3]float64{false: {2, 1, 1}, true: {2, 2, 1}} {
		got := score(t, write(t, "g.props", gold), write(t, "s.props", system), srl.NewSpan(srl.SpanOptions{Surplus: surplus}), eval.Options{})
		if v := [3]float64{got["gold"], got["system"], got["matched"]}; v != want {
			t.Errorf("surplus %v: %v, want %v", surplus, v, want)
		}
		if got["perfect"] != 1 || got["propositions"] != 2 {
			t.Errorf("%v of %v propositions are perfect", got["perfect"], got["propositions"])
		}
	}
}
