package graph

import (
	"bytes"
	"strings"

	"assay/treebank"
)

// A notation says where texts write the name of a node. Texts are matched, not read: the readers
// hold names as decoded text, without its place.
type notation struct {
	keys     []string // words before "=" or ":" and the name, which may be quoted
	keyEnds  string   // characters that end such a name, besides blanks and the end
	opens    string   // characters before a name without such a word, besides blanks and the beginning
	quoted   bool     // a quote may be between those and the name
	ends     string   // characters that end such a name, besides blanks and the end
	followed string   // instead of that: characters one of which must follow, perhaps after blanks
}

var (
	// defined: "id": 3 (MRP), ID="1.3" and nodeid="3" (XML), "e2": { and e2:pred<0:3> (EDS, DMRS), (e2 / pred (PENMAN).
	defined = notation{keys: []string{"id", "ID", "nodeid"}, keyEnds: `",}/>`, opens: "{(", quoted: true, followed: ":/["}
	// linked: "source": 3 (MRP), toID="1.3" and from="3" (XML), [ARG1 x3] (EDS), 3 -> 4 (DMRS), :ARG1 x3 (PENMAN).
	linked = notation{keys: []string{"source", "target", "toID", "from", "to", "start", "end"}, keyEnds: `",}]`,
		opens: `["'(:`, ends: `"',])}:`}
	// first: "tops": [3] (MRP), {e2: (EDS), top="3" (XML).
	first = notation{opens: `["'({=:`, ends: `"',])}:`}
)

const blanks = "\t\n\f\r "

// find returns the first or the last place of a name in text, -1 if there is none.
func (n *notation) find(text, name []byte, last bool) int {
	for lo, hi := 0, len(text); lo <= hi && len(name) > 0; {
		at := bytes.Index(text[lo:hi], name)
		if last {
			at = bytes.LastIndex(text[lo:hi], name)
		}
		if at < 0 {
			return -1
		}
		at += lo
		if before, after := text[:at], text[at+len(name):]; n.keyed(before, after) || n.plain(before, after) {
			return at
		}
		if last {
			hi = at + len(name) - 1
		} else {
			lo = at + 1
		}
	}
	return -1
}

// keyed reports whether a name between those texts is the value of a key.
func (n *notation) keyed(before, after []byte) bool {
	if len(after) > 0 && strings.IndexByte(n.keyEnds+blanks, after[0]) < 0 {
		return false
	}
	before = bytes.TrimRight(bytes.TrimSuffix(before, quote), blanks)
	if len(before) == 0 || before[len(before)-1] != ':' && before[len(before)-1] != '=' {
		return false
	}
	before = bytes.TrimSuffix(bytes.TrimRight(before[:len(before)-1], blanks), quote)
	for _, key := range n.keys {
		if rest, ok := bytes.CutSuffix(before, []byte(key)); ok && (len(rest) == 0 || !inWord(rest[len(rest)-1])) {
			return true
		}
	}
	return false
}

var quote = []byte{'"'}

// inWord reports whether a key can hold c.
func inWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// plain reports whether a name may be between those texts.
func (n *notation) plain(before, after []byte) bool {
	if n.quoted {
		before = bytes.TrimSuffix(before, quote)
	}
	if len(before) > 0 && strings.IndexByte(n.opens+blanks, before[len(before)-1]) < 0 {
		return false
	}
	if n.followed == "" {
		return len(after) == 0 || strings.IndexByte(n.ends+blanks, after[0]) >= 0
	}
	if rest := bytes.TrimLeft(bytes.TrimPrefix(after, quote), blanks); len(rest) > 0 && rest[0] == ':' {
		return true
	}
	rest := bytes.TrimLeft(after, blanks)
	return len(rest) > 0 && strings.IndexByte(n.followed, rest[0]) >= 0
}

// placed is the number of faults of a graph whose places are looked for: each search reads
// the whole text.
const placed = 20

// noteAt notes a fault about the node of that name, at the first or the last place where
// the notation writes it; without one, at the beginning of the text.
func (b *Builder) noteAt(how *notation, last bool, name []byte, want, found, hint string) {
	at := 0
	if len(b.S.Notes) < placed {
		at = max(0, how.find(b.source, name, last))
	}
	e := treebank.At(b.source, at, want, found)
	e.Hint = hint
	b.S.Note(e)
}

// NoteNode notes a fault of the node of that name.
func (b *Builder) NoteNode(name []byte, want, found, hint string) {
	b.noteAt(&defined, true, name, want, found, hint)
}
