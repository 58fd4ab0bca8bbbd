package heads

import (
	"bytes"
	"strings"

	"assay/eval/condition"
	"assay/treebank"
)

// Relations is a relation table (Xiao 1997, §3.2.4): the tag of the head, the label
// of the phrase in which the dependent is attached, and the tag of the dependent
// determine the label of the dependency. For head and dependent a row may also name the
// label of the child: NP/NN* is a phrase NP whose lexical head has a tag NN*. The first
// matching row applies; without one the dependency has no label.
type Relations struct {
	Name  string
	cited string // name in signatures, if it comes from a file
	Rows  []Relation
	seen  map[relationKey]*use
	// recent has some of seen by their hashes: each link asks for one.
	recent [1 << 10]struct {
		key relationKey
		use *use
	}
}

// A relationKey is all that a row sees of a link: tags, and labels without functions.
type relationKey struct{ headChild, head, phrase, child, dep treebank.Symbol }

func (k *relationKey) hash() (h uint32) {
	for _, y := range [...]treebank.Symbol{k.headChild, k.head, k.phrase, k.child, k.dep} {
		h = (h ^ uint32(y)) * 0x9E3779B1
	}
	return h >> 16
}

// A use is the result for a head, a phrase and a dependent, and the number of its
// uses.
type use struct {
	label treebank.Symbol
	row   int // -1 if no row matches
	n     int
}

// A Relation is one row. Head, Phrase and Dep are names, or patterns with *,
// alternatives separated by |. Head and Dep are tags or, with a slash, labels and tags.
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
			return &treebank.SyntaxError{File: file, Line: n + 1, Col: strings.Index(line, at) + 1, Want: want,
				Found: `"` + at + `"`}
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
	return &Relations{Name: r.Name, cited: r.cited, Rows: r.Rows, seen: map[relationKey]*use{}}
}

func (r *Relations) find(sentence *treebank.Sentence, key relationKey, separators string) treebank.Symbol {
	near := &r.recent[key.hash()%uint32(len(r.recent))]
	if near.use == nil || near.key != key {
		near.key, near.use = key, r.look(sentence, key, separators)
	}
	near.use.n++
	return near.use.label
}

// look returns the use of a key.
func (r *Relations) look(sentence *treebank.Sentence, key relationKey, separators string) *use {
	u := r.seen[key]
	if u == nil {
		u = &use{row: -1}
		name := func(y treebank.Symbol) string { return strip(sentence.Name(y), separators) }
		head, dep := [2]string{name(key.headChild), sentence.Name(key.head)}, [2]string{name(key.child),
			sentence.Name(key.dep)}
		phrase := name(key.phrase)
		for i, row := range r.Rows {
			if globs(row.Phrase, phrase) && matches(row.Head, head) && matches(row.Dep, dep) {
				u.label, u.row = sentence.Syms.InternString(row.Label), i
				break
			}
		}
		r.seen[key] = u
	}
	return u
}

// matches reports whether a pattern, a tag or a label and a tag, matches a child: its label,
// and the tag of its lexical head.
func matches(pattern string, child [2]string) bool {
	if label, tag, both := strings.Cut(pattern, "/"); both && label != "" && tag != "" { // a slash alone is a tag
		return globs(label, child[0]) && globs(tag, child[1])
	}
	return globs(pattern, child[1])
}

// globs matches as in conditions: * is any number of characters, ? is one. A | separates
// alternatives, but not in names that begin or end with it.
func globs(pattern, s string) bool {
	for one := range strings.SplitSeq(pattern, "|") {
		if one != "" && condition.Glob([]byte(one), []byte(s)) {
			return true
		}
	}
	return pattern == s
}
