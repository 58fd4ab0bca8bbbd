package web_test

import (
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/internal/browser"
)

// The matrix of differences is saved as CSV by mouse, as LaTeX and Markdown by keys, as it is shown; the page names
// sentences, score and measure before its signature.
func TestTablesAreTakenAway(t *testing.T) {
	path := page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg")
	ctx, faults := browser.Start(t, 1400, 1000)
	var files []struct{ Name, Data string }
	var shown [][]string
	var said string
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#differences"), chromedp.WaitVisible(".matrix", chromedp.ByQuery), chromedp.Evaluate(offered, nil),
		chromedp.Text("p.lead b", &said, chromedp.ByQuery),
		chromedp.Evaluate(`[...document.querySelector(".matrix").rows].map(r => [...r.cells].map(c => c.innerText.replace(/\s+/g, " ").replace(/−/g, `+
			`"-").trim()))`, &shown),
		chromedp.Click(".matrices .take button", chromedp.ByQuery), chromedp.Poll(`files.length === 1`, nil),
		chromedp.Focus(".matrices .take button:nth-of-type(2)", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter), chromedp.Poll(`files.length === 2`, nil),
		chromedp.Focus(".matrices .take button:nth-of-type(3)", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter), chromedp.Poll(`files.length === 3`, nil),
		chromedp.Evaluate(`files`, &files))
	if err != nil {
		t.Fatal(err)
	}
	if said != "200 sentences, F1 of evalb; systems are compared over 159 sentences." {
		t.Errorf("the page says %q", said)
	}
	for i, f := range files {
		data, err := base64.StdEncoding.DecodeString(f.Data)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if want := []string{".csv", ".tex", ".md"}[i]; !strings.HasSuffix(f.Name, want) {
			t.Errorf("%s, want %s", f.Name, want)
		}
		if i == 0 {
			rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
			if err != nil || len(rows) != len(shown) || len(rows) != 3 {
				t.Fatalf("%d rows of %d: %v", len(rows), len(shown), err)
			}
			for r := range rows {
				if strings.Join(rows[r], "|") != strings.Join(shown[r], "|") {
					t.Errorf("%q, the page shows %q", rows[r], shown[r])
				}
			}
			continue
		}
		for _, row := range shown {
			if !strings.Contains(text, row[0]) || !strings.Contains(text, row[1]) {
				t.Errorf("%s has no %q:\n%s", f.Name, row[:2], text)
			}
		}
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// The heading of confusions has their number, the diagonal is hatched and explained, names are whole, and
// they are on paper too.
func TestConfusionsSayWhatTheyShow(t *testing.T) {
	path := page(t, "attachment", "deprel", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu")
	ctx, _ := browser.Start(t, 1400, 1000)
	var head, note string
	var errors, hatched, same, cut int
	var printed bool
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#errors"), chromedp.WaitVisible(".heat a", chromedp.ByQuery),
		chromedp.Text(".confusions h3", &head, chromedp.ByQuery), chromedp.Text(".confusions .note", &note, chromedp.ByQuery),
		chromedp.Evaluate(`Array.from({ length: Sentences.n }, (_, i) => Sentences.pairs(0, i).length).reduce((a, b) => a + b, 0)`, &errors),
		chromedp.Evaluate(`document.querySelectorAll(".heat td.same").length`, &same),
		chromedp.Evaluate(`[...document.querySelectorAll(".heat td.same")].filter(e => getComputedStyle(e).backgroundImage.includes("repeating")).length`, &hatched),
		chromedp.Evaluate(`[...document.querySelectorAll(".heat th[scope=col] span")].filter(e => e.textContent !== "missed" && `+
			`!Sentences.index.labels.includes(e.textContent) || e.scrollHeight > e.clientHeight + 1).length`, &cut),
		chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+path), chromedp.Evaluate(`dispatchEvent(new Event("beforeprint")); 0`, nil),
		emulation.SetEmulatedMedia().WithMedia("print"), chromedp.Evaluate(`document.querySelector(".heat").checkVisibility()`, &printed))
	if err != nil {
		t.Fatal(err)
	}
	if head != fmt.Sprintf("Confusions (%d)", errors) || same == 0 || hatched != same || !strings.Contains(note, "Hatched: right label") || cut != 0 || !printed {
		t.Errorf("%q of %d errors, %d of %d hatched, %d names cut, on paper %t; %q", head, errors, hatched, same, cut, printed, note)
	}
}
