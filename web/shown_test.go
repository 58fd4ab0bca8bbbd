package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/internal/browser"
	"assay/internal/shared"
)

// textsOf opens a view of a page and returns texts of it.
func textsOf(t *testing.T, path, view, script string) (texts []string) {
	t.Helper()
	ctx, faults := browser.Start(t, 1400, 1000)
	if err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+view), chromedp.Evaluate(script, &texts)); err != nil {
		t.Fatal(err)
	}
	if f := faults(); len(f) > 0 {
		t.Error(f)
	}
	return texts
}

// The meaning of underlines is said where words are underlined, and not for graphs.
func TestUnderlinesAreExplained(t *testing.T) {
	const small = `[...document.querySelectorAll("#worst thead small")].map(e => e.textContent)`
	amr := textsOf(t, page(t, "smatch", "length", "../examples/amr/gold.amr", "../examples/amr/parser-a.amr"), "", small)
	trees := textsOf(t, page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.berkeley.mrg"), "", small)
	if len(amr) != 0 || len(trees) != 1 {
		t.Errorf("of graphs %q, of trees %q", amr, trees)
	}
}

// A failed parse is no analysis, in the list and in its filter; a system of which nothing is
// scored has no confusions; heads of systems whose names begin alike are whole.
func TestSystemsWithoutAnalyses(t *testing.T) {
	dir := t.TempDir()
	gold, system := filepath.Join(dir, "gold.mrg"), filepath.Join(dir, "a-system-with-a-long-name-(strict).mrg")
	for path, text := range map[string]string{gold: "(S (A (X a) (X b)) (X c))\n(S (X d) (X e))\n", system: "(())\n(())\n"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	path := page(t, "evalb", "label", gold, system)
	if got := textsOf(t, path, "#errors", `[...document.querySelectorAll(".confusions *")].map(e => e.textContent)`); len(got) > 0 {
		t.Errorf("confusions of a system without scores: %q", got)
	}
	got := textsOf(t, path, "#sentences?show=missing&order=number",
		`[...document.querySelectorAll("#list tbody tr")].map(r => r.cells[3].textContent).concat([...document.querySelectorAll("#list thead `+
			`th")].filter(e => e.scrollWidth > e.clientWidth).map(e => "cut: " + e.textContent))`)
	if s := strings.Join(got, "|"); s != "no analysis|no analysis" {
		t.Errorf("%q", s)
	}
}

// A failed parse stops no drawing, and the words of both sides are drawn where they differ.
func TestSidesWithOtherWords(t *testing.T) {
	dir := t.TempDir()
	gold, system := filepath.Join(dir, "gold.mrg"), filepath.Join(dir, "system.mrg")
	for path, text := range map[string]string{gold: "(S (A (X a) (X b)) (X c))\n(S (X d) (X e))\n(S (X f) (X g))\n",
		system: "(())\n(S (X d) (X z))\n(S (X f) (X g))\n"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	path := page(t, "evalb", "label", gold, system)
	for sentence, words := range map[string]string{"1": "a b c", "2": "d e ≠z", "3": "f g"} {
		drawn := textsOf(t, path, "#sentences?s="+sentence, `[...document.querySelectorAll("#list .drawing svg text")].map(e => e.textContent)`)
		for word := range strings.FieldsSeq(words) {
			if !slices.Contains(drawn, word) {
				t.Errorf("sentence %s: no %q in %q", sentence, word, drawn)
			}
		}
	}
}

// Edges of one side have its sign. A graph that is drawn alone has its words.
func TestNodesAndEdgesAreNamed(t *testing.T) {
	lpps := shared.Path(t, "data", "sem-lpps")
	const texts = `[...document.querySelectorAll("#list .drawing svg text")].map(e => e.textContent)`
	edges := strings.Join(textsOf(t, page(t, "edm", "class", filepath.Join(lpps, "gold.eds.mrp"), filepath.Join(lpps, "peking.eds.mrp")),
		"#sentences?s=111310", texts), " ")
	if !strings.Contains(edges, "−ARG1") || !strings.Contains(edges, "+ARG2") {
		t.Errorf("edges of %s", edges)
	}
	// sentence 112190 has no graph in the system
	nodes := strings.Join(textsOf(t, page(t, "mrp", "length", filepath.Join(lpps, "gold.ucca.mrp"), filepath.Join(lpps, "ufal-oslo.ucca.mrp")),
		"#sentences?s=112190", texts), " ")
	for _, word := range []string{"eighth", "merchant", "water"} {
		if !strings.Contains(nodes, word) {
			t.Errorf("no %s in %s", word, nodes)
		}
	}
}

// Many systems: small cards, four or more beside one another; names on the ladder have a rim
// that keeps lines off; the sentences in words say who leads and how many pairs differ, as the
// matrix of the score does.
func TestManySystems(t *testing.T) {
	dir := t.TempDir()
	worse, err := os.ReadFile("../examples/craft.bllip-5.mrg")
	if err != nil {
		t.Fatal(err)
	}
	flat := filepath.Join(dir, "flat.mrg")
	if err := os.WriteFile(flat, []byte(strings.ReplaceAll(string(worse), "(PP", "(XP")), 0o666); err != nil {
		t.Fatal(err)
	}
	samples = 9999 // with less none of so many tests finds a difference
	t.Cleanup(func() { samples = 99 })
	path := page(t, "evalb", "label", "../examples/craft.gold.mrg", flat, "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg",
		"../examples/craft.bllip-5.mrg", "../examples/craft.gold.mrg")
	looks := textsOf(t, path, "", `[getComputedStyle(document.querySelector(".card .big")).fontSize, `+
		`String([...document.querySelectorAll(".card")].filter(c => c.offsetTop === document.querySelector(".card").offsetTop).length > 3),
		String([...document.querySelectorAll(".ladder text.halo")].length >= 10 && [...document.querySelectorAll(".ladder text.halo")].every(e => { const `+
		`s = getComputedStyle(e); return s.paintOrder.startsWith("stroke") && parseFloat(s.strokeWidth) >= 3 && s.stroke === `+
		`getComputedStyle(document.body).backgroundColor; }))]`)
	if s := strings.Join(looks, " "); s != "28px true true" {
		t.Errorf("size of scores, cards beside one another, rims: %s", s)
	}
	words := textsOf(t, path, "#differences", `[...document.querySelectorAll("[aria-labelledby=h-words] p")].map(e => e.textContent)`)
	matrix := textsOf(t, path, "#differences", `(f => [...f.tBodies[0].rows].flatMap(r => [r.cells[0].textContent + " " + r.cells[1].textContent, `+
		`...[...r.cells].slice(2).filter(c => /\bs[123]\b/.test(c.className)).map(() => "differs")]))([...document.querySelectorAll(".matrices `+
		`figure")].find(f => f.querySelector("figcaption").textContent === "evalb: F1").querySelector("table"))`)
	best, value, differ := "", -1.0, 0
	for _, cell := range matrix {
		name, number, _ := strings.Cut(cell, " ")
		if cell == "differs" {
			differ++
		} else if v, err := strconv.ParseFloat(number, 64); err == nil && v > value {
			best, value = name, v
		}
	}
	differ /= 2 // each pair has two cells
	all := strings.Join(words, "\n")
	for _, want := range []string{"^" + regexp.QuoteMeta(best) + " beats craft.bllip-20 by ", "and 3 others by ", strconv.Itoa(differ) +
		" of 10 pairs of systems differ significantly"} {
		if !regexp.MustCompile(want).MatchString(all) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
	unclear := 0
	for _, m := range regexp.MustCompile(`and between (\d+) more pairs|\bF1, p `).FindAllStringSubmatch(strings.Join(words[1:], "\n"), -1) {
		if n, err := strconv.Atoi(m[1]); err == nil {
			unclear += n
		} else {
			unclear++
		}
	}
	if best != "craft.gold" || unclear != 10-differ || len(words) != 3 {
		t.Errorf("%s leads, %d pairs of 10 differ, %d do not:\n%s", best, differ, unclear, all)
	}
}

// The number under a label is that of gold, whatever the systems have and however many they
// are; bins of fewer than ten sentences are joined with the next.
func TestSizesAndBinsOfPlots(t *testing.T) {
	gold := "(S (A (X a) (X b)) (X c))\n"
	system := "(S (B (X a) (X b)) (B (X c)))\n"
	p := built(t, "evalb", "label", gold, system, gold)
	for _, want := range []string{"<title>A: 1 in gold</title>", "<title>S: 1 in gold</title>", "<title>B: 0 in gold</title>"} {
		if !strings.Contains(p.Plots[0].SVG, want) {
			t.Errorf("no %s in %s", want, p.Plots[0].SVG)
		}
	}
	sentence := func(words, times int) string {
		return strings.Repeat("(S"+strings.Repeat(" (X a)", words)+")\n", times)
	}
	gold = sentence(5, 9) + sentence(15, 4) + sentence(25, 12)
	if got := places(built(t, "evalb", "length", gold, gold).Plots[0].SVG); got != "1-20 21-30" {
		t.Errorf("bins %q, want 1-20 21-30", got)
	}
	plot := built(t, "evalb", "length", gold, gold).Plots[0].SVG
	if n := regexp.MustCompile(`\b(\d+) (?:in gold|sentences)`).FindAllStringSubmatch(plot, -1); len(n) == 0 || n[0][1] != "13" {
		t.Errorf("the first bin has not the 9 and 4 sentences of both: %q", n)
	}
}

// Sides that split the text differently are one drawing: each arc of both sides once, the split word bracketed, in the
// page as in files.
func TestSplitWordsInThePage(t *testing.T) {
	dir := t.TempDir()
	gold, system := filepath.Join(dir, "gold.conllu"), filepath.Join(dir, "system.conllu")
	row := func(i, word, tag, head, rel string) string {
		return strings.Join([]string{i, word, "_", tag, "_", "_", head, rel, "_", "_"}, "\t") + "\n"
	}
	for path, text := range map[string]string{
		gold: row("1", "I", "PRON", "4", "nsubj") + row("2", "do", "AUX", "4", "aux") + row("3", "n't", "PART", "4", "advmod") +
			row("4", "know", "VERB", "0", "root") + "\n",
		system: row("1", "I", "PRON", "3", "nsubj") + row("2", "don't", "AUX", "3", "aux") + row("3", "know", "VERB", "0", "root") + "\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const drawn = `[...document.querySelectorAll("#list .drawing svg text")].map(e => e.textContent).concat("svg " + document.querySelectorAll("#list ` +
		`.drawing svg[role=img]").length, "brackets " + document.querySelectorAll("#list .drawing svg[role=img] path.extra:not(.head)").length)`
	got := textsOf(t, page(t, "ud", "length", gold, system), "#sentences?s=1", drawn)
	slices.Sort(got)
	want := []string{"+aux", "I", "brackets 2", "do", "know", "n't", "nsubj", "root", "svg 1", "−advmod", "−aux"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
