package web_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"assay/internal/browser"
	"assay/internal/shared"
)

// A report of semantic roles draws them: a predicate to a row, roles of the system alone below. Sentence 40 has one role too many in the system's file.
func TestRolesAreDrawn(t *testing.T) {
	at := func(name string) string { return shared.Path(t, "cases", "graphs", "06-srl", name) }
	path := page(t, "srl", "length", at("gold.conll09"), at("sys.conll09"))
	ctx, faults := browser.Start(t, 1400, 1000)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	var below, above []string
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#sentences?s=40"), chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery),
		chromedp.Evaluate(`[...document.querySelectorAll("#list .drawing svg text.rel.extra")].map(e => e.textContent)`, &below),
		chromedp.Evaluate(`[...document.querySelectorAll("#list .drawing svg text.rel.agree, #list .drawing svg text.caption")].map(e => `+
			`e.textContent).sort()`, &above))
	if err != nil {
		t.Fatal(err)
	}
	if len(below) == 0 || slices.ContainsFunc(below, func(label string) bool { return label != "+AM-ADV" }) {
		t.Errorf("of the system alone: %q, want +AM-ADV", below)
	}
	if got := strings.Join(above, " "); !strings.Contains(got, "chant.01") || !strings.Contains(got, "kill.01") || !strings.Contains(got, "A0") ||
		!strings.Contains(got, "AM-LOC") {
		t.Errorf("of both sides: %s", got)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
