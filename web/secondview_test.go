package web_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/web"
)

// A second view reads no file of a run, prepares nothing and writes nothing. A file is
// read again if it has another size or time, or is another file with both of them, or
// changed so soon after it was read that its time need not show it.
func TestSecondViewIsCheap(t *testing.T) {
	bench := newBench(t, false)
	gold := filepath.Join(bench.dir, "craft.gold.mrg")
	age := func(path string) {
		t.Helper()
		at := time.Now().Add(-time.Hour).Truncate(time.Second)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(bench.dir, "*.mrg"))
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		age(path)
	}
	bench.register()
	pages := []string{"/runs/1", "/compare?run=1&run=2", "/"}
	for _, page := range pages {
		bench.get(page)
	}
	log := filepath.Join(bench.dir, "assay.runs.db-wal")
	stat := func(path string) os.FileInfo {
		t.Helper()
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	reads, made, before := web.FilesRead(bench.work), bench.made.Load(), stat(log)
	if reads != 3 {
		t.Errorf("%d files were read at first, want 3", reads)
	}
	for _, page := range pages {
		if code, _ := bench.get(page); code != 200 {
			t.Errorf("%s: status %d", page, code)
		}
	}
	if n, m := web.FilesRead(bench.work)-reads, bench.made.Load()-made; n+int64(m) > 0 {
		t.Errorf("the second view read %d files and prepared %d pages", n, m)
	}
	if after := stat(log); after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime()) {
		t.Error("the second view wrote to the register")
	}

	data, err := os.ReadFile(gold)
	if err != nil {
		t.Fatal(err)
	}
	stale := func() int {
		t.Helper()
		_, home := bench.get("/")
		return strings.Count(home, "stale: craft.gold.mrg has changed")
	}
	other := []byte(strings.Replace(string(data), "(NN ", "(NX ", 1))
	bench.write("new", other) // the same size and time in another file
	at := stat(gold).ModTime()
	if err := os.Chtimes(filepath.Join(bench.dir, "new"), at, at); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(bench.dir, "new"), gold); err != nil {
		t.Fatal(err)
	}
	if n := stale(); n != 2 {
		t.Errorf("%d runs are stale after another file took the place of gold, want 2", n)
	}
	bench.write("craft.gold.mrg", data)
	if n := stale(); n != 0 {
		t.Errorf("%d runs are stale with gold as it was", n)
	}
	at = stat(gold).ModTime() // in the same step of the clock
	bench.write("craft.gold.mrg", other)
	if err := os.Chtimes(gold, at, at); err != nil {
		t.Fatal(err)
	}
	if n := stale(); n != 2 {
		t.Errorf("%d runs are stale after gold was changed at once, want 2", n)
	}
	if code, body := bench.post("/runs", url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}}); code != 200 {
		t.Errorf("status %d: %s", code, body)
	}
}
