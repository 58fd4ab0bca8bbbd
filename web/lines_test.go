package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/internal/browser"
)

// Items without words have lines of their own too, one for each error of the kind: its label beside its sentence. No
// system is called right about an item that it has wrong or that nobody compared.
func TestLinesWithoutWords(t *testing.T) {
	path := page(t, "smatch", "length", "../examples/amr/gold.amr", "../examples/amr/parser-a.amr", "../examples/amr/parser-b.amr")
	ctx, faults := browser.Start(t, 1400, 1000)
	var got struct {
		Lines, Items, Kinds int
		Wrong               []string
	}
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#sentences"), chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
		chromedp.Evaluate(`(() => { const got = { Lines: 0, Items: 0, Kinds: 0, Wrong: [] };
			for (const kind of Sentences.index.classes) for (const system of Sentences.systems.map(s => s.name)) {
				history.replaceState(null, "", "#sentences?" + new URLSearchParams({ kind, system, view: "lines" }));
				dispatchEvent(new PopStateEvent("popstate"));
				const of = Hits.of({ kind, system }), hits = Sentences.index.ids.flatMap((_, i) => of(i));
				if (!hits.length) continue;
				got.Kinds++;
				const rows = [...document.querySelectorAll("#list.kwic tr[data-item]")], own = 3 + Sentences.byName.get(system);
				got.Lines += rows.length;
				got.Items += hits.length;
				if (new Set(rows.map(r => r.dataset.item)).size !== rows.length) got.Wrong.push(kind + ": lines of one name");
				for (const r of rows) if (!r.querySelector(".item").textContent.trim() || r.cells[own].textContent === "right" || r.cells[own].textContent === `+
			`"") got.Wrong.push(kind + ": " + r.textContent);
			}
			document.querySelector("#list tr[data-item] button").click();
			if (document.querySelectorAll("#list tr.open").length !== 1 || !document.querySelector("#list .drawing svg")) got.Wrong.push("no drawing");
			return got; })()`, &got))
	if err != nil {
		t.Fatal(err)
	}
	if got.Kinds < 5 || got.Lines != got.Items || len(got.Wrong) > 0 {
		t.Errorf("%+v", got)
	}
	browser.Axe(t, ctx)
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
