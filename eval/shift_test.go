package eval

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"assay/internal/formattest"
	"assay/treebank"
)

// nodesOnly counts nodes.
type nodesOnly struct{ tagging }

func (nodesOnly) Count(row []float64, p *Pair) error {
	row[1] += float64(len(p.Gold.Nodes))
	return nil
}

// TestShiftReadsOnce: the concepts that workers note show the same shift at the same place as those of
// both files read anew, on any number of workers, and each graph is parsed once.
func TestShiftReadsOnce(t *testing.T) {
	var parsed atomic.Int32
	format := formattest.Words
	format.Layers, format.ID = treebank.Graph, nil
	format.Parse = func(s *treebank.Sentence, text []byte) error {
		parsed.Add(1)
		if bytes.HasPrefix(text, []byte("!")) {
			return treebank.At(text, 0, "a word", "!")
		}
		for _, w := range bytes.Fields(text) {
			s.Nodes = append(s.Nodes, treebank.Node{Label: s.Syms.Intern(w)})
		}
		return nil
	}
	lines := func(lost int) string {
		var out strings.Builder
		for i := range 300 {
			switch {
			case i == 7:
				out.WriteString("!\n")
			case i != lost:
				fmt.Fprintf(&out, "the concept%d other%d\n", i, i%17)
			}
		}
		return out.String()
	}
	for _, tt := range []struct {
		lost int
		want string
	}{{-1, ""}, {90, "gold.txt:92:1 concepts of gold sentences 92 to 300 match system sentences 91 to 299 (system.txt:91:1)"}} {
		for _, jobs := range []int{1, 4} {
			for _, repeated := range []bool{false, true} {
				gold := formattest.Source(&format, "gold.txt", []byte(lines(-1)))
				system := formattest.Source(&format, "system.txt", []byte(lines(tt.lost)))
				parsed.Store(0)
				metric := newTagging()
				metric.NewCounter = func() Counter { return nodesOnly{} }
				run := &runner{context.Background(), gold, system, []*Measure{metric}, Options{Jobs: jobs, Align: AlignOrder}}
				res, _, err := run.decide()
				if err != nil {
					t.Fatal(err)
				}
				if repeated { // the plain twin
					res.gold, res.system = profile{}, profile{}
				}
				if err := res.noteShift(); err != nil {
					t.Fatal(err)
				}
				if n := int(parsed.Load()); !repeated && n != res.GoldN+res.SystemN {
					t.Errorf("lost %d, %d workers: %d sentences parsed, want %d", tt.lost, jobs, n, res.GoldN+res.SystemN)
				}
				found := ""
				for _, p := range res.Problems {
					if text, ok := strings.CutPrefix(p.Text, "the concepts"); ok {
						found = p.Place + " concepts" + text
					}
				}
				if !strings.HasPrefix(found, tt.want) || tt.want == "" && found != "" {
					t.Errorf("lost %d, %d workers, read again %v: %q, want %q", tt.lost, jobs, repeated, found, tt.want)
				}
			}
		}
	}
}

// TestBestStretch: the stretch found in one pass gains as much as the best of all stretches.
func TestBestStretch(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	side := func() (out [][]concept) {
		for range 3 + random.IntN(9) {
			var labels []concept
			for x := range concept(8) {
				if random.IntN(3) == 0 {
					labels = append(labels, x+1)
				}
			}
			out = append(out, labels)
		}
		return out
	}
	for range 300 {
		f := newShiftFinder(side(), side())
		by := random.IntN(5) - 2
		var straight []float64
		for i := range f.gold {
			straight = append(straight, f.similarity(i, i))
		}
		most := 0.0
		for from := range f.gold {
			gain := 0.0
			for i := from; i < len(f.gold); i++ {
				gain += f.similarity(i, i+by) - straight[i]
				most = max(most, gain)
			}
		}
		s, moved, before := f.bestStretch(straight, by)
		gain := 0.0
		for i := s.from; i < s.to; i++ {
			gain += f.similarity(i, i+by) - straight[i]
		}
		if math.Abs(gain-most) > 1e-9 || math.Abs(moved-before-most) > 1e-9 {
			t.Fatalf("shift by %d: sentences %d to %d gain %v, said to gain %v; the best gain %v", by, s.from+1, s.to, gain, moved-before, most)
		}
	}
}

// TestFindShift: concepts of every sentence are no evidence, few sentences are not enough.
func TestFindShift(t *testing.T) {
	sentences := func(names ...concept) (out [][]concept) {
		for _, x := range names {
			out = append(out, []concept{1, x})
		}
		return out
	}
	for _, tt := range []struct {
		name         string
		gold, system [][]concept
		want         shift
		ok           bool
	}{
		{"alike", sentences(2, 3, 4, 5, 6, 7, 8), sentences(2, 3, 4, 5, 6, 7, 8), shift{}, false},
		{"nothing alike", sentences(2, 3, 4, 5, 6), sentences(12, 13, 14, 15, 16), shift{}, false},
		{"the same again and again", sentences(2, 2, 2, 2, 2, 2), sentences(2, 2, 2, 2, 2), shift{}, false},
		{"the system lost 3", sentences(2, 3, 4, 5, 6, 7, 8), sentences(2, 4, 5, 6, 7, 8), shift{2, 7, -1}, true},
		{"gold lost 3", sentences(2, 4, 5, 6, 7, 8), sentences(2, 3, 4, 5, 6, 7, 8), shift{1, 6, 1}, true},
		{"each lost one", sentences(2, 3, 4, 5, 6, 8), sentences(2, 4, 5, 6, 7, 8), shift{2, 5, -1}, true},
		{"lost too late", sentences(2, 3, 4, 5, 6), sentences(2, 3, 5, 6), shift{}, false},
	} {
		if got, ok := newShiftFinder(tt.gold, tt.system).find(); got != tt.want || ok != tt.ok {
			t.Errorf("%s: %v %v, want %v %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

// TestRarities: similarities are Dice coefficients weighted by the rarity of concepts, however many there are.
func TestRarities(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 46))
	for _, size := range []uint32{3, 40, 5000, 1 << 31} { // concepts
		var sides [2][][]concept
		for i := range sides {
			for range 300 {
				var list []concept
				for range r.IntN(9) {
					list = append(list, concept(1+r.Uint32N(size)))
				}
				slices.Sort(list)
				sides[i] = append(sides[i], slices.Compact(list))
			}
		}
		count := map[concept]float64{}
		for _, list := range slices.Concat(sides[0], sides[1]) {
			for _, x := range list {
				count[x]++
			}
		}
		rarity := func(x concept) float64 { return math.Log(600 / count[x]) }
		f := newShiftFinder(sides[0], sides[1])
		for i, gold := range sides[0] {
			for j, system := range sides[1] {
				var both, all float64
				for _, x := range gold {
					all += rarity(x)
					if slices.Contains(system, x) {
						both += 2 * rarity(x)
					}
				}
				for _, x := range system {
					all += rarity(x)
				}
				if all == 0 {
					all = 1
				}
				if got := f.similarity(i, j); math.Abs(got-both/all) > 1e-9 {
					t.Fatalf("%d concepts, sentences %d and %d: %v, want %v", size, i, j, got, both/all)
				}
			}
		}
	}
}
