package simplemrs

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"assay/graph/mrs"
	"assay/internal/shared"
	"assay/treebank"
)

// readAt reads an MRS that begins after lead, with the running text before it.
func readAt(sentence *treebank.Sentence, lead, text string) error {
	sentence.Reset([]byte("ignored"))
	sentence.Own()
	sentence.Input = sentence.Add([]byte(lead))
	span := sentence.Add([]byte(text))
	return Read(sentence, int(span.Off), int(span.Off+span.Len))
}

// shown describes what a reader made of an MRS.
func shown(s *treebank.Sentence) string {
	var b strings.Builder
	for _, span := range []treebank.Span{s.Input, s.MRS.Lnk, s.MRS.Source} {
		fmt.Fprintf(&b, "%q ", s.Bytes(span))
	}
	fmt.Fprintln(&b, s.Tokens, s.Nodes, s.Edges, s.Props, s.Tops, s.Anchors, s.Notes)
	for _, e := range s.MRS.EPs {
		fmt.Fprintf(&b, "%q %q %q %v\n", s.Bytes(e.Carg), s.Bytes(e.Lnk), s.Bytes(e.Surface), e)
	}
	m := s.MRS
	fmt.Fprintln(&b, m.Top, m.Index, m.Vars, m.Props, m.Args, m.HCons, m.ICons, m.Graph)
	for _, v := range m.Vars {
		fmt.Fprint(&b, m.Lookup(v.Name), " ")
	}
	return b.String()
}

// TestLike: an MRS taken over from a sentence with the same text equals the one that is
// read, wherever it is in the text and whatever was read before.
func TestLike(t *testing.T) {
	text, err := os.ReadFile(shared.Path(t, "data", "sem-formats", "erg-mrs107.simplemrs"))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, one := range strings.Split("\n"+string(text), "\n[")[1:] {
		list = append(list, "["+strings.TrimSpace(one))
	}
	list = append(list, "[ RELS: < > ]", "[ RELS: < [ a<0:1> LBL: h1 ARG0: e2 ] > ]", `[ TOP: h0 RELS: < [ a<0:1> LBL: h1 ARG0: x2 CARG: "b\"c" ] > ]`,
		`[ <0:3> TOP: h0 RELS: < [ "a_rel"<0:1> "A" LBL: h1 ARG0: x2 [ x NUM: sg ] CARG: "" ] [ b<@1> LBL: h1 ARG1: x2 ] > HCONS: < h0 qeq h1 > ]`,
		`[ "a text" TOP: h0 RELS: < [ a<0:1> LBL: h0 ARG0: x2 CARG: "C" ] > ]`, "[ TOP: h0 RELS: < [ a")
	syms := treebank.NewSymbols()
	gold, system, twin := &treebank.Sentence{Syms: syms}, &treebank.Sentence{Syms: syms}, &treebank.Sentence{Syms: syms}
	system.Like = gold
	taken := 0
	for i, text := range list {
		for _, other := range []string{text, list[(i+1)%len(list)], text + " ", text} {
			first := readAt(gold, "The words.", text)
			for _, lead := range []string{"The words.", "", "Other and more words than before."} {
				if m := gold.MRS; m != nil && m.Source.Len > 0 && other == text {
					taken++
				}
				err, want := readAt(system, lead, other), readAt(twin, lead, other)
				if fmt.Sprint(err) != fmt.Sprint(want) {
					t.Fatalf("%s: error %v, want %v", other, err, want)
				}
				if err == nil && shown(system) != shown(twin) {
					t.Fatalf("%s after %q (%v)\ngot  %s\nwant %s", other, lead, first, shown(system), shown(twin))
				}
				if err == nil { // the copy is the system's own
					mrs.Derive(system, mrs.DMRS)
					mrs.Derive(twin, mrs.DMRS)
					if shown(system) != shown(twin) {
						t.Fatalf("%s: as DMRS\ngot  %s\nwant %s", other, shown(system), shown(twin))
					}
				}
			}
		}
	}
	if taken < 600 {
		t.Errorf("%d MRSs were taken over", taken)
	}
}

// TestLikeOfAnotherGraph: a graph that another measure derived is not taken over.
func TestLikeOfAnotherGraph(t *testing.T) {
	const text = "[ TOP: h0 RELS: < [ a<0:1> LBL: h1 ARG0: e2 ARG1: x3 ] [ b<1:2> LBL: h4 ARG0: x3 ] > HCONS: < h0 qeq h1 > ]"
	syms := treebank.NewSymbols()
	gold, system, twin := &treebank.Sentence{Syms: syms}, &treebank.Sentence{Syms: syms}, &treebank.Sentence{Syms: syms}
	system.Like = gold
	for _, s := range []*treebank.Sentence{gold, twin, system} {
		if err := readAt(s, "", text); err != nil {
			t.Fatal(err)
		}
		if s == gold {
			mrs.Derive(gold, mrs.DMRS)
		}
	}
	if !reflect.DeepEqual(system.Edges, twin.Edges) {
		t.Errorf("edges %v, want %v", system.Edges, twin.Edges)
	}
}
