// Package sqlite opens databases of SQLite, where its driver runs: not in WebAssembly
// under JavaScript.
package sqlite

import (
	"database/sql"
	"fmt"
	"net/url"
	"time"
)

// Open opens the database at path, a new one if there is none, and prepares it. Every
// statement waits up to patience for a lock of another program. SQLite does not wait for a
// program that makes the file, or that closes it as the last one, so that Open begins again then.
func Open(path string, patience time.Duration, prepare func(*sql.DB) error) (*sql.DB, error) {
	q := url.Values{"_pragma": {fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds()), "journal_mode(WAL)",
		"synchronous(FULL)"}, "_txlock": {"immediate"}}
	end := time.Now().Add(patience)
	for {
		db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+q.Encode())
		if err != nil {
			return nil, err
		}
		db.SetMaxOpenConns(1)
		if err = prepare(db); err == nil {
			return db, nil
		}
		db.Close()
		if !Busy(err) || time.Now().After(end) {
			return nil, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}
