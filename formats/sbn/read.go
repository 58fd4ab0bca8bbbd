package sbn

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"assay/internal/graph"
	"assay/treebank"
)

// A target is the target of a role, to be found when all concepts are known.
type target struct {
	clause  int  // its place in the clauses
	concept int  // the concept it belongs to
	box     int  // the box of that concept
	word    word // as written
}

type reader struct {
	s        *treebank.Sentence
	text     []byte
	concepts []int32 // nodes
	boxes    []int32 // nodes
	targets  []target
	quoted   []string // clauses whose constant is in double quotes
	minus    bool     // boxes are counted with -1, as in release 4
	letters  map[string]int
	refused  string // why sbn.py refuses the structure, see RefusedKey
}

// read reads the clauses of a structure.
func read(sentence *treebank.Sentence, text []byte) (*reader, error) {
	sentence.Own()
	r := &reader{s: sentence, text: text, letters: map[string]int{}}
	r.box()
	for off, line := range treebank.EachLine(text) {
		if err := r.line(line, off); err != nil {
			return nil, err
		}
	}
	if len(r.concepts) == 0 && len(r.boxes) == 1 {
		return nil, treebank.At(text, 0, "a concept such as dog.n.01", "none")
	}
	r.link()
	return r, nil
}

func parse(sentence *treebank.Sentence, text []byte) error {
	r, err := read(sentence, text)
	if err != nil {
		return err
	}
	r.edges()
	if len(r.quoted) > 0 {
		graph.Attr(sentence, quotedKey, strings.Join(r.quoted, " "))
	}
	graph.Attr(sentence, notationKey, map[bool]string{true: "4", false: "5"}[r.minus])
	return nil
}

// The attributes of a structure from this notation: its release, and the clauses
// whose constants are in double quotes.
const (
	notationKey = "sbn"
	quotedKey   = "sbn-quoted"
)

func (r *reader) line(line []byte, off int) error {
	if isNote(line) {
		r.s.Comments = append(r.s.Comments, r.s.AddString(string(bytes.TrimSpace(line))))
		return nil
	}
	rest := body(line)
	if before := bytes.TrimSpace(line[:len(line)-len(rest)]); len(before) > 0 {
		r.s.Comments = append(r.s.Comments, r.s.AddString("%%% "+string(before)))
	}
	list, note := words(rest, off+len(line)-len(rest))
	first := len(r.s.Clauses)
	for i := 0; i < len(list); {
		if i > 0 && r.s.Dialect == inLines && conceptShape().Match(list[i].text) {
			r.refuse("a second concept in a line")
		}
		n, err := r.item(list[i:])
		if err != nil {
			return err
		}
		i += n
	}
	if note.Len > 0 && first < len(r.s.Clauses) {
		at := first
		if r.s.Name(r.s.Clauses[at].Op) == "REF" {
			at++
		}
		r.s.Clauses[at].Note = r.s.AddString(string(r.text[note.Off : note.Off+note.Len]))
	}
	return nil
}

// item reads a concept, a role with its target, or a box, and returns its number of
// words.
func (r *reader) item(list []word) (int, error) {
	w := list[0]
	if m := conceptShape().FindSubmatch(w.text); m != nil {
		r.concept(string(m[1]), string(m[2]), string(m[3]))
		return 1, nil
	}
	name := w.text[0]
	switch {
	case name < 'A' || name > 'Z':
		return 0, treebank.At(r.text, w.off, "a concept such as dog.n.01, a role or a discourse relation",
			fmt.Sprintf("%.40q", w.text))
	case len(list) == 1:
		return 0, treebank.At(r.text, w.off, "a target after "+string(w.text), "the end of the line")
	case opensBox(w.text):
		return 2, r.open(w, list[1])
	case len(r.concepts) == 0:
		return 0, treebank.At(r.text, w.off, "a concept before the first role", fmt.Sprintf("%.40q", w.text))
	}
	r.targets = append(r.targets, target{len(r.s.Clauses), len(r.concepts) - 1, len(r.boxes) - 1, list[1]})
	r.s.Clauses = append(r.s.Clauses, treebank.Clause{Op: r.s.Syms.Intern(w.text), Box: r.boxes[len(r.boxes)-1],
		A: r.concepts[len(r.concepts)-1], B: -1})
	return 2, nil
}

func (r *reader) node(name, label string) int32 {
	r.s.Nodes = append(r.s.Nodes, treebank.Node{Label: r.s.Syms.InternString(label), ID: r.s.AddString(name),
		From: -1, To: -1})
	return int32(len(r.s.Nodes) - 1)
}

func (r *reader) box() int32 {
	n := r.node("b"+strconv.Itoa(len(r.boxes)+1), "b"+strconv.Itoa(len(r.boxes)+1))
	r.boxes = append(r.boxes, n)
	return n
}

// concept adds a referent with its concept.
func (r *reader) concept(lemma, pos, sense string) {
	letter := map[string]string{"v": "e", "a": "s", "r": "s", "s": "s"}[pos]
	switch {
	case lemma+"."+pos+"."+sense == "time.n.08":
		letter = "t"
	case letter == "":
		letter = "x"
	}
	r.letters[letter]++
	n := r.node(letter+strconv.Itoa(r.letters[letter]), lemma+"."+pos+"."+sense)
	r.concepts = append(r.concepts, n)
	box := r.boxes[len(r.boxes)-1]
	syms := r.s.Syms
	r.s.Clauses = append(r.s.Clauses, treebank.Clause{Op: syms.InternString("REF"), Box: box, A: n, B: -1},
		treebank.Clause{Op: syms.InternString(lemma), Box: box, A: -1,
			ConstA: syms.InternString(`"` + pos + "." + sense + `"`), B: n})
}

// open opens a box that a relation ties to an earlier one.
func (r *reader) open(relation, index word) error {
	n, ok := 0, false
	if indexShape().Match(index.text) || boxShape().Match(index.text) {
		n, ok = number(index.text)
	}
	if !ok {
		return treebank.At(r.text, index.off, "a box such as <1 after "+string(relation.text),
			fmt.Sprintf("%.40q", index.text))
	}
	if r.minus = r.minus || index.text[0] == '-'; n != 1 || index.text[0] == '+' {
		r.refuse("a box index other than the last box")
	}
	if !boxNames()[string(relation.text)] {
		r.refuse("the discourse relation " + string(relation.text))
	}
	at := len(r.boxes) - n
	if strings.IndexByte(">+", index.text[0]) >= 0 || n == 0 || at < 0 {
		r.fault(index, "a box before this one, such as <1", "; the last one is taken")
		at = len(r.boxes) - 1
	}
	parent := r.boxes[at]
	r.s.Clauses = append(r.s.Clauses, treebank.Clause{Op: r.s.Syms.Intern(relation.text), Box: parent, A: r.box(), B: -1})
	return nil
}

func (r *reader) fault(w word, want, instead string) {
	r.s.Note(treebank.At(r.text, w.off, want, fmt.Sprintf("%.40s%s", w.text, instead)))
}

// link finds the targets of the roles.
func (r *reader) link() {
	for _, target := range r.targets {
		clause, text := &r.s.Clauses[target.clause], target.word.text
		list, at := r.concepts, target.concept
		if boxShape().Match(text) {
			list, at = r.boxes, target.box
		}
		if indexShape().Match(text) || boxShape().Match(text) {
			n, ok := number(text)
			if text[0] == '-' || text[0] == '<' {
				n = -n
			}
			if at += n; ok && at >= 0 && at < len(list) {
				clause.B = list[at]
				continue
			}
			r.fault(target.word, "an index of a concept or box of this structure", "; it is taken for a constant")
			r.refuse("an index that leads nowhere")
		}
		constant := string(text)
		if text[0] == '"' && (len(text) == 1 || text[len(text)-1] != '"') {
			r.fault(target.word, "a closing quote", "; the constant ends at the blank")
			r.refuse("a name without its closing quote")
		}
		if len(text) > 1 && text[0] == '"' && text[len(text)-1] == '"' {
			r.quoted = append(r.quoted, strconv.Itoa(target.clause))
			constant = constant[1 : len(constant)-1]
		}
		clause.ConstB = r.s.Syms.InternString(`"` + strings.Map(tilde, constant) + `"`)
	}
}

// tilde replaces blanks and double quotes, which clauses do not allow in constants.
func tilde(c rune) rune {
	switch c {
	case ' ', '\t', '\r':
		return '~'
	case '"':
		return '\''
	}
	return c
}

// edges adds the edges of the drawing, as in clf.
func (r *reader) edges() {
	for _, c := range r.s.Clauses {
		switch {
		case c.A >= 0 && c.B >= 0:
			r.s.Edges = append(r.s.Edges, treebank.Edge{From: c.A, To: c.B, Label: c.Op})
		case c.A >= 0 && c.B < 0 && c.ConstB == 0 && r.s.Name(c.Op) != "REF":
			r.s.Edges = append(r.s.Edges, treebank.Edge{From: c.Box, To: c.A, Label: c.Op})
		}
	}
}
