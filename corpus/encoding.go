package corpus

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"assay/treebank"
)

// A decoder opens files in UTF-8; their format finds their encoding, or is always in UTF-8. Where no encoding is
// declared it refuses a file that begins with the byte order mark of UTF-16: assay could read no sentence of it.
type decoder struct {
	next treebank.Opener
	src  *treebank.Source
}

func (d *decoder) Open(file string) (io.ReadCloser, error) {
	in, err := d.next.Open(file)
	if err != nil {
		return nil, err
	}
	b := bufferOf(in)
	name, find := "", d.src.Format.Encoding
	if find != nil {
		head, _ := b.Peek(headSize)
		name = find(head)
	}
	if find == nil || name == treebank.Undeclared {
		if err := notUTF16(file, b); err != nil {
			return nil, err
		}
	}
	if name == treebank.Undeclared {
		latin1 := func() {
			if d.src.Latin1 != nil {
				d.src.Latin1(file)
			}
		}
		return buffer(&guessing{r: b, onLatin1: latin1}, b.Close), nil
	}
	enc, ok := encodingByName(name)
	if !ok {
		b.Close()
		return nil, &EncodingError{file, name}
	}
	if enc == nil {
		return b, nil
	}
	return buffer(enc.NewDecoder().Reader(b), b.Close), nil
}

// notUTF16 closes b and returns an error if it begins with the byte order mark of
// UTF-16.
func notUTF16(file string, b *buffered) error {
	if mark, _ := b.Peek(2); string(mark) != "\xff\xfe" && string(mark) != "\xfe\xff" {
		return nil
	}
	b.Close()
	return fmt.Errorf("%s: want UTF-8, found UTF-16; recode it with iconv -f utf-16 -t utf-8", file)
}

// An EncodingError reports a file in an encoding that assay does not know.
type EncodingError struct{ File, Encoding string }

func (e *EncodingError) Error() string {
	return fmt.Sprintf("%s: want UTF-8, Latin-1, Windows or UTF-16, found encoding %q; convert it with iconv -t utf-8",
		e.File, e.Encoding)
}

// encodingByName returns the encoding of the given name, nil for UTF-8.
func encodingByName(name string) (encoding.Encoding, bool) {
	switch strings.ToLower(name) {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
		return nil, true
	case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1":
		return charmap.ISO8859_1, true
	case "iso-8859-2", "latin2", "latin-2":
		return charmap.ISO8859_2, true
	case "iso-8859-15", "latin9", "latin-9":
		return charmap.ISO8859_15, true
	case "windows-1252", "cp1252":
		return charmap.Windows1252, true
	case "windows-1250", "cp1250":
		return charmap.Windows1250, true
	case "utf-16", "utf16":
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM), true
	}
	return nil, false
}

// A guessing reader passes UTF-8 on unchanged. If the first bytes that are not ASCII
// are not UTF-8 either, it decodes everything from there on as Latin-1. After a
// character of UTF-8 it passes on everything.
type guessing struct {
	r        io.Reader
	onLatin1 func()
	state    state
	rest     []byte // read and not yet passed on: Latin-1, or the beginning of a character
	block    []byte
	err      error
}

// A state is an encoding as far as a guessing reader knows it.
type state uint8

const (
	ascii state = iota
	utf8Found
	latin1
)

func (g *guessing) Read(p []byte) (int, error) {
	if len(p) < 2*utf8.UTFMax {
		return 0, io.ErrShortBuffer
	}
	for {
		switch {
		case g.state == utf8Found && len(g.rest) == 0 && g.err == nil:
			return g.r.Read(p)
		case g.state == utf8Found && len(g.rest) > 0:
			n := copy(p, g.rest)
			g.rest = g.rest[n:]
			return n, nil
		case g.state == latin1 && len(g.rest) > 0:
			return g.convert(p), nil
		case g.err != nil:
			return g.last(p)
		case g.state == latin1:
			if g.block == nil {
				g.block = make([]byte, headSize)
			}
			n, err := g.r.Read(g.block)
			g.rest, g.err = g.block[:n], err
		default:
			if n := g.guess(p); n > 0 {
				return n, nil
			}
		}
	}
}

// guess reads bytes of which only ASCII is known so far. It passes on ASCII and
// keeps the rest; a complete character there decides.
func (g *guessing) guess(p []byte) int {
	n := copy(p, g.rest)
	k, err := g.r.Read(p[n:])
	g.err = err
	n += k
	plain := asciiPrefix(p[:n])
	if g.rest = nil; plain == n {
		return n
	}
	g.rest = append(g.rest, p[plain:n]...)
	switch r, size := utf8.DecodeRune(g.rest); {
	case !utf8.FullRune(g.rest):
	case r == utf8.RuneError && size == 1:
		g.toLatin1()
	default:
		g.state = utf8Found
	}
	return plain
}

// asciiPrefix returns the number of bytes before the first that is not ASCII.
func asciiPrefix(b []byte) int {
	i := 0
	for i+8 <= len(b) && binary.LittleEndian.Uint64(b[i:])&0x8080808080808080 == 0 {
		i += 8
	}
	for i < len(b) && b[i] < utf8.RuneSelf {
		i++
	}
	return i
}

func (g *guessing) toLatin1() {
	g.state = latin1
	if g.onLatin1 != nil {
		g.onLatin1()
	}
}

// last passes on the rest at the end of the file.
func (g *guessing) last(p []byte) (int, error) {
	if len(g.rest) > 0 { // a character that is cut off, after ASCII
		g.toLatin1()
		return g.convert(p), nil
	}
	return 0, g.err
}

// convert passes Latin-1 on as UTF-8.
func (g *guessing) convert(p []byte) int {
	n, i := 0, 0
	for i < len(g.rest) && n+2 <= len(p) {
		n += utf8.EncodeRune(p[n:], rune(g.rest[i]))
		i++
	}
	g.rest = g.rest[i:]
	return n
}
