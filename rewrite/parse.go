package rewrite

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assay/internal/settings"
)

// A parser reads a rule file.
type parser struct {
	scanner
	m      *Module
	policy Labels
	stage  int
	lists  map[string][]string
	names  map[string]bool
	open   func(name string) ([]byte, error) // for word lists in files
}

// statements are the first words of the statements in a rule file; clauses are those
// of the clauses in a rule or test.
var (
	statements = []string{"module", "source", "strategy", "labels", "list", "stage", "rule", "phrases", "test"}
	clauses    = []string{"match", "where", "without", "do", "in", "out"}
)

// Parse reads a rule file; file is its name in messages. It reads no word lists from
// other files: ParseFile does that. An error is an *Error, or Errors if there are
// several.
func Parse(text []byte, file string) (*Module, error) {
	return parse(text, file, nil)
}

// ParseFile reads the rule file at path. It finds files of word lists in the same
// folder.
func ParseFile(path string) (*Module, error) {
	text, err := settings.File(path)
	if err != nil {
		return nil, err
	}
	module, err := parse(text, path, func(name string) ([]byte, error) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(path), name)
		}
		return settings.File(name)
	})
	if err == nil && len(module.Rules) == 0 {
		// A file of comments or word lists would change nothing without a word.
		return nil, newError(path, text, len(text), 1, "a rule", "the end of the file",
			"a file without rules changes nothing; a rule is rule NAME:, then match and do")
	}
	return module, err
}

func parse(text []byte, file string, open func(string) ([]byte, error)) (*Module, error) {
	base := filepath.Base(file)
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // the mark of some editors
	if at := settings.Foreign(text); at >= 0 {
		return nil, newError(file, text, at, 1, "text in UTF-8", fmt.Sprintf("the byte 0x%02X", text[at]),
			"save the file in UTF-8: words in another encoding match nothing")
	}
	p := &parser{
		scanner: scanner{file: file, text: text, str: string(text)},
		m:       &Module{Name: strings.TrimSuffix(base, filepath.Ext(base)), File: file, text: text},
		lists:   map[string][]string{}, names: map[string]bool{}, open: open,
	}
	var errs Errors
	for p.blank(); p.at < len(text) && len(errs) < maxErrors; p.blank() {
		start := p.at
		var err error
		if p.is("(") {
			err = p.rules("", "")
		} else {
			err = p.statement()
		}
		if err == nil {
			continue
		}
		e, ok := err.(*Error)
		if !ok {
			return nil, err
		}
		errs = append(errs, e)
		p.recover(start)
	}
	switch len(errs) {
	case 0:
		return p.m, nil
	case 1:
		return nil, errs[0]
	}
	return nil, errs
}

// maxErrors is the number of errors after which parsing stops.
const maxErrors = 20

// recover skips to the next statement after an error in the one that begins at start:
// to the next line that begins with ((IF or (if or, after white space, with the first
// word of a statement.
func (p *parser) recover(start int) {
	for p.at = start; p.at < len(p.text); {
		i := bytes.IndexByte(p.text[p.at:], '\n')
		if i < 0 {
			break
		}
		p.at += i + 1
		rest := bytes.ToLower(p.text[p.at:min(p.at+40, len(p.text))])
		if bytes.HasPrefix(rest, []byte("((if")) || bytes.HasPrefix(rest, []byte("(if")) {
			return
		}
		line, _, _ := bytes.Cut(rest, []byte{'\n'})
		if slices.Contains(statements, (&scanner{text: line}).peek()) {
			return
		}
	}
	p.at = len(p.text)
}

// rules reads a rule in parentheses and adds the resulting rules to the module.
func (p *parser) rules(name, title string) error {
	r := p.newRule(name, title)
	rs, err := p.listRule(r)
	for _, r := range rs {
		if p.names[r.Name] {
			return p.fail(r.Off, 1, "another name for the rule", quote(r.Name)+", which is taken", "")
		}
		p.names[r.Name] = true
	}
	p.m.Rules = append(p.m.Rules, rs...)
	return err
}

func (p *parser) newRule(name, title string) *Rule {
	p.blank()
	r := &Rule{Name: name, Title: title, Stage: p.stage, Off: p.at, Line: p.lineNo(p.at)}
	if name == "" {
		r.Name = "rule-" + strconv.Itoa(len(p.m.Rules)+1)
	}
	return r
}

func (p *parser) statement() error {
	if p.is(")") {
		return p.fail(p.at, 1, "a rule or a statement", `")"`,
			"the rule before it is closed already: there is one ) too many")
	}
	word, off, err := p.name("a rule in parentheses, or one of " + strings.Join(statements, " "))
	if err != nil {
		return err
	}
	switch word {
	case "module":
		if p.m.Name, _, err = p.name("the name of the module"); err != nil {
			return err
		}
		p.m.Title, err = p.title()
		return err
	case "source":
		if !p.is(`"`) {
			return p.wanted("a text in quotes")
		}
		p.m.Source, err = p.quoted()
		return err
	case "strategy":
		w, off, err := p.name("fixpoint or once")
		switch {
		case err != nil:
			return err
		case w == "once":
			p.m.Strategy = Once
		case w != "fixpoint":
			return p.unknown(off, "a strategy", w, []string{"fixpoint", "once"})
		}
		return nil
	case "labels":
		w, off, err := p.name("link or word")
		if err == nil {
			p.policy, err = p.labels(w, off)
		}
		return err
	case "list":
		return p.list()
	case "stage":
		p.stage++
		return nil
	case "rule", "phrases":
		return p.ruleStatement(word == "phrases", off)
	case "test":
		return p.test(off)
	}
	return p.unknown(off, "a rule in parentheses, or one of these words", word, statements)
}

// title reads a text in quotes, if one comes next.
func (p *parser) title() (string, error) {
	if !p.is(`"`) {
		return "", nil
	}
	return p.quoted()
}

// list reads NAME = word word ..., to the end of the line or within
// parentheses, or NAME from "file", one word per line.
func (p *parser) list() error {
	name, _, err := p.name("the name of the list")
	if err != nil {
		return err
	}
	p.lists[name] = nil // defined even if its words are faulty
	if p.peek() == "from" {
		p.at += len("from")
		return p.listFile(name)
	}
	if err = p.need("=", ` or from "file"`); err != nil {
		return err
	}
	many := p.take("(")
	open := p.at - 1
	var words []string
	for {
		if !many {
			for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t' || p.text[p.at] == '\r') {
				p.at++
			}
			if p.at >= len(p.text) || p.text[p.at] == '\n' || p.text[p.at] == '#' || p.text[p.at] == ';' {
				break
			}
		} else if p.take(")") {
			break
		}
		var word string
		if p.is(`"`) {
			word, err = p.quoted()
		} else if word, _ = p.atom(); word == "" {
			if err = p.wanted("words"); many && p.at >= len(p.text) {
				err = p.fail(open, 1, "a ) after the words of the list", "none", "")
			}
		}
		if err != nil {
			return err
		}
		words = append(words, word)
	}
	p.lists[name] = words
	return nil
}

func (p *parser) listFile(name string) error {
	off := p.at
	if !p.is(`"`) {
		return p.wanted("the name of a file in quotes")
	}
	file, err := p.quoted()
	if err != nil {
		return err
	}
	if p.open == nil {
		return p.fail(off, 1, "words", "a file, which cannot be read here", "")
	}
	text, err := p.open(file)
	if err != nil {
		return p.fail(off, len(file)+2, "a file of words", err.Error(), "")
	}
	p.lists[name] = []string{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			p.lists[name] = append(p.lists[name], line)
		}
	}
	return nil
}

// ruleStatement reads rule NAME ["title"] and then a rule in parentheses or
// clauses.
func (p *parser) ruleStatement(phrases bool, at int) error {
	name, off, err := p.name("the name of the rule")
	if err != nil {
		return err
	}
	if p.names[name] {
		return p.fail(off, len(name), "another name for the rule", quote(name)+", which is taken", "")
	}
	title, err := p.title()
	if err != nil {
		return err
	}
	p.take(":")
	if p.is("(") && !phrases {
		return p.rules(name, title)
	}
	rule := p.newRule(name, title)
	rule.Off, rule.Phrases = at, phrases
	rule.Line = p.lineNo(at)
	p.names[name] = true
	l := &lineRule{parser: p, r: rule}
	if err = l.read(); err != nil {
		return err
	}
	p.m.Rules = append(p.m.Rules, rule)
	return nil
}

// clause reads the first word of a clause, "" if none begins this line.
func (p *parser) clause() string {
	word := p.peek()
	if !p.lineStart() || !slices.Contains(clauses, word) {
		return ""
	}
	p.at += len(word)
	return word
}

// clauseEnds reports whether a clause or statement begins here, or the file ends.
func (p *parser) clauseEnds() bool {
	word := p.peek()
	if p.at >= len(p.text) {
		return true
	}
	if !p.lineStart() {
		return false
	}
	return p.text[p.at] == '(' || keyword(word)
}

// keyword reports whether a clause or statement begins with word.
func keyword(word string) bool {
	return slices.Contains(clauses, word) || slices.Contains(statements, word)
}
