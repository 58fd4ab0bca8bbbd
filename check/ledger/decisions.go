package ledger

import (
	"bytes"
	"io"
	"os"

	"assay/check/adjudicate"
)

// Decisions reads the decisions that hold from a table that adjudicate.Write wrote, or from the
// database of a check, and names the source and its state for a signature.
func Decisions(path string) (list []adjudicate.Decision, name string, err error) {
	if !isDatabase(path) {
		return adjudicate.Load(path)
	}
	l, err := Open(path)
	if err != nil {
		return nil, "", err
	}
	defer l.Close()
	if list, err = l.All(""); err != nil {
		return nil, "", err
	}
	list = adjudicate.Last(list)
	return list, adjudicate.Named(path, list), nil
}

// isDatabase reports whether a regular file begins as databases of SQLite do.
func isDatabase(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 16)
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, []byte("SQLite format 3\x00"))
}
