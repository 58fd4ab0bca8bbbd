// Package python holds parts of Python and its libraries that several stand-ins need to print the same digits.
package python

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"
	"unicode"
)

// Strip is str.strip.
func Strip(s string) string { return strings.TrimFunc(s, IsSpace) }

// IsSpace reports whether str.split and str.strip treat r as white space.
func IsSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// ReadFile returns the text of a file. It takes the size of the file in memory once. The error is Python's, see
// [FileError].
func ReadFile(path string) (string, error) {
	in, err := os.Open(path)
	if err != nil {
		return "", FileError(path, err)
	}
	defer in.Close()
	var text strings.Builder
	if info, err := in.Stat(); err == nil && info.Mode().IsRegular() {
		text.Grow(int(info.Size()))
	}
	if _, err = io.CopyBuffer(&text, struct{ io.Reader }{in}, make([]byte, 64<<10)); err != nil {
		return "", FileError(path, err)
	}
	return text.String(), nil
}

// ReadText returns the text of a file as open() gives it: every line end is a newline. The error is Python's.
func ReadText(path string) (string, error) {
	text, err := ReadFile(path)
	return Newlines(text), err
}

// FileError returns Python's exception for a file that cannot be read.
func FileError(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("FileNotFoundError: [Errno 2] No such file or directory: %s", Quote(path))
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("PermissionError: [Errno 13] Permission denied: %s", Quote(path))
	case strings.Contains(err.Error(), "is a directory"):
		return fmt.Errorf("IsADirectoryError: [Errno 21] Is a directory: %s", Quote(path))
	}
	return fmt.Errorf("OSError: %v", err)
}

// Newlines replaces every line end by a newline, as text files do.
func Newlines(text string) string {
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// Repr writes a float as repr and json.dumps do.
func Repr(v float64) string {
	switch {
	case math.IsNaN(v):
		return "NaN"
	case v != 0 && (math.Abs(v) < 1e-4 || math.Abs(v) >= 1e16):
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") && !math.IsInf(v, 0) {
		s += ".0"
	}
	return s
}

// PRF returns precision, recall and F1 of these numbers of items, 0 where they are undefined. F1 is computed from the
// other two.
func PRF(matched, system, gold int) (precision, recall, f1 float64) {
	if system > 0 {
		precision = float64(matched) / float64(system)
	}
	if gold > 0 {
		recall = float64(matched) / float64(gold)
	}
	if precision+recall > 0 {
		f1 = 2 * precision * recall / (precision + recall)
	}
	return precision, recall, f1
}

// PairwiseSum adds as numpy does: eight partial sums for blocks of up to 128 numbers, halves of longer ones.
func PairwiseSum(v []float64) (sum float64) {
	n := len(v)
	switch {
	case n < 8:
		for _, x := range v {
			sum += x
		}
		return sum
	case n <= 128:
		var r [8]float64
		copy(r[:], v)
		i := 8
		for ; i < n-n%8; i += 8 {
			for k := range r {
				r[k] += v[i+k]
			}
		}
		sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
		for ; i < n; i++ {
			sum += v[i]
		}
		return sum
	}
	half := n / 2
	half -= half % 8
	return PairwiseSum(v[:half]) + PairwiseSum(v[half:])
}
