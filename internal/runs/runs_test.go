package runs

import (
	"bytes"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A register that cannot be written is reported in words.
func TestOpenFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "assay.runs.db")
	_, err := Open(path)
	if want := path + ": the register of runs cannot be written: "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %s...", err, want)
	}
	if !errors.Is(err, ErrNotWritable) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v does not wrap its causes", err)
	}
}

func opened(t *testing.T, path string) *Register {
	t.Helper()
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func names(t *testing.T, r *Register) string {
	t.Helper()
	all, err := r.All()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, x := range all {
		out = append(out, x.Name+"/"+x.Note)
	}
	return strings.Join(out, " ")
}

func added(t *testing.T, r *Register, name string, day int) *Run {
	t.Helper()
	score := 0.5
	run := &Run{Name: name, Date: time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC), Gold: "g", System: "s", Score: "f1", Scores: map[string]*float64{"f1": &score}}
	if err := r.Add(run); err != nil {
		t.Fatal(err)
	}
	return run
}

// Runs can be renamed and deleted; one that is not there is an error.
func TestChangeAndDelete(t *testing.T) {
	register := opened(t, filepath.Join(t.TempDir(), "r.db"))
	late, early := added(t, register, "late", 3), added(t, register, "early", 1)
	if got := names(t, register); got != "early/ late/" {
		t.Errorf("runs %q", got)
	}
	if err := register.Change(early.ID, "first", "tuned"); err != nil {
		t.Fatal(err)
	}
	if err := register.Delete(late.ID); err != nil {
		t.Fatal(err)
	}
	if got := names(t, register); got != "first/tuned" {
		t.Errorf("runs %q", got)
	}
	if err := errors.Join(register.Delete(late.ID), register.Change(99, "x", "")); !errors.Is(err, ErrNone) {
		t.Errorf("error %v, want %v", err, ErrNone)
	}
}

// A copy of a register shows its runs, also those that are in the log alone, and
// leaves the register as it is.
func TestTemporary(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "r.db")
	register := opened(t, path)
	added(t, register, "kept", 1)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := OpenTemporary(path)
	if err != nil {
		t.Fatal(err)
	}
	added(t, c, "passing", 2)
	if got := names(t, c); got != "kept/ passing/" || !c.Temporary {
		t.Errorf("runs %q", got)
	}
	place := c.folder
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(place); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the copy is left over")
	}
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := names(t, register); got != "kept/" || !bytes.Equal(before, after) {
		t.Errorf("the register was changed: runs %q", got)
	}
	if none, err := OpenTemporary(filepath.Join(folder, "none.db")); err != nil || names(t, none) != "" {
		t.Errorf("error %v", err)
	} else {
		none.Close()
	}
}

// Pages are kept by key; a page that is larger than the room pushes the others out.
func TestPages(t *testing.T) {
	register := opened(t, filepath.Join(t.TempDir(), "r.db"))
	keep := func(key, html string) {
		t.Helper()
		if err := register.KeepPage(key, []byte(html)); err != nil {
			t.Fatal(err)
		}
	}
	keep("a", "one")
	keep("a", "two")
	keep("b", "three")
	if html, ok := register.Page("a"); !ok || string(html) != "two" {
		t.Errorf("page a is %q", html)
	}
	if _, ok := register.Page("c"); ok {
		t.Error("there is a page c")
	}
	register.room = len("two") + len("x")
	keep("c", "x") // b, unused since before a, has to go
	var kept []string
	for _, key := range []string{"a", "b", "c"} {
		if _, ok := register.Page(key); ok {
			kept = append(kept, key)
		}
	}
	if got := strings.Join(kept, " "); got != "a c" {
		t.Errorf("kept %q, want a c", got)
	}
}

// A register of the first version gets the columns and tables that it lacks.
func TestOlderVersions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	old := strings.Split(schema, "\tgold_hash")[0]
	old = strings.TrimSuffix(strings.TrimSpace(old), ",") + ");"
	if _, err := db.Exec(old + `INSERT INTO run VALUES (1,'old','2026-01-01T00:00:00Z','','g','s','evalb','','f1','{"f1":0.5}','{}'); PRAGMA ` +
		`user_version = 1;`); err != nil {
		t.Fatal(err)
	}
	db.Close()
	r := opened(t, path)
	if got := names(t, r); got != "old/" {
		t.Errorf("runs %q", got)
	}
	if err := r.KeepPage("a", []byte("x")); err != nil {
		t.Error(err)
	}
}

// Servers that begin on the same folder at the same time make one register.
func TestOpenAtOnce(t *testing.T) {
	for range 5 {
		path := filepath.Join(t.TempDir(), "assay.runs.db")
		faults := make(chan error)
		for range 8 {
			go func() {
				register, err := Open(path)
				if err == nil {
					err = errors.Join(register.Add(&Run{Name: "x", Date: time.Now()}), register.Close())
				}
				faults <- err
			}()
		}
		for range 8 {
			if err := <-faults; err != nil {
				t.Error(err)
			}
		}
		register, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if list, err := register.All(); err != nil || len(list) != 8 {
			t.Errorf("%d runs, want 8: %v", len(list), err)
		}
		register.Close()
	}
}
