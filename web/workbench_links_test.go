package web_test

import (
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Links out of the folder are not followed: that of a file, of a folder, and of a file
// in a folder that is named as a whole.
func TestLinksOutOfTheFolder(t *testing.T) {
	bench := newBench(t, false)
	outside := t.TempDir()
	data, err := os.ReadFile("../examples/craft.gold.mrg")
	if err == nil {
		err = os.WriteFile(filepath.Join(outside, "secret.mrg"), data, 0o666)
	}
	in := func(name string) string { return filepath.Join(bench.dir, name) }
	err = errors.Join(err, os.Mkdir(in("gold"), 0o777), os.Mkdir(in("inner"), 0o777), os.WriteFile(in("inner/a.mrg"), data, 0o666),
		os.Symlink(filepath.Join(outside, "secret.mrg"), in("file.mrg")), os.Symlink(outside, in("folder")),
		os.Symlink(filepath.Join(outside, "secret.mrg"), in("gold/a.mrg")))
	if err != nil {
		t.Fatal(err)
	}
	register := func(gold, system string) (int, string) {
		return bench.post("/runs", url.Values{"gold": {gold}, "system": {system}})
	}
	for _, name := range []string{"file.mrg", "folder", "folder/secret.mrg", "gold", "gold/a.mrg", "../x", "/etc/passwd",
		filepath.Join(outside, "secret.mrg"), "", "."} {
		for _, pair := range [][2]string{{name, "craft.gold.mrg"}, {"craft.gold.mrg", name}} {
			if code, body := register(pair[0], pair[1]); code != http.StatusBadRequest || strings.Contains(body, `href="/runs/`) {
				t.Errorf("gold %q, system %q: status %d", pair[0], pair[1], code)
			}
		}
	}
	if code, body := register("inner", "inner"); code != http.StatusOK {
		t.Errorf("a folder without links: status %d: %s", code, body)
	}
	// a file of a run that is a link by now is not opened either
	if err := errors.Join(os.Remove(in("inner/a.mrg")), os.Symlink(filepath.Join(outside, "secret.mrg"), in("inner/a.mrg"))); err != nil {
		t.Fatal(err)
	}
	if code, _ := bench.get("/runs/1"); code == http.StatusOK {
		t.Error("a run was opened through a link out of the folder")
	}
}
