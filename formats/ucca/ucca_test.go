package ucca

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

const small = `<root annotationID="0" passageID="p1"><attributes />
<layer layerID="0"><attributes /><node ID="0.1" type="Word"><attributes paragraph="1" paragraph_position="1" text="Kim" /></node>
<node ID="0.2" type="Punctuation"><attributes text="." /></node></layer>
<layer layerID="1"><attributes /><node ID="1.1" type="FN"><attributes /><edge toID="1.2" type="A"><attributes remote="True" /><category tag="A" ` +
	`/><category tag="P" slot="2" /></edge></node>
<node ID="1.2" type="FN"><attributes implicit="True" /><edge toID="0.1" type="Terminal"><attributes /></edge></node></layer></root>
`

func shown(sentence *treebank.Sentence) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s:", sentence.Str(sentence.ID))
	for i, n := range sentence.Nodes {
		fmt.Fprintf(&out, " %s %s %s<%d:%d>", sentence.Str(n.ID), sentence.Name(n.Type), sentence.Name(n.Label), n.From, n.To)
		for _, p := range sentence.Props {
			if int(p.Node) == i {
				fmt.Fprintf(&out, " %s=%s", sentence.Name(p.Key), sentence.Name(p.Value))
			}
		}
	}
	for i, e := range sentence.Edges {
		fmt.Fprintf(&out, " %d-%s-%d", e.From, sentence.Name(e.Label), e.To)
		for _, p := range sentence.EdgeProps {
			if int(p.Edge) == i {
				fmt.Fprintf(&out, " %s=%s", sentence.Name(p.Key), sentence.Name(p.Value))
			}
		}
	}
	return out.String()
}

func TestRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{small, `p1: 0.1 Word Kim<0:3> paragraph=1 paragraph_position=1 0.2 Punctuation .<4:5> 1.1 FN <-1:-1> 1.2 FN <-1:-1> implicit=True 2-A-3 ` +
			`category=P remote=True 3-Terminal-0`},
		{strings.ReplaceAll(small, `toID="0.1"`, `toID="0.7"`), `note f:5:68: want both ends of an edge to be nodes, found 0.7|p1: 0.1 Word Kim<0:3> ` +
			`paragraph=1 paragraph_position=1 0.2 Punctuation .<4:5> 1.1 FN <-1:-1> 1.2 FN <-1:-1> implicit=True 2-A-3 category=P remote=True`},
		// a remote edge closes no cycle
		{strings.ReplaceAll(small, `<edge toID="0.1" type="Terminal"><attributes /></edge>`, `<edge toID="1.1" type="A"><attributes /></edge>`), `p1: `},
		{strings.ReplaceAll(small, `remote="True"`, ``), `p1: `},
		{strings.ReplaceAll(small, `toID="1.2" type="A"><attributes remote="True" />`, `toID="1.1" type="A"><attributes />`),
			`note f:4:44: want units that are not above themselves, found a cycle through 1.1|p1: `},
		{strings.ReplaceAll(small, `</layer></root>`, `<node ID="1.3" type="FN"><attributes /></node></layer></root>`),
			`note f:5:127: want a unit with terminals, or an implicit one, found 1.3 without terminals|p1: `},
		{strings.Replace(small, "</layer>", "</later>", 1), `f:3:`},
		{strings.TrimSuffix(small, "</root>\n") + "\n" + small, `f:5:125: want well-formed XML`},
	} {
		all, found := formattest.ReadNotes(&Format, tt.text)
		for _, s := range all {
			found = append(found, shown(s))
		}
		if got := strings.Join(found, "|"); !strings.HasPrefix(got, tt.want) {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// TestReal: passages survive the round trip; their text is written unchanged.
func TestReal(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(shared.Path(t, "cases", "graphs", "04-ucca"), "*", "*.xml"))
	if err != nil || len(names) != 120 {
		t.Fatal(len(names), err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all, found := formattest.ReadNotes(&Format, string(text))
		if len(all) != 1 || len(found) > 0 || !Format.Detect(text[:min(len(text), 4096)]) {
			t.Fatalf("%s: %d passages, %v", name, len(all), found)
		}
		formattest.RoundTrip(t, &Format, all[0], shown)
	}
}

func FuzzUCCA(f *testing.F) { formattest.FuzzText(f, &Format, small) }
