package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"assay/internal/browser"
	"assay/internal/shared"
)

// countWork counts the strings that the page compares or writes in lower case.
const countWork = `(() => { window.work = 0; for (const name of ["includes", "startsWith", "endsWith", "toLowerCase", "indexOf"]) { const own = ` +
	`String.prototype[name]; String.prototype[name] = function (...a) { work++; return own.apply(this, a); }; } return 0; })()`

// A search over 40,000 sentences reads no more than the words of the treebank, each once,
// and the sentences that have all pieces of the search: it does not go through the sentences.
func TestSearchIsInstant(t *testing.T) {
	shared.Long(t)
	dir := t.TempDir()
	long := func(name, path string) string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		long := filepath.Join(dir, name)
		if err := os.WriteFile(long, []byte(strings.Repeat(string(data), 40000/strings.Count(string(data), "\n"))), 0o666); err != nil {
			t.Fatal(err)
		}
		return long
	}
	path := page(t, "evalb", "label", long("gold.mrg", "../examples/craft.gold.mrg"), long("system.mrg", "../examples/craft.berkeley.mrg"))
	ctx, _ := browser.Start(t, 1200, 900)
	// the names of sentences are read once, by the first search; afterwards a search compares nothing with them
	if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate("file://"+path+"#sentences"), chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
		chromedp.Evaluate(`Sentences.select({ q: "nothing" }) && 0`, nil), chromedp.Evaluate(countWork, nil)); err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{"tag:nns", "label:PP", "kidney", "kidney sections", "label:none"} {
		var took, work float64
		found := 0
		err := chromedp.Run(ctx, chromedp.Evaluate(fmt.Sprintf(`(() => { work = 0; const t = performance.now(); history.replaceState(null, "", `+
			`"#sentences?q=%s"); dispatchEvent(new PopStateEvent("popstate")); document.getElementById("list").getBoundingClientRect(); return `+
			`performance.now() - t; })()`, strings.ReplaceAll(q, " ", "+")), &took),
			chromedp.Evaluate(`work`, &work), chromedp.Evaluate(`+document.getElementById("count").textContent.split(" ")[0]`, &found))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.0f ms, %d sentences, %.0f strings read", q, took, found, work)
		if work > 10000 || found == 40000 || found == 0 != (q == "label:none") {
			t.Errorf("%s: %d sentences after %.0f strings, want some after 10,000", q, found, work)
		}
	}
}

// The index of words finds the rows that going through all texts finds, whatever is sought:
// parts of words, several words, blanks, capitals, names of sentences; also where the first
// sentence has no words.
func TestSearchOfWords(t *testing.T) {
	dir := t.TempDir()
	gold := filepath.Join(dir, "gold.mrg")
	text := "()\n(S (X The) (X cat) (X sat))\n(S (X the) (X category) (X <b>) (X AT&T))\n(S (X ÉTÉ) (X ΟΔΟΣ) (X Σ) (X concat) (X satin))\n(S (X cat) (X " +
		"cat) (X the))\n(S (X constructor) (X x))\n"
	if err := os.WriteFile(gold, []byte(text+strings.Repeat("(S (X filler) (X word))\n", 70)+"(S (X last) (X cat))\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, _ := browser.Start(t, 1200, 900)
	for _, c := range [][2]string{{"evalb", gold}, {"attachment", "../examples/ewt.gold.conllu"}} {
		path := page(t, c[0], "length", c[1], c[1])
		// the page is read by itself here: a line of the element with the texts is a sentence
		const scan = `(() => { const t = document.getElementById("text").textContent.split("\n"), ids = Sentences.index.ids;
			const plain = q => { const want = q.toLowerCase().replace(/\s+/g, " "); return t.map((x, i) => x.toLowerCase().includes(want) || ` +
			`ids[i].toLowerCase() === want.trim() ? i : -1).filter(i => i >= 0); };
			const queries = ["cat", "CAT", " cat", "cat ", " cat ", "the cat", "e cat", "cat s", "he cat sa", "cat  cat", "at&t", "<b>", "&", "amp", "<", ` +
			`"été", "οδος", "σ", "constructor", "filler word", "r w", "  ", "7", "77", "zzz", "the zzz", "last cat", ...t.slice(0, 40).filter(x => x).map(x => ` +
			`x.slice(1, -1)), ...t.slice(0, 40).map(x => x.slice(3, 12)).filter(x => x), ids[3]];
			return queries.flatMap(q => { const got = Sentences.select({ q, order: "number" }), want = plain(q); return got.join() === want.join() ? [] : [q ` +
			`+ ": " + got + ", want " + want]; }).concat(t.length === ids.length ? [] : ["texts " + t.length]); })()`
		var wrong []string
		found := 0
		if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate("file://"+path+"#sentences"),
			chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery), chromedp.Evaluate(scan, &wrong),
			chromedp.Evaluate(`Sentences.select({ q: "the" }).length`, &found)); err != nil {
			t.Fatal(err)
		}
		for _, w := range wrong {
			t.Errorf("%s: %s", c[1], w)
		}
		if found < 2 {
			t.Errorf("%s: %d sentences with the", c[1], found)
		}
	}
}
