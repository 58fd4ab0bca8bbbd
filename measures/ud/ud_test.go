package ud

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/formats/conllu"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

func open(t testing.TB, path string) *treebank.Source {
	t.Helper()
	src, err := corpus.OpenWith(path, corpus.Options{Format: &conllu.Format})
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func run(t testing.TB, gold, system string, opt eval.Options) *eval.Result {
	t.Helper()
	res, err := eval.Run(context.Background(), open(t, gold), open(t, system), []*eval.Measure{New(Options{})}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// scores returns the scores of a run by name.
func scores(res *eval.Result) map[string]float64 {
	all := map[string]float64{}
	for _, s := range New(Options{}).Scores(res.Counts[0].Sum()) {
		all[s.Name] = s.Value
	}
	return all
}

func percent(v float64) string { return strconv.FormatFloat(100*v, 'f', 2, 64) }

// Blanks in words of multiword tokens count as in conll18_ud_eval.py 1.2, which gives
// Words 66.67 here, unless the option says otherwise.
func TestBlanks(t *testing.T) {
	text := func(form, range_ string) *treebank.Source {
		return formattest.Source(&conllu.Format, "f", []byte("1-2\t"+range_+"\t_\t_\t_\t_\t_\t_\t_\t_\n1\tde\tde\tADP\t_\t_\t2\tcase\t_\t_\n"+
			"2\t"+form+"\tel\tNOUN\t_\t_\t0\troot\t_\t_\n3\tx\tx\tNOUN\t_\t_\t2\tobj\t_\t_\n\n"))
	}
	keys, err := breakdown.Parse("upos")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		metric          *eval.Measure
		words, las, sig string
	}{
		{New(Options{}), "66.67", "0.00", "ud|subtypes:cut|features:universal|blanks:official"},
		{New(Options{IgnoreBlanks: true}), "100.00", "100.00", "ud|subtypes:cut|features:universal|blanks:ignored"},
	} {
		for _, collect := range []eval.Options{{}, {By: keys}} { // the fast path, and the items
			res, err := eval.Run(context.Background(), text("el mar", "del mar"), text("elmar", "delmar"), []*eval.Measure{tc.metric}, collect)
			if err != nil {
				t.Fatal(err)
			}
			got := scores(res)
			if percent(got["words_f1"]) != tc.words || percent(got["las_f1"]) != tc.las || tc.metric.Signature != tc.sig {
				t.Errorf("%s: words %s, LAS %s, want %v", tc.metric.Signature, percent(got["words_f1"]), percent(got["las_f1"]), tc)
			}
		}
	}
}

// The figures are the output of conll18_ud_eval.py 1.2 for the systems of the shared
// task; all of them split sentences themselves.
func TestOfficialFigures(t *testing.T) {
	data := shared.Read(t, "data", "dep-conll18", "expected-conll18_ud_eval.tsv")
	type key struct{ treebank, system string }
	got := map[key]map[string]float64{}
	checked := 0
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		fields := strings.Split(line, "\t")
		k := key{fields[0], fields[1]}
		if got[k] == nil {
			dir := shared.Path(t, "data", "dep-conll18", fields[0])
			res := run(t, filepath.Join(dir, "gold.conllu.gz"), filepath.Join(dir, fields[1]+".conllu.gz"), eval.Options{})
			got[k] = scores(res)
			if res.Counts[0].Unscorable > 0 {
				t.Errorf("%v: %d pairs not scored", k, res.Counts[0].Unscorable)
			}
		}
		row := strings.ToLower(fields[2])
		for i, name := range []string{"precision", "recall", "f1", "aligned"} {
			if i+3 >= len(fields) || fields[i+3] == "" {
				continue
			}
			if p := percent(got[k][row+"_"+name]); p != fields[i+3] {
				t.Errorf("%v %s_%s: %s, want %s", k, row, name, p, fields[i+3])
			}
			checked++
		}
	}
	if checked < 1000 {
		t.Errorf("only %d figures", checked)
	}
}

// A system text lacks a character or a sentence: all other sentences are scored.
func TestDamagedText(t *testing.T) {
	dir := shared.Path(t, "data", "dep-conll18", "en_ewt")
	gold, path := filepath.Join(dir, "gold.conllu.gz"), filepath.Join(dir, "HIT-SCIR-18.conllu.gz")
	whole := run(t, gold, path, eval.Options{})
	f, err := open(t, path).Files[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	sentences := strings.SplitAfter(string(data), "\n\n")
	for name, damaged := range map[string]string{
		"character": strings.Replace(string(data), "\tGoogleOS\t", "\tGoogleO\t", 1),
		"sentence":  strings.Join(append(append([]string{}, sentences[:500]...), sentences[501:]...), ""),
		"words":     strings.Replace(string(data), "\t", "_\t", 3),
		"cut":       string(data[:len(data)/2]),
	} {
		system := filepath.Join(t.TempDir(), "system.conllu")
		if err := os.WriteFile(system, []byte(damaged), 0o666); err != nil {
			t.Fatal(err)
		}
		res := run(t, gold, system, eval.Options{})
		var scored, lost int
		for _, u := range res.Units {
			switch u.Status {
			case eval.Scored:
				scored++
			default:
				lost++
			}
		}
		n := len(whole.Units)
		if name == "cut" {
			n = 700 // the first half of the bytes
		}
		if res.Align != eval.AlignText || scored < n-5 || name != "cut" && lost > 3 || res.GoldN != whole.GoldN {
			t.Errorf("%s: pairing by %v, %d pairs scored, %d not, of %d", name, res.Align, scored, lost, len(whole.Units))
		}
	}
}

// A sentence of 100,000 words, every second one an empty node's child.
func TestLongSentence(t *testing.T) {
	var out strings.Builder
	for i := 1; i <= 100000; i++ {
		fmt.Fprintf(&out, "%d\tw\t_\tX\t_\t_\t%d\tdep\t%d.1:dep\t_\n", i, i-1, i)
		if i%2 == 0 {
			fmt.Fprintf(&out, "%d.1\t_\t_\t_\t_\t_\t_\t_\t%d:conj\t_\n", i, i-1)
		}
	}
	path := filepath.Join(t.TempDir(), "long.conllu")
	if err := os.WriteFile(path, []byte(out.String()+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, v := range scores(run(t, path, path, eval.Options{})) {
		if v != 1 && !math.IsNaN(v) {
			t.Errorf("%s is %v", name, v)
		}
	}
}

// TestOfficialFigures for two parsers over gold tokens.
func TestGoldTokens(t *testing.T) {
	for _, name := range []string{"udpipe-A-swap", "udpipe-B-projective"} {
		dir := shared.Path(t, "data", "dep-gold-tokens-ewt")
		data, err := os.ReadFile(filepath.Join(dir, "expected-conll18_ud_eval."+name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		x := scores(run(t, filepath.Join(dir, "gold.conllu.gz"), filepath.Join(dir, name+".conllu.gz"), eval.Options{}))
		rows := 0
		for _, line := range strings.Split(string(data), "\n") {
			f := strings.Split(line, "|")
			row := strings.ToLower(strings.TrimSpace(f[0]))
			if v, ok := x[row+"_f1"]; ok && len(f) > 3 {
				rows++
				if percent(v) != strings.TrimSpace(f[3]) {
					t.Errorf("%s: %s %s, want %s", name, row, percent(v), f[3])
				}
			}
		}
		if rows != 13 {
			t.Errorf("%s: %d rows", name, rows)
		}
	}
}

// TestRecordedCounts compares with the recorded counts of the program.
func TestRecordedCounts(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join(shared.Path(t, "cases", "dependencies"), "*", "expected-conll18-c.txt"))
	if len(paths) < 9 {
		t.Fatalf("%d cases", len(paths))
	}
	for _, path := range paths {
		dir := filepath.Dir(path)
		res := run(t, filepath.Join(dir, "gold.conllu"), filepath.Join(dir, "system.conllu"), eval.Options{})
		sum := res.Counts[0].Sum()
		data, _ := os.ReadFile(path)
		for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[2:] {
			fields := strings.Split(line, "|")
			row := -1
			for i, n := range rowNames {
				if n == strings.ToLower(strings.TrimSpace(fields[0])) {
					row = i
				}
			}
			for i, c := range []int{correct, gold, system, aligned} {
				want := strings.TrimSpace(fields[i+1])
				if want != "" && want != fmt.Sprint(sum[row*perRow+c]) {
					t.Errorf("%s: %s %s: %v, want %s", filepath.Base(dir), rowNames[row], countNames[c], sum[row*perRow+c], want)
				}
			}
		}
	}
}

// treebanks returns the CoNLL-U files of the shared data and cases, gold and
// system.
func treebanks(t testing.TB) []string {
	var all []string
	for _, dir := range []string{shared.Path(t, "data"), shared.Path(t, "cases", "dependencies")} {
		filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
			if err == nil && (strings.HasSuffix(path, ".conllu") || strings.HasSuffix(path, ".conllu.gz")) &&
				!strings.Contains(path, "90-malformed") {
				all = append(all, path)
			}
			return err
		})
	}
	return all
}

// Every file against itself is perfect, also with empty nodes.
func TestItselfIsPerfect(t *testing.T) {
	n := 0
	for _, path := range treebanks(t) {
		res := run(t, path, path, eval.Options{})
		if res.Counts[0].Unscorable > 0 {
			t.Errorf("%s: %v", path, res.Problems[0])
		}
		for name, v := range scores(res) {
			if v != 1 && !math.IsNaN(v) {
				t.Errorf("%s: %s %v", path, name, v)
			}
			if math.IsNaN(v) && !strings.HasPrefix(name, "e") { // no enhanced graph
				t.Errorf("%s: %s undefined", path, name)
			}
		}
		n++
	}
	if n < 80 {
		t.Errorf("only %d files", n)
	}
}

// pairs are gold and system files of one text.
func pairs(t testing.TB) (all [][2]string) {
	gold, _ := filepath.Glob(filepath.Join(shared.Path(t, "data"), "dep-*", "*", "gold.conllu.gz"))
	cases, _ := filepath.Glob(filepath.Join(shared.Path(t, "cases", "dependencies"), "[01]*", "gold*.conllu"))
	for _, g := range append(gold, cases...) {
		systems, _ := filepath.Glob(filepath.Join(filepath.Dir(g), "*.conllu*"))
		for _, s := range systems {
			if s != g && !strings.Contains(s, "case-") && strings.Contains(g, "nen") == strings.Contains(s, "nen") {
				all = append(all, [2]string{g, s})
			}
		}
	}
	return all
}

type sums struct{}

func (c *sums) Pair(*eval.Pair)       {}
func (c *sums) Item(int, *eval.Item)  {}
func keep(eval.Collector)             {}
func collector() eval.Collector       { return &sums{} }
func items() eval.Options             { return eval.Options{Collect: collector, Collected: keep} }
func swap(p [2]string) (s, g string)  { return p[1], p[0] }
func column(row, count int) (col int) { return row*perRow + count }

// Items give the same rows as Count; no score is above 1; swapping the sides swaps
// precision and recall.
func TestLaws(t *testing.T) {
	shared.Long(t)
	all := pairs(t)
	if len(all) < 30 {
		t.Fatalf("%d pairs", len(all))
	}
	for _, p := range all {
		name := strings.TrimPrefix(p[1], shared.Path(t))
		res := run(t, p[0], p[1], eval.Options{})
		if explained := run(t, p[0], p[1], items()); !reflect.DeepEqual(res.Counts[0].Rows(), explained.Counts[0].Rows()) {
			for i := range res.Units {
				if x, y := res.Counts[0].Row(i), explained.Counts[0].Row(i); !reflect.DeepEqual(x, y) {
					t.Errorf("%s: unit %d: counted\n%v, items\n%v", name, i, x, y)
					break
				}
			}
		}
		for n, v := range scores(res) {
			if v > 1 {
				t.Errorf("%s: %s is %v", name, n, v)
			}
		}
		s, g := swap(p)
		x, y := scores(res), scores(run(t, s, g, eval.Options{}))
		for _, row := range []string{"tokens", "sentences", "words", "upos", "uas", "las", "elas", "eulas"} {
			if a, b := x[row+"_precision"], y[row+"_recall"]; a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
				t.Errorf("%s: %s: precision %v, swapped recall %v", name, row, a, b)
			}
		}
	}
}

// The figures of the IWPT shared task were recorded after its script had collapsed
// empty nodes.
func TestEnhanced(t *testing.T) {
	for _, lang := range []string{"lt", "lv"} {
		dir := shared.Path(t, "data", "dep-eud-iwpt20", lang)
		data, err := os.ReadFile(filepath.Join(dir, "expected-iwpt20_xud_eval.txt"))
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range strings.Split(string(data), "## ")[1:] {
			_, system, _ := strings.Cut(table, " vs ")
			system, _, _ = strings.Cut(system, " ")
			x := scores(run(t, filepath.Join(dir, "gold.conllu.gz"), filepath.Join(dir, system+".gz"), eval.Options{}))
			for _, line := range strings.Split(table, "\n")[3:] {
				fields := strings.Split(line, "|")
				if len(fields) < 4 {
					continue
				}
				row := strings.ToLower(strings.TrimSpace(fields[0]))
				for i, name := range []string{"_precision", "_recall", "_f1", "_aligned"} {
					if i == 3 && (strings.HasPrefix(row, "e") || row == "tokens" || row == "sentences" || row == "words") {
						continue // that script divides edges by words
					}
					got, want := percent(x[row+name]), strings.TrimSpace(fields[i+1])
					if row == "eulas" { // that script counts some edges more than once
						more, _ := strconv.ParseFloat(want, 64)
						if v := 100 * x[row+name]; v > more+0.005 || v < more-0.015 {
							t.Errorf("%s %s: eulas %v, want at most %s", lang, system, v, want)
						}
						continue
					}
					if got != want {
						t.Errorf("%s %s: %s%s: %s, want %s", lang, system, row, name, got, want)
					}
				}
			}
		}
	}
}

// The recorded cases with empty nodes hold each file unchanged and collapsed by the
// script, which also drops repeated edges and rewrites features. Both give the same
// edges.
func TestCollapse(t *testing.T) {
	for _, c := range []string{"10-nl-enhanced", "11-en-enhanced"} {
		dir := shared.Path(t, "cases", "dependencies", c)
		x := run(t, filepath.Join(dir, "gold.conllu"), filepath.Join(dir, "system.conllu"), eval.Options{}).Counts[0].Sum()
		y := run(t, filepath.Join(dir, "gold.nen.conllu"), filepath.Join(dir, "system.nen.conllu"), eval.Options{}).Counts[0].Sum()
		for _, row := range []int{rowELAS, rowEULAS} {
			if a, b := x[column(row, correct)], y[column(row, correct)]; a != b || a < 1000 {
				t.Errorf("%s: %s: %v edges, collapsed %v", c, rowNames[row], a, b)
			}
			if a, b := x[column(row, gold)], y[column(row, gold)]; a != b {
				t.Errorf("%s: %s: %v edges of gold, collapsed %v", c, rowNames[row], a, b)
			}
		}
	}
}

// An edge listed twice in DEPS is one edge; the shared task's program counts pairs of
// such edges, and gives more than 100 %.
func TestRepeatedEdges(t *testing.T) {
	write := func(name, deps string) string {
		path := filepath.Join(t.TempDir(), name)
		text := "1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t" + deps + "\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t0:root\t_\n\n"
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	once, twice, none := write("once.conllu", "2:nsubj"), write("twice.conllu", "2:nsubj|2:nsubj"), write("none.conllu", "_")
	for _, c := range []struct{ gold, system, want string }{
		{twice, twice, "2 2 2 2"}, {once, twice, "2 2 2 2"}, {twice, once, "2 2 2 2"}, {twice, none, "1 2 1 2"}, {none, twice, "1 1 2 1"},
	} {
		sum := run(t, c.gold, c.system, eval.Options{}).Counts[0].Sum()
		if got := strings.Trim(fmt.Sprint(sum[rowELAS*perRow:(rowELAS+1)*perRow]), "[]"); got != c.want {
			t.Errorf("%s against %s: elas %s, want %s", filepath.Base(c.system), filepath.Base(c.gold), got, c.want)
		}
	}
}
