package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNoMadeUpID: a tree in brackets without a label at its root comes back from other
// formats as it was: without the (ID 1) that would hold the number which these formats need.
func TestNoMadeUpID(t *testing.T) {
	dir := t.TempDir()
	const text = "( (S (NP (N a)) (VP (V b))))\n( (S (NP (N c)) (VP (V d))))\n"
	gold := filepath.Join(dir, "gold.mrg")
	if err := os.WriteFile(gold, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"tigerxml", "negra", "discbracket"} {
		middle := filepath.Join(dir, "trees."+format)
		call(t, "convert", gold, "-t", format, "-o", middle, "-q")
		if got := call(t, "convert", middle, "-f", format, "-t", "penn", "-q"); got != text {
			t.Errorf("through %s:\n%swant\n%s", format, got, text)
		}
	}
}
