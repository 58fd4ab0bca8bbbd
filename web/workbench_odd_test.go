package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"assay/internal/runs"
	"assay/web"
)

// again opens a workbench on the folder of another, as a second server does.
func (b *bench) again() *bench {
	b.t.Helper()
	second := &bench{t: b.t, dir: b.dir, entered: make(chan struct{}, 10)}
	register, err := runs.Open(filepath.Join(b.dir, "assay.runs.db"))
	if err != nil {
		b.t.Fatal(err)
	}
	second.work = &web.Workbench{Folder: b.dir, Register: register, Version: "test", Judge: "ann", Request: second.request, Patience: time.Minute}
	ctx, cancel := context.WithCancel(context.Background())
	h, err := second.work.Handler(ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	server := httptest.NewServer(h)
	second.url = server.URL
	b.t.Cleanup(func() { second.answered(); cancel(); server.Close(); second.work.Close(); register.Close() })
	return second
}

// Names of files are data: gold and system with quotes, markup, letters of any script,
// signs of addresses and patterns are put into the folder, scored, shown, compared and
// checked, and no name is markup on a page.
func TestOddNames(t *testing.T) {
	bench := newBench(t, false)
	data, err := os.ReadFile("../examples/craft.berkeley.mrg")
	if err != nil {
		t.Fatal(err)
	}
	data = bytes.Join(bytes.SplitAfter(data, []byte("\n"))[:5], nil)
	names := []string{"-x.mrg", "two words.mrg", `it's "so".mrg`, "<script>alert(1)<script>.mrg", "naïve 日本語.mrg", "a&b=c#d?e%41.mrg", "1~f1.mrg",
		"*.mrg", "[a].mrg", "{{.}}.mrg", "a;b,c:d.mrg", strings.Repeat("long", 50) + ".mrg"}
	for i, name := range names {
		if code, body, _ := bench.do(http.MethodPut, "/files?name="+url.QueryEscape(name), bytes.NewReader(data)); code != http.StatusOK {
			t.Errorf("%s: status %d: %s", name, code, body)
			continue
		}
		code, home := bench.post("/runs", url.Values{"gold": {name}, "system": {name}, "note": {name}})
		if code != http.StatusOK || strings.Contains(home, "<script>alert") {
			t.Errorf("%s: registering: status %d", name, code)
			continue
		}
		at := fmt.Sprint(i + 1)
		if code, page := bench.get("/runs/" + at); code != http.StatusOK || strings.Contains(page, "<script>alert") || !strings.Contains(page, "100.00") {
			t.Errorf("%s: its page: status %d", name, code)
		}
		if code, page := bench.post("/check", url.Values{"run": {at}}); code != http.StatusOK || strings.Contains(page, "<script>alert") {
			t.Errorf("%s: its check: status %d", name, code)
		}
		if _, err := os.Stat(filepath.Join(bench.dir, name+".check.db")); err != nil {
			t.Errorf("%s: decisions are not beside it: %v", name, err)
		}
		if code, page := bench.get("/compare?run=1&run=" + at); code != http.StatusOK && i > 0 || strings.Contains(page, "<script>alert") {
			t.Errorf("%s: side by side: status %d", name, code)
		}
		if code, _ := bench.post("/runs/"+at, url.Values{"name": {name + name}}); code != http.StatusOK {
			t.Errorf("%s: another name: status %d", name, code)
		}
	}
}

// Compressed files are scored as the files in them are; one that ends in the middle is
// refused with the reason.
func TestCompressedUpload(t *testing.T) {
	bench := newBench(t, false)
	data, err := os.ReadFile("../examples/craft.berkeley.mrg")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(data); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"whole.mrg.gz": packed.Bytes(), "cut.mrg.gz": packed.Bytes()[:packed.Len()/2],
		"tree.zip": []byte("PK\x03\x04 no archive of trees")} {
		if code, body, _ := bench.do(http.MethodPut, "/files?name="+name, bytes.NewReader(text)); code != http.StatusOK {
			t.Fatalf("%s: status %d: %s", name, code, body)
		}
		code, body := bench.post("/runs", url.Values{"gold": {"craft.gold.mrg"}, "system": {name}})
		if name == "whole.mrg.gz" {
			if code != http.StatusOK || !strings.Contains(body, ">199 of 200</td>") {
				t.Errorf("%s: status %d", name, code)
			}
		} else if code != http.StatusBadRequest || !strings.Contains(body, name) || strings.Contains(body, `<a href="/runs/2"`) {
			t.Errorf("%s: status %d: %s", name, code, regexp.MustCompile(`<p id="error".*`).FindString(body))
		}
	}
}

// A file that does not arrive whole is not kept, and one that is too large is refused
// before it is sent.
func TestUploadThatBreaksOff(t *testing.T) {
	bench := newBench(t, false)
	conn, err := net.Dial("tcp", strings.TrimPrefix(bench.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "PUT /files?name=half.mrg HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n(S (X")
	conn.(*net.TCPConn).CloseWrite()
	answer, _ := io.ReadAll(conn)
	conn.Close()
	if !bytes.HasPrefix(answer, []byte("HTTP/1.1 400")) || !bytes.Contains(answer, []byte("half.mrg was not added: ")) {
		t.Errorf("a file of which half came: %s", answer)
	}
	conn, err = net.Dial("tcp", strings.TrimPrefix(bench.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "PUT /files?name=large.mrg HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n(S", int64(5)<<30)
	conn.SetReadDeadline(time.Now().Add(time.Minute))
	head := make([]byte, 12)
	_, err = io.ReadFull(conn, head)
	conn.Close()
	if err != nil || string(head) != "HTTP/1.1 413" {
		t.Errorf("a file of 5 GB: %q, %v", head, err)
	}
	for _, name := range []string{"half.mrg", "large.mrg", ".assay-upload-*"} {
		if left, _ := filepath.Glob(filepath.Join(bench.dir, name)); len(left) > 0 {
			t.Errorf("left over: %v", left)
		}
	}
}

// A file below a run that is deleted: the run is marked, its figures stay, its page names
// the lost file, and the other runs can be looked at.
func TestFileBelowARunIsDeleted(t *testing.T) {
	bench := newBench(t, false)
	bench.register()
	if code, _ := bench.get("/runs/1"); code != http.StatusOK {
		t.Fatalf("status %d", code)
	}
	if err := os.Remove(filepath.Join(bench.dir, "craft.bllip-20.mrg")); err != nil {
		t.Fatal(err)
	}
	if _, home := bench.get("/"); strings.Count(home, "stale: craft.bllip-20.mrg is gone") != 1 || !strings.Contains(home, "87.07") {
		t.Error("the first page does not say that the file is gone, or lost the figures")
	}
	for _, path := range []string{"/runs/1", "/compare?run=1&run=2", "/compare?run=2&run=1"} {
		if code, page := bench.get(path); code != http.StatusBadRequest || !strings.Contains(page, `role="alert">&#34;craft.bllip-20.mrg&#34; is not a file of `) {
			t.Errorf("%s: status %d", path, code)
		}
	}
	if code, _ := bench.post("/check", url.Values{"run": {"1"}}); code != http.StatusBadRequest {
		t.Errorf("a check: status %d", code)
	}
	if code, _ := bench.get("/runs/2"); code != http.StatusOK {
		t.Errorf("the other run: status %d", code)
	}
	if code, _ := bench.post("/runs/1/delete", nil); code != http.StatusOK {
		t.Errorf("deleting the run: status %d", code)
	}
}

// Two servers on one folder see each other's runs, pages and decisions, and numbers of
// jobs of one mean nothing to the other: a tab of a server that has ended cancels no work.
func TestTwoServersOnOneFolder(t *testing.T) {
	one := newBench(t, false)
	two := one.again()
	number := func(b *bench) string {
		_, _, head := b.do(http.MethodGet, "/api/jobs", nil)
		return head.Get("Assay-Server")
	}
	if a, b := number(one), number(two); a == b {
		t.Errorf("both servers have the number %q, from which their jobs are counted", a)
	}
	one.register()
	if code, body := two.post("/runs",
		url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}, "name": {"third"}}); code != http.StatusOK ||
		!strings.Contains(body, `href="/runs/1"`) || !strings.Contains(body, `href="/runs/3"`) {
		t.Fatalf("status %d", code)
	}
	_, first := one.get("/runs/3")
	before := two.made.Load()
	if _, second := two.get("/runs/3"); second != first || two.made.Load() != before {
		t.Error("the second server made the page of the first anew, or another one")
	}
	for _, b := range []*bench{one, two} {
		if code, _ := b.post("/check", url.Values{"run": {"1"}}); code != http.StatusOK {
			t.Fatalf("a check: status %d", code)
		}
	}
	item := func(b *bench) string { _, body := b.get("/check/1/api/item?judge=ann&n=0"); return body }
	id := regexp.MustCompile(`"item":"([^"]+)"`).FindStringSubmatch(item(one))
	if id == nil {
		t.Fatal("no item")
	}
	if code, body := one.post("/check/1/api/decide", url.Values{"judge": {"ann"}, "n": {"0"}, "decision": {"reject"}, "item": {id[1]}}); code != http.StatusOK {
		t.Fatalf("status %d: %s", code, body)
	}
	if body := item(two); !strings.Contains(body, `"decided":1`) {
		t.Errorf("the second server does not know a decision: %.300s", body)
	}
	job := func(b *bench) string {
		b.gate = make(chan struct{})
		go b.post("/runs", url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}, "name": {"slow"}})
		<-b.entered
		_, list := b.get("/api/jobs")
		return regexp.MustCompile(`"id":\d+`).FindString(list)
	}
	a, b := job(one), job(two)
	close(one.gate)
	close(two.gate)
	if a == "" || a == b {
		t.Errorf("jobs of two servers have the numbers %q and %q", a, b)
	}
}

// A check is at one address, however its runs are written.
func TestCheckHasOneAddress(t *testing.T) {
	bench := newBench(t, false)
	bench.register()
	bench.post("/check", url.Values{"run": {"1", "2"}})
	for _, path := range []string{"/check/1-2/", "/check/2-1/", "/check/1-1-2/", "/check/01-2/"} {
		if code, body := bench.get(path); code != http.StatusOK || !strings.Contains(body, "check.js") {
			t.Errorf("%s: status %d", path, code)
		}
	}
}

func TestTimeLeft(t *testing.T) {
	for _, tc := range []struct {
		share float64
		took  time.Duration
		want  string
	}{
		{0, time.Minute, ""}, {0.01, time.Minute, ""}, {1, time.Minute, ""}, {0.5, time.Second, ""},
		{0.5, 5 * time.Second, "a few seconds left"},
		{0.5, 32 * time.Second, "about 30 seconds left"},
		{0.25, 20 * time.Second, "about 60 seconds left"},
		{0.25, time.Minute, "about 3 minutes left"},
		{0.1, 20 * time.Minute, "about 3 hours left"},
	} {
		if got := web.TimeLeft(tc.share, tc.took); got != tc.want {
			t.Errorf("%v of the work after %v: %q, want %q", tc.share, tc.took, got, tc.want)
		}
	}
}

// A link inside the folder to a folder with a link out of it leads out of it as well.
func TestLinkToAFolderWithALink(t *testing.T) {
	bench := newBench(t, false)
	outside := filepath.Join(t.TempDir(), "secret.mrg")
	in := func(name string) string { return filepath.Join(bench.dir, name) }
	data, err := os.ReadFile("../examples/craft.gold.mrg")
	err = errors.Join(err, os.WriteFile(outside, data, 0o666), os.Mkdir(in("named"), 0o777), os.Mkdir(in("other"), 0o777),
		os.WriteFile(in("other/a.mrg"), data, 0o666), os.Symlink("../other", in("named/link")))
	if err != nil {
		t.Fatal(err)
	}
	form := url.Values{"gold": {"named"}, "system": {"named"}}
	if code, body := bench.post("/runs", form); code != http.StatusOK {
		t.Errorf("a link that stays inside: status %d: %s", code, regexp.MustCompile(`<p id="error".*`).FindString(body))
	}
	if err := os.Symlink(outside, in("other/b.mrg")); err != nil {
		t.Fatal(err)
	}
	if code, body := bench.post("/runs", form); code != http.StatusBadRequest || !strings.Contains(body, "is not a file of") {
		t.Errorf("a link to a link out of the folder: status %d", code)
	}
	if err := errors.Join(os.Remove(in("other/b.mrg")), os.Symlink("../named", in("other/b"))); err != nil {
		t.Fatal(err)
	}
	if code, _ := bench.post("/runs", form); code != http.StatusBadRequest {
		t.Errorf("a link back: status %d", code)
	}
}
