package breakdown

import (
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/amr"
	"assay/formats/mrp"
	"assay/treebank"
)

// TestGraphKeys: in "the boy wants to go" the boy is an argument of both verbs.
func TestGraphKeys(t *testing.T) {
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
	text := "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))\n"
	if err := amr.Format.Read(sentence, treebank.Piece{Text: []byte(text)}); err != nil {
		t.Fatal(err)
	}
	var pair eval.Pair
	pair.Reset(0, sentence, sentence)
	var refs []eval.Ref
	for i := range int32(len(sentence.Nodes)) {
		refs = append(refs, eval.Ref{Kind: eval.Node, Index: i})
	}
	for i, e := range sentence.Edges {
		refs = append(refs, eval.Ref{Kind: eval.Edge, Index: int32(i), Other: e.To, Label: e.Label})
	}
	for by, want := range map[string]string{
		"concept":    "want-01 boy go-02",
		"reentrancy": "single reentrant single reentrant single reentrant",
		"depth":      "0 1 1 1 1 1",
		"size":       "1-10 1-10 1-10 1-10 1-10 1-10",
	} {
		keys, err := Parse(by)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range refs {
			got = append(got, string(keys[0].Value(nil, &pair, &eval.Item{Gold: r})))
		}
		if text := strings.Join(got, " "); !strings.HasPrefix(text, want) {
			t.Errorf("%s: %s, want %s", by, text, want)
		}
	}
}

// TestFramework: MRP graphs name their framework.
func TestFramework(t *testing.T) {
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
	text := `{"id": "1", "flavor": 1, "framework": "eds", "version": 1.1, "time": "2020", "input": "a", "tops": [0], "nodes": [{"id": 0, "label": "a"}],` +
		` "edges": []}`
	if err := mrp.Format.Read(sentence, treebank.Piece{Text: []byte(text)}); err != nil {
		t.Fatal(err)
	}
	var p eval.Pair
	p.Reset(0, sentence, sentence)
	keys, _ := Parse("framework")
	if got := string(keys[0].Value(nil, &p, nil)); got != "eds" {
		t.Errorf("%q", got)
	}
}
