package nervaluate

import (
	"testing"

	"assay/compat/internal/recorded"
)

// TestRecorded compares with all recorded runs of nervaluate 1.1.0.
func TestRecorded(t *testing.T) {
	recorded.Living(t, "nervaluate", map[string]recorded.Program{"nervaluate": Main})
}
