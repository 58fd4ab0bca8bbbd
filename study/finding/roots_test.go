package finding

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/eval"
	"assay/internal/shared"
)

// scoreRoots counts two files and returns F1 in per cent, and the lines about unlabelled roots.
func scoreRoots(t *testing.T, metric, gold, system string) (f1, roots string) {
	t.Helper()
	run := counted(t, metric, opened(t, gold), opened(t, system), eval.Options{})
	for _, line := range said(Roots, run) {
		if strings.HasPrefix(line, "unlabelled-root") {
			roots += line
		}
	}
	return mainF1(run.Result.Counts[0]), roots
}

// TestUnlabelledRoot: presets named after a file of parameters count the root of ( (S ...)) as EVALB does (82.87, 85.67, 84.24 on the
// field's files, by EVALB with COLLINS.prm), and the F1 that the warning gives without it is that of the measure with root=skip.
func TestUnlabelledRoot(t *testing.T) {
	field := shared.Path(t, "cases", "field", "evalb-unlabelled-root")
	gold, parser := filepath.Join(field, "gold.mrg"), filepath.Join(field, "benepar.mrg")
	text, err := os.ReadFile(parser)
	if err != nil {
		t.Fatal(err)
	}
	rooted := filepath.Join(t.TempDir(), "rooted.mrg")
	if err := os.WriteFile(rooted, []byte(strings.ReplaceAll(strings.ReplaceAll("\n"+string(text), "\n(", "\n( ("), ")\n", "))\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ gold, system, said string }{
		{gold, parser, "60 trees of gold is a missing bracket"},
		{parser, gold, "60 trees is a wrong bracket"},
		{gold, rooted, "60 of gold, 60 of the system"},
	} {
		for _, metric := range []string{"evalb", "evalb:collins", "evalb:new", "evalb:sample", "evalb:aligned", "evalb:none"} {
			f1, found := scoreRoots(t, metric, tt.gold, tt.system)
			without, silent := scoreRoots(t, metric+":root=skip", tt.gold, tt.system)
			figure := fmt.Sprintf("without it F1 is %s", without)
			known := metric != "evalb:none" // whose traces make pairs unscorable
			if silent != "" || f1 == without || !strings.Contains(found, tt.said) || strings.Contains(found, figure) != known {
				t.Errorf("%s, %s: F1 %s, %s with root=skip, said %q, then %q", metric, filepath.Base(tt.system), f1, without, found, silent)
			}
			if metric == "evalb:collins" && tt.system == parser && f1 != "84.24" {
				t.Errorf("F1 %s, EVALB prints 84.24", f1)
			}
		}
		if f1, found := scoreRoots(t, "evalb:proper", tt.gold, tt.system); found != "" || f1 == "" {
			t.Errorf("proper: %s, %q", f1, found)
		}
	}
	if f1, found := scoreRoots(t, "evalb", gold, gold); f1 != "100.00" || found != "" {
		t.Errorf("gold against itself: %s, %q", f1, found)
	}
}

// Roots above the tree are found where the measure counts them, with the way to leave them out.
func TestRoots(t *testing.T) {
	const bare, top, s1 = "(S (N a) (V b))\n", "(TOP (S (N a) (V b)))\n", "(S1 (S (N a) (V b)))\n"
	for _, tc := range []struct {
		metric, gold, system string
		want                 []string
	}{
		{"evalb:none", top, top, []string{"root: note: evalb counts the root TOP as a bracket, which nearly always matches (option prep=erase=TOP leaves it out)"}},
		{"evalb:none", bare, top, []string{"root: warning: y.mrg: the root TOP of 1 tree is a wrong bracket: gold has no such root"}},
		{"evalb:none", top, bare, []string{"root: warning: y.mrg: the root TOP of 1 tree of gold is a missing bracket"}},
		{"evalb", top, top, nil},
		{"evalb", s1, s1, []string{"evalb counts the root S1 as a bracket, which nearly always matches (-m evalb:new leaves it out)"}},
		{"evalb:none", bare, bare, nil},
	} {
		run := counted(t, tc.metric, opened(t, "x.mrg", tc.gold), opened(t, "y.mrg", tc.system), eval.Options{})
		wantSaid(t, tc.metric+" "+tc.gold+tc.system, said(Roots, run), tc.want...)
	}
}
