package validate

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"assay/formats/conllu"
	"assay/formats/corefud"
	"assay/report"
	"assay/treebank"
)

// udColumns are the columns of CoNLL-U.
var udColumns = [...]string{"ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"}

const (
	udForm, udLemma, udFeats, udMisc = 1, 2, 5, 9
)

// A udLine is a line of a sentence in CoNLL-U whose faults the reader passes over. The checks are those of
// level 1 of Universal Dependencies' validator (validate.py of the tools, release 2.17); the reader itself
// reports ids, ranges, the number of columns and misplaced comments.
type udLine struct {
	text    []byte // without its end
	offset  int    // in the text of the sentence
	columns [][]byte
}

// udLines checks the lines of a sentence, and reports each kind of fault at the first line that has it.
func udLines(piece *treebank.Piece, add func(*treebank.SyntaxError)) {
	reported := map[string]bool{}
	report := func(line *udLine, at int, want, found, hint string) {
		if reported[want] {
			return
		}
		reported[want] = true
		fault := treebank.At(piece.Text, line.offset+at, want, found)
		fault.File, fault.Hint = piece.File, hint
		fault.Line += int(piece.Line) - 1
		add(fault)
	}
	offset, pending := 0, []byte(nil) // pending is the id of a range line whose first word has not come
	for text := range bytes.Lines(piece.Text) {
		line := udLine{text: bytes.TrimRight(text, "\r\n"), offset: offset}
		offset += len(text)
		line.normal(report)
		if len(line.text) == 0 || line.text[0] == '#' {
			continue
		}
		line.columns = bytes.Split(line.text, []byte("\t"))
		if len(line.columns) != len(udColumns) {
			continue
		}
		line.whitespace(report)
		switch id := line.columns[0]; {
		case bytes.IndexByte(id, '-') >= 0:
			pending = id
			line.unsetRange(report)
		case bytes.IndexByte(id, '.') >= 0:
			if pending != nil {
				report(&line, 0, "an empty node before the range of a multiword token", string(id)+" after "+string(pending),
					"an empty node before the first word of a multiword token comes before the line of its range")
			}
		default:
			pending = nil
		}
	}
}

// A udReport takes a fault at a byte of a line.
type udReport = func(line *udLine, at int, want, found, hint string)

// normal reports text that is not in NFC.
func (l *udLine) normal(report udReport) {
	if norm.NFC.IsNormal(l.text) || !utf8.Valid(l.text) {
		return
	}
	at, composed := 0, norm.NFC.Bytes(l.text)
	for at < len(l.text) && at < len(composed) && l.text[at] == composed[at] {
		at++
	}
	for at > 0 && at < len(l.text) && !utf8.RuneStart(l.text[at]) {
		at--
	}
	character, _ := utf8.DecodeRune(l.text[at:])
	report(l, at, "Unicode in its composed form (NFC)", fmt.Sprintf("%U", character),
		"option prep=nfc composes words and lemmas; uconv -x nfc the file")
}

// whitespace reports white space where no column may have it. The reader reports empty columns and forms of
// white space.
func (l *udLine) whitespace(report udReport) {
	at := 0
	for i, value := range l.columns {
		name, here := udColumns[i], at
		at += len(value) + 1
		space := bytes.IndexFunc(value, unicode.IsSpace)
		switch {
		case space < 0, i == udForm && len(bytes.TrimSpace(value)) == 0: // the reader notes the second
		case i != udForm && i != udLemma && i != udMisc:
			report(l, here+space, "no white space in "+name, strconv.QuoteToASCII(string(value)), "")
		case i != udMisc && bytes.IndexByte(l.columns[0], '-') >= 0:
			report(l, here+space, "no white space in "+name+" of a multiword token", strconv.QuoteToASCII(string(value)), "")
		case len(bytes.TrimSpace(value)) < len(value):
			report(l, here, "no white space around "+name, strconv.QuoteToASCII(string(value)), "")
		case repeated(value):
			report(l, here+space, "one blank at a time in "+name, strconv.QuoteToASCII(string(value)), "")
		}
	}
}

// repeated reports whether two characters of white space follow each other in value.
func repeated(value []byte) bool {
	before := false
	for _, r := range string(value) {
		space := unicode.IsSpace(r)
		if space && before {
			return true
		}
		before = space
	}
	return false
}

// unsetRange reports columns of a multiword token that belong to its words. FEATS may say Typo=Yes.
func (l *udLine) unsetRange(report udReport) {
	at := 0
	for i, value := range l.columns {
		here := at
		at += len(value) + 1
		if i < udLemma || i == udMisc || string(value) == "_" || i == udFeats && string(value) == "Typo=Yes" {
			continue
		}
		report(l, here, "_ in "+udColumns[i]+" of a multiword token", fmt.Sprintf("%.40q", value), "")
	}
}

// universal reports whether files in the format are held to the rules of Universal Dependencies.
func (f *pass) universal() bool { return f.format == &conllu.Format || f.format == &corefud.Format }

// heads says whether the sentences of a file have heads.
type heads struct {
	headed, headless int    // sentences with a head, and those whose words have none
	place, name      string // of the first without
}

// sentenceUniversal checks what readers of CoNLL-U pass over. whole says that the reader could read the sentence.
func (f *pass) sentenceUniversal(s *treebank.Sentence, piece *treebank.Piece, whole bool, name string,
	add func(*treebank.SyntaxError)) {
	layout(s, piece, f.after, add)
	f.after = piece.Line + int32(bytes.Count(piece.Text, []byte("\n")))
	udLines(piece, add)
	if !whole || len(s.Arcs) == 0 {
		return
	}
	first, unknown := int32(-1), 0
	for i := range s.Arcs {
		if s.Arcs[i].Head == treebank.Unknown {
			if unknown++; unknown == 1 {
				first = s.Arcs[i].Dep
			}
		}
	}
	if unknown == 0 {
		f.heads.headed++
		return
	}
	line, col := s.Position(s.Tokens[first].Form)
	e := &treebank.SyntaxError{File: piece.File, Line: line, Col: col, Want: "the number of a word or 0 in HEAD",
		Found: fmt.Sprintf("none of word %d", first+1)}
	if unknown < len(s.Arcs) {
		f.heads.headed++
		add(e)
	} else if f.heads.headless++; f.heads.headless == 1 {
		f.heads.place, f.heads.name = e.Place(), name
	}
}

// endUniversal reports faults of a whole file in CoNLL-U.
func (f *pass) endUniversal() {
	fault := func(place, sentence, text, hint string) {
		f.flaw(place, sentence, text, hint)
		f.Bad = max(f.Bad, 1)
	}
	last := strconv.Itoa(f.number)
	if h := f.heads; h.headless > 0 && h.headed > 0 {
		fault(h.place, h.name, fmt.Sprintf("want a head of each word, found none in %s; the file has heads in %s",
			report.Plural(h.headless, f.format.Unit()), report.Plural(h.headed, f.format.Unit())), "")
	}
	if line := f.text.comment(); line > 0 {
		fault(fmt.Sprintf("%s:%d", f.name, line), last, "want a sentence after the comment, found the end of the file", "")
	}
	if line := f.text.returns; line > 0 {
		fault(fmt.Sprintf("%s:%d", f.name, line), "1", "want lines that end in a line feed (LF), found a carriage "+
			"return (CR)",
			"assay reads such files; UD's validator refuses them: dos2unix converts them")
	}
}

// layout reports faults that CoNLL-U forbids but readers ignore: more than one empty
// line between sentences, and ids of empty words that do not count from 1. The sentence
// may begin at line after at the latest.
func layout(sentence *treebank.Sentence, piece *treebank.Piece, after int32, add func(*treebank.SyntaxError)) {
	if piece.Line > after {
		add(&treebank.SyntaxError{File: piece.File, Line: int(after), Want: "a sentence",
			Found: report.Plural(int(piece.Line-after), "empty line") + " too many"})
	}
	last, minor := int32(-1), int32(0)
	for _, empty := range sentence.Empties {
		if empty.After != last {
			last, minor = empty.After, 0
		}
		if minor++; empty.Minor != minor {
			line, col := sentence.Position(empty.Token.Form)
			add(&treebank.SyntaxError{File: piece.File, Line: line, Col: col,
				Want: fmt.Sprintf("empty word %d.%d", empty.After, minor), Found: fmt.Sprintf("%d.%d", empty.After, empty.Minor)})
			minor = empty.Minor
		}
	}
}
