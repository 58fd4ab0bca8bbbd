package finding

import (
	"os"
	"strings"
	"testing"
)

// docs/warnings.md lists every kind. ASSAY_UPDATE=1 writes it.
func TestPage(t *testing.T) {
	const path = "../../docs/warnings.md"
	if os.Getenv("ASSAY_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(Page()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(path)
	if err != nil || string(have) != Page() {
		t.Errorf("%s differs from the list of findings (%v); ASSAY_UPDATE=1 writes it", path, err)
	}
}

// A finding has one way to find, kinds, and a scope that fits it; a kind says in one sentence how to go on.
func TestFindingsAreComplete(t *testing.T) {
	for _, f := range Findings {
		ways := 0
		for _, set := range []bool{f.Find != nil, f.Conclude != nil, f.Read != nil} {
			if set {
				ways++
			}
		}
		if len(f.Kinds) == 0 {
			t.Fatalf("a finding of scope %d has no kind", f.Scope)
		}
		if ways != 1 || (f.Conclude != nil) != (f.Scope == OfResult) || (f.Read != nil) != (f.Scope == OfReading) {
			t.Errorf("%s: %d ways to find for scope %d", f.Kinds[0].Name, ways, f.Scope)
		}
		for _, k := range f.Kinds {
			if k.Name == "" || k.Doc == "" || k.Remedy == "" || strings.ContainsAny(k.Doc+k.Remedy, "\n\t") {
				t.Errorf("%+v is not complete", k)
			}
		}
	}
}
