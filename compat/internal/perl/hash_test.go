package perl

import (
	"strings"
	"testing"
)

// TestKeyOrder has the order of Perl 5.36.0 with PERL_HASH_SEED=0 PERL_PERTURB_KEYS=0.
func TestKeyOrder(t *testing.T) {
	var names, got []string
	for number := range strings.FieldsSeq("0637 0261 0759 0367 0814 0707 0965 0861 0757 0667 0944 0542 0029 0860") {
		names = append(names, "(GUM_document_number_"+number+"); part 000")
	}
	for _, name := range KeyOrder(names) {
		got = append(got, name[21:25])
	}
	if want := "0861 0759 0261 0637 0944 0029 0367 0860 0814 0965 0757 0667 0542 0707"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
