package tsdb

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"

	"assay/treebank"
)

// keep is the number of bytes of MRSs that are held to sort them. A larger profile
// is read twice: once to count the results of each item, then to read the
// results, so that memory does not depend on its length.
const keep = 32 << 20

// blockSize is the number of bytes that hold fields of several items.
const blockSize = 16 << 10

// File returns the profile in dir as one file in the format of this package.
func File(dir string, open Opener) treebank.File {
	return treebank.File{Name: dir, Opener: &profiles{open: open}}
}

// profiles opens a profile by the name of its folder.
type profiles struct {
	open     Opener
	unchosen bool
	choices  map[string]*choice // once they are read
}

func (p *profiles) Open(dir string) (io.ReadCloser, error) {
	r, err := newProfile(dir, p.open)
	if err != nil {
		return nil, err
	}
	if !p.unchosen {
		choices := p.choices
		if choices == nil {
			choices, err = readChoices(dir, r.schema, p.open)
		}
		r.choose(choices)
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// An item is a sentence of a profile.
type item struct {
	id, input       []byte // input with its escapes
	readings, error []byte
	parsed          bool
	twice           bool  // another item has its identifier, and the results
	total           int32 // number of its results, if counted
	seen            int32
	results         []result // waiting results
}

// A result is one analysis of an item; parse is the number of the row in parse,
// row that in result, from 1.
type result struct {
	parse int32
	row   int
	id    int
	name  []byte
	mrs   []byte
}

// A profile joins the tables and writes the items for Split and Parse.
type profile struct {
	dir     string
	schema  Schema
	open    Opener
	items   []item
	parses  map[string][2]int32 // parse-id: item, row
	choices map[int32]*choice   // of the rows of parse

	block []byte // where hold puts fields

	results *table
	numbers []int // of the fields read, ascending
	order   []int // their order in the list of fields
	row3    [3][]byte
	fields  [3][]byte // parse-id, result-id, mrs
	counted bool      // total of all items is known
	broken  error     // error if the table of results ends too early
	held    int
	limit   int // of held
	next    int // item
	done    bool
	out     []byte
	at      int
}

func newProfile(dir string, open Opener) (*profile, error) {
	p := &profile{dir: dir, open: open, limit: keep}
	var err error
	if p.schema, err = readSchema(dir, open); err != nil {
		return nil, err
	}
	path := schemaPath(dir)
	for _, need := range [][2]string{{"parse", "parse-id"}, {"parse", "i-id"}, {"result", "parse-id"}, {"result", "mrs"}} {
		if p.schema.field(need[0], need[1]) < 0 {
			return nil, &treebank.SyntaxError{File: path, Want: "a field " + need[1] + " in the table " + need[0], Found: "none",
				Hint: "relations does not describe an [incr tsdb()] profile with analyses"}
		}
	}
	if err := p.readItems(); err != nil {
		return nil, err
	}
	p.numbers, p.order = p.schema.numbers("result", []string{"parse-id", "result-id", "mrs"})
	p.results, err = openTable(dir, "result", open)
	return p, err
}

func schemaPath(dir string) string { return filepath.Join(dir, "relations") }

// readSchema reads the file relations of the profile in dir.
func readSchema(dir string, open Opener) (Schema, error) {
	path := schemaPath(dir)
	r, err := open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	schema, err := ReadSchema(r)
	var syn *treebank.SyntaxError
	if errors.As(err, &syn) {
		syn.File = path
		return nil, syn
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return schema, nil
}

// hold returns a copy of field that shares its memory with other fields.
func (p *profile) hold(field []byte) []byte {
	if len(field) == 0 {
		return nil
	}
	if len(field) > cap(p.block)-len(p.block) {
		p.block = make([]byte, 0, max(blockSize, len(field)))
	}
	at := len(p.block)
	p.block = append(p.block, field...)
	return p.block[at:len(p.block):len(p.block)]
}

func (p *profile) readItems() error {
	index := map[string]int32{}
	err := p.schema.each(p.dir, "item", p.open, []string{"i-id", "i-input"}, func(f [][]byte) {
		_, twice := index[string(f[0])]
		if !twice {
			index[string(f[0])] = int32(len(p.items))
		}
		p.items = append(p.items, item{id: p.hold(f[0]), input: p.hold(f[1]), twice: twice})
	})
	if err != nil {
		return err
	}
	p.parses = make(map[string][2]int32, len(p.items))
	row := int32(0)
	return p.schema.each(p.dir, "parse", p.open, []string{"parse-id", "i-id", "readings", "error"}, func(f [][]byte) {
		i, ok := index[string(f[1])]
		if !ok {
			i = int32(len(p.items))
			index[string(f[1])] = i
			p.items = append(p.items, item{id: p.hold(f[1])})
		}
		it := &p.items[i]
		it.parsed, it.readings, it.error = true, p.hold(f[2]), p.hold(f[3])
		p.parses[string(f[0])] = [2]int32{i, row}
		row++
	})
}

// Read gives the items in the order of the table item. It fills b while there are
// any. After them comes the error of a table of results that ends too early.
func (p *profile) Read(b []byte) (int, error) {
	n := 0
	for {
		k := copy(b[n:], p.out[p.at:])
		p.at += k
		if n += k; n == len(b) {
			return n, nil
		}
		p.out, p.at = p.out[:0], 0
		if p.next == len(p.items) {
			switch {
			case p.broken == nil:
				return n, io.EOF
			case n > 0:
				return n, nil
			}
			return 0, p.broken
		}
		for p.items[p.next].seen != p.items[p.next].total || !p.counted {
			if p.done {
				break
			}
			if err := p.load(); err != nil {
				return n, err
			}
		}
		it := &p.items[p.next]
		p.write(it)
		it.results = nil
		p.next++
	}
}

// Close closes the tables.
func (p *profile) Close() error {
	p.results.close()
	return nil
}

// load reads results: all, or if there are too many to hold, as many as the
// next item needs.
func (p *profile) load() error {
	for {
		err := p.row()
		if err == io.EOF {
			p.done = true
			return nil
		}
		if err != nil { // rows read so far count; the rest is missing
			p.broken, p.done = err, true
			return nil
		}
		if it := &p.items[p.next]; p.counted && it.seen == it.total {
			return nil
		}
		if !p.counted && p.held > p.limit {
			return p.restart()
		}
	}
}

// row reads one result.
func (p *profile) row() error {
	line, err := p.results.next()
	if err != nil {
		return err
	}
	cut(line, p.numbers, p.row3[:])
	for i, o := range p.order {
		p.fields[o] = p.row3[i]
	}
	at, ok := p.parses[string(p.fields[0])]
	if !ok {
		return nil // a result without a parse
	}
	it := &p.items[at[0]]
	it.seen++
	id, _ := strconv.Atoi(string(p.fields[1]))
	p.held += len(p.fields[1]) + len(p.fields[2])
	it.results = append(it.results, result{at[1], p.results.rows, id, p.hold(p.fields[1]), p.hold(p.fields[2])})
	return nil
}

// restart counts the results of all items and reads them again from the beginning.
func (p *profile) restart() error {
	for i := range p.items {
		p.items[i].seen, p.items[i].results = 0, nil
	}
	p.results.close()
	err := p.schema.each(p.dir, "result", p.open, []string{"parse-id"}, func(f [][]byte) {
		if at, ok := p.parses[string(f[0])]; ok {
			p.items[at[0]].total++
		}
	})
	if err != nil { // broken: the items after it are never complete, which load reports
		p.items[len(p.items)-1].total++
	}
	p.counted = true
	p.results, err = openTable(p.dir, "result", p.open)
	return err
}

// write appends the block of an item to out.
func (p *profile) write(it *item) {
	slices.SortStableFunc(it.results, func(a, b result) int {
		return cmp.Or(cmp.Compare(p.rank(&a), p.rank(&b)), cmp.Compare(a.parse, b.parse), cmp.Compare(a.id, b.id))
	})
	if n := len(it.results); n > 0 {
		if it.results = slices.DeleteFunc(it.results, p.refused); len(it.results) == 0 {
			it.error = []byte("the annotator chose none of " + strconv.Itoa(n))
		}
	}
	readings := it.readings
	if !it.parsed {
		readings = []byte("-")
	}
	p.out = append(append(p.out, it.id...), '@')
	p.out = append(append(p.out, readings...), '@')
	p.out = append(append(p.out, it.error...), '@')
	p.out = append(append(p.out, it.input...), '@')
	if p.broken != nil && len(it.results) == 0 && it.parsed && string(it.readings) != "0" {
		p.out = append(p.out, p.broken.Error()...)
	}
	if it.twice {
		p.out = append(p.out, "its identifier in the table item a second time"...)
	}
	if len(p.choices) > 0 {
		p.out = append(p.out, '@')
		p.out = strconv.AppendInt(p.out, int64(p.chosen(it.results)), 10)
	}
	p.out = append(p.out, '\n')
	for _, r := range it.results {
		p.out = append(append(p.out, r.name...), '@')
		p.out = append(strconv.AppendInt(p.out, int64(r.row), 10), '@')
		p.out = append(append(p.out, r.mrs...), '\n')
	}
	p.out = append(p.out, '\n')
}

// chosen returns the number of readings that the annotator chose; they come first.
func (p *profile) chosen(sorted []result) int {
	n := 0
	for n < len(sorted) && p.rank(&sorted[n]) == 0 {
		n++
	}
	return n
}
