// Package runs keeps the register of the workbench: which system files were
// scored against which gold, when, how, and with what result. The register is
// one SQLite file in the folder it is about; figures stand in it as they were
// found, so that they outlive the files.
package runs

import (
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"time"

	_ "modernc.org/sqlite" // the driver, in pure Go
)

//go:embed schema.sql
var schema string

// version is the user_version of files that this package writes.
const version = 2

// A Run is one system file under one measure.
type Run struct {
	ID        int64
	Name      string
	Date      time.Time
	Note      string
	Gold      string // paths in the folder
	System    string
	Metric    string // as -m has it
	Signature string
	Score     string // the score that stands for the run
	Scores    map[string]*float64
	Rate      map[string]bool // which of them are shares
	// GoldHash and SystemHash are the SHA-256 of the files when they were scored,
	// "" for runs that were registered before hashes were kept.
	GoldHash, SystemHash string
}

// Value returns the score that stands for the run; ok is false if it is undefined.
func (r *Run) Value() (v float64, ok bool) {
	if p := r.Scores[r.Score]; p != nil {
		return *p, true
	}
	return 0, false
}

// A Register is an open file of runs.
type Register struct{ db *sql.DB }

// ErrNone is the error of a run that is not there.
var ErrNone = errors.New("there is no such run")

// Open opens the register at path, a new one if there is none.
func Open(path string) (*Register, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil { // SQLite would say it in numbers
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("%s: the register of runs cannot be written: %w", path, err)
	}
	file.Close()
	q := url.Values{"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)"}, "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+q.Encode())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	var v int
	if err = db.QueryRow("PRAGMA user_version").Scan(&v); err == nil && v == 0 {
		_, err = db.Exec("BEGIN IMMEDIATE;" + schema + fmt.Sprintf("PRAGMA user_version = %d; COMMIT;", version))
	}
	if err == nil && v == 1 {
		_, err = db.Exec(fmt.Sprintf("BEGIN IMMEDIATE; ALTER TABLE run ADD COLUMN gold_hash TEXT NOT NULL DEFAULT ''; ALTER TABLE run ADD COLUMN system_hash TEXT NOT NULL DEFAULT ''; PRAGMA user_version = %d; COMMIT;", version))
	}
	if err == nil && v > version {
		err = fmt.Errorf("was written by a newer assay (version %d of its tables)", v)
	}
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Register{db}, nil
}

// Close closes the file.
func (r *Register) Close() error { return r.db.Close() }

// Add adds a run and gives it its number.
func (r *Register) Add(run *Run) error {
	scores, err := json.Marshal(run.Scores)
	if err != nil {
		return err
	}
	rate, err := json.Marshal(run.Rate)
	if err != nil {
		return err
	}
	res, err := r.db.Exec(`INSERT INTO run (name, date, note, gold, system, metric, signature, score, scores, rate, gold_hash, system_hash) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`,
		run.Name, run.Date.UTC().Format(time.RFC3339), run.Note, run.Gold, run.System, run.Metric, run.Signature, run.Score, string(scores), string(rate), run.GoldHash, run.SystemHash)
	if err != nil {
		return err
	}
	run.ID, err = res.LastInsertId()
	return err
}

// All returns the runs by date, then in the order in which they were added.
func (r *Register) All() ([]*Run, error) { return r.query(`ORDER BY date, id`) }

// Get returns one run.
func (r *Register) Get(id int64) (*Run, error) {
	list, err := r.query(`WHERE id = ?`, id)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, ErrNone
	}
	return list[0], nil
}

func (r *Register) query(tail string, args ...any) ([]*Run, error) {
	rows, err := r.db.Query(`SELECT id, name, date, note, gold, system, metric, signature, score, scores, rate, gold_hash, system_hash FROM run `+tail, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []*Run
	for rows.Next() {
		var run Run
		var date, scores, rate string
		if err := rows.Scan(&run.ID, &run.Name, &date, &run.Note, &run.Gold, &run.System, &run.Metric, &run.Signature, &run.Score, &scores, &rate, &run.GoldHash, &run.SystemHash); err != nil {
			return nil, err
		}
		run.Date, _ = time.Parse(time.RFC3339, date)
		if err := errors.Join(json.Unmarshal([]byte(scores), &run.Scores), json.Unmarshal([]byte(rate), &run.Rate)); err != nil {
			return nil, fmt.Errorf("run %d: %w", run.ID, err)
		}
		out = append(out, &run)
	}
	return out, rows.Err()
}
