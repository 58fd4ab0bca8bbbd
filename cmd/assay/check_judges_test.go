package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/check/adjudicate"
	"assay/internal/browser"
	"assay/internal/shared"
)

// Two judges press keys in two windows of one page at the same time. Each has the decisions
// of the own keys, and the page shows the kappa that these keys have.
func TestTwoJudgesInTwoWindows(t *testing.T) {
	shared.Long(t)
	gold, system := files(t)
	args := []string{gold, system, "-m", "evalb"}
	address, _ := start(t, append([]string{"check", "--no-open", "--each"}, args...)...)
	ctx, faults := browser.Start(t, 1200, 900, address)
	first := newCheckPage(t, ctx)
	other, _ := browser.Start(t, 1200, 900, address) // a page in a hidden tab waits for ever in tests
	pages := map[string]*checkPage{"ann": first, "ben": newCheckPage(t, other)}
	keys := map[string]string{"ann": "aarraauraraaraar", "ben": "arrraauaaraurraa"}
	for judge, p := range pages {
		p.run(chromedp.Navigate(address+"#judge="+judge), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery))
		p.until(`document.body.dataset.n === "0" && ` + ready)
	}
	for i := range keys["ann"] { // neither waits for the other
		for judge, p := range pages {
			p.run(chromedp.Evaluate(fmt.Sprintf(`document.dispatchEvent(new KeyboardEvent("keydown", { key: %q, bubbles: true })), 0`, keys[judge][i:i+1]), nil))
		}
	}
	for _, p := range pages {
		p.until(fmt.Sprintf(`+document.body.dataset.decided === %d && !document.body.dataset.busy`, len(keys["ann"])))
	}

	// Both go through the same items in the same order. Cohen (1960), from the keys.
	verdict := map[byte]adjudicate.Verdict{'a': adjudicate.Accept, 'r': adjudicate.Reject, 'u': adjudicate.Unsure}
	n, same, chance := float64(len(keys["ann"])), 0.0, 0.0
	for i := range keys["ann"] {
		if keys["ann"][i] == keys["ben"][i] {
			same++
		}
	}
	for key, v := range verdict {
		a, b := strings.Count(keys["ann"], string(key)), strings.Count(keys["ben"], string(key))
		chance += float64(a) / n * float64(b) / n
		list := decisions(t, args...)
		if count(list, "ann", v) != a || count(list, "ben", v) != b {
			t.Errorf("%s: %d and %d decisions, %d and %d keys", v, count(list, "ann", v), count(list, "ben", v), a, b)
		}
	}
	want := fmt.Sprintf("%.3f", (same/n-chance)/(1-chance))
	first.click("#agree")
	first.run(chromedp.WaitVisible("#judges table", chromedp.ByQuery))
	cell := `[...document.querySelectorAll("#agreement table tbody tr")][0].cells[[...document.querySelectorAll("#agreement table th")].findIndex(e => ` +
		`/cohen/i.test(e.textContent))].textContent`
	if got := first.text(cell); got != want {
		t.Errorf("the page shows kappa %s, the keys have %s", got, want)
	}
	differ := int(n - same)
	if head := first.text(`document.querySelector("#agreement h3").textContent`); !strings.HasSuffix(head, fmt.Sprintf(": %d", differ)) {
		t.Errorf("%q, want %d items", head, differ)
	}
	if rows := first.text(`document.querySelectorAll("#agreement td button").length`); rows != fmt.Sprint(differ) {
		t.Errorf("%s items on which judges differ can be clicked, want %d", rows, differ)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// The server is killed three times, as kill -9 does, while a judge decides as fast as it
// answers. Every decision that was acknowledged is there afterwards, and at most one more
// for each kill.
func TestNoDecisionIsLostByAKill(t *testing.T) {
	gold, system := files(t)
	args := []string{gold, system, "-m", "evalb"}
	acknowledged := map[string]string{} // sentence and item
	n, kills := 0, 3
	for range kills {
		address, cmd := start(t, append([]string{"check", "--no-open"}, args...)...)
		enough := make(chan bool)
		go func() { <-enough; cmd.Process.Kill() }()
		answered := 0
		for {
			var item struct{ Sentence, Item string }
			answer, err := http.Get(fmt.Sprintf("%sapi/item?judge=ann&n=%d", address, n))
			if err != nil {
				break
			}
			err = json.NewDecoder(answer.Body).Decode(&item)
			answer.Body.Close()
			if err != nil {
				break
			}
			verdict := []string{"accept", "reject"}[n%2]
			answer, err = http.PostForm(address+"api/decide", url.Values{"judge": {"ann"}, "n": {fmt.Sprint(n)}, "item": {item.Item}, "decision": {verdict}})
			if err != nil {
				break
			}
			answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Fatalf("status %d", answer.StatusCode)
			}
			acknowledged[item.Sentence+" "+item.Item] = verdict
			n++
			if answered++; answered == 25 { // the kill falls into one of the next requests
				close(enough)
			}
		}
		cmd.Wait()
	}
	list := decisions(t, args...)
	found := map[string]string{}
	for _, d := range list {
		found[d.Sentence+" "+d.Item] = string(d.Decision)
	}
	for item, verdict := range acknowledged {
		if found[item] != verdict {
			t.Errorf("%s: %q was acknowledged, %q is in the file", item, verdict, found[item])
		}
	}
	if len(acknowledged) < 25*kills || len(found) > len(acknowledged)+kills {
		t.Errorf("%d decisions acknowledged, %d in the file", len(acknowledged), len(found))
	}
}
