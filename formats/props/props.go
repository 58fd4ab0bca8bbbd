// Package props reads and writes the propositions of the CoNLL shared tasks of
// 2004 and 2005 on semantic role labelling (Carreras & Màrquez 2005): one word
// per line, columns between blanks, an empty line after each sentence.
//
//   - (A0*   *
//   - *)     *
//     sleep  (V*)   *
//
// The first column holds the verb of a predicate or -; then there is one column
// for each predicate, in which brackets mark its arguments. C-A1 continues the
// argument A1 before it, as in srl-eval.pl. The file does not hold the words; their
// forms are taken from the first column.
//
// Brackets within brackets are arguments too, as in srl-eval.pl (SRL::phrase_set); of
// two of the same words only the inner one is, with a note. Columns that are missing at the end are predicates without
// arguments, also with a note.
package props

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"assay/treebank"
)

// Format is the format of CoNLL 2005.
var Format = treebank.Format{
	Name:   "props",
	Title:  "propositions of CoNLL 2005: semantic roles of stretches of words",
	Source: "Carreras & Màrquez 2005; srl-eval.pl 2005/04/21",
	Ext:    []string{".props"},
	Layers: treebank.RoleSpans,
	Detect: detect,
	Split:  treebank.SplitLines,
	Parse:  parse,
	Write:  write,
}

func detect(head []byte) bool {
	marks := 0
	for line := range bytes.Lines(head) {
		c := bytes.Fields(line)
		if len(c) == 0 {
			if marks > 0 {
				return true
			}
			continue
		}
		if bytes.ContainsAny(c[0], "(*)") || line[len(line)-1] != '\n' && marks > 0 {
			return marks > 0 && line[len(line)-1] != '\n'
		}
		for _, tag := range c[1:] {
			if bytes.Count(tag, []byte{'*'}) != 1 || tag[0] != '(' && tag[0] != '*' {
				return false
			}
			marks++
		}
	}
	return marks > 0
}

// A row is the line of one word.
type row struct {
	off  int
	cols [][]byte
}

// A bracket is one that is open: its role and its first word.
type bracket struct {
	role []byte
	word int32
}

// A reader is the memory for a sentence.
type reader struct {
	rows  []row
	cells [][]byte
	open  []bracket
	all   []stretch
}

var readers = sync.Pool{New: func() any { return new(reader) }}

// fields cuts a line at blanks.
func (r *reader) fields(line []byte) [][]byte {
	first, begin := len(r.cells), -1
	for i, c := range line {
		switch blank := c == ' ' || c >= '\t' && c <= '\r'; {
		case c >= utf8.RuneSelf: // it may be a blank
			r.cells = append(r.cells[:first], bytes.Fields(line)...)
			return r.cells[first:len(r.cells):len(r.cells)]
		case blank && begin >= 0:
			r.cells, begin = append(r.cells, line[begin:i]), -1
		case !blank && begin < 0:
			begin = i
		}
	}
	if begin >= 0 {
		r.cells = append(r.cells, line[begin:])
	}
	return r.cells[first:len(r.cells):len(r.cells)]
}

func parse(sentence *treebank.Sentence, text []byte) error {
	r := readers.Get().(*reader)
	defer readers.Put(r)
	r.cells = r.cells[:0]
	rows := r.rows[:0]
	for at, line := range treebank.EachLine(text) {
		if c := r.fields(line); len(c) > 0 {
			rows = append(rows, row{at, c})
			form := at + bytes.Index(line, c[0])
			sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: treebank.Span{Off: uint32(form),
				Len: uint32(len(c[0]))}, Parent: -1})
			if string(c[0]) != "-" {
				sentence.Predicates = append(sentence.Predicates,
					treebank.Predicate{Word: int32(len(rows) - 1), Sense: sentence.Syms.Intern(c[0])})
			}
		}
	}
	r.rows = rows
	width := len(rows[0].cols)
	for _, r := range rows {
		if len(r.cols) != width {
			return treebank.At(text, r.off, fmt.Sprintf("%d columns, as on the first line", width), strconv.Itoa(len(r.cols)))
		}
	}
	switch n := len(sentence.Predicates) + 1; {
	case width > n:
		return treebank.At(text, rows[0].off, fmt.Sprintf("%d columns, one for each predicate and one before", n),
			strconv.Itoa(width))
	case width < n:
		sentence.Note(treebank.At(text, rows[0].off, fmt.Sprintf("%d columns, one for each predicate and one before", n),
			strconv.Itoa(width)))
	}
	for k := range width - 1 {
		if err := r.column(sentence, text, int32(k)); err != nil {
			return err
		}
	}
	return nil
}

// ending returns the stretch of all with the words of x, -1 if there is none. Stretches are in the order of
// their ends, that of x is the last.
func ending(all []stretch, x stretch) int {
	for i := len(all) - 1; i >= 0 && all[i].End == x.End; i-- {
		if all[i].Begin == x.Begin {
			return i
		}
	}
	return -1
}

// column reads the arguments of predicate k.
func (r *reader) column(sentence *treebank.Sentence, text []byte, k int32) error {
	open, all := r.open[:0], r.all[:0]
	bad := func(row *row, want string) error {
		return treebank.At(text, row.off, want, fmt.Sprintf("%.40q", row.cols[k+1]))
	}
	for i := range r.rows {
		row := &r.rows[i]
		cell := row.cols[k+1]
		if len(cell) == 1 && cell[0] == '*' {
			continue
		}
		before, after, star := bytes.Cut(cell, []byte{'*'})
		if !star {
			return bad(row, "a tag with * such as (A0*)")
		}
		for len(before) > 0 {
			rest, ok := bytes.CutPrefix(before, []byte{'('})
			n := bytes.IndexByte(rest, '(')
			if n < 0 {
				n = len(rest)
			}
			if !ok || n == 0 {
				return bad(row, "opening brackets with a role before *")
			}
			open = append(open, bracket{rest[:n], int32(i)})
			before = rest[n:]
		}
		for len(after) > 0 {
			role, rest, ok := bytes.Cut(after, []byte{')'})
			if !ok || bytes.IndexByte(role, '*') >= 0 {
				return bad(row, "closing brackets after *")
			}
			if len(open) == 0 {
				return bad(row, "no more closing than opening brackets")
			}
			b := open[len(open)-1]
			if len(role) > 0 && !bytes.Equal(role, b.role) {
				return bad(row, "the closing bracket of "+string(b.role))
			}
			open = open[:len(open)-1]
			x := stretch{treebank.Argument{Predicate: k, Begin: b.word, End: int32(i) + 1}, b.role}
			if same := ending(all, x); same >= 0 {
				kept := string(all[same].role)
				sentence.Note(treebank.At(text, row.off, "one argument of the same words",
					kept+" within "+string(x.role)+"; "+kept+" is kept"))
			} else {
				all = append(all, x)
			}
			after = rest
		}
	}
	if len(open) > 0 {
		return treebank.At(text, r.rows[open[0].word].off, "a closing bracket of "+string(open[0].role),
			"the end of the sentence")
	}
	r.open, r.all = open, all
	slices.SortFunc(all, func(a, b stretch) int {
		return cmp.Or(cmp.Compare(a.Begin, b.Begin),
			cmp.Compare(b.End, a.End))
	})
	first := len(sentence.Arguments)
	for _, x := range all {
		add(sentence, first, x.Argument, x.role)
	}
	return nil
}

// A stretch is an argument, and its role as it is written.
type stretch struct {
	treebank.Argument
	role []byte
}

// add adds a stretch; a stretch of C-A1 continues the argument A1, if there is one.
func add(sentence *treebank.Sentence, first int, a treebank.Argument, role []byte) {
	a.Role = sentence.Syms.Intern(role)
	if base, ok := bytes.CutPrefix(role, []byte("C-")); ok {
		y := sentence.Syms.Intern(base)
		for _, b := range sentence.Arguments[first:] {
			if b.Role == y || b.Role == a.Role {
				a.Role, a.Continues = b.Role, true
				break
			}
		}
	}
	sentence.Arguments = append(sentence.Arguments, a)
}

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	width := len(sentence.Predicates)
	opening, closing := make([]string, len(sentence.Tokens)*width), make([]int, len(sentence.Tokens)*width)
	verbs := make([]string, len(sentence.Tokens))
	for _, p := range sentence.Predicates {
		if verbs[p.Word] != "" {
			return fmt.Errorf("want one predicate for each word, found several for word %d", p.Word+1)
		}
		verbs[p.Word] = clean(sentence.Name(p.Sense))
	}
	list := slices.Clone(sentence.Arguments) // outer ones first
	slices.SortStableFunc(list, func(a, b treebank.Argument) int {
		return cmp.Or(cmp.Compare(a.Predicate, b.Predicate), cmp.Compare(a.Begin, b.Begin), cmp.Compare(b.End, a.End))
	})
	var outer []treebank.Argument // those not closed yet
	for _, argument := range list {
		for n := len(outer); n > 0 && (outer[n-1].Predicate != argument.Predicate ||
			outer[n-1].End <= argument.Begin); n = len(outer) {
			outer = outer[:n-1]
		}
		if n := len(outer); n > 0 && (argument.End > outer[n-1].End || argument.Begin == outer[n-1].Begin &&
			argument.End == outer[n-1].End) {
			return fmt.Errorf("want arguments that do not cross and are not of the same words, found several at word %d",
				argument.Begin+1)
		}
		outer = append(outer, argument)
		role := clean(sentence.Name(argument.Role))
		if argument.Continues && !strings.HasPrefix(role, "C-") {
			role = "C-" + role
		}
		opening[int(argument.Begin)*width+int(argument.Predicate)] += "(" + role
		closing[int(argument.End-1)*width+int(argument.Predicate)]++
	}
	for i, verb := range verbs {
		if verb == "" {
			verb = "-"
		}
		w.WriteString(verb)
		for k := range sentence.Predicates {
			w.WriteString("\t" + opening[i*width+k] + "*" + strings.Repeat(")", closing[i*width+k]))
		}
		w.WriteByte('\n')
	}
	return w.WriteByte('\n')
}

// clean replaces characters that would end a column or a tag.
func clean(name string) string {
	if name == "" || name == "-" {
		return "_"
	}
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == '(' || r == ')' || r == '*' || r == 0x85 || r == 0xA0 {
			return '_'
		}
		return r
	}, name)
}
