package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/check/adjudicate"
	"assay/internal/browser"
)

// An attachment is one question on the page: d shows the brackets that it implies and hides them, one key decides all
// of them, undo takes all back, and a bracket that is clicked is decided alone.
func TestAttachmentsInBrowser(t *testing.T) {
	gold, system := files(t)
	args := []string{gold, system, "-m", "evalb"}
	address, _ := start(t, append([]string{"check", "--no-open", "--judge", "ann"}, args...)...)
	ctx, faults := browser.Start(t, 1400, 900, address)
	p := newCheckPage(t, ctx)
	p.run(chromedp.Navigate(address), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery))
	p.until(ready)
	p.until(`!document.querySelector("#derive").hidden && document.querySelector("#brackets").hidden`)
	var question string
	p.run(chromedp.Text("#question", &question, chromedp.ByQuery), chromedp.KeyEvent("d"))
	if !strings.HasPrefix(question, "Does ") || !strings.Contains(question, "belong directly to the") {
		t.Errorf("the page asks %q", question)
	}
	var brackets int
	p.until(`document.querySelectorAll("#brackets li").length > 1`)
	p.run(chromedp.Evaluate(`document.querySelectorAll("#brackets li").length`, &brackets), chromedp.KeyEvent("a"))
	p.until(fmt.Sprintf(`+document.body.dataset.decided === %d && %s`, brackets, ready))
	p.run(chromedp.KeyEvent("z"))
	p.until(`+document.body.dataset.decided === 0 && ` + ready)
	p.run(chromedp.Click("#brackets li:nth-child(2) button", chromedp.ByQuery))
	p.until(`document.querySelector("#question").textContent.startsWith("Is ") && document.querySelector("#brackets").hidden && ` + ready)
	p.run(chromedp.KeyEvent("r"))
	p.until(`+document.body.dataset.decided === 1 && ` + ready)
	for _, wide := range []int64{1400, 390} {
		overflow := 0
		p.run(chromedp.EmulateViewport(wide, 900), chromedp.Evaluate(`document.documentElement.scrollWidth - innerWidth`, &overflow))
		if overflow > 0 {
			t.Errorf("the page is %d pixels wider than a window of %d", overflow, wide)
		}
	}
	if list := decisions(t, args...); len(list) != 1 || list[0].Decision != adjudicate.Reject {
		t.Errorf("decisions that hold: %+v", list)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
