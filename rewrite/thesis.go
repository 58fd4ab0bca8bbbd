package rewrite

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/eval/condition"
)

// maxDepth limits the depth of patterns in lists, so that none exhausts the stack.
const maxDepth = 1000

// listRule reads a rule in parentheses: Xiao's ((IF pattern) (THEN action...))
// or Lin's (if (HEAD MOD [REL]) (ACTION...)). Lin's delete-root gives a second
// rule.
func (p *parser) listRule(rule *Rule) ([]*Rule, error) {
	start := p.at
	if err := p.need("(", ""); err != nil {
		return nil, err
	}
	if p.is("(") {
		return []*Rule{rule}, p.xiao(rule, start)
	}
	word, off := p.atom()
	if word != "if" {
		hint := didYouMean(word, []string{"if"})
		if strings.EqualFold(word, "if") {
			hint = "Lin's rules begin with (if in small letters, Xiao's with ((IF"
		}
		return nil, p.fail(off, len(word), "if or (IF", quote(word), hint)
	}
	rule.Off = start
	return p.lin(rule, start)
}

// xiao reads ((IF pattern) (THEN action...)) after its first parenthesis, which
// is at start.
func (p *parser) xiao(rule *Rule, start int) error {
	word, opened, err := p.opening("IF", "IF-PHRASE")
	if err != nil {
		return err
	}
	rule.Phrases = word == "IF-PHRASE"
	pattern := p.offset()
	if err = p.need("(", " and a pattern"); err != nil {
		return err
	}
	if err = p.node(rule, -1); err != nil {
		return err
	}
	if p.is("(") {
		if err = p.forest(rule, 0, 0); err != nil {
			return err
		}
	}
	if err = p.closing("the pattern", pattern); err != nil {
		return err
	}
	if err = p.closing("IF", opened); err != nil {
		return err
	}
	if _, opened, err = p.opening("THEN"); err != nil {
		return err
	}
	for first := true; first || !p.is(")") && p.at < len(p.text); first = false {
		if err = p.listAction(rule); err != nil {
			return err
		}
	}
	if err = p.closing("THEN", opened); err != nil {
		return err
	}
	return p.closing("the rule", start)
}

// offset returns the current offset, after blanks.
func (p *parser) offset() int {
	p.blank()
	return p.at
}

// opening reads a parenthesis and one of the words. It returns the offset of the
// parenthesis.
func (p *parser) opening(words ...string) (string, int, error) {
	open := p.offset()
	if err := p.need("(", strings.Join(words, " or (")); err != nil {
		return "", open, err
	}
	word, off := p.atom()
	if slices.Contains(words, word) {
		return word, open, nil
	}
	e := p.unknown(off, "one of these words", word, words)
	for _, w := range words {
		if strings.EqualFold(w, word) {
			e.Hint = "write " + w + " in capitals, as Xiao does"
		}
	}
	return "", open, e
}

// closing reads the parenthesis that closes the one at open.
func (p *parser) closing(what string, open int) error {
	if p.take(")") {
		return nil
	}
	found, n := p.here()
	line, col := 1+bytes.Count(p.text[:open], []byte{'\n'}), open-bytes.LastIndexByte(p.text[:open], '\n')
	return p.fail(p.at, n, ") after "+what, found, fmt.Sprintf("the ( at line %d, column %d is not closed", line, col))
}

// forest reads the nodes under node parent, in parentheses. A list that begins
// with a node belongs to the node before it.
func (p *parser) forest(rule *Rule, parent, depth int) error {
	if depth > maxDepth {
		return p.fail(p.at, 1, "a pattern at most 1000 deep", "a deeper one", "")
	}
	opened := p.offset()
	if err := p.need("(", ""); err != nil {
		return err
	}
	last := -1
	for !p.is(")") {
		inner := p.at
		if err := p.need("(", " and a node of the pattern"); err != nil {
			return err
		}
		deeper := p.listOfLists()
		if !deeper {
			last = len(rule.Pattern.Nodes)
			if err := p.node(rule, parent); err != nil {
				return err
			}
			if err := p.closing("the node", inner); err != nil {
				return err
			}
			continue
		}
		if last < 0 {
			return p.fail(p.at, 1, "(NODE-EXP ...)", "a list of nodes without a node before it", "")
		}
		p.at-- // return to its parenthesis
		if err := p.forest(rule, last, depth+1); err != nil {
			return err
		}
	}
	if last < 0 {
		return p.fail(p.at, 1, "((NODE-EXP ...) (LINK-EXP ...))", "an empty list", "")
	}
	return p.closing("the nodes", opened)
}

// listOfLists reports whether ( ( comes next: a list whose first element is a node,
// not a NODE-EXP.
func (p *parser) listOfLists() bool {
	at := p.at
	defer func() { p.at = at }()
	return p.take("(") && p.is("(")
}

// node reads (NODE-EXP E) [(LINK-EXP E)] and makes it a child of parent.
func (p *parser) node(rule *Rule, parent int) error {
	_, opened, err := p.opening("NODE-EXP")
	if err != nil {
		return err
	}
	node := Node{Parent: parent, Name: "0"}
	if node.Word, err = p.condition(condition.Forms); err != nil {
		return err
	}
	if err = p.closing("the condition of NODE-EXP", opened); err != nil {
		return err
	}
	if parent >= 0 {
		k := 1
		for i := range rule.Pattern.Nodes {
			if rule.Pattern.Nodes[i].Parent == parent {
				k++
			}
		}
		node.Name = rule.Pattern.Nodes[parent].Name + "." + strconv.Itoa(k)
		if p.is("(") {
			if p.listOfLists() {
				return p.fail(p.at, 1, "(LINK-EXP ...) or )", "a list of lists",
					"the children of a node are in a list after it, not in it")
			}
			if _, opened, err = p.opening("LINK-EXP"); err != nil {
				return err
			}
			if node.Link, err = p.condition(condition.Links); err != nil {
				return err
			}
			if err = p.closing("the condition of LINK-EXP", opened); err != nil {
				return err
			}
		}
	}
	rule.Pattern.Nodes = append(rule.Pattern.Nodes, node)
	return nil
}

// listAction reads (ACTION ADDRESS...) or, as in Fig 5.4, ACTION(ADDRESS...).
func (p *parser) listAction(rule *Rule) error {
	opened := p.offset()
	list := p.take("(")
	name, off := p.atom()
	if name == "" {
		return p.wanted("( and an action")
	}
	op, err := p.action(name, off, rule.Phrases)
	if err == nil && !list {
		opened = p.offset()
		err = p.need("(", " after "+name)
	}
	if err != nil {
		return err
	}
	action := Action{Op: op, From: -1, Off: off}
	for i := range actionNames[op].words {
		w, off := p.atom()
		k, err := p.address(rule, w, off)
		if err != nil {
			return err
		}
		*[]*int{&action.X, &action.Y, &action.Z}[i] = k
	}
	if actionNames[op].label && !p.is(")") {
		if p.is(`"`) {
			action.Label, err = p.quoted()
		} else {
			action.Label, _ = p.atom()
		}
		if err != nil {
			return err
		}
	} else if op == Relabel || op == RelabelPhrase {
		return p.fail(p.at, 1, "a label", "none", "")
	}
	if op == Invert && !p.is(")") {
		w, off := p.atom()
		if action.Labels, err = p.labels(w, off); err != nil {
			return err
		}
	} else if op == Invert {
		action.Labels = p.policy
	}
	rule.Actions = append(rule.Actions, action)
	return p.closing("the action", opened)
}

func (p *parser) labels(word string, off int) (Labels, error) {
	switch word {
	case "link":
		return OnLink, nil
	case "word":
		return OnWord, nil
	}
	return 0, p.unknown(off, "where labels go", word, []string{"link", "word"})
}

// action looks up the name of an action.
func (p *parser) action(name string, off int, phrases bool) (Op, error) {
	var known []string
	for i, a := range actionNames {
		if (Op(i) >= DeletePhrase) != phrases {
			continue
		}
		if a.name == name {
			return Op(i), nil
		}
		known = append(known, a.name)
	}
	if name == "convert" && !phrases { // the thesis once writes convert for invert
		return Invert, nil
	}
	return 0, p.unknown(off, "an action", name, known)
}

// address looks up a pattern node by its address, such as 0.1.2.
func (p *parser) address(rule *Rule, word string, off int) (int, error) {
	var known []string
	for i := range rule.Pattern.Nodes {
		if rule.Pattern.Nodes[i].Name == word {
			return i, nil
		}
		known = append(known, rule.Pattern.Nodes[i].Name)
	}
	if word == "" {
		return 0, p.wanted("the address of a node: " + shorten(known))
	}
	return 0, p.fail(off, len(word), "an address in the pattern: "+shorten(known), quote(word), didYouMean(word, known))
}

func shorten(names []string) string {
	if len(names) > 12 {
		names = append(names[:11:11], "...")
	}
	return strings.Join(names, " ")
}

// lin reads (if (HEAD MOD [REL]) (ACTION...)) after its "if"; start is the place
// of its first parenthesis. The actions act on one dependency, whose roles swap
// when it is inverted.
func (p *parser) lin(rule *Rule, start int) ([]*Rule, error) {
	opened := p.offset()
	if err := p.need("(", " and the conditions on head and modifier"); err != nil {
		return nil, err
	}
	head, err := p.condition(condition.Forms)
	if err != nil {
		return nil, err
	}
	mod, err := p.condition(condition.Forms)
	if err != nil {
		return nil, err
	}
	node := Node{Name: "MOD", Word: mod}
	if !p.is(")") {
		if node.Link, err = p.condition(condition.Links); err != nil {
			return nil, err
		}
	}
	rule.Pattern.Nodes = []Node{{Name: "HEAD", Parent: -1, Word: head}, node}
	if err = p.closing("the conditions", opened); err != nil {
		return nil, err
	}
	opened = p.offset()
	if err = p.need("(", " and actions"); err != nil {
		return nil, err
	}
	rules := []*Rule{rule}
	h, m := 0, 1
	for first := true; first || !p.is(")"); first = false {
		name, off := p.atom()
		action := Action{From: -1, Off: off, X: h, Y: m, Labels: p.policy}
		switch name {
		case "delete":
			action.Op = Delete
		case "invert":
			action.Op = Invert
			h, m = m, h
		case "transfer":
			action.Op = Transfer
		case "delete-root":
			root := &Rule{Name: rule.Name + "-root", Stage: rule.Stage, Off: rule.Off, Line: rule.Line}
			root.Pattern.Nodes = []Node{{Name: "MOD", Parent: -1, Word: mod}}
			root.Pattern.Where = []Relation{{Kind: IsRoot, B: -1}}
			root.Actions = []Action{{Op: Detach, From: -1, Off: off}}
			rules = append(rules, root)
			continue
		default:
			return nil, p.unknown(off, "an action", name, []string{"delete", "invert", "transfer", "delete-root"})
		}
		rule.Actions = append(rule.Actions, action)
	}
	if len(rule.Actions) == 0 {
		rules = rules[1:]
	}
	if err = p.closing("the actions", opened); err != nil {
		return nil, err
	}
	return rules, p.closing("the rule", start)
}
