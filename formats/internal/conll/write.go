package conll

import (
	"bufio"
	"bytes"
	"slices"
	"strconv"
	"strings"

	"assay/treebank"
)

// Write writes a sentence: its comments, a line for each word, and an empty line.
func (layout *Layout) Write(w *bufio.Writer, sentence *treebank.Sentence) error {
	p := Printer{W: w, S: sentence}
	p.Comments()
	end := layout.Max
	if layout.Rest > 0 {
		end = layout.Rest
	}
	for i := range sentence.Tokens {
		p.First(int32(i) + 1)
		for column := 1; column < end; column++ {
			p.column(layout, int32(i), column)
		}
		if rest := sentence.FindAttr(int32(i), restKey); rest != nil && layout.Rest > 0 {
			w.WriteByte('\t')
			w.Write(rest)
		} else if layout.Unset != "" {
			w.WriteString("\t" + layout.Unset)
		}
		w.WriteByte('\n')
	}
	return w.WriteByte('\n')
}

// column writes a column of token i.
func (p *Printer) column(layout *Layout, i int32, column int) {
	token, morph := &p.S.Tokens[i], p.MorphOf(i)
	switch column {
	case 0:
		p.Field(nil)
	case layout.Form:
		p.Span(token.Form)
	case layout.Lemma:
		p.Span(morph.Lemma)
	case layout.Tag:
		p.Symbol(token.Tag)
	case layout.Fine:
		p.Symbol(morph.Fine)
	case layout.Feats:
		p.Symbol(morph.Feats)
	case layout.Head:
		head, _ := p.S.HeadOf(i)
		p.Head(head)
	case layout.Relation:
		_, relation := p.S.HeadOf(i)
		p.Symbol(relation)
	default:
		k := layout.Kept[slices.IndexFunc(layout.Kept, func(k Kept) bool { return k.Column == column })]
		if value := p.S.FindAttr(i, k.Key); value != nil {
			p.W.WriteByte('\t')
			p.W.Write(value)
		} else {
			p.column(layout, i, k.Like)
		}
	}
}

// A Printer writes one sentence. Each method but Comments, First and Text writes a tab first.
type Printer struct {
	W *bufio.Writer
	S *treebank.Sentence
	// Returns says that carriage returns stay. Columns and lines hold none else, and never line feeds.
	Returns bool
	num     [24]byte
}

// Comments writes the comments and, if there are any, also sent_id and newdoc if
// S has them and no comment gives them. A sentence without comments gets none: the
// scorers of these formats take every line for a word.
func (p *Printer) Comments() {
	if len(p.S.Comments) > 0 {
		p.Names()
	}
	for _, c := range p.S.Comments {
		line := p.S.Bytes(c)
		if len(line) == 0 || line[0] != '#' {
			p.W.WriteString("# ")
		}
		p.text(line, '\n')
		p.W.WriteByte('\n')
	}
}

// Names writes newdoc and sent_id if S has them and none of its comments gives them.
func (p *Printer) Names() {
	named, doc := false, false
	for _, c := range p.S.Comments {
		if line := p.S.Bytes(c); len(line) > 0 && line[0] == '#' {
			_, ok := Comment(line, "sent_id")
			named = named || ok
			doc = doc || bytes.HasPrefix(bytes.TrimLeft(line[1:], " \t"), []byte("newdoc"))
		}
	}
	name := func(lead, between string, value treebank.Span) {
		p.W.WriteString(lead)
		if value.Len > 0 {
			p.W.WriteString(between)
			p.text(p.S.Bytes(value), '\t')
		}
		p.W.WriteByte('\n')
	}
	if p.S.NewDoc && !doc {
		name("# newdoc", " id = ", p.S.Doc)
	}
	if p.S.ID.Len > 0 && !named {
		name("# sent_id", " = ", p.S.ID)
	}
}

// text writes b with blanks in place of line ends and of other, which columns or lines cannot hold.
func (p *Printer) text(b []byte, other byte) {
	end := byte('\r')
	if p.Returns {
		end = '\n'
	}
	if bytes.IndexByte(b, '\n') < 0 && bytes.IndexByte(b, other) < 0 && bytes.IndexByte(b, end) < 0 {
		p.W.Write(b)
		return
	}
	for _, c := range b {
		if c == '\n' || c == other || c == end {
			c = ' '
		}
		p.W.WriteByte(c)
	}
}

// First writes the first column, an id from 1.
func (p *Printer) First(id int32) { p.W.Write(strconv.AppendInt(p.num[:0], int64(id), 10)) }

// Field writes a column, _ if it is unset.
func (p *Printer) Field(b []byte) {
	p.W.WriteByte('\t')
	p.Text(b)
}

// Text writes b as a part of a column, _ if it is empty.
func (p *Printer) Text(b []byte) {
	if len(b) == 0 {
		p.W.WriteByte('_')
		return
	}
	p.text(b, '\t')
}

// Span writes a column that is a span of the text.
func (p *Printer) Span(sp treebank.Span) { p.Field(p.S.Bytes(sp)) }

// Symbol writes a column that is a symbol.
func (p *Printer) Symbol(y treebank.Symbol) {
	name := p.S.Name(y)
	if name == "" || strings.ContainsAny(name, "\t\n\r") {
		p.Field([]byte(name))
		return
	}
	p.W.WriteByte('\t')
	p.W.WriteString(name)
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

// MorphOf returns the Morph of token i.
func (p *Printer) MorphOf(i int32) treebank.Morph {
	if int(i) < len(p.S.Morph) {
		return p.S.Morph[i]
	}
	return treebank.Morph{}
}
