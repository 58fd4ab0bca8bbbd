package treebank

import (
	"bytes"
	"fmt"
	"io"
)

// blockSize is the number of bytes read at once. Pieces point into blocks; a
// block is reused only when Recycle allows it. If a file leaves more than
// leastRoom of its block free, the next file is read into the same block, so
// that many small files do not take a block each.
const (
	blockSize = 256 << 10
	headSize  = 64 << 10
	leastRoom = 4 << 10

	headOfForeign = 1 << 10
)

// A Piece is the text of one sentence and its position in the file.
type Piece struct {
	Text    []byte
	File    string
	Line    int32 // of the first byte, from 1
	Dialect int32
	deepest int32 // Limits.Depth; 0 is the usual one

	In    *Document // its file, in formats that are Linked; else nil
	Place int32     // its number in In, from 0
}

// A Document is a file whose sentences refer to one another.
type Document struct {
	Format *Format
	Pieces []Piece
}

// Equal reports whether p and q have the same text at the same place, so that reading
// them gives the same sentence.
func (p Piece) Equal(q Piece) bool {
	return p.Line == q.Line && p.Dialect == q.Dialect && p.deepest == q.deepest && p.File == q.File &&
		bytes.Equal(p.Text, q.Text)
}

// A Cutter cuts a file into the texts of its sentences.
type Cutter struct {
	format  *Format
	r       io.Reader
	file    string
	block   []byte // from begin to end: read and not yet cut
	begin   int
	end     int
	wanted  int // Split needs more than that many bytes, so fewer are not tried again
	line    int32
	dialect int32
	eof     bool
	started bool
	found   bool   // this file had a sentence
	lent    bool   // a piece points into the block
	idle    int    // bytes since the last sentence
	foreign bool   // the file does not look like one of the format
	among   bool   // of several files, each of which holds one sentence
	head    []byte // of a foreign file among others
	err     error
	limits  Limits
	free    <-chan []byte
	used    func([]byte)
	ahead   *Document // of a linked format: the whole file
	given   int       // of the pieces of ahead
}

// Cut returns a Cutter for r; error messages call the file by the name file.
func (f *Format) Cut(r io.Reader, file string) *Cutter {
	c := &Cutter{format: f}
	c.Open(r, file)
	return c
}

// Open continues with another file of the same format. It drops the rest of the
// file before.
func (c *Cutter) Open(r io.Reader, file string) {
	c.r, c.file, c.begin = r, file, c.end
	c.wanted, c.line, c.dialect, c.eof, c.started, c.err = 0, 1, 0, false, false, nil
	c.found, c.foreign, c.head, c.idle = false, false, nil, 0
	c.ahead, c.given = nil, 0
}

// Recycle makes c read into blocks from free while that holds any, and calls
// used with each block that c has left. Pieces may still point into that block:
// the caller puts it into free once they are no longer in use.
func (c *Cutter) Recycle(free <-chan []byte, used func([]byte)) {
	if c.format.Linked { // every sentence has the texts of its file
		return
	}
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

// Next returns the text of the next sentence, io.EOF after the last one. The
// text stays valid.
func (c *Cutter) Next() (Piece, error) {
	if c.format.Linked {
		return c.linked()
	}
	return c.cut()
}

// linked is Next where sentences refer to others of their file: it reads the file as a whole.
func (c *Cutter) linked() (Piece, error) {
	if c.ahead == nil {
		c.ahead = &Document{Format: c.format}
		for {
			piece, err := c.cut()
			if err != nil {
				c.err = err
				break
			}
			c.ahead.Pieces = append(c.ahead.Pieces, piece)
		}
	}
	if c.given == len(c.ahead.Pieces) {
		return Piece{}, c.err
	}
	piece := c.ahead.Pieces[c.given]
	piece.In, piece.Place = c.ahead, int32(c.given)
	c.given++
	return piece, nil
}

// cut is Next for sentences that refer to no others.
func (c *Cutter) cut() (Piece, error) {
	for {
		if c.err != nil {
			return Piece{}, c.err
		}
		if !c.started {
			c.start()
			continue
		}
		if c.begin < c.end || c.eof {
			extent := c.format.Split(c.block[c.begin:c.end], c.eof, c.dialect)
			if extent.Next < 0 || c.begin+extent.Next > c.end || extent.Begin < 0 || extent.Begin > extent.End ||
				c.begin+extent.End > c.end {
				panic("treebank: " + c.format.Name + ": Split went beyond its data")
			}
			if extent.Found && extent.End-extent.Begin > c.limits.sentence() {
				c.err = c.limits.tooLong(c.file, c.line+int32(bytes.Count(c.block[c.begin:c.begin+extent.Begin], newline)))
				continue
			}
			if extent.Found {
				return c.piece(extent), nil
			}
			if extent.Next > 0 {
				c.pass(extent.Next)
				if c.idle += extent.Next; c.idle > c.limits.sentence() {
					c.err = c.limits.noSentence(c.file, c.line)
				}
				continue
			}
			if c.eof {
				c.err = c.last()
				if c.head != nil && !c.found {
					return Piece{Text: c.head, File: c.file, Line: 1, Dialect: c.dialect, deepest: int32(c.limits.Depth)}, nil
				}
				return Piece{}, c.err
			}
			if c.wanted = c.end - c.begin; c.wanted > c.limits.sentence() {
				c.err = c.limits.tooLong(c.file, c.line)
				continue
			}
		}
		c.more()
	}
}

// last returns the result of Next after the last sentence: io.EOF, or an error if
// a file of another format gave no sentence at all. Where each file holds one sentence, such a file among others
// is a sentence that cannot be read.
func (c *Cutter) last() error {
	if c.found || !c.foreign || c.head != nil {
		return io.EOF
	}
	return &SyntaxError{File: c.file, Line: 1, Want: "a file in format " + c.format.Name, Found: "no sentence of it",
		Hint: "the file is in another format, or cut off; name its format"}
}

// onlyComments reports whether all lines of text are empty or begin with a common
// comment sign, for formats without marks of their own.
func onlyComments(text []byte) bool {
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 && bytes.IndexByte([]byte("#%;"), line[0]) < 0 {
			return false
		}
	}
	return true
}

// Surface is Next for formats that know the words of a sentence without parsing
// it; it appends the words, without white space, to dst. If it reports false, the
// caller must use Next.
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

// piece returns the sentence at extent and moves c past it.
func (c *Cutter) piece(extent Extent) Piece {
	lead := min(extent.Begin, extent.Next)
	c.found, c.lent, c.idle = true, true, 0
	text := c.block[c.begin+extent.Begin : c.begin+extent.End : c.begin+extent.End]
	c.pass(lead)
	p := Piece{Text: text, File: c.file, Line: c.line, Dialect: c.dialect, deepest: int32(c.limits.Depth)}
	c.pass(extent.Next - lead)
	return p
}

var newline = []byte{'\n'}

// pass moves c past n bytes.
func (c *Cutter) pass(n int) {
	c.line += int32(bytes.Count(c.block[c.begin:c.begin+n], newline))
	c.begin += n
}

// start reads the head of the file and asks the format for its dialect.
func (c *Cutter) start() {
	c.started = true
	if len(c.block)-c.end < leastRoom {
		c.leave(blockSize)
	}
	for c.end-c.begin < headSize && !c.eof && c.err == nil {
		c.fill()
	}
	head := c.block[c.begin:min(c.end, c.begin+headSize)]
	c.foreign = c.format.Detect != nil && !onlyComments(head) && !c.format.Detect(head)
	if c.among && !c.format.Detect(head) {
		c.foreign, c.head = true, append([]byte{}, head[:min(len(head), headOfForeign)]...)
	}
	if c.format.Dialect != nil {
		c.dialect = c.format.Dialect(head)
	}
}

// more reads more data: one read, or for a long sentence half as much again as is
// there, so that the time is linear in its length.
func (c *Cutter) more() {
	for enough := c.wanted; ; {
		c.fill()
		if n := c.end - c.begin; c.eof || c.err != nil || n < headSize || n > min(enough+enough/2, c.limits.sentence()) {
			return
		}
	}
}

// fill makes room in the block and reads once.
func (c *Cutter) fill() {
	if c.end == len(c.block) {
		size := blockSize
		for size < 2*(c.end-c.begin) {
			size *= 2
		}
		if most := max(c.limits.sentence(), c.end-c.begin) + blockSize; 2*size > most {
			size = most // at once, or the block before it would be nearly as large
		}
		c.leave(size)
	}
	n, err := c.r.Read(c.block[c.end:])
	c.end += n
	switch {
	case err == io.EOF:
		c.eof = true
	case err != nil:
		c.err = fmt.Errorf("%s:%d: %w", c.file, c.line, err)
	}
}

// leave takes a new block and moves the uncut bytes to it.
func (c *Cutter) leave(size int) {
	left, rest := c.block, c.block[c.begin:c.end]
	if !c.lent && size == blockSize && len(left) == blockSize { // nobody gives a block back that no piece is of
		c.begin, c.end = 0, copy(left, rest)
		return
	}
	c.lent = false
	if size == blockSize {
		c.block = c.take()
	} else {
		c.block = make([]byte, size)
	}
	if c.used != nil && len(left) == blockSize {
		c.used(left)
	}
	c.begin, c.end = 0, copy(c.block, rest)
}
