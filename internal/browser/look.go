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

// Accessible checks what tools such as axe check first: a language, a title and
// one main part; names of controls, regions and drawings; names of parts that
// differ; headings in order; references that lead somewhere; what scrolls can be
// reached by keys; contrast of text.
func Accessible(t *testing.T, ctx context.Context) {
	t.Helper()
	look(t, ctx, "accessibility", accessible)
}

// Tidy checks drawings: no text lies on another, none is cut.
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
