package rewrite

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"assay/eval"
	"assay/eval/condition"
	"assay/treebank"
)

// Values are the labels, tags and features that occur in data.
type Values struct {
	syms  *treebank.Symbols
	seen  [4][]bool // by symbol of syms: those that are not among the names yet
	names [4]map[string]bool
}

// The kinds of values.
const (
	cats = iota
	fine
	rels
	feats
)

// See adds the values that occur in sentence.
func (v *Values) See(sentence *treebank.Sentence) {
	if v.syms != sentence.Syms {
		v.flush()
		v.syms = sentence.Syms
	}
	for i := range sentence.Tokens {
		v.mark(cats, sentence.Tokens[i].Tag)
		v.mark(rels, sentence.Tokens[i].Func)
	}
	for i := range sentence.Morph {
		v.mark(fine, sentence.Morph[i].Fine)
		v.mark(feats, sentence.Morph[i].Feats)
	}
	for i := range sentence.Arcs {
		v.mark(rels, sentence.Arcs[i].Rel)
	}
	for i := range sentence.Edges {
		v.mark(rels, sentence.Edges[i].Label)
	}
	for i := range sentence.Phrases {
		v.mark(cats, sentence.Phrases[i].Label)
		v.mark(rels, sentence.Phrases[i].Func)
	}
}

func (v *Values) mark(kind int, y treebank.Symbol) {
	set := &v.seen[kind]
	if int(y) >= len(*set) {
		*set = append(*set, make([]bool, int(y)+64-len(*set))...)
	}
	(*set)[y] = true
}

// flush replaces symbols by strings.
func (v *Values) flush() {
	for i, set := range v.seen {
		if v.names[i] == nil {
			v.names[i] = map[string]bool{}
		}
		for y, in := range set {
			if in && y != 0 {
				v.names[i][v.syms.Name(treebank.Symbol(y))] = true
			}
		}
		v.seen[i] = set[:0]
	}
}

// Add adds the values of w.
func (v *Values) Add(w *Values) {
	v.flush()
	w.flush()
	for i, names := range w.names {
		maps.Copy(v.names[i], names)
	}
}

// Unseen reports the labels, tags and features in rules of module that neither occur in the data nor
// are produced by a rule: a misspelt label makes a rule fail silently. It reports
// each alternative, but no value after not.
func (v *Values) Unseen(module *Module) []Note {
	v.flush()
	made := map[string]bool{}
	for _, r := range module.Rules {
		for _, a := range r.Actions {
			if a.Label != "" {
				made[a.Label] = true
			}
		}
	}
	var out []Note
	for _, rule := range module.Rules {
		noted := map[string]bool{}
		rule.conditions(func(e *condition.Expr) {
			for _, u := range v.unseen(e, made) {
				if noted[u.text] {
					continue
				}
				noted[u.text] = true
				out = append(out, Note{Rule: rule, Text: u.text + " matches nothing in the data", Hint: u.hint,
					At: module.place(rule, u.pattern)})
			}
		})
	}
	return out
}

// UnseenIn returns a message for each label, tag and feature of a condition that does not
// occur in the data, with a hint if there is one.
func (v *Values) UnseenIn(e *condition.Expr) (out []string) {
	v.flush()
	for _, u := range v.unseen(e, nil) {
		text := u.text + " matches nothing in the data"
		if u.hint != "" {
			text += " (" + u.hint + ")"
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// UnseenRoles returns a message for each role or relation that does not occur in the data, upper
// and lower case being the same; * is any.
func (v *Values) UnseenRoles(roles iter.Seq[string]) (out []string) {
	v.flush()
	known := map[string]bool{"*": true}
	for rel := range v.names[rels] {
		known[strings.ToUpper(rel)] = true
	}
	for role := range roles {
		if known[strings.ToUpper(role)] {
			continue
		}
		text := "role " + role + " matches nothing in the data"
		if hint := nearestIn(known, strings.ToUpper(role)); hint != "" {
			text += " (" + hint + ")"
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return out
}

// An unseenValue is a comparison with a value that does not occur.
type unseenValue struct{ text, pattern, hint string }

// unseen lists the comparisons of e that no value in the data or in made satisfies.
func (v *Values) unseen(e *condition.Expr, made map[string]bool) (out []unseenValue) {
	for _, leaf := range e.Leaves() {
		sets := []map[string]bool{made, v.names[cats]}
		switch leaf.Operator {
		case "cat", "upos":
		case "xpos":
			sets = append(sets, v.names[fine])
		case "type":
			sets[1] = v.names[rels]
		case "label":
			sets = append(sets, v.names[rels])
		case "feat":
			sets = []map[string]bool{nil, v.features(leaf.Key)}
		default:
			continue
		}
		if leaf.Negated || slices.ContainsFunc(sets, func(set map[string]bool) bool { return matchesAny(&leaf, set) }) {
			continue
		}
		u := unseenValue{text: "(" + strings.Join(strings.Fields(leaf.Operator+" "+leaf.Key+" "+leaf.Pattern), " ") + ")",
			pattern: leaf.Pattern, hint: nearestIn(sets[1], leaf.Pattern)}
		if leaf.Operator == "feat" && len(sets[1]) == 0 {
			u.pattern, u.hint = leaf.Key, nearestIn(v.features(""), leaf.Key)
		}
		if strings.Contains(leaf.Pattern, "|") && leaf.Pattern[0] != '/' {
			u.hint = "| is part of the name here; write (or (" + leaf.Operator + " a) (" + leaf.Operator + " b)), or /a|b/"
		}
		out = append(out, u)
	}
	return out
}

// A LabelLog is an eval.Step that changes nothing: it records the labels and tags of the
// sentences, so that conditions and rules with values that do not occur can be
// reported after the run.
type LabelLog struct {
	mu   sync.Mutex
	seen []*Values
}

var _ eval.Step = (*LabelLog)(nil)

// Signature returns "": figures do not depend on it.
func (w *LabelLog) Signature() string { return "" }

// New returns the step for one goroutine.
func (w *LabelLog) New() func(*treebank.Sentence) error {
	v := &Values{}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen = append(w.seen, v)
	return func(s *treebank.Sentence) error {
		v.See(s)
		return nil
	}
}

// Values returns the labels and tags of all sentences. Call it after the run.
func (w *LabelLog) Values() *Values {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := &Values{}
	for _, v := range w.seen {
		all.Add(v)
	}
	return all
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
	for _, fragment := range r.Pattern.Without {
		for _, e := range fragment.Edges {
			look(e.Link)
		}
		for i := range fragment.New {
			look(fragment.New[i].Word)
		}
		for _, w := range fragment.Where {
			look(w.Cond)
		}
	}
}

// place finds the place of a value in rule.
func (m *Module) place(rule *Rule, value string) *Error {
	value = strings.Trim(value, "/")
	end := len(m.text)
	for _, o := range m.Rules {
		if o.Off > rule.Off && o.Off < end {
			end = o.Off
		}
	}
	if value == "" || rule.Off > end {
		return nil
	}
	text := string(m.text)
	for at := rule.Off; ; at++ {
		i := strings.Index(text[at:end], value)
		if i < 0 {
			return nil
		}
		at += i
		if before, after := at-1, at+len(value); before >= 0 && strings.IndexByte(" \t\n=|([!\"/,", text[before]) >= 0 &&
			(after == end || strings.IndexByte(" \t\r\n|])\"/,", text[after]) >= 0) {
			return newError(m.File, m.text, at, len(value), "a value that occurs in the data", quote(value), "")
		}
	}
}

// features returns the values of a feature that occur, or the names of all features for "".
func (v *Values) features(name string) map[string]bool {
	out := map[string]bool{}
	for list := range v.names[feats] {
		for f := range strings.SplitSeq(list, "|") {
			switch key, value, ok := strings.Cut(f, "="); {
			case ok && name == "":
				out[key] = true
			case ok && key == name:
				out[value] = true
				for one := range strings.SplitSeq(value, ",") {
					out[one] = true
				}
			}
		}
	}
	return out
}

func matchesAny(l *condition.Leaf, set map[string]bool) bool {
	for v := range set {
		if l.Match(v) {
			return true
		}
	}
	return false
}

// nearestIn returns a hint at the value in set that is nearest to name, "" if none is near.
func nearestIn(set map[string]bool, name string) string {
	return didYouMean(name, slices.Sorted(maps.Keys(set)))
}
