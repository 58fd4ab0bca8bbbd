package heads

import (
	"regexp"
	"slices"
	"strings"

	"assay/treebank"
)

const noRank = 1 << 14

// A line is a rule compiled for one symbol table.
type line struct {
	rule      Rule
	classes   [][]matcher
	functions bool    // some class names functions
	byLabel   []int16 // rank of a label plus one, 0 if not known yet
	byFunc    []int16
}

// A matcher is one alternative of a class.
type matcher struct {
	kind matchKind
	text string
	re   *regexp.Regexp
}

type matchKind uint8

const (
	exact matchKind = iota
	prefix
	glob
	every
	unnamed
	function
	expression
)

func newLine(rule Rule, opt Options) *line {
	l := &line{rule: rule}
	if opt.Swap {
		l.rule.Direction = 1 - rule.Direction
	}
	if opt.Search == ChildFirst {
		l.rule.Any = true
	}
	for _, class := range rule.Classes {
		var ms []matcher
		for _, text := range class {
			m := newMatcher(text, rule.Regexp)
			l.functions = l.functions || m.kind == function
			ms = append(ms, m)
		}
		l.classes = append(l.classes, ms)
	}
	return l
}

func newMatcher(text string, re bool) matcher {
	switch {
	case len(text) > 1 && text[0] == '-' && text[len(text)-1] != '-':
		return matcher{kind: function, text: text[1:]}
	case text == "**":
		return matcher{kind: every}
	case text == "****":
		return matcher{kind: unnamed}
	case re:
		if regexp.QuoteMeta(text) == text {
			return matcher{kind: exact, text: text}
		}
		c, err := regexp.Compile("^(?:" + text + ")$")
		if err != nil { // Read has reported it
			return matcher{kind: exact, text: text}
		}
		return matcher{kind: expression, re: c}
	case strings.HasSuffix(text, "*") && strings.Count(text, "*") == 1:
		return matcher{kind: prefix, text: text[:len(text)-1]}
	case strings.Contains(text, "*"):
		return matcher{kind: glob, text: text}
	}
	return matcher{kind: exact, text: text}
}

func (m *matcher) label(s string) bool {
	switch m.kind {
	case exact:
		return s == m.text
	case prefix:
		return strings.HasPrefix(s, m.text)
	case glob:
		return globs(m.text, s)
	case every:
		return true
	case expression:
		return m.re.MatchString(s)
	}
	return false
}

// rank returns the number of the first class to which a child belongs, noRank if it
// belongs to none. It caches the result.
func (l *line) rank(syms *treebank.Symbols, k *kid, opt *Options) int {
	r := l.labelRank(syms, k.raw, k.phrase, opt)
	if l.functions && k.fn != 0 {
		r = min(r, l.funcRank(syms, k.fn))
	}
	return r
}

func (l *line) labelRank(syms *treebank.Symbols, symbol treebank.Symbol, phrase bool, opt *Options) int {
	at := 2 * int(symbol) // separate entries for tags and labels of one name: tags keep their marks
	if phrase {
		at++
	}
	rank := slot(&l.byLabel, at)
	if *rank != 0 {
		return int(*rank - 1)
	}
	raw := syms.Name(symbol)
	name := raw
	var tags []string
	if phrase {
		name = strip(raw, opt.Separators)
		tags = strings.FieldsFunc(raw[len(name):], func(c rune) bool { return c == '-' || c == '=' })
	}
	r := l.search(name, tags)
	*rank = int16(r + 1)
	return r
}

func (l *line) search(name string, functions []string) int {
	for i, class := range l.classes {
		for j := range class {
			matcher := &class[j]
			switch {
			case matcher.kind == function && slices.Contains(functions, matcher.text):
				return i
			case matcher.kind == unnamed && !l.names(name):
				return i
			case matcher.label(name):
				return i
			}
		}
	}
	return noRank
}

// names reports whether the rule names a label.
func (l *line) names(name string) bool {
	return slices.ContainsFunc(l.classes, func(class []matcher) bool {
		return slices.ContainsFunc(class, func(m matcher) bool { return m.label(name) })
	})
}

func (l *line) funcRank(syms *treebank.Symbols, symbol treebank.Symbol) int {
	rank := slot(&l.byFunc, int(symbol))
	if *rank != 0 {
		return int(*rank - 1)
	}
	name := syms.Name(symbol)
	r := slices.IndexFunc(l.classes, func(class []matcher) bool {
		return slices.ContainsFunc(class, func(m matcher) bool { return m.kind == function && m.text == name })
	})
	if r < 0 {
		r = noRank
	}
	*rank = int16(r + 1)
	return r
}

// An entry holds the rules of a table for one parent.
type entry struct {
	lines   []*line
	missing bool
	dir     Direction // direction of the fallback
	label   string
	cover   Coverage
}

// newEntry collects the lines of a parent: those of its label, else those of the
// first pattern that matches it.
func newEntry(table *Table, label string, opt Options) *entry {
	e := &entry{label: label}
	var rules []Rule
	pattern := ""
	for _, r := range table.Rules {
		if r.Parent == label {
			rules = append(rules, r)
		}
	}
	for _, rule := range table.Rules {
		if rules != nil && pattern == "" {
			break
		}
		if strings.HasSuffix(rule.Parent, "*") && (pattern == "" || pattern == rule.Parent) && globs(rule.Parent, label) {
			pattern = rule.Parent
			rules = append(rules, rule)
		}
	}
	if rules == nil {
		e.missing = true
		if opt.Missing == MissingRight {
			e.dir = RightToLeft
		}
		return e
	}
	switch opt.Lines {
	case FirstLine:
		rules = rules[:1]
	case LastLine:
		rules = rules[len(rules)-1:]
	case FlatLines:
		flat := rules[0]
		flat.Any, flat.Classes = false, nil
		for _, r := range rules {
			flat.Classes = append(flat.Classes, r.Classes...)
		}
		rules = []Rule{flat}
	}
	for _, r := range rules {
		e.lines = append(e.lines, newLine(r, opt))
	}
	e.dir = e.lines[len(e.lines)-1].rule.Direction
	return e
}
