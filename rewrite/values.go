package rewrite

import (
	"strings"

	"assay/eval/condition"
)

// wordConditions reads the contents of the brackets after a variable: a
// condition in parentheses, or ATTR=VALUE|VALUE..., ATTR!=VALUE..., separated
// by commas.
func (l *lineRule) wordConditions(node *Node) error {
	for {
		var c *condition.Expr
		var err error
		if l.is("(") || l.peek() == "t" {
			c, err = l.condition(condition.Forms)
		} else {
			c, err = l.wordCondition(node)
		}
		if err != nil {
			return err
		}
		if node.Word, err = and(node.Word, c); err != nil {
			return err
		}
		if l.take("]") {
			return nil
		}
		if !l.take(",") {
			return l.wanted(", or ]")
		}
	}
}

func (l *lineRule) wordCondition(node *Node) (*condition.Expr, error) {
	name, key, off, err := l.keyed("a condition, as in cat=V*", "feat.Number=Sing")
	if err != nil {
		return nil, err
	}
	not, err := l.equals()
	if err != nil {
		return nil, err
	}
	c, lists, err := l.values(name, key, off, condition.Forms, not)
	node.Lists = append(node.Lists, lists...)
	return c, err
}

// link reads the contents of the brackets of an arrow: a condition in
// parentheses, labels as in aux|aux:*, !punct, or type=..., pos=pre.
func (l *lineRule) link() (*condition.Expr, error) {
	var all *condition.Expr
	for {
		var c *condition.Expr
		var err error
		switch word := l.peek(); {
		case l.is("("):
			c, err = l.condition(condition.Links)
		case word != "" && l.follows(word, "=", "!="):
			off := l.at
			l.at += len(word)
			not, _ := l.equals() // one of them follows
			if word == "rel" {
				word = "type"
			}
			c, err = l.linkValues(word, off, not)
		default:
			off := l.at
			c, err = l.linkValues("type", off, l.take("!"))
		}
		if err != nil {
			return nil, err
		}
		if all, err = and(all, c); err != nil {
			return nil, err
		}
		if !l.take(",") {
			return all, nil
		}
	}
}

// follows reports whether word comes next, followed by one of the signs.
func (l *lineRule) follows(word string, signs ...string) bool {
	at := l.at
	defer func() { l.at = at }()
	l.at += len(word)
	for _, s := range signs {
		if l.is(s) {
			return true
		}
	}
	return false
}

func (l *lineRule) linkValues(name string, off int, not bool) (*condition.Expr, error) {
	c, lists, err := l.values(name, "", off, condition.Links, not)
	if err == nil && len(lists) > 0 {
		return nil, l.fail(off, 1, "labels", "a list that is too long for a link", "")
	}
	return c, err
}

// longList is the number of words up to which a list is spelt out in a condition.
const longList = 20

// values reads VALUE|VALUE... and makes a condition on the attribute. Long
// word lists become tests of their own.
func (l *lineRule) values(name, key string, off int, allow condition.Level,
	not bool) (*condition.Expr, []ListTest, error) {
	if key != "" {
		key = " " + key
	}
	var parts []string
	var lists []ListTest
	for {
		l.blank()
		at := l.at
		text, list, err := l.value()
		if err != nil {
			return nil, nil, err
		}
		switch {
		case list != "" && len(l.lists[list]) > longList && key == "":
			a, err := l.attr(name, "", off)
			if err != nil {
				return nil, nil, err
			}
			t := ListTest{Attr: a, Name: list, Set: map[string]bool{}, Not: not}
			for _, w := range l.lists[list] {
				t.Set[w] = true
			}
			lists = append(lists, t)
		case list != "":
			for _, w := range l.lists[list] {
				parts = append(parts, "("+name+key+" "+literal(w)+")")
			}
			if len(l.lists[list]) == 0 {
				parts = append(parts, "(not t)")
			}
		default:
			part := "(" + name + key + " " + text + ")"
			if _, err := condition.ParseExpr(part, allow); err != nil {
				ce, ok := err.(*condition.Error)
				if ok && ce.Off < len(name)+1 {
					return nil, nil, l.fail(off, len(name), ce.Want, ce.Found, ce.Hint)
				}
				return nil, nil, l.conditionError(err, at-len(name)-len(key)-2)
			}
			parts = append(parts, part)
		}
		if !l.take("|") {
			break
		}
	}
	if len(lists) > 1 || len(lists) == 1 && len(parts) > 0 {
		return nil, nil, l.fail(off, len(name), "one long list alone", "alternatives", "join the lists into one")
	}
	if len(lists) > 0 {
		return nil, lists, nil
	}
	text := parts[0]
	if len(parts) > 1 {
		text = "(or " + strings.Join(parts, " ") + ")"
	}
	if not {
		text = "(not " + text + ")"
	}
	c, err := condition.ParseExpr(text, allow)
	return c, nil, err
}

// value reads one value: a bare one up to a delimiter, "quoted", /slashed/ or @list,
// and returns it in the notation of conditions.
func (l *lineRule) value() (text, list string, err error) {
	l.blank()
	off := l.at
	switch {
	case l.is(`"`):
		_, err = l.quoted()
		return string(l.text[off:l.at]), "", err
	case l.is("/"):
		if end := l.slashed(); end > 0 {
			l.at = end
			return string(l.text[off:end]), "", nil
		}
	}
	for l.at < len(l.text) && strings.IndexByte(" \t\r\n,|]", l.text[l.at]) < 0 {
		l.at++
	}
	text = string(l.text[off:l.at])
	if err := l.noAttribute(off, text); err != nil {
		return "", "", err
	}
	switch {
	case text == "":
		return "", "", l.wanted("a value")
	case len(text) > 1 && text[0] == '@':
		if _, ok := l.lists[text[1:]]; !ok {
			var known []string
			for k := range l.lists {
				known = append(known, "@"+k)
			}
			return "", "", l.unknown(off, "a list defined above", text, known)
		}
		return "", text[1:], nil
	case strings.ContainsAny(text, `();"`) || text[0] == '/':
		return literal(text), "", nil
	}
	return text, "", nil
}

// slashed returns the end of the regular expression that begins here, 0 if it has
// none.
func (l *lineRule) slashed() int {
	for i := l.at + 1; i < len(l.text) && l.text[i] != '\n'; i++ {
		switch l.text[i] {
		case '\\':
			i++
		case '/':
			if i == l.at+1 {
				return 0
			}
			for i++; i < len(l.text) && strings.IndexByte("isU", l.text[i]) >= 0; i++ {
			}
			return i
		}
	}
	return 0
}

// literal returns a word in the quotes of conditions.
func literal(w string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(w) + `"`
}

// and joins two conditions, either of which may be nil.
func and(a, b *condition.Expr) (*condition.Expr, error) {
	switch {
	case a == nil:
		return b, nil
	case b == nil:
		return a, nil
	}
	return condition.ParseExpr("(and "+a.String()+" "+b.String()+")", condition.All)
}
