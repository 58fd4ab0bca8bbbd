package drscounter

import (
	"regexp"
	"testing"

	"assay/compat/internal/recorded"
)

// changing are the lines of time, and the smart mapping, which counter.py fills at random.
var changing = regexp.MustCompile(`Total processing time: .*\n|[^\n]* sec\n|Smart F-score concepts.*`)

// TestRecordedOptions compares every option with the program itself, on small files.
func TestRecordedOptions(t *testing.T) {
	recorded.Options(t, Main, "testdata/options", func(text string) string {
		return changing.ReplaceAllString(text, "")
	})
}
