package rewrite

import (
	"path/filepath"
	"testing"
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
