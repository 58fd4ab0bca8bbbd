package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// axe-core finds the faults of a page that has some.
func TestAxe(t *testing.T) {
	if axe(t) == "" {
		t.Skip("SKIPPED: no axe-core")
	}
	ctx, _ := Start(t, 800, 600)
	if err := chromedp.Run(ctx, chromedp.Navigate("data:text/html,<html lang=en><title>x</title><main><img src=x><button></button></main>")); err != nil {
		t.Fatal(err)
	}
	found := strings.Join(findings(t, ctx), "\n")
	for _, rule := range []string{"image-alt", "button-name"} {
		if !strings.Contains(found, rule) {
			t.Errorf("no %s in %q", rule, found)
		}
	}
}
