package mrs_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/formats/simplemrs"
	"assay/graph/mrs"
	"assay/treebank"
)

// derive reads an MRS and describes the graph that Derive makes: edges, then tops,
// then faults.
func derive(t *testing.T, text string, graph mrs.Graph) string {
	t.Helper()
	sentence := &treebank.Sentence{}
	sentence.Reset([]byte(text))
	if err := simplemrs.Format.Parse(sentence, sentence.Text); err != nil {
		t.Fatal(err)
	}
	notes := len(sentence.Notes)
	mrs.Derive(sentence, graph)
	if len(sentence.Notes) != notes {
		t.Error("faults are noted twice")
	}
	var out []string
	for _, e := range sentence.Edges {
		label := sentence.Name(e.Label)
		if e.Post != 0 {
			label += "/" + sentence.Name(e.Post)
		}
		out = append(out, fmt.Sprintf("%s %s %s", sentence.Name(sentence.Nodes[e.From].Label), label, sentence.Name(sentence.Nodes[e.To].Label)))
	}
	for _, n := range sentence.Tops {
		out = append(out, "top "+sentence.Name(sentence.Nodes[n].Label))
	}
	for _, n := range sentence.Notes {
		out = append(out, "want "+n.Want+", found "+n.Found)
	}
	return strings.Join(out, "; ")
}

// Nearly every dog barked: the modifier of a quantifier.
const nearly = `[ LTOP: h0 INDEX: e2 [ e TENSE: past ] RELS: <
  [ _nearly_x_deg<0:6> LBL: h4 ARG0: e5 [ e TENSE: untensed ] ARG1: u6 ] [ _every_q<7:12> LBL: h4 ARG0: x3 RSTR: h7 BODY: h8 ]
  [ _dog_n_1<13:16> LBL: h9 ARG0: x3 ] [ _bark_v_1<17:23> LBL: h1 ARG0: e2 ARG1: x3 ] > HCONS: < h0 qeq h1 h7 qeq h9 > ]`

func TestGraphs(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		g          mrs.Graph
		want       string
	}{
		{"predicate modification", nearly, mrs.EDS,
			"_nearly_x_deg ARG1 _every_q; _every_q BV _dog_n_1; _bark_v_1 ARG1 _dog_n_1; top _bark_v_1"},
		{"predicate modification, LKB", nearly, mrs.LKB,
			"_nearly_x_deg ARG1 _every_q; _every_q BV _dog_n_1; _bark_v_1 ARG1 _dog_n_1; top _bark_v_1"},
		{"links", nearly, mrs.DMRS,
			"_every_q RSTR/H _dog_n_1; _bark_v_1 ARG1/NEQ _dog_n_1; _nearly_x_deg MOD/EQ _every_q; top _bark_v_1"},
		{"no ARG0", `[ LTOP: h0 INDEX: e2 RELS: < [ coord LBL: h1 C-ARG: x1 L-INDEX: x3 ] [ a_n LBL: h2 ARG0: x3 ] > HCONS: < h0 qeq h1 > ]`, mrs.EDS,
			"coord L-INDEX a_n; top coord; want an ARG0 of each predication, found 1 without"},
		{"broken handle constraint", `[ LTOP: h0 INDEX: e2 RELS: < [ v LBL: h1 ARG0: e2 ARG1: h5 ] > HCONS: < h0 qeq h9 h5 qeq h8 > ]`, mrs.EDS,
			"top v; want a label at the lower end of the handle constraint of h5, found h8; want a label at the lower end of the handle constraint of h0, found h9"},
		{"no top", `[ RELS: < [ v LBL: h1 ARG0: e2 ] > ]`, mrs.EDS, "want a top, found none"},
		{"no top, but INDEX", `[ INDEX: e2 RELS: < [ v LBL: h1 ARG0: e2 ] > ]`, mrs.EDS, "top v; want a top, found none: INDEX is taken for it"},
		{"two quantifiers", `[ LTOP: h1 RELS: < [ v LBL: h1 ARG0: e2 ARG1: x3 ] [ n LBL: h7 ARG0: x3 ] [ a_q LBL: h4 ARG0: x3 RSTR: h5 ] [ b_q LBL: h8 ` +
			`ARG0: x3 RSTR: h7 ] > HCONS: < h5 qeq h7 > ]`, mrs.EDS,
			"v ARG1 n; b_q BV n; top v; want one quantifier of x3, found a_q and b_q"},
		{"RSTR to nothing", `[ LTOP: h1 RELS: < [ v LBL: h1 ARG0: e2 ARG1: x3 ] [ n LBL: h7 ARG0: x3 ] [ a_q LBL: h4 ARG0: x3 RSTR: h5 BODY: h6 ] > ]`, mrs.EDS,
			"v ARG1 n; a_q BV n; top v; want a predication below RSTR of a_q, found h5, which leads nowhere"},
		{"roles of the LKB", `[ LTOP: h1 RELS: < [ v LBL: h1 ARG0: e2 ARG1: x3 FOO: x3 ] [ n LBL: h2 ARG0: x3 ] > ]`, mrs.LKB, "v ARG1 n; top v"},
		{"a scope that turns in a circle", `[ LTOP: h1 RELS: < [ a LBL: h1 ARG0: e1 ARG1: e2 ] [ b LBL: h1 ARG0: e2 ARG1: e1 ARG2: h1 ] > ]`, mrs.EDS,
			"a ARG1 b; b ARG1 a; want a predication that represents the scope h1, found none; want a top, found none"},
	} {
		if got := derive(t, tc.text, tc.g); got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.name, got, tc.want)
		}
	}
}

func TestLnk(t *testing.T) {
	for text, n := range map[string]int{"<0:3>x": 5, "<-1:-1>": 7, "<0#1>": 5, "<0 1 2>": 7, "<@1>": 4, "<@ccil.org>": 0, "<a:b>": 0, "<>": 0,
		"<1:2:3>": 0, "<1": 0} {
		if got := mrs.LnkLen([]byte(text)); got != n {
			t.Errorf("%q: %d, want %d", text, got, n)
		}
	}
}
