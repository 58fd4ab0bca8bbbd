package kummerfeld

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// TestCrossings: the brackets that cross a span are found as by trying all of them.
func TestCrossings(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	crossing := 0
	for range 300 {
		g, s := pair(t, "(ROOT "+bracketing(random, 2+random.IntN(11))+")", "(ROOT (S (X a)))")
		a := NewAnalyser(Options{})
		a.labels.use(g.Syms)
		a.prepare(&a.gold, g)
		a.prepare(&a.test, g)
		a.prepare(&a.gold, s)
		a.sortGold()
		a.count()
		test := &a.test
		for start := range int32(len(test.leaves)) {
			for end := start + 1; int(end) <= len(test.leaves); end++ {
				want := int32(0)
				for v := test.root; v != none; v = test.after(v) {
					if n := &test.nodes[v]; n.first != none && (n.start < start && start < n.end && n.end < end || start < n.start && n.start < end && end < n.end) {
						want++
					}
				}
				crossing += int(want)
				if got := a.crossings(start, end); got != want {
					t.Fatalf("%s: %d brackets cross words %d-%d, want %d", g.Text, got, start, end, want)
				}
			}
		}
	}
	if crossing < 1000 {
		t.Errorf("only %d crossings", crossing)
	}
}

// bracketing returns a random tree over n words, also with unary brackets.
func bracketing(random *rand.Rand, n int) string {
	if n == 1 {
		return "(X w)"
	}
	if random.IntN(5) == 0 {
		return fmt.Sprintf("(%c %s)", 'A'+rune(random.IntN(3)), bracketing(random, n))
	}
	var parts []string
	for rest := n; rest > 0; {
		k := min(rest, 1+random.IntN(n-1))
		parts = append(parts, bracketing(random, k))
		rest -= k
	}
	return fmt.Sprintf("(%c %s)", 'A'+rune(random.IntN(3)), strings.Join(parts, " "))
}

// TestDeepTrees: trees that are nested eight times as deep do not take much more than eight
// times as long; by trying each bracket against each they took more than fifty times as long.
func TestDeepTrees(t *testing.T) {
	deep := func(levels int, seed uint64) string {
		random := rand.New(rand.NewPCG(seed, 1))
		var out strings.Builder
		out.WriteString("(ROOT ")
		for range levels {
			fmt.Fprintf(&out, "(%c (X w) ", 'A'+rune(random.IntN(3)))
		}
		return out.String() + "(X w)" + strings.Repeat(")", levels) + ")"
	}
	quickest := func(levels int) time.Duration {
		g, s := pair(t, deep(levels, 1), deep(levels, 2))
		a := NewAnalyser(Options{})
		best := time.Hour
		for range 5 {
			begin := time.Now()
			if _, err := a.Analyse(g, s); err == nil {
				t.Fatal("so many errors are no longer too many")
			}
			best = min(best, time.Since(begin))
		}
		return best
	}
	if small, large := quickest(1500), quickest(12000); large > 30*small {
		t.Errorf("%v for 1500 levels, %v for 12000", small, large)
	}
}
