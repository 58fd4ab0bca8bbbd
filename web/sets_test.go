package web_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"assay/corpus"
	"assay/diagnose"
	"assay/draw"
	"assay/eval"
	"assay/internal/browser"
	"assay/measures"
)

// A labelCollector collects the labels of the pictures that package draw makes of pairs.
type labelCollector struct {
	focus  *diagnose.Focus
	sight  *diagnose.Sight
	id     string
	labels map[string][]string
}

func (c *labelCollector) Pair(p *eval.Pair) { c.sight, c.id = diagnose.SightOf(p), p.Name() }
func (c *labelCollector) Item(_ int, it *eval.Item) {
	c.sight.See(it, c.focus)
}
func (c *labelCollector) Drop(int) {}
func (c *labelCollector) End() {
	words := map[string]int{}
	for i := range c.sight.Gold.Tokens {
		words[string(c.sight.Gold.Word(int32(i)))]++
	}
	for _, l := range c.sight.Picture(1e6, draw.Options{}).Labels() {
		if words[l.Text]--; words[l.Text] < 0 {
			c.labels[c.id] = append(c.labels[c.id], strings.TrimPrefix(l.Text, "…"))
		}
	}
	slices.Sort(c.labels[c.id])
}

// TestSetsAreDrawn: reports draw expressions and mentions as bars with the labels of package draw, gold's above the
// words and the system's below. Mentions have colours and numbers of entities and a list of these. In a narrow window
// the words are on more lines.
func TestSetsAreDrawn(t *testing.T) {
	for _, tc := range []struct {
		metric, gold, system, id, total string
		entities                        bool
	}{
		{"coref", "../examples/gum/coref/gum.conllu", "../examples/gum/coref/ontogum.conllu", "GUM_news_homeopathic", "16", true},
		{"mwe", "../examples/parseme/gold.cupt", "../examples/parseme/noise.cupt", "3", "50", false},
	} {
		t.Run(tc.metric, func(t *testing.T) {
			metric, err := measures.Parse(tc.metric, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			c := &labelCollector{focus: diagnose.NewFocus(metric, metric.Headline()), labels: map[string][]string{}}
			gold, err := corpus.Open(tc.gold)
			if err != nil {
				t.Fatal(err)
			}
			system, err := corpus.Open(tc.system)
			if err != nil {
				t.Fatal(err)
			}
			opt := eval.Options{Jobs: 1, Collect: func() eval.Collector { return c }, Collected: func(eval.Collector) {}}
			if _, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, opt); err != nil {
				t.Fatal(err)
			}
			path := page(t, tc.metric, "label", tc.gold, tc.system)
			ctx, faults := browser.Start(t, 1400, 1000)
			ctx, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			for _, width := range []int64{1400, 390} {
				var labels []string
				var total string
				var wide, lines, bars, rows, shown, aside int
				err := chromedp.Run(ctx, emulation.SetDeviceMetricsOverride(width, 1000, 1, false),
					chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+path+"#sentences?s="+tc.id),
					chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery),
					chromedp.Text(`[data-tab=sentences] small`, &total, chromedp.ByQuery),
					chromedp.Evaluate(`[...document.querySelectorAll("#list .drawing svg[role] text:not(.word)")].map(e => e.firstChild.data).filter(l => `+
						`!l.startsWith("…")).sort()`, &labels),
					chromedp.Evaluate(`(p => p.scrollWidth - p.clientWidth)(document.querySelector("#list .drawing"))`, &wide),
					chromedp.Evaluate(`new Set([...document.querySelectorAll("#list .drawing svg[role] text.word")].map(e => e.getAttribute("y"))).size`, &lines),
					chromedp.Evaluate(`document.querySelectorAll("#list .drawing svg[role] line.entity").length`, &bars),
					chromedp.Evaluate(`document.querySelectorAll("#list .drawing .entities tbody tr").length`, &rows),
					chromedp.Evaluate(`(b => { if (b) b.click(); return document.querySelectorAll("#list .drawing svg [data-entity]:not(.aside)").length; `+
						`})(document.querySelector("#list .drawing .entities button"))`, &shown),
					chromedp.Evaluate(`document.querySelectorAll("#list .drawing svg .aside").length`, &aside))
				if err != nil {
					t.Fatal(err)
				}
				slices.Sort(labels)
				if want := c.labels[tc.id]; !slices.Equal(labels, want) || len(want) == 0 {
					t.Errorf("%d pixels: labels %q, want %q", width, labels, want)
				}
				if total != tc.total {
					t.Errorf("%d pixels: %s pairs, want %s", width, total, tc.total)
				}
				if wide > 0 {
					t.Errorf("%d pixels: the drawing is %d too wide", width, wide)
				}
				if width == 390 && lines < 2 {
					t.Errorf("%d pixels: %d lines of words", width, lines)
				}
				if (bars > 0) != tc.entities || (rows > 1) != tc.entities || (shown > 1 && aside > shown) != tc.entities {
					t.Errorf("%d pixels: %d bars in colours of entities, %d entities in the list, %d elements of the first, %d others",
						width, bars, rows, shown, aside)
				}
			}
			if f := faults(); len(f) > 0 {
				t.Error(strings.Join(f, "\n"))
			}
		})
	}
}
