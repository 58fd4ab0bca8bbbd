package rows

import (
	"bufio"
	"errors"
	"io"

	"assay/eval"
)

// ErrRows is the error of ReadSums if the sums need the rows.
var ErrRows = errors.New("counts that are not whole numbers")

// ReadSums is Read for outputs that need no rows of single sentences: its memory grows
// only with the groups and the problems. It returns ErrRows if counts are not whole
// numbers, whose sum depends on the order; then Read must read all files.
func ReadSums(in io.Reader, path string) (*Content, error) {
	return read(in, &reader{path: path, c: &Content{Path: path}, sums: true})
}

// Draws returns the drawing of a system's rows of a measure, which has that many counts: for all parts of the system
// the same one.
type Draws func(name Name, measure, width int) eval.Drawing

// ReadDrawn returns ReadSums for outputs that need resamples too: it adds the rows to the drawings. Options.Draws puts
// them into the result.
func ReadDrawn(draws Draws) func(in io.Reader, path string) (*Content, error) {
	return func(in io.Reader, path string) (*Content, error) {
		return read(in, &reader{path: path, c: &Content{Path: path}, sums: true, draws: draws})
	}
}

// pack ends the part.
func (r *reader) pack() {
	if r.part != nil && r.part.totals != nil {
		r.part.totals.Pack()
	}
}

// sum adds a row to the totals of the part.
func (r *reader) sum(metric int, x row, fields []string) error {
	whole := false
	if x.group >= 0 {
		whole = r.part.totals.Group(metric, fields[byField], fields[valueField], r.counts)
	} else {
		whole = r.part.totals.Row(metric, r.counts, x.skipped)
		if r.drawings != nil && !x.skipped {
			r.drawings[metric].Add(r.key, r.counts)
		}
	}
	if !whole {
		return ErrRows
	}
	return nil
}

// longestLine is the size in bytes up to which lines are read: a row of many counts has
// some thousand.
const longestLine = 16 << 20

var errLongLine = errors.New("a line has more than 16 MB")

// readLine reads a line; it is valid until the next one. Lines longer than the buffer
// are gathered in long.
func readLine(in *bufio.Reader, long *[]byte) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return line, err
	}
	*long = append((*long)[:0], line...)
	for err == bufio.ErrBufferFull {
		if len(*long) > longestLine {
			return *long, errLongLine
		}
		line, err = in.ReadSlice('\n')
		*long = append(*long, line...)
	}
	return *long, err
}
