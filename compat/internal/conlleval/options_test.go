package conlleval

import (
	"testing"

	"assay/compat/internal/recorded"
)

// TestOptions compares every option with the program itself, on small files.
func TestOptions(t *testing.T) {
	recorded.Options(t, Main09, "testdata/eval09", func(text string) string { return text })
}
