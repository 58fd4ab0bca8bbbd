package heads

// shift is the last rule of Collins 1999: a head directly after a conjunction is
// replaced by the conjunct before it, punctuation ignored.
func (c *Converter) shift(head int) int {
	if head < 2 || !c.isConjunction(&c.kids[head-1]) {
		return head
	}
	to := head - 2
	if c.opt.Coordination == CoordinationStanford {
		// CoreNLP tests the first child again and again.
		if c.isPunct(&c.kids[to]) {
			return head
		}
		return to
	}
	for to >= 0 && c.isPunct(&c.kids[to]) {
		to--
	}
	if to >= 0 {
		return to
	}
	return head
}

// coordinated reports whether the kids are conjuncts, with a conjunction between two
// of them.
func (c *Converter) coordinated() bool {
	for i := 1; i+1 < len(c.kids); i++ {
		if c.isConjunction(&c.kids[i]) {
			return true
		}
	}
	return false
}

// firstConjunct returns the first conjunct of a coordination whose head in the table
// is head: the first kid like the head before a conjunction or punctuation mark.
func (c *Converter) firstConjunct(head int) int {
	for i := range head {
		k := &c.kids[i]
		if c.isPunct(k) || c.isConjunction(k) || !c.alike(i, head) {
			continue
		}
		if next := &c.kids[i+1]; c.isPunct(next) || c.isConjunction(next) {
			return i
		}
	}
	return head
}

// alike reports whether two kids are of one kind: they have the same label, or
// similar tags (NN, NNS).
func (c *Converter) alike(i, j int) bool {
	a, b := &c.kids[i], &c.kids[j]
	x, y := strip(c.syms.Name(a.raw), c.opt.Separators), strip(c.syms.Name(b.raw), c.opt.Separators)
	if x == y {
		return true
	}
	return len(x) > 0 && len(y) > 0 && x[0] == y[0]
}

// isConjunct reports whether kid i, after head h, is a further conjunct.
func (c *Converter) isConjunct(i, h int) bool {
	k := &c.kids[i]
	if c.isPunct(k) || c.isConjunction(k) || !c.alike(i, h) {
		return false
	}
	before := &c.kids[i-1]
	return c.isPunct(before) || c.isConjunction(before)
}
