// Package browser starts a headless browser for tests.
package browser

import (
	"context"
	"log"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Start starts a headless browser. Faults returns the faults of pages: exceptions,
// errors on the console, requests that leave the allowed prefixes. Without a
// browser the test is skipped, or fails if ASSAY_BROWSER=must, as test.sh sets. It is
// skipped too if ASSAY_BROWSER=no, as ./test.sh quick sets, and if ASSAY_BROWSER=later, as
// ./test.sh sets where the race detector is on; it then runs the test without.
func Start(t *testing.T, width, height int, allowed ...string) (ctx context.Context, faults func() []string) {
	t.Helper()
	if os.Getenv("ASSAY_BROWSER") == "no" {
		t.Skip("SKIPPED: a test in the browser, which ./test.sh runs")
	}
	if os.Getenv("ASSAY_BROWSER") == "later" {
		t.Skip("SKIPPED: a long test in the browser, which ./test.sh runs without the race detector")
	}
	must := os.Getenv("ASSAY_BROWSER") == "must"
	path := ""
	for _, name := range []string{"chromium", "google-chrome", "chromium-browser"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		if must {
			t.Fatal("no browser: install chromium")
		}
		t.Skip("SKIPPED: no browser; install chromium")
	}
	dir, err := os.MkdirTemp("", "assay-browser-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // parts of the browser may write to its folder for a while after its end
		for range 50 {
			if os.RemoveAll(dir) == nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(2*time.Minute),
		chromedp.UserDataDir(dir), chromedp.WindowSize(width, height),
		chromedp.Env("TMPDIR="+dir)) // the browser leaves its socket there
	ctx, cancelAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, cancelTab := chromedp.NewContext(ctx, chromedp.WithErrorf(func(format string, args ...any) {
		if !strings.Contains(format, "unhandled node event") { // of dialogs: chromedp does not know them
			log.Printf("ERROR: "+format, args...)
		}
	}))
	ctx, cancelTime := context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(func() { cancelTime(); cancelTab(); cancelAlloc() })
	var mu sync.Mutex
	var found []string
	chromedp.ListenTarget(ctx, func(ev any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := ev.(type) {
		case *runtime.EventExceptionThrown:
			found = append(found, "exception: "+e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.APITypeError {
				for _, a := range e.Args {
					found = append(found, "console: "+string(a.Value)+a.Description)
				}
			}
		case *network.EventRequestWillBeSent:
			for _, prefix := range append(allowed, "file:", "data:") {
				if strings.HasPrefix(e.Request.URL, prefix) {
					return
				}
			}
			found = append(found, "request: "+e.Request.URL)
		}
	})
	Enter(t, ctx)
	return ctx, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return found
	}
}

// Enter gives the browser the cookies that http.DefaultClient has for this machine, which let it in where a
// server wants a token. Start does it for servers that ran before.
func Enter(t *testing.T, ctx context.Context) {
	t.Helper()
	if http.DefaultClient.Jar == nil {
		return
	}
	here := &url.URL{Scheme: "http", Host: "127.0.0.1", Path: "/"}
	for _, c := range http.DefaultClient.Jar.Cookies(here) {
		if err := chromedp.Run(ctx, network.SetCookie(c.Name, c.Value).WithURL(here.String())); err != nil {
			t.Fatal(err)
		}
	}
}
