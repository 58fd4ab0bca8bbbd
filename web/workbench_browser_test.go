package web_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/internal/browser"
)

// With keys alone: register two runs, rename one, compare them, cancel a
// job, delete a run.
func TestWorkbenchByKeys(t *testing.T) {
	bench := newBench(t, false)
	ctx, faults := browser.Start(t, 1400, 1000, bench.url)
	var got []string
	note := func(script string) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			var v string
			err := chromedp.Evaluate("String("+script+")", &v).Do(ctx)
			got = append(got, v)
			return err
		})
	}
	key := func(keys string) chromedp.Action { return chromedp.KeyEvent(keys) }
	focus := func(selector string) chromedp.Action {
		return chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q).focus()", selector), nil)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	const names = `[...document.querySelectorAll(".runs tbody th a")].map(a => a.textContent).join()`
	register := func(system string) chromedp.Action {
		return chromedp.Tasks{chromedp.WaitVisible("#add", chromedp.ByQuery), focus("#add input[name=gold]"), key("craft.gold.mrg"), key(kb.Tab),
			key(system), key(kb.Tab), key(kb.Enter)}
	}
	err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate(bench.url),
		register("craft.bllip-20.mrg"), chromedp.WaitVisible(`a[href="/runs/1"]`, chromedp.ByQuery),
		register("craft.berkeley.mrg"), chromedp.WaitVisible(`a[href="/runs/2"]`, chromedp.ByQuery), note(names),
		// another name
		focus(`summary[aria-label="change craft.berkeley.mrg"]`), key(kb.Enter), key(kb.Tab), chromedp.Evaluate(`document.activeElement.select()`, nil),
		key("charts"), key(kb.Enter),
		chromedp.WaitVisible(`summary[aria-label="change charts"]`, chromedp.ByQuery), note(names),
		// compare
		focus(`input[value="2"]`), key(" "), focus(`input[value="1"]`), key(" "), focus("#compare"), key(kb.Enter),
		chromedp.WaitVisible("html.js .tabs", chromedp.ByQuery), note("location.pathname + location.search"), note("document.querySelectorAll('.card').length"),
		chromedp.Navigate(bench.url), chromedp.WaitVisible("table.runs", chromedp.ByQuery),
		// the point of a run in the plot is a link
		note(`[...document.querySelectorAll(".plot a")].map(a => a.getAttribute("href")).join()`))
	if err != nil {
		t.Fatal(err, got)
	}
	bench.gate = make(chan struct{})
	err = chromedp.Run(ctx, chromedp.Navigate(bench.url+"/"), focus(`a[href="/runs/2"]`), chromedp.ActionFunc(func(ctx context.Context) error {
		return chromedp.Evaluate(`fetch("/runs/2").catch(() => {}), 0`, nil).Do(ctx) // a page that takes long
	}))
	if err != nil {
		t.Fatal(err)
	}
	<-bench.entered
	err = chromedp.Run(ctx, chromedp.Navigate(bench.url+"/"), chromedp.WaitVisible(`#jobs button`, chromedp.ByQuery),
		note(`document.querySelector("#jobs li b").textContent`),
		// the server has answered
		chromedp.Evaluate(`window.before = true`, nil), focus(`#jobs button`), key(kb.Enter), settled(`!window.before && document.querySelector("#add")`))
	close(bench.gate)
	if err != nil {
		t.Fatal(err, got)
	}
	err = chromedp.Run(ctx, settled(`document.querySelector("#jobs .state").textContent === "cancelled"`),
		focus(`summary[aria-label="change charts"]`), key(kb.Enter), focus(`form[action="/runs/2/delete"] button`), key(kb.Enter),
		chromedp.WaitNotPresent(`a[href="/runs/2"]`, chromedp.ByQuery), note(names))
	if err != nil {
		t.Fatal(err, got)
	}
	want := "craft.berkeley.mrg,craft.bllip-20.mrg|charts,craft.bllip-20.mrg|/compare?run=2&run=1|2|/runs/1,/runs/2|page of charts|craft.bllip-20.mrg"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("keys lead to\n%s\nwant\n%s", s, want)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// settled waits until a script is true, over pages that load in the meantime.
func settled(script string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		for {
			var done bool
			err := chromedp.Evaluate("!!("+script+")", &done).Do(ctx) // an error while a page loads
			if err == nil && done {
				return nil
			}
			select {
			case <-ctx.Done():
				return errors.Join(ctx.Err(), err)
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
}

// A file that is dragged onto the page is put into the folder and into the form; one
// that exists is replaced only after a question.
func TestDragFileIn(t *testing.T) {
	bench := newBench(t, false)
	ctx, faults := browser.Start(t, 1000, 900, bench.url)
	drop := func(name, text string) chromedp.Action {
		return chromedp.Evaluate(fmt.Sprintf(`(() => { const d = new DataTransfer(); d.items.add(new File([%q], %q)); for (const kind of ["dragover", `+
			`"drop"]) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: d, bubbles: true, cancelable: true })); })()`, text, name), nil)
	}
	const status = `document.getElementById("status").textContent`
	var form string
	holds := func(want string) {
		t.Helper()
		if data, err := os.ReadFile(filepath.Join(bench.dir, "new.mrg")); err != nil || string(data) != want {
			t.Errorf("new.mrg holds %q, want %q: %v", data, want, err)
		}
	}
	err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate(bench.url), chromedp.WaitVisible("#drop", chromedp.ByQuery),
		drop("new.mrg", "(S (X one))\n"), chromedp.Poll(status+` === "new.mrg is in the folder"`, nil),
		chromedp.Evaluate(`document.querySelector("#add input[name=system]").value + " " + document.activeElement.name`, &form))
	if err != nil {
		t.Fatal(err)
	}
	holds("(S (X one))\n")
	if form != "new.mrg system" {
		t.Errorf("the form has %q", form)
	}
	if err := chromedp.Run(ctx, drop("new.mrg", "(S (X two))\n"), chromedp.WaitVisible("#clash", chromedp.ByQuery)); err != nil {
		t.Fatal(err)
	}
	browser.Accessible(t, ctx)
	if err := chromedp.Run(ctx, chromedp.KeyEvent(kb.Enter), chromedp.WaitNotVisible("#clash", chromedp.ByQuery)); err != nil { // the focus is on keep
		t.Fatal(err)
	}
	holds("(S (X one))\n")
	if err := chromedp.Run(ctx, drop("new.mrg", "(S (X two))\n"), chromedp.WaitVisible("#clash", chromedp.ByQuery),
		chromedp.Click("#replace", chromedp.ByQuery), chromedp.Poll(status+` === "new.mrg is in the folder"`, nil)); err != nil {
		t.Fatal(err)
	}
	holds("(S (X two))\n")
	if err := chromedp.Run(ctx, drop(".hidden", "x"), chromedp.Poll(`document.getElementById("error").textContent.includes("cannot be the name")`,
		nil)); err != nil {
		t.Fatal(err)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// A page that was open when its token expired says so in plain words, in the workbench
// and in a check; an error that the server does not answer goes when it answers again.
func TestMessagesOfALostServer(t *testing.T) {
	bench := newBench(t, false)
	bench.register()
	bench.post("/check", map[string][]string{"run": {"1"}})
	ctx, _ := browser.Start(t, 1000, 900, bench.url)
	ctx, cancel := context.WithTimeout(ctx, 60*time.Second)
	defer cancel()
	answers := func(script string) chromedp.Action {
		return chromedp.Evaluate(`window.fetch = `+script+`; 0`, nil)
	}
	const refused = `async () => new Response("a token is needed: open the address that assay printed\n", { status: 403 })`
	says := func(want string) chromedp.Action {
		return chromedp.Poll(fmt.Sprintf(`document.getElementById("error").textContent === %q`, want), nil, chromedp.WithPollingTimeout(10*time.Second))
	}
	drop := chromedp.Evaluate(`(() => { const d = new DataTransfer(); d.items.add(new File(["x"], "new.mrg")); document.body.dispatchEvent(new `+
		`DragEvent("drop", { dataTransfer: d, bubbles: true, cancelable: true })); })()`, nil)
	err := chromedp.Run(ctx, chromedp.Navigate(bench.url), chromedp.WaitVisible("#drop", chromedp.ByQuery), answers(refused), drop,
		says("new.mrg was not added: a token is needed: open the address that assay printed"),
		answers(`async () => { throw new TypeError("x") }`), drop, says("new.mrg was not added: the server does not answer"),
		chromedp.Navigate(bench.url+"/check/1/#judge=ann"), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery), answers(refused),
		chromedp.Click("#agree", chromedp.ByQuery),
		says("a token is needed: open the address that assay printed"))
	if err != nil {
		t.Errorf("a token that is not valid any more: %v", err)
	}

	bench.gate = make(chan struct{})
	go bench.post("/runs", map[string][]string{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}, "name": {"slow"}})
	<-bench.entered
	defer close(bench.gate)
	err = chromedp.Run(ctx, chromedp.Navigate(bench.url), chromedp.WaitVisible("#jobs progress", chromedp.ByQuery),
		chromedp.Evaluate(`window.real = window.fetch; 0`, nil),
		answers(`async () => { throw new TypeError("x") }`), says("the server does not answer"), answers(`window.real`), says(""))
	if err != nil {
		t.Errorf("a server that answers again: %v", err)
	}
}

// The first page is accessible and fits every window, in both themes.
func TestWorkbenchLooks(t *testing.T) {
	bench := newBench(t, false)
	bench.register()
	bench.post("/runs", map[string][]string{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}, "date": {"2026-03-02"},
		"name": {"a long name of a run that somebody thought of late at night"}, "note": {"with a note that goes on and on about the parameters of the parser"}})
	data, err := os.ReadFile(filepath.Join(bench.dir, "craft.bllip-20.mrg"))
	if err != nil {
		t.Fatal(err)
	}
	bench.write("craft.bllip-20.mrg", append(data, '\n'))
	bench.post("/runs", map[string][]string{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}, "metric": {"parseval"}})
	ctx, faults := browser.Start(t, 1400, 1000, bench.url)
	for _, wide := range []int64{1400, 1000, 380} {
		for _, scheme := range []string{"light", "dark"} {
			var over int
			err := chromedp.Run(ctx, network.Enable(), chromedp.EmulateViewport(wide, 1000),
				emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
				chromedp.Navigate(bench.url), chromedp.WaitVisible(".runs", chromedp.ByQuery),
				chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &over))
			if err != nil {
				t.Fatal(err)
			}
			if over > 0 {
				t.Errorf("%d: the page is %d pixels wider than the window", wide, over)
			}
			browser.Accessible(t, ctx)
			if wide == 1400 {
				browser.Axe(t, ctx)
			}
			picture(t, ctx, fmt.Sprintf("workbench-%d-%s", wide, scheme))
		}
	}
	printsWell(t, ctx)
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// picture writes the page as a picture where ASSAY_SCREENSHOTS names a folder.
func picture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv("ASSAY_SCREENSHOTS")
	if dir == "" {
		return
	}
	var png []byte
	if err := chromedp.Run(ctx, chromedp.FullScreenshot(&png, 100)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666); err != nil {
		t.Fatal(err)
	}
}
