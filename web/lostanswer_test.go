package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"assay/internal/browser"
)

// A key whose answer is lost counts once, whether the server has recorded it or not: the
// page says that it does not know, sends it again until the server answers, and takes no
// other key until then.
func TestLostAnswersCountOnce(t *testing.T) {
	bench := newBench(t, false)
	bench.register()
	bench.post("/check", map[string][]string{"run": {"1"}})
	ctx, faults := browser.Start(t, 1200, 900, bench.url)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	run := func(actions ...chromedp.Action) {
		t.Helper()
		if err := chromedp.Run(ctx, actions...); err != nil {
			var text string
			_ = chromedp.Run(ctx, chromedp.Evaluate(`document.body.innerText.slice(0, 600)`, &text))
			t.Fatalf("%v in %s", err, text)
		}
	}
	until := func(script string) chromedp.Action {
		return chromedp.Poll(script, nil, chromedp.WithPollingTimeout(30*time.Second))
	}
	key := func(keys string) chromedp.Action {
		return chromedp.Evaluate(fmt.Sprintf(`for (const key of %q) document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); 0`, keys), nil)
	}
	const quiet = ` && !document.body.dataset.busy && document.getElementById("error").hidden`
	// the server gets the request or not, and no answer arrives while window.cut is set
	cut := func(reaches bool) chromedp.Action {
		return chromedp.Evaluate(fmt.Sprintf(`window.real ??= window.fetch; window.cut = true; window.sent = 0;
			window.fetch = async (path, how) => { if (!window.cut) return window.real(path, how); if (how && how.method === "POST") { window.sent++; if (%v) `+
			`await window.real(path, how); } throw new TypeError("cut"); }; 0`, reaches), nil)
	}
	heal := chromedp.Evaluate(`window.cut = false; 0`, nil)
	// the server knows that number of key presses of ann, and as many decisions as the page; an attachment decides several
	has := func(pressed int) (decided string) {
		t.Helper()
		run(chromedp.Evaluate(`document.body.dataset.decided`, &decided))
		code, body := bench.get("/check/1/api/item?judge=ann&n=0")
		if want := fmt.Sprintf(`"decided":%s,`, decided); code != 200 || !strings.Contains(body, want) {
			t.Errorf("status %d: no %s in %s", code, want, body)
		}
		if n := strings.Count(body[strings.Index(body, `"history"`):], `"words"`); n != pressed {
			t.Errorf("the server knows %d key presses, want %d", n, pressed)
		}
		return decided
	}
	changed := func(before string) chromedp.Action {
		return until(fmt.Sprintf(`document.body.dataset.decided !== %q`, before) + quiet)
	}
	run(chromedp.Navigate(bench.url+"/check/1/#judge=ann"), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery),
		until(`document.body.dataset.n === "0"`+quiet))
	decided := []string{has(0)} // after each key
	for i, reaches := range []bool{true, false} {
		run(cut(reaches), key("arr"), until(`!document.getElementById("error").hidden && window.sent >= 1`))
		var said string
		run(chromedp.Evaluate(`document.getElementById("error").textContent`, &said))
		for _, want := range []string{"it is not known whether it has recorded your last key (accept)", "2 keys that were pressed after it do not count"} {
			if !strings.Contains(said, want) {
				t.Errorf("no %q in %q", want, said)
			}
		}
		run(key("rr"), until(`window.sent >= 3`), heal, changed(decided[i]))
		decided = append(decided, has(i+1))
	}
	// undoing counts once too: the first key stays
	run(cut(true), key("z"), until(`window.sent >= 2`), heal, changed(decided[2]))
	if now := has(1); now != decided[1] {
		t.Errorf("%s decisions after a key is undone, want %s", now, decided[1])
	}
	// keys count again
	run(key("a"), changed(decided[1]))
	before := has(2)
	run(key("r"), changed(before))
	before = has(3)
	// looking at another item records nothing, and the page does not say that it might have
	run(cut(true), key("s"), until(`document.getElementById("error").textContent.includes("all decisions before are recorded")`), heal,
		key("s"), until(fmt.Sprintf(`document.body.dataset.decided === %q`, before)+quiet))
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
