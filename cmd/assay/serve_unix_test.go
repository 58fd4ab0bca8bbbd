//go:build unix

package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The workbench of a folder that cannot be written: its runs are shown, others can be
// registered until it ends, nobody can decide or add files, and no byte of the folder
// changes. Root may write everywhere: as root the program is run as a user who may not.
func TestServeReadOnlyFolder(t *testing.T) {
	gold, _ := files(t)
	dir := filepath.Dir(gold)
	ask := func(method, address string, form url.Values) (int, string) {
		t.Helper()
		r, err := http.NewRequest(method, address, strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
	run := url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.bllip-20.mrg"}, "metric": {"evalb"}, "name": {"first"}}
	base, cmd := start(t, "serve", dir, "--no-open")
	if code, body := ask(http.MethodPost, base+"runs", run); code != http.StatusOK {
		t.Fatalf("status %d: %s", code, body)
	}
	cmd.Process.Kill() // the latest run is in the log of the register alone
	cmd.Wait()
	content := func() string {
		t.Helper()
		var out strings.Builder
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			data, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%s %x\n", e.Name(), sha256.Sum256(data))
		}
		return out.String()
	}
	before := content()
	base = enter(t, addressOf(t, withoutRights(t, dir, "serve", dir, "--no-open")))
	code, home := ask(http.MethodGet, base, nil)
	if code != http.StatusOK || !strings.Contains(home, "This folder cannot be written") || !strings.Contains(home, ">first</a>") ||
		strings.Contains(home, `type="file"`) {
		t.Errorf("the first page: status %d", code)
	}
	if code, page := ask(http.MethodGet, base+"runs/1", nil); code != http.StatusOK || !strings.Contains(page, "87.07") {
		t.Errorf("a run: status %d", code)
	}
	run.Set("name", "second")
	if code, page := ask(http.MethodPost, base+"runs", run); code != http.StatusOK || !strings.Contains(page, ">second</a>") {
		t.Errorf("another run: status %d", code)
	}
	if code, page := ask(http.MethodPost, base+"check", url.Values{"run": {"1"}}); code != http.StatusBadRequest ||
		!strings.Contains(page, "no decision could be kept") {
		t.Errorf("a check: status %d", code)
	}
	if code, page := ask(http.MethodPut, base+"files?name=x.mrg", nil); code != http.StatusForbidden || !strings.Contains(page, "cannot be written") {
		t.Errorf("a file: status %d: %s", code, page)
	}
	if after := content(); after != before {
		t.Errorf("the folder held\n%snow\n%s", before, after)
	}
}

// An upload for which there is no room: the page says which file was not added and
// why, nothing is left of it, and the workbench goes on.
func TestUploadToAFullDisk(t *testing.T) {
	gold, _ := files(t)
	dir := filepath.Dir(gold)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", `trap '' XFSZ; ulimit -f 2000; exec "$0" "$@"`, self, "serve", dir, "--no-open", "-m", "evalb")
	cmd.Env = append(os.Environ(), "ASSAY_RUN=1")
	base := enter(t, addressOf(t, cmd))
	code, body, _ := asked(t, http.MethodPut, base+"files?name=large.mrg", strings.Repeat("(S (X x))\n", 400_000), "", nil)
	if code != http.StatusInsufficientStorage || !strings.Contains(body, "large.mrg was not added: file too large") {
		t.Errorf("status %d: %s", code, body)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*large*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".assay-upload-*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	if code, body, _ := asked(t, http.MethodPut, base+"files?name=small.mrg", "(S (X x))\n", "", nil); code != http.StatusOK {
		t.Errorf("a small file afterwards: status %d: %s", code, body)
	}
}
