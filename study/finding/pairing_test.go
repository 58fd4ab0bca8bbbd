package finding

import (
	"testing"

	"assay/eval"
)

// How sentences were paired is said where words differ, with another pairing as the remedy of two differences or more.
func TestPairing(t *testing.T) {
	tree := func(words ...string) (text string) {
		for _, w := range words {
			text += "(S (N " + w + ") (V b))\n"
		}
		return text
	}
	gold := tree("a", "c", "d", "e")
	for _, tc := range []struct {
		what, system   string
		align          eval.Align
		pairing, moved []string
	}{
		{"equal", gold, eval.AlignAuto, nil, nil},
		{"one", tree("x", "c", "d", "e"), eval.AlignOrder, []string{"pairing: note: sentences were paired by order: "}, nil},
		{"two", tree("x", "y", "d", "e"), eval.AlignOrder, []string{"; option align=text pairs them if both hold one text"}, nil},
		{"moved", tree("c", "a", "d", "e"), eval.AlignOrder, []string{"option align=text"},
			[]string{"2 sentences of the system have the words of other gold sentences; option align=words"}},
		{"one moved", tree("c", "y", "d", "e"), eval.AlignOrder, []string{"option align=text"},
			[]string{"1 sentence of the system has the words of another gold sentence; option align=words"}},
		{"shuffled", tree("e", "a", "c", "d"), eval.AlignAuto, []string{"note: sentences were paired by their words: "}, nil},
	} {
		run := counted(t, "evalb", opened(t, "x.mrg", gold), opened(t, "x.mrg", tc.system), eval.Options{Align: tc.align})
		wantSaid(t, tc.what, said(Pairing, run), tc.pairing...)
		wantSaid(t, tc.what+": moved", said(Moved, run), tc.moved...)
	}
}
