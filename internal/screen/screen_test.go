package screen

import "testing"

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
