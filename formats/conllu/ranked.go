package conllu

import (
	"bytes"
	"math"
	"strconv"

	"assay/formats/internal/conll"
	"assay/treebank"
)

// rankOf returns the rank that a comment gives, 0 if it gives none.
func rankOf(line []byte) int {
	if len(line) == 0 || line[0] != '#' {
		return 0
	}
	value, ok := conll.Comment(line, "rank")
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(string(value))
	if err != nil {
		return 0
	}
	return n
}

// splitRanked finds a ranked list: the blocks up to the next one that has no rank above 1.
func splitRanked(data []byte, atEOF bool) treebank.Extent {
	e := split(data, atEOF, 0)
	for e.Found {
		further, known := continues(data[e.Next:], atEOF)
		if !known {
			return treebank.Skip(0)
		}
		if !further {
			break
		}
		next := split(data[e.Next:], atEOF, 0)
		if !next.Found {
			return treebank.Skip(0)
		}
		e.End, e.Next = e.Next+next.End, e.Next+next.Next
	}
	return e
}

// continues reports whether the block at the start of data has a rank above 1; known is false if it needs more data.
func continues(data []byte, atEOF bool) (yes, known bool) {
	for len(data) > 0 {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		if !whole && !atEOF {
			return false, false
		}
		switch line = bytes.TrimRight(line, "\r"); {
		case len(line) == 0:
		case line[0] != '#':
			return false, true
		case rankOf(line) > 0:
			return rankOf(line) > 1, true
		}
		data = rest
	}
	return false, atEOF
}

// reading returns the k-th block of a ranked list, and the number of blocks; 0 in a file without ranks.
func reading(text []byte, dialect int32, k int) (found []byte, n int) {
	if dialect != ranked {
		if k > 1 {
			return nil, 0
		}
		return text, 0
	}
	for at := 0; at < len(text); {
		e := split(text[at:], true, 0)
		if !e.Found {
			break
		}
		if n++; n == k {
			found = text[at+e.Begin : at+e.End]
		}
		at += e.Next
	}
	return found, n
}

// rank takes the comments of a ranked list from the sentence, which is one analysis of it: "# rank = 2" would
// not be true of a file that holds it alone.
func (r *reader) rank() {
	sentence := r.s
	kept := sentence.Comments[:0]
	for _, span := range sentence.Comments {
		line := sentence.Bytes(span)
		value, ok := conll.Comment(line, "prob")
		switch p, err := strconv.ParseFloat(string(value), 64); {
		case rankOf(line) > 0:
		case !ok:
			kept = append(kept, span)
		case err != nil || !(p > 0 && p <= 1):
			r.note(int(span.Off), "a probability above 0, up to 1", strconv.Quote(string(value)))
		default:
			sentence.Score = math.Log(p)
		}
	}
	sentence.Comments = kept
}
