package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/internal/browser"
)

// The address of a part of the page has its name; an old address of the plots still shows them.
func TestPartsAreNamed(t *testing.T) {
	path := page(t, "evalb", "label,length", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg")
	ctx, faults := browser.Start(t, 1400, 1000)
	var names []string
	var old, hash string
	const now = `[...document.querySelectorAll(".part")].filter(e => e.checkVisibility()).map(e => e.id).join(" ")`
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path),
		chromedp.Evaluate(`[...document.querySelectorAll(".tabs a")].map(a => { a.click(); return a.firstChild.data.trim() + " " + location.hash + " " + `+
			now+`; })`, &names),
		chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+path+"#lengths"), chromedp.Evaluate(now, &old),
		chromedp.Evaluate(`document.querySelector(".tabs a[aria-current]").hash`, &hash))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 5 {
		t.Errorf("parts %q", names)
	}
	for _, n := range names {
		f := strings.Fields(n)
		if want := strings.ToLower(f[0]); len(f) != 3 || f[1] != "#"+want || f[2] != want {
			t.Errorf("name, address and part of a tab: %q", n)
		}
	}
	if old != "plots" || hash != "#plots" {
		t.Errorf("#lengths shows %q, the tab %q", old, hash)
	}
	// a view whose sentence is not in the list begins at the list all the same
	var top float64
	if err := chromedp.Run(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+path+"#sentences?length=11-20&s=none"),
		chromedp.Evaluate(`document.querySelector(".tabs").getBoundingClientRect().top`, &top)); err != nil {
		t.Fatal(err)
	}
	if top > 100 {
		t.Errorf("the list begins %.0f pixels down", top)
	}
	if f := faults(); len(f) > 0 {
		t.Error(f)
	}
}
