package eval

import (
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"strconv"

	"assay/treebank"
)

// A piece is the text of a sentence and the number of its file.
type piece struct {
	treebank.Piece
	file int32
	doc  string // its document
	id   []byte // its id, where the stream has looked for it
	same bool   // an earlier graph has its id

	genre string // of its document, if a comment gives it
}

// A stream reads the pieces of all files of a source, one file after another.
type stream struct {
	src    *treebank.Source
	next   int
	cutter *treebank.Cutter // of all files, one after another
	close  io.Closer        // current file; nil between files
	doc    string
	genre  string
	docs   int
	free   <-chan []byte // blocks to reuse, if any
	used   [][]byte      // blocks read since the last batch
	ids    hashes        // of the ids of the graphs so far
}

func (s *stream) Next() (p piece, err error) {
	err = s.read(&p)
	return p, err
}

// read is Next for a piece that is already in its place: it is large to copy.
func (s *stream) read(p *piece) error {
	for {
		if s.close == nil {
			if s.next == len(s.src.Files) {
				return io.EOF
			}
			f := s.src.Files[s.next]
			r, err := f.Open()
			if err != nil {
				return &InputError{err, s.src.Name}
			}
			s.open(r, f.Name)
			s.next++
		}
		var err error
		switch p.Piece, err = s.cutter.Next(); err {
		case nil:
			s.fill(p)
			return nil
		case io.EOF:
			s.Close()
		default:
			s.Close()
			return &InputError{err, s.src.Name}
		}
	}
}

// open starts reading the next file.
func (s *stream) open(in io.ReadCloser, name string) {
	s.close = in
	if s.cutter != nil {
		s.cutter.Open(in, name)
		return
	}
	s.cutter = s.src.Cut(in, name)
	if s.free != nil {
		s.cutter.Recycle(s.free, func(b []byte) { s.used = append(s.used, b) })
	}
}

// Surface is Cutter.Surface for the current file.
func (s *stream) Surface(dst []byte) (p piece, text []byte, ok bool) {
	if s.close == nil {
		return piece{}, dst, false
	}
	cut, text, ok := s.cutter.Surface(dst)
	if !ok {
		return piece{}, text, false
	}
	p.Piece = cut
	s.fill(&p)
	return p, text, true
}

// fill sets the fields of a piece other than its text.
func (s *stream) fill(p *piece) {
	p.file = int32(s.next - 1)
	if p.doc = s.document(p.Text); s.src.Format.ByFile {
		p.doc = treebank.DocumentName(p.File)
	}
	p.genre = s.genre
	p.id, p.same = s.again(p.Piece)
}

// name returns the id of the sentence, nil if it has none.
func (p *piece) name(f *treebank.Format) []byte {
	if len(p.id) > 0 {
		return p.id
	}
	return f.Identify(p.Piece)
}

// again returns the id of a graph, nil if it was not looked for, and whether an earlier graph has
// it, in its group.
func (s *stream) again(p treebank.Piece) ([]byte, bool) {
	f, text := s.src.Format, p.Text
	if !f.HasIDs() || f.Reading != nil || !unjoined(f) || f.Layers.Has(treebank.Instances) {
		return nil, false
	}
	id := f.Identify(p)
	if len(id) == 0 {
		return nil, false
	}
	hash := maphash.Bytes(surveySeed, id)
	if f.Group != nil {
		hash = maphash.Comparable(surveySeed, [2]uint64{hash, maphash.Bytes(surveySeed, f.Group(text))})
	}
	return id, !s.ids.add(hash)
}

// hashes is a set of hashes with open addressing: each graph asks for one.
type hashes struct {
	table []uint64 // 0 in free places
	used  int
}

// add adds a hash and reports whether it is new.
func (s *hashes) add(hash uint64) bool {
	if 4*s.used >= 3*len(s.table) {
		old := s.table
		*s = hashes{table: make([]uint64, max(1<<8, 2*len(old)))}
		for _, h := range old {
			if h != 0 {
				s.add(h)
			}
		}
	}
	hash = max(hash, 1)
	last := uint64(len(s.table) - 1)
	at := hash & last
	for s.table[at] != 0 {
		if s.table[at] == hash {
			return false
		}
		at = (at + 1) & last
	}
	s.table[at] = hash
	s.used++
	return true
}

// document returns the document of a sentence: the last one that began before it. A
// document without a name is called by its number.
func (s *stream) document(text []byte) string {
	if f := s.src.Format; f.Document != nil {
		if name, begins := f.Document(text); begins {
			s.docs++
			s.genre = genre(text)
			if s.doc = string(name); s.doc == "" {
				s.doc = strconv.Itoa(s.docs)
			}
		}
	}
	return s.doc
}

func (s *stream) Close() {
	if s.close != nil {
		s.close.Close()
	}
	s.close = nil
}

// pieces yields the sentences of a source; after an error it ends.
func pieces(src *treebank.Source) iter.Seq2[piece, error] {
	return func(yield func(piece, error) bool) {
		s := &stream{src: src}
		defer s.Close()
		for {
			p, err := s.Next()
			if err == io.EOF || !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// readAll returns all pieces of a source.
func readAll(src *treebank.Source) (all []piece, err error) {
	for piece, err := range pieces(src) {
		if err != nil {
			return nil, err
		}
		all = append(all, piece)
	}
	return all, nil
}

// An InputError is an input that cannot be read.
type InputError struct {
	Err    error
	Source string // name of the treebank
}

func (e *InputError) Error() string { return e.Err.Error() }
func (e *InputError) Unwrap() error { return e.Err }

// A PairingError states why two inputs cannot be paired.
type PairingError struct{ Text, Hint string }

func (e *PairingError) Error() string { return e.Text }

func pairingErrorf(hint, format string, args ...any) error {
	return &PairingError{fmt.Sprintf(format, args...), hint}
}
