package main

import (
	"os"
	"strings"
	"testing"
)

// TestShowGraphs: show draws semantic roles and the edges of units and structures, which no item is about: what both
// sides have once and without a sign, the rest with the sign of its side.
func TestShowGraphs(t *testing.T) {
	for _, c := range []struct{ ext, metric, gold, system, want string }{
		{"conll09", "srl", words2009("cats", "purr", "\t_", "\tA0"), words2009("cats", "purr", "\t_", "\tA1"),
			"purr purr.01\n  A0 ≠ A1 cats\n"},
		{"props", "srl-span", "-\t(A0*\n-\t*)\nbark\t(V*)\n\n", "-\t(A0*)\n-\t*\nbark\t(V*)\n\n", "−A0 words 1–2\n"},
		{"xml", "ucca", uccaPassage("1", kimSleeps, uccaUnits), uccaPassage("1", kimSleeps, strings.Replace(uccaUnits, `"H"`, `"A"`, 1)), "←(−H) ←(+A)\n"},
		{"xml", "ucca", uccaPassage("1", kimSleeps, uccaUnits), uccaPassage("1", kimSleeps, uccaUnits), "sleeps “sleeps”  ←Terminal\n"},
		{"clf", "counter", "b1 REF x1\nb1 dog \"n.01\" x1\nb1 REF e1\nb1 bark \"v.01\" e1\nb1 Agent e1 x1\n\n",
			"b1 REF x1\nb1 dog \"n.01\" x1\nb1 REF e1\nb1 bark \"v.01\" e1\nb1 Theme e1 x1\n\n", "≠Agent(e1, x1)"},
		{"sbn", "counter", "dog.n.01\nbark.v.01 Agent -1\n", "dog.n.01\nbark.v.01 Theme -1\n", "≠Theme(e1, x1)"},
	} {
		t.Chdir(t.TempDir())
		for name, text := range map[string]string{"gold.": c.gold, "system.": c.system} {
			if err := os.WriteFile(name+c.ext, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if out := call(t, "show", "gold."+c.ext, "system."+c.ext, "-m", c.metric, "--sentence", "1", "-q"); !strings.Contains(out, c.want) {
			t.Errorf("%s: want %q in\n%s", c.metric, c.want, out)
		}
		call(t, "show", "gold."+c.ext, "system."+c.ext, "-m", c.metric, "--sentence", "1", "-q", "-o", "out.svg")
		svg, err := os.ReadFile("out.svg")
		if err != nil {
			t.Fatal(err)
		}
		label, _, _ := strings.Cut(c.want[strings.LastIndex(c.want, "←")+len("←"):], "\n")
		switch {
		case strings.HasPrefix(c.want, "≠"):
			label = c.want
		case !strings.Contains(c.want, "←"):
			label = "A0"
		}
		if !strings.Contains(string(svg), label) {
			t.Errorf("%s: no %q in the picture", c.metric, label)
		}
	}
}
