package web_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/internal/browser"
	"assay/study"
	"assay/web"
)

// The score of the first screen is chosen by keys: cards, words and the line of systems are its own, as the tables
// have them; the address holds it, links keep it, and the page says which score the other parts are about.
func TestScoreIsChosen(t *testing.T) {
	gold, systems := "../examples/ewt.gold.conllu", []string{"../examples/ewt.udpipe-swap.conllu", "../examples/ewt.udpipe-projective.conllu"}
	path := page(t, "ud", "length", gold, systems...)
	s := prepared(t, study.Options{Metric: "ud"}, gold, systems...)
	built, err := web.Build(context.Background(), web.Request{Study: s, Precision: 2})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(built.Others, func(v web.ScoreView) bool { return v.Name == "mlas_f1" })
	if at < 0 || len(built.Others[at].Cards) != 2 || built.Others[at].Ladder == nil {
		t.Fatalf("views %+v", built.Others)
	}
	ctx, faults := browser.Start(t, 1400, 1000)
	const seen = `[[...document.querySelectorAll(".cards:not([hidden]) .card")].map(c => c.dataset.system + " " + ` +
		`c.querySelector(".big").innerText).join(", "), document.querySelector("p.lead").innerText.split(".")[0], ` +
		`document.querySelectorAll(".ladder").length, [...document.querySelectorAll(".ladder")].filter(e => e.checkVisibility()).length, ` +
		`document.getElementById("about").checkVisibility(), location.hash].join("; ")`
	var before, chosen, link, again, back string
	err = chromedp.Run(ctx, chromedp.Navigate("file://"+path), chromedp.Evaluate(seen, &before),
		chromedp.Focus("#score", chromedp.ByQuery), chromedp.KeyEvent("ML"), chromedp.Poll(`location.hash.includes("score=mlas_f1")`, nil),
		chromedp.Evaluate(seen, &chosen),
		chromedp.Click(`.tabs a[data-tab=sentences]`, chromedp.ByQuery), chromedp.Evaluate(`location.hash`, &link),
		chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+path+"#scores?score=mlas_f1"), chromedp.Evaluate(seen, &again),
		chromedp.Evaluate(`(s => { s.value = s.options[0].value; s.dispatchEvent(new Event("change")); })(document.getElementById("score"))`, nil),
		chromedp.Evaluate(seen, &back))
	if err != nil {
		t.Fatal(err)
	}
	var cards []string
	for _, c := range built.Others[at].Cards {
		cards = append(cards, c.Name+" "+c.Value+" MLAS F1")
	}
	want := strings.Join(cards, ", ") + "; 100 sentences, MLAS F1 of ud; "
	if !strings.HasPrefix(chosen, want) || !strings.HasSuffix(chosen, "; 1; true; #scores?score=mlas_f1") || again != chosen ||
		link != "#sentences?score=mlas_f1" {
		t.Errorf("chosen %q, in a new tab %q, want %q...; the link leads to %q", chosen, again, want, link)
	}
	if !strings.Contains(before, " LAS F1 of ud; ") || !strings.Contains(before, "; 1; false; ") || strings.TrimSuffix(back, "#scores") != before {
		t.Errorf("before %q, after the way back %q", before, back)
	}
	looksWell(t, ctx)
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
