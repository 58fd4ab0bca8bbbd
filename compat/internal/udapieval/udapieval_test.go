package udapieval

import (
	"testing"

	"assay/compat/internal/recorded"
)

// TestRecorded compares with all recorded runs of udapi c05494e.
func TestRecorded(t *testing.T) {
	recorded.Living(t, "udapi", map[string]recorded.Program{"udapy": Main})
}
