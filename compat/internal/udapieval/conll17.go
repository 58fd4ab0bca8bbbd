package udapieval

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
)

// ignored are the relations that CLAS leaves out.
func ignored(rel string) bool {
	return slices.Contains([]string{"aux", "case", "cc", "clf", "cop", "det", "mark", "punct"}, rel)
}

// The rows of the table.
var rows = [...]string{"Words", "UPOS", "XPOS", "Feats", "Lemma", "UAS", "LAS", "CLAS"}

// conll17 are the counts of eval.Conll17.
type conll17 struct {
	pred, gold, predContent, goldContent, alignedContent int
	rows                                                 [len(rows)]int
}

// evalConll17 is eval.Conll17.
func evalConll17(pairs func(func(pred, gold *tree) error) error, raw, results bool, out *bufio.Writer) error {
	var total conll17
	err := pairs(func(pred, gold *tree) error {
		c := compare(pred, gold)
		if raw {
			fmt.Fprintln(out, c.pred, c.gold, c.rows[0], c.rows[6])
		}
		total.pred, total.gold = total.pred+c.pred, total.gold+c.gold
		total.predContent, total.goldContent = total.predContent+c.predContent, total.goldContent+c.goldContent
		total.alignedContent += c.alignedContent
		for i, n := range c.rows {
			total.rows[i] += n
		}
		return nil
	})
	if err != nil || !results {
		return err
	}
	fmt.Fprint(out, "Metric     | Precision |    Recall |  F1 Score | AligndAcc\n"+
		"-----------+-----------+-----------+-----------+-----------\n")
	ratio := func(n, d int) float64 {
		if d == 0 {
			return 0
		}
		return 100 * (float64(n) / float64(d))
	}
	pred, gold, aligned := total.pred, total.gold, total.rows[0]
	for i, name := range rows {
		if name == "CLAS" {
			pred, gold, aligned = total.predContent, total.goldContent, total.alignedContent
		}
		n := total.rows[i]
		fmt.Fprintf(out, "%-11s|%10.2f |%10.2f |%10.2f |%10.2f\n", name, ratio(n, pred), ratio(n, gold),
			ratio(2*n, pred+gold), ratio(n, aligned))
	}
	return nil
}

func compare(pred, gold *tree) (c conll17) {
	c.pred, c.gold = len(pred.nodes), len(gold.nodes)
	partner := make([]int, len(pred.nodes)+1) // by number of the predicted node, that of gold; -1 for none
	for i := range pred.nodes {
		partner[i+1] = -1
		if !ignored(pred.nodes[i].udeprel()) {
			c.predContent++
		}
	}
	for i := range gold.nodes {
		if !ignored(gold.nodes[i].udeprel()) {
			c.goldContent++
		}
	}
	blocks := matching(forms(pred), forms(gold))
	for _, b := range blocks {
		for k := range b.size {
			partner[b.a+k+1] = b.b + k + 1
		}
	}
	for _, b := range blocks {
		for k := range b.size {
			p, g := &pred.nodes[b.a+k], &gold.nodes[b.b+k]
			content := !ignored(g.udeprel())
			c.rows[0]++
			if content {
				c.alignedContent++
			}
			for i, same := range []bool{p.upos == g.upos, p.xpos == g.xpos, p.feats == g.feats, p.lemma == g.lemma} {
				if same {
					c.rows[1+i]++
				}
			}
			if partner[p.parent] != g.parent {
				continue
			}
			c.rows[5]++
			if p.udeprel() == g.udeprel() {
				c.rows[6]++
				if content {
					c.rows[7]++
				}
			}
		}
	}
	return c
}

func forms(t *tree) []string {
	out := make([]string, len(t.nodes))
	for i := range t.nodes {
		out[i] = strings.ToLower(t.nodes[i].form)
	}
	return out
}

// A match is a stretch that two lists share.
type match struct{ a, b, size int }

// matching returns the blocks that difflib.SequenceMatcher finds without its heuristic: the longest match, the first
// one of several, and the same before and after it.
func matching(a, b []string) (blocks []match) {
	places := map[string][]int{}
	for j, s := range b {
		places[s] = append(places[s], j)
	}
	var search func(alo, ahi, blo, bhi int)
	lengths, next := make([]int, len(b)+1), make([]int, len(b)+1)
	search = func(alo, ahi, blo, bhi int) {
		best := match{alo, blo, 0}
		clear(lengths)
		for i := alo; i < ahi; i++ {
			clear(next)
			for _, j := range places[a[i]] {
				if j < blo {
					continue
				}
				if j >= bhi {
					break
				}
				k := lengths[j] + 1
				if next[j+1] = k; k > best.size {
					best = match{i - k + 1, j - k + 1, k}
				}
			}
			lengths, next = next, lengths
		}
		if best.size == 0 {
			return
		}
		found := best
		if alo < found.a && blo < found.b {
			search(alo, found.a, blo, found.b)
		}
		blocks = append(blocks, found)
		if found.a+found.size < ahi && found.b+found.size < bhi {
			search(found.a+found.size, ahi, found.b+found.size, bhi)
		}
	}
	search(0, len(a), 0, len(b))
	return blocks
}
