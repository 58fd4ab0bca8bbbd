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
			window.fetch = async (path, how) => { if (!window.cut) return window.real(path, how); if (how && how.method === "POST") { window.sent++; if (%v) await window.real(path, how); } throw new TypeError("cut"); }; 0`, reaches), nil)
	}
	heal := chromedp.Evaluate(`window.cut = false; 0`, nil)
	// how many decisions of ann the server has, and key presses of hers
	has := func(decided, pressed int) {
		t.Helper()
		code, body := bench.get("/check/1/api/item?judge=ann&n=0")
		if want := fmt.Sprintf(`"decided":%d,`, decided); code != 200 || !strings.Contains(body, want) {
			t.Errorf("status %d: no %s in %s", code, want, body)
		}
		if n := strings.Count(body[strings.Index(body, `"history"`):], `"words"`); n != pressed {
			t.Errorf("the server knows %d key presses, want %d", n, pressed)
		}
	}
	run(chromedp.Navigate(bench.url+"/check/1/#judge=ann"), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery), until(`document.body.dataset.n === "0"`+quiet))
	for i, reaches := range []bool{true, false} {
		run(cut(reaches), key("arr"), until(`!document.getElementById("error").hidden && window.sent >= 1`))
		var said string
		run(chromedp.Evaluate(`document.getElementById("error").textContent`, &said))
		for _, want := range []string{"it is not known whether it has recorded your last key (accept)", "2 keys that were pressed after it do not count"} {
			if !strings.Contains(said, want) {
				t.Errorf("no %q in %q", want, said)
			}
		}
		run(key("rr"), until(`window.sent >= 3`), heal, until(fmt.Sprintf(`document.body.dataset.decided === "%d"`, i+1)+quiet))
		has(i+1, i+1)
	}
	// undoing counts once too: one of the two decisions stays
	run(cut(true), key("z"), until(`window.sent >= 2`), heal, until(`document.body.dataset.decided === "1"`+quiet))
	has(1, 1)
	// keys count again
	run(key("ar"), until(`document.body.dataset.decided === "3"`+quiet))
	has(3, 3)
	// looking at another item records nothing, and the page does not say that it might have
	run(cut(true), key("s"), until(`document.getElementById("error").textContent.includes("all decisions before are recorded")`), heal, key("s"), until(`document.body.dataset.decided === "3"`+quiet))
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
