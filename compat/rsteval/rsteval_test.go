package rsteval

import (
	"testing"

	"assay/compat/internal/recorded"
)

// TestRecorded compares with all recorded runs of the three programs.
func TestRecorded(t *testing.T) {
	recorded.Table(t, "rst", map[string]recorded.Program{"educe": MainEduce, "isanlp": MainIsanlp, "ntt": MainNTT})
}
