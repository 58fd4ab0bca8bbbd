package web_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/internal/browser"
	"assay/web"
)

// boardPage writes a page of an experiment to a file.
func boardPage(t *testing.T, page *web.Page) string {
	t.Helper()
	var text bytes.Buffer
	if err := page.Write(&text); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

const (
	rowNames = `[...document.querySelectorAll(".board:not([hidden]) tr.system, .board:not([hidden]) tr.cut")].map(r => r.dataset.system || "|").join(" ")`
	firsts   = `[...document.querySelectorAll(".board:not([hidden]) td.lead")].map(c => c.textContent.trim()).join(", ")`
)

// The matrix is sorted, its first figure is chosen and its rows are opened with the mouse and with
// keys; the address holds it all, and going back undoes it.
func TestBoardInBrowser(t *testing.T) {
	path := boardPage(t, sparse(t))
	ctx, faults := browser.Start(t, 1400, 1000)
	var got []string
	note := func(script string) chromedp.Action {
		return chromedp.Evaluate(`(window.seen = window.seen || []).push(String(`+script+`)), 0`, nil)
	}
	const hash = `location.hash`
	err := chromedp.Run(ctx, chromedp.Navigate(path), note(rowNames), note(firsts),
		chromedp.Click(`thead [data-sort="x"]`), note(rowNames), note(hash),
		chromedp.Focus(`thead [data-sort="system"]`), chromedp.KeyEvent(kb.Enter), note(rowNames), note(hash),
		chromedp.Evaluate(`(s => { s.value = "zero"; s.dispatchEvent(new Event("change", { bubbles: true })); })(document.querySelector(".first"))`, nil),
		note(firsts), note(hash), note(`document.querySelector("thead .lead button").disabled`),
		chromedp.Click(`tr[data-system=A] button`), note(hash),
		note(`document.querySelector("tr.about:not([hidden])").innerText.replace(/\s+/g, " ")`),
		chromedp.Evaluate(`history.back()`, nil), chromedp.Poll(`!location.hash.includes("s=A")`, nil), chromedp.Sleep(0),
		chromedp.Poll(`!document.querySelector("tr.about:not([hidden])")`, nil),
		chromedp.Click(`#claims summary`), chromedp.Poll(`location.hash.includes("open=claims")`, nil),
		chromedp.Evaluate(`window.seen`, &got))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"A C B", "0.00 of 2, none shared, −6.25 of 1", "A B | C", "#sort=x", "A B C", "#sort=system",
		"66.67 1 × 0, 31.25 2 × 0, 27.08 2 × 0", "#sort=system&first=zero", "true", "#sort=system&first=zero&s=A",
		"better than: B (+6.25 on 1 treebank) no treebank in common with: C files: 2 of 3 files scored · 1 missing"}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("step %d: got %q, want %q", i, got, want[i])
			break
		}
	}
	if f := faults(); len(f) > 0 {
		t.Error(f)
	}
}

// A reader chooses the treebanks of an average: systems that have all of them are in its order, by figures that
// are worked out by hand (of 16 words 3 and 1 are wrong), and the address holds the choice.
func TestChosenTreebanks(t *testing.T) {
	path := boardPage(t, sparse(t))
	ctx, faults := browser.Start(t, 1400, 1000)
	const state = `[` + rowNames + `, ` + firsts + `, document.querySelector(".firstnote").textContent, ` +
		`[...document.querySelectorAll(".pick:not([hidden])")].map(e => e.dataset.treebank + e.checked).join(" "), location.hash].join("; ")`
	var all, xy, only, again, none string
	err := chromedp.Run(ctx, chromedp.Navigate(path),
		chromedp.Evaluate(`(s => { s.value = "chosen"; s.dispatchEvent(new Event("change", { bubbles: true })); })(document.querySelector(".first"))`,
			nil), chromedp.Evaluate(state, &all),
		chromedp.Click(`.pick[data-treebank=z]`), chromedp.Evaluate(state, &xy),
		chromedp.Focus(`.pick[data-treebank=y]`), chromedp.KeyEvent(" "), chromedp.Evaluate(state, &only),
		chromedp.Navigate("about:blank"), chromedp.Navigate(path+"#first=chosen&sort=first&treebanks=x"), chromedp.Evaluate(state, &again),
		chromedp.Click(`.pick[data-treebank=x]`), chromedp.Evaluate(state, &none))
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range [][2]string{
		{all, "A C B; has 2 of 3, has 1 of 3, has 1 of 3; of 3 chosen; xtrue ytrue ztrue; #first=chosen&sort=first"},
		{xy, "A | C B; 100.00, has 0 of 2, has 1 of 2; of 2 chosen; xtrue ytrue zfalse; #first=chosen&sort=first&treebanks=x%2Cy"},
		{only, "A B | C; 100.00, 93.75, has 0 of 1; of 1 chosen; xtrue yfalse zfalse; #first=chosen&sort=first&treebanks=x"},
		{again, "A B | C; 100.00, 93.75, has 0 of 1; of 1 chosen; xtrue yfalse zfalse; #first=chosen&sort=first&treebanks=x"},
		{none, "A C B; has 0 of 0, has 0 of 0, has 0 of 0; of 0 chosen; xfalse yfalse zfalse; #first=chosen&sort=first&treebanks=%2C"},
	} {
		if tc[0] != tc[1] {
			t.Errorf("got %q, want %q", tc[0], tc[1])
		}
	}
	if f := faults(); len(f) > 0 {
		t.Error(f)
	}
}

// axe-core finds nothing, nothing is wider than the window, and the matrix comes first on a phone.
func TestBoardByAxe(t *testing.T) {
	path := boardPage(t, sparse(t))
	ctx, _ := browser.Start(t, 1400, 1000)
	for _, width := range []int64{1400, 1000, 390} {
		for _, scheme := range []string{"light", "dark"} {
			var top, wide float64
			if err := chromedp.Run(ctx, chromedp.EmulateViewport(width, 844),
				emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
				chromedp.Navigate(path+"#s=A&open=claims,differences,tests,runs,curves,scores,cite"),
				chromedp.Evaluate(`document.querySelector(".board").getBoundingClientRect().top`, &top),
				chromedp.Evaluate(`document.documentElement.scrollWidth - innerWidth`, &wide)); err != nil {
				t.Fatal(err)
			}
			if wide > 0 || width == 390 && top > 90 {
				t.Errorf("%d px, %s: %v px too wide, the matrix begins at %v", width, scheme, wide, top)
			}
			browser.Accessible(t, ctx)
			browser.Tidy(t, ctx)
			browser.Axe(t, ctx)
		}
	}
}
