package sembleu

import (
	"regexp"
	"testing"

	"assay/compat/internal/recorded"
)

var changing = regexp.MustCompile(`time: .* secs`)

// TestOptions compares every option with the program itself, on small files.
func TestOptions(t *testing.T) {
	recorded.Options(t, Main, "testdata/options", func(text string) string { return changing.ReplaceAllString(text, "time") })
}
