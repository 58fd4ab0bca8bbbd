// Package inflate decompresses gzip (RFC 1951, 1952), about twice as fast as the
// general packages: it keeps eight bytes of input in a register, decodes up to three
// literals at a time and reads straight from the buffer of a bufio.Reader. Profiles of
// [incr tsdb()] spend a third of their time here.
package inflate

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// Errors of files that are no gzip or are damaged.
var (
	ErrHeader   = errors.New("gzip: invalid header")
	ErrChecksum = errors.New("gzip: invalid checksum")
)

// A CorruptError reports bits that no compressor writes, found after that many bytes
// of output.
type CorruptError int64

func (e CorruptError) Error() string {
	return fmt.Sprintf("gzip: corrupt input after %d bytes of output", int64(e))
}

const (
	history = 32 << 10 // the largest distance of a match
	slack   = 258 + 16 // a match, and the bytes after it that copying it in words may change
	outSize = history + 64<<10 + slack
	margin  = 16 // bytes of input that one step of the fast loop may load
)

// A Reader decompresses the members of a gzip file one after another. Reset makes it
// ready.
type Reader struct {
	src  *bufio.Reader
	in   []byte // the buffered bytes of src; those before pos are in bits or used up
	pos  int
	last bool   // no byte follows those of in
	bits uint64 // the next bits of the input, the first lowest
	n    uint   // their number

	out     []byte
	low     int // where the member's output begins in out, or the part of it that is kept
	given   int // where the output begins that Read has not returned yet
	end     int // of the output
	total   int64
	size    uint32 // of the member, modulo 2^32
	digest  uint32
	state   func(*Reader) error
	final   bool // the block is the last one of its member
	stored  int  // bytes left of a block that is not compressed
	err     error
	lengths [320]byte
	codes   codes
}

// Reset makes z read the gzip file src from its beginning.
func (z *Reader) Reset(src *bufio.Reader) error {
	z.src, z.in, z.pos, z.last = src, nil, 0, false
	z.low, z.given, z.end, z.total, z.err = 0, 0, 0, 0, nil
	if z.out == nil {
		z.out = make([]byte, outSize)
	}
	err := z.header()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// header reads the header of a member. The error is io.EOF where the file ends.
func (z *Reader) header() error {
	var fixed [10]byte
	if n, err := io.ReadFull(z.src, fixed[:]); err != nil {
		if n > 0 && (fixed[0] != 0x1f || n > 1 && fixed[1] != 0x8b) {
			return ErrHeader
		}
		return err
	}
	flags := fixed[3]
	if fixed[0] != 0x1f || fixed[1] != 0x8b || fixed[2] != 8 {
		return ErrHeader
	}
	const check, extra, name, comment = 2, 4, 8, 16
	sum := crc32.ChecksumIEEE(fixed[:])
	next := func() (byte, error) {
		b, err := z.src.ReadByte()
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		sum = crc32.Update(sum, crc32.IEEETable, []byte{b})
		return b, err
	}
	skip := 0
	if flags&extra != 0 {
		low, _ := next()
		high, err := next()
		if err != nil {
			return err
		}
		skip = int(low) | int(high)<<8
	}
	for ; skip > 0; skip-- {
		if _, err := next(); err != nil {
			return err
		}
	}
	for _, field := range []byte{name, comment} {
		for flags&field != 0 {
			b, err := next()
			if err != nil {
				return err
			}
			if b == 0 {
				break
			}
		}
	}
	if want := uint16(sum); flags&check != 0 {
		low, _ := next()
		high, err := next()
		if err != nil {
			return err
		}
		if uint16(low)|uint16(high)<<8 != want {
			return ErrHeader
		}
	}
	z.bits, z.n, z.in, z.pos, z.last = 0, 0, nil, 0, false
	z.low, z.size, z.digest = z.end, 0, 0
	z.state = (*Reader).block
	return nil
}

// Read returns decompressed bytes. After those that a damaged file still gives comes
// its error, io.ErrUnexpectedEOF if the file is cut off.
func (z *Reader) Read(p []byte) (int, error) {
	for z.given == z.end {
		if z.err != nil {
			return 0, z.err
		}
		if z.end+slack > len(z.out) { // make room, keep the history
			keep := min(z.end, history)
			copy(z.out, z.out[z.end-keep:z.end])
			z.low = max(0, z.low-(z.end-keep))
			z.given, z.end = keep, keep
		}
		at := z.end
		z.err = z.state(z)
		z.sum(z.out[at:z.end])
		if z.err == nil && z.state == nil {
			z.err = z.trailer()
		}
	}
	n := copy(p, z.out[z.given:z.end])
	z.given += n
	return n, nil
}

func (z *Reader) sum(part []byte) {
	z.digest = crc32.Update(z.digest, crc32.IEEETable, part)
	z.size += uint32(len(part))
	z.total += int64(len(part))
}

// trailer compares checksum and size, and goes on to the next member.
func (z *Reader) trailer() error {
	z.putBack()
	z.src.Discard(z.pos)
	var want [8]byte
	if _, err := io.ReadFull(z.src, want[:]); err != nil {
		return cutOff(err)
	}
	if binary.LittleEndian.Uint32(want[:]) != z.digest || binary.LittleEndian.Uint32(want[4:]) != z.size {
		return ErrChecksum
	}
	return z.header()
}

func cutOff(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// putBack returns the whole bytes of bits to in.
func (z *Reader) putBack() {
	z.pos -= int(z.n >> 3)
	z.n &= 7
	z.bits &= 1<<z.n - 1
}

// more fills in: afterwards it holds margin bytes or all that are left.
func (z *Reader) more() error {
	z.putBack()
	z.src.Discard(z.pos)
	z.pos = 0
	var err error
	if z.in, err = z.src.Peek(margin); err == io.EOF {
		z.last = true
		return nil
	}
	if err != nil {
		return err
	}
	z.in, err = z.src.Peek(z.src.Buffered())
	return err
}

// need makes n at least k, for k up to 32.
func (z *Reader) need(k uint) error {
	for z.n < k {
		if z.pos == len(z.in) {
			if z.last {
				return io.ErrUnexpectedEOF
			}
			if err := z.more(); err != nil {
				return err
			}
			continue
		}
		z.bits |= uint64(z.in[z.pos]) << z.n
		z.pos++
		z.n += 8
	}
	return nil
}

// take returns the next k bits.
func (z *Reader) take(k uint) (uint32, error) {
	if err := z.need(k); err != nil {
		return 0, err
	}
	v := uint32(z.bits) & (1<<k - 1)
	z.bits >>= k
	z.n -= k
	return v, nil
}

func (z *Reader) corrupt() error { return CorruptError(z.total) }

// block reads the header of a block.
func (z *Reader) block() error {
	head, err := z.take(3)
	if err != nil {
		return err
	}
	z.final = head&1 == 1
	switch head >> 1 {
	case 0:
		if _, err = z.take(z.n & 7); err != nil {
			return err
		}
		sizes, err := z.take(32)
		if err != nil {
			return err
		}
		if uint16(sizes) != ^uint16(sizes>>16) {
			return z.corrupt()
		}
		z.putBack()
		z.stored, z.state = int(uint16(sizes)), (*Reader).plain
	case 1:
		z.codes.fixed()
		z.state = (*Reader).compressed
	case 2:
		if err := z.readCodes(); err != nil {
			return err
		}
		z.state = (*Reader).compressed
	default:
		return z.corrupt()
	}
	return nil
}

// done ends a block.
func (z *Reader) done() {
	z.state = (*Reader).block
	if z.final {
		z.state = nil
	}
}

// plain copies a block that is not compressed.
func (z *Reader) plain() error {
	for z.stored > 0 && z.end+slack <= len(z.out) {
		if z.pos == len(z.in) {
			if z.last {
				return io.ErrUnexpectedEOF
			}
			if err := z.more(); err != nil {
				return err
			}
			continue
		}
		from := z.in[z.pos:min(len(z.in), z.pos+z.stored)]
		n := copy(z.out[z.end:len(z.out)-slack+1], from)
		z.end += n
		z.pos += n
		z.stored -= n
	}
	if z.stored == 0 {
		z.done()
	}
	return nil
}

// compressed decodes symbols until the block ends or out is full.
func (z *Reader) compressed() error {
	for z.end+slack <= len(z.out) {
		if len(z.in)-z.pos < margin && !z.last {
			if err := z.more(); err != nil {
				return err
			}
		}
		ended, err := false, error(nil)
		if len(z.in)-z.pos >= margin {
			ended, err = z.fast()
		} else {
			ended, err = z.one()
		}
		if err != nil {
			return err
		}
		if ended {
			z.done()
			return nil
		}
	}
	return nil
}

// one decodes one symbol at the end of the input, where the fast loop cannot load
// eight bytes.
func (z *Reader) one() (ended bool, err error) {
	fill := func() {
		for z.n <= 56 && z.pos < len(z.in) {
			z.bits |= uint64(z.in[z.pos]) << z.n
			z.pos++
			z.n += 8
		}
	}
	fill()
	e := z.codes.literals.find(z.bits)
	if uint(e&total) > z.n {
		return false, io.ErrUnexpectedEOF
	}
	switch {
	case e&bad != 0:
		if z.n < 15 && z.pos == len(z.in) {
			return false, io.ErrUnexpectedEOF
		}
		return false, z.corrupt()
	case e&end != 0:
		z.bits >>= e & total
		z.n -= uint(e & total)
		return true, nil
	case e&literal != 0:
		z.bits >>= e & total
		z.n -= uint(e & total)
		z.out[z.end] = byte(e >> 16)
		z.end++
		return false, nil
	}
	length := e.value(z.bits)
	z.bits >>= e & total
	z.n -= uint(e & total)
	fill()
	d := z.codes.distances.find(z.bits)
	if d&bad != 0 && z.n >= 15 {
		return false, z.corrupt()
	}
	if d&bad != 0 || uint(d&total) > z.n {
		return false, io.ErrUnexpectedEOF
	}
	distance := d.value(z.bits)
	z.bits >>= d & total
	z.n -= uint(d & total)
	if distance > z.end-z.low {
		return false, z.corrupt()
	}
	for range length {
		z.out[z.end] = z.out[z.end-distance]
		z.end++
	}
	return false, nil
}

// fast decodes symbols while margin bytes of input and room for a match are left. Its
// state is in local variables, which the compiler keeps in registers.
func (z *Reader) fast() (ended bool, err error) {
	in, pos, bits, n := z.in, z.pos, z.bits, z.n
	out, at, low := z.out, z.end, z.low
	literals, distances := &z.codes.literals.table, &z.codes.distances.table
	for len(in)-pos >= margin && len(out)-at >= slack {
		bits |= binary.LittleEndian.Uint64(in[pos:]) << (n & 63)
		pos += int((63 - n) >> 3)
		n |= 56
		e := literals[bits&(1<<literalBits-1)]
		if e&literal != 0 {
			bits >>= e & total
			n -= uint(e & total)
			out[at] = byte(e >> 16)
			at++
			if e = literals[bits&(1<<literalBits-1)]; e&literal != 0 {
				bits >>= e & total
				n -= uint(e & total)
				out[at] = byte(e >> 16)
				at++
				if e = literals[bits&(1<<literalBits-1)]; e&literal != 0 {
					bits >>= e & total
					n -= uint(e & total)
					out[at] = byte(e >> 16)
					at++
					continue
				}
			}
		}
		if e&(sub|end|bad) != 0 { // 34 bits are left, and a code has 15
			if e&sub != 0 {
				e = literals[uint64(e>>16)+bits>>literalBits&(1<<(15-literalBits)-1)]
			}
			if e&bad != 0 {
				err = z.corrupt()
				break
			}
			if e&(literal|end) != 0 {
				bits >>= e & total
				n -= uint(e & total)
				if e&end != 0 {
					ended = true
					break
				}
				out[at] = byte(e >> 16)
				at++
				continue
			}
		}
		length := e.value(bits)
		bits >>= e & total
		n -= uint(e & total)
		// A length took at most 20 bits; a distance takes up to 28.
		bits |= binary.LittleEndian.Uint64(in[pos:]) << (n & 63)
		pos += int((63 - n) >> 3)
		n |= 56
		d := distances[bits&(1<<distanceBits-1)]
		if d&(sub|bad) != 0 {
			if d&sub != 0 {
				d = distances[uint64(d>>16)+bits>>distanceBits&(1<<(15-distanceBits)-1)]
			}
			if d&bad != 0 {
				err = z.corrupt()
				break
			}
		}
		distance := d.value(bits)
		bits >>= d & total
		n -= uint(d & total)
		from := at - distance
		if from < low {
			err = z.corrupt()
			break
		}
		switch {
		case length <= 16 && distance >= length: // the next symbols overwrite the bytes after the match
			a, b := binary.LittleEndian.Uint64(out[from:]), binary.LittleEndian.Uint64(out[from+8:])
			binary.LittleEndian.PutUint64(out[at:], a)
			binary.LittleEndian.PutUint64(out[at+8:], b)
			at += length
		case distance >= length:
			copy(out[at:at+length], out[from:from+length])
			at += length
		default: // the match repeats itself: each copy doubles the part to copy from
			for length > 0 {
				k := copy(out[at:at+length], out[from:at])
				at += k
				length -= k
			}
		}
	}
	z.pos, z.bits, z.n, z.end = pos, bits&(1<<n-1), n, at
	return ended, err
}
