package rewrite

import (
	"fmt"

	"assay/eval/condition"
	"assay/treebank"
)

// A Note points at a likely mistake in a rule file.
type Note struct {
	Rule *Rule // nil if the note is on the whole file
	Text string
	Hint string
	At   *Error // the place of a value, nil if the note is on the whole rule
}

// Lint checks a module without data. It reports rules that can never do anything,
// that match their own output, or that have no test.
func Lint(module *Module) []Note {
	var out []Note
	_, fired := RunTests(module, Options{})
	for i, rule := range module.Rules {
		if !rule.Phrases {
			out = append(out, lintActions(rule)...)
			if n := lintInvert(rule); n != nil {
				out = append(out, *n)
			}
		}
		for k := range rule.Pattern.Nodes {
			if n := lintNode(rule, &rule.Pattern.Nodes[k]); n != nil {
				out = append(out, *n)
			}
		}
		if fired[i] == 0 {
			out = append(out, Note{Rule: rule, Text: "no test tries this rule", Hint: `add test "...": in ... out ...`})
		}
	}
	if len(module.Rules) == 0 {
		out = append(out, Note{Text: "there are no rules"})
	}
	return out
}

// lintActions performs the actions on the pattern itself and reports those that the
// pattern does not allow.
func lintActions(rule *Rule) []Note {
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
	bound := make([]int32, len(rule.Pattern.Nodes))
	for i, n := range rule.Pattern.Nodes {
		head := int32(n.Parent)
		if n.Parent < 0 {
			head = int32(len(rule.Pattern.Nodes)) // a word above the pattern
		}
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Parent: -1})
		sentence.Arcs = append(sentence.Arcs, treebank.Arc{Dep: int32(i), Head: head, Rel: treebank.Symbol(i + 1)})
		if n.Deep { // an unknown word is between
			return nil
		}
		bound[i] = int32(i)
	}
	sentence.Tokens = append(sentence.Tokens, treebank.Token{Parent: -1})
	sentence.Arcs = append(sentence.Arcs, treebank.Arc{Dep: int32(len(bound)), Head: treebank.Root})
	var g graph
	g.reset(sentence)
	var out []Note
	labels := make([]treebank.Symbol, len(bound))
	for i := range labels {
		labels[i] = treebank.Symbol(i + 1)
	}
	for _, a := range rule.Actions {
		c := action{Action: a, labelled: a.Label != "" || a.From >= 0, label: treebank.Symbol(100 + len(out))}
		if a.Op == Lift && g.head(bound[a.X]) == int32(len(bound)) { // the word above may have a head
			continue
		}
		if why := g.apply(&c, bound, labels); why != "" {
			out = append(out, Note{Rule: rule, Text: "the action " + a.Op.String() + " never does anything: " + why})
		} else if a.Op == Transfer && a.X == a.Y {
			out = append(out, Note{Rule: rule, Text: "transfer from a word to itself does nothing"})
		}
	}
	return out
}

// lintInvert reports an inverted link that the rule may match again: without (pos
// ...), a label that travels with its link and two words that satisfy each other's
// conditions make a rule match its own output.
func lintInvert(rule *Rule) *Note {
	if len(rule.Actions) == 0 || rule.Actions[0].Op != Invert || len(rule.Pattern.Nodes) != 2 ||
		len(rule.Pattern.Where)+len(rule.Pattern.Without) > 0 {
		return nil
	}
	for _, a := range rule.Actions[1:] {
		if a.Op == Relabel || a.Op == Attach {
			return nil
		}
	}
	a := rule.Actions[0]
	if a.X != 0 || a.Y != 1 || a.Labels == OnWord {
		return nil
	}
	top, low := &rule.Pattern.Nodes[0], &rule.Pattern.Nodes[1]
	if len(top.Lists)+len(low.Lists) > 0 || disjoint(top.Word, low.Word) || !bothWays(low.Link) {
		return nil
	}
	return &Note{Rule: rule, Text: "the inverted link may match the rule again, so that it loops",
		Hint: "add (pos pre) or (pos post) to the link, a label, or conditions that distinguish head and modifier"}
}

// bothWays reports whether a link that satisfies expr can still satisfy it when inverted
// with its label.
func bothWays(expr *condition.Expr) bool {
	if expr == nil {
		return true
	}
	can := func(pos string, yes uint) bool {
		i := uint(0)
		return expr.Truth(func(l condition.Leaf) bool {
			if l.Operator == "pos" && l.Heads == 0 {
				return l.Pattern == pos
			}
			i++
			return yes>>(i-1)&1 != 0
		})
	}
	n := 0
	for _, l := range expr.Leaves() {
		if l.Operator != "pos" || l.Heads > 0 {
			n++
		}
	}
	if n > 12 {
		return true
	}
	for yes := range uint(1) << n {
		if can("pre", yes) && can("post", yes) {
			return true
		}
	}
	return false
}

// disjoint reports whether the conditions obviously exclude each other: both require
// a tag, or a word, but not the same one.
func disjoint(a, b *condition.Expr) bool {
	if a == nil || b == nil {
		return false
	}
	la, lb := a.Leaves(), b.Leaves()
	// Compare the required leaves, without which a condition is false.
	for _, x := range la {
		if !needs(a, x) {
			continue
		}
		for _, y := range lb {
			if needs(b, y) && x.Compares(&y) &&
				(x.Literal && !y.Match(x.Pattern) || y.Literal && !x.Match(y.Pattern) || apart(x.Pattern, y.Pattern)) {
				return true
			}
		}
	}
	return false
}

// needs reports whether expr is false whenever leaf x is false.
func needs(expr *condition.Expr, x condition.Leaf) bool {
	n := len(expr.Leaves())
	if n > 12 {
		return false
	}
	for yes := range uint(1) << n {
		i := uint(0)
		if expr.Truth(func(l condition.Leaf) bool {
			i++
			return !l.Same(&x) && yes>>(i-1)&1 != 0
		}) {
			return false
		}
	}
	return true
}

// apart reports whether two globs of the form prefix* are disjoint.
func apart(a, b string) bool {
	star := func(s string) (string, bool) {
		for i := range len(s) {
			if s[i] == '*' || s[i] == '?' || s[i] == '/' {
				return s[:i], i > 0
			}
		}
		return s, s != ""
	}
	x, ok := star(a)
	y, ok2 := star(b)
	n := min(len(x), len(y))
	return ok && ok2 && x[:n] != y[:n]
}

// lintNode reports a condition that nothing can satisfy.
func lintNode(rule *Rule, node *Node) *Note {
	for _, expr := range []*condition.Expr{node.Word, node.Link} {
		if expr == nil {
			continue
		}
		leaves := expr.Leaves()
		if len(leaves) > 12 {
			continue
		}
		possible := false
		for yes := range uint(1) << len(leaves) {
			i := uint(0)
			tell := func(condition.Leaf) bool { i++; return yes>>(i-1)&1 != 0 }
			if expr.Truth(tell) && consistent(leaves, yes) {
				possible = true
				break
			}
		}
		if !possible {
			return &Note{Rule: rule, Text: fmt.Sprintf("nothing can satisfy %s of %s", expr, node.Name)}
		}
	}
	return nil
}

// consistent reports whether one word could make exactly these leaves true.
func consistent(leaves []condition.Leaf, yes uint) bool {
	for i := range leaves {
		for j := range leaves {
			if !leaves[i].Compares(&leaves[j]) || yes>>i&1 == 0 || !leaves[i].Literal {
				continue
			}
			if (yes>>j&1 != 0) != leaves[j].Match(leaves[i].Pattern) {
				return false
			}
		}
		if leaves[i].Operator == "pos" { // a link is pre or post
			for j := range leaves {
				if leaves[j].Compares(&leaves[i]) && leaves[j].Pattern != leaves[i].Pattern && yes>>i&1 == yes>>j&1 {
					return false
				}
			}
		}
	}
	return true
}
