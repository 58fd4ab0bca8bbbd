package web_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"assay/check/suspects"
	"assay/eval"
	"assay/internal/browser"
	"assay/study"
	"assay/web"
)

// written builds the page of a report and returns its file.
func written(t *testing.T, request web.Request) string {
	t.Helper()
	page, err := web.Build(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := page.Write(&text); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// On paper there are the first 40 of many suspects, and a line says so.
func TestFewSuspectsOnPaper(t *testing.T) {
	request := web.Request{Study: prepared(t, study.Options{Metric: "attachment", NoTests: true}, "../examples/ewt.gold.conllu",
		"../examples/ewt.udpipe-swap.conllu"), Precision: 2, Sentences: true}
	request.Suspects = func([]*eval.Result) (list []*suspects.Suspect, err error) {
		for range 50 {
			list = append(list, &suspects.Suspect{ID: "1", Words: "fox", Gold: "NN", Proposed: "VB"})
		}
		return list, nil
	}
	path := written(t, request)
	ctx, _ := browser.Start(t, 1400, 1000)
	const seen = `[[...document.querySelectorAll(".suspects tbody tr")].filter(r => r.checkVisibility()).length, document.querySelector("#suspects ` +
		`p.print").checkVisibility() ? document.querySelector("#suspects p.print").textContent : ""].join(" ")`
	var screen, paper string
	if err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#suspects"), chromedp.Evaluate(seen, &screen),
		emulation.SetEmulatedMedia().WithMedia("print"), chromedp.Evaluate(seen, &paper)); err != nil {
		t.Fatal(err)
	}
	if screen != "50 " || paper != "40 Printed: the 40 most probable of 50; the page has all." {
		t.Errorf("on screen %q, on paper %q", screen, paper)
	}
}

// A suspect is shown in its sentence, and the sentence that the evidence names is a link. axe-core
// finds nothing.
func TestSuspectsInBrowser(t *testing.T) {
	request := web.Request{Study: prepared(t, study.Options{Metric: "attachment", NoTests: true}, "../examples/ewt.gold.conllu",
		"../examples/ewt.udpipe-swap.conllu"), Precision: 2, Sentences: true}
	request.Suspects = func([]*eval.Result) ([]*suspects.Suspect, error) {
		return []*suspects.Suspect{{ID: "1", Words: "fox", Before: "the quick", After: "jumps", Gold: "NN", Proposed: "VB",
			Evidence: []string{"the same words: VB twice (as in sentence 2), NN once"}, Like: []string{"2"}}}, nil
	}
	path := written(t, request)
	ctx, _ := browser.Start(t, 1400, 1000)
	var words, href, linked string
	if err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#suspects"),
		chromedp.Text(`.suspects tbody td[dir]`, &words), chromedp.AttributeValue(`.suspects tbody td:last-child a`, "href", &href, nil),
		chromedp.Text(`.suspects tbody td:last-child a`, &linked)); err != nil {
		t.Fatal(err)
	}
	if words != "the quick fox jumps" || href != "#sentences?s=2" || linked != "sentence 2" {
		t.Errorf("words %q, link %q to %q", words, linked, href)
	}
	browser.Axe(t, ctx)
}
