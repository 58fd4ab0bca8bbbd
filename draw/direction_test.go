package draw

import (
	"bytes"
	"strings"
	"testing"

	"assay/draw/picture"
)

// Sentences that are read from the right are mirrored, in the terminal and in files; their texts and those in which
// only a word is of such a script are not.
func TestRightToLeft(t *testing.T) {
	arabic := "برلين PROPN 2 nsubj\nترفض VERB 0 root\nUSB X 2 obj"
	gold, system := read(t, "conllu", conllu(arabic)), read(t, "conllu", conllu(strings.Replace(arabic, "2 obj", "1 obj", 1)))
	pair := &Pair{Gold: gold, System: system}
	pair.Compare()
	var buf bytes.Buffer
	if err := pair.Terminal(&buf, Options{Width: 60}); err != nil {
		t.Fatal(err)
	}
	golden(t, "mirrored-pair", buf.String())
	buf.Reset()
	if err := Terminal(&buf, gold, Marks{}, Options{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "mirrored-arcs", buf.String())
	if legend := pair.Legend(Options{}); !strings.HasPrefix(legend, "gold right, system left") {
		t.Error(legend)
	}
	x := func(p *picture.Picture, text string) float64 {
		for _, l := range p.Labels() {
			if l.Text == text {
				return (l.Left + l.Right) / 2
			}
		}
		t.Fatalf("no %q", text)
		return 0
	}
	for name, p := range map[string]*picture.Picture{"pair": pair.Picture(0, Options{}), "one": Picture(gold, Marks{}, Options{})} {
		if first, second, last := x(p, "برلين"), x(p, "ترفض"), x(p, "USB"); !(first > second && second > last) {
			t.Errorf("%s: words at %.0f, %.0f, %.0f", name, first, second, last)
		}
	}
	tree := &Pair{Gold: read(t, "penn", `(S (NP (N ילד)) (VP (V אכל) (NP (N תפוח))))`), System: read(t, "penn", `(S (NP (N ילד) (V אכל)) (NP (N תפוח)))`)}
	tree.Compare()
	if p := tree.Picture(0, Options{}); x(p, "ילד") < x(p, "תפוח") {
		t.Error("the tree is not mirrored")
	}
	buf.Reset()
	if err := tree.Terminal(&buf, Options{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "mirrored-tree", buf.String())
	mixed := Picture(read(t, "conllu", conllu("the DET 2 det\nword NOUN 0 root\nسلام X 2 appos")), Marks{}, Options{})
	if x(mixed, "the") > x(mixed, "سلام") {
		t.Error("one word from the right mirrors the sentence")
	}
	buf.Reset()
	if err := mixed.SVG(&buf); err != nil || strings.Count(buf.String(), `direction="rtl"`) != 1 {
		t.Errorf("%v: directions of texts in\n%s", err, buf.String())
	}
}
