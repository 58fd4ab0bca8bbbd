package screen

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"short\n", "short\n"},
		{"one two three four\n", "one two\nthree four\n"},
		{"  one two three\n", "  one two\n  three\n"},
		{"  a  bb cc dd ee\n", "  a  bb cc\n     dd ee\n"},
		{"averyverylongword here", "averyverylongword\nhere"},
		{"averyverylongword\n", "averyverylongword\n"},
		{"ä ö ü ß é à", "ä ö ü ß é\nà"},
		{"cite: evalb|gold:penn\n", "cite: evalb|gold:penn\n"},
		{"下雨 下雨 下雨\n", "下雨 下雨\n下雨\n"},
		{"", ""},
		{"one two three\nfour five\n\nsix\n", "one two\nthree four\nfive\n\nsix\n"},
		{"one two three\n  a b\n", "one two\nthree\n  a b\n"},
		{"a  bb cc dd ee\n   ff gg\n   hh\n", "a  bb cc\n   dd ee\n   ff gg\n   hh\n"},
		{"a  bb cc dd\n   ff gg\nb  c\n", "a  bb cc\n   dd ff\n   gg\nb  c\n"},
		{"a  bb cc dd\n   f  g\n", "a  bb cc\n   dd\n   f  g\n"},
		{"  aaa bb cc\n  dd ee\n", "  aaa bb\n  cc\n  dd ee\n"},
	} {
		if got := Fold(tc.in, 10); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.in, got, tc.want)
		}
	}
	if got := Fold("one two three four\n", 0); got != "one two three four\n" {
		t.Errorf("without a limit: %q", got)
	}
}

// FuzzFold: words stay as they are, in their order, and only lines of one word are
// too long.
func FuzzFold(f *testing.F) {
	f.Add("  a  b c d e f g h\n", 10)
	f.Fuzz(func(t *testing.T, text string, width int) {
		got := Fold(text, width)
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(text), " ") {
			t.Errorf("words differ: %q", got)
		}
		for line := range strings.Lines(got) {
			if strings.ContainsRune(text, '\t') || width < 1 || !utf8.ValidString(text) {
				return
			}
			line = strings.TrimRight(line, " \n")
			if words := strings.Fields(line); Width(line) > width && len(words) > 2 {
				t.Errorf("a line of more than %d characters: %q", width, line)
			}
		}
	})
}
