package conllu

import (
	"bufio"

	"assay/formats/internal/conll"
	"assay/treebank"
)

// write writes sentence: its comments, one line for each word, multiword token and
// empty node, and an empty line. A sentence with a name from another format gets
// sent_id and newdoc comments.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	p := printer{Printer: conll.Printer{W: w, S: sentence, Returns: true}}
	for _, a := range sentence.Attrs {
		if sentence.Name(a.Key) == "DEPS" {
			if p.deps == nil {
				p.deps = map[int32]treebank.Span{}
			}
			p.deps[a.Index] = a.Value
		}
	}
	if len(sentence.Comments) == 0 {
		p.Names()
	}
	p.Comments()
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
	conll.Printer
	empty    int                     // in s.Empties
	multi    int                     // in s.Ranges
	enhanced int                     // in s.Enhanced
	deps     map[int32]treebank.Span // malformed DEPS, by node
}

func (p *printer) word(i int32) {
	sentence := p.S
	morph := p.MorphOf(i)
	p.First(i + 1)
	p.columns(&sentence.Tokens[i], &morph)
	head, rel := sentence.HeadOf(i)
	p.Head(head)
	p.Symbol(rel)
	p.enhancements(i)
	p.Span(morph.Misc)
	p.W.WriteByte('\n')
}

func (p *printer) columns(t *treebank.Token, m *treebank.Morph) {
	p.Span(t.Form)
	p.Span(m.Lemma)
	p.Symbol(t.Tag)
	p.Symbol(m.Fine)
	p.Symbol(m.Feats)
}

// enhancements writes DEPS of the node with that index.
func (p *printer) enhancements(dep int32) {
	sentence := p.S
	if sp, ok := p.deps[dep]; ok {
		p.Span(sp)
		return
	}
	p.W.WriteByte('\t')
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
			p.W.WriteByte('|')
		}
		any = true
		p.node(arc.Head)
		p.W.WriteByte(':')
		p.Text([]byte(sentence.Name(arc.Rel)))
	}
	if !any {
		p.W.WriteByte('_')
	}
}

// node writes the id of a head.
func (p *printer) node(head int32) {
	n := int32(len(p.S.Tokens))
	if out, ok := treebank.OutsideNumber(head); ok {
		p.First(out)
	} else if head < n {
		p.First(head + 1)
	} else {
		p.emptyID(&p.S.Empties[head-n])
	}
}

func (p *printer) emptyID(e *treebank.Empty) {
	p.First(e.After)
	p.W.WriteByte('.')
	p.First(e.Minor)
}

// multiword writes the line of the multiword token that begins with word i.
func (p *printer) multiword(i int32) {
	sentence := p.S
	if p.multi == len(sentence.Ranges) || sentence.Ranges[p.multi].Begin != i {
		return
	}
	r := sentence.Ranges[p.multi]
	p.multi++
	p.First(r.Begin + 1)
	p.W.WriteByte('-')
	p.First(r.End)
	p.Span(r.Form)
	if r.Between.Len > 0 {
		p.W.WriteByte('\t')
		p.W.Write(sentence.Bytes(r.Between))
	} else {
		p.W.WriteString("\t_\t_\t_\t_\t_\t_\t_")
	}
	p.Span(r.Misc)
	p.W.WriteByte('\n')
}

// empties writes the empty nodes after the first n words.
func (p *printer) empties(n int32) {
	sentence := p.S
	for p.empty < len(sentence.Empties) && sentence.Empties[p.empty].After <= n {
		empty := &sentence.Empties[p.empty]
		at := p.enhanced
		p.emptyID(empty)
		p.columns(&empty.Token, &empty.Morph)
		p.W.WriteString("\t_\t_")
		p.enhancements(int32(len(sentence.Tokens) + p.empty))
		p.enhanced = at
		p.Span(empty.Morph.Misc)
		p.W.WriteByte('\n')
		p.empty++
	}
}
