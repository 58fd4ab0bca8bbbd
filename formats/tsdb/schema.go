package tsdb

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"unicode"

	"assay/treebank"
)

var comment = []byte{'#'}

// A Schema gives the fields of the tables of a profile, in order.
type Schema map[string][]string

// ReadSchema reads a file relations: a line "name:" for a table, then an
// indented line "field :type ..." for each of its fields, to a # or the end.
func ReadSchema(r io.Reader) (Schema, error) {
	schema := Schema{}
	table := ""
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		line, _, _ := bytes.Cut(in.Bytes(), comment)
		line = bytes.TrimSpace(line)
		first := line
		end := bytes.IndexFunc(line, unicode.IsSpace)
		if end >= 0 {
			first = line[:end]
		}
		switch {
		case len(line) == 0:
		case end < 0 && line[len(line)-1] == ':':
			table = string(line[:len(line)-1])
			schema[table] = []string{}
		case table == "":
			return nil, &treebank.SyntaxError{Line: n, Want: "the name of a table and a colon", Found: string(line)}
		default:
			schema[table] = append(schema[table], string(first))
		}
	}
	return schema, in.Err()
}

// field returns the number of a field of a table, -1 if it has none.
func (s Schema) field(table, name string) int { return slices.Index(s[table], name) }

// IsProfile reports whether dir is a profile: a folder with a file relations.
func IsProfile(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, "relations"))
	return err == nil && info.Mode().IsRegular()
}

// Bare reports whether dir holds tables of a profile, plain or compressed, but no relations that name their fields.
func Bare(dir string) bool {
	table := func(name string) bool {
		for _, ending := range []string{"", ".gz"} {
			if info, err := os.Stat(filepath.Join(dir, name+ending)); err == nil && info.Mode().IsRegular() {
				return true
			}
		}
		return false
	}
	return !IsProfile(dir) && table("item") && (table("parse") || table("result"))
}

// An Opener opens a file for reading, decompressed.
type Opener func(path string) (io.ReadCloser, error)

// A rowReader reads rows from its buffer. A bufio.Reader is one, and so are the files
// that package corpus opens.
type rowReader interface {
	ReadSlice(end byte) ([]byte, error)
}

// A table is one table, read row by row.
type table struct {
	name string // of the file
	r    rowReader
	c    io.Closer
	long []byte
	rows int
}

// openTable opens the plain file or, if that is absent or empty, the
// compressed one. A table without either has no rows.
func openTable(dir, name string, open Opener) (*table, error) {
	plain := filepath.Join(dir, name)
	for _, path := range []string{plain, plain + ".gz", plain + ".bz2", plain + ".xz", plain + ".zst"} {
		if info, err := os.Stat(path); err != nil || info.Size() == 0 || info.IsDir() {
			continue
		}
		r, err := open(path)
		if err != nil {
			return nil, err
		}
		rows, ok := r.(rowReader)
		if !ok {
			rows = bufio.NewReaderSize(r, 64<<10)
		}
		return &table{name: path, r: rows, c: r}, nil
	}
	return &table{name: plain}, nil
}

// next returns the next row, without its newline, valid until the next call.
// It does not return the row in which a broken file ends, only the error.
func (t *table) next() ([]byte, error) {
	if t.r == nil {
		return nil, io.EOF
	}
	t.long = t.long[:0]
	for {
		part, err := t.r.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			t.long = append(t.long, part...)
			continue
		}
		if err == io.EOF && len(part)+len(t.long) > 0 {
			err = nil
		}
		if err != nil {
			if err != io.EOF {
				err = fmt.Errorf("%s: after row %d: %w", t.name, t.rows, err)
			}
			return nil, err
		}
		t.rows++
		if len(t.long) > 0 {
			t.long = append(t.long, part...)
			part = t.long
		}
		for len(part) > 0 && (part[len(part)-1] == '\n' || part[len(part)-1] == '\r') {
			part = part[:len(part)-1]
		}
		return part, nil
	}
}

func (t *table) close() {
	if t.c != nil {
		t.c.Close()
	}
}

// cut returns the fields of a row with the given numbers, in ascending order;
// a number of -1 and a field that the row does not have give nil.
func cut(row []byte, numbers []int, into [][]byte) {
	at := 0 // number of the field at which row begins
	for i, want := range numbers {
		into[i] = nil
		if want < 0 {
			continue
		}
		if row = after(row, want-at); row == nil {
			continue
		}
		at = want
		into[i] = row
		if j := bytes.IndexByte(row, '@'); j >= 0 {
			into[i] = row[:j]
		}
	}
}

// after returns the rest of a row after its first n @, nil if it has fewer. Most fields
// are short, so it looks at eight bytes at once while there is an @ among them.
func after(row []byte, n int) []byte {
	const low, signs = 0x7f7f7f7f7f7f7f7f, 0x4040404040404040 // @ is 0x40
	for n > 0 {
		if len(row) >= 8 {
			diff := binary.LittleEndian.Uint64(row) ^ signs
			ends := ^((diff&low + low) | diff | low) // the highest bit of each @
			if found := bits.OnesCount64(ends); found > 0 && found < n {
				n -= found
				row = row[8:]
				continue
			} else if found > 0 {
				for ; n > 1; n-- {
					ends &= ends - 1
				}
				return row[bits.TrailingZeros64(ends)/8+1:]
			}
		}
		i := bytes.IndexByte(row, '@')
		if i < 0 {
			return nil
		}
		row = row[i+1:]
		n--
	}
	return row
}

// each calls f for each row of a table with the named fields.
func (s Schema) each(dir, name string, open Opener, fields []string, f func(row [][]byte)) error {
	table, err := openTable(dir, name, open)
	if err != nil {
		return err
	}
	defer table.close()
	numbers, order := s.numbers(name, fields)
	row, out := make([][]byte, len(fields)), make([][]byte, len(fields))
	for {
		line, err := table.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if len(line) == 0 {
			continue
		}
		cut(line, numbers, row)
		for i, o := range order {
			out[o] = row[i]
		}
		f(out)
	}
}

// numbers returns the numbers of fields in ascending order, and for each its index
// in fields.
func (s Schema) numbers(table string, fields []string) (numbers, order []int) {
	order = make([]int, len(fields))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return s.field(table, fields[a]) - s.field(table, fields[b]) })
	for _, o := range order {
		numbers = append(numbers, s.field(table, fields[o]))
	}
	return numbers, order
}
