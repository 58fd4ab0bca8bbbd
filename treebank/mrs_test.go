package treebank

import (
	"slices"
	"testing"
)

func TestMRSVariables(t *testing.T) {
	sentence := &Sentence{}
	sentence.Reset(nil)
	for range 2 {
		mrs := sentence.NewMRS()
		x := mrs.Var(sentence.Syms, []byte("x5"))
		r := mrs.Var(sentence.Syms, []byte("ref-ind12"))
		if x != 0 || r != 1 || mrs.Var(sentence.Syms, []byte("x5")) != x {
			t.Fatalf("variables are numbered %d, %d", x, r)
		}
		if got := sentence.Name(mrs.Vars[r].Sort); got != "ref-ind" {
			t.Errorf("the sort of ref-ind12 is %q", got)
		}
		if mrs.Lookup(sentence.Syms.InternString("e2")) != -1 {
			t.Error("Lookup finds a variable that does not exist")
		}
	}
	mrs := sentence.MRS
	mrs.Props = []Prop{{Node: 0, Key: 1}, {Node: 0, Key: 2}, {Node: 1, Key: 3}}
	if n := len(mrs.VarProps(0)); n != 2 {
		t.Errorf("%d properties of the first variable, want 2", n)
	}
	mrs.SetRole(0, 1, 5)
	mrs.SetRole(0, 2, 6)
	mrs.SetRole(0, 1, 7)
	mrs.SetRole(2, 1, 8)
	if want := []Arg{{1, 7}, {2, 6}, {1, 8}}; !slices.Equal(mrs.Args, want) {
		t.Errorf("arguments %v, want %v", mrs.Args, want)
	}
	c := sentence.Clone()
	mrs.Props[0].Key = 9
	if c.MRS.Props[0].Key != 1 {
		t.Error("a clone shares the MRS")
	}
	sentence.Reset(nil)
	if sentence.MRS != nil {
		t.Error("Reset keeps the MRS")
	}
}
