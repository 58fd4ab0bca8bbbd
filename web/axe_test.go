package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"assay/internal/browser"
)

// axe-core finds nothing serious in any part of a report, with a drawing open, in both
// themes.
func TestReportByAxe(t *testing.T) {
	for _, path := range []string{
		page(t, "evalb", "label,length,width=5", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg"),
		page(t, "attachment", "deprel,length", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu"),
	} {
		ctx, _ := browser.Start(t, 1400, 1000)
		for _, scheme := range []string{"light", "dark"} {
			if err := chromedp.Run(ctx, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
				chromedp.Navigate("file://"+path)); err != nil {
				t.Fatal(err)
			}
			var tabs []string
			if err := chromedp.Run(ctx, chromedp.Evaluate(`[...document.querySelectorAll(".tabs a")].map(a => a.dataset.tab)`, &tabs)); err != nil {
				t.Fatal(err)
			}
			for _, tab := range tabs {
				open := ""
				if tab == "sentences" {
					open = `; document.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }))`
				}
				if err := chromedp.Run(ctx, chromedp.Evaluate(fmt.Sprintf(`document.querySelector(".tabs a[data-tab=%s]").click()%s; 0`, tab, open), nil)); err != nil {
					t.Fatal(err)
				}
				browser.Axe(t, ctx)
			}
		}
	}
}
