package uccaeval

import (
	"testing"

	"assay/compat/internal/recorded"
)

// TestOptions compares every option with the program itself, on small files.
func TestOptions(t *testing.T) {
	recorded.Options(t, Main, "testdata/options", func(text string) string { return text })
}
