package formattest

import (
	"bytes"
	"encoding/json"
	"iter"
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
func JSONTwins(t *testing.T, format *treebank.Format, plain func(*treebank.Sentence, []byte) error, folder,
	file string) {
	text := shared.Read(t, "data", folder, file)
	SameJSON(t, format, plain, text)
	for one := range damaged(format, text, "{}[]\",:0a\\\n-.ne") {
		SameJSON(t, format, plain, one)
	}
}

// damaged yields 2,000 pieces of text in which some bytes are replaced by marks.
func damaged(format *treebank.Format, text []byte, marks string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		list, r := pieces(format, text), rand.New(rand.NewPCG(1, 2))
		for range 2000 {
			one := bytes.Clone(list[r.IntN(len(list))])
			for range 1 + r.IntN(3) {
				one[r.IntN(len(one))] = marks[r.IntN(len(marks))]
			}
			if !yield(one) {
				return
			}
		}
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

func sameAsTwin(t *testing.T, format *treebank.Format, plain func(*treebank.Sentence, []byte) error, text []byte) {
	t.Helper()
	twin := *format
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
	want, got := read(&twin), read(format)
	if reflect.DeepEqual(want, got) {
		return // cmp.Diff takes ten times as long
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s\n%s", text, diff)
	}
}

// XMLTwins compares a reader of XML with its plain twin on a file of the shared data
// and on 2,000 damaged elements of it.
func XMLTwins(t *testing.T, format *treebank.Format, plain func(*treebank.Sentence, []byte) error, file string) {
	text := shared.Read(t, "data", "sem-formats", file)
	sameAsTwin(t, format, plain, text)
	for one := range damaged(format, text, "<>/=\"'&;:0a \n-ne!") {
		sameAsTwin(t, format, plain, one)
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

// named returns the graph of sentence with names in place of symbols and places.
func named(sentence *treebank.Sentence) map[string]any {
	var nodes, edges, props, attrs, notes []any
	for _, n := range sentence.Nodes {
		nodes = append(nodes, []any{sentence.Name(n.Label), sentence.Str(n.ID), n.From, n.To, sentence.Name(n.Type),
			sentence.Str(n.Carg)})
	}
	for _, e := range sentence.Edges {
		edges = append(edges, []any{e.From, e.To, sentence.Name(e.Label), sentence.Name(e.Post), sentence.Name(e.Normal)})
	}
	for _, p := range sentence.Props {
		props = append(props, []any{p.Node, sentence.Name(p.Key), sentence.Name(p.Value)})
	}
	for _, p := range sentence.EdgeProps {
		props = append(props, []any{"edge", p.Edge, sentence.Name(p.Key), sentence.Name(p.Value)})
	}
	for _, a := range sentence.Attrs {
		attrs = append(attrs, []any{a.Index, sentence.Name(a.Key), sentence.Str(a.Value)})
	}
	for _, n := range sentence.Notes {
		notes = append(notes, n.Want+" "+n.Found)
	}
	out := map[string]any{"id": sentence.Str(sentence.ID), "input": sentence.Str(sentence.Input),
		"words": len(sentence.Tokens), "tops": slices.Clone(sentence.Tops), "anchors": slices.Clone(sentence.Anchors),
		"nodes": nodes, "edges": edges, "props": props, "attrs": attrs, "notes": notes}
	if m := sentence.MRS; m != nil {
		out["mrs"] = namedMRS(sentence, m)
	}
	return out
}

func namedMRS(sentence *treebank.Sentence, mrs *treebank.MRS) (out []any) {
	out = append(out, mrs.Top, mrs.Index)
	for _, v := range mrs.Vars {
		out = append(out, sentence.Name(v.Name), sentence.Name(v.Sort))
	}
	for _, p := range mrs.Props {
		out = append(out, p.Node, sentence.Name(p.Key), sentence.Name(p.Value))
	}
	for _, a := range mrs.Args {
		out = append(out, sentence.Name(a.Role), a.Value)
	}
	for _, c := range slices.Concat(mrs.HCons, mrs.ICons) {
		out = append(out, sentence.Name(c.Rel), c.Hi, c.Lo)
	}
	for _, e := range mrs.EPs {
		out = append(out, sentence.Name(e.Pred), sentence.Str(e.Carg), sentence.Str(e.Lnk), sentence.Str(e.Surface),
			sentence.Str(e.Base),
			e.Quant, e.HasCarg, e.Label, e.ARG0, e.From, e.To, e.First, e.Last)
	}
	return out
}

// unusual reports whether text repeats a key in an object or has a key with capitals
// that another reader might take for one of its own, as encoding/json does.
func unusual(text []byte) bool {
	decoder := json.NewDecoder(bytes.NewReader(text))
	var walk func() (found, broken bool)
	walk = func() (found, broken bool) {
		token, err := decoder.Token()
		if err != nil {
			return false, true
		}
		delim, _ := token.(json.Delim)
		seen := map[string]bool{}
		for delim != 0 && decoder.More() {
			if delim == '{' {
				key, err := decoder.Token()
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
			_, err = decoder.Token()
		}
		return false, err != nil
	}
	for decoder.More() {
		if found, broken := walk(); found || broken {
			return found
		}
	}
	return false
}

// fields are the members that the formats know.
var fields = []string{"identifier", "top", "index", "surface", "relations", "constraints", "variables", "label",
	"predicate",
	"arguments", "lnk", "base", "relation", "high", "low", "left", "right", "from", "to", "properties", "nodes", "links",
	"nodeid", "sortinfo", "carg", "rargname", "post", "edges", "type", "id", "flavor", "framework", "version",
	"time", "language",
	"provenance", "source", "target", "input", "tops", "values", "attributes", "anchors", "normal"}
