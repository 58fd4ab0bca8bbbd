package corefud

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/entities"
	"assay/internal/formattest"
	"assay/treebank"
)

// shown lists the mentions of a document: entity, type, words, empty nodes, head.
func shown(sentence *treebank.Sentence) string {
	out := []string{sentence.Str(sentence.ID), fmt.Sprint(sentence.Breaks)}
	for _, m := range entities.Read(nil, sentence) {
		out = append(out, fmt.Sprint(sentence.Name(m.Entity), "/", sentence.Name(m.Type), m.Words, m.Zeros, m.Head))
	}
	for _, e := range sentence.Notes {
		out = append(out, e.Error())
	}
	return strings.Join(out, " ")
}

// doc makes a document of sentences; a word is its number and MISC.
func doc(sentences ...[]string) string {
	out := "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"
	for _, words := range sentences {
		for _, word := range words {
			id, misc, _ := strings.Cut(word, " ")
			deps := "_"
			if strings.Contains(id, ".") {
				deps = "1:nsubj"
			}
			out += id + "\tw\t_\tNOUN\t_\t_\t_\t_\t" + deps + "\t" + misc + "\n"
		}
		out += "\n"
	}
	return out
}

func TestMentions(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{doc([]string{"1 Entity=(e1-person-2(e2)", "2 Entity=e1)|X=1"}, []string{"1 Entity=(e1)"}), "d [2] e1/person[0 1] [] 2 e2/[0] [] 0 e1/[2] [] 0"},
		{doc([]string{"1 Entity=(e3[1/2]-place-2", "2 Entity=e3[1/2])", "3 _", "4 Entity=(e3[2/2]-place-2)"}), "d [] e3/place[0 1 3] [] 2"},
		{doc([]string{"1 _"}, []string{"0.1 Entity=(e1--1", "1 Entity=e1)", "1.1 Entity=(e2--1)"}, []string{"0.1 Entity=(e2--1)", "1 _"}),
			"d [1 2] e1/[1] [0] 1 e2/[] [1] 1 e2/[] [2] 1"},
		{strings.Replace(doc([]string{"1 Entity=(7-new-person)"}), "eid-etype-head-other", "GRP-infstat-etype", 1), "d [] 7/person[0] [] 0"},
		{doc([]string{"1 Entity=(e1-x-1)(e2-x-1)"}), "d [] e1/x[0] [] 1 e2/x[0] [] 1 f:3:38: want mentions with different words, found mention e2 with the " +
			"words of mention e1"},
		{doc([]string{"1 Entity=(e1-x-1"}, []string{"1 Entity=e1)"}), "error f:3:30: want the end of mention e1 in its sentence, found none"},
		{doc([]string{"1 _"}, []string{"1 Entity=e1)"}), "error f:5:29: want the beginning of mention e1 before its end, found none"},
		{doc([]string{"1 Entity=(e1-x-2)"}), "error f:3:30: want a head among the 1 words of mention e1, found 2"},
		{doc([]string{"1 Entity=(e1-x-y)"}), `error f:3:30: want the number of the head in the mention, found "y"`},
		{doc([]string{"1 Entity=(e1[2/2]-x-1)"}), "error f:3:30: want part 1 of mention e1 before its part 2, found none"},
		{doc([]string{"1 Entity=(e1[1/2]-x-1)"}), "error f:3:30: want all 2 parts of mention e1, found 1"},
		{doc([]string{"1 Entity=e1"}), `error f:3:29: want mentions such as (e1-person-1), (e1-person-1 or e1), found "e1"`},
		{strings.Replace(doc([]string{"1 Entity=(e1)"}), "# global.Entity = eid-etype-head-other\n", "", 1),
			"error f:2:29: want # global.Entity = eid-etype-head-other before mentions, found none with eid or GRP"},
		{doc([]string{"1 _"}, []string{"2 _"}), `error f:5:1: want word 1, found "2"`},
	} {
		if got := strings.Join(formattest.Shown(&Format, tc.text, shown), "; "); got != tc.want {
			t.Errorf("%q:\n got %s\nwant %s", tc.text, got, tc.want)
		}
	}
}

// TestBytes: a file that is read and written has the same bytes.
func TestBytes(t *testing.T) {
	for _, name := range []string{"gum.gold", "gum.onto", "gum.match", "gum.noise", "zeros/key", "zeros/head2",
		"zeros/object-only", "zeros/reversed", "zeros/two-parents", "zeros/wrong-role"} {
		formattest.SameBytes(t, &Format, append([]string{"cases", "documents", "coref"}, strings.Split(name+".conllu", "/")...)...)
	}
	for _, text := range []string{
		doc([]string{"1 Entity=(e3[1/2]-place-2|X=1", "2 Entity=e3[1/2])", "3 _", "4 Entity=(e3[2/2]-place-2)"}),
		doc([]string{"1 _", "1.1 Entity=(e1--1)"}, []string{"0.1 Entity=(e1--2", "1 Entity=e1)"}, []string{"1 _"}),
	} {
		list, errs := formattest.Read(&Format, text)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := formattest.Text(t, &Format, list...); got != text {
			t.Errorf("got\n%s\nwant\n%s", got, text)
		}
	}
}

func TestDetect(t *testing.T) {
	text := doc([]string{"1 Entity=(e1)"})
	for _, tc := range []struct {
		text string
		want bool
	}{{text, true}, {strings.ReplaceAll(text, "Entity=(", "X=("), false},
		{strings.Replace(text, "eid-", "GRP-", 1), false}, {strings.Replace(text, "global.Entity", "other", 1), false}} {
		if Format.Detect([]byte(tc.text)) != tc.want {
			t.Errorf("%q: not %v", tc.text, tc.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	formattest.FuzzText(f, &Format, doc([]string{"1 Entity=(e3[1/2]-place-2", "2 Entity=e3[1/2])", "2.1 Entity=(e3[2/2]-place-2)"}))
}
