package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSite builds the site of this repository: all links have a target, and each
// document is a page.
func TestSite(t *testing.T) {
	out := t.TempDir()
	if err := build("../..", out); err != nil {
		t.Fatal(err)
	}
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range append(documents, "../../README.md") {
		rel, err := filepath.Rel("../..", d)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(out, nameOf(filepath.ToSlash(rel))))
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(text), "<code>assay compare</code> computes</a>") {
			t.Errorf("the page of %s lists titles without their code", d)
		}
		if page := string(text); !strings.Contains(page, "<h1") || strings.Contains(page, `.md"`) {
			t.Errorf("the page of %s has no title, or links to a document of the repository", d)
		}
	}
}

// A link to a missing file or heading is reported.
func TestBrokenLinks(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"# a\n\n[b](docs/b.md)\n", "README.md links to docs/b.html"},
		{"# a\n\n[b](#c)\n", "no such heading"},
		{"# a\n\n[b](#a)\n", ""},
	} {
		root := t.TempDir()
		if err := os.WriteFile(filepath.Join(root, "README.md"), []byte(tc.text), 0o666); err != nil {
			t.Fatal(err)
		}
		err := build(root, filepath.Join(root, "out"))
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%q: %v, want %q", tc.text, err, tc.want)
		}
	}
}
