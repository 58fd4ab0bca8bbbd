package counter

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"assay/treebank"
)

// signature returns the types of the operators that are known, nil if operators are
// recognised by their form alone.
func (o *Options) signature() map[string]string {
	switch {
	case o.Loose:
		return nil
	case o.Signature != nil:
		return o.Signature
	}
	return pmb3()
}

// pmb3 holds the operators and roles of the Parallel Meaning Bank 3 with the
// types of their box and arguments: b a box, x a referent, t a referent or a
// constant, c a constant (clf_signature.yaml of DRS_parsing 190838f).
var pmb3 = sync.OnceValue(func() map[string]string {
	types := map[string]string{}
	for kind, ops := range map[string]string{
		"bx":  "REF",
		"bbb": "IMP DIS DUP",
		"bb": `NOT POS NEC ALTERNATION ATTRIBUTION BACKGROUND COMMENTARY CONDITION CONTINUATION CONTRAST
			CONSEQUENCE ELABORATION EXPLANATION INSTANCE NARRATION NEGATION NECESSITY POSSIBILITY PARALLEL
			PRECONDITION RESULT SOURCE TOPIC PRESUPPOSITION`,
		"bxb": "PRP Proposition",
		"btc": "Name",
		"btt": `EQU NEQ APX LES LEQ TPR TAB TIN SZP SZN SXP SXN STI STO SY1 SY2 SXY
			Agent Asset Attribute AttributeOf Beneficiary Causer Co-Agent Co-Patient Co-Theme Consumer Destination
			Duration Experiencer Finish Frequency Goal Instrument Instance Location Manner Material Path Patient
			Pivot Product Recipient Result Source Start Stimulus Theme Time Topic Value Bearer Colour ColourOf
			ContentOf Content Creator Degree MadeOf Of Operand Owner Part PartOf Player Quantity Role Sub SubOf
			Title Unit User ClockTime DayOfMonth DayOfWeek Decade MonthOfYear YearOfCentury Affector Context Equal
			Extent Precondition Measure Cause Order Participant`,
	} {
		for _, op := range strings.Fields(ops) {
			types[op] = kind
		}
	}
	return types
})

// A box holds the referee's knowledge of a box.
type box struct {
	refs, uses, subs map[int32]bool
}

// A referee checks a structure as clf_referee.py of DRS_parsing does: operators are
// known and have the right number and types of arguments, each variable has one type,
// boxes are connected and not below themselves, and referents are used only where
// they are accessible.
type referee struct {
	s     *treebank.Sentence
	known map[string]string // types by operator, nil for their form
	form  bool              // other operators are recognised by their form
	types map[int32]byte
	boxes map[int32]*box
	rels  map[[2]int32]bool // presuppositions and discourse relations

	clauses []clause
}

// fault returns the fault of a structure at one of its clauses.
func (r *referee) fault(at *clause, want, found string) error {
	e := &treebank.SyntaxError{File: r.s.File, Line: int(r.s.Line), Want: want, Found: found,
		Hint: "a structure that is not well formed counts as empty; -m counter:ill=score scores it unchanged"}
	if place := r.s.Clauses[at.original].Place; place.Len > 0 {
		e.Line, e.Col = r.s.Position(place)
	}
	return e
}

// first returns the first clause of a box, or one in which it is an argument; with ref >= 0,
// the first one of the box about that referent.
func (r *referee) first(box, ref int32) *clause {
	for i := range r.clauses {
		if c := &r.clauses[i]; c.box == box && (ref < 0 || c.a == ref || c.b == ref) {
			return c
		}
	}
	for i := range r.clauses {
		if c := &r.clauses[i]; c.a == box || c.b == box {
			return c
		}
	}
	return &r.clauses[0]
}

// sequence reports whether a structure comes from the sequence notation of PMB 4 and 5,
// whose operators and roles are more than those of PMB 3.
func sequence(s *treebank.Sentence) bool {
	for _, a := range s.Attrs {
		if a.Index < 0 && s.Name(a.Key) == "sbn" {
			return true
		}
	}
	return false
}

// check returns the fault of a structure, nil if it is well formed.
func check(clauses []clause, s *treebank.Sentence, o *Options) error {
	r := referee{s: s, known: o.signature(), form: sequence(s),
		types: map[int32]byte{}, boxes: map[int32]*box{}, rels: map[[2]int32]bool{}}
	kinds := make([]string, len(clauses))
	r.clauses = clauses
	for i := range clauses {
		var err error
		if kinds[i], err = r.kind(&clauses[i]); err != nil {
			return err
		}
		if err = r.typing(&clauses[i], kinds[i]); err != nil {
			return err
		}
	}
	if r.form { // the notation gives each referent its box, and boxes a tree
		return nil
	}
	for i := range clauses {
		r.place(&clauses[i], kinds[i])
	}
	below := r.subordination()
	if err := r.loops(below); err != nil {
		return err
	}
	if err := r.connected(below); err != nil {
		return err
	}
	return r.bound(below)
}

func (r *referee) name(n int32) string { return r.s.Str(r.s.Nodes[n].ID) }

func (r *referee) clause(c *clause) string {
	out := r.name(c.box) + " " + c.op
	for _, a := range []struct {
		n int32
		c string
	}{{c.a, c.ca}, {c.b, c.cb}} {
		if a.n >= 0 {
			out += " " + r.name(a.n)
		} else if a.c != "" {
			out += " " + a.c
		}
	}
	return out
}

// kind returns the types of the box and arguments of a clause; bct is a concept.
func (r *referee) kind(clause *clause) (string, error) {
	if clause.args == 2 && isSense(clause.ca) && clause.op[0] != '_' {
		return "bct", nil
	}
	if r.known != nil {
		if kind, ok := r.known[clause.op]; ok {
			return kind, nil
		}
		base, inverse := strings.CutSuffix(clause.op, "Of")
		if inverse && base != "" && r.known[base] != "" && base[len(base)-1] >= 'a' && base[0] >= 'A' && base[0] <= 'Z' {
			return r.known[base], nil
		}
		if !r.form {
			return "", r.fault(clause, "a known operator", r.clause(clause))
		}
	}
	switch {
	case clause.op == "REF":
		return "bx", nil
	case clause.op == "IMP" || clause.op == "DIS" || clause.op == "DUP":
		return "bbb", nil
	case clause.op == "PRP" || clause.op == "Proposition":
		return "bxb", nil
	case len(clause.op) == 3 && inCapitals(clause.op) && !slices.Contains([]string{"NOT", "POS", "NEC", "DRS"}, clause.op):
		return "btt", nil
	case inCapitals(clause.op):
		return "bb", nil
	case len(clause.op) > 1 && clause.op[0] >= 'A' && clause.op[0] <= 'Z' && !(clause.op[1] >= 'A' && clause.op[1] <= 'Z'):
		return "btt", nil
	}
	return "", r.fault(clause, "a known operator", r.clause(clause))
}

// inCapitals reports whether all letters of an operator, such as SY1, are capitals.
func inCapitals(op string) bool { return strings.ToUpper(op) == op && strings.ToLower(op) != op }

// isSense reports whether a constant is a sense such as "n.01".
func isSense(c string) bool {
	return len(c) == 6 && c[0] == '"' && strings.IndexByte("avnr", c[1]) >= 0 && c[2] == '.' &&
		c[3]-'0' <= 9 && c[4]-'0' <= 9 && c[5] == '"'
}

// isQuoted reports whether a constant begins with a quote and has none before its last character.
func isQuoted(c string) bool {
	return len(c) > 2 && c[0] == '"' && !strings.Contains(c[1:len(c)-1], `"`)
}

// typing checks the number of arguments and assigns their types to variables.
func (r *referee) typing(clause *clause, kind string) error {
	if len(kind) != clause.args+1 {
		return r.fault(clause, fmt.Sprintf("%d arguments", len(kind)-1), r.clause(clause))
	}
	for k, arg := range []struct {
		node     int32
		constant string
	}{{clause.box, ""}, {clause.a, clause.ca}, {clause.b, clause.cb}} {
		if k >= len(kind) {
			break
		}
		t := kind[k]
		switch {
		case arg.node < 0 && !isQuoted(arg.constant):
			return r.fault(clause, "a constant in double quotes", r.clause(clause))
		case arg.node < 0 && t != 'c' && t != 't', arg.node >= 0 && t == 'c':
			return r.fault(clause, "arguments of the types of "+clause.op, r.clause(clause))
		case arg.node < 0:
			continue
		}
		if t == 't' {
			t = 'x'
		}
		if was, ok := r.types[arg.node]; ok && was != t {
			return r.fault(clause, "one type for "+r.name(arg.node), "a box and a referent in "+r.clause(clause))
		}
		r.types[arg.node] = t
	}
	return nil
}

func (r *referee) box(n int32) *box {
	if r.boxes[n] == nil {
		r.boxes[n] = &box{map[int32]bool{}, map[int32]bool{}, map[int32]bool{}}
	}
	return r.boxes[n]
}

// place records the boxes of a clause and their relations.
func (r *referee) place(clause *clause, kind string) {
	box := r.box(clause.box)
	switch {
	case kind == "bx":
		box.refs[clause.a] = true
	case kind == "bb" && (clause.op == "NOT" || clause.op == "POS" || clause.op == "NEC"):
		box.subs[clause.a] = true
		r.box(clause.a)
	case kind == "bb":
		r.box(clause.a)
		r.rels[[2]int32{clause.box, clause.a}] = true
	case kind == "bbb":
		box.subs[clause.a], box.subs[clause.b] = true, true
		r.box(clause.b)
		if first := r.box(clause.a); clause.op != "DIS" {
			first.subs[clause.b] = true
		}
	case kind == "bxb":
		box.uses[clause.a], box.subs[clause.b] = true, true
		r.box(clause.b)
	default:
		for _, n := range []int32{clause.a, clause.b} {
			if n >= 0 {
				box.uses[n] = true
			}
		}
	}
}
