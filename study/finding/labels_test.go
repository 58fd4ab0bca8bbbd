package finding

import (
	"strings"
	"testing"
)

// TestMostFrequentLabels: a warning names the labels that the most items have, not those met first.
func TestMostFrequentLabels(t *testing.T) {
	var l labelSet
	for _, label := range strings.Fields("rare odd nsubj det nsubj obl det case case obl nsubj") {
		l.add(label)
	}
	if got := l.some(); got != "nsubj, det, obl, case ..." {
		t.Errorf("labels %s", got)
	}
}
