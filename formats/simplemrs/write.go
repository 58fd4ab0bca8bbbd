package simplemrs

import (
	"bufio"
	"errors"
	"slices"
	"strings"

	"assay/graph/mrs"
	"assay/treebank"
)

// ErrNoMRS reports that a sentence has no MRS to write.
var ErrNoMRS = errors.New("the sentence has only a graph, from which no MRS can be derived")

// write writes an MRS on one line, as PyDelphin does.
func write(w *bufio.Writer, s *treebank.Sentence) error {
	if s.MRS == nil {
		return ErrNoMRS
	}
	Encode(w, s)
	return w.WriteByte('\n')
}

// Encode writes the MRS of sentence on one line, without the newline.
func Encode(w *bufio.Writer, sentence *treebank.Sentence) {
	structure := sentence.MRS
	p := printer{w: w, s: sentence, m: structure, done: make([]bool, len(structure.Vars))}
	w.WriteByte('[')
	if structure.Lnk.Len > 0 {
		p.word(sentence.Str(structure.Lnk))
	}
	if sentence.Input.Len > 0 {
		w.WriteByte(' ')
		p.quote(sentence.Bytes(sentence.Input))
	}
	if structure.Top >= 0 {
		p.word("TOP: " + p.name(structure.Top))
	}
	if structure.Index >= 0 {
		w.WriteString(" INDEX:")
		p.variable(structure.Index)
	}
	if len(structure.EPs) > 0 {
		w.WriteString(" RELS: <")
		for i := range structure.EPs {
			p.ep(&structure.EPs[i])
		}
		w.WriteString(" >")
	}
	p.constraints(" HCONS: <", structure.HCons)
	p.constraints(" ICONS: <", structure.ICons)
	w.WriteString(" ]")
}

type printer struct {
	w    *bufio.Writer
	s    *treebank.Sentence
	m    *treebank.MRS
	done []bool // variables whose properties are written
}

func (p *printer) word(s string) {
	p.w.WriteByte(' ')
	p.w.WriteString(s)
}

func (p *printer) name(v int32) string { return p.s.Name(p.m.Vars[v].Name) }

func (p *printer) quote(b []byte) {
	p.w.WriteByte('"')
	for _, c := range b {
		if c == '"' || c == '\\' {
			p.w.WriteByte('\\')
		}
		p.w.WriteByte(c)
	}
	p.w.WriteByte('"')
}

func (p *printer) variable(v int32) {
	p.word(p.name(v))
	props := p.m.VarProps(v)
	if p.done[v] || len(props) == 0 {
		return
	}
	p.done[v] = true
	props = slices.Clone(props)
	slices.SortFunc(props, func(a, b treebank.Prop) int { return mrs.CompareProps(p.s.Name(a.Key), p.s.Name(b.Key)) })
	sort := p.s.Name(p.m.Vars[v].Sort)
	if sort == "" {
		sort = "u"
	}
	p.word("[ " + sort)
	for _, q := range props {
		p.word(p.s.Name(q.Key) + ": ")
		if value := p.s.Name(q.Value); value == "" || strings.ContainsAny(value, " \t\r\n\v\f[]<>\"\\") {
			p.quote([]byte(value))
		} else {
			p.w.WriteString(value)
		}
	}
	p.w.WriteString(" ]")
}

func (p *printer) ep(ep *treebank.EP) {
	p.w.WriteString(" [ ")
	switch pred := p.s.Name(ep.Pred); {
	case strings.HasSuffix(pred, "_rel"): // reading takes one away
		p.quote([]byte(pred + "_rel"))
	case pred == "" || strings.ContainsAny(pred, " \t\r\n\v\f\"':<>[]\\"):
		p.quote([]byte(pred))
	default:
		p.w.WriteString(pred)
	}
	p.w.Write(p.s.Bytes(ep.Lnk))
	if ep.Surface.Len > 0 {
		p.w.WriteByte(' ')
		p.quote(p.s.Bytes(ep.Surface))
	}
	if ep.Label >= 0 {
		p.word("LBL: " + p.name(ep.Label))
	}
	args := slices.Clone(p.m.Args[ep.First:ep.Last])
	slices.SortStableFunc(args, func(a, b treebank.Arg) int {
		return mrs.CompareRoles(p.s.Name(a.Role),
			p.s.Name(b.Role))
	})
	carg := ep.HasCarg
	for _, arg := range args {
		role := p.s.Name(arg.Role)
		if carg && mrs.CompareRoles("CARG", role) < 0 {
			carg = false
			p.carg(ep)
		}
		p.word(role + ":")
		p.variable(arg.Value)
	}
	if carg {
		p.carg(ep)
	}
	p.w.WriteString(" ]")
}

func (p *printer) carg(e *treebank.EP) {
	p.w.WriteString(" CARG: ")
	p.quote(p.s.Bytes(e.Carg))
}

func (p *printer) constraints(open string, list []treebank.Constraint) {
	if len(list) == 0 {
		return
	}
	p.w.WriteString(open)
	for _, c := range list {
		p.variable(c.Hi)
		p.word(p.s.Name(c.Rel))
		p.variable(c.Lo)
	}
	p.w.WriteString(" >")
}
