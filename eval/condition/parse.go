package condition

import (
	"fmt"
	"regexp"
	"strings"

	"assay/eval"
	"assay/internal/caret"
	"assay/internal/message"
	"assay/internal/nearest"
)

// Parse reads a condition. Errors are *Error.
func Parse(text string) (eval.Selection, error) {
	e, err := ParseExpr(text, All)
	if err != nil {
		return nil, err
	}
	return e, nil
}

// ParseExpr reads a condition that may use only operators on allow.
func ParseExpr(text string, allow Level) (*Expr, error) {
	expr, end, err := ParseAt(text, 0, allow)
	if err != nil {
		return nil, err
	}
	p := parser{text: text, at: end}
	if at, comment := p.comment(); strings.HasPrefix(comment, "(") {
		if _, _, err := ParseAt(comment, 0, All); err == nil {
			return nil, p.fail(at, "the end of the condition", `";"`,
				"; begins a comment, so that the condition after it does not apply; use (and ...) or (or ...)")
		}
	}
	if p.space(); p.at < len(text) {
		return nil, p.fail(p.at, "the end of the condition", p.here(), "")
	}
	return expr, nil
}

// ParseAt reads the condition that begins at byte off of text, which may use only
// operators on allow, and returns its end. Readers of languages that embed conditions
// use it.
func ParseAt(text string, off int, allow Level) (e *Expr, end int, err error) {
	p := parser{text: text, at: off, allow: allow}
	n, err := p.expr(0)
	if err != nil {
		return nil, p.at, err
	}
	return &Expr{root: n, text: oneLine(text[off:p.at]), leaves: p.leaves}, p.at, nil
}

// An Error is a syntax error of a condition and its place.
type Error struct {
	Text  string // the whole condition
	Off   int    // byte at which the error begins
	Len   int    // number of wrong bytes
	Want  string
	Found string
	Hint  string // a likely correction, or ""
}

// Error returns the message, the condition and a mark below the wrong place.
func (e *Error) Error() string { return e.In(message.Library) }

// In is the message as a window shows it.
func (e *Error) In(w message.Window) string {
	line, col := 1, e.Off
	start := 0
	if i := strings.LastIndexByte(e.Text[:e.Off], '\n'); i >= 0 {
		line, start = 1+strings.Count(e.Text[:e.Off], "\n"), i+1
		col = e.Off - start
	}
	text := e.Text[start:]
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	where := fmt.Sprintf("condition, column %d", col+1)
	if strings.Contains(e.Text, "\n") {
		where = fmt.Sprintf("condition, line %d, column %d", line, col+1)
	}
	msg := where + ": want " + w.Show(e.Want)
	if e.Found != "" {
		msg += ", found " + e.Found
	}
	if e.Hint != "" {
		msg += " (" + w.Show(e.Hint) + ")"
	}
	return msg + "\n" + caret.Mark(text, col, e.Len)
}

// maxDepth limits nesting, so that no input exhausts the stack.
const maxDepth = 1000

type parser struct {
	text   string
	at     int
	allow  Level
	leaves int
	stop   string // characters that end a bare pattern, besides delimiters
}

func (p *parser) fail(off int, want, found, hint string) *Error {
	n := 1
	if f := len(found) - 2; f > 1 && strings.HasPrefix(found, `"`) {
		n = f
	}
	return &Error{Text: p.text, Off: min(off, len(p.text)), Len: n, Want: want, Found: found, Hint: hint}
}

// comment returns the comment that follows on the same line, and its place.
func (p *parser) comment() (at int, text string) {
	line, _, _ := strings.Cut(p.text[p.at:], "\n")
	before, text, _ := strings.Cut(line, ";")
	if strings.TrimSpace(before) != "" {
		return 0, ""
	}
	return p.at + len(before), strings.TrimSpace(text)
}

// space skips white space and comments.
func (p *parser) space() {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == ' ' || c >= '\t' && c <= '\r':
			p.at++
		case c == ';':
			for p.at < len(p.text) && p.text[p.at] != '\n' {
				p.at++
			}
		default:
			return
		}
	}
}

// here describes the text at the current place.
func (p *parser) here() string {
	if p.at >= len(p.text) {
		return "the end"
	}
	if c := p.text[p.at]; c == '(' || c == ')' {
		return string(c)
	}
	end := p.at
	for end < len(p.text) && !delimiter(p.text[end]) {
		end++
	}
	return `"` + p.text[p.at:max(end, p.at+1)] + `"`
}

func delimiter(c byte) bool {
	return c == '(' || c == ')' || c == ';' || c == ' ' || c >= '\t' && c <= '\r'
}

func (p *parser) expr(depth int) (*node, error) {
	p.space()
	if depth > maxDepth {
		return nil, p.fail(p.at, fmt.Sprintf("at most %d levels of parentheses", maxDepth), "more", "")
	}
	if p.at < len(p.text) && p.text[p.at] != '(' && p.text[p.at] != ')' {
		if h := p.here(); h == `"t"` {
			p.at++
			return &node{op: opTrue}, nil
		}
		return nil, p.fail(p.at, "( or t", p.here(), "")
	}
	if p.at >= len(p.text) || p.text[p.at] == ')' {
		return nil, p.fail(p.at, "a condition", p.here(), "")
	}
	open := p.at
	p.at++
	p.space()
	var n *node
	var err error
	if p.at < len(p.text) && p.text[p.at] == '(' { // redundant parentheses, as in (not ((cat P)))
		n, err = p.expr(depth + 1)
	} else {
		n, err = p.operator(depth)
	}
	if err == nil && depth == 0 && p.allow&Words != 0 {
		n, err = p.triple(n)
	}
	if err != nil {
		return nil, err
	}
	return n, p.closing(open)
}

// triple reads the rest of a condition of Lin 1995 (§5, table 1), (HEAD MODIFIER [RELATION]), whose
// first part is head: an item whose head satisfies it, and which satisfies the others. A condition
// that ends after the first part is that part.
func (p *parser) triple(head *node) (*node, error) {
	all := &node{op: opAnd, kids: []*node{{op: opHead, kids: []*node{head}}}}
	for p.space(); p.at < len(p.text) && (p.text[p.at] == '(' || p.here() == `"t"`) && len(all.kids) < 3; p.space() {
		kid, err := p.expr(1)
		if err != nil {
			return nil, err
		}
		all.kids = append(all.kids, kid)
	}
	if len(all.kids) == 1 {
		return head, nil
	}
	return all, nil
}

func (p *parser) closing(open int) error {
	p.space()
	if p.at < len(p.text) && p.text[p.at] == ')' {
		p.at++
		return nil
	}
	hint := ""
	if p.at >= len(p.text) {
		hint = fmt.Sprintf("the ( at column %d is not closed", open-strings.LastIndexByte(p.text[:open], '\n'))
	}
	return p.fail(p.at, ")", p.here(), hint)
}

// operator reads an operator and its operands, after the parenthesis.
func (p *parser) operator(depth int) (*node, error) {
	at := p.at
	for p.at < len(p.text) && !delimiter(p.text[p.at]) {
		p.at++
	}
	name := p.text[at:p.at]
	o, err := p.lookup(name, at)
	if err != nil {
		return nil, err
	}
	n := &node{op: o.code}
	switch o.code {
	case opTrue:
		return n, nil
	case opNot:
		kid, err := p.expr(depth + 1)
		n.kids = []*node{kid}
		return n, err
	case opAnd, opOr:
		for {
			kid, err := p.expr(depth + 1)
			if err != nil {
				return nil, err
			}
			n.kids = append(n.kids, kid)
			if p.space(); p.at >= len(p.text) || p.text[p.at] == ')' {
				return n, nil
			}
		}
	case opHead:
		kid, err := p.ofHead(depth)
		n.kids = []*node{kid}
		return n, err
	case opPos:
		return n, p.position(n)
	case opFeat:
		p.space()
		key := p.at
		for p.at < len(p.text) && !delimiter(p.text[p.at]) {
			p.at++
		}
		if n.key = p.text[key:p.at]; n.key == "" {
			return nil, p.fail(p.at, "the name of a feature", p.here(), "as in (feat Case Nom)")
		}
	}
	n.leaf = p.leaves
	p.leaves++
	n.pat, err = p.pattern(name)
	return n, err
}

// ofHead reads the operand of head. On level Links, which is a word's link alone, the
// operand may look only at the head itself, not at the head's link.
func (p *parser) ofHead(depth int) (*node, error) {
	allow := p.allow
	defer func() { p.allow = allow }()
	if allow&Words == 0 {
		p.allow = Forms
	}
	return p.expr(depth + 1)
}

func (p *parser) lookup(name string, at int) (*Operator, error) {
	full := name
	if a, ok := aliases()[name]; ok {
		full = a
	}
	for i := range Operators {
		operator := &Operators[i]
		if operator.Name != full {
			continue
		}
		if operator.Level&p.allow == 0 {
			return nil, p.fail(at, "an operator on "+p.allow.String(), `"`+name+`"`, "")
		}
		return operator, nil
	}
	hint := "one of " + strings.Join(p.list(), " ")
	if near := nearest.Name(name, p.list()); near != "" {
		hint = "did you mean " + near + "?"
	}
	if name == "class" {
		hint = "(kind C) is the kind of an item, and the key class=C the class of an error"
	}
	found := `"` + name + `"`
	if name == "" {
		p.at = at
		found = p.here()
	}
	return nil, p.fail(at, "an operator", found, hint)
}

// String returns the level in words.
func (l Level) String() string {
	switch {
	case l&(Words|Forms) != 0:
		return "words"
	case l == Links:
		return "links"
	}
	return "graphs"
}

// list returns the allowed operators.
func (p *parser) list() (names []string) {
	for _, o := range Operators {
		if o.Level&p.allow != 0 {
			names = append(names, o.Name)
		}
	}
	return names
}

func (p *parser) position(node *node) error {
	p.space()
	switch h := p.here(); h {
	case `"pre"`:
		node.pre = true
	case `"post"`:
	default:
		return p.fail(p.at, "pre or post", h, "pre: the head is before the word")
	}
	p.at += len("pre")
	if !node.pre {
		p.at++
	}
	return nil
}

// pattern reads a glob, a literal or a regular expression.
func (p *parser) pattern(operator string) (Pattern, error) {
	p.space()
	if p.at >= len(p.text) || p.text[p.at] == '(' || p.text[p.at] == ')' {
		return Pattern{}, p.fail(p.at, "a pattern after "+operator, p.here(),
			`a name, a glob such as N*, "literal" or /regular expression/`)
	}
	at := p.at
	switch c := p.text[p.at]; c {
	case '"', '/':
		body, err := p.quoted(c)
		if err != nil {
			return Pattern{}, err
		}
		if c == '"' {
			return Pattern{kind: literal, text: []byte(body)}, nil
		}
		flags := p.at
		for p.at < len(p.text) && strings.IndexByte("isU", p.text[p.at]) >= 0 {
			p.at++
		}
		group := "(?:"
		if f := p.text[flags:p.at]; f != "" {
			group = "(?" + f + ":"
		}
		re, err := regexp.Compile(body) // alone first: its parentheses must be balanced
		if err == nil {
			re, err = regexp.Compile(`\A` + group + body + `)\z`)
		}
		if err != nil {
			e := p.fail(at, "a regular expression", `"`+p.text[at:p.at]+`"`,
				strings.TrimPrefix(err.Error(), "error parsing regexp: "))
			return Pattern{}, e
		}
		return Pattern{kind: regex, re: re}, nil
	}
	for p.at < len(p.text) && !delimiter(p.text[p.at]) && strings.IndexByte(p.stop, p.text[p.at]) < 0 {
		p.at++
	}
	return newGlob(p.text[at:p.at]), nil
}

// ParsePattern reads the pattern at byte off of text and returns its end; name is the
// thing that it describes, for messages. A bare pattern ends at white space, at a
// parenthesis and at a character of stop.
func ParsePattern(text string, off int, name, stop string) (*Pattern, int, error) {
	p := parser{text: text, at: off, stop: stop}
	v, err := p.pattern(name)
	if err != nil {
		return nil, p.at, err
	}
	return &v, p.at, nil
}

// quoted reads up to the next unescaped c. In a literal \" and \\ are escapes; in a
// regular expression \/ is a slash and all other characters stay.
func (p *parser) quoted(c byte) (string, error) {
	open := p.at
	var out strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		x := p.text[p.at]
		if x == c {
			p.at++
			return out.String(), nil
		}
		if x == '\\' && p.at+1 < len(p.text) {
			next := p.text[p.at+1]
			if next == c || c == '"' && next == '\\' {
				p.at++
				x = next
			} else if c == '/' {
				out.WriteByte(x)
				p.at++
				x = next
			}
		}
		out.WriteByte(x)
	}
	return "", p.fail(open, "a closing "+string(c), "the end", "")
}

// oneLine removes comments and reduces white space to one blank, except in quotes.
func oneLine(s string) string {
	var out strings.Builder
	blank := false
	p := parser{text: s}
	for p.space(); p.at < len(s); {
		at := p.at
		if c := s[at]; (c == '"' || c == '/') && (at == 0 || delimiter(s[at-1])) {
			if _, err := p.quoted(c); err != nil {
				p.at = len(s)
			}
		} else {
			p.at++
		}
		if blank && s[at] != ')' && !strings.HasSuffix(out.String(), "(") {
			out.WriteByte(' ')
		}
		out.WriteString(s[at:p.at])
		end := p.at
		p.space()
		blank = p.at > end
	}
	return out.String()
}
