package web_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"assay/experiment"
	"assay/internal/browser"
)

// wholeFile is the page of an experiment in a file.
func wholeFile(t *testing.T) string {
	t.Helper()
	var buf bytes.Buffer
	if err := wholeOf(t, experiment.MissingSkip).Page().Write(&buf); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(path, buf.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// axe-core finds nothing serious in the states that a page comes to: a filter, an unfolded
// drawing, all systems, one system only, an experiment; in both themes.
func TestStatesByAxe(t *testing.T) {
	craft := page(t, "evalb", "label,length", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg")
	alone := page(t, "ud", "deprel,length", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu")
	amr := page(t, "smatch", "length", "../examples/amr/gold.amr", "../examples/amr/parser-a.amr", "../examples/amr/parser-b.amr")
	whole := wholeFile(t)
	ctx, faults := browser.Start(t, 1400, 1000)
	for _, scheme := range []string{"light", "dark"} {
		if err := chromedp.Run(ctx,
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})); err != nil {
			t.Fatal(err)
		}
		for _, tc := range []struct{ path, hash, then string }{
			{craft, "#sentences?label=NP&length=11-20&x=craft.berkeley:80-85&order=-words", ""},
			{craft, "#sentences?q=zzzz", ""}, // nothing is found
			{craft, "#sentences?right=craft.bllip-20&wrong=craft.berkeley", ""},
			{craft, "#sentences?s=1&draw=*", ""},
			{craft, "#sentences?s=1", `[...document.querySelectorAll("#list .legend button")].filter(b => /fold/.test(b.textContent)).forEach(b => b.click())`},
			{craft, "#sentences?s=1", `document.querySelector("#list .legend button").focus()`},
			{craft, "#errors", `document.querySelectorAll("details").forEach(d => { d.open = true; })`},
			{craft, "#differences", `document.querySelectorAll("details").forEach(d => { d.open = true; })`},
			{alone, "#scores", ""}, {alone, "#plots", ""}, {alone, "#sentences?show=wrong", `document.querySelector("#list tbody button").click()`},
			{amr, "#sentences", `document.querySelector("#list tbody button").click()`},
			{whole, "", ""}, {whole, "", `document.querySelectorAll("details").forEach(d => { d.open = true; })`},
		} {
			if err := chromedp.Run(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+tc.path+tc.hash),
				chromedp.Evaluate(tc.then+";0", nil)); err != nil {
				t.Fatal(err)
			}
			before := t.Failed()
			browser.Axe(t, ctx)
			if t.Failed() && !before {
				t.Errorf("in %s %s %s %s", filepath.Base(filepath.Dir(tc.path)), tc.hash, tc.then, scheme)
			}
		}
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// Each link of an experiment's page leads to a part of the page that is there, or to the page
// of a treebank; the keys reach all of them.
func TestLinksOfAnExperiment(t *testing.T) {
	path := wholeFile(t)
	ctx, faults := browser.Start(t, 1400, 1000)
	var hrefs, parts []string
	if err := chromedp.Run(ctx, chromedp.Navigate("file://"+path),
		chromedp.Evaluate(`[...document.querySelectorAll("a")].map(a => a.getAttribute("href"))`, &hrefs),
		chromedp.Evaluate(`[...document.querySelectorAll("details")].map(d => { d.open = true; return d.id; })`, &parts)); err != nil {
		t.Fatal(err)
	}
	pages := map[string]int{}
	for _, h := range hrefs {
		page, part, _ := strings.Cut(h, "#")
		part, _, _ = strings.Cut(part, "?")
		switch {
		case page == "" && !slices.Contains(parts, part):
			t.Errorf("%s leads nowhere: parts %q", h, parts)
		case page != "" && page != "x.html" && page != "y.html":
			t.Errorf("%s is no page of a treebank", h)
		default:
			pages[page]++
		}
	}
	if pages["x.html"] == 0 || pages["y.html"] == 0 || len(parts) < 5 {
		t.Errorf("links %v, parts %q", pages, parts)
	}
	reached(t, ctx, "an experiment")
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
