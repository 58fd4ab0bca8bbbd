package web_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/corpus"
	"assay/eval"
	"assay/internal/browser"
	"assay/internal/shared"
	"assay/metrics"
	"assay/report"
	"assay/treebank"
	"assay/web"
)

func open(t *testing.T, path string) *treebank.Source {
	t.Helper()
	src, err := corpus.Open(path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// page builds a report and writes it to a file.
func page(t *testing.T, metric, gold string, systems ...string) string {
	t.Helper()
	q := web.Request{Gold: open(t, gold), Precision: 2, Sentences: true, Report: report.Options{Version: "test"}}
	for _, s := range systems {
		q.Systems = append(q.Systems, open(t, s))
	}
	q.Metrics = func(*treebank.Source) ([]eval.Metric, error) {
		m, err := metrics.Parse(metric, metrics.Config{})
		return []eval.Metric{m}, err
	}
	p, err := web.Build(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReportInBrowser(t *testing.T) {
	for _, c := range []struct {
		name, metric, gold string
		systems            []string
	}{
		{"constituents", "evalb", "../examples/craft.gold.mrg", []string{"../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg"}},
		{"dependencies", "attachment", "../examples/ewt.gold.conllu", []string{"../examples/ewt.udpipe-swap.conllu"}},
		{"discontinuous", "evalb", "data/const-discont-nl/gold.discbracket", []string{"data/const-discont-nl/berkeley-A.discbracket"}},
		{"semantics", "edm", "data/sem-lpps/gold.eds.mrp", []string{"data/sem-lpps/peking.eds.mrp"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if strings.HasPrefix(c.gold, "data/") {
				c.gold, c.systems = shared.Path(t, strings.Split(c.gold, "/")...), []string{shared.Path(t, strings.Split(c.systems[0], "/")...)}
			}
			path := page(t, c.metric, c.gold, c.systems...)
			for _, window := range [][2]int{{1400, 1000}, {420, 800}} {
				ctx, faults := browser.Start(t, window[0], window[1])
				browse(t, ctx, path)
				if f := faults(); len(f) > 0 {
					t.Errorf("%v: %s", window, strings.Join(f, "\n"))
				}
			}
		})
	}
}

// browse filters, sorts and draws in the report at path.
func browse(t *testing.T, ctx context.Context, path string) {
	t.Helper()
	const rows = `document.querySelectorAll("#list tbody tr").length`
	var all, filtered, wide int
	var errors []int
	var drawn, status, ids string
	const column = `[...document.querySelectorAll("#list tbody tr")].map(r => +r.cells[2].textContent)`
	err := chromedp.Run(ctx,
		network.Enable(),
		chromedp.Navigate("file://"+path),
		chromedp.Evaluate(rows, &all),
		chromedp.Evaluate(column, &errors),
		chromedp.Evaluate(`document.getElementById("order").value = "file"; document.getElementById("order").dispatchEvent(new Event("change"))`, nil),
		chromedp.Evaluate(`document.getElementById("class").selectedIndex = 1; document.getElementById("class").dispatchEvent(new Event("change"))`, nil),
		chromedp.Evaluate(rows, &filtered),
		chromedp.KeyEvent("j"),
		chromedp.WaitVisible("#view svg", chromedp.ByQuery),
		chromedp.KeyEvent("j"),
		chromedp.KeyEvent("k"),
		chromedp.Evaluate(`document.querySelectorAll("#view svg").length + " " + document.querySelectorAll("#view svg text").length`, &drawn),
		chromedp.Evaluate(`document.querySelector("tr.chosen th").textContent`, &ids),
		chromedp.Text("#count", &status, chromedp.ByQuery),
		chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &wide),
		chromedp.SendKeys("#text", "zzzznothing"+kb.Enter, chromedp.ByQuery),
		chromedp.WaitNotPresent("#list tbody tr", chromedp.ByQuery),
	)
	if err != nil {
		t.Fatal(err)
	}
	if all == 0 || all > 50 || filtered == 0 || filtered > all {
		t.Errorf("%d rows, %d filtered", all, filtered)
	}
	for i := 1; i < len(errors); i++ {
		if errors[i] > errors[i-1] {
			t.Errorf("not sorted by errors: %v", errors)
			break
		}
	}
	var svgs, texts int
	if fmt.Sscan(drawn, &svgs, &texts); svgs != 2 || texts < 4 {
		t.Errorf("drawn: %s", drawn)
	}
	if wide > 0 {
		t.Errorf("the page is %d pixels wider than the window", wide)
	}
	if ids == "" || !strings.Contains(status, "of") {
		t.Errorf("chosen %q, status %q", ids, status)
	}
	if dir := os.Getenv("ASSAY_SCREENSHOTS"); dir != "" {
		var png []byte
		if err := chromedp.Run(ctx, chromedp.Evaluate(`document.getElementById("text").value = ""; document.getElementById("filters").dispatchEvent(new Event("submit", {cancelable: true}))`, nil),
			chromedp.Evaluate(`document.getElementById("view").scrollIntoView()`, nil), chromedp.CaptureScreenshot(&png)); err != nil {
			t.Fatal(err)
		}
		name := strings.ReplaceAll(strings.TrimPrefix(t.Name(), "TestReportInBrowser/"), "/", "-")
		var w int
		_ = chromedp.Run(ctx, chromedp.Evaluate(`window.innerWidth`, &w))
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.png", name, w)), png, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, as := range []struct {
			name  string
			media *emulation.SetEmulatedMediaParams
		}{
			{"dark", emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}})},
			{"print", emulation.SetEmulatedMedia().WithMedia("print")},
		} {
			if err := chromedp.Run(ctx, as.media, chromedp.FullScreenshot(&png, 100)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, w, as.name)), png, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What stands in a treebank must not become part of the page.
func TestReportIsSafe(t *testing.T) {
	dir := t.TempDir()
	evil := `(S (NP (<script>alert(1)</script> x)) (VP (V </script><img/src=x>)))` + "\n"
	gold, system := filepath.Join(dir, "gold.mrg"), filepath.Join(dir, "a'b <c>.mrg")
	for _, p := range []string{gold, system} {
		if err := os.WriteFile(p, []byte(strings.ReplaceAll(strings.ReplaceAll(evil, "alert(1)", "alert1"), "(<", "(X<")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(page(t, "evalb", gold, system))
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"X<script>", "<img/src"} {
		if bytes.Contains(data, []byte(bad)) {
			t.Errorf("the page holds %q", bad)
		}
	}
	if n := bytes.Count(data, []byte("</script>")); n != 3 {
		t.Errorf("%d script elements end, want 3", n)
	}
}

// A report over 40,000 sentences opens at once: nothing is drawn until it is
// looked at, and the list shows a page at a time.
func TestLongReport(t *testing.T) {
	dir := t.TempDir()
	long := func(name, path string) string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		long := filepath.Join(dir, name)
		if err := os.WriteFile(long, bytes.Repeat(data, 40000/bytes.Count(data, []byte("\n"))), 0o666); err != nil {
			t.Fatal(err)
		}
		return long
	}
	gold, system := long("gold.mrg", "../examples/craft.gold.mrg"), long("system.mrg", "../examples/craft.berkeley.mrg")
	path := page(t, "evalb", gold, system)
	ctx, faults := browser.Start(t, 1200, 900)
	var rows int
	var ready float64
	var count string
	err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate("file://"+path),
		chromedp.Evaluate(`document.querySelectorAll("#list tbody tr").length`, &rows),
		chromedp.Text("#count", &count, chromedp.ByQuery),
		chromedp.Evaluate(`performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd`, &ready),
		chromedp.KeyEvent("j"), chromedp.WaitVisible("#view svg", chromedp.ByQuery))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("ready after %.0f ms, %s", ready, count)
	if rows != 50 || !strings.HasSuffix(count, " of 40000 sentences") {
		t.Errorf("%d rows, %q", rows, count)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
