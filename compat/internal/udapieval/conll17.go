package udapieval

import (
	"bufio"
	"fmt"
	"strings"
)

// ignored are the relations that CLAS leaves out.
func ignored(rel string) bool {
	switch rel {
	case "aux", "case", "cc", "clf", "cop", "det", "mark", "punct":
		return true
	}
	return false
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
	m := &matcher{numbers: map[string]int32{}}
	err := pairs(func(pred, gold *tree) error {
		c := m.compare(pred, gold)
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

func (m *matcher) compare(pred, gold *tree) (c conll17) {
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
	blocks := m.matching(pred, gold)
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
			for i, column := range []int{colUPOS, colXPOS, colFeats, colLemma} {
				mine, theirs := p.column(column), g.column(column)
				if column == colFeats {
					mine, theirs = p.features(column), g.features(column)
				}
				if mine == theirs {
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

// forms returns the forms in lower case, as numbers.
func (m *matcher) forms(dst []int32, t *tree) []int32 {
	for i := range t.nodes {
		form := strings.ToLower(t.nodes[i].column(colForm))
		number, ok := m.numbers[form]
		if !ok {
			number = int32(len(m.numbers))
			m.numbers[form] = number
			m.first = append(m.first, -1)
		}
		dst = append(dst, number)
	}
	return dst
}

// A match is a stretch that two lists share.
type match struct{ a, b, size int }

// A matcher finds the blocks that difflib.SequenceMatcher finds without its heuristic: the longest match, the first one
// of several, and the same before and after it. It reuses its memory.
type matcher struct {
	numbers       map[string]int32 // of forms
	first         []int32          // by form: its first place in b, -1 if there is none
	after         []int32          // by place in b: the next one of its form, -1 after the last
	a, b          []int32
	lengths, next []int32
	blocks        []match
}

// matching returns the blocks of two trees.
func (m *matcher) matching(pred, gold *tree) []match {
	m.a, m.b = m.forms(m.a[:0], pred), m.forms(m.b[:0], gold)
	m.blocks = m.blocks[:0]
	for len(m.after) <= len(m.b) {
		m.after, m.lengths, m.next = append(m.after, 0), append(m.lengths, 0), append(m.next, 0)
	}
	for j := len(m.b) - 1; j >= 0; j-- {
		m.after[j], m.first[m.b[j]] = m.first[m.b[j]], int32(j)
	}
	m.search(0, len(m.a), 0, len(m.b))
	for _, form := range m.b {
		m.first[form] = -1
	}
	return m.blocks
}

// search finds the blocks of two stretches.
func (m *matcher) search(alo, ahi, blo, bhi int) {
	best := match{alo, blo, 0}
	clear(m.lengths[blo : bhi+1])
	for i := alo; i < ahi; i++ {
		clear(m.next[blo : bhi+1])
		for j := int(m.first[m.a[i]]); j >= 0 && j < bhi; j = int(m.after[j]) {
			if j < blo {
				continue
			}
			k := int(m.lengths[j]) + 1
			if j == blo {
				k = 1
			}
			if m.next[j+1] = int32(k); k > best.size {
				best = match{i - k + 1, j - k + 1, k}
			}
		}
		m.lengths, m.next = m.next, m.lengths
	}
	if best.size == 0 {
		return
	}
	if alo < best.a && blo < best.b {
		m.search(alo, best.a, blo, best.b)
	}
	m.blocks = append(m.blocks, best)
	if best.a+best.size < ahi && best.b+best.size < bhi {
		m.search(best.a+best.size, ahi, best.b+best.size, bhi)
	}
}
