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

// slabSize is the number of results that are allocated at once.
const slabSize = 128

// File returns the profile in dir as one file in the format of this package.
func File(dir string, open Opener) treebank.File {
	return treebank.File{Name: dir, Opener: &profiles{open: open}}
}

// profiles opens a profile by the name of its folder.
type profiles struct {
	open     Opener
	unchosen bool
	schema   Schema   // once it is read
	choices  *choices // once they are read
	fields   []field
}

func (p *profiles) Open(dir string) (io.ReadCloser, error) {
	r, err := newProfile(dir, p.open, p.schema, p.fields...)
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
	text      []byte // identifier and input, with its escapes
	parse     []byte // number of readings and error
	extra     []byte // asked fields
	id, count int32  // length of the identifier and of the number of readings
	parsed    bool
	twice     bool  // another item has its identifier, and the results
	total     int32 // number of its results, if counted
	seen      int32
	results   []result // waiting results
}

// items is a list in chunks, which are never copied.
type items struct {
	chunks [][]item
	n      int
}

const itemChunk = 128

func (l *items) at(i int) *item { return &l.chunks[i/itemChunk][i%itemChunk] }

// add returns a new item at the end.
func (l *items) add() *item {
	if l.n%itemChunk == 0 {
		l.chunks = append(l.chunks, make([]item, itemChunk))
	}
	l.n++
	return l.at(l.n - 1)
}

// A result is one analysis of an item; parse is the number of the row in parse,
// row that in result, from 1.
type result struct {
	text  []byte // result-id and MRS
	name  int32  // length of the result-id
	parse int32
	row   int
	id    int
}

// A profile joins the tables and writes the items for Split and Parse.
type profile struct {
	dir     string
	schema  Schema
	open    Opener
	asked   []field
	items   items
	parses  identifiers
	rows    [][2]int32 // by place of the parse-id: item and row of parse
	parsed  int32      // number of rows of parse
	choices []*choice  // by row of parse; nil if the profile records none of them

	block []byte   // where hold puts fields
	slab  []result // where the first results of items go

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

// newProfile opens a profile whose schema may have been read before.
func newProfile(dir string, open Opener, schema Schema, asked ...field) (*profile, error) {
	p := &profile{dir: dir, open: open, limit: keep, schema: schema, asked: asked}
	var err error
	if schema == nil {
		if p.schema, err = readSchema(dir, open); err != nil {
			return nil, err
		}
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

// hold returns a copy of two fields, one after another, that shares its memory with
// other fields.
func (p *profile) hold(first, second []byte) []byte {
	size := len(first) + len(second)
	if size == 0 {
		return nil
	}
	if size > cap(p.block)-len(p.block) {
		p.block = make([]byte, 0, max(blockSize, size))
	}
	at := len(p.block)
	p.block = append(append(p.block, first...), second...)
	return p.block[at:len(p.block):len(p.block)]
}

func (p *profile) readItems() error {
	var known identifiers
	var places []int32 // of the items, by the place of the identifier
	err := p.schema.each(p.dir, "item", p.open, p.fieldsOf("item", "i-id", "i-input"), func(f [][]byte) {
		_, fresh := known.add(f[0])
		if fresh {
			places = append(places, int32(p.items.n))
		}
		it := p.items.add()
		it.text, it.id, it.twice = p.hold(f[0], f[1]), int32(len(f[0])), !fresh
		p.keep(it, "item", f[2:])
	})
	if err != nil {
		return err
	}
	fields := p.fieldsOf("parse", "parse-id", "i-id", "readings", "error")
	err = p.schema.each(p.dir, "parse", p.open, fields, func(f [][]byte) {
		place, fresh := known.add(f[1])
		if fresh {
			places = append(places, int32(p.items.n))
			it := p.items.add()
			it.text, it.id = p.hold(f[1], nil), int32(len(f[1]))
		}
		it := p.items.at(int(places[place]))
		it.parsed, it.parse, it.count = true, p.hold(f[2], f[3]), int32(len(f[2]))
		p.keep(it, "parse", f[4:])
		p.place(f[0], [2]int32{places[place], p.parsed})
		p.parsed++
	})
	if err != nil {
		return err
	}
	return p.joinFields(&known, places)
}

// place remembers item and row of a parse-id; of equal ones the last counts.
func (p *profile) place(parse []byte, at [2]int32) {
	if place, fresh := p.parses.add(parse); fresh {
		p.rows = append(p.rows, at)
	} else {
		p.rows[place] = at
	}
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
		if p.next == p.items.n {
			switch {
			case p.broken == nil:
				return n, io.EOF
			case n > 0:
				return n, nil
			}
			return 0, p.broken
		}
		it := p.items.at(p.next)
		for it.seen != it.total || !p.counted {
			if p.done {
				break
			}
			if err := p.load(); err != nil {
				return n, err
			}
		}
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
		if it := p.items.at(p.next); p.counted && it.seen == it.total {
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
	place, ok := p.parses.find(p.fields[0])
	if !ok {
		return nil // a result without a parse
	}
	at, name, mrs := p.rows[place], p.fields[1], p.fields[2]
	it := p.items.at(int(at[0]))
	it.seen++
	id, _ := strconv.Atoi(string(name))
	p.held += len(name) + len(mrs)
	if it.results == nil { // most items have one
		if len(p.slab) == 0 {
			p.slab = make([]result, slabSize)
		}
		it.results, p.slab = p.slab[:0:1], p.slab[1:]
	}
	it.results = append(it.results, result{text: p.hold(name, mrs), parse: at[1], row: p.results.rows, id: id,
		name: int32(len(name))})
	return nil
}

// restart counts the results of all items and reads them again from the beginning.
func (p *profile) restart() error {
	for i := range p.items.n {
		it := p.items.at(i)
		it.seen, it.results = 0, nil
	}
	p.results.close()
	err := p.schema.each(p.dir, "result", p.open, []string{"parse-id"}, func(f [][]byte) {
		if place, ok := p.parses.find(f[0]); ok {
			p.items.at(int(p.rows[place][0])).total++
		}
	})
	if err != nil { // broken: the items after it are never complete, which load reports
		p.items.at(p.items.n-1).total++
	}
	p.counted = true
	p.results, err = openTable(p.dir, "result", p.open)
	return err
}

// write appends the block of an item to out.
func (p *profile) write(it *item) {
	if len(it.results) > 1 {
		slices.SortStableFunc(it.results, func(a, b result) int {
			return cmp.Or(cmp.Compare(p.rank(&a), p.rank(&b)), cmp.Compare(a.parse, b.parse), cmp.Compare(a.id, b.id))
		})
	}
	readings, fault := it.parse[:it.count], it.parse[it.count:]
	if n := len(it.results); n > 0 {
		if it.results = slices.DeleteFunc(it.results, p.refused); len(it.results) == 0 {
			fault = []byte("the annotator chose none of " + strconv.Itoa(n))
		}
	}
	shown := readings
	if !it.parsed {
		shown = []byte("-")
	}
	p.out = append(append(p.out, it.text[:it.id]...), '@')
	p.out = append(append(p.out, shown...), '@')
	p.out = append(append(p.out, fault...), '@')
	p.out = append(append(p.out, it.text[it.id:]...), '@')
	if p.broken != nil && len(it.results) == 0 && it.parsed && string(readings) != "0" {
		p.out = append(p.out, p.broken.Error()...)
	}
	if it.twice {
		p.out = append(p.out, "its identifier in the table item a second time"...)
	}
	if p.choices != nil || len(it.extra) > 0 {
		p.out = append(p.out, '@')
	}
	if p.choices != nil {
		p.out = strconv.AppendInt(p.out, int64(p.chosen(it.results)), 10)
	}
	p.out = append(p.out, it.extra...)
	p.out = append(p.out, '\n')
	for _, r := range it.results {
		p.out = append(append(p.out, r.text[:r.name]...), '@')
		p.out = append(strconv.AppendInt(p.out, int64(r.row), 10), '@')
		p.out = append(append(p.out, r.text[r.name:]...), '\n')
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
