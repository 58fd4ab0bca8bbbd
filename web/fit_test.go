package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"assay/internal/browser"
)

// How many drawings fit, counted by item: both analyses in the 1184 x 560 pixels that the
// check has for them in a window of 1400 x 900, folded where they agree.
func TestItemsFitTheCheck(t *testing.T) {
	path := page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg")
	ctx, _ := browser.Start(t, 1400, 900)
	var got []int
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#sentences"), chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
		chromedp.Evaluate(`(() => { const crossed = (i, e) => { const p = Sentences.pair(i, 0).gold, n = p.labels.length, from = new Array(n).fill(1e9), `+
			`to = new Array(n).fill(-1); p.words.forEach((_, w) => { for (let q = p.above[w]; q >= 0; q = p.parents[q]) { from[q] = Math.min(from[q], w); to[q] `+
			`= w; } }); return from.findIndex((f, q) => f < e.from && e.from <= to[q] && to[q] < e.to || e.from < f && f <= e.to && e.to < to[q]); }; let all = `+
			`0, fit = 0, wide = 0, high = 0; for (let i = 0; i < Sentences.n; i++) { if (!Sentences.scored(0, i)) continue; for (const e of Sentences.pairs(0, `+
			`i)) { if (e.s < 0) continue; all++;
			const d = Draw.pair(Sentences.pair(i, 0), { width: 1184, height: 560, focus: { from: e.from, to: e.to, node: -1, crosses: crossed(i, e), word: -1 `+
			`} }), w = +d.getAttribute("width") > 1184, h = +d.getAttribute("height") > 560;
			if (w) wide++; if (h) high++; if (!w && !h) fit++; } } return [all, fit, wide, high]; })()`, &got))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d items fit; %d too wide, %d too high", got[1], got[0], got[2], got[3])
	if got[0] < 50 || 10*got[1] < 9*got[0] {
		t.Errorf("%d of %d items fit, want nine in ten", got[1], got[0])
	}
}
