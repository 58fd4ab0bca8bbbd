package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
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
			fmt.Fprintf(&b, `{"id": "%d", "framework": "%s", "input": "it rains", "tops": [0], "nodes": [{"id": 0, "label": "rain", "anchors": [{"from": 3, `+
				`"to": 8}]}]}`+"\n", i+1, framework)
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
			"warning: five40.amr: 5 of 40 pairs have another text than gold, first \"she sees a very old ...\" for \"It rains, now .\"; sentences were paired " +
				"by order\nhint: are these outputs for the same sentences?\n"},
		{eds, eds, ""},
		{eds, ucca, "warning: ucca.mrp: other frameworks than gold's in 4 of 4 pairs, such as ucca for eds\nhint: "},
	} {
		for _, command := range []string{"score", "errors", "score -j 1", "score -q"} {
			var out, notes bytes.Buffer
			_ = run(context.Background(), append(strings.Fields(command), tt.gold, tt.system), strings.NewReader(""), &out, &notes)
			want := tt.want
			if command == "score -q" {
				want = ""
			}
			if found := notes.String(); want == "" && (strings.Contains(found, " another ") || strings.Contains(found, "other frameworks")) ||
				!strings.Contains(found, want) {
				t.Errorf("assay %s %s %s: want %q, found:\n%s", command, filepath.Base(tt.gold), filepath.Base(tt.system), want, found)
			}
		}
	}
}

// TestCounterpartsOfOtherFrameworks: graphs of two frameworks are named as such in every pair of formats that one measure
// scores, whether a graph names its framework or its format does, and no two formats of one framework are.
func TestCounterpartsOfOtherFrameworks(t *testing.T) {
	path := func(name string) string { return shared.Path(t, strings.Split(name, "/")...) }
	const lpps, erg = "cases/semantics/07-mrp-lpps/gold.", "data/sem-formats/erg-mrs107."
	for _, tt := range []struct {
		metric string
		files  []string // each framework, the files of it
	}{
		{"smatch:budget=1", []string{
			"amr cases/graphs/01-amr-lpps/gold.amr " + lpps + "amr.mrp", "dm cases/graphs/03-sdp/gold.dm.sdp " + lpps + "dm.mrp",
			"psd cases/graphs/03-sdp/gold.psd.sdp " + lpps + "psd.mrp", "eds " + lpps + "eds.mrp", "ucca " + lpps + "ucca.mrp"}},
		{"sdp", []string{"dm cases/graphs/03-sdp/gold.dm.sdp " + lpps + "dm.mrp", "psd cases/graphs/03-sdp/gold.psd.sdp"}},
		{"ucca", []string{"ucca cases/graphs/04-ucca/gold " + lpps + "ucca.mrp", "eds " + lpps + "eds.mrp"}},
		{"smatch:budget=1", []string{"eds " + erg + "eds " + erg + "eds.json " + erg + "eds.penman", "dmrs " + erg + "simpledmrs " + erg + "dmrx.xml"}},
		{"smatch:budget=1", []string{"eds " + erg + "eds", "eds " + erg + "simplemrs " + erg + "mrx.xml " + erg + "mrs.json"}}, // MRS is scored as EDS
		{"edm", []string{"eds " + erg + "eds " + erg + "simpledmrs " + erg + "dmrs.json " + erg + "mrs.json"}},
	} {
		for _, one := range tt.files {
			for _, other := range tt.files {
				ours, theirs := strings.Fields(one), strings.Fields(other)
				for _, gold := range ours[1:] {
					for _, system := range theirs[1:] {
						var out, notes bytes.Buffer
						status := run(context.Background(), []string{"score", path(gold), path(system), "-m", tt.metric}, strings.NewReader(""), &out, &notes)
						want := "other frameworks than gold's in "
						if ours[0] == theirs[0] {
							if strings.Contains(notes.String(), want) || status != 0 {
								t.Errorf("-m %s %s %s: status %d, %s", tt.metric, gold, system, status, notes.String())
							}
							continue
						}
						if !strings.Contains(notes.String(), want) || !strings.Contains(notes.String(), "such as "+theirs[0]+" for "+ours[0]+"\n") {
							t.Errorf("-m %s %s %s: no warning in\n%s", tt.metric, gold, system, notes.String())
						}
					}
				}
			}
		}
	}
	gold, system := path("cases/graphs/01-amr-lpps/gold.amr"), path("cases/graphs/03-sdp/gold.dm.sdp")
	for _, command := range []string{"score", "compare " + gold, "errors", "show", "report -o " + filepath.Join(t.TempDir(), "page.html")} {
		var out, notes bytes.Buffer
		run(context.Background(), append(strings.Fields(command), gold, system, "-m", "smatch"), strings.NewReader(""), &out, &notes)
		if !strings.Contains(notes.String(), "such as dm for amr\n") {
			t.Errorf("assay %s: no warning in\n%s", command, notes.String())
		}
	}
}
