package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"assay/internal/browser"
)

// The three orders by keyboard: from the item that is shown on by sentence in the order of
// the file, and by construction with like items together; by effect from the first item
// of all, items that more systems have first. Ten decisions are at the foot, and the
// address has item, judge and order.
func TestCheckOrders(t *testing.T) {
	gold, system := files(t)
	address, _ := start(t, "check", "--no-open", "--each", gold, system, "../../examples/craft.berkeley.mrg")
	ctx, faults := browser.Start(t, 1400, 900, address)
	p := newCheckPage(t, ctx)
	p.run(network.Enable(), chromedp.Navigate(address+"#item=300&judge=ann"))
	p.until(ready)
	type item struct {
		N              int
		Sentence, Kind string
		Label          string
		Systems        []string
	}
	shown := func() (x item) {
		t.Helper()
		n, err := strconv.Atoi(p.text(`document.body.dataset.n`))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.Get(fmt.Sprintf("%sapi/item?judge=ann&n=%d", address, n))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		data, err := io.ReadAll(answer.Body)
		if err == nil {
			err = json.Unmarshal(data, &x)
		}
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	number := func(x item) int {
		n, err := strconv.Atoi(x.Sentence)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	walk := func(by string) (seen []item) {
		t.Helper()
		p.run(chromedp.Evaluate(`document.querySelector("#by").focus(), 0`, nil))
		p.run(chromedp.SetValue("#by", by, chromedp.ByQuery), chromedp.Evaluate(`document.querySelector("#by").dispatchEvent(new Event("change")), 0`, nil))
		p.until(fmt.Sprintf(`location.hash.includes("by=%s") && document.activeElement === document.body && `, by) + ready)
		first := p.text(`document.body.dataset.n`)
		for range 12 {
			at := p.text(`document.body.dataset.n`)
			p.run(chromedp.KeyEvent("s"))
			p.until(`document.body.dataset.n !== "` + at + `" && ` + ready)
			seen = append(seen, shown())
		}
		for range 12 {
			at := p.text(`document.body.dataset.n`)
			p.run(chromedp.KeyEvent("b"))
			p.until(`document.body.dataset.n !== "` + at + `" && ` + ready)
		}
		if back := p.text(`document.body.dataset.n`); back != first {
			t.Errorf("by %s twelve items on and twelve back lead from %s to %s", by, first, back)
		}
		return seen
	}
	labels := func(seen []item) int {
		kinds := map[string]bool{}
		for _, x := range seen {
			kinds[x.Kind+x.Label] = true
		}
		return len(kinds)
	}
	if seen := walk("sentence"); !slices.IsSortedFunc(seen, func(a, b item) int { return number(a) - number(b) }) || labels(seen) < 3 {
		t.Errorf("by sentence: %+v", seen)
	}
	if seen := walk("construction"); labels(seen) != 1 {
		t.Errorf("by construction: %+v", seen)
	}
	for _, one := range walk("score") {
		if len(one.Systems) != 2 {
			t.Errorf("by effect: an item of %s alone is among the first", one.Systems)
		}
	}
	if one := shown(); len(one.Systems) != 2 {
		t.Errorf("the order by effect begins with %+v", one)
	}

	for i := range 12 {
		p.run(chromedp.KeyEvent(string("ar"[i%2])))
	}
	p.until(`+document.body.dataset.decided === 12 && ` + ready)
	history := p.text(`[...document.querySelectorAll("#history button b")].map(e => e.textContent).join()`)
	if want := strings.Repeat("✓ accept,✕ reject,", 5); history+"," != want {
		t.Errorf("at the foot: %s, want the last ten decisions", history)
	}
	if hash := p.text(`location.hash`); !strings.Contains(hash, "judge=ann") || !strings.Contains(hash, "by=score") || !strings.Contains(hash, "item=") {
		t.Errorf("address %s", hash)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// The policy of every page allows scripts, requests and forms of this server alone, and
// no inline script.
func TestPolicyIsStrict(t *testing.T) {
	gold, system := files(t)
	address, _ := start(t, "check", "--no-open", gold, system)
	bench, _ := start(t, "serve", "--no-open", strings.TrimSuffix(gold, "/craft.gold.mrg"))
	for _, page := range []string{address, address + "api/item?judge=a&n=0", bench, bench + "assets/check.js", bench + "runs/1"} {
		answer, err := http.Get(page)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		rules := map[string]string{}
		for rule := range strings.SplitSeq(answer.Header.Get("Content-Security-Policy"), ";") {
			name, value, _ := strings.Cut(strings.TrimSpace(rule), " ")
			rules[name] = value
		}
		for name, want := range map[string]string{"default-src": "'none'", "script-src": "'self'", "connect-src": "'self'", "form-action": "'self'",
			"frame-ancestors": "'none'", "base-uri": "'none'"} {
			if rules[name] != want {
				t.Errorf("%s: %s is %q, want %q", page, name, rules[name], want)
			}
		}
	}
}
