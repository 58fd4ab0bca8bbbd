package heads

import (
	"bytes"
	"strings"

	"assay/eval/condition"
	"assay/treebank"
)

// Relations is a relation table (Xiao 1997, §3.2.4): the tag of the head, the label
// of the phrase in which the dependent is attached, and the tag of the dependent
// determine the label of the dependency. The first matching row applies; without one
// the dependency has no label.
type Relations struct {
	Name  string
	cited string // name in signatures, if it comes from a file
	Rows  []Relation
	seen  map[[3]treebank.Symbol]*use
}

// A use is the result for a head, a phrase and a dependent, and the number of its
// uses.
type use struct {
	label treebank.Symbol
	row   int // -1 if no row matches
	n     int
}

// A Relation is one row. Head, Phrase and Dep are names, or patterns with *.
type Relation struct{ Head, Phrase, Dep, Label string }

// String returns the row in Xiao's notation.
func (r Relation) String() string {
	return r.Head + " ---- (" + r.Phrase + " " + r.Dep + " " + r.Label + ")"
}

// ReadRelations reads Xiao's notation:
//
//	NN* ---- (N AT spec)
//	VV* ---- (S NN* subj)(V NN* cmpl)
//
// A line that begins with a parenthesis continues the entry before it. Lines that
// begin with # or %% are comments, and so is the rest of a line after ;. A comment that is
// an entry itself is refused, because it may be meant to apply.
func ReadRelations(text []byte, file string) (*Relations, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // the mark of some editors
	relations := &Relations{Name: file}
	head := ""
	for n, line := range strings.Split(string(text), "\n") {
		before, comment, _ := strings.Cut(line, ";")
		if t := strings.TrimSpace(before); t != "" && t[0] != '#' && isRow(comment) {
			err := secondEntry(n+1, len(before)+1, comment)
			err.File = file
			return nil, err
		}
		t := before
		if t = strings.TrimSpace(t); t == "" || strings.HasPrefix(t, "#") || strings.HasPrefix(t, "%%") {
			continue
		}
		wrong := func(at, want string) error {
			return &treebank.SyntaxError{File: file, Line: n + 1, Col: strings.Index(line, at) + 1, Want: want, Found: `"` + at + `"`}
		}
		rest := t
		if t[0] != '(' {
			var ok bool
			head, rest, ok = strings.Cut(t, "--")
			if head = strings.TrimSpace(head); !ok || head == "" {
				return nil, wrong(t, "HEADTAG ---- (PHRASE TAG RELATION)...")
			}
			rest = strings.TrimSpace(strings.TrimLeft(rest, "-"))
		} else if head == "" {
			return nil, wrong(t, "HEADTAG ---- before the first triple")
		}
		for rest != "" {
			end := strings.IndexByte(rest, ')')
			if rest[0] != '(' || end < 0 {
				return nil, wrong(rest, "(PHRASE TAG RELATION)")
			}
			f := strings.Fields(rest[1:end])
			if len(f) != 3 {
				return nil, wrong(rest[:end+1], "a phrase, a tag and a relation")
			}
			relations.Rows = append(relations.Rows, Relation{head, f[0], f[1], f[2]})
			rest = strings.TrimSpace(rest[end+1:])
		}
	}
	return relations, nil
}

// isRow reports whether a comment has the form of an entry, or of triples that
// continue one.
func isRow(comment string) bool {
	comment, _, _ = strings.Cut(strings.TrimSpace(comment), ";")
	if strings.HasPrefix(comment, "(") {
		comment = "HEAD -- " + comment
	}
	more, err := ReadRelations([]byte(comment), "")
	return err == nil && len(more.Rows) > 0
}

// fresh returns the same table for another symbol table.
func (r *Relations) fresh() *Relations {
	return &Relations{Name: r.Name, cited: r.cited, Rows: r.Rows, seen: map[[3]treebank.Symbol]*use{}}
}

func (r *Relations) find(sentence *treebank.Sentence, head, phrase, dep treebank.Symbol, separators string) treebank.Symbol {
	key := [3]treebank.Symbol{head, phrase, dep}
	u := r.seen[key]
	if u == nil {
		u = &use{row: -1}
		h, p, d := sentence.Name(head), strip(sentence.Name(phrase), separators), sentence.Name(dep)
		for i, row := range r.Rows {
			if globs(row.Head, h) && globs(row.Phrase, p) && globs(row.Dep, d) {
				u.label, u.row = sentence.Syms.InternString(row.Label), i
				break
			}
		}
		r.seen[key] = u
	}
	u.n++
	return u.label
}

// globs matches as in conditions: * is any number of characters, ? is one.
func globs(pattern, s string) bool { return condition.Glob([]byte(pattern), []byte(s)) }
