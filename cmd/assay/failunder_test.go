package main

import (
	"context"
	"io"
	"strings"
	"testing"
)

// TestFailUnder: a limit on a score that is better low is an upper limit.
func TestFailUnder(t *testing.T) {
	gold, system := "../../examples/craft.gold.mrg", "../../examples/craft.berkeley.mrg"
	deps := []string{"-m", "lin", "--as", "deps", "--heads", "collins"} // error rate 13.04, 713 errors
	for _, tt := range []struct {
		limit string
		more  []string
		want  int
	}{
		{"error_rate=10", deps, 1},
		{"error_rate=20", deps, 0},
		{"error_count=700", deps, 1},
		{"error_count=800", deps, 0},
		{"f1=80", nil, 0},
		{"f1=90", nil, 1},
		{"average_crossing=1", nil, 1},
		{"average_crossing=5", nil, 0},
	} {
		args := append([]string{"score", "-q", gold, system, "--fail-under", tt.limit}, tt.more...)
		if code := run(context.Background(), args, strings.NewReader(""), io.Discard, io.Discard); code != tt.want {
			t.Errorf("--fail-under %s ends with %d, want %d", tt.limit, code, tt.want)
		}
	}
}
