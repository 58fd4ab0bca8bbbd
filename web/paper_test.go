package web_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/internal/browser"
)

// A figure is copied with its sentence, its signature, the command and the address: of a
// card by mouse, of a table by keys. Where there is no clipboard the page shows the text.
func TestValuesAreCopied(t *testing.T) {
	path := page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg")
	ctx, faults := browser.Start(t, 1400, 1000)
	const clipboard = `Object.defineProperty(navigator, "clipboard", { value: { writeText: async text => { window.copied = text; } }, configurable: true }); 0`
	var card, cell, want, status, shown string
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#differences"), chromedp.Evaluate(clipboard, nil),
		chromedp.Click(".card .copy", chromedp.ByQuery), chromedp.Poll(`window.copied`, &card), chromedp.Evaluate(`window.copied = ""; 0`, nil),
		chromedp.Focus(`[aria-label^="copy a value: differences"]`, chromedp.ByQuery), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Tab),
		chromedp.Evaluate(`document.querySelectorAll(".matrix.picking td[role=button]")[1].focus()`, nil),
		chromedp.Evaluate(`(c => { const r = c.closest("tr"), t = c.closest("table"); return r.cells[0].textContent + ", " + `+
			`t.tHead.rows[0].cells[c.cellIndex].textContent + ": " + c.innerText.replace(/\s+/g, " ").replace(/−/g, "-").trim(); })(document.activeElement)`, &want),
		chromedp.KeyEvent(kb.Enter), chromedp.Poll(`window.copied`, &cell),
		chromedp.Evaluate(`document.querySelector(".matrices .take [role=status]").textContent`, &status),
		chromedp.Evaluate(`Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }); document.querySelector(".card `+
			`.copy").click(); 0`, nil),
		chromedp.Poll(`document.querySelector(".card .take pre")`, nil), chromedp.Text(".card .take pre", &shown, chromedp.ByQuery))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"card": card, "cell": cell, "page": shown} {
		lines := strings.Split(strings.TrimSpace(text), "\n")
		if len(lines) != 5 || lines[1] != "200 sentences, F1 of evalb; systems are compared over 159 sentences." ||
			!strings.HasPrefix(lines[2], "evalb|") || lines[3] != "assay report 'a b.mrg' -o report.html" ||
			!strings.HasPrefix(lines[4], "file:///") || !strings.HasSuffix(lines[4], "#differences") {
			t.Errorf("%s: %q", name, lines)
		}
	}
	if !regexp.MustCompile(`^craft\.\S+, F1: \d\d\.\d\d(, 95 % interval \d\d\.\d to \d\d\.\d)?, \d\d\.\d\d over the 159 sentences that all are scored ` +
		`on, \d+ of 200 scored`).MatchString(card) {
		t.Errorf("of the card: %q", card)
	}
	if first, _, _ := strings.Cut(cell, "\n"); first != want || status != "copied: "+want {
		t.Errorf("of the cell: %q, the page says %q, want %q", first, status, want)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// The export for a paper has scores, differences, causes, a sentence at the width of a column and the entry of a
// bibliography; its groups and environments are closed. The page has the hashes of its files.
func TestPaper(t *testing.T) {
	gold, one, two := "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg"
	for _, tc := range []struct {
		path   string
		floats int
	}{{page(t, "evalb", "label", gold, one, two), 4}, {page(t, "attachment", "deprel", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu"), 3}} {
		ctx, faults := browser.Start(t, 1400, 1000)
		var files []struct{ Name, Data string }
		var sums []string
		err := chromedp.Run(ctx, chromedp.Navigate("file://"+tc.path+"#cite"), chromedp.Evaluate(offered, nil),
			chromedp.Click("#paper", chromedp.ByQuery), chromedp.Focus("#savebib", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter),
			chromedp.Poll(`files.length === 2`, nil), chromedp.Evaluate(`files`, &files),
			chromedp.Evaluate(`[...document.querySelectorAll(".inputs code")].map(e => e.textContent)`, &sums))
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]string{}
		for _, f := range files {
			data, err := base64.StdEncoding.DecodeString(f.Data)
			if err != nil {
				t.Fatal(err)
			}
			texts[f.Name] = string(data)
		}
		tex := texts["report.tex"]
		var body strings.Builder
		for line := range strings.Lines(tex) {
			if !strings.HasPrefix(line, "%") {
				body.WriteString(line)
			}
		}
		plain := regexp.MustCompile(`\\.`).ReplaceAllString(body.String(), "")
		for _, environment := range []string{"table", "figure", "tabular", "tikzpicture", "adjustbox"} {
			if open, closed := strings.Count(tex, `\begin{`+environment+"}"), strings.Count(tex, `\end{`+environment+"}"); open != closed {
				t.Errorf("%s: %d begin, %d end", environment, open, closed)
			}
		}
		if strings.Count(plain, "{") != strings.Count(plain, "}") || strings.Count(plain, "$")%2 != 0 ||
			regexp.MustCompile(`undefined|NaN|null|[^\\]%`).MatchString(body.String()) {
			t.Errorf("groups or values: %s", body.String())
		}
		if n := strings.Count(tex, `\caption{`); n != tc.floats || strings.Count(tex, `\begin{tikzpicture}`) < 4 || !strings.Contains(tex, `\toprule`) ||
			!strings.Contains(tex, "% @misc{assay,") || !strings.Contains(tex, "Sentence ") {
			t.Errorf("%d floats, want %d:\n%.3000s", n, tc.floats, tex)
		}
		if bib := texts["assay.bib"]; !strings.HasPrefix(bib, "@misc{assay,\n") || strings.Count(bib, "{") != strings.Count(bib, "}") ||
			!strings.Contains(bib, "version test") {
			t.Errorf("entry %q", bib)
		}
		if tc.floats == 4 {
			for i, path := range []string{gold, one, two} {
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if want := fmt.Sprintf("%x", sha256.Sum256(data)); i >= len(sums) || sums[i] != want {
					t.Errorf("%s: hashes %q, want %s", path, sums, want)
				}
			}
		}
		if f := faults(); len(f) > 0 {
			t.Error(strings.Join(f, "\n"))
		}
	}
}
