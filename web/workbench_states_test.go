package web_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"assay/internal/browser"
	"assay/internal/shared"
)

// axe-core finds nothing serious in any state of the workbench, in both themes, and no
// state is wider than a window of 1400 or 380 pixels: without runs, with a form that
// failed, with a run being changed, with a stale run, side by side, with a file that exists already, with
// jobs at work and failed, and in a folder that cannot be written.
func TestWorkbenchStates(t *testing.T) {
	shared.Long(t)
	bench := newBench(t, false)
	ctx, faults := browser.Start(t, 1400, 1000, "http://127.0.0.1")
	do := func(actions ...chromedp.Action) {
		t.Helper()
		ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
		defer cancel()
		for i, a := range actions {
			if err := chromedp.Run(ctx, a); err != nil {
				t.Fatalf("action %d: %v", i+1, err)
			}
		}
	}
	looks := func(state string) {
		t.Helper()
		for _, wide := range []int64{1400, 380} {
			for _, scheme := range []string{"light", "dark"} {
				var over int
				do(chromedp.EmulateViewport(wide, 1000),
					emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
					chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &over))
				if over > 0 {
					t.Errorf("%s: %d pixels wider than a window of %d", state, over, wide)
				}
				if wide == 1400 || scheme == "dark" {
					picture(t, ctx, fmt.Sprintf("state-%s-%d-%s", state, wide, scheme))
				}
				browser.Axe(t, ctx)
			}
		}
	}
	if err := chromedp.Run(ctx); err != nil { // the end of an action's time does not end the browser
		t.Fatal(err)
	}
	do(network.Enable(), chromedp.Navigate(bench.url), chromedp.WaitVisible("#add", chromedp.ByQuery))
	looks("empty")

	do(chromedp.SendKeys("#add input[name=gold]", "nosuch.mrg", chromedp.ByQuery),
		chromedp.SendKeys("#add input[name=system]", "craft.berkeley.mrg", chromedp.ByQuery), chromedp.Click("#add button", chromedp.ByQuery),
		chromedp.WaitVisible("#error", chromedp.ByQuery))
	var text string
	do(chromedp.Evaluate(`document.querySelector("#error").textContent + " | " + document.querySelector("#add input[name=system]").value`, &text))
	if !strings.Contains(text, `"nosuch.mrg" is not a file of `) || !strings.HasSuffix(text, "| craft.berkeley.mrg") {
		t.Errorf("a file that is not there: %q", text)
	}
	looks("error")

	bench.register()
	data, err := os.ReadFile(filepath.Join(bench.dir, "craft.gold.mrg"))
	if err != nil {
		t.Fatal(err)
	}
	bench.write("half.gold.mrg", data[:strings.Index(string(data[len(data)/2:]), "\n")+len(data)/2+1])
	bench.post("/runs", map[string][]string{"gold": {"half.gold.mrg"}, "system": {"half.gold.mrg"}, "metric": {"parseval"}})
	do(chromedp.Navigate(bench.url), chromedp.Click(`summary[aria-label="change craft.berkeley.mrg"]`, chromedp.ByQuery),
		chromedp.WaitVisible(`form[action="/runs/2"] input[name=name]`, chromedp.ByQuery))
	looks("change")
	bench.write("craft.bllip-20.mrg", append([]byte("(S (X new))\n"), data...))
	const stale = `[...document.querySelectorAll("#runs tbody tr")].filter(r => r.querySelector(".stale")).map(r => { const e = ` +
		`r.querySelector(".stale"), box = e.getBoundingClientRect(); return r.querySelector("a").textContent + ": " + e.textContent + (box.width > 20 && ` +
		`box.height > 8 && e.checkVisibility() ? "" : " (not seen)"); }).join("; ")`
	do(chromedp.Navigate(bench.url), chromedp.WaitVisible("#runs", chromedp.ByQuery), chromedp.Evaluate(stale, &text))
	if want := "craft.bllip-20.mrg: stale: craft.bllip-20.mrg has changed"; text != want {
		t.Errorf("the marks of stale runs are %q, want %q", text, want)
	}
	looks("stale")
	do(chromedp.Navigate(bench.url+"/compare?run=1&run=3"), chromedp.WaitVisible("#side", chromedp.ByQuery))
	looks("side")
	do(chromedp.Navigate(bench.url), chromedp.WaitVisible("#drop", chromedp.ByQuery),
		chromedp.Evaluate(`(() => { const d = new DataTransfer(); d.items.add(new File(["x"], "craft.gold.mrg")); document.body.dispatchEvent(new `+
			`DragEvent("drop", { dataTransfer: d, bubbles: true, cancelable: true })); })()`, nil),
		chromedp.WaitVisible("#clash", chromedp.ByQuery))
	looks("clash")

	bench.gate = make(chan struct{})
	go bench.post("/runs", map[string][]string{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}, "name": {"slow"}})
	<-bench.entered
	do(chromedp.Navigate(bench.url), chromedp.WaitVisible("#jobs progress", chromedp.ByQuery))
	looks("job")
	close(bench.gate)
	do(settled(`!document.querySelector("#jobs progress")`))

	readOnly := newBench(t, true)
	readOnly.register()
	do(chromedp.Navigate(readOnly.url), chromedp.WaitVisible("#readonly", chromedp.ByQuery))
	looks("readonly")
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
