package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestAnyOrder: the rows of a system that holds its sentences in another order are those
// of the system in gold's order, whatever the order. A sentence that the system has lost
// is missing, and changes no other row.
func TestAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		var gold, system []string
		for i := range 5 + random.IntN(40) {
			var g, s strings.Builder
			for j := range 3 + random.IntN(4) {
				fmt.Fprintf(&g, "w%d-%d/X ", i, j)
				fmt.Fprintf(&s, "w%d-%d/%c ", i, j, "XY"[random.IntN(2)])
			}
			gold, system = append(gold, strings.TrimSpace(g.String())+"\n"), append(system, strings.TrimSpace(s.String())+"\n")
		}
		want := mustRun(t, strings.Join(gold, ""), strings.Join(system, ""), Options{})
		order := random.Perm(len(system))
		lost := 0
		if round%2 == 1 {
			lost = len(order) / 4
		}
		var shuffled strings.Builder
		missing := map[int]bool{}
		for k, i := range order {
			if k < lost {
				missing[i] = true
				continue
			}
			shuffled.WriteString(system[i])
		}
		for _, opt := range []Options{{Jobs: 1}, {Jobs: 3}, {Settle: true}, {Align: AlignWords}} {
			got := mustRun(t, strings.Join(gold, ""), shuffled.String(), opt)
			if got.Len() != want.Len() || got.SystemN != len(system)-lost {
				t.Fatalf("round %d: %d pairs of %d sentences, want %d of %d", round, got.Len(), got.SystemN, want.Len(), len(system)-lost)
			}
			for i := range got.Len() {
				switch {
				case missing[i]:
					if got.Status(i) != NoSystem {
						t.Errorf("round %d: lost sentence %d is %v", round, i+1, got.Status(i))
					}
				case !slices.Equal(got.Counts[0].Row(i), want.Counts[0].Row(i)):
					t.Errorf("round %d: row %d is %v by %v because %q, want %v", round, i+1, got.Counts[0].Row(i), got.Align, got.Why, want.Counts[0].Row(i))
				}
			}
		}
	}
}

// TestMoved: where most sentences of a system are in place, those that have changed places
// are counted if other words differ too; if not, the sentences pair by their words.
func TestMoved(t *testing.T) {
	const gold = "a/X b/X\nc/X d/X\ne/X f/X\ng/X h/X\ni/X j/X\nk/X l/X\n"
	for _, x := range []struct {
		name, system string
		want         Align
		moved        int
		opt          Options
	}{
		{"two have changed places", "a/X b/X\ne/X f/X\nc/X d/X\ng/X h/X\ni/X j/X\nk/X l/X\n", AlignWords, 0, Options{}},
		{"another word too", "a/X b/X\ne/X f/X\nc/X d/X\ng/X h/X\ni/X j/X\nk/X z/X\n", AlignOrder, 2, Options{}},
		{"asked for", "a/X b/X\ne/X f/X\nc/X d/X\ng/X h/X\ni/X j/X\nk/X l/X\n", AlignOrder, 2, Options{Align: AlignOrder}},
		{"other words", "a/X b/X\ny/X f/X\nc/X z/X\ng/X h/X\ni/X j/X\nk/X l/X\n", AlignOrder, 0, Options{}},
		{"the first of three is lost", "c/X d/X\na/X b/X\ne/X f/X\na/X b/X\n", AlignText, 0, Options{}},
		{"one word for two", "a/X b/X\ne/X f/X\nx/X d/X\ng/X h/X\ni/X j/X\nk/X l/X\n", AlignOrder, 1, Options{}},
	} {
		gold := gold
		if strings.Contains(x.name, "lost") {
			gold = "a/X b/X\nc/X d/X\na/X b/X\ne/X f/X\na/X b/X\n"
		}
		r := mustRun(t, gold, x.system, x.opt)
		if r.Align != x.want || r.Moved != x.moved {
			t.Errorf("%s: by %v because %q with %d moved, want by %v with %d", x.name, r.Align, r.Why, r.Moved, x.want, x.moved)
		}
	}
}

// Sentences without words have no partner by their words but those of the same number
// among them.
func TestWordsOfNone(t *testing.T) {
	a, b := &summary{texts: []uint64{noWords, 1, 2, noWords}}, &summary{texts: []uint64{2, noWords, 3, 2}}
	if n := a.matchWords(b); n != 1 {
		t.Errorf("%d match, want 1", n)
	}
}
