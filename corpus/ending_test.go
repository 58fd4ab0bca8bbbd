package corpus_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"assay/corpus"
	"assay/formats"
	"assay/treebank"
)

// TestMalformedByEnding: the ending of a file decides on its format, also where the text is not of
// it. No such text is read as a sentence, and the error names the line.
func TestMalformedByEnding(t *testing.T) {
	texts := []string{"1\tx\n", "(S (A b) c\n", "[S a_B\n", `{"a": 1}` + "\n", "<a>\n", "x\n"}
	allowed := map[string][]string{ // texts that the format allows
		".props": {texts[0], texts[5], texts[4]}, // words alone, or with a predicate
		".mrp":   {texts[3]},                     // a graph without nodes
	}
	for _, e := range []string{".chunks", ".iob", ".bio", ".iob2"} {
		allowed[e] = []string{texts[0], texts[3]} // words and their tags
	}
	for _, e := range []string{".lancaster", ".lan"} {
		allowed[e] = texts[:1] // the reference of a sentence that was not parsed
	}
	dir, shared := t.TempDir(), []string{".xml", ".tiger.xml", ".alpino.xml", ".conll", ".dep", ".dp", ".tab", ".ptb"}
	tried := 0
	for _, format := range formats.All {
		for _, ending := range format.Ext {
			for _, text := range texts {
				if slices.Contains(allowed[ending], text) || slices.Contains(shared, ending) && text != texts[0] {
					continue
				}
				path := filepath.Join(dir, "f"+ending)
				if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				good, err := readAll(path)
				var syntax *treebank.SyntaxError
				var foreign *corpus.ForeignError
				var unlike *corpus.UnlikeError
				switch {
				case good > 0:
					t.Errorf("%s: %q is read as a sentence", ending, text)
				case !errors.As(err, &syntax) && !errors.As(err, &foreign) && !errors.As(err, &unlike):
					t.Errorf("%s: %q: %v", ending, text, err)
				case syntax != nil && syntax.Line != 1:
					t.Errorf("%s: %q: line %d: %v", ending, text, syntax.Line, err)
				}
				tried++
			}
		}
	}
	if tried < 200 {
		t.Errorf("%d files", tried)
	}
}

// readAll returns the number of sentences that can be read, and the first error.
func readAll(path string) (good int, first error) {
	src, err := corpus.Open(path)
	if err != nil {
		return 0, err
	}
	for _, f := range src.Files {
		in, err := f.Open()
		if err != nil {
			return good, err
		}
		for _, err := range src.Format.Sentences(in, f.Name) {
			if err == nil {
				good++
			} else if first == nil {
				first = err
			}
		}
		in.Close()
	}
	return good, first
}
