package web_test

import (
	"testing"

	"assay/internal/browser"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// Every column of the list of sentences sorts, one way and the other, as its arrow says; the order is
// in the address, a new tab shows the same rows, and going back shows the order before.
func TestSorting(t *testing.T) {
	path := page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg")
	ctx, faults := browser.Start(t, 1400, 1000)
	var found []string
	var columns int
	var hash, ids, again string
	const all = `[...document.querySelectorAll("#list tbody th")].map(e => e.textContent).join(" ")`
	err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate("file://"+path+"#sentences"), chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
		chromedp.Evaluate(`(() => { const out = [], heads = () => [...document.querySelectorAll("#list thead th")], n = window.columns = heads().length;
			for (let k = 0; k < n; k++) for (let click = 0; click < 2; click++) {
				const before = location.hash;
				heads()[k].querySelector("button").click();
				const way = heads()[k].getAttribute("aria-sort"), name = heads()[k].textContent, rows = [...document.querySelectorAll("#list tbody tr")];
				if (heads().filter(h => h.hasAttribute("aria-sort")).length !== 1 || !way) out.push(name + ": aria-sort " + way);
				if (location.hash === before && !(k === 1 && click === 0)) out.push(name + ": the address stays " + before);
				if (name.includes("↑") !== (way === "ascending") || name.includes("↓") !== (way === "descending")) out.push(name + ": " + way);
				// the numbers of a row as it shows them; a sentence that was not scored is at the end
				const value = r => k === 0 ? +r.dataset.i : k === 1 ? -Sentences.cost(+r.dataset.i) : parseFloat(r.cells[k].textContent);
				const list = rows.map(value), sign = k === 1 ? name.includes("cheapest") ? -1 : 1 : way === "ascending" ? 1 : -1, end = `+
			`list.findIndex(Number.isNaN), scored = end < 0 ? list : list.slice(0, end);
				if (list.length !== 50 || scored.some((v, i) => i && sign * (v - scored[i - 1]) < 0) || end >= 0 && !list.slice(end).every(Number.isNaN)) `+
			`out.push(name + " (" + way + "): " + list.join(" "));
			}
			return out; })()`, &found),
		chromedp.Evaluate(`columns`, &columns), chromedp.Evaluate(`location.hash`, &hash), chromedp.Evaluate(all, &ids))
	if err != nil {
		t.Fatal(err)
	}
	if columns != 5 || len(found) > 0 {
		t.Errorf("%d columns: %q", columns, found)
	}
	var before, back string
	if err := chromedp.Run(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+path+hash), chromedp.Evaluate(all, &again),
		chromedp.Evaluate(`document.querySelectorAll("#list thead button")[0].click()`, nil), chromedp.Evaluate(all, &before),
		chromedp.Evaluate(`history.back()`, nil), chromedp.Poll(`location.hash === "`+hash+`"`, nil), chromedp.Sleep(0), chromedp.Evaluate(all, &back)); err != nil {
		t.Fatal(err)
	}
	if ids == "" || again != ids || back != ids || before == ids {
		t.Errorf("%s: rows %q, in a new tab %q, after back %q; by number %q", hash, ids, again, back, before)
	}
	if f := faults(); len(f) > 0 {
		t.Error(f)
	}
}
