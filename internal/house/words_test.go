package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// stiff are turns of phrase that plain English has better words for, and how often
// the tree has each today. The counts may only fall: lower one when you mend a
// text, never raise it. CONTRIBUTING.md says what to write in their place.
var stiff = []struct {
	pattern string
	most    int
}{
	{`\btells\b`, 1},
	{`\btold\b`, 0},
	{`\bstands\b`, 2},
	{`\bbehind\b`, 1},
	{`\bwhat (is|are|was|were|it|they|there) `, 0},
	{`\bas it stands\b`, 0},
	{`\bthat is no\b`, 0},
	{`\bnone of ours\b`, 0},
	{`\bfailed to\b`, 0},
	{`\bplease\b`, 0},
}

// TestStiffWords counts stiff phrases in comments, messages and documents.
func TestStiffWords(t *testing.T) {
	counts := make([]int, len(stiff))
	var patterns []*regexp.Regexp
	for _, s := range stiff {
		patterns = append(patterns, regexp.MustCompile(s.pattern))
	}
	example := make([]string, len(stiff))
	err := filepath.WalkDir("../..", func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "site" && filepath.Dir(path) == "../.." ||
			strings.HasPrefix(entry.Name(), ".") && entry.Name() != "..") {
			return filepath.SkipDir
		}
		if ext := filepath.Ext(path); entry.IsDir() || ext != ".go" && ext != ".md" || filepath.Base(path) == "words_test.go" ||
			filepath.Base(path) == "CHANGELOG.md" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, p := range patterns {
			for _, at := range p.FindAllIndex(text, -1) {
				counts[i]++
				line, _, _ := strings.Cut(string(text[at[0]:]), "\n")
				example[i] = path + ": " + line
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range stiff {
		if counts[i] > s.most {
			t.Errorf("%s: %d times, want at most %d; one is %s", s.pattern, counts[i], s.most, example[i])
		}
	}
}

// TestStiffWordsFind: the patterns find what they are for.
func TestStiffWordsFind(t *testing.T) {
	for text, want := range map[string]bool{"it is told": true, "the word behind it": true, "what is left": true, "after the word": false, "understands": false} {
		found := false
		for _, s := range stiff {
			found = found || regexp.MustCompile(s.pattern).MatchString(text)
		}
		if found != want {
			t.Errorf("%q: found %t, want %t", text, found, want)
		}
	}
}
