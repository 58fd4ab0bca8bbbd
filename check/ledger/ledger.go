// Package ledger keeps decisions in one SQLite file beside the data. They are
// appended and never overwritten, and each is on the disk before Append
// returns, so that a program killed at any moment loses nothing.
//
// Several processes may use one file: SQLite's locks order their appends.
package ledger

import (
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"assay/check/adjudicate"
	"assay/internal/sqlite"
)

//go:embed schema.sql
var schema string

// version is the user_version of files that this package writes.
const version = 1

// patience is how long a program waits for another one that holds the file.
var patience = 10 * time.Second

// A Ledger is an open file of decisions.
type Ledger struct {
	path string
	db   *sql.DB
}

// A FileError describes a fault of a ledger's file, with a remedy.
type FileError struct {
	Path string
	Err  error
	Hint string
}

func (e *FileError) Error() string { return e.Path + ": " + e.Err.Error() }
func (e *FileError) Unwrap() error { return e.Err }

// Open opens the ledger at path, a new one if there is none.
func Open(path string) (*Ledger, error) {
	if !sqlite.Available {
		return nil, &FileError{path, errors.New("cannot be opened: this build of assay has no database"),
			"use assay outside of the browser"}
	}
	if err := probe(path); err != nil {
		return nil, err
	}
	l := &Ledger{path: path}
	db, err := sqlite.Open(path, patience, l.prepare)
	if err != nil {
		if _, ok := errors.AsType[*FileError](err); !ok {
			err = &FileError{path, err, ""}
		}
		return nil, err
	}
	l.db = db
	return l, nil
}

// probe reports, in plain words, what SQLite would report in its own.
func probe(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return &FileError{path, errors.New("is a folder"), "name a file for the decisions with option db"}
	case err == nil && !info.Mode().IsRegular(): // reading a pipe waits for another program
		return &FileError{path, errors.New("is no regular file"), "name a file for the decisions with option db"}
	case err == nil:
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			return &FileError{path, plain(err), "decisions must be written; name another file with option db"}
		}
		head := make([]byte, 16)
		n, _ := file.Read(head)
		file.Close()
		if n > 0 && string(head[:n]) != "SQLite format 3\x00"[:n] {
			return &FileError{path, errors.New("is not a file of decisions"), "name another file with option db"}
		}
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".assay-*")
	if err != nil {
		return &FileError{path, plain(err), "the folder cannot be written; name a file elsewhere with option db"}
	}
	f.Close()
	return os.Remove(f.Name())
}

func plain(err error) error {
	if pe, ok := errors.AsType[*os.PathError](err); ok {
		return pe.Err
	}
	return err
}

// prepare checks the file and makes its tables if it is new.
func (l *Ledger) prepare(db *sql.DB) error {
	var check string
	err := db.QueryRow("PRAGMA quick_check(1)").Scan(&check)
	switch {
	case err != nil && (sqlite.Busy(err) || unwritable(err)): // nothing was looked at
		return l.fail(err)
	case err == nil && check != "ok":
		err = errors.New(check)
	}
	if err != nil {
		return l.fail(fmt.Errorf("the file is damaged: %w", err))
	}
	var v int
	if err := db.QueryRow("PRAGMA user_version").Scan(&v); err != nil {
		return l.fail(err)
	}
	if v > version {
		return &FileError{l.path, fmt.Errorf("was written by a newer assay (version %d of its tables)", v), "use that one"}
	}
	var tables, ours int
	if err := db.QueryRow("SELECT count(*), coalesce(sum(name = 'decision'), 0) "+
		"FROM sqlite_schema WHERE type = 'table'").Scan(&tables, &ours); err != nil {
		return l.fail(err)
	}
	if v == version && ours == 0 || v != version && tables > 0 { // nothing is written to a file of another program
		return &FileError{l.path, errors.New("is a database of something else, not a file of decisions"),
			"name another file with option db"}
	}
	if v == version {
		return nil
	}
	tx, err := db.Begin()
	if err != nil {
		return l.fail(err)
	}
	defer tx.Rollback()
	if _, err := tx.Exec(schema + fmt.Sprintf("PRAGMA user_version = %d;", version)); err != nil {
		return l.fail(err)
	}
	return l.fail(tx.Commit())
}

// fail returns an error of the database in plain words, nil for nil.
func (l *Ledger) fail(err error) error {
	if err == nil {
		return nil
	}
	hint := ""
	switch text := err.Error(); {
	case strings.Contains(text, "disk is full"), strings.Contains(text, "no space"):
		hint = "the decision was not kept; make room and decide again"
	case strings.Contains(text, "disk I/O error"):
		hint = "the decision was not kept; is the disk full, or the file too large for it?"
	case unwritable(err):
		hint = "decisions must be written: the file and its folder may be read-only; name a file elsewhere with option db"
	case strings.Contains(text, "damaged"), strings.Contains(text, "malformed"):
		hint = "nothing was changed; take a copy of the file, or begin a new one with option db and import the export"
	case sqlite.Busy(err):
		hint = "another program holds the file; try again"
	}
	return &FileError{l.path, err, hint}
}

// unwritable reports whether the file, or the one that SQLite writes beside it, may not be
// written.
func unwritable(err error) bool {
	return strings.Contains(err.Error(), "readonly database") ||
		strings.Contains(err.Error(), "unable to open database file")
}

// Version is a number that changes when another connection writes to the file:
// another check, in this process or another one. Writes of this ledger do not
// change it.
func (l *Ledger) Version() (int64, error) {
	var v int64
	if err := l.db.QueryRow("PRAGMA data_version").Scan(&v); err != nil {
		return 0, l.fail(err)
	}
	return v, nil
}

// Close closes the file.
func (l *Ledger) Close() error { return l.db.Close() }

// Append adds decisions, all or none. They are on the disk when it returns. A
// decision without a time gets the present one.
func (l *Ledger) Append(list ...adjudicate.Decision) error {
	tx, err := l.db.Begin()
	if err != nil {
		return l.fail(err)
	}
	defer tx.Rollback()
	for _, d := range list {
		if d.Time.IsZero() {
			d.Time = time.Now()
		}
		_, err := tx.Exec(`INSERT INTO decision (sentence, metric, side, item, kind, decision, judge, time, note)
			VALUES (?,?,?,?,?,?,?,?,?)`,
			d.Sentence, d.Metric, d.Side, d.Item, d.Kind, string(d.Decision), d.Judge,
			d.Time.UTC().Format(time.RFC3339Nano), d.Note)
		if err != nil {
			return l.fail(err)
		}
	}
	return l.fail(tx.Commit())
}

// All returns every decision in the order in which it was appended; judge ""
// is every judge.
func (l *Ledger) All(judge string) ([]adjudicate.Decision, error) {
	rows, err := l.db.Query(`SELECT sentence, metric, side, item, kind, decision, judge, time, note
		FROM decision WHERE ? = '' OR judge = ? ORDER BY id`, judge, judge)
	if err != nil {
		return nil, l.fail(err)
	}
	defer rows.Close()
	var out []adjudicate.Decision
	for rows.Next() {
		var decision adjudicate.Decision
		var verdict, at string
		if err := rows.Scan(&decision.Sentence, &decision.Metric, &decision.Side, &decision.Item, &decision.Kind,
			&verdict, &decision.Judge, &at, &decision.Note); err != nil {
			return nil, l.fail(err)
		}
		decision.Decision = adjudicate.Verdict(verdict)
		decision.Time, _ = time.Parse(time.RFC3339Nano, at)
		out = append(out, decision)
	}
	return out, l.fail(rows.Err())
}
