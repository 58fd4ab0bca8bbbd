package experiment

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/compare"
	"assay/report"
)

// grid scores systems A and B on treebanks x and y from files such as "A/x.1.conllu"; a table
// names runs 1 to 3 of all, so that a file that is not given is missing.
func gridOf(t *testing.T, files map[string]string, runs int, opt Options) *Experiment {
	t.Helper()
	dir := small(t, files)
	var text strings.Builder
	text.WriteString("gold\tsystem\tfile\ttreebank\trun\n")
	for _, s := range []string{"A", "B"} {
		for _, tb := range []string{"x", "y"} {
			for r := range runs {
				fmt.Fprintf(&text, "gold/%s.conllu\t%s\t%s/%s.%d.conllu\t%s\t%d\n", tb, s, s, tb, r+1, tb, r+1)
			}
		}
	}
	path := filepath.Join(dir, "table.tsv")
	if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := ReadTable(path)
	if err != nil {
		t.Fatal(err)
	}
	opt.Reading, opt.Tests = reading("attachment"), true
	return scored(t, table, opt)
}

// written returns the text of an experiment with its tests, in one line.
func written(t *testing.T, e *Experiment, format report.Format, opt TestOptions) (*Figure, []*Pair, string) {
	t.Helper()
	f := figure(t, e, "las")
	pairs, err := e.Test([]*Figure{f}, opt)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := e.Write(&out, []*Figure{f}, Output{Format: format, Precision: 2, Tests: pairs, Options: opt}); err != nil {
		t.Fatal(err)
	}
	return f, pairs, strings.Join(strings.Fields(out.String()), " ")
}

// A missing run is in no average and in no test, and both say so: LAS is 1 for a right sentence,
// .5 for a wrong one, so A has (1+.75)/2 on x and .75 on y. With 0 for the missing run the table
// showed 62.50 for A while the tests compared 81.25.
func TestMissingRun(t *testing.T) {
	files := map[string]string{"gold/x.conllu": "rrrr", "gold/y.conllu": "rr",
		"A/x.1.conllu": "rrrr", "A/x.2.conllu": "rrww", "A/y.2.conllu": "rw",
		"B/x.1.conllu": "wwww", "B/x.2.conllu": "wwww", "B/y.1.conllu": "rw", "B/y.2.conllu": "ww"}
	for _, policy := range []Missing{MissingZero, MissingSkip} {
		f, pairs, text := written(t, gridOf(t, files, 2, Options{Missing: policy}), report.TextFormat, TestOptions{})
		if a, b := f.Macro[0].Mean, f.Macro[1].Mean; a != .8125 || b != .5625 || pairs[0].OneRun.Difference != (.5+.5)/2-(.75+.75)/2 {
			t.Errorf("%v: macro averages %v and %v, difference of (a) %v", policy, a, b, pairs[0].OneRun.Difference)
		}
		for _, want := range []string{"2 treebanks (macro average), 1 to 2 + 2 runs; without A run 1 of y", "(a) these files: run 2 of each",
			"training again is not tested: that takes 2 runs of each system on each treebank, and A has 1 on y",
			"missing: 1 file; cells are means of the runs that exist"} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: no %q in\n%s", policy, want, text)
			}
		}
		if strings.Contains(text, "one run each") || strings.Contains(text, "scores 0") {
			t.Errorf("%v: says of treebanks with two runs that there is one, or counts a 0:\n%s", policy, text)
		}
	}
	_, _, text := written(t, gridOf(t, files, 2, Options{}), report.JSON, TestOptions{})
	for _, want := range []string{`"values": {"1": null, "2": 0.75}`, `"left_out": ["A run 1 of y"]`} {
		if !strings.Contains(strings.NewReplacer("{ ", "{", " }", "}", "[ ", "[", " ]", "]").Replace(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// The runs of question (a) are named with their treebanks where no run is common to all.
func TestRunsOfFiles(t *testing.T) {
	files := map[string]string{"gold/x.conllu": "rr", "gold/y.conllu": "rr", "A/x.1.conllu": "rr", "A/y.2.conllu": "rr", "B/x.1.conllu": "rw",
		"B/y.1.conllu": "rw"}
	_, pairs, text := written(t, gridOf(t, files, 2, Options{}), report.TextFormat, TestOptions{})
	if got := pairs[0].OneRun.Files(); got != "runs 1 (x), 2 (y) and 1" {
		t.Errorf("files of (a): %s", got)
	}
	if !strings.Contains(text, "one run each shows nothing") && pairs[0].Claim == TheseFiles {
		t.Errorf("one run each:\n%s", text)
	}
}

// The law: the difference of a pair over all treebanks is the difference of the macro averages in
// the table, whichever files are missing; all other differences name the files they lack.
func TestOneQuantity(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 1))
	whole := 0
	for range 40 {
		files := map[string]string{"gold/x.conllu": "rrrr", "gold/y.conllu": "rrr"}
		for _, name := range []string{"A/x", "A/y", "B/x", "B/y"} {
			for run := range 3 {
				if n := len(files["gold/"+name[2:]+".conllu"]); r.IntN(4) > 0 {
					files[fmt.Sprintf("%s.%d.conllu", name, run+1)] = strings.Repeat("r", r.IntN(n+1)) + strings.Repeat("w", n)
					files[fmt.Sprintf("%s.%d.conllu", name, run+1)] = files[fmt.Sprintf("%s.%d.conllu", name, run+1)][:n]
				}
			}
		}
		opt := TestOptions{Paired: r.IntN(2) == 0, Baseline: compare.AllPairs}
		e := gridOf(t, files, 3, Options{Missing: Missing(r.IntN(2))})
		f, pairs, text := written(t, e, report.TextFormat, opt)
		x := pairs[0]
		if len(x.Treebanks) == 0 {
			continue
		}
		lost := 0
		for _, s := range e.Files {
			if s.Err != nil && strings.Contains(strings.Join(x.Treebanks, " "), s.Treebank) {
				lost++
			}
		}
		if (lost > 0) != (x.LeftOut != nil) && !opt.Paired || (x.LeftOut != nil) != strings.Contains(text, "; without "+firstOf(x.LeftOut)) {
			t.Errorf("%d files are missing, the pair names %q:\n%s", lost, x.LeftOut, text)
		}
		if x.Training != nil && !opt.Paired && !e.Partial(x) {
			whole++
			if d := f.Macro[1].Mean - f.Macro[0].Mean; math.Abs(d-x.Difference) > 1e-12 {
				t.Errorf("tests are about %v, the table shows %v:\n%s", x.Difference, d, text)
			}
		}
		if x.Training == nil && !strings.Contains(text, x.Unanswered()) {
			t.Errorf("questions (b) and (c) vanish without a word:\n%s", text)
		}
	}
	if whole < 5 {
		t.Errorf("%d pairs over all treebanks; the law is not tried", whole)
	}
}

// Tests compare means, and say so where the table shows medians.
func TestMediansAndMeans(t *testing.T) {
	files := map[string]string{"gold/x.conllu": "rrrr", "gold/y.conllu": "rr"}
	for _, name := range []string{"A/x", "A/y", "B/x", "B/y"} {
		for run, heads := range []string{"rr", "rw", "ww"} {
			files[fmt.Sprintf("%s.%d.conllu", name, run+1)] = strings.Repeat(heads, len(files["gold/"+name[2:]+".conllu"])/2)
		}
	}
	if _, _, text := written(t, gridOf(t, files, 3, Options{Median: true}), report.TextFormat, TestOptions{}); !strings.Contains(text,
		"tests compare means of runs, the table shows medians") {
		t.Errorf("the tests do not name their quantity:\n%s", text)
	}
}

// Where question (a) alone has an answer, equal files are no equal systems.
func TestSameFilesOfSomeRuns(t *testing.T) {
	files := map[string]string{"gold/x.conllu": "rrrr", "gold/y.conllu": "rr",
		"A/x.1.conllu": "rrrr", "A/x.2.conllu": "rrww", "A/y.2.conllu": "rw", "B/x.1.conllu": "wwww", "B/x.2.conllu": "rrww", "B/y.1.conllu": "ww",
		"B/y.2.conllu": "rw"}
	if _, _, text := written(t, gridOf(t, files, 2, Options{}), report.TextFormat, TestOptions{}); !strings.Contains(text,
		"these files (run 2 of each) are identical") || strings.Contains(text, "the systems are identical") {
		t.Error(text)
	}
}
