package treebank

import (
	"slices"
	"testing"
)

func TestMRSVariables(t *testing.T) {
	s := &Sentence{}
	s.Reset(nil)
	for range 2 {
		m := s.NewMRS()
		x := m.Var(s.Syms, []byte("x5"))
		r := m.Var(s.Syms, []byte("ref-ind12"))
		if x != 0 || r != 1 || m.Var(s.Syms, []byte("x5")) != x {
			t.Fatalf("variables are numbered %d, %d", x, r)
		}
		if got := s.Name(m.Vars[r].Sort); got != "ref-ind" {
			t.Errorf("the sort of ref-ind12 is %q", got)
		}
		if m.Lookup(s.Syms.InternString("e2")) != -1 {
			t.Error("Lookup finds a variable that does not exist")
		}
	}
	m := s.MRS
	m.Props = []Prop{{Node: 0, Key: 1}, {Node: 0, Key: 2}, {Node: 1, Key: 3}}
	if n := len(m.VarProps(0)); n != 2 {
		t.Errorf("%d properties of the first variable, want 2", n)
	}
	m.SetRole(0, 1, 5)
	m.SetRole(0, 2, 6)
	m.SetRole(0, 1, 7)
	m.SetRole(2, 1, 8)
	if want := []Arg{{1, 7}, {2, 6}, {1, 8}}; !slices.Equal(m.Args, want) {
		t.Errorf("arguments %v, want %v", m.Args, want)
	}
	c := s.Clone()
	m.Props[0].Key = 9
	if c.MRS.Props[0].Key != 1 {
		t.Error("a clone shares the MRS")
	}
	s.Reset(nil)
	if s.MRS != nil {
		t.Error("Reset keeps the MRS")
	}
}
