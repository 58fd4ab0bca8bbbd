package spacyscorer

import (
	"testing"

	"assay/compat/internal/recorded"
)

// TestRecorded compares with all recorded runs of spaCy's scorer.py 3.8.15.
func TestRecorded(t *testing.T) {
	recorded.Living(t, "spacy", map[string]recorded.Program{"spacy-scorer": Main})
}
