package cupt

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"assay/formats/internal/conll"
	"assay/internal/expressions"
	"assay/treebank"
)

// depsKey is the key of a column DEPS that is kept as written.
const depsKey = "deps"

// An expression is collected from the codes of a sentence.
type expression struct {
	number   int
	category []byte
	words    []int32
	at       int // place of its first code in the text
}

// A parser reads one sentence.
type parser struct {
	sentence *treebank.Sentence
	text     []byte
	count    int
	at       [columnCount]int
	columns  [][]byte
	found    []expression
	place    map[int]int // by number of an expression: its place in found
	ranged   []code      // codes of contractions
}

// A code is one code of the column PARSEME:MWE.
type code struct {
	number   int
	category []byte
	from, to int // words by number, of a contraction
	at       int
}

func parse(sentence *treebank.Sentence, text []byte) error {
	if sentence.Dialect == noHeader {
		line, _, _ := treebank.Line(text, 0, true)
		return treebank.At(text, 0, "a first line # global.columns = ID FORM ... PARSEME:MWE", fmt.Sprintf("%.40q", line))
	}
	p := &parser{sentence: sentence, text: text}
	p.count, p.at = layout(sentence.Dialect)
	if p.at[colID] < 0 || p.at[colForm] < 0 {
		return treebank.At(text, 0, "the columns ID and FORM", "a header without them")
	}
	for from, line := range treebank.EachLine(text) {
		switch {
		case len(bytes.TrimSpace(line)) == 0, line[0] == '#' && bytes.Contains(line, []byte("global.columns")):
		case line[0] == '#':
			conll.AddComment(sentence, text, from, from+len(line))
		default:
			if err := p.line(bytes.TrimRight(line, " \t\r"), from); err != nil {
				return err
			}
		}
	}
	return p.finish()
}

// field returns the place of a column, empty if it is unset or absent.
func (p *parser) field(column int) treebank.Span {
	i := p.at[column]
	if i < 0 || len(p.columns[i]) == 1 && p.columns[i][0] == '_' {
		return treebank.Span{}
	}
	return treebank.SpanOf(p.text, p.columns[i])
}

func (p *parser) symbol(column int) treebank.Symbol {
	if span := p.field(column); span.Len > 0 {
		return p.sentence.Syms.Intern(p.text[span.Off : span.Off+span.Len])
	}
	return 0
}

func (p *parser) line(line []byte, from int) error {
	p.columns = p.columns[:0]
	for rest := line; ; {
		end := bytes.IndexByte(rest, '\t')
		if end < 0 {
			p.columns = append(p.columns, rest)
			break
		}
		p.columns, rest = append(p.columns, rest[:end]), rest[end+1:]
	}
	if len(p.columns) != p.count {
		return treebank.At(p.text, from, fmt.Sprintf("%d columns between tabs, as the first line names", p.count),
			strconv.Itoa(len(p.columns)))
	}
	codes, err := p.codes()
	if err != nil {
		return err
	}
	id := p.columns[p.at[colID]]
	switch {
	case bytes.IndexByte(id, '-') > 0:
		return p.contraction(id, codes)
	case bytes.IndexByte(id, '.') > 0:
		if len(codes) > 0 {
			p.note(codes[0].at, "expressions of words", "an expression on the empty node "+string(id))
		}
		return p.emptyNode(id)
	}
	if n, err := strconv.Atoi(string(id)); err != nil || n != len(p.sentence.Tokens)+1 {
		return treebank.At(p.text, p.placeOf(colID), fmt.Sprintf("the word number %d", len(p.sentence.Tokens)+1),
			fmt.Sprintf("%.20q", id))
	}
	return p.word(codes)
}

func (p *parser) placeOf(column int) int { return cap(p.text) - cap(p.columns[p.at[column]]) }

func (p *parser) note(at int, want, found string) {
	p.sentence.Note(treebank.At(p.text, at, want, found))
}

// codes reads the column PARSEME:MWE.
func (p *parser) codes() (out []code, err error) {
	column := p.columns[p.at[colMWE]]
	place := p.placeOf(colMWE)
	if len(column) == 1 && column[0] == '*' {
		return nil, nil
	}
	if len(column) == 1 && column[0] == '_' {
		return nil, treebank.At(p.text, place, "* or the codes of expressions", "_: the file is blind")
	}
	for one := range bytes.SplitSeq(column, []byte(";")) {
		number, category, _ := bytes.Cut(one, []byte(":"))
		n, err := strconv.Atoi(string(number))
		if err != nil || n < 0 {
			return nil, treebank.At(p.text, place, "a code such as 1 or 1:LVC.full", fmt.Sprintf("%.40q", one))
		}
		if slices.ContainsFunc(out, func(c code) bool { return c.number == n }) {
			p.note(place, "each expression once in a word", fmt.Sprintf("expression %d twice", n))
		}
		out = append(out, code{number: n, category: category, at: place})
	}
	return out, nil
}

func (p *parser) contraction(id []byte, codes []code) error {
	first, last, _ := bytes.Cut(id, []byte("-"))
	from, err := strconv.Atoi(string(first))
	to, err2 := strconv.Atoi(string(last))
	if err != nil || err2 != nil || from != len(p.sentence.Tokens)+1 || to < from {
		return treebank.At(p.text, p.placeOf(colID), fmt.Sprintf("a contraction that begins at word %d",
			len(p.sentence.Tokens)+1), fmt.Sprintf("%.20q", id))
	}
	p.sentence.Ranges = append(p.sentence.Ranges, treebank.Range{Begin: int32(from - 1), End: int32(to),
		Form: p.field(colForm), Misc: p.field(colMisc)})
	for _, c := range codes {
		c.from, c.to = from-1, to
		p.ranged = append(p.ranged, c)
	}
	if len(codes) > 0 {
		p.note(codes[0].at, "expressions on words", "an expression on the contraction "+string(id)+"; its words get it")
	}
	return nil
}

func (p *parser) emptyNode(id []byte) error {
	whole, part, _ := bytes.Cut(id, []byte("."))
	after, err := strconv.Atoi(string(whole))
	minor, err2 := strconv.Atoi(string(part))
	if err != nil || err2 != nil || after != len(p.sentence.Tokens) {
		return treebank.At(p.text, p.placeOf(colID), fmt.Sprintf("an empty node after word %d", len(p.sentence.Tokens)),
			fmt.Sprintf("%.20q", id))
	}
	p.sentence.Empties = append(p.sentence.Empties, treebank.Empty{After: int32(after), Minor: int32(minor),
		Token: p.token(), Morph: p.morph()})
	return nil
}

func (p *parser) token() treebank.Token {
	return treebank.Token{Form: treebank.SpanOf(p.text, p.columns[p.at[colForm]]), Tag: p.symbol(colUPOS), Parent: -1}
}

func (p *parser) morph() treebank.Morph {
	return treebank.Morph{Lemma: p.field(colLemma), Fine: p.symbol(colXPOS), Feats: p.symbol(colFeats),
		Misc: p.field(colMisc)}
}

func (p *parser) word(codes []code) error {
	i := int32(len(p.sentence.Tokens))
	p.sentence.Tokens = append(p.sentence.Tokens, p.token())
	p.sentence.Morph = append(p.sentence.Morph, p.morph())
	for _, c := range codes {
		p.add(c, i)
	}
	if p.at[colHead] < 0 {
		return nil
	}
	if deps := p.field(colDeps); deps.Len > 0 {
		p.sentence.AddAttr(i, depsKey, deps)
	}
	head := p.columns[p.at[colHead]]
	arc := treebank.Arc{Dep: i, Head: treebank.Unknown, Rel: p.symbol(colDeprel)}
	if len(head) != 1 || head[0] != '_' {
		n, err := strconv.Atoi(string(head))
		if err != nil || n < 0 || n > 1<<20 {
			return treebank.At(p.text, p.placeOf(colHead), "the number of a head, 0 for the root", fmt.Sprintf("%.20q", head))
		}
		arc.Head = int32(n) - 1
	}
	p.sentence.Arcs = append(p.sentence.Arcs, arc)
	return nil
}

// add adds a word to the expression of a code.
func (p *parser) add(c code, word int32) {
	k, known := p.place[c.number]
	if !known {
		k = len(p.found)
		if p.place == nil {
			p.place = map[int]int{}
		}
		p.place[c.number] = k
		p.found = append(p.found, expression{number: c.number, at: c.at})
	}
	e := &p.found[k]
	switch {
	case len(c.category) == 0:
	case e.category == nil:
		e.category = c.category
	case !bytes.Equal(e.category, c.category):
		p.note(c.at, fmt.Sprintf("one category of expression %d, %s", c.number, e.category), fmt.Sprintf("%.40q", c.category))
	}
	e.words = append(e.words, word)
}

// finish makes the expressions phrases.
func (p *parser) finish() error {
	s := p.sentence
	for _, c := range p.ranged {
		for word := c.from; word < min(c.to, len(s.Tokens)); word++ {
			p.add(c, int32(word))
		}
	}
	for _, r := range s.Ranges {
		if int(r.End) > len(s.Tokens) {
			return treebank.At(p.text, int(r.Form.Off), "a contraction of words of the sentence",
				"one that ends after the last word")
		}
	}
	for i := range s.Arcs {
		if a := &s.Arcs[i]; int(a.Head) >= len(s.Tokens) {
			a.Head = treebank.Outside(a.Head + 1)
		}
	}
	for i := range p.found {
		slices.Sort(p.found[i].words)
		p.found[i].words = slices.Compact(p.found[i].words)
	}
	slices.SortStableFunc(p.found, func(a, b expression) int { return int(a.words[0] - b.words[0]) })
	for i, e := range p.found {
		if len(e.category) == 0 {
			p.note(e.at, fmt.Sprintf("a category of expression %d", e.number), "none")
		}
		same := false // those with the first word come together
		for k := i - 1; k >= 0 && p.found[k].words[0] == e.words[0] && !same; k-- {
			same = slices.Equal(p.found[k].words, e.words)
		}
		if same {
			p.note(e.at, "expressions with different words",
				fmt.Sprintf("expression %d with the words of another one", e.number))
		}
		category := treebank.Symbol(0)
		if len(e.category) > 0 {
			category = s.Syms.Intern(e.category)
		}
		expressions.Add(s, category, e.words)
	}
	expressions.Seal(s)
	return nil
}
