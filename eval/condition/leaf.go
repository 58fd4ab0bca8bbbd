package condition

// A Leaf is one comparison in a condition, for checks of a condition without a
// sentence: which labels it names, whether it can be true at all.
type Leaf struct {
	Operator string // as in Operators
	Key      string // feature name of feat
	Pattern  string // as a glob, a literal or between slashes; of pos: pre or post
	Literal  bool   // only Pattern itself matches
	Heads    int    // number of enclosing (head ...): 0 for the word, 1 for its head
	Negated  bool   // within (not ...)

	pat *Pattern
}

// Match reports whether value satisfies the leaf.
func (l *Leaf) Match(value string) bool {
	if l.pat == nil {
		return value == l.Pattern
	}
	return l.pat.Match([]byte(value))
}

// Same reports whether l and x make the same comparison with the same pattern.
func (l *Leaf) Same(x *Leaf) bool { return l.Compares(x) && l.Pattern == x.Pattern }

// Compares reports whether l and x compare the same property.
func (l *Leaf) Compares(x *Leaf) bool {
	return l.Operator == x.Operator && l.Key == x.Key && l.Heads == x.Heads
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

// Truth evaluates e with the truth values that leaf returns. It calls leaf for all
// comparisons, from left to right.
func (e *Expr) Truth(leaf func(Leaf) bool) bool { return e.root.truth(leaf, Leaf{}) }

func (n *node) truth(leaf func(Leaf) bool, around Leaf) bool {
	switch n.op {
	case opTrue:
		return true
	case opNot:
		around.Negated = !around.Negated
		return !n.kids[0].truth(leaf, around)
	case opHead:
		around.Heads++
		return n.kids[0].truth(leaf, around)
	case opAnd, opOr:
		yes := 0
		for _, k := range n.kids {
			if k.truth(leaf, around) {
				yes++
			}
		}
		return yes == len(n.kids) || n.op == opOr && yes > 0
	}
	l := around
	l.Key, l.pat = n.key, &n.pat
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
	l.Pattern, l.Literal = n.pat.bare(), n.pat.kind == literal
	return leaf(l)
}
