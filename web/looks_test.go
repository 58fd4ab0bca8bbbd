package web_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/browser"
	"assay/internal/shared"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// A window of 380 px shows all systems on the line of scores, the best too, and names of
// tabs are not broken. On paper shades stay with the light text on them, and the
// identifiers of sentences are not broken.
func TestNarrowAndPaper(t *testing.T) {
	path := page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.berkeley.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.bllip-5.mrg")
	ctx, _ := browser.Start(t, 1400, 1000)
	var names, outside, tabs, paper []string
	var shades int
	err := chromedp.Run(ctx, chromedp.EmulateViewport(380, 800), chromedp.Navigate("file://"+path),
		chromedp.Evaluate(`[...document.querySelectorAll(".ladder text")].filter(e => /craft/.test(e.textContent)).map(e => e.textContent)`, &names),
		chromedp.Evaluate(`[...document.querySelectorAll(".ladder text")].filter(e => { const r = e.getBoundingClientRect(); return r.left < 0 || r.right > 380; }).map(e => e.textContent)`, &outside),
		chromedp.Evaluate(`[...document.querySelectorAll(".tabs a")].filter(e => { const r = document.createRange(); r.selectNodeContents(e); return new Set([...r.getClientRects()].map(c => Math.round(c.bottom / 8))).size > 1; }).map(e => e.textContent)`, &tabs),
		chromedp.EmulateViewport(718, 1000), emulation.SetEmulatedMedia().WithMedia("print"),
		chromedp.Evaluate(`document.querySelectorAll(".matrix .s3").length`, &shades),
		chromedp.Evaluate(`[...document.querySelectorAll(".matrix .s3")].filter(e => getComputedStyle(e).printColorAdjust !== "exact").concat(
			[...document.querySelectorAll("#worst .id")].filter(e => { const r = document.createRange(); r.selectNodeContents(e); return r.getClientRects().length > 1; })).map(e => e.outerHTML.slice(0, 80))`, &paper))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 3 || len(outside) > 0 {
		t.Errorf("names on the line %q, outside of the window %q", names, outside)
	}
	if len(tabs) > 0 {
		t.Errorf("tabs of two lines: %q", tabs)
	}
	if shades == 0 || len(paper) > 0 {
		t.Errorf("%d dark cells; on paper without shade, or broken: %q", shades, paper)
	}
}

// Inner nodes of UCCA have no characters: they are drawn before the words under them.
func TestInnerNodesAreNearTheirWords(t *testing.T) {
	gold, system := shared.Path(t, "data", "sem-lpps", "gold.ucca.mrp"), shared.Path(t, "data", "sem-lpps", "ufal-oslo.ucca.mrp")
	path := page(t, "mrp", "length", gold, system)
	ctx, _ := browser.Start(t, 1400, 1000)
	var row string
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#sentences?s=103610"), chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery),
		chromedp.Evaluate(`[...document.querySelectorAll("#list .drawing svg text")].filter(e => /·|“/.test(e.textContent)).map(e => [+e.getAttribute("x"), e.textContent.slice(-1) === "·" ? "·" : e.textContent]).sort((a, b) => a[0] - b[0]).map(a => a[1]).join(" ")`, &row))
	if err != nil {
		t.Fatal(err)
	}
	// the scenes "I will draw ..." and "put around your flower" are nodes 12 and 16 of gold
	if want := `· · “I” “will” “draw” · “you” · “a” “railing” “to” “put” · “around” · “your” “flower” “.”`; row != want {
		t.Errorf("nodes %s\nwant  %s", row, want)
	}
}

// A system without a single score has no bar and no plot, and is not said to have no errors.
func TestReportOfEmptySystem(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.mrg")
	if err := os.WriteFile(empty, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(page(t, "evalb", "label", "../examples/craft.gold.mrg", empty))
	if err != nil {
		t.Fatal(err)
	}
	html, _, _ := strings.Cut(string(data), `<section id="sentences"`)
	if strings.Contains(html, "<svg class=\"chart\"") || strings.Contains(html, "No errors.") || !strings.Contains(html, "No sentence was scored.") {
		t.Error("the page of an empty system has a bar, a plot or says that there are no errors")
	}
}
