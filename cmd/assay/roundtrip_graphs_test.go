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
		{"sem-lpps/*.amr.mrp", "amr", "mrp", "smatch,smatch:amr", []string{attributes}, []string{"comments", attributes}},
		{"sem-lpps/*.amr sem-amr/*.amr", "mrp", "amr", "smatch,smatch:amr", []string{"comments", attributes}, []string{attributes}},
		{"sem-lpps/gold.ucca.mrp", "ucca", "mrp", "ucca,ucca:semeval2019", []string{attributes, text}, nil},
		{"sem-lpps/ufal-oslo.ucca.mrp", "ucca", "mrp", "", []string{attributes, text, "tops", "anchors of nodes"}, nil}, // anchors that overlap, units above the top
		{"../cases/graphs/04-ucca/gold", "mrp", "ucca", "", []string{"edges"}, []string{attributes, text}},
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
