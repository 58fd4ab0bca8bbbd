package web

import (
	"slices"

	"github.com/klauspost/compress/s2"
)

// blockSize is about how many bytes of a store are compressed together.
const blockSize = 64 << 10

// A store keeps lines in memory in a third of their size: a page over a hundred
// thousand sentences has hundreds of megabytes of them until it is written.
type store struct {
	blocks []block
	open   []byte   // the last block, not compressed yet
	ends   []uint32 // of each line, in its block
	begin  int      // first line of the open block
	packed []byte   // scratch
}

// A block is some lines, compressed.
type block struct {
	end  int // number of the line after the last
	data []byte
}

// add adds a line.
func (s *store) add(line []byte) {
	s.open = append(s.open, line...)
	s.ends = append(s.ends, uint32(len(s.open)))
	if len(s.open) >= blockSize {
		s.packed = s2.Encode(s.packed[:cap(s.packed)], s.open)
		s.blocks = append(s.blocks, block{len(s.ends), slices.Clone(s.packed)}) // of its own size
		s.open, s.begin = s.open[:0], len(s.ends)
	}
}

// A storeReader reads lines, fastest in their order.
type storeReader struct {
	*store
	text       []byte // of the block that was read last
	begin, end int    // its lines
	last       int    // its number
}

func (s *store) reader() *storeReader { return &storeReader{store: s} }

// line returns line i, valid until the next call.
func (r *storeReader) line(i int) ([]byte, error) {
	if i < r.begin || i >= r.end {
		if err := r.find(i); err != nil {
			return nil, err
		}
	}
	from := uint32(0)
	if i > r.begin {
		from = r.ends[i-1]
	}
	return r.text[from:r.ends[i]], nil
}

// find reads the block of line i.
func (r *storeReader) find(i int) error {
	if i >= r.store.begin {
		r.text, r.begin, r.end = r.open, r.store.begin, len(r.ends)
		return nil
	}
	if i < r.begin {
		r.last = 0
	}
	for r.blocks[r.last].end <= i {
		r.last++
	}
	if r.begin = 0; r.last > 0 {
		r.begin = r.blocks[r.last-1].end
	}
	r.end = r.blocks[r.last].end
	text, err := s2.Decode(nil, r.blocks[r.last].data)
	r.text = text
	return err
}
