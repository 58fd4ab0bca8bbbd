package condition

import (
	"strings"
	"testing"
)

func TestLeaves(t *testing.T) {
	expr, err := ParseExpr(`(and (cat V*) (or (string "be") (feat Case N?m)) (not (word /a|b/i)))`, Forms)
	if err != nil {
		t.Fatal(err)
	}
	var got string
	for _, l := range expr.Leaves() {
		got += l.Operator + ":" + l.Key + ":" + l.Pattern + " "
	}
	if want := "cat::V* string::be feat:Case:N?m word::/(?i:a|b)/ "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	l := expr.Leaves()
	if !l[0].Match("VVI") || l[0].Match("NN") || l[0].Literal || !l[1].Literal || !l[3].Match("B") {
		t.Error("wrong leaves")
	}
	for _, tc := range []struct {
		yes  string
		want bool
	}{{"cat string", true}, {"cat", false}, {"cat feat word", false}} {
		got := expr.Truth(func(l Leaf) bool { return strings.Contains(tc.yes, l.Operator) })
		if got != tc.want {
			t.Errorf("%s: %v", tc.yes, got)
		}
	}
}

func TestForms(t *testing.T) {
	for _, c := range []string{"(type subj)", "(pos pre)", "(and (cat V) (type x))"} {
		if _, err := ParseExpr(c, Forms); err == nil {
			t.Errorf("%s is no condition on a word by itself", c)
		}
	}
	if _, err := ParseExpr("(cat V)", Links); err == nil {
		t.Error("(cat V) is no condition on a link")
	}
}
