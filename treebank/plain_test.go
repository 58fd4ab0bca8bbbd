package treebank

import (
	"math/rand/v2"
	"testing"
)

// TestPlain: plain text stays as it is, and Plain knows it.
func TestPlain(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"word", "word"}, {"-LRB-a-RRB-", "(a)"}, {"-LSB-", "["}, {"-lrb-", "-lrb-"}, {`3\/4`, "3/4"}, {`\*`, "*"}, {`\`, `\`},
		{"``", `"`}, {"''", `"`}, {"'", "'"}, {"rock''n", `rock"n`}, {"-RRB", "-RRB"}, {"e\u0301a", "éa"}, {"été", "été"},
		{"한글", "ㅎㅏㄴㄱㅡㄹ"}, {"\u1112\u1161\u11ab", "ㅎㅏㄴ"}, {"없ㅄ", "ㅇㅓㅂㅅㅂㅅ"}, {"a한-LRB-", "aㅎㅏㄴ("}, {"\xff", "\xff"}, {"、漢字", "、漢字"},
	} {
		if got := string(AppendPlain(nil, []byte(tt.text))); got != tt.want {
			t.Errorf("AppendPlain(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
	parts := []string{"-", "LRB-", "RSB-", "`", "'", `\`, "/", "*", "a", "é", "e", "\u0301", "한", "ㅁ", "\u1100", "\u1161", "漢", "、", "ệ", "\xff", "\xe1", " "}
	rng := rand.New(rand.NewPCG(1, 9))
	plain := 0
	for range 20000 {
		var text []byte
		for range rng.IntN(5) {
			text = append(text, parts[rng.IntN(len(parts))]...)
		}
		once := AppendPlain(nil, text)
		if Plain(text) {
			plain++
			if string(once) != string(text) {
				t.Fatalf("%q is plain, and becomes %q", text, once)
			}
		}
		if !SameWord(text, text) || SameWord(text, append([]byte("x"), text...)) {
			t.Fatalf("SameWord is wrong for %q", text)
		}
	}
	if plain < 2000 {
		t.Errorf("only %d plain texts", plain)
	}
}

// TestAppendPlainByCharacter: runs of ordinary characters are copied as a whole; taking the text
// in pieces of one character each gives the same where no escape or quotation mark is cut.
func TestAppendPlainByCharacter(t *testing.T) {
	pieces := []string{"a", "Z", "9", " ", "(", "[", "/", "*", "-", "é", "각", "ㅏ", `\/`, `\*`, "``", "''", `"`, "-LRB-", "-RSB-", "B-"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var text []byte
		var want []byte
		for range rng.IntN(9) {
			piece := pieces[rng.IntN(len(pieces))]
			text = append(append(text, piece...), 'x') // no escape begins or ends with x
			want = append(AppendPlain(want, []byte(piece)), 'x')
		}
		if got := AppendPlain(nil, text); string(got) != string(want) {
			t.Fatalf("AppendPlain(%q) = %q, by pieces %q", text, got, want)
		}
	}
}
