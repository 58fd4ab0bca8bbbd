//go:build unix

package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
)

// A text longer than the window goes through the program that PAGER names, a
// shorter one does not.
func TestPager(t *testing.T) {
	t.Setenv("PAGER", "sed s/^/paged:/")
	t.Setenv("TERM", "xterm")
	t.Chdir("../../examples")
	long := startTerminal(t, 80, "score", "ewt.gold.conllu", "ewt.udpipe-swap.conllu", "--per-sentence")
	long.until(`(?s)(paged:.*){60}`)
	short := startTerminal(t, 80, "score", "ewt.gold.conllu", "ewt.udpipe-swap.conllu")
	if text := short.until(`cite: .*`); strings.Contains(text, "paged:") {
		t.Errorf("a short table is paged:\n%s", text)
	}
	t.Setenv("PAGER", "there-is-no-such-program")
	bare := startTerminal(t, 80, "score", "ewt.gold.conllu", "ewt.udpipe-swap.conllu", "--per-sentence")
	bare.until(`(?s)(\n.*){60}`)
}

// Colours say which system is better; without them the text is the same.
func TestColours(t *testing.T) {
	t.Chdir("../../examples")
	screen := func(args ...string) string {
		var out, errs bytes.Buffer
		if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != exitOK {
			t.Fatalf("assay %q: status %d: %s", args, code, errs.String())
		}
		return out.String()
	}
	const gold, a, b = "ewt.gold.conllu", "ewt.udpipe-swap.conllu", "ewt.udpipe-projective.conllu"
	coloured := screen("compare", gold, a, b, "--color", "always")
	if !strings.Contains(coloured, "\x1b[31mA better\x1b[0m") {
		t.Errorf("the worse system is not red:\n%q", coloured)
	}
	if turned := screen("compare", gold, b, a, "--color", "always"); !strings.Contains(turned, "\x1b[32mB better\x1b[0m") {
		t.Errorf("the better system is not green:\n%q", turned)
	}
	plain := screen("compare", gold, a, b)
	if got := regexp.MustCompile("\x1b\\[[0-9]*m").ReplaceAllString(coloured, ""); got != plain {
		t.Errorf("colours change the text:\n%s\nwithout:\n%s", got, plain)
	}
	if csv := screen("compare", gold, a, b, "--color", "always", "--format", "csv"); strings.Contains(csv, "\x1b") {
		t.Error("CSV has colours")
	}
}
