package eval

import (
	"bytes"

	"assay/treebank"
)

// A Memory remembers sentences that runs have read, so that later runs over the same
// gold, or over a system that has changed in part, need not parse them again. A
// sentence is taken from it only if its text and its place in the file are those of
// the sentence that was read, so no figure depends on it. Runs that share a Memory
// must follow one another. The zero value is ready for use.
type Memory struct {
	shelves []*shelf    // of the workers of a run
	free    chan []byte // blocks of text to reuse
}

// rememberedBytes is the size of the texts that a shelf remembers. Parsed sentences
// take about three times as much.
const rememberedBytes = 16 << 20

// mostSymbols is the number of labels after which a shelf begins anew: labels of texts
// that are gone stay in the table.
const mostSymbols = 1 << 17

// A shelf holds the sentences of the pairs of one worker, whose symbols they share.
type shelf struct {
	gold, system *treebank.Format
	skip         treebank.Layer
	syms         *treebank.Symbols
	pages        [2]map[int]*page // of gold and system, by the number of the pair
	size         int
}

// A page is a sentence and the piece that it was read from.
type page struct {
	piece    treebank.Piece
	sentence treebank.Sentence
}

// shelf returns the shelf of worker i, an empty one if the formats or the layers that
// are read differ from those of earlier runs. Without a memory it is nil.
func (m *Memory) shelf(i int, gold, system *treebank.Format, skip treebank.Layer) *shelf {
	if m == nil {
		return nil
	}
	for len(m.shelves) <= i {
		m.shelves = append(m.shelves, nil)
	}
	s := m.shelves[i]
	if s == nil || s.gold != gold || s.system != system || s.skip != skip || s.syms.Len() > mostSymbols {
		s = &shelf{gold: gold, system: system, skip: skip, syms: treebank.NewSymbols()}
		s.pages[0], s.pages[1] = map[int]*page{}, map[int]*page{}
		m.shelves[i] = s
	}
	return s
}

// freeBlocks returns the blocks that earlier runs have left, and room for as many as
// size.
func (m *Memory) freeBlocks(size int) chan []byte {
	if m == nil {
		return make(chan []byte, size)
	}
	if cap(m.free) < size {
		m.free = make(chan []byte, size)
	}
	return m.free
}

// find makes sentence a copy of the one that was read from the same piece as number n of
// that side (0 for gold, 1 for the system), and reports whether there is one.
func (s *shelf) find(side, n int, piece treebank.Piece, sentence *treebank.Sentence) bool {
	p := s.pages[side][n]
	if p == nil || !p.piece.Equal(piece) {
		return false
	}
	sentence.Copy(&p.sentence)
	return true
}

// put remembers a sentence that was read from piece.
func (s *shelf) put(side, n int, piece treebank.Piece, sentence *treebank.Sentence) {
	p := s.pages[side][n]
	if p == nil {
		p = &page{}
	}
	grown := s.size + len(piece.Text) - len(p.piece.Text)
	if grown > rememberedBytes {
		return
	}
	s.size = grown
	s.pages[side][n] = p
	text := append(p.piece.Text[:0], piece.Text...) // the blocks that pieces are in are used again
	p.piece = piece
	p.piece.Text = text
	p.sentence.Copy(sentence)
	if n := len(text); n > 0 && len(sentence.Text) == n && &sentence.Text[0] == &piece.Text[0] {
		p.sentence.Text = text
	} else {
		p.sentence.Text = bytes.Clone(sentence.Text) // decoded
	}
}

// readOnce is readRanked with the memory of the run.
func (w *worker) readOnce(sentence *treebank.Sentence, format *treebank.Format, piece treebank.Piece, rank int) error {
	if w.shelf == nil || rank > 1 || listed(format, piece) {
		return readRanked(sentence, format, piece, rank)
	}
	side := 0
	if sentence == &w.sysSent {
		side = 1
	}
	if w.shelf.find(side, w.n, piece, sentence) {
		sentence.In, sentence.Place = piece.In, piece.Place
		return nil
	}
	err := readRanked(sentence, format, piece, rank)
	if err == nil && len(sentence.Notes) == 0 {
		w.shelf.put(side, w.n, piece, sentence)
	}
	return err
}

// listed reports whether a piece is a ranked list.
func listed(format *treebank.Format, piece treebank.Piece) bool {
	if format.Reading == nil {
		return false
	}
	_, n := format.Reading(piece.Text, piece.Dialect, 1)
	return n > 0
}
