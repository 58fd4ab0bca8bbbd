package wordalign

import (
	"strings"
	"testing"
)

// The expected forms are those of Python 3.11's str.lower.
func TestAppendLower(t *testing.T) {
	for _, c := range [][2]string{
		{"Word", "word"}, {"ÄÖ", "äö"}, {"İstanbul", "i\u0307stanbul"}, {"I", "i"},
		{"ΟΔΟΣ", "οδος"}, {"ΟΔΟΣ.", "οδος."}, {"ΟΔΟΣ.Α", "οδοσ.α"}, {"Σ", "σ"}, {"ΣΑ", "σα"}, {"1Σ", "1σ"},
		{"Α\u0301Σ", "α\u0301ς"}, {"Α'Σ'", "α'ς'"}, {"ΑΣ-Β", "ας-β"}, {"ªΣ", "ªς"}, {"中Σ", "中σ"},
		{"ẞ", "ß"}, {"\xffA", "\xffa"},
	} {
		if got := string(AppendLower(nil, []byte(c[0]))); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
	}
}

// plainLCS is the length of the longest common subsequence, by its definition.
func plainLCS(x, y string) int {
	if x == "" || y == "" {
		return 0
	}
	if x[0] == y[0] {
		return 1 + plainLCS(x[1:], y[1:])
	}
	return max(plainLCS(x[1:], y), plainLCS(x, y[1:]))
}

func TestCommon(t *testing.T) {
	words := func(s string) (out []Word) {
		for i := range s {
			out = append(out, Word{0, 10, []byte(s[i : i+1]), true})
		}
		return out
	}
	var a Aligner
	for _, c := range [][2]string{{"abcbdab", "bdcaba"}, {"aaa", "aa"}, {"abc", "xyz"}, {"xaby", "abz"}, {"abcab", "cabab"}} {
		links := a.Align(words(c[0]), words(c[1]))
		for i, l := range links {
			if c[0][l.Gold] != c[1][l.System] || i > 0 && (l.Gold <= links[i-1].Gold || l.System <= links[i-1].System) {
				t.Errorf("%v: %v", c, links)
			}
		}
		if len(links) != plainLCS(c[0], c[1]) {
			t.Errorf("%v: %d links, want %d", c, len(links), plainLCS(c[0], c[1]))
		}
	}
}

// TestHugeBlock: a huge block must not take unlimited memory.
func TestHugeBlock(t *testing.T) {
	var gold, system []Word
	for i := range 20000 {
		gold = append(gold, Word{0, 1, []byte("g" + strings.Repeat("x", i%3)), true})
		system = append(system, Word{0, 1, []byte("s"), true})
	}
	var a Aligner
	if n := len(a.Align(gold, system)); n != 0 {
		t.Errorf("%d links", n)
	}
}
