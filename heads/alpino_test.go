package heads

import (
	"bytes"
	"testing"

	"assay/formats/alpino"
	"assay/internal/shared"
	"assay/treebank"
)

// TestAlpino compares the dependencies with the gold dependencies of the same 229
// sentences. Two words differ: the head of their clause is an empty node for a verb
// of another conjunct, which the gold dependencies lack too.
func TestAlpino(t *testing.T) {
	gold := shared.Read(t, "data", "dep-conllx-nl", "gold.conll")
	heads, rels := conllHeads(t, gold)
	table, opt, err := ParseSpec("alpino")
	if err != nil {
		t.Fatal(err)
	}
	conv := NewConverter(table, opt, nil)
	n, words, differ, elliptic := 0, 0, 0, 0
	for sentence, err := range alpino.Format.Sentences(bytes.NewReader(shared.Read(t, "data", "const-discont-nl", "gold.alpino.xml.gz")), "gold.alpino.xml") {
		if err == nil {
			err = conv.Convert(sentence)
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(sentence.Arcs) != len(heads[n]) {
			t.Fatalf("sentence %d: %d words, want %d", n+1, len(sentence.Arcs), len(heads[n]))
		}
		for i, arc := range sentence.Arcs {
			words++
			rel := sentence.Name(arc.Rel)
			switch {
			case arc.Head != heads[n][i]:
				if differ++; n != 79 {
					t.Errorf("sentence %d: head of %s is %d, want %d", n+1, sentence.Word(int32(i)), arc.Head, heads[n][i])
				}
			case rel != rels[n][i] && (rel != "" || rels[n][i] != "ROOT" && rels[n][i] != "punct" && rels[n][i] != "--"):
				t.Errorf("sentence %d: relation of %s is %s, want %s", n+1, sentence.Word(int32(i)), rel, rels[n][i])
			}
			if arc.Head == treebank.Unknown {
				t.Errorf("sentence %d: %s has no head", n+1, sentence.Word(int32(i)))
			}
		}
		for _, a := range sentence.Secondary { // one of several such nodes in a phrase is hd
			p := int(a.Head) - len(sentence.Tokens)
			if p >= 0 && sentence.Name(a.Rel) == "hd" && len(conv.children.Of(int32(p))) > 1 {
				elliptic++
			}
		}
		n++
	}
	if n != 229 || words != 3846 || differ != 2 {
		t.Errorf("%d sentences, %d words, %d differ", n, words, differ)
	}
	rows, _ := conv.Coverage()
	for _, r := range rows {
		if r.Label != "top" {
			elliptic -= r.Fallbacks + r.Missing
		}
	}
	if elliptic != 0 {
		t.Errorf("the table misses %d phrases more than those whose head is an empty node", -elliptic)
	}
}
