package rewrite

import (
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestExampleFiles runs the tests in the example rule files.
func TestExampleFiles(t *testing.T) {
	paths, err := filepath.Glob("../examples/rules/*.rules")
	if err != nil || len(paths) == 0 {
		t.Fatal("no rule files", err)
	}
	for _, path := range paths {
		module, err := ParseFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		failures, _ := RunTests(module, Options{})
		for _, f := range failures {
			t.Errorf("%s:%d: %s: %v %q", path, f.Test.Line, f.Test.Name, f.Err, f.Diff)
		}
		for _, n := range Lint(module) {
			t.Errorf("%s: %s", path, n.Text)
		}
	}
}

// TestTitleOfThesis: the rules of Xiao name his thesis by the title on its first page.
func TestTitleOfThesis(t *testing.T) {
	module, err := ParseFile("../examples/rules/xiao.rules")
	if err != nil {
		t.Fatal(err)
	}
	title, _, _ := strings.Cut(strings.TrimSpace(string(shared.Read(t, "papers", "xiao-1997.md"))), "\n")
	if !strings.HasPrefix(module.Source, "Wei Xiao, "+title+", MSc thesis") {
		t.Errorf("source %q, title %q", module.Source, title)
	}
}
