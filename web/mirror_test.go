package web_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/internal/browser"
)

// Sentences that are read from the right are drawn from the right: arcs in one line and in several, trees, and with a
// word of another script. Texts are not mirrored, labels are in the picture, and lines follow one another downwards.
func TestDrawnFromTheRight(t *testing.T) {
	dir := t.TempDir()
	words := strings.Fields("برلين ترفض حصول شركة اميركية على رخصة تصنيع دبابة USB المانية الصنع في مصنع جديد قرب العاصمة قبل نهاية العام")
	dependencies := func(head func(i int) int) string {
		var out strings.Builder
		for i, w := range words {
			rel := "nmod"
			if head(i) == 0 {
				rel = "root"
			}
			out.WriteString(strings.Join([]string{strconv.Itoa(i + 1), w, w, "X", "_", "_", strconv.Itoa(head(i)), rel, "_", "_"}, "\t") + "\n")
		}
		return out.String() + "\n"
	}
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	arcs := page(t, "attachment", "deprel", write("gold.conllu", dependencies(func(i int) int { return i })),
		write("system.conllu", dependencies(func(i int) int {
			if i%4 == 3 {
				return max(1, i-1)
			}
			return i
		})))
	trees := page(t, "evalb", "label", write("gold.mrg", `(S (NP (N ילד)) (VP (V אכל) (NP (N תפוח) (ADJ אדום))))`+"\n"),
		write("system.mrg", `(S (NP (N ילד) (V אכל)) (NP (N תפוח) (ADJ אדום)))`+"\n"))
	for _, tc := range []struct {
		path         string
		width, lines int // at least
	}{{arcs, 1400, 1}, {arcs, 700, 2}, {trees, 1400, 1}, {trees, 390, 1}} {
		ctx, faults := browser.Start(t, 1400, 1000)
		var got struct {
			Lines, Words int
			Wrong        []string
		}
		err := chromedp.Run(ctx, chromedp.EmulateViewport(int64(tc.width), 900), chromedp.Navigate("file://"+tc.path+"#sentences?s=1"),
			chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery),
			chromedp.Evaluate(`(() => { const svg = document.querySelector("#list .drawing svg"), box = svg.getBoundingClientRect(), wrong = [], of = e => `+
				`e.getBoundingClientRect(), texts = [...svg.querySelectorAll("text")], words = texts.filter(e => e.classList.contains("word"));
				for (const e of texts) if (e.hasAttribute("transform") || of(e).left < box.left - 1 || of(e).right > box.right + 1) wrong.push(e.textContent + " `+
				`is mirrored or outside");
				const all = Sentences.words(0);
				if (words.map(e => e.textContent).join(" ") !== all.join(" ")) wrong.push("words: " + words.map(e => e.textContent).join(" "));
				let lines = 1;
				words.slice(1).forEach((e, k) => { const a = of(words[k]), b = of(e); if (b.top > a.bottom) lines++; else if (b.right > a.left + 1) `+
				`wrong.push(e.textContent + " is not to the left of " + words[k].textContent); });
				const cell = document.querySelector("#list td.text"), sentence = document.createRange(), edge = of(cell).right - `+
				`parseFloat(getComputedStyle(cell).paddingRight);
				sentence.selectNodeContents(cell.querySelector("span"));
				const tops = {};
				for (const r of sentence.getClientRects()) if (r.width) tops[Math.round(r.top)] = Math.max(tops[Math.round(r.top)] || 0, r.right);
				for (const [top, right] of Object.entries(tops)) if (Math.abs(right - edge) > 6) wrong.push("the line of the list at " + top + " ends " + (edge `+
				`- right) + " from the right");
				return { Lines: lines, Words: words.length, Wrong: wrong }; })()`, &got))
		if err != nil {
			t.Fatal(err)
		}
		if got.Lines < tc.lines || got.Words < 4 || len(got.Wrong) > 0 {
			t.Errorf("%s at %d px: %+v", filepath.Base(tc.path), tc.width, got)
		}
		browser.Tidy(t, ctx)
		if f := faults(); len(f) > 0 {
			t.Error(strings.Join(f, "\n"))
		}
	}
}
