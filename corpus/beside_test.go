package corpus_test

import (
	"os"
	"path/filepath"
	"testing"

	"assay/corpus"
)

// TestBesideText: a folder of brat has a document for each .ann, with the words of its .txt; other texts stay out.
func TestBesideText(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.ann": "T1\tPER 0 3\tAda\n", "a.txt": "Ada Byron", "b.ann": "", "b.txt": "Rom"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{dir, filepath.Join(dir, "a.ann")} {
		src, err := corpus.Open(name)
		if err != nil || src.Format.Name != "brat" {
			t.Fatal(src, err)
		}
		var words []int
		for _, file := range src.Files {
			in, err := file.Open()
			if err != nil {
				t.Fatal(err)
			}
			for s, err := range src.Format.Sentences(in, file.Name) {
				if err != nil {
					t.Error(err)
					continue
				}
				words = append(words, len(s.Tokens), len(s.Phrases))
			}
			in.Close()
		}
		if want := map[bool]int{true: 4, false: 2}[name == dir]; len(words) != want || words[0] != 2 || words[1] != 1 {
			t.Errorf("%s: words and spans %v", name, words)
		}
	}
}
