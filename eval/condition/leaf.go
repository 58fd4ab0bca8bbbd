package condition

// A Leaf is one comparison in a condition, for those who look at a condition
// without a sentence: which labels does it name, can it be true at all?
type Leaf struct {
	Operator string // as in Operators
	Key      string // of feat
	Pattern  string // as a glob, a literal or between slashes; of pos: pre or post
	Literal  bool   // only Pattern itself matches

	pat *pattern
}

// Match reports whether value satisfies the leaf.
func (l *Leaf) Match(value string) bool {
	if l.pat == nil {
		return value == l.Pattern
	}
	return l.pat.match([]byte(value))
}

// Leaves returns the comparisons of e from left to right.
func (e *Expr) Leaves() []Leaf {
	var out []Leaf
	e.Truth(func(l Leaf) bool {
		out = append(out, l)
		return false
	})
	return out
}

// Truth evaluates e with what leaf says of each comparison. It asks for all of
// them, from left to right.
func (e *Expr) Truth(leaf func(Leaf) bool) bool { return e.root.truth(leaf) }

func (n *node) truth(leaf func(Leaf) bool) bool {
	switch n.op {
	case opTrue:
		return true
	case opNot:
		return !n.kids[0].truth(leaf)
	case opAnd, opOr:
		yes := 0
		for _, k := range n.kids {
			if k.truth(leaf) {
				yes++
			}
		}
		return yes == len(n.kids) || n.op == opOr && yes > 0
	}
	l := Leaf{Key: n.key, pat: &n.pat}
	for _, o := range Operators {
		if o.code == n.op {
			l.Operator = o.Name
			break
		}
	}
	if n.op == opPos {
		l.Pattern, l.Literal, l.pat = "post", true, nil
		if n.pre {
			l.Pattern = "pre"
		}
		return leaf(l)
	}
	l.Pattern, l.Literal = n.pat.String(), n.pat.kind == literal
	return leaf(l)
}

// String writes the pattern as it could have been read.
func (p *pattern) String() string {
	switch p.kind {
	case prefix:
		return string(p.text) + "*"
	case suffix:
		return "*" + string(p.text)
	case regex:
		s := p.re.String()
		return "/" + s[len(`\A`):len(s)-len(`\z`)] + "/"
	}
	return string(p.text)
}
