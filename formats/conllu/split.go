package conllu

import (
	"bytes"

	"assay/treebank"
)

// split finds a sentence: from its first comment or word to the empty line
// after it, which belongs to it if it is there. It looks only at the first byte of
// each line. If the empty line is missing, a word 1 after other words
// begins a sentence, so that the damage stays local.
//
// Comments without a word belong to the next sentence, unless they name a
// sentence: that sentence then has no analysis.
func split(data []byte, atEOF bool, dialect int32) treebank.Extent {
	eol := byte('\n')
	switch dialect {
	case loneCR:
		eol = '\r'
	case ranked:
		return splitRanked(data, atEOF)
	}
	start, lines, words := -1, false, false
	for i := 0; ; {
		n := bytes.IndexByte(data[i:], eol)
		if n < 0 && !atEOF {
			return ask(start, i)
		}
		if i == len(data) {
			return last(data, start, lines)
		}
		end := len(data)
		if n >= 0 {
			end = i + n + 1
		}
		switch c := data[i]; {
		case c > ' ' && c != '#': // a word
			if start < 0 {
				start = i
			}
			if words && c <= '1' && first(data[i:end]) {
				return treebank.Found(start, i, i)
			}
			lines, words = true, words || single(data[i:end])
		case c == '#':
			if start < 0 {
				start = i
			}
			if words {
				cut, known := restarts(data[i:], atEOF, eol)
				if !known {
					return ask(start, i)
				}
				if cut {
					return treebank.Found(start, i, i)
				}
			}
		case len(bytes.TrimSpace(data[i:end])) > 0: // a word line that begins with white space
			if start < 0 {
				start = i
			}
			lines = true
		case start >= 0 && (lines || named(data[start:i], eol)):
			return treebank.Found(start, end, end)
		}
		i = end
	}
}

// ask asks for more data; the bytes before i are one sentence or only white space.
func ask(start, i int) treebank.Extent {
	if start >= 0 {
		return treebank.Skip(0)
	}
	return treebank.Skip(i)
}

// last returns the sentence at the end of the file that has no empty line after it.
func last(data []byte, start int, lines bool) treebank.Extent {
	if start >= 0 && (lines || named(data[start:], '\n')) {
		return treebank.Found(start, len(data), len(data))
	}
	return treebank.Skip(len(data))
}

// first reports whether a line is the first, or may be the first, of the words of a
// sentence: 1, 1-2 or 0.1.
func first(line []byte) bool {
	if len(line) < 2 {
		return false
	}
	return line[0] == '1' && (line[1] == '\t' || line[1] == '-') || line[0] == '0' && line[1] == '.'
}

// single reports whether a line holds a single word, no range and no empty node.
func single(line []byte) bool {
	for _, c := range line {
		if c < '0' || c > '9' {
			return c == '\t'
		}
	}
	return false
}

// restarts reports whether a first word follows the comments at the start of data;
// known is false if it needs more data to decide.
func restarts(data []byte, atEOF bool, eol byte) (yes, known bool) {
	for i := 0; ; {
		n := bytes.IndexByte(data[i:], eol)
		if n < 0 {
			return first(data[i:]), atEOF
		}
		if data[i] != '#' {
			return first(data[i : i+n]), true
		}
		i += n + 1
	}
}

// named reports whether comments name a sentence.
func named(comments []byte, eol byte) bool {
	if !bytes.Contains(comments, []byte("sent_id")) {
		return false
	}
	if eol == '\r' {
		comments = bytes.ReplaceAll(comments, []byte("\r"), []byte("\n"))
	}
	return id(comments) != nil
}
