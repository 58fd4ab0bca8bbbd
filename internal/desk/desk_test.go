package desk

import (
	"bufio"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"assay/check/adjudicate"
	"assay/check/ledger"
	"assay/check/review"
	"assay/corpus"
	"assay/draw"
	"assay/eval"
	"assay/eval/plan"
	"assay/measures"
	"assay/treebank"
)

// session is the check of a small system: the queue has a bracket of a parser that gold lacks for each sentence.
func session(t *testing.T, sentences int) *review.Session {
	t.Helper()
	open := func(name, text string) *treebank.Source {
		src, err := corpus.Text(name, strings.Repeat(text, sentences), nil)
		if err != nil {
			t.Fatal(err)
		}
		return src
	}
	m, err := measures.Parse("evalb", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	gold := open("gold.mrg", "(S (NP (D a) (N b)) (V c) (N d))\n")
	system := open("system.mrg", "(S (NP (D a) (N b)) (VP (V c) (N d)))\n")
	queue, err := review.Build(context.Background(), plan.New(gold, []*treebank.Source{system}, eval.Options{}), m, plan.Taps{},
		review.Options{Each: true})
	if err != nil {
		t.Fatal(err)
	}
	decisions, err := ledger.Open(filepath.Join(t.TempDir(), "decisions.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { decisions.Close() })
	return review.NewSession(queue, decisions)
}

// asked lets a judge type keys and returns the screen, without carriage returns, and the decisions.
func asked(t *testing.T, s *review.Session, keys string, blind bool) (screen string, list []adjudicate.Decision) {
	t.Helper()
	var out strings.Builder
	desk := &Desk{Judge: "ann", Blind: blind, Session: s, In: bufio.NewReader(strings.NewReader(keys)), Out: &out,
		Draw: draw.Options{Width: 80}, Fold: func(line string) string { return line }}
	if err := desk.Ask(); err != nil {
		t.Fatal(err)
	}
	list, err := s.Decisions()
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(out.String(), "\r", ""), list
}

// Each key decides as the line of keys says, and the next item is drawn.
func TestKeys(t *testing.T) {
	for _, tc := range []struct {
		keys    string
		decided string // verdicts of the decisions, in their order
		on      string // a line of the screen
	}{
		{"", "", "item 1 of 3, 0 decided"},
		{"a", "accept", "item 2 of 3, 1 decided"},
		{"aru", "accept reject unsure", "all items are decided"},
		{"\n\na", "accept", "accept: 1"},
		{"sr", "reject", "item 2 of 3, 0 decided"},
		{"br", "reject", "item 3 of 3, 0 decided"},
		{"qa", "", "item 1 of 3"},
		{"\x03a", "", "item 1 of 3"},
		{"x", "", `'x' is no key here`},
		{"z", "", "nothing to undo"},
		{"az", "", "undone"},
		{"A\n", "accept accept accept", "Enter writes accept for 3 items; any other key leaves"},
		{"Rx", "", "nothing is written"},
		{"nwhyy\x7f\nr", "reject", "note: whyy"},
	} {
		s := session(t, 3)
		screen, list := asked(t, s, tc.keys, false)
		var verdicts []string
		for _, d := range list {
			verdicts = append(verdicts, string(d.Decision))
		}
		if got := strings.Join(verdicts, " "); got != tc.decided || !strings.Contains(screen, tc.on) {
			t.Errorf("keys %q: decided %q, want %q and %q on the screen:\n%s", tc.keys, got, tc.decided, tc.on, screen)
		}
		if tc.keys == "nwhyy\x7f\nr" && list[0].Note != "why" {
			t.Errorf("note %q", list[0].Note)
		}
	}
}

// The screen names the system, and to a blind judge no system.
func TestBlind(t *testing.T) {
	for _, blind := range []bool{false, true} {
		screen, _ := asked(t, session(t, 1), "d", blind)
		if strings.Contains(screen, "system.mrg") == blind || !strings.Contains(screen, "sentence 1") || !strings.Contains(screen, "VP") {
			t.Errorf("blind %v:\n%s", blind, screen)
		}
	}
}

// Brackets of one attachment are asked about together, and listed where the judge wants to see them.
func TestAttachment(t *testing.T) {
	open := func(name, text string) *treebank.Source {
		src, err := corpus.Text(name, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		return src
	}
	m, err := measures.Parse("evalb", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	gold := open("gold.mrg", "(S (NP (N a)) (VP (V sees) (NP (NP (D the) (N man)) (PP (P with) (NP (D a) (N hat))))))\n")
	system := open("system.mrg", "(S (NP (N a)) (VP (V sees) (NP (D the) (N man)) (PP (P with) (NP (D a) (N hat)))))\n")
	queue, err := review.Build(context.Background(), plan.New(gold, []*treebank.Source{system}, eval.Options{}), m, plan.Taps{},
		review.Options{Exact: true})
	if err != nil {
		t.Fatal(err)
	}
	decisions, err := ledger.Open(filepath.Join(t.TempDir(), "decisions.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer decisions.Close()
	screen, list := asked(t, review.NewSession(queue, decisions), strings.Repeat("da", len(queue.Items)), false)
	if len(list) != len(queue.Items) || !strings.Contains(screen, "all items are decided") {
		t.Errorf("%d of %d items are decided:\n%s", len(list), len(queue.Items), screen)
	}
}
