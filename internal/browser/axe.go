package browser

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// axeVersion is the version of axe-core that the pages are held to.
const axeVersion = "4.10.3"

// Axe runs axe-core on the page as it is now; serious and critical findings are errors, as
// are landmarks of one name and names that differ from the text that is seen.
// Its script comes from npm. Without npm the test goes on without it, or fails if
// ASSAY_BROWSER=must.
func Axe(t *testing.T, ctx context.Context) {
	t.Helper()
	for _, f := range findings(t, ctx) {
		t.Errorf("axe: %s", f)
	}
}

func findings(t *testing.T, ctx context.Context) (found []string) {
	t.Helper()
	path := axe(t)
	if path == "" {
		return nil
	}
	script, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var loaded bool
	await := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	err = chromedp.Run(ctx, chromedp.Evaluate(`typeof axe === "object"`, &loaded),
		chromedp.ActionFunc(func(ctx context.Context) error {
			if loaded {
				return nil
			}
			return chromedp.Evaluate(string(script)+"\n;0", nil).Do(ctx)
		}), chromedp.Evaluate(`axe.run(document, { resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } } }).then(r => r.violations.filter(v => v.impact === "serious" || v.impact === "critical" || v.id === "landmark-unique")
		.flatMap(v => v.nodes.slice(0, 5).map(n => v.id + " (" + v.impact + "): " + n.target.join(" ") + ": " + n.html.slice(0, 160) + " " + (n.any[0] || n.all[0] || n.none[0] || {}).message)))`, &found, await))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// axe returns the path of axe-core, which it installs where that was not done before;
// "" without npm.
func axe(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	home := filepath.Join(cache, "assay-tests", "axe-core-"+axeVersion)
	script := filepath.Join(home, "node_modules", "axe-core", "axe.min.js")
	if _, err := os.Stat(script); err == nil {
		return script
	}
	must := os.Getenv("ASSAY_BROWSER") == "must"
	if _, err := exec.LookPath("npm"); err != nil {
		if must {
			t.Fatal("no npm to install axe-core with")
		}
		t.Log("SKIPPED: no npm, so no axe-core")
		return ""
	}
	if err := os.MkdirAll(filepath.Dir(home), 0o777); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(filepath.Dir(home), "install-*")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte("{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("npm", "install", "axe-core@"+axeVersion)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "npm_config_audit=false", "npm_config_fund=false",
		"npm_config_loglevel=error")
	if out, err := cmd.CombinedOutput(); err != nil {
		if must {
			t.Fatalf("npm install axe-core: %v\n%s", err, out)
		}
		t.Logf("SKIPPED: npm install axe-core: %v", err)
		return ""
	}
	if err := os.Rename(dir, home); err != nil { // another test may have been first
		if _, err := os.Stat(script); err != nil {
			t.Fatal(err)
		}
	}
	return script
}
