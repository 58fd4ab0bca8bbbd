package screen

import (
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"": "",
		"Alström 語 👩‍👧 הַיֶּלֶד":      "Alström 語 👩‍👧 הַיֶּלֶד",
		"\x1b[31mred\x07\n\x7f\u009b": "␣[31mred␣␣␣␣",
		"\u202eabc\u202c\u2066":       "abc",
	} {
		if got := Plain(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	if got := Lines("a\x1b\nb"); got != "a␣\nb" {
		t.Errorf("lines %q", got)
	}
}

func TestShort(t *testing.T) {
	long := strings.Repeat("ä", longest+1)
	want := "found " + strings.Repeat("ä", longest/2) + "…" + strings.Repeat("ä", longest/10) + " (f:1:2)"
	if got := Short("found " + long + " (f:1:2)"); got != want {
		t.Errorf("got %q", got)
	}
	if whole := "found " + long[2:] + " (f:1:2)"; Short(whole) != whole {
		t.Errorf("%d letters are shortened", longest)
	}
}
