package xmlscan

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// plainUnfit is unfit, one character after another.
func plainUnfit(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 || r == 0xfffe || r == 0xffff || r < ' ' && r != '\n' && r != '\t' && r != '\r' {
			return i
		}
		i += n
	}
	return -1
}

// TestUnfit compares the search for characters that XML cannot hold with a plain one.
func TestUnfit(t *testing.T) {
	draw := rand.New(rand.NewPCG(7, 1))
	pieces := []string{"a", "<b c=\"d\">", " ", "\n", "\t", "é", "下", "\x7f", "\x00", "\x1f", "\x80", "\xff", "\ufffe", "\uffff", "\ufffd", "~~~~~~~~"}
	found := 0
	for range 200000 {
		var text []byte
		for range draw.IntN(12) {
			n := len(pieces)
			if draw.IntN(4) > 0 {
				n = 8 // those that fit
			}
			text = append(text, pieces[draw.IntN(n)]...)
		}
		want := plainUnfit(text)
		if want >= 0 {
			found++
		}
		if got := unfit(text); got != want {
			t.Fatalf("%q: %d, want %d", text, got, want)
		}
	}
	if found < 1000 {
		t.Errorf("only %d texts have such a character", found)
	}
}
