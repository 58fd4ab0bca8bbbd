package formattest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/treebank"
)

// Flat shows words and phrases in the order of the sentence, each with its tag
// or label and the number of its parent.
func Flat(s *treebank.Sentence) string {
	var b strings.Builder
	for i, t := range s.Tokens {
		fmt.Fprintf(&b, "%s/%s<%d ", s.Word(int32(i)), s.Name(t.Tag), t.Parent)
	}
	for _, p := range s.Phrases {
		fmt.Fprintf(&b, "%s[%d,%d)<%d ", s.Name(p.Label), p.Begin, p.End, p.Parent)
	}
	if s.Gaps {
		b.WriteString("gaps ")
	}
	if s.Missing {
		b.WriteString("missing ")
	}
	if s.Failure != "" {
		b.WriteString("failure:" + s.Failure)
	}
	return strings.TrimSpace(b.String())
}

// Tree shows words and phrases in brackets, with their functions, and the
// secondary edges.
func Tree(s *treebank.Sentence) string {
	var c treebank.Children
	c.Build(s)
	var b strings.Builder
	var walk func(p int32)
	walk = func(p int32) {
		for _, x := range c.Of(p) {
			if q := c.Phrase(x); q >= 0 {
				fmt.Fprintf(&b, "(%s:%s ", s.Name(s.Phrases[q].Label), s.Name(s.Phrases[q].Func))
				walk(q)
				b.WriteString(")")
				continue
			}
			fmt.Fprintf(&b, "%s/%s:%s ", s.Word(x), s.Name(s.Tokens[x].Tag), s.Name(s.Tokens[x].Func))
		}
	}
	walk(-1)
	for _, a := range s.Secondary {
		fmt.Fprintf(&b, " %d>%d:%s", a.Dep, a.Head, s.Name(a.Rel))
	}
	return b.String()
}

// Graph shows the graph of s; it names nodes by numbers, in an order that does not
// depend on the order of the file.
func Graph(s *treebank.Sentence) string {
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

// FuzzGraph is Fuzz for formats that may change a graph in order to write it: a
// graph that was written once must survive the round trip.
func FuzzGraph(f *testing.F, format *treebank.Format, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := Read(format, text)
		for _, s := range all {
			if format.ID != nil {
				format.ID(s.Text)
			}
			once, err := Write(format, s)
			if err != nil {
				continue
			}
			again, errs := Read(format, once)
			if len(errs) > 0 || len(again) != 1 {
				t.Fatalf("%q is written as %q: %d sentences, %v", text, once, len(again), errs)
			}
			RoundTrip(t, format, again[0], Graph)
		}
	})
}
