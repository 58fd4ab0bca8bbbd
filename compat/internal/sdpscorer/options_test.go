package sdpscorer

import (
	"io"
	"testing"

	"assay/compat/internal/recorded"
)

// TestOptions compares every option with the program itself, on small files.
func TestOptions(t *testing.T) {
	both := func(args []string, stdin io.Reader, stdout, _ io.Writer) int {
		return Main(args, stdin, stdout, stdout)
	}
	recorded.Options(t, both, "testdata/options", func(text string) string { return text })
}
