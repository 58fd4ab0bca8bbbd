package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"assay/internal/browser"
)

// TestWorkbench registers two runs, compares them, looks at a sentence and
// starts a check, all in a browser.
func TestWorkbench(t *testing.T) {
	gold, _ := files(t)
	dir := filepath.Dir(gold)
	data, err := os.ReadFile("../../examples/craft.berkeley.mrg")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "it's <b>.mrg"), data, 0o666); err != nil {
		t.Fatal(err)
	}
	base, _ := start(t, "serve", dir, "--no-open", "-m", "evalb", "--judge", "ann")
	for i, window := range [][2]int{{1300, 900}, {430, 900}} {
		ctx, faults := browser.Start(t, window[0], window[1], base)
		if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate(base)); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			for _, name := range []string{"craft.bllip-20.mrg", "it's <b>.mrg"} {
				if err := chromedp.Run(ctx, chromedp.WaitVisible("#add", chromedp.ByQuery),
					chromedp.SendKeys(`input[name=gold]`, "craft.gold.mrg", chromedp.ByQuery),
					chromedp.SendKeys(`input[name=system]`, name, chromedp.ByQuery),
					chromedp.SendKeys(`input[name=note]`, "first <i>try</i>", chromedp.ByQuery),
					chromedp.Click(`#add button`, chromedp.ByQuery),
					chromedp.WaitVisible(fmt.Sprintf(`a[href="/runs/%d"]`, map[string]int{"craft.bllip-20.mrg": 1, "it's <b>.mrg": 2}[name]), chromedp.ByQuery)); err != nil {
					t.Fatal(err)
				}
			}
		}
		var table, tests, item string
		var wide int
		if err := chromedp.Run(ctx, chromedp.WaitVisible("#runs", chromedp.ByQuery), chromedp.Text("#runs", &table, chromedp.ByQuery),
			chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &wide)); err != nil {
			t.Fatal(err)
		}
		screenshot(t, ctx, fmt.Sprintf("workbench-%d", window[0]))
		if !strings.Contains(table, "it's <b>.mrg") || !strings.Contains(table, "87.07") || wide > 0 {
			t.Errorf("runs: %q, %d pixels too wide", table, wide)
		}
		browser.Accessible(t, ctx)
		if err := chromedp.Run(ctx,
			chromedp.Evaluate(`document.querySelectorAll("input[name=run]").forEach(e => { e.checked = true; })`, nil),
			chromedp.Click(`form[action="/compare"] button`, chromedp.ByQuery),
			chromedp.WaitVisible("#tests table", chromedp.ByQuery), chromedp.Text("#tests", &tests, chromedp.ByQuery),
			chromedp.KeyEvent("j"), chromedp.WaitVisible("#view svg", chromedp.ByQuery)); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(tests, "f1") {
			t.Errorf("tests: %q", tests)
		}
		browser.Accessible(t, ctx)
		if err := chromedp.Run(ctx, chromedp.Navigate(base), chromedp.WaitVisible("#checkform", chromedp.ByQuery),
			chromedp.Click("#checkform button", chromedp.ByQuery), chromedp.WaitVisible("#system svg", chromedp.ByQuery),
			chromedp.KeyEvent("a"), chromedp.Poll(`document.querySelector("#progress").textContent.includes("accepted ·")`, nil, chromedp.WithPollingTimeout(2*time.Minute)),
			chromedp.Text("#progress", &item, chromedp.ByQuery)); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%d of", i+1); !strings.Contains(item, want) {
			t.Errorf("progress %q, want %s", item, want)
		}
		if f := faults(); len(f) > 0 {
			t.Error(strings.Join(f, "\n"))
		}
	}
}

// Files outside the folder cannot be opened, by whatever name.
func TestWorkbenchStaysInItsFolder(t *testing.T) {
	gold, _ := files(t)
	dir := filepath.Dir(gold)
	outside := filepath.Join(t.TempDir(), "secret.mrg")
	if err := os.WriteFile(outside, []byte("(S (N secret))\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link.mrg")); err != nil {
		t.Fatal(err)
	}
	base, _ := start(t, "serve", dir, "--no-open")
	for _, name := range []string{"../" + filepath.Base(filepath.Dir(outside)) + "/secret.mrg", outside, "link.mrg", "nosuch.mrg", "-", ""} {
		r, err := http.PostForm(base+"runs", url.Values{"gold": {"craft.gold.mrg"}, "system": {name}})
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(r.Body)
		r.Body.Close()
		if r.StatusCode != http.StatusBadRequest || !strings.Contains(string(body), "is not a file of") || strings.Contains(string(body), "secret)") {
			t.Errorf("%q: status %d", name, r.StatusCode)
		}
	}
	for path, want := range map[string]int{"runs/1": http.StatusNotFound, "runs/x": http.StatusBadRequest, "check/9/": http.StatusNotFound, "compare": http.StatusBadRequest} {
		r, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != want {
			t.Errorf("%s: status %d, want %d", path, r.StatusCode, want)
		}
	}
}
