// Package conll is shared by the formats of the CoNLL shared tasks of 2006 to
// 2009: one word per line, columns between tabs, an empty line
// after each sentence, ids from 1, heads by number. A line that begins with #
// is a comment, as in CoNLL-U, although the formats have none.
package conll

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"assay/treebank"
)

// Split finds a sentence: from its first comment or word to the empty line
// after it. A word 1 after other words begins a sentence even if the empty
// line is missing.
func Split(data []byte, atEOF bool, _ int32) treebank.Extent { return lines.Split(data, atEOF) }

var lines = treebank.Lines{
	Counts: func(line []byte) bool { return line[0] != '#' },
	Starts: func(line []byte) bool { return line[0] == '1' && len(line) > 1 && line[1] == '\t' },
}

// NewDocument begins the comment with which a document begins.
const NewDocument = "# newdoc"

// SplitDocuments finds a document: the text up to the next comment newdoc that follows words.
func SplitDocuments(data []byte, atEOF bool, _ int32) treebank.Extent {
	for at, words := 0, false; ; {
		line, next, ok := treebank.Line(data, at, atEOF)
		if !ok {
			break
		}
		if words && bytes.HasPrefix(line, []byte(NewDocument)) {
			return treebank.Found(0, at, at).Trim(data)
		}
		words = words || len(bytes.TrimSpace(line)) > 0 && line[0] != '#'
		at = next
	}
	if !atEOF {
		return treebank.Skip(0)
	}
	return treebank.FoundText(data)
}

// ID returns the name that a comment "# sent_id = NAME" before the first word
// gives.
func ID(text []byte) []byte {
	for len(text) > 0 && text[0] == '#' {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		if v, ok := Comment(line, "sent_id"); ok {
			return v
		}
		text = rest
	}
	return nil
}

// Document reports whether a comment "# newdoc" or "# newdoc id = NAME" precedes
// the first word, and the name.
func Document(text []byte) (name []byte, begins bool) {
	for len(text) > 0 && text[0] == '#' {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
		if len(line) < len("#newdoc") || line[1] != 'n' && line[1] > ' ' || line[2] != 'n' && line[1] <= ' ' &&
			line[2] > ' ' {
			continue // the first bytes exclude most comments
		}
		if v, ok := Comment(line, "newdoc id"); ok {
			return v, true
		}
		begins = begins || string(bytes.TrimSpace(line[1:])) == "newdoc"
	}
	return nil, begins
}

// Comment returns the value of a comment of the form "# key = value", without white
// space around it.
func Comment(line []byte, key string) ([]byte, bool) {
	line = trimLeft(line[1:])
	if len(line) <= len(key) || string(line[:len(key)]) != key {
		return nil, false
	}
	line = trimLeft(line[len(key):])
	if len(line) == 0 || line[0] != '=' {
		return nil, false
	}
	return bytes.TrimSpace(line[1:]), true
}

func trimLeft(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	return b
}

// A Layout gives the columns of a format, for reading and writing. Column 0, which holds the number of the
// word, means that the format has none.
type Layout struct {
	Names            string // of the columns, for messages
	Min, Max         int    // how many columns a line has
	Form, Lemma      int
	Tag, Fine, Feats int
	Head, Relation   int
	// PHead and PRelation are the columns of a parser that leaves those of gold unset, as that of mate-tools does; they
	// hold the arc of a word whose Head is _ or -1.
	PHead, PRelation int
	Kept             []Kept // further columns
	// Rest is the first of the columns for predicates, which are kept as they are: Fill marks predicates with Y,
	// Pred holds them, and those from Args on hold arguments. Unset are the columns of a word where no word has any.
	Rest, Fill, Pred, Args int
	Unset                  string
	// Plain is a layout without numbers of words and without comments, which is only read. Columns are
	// counted from 1 there, and the last ones may be missing.
	Plain bool
}

// A Kept is a column that is kept as an Attr of the word where it differs from column Like or, if that is 0, where it
// is set.
type Kept struct {
	Column, Like int
	Key          string
}

// Many is a Max for formats with as many columns as there are predicates.
const Many = 4096

// Read reads a sentence whose words have the layout.
func (layout *Layout) Read(sentence *treebank.Sentence, text []byte) error {
	reader := Reader{S: sentence, Text: text}
	for {
		ok, err := reader.line(layout)
		if err != nil {
			return err
		}
		if !ok {
			reader.finish()
			reader.finishRoles()
			return nil
		}
		form := reader.cols[layout.Form]
		if form.Len == 0 {
			return treebank.At(text, int(form.Off), "a form", "an empty column")
		}
		dep := int32(len(sentence.Tokens))
		head, relation := layout.Head, layout.Relation
		if reader.predicted = layout.PHead > 0 && reader.headless(layout); reader.predicted {
			head, relation = layout.PHead, layout.PRelation
		}
		h, err := reader.head(head)
		if err != nil {
			return err
		}
		sentence.Arcs = append(sentence.Arcs, treebank.Arc{Dep: dep, Head: h, Rel: reader.symbol(relation)})
		if layout.Args > 0 && !sentence.Skip.Has(treebank.Roles) {
			reader.predicates(layout.Pred, layout.Args, dep)
			if layout.Fill > 0 {
				reader.unfilled(layout.Fill, layout.Pred, dep)
			}
		}
		if sentence.Skip.Has(treebank.Tags | treebank.Morphology | treebank.Lemmas) {
			sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: form, Parent: -1})
			continue
		}
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: form, Tag: reader.symbol(layout.Tag), Parent: -1})
		sentence.Morph = append(sentence.Morph, treebank.Morph{Lemma: reader.value(layout.Lemma),
			Fine: reader.symbol(layout.Fine), Feats: reader.symbol(layout.Feats)})
		reader.others(layout, dep)
	}
}

// A Reader goes through the word lines of one sentence.
type Reader struct {
	S     *treebank.Sentence
	Text  []byte
	cols  []treebank.Span // of the current line
	begin int             // start of the current line
	next  int
	roles int32 // columns of arguments of the word that has the fewest
	short int32 // that word

	predicted bool // the arc of the word is that of the parser's columns
}

// line goes to the next word line and finds its columns. It keeps the comments on the
// way. The id of the word, if it has one, must be the next number.
func (r *Reader) line(layout *Layout) (bool, error) {
	for r.next < len(r.Text) {
		r.begin = r.next
		end := len(r.Text)
		if i := bytes.IndexByte(r.Text[r.begin:], '\n'); i >= 0 {
			end = r.begin + i
		}
		r.next = end + 1
		for end > r.begin && r.Text[end-1] == '\r' {
			end--
		}
		if end == r.begin {
			continue
		}
		if r.Text[r.begin] == '#' && !layout.Plain {
			AddComment(r.S, r.Text, r.begin, end)
			continue
		}
		r.columns(end)
		if n := len(r.cols); n < layout.Min || n > layout.Max {
			return false, r.count(layout, end)
		}
		if layout.Plain {
			r.cols = slices.Insert(r.cols, 0, span(r.begin, r.begin))
			for len(r.cols) <= layout.Max {
				r.cols = append(r.cols, span(end, end))
			}
			return true, nil
		}
		return true, r.id()
	}
	return false, nil
}

// columns finds the columns of the line up to end, eight bytes at a time.
func (r *Reader) columns(end int) {
	const ones = 0x0101010101010101
	text, cols, from := r.Text[:end], r.cols[:0], r.begin
	i := from
	for ; i+8 <= end; i += 8 {
		x := binary.LittleEndian.Uint64(text[i:]) ^ '\t'*ones
		for tabs := (x - ones) &^ x & (0x80 * ones); tabs != 0; tabs &= tabs - 1 {
			if at := i + bits.TrailingZeros64(tabs)>>3; text[at] == '\t' { // a mark after a tab may be false
				cols = append(cols, span(from, at))
				from = at + 1
			}
		}
	}
	for ; i < end; i++ {
		if text[i] == '\t' {
			cols = append(cols, span(from, i))
			from = i + 1
		}
	}
	r.cols = append(cols, span(from, end))
}

func span(from, to int) treebank.Span {
	return treebank.Span{Off: uint32(from), Len: uint32(to - from)}
}

// AddComment adds that part of the text to the comments of the sentence, and keeps
// the names of the sentence and its document that it gives.
func AddComment(sentence *treebank.Sentence, text []byte, from, to int) {
	line := text[from:to]
	sentence.Comments = append(sentence.Comments, span(from, to))
	if v, ok := Comment(line, "sent_id"); ok && sentence.ID.Len == 0 && len(sentence.Tokens) == 0 {
		sentence.ID = treebank.SpanOf(text, v)
	} else if v, ok := Comment(line, "newdoc id"); ok {
		sentence.NewDoc, sentence.Doc = true, treebank.SpanOf(text, v)
	} else if string(bytes.TrimSpace(line[1:])) == "newdoc" {
		sentence.NewDoc = true
	}
}

func (r *Reader) count(layout *Layout, end int) error {
	want := fmt.Sprintf("%d columns (%s)", layout.Max, layout.Names)
	if layout.Max == Many {
		want = fmt.Sprintf("at least %d columns (%s)", layout.Min, layout.Names)
	}
	off := end
	if len(r.cols) > layout.Max {
		off = int(r.cols[layout.Max].Off) - 1
	}
	e := treebank.At(r.Text, off, want, fmt.Sprint(len(r.cols)))
	line := r.Text[r.begin:end]
	if len(r.cols) == 1 && len(bytes.Fields(line)) >= layout.Min {
		e.Hint = "columns are separated by tabs, not by spaces"
	} else if len(r.cols) < layout.Min {
		e.Hint = BlankForTab(line, layout.Min)
	}
	return e
}

// BlankForTab returns the remedy for a line that has too few columns because of blanks between them: the column
// that holds the first. It is "" if the line has another number of columns between blanks and tabs too.
func BlankForTab(line []byte, columns int) string {
	if len(bytes.Fields(line)) != columns {
		return ""
	}
	for i, column := range bytes.Split(line, []byte{'\t'}) {
		if bytes.IndexByte(column, ' ') >= 0 {
			return fmt.Sprintf("column %d, %.40q, has a blank where a tab should be", i+1, column)
		}
	}
	return ""
}

// id checks the first column.
func (r *Reader) id() error {
	b := r.Text[r.cols[0].Off : r.cols[0].Off+r.cols[0].Len]
	want := len(r.S.Tokens) + 1
	n := 0
	for _, c := range b {
		if c-'0' > 9 || len(b) > 9 {
			n = -1
			break
		}
		n = n*10 + int(c-'0')
	}
	if n == want {
		return nil
	}
	e := treebank.At(r.Text, r.begin, fmt.Sprintf("word %d", want), fmt.Sprintf("%.40q", b))
	if bytes.ContainsAny(b, "-.") {
		e.Hint = "multiword tokens and empty nodes are CoNLL-U: use option from=conllu"
	}
	return e
}

// bytes returns column i.
func (r *Reader) bytes(i int) []byte {
	c := r.cols[i]
	return r.Text[c.Off : c.Off+c.Len]
}

func (r *Reader) unset(i int) bool {
	c := r.cols[i]
	return i == 0 || c.Len == 0 || c.Len == 1 && r.Text[c.Off] == '_'
}

// value returns column i, an empty span if it is unset (_).
func (r *Reader) value(i int) treebank.Span {
	if r.unset(i) {
		return treebank.Span{}
	}
	return r.cols[i]
}

// symbol returns the symbol of column i, 0 if it is unset.
func (r *Reader) symbol(i int) treebank.Symbol {
	if r.unset(i) {
		return 0
	}
	return r.S.Syms.Intern(r.bytes(i))
}

// headless reports whether the parser's columns alone have the arc of the word.
func (r *Reader) headless(layout *Layout) bool {
	unset := r.unset(layout.Head) || string(r.bytes(layout.Head)) == "-1"
	return unset && r.unset(layout.Relation) && !r.unset(layout.PHead)
}

func (r *Reader) head(i int) (int32, error) {
	b := r.bytes(i)
	h := int32(0)
	for _, c := range b {
		if c-'0' > 9 || len(b) > 9 {
			if len(b) == 1 && (c == '_' || c == '?') {
				return treebank.Unknown, nil
			}
			return 0, treebank.At(r.Text, int(r.cols[i].Off), "the number of a word, 0 or _ in HEAD", fmt.Sprintf("%.40q", b))
		}
		h = h*10 + int32(c-'0')
	}
	if len(b) == 0 {
		return 0, treebank.At(r.Text, int(r.cols[i].Off), "the number of a word, 0 or _ in HEAD", "an empty column")
	}
	return h - 1, nil
}

// finish marks heads that the sentence does not have as Outside, and notes them.
func (r *Reader) finish() {
	s := r.S
	n := int32(len(s.Tokens))
	for i := range s.Arcs {
		if a := &s.Arcs[i]; a.Head >= n {
			s.Note(treebank.At(r.Text, int(s.Tokens[a.Dep].Form.Off),
				fmt.Sprintf("a head between 0 and %d for word %d", n, a.Dep+1), fmt.Sprint(a.Head+1)))
			a.Head = treebank.Outside(a.Head + 1)
		}
	}
}

// predicates reads the semantic roles of a word: column pred marks a predicate, and the
// columns from args on give the word's roles for the predicates of
// the sentence, in their order; several are joined by |. _ and - mean none.
func (r *Reader) predicates(pred, args int, dep int32) {
	sentence := r.S
	if pred < len(r.cols) && !r.unset(pred) && !r.dash(pred) {
		sentence.Predicates = append(sentence.Predicates,
			treebank.Predicate{Word: dep, Sense: r.S.Syms.Intern(r.bytes(pred))})
	}
	if n := int32(max(0, len(r.cols)-args)); dep == 0 || n < r.roles {
		r.roles, r.short = n, dep
	}
	for i := args; i < len(r.cols); i++ {
		if r.cols[i].Len == 0 {
			sentence.Note(treebank.At(r.Text, int(r.cols[i].Off), "a role or _ in a column of arguments", "an empty column"))
		}
		if r.unset(i) || r.dash(i) {
			continue
		}
		first := len(sentence.Arguments)
		for role := range bytes.SplitSeq(r.bytes(i), []byte{'|'}) {
			a := treebank.Argument{Predicate: int32(i - args), Begin: dep, End: dep + 1, Role: sentence.Syms.Intern(role)}
			if len(role) > 0 && !slices.Contains(sentence.Arguments[first:], a) {
				sentence.Arguments = append(sentence.Arguments, a)
			}
		}
	}
}

// unfilled notes a word that column fill marks as a predicate, with Y, if column pred has none.
func (r *Reader) unfilled(fill, pred int, dep int32) {
	if fill >= len(r.cols) || string(r.bytes(fill)) != "Y" {
		return
	}
	last := r.cols[len(r.cols)-1]
	at, found := int(last.Off+last.Len), "no such column"
	if pred < len(r.cols) {
		if !r.unset(pred) && !r.dash(pred) {
			return
		}
		at, found = int(r.cols[pred].Off), fmt.Sprintf("%.40q", r.bytes(pred))
	}
	e := treebank.At(r.Text, at, fmt.Sprintf("a predicate in PRED for word %d, which has Y in FILLPRED", dep+1), found)
	e.Hint = "the word is no predicate in the figures; fill PRED, or put _ in FILLPRED"
	r.S.Note(e)
}

func (r *Reader) dash(i int) bool {
	c := r.cols[i]
	return c.Len == 1 && r.Text[c.Off] == '-'
}

// finishRoles sorts the arguments by predicate, and notes and drops those in
// columns of predicates that the sentence does not have.
func (r *Reader) finishRoles() {
	sentence := r.S
	n := int32(len(sentence.Predicates))
	if r.roles < n {
		e := treebank.At(r.Text, int(sentence.Tokens[r.short].Form.Off),
			fmt.Sprintf("a column of arguments for each of the predicates, %d in all", n),
			fmt.Sprintf("%d for word %d", r.roles, r.short+1))
		e.Hint = "the word has no roles in columns that are not there"
		sentence.Note(e)
	}
	sentence.Arguments = slices.DeleteFunc(sentence.Arguments, func(a treebank.Argument) bool {
		if a.Predicate >= n {
			sentence.Note(treebank.At(r.Text, int(sentence.Tokens[a.Begin].Form.Off),
				fmt.Sprintf("arguments of %d predicates", n),
				fmt.Sprintf("%s of predicate %d for word %d", sentence.Name(a.Role), a.Predicate+1, a.Begin+1)))
		}
		return a.Predicate >= n
	})
	slices.SortStableFunc(sentence.Arguments, func(a,
		b treebank.Argument) int {
		return cmp.Compare(a.Predicate, b.Predicate)
	})
}

// others keeps the columns of the word that have no field of their own.
func (r *Reader) others(layout *Layout, dep int32) {
	for _, k := range layout.Kept {
		if r.predicted && (k.Column == layout.PHead || k.Column == layout.PRelation) {
			continue
		}
		if k.Column < len(r.cols) && (k.Like == 0 && !r.unset(k.Column) ||
			k.Like > 0 && !bytes.Equal(r.bytes(k.Column), r.bytes(k.Like))) {
			r.S.AddAttr(dep, k.Key, r.cols[k.Column])
		}
	}
	if layout.Rest > 0 && layout.Rest < len(r.cols) {
		last := r.cols[len(r.cols)-1]
		rest := span(int(r.cols[layout.Rest].Off), int(last.Off+last.Len))
		if string(r.S.Bytes(rest)) != layout.Unset {
			r.S.AddAttr(dep, restKey, rest)
		}
	}
}

// restKey is the key of the columns for predicates.
const restKey = "predicates"

// First returns the columns of the first word line of a file.
func First(head []byte) [][]byte {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		head = rest
		if line = bytes.TrimRight(line, "\r"); len(line) > 0 && line[0] != '#' {
			return bytes.Split(line, []byte("\t"))
		}
	}
	return nil
}

// Number reports whether b is a head: digits, or _ or ?.
func Number(b []byte) bool {
	if string(b) == "_" || string(b) == "?" {
		return true
	}
	for _, c := range b {
		if c-'0' > 9 {
			return false
		}
	}
	return len(b) > 0
}
