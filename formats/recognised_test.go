package formats_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/corpus"
	"assay/formats"
	"assay/internal/shared"
	"assay/treebank"
)

// TestSentencesAreRecognised: every sentence of every shared file, given alone and without a name, is
// recognised as the format of the file. Left out are formats whose sentences are no files without the head of
// theirs, sentences that cannot be read or are empty, and files that are no treebanks.
func TestSentencesAreRecognised(t *testing.T) {
	shared.Long(t)
	wrong, all := map[string]int{}, map[string]int{}
	first := map[string]string{}
	for _, folder := range []string{"data", "cases"} {
		root := shared.Path(t, folder)
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			info, err := os.Stat(path)
			if err != nil || !info.Mode().IsRegular() {
				return nil
			}
			src, err := corpus.Open(path)
			if err != nil || len(src.Files) != 1 {
				return nil
			}
			head, err := corpus.Head(src.Files[0])
			if err != nil {
				return nil
			}
			whole := formats.Guess("", head)
			if whole == nil || whole != src.Format || slices.Contains([]string{"tigerxml", "rels", "cupt"}, whole.Name) {
				return nil
			}
			if whole.Name == "msp" { // a sentence without function words is CoNLL-U
				return nil
			}
			switch name := e.Name(); {
			case name == "cgel-ewt.cgel", strings.HasPrefix(name, "expected"), name == "stdout", name == "stderr": // no treebanks
				return nil
			case name == "lin-xiao-tuples.txt", name == "columns-missing.cupt": // two notations in one file; columns that only its first line names
				return nil
			}
			in, err := src.Files[0].Open()
			if err != nil {
				return nil
			}
			defer in.Close()
			sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
			cutter := src.Cut(in, path)
			for n := 0; n < 200; n++ {
				piece, err := cutter.Next()
				if err != nil {
					break
				}
				text := append([]byte{}, piece.Text...)
				if len(bytes.TrimSpace(text)) == 0 || whole.Read(sentence, piece) != nil || emptyGraph(whole, sentence) {
					continue
				}
				all[whole.Name]++
				found := "nothing"
				if f := formats.Guess("", text); f != nil {
					found = f.Name
				}
				if found != whole.Name {
					key := whole.Name + " as " + found
					wrong[key]++
					if first[key] == "" {
						first[key] = path + ": " + string(text[:min(200, len(text))])
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if all["conllu"] < 10000 || all["penn"] < 10000 || len(all) < 30 {
		t.Errorf("want sentences of most formats, found %v", all)
	}
	for key, n := range wrong {
		t.Errorf("%d of %s: %q", n, key, first[key])
	}
}

// emptyGraph reports whether a graph has no node: comments alone show no format.
func emptyGraph(format *treebank.Format, s *treebank.Sentence) bool {
	return format.Layers.Has(treebank.Graph) && !format.Layers.Has(treebank.Arcs) && len(s.Nodes) == 0
}
