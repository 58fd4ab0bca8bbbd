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
			advance, token, err := c.format.Split(c.block[c.begin:c.end], c.eof, c.dialect)
			if err != nil {
				c.err = c.locate(err)
				return Piece{}, c.err
			}
			if advance < 0 || c.begin+advance > c.end {
				panic("treebank: " + c.format.Name + ": Split went beyond its data")
			}
			if token != nil {
				return c.piece(advance, token), nil
			}
			if advance > 0 {
				c.skip(advance)
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
	return c.piece(n, c.block[c.begin:c.begin+n]), text, true
}

func (c *Cutter) piece(advance int, token []byte) Piece {
	p := Piece{Text: token, File: c.file, Dialect: c.dialect}
	lead := 0
	if len(token) > 0 { // what stands before the token counts as lines before it
		lead = cap(c.block) - c.begin - cap(token)
	}
	if lead > 0 && lead <= advance {
		c.line += int32(bytes.Count(c.block[c.begin:c.begin+lead], newline))
		p.Line = c.line
		c.line += int32(bytes.Count(c.block[c.begin+lead:c.begin+advance], newline))
	} else {
		p.Line = c.line
		c.line += int32(bytes.Count(c.block[c.begin:c.begin+advance], newline))
	}
	c.begin += advance
	return p
}

var newline = []byte{'\n'}

func (c *Cutter) skip(n int) {
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

func (c *Cutter) locate(err error) error {
	if e, ok := err.(*SyntaxError); ok {
		e.File = c.file
		if e.Line > 0 {
			e.Line += int(c.line) - 1
		}
		return e
	}
	return fmt.Errorf("%s:%d: %w", c.file, c.line, err)
}
