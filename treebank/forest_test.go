package treebank

import "testing"

func TestArcsOf(t *testing.T) {
	var sentence Sentence
	sentence.Reset(nil)
	sentence.Tokens = make([]Token, 5)
	sentence.Arcs = []Arc{{Dep: 0, Head: 1}, {Dep: 0, Head: 2}, {Dep: 2, Head: 0}, {Dep: 2, Head: 1}, {Dep: 4, Head: -1}}
	for dep, want := range []int{2, 0, 2, 0, 1} {
		got := sentence.ArcsOf(int32(dep))
		if len(got) != want {
			t.Errorf("word %d has %d arcs, want %d", dep, len(got), want)
		}
		for _, a := range got {
			if int(a.Dep) != dep {
				t.Errorf("word %d has an arc of %d", dep, a.Dep)
			}
		}
	}
	if !sentence.Forest() {
		t.Error("a forest is not seen")
	}
	sentence.Arcs = sentence.Arcs[4:]
	if sentence.Forest() {
		t.Error("a tree is taken for a forest")
	}
}

func TestSenses(t *testing.T) {
	var s Sentence
	s.Reset(nil)
	s.Attrs = []Attr{{Index: 1, Key: s.Syms.InternString(SenseKey), Value: s.AddString("1\tflying\tA")}}
	for root, cat := range Senses(&s, 1) {
		if root != "flying" || cat != "A" {
			t.Errorf("got %s %s", root, cat)
		}
		return
	}
	t.Error("the sense is not found")
}
