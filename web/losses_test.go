package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"assay/diagnose"
	"assay/diagnose/kummerfeld"
	"assay/internal/browser"
	"assay/internal/shared"
	"assay/study"
	"assay/web"
)

// A class of error leads to its errors in the list: the list has as many under that name
// as the table says. A length and a label of a plot lead to sentences; files of plots have
// no links.
func TestErrorsLeadToSentences(t *testing.T) {
	made := prepared(t, study.Options{Metric: "ud", By: "deprel,length"}, "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu")
	request := web.Request{Study: made, Precision: 2, Sentences: true}
	page, err := web.Build(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	var html bytes.Buffer
	if err := page.Write(&html); err != nil {
		t.Fatal(err)
	}
	var index struct {
		Classes []string
		Causes  []string
		Words   []int
		Systems []struct{ Wrong [][]int }
	}
	found := regexp.MustCompile(`(?s)<script type="application/json" id="index">(.*?)</script>`).FindSubmatch(html.Bytes())
	if err := json.Unmarshal(found[1], &index); err != nil {
		t.Fatal(err)
	}
	listed := map[string]int{}
	numbers := 5 // of an error, and its cause
	if index.Causes != nil {
		numbers++
	}
	for _, row := range index.Systems[0].Wrong {
		for k := 0; k < len(row); k += numbers {
			listed[index.Classes[row[k]]]++
		}
	}
	links := 0
	for _, step := range page.Losses[0].Steps {
		_, query, _ := strings.Cut(step.Href, "?")
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if kind := values.Get("kind"); kind == "" || listed[kind] != step.Errors {
			t.Errorf("%s leads to %q: the list has %d of %d errors", step.Kind, step.Href, listed[kind], step.Errors)
		}
		links++
	}
	if links < 3 {
		t.Errorf("%d classes", links)
	}
	if text := fmt.Sprint(page.Sentences); !strings.Contains(text, "The largest loss of") {
		t.Errorf("in words: %s", text)
	}
	for _, plot := range page.Plots {
		if strings.Contains(plot.SVG, "<a ") {
			t.Errorf("the file of plot %s has links", plot.Name)
		}
		for _, m := range regexp.MustCompile(`href="#sentences\?(length|label)=([^"]*)"`).FindAllStringSubmatch(plot.Linked, -1) {
			if m[1] == "label" {
				continue
			}
			var low, high, n int
			if _, err := fmt.Sscanf(m[2], "%d-%d", &low, &high); err != nil {
				t.Fatal(err)
			}
			for _, words := range index.Words {
				if words >= low && words <= high {
					n++
				}
			}
			if n == 0 {
				t.Errorf("%s leads to no sentence", m[0])
			}
		}
	}
	if !strings.Contains(html.String(), `<a href="#sentences?label=nsubj" class="link"`) ||
		!strings.Contains(html.String(), `<a href="#sentences?length=11-20" class="link"`) {
		t.Error("the plots have no links")
	}
}

// Many kinds of error are folded, with their sums.
func TestManyKindsAreFolded(t *testing.T) {
	made := prepared(t, study.Options{Metric: "evalb"}, "../diagnose/kummerfeld/testdata/chinese.gold.mrg", "../diagnose/kummerfeld/testdata/chinese.system.mrg")
	request := web.Request{Study: made, Repairs: func() *diagnose.Repairs { return &diagnose.Repairs{Options: kummerfeld.Options{Chinese: true}} }}
	page, err := web.Build(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	losses := page.Losses[0]
	top, rest := losses.Top(), losses.Rest()
	if len(top) != 12 || rest == nil || rest.Kinds != len(losses.Steps)-12 {
		t.Fatalf("%d kinds on top of %d", len(top), len(losses.Steps))
	}
	folded, lost := 0, 0.0
	for _, step := range losses.Steps {
		folded += step.Errors
	}
	for _, step := range top {
		folded -= step.Errors
		lost += number(t, step.Lost)
	}
	if rest.Errors != folded {
		t.Errorf("%d errors are folded, want %d", rest.Errors, folded)
	}
	// all parts sum to the loss, each written with two digits
	if got, want := lost+number(t, rest.Lost), number(t, losses.Value)-100; math.Abs(got-want) > .005*14 {
		t.Errorf("the parts sum to %.2f, want %.2f", got, want)
	}
	var html bytes.Buffer
	if err := page.Write(&html); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("<summary>%d more kinds</summary>", rest.Kinds); !strings.Contains(html.String(), want) {
		t.Errorf("no %s", want)
	}
}

// number reads a number with a true minus sign.
func number(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(strings.Replace(s, "−", "-", 1), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Numbers in the tables of errors and scores lead to their sentences: each link of a class or
// a confusion selects as many errors as the number says, in the browser's own count.
func TestNumbersLeadToSentences(t *testing.T) {
	for _, c := range []struct {
		metric, gold string
		systems      []string
		least        int
		confused     int
	}{
		{"attachment", "../examples/ewt.gold.conllu", []string{"../examples/ewt.udpipe-swap.conllu", "../examples/ewt.udpipe-projective.conllu"}, 10, 6},
		{"evalb", "../examples/craft.gold.mrg", []string{"../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg"}, 20, 18},
	} {
		path := page(t, c.metric, "deprel,length", c.gold, c.systems...)
		ctx, _ := browser.Start(t, 1400, 1000)
		var links, confused, bars, cards, scores, part int
		var wrong []string
		err := chromedp.Run(ctx, chromedp.Navigate("file://"+path), chromedp.Evaluate(`document.querySelectorAll("#errors details td a").length`, &links),
			chromedp.Evaluate(`[...document.querySelectorAll("#errors details td a")].filter(a => { const p = Object.fromEntries(new `+
				`URLSearchParams(a.getAttribute("href").split("?")[1])), s = Sentences.byName.get(p.system), l = x => x === "" ? -1 : Sentences.index.labels.indexOf(x);
				const n = Sentences.select(p).reduce((n, i) => n + (p.kind !== undefined ? Sentences.kinds(s, i).get(p.kind) || 0 : Sentences.pairs(s, `+
				`i).filter(e => e.g === l(p.gold) && e.s === l(p.as)).length), 0);
				return n !== +a.textContent; }).map(a => a.textContent + " " + a.getAttribute("href"))`, &wrong),
			chromedp.Evaluate(`document.querySelectorAll("#errors details td a[href*='gold=']").length`, &confused),
			chromedp.Evaluate(`document.querySelectorAll("#plots svg a:not(.link)").length`, &bars),
			chromedp.Evaluate(`document.querySelectorAll(".cards:not([hidden]) .big a").length`, &cards),
			chromedp.Evaluate(`document.querySelectorAll("#scores td a").length`, &scores),
			chromedp.Evaluate(`(() => { const S = Sentences, [a, b] = S.systems; return S.select({ right: a.name, wrong: b.name }).length - Array.from({ `+
				`length: S.n }, (_, i) => i).filter(i => S.scored(0, i) && S.scored(1, i) && S.count(0, i) === 0 && S.count(1, i) > 0).length; })()`, &part))
		if err != nil {
			t.Fatal(err)
		}
		if links < c.least || confused < c.confused || bars == 0 || cards != 2 || scores < 2 || part != 0 {
			t.Errorf("%s: links of %d errors, %d of them confusions, %d bars and points, %d cards, %d scores; right and wrong %d", c.metric, links, confused,
				bars, cards, scores, part)
		}
		for _, w := range wrong {
			t.Errorf("%s: %s leads to other errors", c.metric, w)
		}
	}
}

// The list has a filter by document, with as many sentences as the choice says, and the order
// of words turns. The file of gold has 60 lines "# newdoc".
func TestDocumentsAndOrders(t *testing.T) {
	dir := shared.Path(t, "data", "dep-gold-tokens-ewt")
	path := page(t, "attachment", "deprel", filepath.Join(dir, "gold.conllu.gz"), filepath.Join(dir, "udpipe-A-swap.conllu.gz"))
	ctx, _ := browser.Start(t, 1400, 1000)
	var documents, wrong, sum, rows int
	var up, down []int
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#sentences"), chromedp.WaitVisible("#list tbody tr", chromedp.ByQuery),
		chromedp.Evaluate(`Sentences.n`, &rows), chromedp.Evaluate(`document.querySelectorAll("#part option").length - 1`, &documents),
		chromedp.Evaluate(`[...document.querySelectorAll("#part option")].slice(1).reduce((n, o) => n + Sentences.select({ part: o.value }).length, 0)`, &sum),
		chromedp.Evaluate(`[...document.querySelectorAll("#part option")].slice(1).filter(o => !o.textContent.endsWith(" (" + Sentences.select({ part: `+
			`o.value }).length + ")")).length`, &wrong),
		chromedp.Evaluate(`Sentences.select({ order: "words" }).map(i => Sentences.index.words[i])`, &down),
		chromedp.Evaluate(`Sentences.select({ order: "-words" }).map(i => Sentences.index.words[i])`, &up))
	if err != nil {
		t.Fatal(err)
	}
	if documents != 60 || sum != rows || wrong != 0 {
		t.Errorf("%d documents with %d of %d sentences, %d with another number", documents, sum, rows, wrong)
	}
	slices.Reverse(down)
	if len(up) != rows || !slices.IsSorted(up) || !slices.Equal(up, down) {
		t.Error("the order of words does not turn")
	}
}

// All systems have the same bins of lengths, whichever way they split sentences.
func TestBinsOfAllSystems(t *testing.T) {
	path := page(t, "ud", "length=3", shared.Path(t, "data", "dep-conll18", "kk_ktb", "gold.conllu.gz"),
		shared.Path(t, "data", "dep-conll18", "kk_ktb", "CEA-LIST.conllu.gz"), shared.Path(t, "data", "dep-conll18", "kk_ktb", "conll18-baseline.conllu.gz"))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, plot, _ := strings.Cut(string(data), "ud: LAS F1 by length")
	plot, _, _ = strings.Cut(plot, "</svg>")
	ends := map[string]bool{}
	last := 0
	for _, m := range regexp.MustCompile(`length=(\d+)-?(\d*)(%2B)?" class="link"`).FindAllStringSubmatch(plot, -1) {
		low, _ := strconv.Atoi(m[1])
		if low <= last {
			t.Errorf("bins overlap at %d", low)
		}
		if last = low; m[2] != "" {
			last, _ = strconv.Atoi(m[2])
		}
		ends[m[3]] = true
	}
	if last == 0 || !ends["%2B"] {
		t.Errorf("no bins, or the last has an upper end: %v", ends)
	}
}
