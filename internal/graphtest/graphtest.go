// Package graphtest holds what the tests of semantic formats share.
package graphtest

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/treebank"
)

// Read reads text and returns its sentences and errors.
func Read(t testing.TB, f *treebank.Format, text string) (all []*treebank.Sentence, errs []error) {
	t.Helper()
	for s, err := range f.Sentences(strings.NewReader(text), "x") {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		all = append(all, s.Clone())
	}
	return all, errs
}

// Write writes s down, with what stands before and behind all sentences.
func Write(t testing.TB, f *treebank.Format, s *treebank.Sentence) (string, error) {
	t.Helper()
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	if f.Begin != nil {
		f.Begin(w)
	}
	err := f.Write(w, s)
	if f.End != nil {
		f.End(w)
	}
	w.Flush()
	return b.String(), err
}

// Dump describes the graph of s; nodes are told by their numbers, and come in
// an order that does not depend on that of the file.
func Dump(s *treebank.Sentence) string {
	var lines []string
	name := func(i int32) string {
		n := s.Nodes[i]
		return fmt.Sprintf("%s<%d:%d>%s%q", s.Name(n.Label), n.From, n.To, s.Name(n.Type), s.Str(n.Carg))
	}
	for i := range s.Nodes {
		lines = append(lines, name(int32(i)))
	}
	for _, e := range s.Edges {
		lines = append(lines, name(e.From)+" "+s.Name(e.Label)+"/"+s.Name(e.Post)+" "+name(e.To))
	}
	for _, p := range s.Props {
		lines = append(lines, name(p.Node)+" "+s.Name(p.Key)+"="+s.Name(p.Value))
	}
	for _, t := range s.Tops {
		lines = append(lines, "top "+name(t))
	}
	for _, a := range s.Anchors {
		lines = append(lines, fmt.Sprintf("%s at %d:%d", name(a.Node), a.From, a.To))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// Fuzz reads what it is given. What can be read is written, read and written
// again, and must be the same then.
func Fuzz(f *testing.F, format *treebank.Format, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := Read(t, format, text)
		for _, s := range all {
			if format.ID != nil {
				format.ID(s.Text)
			}
			once, err := Write(t, format, s)
			if err != nil {
				continue
			}
			again, errs := Read(t, format, once)
			if len(errs) > 0 || len(again) != 1 {
				t.Fatalf("%q is written as %q: %d sentences, %v", text, once, len(again), errs)
			}
			twice, err := Write(t, format, again[0])
			if err != nil {
				t.Fatal(err)
			}
			third, errs := Read(t, format, twice)
			if len(errs) > 0 || len(third) != 1 || Dump(third[0]) != Dump(again[0]) {
				t.Fatalf("%q becomes %q:\n%s\n\n%s", once, twice, Dump(again[0]), Dump(third[0]))
			}
		}
	})
}
