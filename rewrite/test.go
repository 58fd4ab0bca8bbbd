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
	test := &Test{Off: off, Line: p.lineNo(off)}
	var err error
	if test.Name, err = p.title(); err != nil {
		return err
	}
	p.take(":")
	for {
		at := p.at
		switch clause := p.clause(); clause {
		case "in", "out":
			from := p.at
			p.skipText()
			text := strings.TrimSpace(string(p.text[from:p.at]))
			lead := from + strings.Index(string(p.text[from:p.at]), text)
			sentence, labels, err := p.sentence(text, lead)
			if err != nil {
				return err
			}
			if clause == "in" {
				test.In, test.in = text, sentence
				continue
			}
			if test.in == nil {
				return p.fail(from-len(clause), len(clause), "in before out", quote(clause), "")
			}
			if (len(sentence.Phrases) > 0) != (len(test.in.Phrases) > 0) || len(sentence.Phrases) == 0 &&
				len(sentence.Tokens) != len(test.in.Tokens) {
				return p.fail(lead, 1, "the words of in",
					strconv.Itoa(len(sentence.Tokens))+" words, not "+strconv.Itoa(len(test.in.Tokens)), "")
			}
			done := *test
			done.Out, done.out, done.labels = text, sentence, labels
			p.m.Tests = append(p.m.Tests, &done)
			test.in = nil
		default:
			if clause != "" || !p.clauseEnds() {
				found, n := p.here()
				return p.fail(at, n, "in or out", found, "")
			}
			if test.in != nil || len(p.m.Tests) == 0 || p.m.Tests[len(p.m.Tests)-1].Off != off {
				return p.wanted("in and out")
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
		word := (&scanner{text: rest}).peek()
		if keyword(word) && (len(rest) == len(word) || strings.IndexByte(" \t:\"", rest[len(word)]) >= 0) {
			return
		}
	}
}

// sentence parses text, at byte off of the file, as a sentence.
func (p *parser) sentence(text string, off int) (*treebank.Sentence, []bool, error) {
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
	if strings.HasPrefix(text, "(") {
		err := penn.Format.Read(sentence, treebank.Piece{Text: []byte(text), File: p.file, Line: 1})
		if e, ok := err.(*treebank.SyntaxError); ok {
			return nil, nil, p.fail(off, 1, e.Want, e.Found, "")
		}
		return sentence, nil, err
	}
	sentence.Own()
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
		i := int32(len(sentence.Tokens))
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: sentence.AddString(parts.fields[0]), Parent: -1})
		if len(parts.fields) > 5 {
			return nil, nil, p.fail(off+at, 1, "word/POS/ROOT/FINE/FEATURES", "more slashes", `write \/ for a slash`)
		}
		fields := append(parts.fields, make([]string, 4)...) // those that are not written are empty
		sentence.Tokens[i].Tag = sentence.Syms.InternString(fields[1])
		sentence.Morph = append(sentence.Morph, treebank.Morph{Lemma: sentence.AddString(fields[2]),
			Fine: sentence.Syms.InternString(fields[3]), Feats: sentence.Syms.InternString(fields[4])})
		sentence.Arcs = append(sentence.Arcs, treebank.Arc{Dep: i, Head: treebank.Unknown,
			Rel: sentence.Syms.InternString(parts.label)})
		heads, labels = append(heads, parts.head), append(labels, parts.labelled)
	}
	if len(sentence.Tokens) == 0 {
		return nil, nil, p.fail(off, 1, "words", "none", "")
	}
	for i, h := range heads {
		head, err := headNamed(sentence, h)
		if err != "" {
			return nil, nil, p.fail(offs[i], 1, "the number of a word, 0, ? or a word that occurs once", err, "")
		}
		sentence.Arcs[i].Head = head
	}
	return sentence, labels, nil
}

// A wordText is a word of a test, split into its parts.
type wordText struct {
	fields   []string
	head     string
	label    string
	labelled bool
}

// splitWord splits the word at byte at and returns its end.
func splitWord(text string, at int) (wordText wordText, end int) {
	var out strings.Builder
	part := 0 // 0: fields, 1: head, 2: label
	cut := func() {
		switch part {
		case 0:
			wordText.fields = append(wordText.fields, out.String())
		case 1:
			wordText.head = out.String()
		case 2:
			wordText.label = out.String()
		}
		out.Reset()
	}
	start := at
	for ; at < len(text) && strings.IndexByte(" \t\r\n", text[at]) < 0; at++ {
		switch c := text[at]; {
		case c == '\\' && at+1 < len(text):
			at++
			out.WriteByte(text[at])
		case c == '/' && part == 0 && at > start:
			cut()
		case c == '<' && part == 0 && at > start:
			cut()
			part = 1
		case c == ':' && part == 1:
			cut()
			part, wordText.labelled = 2, true
		default:
			out.WriteByte(c)
		}
	}
	cut()
	return wordText, at
}

// headNamed returns the head written as head in a test, or a message.
func headNamed(sentence *treebank.Sentence, head string) (int32, string) {
	switch head {
	case "", "?":
		return treebank.Unknown, ""
	case "0", "*":
		return treebank.Root, ""
	}
	found, at := 0, int32(0)
	for i := range sentence.Tokens {
		if string(sentence.Word(int32(i))) == head {
			found, at = found+1, int32(i)
		}
	}
	if found == 1 {
		return at, ""
	}
	if n, err := strconv.Atoi(head); err == nil && n >= 1 && n <= len(sentence.Tokens) {
		return int32(n - 1), ""
	}
	if found > 1 {
		return 0, quote(head) + ", which occurs " + strconv.Itoa(found) + " times"
	}
	return 0, quote(head)
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
	for _, test := range m.Tests {
		sentence := test.in.Clone()
		err := rw.Apply(sentence)
		failure := Failure{Test: test, Err: err}
		if len(sentence.Phrases) > 0 || len(test.out.Phrases) > 0 {
			got, want := bracketed(sentence), bracketed(test.out)
			if failure.Got = got; got != want {
				failure.Diff = append(failure.Diff, "want "+want)
			}
		} else {
			failure.Got = Notation(sentence, false)
			failure.Diff = test.compare(sentence)
		}
		if err != nil || len(failure.Diff) > 0 {
			failures = append(failures, failure)
		}
	}
	for _, r := range rw.Stats.Rules {
		fired = append(fired, r.Firings)
	}
	return failures, fired
}

func (t *Test) compare(sentence *treebank.Sentence) (diff []string) {
	for i := range t.out.Arcs {
		want, got := t.out.Arcs[i], sentence.Arcs[i]
		wantRel, gotRel := t.out.Name(want.Rel), sentence.Name(got.Rel)
		if want.Head == got.Head && (!t.labels[i] || wantRel == gotRel) {
			continue
		}
		diff = append(diff, fmt.Sprintf("%s.%d: want %s, found %s", sentence.Word(int32(i)), i+1,
			writtenLink(t.out, want, t.labels[i]), writtenLink(sentence, got, true)))
	}
	return diff
}

func writtenLink(sentence *treebank.Sentence, arc treebank.Arc, label bool) string {
	head := "<?"
	switch {
	case arc.Head >= 0:
		head = "<" + string(sentence.Word(arc.Head)) + "." + strconv.Itoa(int(arc.Head)+1)
	case arc.Head == treebank.Root:
		head = "<0"
	}
	if label && arc.Rel != 0 {
		head += ":" + sentence.Name(arc.Rel)
	}
	return head
}

// Notation returns the dependencies of sentence in the notation of tests; full adds tags and
// lemmas, as in the sentence that a test begins with.
func Notation(sentence *treebank.Sentence, full bool) string {
	var out strings.Builder
	esc := strings.NewReplacer("/", `\/`, "<", `\<`, `\`, `\\`)
	for i := range sentence.Tokens {
		if i > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(esc.Replace(string(sentence.Word(int32(i)))))
		if full {
			out.WriteString("/" + esc.Replace(sentence.Name(sentence.Tokens[i].Tag)))
			if i < len(sentence.Morph) && sentence.Morph[i].Lemma.Len > 0 {
				out.WriteString("/" + esc.Replace(sentence.Str(sentence.Morph[i].Lemma)))
			}
		}
		out.WriteByte('<')
		switch arc := sentence.Arcs[i]; {
		case arc.Head == treebank.Unknown:
			out.WriteByte('?')
		default:
			out.WriteString(strconv.Itoa(int(arc.Head) + 1))
			if arc.Rel != 0 {
				out.WriteString(":" + sentence.Name(arc.Rel))
			}
		}
	}
	return out.String()
}

// bracketed writes the phrases of s on one line.
func bracketed(s *treebank.Sentence) string {
	var buf bytes.Buffer
	w := bufio.NewWriter(&buf)
	if err := penn.Format.Write(w, s); err != nil {
		return err.Error()
	}
	w.Flush()
	return strings.Join(strings.Fields(buf.String()), " ")
}
