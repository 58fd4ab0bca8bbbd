package dialogue

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/treebank"
)

const small = `[{"id": "s1", "edus": [{"text": "anyone has wood?", "speaker": "A"}, {"text": "no", "speaker": "B"}, {"text": "ok", "speaker": "A"}],
 "relations": [{"x": 0, "y": 1, "type": "QAP"}, {"x": 2, "y": 0, "type": "Comment"}, {"x": 1, "y": 2, "type": "Ack"}, {"x": 0, "y": 2, "type": "Cont"}]},
{"edus": [], "relations": []}]`

func shown(s *treebank.Sentence) string {
	var out strings.Builder
	out.WriteString(s.Str(s.ID))
	for i := range s.Tokens {
		fmt.Fprintf(&out, " %s<%s>", s.Word(int32(i)), s.FindAttr(int32(i), speakerKey))
	}
	for _, a := range s.Enhanced {
		fmt.Fprintf(&out, " %d-%s>%d", a.Head, s.Name(a.Rel), a.Dep)
	}
	return out.String()
}

func TestRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{small, "s1 anyone has wood?<A> no<B> ok<A> 2-Comment>0 0-QAP>1 1-Ack>2 0-Cont>2 / "},
		{`{"edus": [{"text": "a"}], "relations": [{"x": 0, "y": 3, "type": "t"}]}`, "error f:1:27: want numbers of units below 1 in relation 1, found 3"},
		{`{"edus": [{"text": "a"}], "relations": [{"x": 0, "type": "t"}]}`, "error f:1:27: want x, y and type in relation 1, found fewer"},
		{`{"edus": [{"text": "a"}]}`, `error f:1:1: want a list of relations in "relations", found none`},
		{`{"id": 3, "relations": []}`, `error f:1:1: want a list of units in "edus", found none`},
	} {
		if got := strings.Join(formattest.Shown(&Format, tt.text, shown), " / "); got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
	all, errs := formattest.Read(&Format, small)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, s := range all {
		formattest.RoundTrip(t, &Format, s, shown)
	}
}

func FuzzDialogue(f *testing.F) {
	formattest.Fuzz(f, &Format, shown, small, `{"edus":[{"text":"a b","speaker":1}],"relations":[{"x":0,"y":0,"type":""}]}`)
}
