package eval

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"

	"assay/treebank"
)

// A textSide is one side of a pairing by text: the sentences that are not yet in a
// pair, and their text without white space. Offsets in the text count from the
// beginning of the first file.
type textSide struct {
	stream stream
	format *treebank.Format
	sent   treebank.Sentence
	pieces []piece
	ends   []int    // end of the text of each piece
	memory struct { // backs pieces and ends
		pieces []piece
		ends   []int
	}
	text    []byte // from base on
	scratch []byte
	base    int
	cut     int // end of the last pair handed out
	sentN   int // sentences handed out
	eof     bool
	blocks  []leftBlock
}

// A leftBlock is a block that the stream has left. No pending sentence refers to it
// once the given number of sentences has been handed out.
type leftBlock struct {
	block []byte
	sentN int
}

// left appends the blocks to which no pending sentence refers.
func (d *textSide) left(dst [][]byte) [][]byte {
	n := 0
	for n < len(d.blocks) && d.blocks[n].sentN <= d.sentN {
		dst = append(dst, d.blocks[n].block)
		n++
	}
	d.blocks = append(d.blocks[:0], d.blocks[n:]...)
	return dst
}

// fill reads on until the text is known up to offset to, or ends. An unreadable
// sentence has an empty text.
func (d *textSide) fill(to int) error {
	d.pieces, d.ends = append(d.memory.pieces, d.pieces...), append(d.memory.ends, d.ends...)
	defer func() { d.memory.pieces, d.memory.ends = d.pieces[:0], d.ends[:0] }()
	for !d.eof && d.base+len(d.text) < to {
		piece, err := d.next()
		if err == io.EOF {
			d.eof = true
			break
		}
		if err != nil {
			return err
		}
		for _, b := range d.stream.used { // piece is the first sentence after the block
			d.blocks = append(d.blocks, leftBlock{b, d.sentN + len(d.pieces)})
		}
		d.stream.used = d.stream.used[:0]
		d.pieces = append(d.pieces, piece)
		d.ends = append(d.ends, d.base+len(d.text))
	}
	return nil
}

// next returns the next sentence and adds its text, as treebank.AppendPlain writes it.
func (d *textSide) next() (piece, error) {
	from := len(d.text)
	p, err := d.read()
	if text := d.text[from:]; !treebank.Plain(text) {
		d.scratch = treebank.AppendPlain(d.scratch[:0], text)
		d.text = append(d.text[:from], d.scratch...)
	}
	return p, err
}

// read adds the text as it is. It parses the sentence only if the format cannot find
// the text without.
func (d *textSide) read() (piece piece, err error) {
	var ok bool
	if piece, d.text, ok = d.stream.Surface(d.text); ok {
		return piece, nil
	}
	if piece, err = d.stream.Next(); err != nil {
		return piece, err
	}
	if f := d.format.Surface; f != nil {
		n := 0
		if d.text, n = f(d.text, piece.Text, true, piece.Dialect); n > 0 {
			return piece, nil
		}
	}
	if d.format.Read(&d.sent, piece.Piece) == nil {
		d.text = d.sent.AppendSurface(d.text)
	}
	return piece, nil
}

// rest returns the known text from offset at on.
func (d *textSide) rest(at int) []byte { return d.text[at-d.base:] }

// isEnd reports whether a sentence ends at offset at.
func (d *textSide) isEnd(at int) bool {
	_, ok := slices.BinarySearch(d.ends, at)
	return ok || at == d.cut
}

// until returns the number of pieces that end at or before offset at. With first set,
// it counts only the first of the pieces that end exactly there (the others have no
// text).
func (d *textSide) until(at int, first bool) int {
	n, ok := slices.BinarySearch(d.ends, at)
	if first && ok {
		return n + 1
	}
	for n < len(d.ends) && d.ends[n] == at {
		n++
	}
	return n
}

// take drops the first n pieces, which have been handed out.
func (d *textSide) take(n int) {
	if n > 0 {
		d.cut = d.ends[n-1]
	}
	d.sentN += n
	d.pieces, d.ends = d.pieces[n:], d.ends[n:]
}

// forget drops the text before offset at, once there is enough of it to be worth a
// copy.
func (d *textSide) forget(at int) {
	if at-d.base > textChunk {
		d.text = append(d.text[:0], d.rest(at)...)
		d.base = at
	}
}

// textChunk is the number of bytes compared in one step.
const textChunk = 64 << 10

// A textPairer finds the smallest stretches of text that begin and end with a
// sentence on both sides, white space ignored. After a difference it looks for the
// nearest place from which both texts agree again. The sentences around the
// difference form one pair, which cannot be scored; no other pair is affected. Both
// sides are read in step, and only the text that the search needs is in memory.
type textPairer struct {
	gold, system textSide
	g, s         int  // offsets up to which the texts have been compared
	exact        bool // the first difference is an error
	apart        bool // sentences with other words are never one pair, unless as many of both sides are
	fresh        bool // the texts begin to agree here: at the start, or after a difference
	matched      int  // bytes that agree
	first        *PairingError
	emit         func(gold, system []piece) error
	grams        map[uint64]int32
	dirty        bool // the next pair holds a difference
	agreeing     int  // sentences of gold in pairs of equal text
}

// newTextPairer returns a pairer of two sources that reads into blocks from free.
func newTextPairer(gold, system *treebank.Source, free chan []byte) *textPairer {
	side := func(src *treebank.Source) (out textSide) {
		out.stream, out.format = stream{src: src}, src.Format
		if free != nil {
			out.stream.free = free
		}
		out.sent.Skip = ^treebank.Layer(0) // only the words
		return out
	}
	return &textPairer{gold: side(gold), system: side(system), apart: unjoined(gold.Format) && unjoined(system.Format)}
}

func (p *textPairer) close() {
	p.gold.stream.Close()
	p.system.stream.Close()
}

// run pairs all sentences.
func (p *textPairer) run() error {
	p.fresh = true
	for {
		if err := p.fill(textChunk); err != nil {
			return err
		}
		x, y := p.gold.rest(p.g), p.system.rest(p.s)
		n := common(x, y)
		more := n == len(x) && !p.gold.eof || n == len(y) && !p.system.eof
		if err := p.agree(n, more, !more && n == len(x) && n == len(y)); err != nil {
			return err
		}
		p.g, p.s, p.matched, p.fresh = p.g+n, p.s+n, p.matched+n, false
		p.gold.forget(p.gold.cut)
		p.system.forget(p.system.cut)
		switch {
		case more:
		case n == len(x) || n == len(y):
			return p.finish()
		default:
			if err := p.resync(); err != nil {
				return err
			}
		}
	}
}

func (p *textPairer) fill(n int) error {
	if err := p.gold.fill(p.g + n); err != nil {
		return err
	}
	return p.system.fill(p.s + n)
}

// agree hands out the pairs that end in the next n bytes, which agree. With more set,
// the text after them is not read yet; with last set, there is none.
func (p *textPairer) agree(n int, more, last bool) error {
	gold, system := &p.gold, &p.system
	if p.fresh && (n > 0 || last) && gold.isEnd(p.g) && system.isEnd(p.s) {
		if err := p.hand(gold.until(p.g, false), system.until(p.s, false)); err != nil {
			return err
		}
	}
	i, j := 0, 0
	for i < len(gold.ends) && j < len(system.ends) {
		a, b := gold.ends[i]-p.g, system.ends[j]-p.s
		switch {
		case a > n || b > n || more && (a == n || b == n):
			return nil
		case a < b:
			i++
			continue
		case b < a:
			j++
			continue
		}
		// Sentences without text after the common end are pairs of their own, unless
		// a difference follows: it may be in them.
		if err := p.hand(gold.until(p.g+a, true), system.until(p.s+a, true)); err != nil {
			return err
		}
		if a < n || last {
			if err := p.hand(gold.until(p.g+a, false), system.until(p.s+a, false)); err != nil {
				return err
			}
		}
		i, j = 0, 0
		for i < len(gold.ends) && gold.ends[i] == p.g+a {
			i++
		}
		for j < len(system.ends) && system.ends[j] == p.s+a {
			j++
		}
	}
	return nil
}

// hand hands out the next sentences of both sides as one pair, or one by one if one
// side has none. Graphs around a difference are handed out in order if both sides have
// as many, else one by one.
func (p *textPairer) hand(g, s int) error {
	gold, system := p.gold.pieces[:g], p.system.pieces[:s]
	p.gold.take(g)
	p.system.take(s)
	if p.apart && p.dirty && g > 0 && s > 0 {
		p.dirty = false
		for i := 0; i < g && g == s; i++ {
			if err := p.emit(gold[i:i+1], system[i:i+1]); err != nil {
				return err
			}
		}
		if g == s {
			return nil
		}
	} else if g > 0 && s > 0 {
		if !p.dirty {
			p.agreeing += g
		}
		p.dirty = false
		return p.emit(gold, system)
	}
	for i := range gold {
		if err := p.emit(gold[i:i+1], nil); err != nil {
			return err
		}
	}
	for i := range system {
		if err := p.emit(nil, system[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// finish hands out the remaining sentences when one text has ended.
func (p *textPairer) finish() error {
	gold, system := &p.gold, &p.system
	if len(gold.rest(p.g)) > 0 || len(system.rest(p.s)) > 0 {
		if err := p.differs(); err != nil {
			return err
		}
	}
	// one text ends inside a sentence: pair it with the last sentences of the other
	if !gold.isEnd(p.g) || !system.isEnd(p.s) {
		if err := p.hand(gold.over(p.g), system.over(p.s)); err != nil {
			return err
		}
	}
	for len(gold.pieces) > 0 && len(system.pieces) > 0 {
		if err := p.hand(1, 1); err != nil {
			return err
		}
	}
	for _, d := range []*textSide{gold, system} {
		for {
			if err := p.hand(len(gold.pieces), 0); err != nil {
				return err
			}
			if err := p.hand(0, len(system.pieces)); err != nil {
				return err
			}
			if d.eof {
				break
			}
			if err := d.fill(d.base + len(d.text) + 1); err != nil {
				return err
			}
			d.forget(d.base + len(d.text))
		}
	}
	return p.enough()
}

// over returns the number of pieces that end or begin before offset at.
func (d *textSide) over(at int) int {
	if d.isEnd(at) {
		return d.until(at, true)
	}
	return d.until(at, false) + 1
}

// enough refuses two texts that agree nearly nowhere.
func (p *textPairer) enough() error {
	if p.first != nil && p.matched*4 < min(p.g, p.s) {
		return p.first
	}
	return nil
}

// differs records the first difference of the texts.
func (p *textPairer) differs() error {
	p.dirty = true
	if p.first != nil {
		return nil
	}
	g, s := p.gold.until(p.g, false), p.system.until(p.s, false)
	p.first = pairingErrorf("the words of both sides must come from one text; option align=order pairs by number",
		"the texts differ: gold sentence %d has %q where system sentence %d has %q",
		p.gold.sentN+g+1, clip(p.gold.text, p.g-p.gold.base), p.system.sentN+s+1,
		clip(p.system.text, p.s-p.system.base)).(*PairingError)
	if p.exact {
		return p.first
	}
	return nil
}

// resync finds the nearest place after a difference from which the texts agree again
// for some characters: the one that skips the fewest characters on both sides
// together.
func (p *textPairer) resync() error {
	if err := p.differs(); err != nil {
		return err
	}
	for w := 256; ; w *= 4 {
		gram := shortGram
		if w > 1024 {
			gram = longGram
		}
		if err := p.fill(w + gram); err != nil {
			return err
		}
		x, y := p.gold.rest(p.g), p.system.rest(p.s)
		all := len(x) < w+gram && len(y) < w+gram
		x, y = x[:min(len(x), w+gram)], y[:min(len(y), w+gram)]
		di, dj := p.near(x, y, gram)
		if di+dj <= w || all {
			p.g, p.s, p.fresh = p.g+di, p.s+dj, true
			p.back()
			return nil
		}
	}
}

// back moves the place from which the texts agree again back to the first one before it
// where a sentence begins on both sides, if they agree from there on. A sentence that one
// side lacks is then alone, also if the next one begins with the same words.
func (p *textPairer) back() {
	gold, system := &p.gold, &p.system
	most := min(p.g-max(gold.cut, gold.base), p.s-max(system.cut, system.base))
	best := 0
	for k := 1; k <= most && gold.text[p.g-k-gold.base] == system.text[p.s-k-system.base]; k++ {
		if gold.isEnd(p.g-k) && system.isEnd(p.s-k) {
			best = k
		}
	}
	p.g, p.s = p.g-best, p.s-best
}

// Number of bytes that must agree at a place, for a near search and a far one.
const (
	shortGram = 12
	longGram  = 24
)

// near returns the offsets i in x and j in y with the smallest sum from which gram
// bytes agree; the ends of x and y if there are none.
func (p *textPairer) near(x, y []byte, gram int) (int, int) {
	if p.grams == nil {
		p.grams = map[uint64]int32{}
	}
	clear(p.grams)
	for i := 0; i+gram <= len(x); i++ {
		k := gramKey(x[i:], gram)
		if _, ok := p.grams[k]; !ok {
			p.grams[k] = int32(i)
		}
	}
	di, dj := len(x), len(y)
	for j := 0; j+gram <= len(y) && j < di+dj; j++ {
		i, ok := p.grams[gramKey(y[j:], gram)]
		if ok && int(i)+j < di+dj && bytes.Equal(x[i:int(i)+gram], y[j:j+gram]) {
			di, dj = int(i), j
		}
	}
	return di, dj
}

func gramKey(b []byte, gram int) uint64 {
	const prime = 0x9E3779B97F4A7C15
	k := binary.LittleEndian.Uint64(b)*prime ^ uint64(binary.LittleEndian.Uint32(b[8:]))
	if gram == longGram {
		k = k*prime ^ binary.LittleEndian.Uint64(b[16:])
	}
	return k
}

// common returns the length of the common prefix of x and y.
func common(x, y []byte) int {
	n := min(len(x), len(y))
	i := 0
	for i+8 <= n && binary.LittleEndian.Uint64(x[i:]) == binary.LittleEndian.Uint64(y[i:]) {
		i += 8
	}
	for i < n && x[i] == y[i] {
		i++
	}
	return i
}
