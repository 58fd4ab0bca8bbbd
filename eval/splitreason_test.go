package eval

import (
	"strings"
	"testing"
)

// TestReasonOfSplitText: the reason for pairing by text does not depend on how far the files were read when the first
// pair that both sides split differently was found.
func TestReasonOfSplitText(t *testing.T) {
	gold := words(900, func(i int) int { return i })
	system := strings.ReplaceAll(words(900, func(i int) int { return i * i }), " ", "\n")
	for i := range 60 {
		const want = "the two sides split the text differently, first in gold sentence 1"
		if got := mustRun(t, gold, system, Options{Jobs: 1 + i%8}); got.Align != AlignText || got.Why != want {
			t.Fatalf("%d jobs: by %s because %q, want by text because %q", 1+i%8, got.Align, got.Why, want)
		}
	}
}
