// Package runs keeps the register of the workbench: which system files were
// scored against which gold, when, how, and with what result. The register is one
// SQLite file in the folder of these files; it keeps the figures of each run even
// if the files change or are deleted.
package runs

import (
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"assay/internal/sqlite"
)

//go:embed schema.sql
var schema string

//go:embed pages.sql
var pages string

// version is the user_version of files that this package writes.
const version = 5

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
	Score     string // the headline score of the run
	Scores    map[string]*float64
	Rate      map[string]bool // which of them are shares
	// GoldHash and SystemHash are the SHA-256 of the files when they were scored,
	// "" for runs that were registered before hashes were kept.
	GoldHash, SystemHash string
	// Scored is how many of gold's Sentences the figures are of; both are 0 for runs
	// that were registered before these numbers were kept.
	Scored, Sentences int
	// Low and High are the ends of the 95 % interval of the headline score; nil for runs without one.
	Low, High *float64
}

// Value returns the headline score of the run; ok is false if it is undefined.
func (r *Run) Value() (v float64, ok bool) {
	if p := r.Scores[r.Score]; p != nil {
		return *p, true
	}
	return 0, false
}

// OfAll returns how many sentences are scored, as "159 of 200"; "" if that is not known.
func (r *Run) OfAll() string {
	if r.Sentences == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d", r.Scored, r.Sentences)
}

// A Register is an open file of runs. It is safe for use by several.
type Register struct {
	// Temporary is set for a register whose folder cannot be written: runs that are
	// added to it last until Close.
	Temporary bool

	db     *sql.DB
	folder string // of a temporary register, removed by Close
	room   int    // bytes of pages that are kept

	mu   sync.Mutex
	used []string // pages that were shown since the last was kept, in order
}

// ErrNone is the error for a run that is not in the register.
var ErrNone = errors.New("there is no such run")

// ErrNotWritable is wrapped by the error of Open for a register that cannot be written.
var ErrNotWritable = errors.New("the register of runs cannot be written")

// Open opens the register at path, a new one if there is none.
func Open(path string) (*Register, error) {
	if !sqlite.Available {
		return nil, fmt.Errorf("%s: the register of runs cannot be opened: this build of assay has no database", path)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil { // SQLite would say it in numbers
		if pe, ok := errors.AsType[*fs.PathError](err); ok {
			err = pe.Err
		}
		return nil, fmt.Errorf("%s: %w: %w", path, ErrNotWritable, err)
	}
	file.Close()
	db, err := sqlite.Open(path, 10*time.Second, prepare)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Register{db: db, room: pagesKept}, nil
}

// prepare makes the tables of a new file, and those that an older assay did not have. The
// version is read under the lock: another server may begin on the same folder.
func prepare(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var v int
	if err := tx.QueryRow("PRAGMA user_version").Scan(&v); err != nil {
		return err
	}
	if v > version {
		return fmt.Errorf("was written by a newer assay (version %d of its tables)", v)
	}
	var steps string
	switch v {
	case version:
		return nil
	case 0:
		steps = schema
	case 1:
		steps = addColumns("gold_hash TEXT NOT NULL DEFAULT ''", "system_hash TEXT NOT NULL DEFAULT ''")
		fallthrough
	case 2, 3:
		steps += addColumns("scored INTEGER NOT NULL DEFAULT 0", "sentences INTEGER NOT NULL DEFAULT 0")
		fallthrough
	case 4:
		steps += addColumns("low REAL", "high REAL")
	}
	if _, err := tx.Exec(steps + pages + fmt.Sprintf("PRAGMA user_version = %d;", version)); err != nil {
		return err
	}
	return tx.Commit()
}

// addColumns adds columns to the table of runs.
func addColumns(columns ...string) (steps string) {
	for _, column := range columns {
		steps += "ALTER TABLE run ADD COLUMN " + column + ";"
	}
	return steps
}

// OpenTemporary opens a copy of the register at path, or an empty one if there is
// none, so that a folder that cannot be written can be looked at.
func OpenTemporary(path string) (*Register, error) {
	folder, err := os.MkdirTemp("", "assay-runs-*")
	if err != nil {
		return nil, err
	}
	place := filepath.Join(folder, "runs.db")
	for _, ending := range []string{"", "-wal"} { // latest runs may be in the log alone
		data, readErr := os.ReadFile(path + ending)
		if readErr == nil {
			readErr = os.WriteFile(place+ending, data, 0o600)
		}
		if readErr != nil && !errors.Is(readErr, fs.ErrNotExist) {
			err = errors.Join(err, readErr)
		}
	}
	var register *Register
	if err == nil {
		register, err = Open(place)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	register.Temporary, register.folder = true, folder
	return register, nil
}

// Close closes the file.
func (r *Register) Close() error {
	err := errors.Join(r.noteUse(r.db), r.db.Close())
	if r.folder != "" {
		err = errors.Join(err, os.RemoveAll(r.folder))
	}
	return err
}

// Change gives a run another name and note.
func (r *Register) Change(id int64, name, note string) error {
	return r.one(`UPDATE run SET name = ?, note = ? WHERE id = ?`, name, note, id)
}

// Delete takes a run out of the register. Its files stay.
func (r *Register) Delete(id int64) error { return r.one(`DELETE FROM run WHERE id = ?`, id) }

// one runs a statement that changes one run.
func (r *Register) one(statement string, args ...any) error {
	res, err := r.db.Exec(statement, args...)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, ErrNone)
	}
	return nil
}

// pagesKept is how many bytes of pages a register keeps.
const pagesKept = 256 << 20

// Page returns the page with a key; ok is false if it is not kept. It writes nothing, so
// that it waits for no disk: the use is noted when a page is kept, or by Close.
func (r *Register) Page(key string) (html []byte, ok bool) {
	if r.db.QueryRow(`SELECT html FROM page WHERE key = ?`, key).Scan(&html) != nil {
		return nil, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used = append(slices.DeleteFunc(r.used, func(k string) bool { return k == key }), key)
	return html, true
}

// noteUse writes down which pages were used, the last one latest.
func (r *Register) noteUse(db interface {
	Exec(query string, args ...any) (sql.Result, error)
}) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, key := range r.used {
		if _, err := db.Exec(`UPDATE page SET used = (SELECT MAX(used) + 1 FROM page) WHERE key = ?`, key); err != nil {
			return err
		}
	}
	r.used = nil
	return nil
}

// KeepPage keeps a page under a key, and drops those longest unused when all of
// them are larger than the register may be.
func (r *Register) KeepPage(key string, html []byte) error {
	tx, err := r.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := r.noteUse(tx); err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO page (key, html, used) SELECT ?, ?, COALESCE(MAX(used), 0) + 1 FROM page WHERE true
		ON CONFLICT (key) DO UPDATE SET html = excluded.html, used = excluded.used`, key, html)
	if err != nil {
		return err
	}
	if _, err = tx.Exec(`DELETE FROM page WHERE key IN (SELECT key FROM (SELECT key, SUM(LENGTH(html)) OVER (ORDER BY used DESC) AS size FROM page) WHERE size > ?)`, r.room); err != nil {
		return err
	}
	return tx.Commit()
}

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
	res, err := r.db.Exec(`INSERT INTO run (name, date, note, gold, system, metric, signature, score, scores, rate, gold_hash, system_hash, scored, sentences, low, high) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
		run.Name, run.Date.UTC().Format(time.RFC3339), run.Note, run.Gold, run.System, run.Metric, run.Signature,
		run.Score, string(scores), string(rate), run.GoldHash, run.SystemHash, run.Scored, run.Sentences,
		run.Low, run.High)
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
	rows, err := r.db.Query(`SELECT id, name, date, note, gold, system, metric, signature, score, scores, rate, gold_hash, system_hash, scored, sentences, low, high FROM run `+tail, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []*Run
	for rows.Next() {
		var run Run
		var date, scores, rate string
		if err := rows.Scan(&run.ID, &run.Name, &date, &run.Note, &run.Gold, &run.System, &run.Metric, &run.Signature,
			&run.Score, &scores, &rate, &run.GoldHash, &run.SystemHash, &run.Scored, &run.Sentences, &run.Low,
			&run.High); err != nil {
			return nil, err
		}
		run.Date, _ = time.Parse(time.RFC3339, date)
		if err := errors.Join(json.Unmarshal([]byte(scores), &run.Scores),
			json.Unmarshal([]byte(rate), &run.Rate)); err != nil {
			return nil, fmt.Errorf("run %d: %w", run.ID, err)
		}
		out = append(out, &run)
	}
	return out, rows.Err()
}
