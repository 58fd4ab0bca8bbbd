package places

import (
	"math/rand/v2"
	"testing"

	"assay/eval"
	"assay/treebank"
)

// twin is the length of the longest common subsequence, by the table of all prefixes.
func twin(a, b []byte) int {
	row := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			keep := row[j+1]
			if a[i] == b[j] {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			diagonal = keep
		}
	}
	return row[len(b)]
}

// TestShared compares the differ with the table of all prefixes, on random texts of few letters.
func TestShared(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	text := func() []byte {
		out := make([]byte, rng.IntN(30))
		for i := range out {
			out[i] = "abc"[rng.IntN(3)]
		}
		return out
	}
	var d differ
	for range 3000 {
		a, b := text(), text()
		var out [2][]int32
		changed, ok := d.shared(a, b, 100, &out)
		n := twin(a, b)
		if !ok || changed != len(a)+len(b)-2*n || int(out[0][len(a)]) != n || int(out[1][len(b)]) != n {
			t.Fatalf("%s %s: %d changes %v, %v, want %d shared", a, b, changed, ok, out, n)
		}
		for i, c := range a { // the characters that are shared are the same, in order
			if out[0][i+1] > out[0][i] {
				for j := range b {
					if out[1][j] == out[0][i] && out[1][j+1] > out[1][j] && b[j] != c {
						t.Fatalf("%s %s: %v", a, b, out)
					}
				}
			}
		}
		if few := changed - 1; few >= 0 {
			if _, ok := d.shared(a, b, few, &out); ok {
				t.Fatalf("%s %s: %d changes are enough", a, b, few)
			}
		}
	}
}

func document(units ...string) *treebank.Sentence {
	s := &treebank.Sentence{Syms: treebank.NewSymbols()}
	s.Own()
	for _, u := range units {
		s.Tokens = append(s.Tokens, treebank.Token{Form: s.AddString(u), Parent: -1})
	}
	return s
}

// TestFind: other blanks, and a character that one side lacks at the border of two units, move no border.
func TestFind(t *testing.T) {
	long := "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789"
	var f Finder
	pair := &eval.Pair{}
	pair.Reset(0, document("Eye - Tracking "+long+" ]", "and "+long), document("Eye-Tracking "+long, "and", long))
	if err := f.Find(pair); err != nil {
		t.Fatal(err)
	}
	if f.Gold.To[0] != f.System.To[0] || f.Gold.From[1] != f.System.From[1] || f.Gold.To[1] != f.System.To[2] || f.Changed != 1 {
		t.Errorf("gold %v, system %v, %d changed", f.Gold, f.System, f.Changed)
	}
	pair.Reset(1, document("a b c"), document("a b d"))
	if err := f.Find(pair); err == nil {
		t.Error("other words are compared")
	}
}
