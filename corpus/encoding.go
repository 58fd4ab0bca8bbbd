package corpus

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"assay/treebank"
)

// A decoder opens files in UTF-8; their format finds their encoding.
type decoder struct {
	next   treebank.Opener
	format *treebank.Format
}

func (d *decoder) Open(file string) (io.ReadCloser, error) {
	r, err := d.next.Open(file)
	if err != nil {
		return nil, err
	}
	b := buffer(r, r.Close)
	head, _ := b.Peek(headSize)
	name := d.format.Encoding(head)
	if name == treebank.Undeclared {
		return buffer(&guessing{r: b}, b.Close), nil
	}
	enc, ok := encodingByName(name)
	if !ok {
		b.Close()
		return nil, &EncodingError{file, name}
	}
	if enc == nil {
		return b, nil
	}
	return readCloser{enc.NewDecoder().Reader(b), b.Close}, nil
}

// onlyUTF8 opens files of formats that are always in UTF-8. It refuses a file that
// begins with the byte order mark of UTF-16: assay could read no sentence of it.
type onlyUTF8 struct{ next treebank.Opener }

func (o *onlyUTF8) Open(file string) (io.ReadCloser, error) {
	r, err := o.next.Open(file)
	if err != nil {
		return nil, err
	}
	b, ok := r.(*buffered)
	if !ok {
		return r, nil
	}
	if mark, _ := b.Peek(2); string(mark) == "\xff\xfe" || string(mark) == "\xfe\xff" {
		b.Close()
		return nil, fmt.Errorf("%s: want UTF-8, found UTF-16; recode it with iconv -f utf-16 -t utf-8", file)
	}
	return b, nil
}

// An EncodingError reports a file in an encoding that assay does not know.
type EncodingError struct{ File, Encoding string }

func (e *EncodingError) Error() string {
	return fmt.Sprintf("%s: want UTF-8, Latin-1, Windows or UTF-16, found encoding %q; convert it with iconv -t utf-8", e.File, e.Encoding)
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

// A guessing reader passes UTF-8 on unchanged, and decodes everything from the
// first invalid byte on as Latin-1.
type guessing struct {
	r      io.Reader
	latin1 bool
	rest   []byte // read and not yet passed on: Latin-1, or the beginning of a character
	block  []byte
	err    error
}

func (g *guessing) Read(p []byte) (int, error) {
	if len(p) < 2*utf8.UTFMax {
		return 0, io.ErrShortBuffer
	}
	for {
		if g.latin1 && len(g.rest) > 0 {
			return g.convert(p), nil
		}
		if g.err != nil {
			return g.last(p)
		}
		n := copy(p, g.rest)
		room := p[n:]
		if g.latin1 {
			if g.block == nil {
				g.block = make([]byte, headSize)
			}
			room = g.block
		}
		k, err := g.r.Read(room)
		g.err = err
		if g.latin1 {
			g.rest = g.block[:k]
			continue
		}
		n += k
		good := valid(p[:n])
		g.rest = append([]byte(nil), p[good:n]...)
		g.latin1 = len(g.rest) >= utf8.UTFMax || len(g.rest) > 0 && utf8.FullRune(g.rest)
		if good > 0 {
			return good, nil
		}
	}
}

// last passes on the rest at the end of the file.
func (g *guessing) last(p []byte) (int, error) {
	if len(g.rest) > 0 {
		g.latin1 = true
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

// valid returns how many bytes at the beginning of b are valid UTF-8.
func valid(b []byte) int {
	if utf8.Valid(b) {
		return len(b)
	}
	i := 0
	for i < len(b) {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		i += n
	}
	return i
}
