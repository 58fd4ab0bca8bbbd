// Package chunking reads label sequences such as B-NP I-NP O: where chunks begin
// and end, and which labels a scheme allows.
//
// Begins and Ends are the rules of conlleval (Tjong Kim Sang & Buchholz 2000;
// conlleval.py, spyysalo 6a21dde), which find chunks in any sequence of the
// schemes IOB1, IOB2 and IOBES; Cut reads L and U of BILOU as E and S, which
// conlleval and seqeval do not. Strict is
// the mode strict of seqeval (cd01b52): only chunks that are right for the scheme.
package chunking

import (
	"bytes"

	"assay/treebank"
)

// Key is the key of the Attrs that hold the label of a token as written.
const Key = "chunk"

// A Scheme is a way to write chunks as labels.
type Scheme uint8

// The schemes.
const (
	Auto  Scheme = iota // the scheme is guessed from the labels of the file
	IOB1                // I; B only for a chunk that follows another of its type
	IOB2                // B first, then I
	IOBES               // B, I, E; S for a chunk of one word
	BILOU               // B, I, L; U for a chunk of one word
	IOE1                // I; E only for a chunk that another of its type follows
	IOE2                // I, then E last
)

// String returns the word that options and signatures use.
func (s Scheme) String() string {
	return [...]string{"auto", "iob1", "iob2", "iobes", "bilou", "ioe1", "ioe2"}[s]
}

// Schemes divides the dialect of a file of labels: the remainder is the Scheme of
// the file.
const Schemes = 8

// SchemeOf returns the scheme of the file that s was read from, Auto if s has no
// labels.
func SchemeOf(s *treebank.Sentence) Scheme {
	for i := range s.Attrs {
		if s.Name(s.Attrs[i].Key) == Key {
			return Scheme(s.Dialect % Schemes)
		}
	}
	return Auto
}

// Cut splits a label at its first hyphen. It returns the first letter of the
// prefix, 0 if no scheme has that prefix.
func Cut(label []byte) (prefix byte, kind []byte) {
	head, kind, _ := bytes.Cut(label, []byte("-"))
	if len(head) != 1 {
		return 0, kind
	}
	return known(head[0]), kind
}

func known(prefix byte) byte {
	switch prefix {
	case 'L':
		return 'E'
	case 'U':
		return 'S'
	case 'B', 'I', 'O', 'E', 'S', '.', '[', ']':
		return prefix
	}
	return 0
}

// Ends reports whether a chunk ends between two labels, by their prefixes; same
// is whether both have the same type.
func Ends(before, now byte, same bool) bool {
	switch before {
	case 'E', 'S', '[', ']':
		return true
	case 'B', 'I':
		if now == 'B' || now == 'S' || now == 'O' {
			return true
		}
	}
	return before != 'O' && before != '.' && !same
}

// Begins reports whether a chunk begins at a label.
func Begins(before, now byte, same bool) bool {
	switch now {
	case 'B', 'S', '[', ']':
		return true
	case 'E', 'I':
		if before == 'E' || before == 'S' || before == 'O' {
			return true
		}
	}
	return now != 'O' && now != '.' && !same
}

// Guess returns the likely scheme of a column of labels. Empty labels end a
// sentence. Between IOB1 and IOB2 it takes the one in which more chunks are valid, and so
// between IOE1 and IOE2.
func Guess(labels [][]byte) Scheme {
	has := [256]bool{} // first letters
	one, two := 0, 0   // chunks that only one of the two schemes allows to begin so
	ended, open := 0, 0
	before, beforeKind := byte('O'), []byte(nil)
	for _, label := range labels {
		prefix, kind := Cut(label)
		if len(label) == 0 {
			prefix = 'O'
		} else {
			has[label[0]] = has[label[0]] || prefix != 0
		}
		if same := bytes.Equal(kind, beforeKind); before == 'O' || !same {
			switch prefix {
			case 'B':
				two++
			case 'I':
				one++
			}
		}
		if same := bytes.Equal(kind, beforeKind); prefix == 'O' || !same {
			switch before {
			case 'E':
				ended++
			case 'I':
				open++
			}
		}
		before, beforeKind = prefix, kind
	}
	b, i, l, s := has['B'], has['I'], has['L'] || has['U'], has['S']
	switch {
	case l && (b || i) || l && !has['E'] && !s:
		return BILOU
	case has['E'] && i && !b && !s && open > ended:
		return IOE1
	case has['E'] && i && !b && !s:
		return IOE2
	case has['E'] || s:
		return IOBES
	case one > two:
		return IOB1
	}
	return IOB2
}

// Label writes the label of a word of a chunk in IOB2: B if it is the first.
func Label(dst []byte, first bool, kind string) []byte {
	if first {
		dst = append(dst, 'B')
	} else {
		dst = append(dst, 'I')
	}
	if kind != "" {
		dst = append(append(dst, '-'), kind...)
	}
	return dst
}

// Lowest reports for each phrase whether it is a chunk: its words are adjacent and
// it contains no phrase. It reuses dst.
func Lowest(dst []bool, sentence *treebank.Sentence) []bool {
	dst = dst[:0]
	for i := range sentence.Phrases {
		p := &sentence.Phrases[i]
		dst = append(dst, p.End > p.Begin)
	}
	for i := range sentence.Phrases {
		if up := sentence.Phrases[i].Parent; up >= 0 {
			dst[up] = false
		}
	}
	if sentence.Gaps {
		words := make([]int32, len(sentence.Phrases))
		for i := range sentence.Tokens {
			if up := sentence.Tokens[i].Parent; up >= 0 {
				words[up]++
			}
		}
		for i := range sentence.Phrases {
			dst[i] = dst[i] && words[i] == sentence.Phrases[i].End-sentence.Phrases[i].Begin
		}
	}
	return dst
}
