package ace_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"assay/formats/ace"
	"assay/treebank"
)

func mrs(pred string) string {
	return `[ LTOP: h0 INDEX: e2 RELS: < [ "_` + pred + `_v_1_rel"<0:1> LBL: h1 ARG0: e2 ] > HCONS: < h0 qeq h1 > ]`
}

// list describes the reading of the given rank for each sentence.
func list(t testing.TB, text string, rank int) (out []string) {
	t.Helper()
	c := ace.Format.Cut(strings.NewReader(text), "x")
	sentence := &treebank.Sentence{}
	for {
		piece, err := c.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		reading, n := ace.Format.Reading(piece.Text, piece.Dialect, rank)
		if reading == nil {
			out = append(out, fmt.Sprintf("none of %d", n))
			continue
		}
		piece.Text = reading
		switch err := ace.Format.Read(sentence, piece); {
		case err != nil:
			out = append(out, err.Error())
		case sentence.Missing:
			out = append(out, "missing "+sentence.Str(sentence.Input))
		case len(sentence.Nodes) == 0:
			out = append(out, "empty")
		default:
			out = append(out, fmt.Sprintf("%s of %d, %d readings, %q", sentence.Name(sentence.Nodes[0].Label), n, sentence.Readings, sentence.Str(sentence.Input)))
		}
	}
}

func TestOutput(t *testing.T) {
	text := "SENT: It rained.\n" + mrs("a") + " ;  (1 root \"x\")\n" + mrs("b") + " ;  (2 root)\nNOTE: 2 readings\n\n\n" +
		"SKIP: what?\n\n\nSENT: It broke.\n[ LTOP: h0 RELS: < \nNOTE: 1 readings\n\nSENT: Last.\n" + mrs("c") + " ;  ()\n"
	want := []string{`_a_v_1 of 2, 0 readings, "It rained."`, "missing what?", "x:13:18: want >, found the end", `_c_v_1 of 1, 0 readings, "Last."`}
	got := list(t, text, 1)
	if len(got) != 4 || got[0] != want[0] || got[1] != want[1] || !strings.Contains(got[2], "want >") || got[3] != want[3] {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := list(t, text, 2); got[0] != `_b_v_1 of 2, 0 readings, "It rained."` || got[3] != "none of 1" {
		t.Errorf("rank 2: got %q", got)
	}
}

func TestStdout(t *testing.T) {
	line := func(preds ...string) string {
		var b bytes.Buffer
		fmt.Fprintf(&b, "(:ninputs . 3) (:readings . %d) (:results . (", len(preds))
		for i, p := range preds {
			fmt.Fprintf(&b, `((:result-id . %d) (:derivation . "(1 \":mrs\")") (:mrs . "%s")) `, i, strings.ReplaceAll(mrs(p), `"`, `\"`))
		}
		return b.String() + "))\n"
	}
	text := line("a", "b") + line() + line("c")
	if got, want := list(t, text, 1), []string{`_a_v_1 of 2, 2 readings, ""`, "missing ", `_c_v_1 of 1, 1 readings, ""`}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got, want := list(t, text, 2), []string{`_b_v_1 of 2, 2 readings, ""`, "none of 0", "none of 1"}; !slices.Equal(got, want) {
		t.Errorf("rank 2: got  %q\nwant %q", got, want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("SENT: a\n" + mrs("a") + " ; (x)\n\nSKIP: b\n")
	f.Add(`(:readings . 1) (:results . (((:mrs . "[ TOP: h1 ]"))))`)
	f.Fuzz(func(t *testing.T, text string) {
		for rank := range 3 {
			list(t, text, rank)
		}
	})
}
