package rewrite

import (
	"slices"
	"strings"

	"assay/eval/condition"
	"assay/internal/nearest"
	"assay/treebank"
)

// Values are the labels and tags that occur in data.
type Values struct {
	syms             *treebank.Symbols
	cats, fine, rels []bool // by symbol of syms
	names            [3]map[string]bool
}

// See adds what occurs in s.
func (v *Values) See(s *treebank.Sentence) {
	if v.syms != s.Syms {
		v.flush()
		v.syms = s.Syms
	}
	for i := range s.Tokens {
		mark(&v.cats, s.Tokens[i].Tag)
		mark(&v.rels, s.Tokens[i].Func)
	}
	for i := range s.Morph {
		mark(&v.fine, s.Morph[i].Fine)
	}
	for i := range s.Arcs {
		mark(&v.rels, s.Arcs[i].Rel)
	}
	for i := range s.Phrases {
		mark(&v.cats, s.Phrases[i].Label)
		mark(&v.rels, s.Phrases[i].Func)
	}
}

func mark(set *[]bool, y treebank.Symbol) {
	if int(y) >= len(*set) {
		*set = append(*set, make([]bool, int(y)+64-len(*set))...)
	}
	(*set)[y] = true
}

// flush turns symbols into strings.
func (v *Values) flush() {
	for i, set := range []*[]bool{&v.cats, &v.fine, &v.rels} {
		if v.names[i] == nil {
			v.names[i] = map[string]bool{}
		}
		for y, in := range *set {
			if in && y != 0 {
				v.names[i][v.syms.Name(treebank.Symbol(y))] = true
			}
		}
		*set = (*set)[:0]
	}
}

// Unseen notes the labels and tags that rules of m name and that neither occur
// in the data nor are made by a rule: the silent way in which rules fail. A
// value in a list of alternatives is noted only if none of them occurs.
func (v *Values) Unseen(m *Module) []Note {
	v.flush()
	made := map[string]bool{}
	for _, r := range m.Rules {
		for _, a := range r.Actions {
			if a.Label != "" {
				made[a.Label] = true
			}
		}
	}
	cats, fine, rels := v.names[0], v.names[1], v.names[2]
	var out []Note
	for _, r := range m.Rules {
		told := map[string]bool{}
		r.conditions(func(e *condition.Expr) {
			leaves := e.Leaves()
			seen := func(l condition.Leaf) bool {
				switch l.Operator {
				case "cat", "upos":
					return matchesAny(&l, cats) || matchesAny(&l, made)
				case "xpos":
					return matchesAny(&l, fine) || matchesAny(&l, cats) || matchesAny(&l, made)
				case "type", "label":
					return matchesAny(&l, rels) || matchesAny(&l, made)
				}
				return true
			}
			if len(leaves) > 1 && e.Truth(func(l condition.Leaf) bool { return l.Operator == "pos" || seen(l) }) {
				return
			}
			for _, l := range leaves {
				text := "(" + l.Operator + " " + l.Pattern + ")"
				if told[text] || seen(l) {
					continue
				}
				told[text] = true
				set := cats
				if l.Operator == "type" || l.Operator == "label" {
					set = rels
				}
				n := Note{Rule: r, Text: text + " matches nothing in the data", At: m.place(r, l.Pattern)}
				if strings.Contains(l.Pattern, "|") && l.Pattern[0] != '/' {
					n.Hint = "| is part of the name here; write (or (" + l.Operator + " a) (" + l.Operator + " b)), or /a|b/"
				} else if near := nearestValue(l.Pattern, set); near != "" {
					n.Hint = "did you mean " + near + "?"
				}
				out = append(out, n)
			}
		})
	}
	return out
}

// conditions calls f for all conditions of r.
func (r *Rule) conditions(f func(*condition.Expr)) {
	look := func(e *condition.Expr) {
		if e != nil {
			f(e)
		}
	}
	for i := range r.Pattern.Nodes {
		look(r.Pattern.Nodes[i].Word)
		look(r.Pattern.Nodes[i].Link)
	}
	for _, w := range r.Pattern.Where {
		look(w.Cond)
	}
	for _, f := range r.Pattern.Without {
		for _, e := range f.Edges {
			look(e.Link)
		}
		for i := range f.New {
			look(f.New[i].Word)
		}
		for _, w := range f.Where {
			look(w.Cond)
		}
	}
}

// place finds where rule r names a value.
func (m *Module) place(r *Rule, value string) *Error {
	value = strings.Trim(value, "/")
	end := len(m.text)
	for _, o := range m.Rules {
		if o.Off > r.Off && o.Off < end {
			end = o.Off
		}
	}
	if value == "" || r.Off > end {
		return nil
	}
	text := string(m.text)
	for at := r.Off; ; at++ {
		i := strings.Index(text[at:end], value)
		if i < 0 {
			return nil
		}
		at += i
		if before, behind := at-1, at+len(value); before >= 0 && strings.IndexByte(" \t\n=|([!\"/,", text[before]) >= 0 &&
			(behind == end || strings.IndexByte(" \t\r\n|])\"/,", text[behind]) >= 0) {
			return newError(m.File, m.text, at, len(value), "a value that occurs in the data", quote(value), "")
		}
	}
}

func matchesAny(l *condition.Leaf, set map[string]bool) bool {
	for v := range set {
		if l.Match(v) {
			return true
		}
	}
	return false
}

func nearestValue(name string, set map[string]bool) string {
	var known []string
	for v := range set {
		known = append(known, v)
	}
	slices.Sort(known)
	return nearest.Name(name, known)
}
