package treebank

import (
	"bytes"
	"iter"
)

// An Extent says where Format.Split found a sentence in its data. Use Found, Skip
// and FoundText to make one.
type Extent struct {
	Begin, End int  // the sentence is data[Begin:End]; it may be empty
	Next       int  // the next search begins here
	Found      bool // there is a sentence; otherwise Split needs more data
}

// Found is the extent of the sentence data[begin:end]; the search for the next
// sentence begins at next.
func Found(begin, end, next int) Extent { return Extent{begin, end, next, true} }

// Skip reports that the first n bytes hold no sentence, and that Split needs more
// data to find one after them. At the end of the file the Cutter drops n bytes;
// Skip(0) then ends the file.
func Skip(n int) Extent { return Extent{Next: n} }

// FoundText takes all of data, to the end of the file and without surrounding
// white space, as one sentence, if that is not empty.
func FoundText(data []byte) Extent {
	if e := Found(0, len(data), len(data)).Trim(data); e.Begin < e.End {
		return e
	}
	return Skip(len(data))
}

// SplitLine takes each line as a sentence, an empty one too.
func SplitLine(data []byte, atEOF bool, _ int32) Extent {
	line, next, ok := Line(data, 0, atEOF)
	if !ok {
		return Skip(0)
	}
	return Found(0, len(line), next).CutReturn(data)
}

// Line returns the line of data that begins at at, without its line feed, and where the next one begins. It reports
// false after the last line and, unless data ends the file, for a line without a line feed.
func Line(data []byte, at int, atEOF bool) (line []byte, next int, ok bool) {
	line = data[at:]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		return line[:n], at + n + 1, true
	}
	return line, len(data), atEOF && len(line) > 0
}

// EachLine yields the lines of text without their ends, each with its place.
func EachLine(text []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for at := 0; at < len(text); {
			line, next, _ := Line(text, at, true)
			if !yield(at, bytes.TrimRight(line, "\r")) {
				return
			}
			at = next
		}
	}
}

// Lines says which lines make a sentence of a format whose sentences end with an empty line.
type Lines struct {
	// Counts reports whether a line is part of the annotation; nil counts every line. Others, such as
	// comments, belong to the sentence after them.
	Counts func(line []byte) bool
	// Starts reports whether a line begins a sentence even if the empty line before it is missing; nil
	// is never.
	Starts func(line []byte) bool
	Each   bool // every line that counts ends a sentence
	Apart  bool // lines that do not count are no part of a sentence from which an empty line parts them
}

// SplitLines finds the lines up to an empty one.
func SplitLines(data []byte, atEOF bool, _ int32) Extent { return new(Lines).Split(data, atEOF) }

// Split finds the lines up to an empty one. The functions of l take lines without the white space around them.
func (l *Lines) Split(data []byte, atEOF bool) Extent {
	start, found := -1, false
	for i := 0; i < len(data); {
		line, end, ok := Line(data, i, atEOF)
		if !ok {
			if start < 0 {
				start = i
			}
			return Skip(start)
		}
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0 && found:
			return Found(start, i, end)
		case len(line) == 0 && l.Apart:
			start = -1
		case len(line) > 0:
			if found && l.Starts != nil && l.Starts(line) {
				return Found(start, i, i)
			}
			if start < 0 {
				start = i
			}
			found = found || l.Counts == nil || l.Counts(line)
			if found && l.Each {
				return Found(start, end, end)
			}
		}
		i = end
	}
	if !atEOF || !found {
		return Skip(0)
	}
	return Found(start, len(data), len(data))
}

// Trim returns e without the blanks, tabs and line ends around the sentence.
func (e Extent) Trim(data []byte) Extent {
	const blanks = " \t\r\n"
	e.End = e.Begin + len(bytes.TrimRight(data[e.Begin:e.End], blanks))
	e.Begin = e.End - len(bytes.TrimLeft(data[e.Begin:e.End], blanks))
	return e
}

// CutReturn returns e without a carriage return at the end of the sentence.
func (e Extent) CutReturn(data []byte) Extent {
	if e.End > e.Begin && data[e.End-1] == '\r' {
		e.End--
	}
	return e
}
