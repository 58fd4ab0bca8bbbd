package web_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"assay/internal/browser"
	"assay/internal/runs"
	"assay/internal/shared"
)

// A job that ends takes nothing from a page in use: text in a form, a form that failed, a
// file that waits for an answer, a file on its way. The page names the job, with a
// link. A page that is not in use shows the result at once.
func TestJobsEndUnderAForm(t *testing.T) {
	bench := newBench(t, false)
	bench.register()
	ctx, faults := browser.Start(t, 1000, 900, bench.url)
	if err := chromedp.Run(ctx, network.Enable()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(ctx, 90*time.Second)
	defer cancel()
	slow := func() {
		bench.gate = make(chan struct{})
		go bench.post("/runs", url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}, "name": {"slow"}})
		<-bench.entered
	}
	drop := chromedp.Evaluate(`(() => { const d = new DataTransfer(); d.items.add(new File(["x"], "craft.gold.mrg")); document.body.dispatchEvent(new `+
		`DragEvent("drop", { dataTransfer: d, bubbles: true, cancelable: true })); })()`, nil)
	const typed = `document.querySelector("#add input[name=note]").value`
	for _, tc := range []struct {
		name   string
		use    chromedp.Action
		holds  string // what must still be true
		button string
	}{
		{"text", chromedp.SendKeys("#add input[name=note]", "half a note", chromedp.ByQuery), typed + ` === "half a note"`, ""},
		{"a clash", chromedp.Tasks{drop, chromedp.WaitVisible("#clash", chromedp.ByQuery)}, `!document.getElementById("clash").hidden`, ""},
		{"an upload", chromedp.Evaluate(`(() => { const real = window.fetch; window.fetch = (a, o) => o && o.method === "PUT" ? new Promise(() => {}) : `+
			`real(a, o); })(), `+`(() => { const d = new DataTransfer(); d.items.add(new File(["x"], "large.mrg")); document.body.dispatchEvent(new `+
			`DragEvent("drop", { dataTransfer: d, bubbles: true, cancelable: true })); })()`, nil), `true`, ""},
		{"a form that failed", chromedp.Tasks{chromedp.SendKeys("#add input[name=gold]", "nosuch.mrg", chromedp.ByQuery),
			chromedp.SendKeys("#add input[name=system]", "x", chromedp.ByQuery), chromedp.SendKeys("#add input[name=note]", "half a note", chromedp.ByQuery),
			chromedp.Click("#add button", chromedp.ByQuery), chromedp.WaitVisible("#error", chromedp.ByQuery),
			chromedp.WaitVisible("#jobs progress", chromedp.ByQuery)}, typed + ` === "half a note"`, ""},
		{"a run that is being changed", chromedp.Tasks{chromedp.Click(`summary[aria-label="change craft.berkeley.mrg"]`, chromedp.ByQuery),
			chromedp.WaitVisible(`form[action="/runs/2"] input[name=name]`, chromedp.ByQuery)}, `!!document.querySelector("details[open]")`, ""},
	} {
		slow()
		if err := chromedp.Run(ctx, chromedp.Navigate(bench.url), chromedp.WaitVisible("#jobs progress", chromedp.ByQuery), tc.use,
			chromedp.Evaluate(`window.mark = 1`, nil)); err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		close(bench.gate)
		var link string
		var same bool
		err := chromedp.Run(ctx, settled(`!window.mark || document.querySelector("#status a")`),
			chromedp.Evaluate(`window.mark === 1 && (`+tc.holds+`)`, &same),
			chromedp.Evaluate(`(document.querySelector("#status") || {}).textContent + (document.querySelector("#status a") || {}).pathname`, &link))
		if err != nil || !same || link != "Done: scoring slow. show it/" {
			t.Errorf("%s: kept %v, the page says %q, %v", tc.name, same, link, err)
		}
	}
	slow()
	if err := chromedp.Run(ctx, chromedp.Navigate(bench.url), chromedp.WaitVisible("#jobs progress", chromedp.ByQuery),
		chromedp.Evaluate(`window.mark = 1`, nil)); err != nil {
		t.Fatal(err)
	}
	close(bench.gate)
	if err := chromedp.Run(ctx, settled(`!window.mark && document.querySelectorAll(".runs tbody tr").length === 8`)); err != nil {
		t.Errorf("a page that is not in use: %v", err)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// A page that outlives its server says which work did not end, when another answers.
func TestServerStartsAgain(t *testing.T) {
	bench := newBench(t, false)
	bench.gate = make(chan struct{})
	go bench.post("/runs", url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}, "name": {"slow"}})
	<-bench.entered
	defer close(bench.gate)
	second := bench.again()
	ctx, _ := browser.Start(t, 1000, 900, bench.url)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	_, jobs, head := second.do("GET", "/api/jobs", nil)
	if strings.TrimSpace(jobs) != "[]" || head.Get("Assay-Server") == "" {
		t.Fatalf("the second server has jobs %s, number %q", jobs, head.Get("Assay-Server"))
	}
	err := chromedp.Run(ctx, chromedp.Navigate(bench.url), chromedp.WaitVisible("#jobs progress", chromedp.ByQuery),
		settled(`document.querySelector("#jobs .note").textContent !== null`), chromedp.Sleep(time.Second),
		chromedp.Evaluate(fmt.Sprintf(`window.fetch = async () => new Response("[]", { headers: { "Assay-Server": %q } }); 0`, head.Get("Assay-Server")), nil),
		settled(`document.getElementById("error").textContent === "The workbench was started again. It did not end: scoring slow." && `+
			`!document.querySelector("#jobs li")`))
	if err != nil {
		t.Error(err)
	}
}

// Two hundred runs: the page fits its window, rows are lines of text, every run can be
// reached by keys, and no file is read for it twice.
func TestManyRuns(t *testing.T) {
	shared.Long(t)
	bench := newBench(t, false)
	bench.register()
	register := bench.work.Register
	list, err := register.All()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 198 {
		run := *list[i%2]
		v := 0.80 + 0.0005*float64(i)
		run.Name, run.Date, run.Scores = fmt.Sprintf("experiment %03d with beam %d", i, i%7), run.Date.AddDate(0, 0, i), map[string]*float64{run.Score: &v}
		if err := register.Add(&runs.Run{Name: run.Name, Date: run.Date, Gold: run.Gold, System: run.System, Metric: run.Metric, Score: run.Score,
			Scores: run.Scores, Rate: run.Rate, GoldHash: run.GoldHash, SystemHash: run.SystemHash, Scored: run.Scored, Sentences: run.Sentences}); err != nil {
			t.Fatal(err)
		}
	}
	ctx, faults := browser.Start(t, 1400, 1000, bench.url)
	if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate(bench.url), chromedp.WaitVisible(".runs", chromedp.ByQuery)); err != nil {
		t.Fatal(err)
	}
	for _, wide := range []int64{1400, 1000, 380} {
		for _, scheme := range []string{"light", "dark"} {
			var over, rows, tall int
			err := chromedp.Run(ctx, chromedp.EmulateViewport(wide, 1000),
				emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
				chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &over),
				chromedp.Evaluate(`document.querySelectorAll(".runs tbody tr").length`, &rows),
				chromedp.Evaluate(`Math.round(Math.max(...[...document.querySelectorAll(".runs tbody tr")].map(r => r.getBoundingClientRect().height)))`, &tall))
			if err != nil {
				t.Fatal(err)
			}
			if over > 0 || rows != 200 || wide >= 1000 && tall > 60 {
				t.Errorf("%d %s: %d pixels too wide, %d rows, the tallest %d pixels", wide, scheme, over, rows, tall)
			}
			picture(t, ctx, fmt.Sprintf("many-%d-%s", wide, scheme))
		}
	}
	browser.Axe(t, ctx)
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
