package runs

import (
	"path/filepath"
	"strings"
	"testing"
)

// A register that cannot be written is told in words.
func TestOpenFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "assay.runs.db")
	_, err := Open(path)
	if want := path + ": the register of runs cannot be written: "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %s...", err, want)
	}
}
