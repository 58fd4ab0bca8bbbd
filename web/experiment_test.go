package web_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/compare"
	"assay/corpus"
	"assay/eval"
	"assay/experiment"
	"assay/internal/browser"
	"assay/measures"
	"assay/signif"
	"assay/treebank"
	"assay/web"
)

// sentences are four sentences of four words in a chain; of the first, wrong words have
// another head.
func sentences(wrong int) string {
	var out strings.Builder
	for s := range 4 {
		for w := 1; w <= 4; w++ {
			head := w - 1
			if s == 0 && w > 4-wrong {
				head = 1
				if w <= 2 {
					head = 4
				}
			}
			fmt.Fprintf(&out, "%d\tw%d\tw\tX\t_\t_\t%d\tdep\t_\t_\n", w, w, head)
		}
		out.WriteString("\n")
	}
	return out.String()
}

// wholeOf is the page of systems A and B on treebanks x and y, trained on 100 and on
// 2,000 sentences; B has no file for y.
func wholeOf(t *testing.T, missing experiment.Missing) *web.Whole {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	table := "gold\tsystem\tfile\ttreebank\trun\tgroup:size\tgroup\n"
	for _, tc := range []struct {
		system, treebank, run, size string
		wrong                       int
	}{{"A", "x", "1", "100", 3}, {"A", "x", "2", "100", 2}, {"A", "x", "3", "2000", 1}, {"A", "y", "1", "100", 3}, {"A", "y", "2", "100", 3},
		{"A", "y", "3", "2000", 0},
		{"B", "x", "1", "100", 0}, {"B", "x", "2", "100", 1}, {"B", "x", "3", "2000", 0}} {
		name := fmt.Sprintf("%s.%s.%s.conllu", tc.system, tc.treebank, tc.run)
		write(name, sentences(tc.wrong))
		table += strings.Join([]string{tc.treebank + ".conllu", tc.system, name, tc.treebank, tc.run, tc.size, "web,news"}, "\t") + "\n"
	}
	write("x.conllu", sentences(0))
	write("y.conllu", sentences(0))
	write("table.tsv", table)
	list, err := experiment.ReadTable(filepath.Join(dir, "table.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	open := func(path string) (*treebank.Source, error) { return corpus.Open(path) }
	e, err := experiment.Score(context.Background(), list, experiment.Options{Version: "test", Scores: []string{"las"}, Tests: true, Missing: missing,
		Reading: experiment.Reading{Gold: open, System: open, Measures: func(_, _ *treebank.Source) ([]*eval.Measure, error) {
			m, err := measures.Parse("attachment", measures.Config{})
			return []*eval.Measure{m}, err
		}}})
	if err != nil {
		t.Fatal(err)
	}
	figures, err := e.Figures()
	if err != nil {
		t.Fatal(err)
	}
	opt := experiment.TestOptions{Baseline: compare.AllPairs, Signif: signif.Options{Shuffles: 99}}
	tests, err := e.Test(figures, opt)
	if err != nil {
		t.Fatal(err)
	}
	return &web.Whole{Experiment: e, Figures: figures, Output: experiment.Output{Precision: 2, Options: opt, Tests: tests},
		Pages: []string{"x.html", "y.html"}, Command: "assay report --table table.tsv"}
}

// The matrix has the means, worked out by hand: of 16 words 3, 2 and 1 are wrong.
func TestWholePage(t *testing.T) {
	page := wholeOf(t, experiment.MissingSkip).Page()
	var texts [][]string
	for _, r := range page.Boards[0].Rows {
		line := []string{r.Name, r.Rank, r.First.Text}
		for _, c := range r.Cells {
			line = append(line, c.Text+" "+c.Class)
		}
		texts = append(texts, line)
	}
	// The average is over x alone, the treebank of both; no test of 3 + 3 runs shows a difference.
	want := [][]string{{"B", "1–2", "97.92", "97.92 k3", " no"}, {"A", "1–2", "87.50", "87.50 ", "87.50 k3"}}
	if !slices.EqualFunc(texts, want, slices.Equal) {
		t.Errorf("matrix %q, want %q", texts, want)
	}
	var words strings.Builder
	for _, s := range page.Sentences {
		for _, r := range s {
			words.WriteString(r.Text)
		}
		words.WriteString("\n")
	}
	for _, want := range []string{"B and A differ by 10.42 LAS on the one of 2 treebanks that both have: ", "(a) These two files", "(b) training again",
		"(c) the averages", "No test of 3 + 3 runs can get below p = 0.1"} {
		if !strings.Contains(words.String(), want) {
			t.Errorf("no %q in words:\n%s", want, words.String())
		}
	}
	if len(page.Spreads) != 2 || strings.Count(page.Spreads[0].SVG, "<circle") != 3 || len(page.Plots) != 1 ||
		!strings.Contains(page.Plots[0].SVG, ">2000</text>") {
		t.Errorf("%d drawings of runs, %d curves", len(page.Spreads), len(page.Plots))
	}
	if strings.Contains(page.Plots[0].SVG, "news") {
		t.Error("a curve over groups that are no numbers")
	}
}

// A missing file is no run: it has no dot, also where it scores 0.
func TestMissingRunsHaveNoDots(t *testing.T) {
	page := wholeOf(t, experiment.MissingZero).Page()
	if svg := page.Spreads[1].SVG; strings.Contains(svg, "B run") || strings.Count(svg, "A run") != 3 || strings.Contains(svg, "B: mean") ||
		strings.Contains(svg, ">0</text>") {
		t.Errorf("runs of y: %s", svg)
	}
}

// A missing file is no measurement: its group has no point on the learning curve, also
// where the file scores 0, and the page says so.
func TestMissingFilesHaveNoPoints(t *testing.T) {
	for _, missing := range []experiment.Missing{experiment.MissingZero, experiment.MissingSkip} {
		whole := wholeOf(t, missing)
		page := whole.Page()
		curve := page.Plots[0]
		points := regexp.MustCompile(`<title>([AB]) [^<]*</title>`).FindAllStringSubmatch(curve.SVG, -1)
		count := map[string]int{}
		for _, p := range points {
			count[p[1]]++
		}
		want := map[experiment.Missing]map[string]int{experiment.MissingZero: {"A": 2}, experiment.MissingSkip: {"A": 2, "B": 2}}[missing]
		if !maps.Equal(count, want) {
			t.Errorf("%v: points %v, want %v: %s", missing, count, want, curve.SVG)
		}
		var page1 bytes.Buffer
		if err := page.Write(&page1); err != nil {
			t.Fatal(err)
		}
		const note = "No point, because a file is missing: B at 100, B at 2000."
		if said := strings.Contains(page1.String(), note); said != (missing == experiment.MissingZero) {
			t.Errorf("%v: the page says %q: %v", missing, note, said)
		}
		if said := strings.Contains(curve.SVG, "no point where a file is missing"); said != (missing == experiment.MissingZero) {
			t.Errorf("%v: the drawing says that a file is missing: %v", missing, said)
		}
	}
}

func TestPageNames(t *testing.T) {
	got := web.PageNames([]string{"en_ewt", "kk/ktb", "kk ktb", "Index", "../x", "", "en_EWT"})
	want := []string{"en_ewt.html", "kk_ktb.html", "kk_ktb-2.html", "Index-2.html", "_x.html", "treebank-2.html", "en_EWT-2.html"}
	if !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
}

// The page can be read in narrow and wide windows, in light and dark, and on paper.
func TestWholePageInBrowser(t *testing.T) {
	var buf bytes.Buffer
	if err := wholeOf(t, experiment.MissingSkip).Page().Write(&buf); err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`(src|href)="(https?:|//)`).FindString(buf.String()); found != "" {
		t.Errorf("the page asks the network: %s", found)
	}
	path := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(path, buf.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, window := range [][2]int64{{1400, 1000}, {380, 800}} {
		ctx, faults := browser.Start(t, 1400, 1000)
		if err := chromedp.Run(ctx, chromedp.EmulateViewport(window[0], window[1]), chromedp.Navigate("file://"+path)); err != nil {
			t.Fatal(err)
		}
		looksWell(t, ctx)
		printsWell(t, ctx)
		var href string
		if err := chromedp.Run(ctx, chromedp.Evaluate(`document.querySelector(".m td.v a").getAttribute("href")`, &href)); err != nil {
			t.Fatal(err)
		}
		if href != "x.html" {
			t.Errorf("the first cell leads to %q", href)
		}
		if f := faults(); len(f) > 0 {
			t.Errorf("%v: %s", window, strings.Join(f, "\n"))
		}
	}
}
