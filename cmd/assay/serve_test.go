package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
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
	decided := 0
	for i, window := range [][2]int{{1300, 900}, {430, 900}} {
		ctx, faults := browser.Start(t, window[0], window[1], base)
		if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate(base)); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			for _, name := range []string{"craft.bllip-20.mrg", "it's <b>.mrg"} {
				if err := chromedp.Run(ctx, chromedp.WaitVisible("#add", chromedp.ByQuery),
					chromedp.SendKeys(`#add input[name=gold]`, "craft.gold.mrg", chromedp.ByQuery),
					chromedp.SendKeys(`#add input[name=system]`, name, chromedp.ByQuery),
					chromedp.SendKeys(`#add input[name=note]`, "first <i>try</i>", chromedp.ByQuery),
					chromedp.Click(`#add button`, chromedp.ByQuery),
					chromedp.WaitVisible(fmt.Sprintf(`a[href="/runs/%d"]`, map[string]int{"craft.bllip-20.mrg": 1, "it's <b>.mrg": 2}[name]), chromedp.ByQuery)); err != nil {
					t.Fatal(err)
				}
			}
		}
		var table, tests, warnings, item string
		var wide int
		if err := chromedp.Run(ctx, chromedp.WaitVisible("#runs", chromedp.ByQuery), chromedp.Text("#runs", &table, chromedp.ByQuery),
			chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &wide)); err != nil {
			t.Fatal(err)
		}
		screenshot(t, ctx, fmt.Sprintf("workbench-%d", window[0]))
		if !strings.Contains(table, "it's <b>.mrg") || !regexp.MustCompile(`87\.07\s+8\d\.\d\d to 8\d\.\d\d`).MatchString(table) || wide > 0 {
			t.Errorf("runs: %q, %d pixels too wide", table, wide)
		}
		browser.Accessible(t, ctx)
		if err := chromedp.Run(ctx,
			chromedp.Evaluate(`document.querySelectorAll("input[name=run]").forEach(e => { e.checked = true; })`, nil),
			chromedp.Click(`#compare`, chromedp.ByQuery),
			chromedp.WaitVisible("html.js .tabs", chromedp.ByQuery), chromedp.Text(".warnings", &warnings, chromedp.ByQuery), chromedp.KeyEvent("2"),
			chromedp.WaitVisible("#differences table", chromedp.ByQuery), chromedp.Text("#differences", &tests, chromedp.ByQuery),
			chromedp.Click("a[data-tab=sentences]", chromedp.ByQuery), chromedp.KeyEvent("j"),
			chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery)); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(warnings, "evalb counts the root S1 as a bracket") {
			t.Errorf("the page does not warn of the root: %q", warnings)
		}
		if !strings.Contains(tests, "evalb: F1") {
			t.Errorf("tests: %q", tests)
		}
		browser.Accessible(t, ctx)
		if err := chromedp.Run(ctx, chromedp.Navigate(base), chromedp.WaitVisible("#check", chromedp.ByQuery),
			chromedp.Click(`input[name=run][value="1"]`, chromedp.ByQuery),
			chromedp.Click("#check", chromedp.ByQuery), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery),
			chromedp.KeyEvent("a"), chromedp.Poll(`document.querySelector("#progress").textContent.includes("accepted ·")`, nil,
				chromedp.WithPollingTimeout(2*time.Minute)),
			chromedp.Text("#progress", &item, chromedp.ByQuery)); err != nil {
			t.Fatal(err)
		}
		var now int // an attachment decides several
		_, after, _ := strings.Cut(item, " · ")
		_, _ = fmt.Sscanf(after, "%d of", &now)
		if now <= decided {
			t.Errorf("progress %q after %d decisions", item, decided)
		}
		decided = now
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
		response, err := http.PostForm(base+"runs", url.Values{"gold": {"craft.gold.mrg"}, "system": {name}})
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != http.StatusBadRequest || !strings.Contains(string(body), "is not a file of") || strings.Contains(string(body), "secret)") {
			t.Errorf("%q: status %d", name, response.StatusCode)
		}
	}
	for path, want := range map[string]int{"runs/1": http.StatusNotFound, "runs/x": http.StatusBadRequest, "check/9/": http.StatusNotFound,
		"compare": http.StatusBadRequest} {
		response, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%s: status %d, want %d", path, response.StatusCode, want)
		}
	}
}

// The workbench refuses options that name files, checks trees by the measure made
// for a check, marks runs whose files have changed, and makes no file for a look.
func TestWorkbenchRules(t *testing.T) {
	gold, _ := files(t)
	dir := filepath.Dir(gold)
	base, _ := start(t, "serve", dir, "--no-open")
	post := func(path string, form url.Values) (int, string) {
		t.Helper()
		response, err := http.PostForm(base+path, form)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body)
	}
	get := func(path string) (int, string) {
		t.Helper()
		response, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body)
	}
	secret := filepath.Join(t.TempDir(), "secret.prm")
	if err := os.WriteFile(secret, []byte("secret words\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	run := url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.bllip-20.mrg"}}
	for _, metric := range []string{"attachment:weights=" + secret, "evalb,xiao:weights=" + secret,
		"ATTACHMENT:weights=" + secret, "label_accuracy:weights=" + secret, "evalb, lin : weights=" + secret, "UAS:Weights=" + secret} {
		run.Set("metric", metric)
		if code, body := post("runs", run); code != http.StatusBadRequest || strings.Contains(body, "secret words") ||
			!strings.Contains(body, "weights of a measure names a file") {
			t.Errorf("%s: status %d", metric, code)
		}
	}
	run.Set("metric", "")
	if code, _ := post("runs", run); code != http.StatusOK {
		t.Fatalf("status %d", code)
	}
	if code, _ := get("check/1/"); code != http.StatusNotFound {
		t.Errorf("a look at a check that was not started: status %d", code)
	}
	if _, err := os.Stat(gold + ".check.db"); err == nil {
		t.Error("a look made a file of decisions")
	}
	if code, _ := post("check", url.Values{"run": {"1"}}); code != http.StatusOK {
		t.Errorf("starting the check: status %d", code)
	}
	_, body := get("check/1/api/item?judge=ann&n=0")
	item := regexp.MustCompile(`"item":"([^"]+)"`).FindStringSubmatch(body)
	if item == nil {
		t.Fatalf("no item: %s", body)
	}
	if code, answer := post("check/1/api/decide", url.Values{"judge": {"ann"}, "n": {"0"}, "decision": {"accept"}, "item": {item[1]}}); code != http.StatusOK {
		t.Errorf("deciding: status %d: %s", code, answer)
	}
	if list := decisions(t, gold, filepath.Join(dir, "craft.bllip-20.mrg")); len(list) != 1 || list[0].Metric != "careful" {
		t.Errorf("the workbench decided %v, want one decision that assay check knows", list)
	}
	if _, home := get(""); strings.Contains(home, "has changed") {
		t.Error("a run is called stale whose files are as they were")
	}
	data, err := os.ReadFile(gold)
	if err == nil {
		err = os.WriteFile(gold, append(data, "(S1 (S (X x)))\n"...), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, home := get(""); !strings.Contains(home, "craft.gold.mrg has changed") {
		t.Error("a run whose gold has changed is not marked")
	}
	_, page := get("runs/1")
	for end := time.Now().Add(2 * time.Minute); strings.Contains(page, "This page opens when it is ready") && time.Now().Before(end); _, page = get("runs/1") {
		time.Sleep(50 * time.Millisecond)
	}
	if !strings.Contains(page, "craft.gold.mrg has changed") {
		t.Error("the page of a run does not say that gold has changed")
	}
}
