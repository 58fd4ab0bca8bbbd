package corefeval

import (
	"testing"

	"assay/compat/internal/recorded"
)

// TestRecorded compares with all recorded runs.
func TestRecorded(t *testing.T) {
	recorded.Table(t, "coref", map[string]recorded.Program{"scorer.pl": MainPerl, "coval": MainCoval, "corefud-scorer.py": MainCorefUD})
}
