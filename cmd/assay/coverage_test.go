package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLowCoverage: a head table whose rules find the heads of less than 90 % of the phrases is
// warned about, one that finds 90 % is not.
func TestLowCoverage(t *testing.T) {
	dir := t.TempDir()
	table := filepath.Join(dir, "table")
	if err := os.WriteFile(table, []byte("(S right-to-left (VP))\n(VP left-to-right (V))\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const two, one, none = "(S (VP (V a) (N b)) (N c))\n", "(VP (V a) (N b))\n", "(NP (D a) (N b))\n" // phrases with rules
	for _, tt := range []struct{ trees, want string }{
		{strings.Repeat(two, 4) + one + none, ": head table " + table + ": its rules find the heads of 90.0 % of the phrases\n"}, // 9 of 10
		{strings.Repeat(two, 4) + none, ": head table " + table + ": its rules find the heads of 88.9 % of the phrases; is it for this treebank? Fallbacks," +
			" of all phrases: NP 11 % "},
	} {
		gold := filepath.Join(dir, "gold.mrg")
		if err := os.WriteFile(gold, []byte(tt.trees), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, notes bytes.Buffer
		_ = run(context.Background(), []string{"score", gold, gold, "-m", "attachment", "--as", "deps", "--heads", table}, strings.NewReader(""), &out, &notes)
		if !strings.Contains(notes.String(), tt.want) {
			t.Errorf("want %q, found:\n%s", tt.want, notes.String())
		}
	}
}
