package rewrite

import (
	"strings"
	"testing"
)

// TestBuiltin runs the tests of the built-in modules. Every rule must fire in one of
// them, and lint must find nothing.
func TestBuiltin(t *testing.T) {
	for _, name := range Builtin() {
		module, err := Named(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		failures, _ := RunTests(module, Options{})
		for _, f := range failures {
			t.Errorf("%s: %s: %v %q\n in   %s\n want %s\n got  %s", name, f.Test.Name, f.Err, f.Diff, f.Test.In, f.Test.Out, f.Got)
		}
		for _, n := range Lint(module) {
			if strings.HasPrefix(name, "coordination=") && name != "coordination=stanford" && strings.HasPrefix(n.Text, "no test") {
				continue // shared rules are tested with one of the styles
			}
			t.Errorf("%s: %s: %s", name, n.Rule.Name, n.Text)
		}
		if module.Title == "" || module.Source == "" {
			t.Errorf("%s: no title or source", name)
		}
	}
}
