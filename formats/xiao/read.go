package xiao

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/formats/internal/conll"
	"assay/formats/internal/notation"
	"assay/treebank"
)

// headKey is the key of an Attr of a word for links whose head has another category
// than the link gives: the number of the link and the category.
const headKey = "headcat"

// A link holds the parts of a link until all words are known.
type link struct {
	dep  int32
	n    int32 // after: n, before: -n; 0: head is Root or Unknown
	head int32
	form []byte
	cat  []byte
	rel  treebank.Symbol
	off  int
}

type reader struct {
	scanner
	s     *treebank.Sentence
	links []link
	sense int // senses of the current word
	count int // links of the current word
	atoms []word

	readings []int // where comments with readings begin
}

func parse(s *treebank.Sentence, text []byte) error {
	r := reader{scanner: scanner{text: text}, s: s}
	r.note = r.comment
	for {
		switch kind, word := r.next(); kind {
		case end:
			return r.resolve()
		case shut:
		case open:
			if err := r.list(word.from); err != nil {
				return err
			}
		case atom: // a link without parentheses, after others
			if err := r.loose(word); err != nil {
				return err
			}
		}
	}
}

func (r *reader) comment(from, to int) {
	line := r.text[from:to]
	if _, _, ok := readingOf(line); ok {
		r.readings = append(r.readings, from)
		return
	}
	conll.AddComment(r.s, r.text, from, from+len(bytes.TrimRight(line, "\r")))
}

// list reads the atoms after an opening parenthesis. They, and the text after them,
// decide the type of the list.
func (r *reader) list(off int) error {
	r.atoms = r.atoms[:0]
	kind, w := r.peek()
	for ; kind == atom; kind, w = r.peek() {
		r.next()
		r.atoms = append(r.atoms, w)
		if len(r.atoms) > 6 {
			return treebank.At(r.text, off, "a word slot, a wordsense or a link", "a list of more than six elements")
		}
	}
	atoms := r.atoms
	switch {
	case len(atoms) == 0 && kind == open: // a parenthesis around several lists
		return nil
	case len(atoms) == 0:
		return treebank.At(r.text, off, "a word slot, a wordsense or a link", "an empty list")
	case len(atoms) == 1 && kind == open && !(r.bare(atoms[0], "*?") && r.sense > 0 && r.count == 0):
		return r.slot(atoms[0])
	case r.isLink(atoms):
		return r.link(atoms, off)
	case len(atoms) == 2 && (kind == open || kind == shut || kind == end):
		return r.wordsense(atoms, off)
	case len(atoms) == 3 && r.bare(atoms[2], "*?"):
		if err := r.wordsense(atoms[:2], off); err != nil {
			return err
		}
		return r.link(atoms[2:], off)
	}
	return treebank.At(r.text, off, "a word slot, a wordsense or a link", fmt.Sprintf("%.60q", r.text[off:r.at]))
}

// peek looks at the next token without taking it.
func (r *reader) peek() (int, word) {
	at, note := r.at, r.note
	r.note = nil
	kind, w := r.next()
	r.at, r.note = at, note
	return kind, w
}

// isLink reports whether atoms are a link: *, ?, or with a position among the
// first three.
func (r *reader) isLink(a []word) bool {
	if r.bare(a[0], "*?") && len(a) <= 2 {
		return true
	}
	if len(a) < 2 || len(a) > 4 {
		return false
	}
	return r.mark(a[0]) != 0 || len(a) > 2 && r.mark(a[2]) != 0
}

// loose reads an atom outside of a list: the link * or ?.
func (r *reader) loose(w word) error {
	if r.bare(w, "*?") {
		return r.link([]word{w}, w.from)
	}
	return treebank.At(r.text, w.from, "( or a link * or ?", fmt.Sprintf("%.40q", r.bytes(w)))
}

func (r *reader) slot(w word) error {
	r.s.Tokens = append(r.s.Tokens, treebank.Token{Form: r.span(w), Parent: -1})
	r.s.Morph = append(r.s.Morph, treebank.Morph{})
	r.sense, r.count = 0, 0
	return nil
}

// span returns the span of an atom, in the sentence's own text if it had
// backslashes.
func (r *reader) span(w word) treebank.Span {
	if !w.escaped {
		return treebank.Span{Off: uint32(w.from), Len: uint32(w.to - w.from)}
	}
	return r.s.Add(notation.Unescape(nil, r.bytes(w)))
}

// value returns the text of an atom, nothing for _.
func (r *reader) value(w word) []byte {
	b := r.bytes(w)
	if string(b) == "_" && !w.quoted {
		return nil
	}
	if w.escaped {
		return notation.Unescape(nil, b)
	}
	return b
}

func (r *reader) wordsense(a []word, off int) error {
	n := len(r.s.Tokens)
	if n == 0 {
		return treebank.At(r.text, off, "a word slot", "a wordsense")
	}
	r.sense++
	root, cat := r.value(a[0]), r.value(a[1])
	if r.sense == 1 {
		r.s.Tokens[n-1].Tag = r.s.Syms.Intern(cat)
		if len(root) > 0 {
			r.s.Morph[n-1].Lemma = r.span(a[0])
		}
		return nil
	}
	if bytes.ContainsRune(root, '\t') || bytes.ContainsRune(cat, '\t') {
		return treebank.At(r.text, off, "a wordsense", "a tab in a word")
	}
	r.attr(int32(n-1), treebank.SenseKey, strconv.Itoa(r.count)+"\t"+string(root)+"\t"+string(cat))
	return nil
}

func (r *reader) attr(i int32, key, value string) {
	r.s.AddAttr(i, key, r.s.AddString(value))
}

// link reads a link: * or ? with a type or without, HEAD CATEGORY POSITION
// [TYPE], or POSITION HEAD [CATEGORY] [TYPE].
func (r *reader) link(a []word, off int) error {
	if r.sense == 0 {
		return treebank.At(r.text, off, "a wordsense before its links", "a link")
	}
	l := link{dep: int32(len(r.s.Tokens)) - 1, head: treebank.Unknown, off: a[0].from}
	rest := a[1:]
	switch {
	case r.bare(a[0], "*?"):
		if r.text[a[0].from] == '*' {
			l.head = treebank.Root
		}
	case r.mark(a[0]) != 0:
		l.n, l.form, rest = r.mark(a[0]), r.value(a[1]), a[2:]
		if len(rest) > 0 {
			l.cat, rest = r.value(rest[0]), rest[1:]
		}
	default:
		l.n, l.form, l.cat, rest = r.mark(a[2]), r.value(a[0]), r.value(a[1]), a[3:]
	}
	if l.n != 0 && len(l.form) == 0 {
		l.form = []byte("_")
	}
	if len(rest) > 0 {
		l.rel = r.s.Syms.Intern(r.value(rest[0]))
	}
	r.links = append(r.links, l)
	r.count++
	return nil
}

// resolve finds the heads. An unknown head is dropped if the word has other links.
func (r *reader) resolve() error {
	sentence := r.s
	for i := 0; i < len(r.links); {
		dep := r.links[i].dep
		end := i
		for end < len(r.links) && r.links[end].dep == dep {
			end++
		}
		r.word(dep, r.links[i:end])
		i = end
	}
	r.complete()
	slices.SortStableFunc(sentence.Arcs, func(a, b treebank.Arc) int { return int(a.Dep - b.Dep) })
	r.record()
	return nil
}

// readingOf takes a comment with a reading apart: its weight, "" if it has none, and the numbers of its links.
func readingOf(line []byte) (weight, links string, ok bool) {
	before, links, ok := strings.Cut(string(line[1:]), "=")
	words := strings.Fields(before)
	if !ok || len(words) == 0 || words[0] != "reading" || len(words) > 2 {
		return "", "", false
	}
	if len(words) == 2 {
		weight = words[1]
	}
	return weight, links, true
}

// record keeps the readings of the forest. If one of them does not fit the forest, it notes the fault and keeps none.
func (r *reader) record() {
	var readings []treebank.Reading
	weights := 0
	for _, from := range r.readings {
		line, _, _ := bytes.Cut(r.text[from:], []byte("\n"))
		weight, links, _ := readingOf(line)
		reading := treebank.Reading{P: 1}
		if weight != "" {
			weights++
			p, err := strconv.ParseFloat(weight, 64)
			if err != nil || !(p >= 0 && p <= 1e9) {
				r.s.Note(treebank.At(r.text, from, "a weight from 0 to 1e9 before =", fmt.Sprintf("%.40q", weight)))
				return
			}
			reading.P = p
		}
		for i, field := range strings.Fields(links) {
			most := len(r.s.ArcsOf(int32(i)))
			n, err := strconv.Atoi(field)
			if i < len(r.s.Tokens) && (err != nil || n < 1 || n > most) {
				r.s.Note(treebank.At(r.text, from, fmt.Sprintf("the number of a link of word %d, from 1 to %d", i+1, most),
					fmt.Sprintf("%.40q", field)))
				return
			}
			reading.Links = append(reading.Links, int32(n)-1)
		}
		if len(reading.Links) != len(r.s.Tokens) {
			r.s.Note(treebank.At(r.text, from, fmt.Sprintf("a link of each of %d words", len(r.s.Tokens)),
				strconv.Itoa(len(reading.Links))))
			return
		}
		readings = append(readings, reading)
	}
	if weights > 0 && weights < len(readings) {
		r.s.Note(treebank.At(r.text, r.readings[0], "a weight of each reading or of none",
			fmt.Sprintf("%d weights of %d readings", weights, len(readings))))
		return
	}
	treebank.SetReadings(r.s, readings)
}

// complete gives words without a link an unknown head.
func (r *reader) complete() {
	has := make([]bool, len(r.s.Tokens))
	for _, a := range r.s.Arcs {
		has[a.Dep] = true
	}
	for i, ok := range has {
		if !ok {
			r.s.Arcs = append(r.s.Arcs, treebank.Arc{Dep: int32(i), Head: treebank.Unknown})
		}
	}
}

func (r *reader) word(dep int32, links []link) {
	sentence := r.s
	for k, link := range links {
		if link.n != 0 {
			n := max(link.n, -link.n)
			if link.head = notation.Find(sentence, dep, link.form, n, link.n > 0); link.head < 0 {
				r.unresolved(link)
				link.head = treebank.Unresolved
			} else if string(link.cat) != sentence.Name(sentence.Tokens[link.head].Tag) {
				r.attr(dep, headKey, strconv.Itoa(k)+"\t"+string(link.cat))
			}
		}
		sentence.Arcs = append(sentence.Arcs, treebank.Arc{Dep: dep, Head: link.head, Rel: link.rel})
	}
}

func (r *reader) unresolved(l link) {
	e := treebank.At(r.text, l.off, notation.Wanted(l.form, max(l.n, -l.n), l.n > 0), notation.NoSuchWord)
	e.Hint = "in this format < is after the word, > before it"
	r.s.Note(e)
}
