package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"assay/check/adjudicate"
	"assay/internal/browser"
)

// start runs assay as a program of its own and returns the address it serves at.
func start(t *testing.T, args ...string) (url string, cmd *exec.Cmd) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(self, args...)
	cmd.Env = append(os.Environ(), "ASSAY_RUN=1")
	url = addressOf(t, cmd)
	return enter(t, url), cmd
}

// enter opens an address with its token, so that requests of http.Get and browsers that are started later
// have the cookie, and returns the address without it.
func enter(t *testing.T, url string) string {
	t.Helper()
	if http.DefaultClient.Jar == nil {
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		http.DefaultClient.Jar = jar
	}
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	base, _, found := strings.Cut(url, "?token=")
	if !found || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d", url, answer.StatusCode)
	}
	return base
}

// addressOf starts a program and returns the address it serves at.
func addressOf(t *testing.T, cmd *exec.Cmd) (url string) {
	t.Helper()
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	lines := bufio.NewScanner(errs)
	for lines.Scan() {
		if m := regexp.MustCompile(`open (http://\S+)`).FindStringSubmatch(lines.Text()); m != nil {
			go io.Copy(io.Discard, errs)
			return m[1]
		}
	}
	t.Fatal("the server did not say where it listens")
	return ""
}

// decisions exports the decisions.
func decisions(t *testing.T, args ...string) []adjudicate.Decision {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), append([]string{"check"}, append(args, "--export", "-")...), strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("export: status %d: %s", code, errs.String())
	}
	list, err := adjudicate.Read(&out, "export")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// files copies a gold and a system file into a folder where a ledger may stand.
func files(t *testing.T) (gold, system string) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"craft.gold.mrg", "craft.bllip-20.mrg"} {
		data, err := os.ReadFile(filepath.Join("../../examples", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "craft.gold.mrg"), filepath.Join(dir, "craft.bllip-20.mrg")
}

// press presses keys as fast as they come, and waits until the page has answered
// all of them: the page queues them.
func press(t *testing.T, ctx context.Context, keys string) {
	t.Helper()
	decided := func() (n int) {
		if err := chromedp.Run(ctx, chromedp.Evaluate(`+document.body.dataset.decided`, &n)); err != nil {
			t.Fatal(err)
		}
		return n
	}
	want := decided()
	for _, key := range keys {
		switch key {
		case 'a', 'r', 'u':
			want++
		case 'z':
			want--
		}
		if err := chromedp.Run(ctx, chromedp.KeyEvent(string(key))); err != nil {
			t.Fatal(err)
		}
	}
	wait := fmt.Sprintf(`+document.body.dataset.decided === %d && !document.body.dataset.busy`, want)
	if err := chromedp.Run(ctx,
		chromedp.Poll(wait, nil, chromedp.WithPollingInterval(5*time.Millisecond), chromedp.WithPollingTimeout(30*time.Second))); err != nil {
		t.Fatalf("after %q the page counts %d, want %d: %v", keys, decided(), want, err)
	}
}

// TestCheckInBrowser reviews 50 items by keyboard alone; the server is killed in
// the middle and started again. The export has the keys that were pressed.
func TestCheckInBrowser(t *testing.T) {
	gold, system := files(t)
	args := []string{gold, system, "-m", "evalb"}
	keys := strings.Repeat("arauaraarr", 5)
	url, cmd := start(t, append([]string{"check", "--no-open", "--each", "--judge", "ann"}, args...)...)
	ctx, _ := browser.Start(t, 1300, 900, url) // its requests fail when the server is killed
	if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate(url), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery)); err != nil {
		t.Fatal(err)
	}
	press(t, ctx, keys[:25])
	cmd.Process.Kill() // as kill -9 does
	cmd.Wait()
	if n := len(decisions(t, args...)); n != 25 {
		t.Fatalf("%d decisions after the server was killed, want 25", n)
	}
	var shown bool
	if err := chromedp.Run(ctx, chromedp.KeyEvent("a"), chromedp.Poll(`!document.querySelector("#error").hidden`+
		``, &shown, chromedp.WithPollingTimeout(2*time.Minute))); err != nil || !shown {
		t.Fatalf("the page does not say that the server is gone: %v", err)
	}
	if n := len(decisions(t, args...)); n != 25 {
		t.Fatalf("%d decisions, want 25", n)
	}
	url, _ = start(t, append([]string{"check", "--no-open", "--each", "--judge", "ann"}, args...)...)
	ctx, faults := browser.Start(t, 420, 800, url)
	var wide int
	if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate(url), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery)); err != nil {
		t.Fatal(err)
	}
	press(t, ctx, keys[25:])
	press(t, ctx, "az") // one more, taken back
	if err := chromedp.Run(ctx, chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &wide)); err != nil || wide > 0 {
		t.Errorf("the page is %d pixels wider than the window (%v)", wide, err)
	}
	screenshot(t, ctx, "check-narrow")
	list := decisions(t, args...)
	if len(list) != len(keys) {
		t.Fatalf("%d decisions, want %d", len(list), len(keys))
	}
	want := map[byte]adjudicate.Verdict{'a': adjudicate.Accept, 'r': adjudicate.Reject, 'u': adjudicate.Unsure}
	for i, d := range list {
		if d.Decision != want[keys[i]] || d.Judge != "ann" {
			t.Errorf("decision %d is %s, %c was pressed", i, d.Decision, keys[i])
		}
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
	// a second judge on the same file, and how far the two agree
	url2, _ := start(t, append([]string{"check", "--no-open", "--each", "--judge", "ben"}, args...)...)
	ctx, faults = browser.Start(t, 1300, 900, url2)
	if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate(url2), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery)); err != nil {
		t.Fatal(err)
	}
	press(t, ctx, strings.Repeat("arraaraaru", 1))
	var table string
	if err := chromedp.Run(ctx, chromedp.Click("#agree", chromedp.ByQuery), chromedp.WaitVisible("#agreement table", chromedp.ByQuery),
		chromedp.Text("#agreement", &table, chromedp.ByQuery)); err != nil {
		t.Fatal(err)
	}
	screenshot(t, ctx, "check-wide")
	if !strings.Contains(table, "AC1") || !strings.Contains(table, "ann: ") {
		t.Errorf("agreement: %q", table)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
	browser.Accessible(t, ctx)
	browser.Axe(t, ctx)
}

func screenshot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv("ASSAY_SCREENSHOTS")
	if dir == "" {
		return
	}
	var png []byte
	if err := chromedp.Run(ctx, chromedp.FullScreenshot(&png, 100)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestCheckIsGuarded: names that point here, posts from elsewhere, paths out of
// the folder and broken requests are refused, and nothing is recorded.
func TestCheckIsGuarded(t *testing.T) {
	gold, system := files(t)
	url, _ := start(t, "check", "--no-open", "--judge", "ann", gold, system, "-m", "evalb")
	item := func() string {
		r, err := http.Get(url + "api/item?judge=ann&n=0")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		b, _ := io.ReadAll(r.Body)
		return regexp.MustCompile(`"item":"([^"]+)"`).FindStringSubmatch(string(b))[1]
	}()
	good := "judge=ann&n=0&decision=accept&item=" + item
	for _, tc := range []struct {
		name, method, path, body string
		header                   map[string]string
		host                     string
		want                     int
	}{
		{"rebinding", "GET", "", "", nil, "evil.example:80", http.StatusMisdirectedRequest},
		{"rebinding, right port", "GET", "", "", nil, "evil.example" + url[strings.LastIndex(url, ":"):len(url)-1], http.StatusMisdirectedRequest},
		{"another origin", "POST", "api/decide", good, map[string]string{"Origin": "http://evil.example"}, "", http.StatusForbidden},
		{"another site", "POST", "api/decide", good, map[string]string{"Sec-Fetch-Site": "cross-site"}, "", http.StatusForbidden},
		{"out of the folder", "GET", "assets/../../go.mod", "", nil, "", http.StatusNotFound},
		{"out of the folder, hidden", "GET", "assets/%2e%2e/%2e%2e/go.mod", "", nil, "", http.StatusNotFound},
		{"no judge", "POST", "api/decide", "n=0&decision=accept", nil, "", http.StatusBadRequest},
		{"no such verdict", "POST", "api/decide", "judge=a&n=0&decision=yes&item=" + item, nil, "", http.StatusBadRequest},
		{"another item", "POST", "api/decide", "judge=a&n=1&decision=accept&item=NP:1-1000", nil, "", http.StatusBadRequest},
		{"no number", "GET", "api/item?judge=a&n=x", "", nil, "", http.StatusBadRequest},
		{"deciding by reading", "GET", "api/decide?" + good, "", nil, "", http.StatusMethodNotAllowed},
	} {
		r, err := http.NewRequest(tc.method, url+tc.path, strings.NewReader(tc.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for k, v := range tc.header {
			r.Header.Set(k, v)
		}
		if tc.host != "" {
			r.Host = tc.host
		}
		for _, cookie := range http.DefaultClient.Jar.Cookies(r.URL) {
			r.AddCookie(cookie)
		}
		got, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(got.Body)
		got.Body.Close()
		moved := got.StatusCode == http.StatusMovedPermanently || got.StatusCode == http.StatusTemporaryRedirect || got.StatusCode == http.StatusPermanentRedirect
		if got.StatusCode != tc.want && !(moved && tc.want == http.StatusNotFound) || bytes.Contains(body, []byte("module assay")) {
			t.Errorf("%s: status %d, want %d: %s", tc.name, got.StatusCode, tc.want, body)
		}
		if got.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: no policy", tc.name)
		}
	}
	if n := len(decisions(t, gold, system, "-m", "evalb")); n != 0 {
		t.Errorf("%d decisions were recorded", n)
	}
}

// A token is needed for everything, on loopback too: other users of the machine reach it.
func TestToken(t *testing.T) {
	for _, listen := range []string{"127.0.0.1:0", "0.0.0.0:0"} {
		t.Run(listen, func(t *testing.T) { guarded(t, listen) })
	}
}

func guarded(t *testing.T, listen string) {
	gold, system := files(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "check", "--no-open", "--listen", listen, gold, system, "-m", "evalb")
	cmd.Env = append(os.Environ(), "ASSAY_RUN=1")
	url := addressOf(t, cmd)
	base, token, ok := strings.Cut(url, "?token=")
	if !ok || len(token) < 32 {
		t.Fatalf("no token in %q", url)
	}
	if strings.Contains(base, "[::]") || strings.Contains(base, "//0.0.0.0") {
		t.Errorf("%q is no address that a browser can open", base)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		path string
		want int
	}{
		{"", http.StatusForbidden},
		{"?token=" + strings.Repeat("0", 32), http.StatusForbidden},
		{"?token=" + token, http.StatusOK},
		{"", http.StatusOK}, // the cookie has it now
	} {
		response, err := (&http.Client{Jar: jar}).Get(base + tc.path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != tc.want {
			t.Errorf("%q: status %d, want %d", tc.path, response.StatusCode, tc.want)
		}
		if at := response.Request.URL.String(); response.StatusCode == http.StatusOK && strings.Contains(at, token) {
			t.Errorf("the token stays in the address %q", at)
		}
	}
}

// Keys pressed in a row are all answered, Caps Lock is no shift, and A writes
// nothing before Enter. A note outlives a skip; the judge and the item are in the
// address and outlive a reload.
func TestCheckKeys(t *testing.T) {
	gold, system := files(t)
	url, _ := start(t, "check", "--no-open", "--each", gold, system, "-m", "evalb")
	ctx, faults := browser.Start(t, 1400, 900, url)
	number := func(script string) (n int) {
		t.Helper()
		if err := chromedp.Run(ctx, chromedp.Evaluate(script, &n)); err != nil {
			t.Fatal(err)
		}
		return n
	}
	run := func(actions ...chromedp.Action) {
		t.Helper()
		for i, a := range actions {
			if err := chromedp.Run(ctx, a); err != nil {
				var state string
				_ = chromedp.Run(ctx, chromedp.Evaluate(`[document.body.dataset.decided, document.getElementById("progress").textContent, `+
					`document.getElementById("error").textContent, document.activeElement.id, location.hash].join(" | ")`, &state))
				t.Fatalf("action %d of %d: %v: %s", i+1, len(actions), err, state)
			}
		}
	}
	const decided = `+document.body.dataset.decided`
	wait := func(n int) chromedp.Action {
		return chromedp.Poll(fmt.Sprintf("%s === %d", decided, n), nil, chromedp.WithPollingTimeout(20*time.Second))
	}
	run(network.Enable(), chromedp.Navigate(url), chromedp.WaitVisible("#who", chromedp.ByQuery),
		chromedp.SendKeys("#name", "ann\r", chromedp.ByQuery), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery))
	// three quick keys are three decisions, also under Caps Lock
	run(chromedp.Evaluate(`for (const key of ["a", "A", "a"]) document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })) && 0`, nil), wait(3))
	// shift and A lists; Escape leaves, and nothing is written
	list := chromedp.Evaluate(`document.dispatchEvent(new KeyboardEvent("keydown", { key: "A", shiftKey: true, bubbles: true })) && 0`, nil)
	run(list, chromedp.WaitVisible("#list", chromedp.ByQuery), chromedp.KeyEvent("\u001b"), chromedp.WaitNotVisible("#list", chromedp.ByQuery))
	if n := len(decisions(t, gold, system, "-m", "evalb")); n != 3 {
		t.Errorf("%d decisions after leaving the list, want 3", n)
	}
	// Enter writes those with a tick
	run(list, chromedp.WaitVisible("#list", chromedp.ByQuery), chromedp.Evaluate(`document.getElementById("tickall").click(), `+
		`document.querySelector("#rows input").click(), document.querySelector("#rows label:last-child input").focus()`, nil))
	ticked := number(`document.querySelectorAll("#rows input:checked").length`)
	run(chromedp.KeyEvent("\r"), wait(3+ticked), chromedp.KeyEvent("z"), wait(3))
	// a note typed before a skip is there when one comes back
	run(chromedp.SendKeys("#note", "because\r", chromedp.ByQuery), chromedp.KeyEvent("s"), chromedp.Poll(`document.getElementById("note").value === ""`, nil),
		chromedp.KeyEvent("b"), chromedp.Poll(`document.getElementById("note").value === "because"`, nil))
	at := number(`+document.body.dataset.n`)
	run(chromedp.Reload(), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery), chromedp.KeyEvent("r"), wait(4))
	browser.Accessible(t, ctx)
	browser.Axe(t, ctx)
	browser.Tidy(t, ctx)
	screenshot(t, ctx, "check")
	all := decisions(t, gold, system, "-m", "evalb")
	if last := all[len(all)-1]; len(all) != 4 || last.Judge != "ann" {
		t.Errorf("after a reload at item %d: %d decisions, the last by %q", at, len(all), last.Judge)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// Ledgers that cannot be used are refused in plain words.
func TestLedgersThatCannotBeUsed(t *testing.T) {
	gold, system := files(t)
	dir := filepath.Dir(gold)
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return p
	}
	args := []string{"check", gold, system, "-m", "evalb", "--terminal"}
	call := func(in string, more ...string) (int, string) {
		var out, errs bytes.Buffer
		code := run(context.Background(), append(args, more...), strings.NewReader(in), &out, &errs)
		return code, errs.String()
	}
	if code, text := call("aaaq"); code != 0 {
		t.Fatalf("status %d: %s", code, text)
	}
	db, err := os.ReadFile(gold + ".check.db")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, path, want string }{
		{"another file", write("notes.txt", "this is no database at all"), "is not a file of decisions"},
		{"cut short", write("cut.db", string(db[:len(db)/2])), "damaged"},
		{"a folder", dir, "is a folder"},
		{"no such folder", filepath.Join(dir, "none", "x.db"), "no such file or directory"},
	} {
		code, text := call("q", "--db", tc.path)
		if code != exitInput || !strings.Contains(text, tc.want) {
			t.Errorf("%s: status %d: %s, want %q", tc.name, code, text, tc.want)
		}
	}
	if code, text := call("q"); code != 0 || !strings.Contains(text, "6 of ") {
		t.Errorf("the decisions are gone: status %d: %s", code, text)
	}
}

// Two processes may decide on one file at the same time: nothing is lost.
func TestTwoProcessesOnOneFile(t *testing.T) {
	gold, system := files(t)
	url1, _ := start(t, "check", "--no-open", "--judge", "ann", gold, system, "-m", "evalb")
	url2, _ := start(t, "check", "--no-open", "--judge", "ben", gold, system, "-m", "evalb")
	const each = 40
	done := make(chan error, 2)
	for judge, url := range map[string]string{"ann": url1, "ben": url2} {
		go func() {
			for n := range each {
				response, err := http.Get(fmt.Sprintf("%sapi/item?judge=%s&n=%d", url, judge, n))
				if err != nil {
					done <- err
					return
				}
				b, _ := io.ReadAll(response.Body)
				response.Body.Close()
				item := regexp.MustCompile(`"item":"([^"]+)"`).FindStringSubmatch(string(b))[1]
				response, err = http.Post(url+"api/decide", "application/x-www-form-urlencoded",
					strings.NewReader(fmt.Sprintf("judge=%s&n=%d&decision=accept&item=%s", judge, n, item)))
				if err == nil {
					response.Body.Close()
					if response.StatusCode != http.StatusOK {
						err = fmt.Errorf("status %d", response.StatusCode)
					}
				}
				if err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	if n := len(decisions(t, gold, system, "-m", "evalb")); n != 2*each {
		t.Errorf("%d decisions, want %d", n, 2*each)
	}
}

// TestRefusedCheck: a check that is refused leaves no file of decisions beside gold.
func TestRefusedCheck(t *testing.T) {
	dir := t.TempDir()
	gold, system := filepath.Join(dir, "gold.mrg"), filepath.Join(dir, "system.mrg")
	graph, bad := filepath.Join(dir, "graph.amr"), filepath.Join(dir, "bad.tsv")
	for name, text := range map[string]string{gold: "(S (NP (N a)) (V b))\n", system: "(S (N a) (V b))\n", graph: "(a / b-01)\n", bad: "no decisions\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{gold, system, "--common-with", system}, {gold, system, "-m", "nothing"}, {gold, system, "--score", "nothing"},
		{gold, system, "-f", "conllu"}, {gold, graph}, {gold, system, "--import", bad}, {gold, system, "--suspects", "--kinds", "nothing"},
		{gold, system, "--disputed", "-m", "nothing"}, {gold, system, "--jobs", "-1"},
	} {
		var errs bytes.Buffer
		if code := run(context.Background(), append([]string{"check", "--terminal"}, args...), strings.NewReader("q\n"), io.Discard, &errs); code == exitOK {
			t.Errorf("%v: status 0: %s", args[2:], errs.String())
		}
		if files, _ := filepath.Glob(filepath.Join(dir, "*.db*")); len(files) > 0 {
			t.Errorf("%v leaves %v", args, files)
			os.Remove(files[0])
		}
	}
}

// TestCheckNamesLostSentences: a check names the sentences that cannot be scored, about which it asks nothing.
func TestCheckNamesLostSentences(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"gold.mrg": "(S (NP (N a)) (V b))\n(S (N c) (V d))\n(S (N e))\n",
		"system.mrg": "(S (N a) (VP (V b)))\n(S (N c) (V\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var errs bytes.Buffer
	if code := run(context.Background(), []string{"check", "--terminal", "gold.mrg", "system.mrg"}, strings.NewReader("q\n"), io.Discard, &errs); code != exitOK {
		t.Errorf("status %d: %s", code, errs.String())
	}
	if code := run(context.Background(), []string{"errors", "gold.mrg", "system.mrg", "-f", "conllu"}, strings.NewReader(""), io.Discard,
		io.Discard); code != exitInput {
		t.Errorf("errors without a scored sentence: status %d", code)
	}
	for _, want := range []string{"system.mrg:2:", "sentence 2: ", "missing from the system: 3"} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("want %q, found\n%s", want, errs.String())
		}
	}
}
