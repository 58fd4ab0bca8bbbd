package counter

import (
	"slices"
	"strings"
	"unicode"

	"assay/eval"
	"assay/graph/matching"
	"assay/treebank"
)

// A Structure is a discourse representation structure as terms to match.
type Structure struct {
	Graph   matching.Graph
	Clauses []int32          // for each term its clause in the sentence, -1 if none
	Concept []byte           // for each concept its part of speech as counted (n, v, a, r), 0 for other terms
	Renamed []int32          // clauses whose concept has another name in its synset
	places  map[eval.Ref]int // number of terms of each place, nil before the first question
}

// Read makes the terms of s, or returns the fault of a structure that is not well
// formed if the options refuse these.
func (o *Options) Read(s *treebank.Sentence) (*Structure, error) {
	x, d := extractor{opt: o, dummy: goldDummy}, &Structure{}
	return d, x.read(d, s)
}

// ref returns the reference of a term. If other terms have the same, it is qualified
// by its box and its other parts.
func (d *Structure) ref(sentence *treebank.Sentence, i int) eval.Ref {
	if d.Clauses[i] < 0 {
		return eval.Ref{Kind: eval.Token, Index: int32(i), Other: int32(i)} // a term of a replacement structure
	}
	key := func(ref eval.Ref) eval.Ref {
		if ref.Kind == eval.Node {
			ref.Role = 0
		}
		return ref
	}
	if d.places == nil {
		d.places = map[eval.Ref]int{}
		for j := range d.Clauses {
			if d.Clauses[j] >= 0 {
				d.places[key(d.place(sentence, j))]++
			}
		}
	}
	ref := d.place(sentence, i)
	if d.places[key(ref)] > 1 {
		ref.Qualifier = sentence.Syms.InternString(qualifier(sentence, &sentence.Clauses[d.Clauses[i]]))
	}
	ref.Other = d.Clauses[i] + 1
	return ref
}

// qualifier names the box, the constant and the second variable of a clause.
func qualifier(sentence *treebank.Sentence, clause *treebank.Clause) string {
	text := eval.AppendNodeID([]byte("in "), sentence, clause.Box)
	if clause.ConstA != 0 {
		text = append(append(text, ' '), sentence.Name(clause.ConstA)...)
	}
	if clause.B >= 0 {
		text = eval.AppendNodeID(append(text, ' '), sentence, clause.B)
	}
	return string(text)
}

// place returns the reference of a term without a qualifier.
func (d *Structure) place(sentence *treebank.Sentence, i int) eval.Ref {
	clause := &sentence.Clauses[d.Clauses[i]]
	ref := eval.Ref{Kind: eval.Prop, Index: clause.Box, Label: clause.Op}
	switch {
	case clause.B >= 0 && clause.ConstA != 0: // concept
		ref = eval.Ref{Kind: eval.Node, Index: clause.B, Label: clause.Op}
	case clause.A >= 0:
		ref = eval.Ref{Kind: eval.Prop, Index: clause.A, Label: clause.Op}
	}
	switch {
	case clause.ConstB != 0:
		ref.Role = clause.ConstB
	case clause.B >= 0 && clause.A >= 0:
		ref.Role = sentence.Nodes[clause.B].Label
	default:
		ref.Role = sentence.Nodes[clause.Box].Label
	}
	return ref
}

// A clause is a clause in preparation.
type clause struct {
	op       string
	box      int32
	a, b     int32
	ca, cb   string // constants, "" if none
	args     int
	original int32
}

type extractor struct {
	opt      *Options
	clauses  []clause
	pos      byte   // part of speech of the last concept
	renamed  bool   // whether the synset of the last concept has another name
	sequence bool   // whether the structure is in the sequence notation
	dummy    string // concept of a dummy on the side that is read
}

// The concepts of dummies: those of gold and of the system differ, as the random names of
// counter.py do.
const goldDummy, systemDummy = "\x00gold", "\x00system"

// read makes the terms of sentence.
func (x *extractor) read(dst *Structure, sentence *treebank.Sentence) error {
	dst.Graph = matching.Graph{Terms: dst.Graph.Terms[:0]}
	dst.Clauses, dst.Concept, dst.Renamed, dst.places = dst.Clauses[:0], dst.Concept[:0], dst.Renamed[:0], nil
	if len(sentence.Clauses) == 0 {
		return nil
	}
	x.load(sentence)
	x.sequence = sequence(sentence)
	nodes := len(sentence.Nodes)
	if err := check(x.clauses, sentence, x.opt); err != nil {
		switch x.opt.IllFormed {
		case Refuse:
			return err
		case Dummy:
			x.clauses, nodes = []clause{{op: "REF", box: 0, a: 1, b: -1, args: 1, original: -1},
				{op: x.dummy, box: 0, a: -1, b: 1, ca: `"n.01"`, args: 2, original: -1}}, 2
		case Spar:
			x.clauses, nodes = spar()
		}
	}
	x.rewrite()
	dst.Graph.Nodes, dst.Graph.Kinds = nodes, x.kinds(nodes)
	seen := map[matching.Term]bool{}
	for i := range x.clauses {
		clause := &x.clauses[i]
		if !x.opt.KeepRef && clause.op == "REF" && x.occurs(i) {
			continue
		}
		if t := x.term(sentence.Syms, clause); !seen[t] {
			seen[t] = true
			dst.Graph.Terms = append(dst.Graph.Terms, t)
			dst.Clauses = append(dst.Clauses, clause.original)
			dst.Concept = append(dst.Concept, x.pos)
			if x.renamed {
				dst.Renamed = append(dst.Renamed, clause.original)
			}
		}
	}
	return nil
}

func (x *extractor) load(s *treebank.Sentence) {
	x.clauses = x.clauses[:0]
	for i, c := range s.Clauses {
		k := clause{op: s.Name(c.Op), box: c.Box, a: c.A, b: c.B, ca: s.Name(c.ConstA), cb: s.Name(c.ConstB),
			args: 1, original: int32(i)}
		if c.B >= 0 || c.ConstB != 0 {
			k.args = 2
		}
		x.clauses = append(x.clauses, k)
	}
}

// symmetric are the operators whose arguments may change places.
func symmetric(op string) bool { return op == "APX" || op == "NEQ" || op == "EQU" || op == "TAB" }

// rewrite inverts inverse roles, and moves constants of symmetric operators to the
// end.
func (x *extractor) rewrite() {
	for i := range x.clauses {
		clause := &x.clauses[i]
		switch {
		case clause.args < 2:
		case !x.opt.KeepInverse && isRole(clause.op) && strings.HasSuffix(clause.op, "Of") && len(clause.op) > 2:
			clause.op = clause.op[:len(clause.op)-2]
			clause.a, clause.b, clause.ca, clause.cb = clause.b, clause.a, clause.cb, clause.ca
		case symmetric(clause.op) && clause.ca != "" && clause.cb == "":
			clause.a, clause.b, clause.ca, clause.cb = clause.b, clause.a, clause.cb, clause.ca
		}
	}
}

// occurs reports whether the variable of a clause REF is among the last two
// columns of another clause of the same box.
func (x *extractor) occurs(i int) bool {
	ref := &x.clauses[i]
	for k := range x.clauses {
		c := &x.clauses[k]
		if k != i && c.box == ref.box && (c.a == ref.a || c.args == 2 && c.b == ref.a) {
			return true
		}
	}
	return false
}

func allUpper(op string) bool {
	return op != "" && strings.IndexFunc(op, func(r rune) bool { return !unicode.IsUpper(r) }) < 0
}

// isOperator reports whether a clause with two arguments is an operator; else isRole
// decides between role and concept.
func isOperator(op string) bool { return allUpper(op) || op == "SY1" || op == "SY2" }

func isRole(op string) bool {
	lower := false
	for i, r := range op {
		if i == 0 && !unicode.IsUpper(r) || !unicode.IsLower(r) && !unicode.IsUpper(r) && r != '-' {
			return false
		}
		lower = lower || i > 0 && unicode.IsLower(r)
	}
	return lower
}

// kinds returns the kind of each variable, by its first clause: 1 for a box.
func (x *extractor) kinds(n int) []int32 {
	out := slices.Repeat([]int32{-1}, n)
	set := func(node int32, box bool) {
		if node >= 0 && out[node] < 0 {
			out[node] = map[bool]int32{true: 1}[box]
		}
	}
	for i := range x.clauses {
		c := &x.clauses[i]
		boxes := x.opt.takesBoxes(c.op) && (c.args == 1 || isOperator(c.op)) ||
			x.sequence && !x.opt.Loose && len(c.op) > 3 && isOperator(c.op)
		set(c.box, true)
		set(c.a, boxes)
		set(c.b, boxes)
	}
	return out
}

// takesBoxes reports whether the arguments of an operator are boxes.
func (o *Options) takesBoxes(op string) bool {
	types := o.signature()[op]
	return types == "bb" || types == "bbb"
}

// term makes the term of a clause.
func (x *extractor) term(syms *treebank.Symbols, clause *clause) matching.Term {
	term := matching.Term{Nodes: [3]int32{clause.box, matching.None, matching.None}}
	x.pos, x.renamed = 0, false
	op, ca := clause.op, clause.ca
	switch {
	case clause.args == 1 || isOperator(op):
		term.Class = operators
		term.Symmetric = symmetric(op) && clause.a >= 0 && clause.b >= 0
	case isRole(op):
		term.Class = roles
		if x.opt.DefaultRole {
			op = "Role"
		}
	default:
		term.Class = concepts
		op, ca = x.concept(op, ca)
		if i := strings.IndexByte(ca, '.'); i > 0 {
			x.pos = ca[i-1]
		}
	}
	at := 1
	for _, n := range []int32{clause.a, clause.b} {
		if n >= 0 {
			term.Nodes[at] = n
			at++
		}
	}
	shape := byte('0')
	if ca != "" {
		shape = '1' // a constant comes first
	}
	name := strings.Join([]string{op, ca, clause.cb, string(shape) + string('0'+byte(clause.args))}, "\x00")
	term.Key = uint64(syms.InternString(name))<<2 | uint64(term.Class)
	return term
}

// concept returns a concept and its sense in the form to compare.
func (x *extractor) concept(concept, sense string) (string, string) {
	if first, ok := x.opt.Synsets[concept+"."+strings.ReplaceAll(sense, `"`, "")]; ok {
		x.renamed = first != concept+"."+strings.ReplaceAll(sense, `"`, "")
		parts := strings.Split(first, ".")
		if n := len(parts); n > 2 {
			concept, sense = strings.Join(parts[:n-2], "."), `"`+strings.Join(parts[n-2:], ".")+`"`
		}
	}
	switch {
	case x.opt.DefaultConcept:
		return "work", `"n.01"`
	case x.opt.DefaultSense:
		sense = `"n.01"`
	}
	return concept, sense
}

// spar returns the structure of "He bragged about it.", with which counter.py
// replaces ill-formed ones, and the number of its variables.
func spar() ([]clause, int) {
	names := strings.Fields("b1 x1 b2 e1 t1 x2 b3")
	at := func(name string) int32 { return int32(slices.Index(names, name)) }
	var out []clause
	for _, line := range []string{
		"b1 REF x1", "b1 PRESUPPOSITION b2", `b1 male "n.02" x1`, "b2 REF e1", "b2 REF t1", "b2 Agent e1 x1",
		`b2 TPR t1 "now"`, "b2 Time e1 t1", `b2 brag "v.01" e1`, `b2 time "n.08" t1`, "b2 Theme e1 x2",
		"b3 REF x2", "b3 PRESUPPOSITION b2", `b3 entity "n.01" x2`,
	} {
		fields := strings.Fields(line)
		c := clause{op: fields[1], box: at(fields[0]), a: at(fields[2]), b: -1, args: len(fields) - 2, original: -1}
		if c.a < 0 {
			c.ca = fields[2]
		}
		if len(fields) > 3 {
			if c.b = at(fields[3]); c.b < 0 {
				c.cb = fields[3]
			}
		}
		out = append(out, c)
	}
	return out, len(names)
}
