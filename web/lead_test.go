package web_test

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/diagnose/lead"
	"assay/internal/browser"
	"assay/internal/shared"
	"assay/study"
	"assay/web"
)

// The rows of a waterfall sum to the difference of the scores at its ends, to the digit, also where
// some sentences are not scored for all systems; these scores are those of the matrix.
func TestLeadSumsToTheDifference(t *testing.T) {
	for _, c := range []struct {
		metric, gold string
		systems      []string
		shown        int // pairs with a difference
	}{
		{"attachment", "../examples/ewt.gold.conllu", []string{"../examples/ewt.udpipe-swap.conllu", "../examples/ewt.udpipe-projective.conllu"}, 0},
		{"evalb", "../examples/craft.gold.mrg", []string{"../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg", "../examples/craft.bllip-5.mrg"}, 0},
		{"smatch", "../examples/amr/gold.amr", []string{"../examples/amr/parser-a.amr", "../examples/amr/parser-b.amr"}, 0},
	} {
		made := prepared(t, study.Options{Metric: c.metric}, c.gold, c.systems...)
		made.Tests.Samples = 99
		page, err := web.Build(context.Background(), web.Request{Study: made, Precision: 2, Sentences: true})
		if err != nil {
			t.Fatal(err)
		}
		score := map[string]string{}
		for _, m := range page.Matrices {
			if m.Title == c.metric+": "+page.Score.Label {
				for _, r := range m.Rows {
					score[r.Name] = r.Value
				}
			}
		}
		for _, p := range page.Browser.Pairs {
			l := p.Lead
			if l == nil {
				t.Errorf("%s: no lead of %s", c.metric, p.ID())
				continue
			}
			sum, first := 0.0, true
			for i, r := range l.Rows {
				sum += number(t, r.Value)
				if named := lead.Named(r.Name) && !strings.HasSuffix(r.Name, "others"); !named && i != len(l.Rows)-1 {
					t.Errorf("%s: %s is not last", c.metric, r.Name)
				}
				if r.Loss {
					first = false
				} else if !first && i != len(l.Rows)-1 {
					t.Errorf("%s: gain %s is after a loss", c.metric, r.Name)
				}
			}
			if want := number(t, l.To) - number(t, l.From); math.Abs(sum-want) > .0101 || l.From != score[l.B] || l.To != score[l.A] || len(l.Rows) < 3 {
				t.Errorf("%s: %d parts sum to %.2f, from %s to %s; the matrix has %s and %s", c.metric, len(l.Rows), sum, l.From, l.To, score[l.B], score[l.A])
			}
		}
	}
}

// The sentences of a waterfall: items that one system has right and the other wrong are as many as
// the table of items says, which counts them by their fingerprints; a row is chosen by mouse and by keys, shows
// three of its sentences, and leads to a list that has its items alone, marked and counted.
func TestSentencesOfALead(t *testing.T) {
	dir := shared.Path(t, "data", "dep-gold-tokens-ewt")
	path := page(t, "attachment", "deprel", dir+"/gold.conllu.gz", dir+"/udpipe-A-swap.conllu.gz", dir+"/udpipe-B-projective.conllu.gz")
	ctx, faults := browser.Start(t, 1400, 1000)
	const rows = `[...document.querySelectorAll(".pair.now tr[data-cause]")]`
	var yn, ny, listed, opposite int
	var chosen, keyed, hash, count, items string
	var numbers []int
	var marks, examples, tints, order int
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#differences"), chromedp.WaitVisible(".climbs", chromedp.ByQuery),
		chromedp.Evaluate(`+document.querySelector(".pair.now td a[href*='items=yn']").textContent`, &yn),
		chromedp.Evaluate(`+document.querySelector(".pair.now td a[href*='items=ny']").textContent`, &ny),
		chromedp.Evaluate(`(v => Hits.all({ right: v.dataset.a, wrong: v.dataset.b, cause: Sentences.index.causes.join("|") `+
			`}))(document.querySelector(".pair.now"))`, &listed),
		chromedp.Evaluate(`(v => Hits.all({ right: v.dataset.b, wrong: v.dataset.a, cause: Sentences.index.causes.join("|") `+
			`}))(document.querySelector(".pair.now"))`, &opposite),
		chromedp.Click(".pair.now tr[data-cause]:nth-of-type(3) a", chromedp.ByQuery),
		chromedp.Evaluate(rows+`.filter(r => r.ariaCurrent === "true").map(r => r.dataset.cause).join()`, &chosen),
		chromedp.Focus(".pair.now tr[data-cause]:nth-of-type(2) a", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter),
		chromedp.Evaluate(rows+`.filter(r => r.ariaCurrent === "true").map(r => r.dataset.cause).join()`, &keyed),
		chromedp.Evaluate(`document.querySelectorAll(".pair.now .examples tr").length`, &examples),
		chromedp.Text(".pair.now .examples p a", &items, chromedp.ByQuery), chromedp.Click(".pair.now .examples p a", chromedp.ByQuery),
		chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
		chromedp.Evaluate(`location.hash`, &hash), chromedp.Text("#count", &count, chromedp.ByQuery),
		chromedp.Evaluate(`[...document.querySelectorAll("#list tbody tr:not(.drawn)")].map(r => +r.children[3].textContent)`, &numbers),
		chromedp.Evaluate(`document.querySelectorAll("#list .w1, #list .w2, #list .w3").length`, &marks),
		chromedp.Evaluate(`(r => { const n = r.querySelectorAll(".hit").length; r.querySelector("button").click(); return n; `+
			`})(document.querySelector("#list tbody tr"))`, &order),
		chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery), chromedp.Evaluate(`document.querySelectorAll("#list .drawing rect.tint").length`, &tints))
	if err != nil {
		t.Fatal(err)
	}
	if yn == 0 || listed+opposite != yn+ny || min(listed, opposite) != min(yn, ny) {
		t.Errorf("%d and %d items, %d and %d in the table", listed, opposite, yn, ny)
	}
	if chosen == "" || keyed == "" || chosen == keyed || examples != 3 {
		t.Errorf("chosen %q by mouse, %q by keys; %d sentences", chosen, keyed, examples)
	}
	n := 0
	fmt.Sscan(items, &n)
	sum := 0
	for _, x := range numbers {
		sum += x
	}
	down := slices.Clone(numbers)
	slices.Sort(down)
	slices.Reverse(down)
	if n == 0 || !strings.HasPrefix(count, fmt.Sprintf("%d items in ", n)) || len(numbers) < 50 && sum != n || !slices.Equal(numbers, down) || marks != 0 {
		t.Errorf("%s; list: %q with %v, %d other marks", items, count, numbers, marks)
	}
	if numbers[0] != order || tints != order {
		t.Errorf("the first row has %d items, marks %d, and its drawing %d", numbers[0], order, tints)
	}
	if v, err := url.ParseQuery(strings.TrimPrefix(hash, "#sentences?")); err != nil || v.Get("cause") != keyed {
		t.Errorf("%s for %s: %v", hash, keyed, err)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// One number of sentences is on the page, gold's, where systems split the text in their own ways; no text
// is twice among the five sentences that cost most.
func TestOneCountOfSentences(t *testing.T) {
	const gold = 1047 // sentences of the file, by its lines "# sent_id"
	dir := shared.Path(t, "data", "dep-conll18", "kk_ktb")
	path := page(t, "ud", "deprel", dir+"/gold.conllu.gz", dir+"/Uppsala-18.conllu.gz", dir+"/CEA-LIST.conllu.gz")
	ctx, _ := browser.Start(t, 1400, 1000)
	var tab, all, part string
	var cards, worst []string
	var rows int
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#sentences"), chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
		chromedp.Text(".tabs small", &tab, chromedp.ByQuery), chromedp.Text("#count", &all, chromedp.ByQuery), chromedp.Evaluate(`Sentences.n`, &rows),
		chromedp.Evaluate(`[...document.querySelectorAll(".card .fine a")].map(e => e.textContent)`, &cards),
		chromedp.Evaluate(`[...document.querySelectorAll("#worst tbody tr")].map(r => r.children[1].textContent)`, &worst),
		chromedp.Evaluate(`location.hash = "#sentences?show=scored"`, nil), chromedp.Poll(`document.getElementById("count").textContent`, &part))
	if err != nil {
		t.Fatal(err)
	}
	if tab != fmt.Sprint(gold) || all != fmt.Sprintf("%d of %d sentences", gold, gold) || part != all || rows <= gold {
		t.Errorf("%d rows: the tab says %s, the list %q and %q", rows, tab, all, part)
	}
	for _, c := range cards {
		if !strings.HasPrefix(c, fmt.Sprintf("%d of %d ", gold, gold)) {
			t.Errorf("a card says %q", c)
		}
	}
	slices.Sort(worst)
	if len(worst) != 5 || len(slices.Compact(worst)) != 5 {
		t.Errorf("the worst: %q", worst)
	}
}
