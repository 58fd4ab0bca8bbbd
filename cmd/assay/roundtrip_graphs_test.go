package main

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestGraphsThereAndBack: a graph converted to a format that can hold it, and back,
// scores 100 against itself, and the losses are those listed.
func TestGraphsThereAndBack(t *testing.T) {
	data := shared.Path(t, "data")
	const attributes, text = "attributes", "the text as it is (blanks, and text that no node is anchored to)"
	for _, tc := range []struct {
		files, to, from, metrics string
		there, back              []string // losses that may be noted
	}{
		{"sem-lpps/*.amr.mrp", "amr", "mrp", "smatch,smatch:amr,mrp", []string{attributes}, nil},
		{"sem-lpps/*.amr sem-amr/grapes*.amr", "mrp", "amr", "smatch,smatch:amr,smatch:quotes=keep,mrp", []string{"comments"}, []string{attributes}},
		// 7 numbers in names that have no quotes
		{"sem-amr/little-prince-v3.amr", "mrp", "amr", "smatch,smatch:amr,mrp", []string{"comments", "properties of nodes and edges"}, []string{attributes}},
		{"sem-lpps/gold.ucca.mrp", "ucca", "mrp", "ucca,ucca:semeval2019", []string{attributes, text}, nil},
		{"sem-lpps/ufal-oslo.ucca.mrp", "ucca", "mrp", "", []string{attributes, text, "tops", "anchors of nodes"}, nil}, // anchors that overlap, units above the top
		{"../cases/graphs/04-ucca/gold", "mrp", "ucca", "", []string{"edges"}, []string{attributes, text}},              // its edges to terminals are T
		{"sem-lpps/*.eds.mrp", "eds", "mrp", "edm,smatch", []string{attributes, text}, nil},
		{"sem-lpps/*.sdp", "mrp", "sdp", "sdp,smatch", []string{"parts of speech", "lemmas"}, []string{attributes, text}},
		{"sem-lpps/gold.dm.mrp sem-lpps/gold.psd.mrp", "sdp", "mrp", "sdp", []string{attributes, text}, []string{"parts of speech", "lemmas"}},
	} {
		for _, glob := range strings.Fields(tc.files) {
			paths, err := filepath.Glob(filepath.Join(data, glob))
			if err != nil || len(paths) == 0 {
				t.Fatalf("%s: no file (%v)", glob, err)
			}
			for _, path := range paths {
				dir := t.TempDir()
				there, back := filepath.Join(dir, "there"), filepath.Join(dir, "back")
				convertNoting(t, path, "", tc.to, there, tc.there)
				convertNoting(t, there, tc.to, tc.from, back, tc.back)
				if tc.metrics == "" {
					continue
				}
				more := []string{"score", path, back, "-m", tc.metrics, "--format", "json", "-q"}
				for _, r := range parseFigures(t, call(t, more...)).Results {
					perfect(t, path+" by "+tc.to, r.Signature, r.Scores)
				}
			}
		}
	}
}

// convertNoting converts a file; only those losses may be noted.
func convertNoting(t *testing.T, path, from, to, dest string, allowed []string) {
	t.Helper()
	args := []string{"convert", path, "-t", to, "-o", dest}
	if from != "" {
		args = append(args, "-f", from)
	}
	var out, errs bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("%s to %s: status %d: %s", path, to, code, errs.String())
	}
	for line := range strings.Lines(errs.String()) {
		_, rest, ok := strings.Cut(line, " cannot hold ")
		what, _, _ := strings.Cut(rest, ": lost in ")
		if ok && !slices.Contains(allowed, what) {
			t.Errorf("%s to %s: %s", filepath.Base(path), to, strings.TrimSpace(line))
		}
	}
}

// TestClausesThereAndBack: structures written in the sequence notation, and as clauses again,
// are well formed and score 100 against their sequence notation. Those that it cannot hold are named.
func TestClausesThereAndBack(t *testing.T) {
	t.Chdir(t.TempDir())
	convert := func(args ...string) (int, string) {
		var out, errs bytes.Buffer
		code := run(context.Background(), append([]string{"convert"}, args...), strings.NewReader(""), &out, &errs)
		return code, errs.String()
	}
	code, said := convert(shared.Path(t, "data", "sem-drs-pmb", "en-test.gold.clf.gz"), "-t", "sbn", "-o", "there.sbn")
	if code != exitInput || strings.Count(said, "; it is left out\n") != 49 || !strings.Contains(said, "sbn cannot hold boxes of their own for some clauses") {
		t.Errorf("status %d, %d structures are left out:\n%.2000s", code, strings.Count(said, "; it is left out\n"), said)
	}
	if code, said := convert("there.sbn", "-t", "clf", "-o", "back.clf"); code != 0 || strings.Contains(said, "clauses") {
		t.Errorf("status %d: %s", code, said)
	}
	result := parseFigures(t, call(t, "score", "there.sbn", "back.clf", "-m", "counter", "--format", "json", "-q")).Results[0]
	perfect(t, "there.sbn", result.Signature, result.Scores)
	if n := result.Sentences; n["scored"] != 849 || n["unscorable"] != 0 {
		t.Errorf("%v, want 849 structures scored", n)
	}
}

// TestStrictConversions: between formats of graphs that can hold each other, --strict ends with 3
// where anything is lost and names it, and with 0 where nothing is; without it, the loss is noted.
// Others are refused.
func TestStrictConversions(t *testing.T) {
	t.Chdir(t.TempDir())
	const attributes = "cannot hold attributes"
	for _, c := range []struct{ from, to, lost string }{
		{"data/sem-lpps/gold.amr", "mrp", ""},
		{"data/sem-amr/little-prince-v3.amr", "mrp", "cannot hold comments"},
		{"data/sem-lpps/gold.amr", "eds", "cannot hold edges"},
		{"data/sem-lpps/gold.amr", "clf", "hold nothing in common"},
		{"data/sem-lpps/gold.amr", "ucca", "hold nothing in common"},
		{"data/sem-lpps/gold.amr", "props", "hold nothing in common"},
		{"data/sem-lpps/gold.amr.mrp", "amr", attributes},
		{"data/sem-lpps/gold.eds.mrp", "eds", attributes},
		{"data/sem-lpps/gold.eds.mrp", "amr", attributes},
		{"data/sem-lpps/gold.eds.mrp", "ucca", "want a graph of the framework ucca"},
		{"data/sem-lpps/gold.eds.mrp", "sdp", "want each node on words of its own"},
		{"data/sem-lpps/gold.ucca.mrp", "ucca", attributes},
		{"data/sem-lpps/gold.dm.mrp", "sdp", attributes},
		{"data/sem-lpps/gold.dm.sdp", "mrp", "cannot hold parts of speech"},
		{"data/sem-lpps/gold.dm.sdp", "amr", "cannot hold parts of speech"},
		{"data/sem-lpps/gold.dm.sdp", "conll2009", "hold nothing in common"},
		{"cases/graphs/04-ucca/gold", "mrp", "cannot hold edges"},
		{"data/sem-drs-pmb/en-test.gold.clf.gz", "sbn", "cannot hold boxes of their own for some clauses"},
		{"data/sem-drs-pmb/en-test.gold.clf.gz", "mrp", "hold nothing in common"},
		{"cases/graphs/06-srl/gold.conll09", "conll2008", "cannot hold morphology"},
		{"cases/graphs/06-srl/gold.props", "conll2009", "hold nothing in common"},
		{"data/sem-formats/erg-mrs107.eds", "eds-json", ""},
		{"data/sem-formats/erg-mrs107.eds", "simplemrs", "has only a graph, from which no MRS can be derived"},
		{"data/sem-formats/erg-mrs107.simpledmrs", "dmrs-json", ""},
		{"data/sem-formats/erg-mrs107.simpledmrs", "eds", "cannot hold the index"},
		{"data/sem-formats/erg-mrs107.simplemrs", "mrs-json", ""},
		{"data/sem-formats/erg-mrs107.simplemrs", "simpledmrs", ""},
		{"data/sem-formats/erg-mrs107.simplemrs", "eds", "cannot hold the index"},
		{"data/sem-formats/erg-mrs107.simplemrs", "amr", "cannot hold the index"},
	} {
		var out, errs bytes.Buffer
		code := run(context.Background(), []string{"convert", shared.Path(t, strings.Split(c.from, "/")...), "-t", c.to, "-o", "out", "--strict"},
			strings.NewReader(""), &out, &errs)
		want := exitInput
		switch c.lost {
		case "":
			want = exitOK
		case "hold nothing in common":
			want = exitUsage
		}
		if code != want || !strings.Contains(errs.String(), c.lost) || c.lost == "" && errs.Len() > 0 {
			t.Errorf("%s to %s: status %d, want %d and %q: %s", c.from, c.to, code, want, c.lost, errs.String())
		}
	}
}
