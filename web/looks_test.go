package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assay/internal/browser"
	"assay/internal/shared"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// A window of 380 px shows all systems on the line of scores, the best too, and names of
// tabs are not broken. On paper shades stay with the light text on them, and the
// identifiers of sentences are not broken.
func TestNarrowAndPaper(t *testing.T) {
	path := page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.berkeley.mrg", "../examples/craft.bllip-20.mrg",
		"../examples/craft.bllip-5.mrg")
	ctx, _ := browser.Start(t, 1400, 1000)
	var names, outside, tabs, paper []string
	var shades int
	err := chromedp.Run(ctx, chromedp.EmulateViewport(380, 800), chromedp.Navigate("file://"+path),
		chromedp.Evaluate(`[...document.querySelectorAll(".ladder text")].filter(e => /craft/.test(e.textContent) && e.checkVisibility()).map(e => `+
			`e.textContent)`, &names),
		chromedp.Evaluate(`[...document.querySelectorAll(".ladder text")].filter(e => { const r = e.getBoundingClientRect(); return r.left < 0 || r.right `+
			`> 380; }).map(e => e.textContent)`, &outside),
		chromedp.Evaluate(`[...document.querySelectorAll(".tabs a")].filter(e => { const r = document.createRange(); r.selectNodeContents(e); return new `+
			`Set([...r.getClientRects()].map(c => Math.round(c.bottom / 8))).size > 1; }).map(e => e.textContent)`, &tabs),
		chromedp.EmulateViewport(718, 1000), emulation.SetEmulatedMedia().WithMedia("print"),
		chromedp.Evaluate(`document.querySelectorAll(".matrix .s3").length`, &shades),
		chromedp.Evaluate(`[...document.querySelectorAll(".matrix .s3")].filter(e => getComputedStyle(e).printColorAdjust !== "exact").concat(
			[...document.querySelectorAll("#worst .id")].filter(e => { const r = document.createRange(); r.selectNodeContents(e); return `+
			`r.getClientRects().length > 1; })).map(e => e.outerHTML.slice(0, 80))`, &paper))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 3 || len(outside) > 0 {
		t.Errorf("names on the line %q, outside of the window %q", names, outside)
	}
	if len(tabs) > 0 {
		t.Errorf("tabs of two lines: %q", tabs)
	}
	if shades == 0 || len(paper) > 0 {
		t.Errorf("%d dark cells; on paper without shade, or broken: %q", shades, paper)
	}
}

// Graphs of UCCA are trees over one row of words, with the categories of both sides.
func TestUnitsAreOverTheirWords(t *testing.T) {
	gold, system := shared.Path(t, "data", "sem-lpps", "gold.ucca.mrp"), shared.Path(t, "data", "sem-lpps", "ufal-oslo.ucca.mrp")
	path := page(t, "mrp", "length", gold, system)
	const texts = `const all = [...document.querySelectorAll("#list .drawing svg text")].map(e => [e.classList.contains("word"), +e.getAttribute("x"), ` +
		`+e.getAttribute("y"), e.textContent]).sort((a, b) => a[1] - b[1]); const row = all.filter(a => a[0]); [row.map(a => a[3]).join(" "), "rows " + new ` +
		`Set(row.map(a => a[2])).size, "above " + all.filter(a => a[2] < row[0][2] && /\bA\b/.test(a[3]) && !/remote/.test(a[3])).length]`
	got := textsOf(t, path, "#sentences?s=103610", texts)
	// gold has five participants: I, you, a railing, and two units of the second scene
	if want := "I will draw you a railing to put around your flower .|rows 1|above 5"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A system without a single score has no bar and no plot, and is not said to have no errors.
func TestReportOfEmptySystem(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.mrg")
	if err := os.WriteFile(empty, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(page(t, "evalb", "label", "../examples/craft.gold.mrg", empty))
	if err != nil {
		t.Fatal(err)
	}
	html, _, _ := strings.Cut(string(data), `<section id="sentences"`)
	if strings.Contains(html, "<svg class=\"chart\"") || strings.Contains(html, "No errors.") || !strings.Contains(html, "No sentence was scored.") {
		t.Error("the page of an empty system has a bar, a plot or says that there are no errors")
	}
}

// In trees with gaps no label lies on another, and none on a line to a word or a phrase beside it.
func TestGapsAreReadable(t *testing.T) {
	dir := shared.Path(t, "data", "const-discont-nl")
	for _, files := range [][]string{
		{"../examples/discontinuous/gold.discbracket", "../examples/discontinuous/parser-a.discbracket", "../examples/discontinuous/parser-b.discbracket"},
		{filepath.Join(dir, "gold.discbracket"), filepath.Join(dir, "berkeley-A.discbracket")},
	} {
		path := page(t, "evalb", "label", files[0], files[1:]...)
		ctx, _ := browser.Start(t, 1400, 1000)
		var found []string
		var drawn int
		err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#sentences"), chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
			chromedp.Evaluate(`(() => { const out = [], box = document.body.appendChild(document.createElement("div")); box.className = "drawing"; `+
				`window.drawnTrees = 0;
				for (let i = 0; i < Sentences.n; i++) for (let k = 0; k < Sentences.systems.length; k++) { for (const width of [1200, 700]) {
					const svg = Draw.pair(Sentences.pair(i, k), { width });
					if (svg.tagName !== "svg" || svg.querySelector(".cut")) continue;
					box.replaceChildren(svg); drawnTrees++;
					const labels = [...svg.querySelectorAll("text.node")].map(e => { const w = Draw.width(e.textContent, 14, "600") / 2; return { t: e.textContent, `+
				`x: +e.getAttribute("x"), y: +e.getAttribute("y"), w }; });
					labels.forEach((p, a) => labels.slice(a + 1).forEach(q => { if (Math.abs(p.y - q.y) < 12 && Math.abs(p.x - q.x) < p.w + q.w) out.push(i + ": " `+
				`+ p.t + " on " + q.t); }));
					for (const l of svg.querySelectorAll("line")) { const [x, x2, y, y2] = ["x1", "x2", "y1", "y2"].map(n => +l.getAttribute(n)), lo = Math.min(y, `+
				`y2), hi = Math.max(y, y2);
						if (x === x2) for (const p of labels) if (Math.abs(p.x - x) < p.w - 1 && lo < p.y - 10 && hi > p.y + 2) out.push(i + ": a line through " + p.t); }
				} }
				box.remove(); return out; })()`, &found), chromedp.Evaluate(`drawnTrees`, &drawn))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d drawings, %d labels that are not clear", drawn, len(found))
		if 50*len(found) > drawn || drawn < 8 {
			t.Errorf("%s: %d drawings, of which are not clear %q", files[0], drawn, found[:min(len(found), 8)])
		}
	}
}

// TestGapsFold: in trees with gaps too, subtrees on which both sides agree are folded where the
// drawing is wider than the pane: words in one piece, nothing wrong in them, and the parts of the
// sentence in their order.
func TestGapsFold(t *testing.T) {
	dir := shared.Path(t, "data", "const-discont-nl")
	path := page(t, "evalb", "label", filepath.Join(dir, "gold.discbracket"), filepath.Join(dir, "berkeley-A.discbracket"))
	ctx, _ := browser.Start(t, 1400, 1000)
	var found []string
	var folded, gaps, narrower, first int
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#sentences"), chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
		chromedp.Evaluate(`(() => { const out = []; window.folded = window.narrower = window.gaps = 0;
			const below = s => s.labels.map((_, q) => { const list = []; s.above.forEach((up, i) => { for (; up >= 0; up = s.parents[up]) if (up === q) `+
			`list.push(i); }); return list; });
			for (let i = 0; i < Sentences.n; i++) {
				const p = Sentences.pair(i, 0), words = p.gold.words;
				if (!p.same) continue;
				const sides = [[p.gold, p.gm], [p.system, p.m]].map(([s, m]) => [below(s), m, s]);
				if (!sides.some(([list]) => list.some(w => w.length && w[w.length - 1] - w[0] + 1 !== w.length))) continue;
				gaps++;
				const svg = Draw.pair(p, { width: 700 }), whole = Draw.pair(p, { width: 700, fold: false });
				const of = svg => [...svg.querySelectorAll("text.word")].sort((a, b) => a.getAttribute("x") - b.getAttribute("x")).map(e => { const full = `+
			`e.querySelector("title"); return full ? full.textContent : e.textContent; });
				const columns = of(svg);
				if (columns.join(" ") !== words.join(" ") || of(whole).join(" ") !== words.join(" ")) out.push(i + ": words " + columns.join(" "));
				const n = [...svg.querySelectorAll("text.word")].filter(e => e.querySelector("title")).length;
				if (n !== +svg.dataset.folds || +whole.dataset.folds) out.push(i + ": " + n + " folds, " + svg.dataset.folds);
				if (!n) continue;
				if (!folded++) window.firstFolded = i;
				if (+svg.getAttribute("width") < +whole.getAttribute("width")) narrower++;
				let at = 0;
				for (const c of columns) {
					const from = at, to = at += c.split(" ").length;
					if (to - from < 2) continue;
					const inside = sides.map(([list, m, s]) => list.map((w, q) => [w, q]).filter(([w]) => w.length && w[0] >= from && w[w.length - 1] < to).map(([w,`+
			` q]) => { if (Draw.digit(m, q) > 1) out.push(i + ": wrong " + s.labels[q] + " in " + c); return s.labels[q] + w.join(); }).sort().join(" "));
					if (inside[0] !== inside[1]) out.push(i + ": " + inside.join(" / "));
					for (const [list] of sides) for (const w of list) if (w.some(k => k >= from && k < to) && w.some(k => k < from || k >= to) && w.filter(k => k `+
			`>= from && k < to).length !== to - from) out.push(i + ": a phrase with a part of " + c);
				}
			}
			return out; })()`, &found), chromedp.Evaluate(`folded`, &folded), chromedp.Evaluate(`gaps`, &gaps), chromedp.Evaluate(`narrower`, &narrower),
		chromedp.Evaluate(`firstFolded`, &first))
	if err != nil {
		t.Fatal(err)
	}
	// Unfolded in the list of sentences, a drawing can be folded again.
	var pressed string
	err = chromedp.Run(ctx, chromedp.EmulateViewport(700, 1000),
		chromedp.Evaluate(`location.hash = "#sentences?s=" + Sentences.index.ids[`+strconv.Itoa(first)+`]`, nil),
		chromedp.WaitVisible(`#list .drawing svg`, chromedp.ByQuery),
		chromedp.Evaluate(`["unfold all", "fold what agrees", "unfold all"].map(name => { const b = [...document.querySelectorAll("#list button")].find(b `+
			`=> b.textContent === name); if (b) b.click(); return !!b + " " + document.querySelector("#list .drawing svg").dataset.folds; }).join(", ")`, &pressed))
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^true 0, true [1-9]\d*, true 0$`).MatchString(pressed) {
		t.Errorf("buttons found, and folds after each: %s", pressed)
	}
	t.Logf("%d drawings with gaps, %d folded, %d narrower", gaps, folded, narrower)
	if len(found) > 0 || folded < gaps/4 || narrower < folded {
		t.Errorf("%d drawings with gaps, %d folded, %d narrower; wrong: %q", gaps, folded, narrower, found[:min(len(found), 8)])
	}
}
