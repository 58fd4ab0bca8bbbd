package treebank

import (
	"bytes"
	"fmt"
	"io"
)

// blockSize is how much is read at once. Pieces point into blocks; a block is
// used again only where Recycle says that it may.
const (
	blockSize = 256 << 10
	headSize  = 64 << 10
)

// A Piece is the text of one sentence and where it stands.
type Piece struct {
	Text    []byte
	File    string
	Line    int32 // of the first byte, from 1
	Dialect int32
}

// A Cutter cuts a file into the texts of its sentences.
type Cutter struct {
	format  *Format
	r       io.Reader
	file    string
	block   []byte // from begin to end: read and not yet cut
	begin   int
	end     int
	line    int32
	dialect int32
	eof     bool
	started bool
	err     error
	free    <-chan []byte
	used    func([]byte)
}

// Cut returns a Cutter for r, which messages call file.
func (f *Format) Cut(r io.Reader, file string) *Cutter {
	return &Cutter{format: f, r: r, file: file, line: 1}
}

// Recycle makes c take blocks to read into from free, where there is one, and
// tell used which blocks it has left. Their pieces may still be in use: who
// knows that they are not puts the block into free.
func (c *Cutter) Recycle(free <-chan []byte, used func([]byte)) {
	c.free, c.used = free, used
}

// take returns a block of the usual size.
func (c *Cutter) take() []byte {
	select {
	case b := <-c.free:
		return b
	default:
		return make([]byte, blockSize)
	}
}

// Next returns the text of the next sentence, io.EOF behind the last one. The
// text stays valid.
func (c *Cutter) Next() (Piece, error) {
	for {
		if c.err != nil {
			return Piece{}, c.err
		}
		if !c.started {
			c.start()
			continue
		}
		if c.begin < c.end || c.eof {
			e := c.format.Split(c.block[c.begin:c.end], c.eof, c.dialect)
			if e.Next < 0 || c.begin+e.Next > c.end || e.Begin < 0 || e.Begin > e.End || c.begin+e.End > c.end {
				panic("treebank: " + c.format.Name + ": Split went beyond its data")
			}
			if e.Found {
				return c.piece(e), nil
			}
			if e.Next > 0 {
				c.pass(e.Next)
				continue
			}
			if c.eof {
				c.err = io.EOF
				return Piece{}, io.EOF
			}
		}
		c.fill()
	}
}

// Surface is Next for a sentence whose words, without white space, the format
// knows without parsing it; it appends them to dst. It reports false where Next
// must be asked.
func (c *Cutter) Surface(dst []byte) (p Piece, text []byte, ok bool) {
	if c.format.Surface == nil || !c.started || c.err != nil {
		return Piece{}, dst, false
	}
	text, n := c.format.Surface(dst, c.block[c.begin:c.end], c.eof, c.dialect)
	if n == 0 {
		return Piece{}, text, false
	}
	return c.piece(Found(0, n, n)), text, true
}

// piece returns the sentence at e and passes it.
func (c *Cutter) piece(e Extent) Piece {
	lead := min(e.Begin, e.Next)
	text := c.block[c.begin+e.Begin : c.begin+e.End : c.begin+e.End]
	c.pass(lead)
	p := Piece{Text: text, File: c.file, Line: c.line, Dialect: c.dialect}
	c.pass(e.Next - lead)
	return p
}

var newline = []byte{'\n'}

// pass goes on after n bytes.
func (c *Cutter) pass(n int) {
	c.line += int32(bytes.Count(c.block[c.begin:c.begin+n], newline))
	c.begin += n
}

// start reads the head of the file and asks the format for its dialect.
func (c *Cutter) start() {
	c.started = true
	c.block = c.take()
	for c.end < headSize && !c.eof && c.err == nil {
		c.read()
	}
	if c.format.Dialect != nil {
		c.dialect = c.format.Dialect(c.block[:min(c.end, headSize)])
	}
}

// fill makes room and reads on.
func (c *Cutter) fill() {
	if c.end == len(c.block) {
		rest := c.block[c.begin:c.end]
		size := blockSize
		for size < 2*len(rest) {
			size *= 2
		}
		left := c.block
		if c.block = nil; size == blockSize {
			c.block = c.take()
		} else {
			c.block = make([]byte, size)
		}
		if c.used != nil && len(left) == blockSize {
			c.used(left)
		}
		c.end = copy(c.block, rest)
		c.begin = 0
	}
	c.read()
}

func (c *Cutter) read() {
	n, err := c.r.Read(c.block[c.end:])
	c.end += n
	switch {
	case err == io.EOF:
		c.eof = true
	case err != nil:
		c.err = fmt.Errorf("%s:%d: %w", c.file, c.line, err)
	}
}
