package ledger

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/check/adjudicate"
)

func open(t *testing.T, path string) *Ledger {
	t.Helper()
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func decision(n int) adjudicate.Decision {
	return adjudicate.Decision{Key: adjudicate.Key{Sentence: fmt.Sprint(n), Metric: "evalb", Side: "system", Item: "NP:1-2"},
		Kind: "SP", Decision: adjudicate.Accept, Judge: "ann", Note: strings.Repeat("because ", 20)}
}

func TestNothingIsEverChanged(t *testing.T) {
	ledger := open(t, filepath.Join(t.TempDir(), "a 'b'?#%.db"))
	for n := range 3 {
		if err := ledger.Append(decision(n), decision(n)); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range []string{"DELETE FROM decision", "UPDATE decision SET decision = 'reject'"} {
		if _, err := ledger.db.Exec(q); err == nil || !strings.Contains(err.Error(), "never") {
			t.Errorf("%s: %v", q, err)
		}
	}
	list, err := ledger.All("")
	if err != nil || len(list) != 6 || list[0].Time.IsZero() || list[5].Sentence != "2" || list[0].Note != decision(0).Note {
		t.Errorf("%d decisions, %v", len(list), err)
	}
	if list, err = ledger.All("ben"); err != nil || len(list) != 0 {
		t.Errorf("%d decisions of another judge, %v", len(list), err)
	}
}

// All or none: a list with a decision that cannot be kept leaves no trace.
func TestAllOrNone(t *testing.T) {
	ledger := open(t, filepath.Join(t.TempDir(), "check.db"))
	bad := decision(2)
	bad.Decision = "perhaps"
	if err := ledger.Append(decision(1), bad); err == nil {
		t.Error("a verdict that is none was kept")
	}
	if list, err := ledger.All(""); err != nil || len(list) != 0 {
		t.Errorf("%d decisions, %v", len(list), err)
	}
}

// A disk that is full loses the decision that it has no room for, in plain
// words, and no other; with room again the work goes on.
func TestFullDisk(t *testing.T) {
	ledger := open(t, filepath.Join(t.TempDir(), "check.db"))
	if err := ledger.Append(decision(0)); err != nil {
		t.Fatal(err)
	}
	var pages int
	if err := ledger.db.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	limit := func(n int) {
		t.Helper()
		if _, err := ledger.db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", n)); err != nil {
			t.Fatal(err)
		}
	}
	limit(pages + 1)
	kept := 1
	var err error
	for n := 1; n < 1000 && err == nil; n++ {
		if err = ledger.Append(decision(n)); err == nil {
			kept++
		}
	}
	var fe *FileError
	if !errors.As(err, &fe) || !strings.Contains(err.Error(), "full") || !strings.Contains(fe.Hint, "make room") {
		t.Fatalf("after %d decisions: %v", kept, err)
	}
	if list, err := ledger.All(""); err != nil || len(list) != kept {
		t.Errorf("%d decisions are there, %d were kept, %v", len(list), kept, err)
	}
	limit(pages + 1000)
	if err := ledger.Append(decision(kept)); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

func TestFileOfANewerProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "check.db")
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	var fe *FileError
	if _, err := Open(path); !errors.As(err, &fe) || !strings.Contains(err.Error(), "newer assay") {
		t.Errorf("%v", err)
	}
}

// A database of another program is refused, and nothing is written to it: not even a
// table of decisions.
func TestDatabaseOfAnotherProgram(t *testing.T) {
	for name, make := range map[string]string{
		"without a version":                  "CREATE TABLE song (title); INSERT INTO song VALUES ('a')",
		"with our version":                   "CREATE TABLE song (title); PRAGMA user_version = 1",
		"with our version and without a row": "PRAGMA user_version = 1",
	} {
		path := filepath.Join(t.TempDir(), "songs.db")
		db, err := sql.Open("sqlite", "file:"+path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(make); err != nil {
			t.Fatal(err)
		}
		var fe *FileError
		if _, err := Open(path); !errors.As(err, &fe) || !strings.Contains(err.Error(), "is a database of something else") ||
			!strings.Contains(fe.Hint, "name another file") {
			t.Errorf("%s: %v", name, err)
		}
		var ours int
		if err := db.QueryRow("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'decision%'").Scan(&ours); err != nil || ours != 0 {
			t.Errorf("%s: %d tables and indices of decisions are in it, %v", name, ours, err)
		}
		db.Close()
	}
}

// A file that another program holds is not called damaged.
func TestLockedFile(t *testing.T) {
	defer func(d time.Duration) { patience = d }(patience)
	patience = 10 * time.Millisecond
	path := filepath.Join(t.TempDir(), "check.db")
	ledger := open(t, path)
	if err := ledger.Append(decision(0)); err != nil {
		t.Fatal(err)
	}
	other, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	locked := func(what string, err error) {
		t.Helper()
		var fe *FileError
		if !errors.As(err, &fe) || !strings.Contains(err.Error(), "locked") || strings.Contains(err.Error(), "damaged") ||
			!strings.Contains(fe.Hint, "another program holds the file") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := other.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	short := open(t, path)
	locked("a decision", short.Append(decision(1)))
	if _, err := other.Exec("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := short.Append(decision(1)); err != nil {
		t.Errorf("after the other program: %v", err)
	}
	ledger.Close()
	short.Close()
	if _, err := other.Exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; PRAGMA user_version = 1"); err != nil {
		t.Fatal(err)
	}
	_, err = Open(path)
	locked("opening", err)
}
