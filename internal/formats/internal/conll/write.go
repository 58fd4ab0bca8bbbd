package conll

import (
	"bufio"
	"bytes"
	"strconv"

	"assay/treebank"
)

// A Printer writes one sentence. Each method but First writes a tab first.
type Printer struct {
	W   *bufio.Writer
	S   *treebank.Sentence
	num [24]byte
}

// Comments writes the comments and, if there are any, also sent_id and newdoc if
// S has them and no comment gives them. A sentence without comments gets none: the
// scorers of these formats take every line for a word.
func (p *Printer) Comments() {
	sentence := p.S
	if len(sentence.Comments) == 0 {
		return
	}
	Names(p.W, sentence)
	for _, c := range sentence.Comments {
		line := sentence.Bytes(c)
		if len(line) == 0 || line[0] != '#' {
			p.W.WriteString("# ")
		}
		p.text(line)
		p.W.WriteByte('\n')
	}
}

func (p *Printer) text(b []byte) { text(p.W, b) }

// text writes b without line ends and tabs, which a line cannot hold.
func text(w *bufio.Writer, b []byte) {
	for _, c := range b {
		if c == '\t' || c == '\n' || c == '\r' {
			c = ' '
		}
		w.WriteByte(c)
	}
}

// Names writes newdoc and sent_id if sentence has them and none of its comments gives them.
func Names(w *bufio.Writer, sentence *treebank.Sentence) {
	named, doc := false, false
	for _, c := range sentence.Comments {
		if line := sentence.Bytes(c); len(line) > 0 && line[0] == '#' {
			_, ok := Comment(line, "sent_id")
			named = named || ok
			doc = doc || bytes.HasPrefix(bytes.TrimLeft(line[1:], " \t"), []byte("newdoc"))
		}
	}
	if sentence.NewDoc && !doc {
		w.WriteString("# newdoc")
		if sentence.Doc.Len > 0 {
			w.WriteString(" id = ")
			text(w, sentence.Bytes(sentence.Doc))
		}
		w.WriteByte('\n')
	}
	if sentence.ID.Len > 0 && !named {
		w.WriteString("# sent_id = ")
		text(w, sentence.Bytes(sentence.ID))
		w.WriteByte('\n')
	}
}

// First writes the first column, an id from 1.
func (p *Printer) First(id int32) { p.W.Write(strconv.AppendInt(p.num[:0], int64(id), 10)) }

// Field writes a column, _ if it is unset.
func (p *Printer) Field(b []byte) {
	p.W.WriteByte('\t')
	if len(b) == 0 {
		p.W.WriteByte('_')
		return
	}
	p.text(b)
}

// Span writes a column that is a span of the text.
func (p *Printer) Span(sp treebank.Span) { p.Field(p.S.Bytes(sp)) }

// Symbol writes a column that is a symbol.
func (p *Printer) Symbol(y treebank.Symbol) {
	p.W.WriteByte('\t')
	switch name := p.S.Name(y); name {
	case "":
		p.W.WriteByte('_')
	default:
		p.text([]byte(name))
	}
}

// Head writes the column HEAD.
func (p *Printer) Head(head int32) {
	p.W.WriteByte('\t')
	if out, ok := treebank.OutsideNumber(head); ok {
		p.First(out)
	} else if head <= treebank.Unknown {
		p.W.WriteByte('_')
	} else {
		p.First(head + 1)
	}
}

// Attr returns the value of the Attr of token i under key, nil if there is none.
func (p *Printer) Attr(i int32, key string) []byte {
	b, _ := p.kept(i, key)
	return b
}

// MorphOf returns the Morph of token i.
func (p *Printer) MorphOf(i int32) treebank.Morph {
	if int(i) < len(p.S.Morph) {
		return p.S.Morph[i]
	}
	return treebank.Morph{}
}

// Kept writes the value of the Attr of token i under key, column by column; if there
// is none it calls other.
func (p *Printer) Kept(i int32, key string, other func()) {
	if a, ok := p.kept(i, key); ok {
		p.W.WriteByte('\t')
		p.W.Write(a)
		return
	}
	other()
}

func (p *Printer) kept(i int32, key string) ([]byte, bool) {
	for _, a := range p.S.Attrs {
		if a.Index == i && p.S.Name(a.Key) == key {
			return p.S.Bytes(a.Value), true
		}
	}
	return nil, false
}
