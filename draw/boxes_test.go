package draw_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/draw"
	"assay/internal/shared"
	"assay/treebank"
)

// TestBoxes looks at the places of boxes. A box holds its referents and its conditions, negated boxes and both sides of
// an implication. A box that it presupposes is drawn before it, and one that a discourse relation joins to it after it.
// The system's variables have gold's names.
func TestBoxes(t *testing.T) {
	gold, system := filepath.Join(t.TempDir(), "gold.clf"), filepath.Join(t.TempDir(), "system.clf")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(gold, `b1 REF x1
b1 PRESUPPOSITION b2
b1 dog "n.01" x1
b2 NEGATION b3
b3 REF e1
b3 bark "v.01" e1
b3 Agent e1 x1
b2 IMP b4 b5
b4 rain "v.01" e2
b4 REF e2
b5 REF e3
b5 wet "a.01" e3
b2 CONTRAST b6
b6 REF x9
b6 cat "n.01" x9
`)
	write(system, `k1 REF y1
k1 PRESUPPOSITION k2
k1 dog "n.01" y1
k2 NEGATION k3
k3 REF f1
k3 bark "v.02" f1
k3 Theme f1 y1
k2 IMP k4 k5
k4 rain "v.01" f2
k4 REF f2
k5 REF e3
k5 wet "a.01" e3
k2 REF x9
k2 cat "n.01" x9
`)
	sight := sights(t, "counter", gold, system)[0]
	for _, tc := range []struct {
		width int
		want  string
	}{
		{100, `
gold                                        system
PRESUPPOSITION of b2                        PRESUPPOSITION of b2
╭──────────────╮                            ╭──────────────╮
│ b1  x1       │                            │ b1  x1       │
├──────────────┤                            ├──────────────┤
│ dog.n.01(x1) │                            │ dog.n.01(x1) │
╰──────────────╯                            ╰──────────────╯

╭───────────────────────────────────────╮   ╭───────────────────────────────────────╮
│ b2                                    │   │ b2  x9                                │
├───────────────────────────────────────┤   ├───────────────────────────────────────┤
│ NEGATION            IMP: if           │   │ ≠cat.n.01(x9)                         │
│ ╭────────────────╮  ╭───────────────╮ │   │ NEGATION            IMP: if           │
│ │ b3  (−e1)      │  │ b4  e2        │ │   │ ╭────────────────╮  ╭───────────────╮ │
│ ├────────────────┤  ├───────────────┤ │   │ │ b3  (+f1)      │  │ b4  e2        │ │
│ │ −bark.v.01(e1) │  │ rain.v.01(e2) │ │   │ ├────────────────┤  ├───────────────┤ │
│ │ −Agent(e1, x1) │  ╰───────────────╯ │   │ │ +bark.v.02(f1) │  │ rain.v.01(e2) │ │
│ ╰────────────────╯                    │   │ │ +Theme(f1, x1) │  ╰───────────────╯ │
│                                       │   │ ╰────────────────╯                    │
│ IMP: then                             │   │                                       │
│ ╭──────────────╮                      │   │ IMP: then                             │
│ │ b5  e3       │                      │   │ ╭──────────────╮                      │
│ ├──────────────┤                      │   │ │ b5  e3       │                      │
│ │ wet.a.01(e3) │                      │   │ ├──────────────┤                      │
│ ╰──────────────╯                      │   │ │ wet.a.01(e3) │                      │
╰───────────────────────────────────────╯   │ ╰──────────────╯                      │
                                            ╰───────────────────────────────────────╯
−b2 CONTRAST
╭───────────────╮
│ (−b6)  x9     │
├───────────────┤
│ ≠cat.n.01(x9) │
╰───────────────╯
`},
	} {
		var out strings.Builder
		if err := sight.Terminal(&out, draw.Options{Width: tc.width}); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); got != tc.want[1:] {
			t.Errorf("width %d:\n%s", tc.width, got)
		}
	}
}

// TestEveryClauseIsDrawnOnce: the pictures of both sides have a text for each clause and for the name of each box.
func TestEveryClauseIsDrawnOnce(t *testing.T) {
	drs := func(name string) string { return shared.Path(t, "data", "sem-drs-pmb", name) }
	drawn := 0
	for _, sight := range sights(t, "counter", drs("en-test.gold.clf.gz"), drs("en-test.sim_spar.clf.gz")) {
		want := 2 // the names of both sides
		for _, side := range []*treebank.Sentence{sight.Gold, sight.System} {
			boxes := boxesOf(side)
			want += len(side.Clauses) + len(boxes)
			for _, c := range side.Clauses { // "either" and "or" are above two boxes
				if slices.Contains(boxes, c.A) && slices.Contains(boxes, c.B) {
					want++
				}
			}
		}
		if got := len(sight.Picture(1e6, draw.Options{}).Labels()); got != want {
			t.Errorf("pair %d: %d texts, want %d", sight.Unit+1, got, want)
		}
		drawn++
	}
	if drawn < 890 {
		t.Errorf("%d pictures", drawn)
	}
}

// boxesOf returns the boxes of a side: those that have clauses, and those that a clause with one argument is about.
func boxesOf(s *treebank.Sentence) (out []int32) {
	for _, c := range s.Clauses {
		out = append(out, c.Box)
		if c.B < 0 && c.ConstB == 0 && c.A >= 0 && s.Name(c.Op) != "REF" {
			out = append(out, c.A)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// bounds returns the box of a picture as pages get it.
func bounds(t *testing.T, data []byte) (box [4]float64) {
	t.Helper()
	var got struct{ B [4]float64 }
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	return got.B
}
