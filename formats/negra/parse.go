package negra

import (
	"bytes"
	"strconv"

	"assay/treebank"
)

const (
	firstNode = 500
	lastNode  = 999
	nodes     = lastNode - firstNode + 1
)

// A reader reads one sentence.
type reader struct {
	s       *treebank.Sentence
	text    []byte
	version int32
	node    [nodes]int32 // phrase of a number, plus one
	words   []int32      // places of lines that look like nonterminals and are words
	doubt   bool         // some line that looks like a nonterminal may be a word
	row     row
}

// A col is a column: its begin and end in the text. Numbers instead of slices keep
// the garbage collector out of the loop.
type col struct{ begin, end int32 }

// A row is one line, cut into its columns.
type row struct {
	at                            int // its start
	word, lemma, tag, morph, edge col
	parent                        int32
	rest                          col // secondary edges and comment
}

// bytes returns the text of a column.
func (r *reader) bytes(c col) []byte { return r.text[c.begin:c.end] }

func parse(sentence *treebank.Sentence, text []byte) error {
	r := reader{s: sentence, text: text, version: sentence.Dialect}
	err := r.read()
	if r.doubt {
		r.words = undecided(text, r.version)
		dialect := r.version
		sentence.Reset(text)
		r.node, r.version = [nodes]int32{}, dialect
		err = r.read()
	}
	return err
}

func (r *reader) at(off int, want, found string) *treebank.SyntaxError {
	return treebank.At(r.text, off, want, found)
}

func (r *reader) read() error {
	sentence, text := r.s, r.text
	head := line(text, 0)
	sentence.ID = treebank.SpanOf(text, id(text))
	if len(head) > 4 {
		if rest := bytes.TrimSpace(head[int(sentence.ID.Off+sentence.ID.Len):]); len(rest) > 0 && string(rest) != "0 0 0" {
			sentence.AddAttr(-1, "bos", treebank.SpanOf(text, rest))
		}
	}
	closed := false
	for i := len(head) + 1; i < len(text); {
		switch c := text[i]; {
		case c == '\n':
			i++
			continue
		case c == '\r' && i+1 < len(text) && text[i+1] == '\n':
			i += 2
			continue
		case c == '#' && i+1 < len(text) && text[i+1] == 'E' && isEnd(line(text, i)):
			if name := bytes.TrimSpace(line(text, i)[4:]); !bytes.Equal(name, sentence.Bytes(sentence.ID)) {
				return r.at(i, "#EOS "+sentence.Str(sentence.ID), "#EOS "+string(name))
			}
			closed = true
		}
		if closed {
			break
		}
		next, skip, err := r.cut(i)
		if err != nil {
			return err
		}
		i = next
		if skip {
			continue
		}
		if err := r.add(); err != nil {
			return err
		}
	}
	if !closed {
		e := r.at(len(text), "#EOS "+sentence.Str(sentence.ID), "the next sentence, or the end of the file")
		e.Hint = "the file is cut off here, or a line is missing"
		return e
	}
	return r.finish()
}

// place returns the column of b, a part of the text.
func (r *reader) place(b []byte) col {
	sp := treebank.SpanOf(r.text, b)
	return col{int32(sp.Off), int32(sp.Off + sp.Len)}
}

func (c col) span() treebank.Span {
	return treebank.Span{Off: uint32(c.begin), Len: uint32(c.end - c.begin)}
}

// ends marks the bytes that end a column: blanks and the end of the line.
var ends = [256]bool{' ': true, '\t': true, '\r': true, '\n': true}

// columnAt returns the column of the line that begins at or after i.
func columnAt(text []byte, i int) col {
	for i < len(text) && blank[text[i]] {
		i++
	}
	at := i
	for i < len(text) && !ends[text[i]] {
		i++
	}
	return col{int32(at), int32(i)}
}

// field is columnAt for a single line.
func field(l []byte, i int) ([]byte, int) {
	c := columnAt(l, i)
	return l[c.begin:c.end], int(c.end)
}

// cut cuts the line at a position into columns; skip is true for a comment.
func (r *reader) cut(at int) (next int, skip bool, err error) {
	row, text := &r.row, r.text
	if r.version == 0 {
		if f := bytes.Fields(line(text, at)); len(f) >= 5 && isNumber(f[4]) {
			r.version = 3
		} else {
			r.version = 4
		}
	}
	row.at = at
	row.word = columnAt(text, at)
	row.lemma = col{}
	last := row.word
	if r.version == 4 {
		row.lemma = columnAt(text, int(last.end))
		last = row.lemma
	}
	row.tag = columnAt(text, int(last.end))
	row.morph = columnAt(text, int(row.tag.end))
	row.edge = columnAt(text, int(row.morph.end))
	parent := columnAt(text, int(row.edge.end))
	next = int(parent.end)
	if next < len(text) && text[next] != '\n' {
		next += len(line(text, next))
	}
	row.rest = col{parent.end, int32(next)}
	next++
	n := int32(0)
	for _, c := range r.bytes(parent) {
		if c -= '0'; c > 9 || n > lastNode {
			n = -1
			break
		}
		n = n*10 + int32(c)
	}
	row.parent = n
	if parent.begin < parent.end && n >= 0 {
		return next, false, nil
	}
	if bytes.HasPrefix(text[at:], []byte("%%")) {
		return next, true, nil
	}
	return next, false, r.columns(parent)
}

// columns returns the error of a line without the columns of its version.
func (r *reader) columns(parent col) error {
	columns := "five columns and a number: word, tag, morphology, edge, parent"
	if r.version == 4 {
		columns = "six columns, the last a number: word, lemma, tag, morphology, edge, parent"
	}
	e := r.at(int(parent.begin), columns, strconv.Quote(string(r.bytes(parent))))
	if parent.begin == parent.end {
		e.Found = "the end of the line"
	}
	e.Hint = "the columns of version " + strconv.Itoa(int(r.version)) +
		" are expected; a line #FORMAT 3 or #FORMAT 4 at the head of the file decides"
	return e
}

// nodeNumber returns the number of a nonterminal, 0 if word is not one.
func nodeNumber(word []byte) int32 {
	if len(word) != 4 || word[0] != '#' || word[1] < '5' || word[1] > '9' || word[2]-'0' > 9 || word[3]-'0' > 9 {
		return 0
	}
	return int32(word[1]-'0')*100 + int32(word[2]-'0')*10 + int32(word[3]-'0')
}

func dashes(b []byte) bool { return len(b) == 2 && b[0] == '-' && b[1] == '-' }

// label returns the symbol of a column; "--" means none.
func (r *reader) label(c col) treebank.Symbol {
	b := r.bytes(c)
	if dashes(b) {
		return 0
	}
	return r.s.Syms.Intern(b)
}

// add adds the node of the row. Parents are numbers of nodes until finish runs.
func (r *reader) add() error {
	sentence, row := r.s, &r.row
	index := int32(len(sentence.Tokens))
	if n := nodeNumber(r.bytes(row.word)); n > 0 && !r.isWord(row.at) {
		if r.node[n-firstNode] != 0 {
			r.doubt = r.words == nil
			return r.at(row.at, "one line of nonterminal #"+strconv.Itoa(int(n)), "a second one")
		}
		index = -2 - int32(len(sentence.Phrases))
		sentence.Phrases = append(sentence.Phrases, treebank.Phrase{Label: r.label(row.tag), Func: r.label(row.edge),
			Parent: row.parent})
		r.node[n-firstNode] = int32(len(sentence.Phrases))
		r.keep(index, "lemma", row.lemma)
		r.keep(index, "morph", row.morph)
	} else {
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: row.word.span(), Tag: r.label(row.tag),
			Func: r.label(row.edge), Parent: row.parent})
		r.morph(index)
	}
	if row.rest.begin < row.rest.end {
		return r.extra(index)
	}
	return nil
}

func (r *reader) isWord(at int) bool {
	for _, w := range r.words {
		if int(w) == at {
			return true
		}
	}
	return false
}

// keep keeps a column that nonterminals rarely use.
func (r *reader) keep(index int32, key string, value col) {
	if value.begin < value.end && !dashes(r.bytes(value)) {
		r.s.AddAttr(index, key, value.span())
	}
}

func (r *reader) morph(index int32) {
	sentence, row := r.s, &r.row
	morph := treebank.Morph{Feats: r.label(row.morph)}
	if row.lemma.begin < row.lemma.end && !dashes(r.bytes(row.lemma)) {
		morph.Lemma = row.lemma.span()
	}
	if morph == (treebank.Morph{}) && len(sentence.Morph) == 0 {
		return
	}
	for len(sentence.Morph) < int(index) {
		sentence.Morph = append(sentence.Morph, treebank.Morph{})
	}
	sentence.Morph = append(sentence.Morph, morph)
}

// extra reads secondary edges and the comment.
func (r *reader) extra(index int32) error {
	sentence, rest := r.s, r.bytes(r.row.rest)
	for i := 0; ; {
		label, next := field(rest, i)
		if len(label) == 0 {
			return nil
		}
		if string(label) == "%%" {
			if c := bytes.TrimSpace(rest[next:]); len(c) > 0 {
				sentence.AddAttr(index, "comment", treebank.SpanOf(r.text, c))
			}
			return nil
		}
		parent, after := field(rest, next)
		n, err := strconv.ParseInt(string(parent), 10, 32)
		if err != nil || n < 0 {
			return r.at(int(treebank.SpanOf(r.text, label).Off), "a secondary edge (label and parent) or %%",
				strconv.Quote(string(label)+" "+string(parent)))
		}
		sentence.Secondary = append(sentence.Secondary, treebank.Arc{Dep: index, Head: int32(n),
			Rel: r.label(r.place(label))})
		i = after
	}
}

// finish turns numbers of nodes into indices.
func (r *reader) finish() error {
	sentence := r.s
	words := int32(len(sentence.Tokens))
	if len(sentence.Morph) > 0 {
		for len(sentence.Morph) < len(sentence.Tokens) {
			sentence.Morph = append(sentence.Morph, treebank.Morph{})
		}
	}
	referred := 0
	var seen [nodes]bool
	for i := range sentence.Tokens {
		if err := r.up(&sentence.Tokens[i].Parent, &seen, &referred); err != nil {
			return err
		}
	}
	for i := range sentence.Phrases {
		if err := r.up(&sentence.Phrases[i].Parent, &seen, &referred); err != nil {
			return err
		}
	}
	if referred < len(sentence.Phrases) && r.words == nil {
		r.doubt = true
		return nil
	}
	index := func(i *int32) {
		if *i < -1 {
			*i = words - 2 - *i
		}
	}
	for i := range sentence.Attrs {
		index(&sentence.Attrs[i].Index)
	}
	for i := range sentence.Secondary {
		arc := &sentence.Secondary[i]
		index(&arc.Dep)
		switch n := arc.Head; {
		case n == 0:
			arc.Head = treebank.Root
		case n >= firstNode && n <= lastNode && r.node[n-firstNode] > 0:
			arc.Head = words + r.node[n-firstNode] - 1
		case n < firstNode && n <= words:
			arc.Head = n - 1
		default:
			return r.missing(n)
		}
	}
	if err := sentence.Arrange(); err != nil {
		return r.at(0, "a tree", "a cycle of parents")
	}
	return nil
}

func (r *reader) up(parent *int32, seen *[nodes]bool, referred *int) error {
	n := *parent
	if n == 0 {
		*parent = -1
		return nil
	}
	if n < firstNode || n > lastNode || r.node[n-firstNode] == 0 {
		return r.missing(n)
	}
	if !seen[n-firstNode] {
		seen[n-firstNode] = true
		*referred++
	}
	*parent = r.node[n-firstNode] - 1
	return nil
}

// missing returns the error that node n does not exist, at the line that refers to it.
func (r *reader) missing(n int32) error {
	number := strconv.Itoa(int(n))
	at := 0
	for i := len(line(r.text, 0)) + 1; i < len(r.text); {
		l := line(r.text, i)
		for j, f := range bytes.Fields(l) {
			if j >= 4 && string(f) == number {
				at = i + bytes.LastIndex(l, f)
			}
		}
		if at > 0 {
			break
		}
		i += len(l) + 1
	}
	e := r.at(at, "a nonterminal of this sentence as parent, or 0", "#"+number+", which does not exist")
	if n > 0 && n < firstNode {
		e.Found = number
		e.Hint = "nonterminals have numbers from 500 on"
	}
	return e
}

// undecided returns the positions of the lines that look like nonterminals but
// are words: of several with one number all but the one next to the
// other nonterminals, and those that nothing refers to and that do not
// continue a row of nonterminals.
func undecided(text []byte, version int32) []int32 {
	type candidate struct {
		at, number, row int32
	}
	var all []candidate
	var referred [lastNode + 1]bool
	rows := int32(0)
	last := int32(-1) // row of the last word
	column := 4
	if version == 4 {
		column = 5
	}
	for i := len(line(text, 0)) + 1; i < len(text); {
		l := line(text, i)
		f := bytes.Fields(l)
		if len(f) > column && !isEnd(l) {
			if n, err := strconv.Atoi(string(f[column])); err == nil && n >= 0 && n <= lastNode {
				referred[n] = true
			}
			if n := nodeNumber(f[0]); n > 0 {
				all = append(all, candidate{int32(i), n, rows})
			} else {
				last = rows
			}
			rows++
		}
		i += len(l) + 1
	}
	nodesLast := len(all) > 0 && all[len(all)-1].row > last
	words := []int32{}
	for i, c := range all {
		twin := false
		for j, d := range all {
			if d.number == c.number && (nodesLast && j > i || !nodesLast && j < i) {
				twin = true
			}
		}
		after := i > 0 && all[i-1].number == c.number-1 && all[i-1].row == c.row-1
		before := i+1 < len(all) && all[i+1].number == c.number+1 && all[i+1].row == c.row+1
		lonely := !referred[c.number] && !after && !before
		if twin || lonely {
			words = append(words, c.at)
		}
	}
	return words
}
