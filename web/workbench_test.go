package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/compare"
	"assay/internal/runs"
	"assay/study"
	"assay/web"
)

// A bench is a workbench over a folder with the constituent examples.
type bench struct {
	t       *testing.T
	dir     string
	url     string
	work    *web.Workbench
	made    atomic.Int32   // pages and checks that were prepared
	entered chan struct{}  // gets an element when a job waits at the gate
	gate    chan struct{}  // if not nil, scoring waits here
	asks    sync.WaitGroup // requests that have no answer yet
}

func newBench(t *testing.T, readOnly bool) *bench {
	t.Helper()
	b := &bench{t: t, dir: t.TempDir(), entered: make(chan struct{}, 10)}
	for _, name := range []string{"craft.gold.mrg", "craft.bllip-20.mrg", "craft.berkeley.mrg"} {
		data, err := os.ReadFile("../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		b.write(name, data)
	}
	open := runs.Open
	if readOnly {
		open = runs.OpenTemporary
	}
	register, err := open(filepath.Join(b.dir, "assay.runs.db"))
	if err != nil {
		t.Fatal(err)
	}
	workbench := &web.Workbench{Folder: b.dir, Register: register, Version: "test", Judge: "ann", Request: b.request, Patience: time.Minute}
	b.work = workbench
	ctx, cancel := context.WithCancel(context.Background())
	h, err := workbench.Handler(ctx)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	b.url = server.URL
	t.Cleanup(func() { b.answered(); cancel(); server.Close(); workbench.Close(); register.Close() })
	return b
}

func (b *bench) write(name string, data []byte) {
	b.t.Helper()
	if err := os.WriteFile(filepath.Join(b.dir, name), data, 0o666); err != nil {
		b.t.Fatal(err)
	}
}

// request prepares pages as assay serve does, without tests and intervals.
func (b *bench) request(ctx context.Context, metric, gold string, systems []string) (web.Request, error) {
	if metric == "" {
		metric = "evalb"
	}
	b.made.Add(1)
	s := &study.Study{Options: study.Options{Metric: metric, NoTests: true, Tests: compare.Options{CI: compare.CINone}, Version: "test"}, Files: &study.Files{}}
	if err := s.Prepare(ctx, gold, systems...); err != nil {
		return web.Request{}, err
	}
	if gate := b.gate; gate != nil {
		s.Gold.Filter(func(_ string, r io.ReadCloser) io.ReadCloser {
			b.entered <- struct{}{}
			<-gate
			return r
		})
	}
	return web.Request{Study: s, Precision: 2}, nil
}

// answered waits for the requests of goroutines: one that is led on by its first answer
// must not come to a server that is closed.
func (b *bench) answered() {
	done := make(chan struct{})
	go func() { b.asks.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
	}
}

func (b *bench) do(method, path string, body io.Reader, head ...string) (int, string, http.Header) {
	b.t.Helper()
	b.asks.Add(1)
	defer b.asks.Done()
	r, err := http.NewRequest(method, b.url+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	for i := 0; i < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer.StatusCode, string(data), answer.Header
}

func (b *bench) get(path string) (int, string) {
	b.t.Helper()
	code, body, _ := b.do(http.MethodGet, path, nil)
	return code, body
}

func (b *bench) post(path string, form url.Values) (int, string) {
	b.t.Helper()
	code, body, _ := b.do(http.MethodPost, path, strings.NewReader(form.Encode()), "Content-Type", "application/x-www-form-urlencoded")
	return code, body
}

// register registers runs of the two systems.
func (b *bench) register() {
	b.t.Helper()
	for _, name := range []string{"craft.bllip-20.mrg", "craft.berkeley.mrg"} {
		if code, body := b.post("/runs", url.Values{"gold": {"craft.gold.mrg"}, "system": {name}, "date": {"2026-01-31"}}); code != http.StatusOK {
			b.t.Fatalf("status %d: %s", code, body)
		}
	}
}

// A page of the same files is not made twice; one of a changed file is made anew.
func TestPagesAreKept(t *testing.T) {
	bench := newBench(t, false)
	bench.register()
	for _, path := range []string{"/runs/1", "/compare?run=1&run=2"} {
		before := bench.made.Load()
		code, first := bench.get(path)
		again, second := bench.get(path)
		if code != 200 || again != 200 || first != second || bench.made.Load() != before+1 {
			t.Errorf("%s: status %d and %d, prepared %d times, want once", path, code, again, bench.made.Load()-before)
		}
	}
	_, packed, head := bench.do(http.MethodGet, "/runs/1", nil, "Accept-Encoding", "gzip")
	z, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil || head.Get("Content-Encoding") != "gzip" {
		t.Fatalf("not compressed: %v", err)
	}
	_, plain, _ := bench.do(http.MethodGet, "/runs/1", nil, "Accept-Encoding", "identity")
	if data, err := io.ReadAll(z); err != nil || string(data) != plain || !strings.Contains(plain, "</html>") {
		t.Errorf("the compressed page is another one: %v", err)
	}
	data, err := os.ReadFile(filepath.Join(bench.dir, "craft.gold.mrg"))
	if err != nil {
		t.Fatal(err)
	}
	bench.write("craft.gold.mrg", append(data, "(S1 (S (X x)))\n"...))
	before := bench.made.Load()
	if _, page := bench.get("/runs/1"); bench.made.Load() != before+1 || !strings.Contains(page, "craft.gold.mrg has changed") {
		t.Error("the page of a changed file was not made anew")
	}
	if _, home := bench.get("/"); strings.Count(home, "stale: craft.gold.mrg has changed") != 2 {
		t.Error("runs whose gold has changed are not marked")
	}
}

// A job can be looked at and cancelled; one that is cancelled registers nothing.
func TestJobs(t *testing.T) {
	bench := newBench(t, false)
	bench.gate = make(chan struct{})
	answered := make(chan string)
	go func() {
		_, body := bench.post("/runs", url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}, "name": {"slow"}})
		answered <- body
	}()
	<-bench.entered
	var list []struct {
		ID           int
		Title, State string
	}
	_, body := bench.get("/api/jobs")
	if err := json.Unmarshal([]byte(body), &list); err != nil || len(list) != 1 || list[0].State != "running" || list[0].Title != "scoring slow" {
		t.Fatalf("jobs %s: %v", body, err)
	}
	if _, home := bench.get("/"); !strings.Contains(home, "cancel scoring slow") {
		t.Error("the first page does not show the job")
	}
	bench.post(fmt.Sprintf("/jobs/%d/cancel", list[0].ID), nil)
	close(bench.gate)
	if body := <-answered; !strings.Contains(body, `role="alert">cancelled`) {
		t.Errorf("a cancelled job: %s", regexp.MustCompile(`<p id="error".*`).FindString(body))
	}
	if _, home := bench.get("/"); strings.Contains(home, `href="/runs/1"`) || !strings.Contains(home, "dismiss scoring slow") {
		t.Error("a cancelled run is registered, or not said to be cancelled")
	}
	bench.post(fmt.Sprintf("/jobs/%d/cancel", list[0].ID), nil)
	if _, body := bench.get("/api/jobs"); strings.TrimSpace(body) != "[]" {
		t.Errorf("a job that was taken off the list is on it: %s", body)
	}
}

// All checks over one gold see one set of decisions, whichever runs they are about.
func TestChecksShareDecisions(t *testing.T) {
	bench := newBench(t, false)
	bench.register()
	type answer struct {
		N        int
		Item     string
		Decision string
		Systems  []string
		Progress struct{ Total, Decided int }
	}
	item := func(check string, n int) (answer answer) {
		t.Helper()
		code, body := bench.get(fmt.Sprintf("/check/%s/api/item?judge=ann&n=%d", check, n))
		if err := json.Unmarshal([]byte(body), &answer); err != nil || code != 200 {
			t.Fatalf("status %d: %s: %v", code, body, err)
		}
		return answer
	}
	for _, ids := range [][]string{{"1"}, {"2"}, {"2", "1"}} {
		if code, body := bench.post("/check", url.Values{"run": ids}); code != 200 || !strings.Contains(body, "check.js") {
			t.Fatalf("check of %v: status %d", ids, code)
		}
	}
	first := item("1-2", 0).Progress.Total
	if one, two := item("1", 0).Progress.Total, item("2", 0).Progress.Total; first >= one+two || first < max(one, two) {
		t.Errorf("%d and %d items, together %d: shared items are asked twice", one, two, first)
	}
	shared, n := answer{}, 0
	for ; n < first; n++ {
		if shared = item("1-2", n); len(shared.Systems) == 2 {
			break
		}
	}
	if len(shared.Systems) != 2 {
		t.Fatal("no item is shared")
	}
	if code, body := bench.post("/check/1-2/api/"+
		"decide", url.Values{"judge": {"ann"}, "n": {fmt.Sprint(n)}, "decision": {"reject"}, "item": {shared.Item}}); code != 200 {
		t.Fatalf("status %d: %s", code, body)
	}
	for _, check := range []string{"1", "2", "1-2"} {
		if got := item(check, 0).Progress.Decided; got != 1 {
			t.Errorf("check %s knows %d decisions, want 1", check, got)
		}
	}
	// decided in one, undone in the other
	if code, _ := bench.post("/check", url.Values{"run": {"1", "2"}}); code != 200 {
		t.Errorf("status %d", code)
	}
	bench.post("/check/1-2/api/undo", url.Values{"judge": {"ann"}})
	if got := item("2", 0).Progress.Decided; got != 0 {
		t.Errorf("check 2 knows %d decisions after one was undone in the other check, want 0", got)
	}
}

// A check asks only about items of the score that was chosen, and its page says which.
func TestCheckOfOneScore(t *testing.T) {
	bench := newBench(t, false)
	bench.register()
	question := func(check string) string {
		t.Helper()
		code, body := bench.get("/check/" + check + "/api/item?judge=ann&n=0")
		var item struct{ Question string }
		if err := json.Unmarshal([]byte(body), &item); err != nil || code != 200 {
			t.Fatalf("status %d: %s: %v", code, body, err)
		}
		return item.Question
	}
	for _, tc := range []struct{ score, path, asks, one string }{
		{"", "1", "check of evalb F1", " one "},
		{"Tagging_Accuracy", "1~tagging_accuracy", "check of evalb tagging accuracy", ""},
	} {
		code, page := bench.post("/check", url.Values{"run": {"1"}, "score": {tc.score}})
		if code != 200 || !strings.Contains(page, ">"+tc.asks+"<") {
			t.Errorf("score %q: status %d, no %q", tc.score, code, tc.asks)
		}
		if q := question(tc.path); strings.Contains(q, " one ") != (tc.one != "") {
			t.Errorf("score %q: the page asks %q", tc.score, q)
		}
	}
	if code, page := bench.post("/check", url.Values{"run": {"1"}, "score": {"las"}}); code != http.StatusBadRequest ||
		!strings.Contains(page, "evalb has no score &#34;las&#34;; its scores are ") {
		t.Errorf("a score that the measure does not have: status %d", code)
	}
}

// Runs are renamed and deleted; the files stay.
func TestRunsChange(t *testing.T) {
	bench := newBench(t, false)
	bench.register()
	if code, body := bench.post("/runs/1", url.Values{"name": {"<first>"}, "note": {"a note"}}); code != 200 ||
		!strings.Contains(body, "&lt;first&gt;") || !strings.Contains(body, "a note") {
		t.Errorf("renaming: status %d", code)
	}
	if code, _ := bench.post("/runs/1", url.Values{"name": {" "}}); code != http.StatusBadRequest {
		t.Errorf("a run without a name: status %d", code)
	}
	if code, body := bench.post("/runs/1/delete", nil); code != 200 || strings.Contains(body, "&lt;first&gt;") {
		t.Errorf("deleting: status %d", code)
	}
	if code, _ := bench.post("/runs/1/delete", nil); code != http.StatusNotFound {
		t.Errorf("deleting it again: status %d", code)
	}
	if code, _ := bench.get("/runs/1"); code != http.StatusNotFound {
		t.Errorf("the page of a deleted run: status %d", code)
	}
	if _, err := os.Stat(filepath.Join(bench.dir, "craft.bllip-20.mrg")); err != nil {
		t.Error(err)
	}
}

// TestRunsSayHowManyAreScored: figures of runs over other sentences are not taken for figures
// of the same; EVALB scores 159 sentences of BLLIP and 199 of Berkeley (cases/brackets). A file
// of which nothing is scored is no run.
func TestRunsSayHowManyAreScored(t *testing.T) {
	bench := newBench(t, false)
	bench.register()
	_, body := bench.get("/")
	for _, want := range []string{">159 of 200</td>", ">199 of 200</td>"} {
		if !strings.Contains(body, want) {
			t.Errorf("the table of runs lacks %q in %s", want, body[max(0, len(body)-600):])
		}
	}
	bench.write("bin.mrg", bytes.Repeat([]byte("(\x00\x01)("), 1000))
	bench.write("none.mrg", nil)
	for name, want := range map[string]string{"bin.mrg": "no sentence of bin.mrg was scored; the first problem: ", "none.mrg": "none.mrg"} {
		code, body := bench.post("/runs", url.Values{"gold": {"craft.gold.mrg"}, "system": {name}})
		if code != http.StatusBadRequest || !strings.Contains(body, want) {
			t.Errorf("%s: status %d, want %q", name, code, want)
		}
	}
	if _, body := bench.get("/"); strings.Contains(body, `href="/runs/3"`) {
		t.Error("a file without a scored sentence is a run")
	}
}

// Files can be put into the folder, under names that belong there, and never over a
// file unless the page asks for it.
func TestUpload(t *testing.T) {
	bench := newBench(t, false)
	put := func(name, query, text string) (int, string) {
		t.Helper()
		code, body, _ := bench.do(http.MethodPut, "/files?name="+url.QueryEscape(name)+query, strings.NewReader(text))
		return code, body
	}
	if code, body := put("new one.mrg", "", "(S (X x))\n"); code != 200 {
		t.Errorf("status %d: %s", code, body)
	}
	if code, body := put("new one.mrg", "", "other"); code != http.StatusConflict || !strings.Contains(body, "exists already") {
		t.Errorf("status %d: %s", code, body)
	}
	data, err := os.ReadFile(filepath.Join(bench.dir, "new one.mrg"))
	if err != nil || string(data) != "(S (X x))\n" {
		t.Errorf("the file holds %q: %v", data, err)
	}
	if code, _ := put("new one.mrg", "&replace=yes", "other"); code != 200 {
		t.Errorf("replacing: status %d", code)
	}
	if data, _ = os.ReadFile(filepath.Join(bench.dir, "new one.mrg")); string(data) != "other" {
		t.Errorf("the file holds %q after it was replaced", data)
	}
	outside := filepath.Join(t.TempDir(), "secret")
	if err := errors.Join(os.WriteFile(outside, []byte("secret"), 0o666), os.Symlink(outside, filepath.Join(bench.dir, "link"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", ".", "..", "../x", "a/b", `a\b`, "/etc/x", ".hidden", "assay.runs.db", "craft.gold.mrg.check.db", "link"} {
		if code, _ := put(name, "&replace=yes", "x"); code == 200 {
			t.Errorf("%q was taken as the name of a file", name)
		}
	}
	if data, _ = os.ReadFile(outside); string(data) != "secret" {
		t.Error("a file outside the folder was written")
	}
	if left, _ := filepath.Glob(filepath.Join(bench.dir, ".assay-upload-*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// A folder that cannot be written is looked at: nothing in it changes.
func TestReadOnlyFolder(t *testing.T) {
	bench := newBench(t, true)
	list := func() string {
		var names []string
		entries, err := os.ReadDir(bench.dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return strings.Join(names, " ")
	}
	before := list()
	bench.register()
	if code, page := bench.get("/runs/1"); code != 200 || !strings.Contains(page, "87.07") {
		t.Errorf("status %d", code)
	}
	if _, home := bench.get("/"); !strings.Contains(home, "This folder cannot be written") || strings.Contains(home, `type="file"`) {
		t.Error("the first page does not say that the folder cannot be written")
	}
	if code, body := bench.post("/check", url.Values{"run": {"1"}}); code != http.StatusBadRequest || !strings.Contains(body, "no decision could be kept") {
		t.Errorf("a check: status %d", code)
	}
	if code, _, _ := bench.do(http.MethodPut, "/files?name=x.mrg", strings.NewReader("x")); code != http.StatusForbidden {
		t.Errorf("a file: status %d", code)
	}
	if after := list(); after != before {
		t.Errorf("the folder held %s, now %s", before, after)
	}
}

// Any runs can be looked at together: with the scores side by side if their gold
// differs, and under one measure if their measures do.
func TestCompareAnyRuns(t *testing.T) {
	bench := newBench(t, false)
	bench.register()
	gold, err := os.ReadFile(filepath.Join(bench.dir, "craft.gold.mrg"))
	if err != nil {
		t.Fatal(err)
	}
	half := bytes.SplitAfter(gold, []byte("\n"))
	bench.write("half.gold.mrg", bytes.Join(half[:100], nil))
	bench.write("half.mrg", bytes.Join(half[:100], nil))
	for _, form := range []url.Values{
		{"gold": {"half.gold.mrg"}, "system": {"half.mrg"}},
		{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}, "metric": {"parseval"}, "name": {"other measure"}},
	} {
		if code, body := bench.post("/runs", form); code != 200 {
			t.Fatalf("status %d: %s", code, body)
		}
	}
	code, body := bench.get("/compare?run=1&run=3")
	if code != 200 || !strings.Contains(body, "no test can compare them") || !strings.Contains(body, `<td class="n">87.07</td><td class="n">100.00</td>`) {
		t.Errorf("side by side: status %d", code)
	}
	code, body = bench.get("/compare?run=1&run=4")
	if code != 200 || !strings.Contains(body, "other measure was registered with") {
		t.Errorf("two measures: status %d", code)
	}
}
