package web_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/diagnose/slicing"
	"assay/eval"
	"assay/eval/plan"
	"assay/internal/browser"
	"assay/study"
	"assay/subgroup"
	"assay/web"
)

// sliced builds a page with slices and writes it to a file.
func sliced(t *testing.T, metric string, most int, gold string, systems ...string) (*web.Page, string) {
	t.Helper()
	page, err := web.Build(context.Background(), web.Request{Study: prepared(t, study.Options{Metric: metric}, gold, systems...),
		Precision: 2, Sentences: true, Slices: most})
	if err != nil {
		t.Fatal(err)
	}
	var html bytes.Buffer
	if err := page.Write(&html); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, html.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return page, path
}

// The slices of a page are those of a search of their own over the same files, for each system of it, and have
// as many items as their conditions select.
func TestSlicesOfAReport(t *testing.T) {
	gold, systems := "../examples/craft.gold.mrg", []string{"../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg"}
	page, path := sliced(t, "evalb", 60000, gold, systems...)
	some := 0
	for i, view := range page.Slices {
		one := prepared(t, study.Options{Metric: "evalb"}, gold, systems[i])
		var g *slicing.Gatherer
		_, err := one.Count(context.Background(), 0, func(ms []*eval.Measure, taps *plan.Taps) (err error) {
			g, err = slicing.New(slicing.Options{Metric: ms[0], Keys: slicing.DefaultKeys(false)}, nil)
			g.Treebank(gold)
			taps.To(g)
			taps.Discard = g.Discard
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		found, err := g.Find(subgroup.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var want, got []string
		for _, s := range found.Subgroups {
			if s.Holds {
				want = append(want, fmt.Sprintf("%s %.1f %.1f", found.Where(s), 100*s.Unseen.Rate(), 100*s.Others.Rate()))
			}
		}
		for _, r := range view.Rows {
			got = append(got, fmt.Sprintf("%s %s %s", r.Where, r.Here, r.Elsewhere))
			res, err := prepared(t, study.Options{Metric: "evalb", Where: r.Where, NoTests: true}, gold, systems[i]).Run(context.Background(), gold, systems[i])
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range res.Results[0].Counts {
				if c.Name == res.Results[0].Size && int(c.Value) != r.Items {
					t.Errorf("%s has %d items, the condition selects %v", r.Where, r.Items, c.Value)
				}
			}
			some++
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", view.System, got, want)
		}
	}
	if some == 0 {
		t.Fatal("no slices")
	}
	linesOfASlice(t, path)
}

// linesOfASlice follows the link of a slice: a line for each item, which opens by mouse and keys with
// the item alone in the drawing.
func linesOfASlice(t *testing.T, path string) {
	for _, width := range []int{1400, 1000, 390} {
		ctx, faults := browser.Start(t, width, 1000)
		var items, lines, examples, tints, bad, wrong, wide int
		var count, first, second, closed string
		const open = `[...document.querySelectorAll("#list tr.open")].map(r => r.dataset.item).join()`
		err := chromedp.Run(ctx, chromedp.EmulateViewport(int64(width), 1000), chromedp.Navigate("file://"+path+"#slices"),
			chromedp.WaitVisible(".slices td.n a", chromedp.ByQuery),
			chromedp.Evaluate(`document.querySelectorAll(".slices .examples")[0].querySelectorAll("p").length`, &examples),
			chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &wide),
			chromedp.ActionFunc(func(ctx context.Context) error { browser.Axe(t, ctx); return nil }),
			chromedp.Evaluate(`+document.querySelector(".slices td.n a").textContent`, &items), chromedp.Focus(".slices td.n a", chromedp.ByQuery),
			chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(".kwic tr[data-item]", chromedp.ByQuery),
			chromedp.Text("#count", &count, chromedp.ByQuery), chromedp.Evaluate(`document.querySelectorAll(".kwic tr[data-item]").length`, &lines),
			chromedp.Evaluate(`(s => Hits.of({ system: s.dataset.system, slice: s.dataset.slice }))(document.querySelector(".slices .examples")) && `+
				`Sentences.select(Object.fromEntries(new URLSearchParams(location.hash.split("?")[1]))).reduce((n, i) => n + Hits.of(Object.fromEntries(new `+
				`URLSearchParams(location.hash.split("?")[1])))(i).filter(h => !h.right).length, 0)`, &wrong),
			chromedp.Evaluate(`document.querySelectorAll(".kwic .bad").length`, &bad),
			chromedp.Click(".kwic tr[data-item] .item button", chromedp.ByQuery), chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery),
			chromedp.Evaluate(open, &first),
			chromedp.Evaluate(`document.querySelectorAll("#list .drawing rect.tint").length`, &tints),
			chromedp.ActionFunc(func(ctx context.Context) error { browser.Axe(t, ctx); browser.Tidy(t, ctx); return nil }),
			chromedp.KeyEvent("j"), chromedp.Evaluate(open, &second), chromedp.KeyEvent(kb.Escape), chromedp.Evaluate(open, &closed))
		if err != nil {
			t.Fatal(err)
		}
		if items == 0 || !strings.HasPrefix(count, fmt.Sprintf("%d items in ", items)) || lines != min(items, 400) || wide > 0 {
			t.Errorf("%d: %d items, %d lines, %q; %d pixels too wide", width, items, lines, count, wide)
		}
		if first == "" || second == "" || first == second || closed != "" || tints != 1 || examples != 3 {
			t.Errorf("%d: opened %q, then %q, then %q; %d marks, %d examples", width, first, second, closed, tints, examples)
		}
		if wrong == 0 || wrong >= items || bad < min(wrong, 40)/2 {
			t.Errorf("%d: %d of %d items are wrong, %d in red", width, wrong, items, bad)
		}
		if f := faults(); len(f) > 0 {
			t.Error(strings.Join(f, "\n"))
		}
	}
}

// Where nothing holds the page says so and has no table; where there are more items than are searched it
// says that, and how to search them.
func TestNoSlices(t *testing.T) {
	page, path := sliced(t, "smatch", 60000, "../examples/amr/gold.amr", "../examples/amr/parser-a.amr")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Slices) != 1 || len(page.Slices[0].Rows) != 0 || !strings.HasPrefix(page.Slices[0].Tests, "No slice holds on the unseen half (") ||
		bytes.Contains(data, []byte(`<table class="slices">`)) {
		t.Errorf("%+v", page.Slices)
	}
	page, path = sliced(t, "attachment", 4000, "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu", "../examples/ewt.udpipe-projective.conllu")
	if data, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if want := "the systems have 4404 items together"; page.Slices != nil || !strings.Contains(page.Unsliced, want) || !bytes.Contains(data, []byte(want)) {
		t.Errorf("%q", page.Unsliced)
	}
}
