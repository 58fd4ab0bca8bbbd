package draw

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A subtree without a gap that both sides have is folded in trees with gaps too, also one
// with a gap inside; a phrase with a gap around other words is not, nor is one in which a
// word is elsewhere.
func TestTreesWithGapsFold(t *testing.T) {
	for _, tc := range []struct {
		name, gold, system string
		folded             []string // words that are folded, as they are drawn
		alone              []string // words that are not
	}{
		{"one phrase beside a gap", "(S (VP (NP (ART 0=Das) (NN 1=Buch)) (VVPP 4=gelesen)) (VAFIN 2=hat) (NP (NE 3=Anna)))",
			"(S (VP (NP (ART 0=Das) (NN 1=Buch)) (VVPP 4=gelesen)) (VAFIN 2=hat) (NX (NE 3=Anna)))", []string{"Das Buch"}, []string{"hat", "Anna", "gelesen"}},
		{"a gap within", "(S (A 0=a) (X (Y (P 1=b) (Q 3=d)) (R 2=c)) (B 4=e))", "(S (A 0=a) (X (Y (P 1=b) (Q 3=d)) (R 2=c)) (Z (B 4=e)))",
			[]string{"b c d"}, []string{"a", "e"}},
		{"another gap within", "(S (A 0=a) (X (Y (P 1=b) (P 3=d)) (P 2=c)) (B 4=e))", "(S (A 0=a) (X (Y (P 1=b) (P 2=c)) (P 3=d)) (Z (B 4=e)))", nil,
			[]string{"a", "b", "c", "d", "e"}},
		{"a phrase around other words", "(S (Y (P 0=a) (Q 2=c)) (R 1=b) (T 3=d))", "(S (Y (P 0=a) (Q 2=c)) (R 1=b) (Z (T 3=d)))", nil, []string{"a", "b", "c", "d"}},
	} {
		var pair Pair
		for i, text := range []string{tc.gold, tc.system} {
			path := filepath.Join(t.TempDir(), "x.discbracket")
			if err := os.WriteFile(path, []byte(text+"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			s := sentences(t, "discbracket", path)[0]
			if i == 0 {
				pair.Gold = s
			} else {
				pair.System = s
			}
		}
		for fold, want := range map[bool][]string{true: tc.folded, false: nil} {
			var buf bytes.Buffer
			if err := pair.Terminal(&buf, Options{Unfold: !fold}); err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(buf.String(), "◁"); n != len(want) {
				t.Errorf("%s: %d subtrees are folded, want %d\n%s", tc.name, n, len(want), buf.String())
			}
			for _, text := range append(want, tc.alone...) {
				if n := strings.Count(buf.String(), " "+text+" "); n != 1 {
					t.Errorf("%s: %q is there %d times\n%s", tc.name, text, n, buf.String())
				}
			}
		}
	}
}
