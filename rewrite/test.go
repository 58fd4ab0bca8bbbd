package rewrite

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"assay/formats/penn"
	"assay/treebank"
)

// A Test is a sentence in a rule file and the expected result. A dependency tree is
// written word by word,
//
//	she/PRON<3:nsubj will/AUX/will<3:aux leave/VERB<0:root
//
// with part of speech, root form, fine part of speech and features after slashes, the
// head by number (0: root, ?: unknown) or by its form if that is unique, and the
// label. \ escapes a special character. Properties not given in out are not compared.
// A phrase structure tree is written in Penn brackets.
type Test struct {
	Name string
	In   string
	Out  string
	Off  int
	Line int

	in, out *treebank.Sentence
	labels  []bool // whether a word of out has a label
}

// test reads test "name", in and out.
func (p *parser) test(off int) error {
	t := &Test{Off: off, Line: p.lineNo(off)}
	var err error
	if t.Name, err = p.title(); err != nil {
		return err
	}
	p.take(":")
	for {
		at := p.at
		switch c := p.clause(); c {
		case "in", "out":
			from := p.at
			p.skipText()
			text := strings.TrimSpace(string(p.text[from:p.at]))
			lead := from + strings.Index(string(p.text[from:p.at]), text)
			s, labels, err := p.sentence(text, lead)
			if err != nil {
				return err
			}
			if c == "in" {
				t.In, t.in = text, s
				continue
			}
			if t.in == nil {
				return p.fail(from-len(c), len(c), "in before out", quote(c), "")
			}
			if (len(s.Phrases) > 0) != (len(t.in.Phrases) > 0) || len(s.Phrases) == 0 && len(s.Tokens) != len(t.in.Tokens) {
				return p.fail(lead, 1, "the words of in", strconv.Itoa(len(s.Tokens))+" words, not "+strconv.Itoa(len(t.in.Tokens)), "")
			}
			done := *t
			done.Out, done.out, done.labels = text, s, labels
			p.m.Tests = append(p.m.Tests, &done)
			t.in = nil
		default:
			if c != "" || !p.clauseEnds() {
				found, n := p.here()
				return p.fail(at, n, "in or out", found, "")
			}
			if t.in != nil || len(p.m.Tests) == 0 || p.m.Tests[len(p.m.Tests)-1].Off != off {
				found, n := p.here()
				return p.fail(p.at, n, "in and out", found, "")
			}
			p.at = at
			return nil
		}
	}
}

// skipText skips to the next line that begins with a word of the language.
func (p *parser) skipText() {
	for p.at < len(p.text) {
		i := bytes.IndexByte(p.text[p.at:], '\n')
		if i < 0 {
			p.at = len(p.text)
			return
		}
		p.at += i + 1
		rest := bytes.TrimLeft(p.text[p.at:], " \t\r\n")
		if len(rest) == 0 || rest[0] == '#' || rest[0] == ';' {
			return
		}
		word := rest[:len((&scanner{text: rest}).peek())]
		for _, list := range [][]string{clauses, statements} {
			for _, c := range list {
				if string(word) == c && (len(rest) == len(word) || strings.IndexByte(" \t:\"", rest[len(word)]) >= 0) {
					return
				}
			}
		}
	}
}

// sentence parses text, at byte off of the file, as a sentence.
func (p *parser) sentence(text string, off int) (*treebank.Sentence, []bool, error) {
	s := &treebank.Sentence{Syms: treebank.NewSymbols()}
	if strings.HasPrefix(text, "(") {
		err := penn.Format.Read(s, treebank.Piece{Text: []byte(text), File: p.file, Line: 1})
		if e, ok := err.(*treebank.SyntaxError); ok {
			return nil, nil, p.fail(off, 1, e.Want, e.Found, "")
		}
		return s, nil, err
	}
	s.Own()
	var heads []string
	var offs []int
	var labels []bool
	for at := 0; at < len(text); {
		if strings.IndexByte(" \t\r\n", text[at]) >= 0 {
			at++
			continue
		}
		offs = append(offs, off+at)
		parts, end := splitWord(text, at)
		at = end
		i := int32(len(s.Tokens))
		s.Tokens = append(s.Tokens, treebank.Token{Form: s.AddString(parts.fields[0]), Parent: -1})
		var m treebank.Morph
		if len(parts.fields) > 5 {
			return nil, nil, p.fail(off+at, 1, "word/POS/ROOT/FINE/FEATURES", "more slashes", `write \/ for a slash`)
		}
		for k, f := range parts.fields[1:] {
			switch k {
			case 0:
				s.Tokens[i].Tag = s.Syms.InternString(f)
			case 1:
				m.Lemma = s.AddString(f)
			case 2:
				m.Fine = s.Syms.InternString(f)
			case 3:
				m.Feats = s.Syms.InternString(f)
			}
		}
		s.Morph = append(s.Morph, m)
		s.Arcs = append(s.Arcs, treebank.Arc{Dep: i, Head: treebank.Unknown, Rel: s.Syms.InternString(parts.label)})
		heads, labels = append(heads, parts.head), append(labels, parts.labelled)
	}
	if len(s.Tokens) == 0 {
		return nil, nil, p.fail(off, 1, "words", "none", "")
	}
	for i, h := range heads {
		head, err := headNamed(s, h)
		if err != "" {
			return nil, nil, p.fail(offs[i], 1, "the number of a word, 0, ? or a word that occurs once", err, "")
		}
		s.Arcs[i].Head = head
	}
	return s, labels, nil
}

// A wordText is a word of a test, split into its parts.
type wordText struct {
	fields   []string
	head     string
	label    string
	labelled bool
}

// splitWord splits the word at byte at and returns its end.
func splitWord(text string, at int) (w wordText, end int) {
	var b strings.Builder
	part := 0 // 0: fields, 1: head, 2: label
	cut := func() {
		switch part {
		case 0:
			w.fields = append(w.fields, b.String())
		case 1:
			w.head = b.String()
		case 2:
			w.label = b.String()
		}
		b.Reset()
	}
	start := at
	for ; at < len(text) && strings.IndexByte(" \t\r\n", text[at]) < 0; at++ {
		switch c := text[at]; {
		case c == '\\' && at+1 < len(text):
			at++
			b.WriteByte(text[at])
		case c == '/' && part == 0 && at > start:
			cut()
		case c == '<' && part == 0 && at > start:
			cut()
			part = 1
		case c == ':' && part == 1:
			cut()
			part, w.labelled = 2, true
		default:
			b.WriteByte(c)
		}
	}
	cut()
	return w, at
}

// headNamed returns the head written as h in a test, or a message.
func headNamed(s *treebank.Sentence, h string) (int32, string) {
	switch h {
	case "", "?":
		return treebank.Unknown, ""
	case "0", "*":
		return treebank.Root, ""
	}
	found, at := 0, int32(0)
	for i := range s.Tokens {
		if string(s.Word(int32(i))) == h {
			found, at = found+1, int32(i)
		}
	}
	if found == 1 {
		return at, ""
	}
	if n, err := strconv.Atoi(h); err == nil && n >= 1 && n <= len(s.Tokens) {
		return int32(n - 1), ""
	}
	if found > 1 {
		return 0, quote(h) + ", which occurs " + strconv.Itoa(found) + " times"
	}
	return 0, quote(h)
}

// A Failure is a failed test.
type Failure struct {
	Test *Test
	Got  string // the result in the notation of tests
	Err  error
	Diff []string // differences, word by word
}

// RunTests runs the tests of m. fired holds the number of firings of each rule.
func RunTests(m *Module, opt Options) (failures []Failure, fired []int) {
	rw := New(m, opt)
	for _, t := range m.Tests {
		s := t.in.Clone()
		err := rw.Apply(s)
		f := Failure{Test: t, Err: err}
		if len(s.Phrases) > 0 || len(t.out.Phrases) > 0 {
			got, want := bracketed(s), bracketed(t.out)
			if f.Got = got; got != want {
				f.Diff = append(f.Diff, "want "+want)
			}
		} else {
			f.Got = written(s)
			f.Diff = t.compare(s)
		}
		if err != nil || len(f.Diff) > 0 {
			failures = append(failures, f)
		}
	}
	for _, r := range rw.Stats.Rules {
		fired = append(fired, r.Firings)
	}
	return failures, fired
}

func (t *Test) compare(s *treebank.Sentence) (diff []string) {
	for i := range t.out.Arcs {
		want, got := t.out.Arcs[i], s.Arcs[i]
		wantRel, gotRel := t.out.Name(want.Rel), s.Name(got.Rel)
		if want.Head == got.Head && (!t.labels[i] || wantRel == gotRel) {
			continue
		}
		diff = append(diff, fmt.Sprintf("%s.%d: want %s, found %s", s.Word(int32(i)), i+1,
			writtenLink(t.out, want, t.labels[i]), writtenLink(s, got, true)))
	}
	return diff
}

func writtenLink(s *treebank.Sentence, a treebank.Arc, label bool) string {
	h := "<?"
	switch {
	case a.Head >= 0:
		h = "<" + string(s.Word(a.Head)) + "." + strconv.Itoa(int(a.Head)+1)
	case a.Head == treebank.Root:
		h = "<0"
	}
	if label && a.Rel != 0 {
		h += ":" + s.Name(a.Rel)
	}
	return h
}

// written returns the dependencies of s in the notation of tests.
func written(s *treebank.Sentence) string {
	var b strings.Builder
	esc := strings.NewReplacer("/", `\/`, "<", `\<`, `\`, `\\`)
	for i := range s.Tokens {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(esc.Replace(string(s.Word(int32(i)))))
		b.WriteByte('<')
		switch a := s.Arcs[i]; {
		case a.Head == treebank.Unknown:
			b.WriteByte('?')
		default:
			b.WriteString(strconv.Itoa(int(a.Head) + 1))
			if a.Rel != 0 {
				b.WriteString(":" + s.Name(a.Rel))
			}
		}
	}
	return b.String()
}

// bracketed writes the phrases of s on one line.
func bracketed(s *treebank.Sentence) string {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	if err := penn.Format.Write(w, s); err != nil {
		return err.Error()
	}
	w.Flush()
	return strings.Join(strings.Fields(b.String()), " ")
}
