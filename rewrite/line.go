package rewrite

import (
	"strconv"
	"strings"
	"sync"

	"assay/eval/condition"
)

// A lineRule reads a rule in the line syntax:
//
//	rule NAME ["title"]:
//	  match    X[cat=V*] -[aux|aux:*]-> A, X -> S?
//	  where    A < X, A.lemma != S.lemma
//	  without  X -[cop]-> _
//	  do       invert X A, relabel A to aux
type lineRule struct {
	*parser
	r     *Rule
	edges []lineEdge
	// index maps variables to numbers: those of the pattern's nodes first, then,
	// while a fragment is read, those of the fragment's own nodes.
	index map[string]int
	nodes []Node
	offs  []int
	anon  int
}

// A lineEdge is a link as written.
type lineEdge struct {
	head, dep int
	deep      bool
	link      *condition.Expr
	off       int
}

// node arrows and their ends
const (
	arrow     = "->"
	deepArrow = "->>"
)

func (l *lineRule) read() error {
	l.index = map[string]int{}
	begins := map[string][]int{} // where the clauses after match begin
	matched := false
	for {
		end := l.at
		switch clause := l.clause(); clause {
		case "match":
			if matched = true; len(begins) > 0 {
				return l.fail(l.at-len(clause), len(clause), "match before where, without and do", quote(clause), "")
			}
			if err := l.items(func() error { return l.path(&l.edges, false) }); err != nil {
				return err
			}
		case "where", "without", "do":
			begins[clause] = append(begins[clause], l.at)
			l.skipClause()
		default:
			if !matched {
				return l.wanted("match and a pattern")
			}
			if len(begins["do"]) == 0 {
				return l.wanted("do and actions")
			}
			if !l.clauseEnds() || clause != "" {
				w := l.peek()
				if clause != "" {
					w = clause
				}
				return l.unknown(l.at-len(clause), "one of these words", w, []string{"match", "where", "without", "do"})
			}
			if err := l.tree(); err != nil {
				return err
			}
			err := l.later(begins)
			l.at = end
			return err
		}
	}
}

// skipClause skips to the end of a clause, which is read once the pattern is known.
func (l *lineRule) skipClause() {
	for !l.clauseEnds() {
		if l.text[l.at] == '"' {
			if _, err := l.quoted(); err == nil {
				continue
			}
		}
		if n := len(l.peek()); n > 0 {
			l.at += n
		} else {
			l.at++
		}
	}
}

// later reads the clauses after match, which speak of its variables.
func (l *lineRule) later(begins map[string][]int) error {
	for _, clause := range []struct {
		name string
		read func() error
	}{
		{"where", func() error { return l.items(l.visible(func() error { return l.relation(&l.r.Pattern.Where) })) }},
		{"without", l.fragment},
		{"do", func() error { return l.items(l.visible(l.action)) }},
	} {
		for _, l.at = range begins[clause.name] {
			if err := clause.read(); err != nil {
				return err
			}
		}
	}
	return nil
}

// items calls read for each item up to the end of the clause; commas separate items.
func (l *lineRule) items(read func() error) error {
	for {
		if err := read(); err != nil {
			return err
		}
		if l.take(",") {
			continue
		}
		if l.clauseEnds() {
			return nil
		}
		return l.wanted("a comma or the next clause")
	}
}

// path reads NODE [ARROW NODE]...
func (l *lineRule) path(edges *[]lineEdge, fragment bool) error {
	head, err := l.node(fragment)
	if err != nil {
		return err
	}
	for l.is("-") {
		e := lineEdge{head: head, off: l.at}
		if e.link, e.deep, err = l.arrow(); err != nil {
			return err
		}
		if e.dep, err = l.node(fragment); err != nil {
			return err
		}
		*edges = append(*edges, e)
		head = e.dep
	}
	if l.is("<-") {
		return l.fail(l.at, 2, "->, a comma or the next clause", `"<-"`,
			"arrows go from the head to its modifier: B -[x]-> A, not A <-[x]- B")
	}
	return nil
}

// arrow reads ->, ->>, -[LINK]-> or -[LINK]->>.
func (l *lineRule) arrow() (link *condition.Expr, deep bool, err error) {
	if !l.is(arrow) {
		if err = l.need("-[", ", -> or ->>"); err != nil {
			return nil, false, err
		}
		if link, err = l.link(); err != nil {
			return nil, false, err
		}
		if err = l.need("]", ""); err != nil {
			return nil, false, err
		}
	}
	if l.take(deepArrow) {
		return link, true, nil
	}
	return link, false, l.need(arrow, " or ->>")
}

// node reads VARIABLE or _, [CONDITION] and ?.
func (l *lineRule) node(fragment bool) (int, error) {
	name, off, err := l.name("a variable for a word, or _")
	if err != nil {
		return 0, err
	}
	if name == "_" {
		l.anon++
		name = "_" + strconv.Itoa(l.anon)
	}
	i, known := l.index[name]
	if !known {
		i = len(l.nodes)
		l.index[name] = i
		l.nodes = append(l.nodes, Node{Name: name, Parent: -1})
		l.offs = append(l.offs, off)
	}
	if l.take("[") {
		if fragment && i < len(l.r.Pattern.Nodes) {
			return 0, l.fail(off, len(name), "a new variable; put conditions on a word of match into match or where",
				quote(name), "")
		}
		if err := l.wordConditions(&l.nodes[i]); err != nil {
			return 0, err
		}
	}
	if l.is("?") {
		if fragment {
			return 0, l.fail(l.at, 1, "a required word", "?", "")
		}
		l.at++
		l.nodes[i].Optional = true
	}
	return i, nil
}

// tree builds the pattern from the edges: nodes in pre-order, children in their
// written order.
func (l *lineRule) tree() error {
	n := len(l.nodes)
	parent, edge := make([]int, n), make([]*lineEdge, n)
	children := make([][]int, n)
	for i := range parent {
		parent[i] = -1
	}
	for i := range l.edges {
		e := &l.edges[i]
		if parent[e.dep] >= 0 {
			return l.fail(e.off, 1, "one head for "+l.nodes[e.dep].Name, "a second one",
				"a pattern is a tree; where compares words of different branches")
		}
		parent[e.dep], edge[e.dep] = e.head, e
		children[e.head] = append(children[e.head], e.dep)
	}
	root := -1
	for i := range parent {
		if parent[i] >= 0 {
			continue
		}
		if root >= 0 {
			return l.fail(l.offs[i], len(l.nodes[i].Name), "one connected tree",
				l.nodes[i].Name+", which no link joins to "+l.nodes[root].Name, "")
		}
		root = i
	}
	if root < 0 {
		return l.fail(l.edges[0].off, 1, "a tree", "a circle of links", "")
	}
	if l.nodes[root].Optional {
		return l.fail(l.offs[root], len(l.nodes[root].Name), "a required root", "?", "")
	}
	seen := 0
	var visit func(i, up int)
	visit = func(i, up int) {
		seen++
		node := l.nodes[i]
		node.Parent = up
		if e := edge[i]; e != nil {
			node.Link, node.Deep = e.link, e.deep
			node.Optional = node.Optional || l.r.Pattern.Nodes[up].Optional
		}
		at := len(l.r.Pattern.Nodes)
		l.r.Pattern.Nodes = append(l.r.Pattern.Nodes, node)
		for _, c := range children[i] {
			visit(c, at)
		}
	}
	visit(root, -1)
	if seen < n {
		return l.fail(l.edges[0].off, 1, "one connected tree", "a circle of links", "")
	}
	for i := range l.r.Pattern.Nodes {
		l.index[l.r.Pattern.Nodes[i].Name] = i
	}
	l.nodes = append([]Node(nil), l.r.Pattern.Nodes...)
	return nil
}

// fragment reads the pattern after without.
func (l *lineRule) fragment() error {
	n := len(l.r.Pattern.Nodes)
	var fragment Fragment
	var edges []lineEdge
	at := l.at
	err := l.items(func() error {
		if l.comparison() {
			return l.relation(&fragment.Where)
		}
		return l.path(&edges, true)
	})
	if err != nil {
		return err
	}
	fragment.New = append(fragment.New, l.nodes[n:]...)
	known := make([]bool, len(l.nodes))
	for i := range n {
		known[i] = true
	}
	for len(edges) > 0 { // take an edge with a known end each time
		i := 0
		for i < len(edges) && !known[edges[i].head] && !known[edges[i].dep] {
			i++
		}
		if i == len(edges) {
			return l.fail(edges[0].off, 1, "links from or to a word of match", "others", "")
		}
		e := edges[i]
		known[e.head], known[e.dep] = true, true
		fragment.Edges = append(fragment.Edges, FragmentEdge{e.head, e.dep, e.deep, e.link})
		edges = append(edges[:i:i], edges[i+1:]...)
	}
	for i := n; i < len(l.nodes); i++ {
		if !known[i] {
			return l.fail(at, 1, "a link for "+l.nodes[i].Name, "none", "")
		}
		delete(l.index, l.nodes[i].Name)
	}
	l.nodes = l.nodes[:n]
	l.r.Pattern.Without = append(l.r.Pattern.Without, fragment)
	return nil
}

// comparison reports whether a relation, not a path, comes next.
func (l *lineRule) comparison() bool {
	at := l.at
	defer func() { l.at = at }()
	if _, _, err := l.name(""); err != nil {
		return false
	}
	return l.is("<") || l.is(">") || l.is(".") || l.peek() == "is"
}

// variable reads a bound variable.
func (l *lineRule) variable() (int, error) {
	name, off, err := l.name("a variable of match")
	if err != nil {
		return 0, err
	}
	if i, ok := l.index[name]; ok {
		return i, nil
	}
	var known []string
	for i := range l.nodes {
		if !strings.HasPrefix(l.nodes[i].Name, "_") {
			known = append(known, l.nodes[i].Name)
		}
	}
	return 0, l.unknown(off, "a variable of match", name, known)
}

// relation reads A < B, A <N B, A > B, A is [not] root|leaf, A.attr = ... .
func (l *lineRule) relation(into *[]Relation) error {
	a, err := l.variable()
	if err != nil {
		return err
	}
	relation := Relation{A: a, B: -1}
	switch {
	case l.is("<") || l.is(">"):
		after := l.text[l.at] == '>'
		l.at++
		for l.at < len(l.text) && l.text[l.at] >= '0' && l.text[l.at] <= '9' && relation.Max < 1e6 {
			relation.Max = 10*relation.Max + int(l.text[l.at]-'0')
			l.at++
		}
		if relation.B, err = l.variable(); err != nil {
			return err
		}
		if after {
			relation.A, relation.B = relation.B, relation.A
		}
	case l.take("."):
		return l.attribute(relation, into)
	case l.peek() == "is":
		l.at += len("is")
		word, off, err := l.name("root or leaf")
		if err == nil && word == "not" {
			relation.Not = true
			word, off, err = l.name("root or leaf")
		}
		if err != nil {
			return err
		}
		switch word {
		case "root":
			relation.Kind = IsRoot
		case "leaf":
			relation.Kind = IsLeaf
		default:
			return l.unknown(off, "what a word can be", word, []string{"root", "leaf", "not"})
		}
	default:
		return l.wanted("<, >, a dot and an attribute, or is")
	}
	*into = append(*into, relation)
	return nil
}

// attribute reads ATTR = VALUES, ATTR != VALUES or ATTR = B.ATTR.
func (l *lineRule) attribute(w Relation, into *[]Relation) error {
	name, key, off, err := l.attributeName()
	if err != nil {
		return err
	}
	if w.Not, err = l.equals(); err != nil {
		return err
	}
	b, attr, ok, err := l.bound()
	if err != nil {
		return err
	}
	if ok {
		w.Kind, w.B, w.AttrB = Same, b, attr
		if w.AttrA, err = l.attr(name, key, off); err != nil {
			return err
		}
		*into = append(*into, w)
		return nil
	}
	if name == "rel" {
		name = "type"
	}
	c, lists, err := l.values(name, key, off, condition.All, false)
	if err != nil {
		return err
	}
	for _, t := range lists {
		*into = append(*into, Relation{Kind: InList, A: w.A, B: -1, List: t, Not: w.Not})
	}
	if c != nil {
		w.Kind, w.Cond = Is, c
		*into = append(*into, w)
	}
	return nil
}

// equals reads = or !=.
func (l *lineRule) equals() (not bool, err error) {
	if l.take("!=") {
		return true, nil
	}
	return false, l.need("=", " or !=")
}

// attributeName reads ATTR or feat.KEY where attributes are compared.
func (l *lineRule) attributeName() (name, key string, off int, err error) {
	return l.keyed("an attribute: "+strings.Join(attrNames, " "), "feat.Number")
}

// keyed reads ATTR or feat.KEY; what and example are for messages.
func (l *lineRule) keyed(what, example string) (name, key string, off int, err error) {
	name, off, err = l.name(what)
	if err != nil || name != "feat" {
		return name, "", off, err
	}
	if err = l.need(".", " and the name of a feature, as in "+example); err != nil {
		return name, "", off, err
	}
	key, _, err = l.name("the name of a feature")
	return name, key, off, err
}

// bound reads B.ATTR if B is a variable of match.
func (l *lineRule) bound() (int, Attr, bool, error) {
	at := l.at
	i, ok := l.index[l.peek()]
	if ok {
		l.name("")
		ok = l.at < len(l.text) && l.text[l.at] == '.'
	}
	if !ok {
		l.at = at
		return 0, Attr{}, false, nil
	}
	l.at++
	name, key, off, err := l.attributeName()
	if err != nil {
		return 0, Attr{}, false, err
	}
	a, err := l.attr(name, key, off)
	return i, a, err == nil, err
}

// attrAliases maps the attribute names of conditions to those of rules.
var attrAliases = sync.OnceValue(func() map[string]AttrName {
	return map[string]AttrName{"type": Rel, "deprel": Rel, "relation": Rel, "label": Rel,
		"upos": Cat, "tag": Cat, "form": Word}
})

// attr returns the attribute with that name in rules.
func (l *lineRule) attr(name, key string, off int) (Attr, error) {
	if a, ok := attrAliases()[name]; ok {
		if l.r.Phrases && name == "label" {
			a = Cat
		}
		return Attr{Name: a}, nil
	}
	for k, n := range attrNames {
		if n == name {
			return Attr{AttrName(k), key}, nil
		}
	}
	return Attr{}, l.unknown(off, "an attribute that can be compared", name, attrNames)
}

// action reads ACTION WORD... [to LABEL] [labels=link|word].
func (l *lineRule) action() error {
	name, off, err := l.name("an action")
	if err != nil {
		return err
	}
	op, err := l.parser.action(name, off, l.r.Phrases)
	if err != nil {
		return err
	}
	action := Action{Op: op, From: -1, Off: off, Labels: l.policy}
	for i := range actionNames[op].words {
		if i > 0 {
			if w := l.peek(); w == "to" {
				l.at += len(w)
			}
		}
		v, err := l.variable()
		if err != nil {
			return err
		}
		*[]*int{&action.X, &action.Y, &action.Z}[i] = v
	}
	switch op {
	case Relabel, RelabelPhrase:
		err = l.label(&action, "to", true)
	case Attach:
		err = l.label(&action, "as", false)
	case Transfer:
		if l.peek() == "from" {
			l.at += len("from")
			action.Part = true
			action.Z, err = l.variable()
		}
	case Invert:
		if l.peek() == "labels" {
			l.at += len("labels")
			if err = l.need("=", ""); err != nil {
				return err
			}
			w, off, err := l.name("link or word")
			if err != nil {
				return err
			}
			if action.Labels, err = l.labels(w, off); err != nil {
				return err
			}
		}
	}
	l.r.Actions = append(l.r.Actions, action)
	return err
}

// label reads "to LABEL" or "to B.rel"; word is "to" or "as".
func (l *lineRule) label(action *Action, word string, must bool) error {
	if w := l.peek(); w == word && !l.clauseEnds() {
		l.at += len(w)
	} else if must {
		return l.wanted(word + " and a label")
	} else {
		return nil
	}
	bound, attr, ok, err := l.bound()
	if err != nil {
		return err
	}
	if ok {
		if attr.Name != Rel || l.r.Phrases {
			return l.fail(l.at, 1, "a label or the rel of a word", "another attribute", "")
		}
		action.From = bound
		return nil
	}
	if l.is(`"`) {
		action.Label, err = l.quoted()
		return err
	}
	start := l.at
	for l.at < len(l.text) && strings.IndexByte(" \t\r\n,#", l.text[l.at]) < 0 {
		l.at++
	}
	if action.Label = string(l.text[start:l.at]); action.Label == "" {
		return l.fail(l.at, 1, "a label", "none", "")
	}
	return l.noAttribute(start, action.Label)
}
