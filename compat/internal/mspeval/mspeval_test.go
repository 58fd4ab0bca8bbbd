package mspeval

import (
	"testing"

	"assay/compat/internal/recorded"
)

// TestRecorded compares with all recorded runs of msp_25_eval.py 3c907f0.
func TestRecorded(t *testing.T) {
	recorded.Living(t, "msp", map[string]recorded.Program{"msp_25_eval.py": Main})
}
