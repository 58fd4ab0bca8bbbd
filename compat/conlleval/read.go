package conlleval

import (
	"bytes"
	"fmt"
)

// A file is read line by line.
type file struct {
	text  []byte
	at    int
	lines int // read so far
}

// next returns the next line with its line end.
func (f *file) next() (line []byte, ok bool) {
	if f.at >= len(f.text) {
		return nil, false
	}
	end := len(f.text)
	if i := bytes.IndexByte(f.text[f.at:], '\n'); i >= 0 {
		end = f.at + i + 1
	}
	line = f.text[f.at:end]
	f.at = end
	f.lines++
	return line, true
}

// sentence reads the next sentence of both files. The last call finds the end
// of both, after what may be a sentence without a blank line.
func (s *scorer) sentence() (eof, fatal bool) {
	s.gold, s.system = s.gold[:0], s.system[:0]
	for {
		g, hasG := s.goldFile.next()
		y, hasY := s.systemFile.next()
		s.line++
		switch {
		case !hasG && !hasY:
			return true, false
		case hasG && !hasY:
			if s.lenient && (blank(g)) {
				fmt.Fprintf(s.errs, "Warning: ignoring missing blank line at the end of %s.\n", s.opt.system)
				continue
			}
			return false, s.mismatch("", string(g), "past end of file\n")
		case !hasG && hasY:
			if s.lenient && blank(y) {
				fmt.Fprintf(s.errs, "Warning: ignoring extra blank line at the end of %s.\n", s.opt.system)
				continue
			}
			return false, s.mismatch("", "past end of file\n", string(y))
		}
		switch end := blank(g); {
		case end != blank(y):
			return false, s.mismatch(s.opt.system, string(g), string(y))
		case end:
			return false, false
		}
		word, pos, head, dep := fields(g)
		s.gold = append(s.gold, token{word, symbol(&s.names, pos), symbol(&s.heads, head), symbol(&s.deps, dep)})
		_, _, head, dep = fields(y)
		s.system = append(s.system, token{head: symbol(&s.heads, head), dep: symbol(&s.deps, dep)})
	}
}

// mismatch reports lines that do not go together.
func (s *scorer) mismatch(file, g, y string) bool {
	switch {
	case !s.lenient:
		fmt.Fprintf(s.errs, "line mismatch, line %d:\n", s.line)
	case file != "":
		fmt.Fprintf(s.errs, "Fatal: line mismatch, line %d, file %s:\n", s.line, file)
	default:
		fmt.Fprintf(s.errs, "Fatal: line mismatch, line %d:\n", s.line)
	}
	fmt.Fprintf(s.errs, " gold: %s", g)
	fmt.Fprintf(s.errs, " sys : %s", y)
	return true
}

// notNumeric warns, as Perl does, of a head that is no number.
func (s *scorer) notNumeric(arg, operation string, line int) {
	if len(arg) > 56 {
		arg = arg[:56] + "\"..."
	} else {
		arg += `"`
	}
	fmt.Fprintf(s.errs, "Argument \"%s isn't numeric in %s at %s line %d, <SYS> line %d.\n",
		arg, operation, s.script, line, s.systemFile.lines)
}
