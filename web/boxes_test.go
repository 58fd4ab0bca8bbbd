package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/internal/browser"
	"assay/internal/shared"
)

// A report of discourse representations draws them as boxes, at both widths: no text meets another or is out of
// the picture, which begins at the left of its pane, and the list has the words of the notes.
func TestBoxesInBrowser(t *testing.T) {
	at := func(name string) string { return shared.Path(t, "data", "sem-drs-pmb", name) }
	path := page(t, "counter", "class", at("en-test.gold.clf.gz"), at("en-test.sim_spar.clf.gz"))
	ctx, faults := browser.Start(t, 1400, 1000)
	for _, wide := range []int64{1400, 390} {
		for _, sentence := range []int{1, 6, 140, 136, 52, 700} {
			var got struct {
				Words, Legend string
				Texts         int
				Wrong         []string
			}
			err := chromedp.Run(ctx, chromedp.EmulateViewport(wide, 900), chromedp.Navigate("about:blank"),
				chromedp.Navigate(fmt.Sprintf("file://%s#sentences?s=%d", path, sentence)), chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery),
				chromedp.Evaluate(`(() => { const svg = document.querySelector("#list .drawing svg"), box = svg.getBoundingClientRect(), wrong = [];
					const texts = [...svg.querySelectorAll("text")].map(e => [e.textContent, e.getBoundingClientRect()]);
					texts.forEach(([s, a], i) => {
						if (a.left < box.left - 1 || a.right > box.right + 1 || a.top < box.top - 1 || a.bottom > box.bottom + 1) wrong.push(s + " is outside");
						for (const [o, b] of texts.slice(0, i)) if (a.left < b.right && b.left < a.right && a.top + 3 < b.bottom - 3 && b.top + 3 < a.bottom - 3) `+
					`wrong.push(s + " meets " + o);
					});
					const blank = Math.min(...texts.map(([, a]) => a.left)) - box.left;
					if (blank > 40) wrong.push(blank + " empty pixels at the left");
					if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
					return { Words: document.querySelector("#list tr.open td.text, #list tbody td.text").textContent, Legend: document.querySelector("#list `+
					`.legend").textContent, Texts: texts.length, Wrong: wrong }; })()`, &got))
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Wrong) > 0 || got.Texts < 10 || strings.Contains(got.Words, "no words") || strings.Contains(got.Legend, "above") {
				t.Errorf("sentence %d at %d px: %+v", sentence, wide, got)
			}
		}
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
