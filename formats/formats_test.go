package formats_test

import (
	"slices"
	"strings"
	"testing"

	"assay/formats"
)

// TestGuess: the extension decides, unless formats share it.
func TestGuess(t *testing.T) {
	plain := "1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n\n1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n"
	for _, tt := range []struct{ path, head, want string }{
		{"a.conllu", plain, "conllu"},
		{"a.conllu.gz", plain, "conllu"},
		{"a.conll", plain, "conllx"},
		{"a", plain, "conllx"},
		{"a.conllu", "(S (NN a))\n", "conllu"},
		{"a.mrg", "(S (NN 0=a))\n", "penn"},
		{"a.conll", "(S (NN a))\n", "penn"},
		{"a.txt", "(S (NN a))\n", "penn"},
		{"a.txt", "2\ts7\n-10.5\n(S1 (NN a))\n", "penn"},
		{"a.txt", "0\ts7\n\n", "penn"},
		{"a.conll", "1\tx\n", "conllx"},
		{"a.dep", "1\tx\n2\ty\n", "conllx"},
		{"a.xml", "1\tx\n", "tigerxml"},
		{"a.ptb", "(VROOT:-- (NP:-- (ART:NK der) (NN:NK Hund)))\n", "edgebrackets"},
		{"a.xml", "<alpino_ds>", "alpino"},
	} {
		f := formats.Guess(tt.path, []byte(tt.head))
		if f == nil || f.Name != tt.want {
			t.Errorf("%s: %v, want %s", tt.path, f, tt.want)
		}
	}
}

// TestEmptySentence: a sentence without words is a parse that failed, in every
// format of trees.
func TestEmptySentence(t *testing.T) {
	for name, text := range map[string]string{
		"negra":       "#BOS 1\n#EOS 1\n",
		"tigerxml":    "<corpus><body><s id=\"s1\"><graph><terminals/><nonterminals/></graph></s></body></corpus>",
		"alpino":      "<alpino_ds><node begin=\"0\" end=\"0\" id=\"0\" cat=\"top\"/><sentence></sentence></alpino_ds>",
		"penn":        "(())\n",
		"discbracket": "(ROOT)\n",
		"brackets":    "[]\n",
	} {
		n := 0
		for s, err := range formats.ByName(name).Sentences(strings.NewReader(text), "f") {
			if n++; err != nil || !s.Missing || s.Failure == "" {
				t.Errorf("%s: missing %v, failure %q, %v", name, s.Missing, s.Failure, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d sentences", name, n)
		}
	}
}

// A name that is an ending of files, or a word of a title, leads to formats.
func TestLike(t *testing.T) {
	for name, want := range map[string][]string{"export": {"negra"}, "PTB": {"edgebrackets", "penn"}, "nonsense": nil} {
		if got := formats.Like(name); !slices.Equal(got, want) {
			t.Errorf("Like(%q) = %q, want %q", name, got, want)
		}
	}
}
