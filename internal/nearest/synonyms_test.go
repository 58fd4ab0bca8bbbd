package nearest

import "testing"

// TestMeant: a synonym comes before a name that is near, other capitals and signs before the edit distance.
func TestMeant(t *testing.T) {
	options := []string{"output", "root", "jobs", "heads", "format", "on-error", "fail-under"}
	for _, tt := range []struct {
		kind, name string
		known      []string
		want       string
	}{
		{"option", "out", options, "output"},
		{"option", "threads", options, "jobs"},
		{"option", "json", options, "format json"},
		{"option", "Threads", options, "jobs"},
		{"option", "on_error", options, "on-error"},
		{"option", "on-eror", options, "on-error"},
		{"option", "punct", options, ""}, // no --punctuation here
		{"key", "DEPREL", []string{"deprel"}, "deprel"},
		{"metric", "TED", nil, "tree-edit"},
		{"nosuch", "x", []string{"abc"}, ""},
	} {
		if got := Meant(tt.kind, tt.name, tt.known); got != tt.want {
			t.Errorf("%s %s: %q, want %q", tt.kind, tt.name, got, tt.want)
		}
	}
	for _, kind := range Kinds() {
		for name, meant := range Synonyms(kind) {
			if plainly(name) != name || name == meant || meant == "" {
				t.Errorf("%s %s is %q: want a name in lower case with hyphens, and another one", kind, name, meant)
			}
		}
	}
}
