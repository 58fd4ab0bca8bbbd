package browser

import (
	"context"
	_ "embed"
	"testing"

	"github.com/chromedp/chromedp"
)

//go:embed accessible.js
var accessible string

//go:embed tidy.js
var tidy string

// Accessible checks the points that tools such as axe check first: a language, a
// title and one main part; names of controls, regions and drawings; different
// names for different parts; headings in order; references with a target; keyboard
// access to scrolling areas; contrast of text.
func Accessible(t *testing.T, ctx context.Context) {
	t.Helper()
	look(t, ctx, "accessibility", accessible)
}

// Tidy checks drawings: no text overlaps another, none is cut.
func Tidy(t *testing.T, ctx context.Context) { t.Helper(); look(t, ctx, "drawing", tidy) }

func look(t *testing.T, ctx context.Context, what, script string) {
	t.Helper()
	var found []string
	if err := chromedp.Run(ctx, chromedp.Evaluate(script, &found)); err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Errorf("%s: %s", what, f)
	}
}
