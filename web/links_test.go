package web_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"assay/internal/browser"
	"assay/internal/shared"
)

// walkLinks follows every link of a report to its sentences, and lists those that lead to
// none, and those whose number is another than that of the sentences or of their errors. It
// also counts the links, and those with a number of sentences or of errors.
const walkLinks = `(() => {
	const S = Sentences, wrong = [], counts = { links: 0, sentences: 0, errors: 0 };
	for (const p of document.querySelectorAll("#pairlinks a")) p.click(); // each plot of two systems is drawn when it is first seen
	const head = td => { const t = td.closest("table"), row = td.parentElement.cells[0].textContent, top = t.tHead ? t.tHead.rows[0] : null; return ` +
	`[row, top && top.cells[0].textContent !== "score" ? top.cells[td.cellIndex].textContent : ""]; };
	for (const a of document.querySelectorAll("main a[href*='#']")) {
		const [tab, query] = a.getAttribute("href").slice(1).split("?"), p = Object.fromEntries(new URLSearchParams(query || ""));
		if (tab !== "sentences" || !query) continue;
		const name = (a.getAttribute("aria-label") || a.textContent).trim(), rows = S.select(p), at = name + " -> " + decodeURIComponent(query);
		counts.links++;
		for (const key of ["system", "better", "than", "right", "wrong"]) if (p[key] !== undefined && !S.byName.has(p[key])) wrong.push(at + ": no " + key);
		if (p.s !== undefined && !S.row.has(p.s)) wrong.push(at + ": no such sentence");
		if (!rows.length) { wrong.push(at + ": no sentences"); continue; }
		const n = /^\d+/.test(name) ? parseInt(name) : null, td = a.closest("td");
		if (n === null || a.closest("svg") && !/^\d+ sentences/.test(name)) continue;
		if (/sentences/.test(name) || a.closest(".card .fine") || a.closest(".pair p.note") || td && p.show && head(td).some(h => ` +
	`/^(scored|unscorable|missing)$/.test(h.toLowerCase()))) {
			counts.sentences++;
			if (Hits.sentences(rows) !== n) wrong.push(at + ": " + Hits.sentences(rows) + " sentences");
		} else if ((p.kind || p.gold !== undefined) && !/^\d+\.\d/.test(name)) { // points of a loss count no errors
			const s = S.byName.get(p.system), label = x => x === "" ? -1 : S.index.labels.indexOf(x); let errors = 0;
			for (const i of rows) errors += p.kind ? S.kinds(s, i).get(p.kind) || 0 : S.pairs(s, i).filter(e => e.g === label(p.gold) && e.s === label(p.as)).length;
			counts.errors++;
			if (errors !== n) wrong.push(at + ": " + errors + " errors");
			if (p.kind && S.index.kinds.includes(p.kind) && Hits.all(p) !== n) wrong.push(at + ": " + Hits.all(p) + " items");
		} else if (p.items && (rows.length > n || rows.length * 200 < n)) wrong.push(at + ": " + rows.length + " sentences");
	}
	// the numbers of the filters
	for (const system of ["", ...S.systems.map(s => s.name)]) {
		location.hash = "#sentences" + (system ? "?system=" + encodeURIComponent(system) : "");
		dispatchEvent(new PopStateEvent("popstate"));
		for (const key of ["kind", "label", "part"]) for (const o of document.getElementById(key).options) {
			const m = /\((\d+)\)$/.exec(o.textContent), n = m && S.select({ system, [key]: o.value }).length;
			if (m && o.value && n !== +m[1]) wrong.push(key + " " + o.textContent + " of " + (system || "all") + ": " + n + " sentences");
		}
	}
	return { wrong, ...counts };
})()`

// Every link of a report opens sentences: as many as it says where its number counts
// sentences, and with as many errors where it counts errors.
func TestEveryLinkLeadsToItsSentences(t *testing.T) {
	craft, kazakh, lpps := shared.Path(t, "data", "const-craft"), shared.Path(t, "data", "dep-conll18", "kk_ktb"), shared.Path(t, "data", "sem-lpps")
	empty := filepath.Join(t.TempDir(), "empty.mrg")
	if err := os.WriteFile(empty, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		metric, by, gold           string
		systems                    []string
		links, sentences, mistakes int // at least
	}{
		{"evalb", "label,length,width=5", "../examples/craft.gold.mrg",
			[]string{"../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg", "../examples/craft.bllip-5.mrg"}, 600, 20, 100},
		{"evalb", "label,length", filepath.Join(craft, "gold.clean.mrg"),
			[]string{filepath.Join(craft, "linkgrammar.1best.mrg"), filepath.Join(craft, "bllip-A.1best.mrg")}, 300, 10, 60},
		{"evalb", "label,length", "../examples/craft.gold.mrg", []string{empty}, 1, 1, 0},
		{"ud", "deprel,length,distance-bin", "../examples/ewt.gold.conllu",
			[]string{"../examples/ewt.udpipe-swap.conllu", "../examples/ewt.udpipe-projective.conllu"}, 200, 4, 60},
		{"ud", "deprel,length", filepath.Join(kazakh, "gold.conllu.gz"), []string{filepath.Join(kazakh, "Uppsala-18.conllu.gz")}, 60, 1, 30},
		{"evalb", "label,length", "../examples/discontinuous/gold.discbracket",
			[]string{"../examples/discontinuous/parser-a.discbracket", "../examples/discontinuous/parser-b.discbracket"}, 20, 2, 4},
		{"smatch", "length", "../examples/amr/gold.amr", []string{"../examples/amr/parser-a.amr", "../examples/amr/parser-b.amr"}, 30, 2, 10},
		{"edm", "class,length", filepath.Join(lpps, "gold.eds.mrp"), []string{filepath.Join(lpps, "peking.eds.mrp")}, 60, 1, 40},
		{"mrp", "length", filepath.Join(lpps, "gold.ucca.mrp"), []string{filepath.Join(lpps, "ufal-oslo.ucca.mrp")}, 20, 1, 8},
	} {
		path := page(t, tc.metric, tc.by, tc.gold, tc.systems...)
		ctx, faults := browser.Start(t, 1400, 1000)
		var found struct {
			Wrong                    []string
			Links, Sentences, Errors int
		}
		if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate("file://"+path+"#errors"), chromedp.Evaluate(walkLinks, &found)); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %s: %d links, %d with a number of sentences, %d of errors", tc.metric, filepath.Base(tc.gold), found.Links, found.Sentences, found.Errors)
		if found.Links < tc.links || found.Sentences < tc.sentences || found.Errors < tc.mistakes {
			t.Errorf("%s %s: %d links, %d with a number of sentences, %d of errors; want %d, %d, %d", tc.metric, tc.gold, found.Links, found.Sentences,
				found.Errors, tc.links, tc.sentences, tc.mistakes)
		}
		for i, w := range found.Wrong {
			if i < 12 {
				t.Errorf("%s %s: %s", tc.metric, filepath.Base(tc.gold), w)
			}
		}
		if f := faults(); len(f) > 0 {
			t.Error(f)
		}
	}
}
