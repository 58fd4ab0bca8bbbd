package web_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/internal/browser"
	"assay/internal/shared"
)

// readable counts drawings that fit a pane with letters of 10 px or more, and lists those that lose a word.
const readable = `(width => {
	const box = document.body.appendChild(document.createElement("div")), lost = [];
	box.className = "drawing";
	let all = 0, fit = 0, cut = 0;
	for (let i = 0; i < Sentences.n; i++) for (let k = 0; k < Sentences.systems.length; k++) {
		if (!Sentences.present(k, i) || !Sentences.scored(k, i)) continue;
		const p = Sentences.pair(i, k), d = Draw.pair(p, { width }), svgs = d.tagName === "svg" ? [d] : [...d.querySelectorAll("svg")];
		box.replaceChildren(d);
		all++;
		if (svgs.length > 1) cut++;
		const small = s => { const v = s.getAttribute("viewBox").split(" "), scale = +s.getAttribute("width") / +v[2]; return ` +
	`[...s.querySelectorAll("text")].some(e => scale * parseFloat(getComputedStyle(e).fontSize) < 9.95); };
		if (svgs.every(s => +s.getAttribute("width") <= width && !small(s))) fit++;
		// pieces in their order: each fold of the sentence is a piece of its own or is agreed on
		const words = s => [...s.querySelectorAll("text.word")].sort((a, b) => a.getAttribute("x") - b.getAttribute("x")).map(e => ` +
	`(e.querySelector("title") || e).textContent).join(" ");
		if (p.same && !p.row && p.gold.labels && words(svgs[0]) !== p.gold.words.join(" ")) lost.push(i + ": " + words(svgs[0]));
		for (const s of svgs.slice(1)) if (!p.row && !(" " + p.gold.words.join(" ") + " ").includes(" " + words(s) + " ")) lost.push(i + ", a piece: " + words(s));
	}
	box.remove();
	return { All: all, Fit: fit, Cut: cut, Lost: lost };
})`

// Trees are readable in the pane of a report at 1400 pixels: smaller down to letters of 10 px, then the widest phrases
// apart; no word is lost.
func TestWideTreesAreReadable(t *testing.T) {
	craft := shared.Path(t, "data", "const-craft")
	for _, tc := range []struct {
		metric, gold string
		systems      []string
	}{
		{"evalb", filepath.Join(craft, "gold.clean.mrg"), []string{filepath.Join(craft, "bllip-A.1best.mrg")}},
		{"evalb", "../examples/craft.gold.mrg", []string{"../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg"}},
		{"attachment", "../examples/ewt.gold.conllu", []string{"../examples/ewt.udpipe-swap.conllu"}},
	} {
		path := page(t, tc.metric, "length", tc.gold, tc.systems...)
		ctx, _ := browser.Start(t, 1400, 1000)
		var got struct {
			All, Fit, Cut int
			Lost          []string
		}
		if err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#sentences"), chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
			chromedp.Evaluate(readable+"(1192)", &got)); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d of %d drawings readable, %d in pieces", tc.gold, got.Fit, got.All, got.Cut)
		if got.All < 100 || 100*got.Fit < 85*got.All || len(got.Lost) > 0 {
			t.Errorf("%s: %d of %d drawings readable; lost %q", tc.gold, got.Fit, got.All, got.Lost[:min(len(got.Lost), 5)])
		}
	}
}

// In a window of 390 pixels a sentence that does not fit is a list of its errors, each with a small drawing of its part;
// a button draws the whole.
func TestErrorsOnAPhone(t *testing.T) {
	for _, tc := range []struct{ metric, gold, system string }{
		{"evalb", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg"},
		{"attachment", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu"},
	} {
		path := page(t, tc.metric, "length", tc.gold, tc.system)
		ctx, faults := browser.Start(t, 1400, 1000)
		var got struct {
			Errors, Figures, Fit, Sentences int
			Focus                           []string
			Whole, Back                     bool
			Wide                            float64
		}
		err := chromedp.Run(ctx, chromedp.EmulateViewport(390, 844), chromedp.Navigate("file://"+path+"#sentences"),
			chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
			chromedp.Evaluate(`(() => { const got = { Errors: 0, Figures: 0, Fit: 0, Sentences: 0, Focus: [] };
				for (const i of Sentences.select({ order: "cost" }).slice(0, 20)) {
					history.replaceState(null, "", "#sentences?s=" + encodeURIComponent(Sentences.index.ids[i]));
					dispatchEvent(new PopStateEvent("popstate"));
					const list = document.querySelector("#list .parts"), errors = Sentences.pairs(0, i).filter(e => e.from >= 0);
					if (!list) continue;
					got.Sentences++;
					got.Errors += Math.min(12, errors.length);
					const figures = [...list.querySelectorAll("figure")];
					got.Figures += figures.length;
					figures.forEach((f, n) => {
						if (f.querySelector("svg").getBoundingClientRect().width <= innerWidth - 32) got.Fit++;
						const e = errors[n], words = Sentences.words(i).slice(e.from, e.to + 1).join(" ");
						if (f.querySelector(".hit").textContent !== words) got.Focus.push(i + ": " + f.querySelector("figcaption").textContent);
					});
				}
				const click = name => { const b = [...document.querySelectorAll("#list .legend button")].find(b => b.textContent === name); if (b) b.click(); };
				click("whole sentence");
				got.Whole = !document.querySelector("#list .parts") && document.querySelectorAll("#list .drawing svg").length > 0;
				click("errors alone");
				got.Back = !!document.querySelector("#list .parts");
				got.Wide = document.documentElement.scrollWidth - innerWidth;
				return got; })()`, &got))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d errors of %d sentences, %d fit", tc.gold, got.Errors, got.Sentences, got.Fit)
		if got.Sentences < 10 || got.Figures != got.Errors || len(got.Focus) > 0 || !got.Whole || !got.Back || got.Wide > 0 || 10*got.Fit < 7*got.Figures {
			t.Errorf("%s: %+v", tc.gold, got)
		}
		looksWell(t, ctx)
		if f := faults(); len(f) > 0 {
			t.Error(strings.Join(f, "\n"))
		}
	}
}

// A link to a kind of error of Kummerfeld et al. marks the words of its repairs, and only these, in the list and in the
// drawing; each row has its number.
func TestKindsAreMarked(t *testing.T) {
	path := page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg")
	ctx, faults := browser.Start(t, 1400, 1000)
	var got struct {
		Items, Drawn, Tinted int
		Wrong                []string
	}
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#errors"), chromedp.WaitVisible(".waterfall a", chromedp.ByQuery),
		chromedp.Evaluate(`(() => { const got = { Items: 0, Drawn: 0, Tinted: 0, Wrong: [] };
			for (const a of [...document.querySelectorAll(".waterfall td.n a")].filter(a => a.getAttribute("href").includes("kind=")).slice(0, 6)) {
				history.replaceState(null, "", a.getAttribute("href"));
				dispatchEvent(new PopStateEvent("popstate"));
				const p = Object.fromEntries(new URLSearchParams(location.hash.split("?")[1])), k = Sentences.byName.get(p.system), kind = `+
			`Sentences.index.kinds.indexOf(p.kind), row = document.querySelector("#list tbody tr"), i = +row.dataset.i, x = Sentences.systems[k];
				const said = +document.getElementById("count").textContent.split(" ")[0];
				if (said !== +a.textContent) got.Wrong.push(p.kind + ": " + said + " items of " + a.textContent);
				const places = x.kinds[i].flatMap((n, at) => n === kind ? [x.kindAt[i].slice(2 * at, 2 * at + 2)] : []).filter(q => q[0] >= 0), words = `+
			`Sentences.words(i), want = words.filter((_, w) => places.some(q => q[0] <= w && w <= q[1])).join(" ");
				const hit = [...row.querySelectorAll(".hit")].map(e => e.textContent).join(" ");
				if (hit !== want || row.cells[3].textContent !== String(x.kinds[i].filter(n => n === kind).length)) got.Wrong.push(p.kind + ": marked " + hit + `+
			`", want " + want);
				got.Items += places.length;
				row.querySelector("button").click();
				got.Drawn++;
				if (document.querySelector("#list .drawing rect.tint")) got.Tinted++;
			}
			return got; })()`, &got))
	if err != nil {
		t.Fatal(err)
	}
	if got.Drawn < 4 || got.Tinted != got.Drawn || got.Items < 4 || len(got.Wrong) > 0 {
		t.Errorf("%+v", got)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// An item that is marked in a sentence whose two sides split words in other places is gold's, not the system's word of
// that number.
func TestMarksOfSplitWords(t *testing.T) {
	dir := t.TempDir()
	gold, system := filepath.Join(dir, "gold.conllu"), filepath.Join(dir, "system.conllu")
	line := func(id, form, head, rel string) string {
		return strings.Join([]string{id, form, form, "X", "_", "_", head, rel, "_", "_"}, "\t") + "\n"
	}
	split := "1-2\tdunno\t_\t_\t_\t_\t_\t_\t_\t_\n"
	for path, text := range map[string]string{
		gold:   line("1", "dunno", "3", "dep") + line("2", "old", "3", "amod") + line("3", "men", "0", "root") + "\n",
		system: split + line("1", "du", "4", "dep") + line("2", "nno", "4", "dep") + line("3", "old", "4", "nmod") + line("4", "men", "0", "root") + "\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := textsOf(t, page(t, "ud", "length", gold, system), "#sentences?gold=amod&as=nmod&s=1",
		`(() => { const svg = document.querySelector("#list .drawing svg"), r = svg.querySelector("rect.tint"), x = +r.getAttribute("x"), w = `+
			`+r.getAttribute("width");
		return [...svg.querySelectorAll("text.word")].filter(e => x < +e.getAttribute("x") && +e.getAttribute("x") < x + w).map(e => e.textContent); })()`)
	if !slices.Equal(got, []string{"old"}) {
		t.Errorf("marked %q, want old", got)
	}
}
