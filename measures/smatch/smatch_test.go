package smatch_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/amr"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/smatch"
	"assay/treebank"
)

// rows scores a system file and returns the counts of each pair.
func rows(t testing.TB, gold, system []byte, o smatch.Options) *eval.Counts {
	t.Helper()
	src := func(name string, text []byte) *treebank.Source { return formattest.Source(&amr.Format, name, text) }
	res, err := eval.Run(context.Background(), src("gold", gold), src("system", system), []*eval.Measure{smatch.New(o)},
		eval.Options{Align: eval.AlignOrder})
	if err != nil {
		t.Fatal(err)
	}
	return res.Counts[0]
}

// optima reads a table of proven optima: pair, match, system, gold.
func optima(t testing.TB, path ...string) (out [][3]float64) {
	t.Helper()
	for i, line := range strings.Split(strings.TrimSpace(string(shared.Read(t, path...))), "\n") {
		fields := strings.Split(line, "\t")
		if i == 0 && fields[0] == "pair" || strings.HasPrefix(line, "#") {
			continue
		}
		var row [3]float64
		for k := range row {
			v, err := strconv.Atoi(fields[k+1])
			if err != nil {
				t.Fatal(err)
			}
			row[k] = float64(v)
		}
		out = append(out, row)
	}
	return out
}

// shifted returns the graphs of a file without the last, and without the first.
func shifted(t testing.TB, text []byte) (first, second []byte) {
	all, errs := formattest.Read(&amr.Format, string(text))
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	return []byte(formattest.Text(t, &amr.Format, all[:len(all)-1]...)), []byte(formattest.Text(t, &amr.Format, all[1:]...))
}

// TestOptima compares every pair with the optima that integer programming
// proved (scipy's HiGHS).
func TestOptima(t *testing.T) {
	read := func(path string) []byte { return shared.Read(t, strings.Split(path, "/")...) }
	shift := func(path string) [2][]byte { a, b := shifted(t, read(path)); return [2][]byte{b, a} }
	product := smatch.Official // smatch.py, which multiplies equal triples
	const hard, lpps = "cases/graphs/02-amr-hard/", "cases/graphs/01-amr-lpps/"
	for _, tc := range []struct {
		table string
		files [2][]byte // gold, system
		opt   smatch.Options
	}{
		{lpps + "optimal.smatch.tsv", [2][]byte{read(lpps + "gold.amr"), read(lpps + "system.amr")}, product},
		{lpps + "optimal.amr-evaluation.smatch.tsv", [2][]byte{read(lpps + "gold.amr"), read(lpps + "system.amr")}, smatch.Damonte},
		// its test is the file of gold
		{"cases/semantics/13-smatch-quirks/expected-optimal-nondet.txt",
			[2][]byte{read("cases/semantics/13-smatch-quirks/nondet.pred.amr"), read("cases/semantics/13-smatch-quirks/nondet.gold.amr")}, product},
		{hard + "optimal.v3p12.tsv.gz", [2][]byte{read("data/sem-amr/little-prince-v3.amr"), read(hard + "v3.p12.amr.gz")}, product},
		{hard + "optimal.lpshift.tsv.gz", shift("data/sem-amr/little-prince-v3.amr"), product},
		{hard + "optimal.g-long_lists.tsv.gz", shift("data/sem-amr/grapes-long_lists.amr"), product},
		{hard + "optimal.g-deep_recursion_basic.tsv.gz", shift("data/sem-amr/grapes-deep_recursion_basic.amr"), product},
		{hard + "optimal.g-nested_control.tsv.gz", shift("data/sem-amr/grapes-nested_control.amr"), product},
		{hard + "optimal.g-pp_attachment.tsv.gz", shift("data/sem-amr/grapes-pp_attachment.amr"), product},
		{hard + "optimal.doc20.tsv", [2][]byte{read(hard + "doc20.gold.amr.gz"), read(hard + "doc20.system.amr.gz")}, product},
	} {
		want, got := optima(t, strings.Split(tc.table, "/")...), rows(t, tc.files[0], tc.files[1], tc.opt)
		all, width := got.Rows(), got.Width
		if len(all) != width*len(want) {
			t.Errorf("%s: want %d pairs, found %d", tc.table, len(want), len(all)/width)
			continue
		}
		for i, w := range want {
			r := all[i*width:]
			if found := [3]float64{r[2], r[1], r[0]}; found != w {
				t.Errorf("%s: pair %d: want match, system, gold %v, found %v", tc.table, i+1, w, found)
			}
		}
		for _, s := range got.Metric.Scores(got.Sum()) {
			if s.Name == "proven" && s.Value != 1 {
				t.Errorf("%s: %v of the pairs are proven", tc.table, s.Value)
			}
		}
	}
}

// percent returns precision, recall and F1 as smatch++ prints them.
func percent(m *eval.Measure, sum []float64, prefix string) string {
	score := map[string]float64{}
	for _, s := range m.Scores(sum) {
		score[s.Name] = s.Value
	}
	f := func(name string) string { return strconv.FormatFloat(100*score[prefix+name], 'f', 2, 64) }
	return fmt.Sprintf("F1: %s    Precision: %s    Recall: %s", f("f1"), f("precision"), f("recall"))
}

// put replaces the number of matches in a row.
func put(r []float64, matched float64) {
	r[2] = matched
	n := len(r)
	r[n-3], r[n-2], r[n-1] = matched/r[1], matched/r[0], 2*matched/(r[0]+r[1])
}

// misread are the pairs that smatch++ misreads: in pair 68 the apostrophe of "o'clock"
// opens a quote for its reader, which loses the brackets after it, so that 6 triples
// match. In the graph as it is written 11 do (TestMisread counts them one by one).
var misread = map[int]float64{68: 6}

func TestSmatchPlusPlus(t *testing.T) {
	gold, system := shared.Read(t, "cases", "graphs", "01-amr-lpps", "gold.amr"), shared.Read(t, "cases", "graphs", "01-amr-lpps", "system.amr")
	for name, o := range map[string]smatch.Options{"none": smatch.None, "generic": smatch.Generic, "amr": smatch.AMR} {
		got := rows(t, gold, system, o)
		all := slices.Clone(got.Rows())
		pairs := strings.Split(string(shared.Read(t, "cases", "graphs", "01-amr-lpps", "expected.smatchpp."+name+".pairwise.txt")), "main ---->   F1: ")
		var wrong []string
		n := 0
		for _, p := range pairs {
			if v, err := strconv.ParseFloat(strings.Fields(p + " x")[0], 64); err == nil {
				r := all[n*got.Width : (n+1)*got.Width]
				if m, ok := misread[n+1]; ok {
					if r[2] != 11 {
						t.Errorf("%s: pair %d: want 11 matches, found %v", name, n+1, r[2])
					}
					put(r, m)
				}
				if f := 200 * r[2] / (r[0] + r[1]); f-v > 0.006 || v-f > 0.006 {
					wrong = append(wrong, fmt.Sprintf("pair %d: want %v, found %.2f (%v)", n+1, v, f, r[:3]))
				}
				n++
			}
		}
		if n != 100 || len(wrong) > 0 {
			t.Errorf("%s: %d pairs, %d wrong\n%s", name, n, len(wrong), strings.Join(wrong[:min(5, len(wrong))], "\n"))
		}
		sum := make([]float64, got.Width)
		for i, v := range all {
			sum[i%got.Width] += v
		}
		for kind, prefix := range map[string]string{"micro": "", "macro": "macro_"} {
			text := shared.Read(t, "cases", "graphs", "01-amr-lpps", "expected.smatchpp."+name+"."+kind+".txt")
			if s := percent(got.Metric, sum, prefix); !bytes.Contains(text, []byte(s)) {
				t.Errorf("%s %s: found %s in place of\n%.100s", name, kind, s, text)
			}
		}
	}
}

// TestMisread counts the triples of pair 68 of 01-amr-lpps that match under a
// mapping written by hand.
func TestMisread(t *testing.T) {
	system := `b instance begin-01, ROOT root b, h instance happy-02, b ARG1 h, c instance come-01, h ARG1 c, c2 instance cause-01,
		c ARG0-of c2, a instance afternoon, c2 ARG0 a, e instance example, c2 ARG0 e, x instance 4, c extent x, o instance o'clock,
		x mod o, y instance you, c ARG1 y, b2 instance be-01, h ARG2-of b2, x2 instance 3, b time x2, o2 instance o'clock, x2 mod o2,
		t instance then, x2 location-of t, i instance i, b ARG0 i`
	gold := `b instance begin-01, ROOT root b, h instance happy-01, b ARG1 h, i instance i, h ARG1 i, d2 instance date-entity, b time d2,
		d2 time "3:00", c instance come-01, b condition c, d instance date-entity, c time d, d time "4:00", a instance afternoon,
		d dayperiod a, e instance exemplify-01, c ARG0-of e, y instance you, c ARG1 y, b ARG0 i`
	to := map[string]string{"b": "b", "h": "h", "c": "c", "c2": "e", "a": "a", "y": "y", "x2": "d2", "i": "i", "ROOT": "ROOT"}
	has := map[string]bool{}
	for _, line := range strings.Split(gold, ",") {
		has[strings.Join(strings.Fields(line), " ")] = true
	}
	n := 0
	for _, line := range strings.Split(system, ",") {
		f := strings.Fields(line)
		f[0] = to[f[0]]
		if v, ok := to[f[2]]; ok && f[1] != "instance" {
			f[2] = v
		}
		if has[strings.Join(f, " ")] {
			n++
		}
	}
	if n != 11 {
		t.Errorf("want 11 matches, found %d", n)
	}
}

// TestTable: one output under all definitions. The optima of smatch.py and damonte are
// recorded from integer programming, mrp has 723 items of 1343 and 1469 in the recorded
// table; none, generic and amr are 5 triples over smatch++ (.5011, .5187, .5081), which
// misreads one pair: assay compat smatchpp does so too and has its figures.
func TestTable(t *testing.T) {
	m := smatch.NewTable()
	source := func(name string) *treebank.Source {
		return formattest.Shared(t, &amr.Format, "cases", "graphs", "01-amr-lpps", name)
	}
	res, err := eval.Run(context.Background(), source("gold.amr"), source("system.amr"), []*eval.Measure{m}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"smatch.py_f1": "0.5198", "repaired_f1": "0.5198", "damonte_f1": "0.5111", "none_f1": "0.5046", "generic_f1": "0.5222",
		"amr_f1": "0.5116", "mrp_f1": "0.5194",
		"mrp_proven": "1.0000"}
	for _, s := range m.Scores(res.Counts[0].Sum()) {
		if w, ok := want[s.Name]; ok && fmt.Sprintf("%.4f", s.Value) != w {
			t.Errorf("%s: want %s, found %.4f", s.Name, w, s.Value)
		}
		delete(want, s.Name)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}
