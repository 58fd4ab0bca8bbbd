package experiment

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
	"assay/measures"
	"assay/report"
	"assay/treebank"
)

// reading opens files as the command line tool does.
func reading(spec string) Reading {
	open := func(path string) (*treebank.Source, error) { return corpus.Open(path) }
	return Reading{Gold: open, System: open, Measures: func(_, _ *treebank.Source) ([]*eval.Measure, error) {
		m, err := measures.Parse(spec, measures.Config{})
		return []*eval.Measure{m}, err
	}}
}

func scored(t *testing.T, table *Table, opt Options) *Experiment {
	t.Helper()
	e, err := Score(context.Background(), table, opt)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func figure(t *testing.T, e *Experiment, name string) *Figure {
	t.Helper()
	e.Options.Scores = []string{name}
	f, err := e.Figures()
	if err != nil {
		t.Fatal(err)
	}
	return f[0]
}

// official returns the LAS of the official evaluator, in percent.
func official(t *testing.T) map[[2]string]float64 {
	r := csv.NewReader(bytes.NewReader(shared.Read(t, "data/dep-conll18/expected-conll18_ud_eval.tsv")))
	r.Comma = '\t'
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[[2]string]float64{}
	for _, l := range lines {
		if l[2] == "LAS" {
			out[[2]string{l[0], l[1]}], _ = strconv.ParseFloat(l[5], 64)
		}
	}
	return out
}

// TestConll18 takes its cells from conll18_ud_eval.py (ufal/conll2018@f2bc4dd), and
// its averages from specs/more.md §1.2: the macro average of Uppsala-18 over three
// treebanks, with both treatments of a missing file.
func TestConll18(t *testing.T) {
	dir := shared.Path(t, "data/dep-conll18")
	want := official(t)
	table, err := Glob(dir+"/{treebank}/{system}.conllu.gz", dir+"/{treebank}/gold.conllu.gz")
	if err != nil {
		t.Fatal(err)
	}
	experiment := scored(t, table, Options{Reading: reading("ud")})
	f := figure(t, experiment, "las_f1")
	n := 0
	for s, system := range table.Systems {
		sum := 0.0
		for i, tb := range table.Treebanks {
			got, official := 100*f.Cells[s][i].Mean, want[[2]string{tb, system}]
			if math.Abs(got-official) > .00501 {
				t.Errorf("%s %s: LAS %.4f, the official evaluator gives %v", system, tb, got, official)
			}
			if official > 0 {
				n++
			}
			sum += official
		}
		if got := 100 * f.Macro[s].Mean; math.Abs(got-sum/5) > .00501 {
			t.Errorf("%s: macro %.4f, the official cells give %.4f", system, got, sum/5)
		}
	}
	if n != 26 || len(experiment.Absent()) != len(table.Systems)*5-26 {
		t.Errorf("%d cells, %d missing; want 26 of %d", n, len(experiment.Absent()), len(table.Systems)*5)
	}
}

func TestMissing(t *testing.T) {
	dir := shared.Path(t, "data/dep-conll18")
	for _, tc := range []struct {
		name  string
		pud   string
		macro float64
		how   Missing
	}{
		{"all", "Uppsala-18", 39.42, MissingZero}, {"zero", "nothing", 37.80, MissingZero}, {"skip", "nothing", 56.70, MissingSkip},
	} {
		text := "gold\tsystem\tfile\ttreebank\n"
		for _, tb := range []string{"th_pud", "en_ewt", "kk_ktb"} {
			file := "Uppsala-18"
			if tb == "th_pud" {
				file = tc.pud
			}
			text += fmt.Sprintf("%s/%s/gold.conllu.gz\tUppsala-18\t%s/%s/%s.conllu.gz\t%s\n", dir, tb, dir, tb, file, tb)
		}
		table, err := ParseTable(strings.NewReader(text), "t.tsv")
		if err != nil {
			t.Fatal(err)
		}
		e := scored(t, table, Options{Reading: reading("ud"), Missing: tc.how})
		f := figure(t, e, "las_f1")
		if got := 100 * f.Macro[0].Mean; math.Abs(got-tc.macro) > .00501 {
			t.Errorf("%s: macro %.4f, want %v", tc.name, got, tc.macro)
		}
		if tc.pud == "nothing" && (!e.Unread() || len(e.Absent()) != 1) {
			t.Errorf("%s: the missing file is not listed", tc.name)
		}
		if micro := f.Micro[0].Mean; tc.name == "zero" && !(micro < f.Cells[0][1].Mean*.8) {
			t.Errorf("micro %v: the gold words of the missing treebank do not count", micro)
		}
	}
}

// small writes an experiment with few sentences and returns its folder.
func small(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, heads := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(conllu(heads)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// conllu makes sentences of two words, one for each letter: r right, w wrong.
func conllu(heads string) string {
	var out strings.Builder
	for _, c := range heads {
		label := "nsubj"
		if c == 'w' {
			label = "obj"
		}
		out.WriteString("1\tit\tit\tPRON\t_\t_\t2\t" + label + "\t_\t_\n2\tis\tbe\tVERB\t_\t_\t0\troot\t_\t_\n\n")
	}
	return out.String()
}

// TestAverages computes every figure of a small experiment by hand: LAS is 1 for
// a right sentence, .5 for a wrong one.
func TestAverages(t *testing.T) {
	dir := small(t, map[string]string{
		"gold/x.conllu": "rrrr", "gold/y.conllu": "rr",
		"A/x.1.conllu": "rrrr", "A/x.2.conllu": "rrww", "A/y.1.conllu": "ww", "A/y.2.conllu": "rw", // 1, .75; .5, .75
		"B/x.1.conllu": "wwww", "B/x.2.conllu": "rwww", "B/x.3.conllu": "rrrr", // .5, .625, 1; no y
	})
	table, err := Glob(dir+"/{system}/{treebank}.{run}.conllu", dir+"/gold/{treebank}.conllu")
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12 && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	experiment := scored(t, table, Options{Reading: reading("attachment")})
	f := figure(t, experiment, "las")
	check("A x", f.Cells[0][0].Mean, .875)
	check("A x sd", f.Cells[0][0].SD, math.Sqrt(2*.125*.125))
	check("A y", f.Cells[0][1].Mean, .625)
	check("A macro", f.Macro[0].Mean, .75)
	check("A macro sd", f.Macro[0].SD, 0) // runs: (1+.5)/2, (.75+.75)/2
	check("A micro", f.Micro[0].Mean, (10.0/12+9.0/12)/2)
	check("A micro sd", f.Micro[0].SD, math.Abs(10.0/12-9.0/12)/math.Sqrt2)
	check("B x", f.Cells[1][0].Mean, (.5+.625+1)/3)
	check("B macro", f.Macro[1].Mean, (.5+.625+1)/6)
	check("B micro", f.Micro[1].Mean, (4.0/12+5.0/12+8.0/12)/3)
	if gaps := table.Gaps(); len(gaps) != 3 || gaps[0].System != "B" || gaps[0].Treebank != "y" {
		t.Errorf("gaps %v", gaps)
	}
	experiment = scored(t, table, Options{Reading: reading("attachment"), Missing: MissingSkip, Median: true})
	f = figure(t, experiment, "las")
	check("skip: A macro, median", f.Macro[0].Mean, .75)
	check("median of B", f.Cells[1][0].Mean, .625)
	if !slices.Equal(f.LeftOut, []string{"y"}) {
		t.Errorf("left out %v", f.LeftOut)
	}
	if _, err := Score(context.Background(), table, Options{Reading: reading("attachment"), Missing: MissingStop}); err == nil {
		t.Error("--missing stop goes on")
	}
}

// TestClaims: five runs for each system, which differ in one sentence.
func TestClaims(t *testing.T) {
	files := map[string]string{"gold/x.conllu": strings.Repeat("r", 12)}
	for r := range 5 {
		files[fmt.Sprintf("A/x.%d.conllu", r)] = strings.Repeat("w", 10) + "rr"
		files[fmt.Sprintf("B/x.%d.conllu", r)] = strings.Repeat("r", 9) + strings.Repeat("w", r%3) + strings.Repeat("r", 3-r%3)
	}
	dir := small(t, files)
	table, err := Glob(dir+"/{system}/{treebank}.{run}.conllu", dir+"/gold/{treebank}.conllu")
	if err != nil {
		t.Fatal(err)
	}
	experiment := scored(t, table, Options{Reading: reading("attachment"), Tests: true})
	f := figure(t, experiment, "las")
	pairs, err := experiment.Test([]*Figure{f}, TestOptions{Margin: .5})
	if err != nil {
		t.Fatal(err)
	}
	pair := pairs[0]
	if pair.Training == nil || math.Abs(pair.Training.P-2.0/252) > 1e-12 {
		t.Errorf("training again: %+v, want 2 of 252 splits", pair.Training)
	}
	if want := 2.0 / 1024; math.Abs(pair.OneRun.Test.P-want) > 1e-12 { // ten sentences, all for B
		t.Errorf("one run: p %v, want %v", pair.OneRun.Test.P, want)
	}
	if pair.Claim != Training || pair.P != pair.Training.P {
		t.Errorf("claim %v, p %v", pair.Claim, pair.P)
	}
	if pair.Margin == nil || pair.Margin.Equivalent() > .05 {
		t.Errorf("margin of half of all words: %+v", pair.Margin)
	}
	var b bytes.Buffer
	if err := experiment.Write(&b, []*Figure{f}, Output{Format: report.LaTeX, Precision: 2, Marks: true}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `\textbf{96.67 $\pm$`) || strings.Contains(b.String(), `\textbf{58`) {
		t.Errorf("the best is bold, the other is significantly below it:\n%s", b.String())
	}
}

func TestBadTables(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", "t.tsv: want a header"},
		{"comments", "# a\n\n", "t.tsv: want a header"},
		{"no rows", "gold\tsystem\tfile\n", "t.tsv: want rows"},
		{"no file", "gold\tsystem\n", "t.tsv:1: want a column file, found gold, system"},
		{"blanks", "gold system file\n", `t.tsv:1: unknown column "gold system file"`},
		{"twice", "gold\tsystem\tfile\tgold\n", "t.tsv:1: column gold twice"},
		{"short", "gold\tsystem\tfile\n# c\na\tb\n", "t.tsv:3: want 3 columns separated by tabs, found 2"},
		{"nothing", "gold\tsystem\tfile\na\t\tc\n", "t.tsv:2: column system is empty"},
		{"cell", "gold\tsystem\tfile\na\tb\tc\na\tb\td\n", "t.tsv:3: system b, treebank a, run 1 is also at t.tsv:2"},
		{"gold", "gold\tsystem\tfile\ttreebank\na\tb\tc\tx\nd\te\tf\tx\n", "t.tsv:3: gold of treebank x is d, at t.tsv:2 it is a"},
	} {
		_, err := ParseTable(strings.NewReader(tc.text), "t.tsv")
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", tc.name, err, tc.want)
		}
	}
	table, err := ParseTable(strings.NewReader("\ufeffgroup:size\trun\tfile\tgold\tsystem\tgroup\r\nbig\t\tc\tdir/x.conllu\tb\tpud,low\r\n"), "dir/t.tsv")
	if err != nil {
		t.Fatal(err)
	}
	want := File{Gold: "dir/dir/x.conllu", Path: "dir/c", System: "b", Treebank: "x", Run: "1", Groups: []string{"size:big", "pud", "low"}, Place: "dir/t.tsv:2"}
	if got := table.Files[0]; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestBadPatterns(t *testing.T) {
	for _, tc := range []struct{ runs, gold, want string }{
		{"x/{treebank}", "g/{treebank}", "wants {system}"},
		{"x/{system}/{seed}", "g", "{seed} in the pattern of option runs"},
		{"x/{system}/{treebank}", "g", "in the patterns of both"},
		{"x/{system}", "nowhere/at-all", "no file matches the pattern of option gold"},
	} {
		if _, err := Glob(tc.runs, tc.gold); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s %s: %v, want %s", tc.runs, tc.gold, err, tc.want)
		}
	}
}

// A treebank's name may contain the separator before the run: gold decides.
func TestGlob(t *testing.T) {
	dir := small(t, map[string]string{"gold/en-ewt.conllu": "r", "gold/en.conllu": "r", "out/A/en-ewt-1.conllu": "r", "out/A/en-2.conllu": "r",
		"out/A/en-10.conllu": "r"})
	table, err := Glob(dir+"/out/{system}/{treebank}-{run}.conllu", dir+"/gold/{treebank}.conllu")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range table.Files {
		got = append(got, f.Treebank+" "+f.Run)
	}
	if want := []string{"en-ewt 1", "en 2", "en 10"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// FuzzTable: reading a table never panics.
func FuzzTable(f *testing.F) {
	f.Add("gold\tsystem\tfile\ttreebank\trun\tgroup:x\na\tb\tc\td\te\tf,g\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ParseTable(strings.NewReader(text), "t.tsv")
		if err == nil {
			table.Gaps()
		}
	})
}

// A missing file is in the groups that another system has for its treebank and run. Else a
// column in which the runs of a treebank differ is that of the run, others are the treebank's.
func TestGroupsOfMissingFiles(t *testing.T) {
	rows := [][]string{
		{"A", "x", "small", "100", "web"}, {"A", "x", "large", "2000", "web"}, {"A", "y", "small", "100", "news"},
		{"B", "x", "small", "100", "web"}, {"B", "x", "large", "2000", "web"},
		{"C", "y", "small", "100", "news"}, {"C", "y", "large", "2000", "news"}, {"C", "x", "small", "100", "web"},
	}
	text := "gold\tsystem\tfile\ttreebank\trun\tgroup:size\tgroup\n"
	for _, r := range rows {
		text += strings.Join([]string{r[1] + ".gold", r[0], strings.Join(r, "."), r[1], r[2], r[3], r[4]}, "\t") + "\n"
	}
	without := strings.ReplaceAll(text, "y.gold\tC\tC.y.large", "z.gold\tC\tC.z.large")
	without = strings.ReplaceAll(without, "\ty\tlarge\t", "\tz\tlarge\t")
	for _, tc := range []struct{ text, want string }{
		{text, "x C large: size:2000 web; y A large: size:2000 news; y B small: size:100 news; y B large: size:2000 news"},
		// z has one file only, and y none of the run large: the size is that of the run
		{without, "x C large: size:2000 web; y A large: size:2000 news; y B small: size:100 news; y B large: size:2000 news; y C large: size:2000 news; " +
			"z A small: size:100 news; z A large: size:2000 news; z B small: size:100 news; z B large: size:2000 news; z C small: size:100 news"},
	} {
		table, err := ParseTable(strings.NewReader(tc.text), "t.tsv")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range table.Gaps() {
			got = append(got, f.Treebank+" "+f.System+" "+f.Run+": "+strings.Join(f.Groups, " "))
		}
		if text := strings.Join(got, "; "); text != tc.want {
			t.Errorf("got  %s\nwant %s", text, tc.want)
		}
	}
}
