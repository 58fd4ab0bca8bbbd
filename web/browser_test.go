package web_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/compare"
	"assay/corpus"
	"assay/diagnose"
	"assay/internal/browser"
	"assay/internal/shared"
	"assay/study"
	"assay/treebank"
	"assay/web"
)

func open(t *testing.T, path string) *treebank.Source {
	t.Helper()
	src, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// prepared is a study of files, without intervals.
func prepared(t *testing.T, opt study.Options, gold string, systems ...string) *study.Study {
	t.Helper()
	opt.Version, opt.Tests.CI = "test", compare.CINone
	s := &study.Study{Options: opt, Files: &study.Files{}}
	if err := s.Prepare(context.Background(), gold, systems...); err != nil {
		t.Fatal(err)
	}
	return s
}

// samples is how often the tests between the systems of page draw.
var samples = 99

// page builds a report and writes it to a file.
func page(t *testing.T, metric, keys, gold string, systems ...string) string {
	t.Helper()
	s := prepared(t, study.Options{Metric: metric, By: keys}, gold, systems...)
	s.Tests.Samples, s.Tests.CI = samples, compare.CIBCa
	request := web.Request{Study: s, Precision: 2, Sentences: true, Command: "assay report 'a b.mrg' -o report.html"}
	if s.Gold.Format.Layers.Has(treebank.Phrases) {
		request.Repairs = func() *diagnose.Repairs { return &diagnose.Repairs{} }
	}
	p, err := web.Build(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReportInBrowser(t *testing.T) {
	for _, tc := range []struct {
		name, metric, by, gold string
		systems                []string
	}{
		{"constituents", "evalb", "label,length,width=5", "../examples/craft.gold.mrg",
			[]string{"../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg"}},
		{"dependencies", "attachment", "deprel,length,distance-bin", "../examples/ewt.gold.conllu", []string{"../examples/ewt.udpipe-swap.conllu"}},
		{"discontinuous", "evalb", "label,length,width=5", "data/const-discont-nl/gold.discbracket", []string{"data/const-discont-nl/berkeley-A.discbracket"}},
		{"semantics", "edm", "class,length", "data/sem-lpps/gold.eds.mrp", []string{"data/sem-lpps/peking.eds.mrp"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if strings.HasPrefix(tc.gold, "data/") {
				tc.gold, tc.systems = shared.Path(t, strings.Split(tc.gold, "/")...), []string{shared.Path(t, strings.Split(tc.systems[0], "/")...)}
			}
			path := page(t, tc.metric, tc.by, tc.gold, tc.systems...)
			for _, window := range [][2]int64{{1400, 1000}, {380, 800}} {
				ctx, faults := browser.Start(t, 1400, 1000)
				if err := chromedp.Run(ctx, chromedp.EmulateViewport(window[0], window[1])); err != nil {
					t.Fatal(err)
				}
				browse(t, ctx, path)
				looksWell(t, ctx)
				printsWell(t, ctx)
				if f := faults(); len(f) > 0 {
					t.Errorf("%v: %s", window, strings.Join(f, "\n"))
				}
			}
		})
	}
}

// looksWell checks every part of the page with a drawing on it, in light and dark.
func looksWell(t *testing.T, ctx context.Context) {
	t.Helper()
	for _, scheme := range []string{"light", "dark"} {
		if err := chromedp.Run(ctx,
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})); err != nil {
			t.Fatal(err)
		}
		for key := range strings.SplitSeq("12345", "") {
			if err := chromedp.Run(ctx, chromedp.Evaluate(`document.activeElement.blur()`, nil), chromedp.KeyEvent(key)); err != nil {
				t.Fatal(err)
			}
			browser.Accessible(t, ctx)
			browser.Tidy(t, ctx)
		}
	}
}

// printsWell checks that nothing is wider than a page of A4, at 96 dots an inch.
func printsWell(t *testing.T, ctx context.Context) {
	t.Helper()
	var wide []string
	if err := chromedp.Run(ctx, chromedp.EmulateViewport(718, 1000), emulation.SetEmulatedMedia().WithMedia("print"),
		chromedp.Evaluate(`[...document.querySelectorAll("main *")].filter(e => e.checkVisibility() && e.getBoundingClientRect().right > 719).map(e => `+
			`e.outerHTML.slice(0, 80))`, &wide)); err != nil {
		t.Fatal(err)
	}
	for _, w := range wide {
		t.Errorf("wider than the paper: %s", w)
	}
}

// With keys alone: to the sentences, search, choose a system and a kind, open,
// leaf through, close.
func TestReportByKeys(t *testing.T) {
	path := page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg")
	ctx, faults := browser.Start(t, 1400, 1000)
	var got []string
	key := func(keys string) chromedp.Action { return chromedp.KeyEvent(keys) }
	note := func(script string) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			var v string
			err := chromedp.Evaluate("String("+script+")", &v).Do(ctx)
			got = append(got, v)
			return err
		})
	}
	const at, address = `document.activeElement.id || document.activeElement.textContent`, `decodeURIComponent(location.hash)`
	err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate("file://"+path),
		key(kb.Tab), note(at), key(kb.Enter), note(at), note(address),
		chromedp.Evaluate(`document.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true })) && 0`, nil),
		chromedp.Poll(`document.activeElement.id === "q"`, nil), note(at), key("kidney"), chromedp.Poll(`location.hash.endsWith("q=kidney")`, nil),
		key(kb.Tab), note(at), key("craft.b"), key(kb.ArrowDown), key(kb.Tab), note(at), key("PP"), key(kb.Tab), key(kb.Tab), key(kb.Tab),
		note(address),
		chromedp.Evaluate(`document.activeElement.blur()`, nil),
		key("j"), chromedp.WaitVisible("#list svg[role=img]", chromedp.ByQuery), note(`document.querySelector("#list .drawing").getAttribute("aria-label")`),
		note(`document.querySelector("#list tr.open") === document.querySelectorAll("#list tbody tr")[0]`),
		key("j"), note(`document.querySelectorAll("#list tr.open").length`), key("k"),
		note(`document.querySelector("#list tr.open") === document.querySelectorAll("#list tbody tr")[0]`),
		key(kb.Escape), note(`document.querySelectorAll("#list tr.open").length`),
		key("1"), note(address+`.split("?")[0]`), chromedp.Evaluate(`history.back()`, nil), chromedp.Poll(`location.hash.startsWith("#sentences")`, nil),
		// all sentences again: the last page
		chromedp.Evaluate(`location.hash = "#sentences"`, nil), chromedp.Poll(`document.getElementById("page").textContent === "page 1 of 4"`, nil),
		chromedp.Evaluate(`document.getElementById("more").focus()`, nil),
		key(kb.Enter), key(kb.Enter), key(kb.Enter), note(`document.getElementById("page").textContent`))
	if err != nil {
		t.Fatal(err, got)
	}
	want := "skip to the sentences|sentences|#sentences|q|system|kind|#sentences?q=kidney&system=craft.berkeley&kind=PP+Attachment|drawing of " +
		"craft.berkeley|true|1|true|0|#scores|page 4 of 4"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("keys lead to\n%s\nwant\n%s", s, want)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// Every number is a link: a cell of the confusions leads to the sentences that it
// counts, the address in a new tab shows the same, back leads back.
func TestReportAddresses(t *testing.T) {
	path := page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg")
	ctx, faults := browser.Start(t, 1400, 1000)
	const ids = `[...document.querySelectorAll("#list tbody th")].map(e => e.textContent).join(" ")`
	var hash, first, again, gap, back string
	var cell, errors int
	err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate("file://"+path+"#errors"),
		chromedp.WaitVisible(".heat a", chromedp.ByQuery),
		chromedp.Evaluate(`(a => { const n = +a.textContent; a.click(); return n; })([...document.querySelectorAll(".heat")][1].querySelector("td.h1 a"))`, &cell),
		chromedp.Evaluate(`location.hash`, &hash), chromedp.Evaluate(ids, &first),
		// the errors of these sentences that are of this kind are as many as the cell says
		chromedp.Evaluate(`(() => { const a = Object.fromEntries(new URLSearchParams(location.hash.split("?")[1])), s = Sentences.byName.get(a.system), l `+
			`= x => x === "" ? -1 : Sentences.index.labels.indexOf(x);
			return Sentences.select(a).reduce((n, i) => n + Sentences.pairs(s, i).filter(e => e.g === l(a.gold) && e.s === l(a.as)).length, 0); })()`, &errors),
		chromedp.Navigate("about:blank"),
		chromedp.ActionFunc(func(ctx context.Context) error { return chromedp.Navigate("file://" + path + hash).Do(ctx) }),
		chromedp.Evaluate(ids, &again),
		chromedp.Evaluate(`(a => { a.click(); return location.hash; })(document.querySelector(".split a"))`, &gap),
		chromedp.Evaluate(`history.back()`, nil), chromedp.ActionFunc(func(ctx context.Context) error {
			return chromedp.Poll(fmt.Sprintf("location.hash === %q && document.querySelectorAll('#list tbody th').length === %d", hash,
				len(strings.Fields(again))), nil).Do(ctx)
		}), chromedp.Evaluate(ids, &back))
	if err != nil {
		t.Fatal(err)
	}
	if first == "" || again != first || back != first || cell == 0 || cell != errors {
		t.Errorf("cell %d, errors %d; sentences %q, in a new tab %q, after back %q", cell, errors, first, again, back)
	}
	if !strings.HasPrefix(gap, "#sentences?better=") {
		t.Errorf("the difference leads to %q", gap)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// browse filters, sorts and draws in the report at path.
func browse(t *testing.T, ctx context.Context, path string) {
	t.Helper()
	const rows = `document.querySelectorAll("#list tbody tr:not(.drawn)").length`
	var all, filtered, wide int
	var costs []int
	var drawn, status, ids string
	err := chromedp.Run(ctx,
		network.Enable(),
		chromedp.Navigate("file://"+path),
		chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &wide),
		chromedp.Evaluate(`location.hash = "#sentences"`, nil), chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
		chromedp.Evaluate(rows, &all),
		chromedp.Evaluate(`[...document.querySelectorAll("#list tbody tr")].map(r => Sentences.cost(+r.dataset.i))`, &costs),
		chromedp.Evaluate(`(s => { s.selectedIndex = 1; s.dispatchEvent(new Event("change")); })(document.getElementById("kind"))`, nil),
		chromedp.Evaluate(rows, &filtered),
		chromedp.KeyEvent("j"),
		chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery),
		chromedp.KeyEvent("j"),
		chromedp.KeyEvent("k"),
		chromedp.Evaluate(`document.querySelectorAll("#list .drawing > svg, #list .drawing figure").length + " " + document.querySelectorAll("#list `+
			`.drawing svg text").length`, &drawn),
		chromedp.Evaluate(`document.querySelector("tr.open th").textContent`, &ids),
		chromedp.Text("#count", &status, chromedp.ByQuery),
		chromedp.Evaluate(`Math.max(`+"`${document.documentElement.scrollWidth - document.documentElement.clientWidth}`"+`, 0)`, nil),
		chromedp.Evaluate(`(q => { q.value = "zzzznothing"; q.dispatchEvent(new Event("input")); })(document.getElementById("q"))`, nil),
		chromedp.WaitNotPresent("#list tbody tr", chromedp.ByQuery),
		chromedp.Evaluate(`location.hash = "#sentences?s=" + Sentences.index.ids[0]`, nil),
		chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery),
	)
	if err != nil {
		t.Fatal(err)
	}
	if all == 0 || all > 50 || filtered == 0 || filtered > all {
		t.Errorf("%d rows, %d filtered", all, filtered)
	}
	for i := 1; i < len(costs); i++ {
		if costs[i] > costs[i-1] {
			t.Errorf("not sorted by cost: %v", costs)
			break
		}
	}
	var figures, texts int
	if fmt.Sscan(drawn, &figures, &texts); figures < 1 || texts < 4 {
		t.Errorf("drawn: %s", drawn)
	}
	if wide > 0 {
		t.Errorf("the page is %d pixels wider than the window", wide)
	}
	if ids == "" || !strings.Contains(status, "of") {
		t.Errorf("chosen %q, status %q", ids, status)
	}
	screenshots(t, ctx)
}

// screenshots writes the page as pictures where ASSAY_SCREENSHOTS names a folder.
func screenshots(t *testing.T, ctx context.Context) {
	dir := os.Getenv("ASSAY_SCREENSHOTS")
	if dir == "" {
		return
	}
	name := strings.ReplaceAll(strings.TrimPrefix(t.Name(), "TestReportInBrowser/"), "/", "-")
	var w int
	if err := chromedp.Run(ctx, chromedp.Evaluate(`window.innerWidth`, &w)); err != nil {
		t.Fatal(err)
	}
	for _, as := range []struct {
		name  string
		media *emulation.SetEmulatedMediaParams
	}{
		{"light", emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}})},
		{"dark", emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}})},
		{"print", emulation.SetEmulatedMedia().WithMedia("print")},
	} {
		var png []byte
		if err := chromedp.Run(ctx, as.media, chromedp.FullScreenshot(&png, 100)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, w, as.name)), png, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// The text of a treebank must not become part of the page.
func TestReportIsSafe(t *testing.T) {
	dir := t.TempDir()
	evil := `(S (NP (<script>alert(1)</script> x)) (VP (V </script><img/src=x>)))` + "\n"
	gold, system := filepath.Join(dir, "gold.mrg"), filepath.Join(dir, "a'b <c>.mrg")
	for _, p := range []string{gold, system} {
		if err := os.WriteFile(p, []byte(strings.ReplaceAll(strings.ReplaceAll(evil, "alert(1)", "alert1"), "(<", "(X<")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(page(t, "evalb", "label", gold, system))
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"X<script>", "<img/src"} {
		if bytes.Contains(data, []byte(bad)) {
			t.Errorf("the page holds %q", bad)
		}
	}
	if n := bytes.Count(data, []byte("</script>")); n != 4 {
		t.Errorf("%d script elements end, want 4", n)
	}
}

// A report over 40,000 sentences opens at once: nothing is drawn until it is
// looked at, and the list shows a page at a time.
func TestLongReport(t *testing.T) {
	shared.Long(t)
	dir := t.TempDir()
	long := func(name, path string) string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		long := filepath.Join(dir, name)
		if err := os.WriteFile(long, bytes.Repeat(data, 40000/bytes.Count(data, []byte("\n"))), 0o666); err != nil {
			t.Fatal(err)
		}
		return long
	}
	gold, system := long("gold.mrg", "../examples/craft.gold.mrg"), long("system.mrg", "../examples/craft.berkeley.mrg")
	path := page(t, "evalb", "label", gold, system)
	ctx, faults := browser.Start(t, 1200, 900)
	var rows int
	var ready float64
	var count string
	err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate("file://"+path+"#sentences"),
		chromedp.Evaluate(`document.querySelectorAll("#list tbody tr").length`, &rows),
		chromedp.Text("#count", &count, chromedp.ByQuery),
		chromedp.Evaluate(`performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd`, &ready),
		chromedp.KeyEvent("j"), chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("ready after %.0f ms, %s", ready, count)
	if rows != 50 || !strings.HasPrefix(count, "40000 of 40000 sentences") {
		t.Errorf("%d rows, %q", rows, count)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// Bad input: labels that look like elements, empty sentences, a broken gold tree,
// 500 words, names with blanks and quotes. Each is drawn, or it is said why not.
func TestReportOfBadInput(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("(NP (X w) ", 500) + strings.Repeat(")", 500)
	lines := []string{"(S (<script>document.title=1</script> (X a)) (\"&amp;'" + ` b))`, "()", "(S )", "(S (NP (DT the) (NN dog",
		"(S (VP (V الولد) (N 👩‍👩‍👧) (A 中华)))", long}
	gold, system := filepath.Join(dir, `gold "it's".mrg`), filepath.Join(dir, "a <b> & 'c'.mrg")
	for path, text := range map[string]string{gold: strings.Join(lines, "\n"), system: strings.ReplaceAll(strings.Join(lines, "\n"), "(V", "(W")} {
		if err := os.WriteFile(path, []byte(text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	path := page(t, "evalb", "label", gold, system)
	named := filepath.Join(filepath.Dir(path), `r "1" it's.html`)
	if err := os.Rename(path, named); err != nil {
		t.Fatal(err)
	}
	ctx, faults := browser.Start(t, 1200, 900)
	drawn, title := "", ""
	show := func(i int) chromedp.Action {
		return chromedp.Evaluate(fmt.Sprintf(`location.hash = "#sentences?order=number&s=%d"; dispatchEvent(new PopStateEvent("popstate")); `+
			`[...document.querySelectorAll("#list .drawing.scroll")].map(d => d.querySelectorAll("svg text").length + " " + `+
			`[...d.querySelectorAll(".note")].map(e => e.textContent).join(" ")).concat([...document.querySelectorAll("#list .box > .note")].map(e => `+
			`e.textContent)).join(" | ").trim()`, i+1), &drawn)
	}
	if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate("file://"+strings.ReplaceAll(named, `"`, "%22")+"#sentences?order=number"),
		chromedp.Title(&title)); err != nil {
		t.Fatal(err)
	}
	if want := `assay report: gold "it's"`; title != want {
		t.Errorf("title %q, want %q", title, want)
	}
	for i, want := range []string{"6", "0 nothing to draw: () nothing to draw: ()", "0 ",
		"5 nothing to draw: no analysis | gold: want a closing ) for (NN, found the end of the sentence", "9", "6"} {
		if err := chromedp.Run(ctx, show(i)); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(drawn, want) {
			t.Errorf("sentence %d: %s, want %s", i+1, drawn, want)
		}
		browser.Tidy(t, ctx)
	}
	browser.Accessible(t, ctx)
	// sentences that cannot be scored are a filter of their own
	ids := ""
	if err := chromedp.Run(ctx, chromedp.Evaluate(`location.hash = "#sentences?show=unscored"`, nil),
		chromedp.Poll(`document.getElementById("count").textContent.startsWith("3 of ")`, nil),
		chromedp.Evaluate(`[...document.querySelectorAll("#list tbody th")].map(e => e.textContent).join(" ")`, &ids)); err != nil {
		t.Fatal(err)
	}
	if ids != "2 3 4" {
		t.Errorf("unscorable are %q", ids)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// A failed parse, a tree without labels and a sentence without words do not stop
// the drawings of the page.
func TestFailedParsesAreDrawn(t *testing.T) {
	dir := shared.Path(t, "data", "const-craft")
	path := page(t, "evalb", "label", filepath.Join(dir, "gold.clean.mrg"), filepath.Join(dir, "linkgrammar.1best.mrg"))
	ctx, faults := browser.Start(t, 1200, 900)
	var drawn, failed, broken int
	err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate("file://"+path+"#sentences"), chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
		chromedp.Evaluate(`(() => { let drawn = 0; for (let i = 0; i < Sentences.n; i++) if (Draw.pair(Sentences.pair(i, 0), { width: 1100 })) drawn++; `+
			`return drawn; })()`, &drawn),
		chromedp.Evaluate(`(() => { let n = 0; for (let i = 0; i < Sentences.n; i++) { const p = Sentences.pair(i, 0); if (!p.system.words.length) n++; } `+
			`return n; })()`, &failed),
		chromedp.Evaluate(`(() => { let n = 0; for (let i = 0; i < Sentences.n; i++) { const p = Sentences.pair(i, 0), d = Draw.pair(p, { width: 1100 }); `+
			`if (p.gold.words.length && !d.querySelector("text") && d.tagName !== "svg") n++; } return n; })()`, &broken))
	if err != nil {
		t.Fatal(err)
	}
	if drawn != 650 || failed < 250 || broken != 0 {
		t.Errorf("%d of 650 sentences drawn, %d failed parses, %d without a drawing of gold", drawn, failed, broken)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// Most sentences of a treebank fit a pane of 1200 pixels without a second line.
func TestDrawingsFit(t *testing.T) {
	dir := shared.Path(t, "data", "dep-gold-tokens-ewt")
	path := page(t, "attachment", "deprel", filepath.Join(dir, "gold.conllu.gz"), filepath.Join(dir, "udpipe-A-swap.conllu.gz"))
	ctx, _ := browser.Start(t, 1400, 900)
	var fit, wrapped float64
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#sentences"), chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
		chromedp.Evaluate(`(() => { let n = 0; for (let i = 0; i < Sentences.n; i++) if (+Draw.pair(Sentences.pair(i, 0), {}).getAttribute("width") <= `+
			`1200) n++; return n / Sentences.n; })()`, &fit),
		chromedp.Evaluate(`(() => { let n = 0; for (let i = 0; i < Sentences.n; i++) if (+Draw.pair(Sentences.pair(i, 0), { width: 1200 `+
			`}).getAttribute("width") <= 1200) n++; return n / Sentences.n; })()`, &wrapped))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.1f %% on one line of 1200 pixels, %.1f %% on lines of that width", 100*fit, 100*wrapped)
	if fit < 0.7 || wrapped < 0.99 {
		t.Errorf("%.3f fit on one line, %.3f on several", fit, wrapped)
	}
}
