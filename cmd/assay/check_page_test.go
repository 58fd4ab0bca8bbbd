package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"assay/check/adjudicate"
	"assay/internal/browser"
	"assay/internal/shared"
)

// A checkPage is the page of a check in a browser.
type checkPage struct {
	t   *testing.T
	ctx context.Context
}

// newCheckPage opens a tab; a timeout of later actions does not end it.
func newCheckPage(t *testing.T, ctx context.Context) *checkPage {
	t.Helper()
	if err := chromedp.Run(ctx); err != nil {
		t.Fatal(err)
	}
	return &checkPage{t, ctx}
}

func (p *checkPage) run(actions ...chromedp.Action) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 30*time.Second)
	defer cancel()
	for i, a := range actions {
		if err := chromedp.Run(ctx, a); err != nil {
			p.t.Fatalf("action %d of %d: %v", i+1, len(actions), err)
		}
	}
}

func (p *checkPage) text(script string) (s string) {
	p.t.Helper()
	p.run(chromedp.Evaluate("String("+script+")", &s))
	return s
}

// until waits until a script is true.
func (p *checkPage) until(script string) {
	p.t.Helper()
	if err := chromedp.Run(p.ctx, chromedp.Poll(script, nil, chromedp.WithPollingTimeout(20*time.Second))); err != nil {
		p.t.Fatalf("never %s: %v; %s", script, err, p.text(`document.body.innerText.slice(0, 400)`))
	}
}

func (p *checkPage) click(selector string) {
	p.t.Helper()
	p.run(chromedp.Click(selector, chromedp.ByQuery, chromedp.NodeVisible))
}

// accessible asks axe-core in both themes.
func (p *checkPage) accessible() {
	p.t.Helper()
	for _, scheme := range []string{"dark", "light"} {
		p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
		browser.Axe(p.t, p.ctx)
	}
}

const ready = `!document.body.dataset.busy && document.body.dataset.ahead !== undefined`

// The check by mouse alone: two judges, the history, the list of all alike, agreement and
// the disputes that one more judge settles; the address shows the same in another tab.
func TestCheckByMouse(t *testing.T) {
	shared.Long(t)
	gold, system := files(t)
	args := []string{gold, system, "-m", "evalb"}
	address, _ := start(t, append([]string{"check", "--no-open", "--each"}, args...)...)
	ctx, faults := browser.Start(t, 1400, 900, address)
	p := newCheckPage(t, ctx)
	p.run(network.Enable(), chromedp.Navigate(address), chromedp.WaitVisible("#who", chromedp.ByQuery))
	p.accessible()
	if foot := p.text(`getComputedStyle(document.querySelector(".foot")).display`); foot != "none" {
		t.Error("keys are offered before there is a judge")
	}
	p.run(chromedp.SendKeys("#name", "ann", chromedp.ByQuery))
	p.click("#who button")
	p.run(chromedp.WaitVisible("#drawing svg", chromedp.ByQuery))
	p.until(ready)
	p.accessible()

	// the item that was fetched ahead is the one that is shown, whole
	for i, verdict := range "aru" {
		next, at := p.text(`document.body.dataset.ahead`), p.text(`document.body.dataset.n`)
		if next == at {
			t.Fatalf("item %s is fetched ahead of itself", at)
		}
		p.click(fmt.Sprintf(`[data-key=%q]`, string(verdict)))
		p.until(fmt.Sprintf(`+document.body.dataset.decided === %d`, i+1))
		if got := p.text(`document.body.dataset.n`); got != next {
			t.Errorf("item %s is shown, %s was fetched ahead", got, next)
		}
		p.until(ready)
		if p.text(`!!document.querySelector("#drawing svg") && !!document.querySelector("#sentence mark") && `+
			`document.querySelector("#question").textContent.startsWith("Is ")`) != "true" {
			t.Error("the item that was fetched ahead is not whole")
		}
	}

	// a decision of the history is seen again and changed
	first := p.text(`document.querySelector("#history button").title`)
	p.click("#history li:first-child button")
	p.until(`document.querySelector("#about").textContent.includes("you said accept")`)
	if q := p.text(`document.querySelector("#question q").title`); !strings.HasSuffix(first, q) {
		t.Errorf("the history shows %q, the page asks about %q", first, q)
	}
	p.click(`[data-key=r]`)
	p.until(`document.querySelectorAll("#history li").length === 4 && ` + ready)
	if n := count(decisions(t, args...), "ann", adjudicate.Reject); n != 2 {
		t.Errorf("%d items are rejected after one more was, want 2", n)
	}

	// all alike, but for one
	p.click("#like")
	p.run(chromedp.WaitVisible("#list", chromedp.ByQuery))
	p.accessible()
	// nothing that only has the kind in common has a tick; each is in its sentence
	if said := p.text(`[...document.querySelectorAll("#rows label")].filter(e => e.querySelector("input").checked && e.querySelector("[dir]").title !== ` +
		`document.querySelector("#rows input:checked").closest("label").querySelector("[dir]").title || !e.querySelector("mark")).length + " of " + ` +
		`(document.querySelectorAll("#rows input:checked").length < document.querySelectorAll("#rows input").length)`); said != "0 of true" {
		t.Errorf("ticks at first: %s", said)
	}
	p.click("#tickall")
	p.click("#rows label:nth-child(2) input")
	ticked := p.text(`document.querySelectorAll("#rows input:checked").length`)
	if label := p.text(`document.querySelector("#write").textContent`); !strings.HasSuffix(label, "accept "+ticked) {
		t.Errorf("%s ticks, and the button says %q", ticked, label)
	}
	p.click("#write")
	p.until(`+document.body.dataset.decided === 3 + ` + ticked + ` && ` + ready)
	if n := fmt.Sprint(count(decisions(t, args...), "ann", adjudicate.Accept)); n != ticked {
		t.Errorf("%s items are accepted, %s had a tick", n, ticked)
	}

	// one judge has no agreement; another differs
	p.click("#agree")
	p.run(chromedp.WaitVisible("#judges", chromedp.ByQuery))
	if said := p.text(`document.querySelector("#agreement").textContent`); !strings.Contains(said, "needs two judges, and only ann has decided") {
		t.Errorf("one judge: %q", said)
	}
	p.click("#judges [data-close]")
	p.run(chromedp.SetValue("#judge", "ben", chromedp.ByQuery), chromedp.Evaluate(`document.querySelector("#judge").dispatchEvent(new Event("change"))`, nil))
	p.until(ready) // an answer that comes later would change the address again
	p.run(chromedp.Evaluate(`location.hash = "#item=1&judge=ben", 0`, nil))
	p.until(`document.body.dataset.n === "0" && ` + ready)
	if said := p.text(`document.querySelector("#about").textContent`); strings.Contains(said, "ann") || strings.Contains(said, "you said") {
		t.Errorf("ben sees what ann said: %q", said)
	}
	p.click(`[data-key=a]`) // ann rejected it
	p.until(`+document.body.dataset.decided === 1 && ` + ready)
	p.click("#agree")
	p.run(chromedp.WaitVisible("#judges table", chromedp.ByQuery))
	p.accessible()
	p.click("#agreement td button")
	p.until(`document.querySelector("#about").textContent.includes("judges differ: ann: reject; ben: accept")`)

	// one more judge settles it
	p.run(chromedp.Evaluate(`location.hash = "#item=1&judge=both", 0`, nil))
	p.until(`document.querySelector("#judge").value === "both" && ` + ready)
	p.click("#agree")
	p.click("#settle")
	p.until(`document.querySelector("#by").value === "disputes" && document.querySelector("#about").textContent.includes("judges differ")`)

	// the address in another tab
	p.until(`!document.body.dataset.busy`)
	here, question := p.text(`location.href`), p.text(`document.querySelector("#question").textContent + document.querySelector("#about").textContent`)
	tab, cancel := chromedp.NewContext(ctx)
	other := newCheckPage(t, tab)
	other.run(chromedp.Navigate(here), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery))
	if got := other.text(`document.querySelector("#question").textContent + document.querySelector("#about").textContent`); got != question {
		t.Errorf("the address %s shows %q in another tab, %q here", here, got, question)
	}
	cancel()
	p.click(`[data-key=r]`)
	p.until(`document.querySelector("#question").textContent === "Judges differ on no item that both has not decided."`)
	p.accessible()
	p.click(`[data-key="?"]`)
	p.run(chromedp.WaitVisible("#help", chromedp.ByQuery))
	p.accessible()
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

func count(list []adjudicate.Decision, judge string, v adjudicate.Verdict) (n int) {
	for _, d := range list {
		if d.Judge == judge && d.Decision == v {
			n++
		}
	}
	return n
}

// The answer to a decision leaves out an item that the page has already.
func TestItemsFetchedAhead(t *testing.T) {
	gold, system := files(t)
	address, _ := start(t, "check", "--no-open", gold, system, "-m", "evalb")
	type item struct {
		N              int
		Ahead          bool
		Item, Question string
		Progress       struct{ Decided int }
	}
	read := func(r *http.Response, err error) (x item, size int) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		data, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(data, &x)
		}
		if err != nil {
			t.Fatal(err, string(data))
		}
		return x, len(data)
	}
	decide := func(x item, ahead int) (item, int) {
		return read(http.PostForm(address+"api/decide", url.Values{"judge": {"ann"}, "n": {fmt.Sprint(x.N)}, "item": {x.Item}, "decision": {"accept"},
			"ahead": {fmt.Sprint(ahead)}}))
	}
	first, _ := read(http.Get(address + "api/item?judge=ann&n=0&next=1"))
	next, whole := read(http.Get(fmt.Sprintf("%sapi/item?judge=ann&n=%d&step=1&next=1", address, first.N)))
	answer, size := decide(first, next.N)
	if answer.N != next.N || !answer.Ahead || answer.Question != "" || answer.Progress.Decided != 1 || 2*size > whole {
		t.Errorf("after a decision: %+v in %d bytes; item %d was fetched ahead in %d", answer, size, next.N, whole)
	}
	if answer, _ = decide(next, next.N); answer.Ahead || answer.Question == "" {
		t.Errorf("another item than the one that was fetched ahead: %+v", answer)
	}
}

// All items are seen without scrolling in a window of 1400 x 900, and eight in ten with the
// whole sentence, because subtrees without a difference are folded.
func TestItemsFitTheWindow(t *testing.T) {
	shared.Long(t)
	gold, system := files(t)
	address, _ := start(t, "check", "--no-open", gold, system, "../../examples/craft.berkeley.mrg")
	ctx, _ := browser.Start(t, 1400, 900, address)
	p := newCheckPage(t, ctx)
	p.run(chromedp.EmulateViewport(1400, 900), chromedp.Navigate(address+"#item=1&judge=ann"), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery))
	const every = 14
	fit, whole, folded, all := 0, 0, 0, 0
	total := 0
	p.run(chromedp.Evaluate(`+document.querySelector("#progress").textContent.match(/of (\d+)/)[1]`, &total))
	for n := 1; n <= total; n += every {
		p.run(chromedp.Evaluate(fmt.Sprintf(`location.hash = "#item=%d&judge=ann", 0`, n), nil))
		p.until(fmt.Sprintf(`+document.body.dataset.n === %d && !document.body.dataset.busy`, n-1))
		all++
		var seen struct{ Fit, Whole, Folded bool }
		p.run(chromedp.Evaluate(`(() => { const pane = document.getElementById("drawing"), d = pane.querySelector("svg"), b = d.getBoundingClientRect(), `+
			`words = document.querySelector("#sentence").textContent.replace(/[[\]]|NP$/g, "").split(" ");
			const drawn = [...d.querySelectorAll("text.word")].reduce((n, e) => n + (e.querySelector("title") ? e.querySelector("title").textContent : `+
			`e.firstChild.textContent).split(" ").length, 0);
			return { Fit: b.bottom + scrollY <= document.querySelector(".foot").getBoundingClientRect().top + 1 && pane.scrollWidth <= pane.clientWidth + 1 `+
			`&& pane.scrollHeight <= pane.clientHeight + 1 && b.height >= .74 * d.viewBox.baseVal.height,
				Whole: drawn === words.length, Folded: !!d.querySelector("path.fold") }; })()`, &seen))
		if seen.Fit {
			fit++
		} else {
			t.Logf("item %d is not seen without scrolling", n)
		}
		if seen.Fit && seen.Whole {
			whole++
		}
		if seen.Folded {
			folded++
		}
	}
	t.Logf("%d of %d items, %d with the whole sentence, %d folded", fit, all, whole, folded)
	if all < 50 || 10*whole < 8*all || folded == 0 {
		t.Errorf("%d of %d items are seen with the whole sentence, want eight in ten; %d are folded", whole, all, folded)
	}
	if all < 60 || fit < all {
		t.Errorf("%d of %d items are seen without scrolling, want all", fit, all)
	}
}

// Whoever decides is the judge of the address: another name than that of --judge outlives
// a reload, and decisions go to it.
func TestJudgeOutlivesReload(t *testing.T) {
	gold, system := files(t)
	args := []string{gold, system, "-m", "evalb"}
	address, _ := start(t, append([]string{"check", "--no-open", "--each", "--judge", "ann"}, args...)...)
	ctx, faults := browser.Start(t, 1400, 900, address)
	p := newCheckPage(t, ctx)
	p.run(chromedp.Navigate(address), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery))
	p.until(ready)
	p.run(chromedp.KeyEvent("a"))
	p.until(`+document.body.dataset.decided === 1 && ` + ready)
	p.run(chromedp.SetValue("#judge", "ben", chromedp.ByQuery), chromedp.Evaluate(`document.querySelector("#judge").dispatchEvent(new Event("change"))`, nil))
	p.until(`+document.body.dataset.decided === 0 && location.hash.includes("judge=ben") && ` + ready)
	p.run(chromedp.Reload(), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery))
	p.until(`document.querySelector("#judge").value === "ben" && ` + ready)
	p.run(chromedp.KeyEvent("r"))
	p.until(`+document.body.dataset.decided === 1 && ` + ready)
	list := decisions(t, args...)
	if len(list) != 2 || count(list, "ann", adjudicate.Accept) != 1 || count(list, "ben", adjudicate.Reject) != 1 {
		t.Errorf("ann accepted one item and ben rejected one; recorded: %+v", list)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
