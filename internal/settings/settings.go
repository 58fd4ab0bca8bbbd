// Package settings reads the files that change what a measure counts: head tables, relation
// tables, weights, frames and synsets. Signatures cite them by name and content.
package settings

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"unicode/utf8"

	"assay/treebank"
)

// Read returns the text of the file at path, and the name by which signatures cite it. A
// file without text or in another encoding than UTF-8 is an error: it would match nothing,
// and the figures would look as if it had been used. entry says in messages what the file
// should have.
func Read(path, entry string) (text []byte, cited string, err error) {
	text, err = os.ReadFile(path)
	if err != nil {
		return nil, "", err
	}
	if err := Encoding(path, text); err != nil {
		return nil, "", err
	}
	if len(bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))) == 0 {
		return nil, "", Empty(path, entry)
	}
	return text, Cite(path, text), nil
}

// Encoding returns the error of a text that is not in UTF-8.
func Encoding(path string, text []byte) error {
	at := Foreign(text)
	if at < 0 {
		return nil
	}
	line := bytes.Count(text[:at], []byte("\n")) + 1
	col := at - bytes.LastIndexByte(text[:at], '\n')
	return &treebank.SyntaxError{File: path, Line: line, Col: col, Want: "text in UTF-8", Found: fmt.Sprintf("the byte 0x%02X", text[at]),
		Hint: "save the file in UTF-8: names in another encoding match nothing"}
}

// Empty is the error of a file without entries.
func Empty(path, entry string) error {
	return &treebank.SyntaxError{File: path, Want: entry, Found: "none", Hint: "a file without entries changes nothing"}
}

// Cite returns the name of a file without its folder, and a digest of its text.
func Cite(path string, text []byte) string {
	h := fnv.New32a()
	h.Write(text)
	return fmt.Sprintf("%s@%08x", filepath.Base(path), h.Sum32())
}

// Foreign returns the place of the first byte that is not of a text in UTF-8, or -1.
func Foreign(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == 0 || r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}
