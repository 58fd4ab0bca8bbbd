package web_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"assay/compare"
	"assay/eval"
	"assay/internal/browser"
	"assay/internal/shared"
	"assay/measures"
	"assay/signif"
	"assay/study"
	"assay/treebank"
	"assay/web"
)

// The gold items that both systems, one or neither gets right are those that package
// compare counts in another way, from the columns of the rows.
func TestItemsOfPairs(t *testing.T) {
	for _, tc := range []struct {
		metric, score, gold string
		systems             []string
	}{
		{"attachment", "las", "../examples/ewt.gold.conllu", []string{"../examples/ewt.udpipe-swap.conllu", "../examples/ewt.udpipe-projective.conllu"}},
		{"evalb", "recall", "../examples/craft.gold.mrg", []string{"../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg"}},
		// sentences that a system lacks or cannot be scored on count as wrong, but not among the items
		{"parseval", "recall", shared.Path(t, "data", "const-craft", "gold.mrg"),
			[]string{shared.Path(t, "data", "const-craft", "bllip-A.1best.mrg"), shared.Path(t, "data", "const-craft", "berkeley-A.1best.mrg")}},
	} {
		parse := func(*treebank.Source) ([]*eval.Measure, error) {
			m, err := measures.Parse(tc.metric, measures.Config{})
			return []*eval.Measure{m}, err
		}
		made := prepared(t, study.Options{Metric: tc.metric, NoTests: true}, tc.gold, tc.systems...)
		request := web.Request{Study: made, Precision: 2, Sentences: true}
		var runs []compare.Run
		for _, src := range made.Systems {
			ms, err := parse(src)
			if err != nil {
				t.Fatal(err)
			}
			w, err := compare.NewItemLog(ms, nil, compare.Options{AllScores: true})
			if err != nil {
				t.Fatal(err)
			}
			res, err := eval.Run(context.Background(), made.Gold, src, ms, eval.Options{Collect: w.Collect, Collected: w.Collected})
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, compare.Run{Result: res, Watch: w})
		}
		page, err := web.Build(context.Background(), request)
		if err != nil {
			t.Fatal(err)
		}
		found, err := compare.Compare(runs, compare.Options{Samples: 9, Scores: []string{tc.score}})
		if err != nil {
			t.Fatal(err)
		}
		items := found.Metrics[0].Scores[0].Pairs[0].Items
		if items == nil {
			t.Fatalf("%s: compare has no items of %s", tc.metric, tc.score)
		}
		// the pair of compare is B against A, by score
		got, want := page.Browser.Pairs[0].Items.Counts.Items, items.Items
		if swapped := (signif.Items{YY: want.YY, YN: want.NY, NY: want.YN, NN: want.NN}); got != want && got != swapped {
			t.Errorf("%s: %+v, want %+v", tc.metric, got, want)
		}
		if n := page.Browser.Pairs[0].Items.Sentences; n != items.Sentences {
			t.Errorf("%s: %d sentences, want %d", tc.metric, n, items.Sentences)
		}
		if got.YY == 0 || got.YN == 0 || got.NY == 0 || got.NN == 0 {
			t.Errorf("%s: %+v", tc.metric, got)
		}
	}
}

// The points of the plot of two systems, the items and the differences by label lead to
// their sentences; all systems are drawn at once; a drawing is written for LaTeX.
func TestPairViews(t *testing.T) {
	path := page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg",
		"../examples/craft.bllip-5.mrg")
	ctx, faults := browser.Start(t, 1400, 1000)
	var points, rows, gaps, figures, words int
	var hash, tikz, shown, packed string
	err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate("file://"+path+"#differences?pair=craft.berkeley~craft.bllip-20"),
		chromedp.WaitVisible(".pair.now .scatter circle", chromedp.ByQuery), chromedp.Evaluate(`document.querySelector(".pair.now").dataset.pair`, &shown),
		// all sentences that both are scored on are in the plot: one, or as many as the label says
		chromedp.Evaluate(`[...document.querySelectorAll(".pair.now .scatter a")].reduce((n, a) => n + (+(/^(\d+) `+
			`sentences/.exec(a.getAttribute("aria-label")) || [0, 1])[1]), 0)`, &points),
		chromedp.Evaluate(`Array.from({ length: Sentences.n }, (_, i) => i).filter(i => [0, 1].every(s => Sentences.value(s, i) !== null)).length`, &rows))
	if err != nil {
		t.Fatal(err)
	}
	if shown != "craft.bllip-20~craft.berkeley" || points != rows || rows < 100 {
		t.Errorf("pair %s: %d sentences in the plot, want %d", shown, points, rows)
	}
	const listed = `+document.getElementById("count").textContent.split(" ")[0]`
	err = chromedp.Run(ctx, // every point leads to as many sentences as it has
		chromedp.Evaluate(`[...document.querySelectorAll(".pair.now .scatter a")].filter(a => { const p = Object.fromEntries(new `+
			`URLSearchParams(a.getAttribute("href").split("?")[1])), m = /^(\d+) sentences/.exec(a.getAttribute("aria-label")); return m ? `+
			`Sentences.select(p).length !== +m[1] : !Sentences.row.has(p.s); }).length`, &points),
		chromedp.Evaluate(`document.querySelectorAll(".pair.now .gaps circle").length`, &gaps),
		chromedp.Evaluate(`(a => { a.click(); return location.hash; })(document.querySelector(".pair.now td a[href*='items=yn']"))`, &hash),
		chromedp.Evaluate(listed, &rows),
		chromedp.Evaluate(`Sentences.index.pairs[0].yn`, &packed),
		chromedp.Evaluate(`location.hash = "#sentences?draw=*&s=" + Sentences.index.ids[173]; 0`, nil),
		chromedp.WaitVisible("#list .drawing figure svg", chromedp.ByQuery),
		chromedp.Evaluate(`document.querySelectorAll("#list .drawing.many > figure").length`, &figures),
		chromedp.Evaluate(`TikZ(document.querySelector("#list .drawing svg"))`, &tikz),
		chromedp.Evaluate(`document.querySelectorAll("#list .drawing svg")[0].querySelectorAll("text").length`, &words))
	if err != nil {
		t.Fatal(err)
	}
	yn := len(unpacked(t, packed))
	if points != 0 || gaps < 5 || rows != yn || yn == 0 || !strings.Contains(hash, "items=yn") {
		t.Errorf("%d points lead elsewhere, %d labels, %d sentences of %d under %s", points, gaps, rows, yn, hash)
	}
	if n := strings.Count(tikz, `\node[`); figures != 3 || n != words || strings.Contains(tikz, "NaN") || strings.Contains(tikz, "undefined") ||
		!strings.Contains(tikz, "dash pattern=") {
		t.Errorf("%d drawings; %d of %d texts for LaTeX in\n%.600s", figures, n, words, tikz)
	}
	browser.Accessible(t, ctx)
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
