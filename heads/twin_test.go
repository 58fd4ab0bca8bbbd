package heads

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"assay/formats/penn"
	"assay/internal/shared"
)

// conllHeads reads the columns of heads (in treebank's numbering) and relations of a
// CoNLL file.
func conllHeads(t testing.TB, text []byte) (heads [][]int32, rels [][]string) {
	t.Helper()
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		var h []int32
		var r []string
		for line := range strings.Lines(block) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
			if strings.ContainsAny(fields[0], "-.") {
				continue
			}
			n, err := strconv.Atoi(fields[6])
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			h, r = append(h, int32(n-1)), append(r, fields[7])
		}
		heads, rels = append(heads, h), append(rels, r)
	}
	return heads, rels
}

// TestTwin compares every head with those of an independent program: 14,745 words of
// CRAFT for each of four ways to read two tables.
func TestTwin(t *testing.T) {
	for _, tc := range []struct{ twin, spec string }{
		{"yamada-matsumoto", "yamada-matsumoto"},
		{"collins", "collins"},
		{"collins-avoid-punct", "collins:fallback=avoid-punctuation"},
		{"collins-coordination", "collins:fallback=avoid-punctuation:coordination=shift"},
	} {
		want, _ := conllHeads(t, shared.Read(t, "data", "const-craft", "dep", "twin."+tc.twin+".conllx.gz"))
		conv, err := Step(tc.spec, "")
		if err != nil {
			t.Fatal(err)
		}
		convert := conv.New()
		gold := shared.Read(t, "data", "const-craft", "gold.mrg")
		words, wrong, n := 0, 0, 0
		for sentence, err := range penn.Format.Sentences(bytes.NewReader(gold), "gold.mrg") {
			if err != nil {
				t.Fatal(err)
			}
			if err := convert(sentence); err != nil {
				t.Fatal(err)
			}
			if len(sentence.Arcs) != len(want[n]) {
				t.Fatalf("%s: sentence %d: %d words, want %d", tc.twin, n, len(sentence.Arcs), len(want[n]))
			}
			for i, a := range sentence.Arcs {
				words++
				if a.Head != want[n][i] {
					if wrong++; wrong <= 5 {
						t.Errorf("%s: sentence %d: head of %d (%s) is %d, want %d", tc.twin, n, i, sentence.Word(int32(i)), a.Head, want[n][i])
					}
				}
			}
			n++
		}
		if words != 14745 || wrong > 0 {
			t.Errorf("%s: %d of %d heads differ", tc.twin, wrong, words)
		}
	}
}
