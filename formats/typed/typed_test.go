package typed

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/treebank"
)

// bell is the example of de Marneffe & Manning 2008, section 1, in part.
const bell = `# sent_id = bell
nsubj(makes-8, Bell-1)
nsubj(distributes-10, Bell-1)
partmod(Bell-1, based-3)
nn(Angeles-6, Los-5)
prep_in(based-3, Angeles-6)
root(ROOT-0, makes-8)
conj_and(makes-8, distributes-10)
punct(makes-8, ,-11)

`

func show(s *treebank.Sentence) string {
	var b strings.Builder
	for _, a := range s.Arcs {
		fmt.Fprintf(&b, "%s<%d:%s ", s.Word(a.Dep), a.Head+1, s.Name(a.Rel))
	}
	return b.String()
}

func TestRead(t *testing.T) {
	want := "Bell<5:nsubj Bell<6:nsubj based<1:partmod Los<4:nn Angeles<2:prep_in makes<0:root distributes<5:conj_and ,<5:punct "
	if got := formattest.Shown(&Format, bell, show); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !Format.Detect([]byte(bell)) || Format.Detect([]byte("(S (NP a-1, b))\n")) {
		t.Error("not detected, or too much")
	}
	list, _ := formattest.Read(&Format, bell)
	again := formattest.Text(t, &Format, list[0])
	if got := formattest.Shown(&Format, again, show); len(got) != 1 || got[0] != want {
		t.Errorf("written and read: %q, want %q", got, want)
	}
}

func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"nsubj(loves-2 Mary-1)\n":  `f:1:1: want a typed dependency, as in nsubj(loves-2, Mary-1), found "nsubj(loves-2 Mary-1)"`,
		"a(b-1, c-2)\nd(b-1, e-2)": `f:2:8: want word 2 to be "c", as before, found "e"`,
		"a(ROOT-0, b-0)":           `f:1:1: want a typed dependency, as in nsubj(loves-2, Mary-1), found "a(ROOT-0, b-0)"`,
	} {
		if _, errs := formattest.Read(&Format, text); len(errs) != 1 || errs[0].Error() != want {
			t.Errorf("%q: %q, want %q", text, errs, want)
		}
	}
}

func FuzzTyped(f *testing.F) {
	formattest.Fuzz(f, &Format, show, bell, "a(ROOT-0, b-1)\n\na(,-1, --2')\n")
}
