package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCounterpartsOfOtherSentences: graphs that pair by id or order although their sentences
// differ are scored, and a warning says so; differences of blanks, case and punctuation are none.
func TestCounterpartsOfOtherSentences(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, texts ...string) string {
		var b strings.Builder
		for i, text := range texts {
			fmt.Fprintf(&b, "# ::id %d\n# ::snt %s\n(r / rain-01 :ARG1 (i / it))\n\n", i+1, text)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	mrp := func(name, framework string) string {
		path := filepath.Join(dir, name)
		var b strings.Builder
		for i := range 4 {
			fmt.Fprintf(&b, `{"id": "%d", "framework": "%s", "input": "it rains", "tops": [0], "nodes": [{"id": 0, "label": "rain", "anchors": [{"from": 3, "to": 8}]}]}`+"\n", i+1, framework)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	many := func(n int, text string) (out []string) {
		for range n {
			out = append(out, text)
		}
		return out
	}
	texts := append([]string{"it rains cats"}, many(49, "It rains, now .")...)
	gold := write("gold.amr", texts...)
	spelled := write("spelled.amr", append([]string{"It rains cats."}, many(49, "it rains , now")...)...)
	four := write("four.amr", append(many(4, "no"), texts[4:]...)...)
	five := write("five.amr", append([]string{texts[0], "she sees a very old cat", "no", "no", "no", "no"}, texts[6:]...)...)
	eds, ucca := mrp("eds.mrp", "eds"), mrp("ucca.mrp", "ucca")
	for _, tt := range []struct{ gold, system, want string }{
		{gold, gold, ""},
		{gold, spelled, ""},
		{gold, four, ""}, // below the number from which it is said
		{gold, five, ""}, // a tenth of 50, no more
		{write("short.amr", texts[:40]...), write("five40.amr", append([]string{texts[0], "she sees a very old cat", "no", "no", "no", "no"}, texts[6:40]...)...),
			"warning: five40.amr: 5 of 40 pairs have another text than gold, first \"she sees a very old ...\" for \"It rains, now .\"; sentences were paired by order\nhint: are these outputs for the same sentences?\n"},
		{eds, eds, ""},
		{eds, ucca, "warning: ucca.mrp: 4 of 4 graphs are of another framework than gold's, such as ucca for eds\n"},
	} {
		for _, command := range []string{"score", "errors", "score -j 1", "score -q"} {
			var out, notes bytes.Buffer
			_ = run(context.Background(), append(strings.Fields(command), tt.gold, tt.system), strings.NewReader(""), &out, &notes)
			want := tt.want
			if command == "score -q" {
				want = ""
			}
			if found := notes.String(); want == "" && strings.Contains(found, " another ") || !strings.Contains(found, want) {
				t.Errorf("assay %s %s %s: want %q, found:\n%s", command, filepath.Base(tt.gold), filepath.Base(tt.system), want, found)
			}
		}
	}
}
