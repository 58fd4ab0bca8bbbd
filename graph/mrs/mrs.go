// Package mrs turns Minimal Recursion Semantics into graphs: Elementary
// Dependency Structures (Oepen & Lønning 2006) and Dependency MRS (Copestake
// 2009), as PyDelphin 1.10 defines them (delphin.eds.from_mrs,
// delphin.dmrs.from_mrs), and Elementary Dependency Structures as the LKB
// builds them.
//
// Intended differences from PyDelphin 1.10: an elementary predication without
// ARG0 keeps its node and its arguments, where PyDelphin drops the whole
// sentence; a scope without a representative, a broken handle constraint, a RSTR that leads
// nowhere, two quantifiers of one variable and a missing top are listed in Sentence.Notes;
// predications that share an ARG0 are distinguished by their order in RELS, not by the order of a hash table.
//
// Nodes come in the order of the predications, so that node i is predication i.
package mrs

import (
	"bytes"
	"strconv"

	"assay/treebank"
)

// A Graph is a kind of graph that Derive makes from an MRS.
type Graph uint8

// The graphs.
const (
	None Graph = iota
	EDS        // Elementary Dependency Structures as PyDelphin 1.10 defines them
	LKB        // Elementary Dependency Structures in the manner of the LKB
	DMRS       // Dependency MRS
)

// String returns the name that options use.
func (g Graph) String() string { return [...]string{"none", "eds", "lkb", "dmrs"}[g] }

// Derive sets the nodes, edges, properties and tops of sentence from its MRS. It does
// nothing if sentence has no MRS or if an earlier call made the same graph.
func Derive(sentence *treebank.Sentence, graph Graph) {
	mrs := sentence.MRS
	if mrs == nil || mrs.Graph == uint8(graph) {
		return
	}
	again := mrs.Graph != 0
	mrs.Graph = uint8(graph)
	sentence.Nodes, sentence.Edges = sentence.Nodes[:0], sentence.Edges[:0]
	sentence.Props, sentence.Tops = sentence.Props[:0], sentence.Tops[:0]
	c := &conv{s: sentence, m: mrs, g: graph, quiet: again}
	c.start()
	c.representatives()
	c.nodes()
	switch graph {
	case DMRS:
		c.links()
		c.dmrsTop()
	default:
		c.edges()
		c.edsTop()
		c.modifiers()
	}
}

// A conv is one conversion. Slices over variables have one entry per variable,
// slices over predications one per predication; -1 is none.
type conv struct {
	s     *treebank.Sentence
	m     *treebank.MRS
	g     Graph
	quiet bool    // faults were noted already
	dv    []int32 // distinguished variable of a predication
	own   []int32 // by variable: the first predication, no quantifier, that has it
	end   []int32 // by variable: the last such, where arguments point to
	q     []int32 // by variable: the last quantifier that binds it
	lo    []int32 // by variable: the lower side of its handle constraint

	scope []int32 // by variable: the first predication with that label
	next  []int32 // by predication: the next with the same label

	first []int32 // by variable: where its representatives begin in reps
	count []int32
	reps  []int32

	words int     // of a set of predications
	below []int32 // sets of predications: the scopal descendants of each
	state []int32 // by predication: whether below is known

	arg0, arg1, tense treebank.Symbol
	x, e, i, p, u     treebank.Symbol // sorts
}

// maxScopes is the largest number of predications for which scopal descendants are
// computed; the memory is quadratic in their number.
const maxScopes = 10000

func (c *conv) start() {
	sentence, mrs := c.s, c.m
	n, v := len(mrs.EPs), len(mrs.Vars)
	words := (n + 31) / 32
	if n > maxScopes {
		words = 0
	}
	mem := mrs.Scratch(4*n + 7*v + n*words)
	take := func(k int, fill int32) []int32 {
		part := mem[:k:k]
		mem = mem[k:]
		if fill != 0 {
			for i := range part {
				part[i] = fill
			}
		}
		return part
	}
	*c = conv{
		s: sentence, m: mrs, g: c.g, quiet: c.quiet, words: words,
		dv: take(n, -1), next: take(n, -1), state: take(n, 0), reps: take(n, 0),
		own: take(v, -1), end: take(v, -1), q: take(v, -1), lo: take(v, -1),
		scope: take(v, -1), first: take(v, -1), count: take(v, 0), below: mem,
		arg0: sentence.Syms.InternString("ARG0"), arg1: sentence.Syms.InternString("ARG1"),
		tense: sentence.Syms.InternString("TENSE"),
		x:     sentence.Syms.InternKey('x'), e: sentence.Syms.InternKey('e'), i: sentence.Syms.InternKey('i'),
		p: sentence.Syms.InternKey('p'), u: sentence.Syms.InternKey('u'),
	}
	for i := n - 1; i >= 0; i-- {
		if l := mrs.EPs[i].Label; l >= 0 {
			c.next[i], c.scope[l] = c.scope[l], int32(i)
		}
	}
	without := 0
	for i := range mrs.EPs {
		e := &mrs.EPs[i]
		c.dv[i] = c.distinguished(e)
		switch {
		case c.dv[i] < 0:
			without++
		case e.Quant:
			c.q[c.dv[i]] = int32(i)
		default:
			if c.own[c.dv[i]] < 0 {
				c.own[c.dv[i]] = int32(i)
			}
			c.end[c.dv[i]] = int32(i)
		}
	}
	if without > 0 {
		c.fault("an ARG0 of each predication", strconv.Itoa(without)+" without")
	}
	for _, h := range mrs.HCons {
		c.lo[h.Hi] = h.Lo
	}
	c.quantifiers()
}

// quantifiers notes those that bind a variable of another one, and those whose RSTR is the label of nothing and the
// upper end of no handle constraint.
func (c *conv) quantifiers() {
	for i := range c.m.EPs {
		ep := &c.m.EPs[i]
		if !ep.Quant {
			continue
		}
		if v := c.dv[i]; v >= 0 && c.q[v] != int32(i) {
			c.fault("one quantifier of "+c.varName(v), c.s.Name(ep.Pred)+" and "+c.s.Name(c.m.EPs[c.q[v]].Pred))
		}
		for _, arg := range c.m.Args[ep.First:ep.Last] {
			if c.s.Name(arg.Role) == "RSTR" && arg.Value >= 0 && c.lo[arg.Value] < 0 && c.scope[arg.Value] < 0 {
				c.fault("a predication below RSTR of "+c.s.Name(ep.Pred), c.varName(arg.Value)+", which leads nowhere")
			}
		}
	}
}

// distinguished returns the distinguished variable of e. The LKB accepts other
// names for ARG0.
func (c *conv) distinguished(e *treebank.EP) int32 {
	if e.ARG0 >= 0 || c.g != LKB {
		return e.ARG0
	}
	for _, a := range c.m.Args[e.First:e.Last] {
		switch c.s.Name(a.Role) {
		case "C-ARG", "INST", "EVENT":
			return a.Value
		}
	}
	return -1
}

// isArg reports whether an argument leads out of its predication.
func (c *conv) isArg(ep *treebank.EP, role treebank.Symbol) bool {
	switch {
	case role == c.arg0:
		return false
	case c.g != LKB:
		return true
	}
	name := c.s.Name(role)
	return isLKBRole(name) && (ep.ARG0 >= 0 || name != "C-ARG")
}

func (c *conv) fault(want, found string) {
	if !c.quiet {
		c.s.Note(&treebank.SyntaxError{Want: want, Found: found})
	}
}

// broken notes a handle constraint whose lower end is the label of no predication.
func (c *conv) broken(v int32) {
	if c.scope[c.lo[v]] < 0 {
		c.fault("a label at the lower end of the handle constraint of "+c.varName(v), c.varName(c.lo[v]))
	}
}

func (c *conv) varName(v int32) string { return c.s.Name(c.m.Vars[v].Name) }

// nodes makes one node for each predication.
func (c *conv) nodes() {
	sentence := c.s
	for i := range c.m.EPs {
		e := &c.m.EPs[i]
		node := treebank.Node{Label: e.Pred, Carg: e.Carg, From: e.From, To: e.To}
		switch dv := c.dv[i]; {
		case e.Quant:
		case dv < 0:
			if c.g == DMRS {
				node.Type = sentence.Syms.InternKey('u')
			}
		default:
			node.Type = c.m.Vars[dv].Sort
			for _, p := range c.m.VarProps(dv) {
				sentence.Props = append(sentence.Props, treebank.Prop{Node: int32(i), Key: p.Key, Value: p.Value})
			}
		}
		sentence.Nodes = append(sentence.Nodes, node)
	}
}

// NormalizePredicate returns the normal form of a predicate without its
// quotes: without _rel, in lower case.
func NormalizePredicate(pred []byte) []byte {
	if n := len(pred) - 4; n >= 0 && pred[n] == '_' && bytes.EqualFold(pred[n:], []byte("_rel")) {
		pred = pred[:n]
	}
	return Lower(pred)
}

// Lower returns dst in lower case; dst itself if it is in lower case already.
func Lower(dst []byte) []byte {
	for _, x := range dst {
		if x >= 'A' && x <= 'Z' || x >= 0x80 {
			return bytes.ToLower(dst)
		}
	}
	return dst
}

// Upper returns dst in upper case; dst itself if it is in upper case already.
func Upper(dst []byte) []byte {
	for _, x := range dst {
		if x >= 'a' && x <= 'z' || x >= 0x80 {
			return bytes.ToUpper(dst)
		}
	}
	return dst
}
