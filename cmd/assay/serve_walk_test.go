package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"assay/internal/runs"
	"assay/measures"
)

// asked sends a request as it is, without following where it leads.
func asked(t *testing.T, method, address, body, host string, header map[string]string) (int, string, http.Header) {
	t.Helper()
	r, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for k, v := range header {
		r.Header.Set(k, v)
	}
	if host != "" {
		r.Host = host
	}
	for _, cookie := range http.DefaultClient.Jar.Cookies(r.URL) {
		r.AddCookie(cookie)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text), answer.Header
}

// Every address of the workbench is guarded: no other name of the host, no writing for
// another site, a strict policy on every answer; and nothing is changed by GET.
func TestServeIsGuarded(t *testing.T) {
	gold, _ := files(t)
	dir := filepath.Dir(gold)
	base, _ := start(t, "serve", dir, "--no-open", "-m", "evalb")
	run := url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.bllip-20.mrg"}}
	for range 2 {
		if code, body, _ := asked(t, "POST", base+"runs", run.Encode(), "", nil); code != http.StatusSeeOther {
			t.Fatalf("status %d: %.300s", code, body)
		}
	}
	for _, path := range []string{"runs/1", "compare?run=1&run=2"} { // pages are kept when they are first made
		for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			if _, page, _ := asked(t, "GET", base+path, "", "", nil); !strings.Contains(page, "This page opens when it is ready") {
				break
			}
		}
	}
	content := func() string {
		t.Helper()
		var out strings.Builder
		entries, err := os.ReadDir(dir)
		for _, e := range entries {
			data, readErr := os.ReadFile(filepath.Join(dir, e.Name()))
			err = errors.Join(err, readErr)
			fmt.Fprintf(&out, "%s %x\n", e.Name(), sha256.Sum256(data))
		}
		if err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	before := content()
	port := base[strings.LastIndex(base, ":") : len(base)-1]
	writes := []string{"POST runs", "POST runs/1", "POST runs/1/delete", "POST check", "POST jobs/1/cancel", "PUT files?name=new.mrg", "POST check/1/api/decide"}
	reads := []string{"GET ", "GET runs/1", "GET compare?run=1&run=2", "GET check/1/", "GET api/jobs", "GET assets/workbench.js", "GET nosuch"}
	for _, request := range append(append([]string{}, writes...), reads...) {
		method, path, _ := strings.Cut(request, " ")
		body := run.Encode() + "&run=1&name=x"
		guarded := func(what string, want int, host string, header map[string]string) {
			t.Helper()
			code, text, head := asked(t, method, base+path, body, host, header)
			policy := head.Get("Content-Security-Policy")
			if want != 0 && code != want || !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "script-src 'self';") ||
				head.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s, %s: status %d, policy %q: %.200s", request, what, code, policy, text)
			}
		}
		guarded("another host", http.StatusMisdirectedRequest, "evil.example"+port, nil)
		if method == "GET" {
			guarded("as it is", 0, "", nil)
			continue
		}
		guarded("another origin", http.StatusForbidden, "", map[string]string{"Origin": "http://evil.example"})
		guarded("another site", http.StatusForbidden, "", map[string]string{"Sec-Fetch-Site": "cross-site"})
		method = "GET" // writing by reading
		guarded("by GET", 0, "", nil)
	}
	for _, path := range []string{"files?name=..%2fx.mrg", "files?name=%2fx.mrg", "files?name=a%00b.mrg", "assets/..%2f..%2fgo.mod",
		"runs/..%2f..%2fetc", "check/..%2f1/"} {
		if code, text, _ := asked(t, map[bool]string{true: "PUT", false: "GET"}[strings.HasPrefix(path, "files")], base+path, "x", "", nil); code < 300 ||
			strings.Contains(text, "module assay") {
			t.Errorf("%s: status %d", path, code)
		}
	}
	if after := content(); after != before {
		t.Errorf("the folder held\n%snow\n%s", before, after)
	}
}

// No option of a measure that a page sends, and none of a run in the register, names a
// file: every option with a file, of every measure, by its name and by those of its scores,
// in small and capital letters, alone, in a list and after other options. An option that
// is not known to name a file opens none.
func TestPagesNameNoFiles(t *testing.T) {
	gold, _ := files(t)
	dir := filepath.Dir(gold)
	secret := filepath.Join(t.TempDir(), "secret.prm")
	if err := os.WriteFile(secret, []byte("secret words\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var specs []string
	for _, e := range measures.All {
		for _, o := range e.Options() {
			if !o.File() {
				if _, err := measures.Parse(e.Name+":"+o.Name+"="+filepath.Join(dir, "nosuch"), measures.Config{}); errors.Is(err, os.ErrNotExist) {
					t.Errorf("%s:%s opens a file: %v", e.Name, o.Name, err)
				}
				continue
			}
			option := o.Name + "=" + secret
			for _, name := range []string{e.Name, strings.ToUpper(e.Name), "las", "no such"} {
				specs = append(specs, name+":"+option, "evalb,"+name+":"+option, name+":a=b:"+option)
			}
			for _, spec := range specs[len(specs)-12:] {
				if measures.NamesFile(spec) != o.Name {
					t.Errorf("%s is not known to name a file", spec)
				}
			}
			specs = append(specs, e.Name+":"+strings.ToUpper(o.Name)+"="+secret, e.Name+" : "+o.Name+" = "+secret, e.Name+":x:"+option+",evalb")
		}
		specs = append(specs, e.Name+":"+secret, e.Name+":params="+secret, e.Name+":check="+secret)
	}
	if len(specs) < 3*len(measures.All)+12 {
		t.Fatalf("only %d specs: no measure has an option with a file", len(specs))
	}
	base, _ := start(t, "serve", dir, "--no-open")
	run := url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.bllip-20.mrg"}}
	refused := regexp.MustCompile(`role="alert">[^<]+<`)
	for _, spec := range specs {
		run.Set("metric", spec)
		if code, body, _ := asked(t, "POST", base+"runs", run.Encode(), "", nil); code != http.StatusBadRequest ||
			strings.Contains(body, "secret words") || strings.Contains(body, "no such file") || !refused.MatchString(body) {
			t.Errorf("%s: status %d: %s", spec, code, refused.FindString(body))
		} else if option := measures.NamesFile(spec); option != "" && !strings.Contains(body, "the option "+option+" of a measure names a file") {
			t.Errorf("%s is not refused for its file: %s", spec, refused.FindString(body))
		}
	}
	register, err := runs.Open(filepath.Join(dir, "assay.runs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer register.Close()
	for range 2 { // as another program may have written them
		if err := register.Add(&runs.Run{Name: "x", Date: time.Now(), Gold: "craft.gold.mrg", System: "craft.bllip-20.mrg", Metric: "attachment:weights=" +
			secret}); err != nil {
			t.Fatal(err)
		}
	}
	for _, request := range []string{"GET runs/1", "GET compare?run=1&run=2", "POST check", "GET check/1/"} {
		method, path, _ := strings.Cut(request, " ")
		code, body, _ := asked(t, method, base+path, "run=1", "", nil)
		if code != http.StatusBadRequest && code != http.StatusNotFound || strings.Contains(body, "secret words") {
			t.Errorf("%s of a run whose measure names a file: status %d: %s", request, code, refused.FindString(body))
		}
	}
}
