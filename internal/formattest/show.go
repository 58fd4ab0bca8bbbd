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
func Flat(sentence *treebank.Sentence) string {
	var out strings.Builder
	for i, t := range sentence.Tokens {
		fmt.Fprintf(&out, "%s/%s<%d ", sentence.Word(int32(i)), sentence.Name(t.Tag), t.Parent)
	}
	for _, p := range sentence.Phrases {
		fmt.Fprintf(&out, "%s[%d,%d)<%d ", sentence.Name(p.Label), p.Begin, p.End, p.Parent)
	}
	if sentence.Gaps {
		out.WriteString("gaps ")
	}
	if sentence.Missing {
		out.WriteString("missing ")
	}
	if sentence.Failure != "" {
		out.WriteString("failure:" + sentence.Failure)
	}
	return strings.TrimSpace(out.String())
}

// Tree shows words and phrases in brackets, with their functions, and the
// secondary edges.
func Tree(sentence *treebank.Sentence) string {
	var children treebank.Children
	children.Build(sentence)
	var out strings.Builder
	var walk func(p int32)
	walk = func(p int32) {
		for _, x := range children.Of(p) {
			if q := children.Phrase(x); q >= 0 {
				fmt.Fprintf(&out, "(%s:%s ", sentence.Name(sentence.Phrases[q].Label), sentence.Name(sentence.Phrases[q].Func))
				walk(q)
				out.WriteString(")")
				continue
			}
			fmt.Fprintf(&out, "%s/%s:%s ", sentence.Word(x), sentence.Name(sentence.Tokens[x].Tag),
				sentence.Name(sentence.Tokens[x].Func))
		}
	}
	walk(-1)
	for _, a := range sentence.Secondary {
		fmt.Fprintf(&out, " %d>%d:%s", a.Dep, a.Head, sentence.Name(a.Rel))
	}
	return out.String()
}

// Graph shows the graph of sentence; it names nodes by numbers, in an order that does not
// depend on the order of the file.
func Graph(sentence *treebank.Sentence) string {
	var lines []string
	name := func(i int32) string {
		n := sentence.Nodes[i]
		return fmt.Sprintf("%s<%d:%d>%s%q", sentence.Name(n.Label), n.From, n.To, sentence.Name(n.Type), sentence.Str(n.Carg))
	}
	for i := range sentence.Nodes {
		lines = append(lines, name(int32(i)))
	}
	for _, e := range sentence.Edges {
		lines = append(lines, name(e.From)+" "+sentence.Name(e.Label)+"/"+sentence.Name(e.Post)+" "+name(e.To))
	}
	for _, p := range sentence.Props {
		lines = append(lines, name(p.Node)+" "+sentence.Name(p.Key)+"="+sentence.Name(p.Value))
	}
	for _, t := range sentence.Tops {
		lines = append(lines, "top "+name(t))
	}
	for _, a := range sentence.Anchors {
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
