package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"assay/internal/browser"
)

// brief packs a page in a tenth of the time. Browsers unpack it in the same way, from a window as large.
const brief = "--lzma1=preset=0,dict=64MiB"

// TestTryPage opens the page from a file with the network off: two dropped files give
// the LAS of conll18_ud_eval.py (72.93) in a report whose sentences open, and as text, an example is one click
// away, and a broken file gives an error.
func TestTryPage(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: compiles assay for the browser; not with -short")
	}
	needsXZ(t)
	ctx, faults := browser.Start(t, 1200, 900, "blob:")
	front, err := tryPage("../..", "0.0.1", false, brief)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(path, front, 0o666); err != nil {
		t.Fatal(err)
	}
	gold, system := readText(t, "../../examples/ewt.gold.conllu"), readText(t, "../../examples/ewt.udpipe-swap.conllu")
	var scores, example, failed, large string
	var connected bool
	if err := chromedp.Run(ctx); err != nil { // the browser lives as long as the context of the first run
		t.Fatal(err)
	}
	run := func(name string, actions ...chromedp.Action) {
		t.Helper()
		ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
		defer cancel()
		if err := chromedp.Run(ctx, actions...); err != nil {
			var state string
			_ = chromedp.Run(ctx, chromedp.Evaluate(`document.querySelector("main").innerText.slice(0, 600)`, &state))
			t.Fatalf("%s: %v; the page shows %s; faults %v", name, err, state, faults())
		}
	}
	run("load", network.Enable(), network.OverrideNetworkState(true, 0, 0, 0), chromedp.Navigate("file://"+path),
		until(`document.getElementById("state").textContent === "Ready"`))
	run("drop two files", drop("#gold", "gold.conllu", gold), drop("#system", "parser.conllu", system),
		chromedp.Click("#run", chromedp.ByQuery), chromedp.WaitVisible("#panel iframe", chromedp.ByQuery))
	inFrame := framed(t, ctx)
	var card, hash string
	if err := chromedp.Run(inFrame, chromedp.WaitVisible(".card .big", chromedp.ByQuery), chromedp.Text(".card .big", &card, chromedp.ByQuery),
		chromedp.Click(`.tabs a[data-tab=sentences]`, chromedp.ByQuery), chromedp.Click("#list tbody button", chromedp.ByQuery),
		chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery), chromedp.Evaluate(`location.hash`, &hash)); err != nil {
		t.Fatal(err, faults())
	}
	if !strings.HasPrefix(card, "72.93 LAS") || !strings.HasPrefix(hash, "#sentences?s=") {
		t.Errorf("the report shows %q at %q", card, hash)
	}
	// the page may still scroll to its results, so that a mouse would miss the tab
	toScores := chromedp.Evaluate(`document.querySelector("#tab-scores").click()`, nil)
	run("scores as text", toScores,
		until(`document.querySelector("#panel pre") !== null`), chromedp.Text("#panel", &scores, chromedp.ByQuery))
	if !strings.Contains(scores, "LAS 72.93") {
		t.Errorf("the page shows %s", scores)
	}
	browser.Axe(t, ctx)
	run("an example", chromedp.Click("#examples button:nth-of-type(2)", chromedp.ByQuery),
		chromedp.WaitVisible("#panel iframe", chromedp.ByQuery), toScores,
		until(`document.querySelector("#panel pre")?.textContent.includes("F1")`), chromedp.Text("#panel", &example, chromedp.ByQuery))
	if !strings.Contains(example, "evalb") {
		t.Errorf("the example shows %s", example)
	}
	run("a broken file", drop("#gold", "broken.txt", "no treebank at all"), chromedp.Click("#run", chromedp.ByQuery),
		until(`document.getElementById("error").textContent !== ""`), chromedp.Text("#error", &failed, chromedp.ByQuery))
	if !strings.Contains(failed, "broken.txt: want analyses in a format of assay, found plain text") {
		t.Errorf("a broken file shows %q", failed)
	}
	run("a large file", chromedp.Evaluate(`choose("gold", [Object.defineProperty(new File([""], "large.conllu"), "size", { value: 300e6 })])`, nil),
		chromedp.Text("#error", &large, chromedp.ByQuery))
	if !strings.Contains(large, "large.conllu has 300 MB; this page reads files of up to 256 MB") {
		t.Errorf("a file of 300 MB shows %q", large)
	}
	run("connect", chromedp.Evaluate(`fetch("data:text/plain,x").then(() => true, () => false)`, &connected, chromedp.EvalAsValue, awaited))
	if connected {
		t.Error("the page may make connections")
	}
	for _, f := range faults() {
		if !strings.Contains(f, "data:text/plain,x") && !strings.Contains(f, "Content Security Policy") {
			t.Error(f)
		}
	}
}

// needsXZ leaves a test out where there is no program that packs.
func needsXZ(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("xz"); err != nil {
		t.Skip("SKIPPED: no xz")
	}
}

// Browsers unpack packed parts: any bytes, also after they have read it as HTML, and a damaged part is an error.
func TestPartsAreUnpacked(t *testing.T) {
	needsXZ(t)
	unpack, err := os.ReadFile("../../packaging/page/unpack.js")
	if err != nil {
		t.Fatal(err)
	}
	random := make([]byte, 100_000)
	for i, r := 0, rand.New(rand.NewPCG(1, 2)); i < len(random); i++ {
		random[i] = byte(r.Uint32())
	}
	parts := [][]byte{nil, {0}, []byte("\x00\r\n<</script><!--"), random, bytes.Repeat([]byte("abcabd"), 9999), append(bytes.Clone(unpack), unpack...)}
	html := "<!doctype html><meta charset=utf-8><body><script>" + string(unpack) + "</script>\n"
	for i, part := range slices.Concat(parts, parts) {
		effort := smallest
		if i >= len(parts) {
			effort = brief
		}
		text, err := packed(part, effort)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := packed(part, effort); err != nil || again != text {
			t.Errorf("part %d is packed in two ways: %v", i, err)
		}
		html += fmt.Sprintf("<script type=text/plain data-size=%d data-is=%s>%s</script>\n", len(part), base64.StdEncoding.EncodeToString(part), text)
	}
	path := filepath.Join(t.TempDir(), "parts.html")
	if err := os.WriteFile(path, []byte(html), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, _ := browser.Start(t, 800, 600)
	var wrong []int
	var damage string
	err = chromedp.Run(ctx, chromedp.Navigate("file://"+path), chromedp.Evaluate(`[...document.querySelectorAll("[data-size]")].flatMap((e, i) => {
		const got = unpacked(e.textContent, +e.dataset.size), want = Uint8Array.from(atob(e.dataset.is), c => c.charCodeAt(0));
		return got.length === want.length && got.every((b, k) => b === want[k]) ? [] : [i];
	})`, &wrong), chromedp.Evaluate(`(() => { const e = [...document.querySelectorAll("[data-size]")].pop(); try { unpacked(e.textContent.slice(0, 900),`+
		` +e.dataset.size); } catch (err) { return err.message; } return ""; })()`, &damage))
	if err != nil || len(wrong) > 0 || damage != "the page is damaged" {
		t.Errorf("parts %v differ; damage gives %q; %v", wrong, damage, err)
	}
}

// until waits for a condition on the page, two minutes at most.
func until(condition string) chromedp.Action {
	return chromedp.Poll(condition, nil, chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(2*time.Minute))
}

// framed is a context for the report in its frame, which is a target of its own.
func framed(t *testing.T, ctx context.Context) context.Context {
	t.Helper()
	for range 200 {
		targets, err := chromedp.Targets(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range targets {
			if x.Type == "iframe" {
				inFrame, cancel := chromedp.NewContext(ctx, chromedp.WithTargetID(x.TargetID))
				t.Cleanup(cancel)
				return inFrame
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the report has no frame")
	return nil
}

// drop drops a file on an element, as a mouse does.
func drop(element, name, text string) chromedp.Action {
	arguments, err := json.Marshal([]string{element, name, text})
	if err != nil {
		panic(err) // texts always marshal
	}
	return chromedp.Evaluate(`(([element, name, text]) => {
		const data = new DataTransfer();
		data.items.add(new File([text], name));
		document.querySelector(element).dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	})(`+string(arguments)+`)`, nil)
}

// awaited makes Evaluate wait for a promise.
func awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

func readText(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
