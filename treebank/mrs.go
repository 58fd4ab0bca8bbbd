package treebank

import "slices"

// An MRS is a semantic representation in Minimal Recursion Semantics
// (Copestake, Flickinger, Pollard & Sag 2005): elementary predications with
// roles and variables, and constraints between variables. Nodes and Edges of a
// Sentence are derived from it.
//
// Its spans refer to the text of the Sentence it belongs to.
type MRS struct {
	Top    int32 // index of a variable, -1 if there is none
	Index  int32 // index of a variable, -1 if there is none
	Vars   []Variable
	Props  []Prop // of variables: Node is the index of one; sorted by it
	EPs    []EP
	Args   []Arg // of all EPs, one after another
	HCons  []Constraint
	ICons  []Constraint
	Source Span // the text that this MRS is all of and nothing else; Len 0 if the reader does not say
	Lnk    Span // link of the whole MRS to the text, as written: <0:26>
	// Graph is the number of the conversion that made the Nodes and Edges of
	// the sentence from this MRS; 0 if none did.
	Graph uint8

	at      []int32  // index of the variable by symbol, plus one
	sorts   []Symbol // of variables by symbol, 0 if not known yet
	syms    *Symbols // the table of sorts
	scratch []int32
}

// A Variable is a variable or handle of an MRS.
type Variable struct {
	Name Symbol
	Sort Symbol // its name without the number
}

// An EP is an elementary predication.
type EP struct {
	Pred    Symbol // normalised: without quotes and _rel, in lower case
	Label   int32  // index of a variable, -1 if there is none
	ARG0    int32  // the distinguished variable, -1 if there is none
	First   int32  // its arguments: Args[First:Last]; ARG0 is among them
	Last    int32
	Carg    Span
	Lnk     Span // as written, with the angle brackets; Len 0 if there is none
	Surface Span
	Base    Span
	From    int32 // first character, -1 if the link is not to characters
	To      int32 // one past the last
	HasCarg bool
	Quant   bool // it has a RSTR
}

// An Arg is an argument of an EP.
type Arg struct {
	Role  Symbol
	Value int32 // index of a variable
}

// A Constraint is a handle constraint (qeq, lheq, outscopes) or an individual
// constraint.
type Constraint struct {
	Hi, Lo int32 // indices of variables
	Rel    Symbol
}

// NewMRS gives s an empty MRS that reuses the memory of the last one.
func (s *Sentence) NewMRS() *MRS {
	mrs := s.mrs
	if mrs == nil {
		mrs = &MRS{}
		s.mrs = mrs
	}
	for _, v := range mrs.Vars {
		mrs.at[v.Name] = 0
	}
	*mrs = MRS{
		Top: -1, Index: -1, at: mrs.at, sorts: mrs.sorts, syms: mrs.syms, scratch: mrs.scratch, Vars: mrs.Vars[:0],
		Props: mrs.Props[:0],
		EPs:   mrs.EPs[:0], Args: mrs.Args[:0], HCons: mrs.HCons[:0], ICons: mrs.ICons[:0],
	}
	s.MRS = mrs
	return mrs
}

// Adopt gives s the MRS of t, whose Source is the same text as that of s at off, and
// the graph derived from it. Both must share one table of symbols.
func (s *Sentence) Adopt(t *Sentence, off uint32) {
	from, to := t.MRS, s.NewMRS()
	moved := func(span Span) Span {
		if span.Off >= from.Source.Off {
			span.Off += off - from.Source.Off
		}
		return span
	}
	for _, v := range from.Vars {
		to.add(s.Syms, v.Name, v.Sort)
	}
	to.Top, to.Index, to.Graph = from.Top, from.Index, from.Graph
	to.Source, to.Lnk = moved(from.Source), moved(from.Lnk)
	to.Props, to.Args = append(to.Props, from.Props...), append(to.Args, from.Args...)
	to.HCons, to.ICons = append(to.HCons, from.HCons...), append(to.ICons, from.ICons...)
	to.EPs = append(to.EPs, from.EPs...)
	for i := range to.EPs {
		e := &to.EPs[i]
		e.Carg, e.Lnk, e.Surface, e.Base = moved(e.Carg), moved(e.Lnk), moved(e.Surface), moved(e.Base)
	}
	s.Nodes = append(s.Nodes[:0], t.Nodes...)
	for i := range s.Nodes {
		s.Nodes[i].Carg = moved(s.Nodes[i].Carg)
	}
	s.Edges, s.Props, s.Tops = append(s.Edges[:0], t.Edges...), append(s.Props[:0],
		t.Props...), append(s.Tops[:0], t.Tops...)
}

// Clone returns a copy of m that shares nothing with it.
func (m *MRS) Clone() *MRS {
	if m == nil {
		return nil
	}
	c := *m
	c.Vars, c.Props, c.EPs = slices.Clone(m.Vars), slices.Clone(m.Props), slices.Clone(m.EPs)
	c.Args, c.HCons, c.ICons = slices.Clone(m.Args), slices.Clone(m.HCons), slices.Clone(m.ICons)
	c.at, c.sorts, c.syms, c.scratch = slices.Clone(m.at), nil, nil, nil
	return &c
}

// Lookup returns the index of the variable of that name, -1 if there is none.
func (m *MRS) Lookup(name Symbol) int32 {
	if int(name) >= len(m.at) {
		return -1
	}
	return m.at[name] - 1
}

// Var returns the index of the variable of that name, a new one if there is
// none yet. Its sort is its name without the digits at the end.
func (m *MRS) Var(syms *Symbols, name []byte) int32 {
	symbol := syms.Intern(name)
	if i := m.Lookup(symbol); i >= 0 {
		return i
	}
	end := len(name)
	for end > 0 && name[end-1] >= '0' && name[end-1] <= '9' {
		end--
	}
	return m.add(syms, symbol, syms.Intern(name[:end]))
}

// VarNamed is Var for a name that is a symbol.
func (m *MRS) VarNamed(syms *Symbols, name Symbol) int32 {
	if i := m.Lookup(name); i >= 0 {
		return i
	}
	if m.syms == syms && int(name) < len(m.sorts) && m.sorts[name] != 0 {
		return m.add(syms, name, m.sorts[name])
	}
	return m.Var(syms, []byte(syms.Name(name)))
}

// add adds a variable and remembers its sort.
func (m *MRS) add(syms *Symbols, name, sort Symbol) int32 {
	if n := int(name) + 1; n > len(m.at) {
		m.at = append(m.at, make([]int32, n-len(m.at))...)
	}
	if m.syms != syms {
		m.syms, m.sorts = syms, m.sorts[:0]
	}
	if n := int(name) + 1; n > len(m.sorts) {
		m.sorts = append(m.sorts, make([]Symbol, n-len(m.sorts))...)
	}
	m.Vars = append(m.Vars, Variable{Name: name, Sort: sort})
	m.at[name], m.sorts[name] = int32(len(m.Vars)), sort
	return int32(len(m.Vars) - 1)
}

// VarProps returns the properties of variable v.
func (m *MRS) VarProps(v int32) []Prop {
	i, _ := slices.BinarySearchFunc(m.Props, v, func(p Prop, v int32) int { return int(p.Node - v) })
	n := i
	for n < len(m.Props) && m.Props[n].Node == v {
		n++
	}
	return m.Props[i:n]
}

// SetRole sets a role of the EP that is being read, whose arguments are the last
// and begin at first. If a role is given twice, the last value counts.
func (m *MRS) SetRole(first int32, role Symbol, value int32) {
	for i := first; int(i) < len(m.Args); i++ {
		if m.Args[i].Role == role {
			m.Args[i].Value = value
			return
		}
	}
	m.Args = append(m.Args, Arg{Role: role, Value: value})
}

// Role returns the value of a role of an EP, -1 if it has none.
func (m *MRS) Role(e *EP, role Symbol) int32 {
	for _, a := range m.Args[e.First:e.Last] {
		if a.Role == role {
			return a.Value
		}
	}
	return -1
}

// Scratch returns n zeros, for use until the next call.
func (m *MRS) Scratch(n int) []int32 {
	m.scratch = zeros(m.scratch, n)
	return m.scratch
}
