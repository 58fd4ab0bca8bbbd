package main

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFolded(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"short\n", "short\n"},
		{"one two three four\n", "one two\nthree four\n"},
		{"  one two three\n", "  one two\n  three\n"},
		{"  a  bb cc dd ee\n", "  a  bb cc\n     dd ee\n"},
		{"averyverylongword here", "averyverylongword\nhere"},
		{"averyverylongword\n", "averyverylongword\n"},
		{"ä ö ü ß é à", "ä ö ü ß é\nà"},
		{"", ""},
		{"one two three\nfour five\n\nsix\n", "one two\nthree four\nfive\n\nsix\n"},
		{"one two three\n  a b\n", "one two\nthree\n  a b\n"},
	} {
		if got := folded(tc.in, 10); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.in, got, tc.want)
		}
	}
	if got := folded("one two three four\n", 0); got != "one two three four\n" {
		t.Errorf("without a limit: %q", got)
	}
}

// FuzzFolded: words stay as they are, in their order, and only lines of one word are
// too long.
func FuzzFolded(f *testing.F) {
	f.Add("  a  b c d e f g h\n", 10)
	f.Fuzz(func(t *testing.T, text string, width int) {
		got := folded(text, width)
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(text), " ") {
			t.Errorf("words differ: %q", got)
		}
		for line := range strings.Lines(got) {
			if strings.ContainsRune(text, '\t') || width < 1 || !utf8.ValidString(text) {
				return
			}
			line = strings.TrimRight(line, " \n")
			if words := strings.Split(strings.TrimLeft(line, " "), " "); utf8.RuneCountInString(line) > width && len(words) > 2 {
				t.Errorf("a line of more than %d characters: %q", width, line)
			}
		}
	})
}
