package formattest

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"assay/internal/shared"
	"assay/treebank"
)

// JSONTwins compares a reader of JSON with its plain twin on a file of the shared
// data and on 2,000 damaged objects of it.
func JSONTwins(t *testing.T, f *treebank.Format, plain func(*treebank.Sentence, []byte) error, folder, file string) {
	text := shared.Read(t, "data", folder, file)
	SameJSON(t, f, plain, text)
	list := pieces(f, text)
	const marks = "{}[]\",:0a\\\n-.ne"
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		one := bytes.Clone(list[r.IntN(len(list))])
		for range 1 + r.IntN(3) {
			one[r.IntN(len(one))] = marks[r.IntN(len(marks))]
		}
		SameJSON(t, f, plain, one)
	}
}

// SameJSON fails the test if the reader of f and plain read text differently: one
// with an error and the other without, or to different sentences. It leaves out
// texts that repeat a key, or that have keys in capitals.
func SameJSON(t *testing.T, f *treebank.Format, plain func(*treebank.Sentence, []byte) error, text []byte) {
	t.Helper()
	if unusual(text) {
		return
	}
	sameAsTwin(t, f, plain, text)
}

func sameAsTwin(t *testing.T, f *treebank.Format, plain func(*treebank.Sentence, []byte) error, text []byte) {
	t.Helper()
	twin := *f
	twin.Parse = plain
	read := func(f *treebank.Format) (out []any) {
		for s, err := range f.Sentences(bytes.NewReader(text), "f") {
			if err != nil {
				out = append(out, "error")
				continue
			}
			out = append(out, named(s))
		}
		return out
	}
	want, got := read(&twin), read(f)
	if reflect.DeepEqual(want, got) {
		return // cmp.Diff takes ten times as long
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s\n%s", text, diff)
	}
}

// XMLTwins compares a reader of XML with its plain twin on a file of the shared data
// and on 2,000 damaged elements of it.
func XMLTwins(t *testing.T, f *treebank.Format, plain func(*treebank.Sentence, []byte) error, file string) {
	text := shared.Read(t, "data", "sem-formats", file)
	sameAsTwin(t, f, plain, text)
	list := pieces(f, text)
	const marks = "<>/=\"'&;:0a \n-ne!"
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		one := bytes.Clone(list[r.IntN(len(list))])
		for range 1 + r.IntN(3) {
			one[r.IntN(len(one))] = marks[r.IntN(len(marks))]
		}
		sameAsTwin(t, f, plain, one)
	}
}

// pieces returns the texts of sentences of a file, of its short ones if it has any.
func pieces(f *treebank.Format, text []byte) [][]byte {
	var short, all [][]byte
	for e := f.Split(text, true, 0); e.Found; e = f.Split(text, true, 0) {
		one := text[e.Begin:e.End]
		if all = append(all, one); len(one) < 2000 {
			short = append(short, one)
		}
		text = text[e.Next:]
	}
	if len(short) > 0 {
		return short
	}
	return all
}

// named returns the graph of s with names in place of symbols and places.
func named(s *treebank.Sentence) map[string]any {
	var nodes, edges, props, attrs, notes []any
	for _, n := range s.Nodes {
		nodes = append(nodes, []any{s.Name(n.Label), s.Str(n.ID), n.From, n.To, s.Name(n.Type), s.Str(n.Carg)})
	}
	for _, e := range s.Edges {
		edges = append(edges, []any{e.From, e.To, s.Name(e.Label), s.Name(e.Post), s.Name(e.Normal)})
	}
	for _, p := range s.Props {
		props = append(props, []any{p.Node, s.Name(p.Key), s.Name(p.Value)})
	}
	for _, p := range s.EdgeProps {
		props = append(props, []any{"edge", p.Edge, s.Name(p.Key), s.Name(p.Value)})
	}
	for _, a := range s.Attrs {
		attrs = append(attrs, []any{a.Index, s.Name(a.Key), s.Str(a.Value)})
	}
	for _, n := range s.Notes {
		notes = append(notes, n.Want+" "+n.Found)
	}
	out := map[string]any{"id": s.Str(s.ID), "input": s.Str(s.Input), "words": len(s.Tokens), "tops": slices.Clone(s.Tops), "anchors": slices.Clone(s.Anchors),
		"nodes": nodes, "edges": edges, "props": props, "attrs": attrs, "notes": notes}
	if m := s.MRS; m != nil {
		out["mrs"] = namedMRS(s, m)
	}
	return out
}

func namedMRS(s *treebank.Sentence, m *treebank.MRS) (out []any) {
	out = append(out, m.Top, m.Index)
	for _, v := range m.Vars {
		out = append(out, s.Name(v.Name), s.Name(v.Sort))
	}
	for _, p := range m.Props {
		out = append(out, p.Node, s.Name(p.Key), s.Name(p.Value))
	}
	for _, a := range m.Args {
		out = append(out, s.Name(a.Role), a.Value)
	}
	for _, c := range slices.Concat(m.HCons, m.ICons) {
		out = append(out, s.Name(c.Rel), c.Hi, c.Lo)
	}
	for _, e := range m.EPs {
		out = append(out, s.Name(e.Pred), s.Str(e.Carg), s.Str(e.Lnk), s.Str(e.Surface), s.Str(e.Base),
			e.Quant, e.HasCarg, e.Label, e.ARG0, e.From, e.To, e.First, e.Last)
	}
	return out
}

// unusual reports whether text repeats a key in an object or has a key with capitals
// that another reader might take for one of its own, as encoding/json does.
func unusual(text []byte) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	var walk func() (found, broken bool)
	walk = func() (found, broken bool) {
		token, err := d.Token()
		if err != nil {
			return false, true
		}
		delim, _ := token.(json.Delim)
		seen := map[string]bool{}
		for delim != 0 && d.More() {
			if delim == '{' {
				key, err := d.Token()
				if err != nil {
					return false, true
				}
				name := strings.ToLower(key.(string))
				if seen[name] || name != key.(string) && slices.Contains(fields, name) {
					return true, false
				}
				seen[name] = true
			}
			if found, broken = walk(); found || broken {
				return found, broken
			}
		}
		if delim != 0 {
			_, err = d.Token()
		}
		return false, err != nil
	}
	for d.More() {
		if found, broken := walk(); found || broken {
			return found
		}
	}
	return false
}

// fields are the members that the formats know.
var fields = []string{"identifier", "top", "index", "surface", "relations", "constraints", "variables", "label", "predicate",
	"arguments", "lnk", "base", "relation", "high", "low", "left", "right", "from", "to", "properties", "nodes", "links",
	"nodeid", "sortinfo", "carg", "rargname", "post", "edges", "type", "id", "flavor", "framework", "version", "time", "language",
	"provenance", "source", "target", "input", "tops", "values", "attributes", "anchors", "normal"}
