package conlleval

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// blockSize is the number of bytes read at once.
const blockSize = 1 << 18

// A file is read line by line, through two buffers in turn: words of the current
// sentence may be in the previous one.
type file struct {
	source io.ReadCloser // nil at its end
	text   []byte
	at     int
	lines  int    // read so far
	spare  []byte // the previous buffer
	held   bool   // spare holds words of the current sentence
}

// open opens a file and reads its first block. Standard input is read whole.
func open(path string, stdin io.Reader) (file, error) {
	if path == "-" {
		b, err := io.ReadAll(stdin)
		return file{text: slices.Clip(b)}, err
	}
	h, err := os.Open(path)
	if err != nil {
		return file{}, err
	}
	f := file{source: h}
	return f, f.fill()
}

// fill reads the next block after the rest of this one.
func (f *file) fill() error {
	rest := f.text[f.at:]
	b := f.spare[:cap(f.spare)]
	if f.held || len(b) == 0 || len(b) < 2*len(rest) {
		b = make([]byte, max(blockSize, 2*len(rest)))
	}
	n, err := io.ReadFull(f.source, b[copy(b, rest):])
	n += len(rest)
	f.spare, f.text, f.at, f.held = f.text, b[:n:n], 0, true
	if err != nil {
		f.close()
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}

func (f *file) close() {
	if f.source != nil {
		f.source.Close()
		f.source = nil
	}
}

// next returns the next line with its line end. It is valid until the sentence after
// this one is read.
func (f *file) next() (line []byte, ok bool) {
	i := bytes.IndexByte(f.text[f.at:], '\n')
	for i < 0 && f.source != nil {
		_ = f.fill() // an error in the middle is an end, as it is in Perl
		i = bytes.IndexByte(f.text[f.at:], '\n')
	}
	end := len(f.text)
	if i >= 0 {
		end = f.at + i + 1
	}
	line = f.text[f.at:end]
	if len(line) == 0 {
		return nil, false
	}
	f.at = end
	f.lines++
	return line, true
}

// sentence reads the next sentence of both files. The last call finds the end of
// both, possibly after a sentence without a blank line.
func (s *scorer) sentence() (eof, fatal bool) {
	s.gold, s.system = s.gold[:0], s.system[:0]
	s.goldFile.held, s.systemFile.held = false, false
	for {
		gold, hasG := s.goldFile.next()
		system, hasY := s.systemFile.next()
		s.line++
		switch {
		case !hasG && !hasY:
			return true, false
		case !hasY && s.lenient && blank(gold):
			s.keep(0, gold)
			s.blankLine("missing")
			continue
		case !hasG && s.lenient && blank(system):
			s.keep(1, system)
			s.blankLine("extra")
			continue
		case !hasY:
			return false, s.mismatch("", string(gold), pastEnd)
		case !hasG:
			return false, s.mismatch("", pastEnd, string(system))
		}
		switch end := blank(gold); {
		case end != blank(system):
			return false, s.mismatch(s.opt.system, string(gold), string(system))
		case end:
			s.keep(0, gold)
			s.keep(1, system)
			return false, false
		}
		if s.roles != nil {
			s.roleLine(gold, system)
			continue
		}
		word, pos, head, dep := fields(gold)
		s.gold = append(s.gold, token{word, symbol(&s.names, pos), symbol(&s.heads, head), symbol(&s.deps, dep)})
		head, dep = answer(system, gold, head)
		s.system = append(s.system, token{head: symbol(&s.heads, head), dep: symbol(&s.deps, dep)})
	}
}

// blankLine warns of a blank line at the end of the system's file.
func (s *scorer) blankLine(what string) {
	text := fmt.Sprintf("Warning: ignoring %s blank line at the end of %s.\n", what, s.opt.system)
	s.errs.WriteString(text)
	s.again += text
}

const pastEnd = "past end of file\n"

// mismatch reports lines that do not go together.
func (s *scorer) mismatch(file, gold, system string) bool {
	switch {
	case !s.lenient:
		fmt.Fprintf(s.errs, "line mismatch, line %d:\n", s.line)
	case file != "" && s.roles == nil:
		fmt.Fprintf(s.errs, "Fatal: line mismatch, line %d, file %s:\n", s.line, file)
	default:
		fmt.Fprintf(s.errs, "Fatal: line mismatch, line %d:\n", s.line)
	}
	fmt.Fprintf(s.errs, " gold: %s", gold)
	if s.roles != nil && system != pastEnd {
		system += "\n"
	}
	fmt.Fprintf(s.errs, " sys : %s", system)
	return true
}

// notNumeric warns, as Perl does, of a non-numeric head. Perl has another warning for
// a missing head, which is not reproduced.
func (s *scorer) notNumeric(arg, operation string, line int) {
	if arg == "" || s.roles != nil {
		return
	}
	fmt.Fprintf(s.errs, "Argument \"%s\" isn't numeric in %s at %s line %d, <SYS> line %d.\n",
		quoted(arg), operation, s.script, line, s.systemFile.lines)
}

// quoted returns a string in the form of Perl's warnings: escaped, and cut at about
// 56 bytes.
func quoted(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if len(b) >= 56 {
			return string(b) + "..."
		}
		c := s[i]
		if c >= 0x80 && c < 0xa0 {
			b = append(b, "M-"...)
			c &= 0x7f
		}
		switch k := strings.IndexByte("\n\r\f\\\x00", c); {
		case k >= 0:
			b = append(b, '\\', `nrf\0`[k])
		case c < ' ' || c == 0x7f:
			b = append(b, '^', c^0x40)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}
