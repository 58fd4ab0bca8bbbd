package graph

import (
	"regexp"

	"assay/treebank"
)

// The places where the notations of graphs write the name of a node. NAME is its name.
// Notations are matched, not read: the readers hold names as decoded text, without its place.
const (
	// defined: "id": 3 (MRP), ID="1.3" and nodeid="3" (XML), "e2": { and e2:pred<0:3> (EDS, DMRS), (e2 / pred (PENMAN).
	defined = `\b(?:id|ID|nodeid)"?\s*[:=]\s*"?(NAME)(?:["\s,}/>]|$)|(?:^|[\s{(])"?(NAME)(?:"?\s*:|\s*/|\s*\[)`
	// linked: "source": 3 (MRP), toID="1.3" and from="3" (XML), [ARG1 x3] (EDS), 3 -> 4 (DMRS), :ARG1 x3 (PENMAN).
	linked = `\b(?:source|target|toID|from|to|start|end)"?\s*[:=]\s*"?(NAME)(?:"|[\s,}\]]|$)|(?:^|[\s\["'(:])(NAME)(?:["'\s,\])}:]|$)`
	// first: "tops": [3] (MRP), {e2: (EDS), top="3" (XML).
	first = `(?:^|[\s\["'({=:])(NAME)(?:["'\s,\])}:]|$)`
)

// placed is the number of faults of a graph whose places are looked for: each search reads
// the whole text.
const placed = 20

// noteAt notes a fault about the node of that name, at the first or the last place that
// pattern matches; without a match, at the beginning of the text.
func (b *Builder) noteAt(pattern string, last bool, name []byte, want, found, hint string) {
	at := 0
	if len(b.S.Notes) >= placed {
		name = nil
	}
	if re, err := regexp.Compile(regexp.MustCompile("NAME").ReplaceAllLiteralString(pattern, regexp.QuoteMeta(string(name)))); err == nil && len(name) > 0 {
		for _, m := range re.FindAllSubmatchIndex(b.source, -1) {
			for k := 2; k < len(m); k += 2 {
				if m[k] >= 0 {
					at = m[k]
				}
			}
			if !last {
				break
			}
		}
	}
	e := treebank.At(b.source, at, want, found)
	e.Hint = hint
	b.S.Note(e)
}

// NoteNode notes a fault of the node of that name.
func (b *Builder) NoteNode(name []byte, want, found, hint string) {
	b.noteAt(defined, true, name, want, found, hint)
}
