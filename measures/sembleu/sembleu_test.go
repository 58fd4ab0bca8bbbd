package sembleu_test

import (
	"bytes"
	"context"
	"strconv"
	"testing"

	"assay/eval"
	"assay/formats/amr"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/sembleu"
	"assay/treebank"
)

func score(t *testing.T, gold, system []byte, o sembleu.Options) float64 {
	t.Helper()
	src := func(name string, text []byte) *treebank.Source { return formattest.Source(&amr.Format, name, text) }
	m := sembleu.New(o)
	res, err := eval.Run(context.Background(), src("gold", gold), src("system", system), []*eval.Measure{m}, eval.Options{Align: eval.AlignOrder})
	if err != nil {
		t.Fatal(err)
	}
	return m.Scores(res.Counts[0].Sum())[0].Value
}

// A graph is 1 against itself; with another role its nodes are, as paths of one node.
func TestByHand(t *testing.T) {
	gold, other := []byte("(b / boy :ARG0-of (r / run-01))"), []byte("(b / boy :ARG1-of (r / run-01))")
	if got := score(t, gold, gold, sembleu.Options{Order: 1}); got != 1 {
		t.Errorf("a graph against itself is %v", got)
	}
	if got := score(t, gold, other, sembleu.Options{Order: 1}); got != 1 {
		t.Errorf("paths of one node: %v, want 1", got)
	}
	if got := score(t, gold, other, sembleu.Options{Order: 2}); got >= 1 {
		t.Errorf("paths of two nodes: %v, want less than 1", got)
	}
}

// TestRecorded compares with the figures of eval.py at 69ff2d4, all digits.
func TestRecorded(t *testing.T) {
	lpps := []string{"cases", "graphs", "01-amr-lpps"}
	gold, system := shared.Read(t, append(lpps, "gold.amr")...), shared.Read(t, append(lpps, "system.amr")...)
	for _, tc := range []struct {
		order int
		want  float64
	}{{0, 0.20466986758706124}, {1, 0.6351554888708193}, {2, 0.36688294479580547}, {4, 0.20773909060648288}} {
		got := score(t, gold, system, sembleu.Options{Order: tc.order})
		if d := got - tc.want; d > 1e-15 || d < -1e-15 {
			t.Errorf("order %d: want %v, found %v", tc.order, tc.want, got)
		}
		text := shared.Read(t, append(lpps, "expected.sembleu-n.txt")...)
		if tc.order > 0 && !bytes.Contains(text, []byte(strconv.FormatFloat(tc.want, 'g', -1, 64))) {
			t.Errorf("%v is not recorded", tc.want)
		}
	}
	if got := score(t, gold, gold, sembleu.Options{}); got < 1-1e-15 || got > 1+1e-15 {
		t.Errorf("gold against itself: %v", got)
	}
	for _, tc := range []struct {
		gold, system string
		want         float64
	}{{"s2", "s1", 0.5}, {"s1", "s2", 0.49523020988320327}, {"s3", "s3", 1}} {
		read := func(name string) []byte { return shared.Read(t, "cases", "graphs", "07-amr-edge", name+".amr") }
		if got := score(t, read(tc.gold), read(tc.system), sembleu.Options{}); got != tc.want {
			t.Errorf("%s against %s: want %v, found %v", tc.system, tc.gold, tc.want, got)
		}
	}
}

// watcher adds up the counts of repaired items.
type watcher struct{ row []float64 }

func (w *watcher) Pair(*eval.Pair) {}
func (w *watcher) Item(_ int, item *eval.Item) {
	adds := item.Adds
	switch {
	case item.Mended != nil:
		adds = item.Mended
	case item.Outcome == eval.Spurious:
		adds = nil
	case item.Outcome == eval.Missing: // a path of three nodes
		adds = []eval.Add{{Column: 6, N: 1}, {Column: 7, N: 1}, {Column: 8, N: 1}}
	}
	for _, a := range adds {
		w.row[a.Column] += a.N
	}
}

// Repairing every item gives the score of gold against itself: nodes and edges that are repaired count in the
// brevity penalty as well.
func TestRepairsGiveAll(t *testing.T) {
	src := func(name, text string) *treebank.Source { return formattest.Source(&amr.Format, name, []byte(text)) }
	m := sembleu.New(sembleu.Options{})
	gold, short := "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))", "(w / want-01 :ARG0 (c / cat))"
	for _, pair := range [][2]string{{gold, short}, {short, gold}} {
		w := &watcher{row: make([]float64, len(m.Columns))}
		if _, err := eval.Run(context.Background(), src("gold", pair[0]), src("system", pair[1]), []*eval.Measure{m},
			eval.Options{Align: eval.AlignOrder, Collect: func() eval.Collector { return w }, Collected: func(eval.Collector) {}}); err != nil {
			t.Fatal(err)
		}
		if got := m.Scores(w.row)[0].Value; got != 1 {
			t.Errorf("%s after all repairs: %v of %v", pair[1], got, w.row)
		}
	}
}
