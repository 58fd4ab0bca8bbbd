package formats_test

import (
	"testing"

	"assay/formats"
)

// TestGuess: what the first bytes leave open, the ending decides.
func TestGuess(t *testing.T) {
	plain := "1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n\n1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n"
	for _, tt := range []struct{ path, head, want string }{
		{"a.conllu", plain, "conllu"},
		{"a.conllu.gz", plain, "conllu"},
		{"a.conll", plain, "conllx"},
		{"a", plain, "conllx"},
		{"a.conllu", "(S (NN a))\n", "penn"},
		{"a.mrg", "(S (NN 0=a))\n", "discbracket"},
	} {
		f := formats.Guess(tt.path, []byte(tt.head))
		if f == nil || f.Name != tt.want {
			t.Errorf("%s: %v, want %s", tt.path, f, tt.want)
		}
	}
}
