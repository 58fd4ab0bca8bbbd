package web_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/internal/shared"
	"assay/study"
	"assay/web"
)

// built makes a page of systems whose trees are given.
func built(t *testing.T, metric, keys, gold string, systems ...string) *web.Page {
	t.Helper()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var names []string
	for i, s := range systems {
		names = append(names, file(fmt.Sprintf("%c.mrg", 'a'+i), s))
	}
	made := prepared(t, study.Options{Metric: metric, By: keys, NoTests: true}, file("gold.mrg", gold), names...)
	request := web.Request{Study: made, Precision: 2}
	p, err := web.Build(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// places are the labels along the axis of a plot.
func places(svg string) string {
	var out []string
	for _, m := range regexp.MustCompile(`y="322.0" text-anchor="middle">([^<]*)<`).FindAllStringSubmatch(svg, -1) {
		out = append(out, m[1])
	}
	return strings.Join(out, " ")
}

// Bins stand in order whichever system has them.
func TestPlacesOfPlots(t *testing.T) {
	const gold = "(S (A (X a) (X b)) (X c) (X d) (X e) (X f))\n"
	p := built(t, "evalb", "width,label", gold,
		"(S (B (X a) (X b) (X c) (X d)) (X e) (X f))\n",     // 4
		"(S (A (X a) (X b)) (C (X c) (X d) (X e)) (Y f))\n", // 3
		"(S (C (X a) (X b) (X c) (X d) (X e)) (X f))\n")     // 5
	want := map[string]string{"evalb-width": "2 3 4 5 6", "evalb-label": "A S B C"}
	for _, plot := range p.Plots {
		if w, ok := want[plot.Name]; ok && places(plot.SVG) != w {
			t.Errorf("%s: places %q, want %q", plot.Name, places(plot.SVG), w)
		}
	}
}

// The sentences of edm are no triples: they have no f1, and so no place.
func TestNoPlaceWithoutAScore(t *testing.T) {
	data, err := os.ReadFile(page(t, "edm", "part", shared.Path(t, "data", "sem-lpps", "gold.eds.mrp"), shared.Path(t, "data", "sem-lpps", "peking.eds.mrp")))
	if err != nil {
		t.Fatal(err)
	}
	breakdowns, _, _ := strings.Cut(string(data), "edm: precision against recall")
	if got, want := places(breakdowns), "NAME ARG TOP CARG"; got != want {
		t.Errorf("places %q, want %q", got, want)
	}
}

// Files of one name in several folders have different names.
func TestSystemsOfOneName(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for _, name := range []string{"one", "two"} {
		path := filepath.Join(dir, name, "out.mrg")
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("(S (A (X a) (X b)))\n(S (X c))\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	data, err := os.ReadFile(page(t, "evalb", "label", paths[0], paths...))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if want := ">" + strings.TrimSuffix(path, ".mrg") + "</text>"; !strings.Contains(string(data), want) {
			t.Errorf("no legend %q", want)
		}
	}
}

// What has no kinds of error is counted, named, and can be filtered.
func TestNotAnalysed(t *testing.T) {
	dir := t.TempDir()
	gold, system := filepath.Join(dir, "gold.mrg"), filepath.Join(dir, "a.mrg")
	const first, third = "(S (A (X a) (X b)) (X c))\n", "(S (X e))\n"
	for path, second := range map[string]string{gold: "(S (X a) (X d))\n", system: "(S (X a))\n"} {
		if err := os.WriteFile(path, []byte(first+second+third), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(page(t, "evalb", "label", gold, system))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 not analysed and not in these figures: gold and system have different numbers of words: 2<", `"(not analysed)"`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %q in the page", want)
		}
	}
}

// Few systems and many scores: a line for each score.
func TestSummaryFitsAPage(t *testing.T) {
	const gold = "(S (A (X a) (X b)) (X c))\n"
	p := built(t, "evalb", "label", gold, gold, "(S (B (X a) (X b)) (X c))\n")
	sum := p.Summary[0]
	if h := strings.Join(sum.Head, " "); h != "score a.mrg b.mrg" {
		t.Errorf("head %q", h)
	}
	var f1 string
	for _, row := range sum.Rows {
		if row[0].Text == "F1" {
			f1 = row[1].Text + " " + row[2].Text
		}
	}
	if f1 != "100.00 50.00" {
		t.Errorf("f1 %q", f1)
	}
}
