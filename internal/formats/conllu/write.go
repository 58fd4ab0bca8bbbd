package conllu

import (
	"bufio"
	"bytes"
	"strconv"

	"assay/internal/formats/internal/conll"
	"assay/treebank"
)

// write writes sentence: its comments, one line for each word, multiword token and
// empty node, and an empty line. A sentence with a name from another format gets
// sent_id and newdoc comments.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	p := printer{w: w, s: sentence}
	for _, a := range sentence.Attrs {
		if sentence.Name(a.Key) == "DEPS" {
			if p.kept == nil {
				p.kept = map[int32]treebank.Span{}
			}
			p.kept[a.Index] = a.Value
		}
	}
	p.comments()
	for i := range sentence.Tokens {
		p.empties(int32(i))
		p.multiword(int32(i))
		p.word(int32(i))
	}
	p.empties(int32(len(sentence.Tokens)))
	return w.WriteByte('\n')
}

// A printer writes one sentence; the fields hold its progress.
type printer struct {
	w        *bufio.Writer
	s        *treebank.Sentence
	empty    int                     // in s.Empties
	multi    int                     // in s.Ranges
	enhanced int                     // in s.Enhanced
	kept     map[int32]treebank.Span // malformed DEPS, by node
	num      [24]byte
}

func (p *printer) comments() {
	s := p.s
	conll.Names(p.w, s)
	for _, c := range s.Comments {
		line := s.Bytes(c)
		if len(line) == 0 || line[0] != '#' {
			p.w.WriteString("# ")
		}
		for _, b := range line {
			if b == '\n' {
				b = ' '
			}
			p.w.WriteByte(b)
		}
		p.w.WriteByte('\n')
	}
}

// text writes b without line ends and tabs, which a line cannot hold.
func (p *printer) text(b []byte) {
	for _, c := range b {
		if c == '\t' || c == '\n' {
			c = ' '
		}
		p.w.WriteByte(c)
	}
}

// field writes a tab and a column, _ if it is unset.
func (p *printer) field(b []byte) {
	p.w.WriteByte('\t')
	p.first(b)
}

func (p *printer) first(b []byte) {
	switch {
	case len(b) == 0:
		p.w.WriteByte('_')
	case bytes.IndexByte(b, '\t') < 0 && bytes.IndexByte(b, '\n') < 0:
		p.w.Write(b)
	default:
		p.text(b)
	}
}

func (p *printer) symbol(y treebank.Symbol) {
	p.w.WriteByte('\t')
	if name := p.s.Name(y); name == "" {
		p.w.WriteByte('_')
	} else if bytes.ContainsAny([]byte(name), "\t\n") {
		p.text([]byte(name))
	} else {
		p.w.WriteString(name)
	}
}

func (p *printer) number(n int32) { p.w.Write(strconv.AppendInt(p.num[:0], int64(n), 10)) }

func (p *printer) word(i int32) {
	sentence := p.s
	token := &sentence.Tokens[i]
	var morph treebank.Morph
	if int(i) < len(sentence.Morph) {
		morph = sentence.Morph[i]
	}
	p.number(i + 1)
	p.columns(token, &morph)
	head, rel := sentence.HeadOf(i)
	p.w.WriteByte('\t')
	if out, ok := treebank.OutsideNumber(head); ok {
		p.number(out)
	} else if head <= treebank.Unknown {
		p.w.WriteByte('_')
	} else {
		p.number(head + 1)
	}
	p.symbol(rel)
	p.deps(i)
	p.field(sentence.Bytes(morph.Misc))
	p.w.WriteByte('\n')
}

func (p *printer) columns(t *treebank.Token, m *treebank.Morph) {
	p.field(p.s.Bytes(t.Form))
	p.field(p.s.Bytes(m.Lemma))
	p.symbol(t.Tag)
	p.symbol(m.Fine)
	p.symbol(m.Feats)
}

// deps writes DEPS of the node with that index.
func (p *printer) deps(dep int32) {
	sentence := p.s
	if sp, ok := p.kept[dep]; ok {
		p.field(sentence.Bytes(sp))
		return
	}
	p.w.WriteByte('\t')
	for p.enhanced < len(sentence.Enhanced) && sentence.Enhanced[p.enhanced].Dep < dep {
		p.enhanced++
	}
	any := false
	for k := p.enhanced; k < len(sentence.Enhanced) && sentence.Enhanced[k].Dep == dep; k++ {
		arc := sentence.Enhanced[k]
		if arc.Head == treebank.Unknown {
			continue
		}
		if any {
			p.w.WriteByte('|')
		}
		any = true
		p.node(arc.Head)
		p.w.WriteByte(':')
		p.first([]byte(sentence.Name(arc.Rel)))
	}
	if !any {
		p.w.WriteByte('_')
	}
}

// node writes the id of a head.
func (p *printer) node(head int32) {
	n := int32(len(p.s.Tokens))
	if out, ok := treebank.OutsideNumber(head); ok {
		p.number(out)
	} else if head < n {
		p.number(head + 1)
	} else {
		p.emptyID(&p.s.Empties[head-n])
	}
}

func (p *printer) emptyID(e *treebank.Empty) {
	p.number(e.After)
	p.w.WriteByte('.')
	p.number(e.Minor)
}

// multiword writes the line of the multiword token that begins with word i.
func (p *printer) multiword(i int32) {
	sentence := p.s
	if p.multi == len(sentence.Ranges) || sentence.Ranges[p.multi].Begin != i {
		return
	}
	r := sentence.Ranges[p.multi]
	p.multi++
	p.number(r.Begin + 1)
	p.w.WriteByte('-')
	p.number(r.End)
	p.field(sentence.Bytes(r.Form))
	if r.Between.Len > 0 {
		p.w.WriteByte('\t')
		p.w.Write(sentence.Bytes(r.Between))
	} else {
		p.w.WriteString("\t_\t_\t_\t_\t_\t_\t_")
	}
	p.field(sentence.Bytes(r.Misc))
	p.w.WriteByte('\n')
}

// empties writes the empty nodes after the first n words.
func (p *printer) empties(n int32) {
	sentence := p.s
	for p.empty < len(sentence.Empties) && sentence.Empties[p.empty].After <= n {
		empty := &sentence.Empties[p.empty]
		at := p.enhanced
		p.emptyID(empty)
		p.columns(&empty.Token, &empty.Morph)
		p.w.WriteString("\t_\t_")
		p.deps(int32(len(sentence.Tokens) + p.empty))
		p.enhanced = at
		p.field(sentence.Bytes(empty.Morph.Misc))
		p.w.WriteByte('\n')
		p.empty++
	}
}
