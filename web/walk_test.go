package web_test

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/internal/browser"
)

// walkKeys lists what can be clicked and is in view but no stop of the tabulator key, from the
// stops that the test has collected, and stops that show no focus.
const walkKeys = `(() => {
	const all = [...document.querySelectorAll("a[href],button,select,input,summary")].filter(e => e.checkVisibility({ visibilityProperty: true }) && ` +
	`!e.disabled && !e.closest(".scatter"));
	return all.filter(e => !walked.has(e)).map(e => "never reached: " + e.outerHTML.slice(0, 120)).concat(unseen);
})()`

// stop notes what has the focus, and whether that can be seen.
const stop = `(() => {
	const e = document.activeElement, s = getComputedStyle(e), r = e.getBoundingClientRect(), again = walked.has(e);
	if (e === document.body) return walked.size ? "end" : "body";
	walked.add(e);
	const line = s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 1 && s.outlineColor !== "rgba(0, 0, 0, 0)";
	const over = document.querySelector(".tabs"), under = over && !over.contains(e) && getComputedStyle(over).position === "sticky" ? ` +
	`over.getBoundingClientRect() : null;
	if (!line && !e.closest(".scatter")) unseen.push("focus is not seen: " + e.outerHTML.slice(0, 120));
	else if (r.width < 1 || r.bottom < 1 || r.top > innerHeight - 1) unseen.push("focus is out of sight: " + e.outerHTML.slice(0, 120));
	else if (under && under.top <= 0 && r.bottom <= under.bottom) unseen.push("focus is under the tabs: " + e.outerHTML.slice(0, 120));
	return again ? "end" : e.tagName;
})()`

// reached walks through a page by the tabulator key.
func reached(t *testing.T, ctx context.Context, where string) (stops int) {
	t.Helper()
	if err := chromedp.Run(ctx, chromedp.Evaluate(`window.walked = new Set(); window.unseen = []; document.activeElement.blur(); scrollTo(0, 0); `+
		`getSelection().removeAllRanges(); document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute("tabindex"); 0`, nil)); err != nil {
		t.Fatal(err)
	}
	for range 1200 {
		var at string
		if err := chromedp.Run(ctx, chromedp.KeyEvent(kb.Tab), chromedp.Evaluate(stop, &at)); err != nil {
			t.Fatal(err)
		}
		if at == "end" || at == "body" {
			break
		}
		stops++
	}
	var faults []string
	if err := chromedp.Run(ctx, chromedp.Evaluate(walkKeys, &faults)); err != nil {
		t.Fatal(err)
	}
	for i, f := range faults {
		if i < 8 {
			t.Errorf("%s: %s", where, f)
		}
	}
	return stops
}

// The tabulator key leads to all that can be clicked, and shows where it is.
func TestKeysReachAll(t *testing.T) {
	path := page(t, "evalb", "label,length,width=5", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg")
	ctx, faults := browser.Start(t, 1400, 1000)
	var id string
	if err := chromedp.Run(ctx, chromedp.Navigate("file://"+path), chromedp.Evaluate(`encodeURIComponent(Sentences.index.ids[2])`, &id)); err != nil {
		t.Fatal(err)
	}
	for _, hash := range []string{"#scores", "#differences", "#errors", "#plots", "#sentences?label=NP&length=11-20&s=" + id, "#sentences?draw=*&s=" +
		id, "#cite"} {
		if err := chromedp.Run(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+path+hash),
			chromedp.Evaluate(`document.querySelectorAll(".part.now details").forEach(d => { d.open = true; }); 0`, nil)); err != nil {
			t.Fatal(err)
		}
		if n := reached(t, ctx, hash); n < 15 {
			t.Errorf("%s: %d stops", hash, n)
		} else {
			t.Logf("%s: %d stops", hash, n)
		}
	}
	if f := faults(); len(f) > 0 {
		t.Error(f)
	}
}

// What is pressed by keys keeps the focus, or what has come in its place.
func TestFocusStays(t *testing.T) {
	path := page(t, "evalb", "label,length", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg")
	ctx, faults := browser.Start(t, 1400, 1000)
	const at = `(e => { const row = e.closest("#list tr[data-i]"); return row ? "row of " + row.cells[0].textContent + (row.className === "open" ? " ` +
		`open" : "") : (e.closest("[id]") || {}).id + ": " + (e.getAttribute("aria-label") || e.textContent).trim(); })(document.activeElement)`
	var folded string
	if err := chromedp.Run(ctx, chromedp.Navigate("file://"+path),
		chromedp.Evaluate(`Sentences.index.ids.find((_, i) => +Draw.pair(Sentences.pair(i, 0), { width: 1192 }).dataset.folds > 0)`, &folded)); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ hash, control, key, want string }{ // want: where the focus is, if not where it was
		{"#sentences", `#list tbody tr:nth-child(3) button`, kb.Enter, "row of 125 open"},
		{"#sentences", `#list tbody tr:nth-child(3) button`, " ", "row of 125 open"},
		{"#sentences", `#list thead th:nth-child(3) button`, kb.Enter, "list: words ↓"},
		{"#sentences", `#list thead th:nth-child(5) button`, " ", "list: craft.berkeley ↑"},
		{"#sentences?length=11-20&x=craft.berkeley:80-85", `#chips button:first-child`, kb.Enter, "chips: remove the filter craft.berkeley:80-85"},
		{"#sentences?length=11-20", `#chips button`, " ", "q: words, tag: or label:"},
		{"#sentences", `#more`, kb.Enter, ""},
		{"#sentences?length=20-30", `#more`, kb.Enter, "back: previous page"}, // the last page
		{"#sentences?s=3", `.choice button:nth-child(2)`, kb.Enter, ""},
		{"#sentences?s=3", `.choice button:nth-child(3)`, " ", ""},
		{"#sentences?s=" + folded, `#list .legend button`, " ", "list: fold what agrees"},
		{"#sentences?s=1", `#list .legend button`, " ", ""},                           // a file
		{"#sentences?s=1", `.legend button:nth-last-child(2)`, kb.Escape, "row of 1"}, // the file of a drawing
		{"#sentences?s=1", `#list tr.open button`, "j", "row of 8 open"},
		{"#scores", `#worst tr:nth-child(2) button`, kb.Enter, "row of 167 open"},
		{"#scores", `.card .big a`, kb.Enter, "sentences: "},
		{"#errors", `.heat td a`, kb.Enter, "sentences: "},
		{"#differences", `.scatter a`, kb.Enter, "list: drawing of craft.bllip-20"},
		{"#scores", `.tabs a:nth-child(2)`, kb.Enter, "undefined: Differences"},
	} {
		var was, is string
		if err := chromedp.Run(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+path+tc.hash),
			chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q).focus()", tc.control), nil),
			chromedp.Evaluate(at, &was), chromedp.KeyEvent(tc.key), chromedp.Evaluate(at, &is)); err != nil {
			t.Fatal(err)
		}
		if want := cmp.Or(tc.want, was); is[:min(len(is), len(want))] != want || strings.HasPrefix(want, "row") && is != want {
			t.Errorf("%s %s: focus was at %q, is at %.60q, want %q", tc.hash, tc.control, was, is, want)
		}
	}
	var was, is string // back leads to the link that was followed
	if err := chromedp.Run(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+path+"#errors"),
		chromedp.Evaluate(`document.querySelectorAll(".heat td a")[2].focus()`, nil), chromedp.Evaluate(at, &was),
		chromedp.KeyEvent(kb.Enter), chromedp.Evaluate(`history.back()`, nil),
		chromedp.Poll(`location.hash === "#errors" && document.activeElement !== document.body && document.activeElement.checkVisibility()`, nil,
			chromedp.WithPollingTimeout(20*time.Second)), chromedp.Evaluate(at, &is)); err != nil {
		t.Fatal(err)
	}
	if is != was {
		t.Errorf("back from a cell: focus was at %q, is at %.60q", was, is)
	}
	if f := faults(); len(f) > 0 {
		t.Error(f)
	}
}
