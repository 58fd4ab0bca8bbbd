// Package settings reads the files that change what a measure counts: head tables, relation
// tables, weights, frames and synsets. Signatures cite them by name and content.
package settings

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"unicode/utf8"

	"assay/treebank"
)

// Read returns the text of the file at path, and the name by which signatures cite it. A
// file without text or in another encoding than UTF-8 is an error: it would match nothing,
// and the figures would look as if it had been used. entry says in messages what the file
// should have.
func Read(path, entry string) (text []byte, cited string, err error) {
	text, err = File(path)
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

// Most is the size up to which files of parameters, rules and tables are read: far above
// those that exist, and little beside the memory of a run.
const Most = 64 << 20

// File returns the content of the file at path: an error if it has more than Most bytes,
// as a device without end or the wrong file has.
func File(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return All(file, path)
}

// All is File for a reader; path is its name in messages.
func All(in io.Reader, path string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, Most+1))
	if len(text) > Most {
		return nil, &treebank.SyntaxError{File: path, Want: fmt.Sprintf("a file of at most %d MB", Most>>20),
			Found: "a larger one",
			Hint:  "name a file of parameters, rules or tables; treebanks are other arguments"}
	}
	return text, err
}

// Number is the number that text is. NaN and the infinities are no numbers: a weight or an
// option with one makes every figure n/a.
func Number(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
		err = strconv.ErrSyntax
	}
	return v, err
}

// Encoding returns the error of a text that is not in UTF-8.
func Encoding(path string, text []byte) error {
	at := Foreign(text)
	if at < 0 {
		return nil
	}
	line := bytes.Count(text[:at], []byte("\n")) + 1
	col := at - bytes.LastIndexByte(text[:at], '\n')
	return &treebank.SyntaxError{File: path, Line: line, Col: col, Want: "text in UTF-8",
		Found: fmt.Sprintf("the byte 0x%02X", text[at]),
		Hint:  "save the file in UTF-8: names in another encoding match nothing"}
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
