package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"assay/internal/browser"
	"assay/internal/shared"
)

// Under every measure the item that is asked about is in brackets in the sentence, where
// its words are known, and marked in the drawing: with a frame that holds its label and
// keeps its sign, or, if it is about a word, with a tint of that word.
func TestItemsAreMarked(t *testing.T) {
	shared.Long(t)
	ctx, faults := browser.Start(t, 1400, 900, "http://127.0.0.1")
	p := newCheckPage(t, ctx)
	p.run(chromedp.EmulateViewport(1400, 900))
	const looks = 4 // items of each measure
	framed := 0
	for i := range matrix {
		cell := &matrix[i]
		if cell.dull {
			continue
		}
		gold, system, _ := cell.files(t)
		args := append([]string{"check", gold, system, "-m", cell.metric, "--db", filepath.Join(t.TempDir(), "check.db")}, cell.more...)
		// brackets that an attachment implies are asked about by themselves, where there are any
		if run(t.Context(), append(slices.Clone(args), "--each", "--terminal"), strings.NewReader("q"), io.Discard, io.Discard) != exitUsage {
			args = append(args, "--each")
		}
		address, cmd := start(t, append(args, "--no-open")...)
		browser.Enter(t, ctx)
		p.run(chromedp.Navigate(address + "#item=1&judge=ann"))
		p.until(`document.body.dataset.n === "0" && !document.body.dataset.busy`)
		total := 0
		p.run(chromedp.Evaluate(`+document.querySelector("#progress").textContent.match(/of (\d+)/)[1]`, &total))
		for look := range min(looks, total) {
			n := look * (total - 1) / max(1, min(looks, total)-1)
			p.run(chromedp.Evaluate(fmt.Sprintf(`location.hash = "#item=%d&judge=ann", 0`, n+1), nil))
			p.until(fmt.Sprintf(`document.body.dataset.n === "%d" && !document.body.dataset.busy`, n))
			item := itemOf(t, address, n)
			var page struct {
				Brackets, Tints int
				Sentence, About string
				Frames, Classes []string
			}
			p.run(chromedp.Evaluate(`(() => { const frames = [...document.querySelectorAll("#drawing rect.focus")].map(r => `+
				`r.nextElementSibling).concat([...document.querySelectorAll("#drawing path.focus")].map(f => {
					const b = f.getBBox(), inside = t => { const c = t.getBBox(), x = c.x + c.width / 2, y = c.y + c.height / 2; return b.x < x && x < b.x + `+
				`b.width && b.y < y && y < b.y + b.height; };
					return [...f.ownerSVGElement.querySelectorAll("text")].find(inside); })).filter(e => e);
				return { About: document.querySelector("#about").textContent, Sentence: document.querySelector("#sentence").textContent, Brackets: `+
				`document.querySelectorAll("#sentence mark").length, Tints: document.querySelectorAll("#drawing rect.tint").length,
					Frames: frames.map(e => e.textContent), Classes: frames.map(e => e.getAttribute("class")) }; })()`, &page))
			at := fmt.Sprintf("%s, item %d, %s", cell.metric, n, item.Question)
			if (page.Brackets > 0) != (len(item.Places) > 0) || len(item.Places) == 0 && item.Focus.From >= 0 {
				t.Errorf("%s: %d brackets in the sentence", at, page.Brackets)
			}
			if want := item.bracketed(); page.Sentence != want {
				t.Errorf("%s: the sentence reads %q, want %q", at, page.Sentence, want)
			}
			if gold, _, _ := strings.Cut(item.Gold, "“"); item.Gold != "" && !strings.Contains(page.About, "gold instead: "+gold) {
				t.Errorf("%s: %q does not name gold's %q", at, page.About, item.Gold)
			}
			if label, _, _ := strings.Cut(item.Crosses, "“"); item.Crosses != "" && !strings.Contains(page.About, "crosses gold's "+label+"“") {
				t.Errorf("%s: %q does not name the %q that it crosses", at, page.About, item.Crosses)
			}
			for i, text := range page.Frames {
				page.Frames[i] = strings.Replace(text, "domain-of", "domain-of (mod)", 1) // two names of one relation of AMR
			}
			// the relation is in the labels of the children
			ofChildren := strings.HasPrefix(cell.metric, "rst:") && !strings.HasPrefix(cell.metric, "rst:marcu") || cell.metric == "rst"
			whole := item.Focus.Node >= 0 || item.Focus.Arc || len(item.Focus.Edges) > 0
			// A drawing has the words alone: no abstract node, such as a dropped subject.
			abstract := strings.HasPrefix(cell.metric, "msp") && strings.Contains(item.Question, " the abstract node ") && item.Focus.Word < 0
			switch {
			case abstract && len(page.Frames)+page.Tints == 0:
			case len(page.Frames) == 0 && (whole || len(item.Focus.Nodes) > 0 || page.Tints == 0):
				t.Errorf("%s: not marked in the drawing", at)
			case whole && !ofChildren && !strings.Contains(strings.ToLower(strings.Join(page.Frames, " ")), strings.ToLower(item.Label)):
				t.Errorf("%s: the frame is around %q, the item is a %q", at, page.Frames, item.Label)
			case whole && strings.ContainsAny(strings.Join(page.Frames, " "), "−") || whole && strings.Contains(strings.Join(page.Classes, " "), "agree"):
				t.Errorf("%s: an item of the system alone is drawn as one of both or of gold: %q", at, page.Frames)
			}
			framed += len(page.Frames)
		}
		cmd.Process.Kill()
	}
	if framed < 100 {
		t.Errorf("%d frames", framed)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// A shownItem is an item as the page gets it.
type shownItem struct {
	Question, Label, Line, Text string
	Gold, Crosses               string
	Places                      [][3]any
	Focus                       struct {
		Node, From   int
		Word         int
		Arc          bool
		Nodes, Edges []int
	}
}

// bracketed is the sentence of an item with each of its places in brackets.
func (x *shownItem) bracketed() string {
	text, at, out := []rune(cmp.Or(x.Line, x.Text)), 0, ""
	for _, p := range x.Places {
		from, to := int(p[0].(float64)), int(p[1].(float64))
		out += string(text[at:from]) + "[" + string(text[from:to]) + "]" + p[2].(string)
		at = to
	}
	return out + string(text[at:])
}

func itemOf(t *testing.T, address string, n int) (item shownItem) {
	t.Helper()
	answer, err := http.Get(fmt.Sprintf("%sapi/item?judge=ann&n=%d", address, n))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err == nil {
		err = json.Unmarshal(data, &item)
	}
	if err != nil {
		t.Fatal(err, string(data))
	}
	return item
}

// On paper a check is the sentence, the question and the whole drawing: nothing is cut off
// at the height of the window, nothing is wider than the page, and no key is printed.
func TestCheckOnPaper(t *testing.T) {
	gold, system := files(t)
	address, _ := start(t, "check", "--no-open", gold, system)
	ctx, _ := browser.Start(t, 1400, 700, address)
	p := newCheckPage(t, ctx)
	p.run(chromedp.Navigate(address + "#item=5&judge=ann"))
	p.until(ready)
	p.run(chromedp.Evaluate(`document.querySelector("#drawing").style.maxHeight = "100px", 0`, nil)) // as in a low window
	p.run(chromedp.EmulateViewport(718, 1000), emulation.SetEmulatedMedia().WithMedia("print"))
	if cut := p.text(`[...document.querySelectorAll("main, main *")].filter(e => e.checkVisibility() && (getComputedStyle(e).overflowY !== "visible" && ` +
		`e.scrollHeight > e.clientHeight + 1 || e.getBoundingClientRect().right > 719)).map(e => e.id || e.tagName).join()`); cut != "" {
		t.Errorf("cut off on paper: %s", cut)
	}
	if seen := p.text(`["#sentence", "#question", "#drawing svg", ".foot"].filter(s => ` +
		`document.querySelector(s).checkVisibility()).join()`); seen != "#sentence,#question,#drawing svg" {
		t.Errorf("on paper: %s", seen)
	}
}
