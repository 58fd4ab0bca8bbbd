package xiao

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/formats/internal/conll"
	"assay/formats/internal/notation"
	"assay/treebank"
)

// A printer writes one sentence.
type printer struct {
	conll.Printer
	buf []byte
}

const special = "()'"

// atom writes b so that it is read as an atom and nothing else.
func (p *printer) atom(b []byte) {
	if len(b) == 0 {
		p.W.WriteByte('_')
		return
	}
	if _, _, mark := notation.Mark(b); mark || len(b) == 1 && (b[0] == '*' || b[0] == '?' || b[0] == '_') || b[0] == '#' {
		p.W.WriteByte('\\')
	}
	p.buf = notation.Escape(p.buf[:0], b, special)
	p.W.Write(p.buf)
}

func (p *printer) quoted(b []byte) {
	if len(b) == 0 {
		p.W.WriteByte('_')
		return
	}
	p.buf = notation.Escape(p.buf[:0], b, special)
	p.W.WriteByte('\'')
	p.W.Write(p.buf)
	p.W.WriteByte('\'')
}

// readings writes the readings of a forest that records them.
func (p *printer) readings() {
	readings := treebank.ReadingsOf(p.S)
	weighted := slices.ContainsFunc(readings, func(r treebank.Reading) bool { return r.P != readings[0].P })
	for _, r := range readings {
		p.W.WriteString("# reading")
		if weighted {
			p.W.WriteByte(' ')
			p.W.WriteString(strconv.FormatFloat(r.P, 'g', 6, 64))
		}
		p.W.WriteString(" =")
		for _, link := range r.Links {
			p.W.WriteByte(' ')
			p.W.WriteString(strconv.Itoa(int(link) + 1))
		}
		p.W.WriteByte('\n')
	}
}

// A further is a sense after the first.
type further struct {
	from      int // links before it
	root, cat string
}

func (p *printer) senses(i int32) (out []further) {
	for _, a := range p.S.Attrs {
		if a.Index == i && p.S.Name(a.Key) == treebank.SenseKey {
			f := strings.Split(p.S.Str(a.Value), "\t")
			if n, err := strconv.Atoi(f[0]); err == nil && len(f) == 3 {
				out = append(out, further{n, f[1], f[2]})
			}
		}
	}
	return out
}

// headCat returns the category by which link k of word i names its head.
func (p *printer) headCat(i int32, k int, head int32) string {
	for _, a := range p.S.Attrs {
		if a.Index == i && p.S.Name(a.Key) == headKey {
			if num, cat, ok := strings.Cut(p.S.Str(a.Value), "\t"); ok && num == strconv.Itoa(k) {
				return cat
			}
		}
	}
	return p.S.Name(p.S.Tokens[head].Tag)
}

// slot writes word i with its senses and links. A word with one sense and one link
// is written on one line, as in the tables of chapter 3.
func (p *printer) slot(i int32) error {
	sentence := p.S
	if sentence.Tokens[i].Form.Len == 0 {
		return fmt.Errorf("xiao: word %d is empty", i+1)
	}
	arcs, senses := sentence.ArcsOf(i), p.senses(i)
	p.W.WriteByte('(')
	p.atom(sentence.Word(i))
	p.W.WriteString(" (")
	p.quoted(sentence.Bytes(p.MorphOf(i).Lemma))
	p.W.WriteByte(' ')
	p.atom([]byte(sentence.Name(sentence.Tokens[i].Tag)))
	if len(arcs) == 0 {
		p.W.WriteString(" (?)")
	}
	for k := 0; k <= len(arcs); k++ {
		for len(senses) > 0 && (senses[0].from <= k || k == len(arcs)) {
			p.W.WriteString(")\n  (")
			p.quoted([]byte(senses[0].root))
			p.W.WriteByte(' ')
			p.atom([]byte(senses[0].cat))
			senses = senses[1:]
		}
		if k < len(arcs) {
			if err := p.link(i, k, arcs[k]); err != nil {
				return err
			}
		}
	}
	p.W.WriteString("))\n")
	return nil
}

func (p *printer) link(i int32, k int, arc treebank.Arc) error {
	p.W.WriteString(" (")
	switch {
	case arc.Head == treebank.Root:
		p.W.WriteByte('*')
	case arc.Head == i:
		return fmt.Errorf("xiao: word %d is its own head, which the notation cannot express", i+1)
	case arc.Head < 0:
		p.W.WriteByte('?')
	default:
		p.atom(p.S.Word(arc.Head))
		p.W.WriteByte(' ')
		p.atom([]byte(p.headCat(i, k, arc.Head)))
		p.W.WriteByte(' ')
		p.W.Write(notation.Position(nil, p.S, i, arc.Head, true))
	}
	if arc.Rel != 0 {
		p.W.WriteByte(' ')
		p.atom([]byte(p.S.Name(arc.Rel)))
	}
	p.W.WriteByte(')')
	return nil
}
