package treebank

import "testing"

func TestSpelled(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want Spelling
	}{
		{"dogs", "dogs", SpelledAlike},
		{"-LRB- a -RRB-", "( a )", SpelledEscaped},
		{"-lrb-", "(", SpelledOtherwise},
		{"-lrb-", "-LRB-", SpelledInCase},
		{`1\/2`, "1/2", SpelledEscaped},
		{"The Dogs", "the dogs", SpelledInCase},
		{"ÉTÉ", "été", SpelledInCase},
		{"\u00e9t\u00e9", "e\u0301te\u0301", SpelledInAccents},
		{"2026", "２０２６", SpelledInWidth},
		{"ｶﾞ", "ガ", SpelledInWidth},
		{"“a”", `"a"`, SpelledInQuotes},
		{"``a''", `"a"`, SpelledInQuotes},
		{"don’t", "don't", SpelledInQuotes},
		{"k_bas", "k bas", SpelledInUnderscores},
		{"k_bas", "kbas", SpelledInUnderscores}, // texts are compared without blanks
		{"_ a", "a", SpelledOtherwise},
		{"“The”", `"the"`, SpelledInSeveral},
		{"-LRB- “The”", "-lrb- \"the\"", SpelledInSeveral},
		{"пас лаје", "pas laje", SpelledInScripts},
		{"dogs", "cats", SpelledOtherwise},
		{"пас", "pas а", SpelledOtherwise}, // Cyrillic and Latin in one
		{"", "a", SpelledOtherwise},
		{"1", "2", SpelledOtherwise},
	} {
		if got := Spelled([]byte(tc.a), []byte(tc.b)); got != tc.want {
			t.Errorf("%q and %q: %d, want %d", tc.a, tc.b, got, tc.want)
		}
		if got := Spelled([]byte(tc.b), []byte(tc.a)); got != tc.want {
			t.Errorf("%q and %q: %d, want %d", tc.b, tc.a, got, tc.want)
		}
	}
}
