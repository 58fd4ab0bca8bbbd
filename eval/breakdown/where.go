package breakdown

import (
	"strings"

	"assay/eval"
	"assay/eval/condition"
	"assay/internal/nearest"
	"assay/internal/settings"
)

// A Where is a condition on keys, as in
//
//	deprel=nsubj
//	tag=N*|PROPN and length>40
//	not (direction=left or distance>=7), (head (cat V*))
//
// A comparison is a key, an operator (= != < <= > >=) and a value: a glob, a
// "literal" or a /regular expression/, or several of them separated by |; < and >
// need a number. A comma means and; and binds more tightly than or. Xiao's conditions
// may occur among the comparisons, in parentheses. Numbers are compared one by one,
// not in groups.
//
// As with Xiao's conditions, an item is selected if its gold or its system side
// satisfies the whole condition. After "gold:" or "system:" only that side counts:
//
//	gold: deprel=obl
//
// selects the same items of gold for every system, and "system: deprel=obl" the items that the
// system calls so. A Where is an eval.Selection.
type Where struct {
	root *clause
	text string
	side side
}

// A side is the side of an item that a condition is about.
type side uint8

const (
	eitherSide side = iota
	goldSide
	systemSide
)

// String returns the condition as it was written.
func (w *Where) String() string { return w.text }

// A clause is a comparison, a condition of Xiao's, or several clauses joined by an
// operator.
type clause struct {
	kind clauseKind
	kids []*clause
	expr *condition.Expr
	key  *key
	op   string
	pats []*condition.Pattern
	num  float64
}

type clauseKind uint8

const (
	compare clauseKind = iota
	xiao
	and
	or
	not
)

// Where reads a condition of --where: one of Xiao's, which is a
// *condition.Expr, or a *Where. Errors are *condition.Error or *NoTrainError.
func (c Config) Where(text string) (eval.Selection, error) {
	p := whereParser{config: c, text: text}
	side := p.side()
	if t := strings.TrimSpace(text); side == eitherSide && (t == "t" || t == "" || t[0] == ';' ||
		t[0] == '(' && p.isXiao(strings.IndexByte(text, '('))) {
		e, end, err := condition.ParseAt(text, 0, condition.All)
		if p.at = end; err != nil {
			return nil, err
		}
		if !p.more() {
			return e, nil
		}
		p.at = 0
	}
	root, err := p.either()
	if err != nil {
		return nil, err
	}
	if p.more() {
		return nil, p.fail(p.at, "and, or, a comma or the end", p.here(), "")
	}
	return &Where{root, strings.Join(strings.Fields(text), " "), side}, nil
}

// SideOf returns the side that a condition names, "gold", "system" or "" for none, and the condition
// without it.
func SideOf(text string) (side, rest string) {
	p := whereParser{text: text}
	return [...]string{"", "gold", "system"}[p.side()], strings.TrimSpace(text[p.at:])
}

// side reads the name of a side and a colon.
func (p *whereParser) side() side {
	for i, name := range []string{goldSide: "gold", systemSide: "system"} {
		after := *p
		if name != "" && after.take(name) && after.more() && after.text[after.at] == ':' {
			p.at = after.at + 1
			return side(i)
		}
	}
	return eitherSide
}

// Conditions returns Xiao's conditions in w, and Xiao's equivalents of its
// comparisons with labels and tags.
func (w *Where) Conditions() []*condition.Expr { return w.root.conditions(nil) }

func (c *clause) conditions(out []*condition.Expr) []*condition.Expr {
	if c.kind == xiao {
		return append(out, c.expr)
	}
	for _, k := range c.kids {
		if c.kind != not {
			out = k.conditions(out)
		}
	}
	if c.kind != compare || c.op != "=" {
		return out
	}
	name, ok := map[string]string{"deprel": "type", "tag": "cat", "xpos": "xpos", "label": "label"}[c.key.d.Name]
	if !ok {
		return out
	}
	for _, p := range c.pats {
		if e, err := condition.ParseExpr("("+name+" "+p.String()+")", condition.All); err == nil {
			out = append(out, e)
		}
	}
	return out
}

// NewFilter returns a filter of items for one goroutine.
func (w *Where) NewFilter() eval.Filter {
	f := &filter{w: w}
	f.collect(w.root)
	return f
}

type filter struct {
	w        *Where
	matchers map[*clause]*condition.Matcher
	buf      []byte
}

func (f *filter) collect(c *clause) {
	if c.kind == xiao {
		if f.matchers == nil {
			f.matchers = map[*clause]*condition.Matcher{}
		}
		f.matchers[c] = c.expr.NewMatcher()
	}
	for _, k := range c.kids {
		f.collect(k)
	}
}

// Match reports whether a side of an item that the condition is about satisfies it.
func (f *filter) Match(p *eval.Pair, it *eval.Item) bool {
	return f.w.side != systemSide && it.Gold.Kind != eval.None && f.holds(f.w.root, p, it, false) ||
		f.w.side != goldSide && it.System.Kind != eval.None && f.holds(f.w.root, p, it, true)
}

// BySystemAlone implements eval.SidedFilter.
func (f *filter) BySystemAlone(p *eval.Pair, it *eval.Item) bool {
	return f.w.side == eitherSide && it.Gold.Kind != eval.None && it.System.Kind != eval.None &&
		!f.holds(f.w.root, p, it, false)
}

func (f *filter) holds(clause *clause, pair *eval.Pair, it *eval.Item, system bool) bool {
	switch clause.kind {
	case not:
		return !f.holds(clause.kids[0], pair, it, system)
	case and, or:
		for _, k := range clause.kids {
			if f.holds(k, pair, it, system) == (clause.kind == or) {
				return clause.kind == or
			}
		}
		return clause.kind == and
	case xiao:
		s, ref := pair.Gold, it.Gold
		if system {
			s, ref = pair.System, it.System
		}
		return f.matchers[clause].Ref(s, ref, it.Part)
	}
	f.buf = clause.key.onSide(f.buf[:0], pair, it, system)
	return len(f.buf) > 0 && clause.compares(f.buf)
}

// OnSide appends the value that a key of this package has on one side of an item; the
// value of other keys.
func OnSide(key eval.Key, dst []byte, pair *eval.Pair, it *eval.Item, system bool) []byte {
	if k, ok := keyOf(key); ok {
		return k.onSide(dst, pair, it, system)
	}
	return key.Value(dst, pair, it)
}

func keyOf(of eval.Key) (*key, bool) {
	k, ok := of.(*key)
	return k, ok && k.and == nil
}

// OfErrors reports whether a key says how the two sides differ, so that it has no value on one.
func OfErrors(of eval.Key) bool {
	k, ok := keyOf(of)
	return !ok || k.d.is(ofErrors)
}

// onSide appends the value of k on one side of an item.
func (k *key) onSide(dst []byte, pair *eval.Pair, it *eval.Item, system bool) []byte {
	if k.of != nil || !k.d.is(sided|eachSide) {
		return k.Value(dst, pair, it)
	}
	x := look{p: pair, it: it, key: k, word: -1}
	if system {
		x.at(pair.System, it.System, true)
	} else {
		x.at(pair.Gold, it.Gold, false)
	}
	return k.look(dst, x)
}

// compares reports whether a non-empty value satisfies the comparison.
func (c *clause) compares(value []byte) bool {
	if c.op == "=" || c.op == "!=" {
		for _, p := range c.pats {
			if p.Match(value) {
				return c.op == "="
			}
		}
		return c.op == "!="
	}
	n, err := settings.Number(string(value))
	if err != nil {
		return false // root, cycle, unknown
	}
	switch c.op {
	case "<":
		return n < c.num
	case "<=":
		return n <= c.num
	case ">":
		return n > c.num
	}
	return n >= c.num
}

// A whereParser reads a Where.
type whereParser struct {
	config Config
	text   string
	at     int
	depth  int
}

func (p *whereParser) fail(off int, want, found, hint string) error {
	return &condition.Error{Text: p.text, Off: off, Len: max(1, len(found)-2), Want: want, Found: found, Hint: hint}
}

// more skips blanks and reports whether there is more text.
func (p *whereParser) more() bool {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] >= '\t' && p.text[p.at] <= '\r') {
		p.at++
	}
	return p.at < len(p.text)
}

// here describes the text at the current place.
func (p *whereParser) here() string {
	if !p.more() {
		return "the end"
	}
	end := p.at + 1
	for end < len(p.text) && nameByte(p.text[p.at]) && nameByte(p.text[end]) {
		end++
	}
	return `"` + p.text[p.at:end] + `"`
}

func nameByte(b byte) bool {
	return b == '-' || b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// word returns the name at the current place, "" if there is none.
func (p *whereParser) word() string {
	p.more()
	end := p.at
	for end < len(p.text) && (nameByte(p.text[end]) || p.text[end] == '.') {
		end++
	}
	return p.text[p.at:end]
}

// take reads a word if it comes next.
func (p *whereParser) take(word string) bool {
	if p.word() != word {
		return false
	}
	p.at += len(word)
	return true
}

// isXiao reports whether the parenthesis at byte at begins a condition of Xiao's
// rather than a group of comparisons.
func (p *whereParser) isXiao(at int) bool {
	q := whereParser{text: p.text, at: at + 1}
	word := q.word()
	if q.at < len(q.text) && q.text[q.at] == '(' {
		return q.isXiao(q.at)
	}
	q.at += len(word)
	q.more()
	if word == "not" && q.at < len(q.text) && q.text[q.at] == '(' {
		return q.isXiao(q.at)
	}
	if word == "not" {
		word = q.word()
		q.at += len(word)
		q.more()
		return word == "t" && (q.at >= len(q.text) || q.text[q.at] == ')')
	}
	return q.at >= len(q.text) || strings.IndexByte("=!<>", q.text[q.at]) < 0
}

func (p *whereParser) either() (*clause, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	return p.joined(or, p.all, func() bool { return p.take("or") })
}

func (p *whereParser) all() (*clause, error) {
	return p.joined(and, p.one, func() bool {
		if p.more() && p.text[p.at] == ',' {
			p.at++
			return true
		}
		return p.take("and")
	})
}

// joined reads clauses as long as next finds that another one follows.
func (p *whereParser) joined(kind clauseKind, one func() (*clause, error), next func() bool) (*clause, error) {
	c := &clause{kind: kind}
	for {
		kid, err := one()
		if err != nil {
			return nil, err
		}
		if c.kids = append(c.kids, kid); !next() {
			return c, nil
		}
	}
}

// deeper enters a level of parentheses or of not.
func (p *whereParser) deeper() error {
	if p.depth++; p.depth > 200 {
		return p.fail(p.at, "at most 200 levels of parentheses", "more", "")
	}
	return nil
}

func (p *whereParser) one() (*clause, error) {
	if p.take("not") {
		if err := p.deeper(); err != nil {
			return nil, err
		}
		defer func() { p.depth-- }()
		kid, err := p.one()
		return &clause{kind: not, kids: []*clause{kid}}, err
	}
	if p.take("t") {
		e, err := condition.ParseExpr("t", condition.All)
		return &clause{kind: xiao, expr: e}, err
	}
	if !p.more() || p.text[p.at] != '(' {
		return p.comparison()
	}
	if p.isXiao(p.at) {
		e, end, err := condition.ParseAt(p.text, p.at, condition.All)
		p.at = end
		return &clause{kind: xiao, expr: e}, err
	}
	p.at++
	c, err := p.either()
	if err != nil {
		return nil, err
	}
	if !p.more() || p.text[p.at] != ')' {
		return nil, p.fail(p.at, ")", p.here(), "")
	}
	p.at++
	return c, nil
}

// comparison reads KEY OP VALUE; a key with an argument is KEY=ARG.
func (p *whereParser) comparison() (*clause, error) {
	name := p.word()
	off := p.at
	if name == "" {
		return nil, p.fail(off, "a key and a value, as in deprel=nsubj, or one of Xiao's conditions, as in (type nsubj)",
			p.here(), "")
	}
	doc := find(name)
	if doc == nil {
		return nil, p.fail(off, "a key of option by", `"`+name+`"`, p.near(name))
	}
	p.at += len(name)
	c := &clause{key: &key{d: doc, width: 1}}
	arg, hasArg := p.argument(doc)
	if err := p.config.train(c.key, arg, hasArg); err != nil {
		return nil, err
	}
	p.config.field(c.key, name)
	if c.op = p.operator(); c.op == "" {
		return nil, p.fail(p.at, "= != < <= > or >= after "+name, p.here(), "as in "+name+"=VALUE")
	}
	if c.op == "=" || c.op == "!=" {
		return c, p.values(c)
	}
	if doc.Arg != "N" {
		return nil, p.fail(off, "a key with numbers before "+c.op, `"`+name+`"`, "compare it by = or !=")
	}
	p.more()
	start := p.at
	for p.at < len(p.text) && strings.IndexByte("+-.0123456789", p.text[p.at]) >= 0 {
		p.at++
	}
	n, err := settings.Number(p.text[start:p.at])
	if err != nil {
		p.at = start
		return nil, p.fail(start, "a number after "+c.op, p.here(), "")
	}
	c.num = n
	return c, nil
}

// near suggests a key.
func (p *whereParser) near(name string) string {
	known := names()
	for a := range aliases() {
		known = append(known, a)
	}
	if near := nearest.Name(name, known); near != "" {
		return "did you mean " + near + "?"
	}
	return "assay help keys lists them"
}

// argument reads =ARG if the key has an argument and an operator follows.
func (p *whereParser) argument(d *Doc) (string, bool) {
	at := p.at
	if d.Name == "known" && p.operator() == "=" {
		arg := p.word()
		p.at += len(arg)
		if rest := *p; rest.operator() != "" {
			return arg, true
		}
	}
	p.at = at
	return "", false
}

func (p *whereParser) operator() string {
	p.more()
	for _, op := range []string{"!=", "<=", ">=", "==", "=", "<", ">"} {
		if strings.HasPrefix(p.text[p.at:], op) {
			p.at += len(op)
			return strings.Replace(op, "==", "=", 1)
		}
	}
	return ""
}

// values reads VALUE|VALUE....
func (p *whereParser) values(clause *clause) error {
	for {
		pat, end, err := condition.ParsePattern(p.text, p.at, clause.op, ",|")
		if err != nil {
			return err
		}
		clause.pats = append(clause.pats, pat)
		p.at = end
		if p.at >= len(p.text) || p.text[p.at] != '|' {
			return nil
		}
		p.at++
	}
}
