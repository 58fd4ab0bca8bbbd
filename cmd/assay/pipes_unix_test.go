//go:build unix

package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestDoubleStar: a pattern with **, which would pass over files, is refused.
func TestDoubleStar(t *testing.T) {
	var out, errs bytes.Buffer
	const pattern = "../../examples/**/*.conllu"
	status := run(context.Background(), []string{"score", pattern, pattern}, strings.NewReader(""), &out, &errs)
	if status != exitInput || !strings.Contains(errs.String(), "found **") {
		t.Errorf("status %d: %s", status, errs.String())
	}
}
