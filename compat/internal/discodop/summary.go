package discodop

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Totals are the counts of all sentences, or of the short ones.
type totals struct {
	p                              *parameters
	sentences, longest, exact      int
	gold, candidate                counts
	goldFuncs, functions, matchedF int
	tags, tagsRight                int
	ancestors                      []float64
	distance, nodes                float64
}

// counts are brackets: different ones in their sentences, all, those with gaps, and
// those that both sides have.
type counts struct{ different, all, gaps, matched int }

// add adds a sentence.
func (t *totals) add(result *result) {
	empty := len(result.gold) == 0 && len(result.candidate) == 0
	if !t.p.disconly || !empty {
		t.sentences++
	}
	t.longest = max(t.longest, result.length)
	same := len(result.gold) == len(result.candidate)
	for b, n := range result.gold {
		m := min(n, result.candidate[b])
		same = same && n == result.candidate[b]
		t.gold.matched += m
		t.gold.add(b, n)
	}
	for b, n := range result.candidate {
		t.candidate.add(b, n)
	}
	if same && (!t.p.disconly || !empty) {
		t.exact++
	}
	for f, n := range result.goldFuncs {
		t.goldFuncs += n
		t.matchedF += min(n, result.functions[f])
	}
	for _, n := range result.functions {
		t.functions += n
	}
	for i, tag := range result.goldTags {
		if t.tags++; tag == result.tags[i] {
			t.tagsRight++
		}
	}
	t.ancestors = append(t.ancestors, result.ancestor)
	t.distance, t.nodes = t.distance+result.distance, t.nodes+result.nodes
}

func (c *counts) add(b bracket, n int) {
	c.different++
	c.all += n
	if b.gaps {
		c.gaps += n
	}
}

// share shows a fraction in percent as the original does: nan where recall or
// precision has no denominator.
func share(n, of int) string {
	if of == 0 {
		return "   nan"
	}
	v, _ := new(big.Rat).Mul(big.NewRat(int64(n), int64(of)), big.NewRat(100, 1)).Float64()
	return fmt.Sprintf("%6.2f", v)
}

// ratio is share for figures that divide by zero in the original.
func ratio(n, of int) string {
	if of == 0 {
		return " 0DIV!"
	}
	return share(n, of)
}

// fMeasure is nan unless something is matched.
func fMeasure(matched, gold, candidate int) string {
	if matched == 0 {
		return "   nan"
	}
	return share(2*matched, gold+candidate)
}

func percent(v float64) string {
	if math.IsNaN(v) {
		return "   nan"
	}
	return fmt.Sprintf("%6.2f", 100*v)
}

// mean is the mean of the sentences.
func mean(list []float64) string {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return percent(sum / float64(len(list)))
}

// centre is Python's str.center with underscores.
func centre(s string, width int) string {
	pad := width - len(s)
	left := pad/2 + (pad & width & 1)
	return strings.Repeat("_", left) + s + strings.Repeat("_", pad-left)
}

// summary prints the figures: of all sentences, and of the short ones beside them
// unless all are short.
func summary(w io.Writer, parameters *parameters, all, short *totals) {
	columns := []*totals{short, all}
	if all.longest <= parameters.cutoff {
		columns = columns[1:]
		fmt.Fprintln(w, centre(" Summary (ALL) ", 35))
	} else {
		fmt.Fprintf(w, "%s <= %d ______ ALL\n", centre(" Summary ", 27), parameters.cutoff)
	}
	line := func(name string, show func(t *totals) string) {
		var cells []string
		for _, t := range columns {
			cells = append(cells, show(t))
		}
		fmt.Fprintf(w, "%-27s%s\n", name, strings.Join(cells, "     "))
	}
	number := func(n int) string { return fmt.Sprintf("%6d", n) }
	line("number of sentences:", func(t *totals) string { return number(t.sentences) })
	line("longest sentence:", func(t *totals) string { return number(t.longest) })
	disc := all.gold.gaps > 0 || all.candidate.gaps > 0
	inBrackets := len(columns) == 1 && disc
	show := func(c func(t *totals) counts) func(t *totals) string {
		return func(t *totals) string {
			if inBrackets {
				return number(c(t).different) + " (" + strconv.Itoa(c(t).gaps) + ")"
			}
			return number(c(t).different)
		}
	}
	gold, candidate := func(t *totals) counts { return t.gold }, func(t *totals) counts { return t.candidate }
	if inBrackets {
		line("gold brackets (disc.):", show(gold))
		line("cand. brackets (disc.):", show(candidate))
	} else {
		line("gold brackets:", show(gold))
		line("cand. brackets:", show(candidate))
		if disc {
			line("disc. gold brackets:", func(t *totals) string { return number(t.gold.gaps) })
			line("disc. cand. brackets:", func(t *totals) string { return number(t.candidate.gaps) })
		}
	}
	line("labeled recall:", func(t *totals) string { return share(t.gold.matched, t.gold.all) })
	line("labeled precision:", func(t *totals) string { return share(t.gold.matched, t.candidate.all) })
	line("labeled f-measure:", func(t *totals) string { return fMeasure(t.gold.matched, t.gold.all, t.candidate.all) })
	line("exact match:", func(t *totals) string { return ratio(t.exact, t.sentences) })
	if parameters.la {
		line("leaf-ancestor:", func(t *totals) string { return mean(t.ancestors) })
	}
	if parameters.ted {
		line("tree-dist (Dice micro avg)", func(t *totals) string { return percent(1 - t.distance/t.nodes) })
	}
	if all.functions > 0 {
		line("function tags:", func(t *totals) string { return fMeasure(t.matchedF, t.goldFuncs, t.functions) })
	}
	line("pos accuracy:", func(t *totals) string { return ratio(t.tagsRight, t.tags) })
}
