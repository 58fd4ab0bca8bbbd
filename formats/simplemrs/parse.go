package simplemrs

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"

	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// parse reads one MRS and derives its graph.
func parse(s *treebank.Sentence, text []byte) error { return Read(s, 0, len(text)) }

// Read reads the MRS in sentence.Text from off to end into sentence.MRS and
// derives its graph. Other formats that hold SimpleMRS call it.
func Read(sentence *treebank.Sentence, off, end int) error {
	if like := sentence.Like; like != nil && same(like, sentence.Text[off:end]) {
		sentence.Adopt(like, uint32(off))
		if len(sentence.Tokens) == 0 {
			graph.Words(sentence)
		}
		return nil
	}
	notes := len(sentence.Notes)
	p := parser{s: sentence, m: sentence.NewMRS(), text: sentence.Text[:end], i: off}
	p.arg0, p.rstr = sentence.Syms.InternString("ARG0"), sentence.Syms.InternString("RSTR")
	p.lbl, p.carg = sentence.Syms.InternString("LBL"), sentence.Syms.InternString("CARG")
	if err := p.whole(); err != nil {
		return err
	}
	p.space()
	if p.i < len(p.text) && p.text[p.i] == '[' && p.text[off] == '[' {
		return treebank.At(p.text[off:], p.i-off, "the end of the MRS", "another one")
	}
	p.group()
	if len(sentence.Tokens) == 0 {
		graph.Words(sentence)
	}
	mrs.Derive(sentence, mrs.EDS)
	if !p.surface && len(sentence.Text) == end && len(sentence.Notes) == notes {
		p.m.Source = p.span(off, end)
	}
	return nil
}

// same reports whether the MRS of like was read from text, and left nothing elsewhere:
// neither a decoded string nor a fault nor the running text.
func same(like *treebank.Sentence, text []byte) bool {
	m := like.MRS
	return m != nil && m.Graph == uint8(mrs.EDS) && int(m.Source.Len) == len(text) &&
		bytes.Equal(like.Bytes(m.Source), text)
}

type parser struct {
	s          *treebank.Sentence
	m          *treebank.MRS
	text       []byte
	i          int
	arg0, rstr treebank.Symbol
	lbl, carg  treebank.Symbol
	surface    bool // the MRS gives the running text
	mixed      bool // the properties of some variable are not adjacent
}

func (p *parser) want(what string) error { return (&graph.Scanner{Text: p.text, At: p.i}).Want(what) }

// Kinds of bytes.
const (
	isSpace    = 1 << iota
	endFeature // ends the name of a feature
	endSymbol
	notPlain // in a predicate
)

// kinds holds the kinds of each byte.
var kinds = func() (out [256]uint8) {
	for c := range out {
		if graph.Blank(byte(c)) {
			out[c] = isSpace | endFeature | endSymbol
		}
	}
	for _, c := range []byte(`[]>"`) {
		out[c] |= endFeature | endSymbol
	}
	out['<'], out[':'] = endFeature, endFeature
	for c := range out {
		if c <= ' ' || c >= 'A' && c <= 'Z' || c >= 0x80 || c == '<' || c == '"' || c == '\'' {
			out[c] |= notPlain
		}
	}
	return out
}()

func (p *parser) space() {
	for p.i < len(p.text) && kinds[p.text[p.i]]&isSpace != 0 {
		p.i++
	}
}

// peek returns the next byte that is not white space, 0 at the end.
func (p *parser) peek() byte {
	i := p.i
	for ; i < len(p.text); i++ {
		if c := p.text[i]; kinds[c]&isSpace == 0 {
			p.i = i
			return c
		}
	}
	p.i = i
	return 0
}

func (p *parser) expect(c byte) error {
	if p.peek() != c {
		return p.want(string(c))
	}
	p.i++
	return nil
}

// whole reads [ lnk? "surface"? FEATURE: value ... ].
func (p *parser) whole() error {
	if err := p.expect('['); err != nil {
		return err
	}
	if p.peek() == '<' {
		if n := mrs.LnkLen(p.text[p.i:]); n > 0 {
			p.m.Lnk = p.span(p.i, p.i+n)
			p.i += n
		}
	}
	if p.peek() == '"' {
		sp, err := p.quoted()
		if err != nil {
			return err
		}
		p.surface = true
		if p.s.Input.Len == 0 {
			p.s.Input = sp
		}
	}
	for {
		if p.peek() == ']' {
			p.i++
			return nil
		}
		name, err := p.feature("a feature such as LTOP: or a closing ]")
		if err != nil {
			return err
		}
		switch string(mrs.Upper(name)) {
		case "LTOP", "TOP":
			p.m.Top, err = p.variable()
		case "INDEX":
			p.m.Index, err = p.variable()
		case "RELS":
			err = p.rels()
		case "HCONS":
			err = p.constraints(&p.m.HCons)
		case "ICONS":
			err = p.constraints(&p.m.ICons)
		default:
			p.i -= len(name) + 1
			err = p.want("LTOP:, TOP:, INDEX:, RELS:, HCONS: or ICONS:")
		}
		if err != nil {
			return err
		}
	}
}

func (p *parser) span(from, to int) treebank.Span {
	return treebank.Span{Off: uint32(from), Len: uint32(to - from)}
}

// feature reads a name and its colon.
func (p *parser) feature(what string) ([]byte, error) {
	p.space()
	at := p.i
	i := at
	for i < len(p.text) && kinds[p.text[i]]&endFeature == 0 {
		i++
	}
	if i == at || i == len(p.text) || p.text[i] != ':' {
		return nil, p.want(what)
	}
	p.i = i + 1
	return p.text[at:i], nil
}

// symbol reads up to white space or a bracket.
func (p *parser) symbol(what string) ([]byte, error) {
	p.space()
	at := p.i
	i := at
	for i < len(p.text) && kinds[p.text[i]]&endSymbol == 0 {
		i++
	}
	if p.i = i; i == at {
		return nil, p.want(what)
	}
	return p.text[at:i], nil
}

// word returns the key of the next word, for tables of treebank.Words, and its length,
// 0 if there are more than seven bytes before the next blank. The parser is where
// peek left it.
func (p *parser) word() (key uint64, length int) {
	const ones = 0x0101010101010101
	if len(p.text)-p.i < 8 {
		return 0, 0
	}
	word := binary.LittleEndian.Uint64(p.text[p.i:])
	diff := word ^ ones*' '
	zero := (diff - ones) &^ diff & (ones << 7) // the lowest bit set marks the first blank
	if zero == 0 {
		return 0, 0
	}
	shift := bits.TrailingZeros64(zero) &^ 7
	return word & (1<<shift<<8 - 1), shift / 8
}

// keep returns the key of the word that ends before p.i, 0 if word would not find it.
func (p *parser) keep(length int) uint64 {
	if length == 0 || length > 7 || p.i == len(p.text) || p.text[p.i] != ' ' {
		return 0
	}
	key := uint64(0)
	for i, c := range p.text[p.i-length : p.i+1] {
		key |= uint64(c) << (8 * i)
	}
	return key
}

// role reads the name of a role or property and its colon.
func (p *parser) role(what string) (treebank.Symbol, error) {
	p.space()
	if key, length := p.word(); length > 0 {
		if y, ok := p.s.Syms.Upper.Get(key); ok {
			p.i += length
			return y, nil
		}
	}
	name, err := p.feature(what)
	if err != nil {
		return 0, err
	}
	y := p.s.Syms.Intern(mrs.Upper(name))
	if key := p.keep(len(name) + 1); key != 0 {
		p.s.Syms.Upper.Put(key, y)
	}
	return y, nil
}

// lower reads a symbol in lower case.
func (p *parser) lower(what string) (treebank.Symbol, error) {
	p.space()
	if key, length := p.word(); length > 0 {
		if y, ok := p.s.Syms.Lower.Get(key); ok {
			p.i += length
			return y, nil
		}
	}
	name, err := p.symbol(what)
	if err != nil {
		return 0, err
	}
	y := p.s.Syms.Intern(mrs.Lower(name))
	if key := p.keep(len(name)); key != 0 {
		p.s.Syms.Lower.Put(key, y)
	}
	return y, nil
}

// variable reads a variable and the properties after it.
func (p *parser) variable() (int32, error) {
	name, err := p.lower("a variable")
	if err != nil {
		return -1, err
	}
	v := p.m.VarNamed(p.s.Syms, name)
	if p.peek() != '[' {
		return v, nil
	}
	p.i++
	if _, err = p.lower("the sort of a variable"); err != nil && p.peek() != ']' {
		return -1, err
	}
	for p.peek() != ']' {
		name, err := p.role("a property or a closing ]")
		if err != nil {
			return -1, err
		}
		var value treebank.Symbol
		if p.peek() == '"' {
			sp, err := p.quoted()
			if err != nil {
				return -1, err
			}
			value = p.s.Syms.Intern(mrs.Lower(p.s.Bytes(sp)))
		} else if value, err = p.lower("the value of a property"); err != nil {
			return -1, err
		}
		p.property(v, name, value)
	}
	p.i++
	return v, nil
}

// property adds a property of v; a property that v already has gets the new value.
func (p *parser) property(v int32, key, value treebank.Symbol) {
	ps := p.m.Props
	for i := len(ps) - 1; i >= 0 && (p.mixed || ps[i].Node == v); i-- {
		if ps[i].Node == v && ps[i].Key == key {
			ps[i].Value = value
			return
		}
	}
	if n := len(ps); n > 0 && ps[n-1].Node > v {
		p.mixed = true
	}
	p.m.Props = append(ps, treebank.Prop{Node: v, Key: key, Value: value})
}

// group sorts the properties by their variables.
func (p *parser) group() {
	if p.mixed {
		slices.SortStableFunc(p.m.Props, func(a, b treebank.Prop) int { return int(a.Node - b.Node) })
	}
}

func (p *parser) rels() error {
	if err := p.expect('<'); err != nil {
		return err
	}
	for p.peek() == '[' {
		p.i++
		if err := p.ep(); err != nil {
			return err
		}
	}
	return p.expect('>')
}

func (p *parser) ep() error {
	e := treebank.EP{Label: -1, ARG0: -1, From: -1, To: -1}
	if err := p.pred(&e); err != nil {
		return err
	}
	if p.peek() == '"' {
		var err error
		if e.Surface, err = p.quoted(); err != nil {
			return err
		}
	}
	e.First = int32(len(p.m.Args))
	for p.peek() != ']' {
		role, err := p.role("a role or a closing ]")
		if err != nil {
			return err
		}
		switch role {
		case p.lbl:
			e.Label, err = p.variable()
		case p.carg:
			e.HasCarg = true
			if p.peek() == '"' {
				e.Carg, err = p.quoted()
			} else {
				var b []byte
				b, err = p.symbol("a string")
				e.Carg = p.span(p.i-len(b), p.i)
			}
		default:
			var v int32
			if v, err = p.variable(); err == nil {
				p.arg(&e, role, v)
			}
		}
		if err != nil {
			return err
		}
	}
	p.i++
	e.Last = int32(len(p.m.Args))
	p.m.EPs = append(p.m.EPs, e)
	return nil
}

func (p *parser) arg(ep *treebank.EP, role treebank.Symbol, v int32) {
	switch role {
	case p.arg0:
		ep.ARG0 = v
	case p.rstr:
		ep.Quant = true
	}
	p.m.SetRole(ep.First, role, v)
}

// plainPred reads a predicate without quotes and capitals and its link to characters,
// as nearly all are: _dog_n_1<4:7>. It reports whether the next one is such.
func (p *parser) plainPred(ep *treebank.EP) bool {
	text, at := p.text, p.i
	i := at
	for i < len(text) && kinds[text[i]]&notPlain == 0 {
		i++
	}
	name := text[at:i]
	from, i := digits(text, i, '<')
	to, i := digits(text, i, ':')
	if len(name) == 0 || i+1 >= len(text) || text[i] != '>' || text[i+1] != ' ' {
		return false
	}
	ep.Lnk = p.span(at+len(name), i+1)
	ep.From, ep.To = from, to
	if n := len(name) - 4; n >= 0 && string(name[n:]) == "_rel" {
		name = name[:n]
	}
	ep.Pred = p.s.Syms.Intern(name)
	p.i = i + 1
	return true
}

// digits reads a number of at most nine digits after a character. The place is
// the end of text if there is none.
func digits(text []byte, i int, before byte) (n int32, end int) {
	if i >= len(text) || text[i] != before {
		return 0, len(text)
	}
	i++
	at := i
	for ; i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
		n = n*10 + int32(text[i]-'0')
	}
	if i == at || i > at+9 {
		return 0, len(text)
	}
	return n, i
}

// pred reads a predicate and its link.
func (p *parser) pred(ep *treebank.EP) error {
	c := p.peek()
	if p.plainPred(ep) {
		return nil
	}
	var pred []byte // without its quotes
	switch {
	case p.i == len(p.text):
		return p.want("a predicate")
	case c == '"':
		sp, err := p.quoted()
		if err != nil {
			return err
		}
		pred = p.s.Bytes(sp)
	default:
		if c == '\'' {
			p.i++
		}
		at := p.i
		for p.i < len(p.text) && !graph.Blank(p.text[p.i]) {
			if p.text[p.i] == '<' {
				if n := mrs.LnkLen(p.text[p.i:]); n > 0 && p.endsPred(p.i+n) {
					break
				}
			}
			p.i++
		}
		if p.i == at {
			return p.want("a predicate")
		}
		pred = p.text[at:p.i]
	}
	ep.Pred = p.s.Syms.Intern(mrs.NormalizePredicate(pred))
	if p.i < len(p.text) && p.peek() == '<' {
		if n := mrs.LnkLen(p.text[p.i:]); n > 0 {
			ep.Lnk = p.span(p.i, p.i+n)
			ep.From, ep.To = mrs.LnkSpan(p.text[p.i : p.i+n])
			p.i += n
		}
	}
	return nil
}

func (p *parser) endsPred(i int) bool {
	return i == len(p.text) || graph.Blank(p.text[i]) || p.text[i] == '"'
}

func (p *parser) constraints(list *[]treebank.Constraint) error {
	if err := p.expect('<'); err != nil {
		return err
	}
	for p.peek() != '>' {
		hi, err := p.variable()
		if err != nil {
			return err
		}
		rel, err := p.lower("a relation such as qeq")
		if err != nil {
			return err
		}
		lo, err := p.variable()
		if err != nil {
			return err
		}
		*list = append(*list, treebank.Constraint{Hi: hi, Lo: lo, Rel: rel})
	}
	p.i++
	return nil
}

// quoted reads a string in double quotes; a backslash makes the next character
// literal.
func (p *parser) quoted() (treebank.Span, error) {
	at := p.i + 1
	for i := at; i < len(p.text); i++ {
		switch p.text[i] {
		case '"':
			p.i = i + 1
			return p.span(at, i), nil
		case '\\':
			return p.escaped(at)
		}
	}
	return treebank.Span{}, p.want("a closing quote")
}

func (p *parser) escaped(at int) (treebank.Span, error) {
	var b []byte
	for i := at; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '"':
			p.i = i + 1
			return p.s.Add(b), nil
		case c == '\\' && i+1 < len(p.text):
			i++
			b = append(b, p.text[i])
		default:
			b = append(b, c)
		}
	}
	return treebank.Span{}, p.want("a closing quote")
}
