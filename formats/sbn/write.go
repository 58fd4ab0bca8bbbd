package sbn

import (
	"bufio"
	"container/heap"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"assay/internal/graph"
	"assay/treebank"
)

// A writer arranges clauses in boxes, and boxes in a sequence.
type writer struct {
	s        *treebank.Sentence
	merged   map[int32]int32 // presupposed boxes, with the box that presupposes them
	concepts map[int32]int   // referents and the clause of their concept
	within   map[int32][]int // boxes and the clauses of their concepts
	roles    map[int32][]role
	parent   map[int32]int // boxes and the relation that opens them
	order    []int32       // boxes as they are opened
	sequence map[int32]int // place of each box and of each referent in its sequence
	quoted   map[string]bool
	notation string // its version; "" where clauses say nothing of quotes
}

// A role is one of a referent, as it is written, and its clause.
type role struct {
	treebank.Clause
	at int
}

// plain are the relations of clauses that have another name here.
var plain = sync.OnceValue(func() map[string]string {
	return map[string]string{"NOT": "NEGATION", "POS": "POSSIBILITY", "NEC": "NECESSITY"}
})

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if len(sentence.Clauses) == 0 {
		return fmt.Errorf("want a structure with clauses, found none")
	}
	x := &writer{s: sentence, merged: map[int32]int32{}, concepts: map[int32]int{}, parent: map[int32]int{},
		within: map[int32][]int{}, roles: map[int32][]role{}, sequence: map[int32]int{}, quoted: map[string]bool{},
		notation: graph.Value(sentence, notationKey)}
	for number := range strings.FieldsSeq(graph.Value(sentence, quotedKey)) {
		x.quoted[number] = true
	}
	if err := x.arrange(); err != nil {
		return err
	}
	for _, c := range sentence.Comments {
		w.WriteString(sentence.Str(c) + "\n")
	}
	for i, box := range x.order {
		err := x.box(w, box)
		if err == nil && i == 0 {
			err = x.homeless()
		}
		if err != nil {
			return err
		}
	}
	return w.WriteByte('\n')
}

func (x *writer) name(n int32) string { return x.s.Str(x.s.Nodes[n].ID) }

// real returns the box that a box is part of.
func (x *writer) real(box int32) int32 {
	outer := box
	for range x.merged {
		next, ok := x.merged[outer]
		if !ok {
			break
		}
		outer = next
	}
	for box != outer { // so that a chain of boxes is gone through once
		next, ok := x.merged[box]
		if !ok {
			break
		}
		x.merged[box], box = outer, next
	}
	return outer
}

// kind returns the kind of a clause: concept, referent, relation of boxes, role.
func (x *writer) kind(clause *treebank.Clause) string {
	op := x.s.Name(clause.Op)
	switch {
	case op == "REF":
		return "referent"
	case clause.B >= 0 && clause.ConstA != 0 && conceptShape().MatchString("x."+strings.Trim(x.s.Name(clause.ConstA),
		`"`)):
		return "concept"
	case clause.A >= 0 && clause.B < 0 && clause.ConstB == 0:
		return "relation"
	}
	return "role"
}

// arrange finds the boxes, their order and the place of each concept.
func (x *writer) arrange() error {
	for i := range x.s.Clauses {
		if c := &x.s.Clauses[i]; x.kind(c) == "relation" && x.s.Name(c.Op) == "PRESUPPOSITION" {
			if _, ok := x.merged[c.Box]; !ok { // of several, the first one is the outer one
				x.merged[c.Box] = c.A
			}
		}
	}
	var boxes []int32 // by first mention
	known := map[int32]bool{}
	see := func(n int32) {
		if n = x.real(n); !known[n] {
			known[n], boxes = true, append(boxes, n)
		}
	}
	below := map[int32][]int32{}
	for i := range x.s.Clauses {
		clause := &x.s.Clauses[i]
		see(clause.Box)
		switch kind := x.kind(clause); {
		case kind == "concept":
			if _, ok := x.concepts[clause.B]; ok {
				return fmt.Errorf("want one concept for each referent, found a second one for %s", x.name(clause.B))
			}
			x.concepts[clause.B] = i
			box := x.real(clause.Box)
			x.within[box] = append(x.within[box], i)
		case kind == "relation" && x.s.Name(clause.Op) != "PRESUPPOSITION":
			see(clause.A)
			box, inner := x.real(clause.Box), x.real(clause.A)
			if _, ok := x.parent[inner]; ok || box == inner {
				return fmt.Errorf("want boxes that one relation opens, found two for %s", x.name(inner))
			}
			x.parent[inner] = i
			below[box] = append(below[box], inner)
		}
	}
	var root []int32
	for _, b := range boxes {
		if _, ok := x.parent[b]; !ok {
			root = append(root, b)
		}
	}
	if len(root) != 1 {
		return fmt.Errorf("want one box that no relation opens, found %d", len(root))
	}
	x.sequenceBoxes(root[0], below)
	if len(x.order) != len(boxes) {
		return fmt.Errorf("want boxes that form a tree, found %d of %d below the first", len(x.order), len(boxes))
	}
	n := 0
	for _, box := range x.order {
		for _, i := range x.within[box] {
			x.sequence[x.s.Clauses[i].B] = n
			n++
		}
	}
	for i := range x.s.Clauses {
		if c := x.seen(&x.s.Clauses[i]); x.kind(&c) == "role" {
			x.roles[c.A] = append(x.roles[c.A], role{c, i})
		}
	}
	return nil
}

// sequenceBoxes orders boxes by the clauses that open them, outer ones first.
func (x *writer) sequenceBoxes(root int32, below map[int32][]int32) {
	open := &opened{boxes: []int32{root}, parent: x.parent}
	for len(open.boxes) > 0 {
		box := heap.Pop(open).(int32)
		x.sequence[box] = len(x.order)
		x.order = append(x.order, box)
		for _, inner := range below[box] {
			heap.Push(open, inner)
		}
	}
}

// opened is a heap of boxes by the clauses that open them.
type opened struct {
	boxes  []int32
	parent map[int32]int
}

func (o *opened) Len() int           { return len(o.boxes) }
func (o *opened) Less(i, j int) bool { return o.parent[o.boxes[i]] < o.parent[o.boxes[j]] }
func (o *opened) Swap(i, j int)      { o.boxes[i], o.boxes[j] = o.boxes[j], o.boxes[i] }
func (o *opened) Push(box any)       { o.boxes = append(o.boxes, box.(int32)) }
func (o *opened) Pop() any {
	last := len(o.boxes) - 1
	box := o.boxes[last]
	o.boxes = o.boxes[:last]
	return box
}

// box writes the relation that opens a box, and its concepts.
func (x *writer) box(w *bufio.Writer, box int32) error {
	if i, ok := x.parent[box]; ok {
		clause := &x.s.Clauses[i]
		op := x.s.Name(clause.Op)
		if other := plain()[op]; other != "" {
			op = other
		}
		if !opensBox([]byte(op)) {
			return fmt.Errorf("want a discourse relation of more than three letters, found %s", op)
		}
		sign := "<"
		if x.notation == "4" {
			sign = "-"
		}
		fmt.Fprintf(w, "%s %s%d", op, sign, x.sequence[box]-x.sequence[x.real(clause.Box)])
		x.note(w, clause)
	}
	for _, i := range x.within[box] {
		clause := &x.s.Clauses[i]
		w.WriteString(x.s.Name(clause.Op) + "." + strings.Trim(x.s.Name(clause.ConstA), `"`))
		for k := range x.roles[clause.B] {
			if err := x.role(w, &x.roles[clause.B][k]); err != nil {
				return err
			}
		}
		x.note(w, clause)
	}
	return nil
}

// seen returns a role as it is written: a role is in the box of its concept, so that one in
// the box of its target's concept is turned, and so is one in neither whose target is in the
// later box, from where both can be seen. XOf is the inverse of X, and four operators are their own
// inverses; others have none.
func (x *writer) seen(clause *treebank.Clause) treebank.Clause {
	c := *clause
	if x.kind(clause) != "role" || c.A < 0 || c.B < 0 {
		return c
	}
	source, first := x.concepts[c.A]
	target, second := x.concepts[c.B]
	if !first || !second {
		return c
	}
	from, to, own := x.real(x.s.Clauses[source].Box), x.real(x.s.Clauses[target].Box), x.real(c.Box)
	if from == own || to != own && x.sequence[to] <= x.sequence[from] {
		return c
	}
	op := x.s.Name(c.Op)
	base, inverse := strings.CutSuffix(op, "Of")
	switch {
	case op == "EQU" || op == "NEQ" || op == "APX" || op == "TAB":
	case inverse && base != "":
		c.Op = x.s.Syms.InternString(base)
	case len(op) > 1 && op[1] >= 'a' && op[1] <= 'z' && !inverse:
		c.Op = x.s.Syms.InternString(op + "Of")
	default:
		return c
	}
	c.A, c.B = c.B, c.A
	return c
}

// homeless returns an error if a role belongs to no concept.
func (x *writer) homeless() error {
	for i := range x.s.Clauses {
		c := x.seen(&x.s.Clauses[i])
		if x.kind(&c) != "role" {
			continue
		}
		if _, ok := x.concepts[c.A]; !ok {
			return fmt.Errorf("want roles of referents that have a concept, found %s in %s", x.s.Name(c.Op), x.name(c.Box))
		}
	}
	return nil
}

func (x *writer) role(w *bufio.Writer, clause *role) error {
	w.WriteString(" " + x.s.Name(clause.Op) + " ")
	if clause.B < 0 {
		w.WriteString(x.constant(clause))
		return nil
	}
	to, signs, from := clause.B, "-+", x.sequence[clause.A]
	if _, ok := x.concepts[clause.B]; !ok {
		to, signs, from = x.real(clause.B), "<>", x.sequence[x.real(x.s.Clauses[x.concepts[clause.A]].Box)]
		if _, ok := x.sequence[to]; !ok {
			return fmt.Errorf("want a concept for %s, found none", x.name(clause.B))
		}
	}
	n := x.sequence[to] - from
	sign := signs[1:]
	if n < 0 {
		sign, n = signs[:1], -n
	}
	w.WriteString(sign + strconv.Itoa(n))
	return nil
}

// constant writes a constant, in quotes if it was, or if it is that of a role of
// names.
func (x *writer) constant(c *role) string {
	text := x.s.Name(c.ConstB)
	text = text[1 : len(text)-1]
	op := x.s.Name(c.Op)
	quoted := op == "Name" || op == "Title"
	if x.notation != "" {
		quoted = x.quoted[strconv.Itoa(c.at)]
	}
	if !quoted && text != "" && !strings.Contains(text, "~") && text[0] != '%' {
		return text
	}
	return `"` + strings.ReplaceAll(text, "~", " ") + `"`
}

func (x *writer) note(w *bufio.Writer, c *treebank.Clause) {
	if c.Note.Len > 0 {
		w.WriteString(" % " + x.s.Str(c.Note))
	}
	w.WriteByte('\n')
}
