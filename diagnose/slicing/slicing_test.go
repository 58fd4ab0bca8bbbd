package slicing_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/diagnose/slicing"
	"assay/eval"
	"assay/formats/conllu"
	"assay/internal/formattest"
	"assay/measures/attachment"
	"assay/subgroup"
)

// made returns gold and systems of random sentences. A system gets a word wrong with the chance
// that its function gives.
func made(sentences int, wrong ...func(tag string, left bool) float64) (gold string, systems []string) {
	rng := rand.New(rand.NewPCG(1, 2))
	var g strings.Builder
	out := make([]strings.Builder, len(wrong))
	for n := range sentences {
		words := 6 + rng.IntN(20)
		if n%10 == 0 {
			fmt.Fprintf(&g, "# newdoc id = doc-%d\n", n/10)
		}
		for w := 1; w <= words; w++ {
			tag := []string{"NOUN", "VERB", "ADJ", "PRON"}[rng.IntN(4)]
			head := w - 1
			if w > 2 && rng.IntN(2) == 0 && w < words {
				head = w + 1
			}
			rel := "dep" + fmt.Sprint(rng.IntN(5))
			form := rng.IntN(50)
			fmt.Fprintf(&g, "%d\tw%d\t_\t%s\t_\t_\t%d\t%s\t_\t_\n", w, form, tag, head, rel)
			for k := range wrong {
				given := head
				if rng.Float64() < wrong[k](tag, head < w) {
					given = (head + 2) % (words + 1)
				}
				fmt.Fprintf(&out[k], "%d\tw%d\t_\t%s\t_\t_\t%d\t%s\t_\t_\n", w, form, tag, given, rel)
			}
		}
		g.WriteString("\n")
		for k := range out {
			out[k].WriteString("\n")
		}
	}
	for k := range out {
		systems = append(systems, out[k].String())
	}
	return g.String(), systems
}

// find searches the errors of one system, or the difference of two.
func find(t *testing.T, opt subgroup.Options, gold string, systems ...string) (*slicing.Findings, error) {
	t.Helper()
	m := attachment.New(attachment.Options{})
	var all []*slicing.Gatherer
	for _, system := range systems {
		var first *slicing.Gatherer
		if len(all) > 0 {
			first = all[0]
		}
		g, err := slicing.New(slicing.Options{Metric: m, Pair: len(systems) > 1, Keys: strings.Fields("deprel tag direction distance length")}, first)
		if err != nil {
			t.Fatal(err)
		}
		g.Treebank("made")
		_, err = eval.Run(context.Background(), formattest.Source(&conllu.Format, "gold", []byte(gold)), formattest.Source(&conllu.Format, "system", []byte(system)),
			[]*eval.Measure{m}, eval.Options{Align: eval.AlignOrder, Collect: g.Collect, Collected: g.Collected})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	var second *slicing.Gatherer
	if len(all) > 1 {
		second = all[1]
	}
	return all[0].Find(opt, second)
}

func often(tag string, left bool) float64 {
	if tag == "NOUN" && left {
		return 0.5
	}
	return 0.1
}

func seldom(string, bool) float64 { return 0.1 }

// TestPlantedSlice plants errors under two conditions: they are found, they hold, and the counts
// are those of a count of the text.
func TestPlantedSlice(t *testing.T) {
	gold, systems := made(600, often)
	found, err := find(t, subgroup.Options{}, gold, systems[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Subgroups) == 0 || slicing.Slice(found.Subgroups[0]) != "tag=NOUN, direction=left" || !found.Subgroups[0].Holds {
		t.Fatalf("found %d slices, the first %+v", len(found.Subgroups), found.Subgroups)
	}
	items, wrong := 0, 0
	for line, other := range pairs(gold, systems[0]) {
		if f, s := strings.Split(line, "\t"), strings.Split(other, "\t"); f[3] == "NOUN" && f[6] != "0" && number(f[6]) < number(f[0]) {
			items++
			if f[6] != s[6] {
				wrong++
			}
		}
	}
	if all := found.Subgroups[0].All; all.Items != items || int(all.Cost) != wrong {
		t.Errorf("%s: %v, counted %d items, %d wrong", found.Where(found.Subgroups[0]), all, items, wrong)
	}
	if got := found.Where(found.Subgroups[0]); got != "gold: tag=NOUN, direction=left" {
		t.Error(got)
	}
}

func number(s string) (n int) {
	fmt.Sscan(s, &n)
	return n
}

// pairs yields the lines of words of two texts in step.
func pairs(a, b string) func(yield func(string, string) bool) {
	words := func(text string) []string {
		return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return l == "" || l[0] == '#' })
	}
	x, y := words(a), words(b)
	return func(yield func(string, string) bool) {
		for i := range x {
			if !yield(x[i], y[i]) {
				return
			}
		}
	}
}

// TestNothingHolds: errors without a place, one system that loses to no other, files without
// errors.
func TestNothingHolds(t *testing.T) {
	gold, systems := made(400, seldom, seldom)
	found, err := find(t, subgroup.Options{}, gold, systems[0])
	if err != nil || found.Holding() > 0 {
		t.Errorf("errors at random: %v, %d slices hold", err, found.Holding())
	}
	found, err = find(t, subgroup.Options{}, gold, systems...)
	if err != nil || found.Holding() > 0 {
		t.Errorf("two systems of equal chances: %v, %d slices hold", err, found.Holding())
	}
	if _, err := find(t, subgroup.Options{}, gold, gold); !errors.Is(err, slicing.ErrNothingWrong) {
		t.Errorf("gold against itself: %v", err)
	}
	if _, err := find(t, subgroup.Options{Min: 1 << 20}, gold, systems[0]); err == nil {
		t.Error("more items than there are: no error")
	}
}

// TestLoser: of two systems the one that loses is named by the direction.
func TestLoser(t *testing.T) {
	gold, systems := made(900, seldom, often)
	for direction, order := range map[int][]string{1: systems, -1: {systems[1], systems[0]}} {
		found, err := find(t, subgroup.Options{}, gold, order...)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(found.Subgroups, func(s *subgroup.Subgroup) bool { return s.Holds && slicing.Slice(s) == "tag=NOUN, direction=left" })
		if at < 0 || found.Subgroups[at].Direction != direction {
			t.Errorf("direction %d: %+v", direction, found.Subgroups)
		}
	}
}
