package udapieval

import (
	"bufio"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// orNone is a column as Python prints it.
func orNone(value string) string {
	if value == none {
		return "None"
	}
	return value
}

// attribute returns the function of an attribute, nil if it is unknown.
func attribute(name string) func(*node) string {
	switch name {
	case "form":
		return func(n *node) string { return n.column(colForm) }
	case "lemma":
		return func(n *node) string { return n.column(colLemma) }
	case "upos":
		return func(n *node) string { return orNone(n.column(colUPOS)) }
	case "xpos":
		return func(n *node) string { return orNone(n.column(colXPOS)) }
	case "feats":
		return func(n *node) string { return n.features(colFeats) }
	case "deprel":
		return func(n *node) string { return orNone(n.column(colDeprel)) }
	case "udeprel":
		return func(n *node) string { return orNone(n.udeprel()) }
	case "sdeprel":
		return func(n *node) string {
			if n.column(colDeprel) == none {
				return orNone(none)
			}
			_, sub, _ := strings.Cut(n.column(colDeprel), ":")
			return sub
		}
	case "ord":
		return func(n *node) string { return strconv.Itoa(n.ord) }
	case "misc":
		return func(n *node) string { return n.features(colMisc) }
	}
	return nil
}

// A count is that of one token.
type count struct {
	token              string
	in                 bool // in focus
	pred, gold, common int
}

// f1 is eval.F1.
type f1 struct {
	gold       string
	attributes []string
	focus      *regexp.Regexp
	details    int
	zone       string // the first one that was compared
	sentences  map[string]int
	total      count
	values     []func(*node) string
	numbers    map[string]int32
	counts     []count // by number
	text       []byte
	x, y       []int32
	table      table
}

// tokens returns the values of the attributes of all nodes, as numbers of tokens.
func (f *f1) tokens(dst []int32, t *tree) []int32 {
	for i := range t.nodes {
		f.text = f.text[:0]
		for k, value := range f.values {
			if k > 0 {
				f.text = append(f.text, '_')
			}
			f.text = append(f.text, value(&t.nodes[i])...)
		}
		number, ok := f.numbers[string(f.text)]
		if !ok {
			number = int32(len(f.counts))
			token := string(f.text)
			f.numbers[token] = number
			f.counts = append(f.counts, count{token: token, in: f.focus != nil && f.focus.MatchString(token)})
		}
		dst = append(dst, number)
	}
	return dst
}

func (f *f1) add(pred, gold *tree) error {
	if f.sentences == nil {
		f.sentences, f.zone = map[string]int{}, pred.zone
	}
	f.sentences[pred.zone]++
	// Gold's tokens are numbered before new ones of the prediction: details show the first ones of equal counts.
	f.y = f.tokens(f.y[:0], gold)
	f.x = f.tokens(f.x[:0], pred)
	x, y := f.x, f.y
	var common []int32
	if f.focus == nil {
		common = f.table.lcs(x, y)
	} else {
		common = f.only(f.focused(x, y), true)
		x, y = f.only(x, true), f.only(y, true)
	}
	for _, token := range y {
		f.total.gold++
		f.counts[token].gold++
	}
	for _, token := range x {
		f.total.pred++
		f.counts[token].pred++
	}
	for _, token := range common {
		f.total.common++
		f.counts[token].common++
	}
	return nil
}

// only returns the tokens in focus, or those that are not.
func (f *f1) only(tokens []int32, in bool) (out []int32) {
	for _, token := range tokens {
		if f.counts[token].in == in {
			out = append(out, token)
		}
	}
	return out
}

// focused aligns the tokens out of focus first, and between them the others.
func (f *f1) focused(x, y []int32) (common []int32) {
	anchors := f.table.lcs(f.only(x, false), f.only(y, false))
	var left, right []int32
	i, j, c := 0, 0, 0
	for i < len(x) && j < len(y) {
		if c == len(anchors) {
			return append(common, f.table.lcs(x[i:], y[j:])...)
		}
		for ; i < len(x) && x[i] != anchors[c]; i++ {
			left = append(left, x[i])
		}
		for ; j < len(y) && y[j] != anchors[c]; j++ {
			right = append(right, y[j])
		}
		common = append(common, f.table.lcs(left, right)...)
		left, right = left[:0], right[:0]
		for c < len(anchors) && i < len(x) && j < len(y) && x[i] == anchors[c] && y[j] == anchors[c] {
			i, j, c = i+1, j+1, c+1
		}
	}
	return common
}

// A table is the memory of lcs.
type table struct{ cells []int32 }

// lcs returns a longest common subsequence: a common prefix, then that which the walk from the end of the table finds.
func (t *table) lcs(x, y []int32) []int32 {
	k := 0
	for k < min(len(x), len(y)) && x[k] == y[k] {
		k++
	}
	if k == len(x) || k == len(y) {
		return x[:k:k]
	}
	out := slices.Clone(x[:k])
	x, y = x[k:], y[k:]
	width := len(y) + 1
	size := (len(x) + 1) * width
	if cap(t.cells) < size {
		t.cells = make([]int32, size)
	}
	table := t.cells[:size]
	clear(table[:width])
	for i, a := range x {
		above, row := table[i*width:(i+1)*width], table[(i+1)*width:(i+2)*width]
		row[0] = 0
		for j, b := range y {
			if a == b {
				row[j+1] = above[j] + 1
			} else {
				row[j+1] = max(row[j], above[j+1])
			}
		}
	}
	m, n := len(x), len(y)
	rest := make([]int32, table[size-1])
	for at := len(rest); m > 0 && n > 0; {
		switch {
		case x[m-1] == y[n-1]:
			at--
			rest[at] = x[m-1]
			m, n = m-1, n-1
		case table[(m-1)*width+n] > table[m*width+n-1]:
			m--
		default:
			n--
		}
	}
	return append(out, rest...)
}

// scores are precision, recall and F1 in percent; denominators are at least 1.
func (c *count) scores() (precision, recall, f float64) {
	precision = float64(c.common) / float64(max(c.pred, 1))
	recall = float64(c.common) / float64(max(c.gold, 1))
	sum := precision + recall
	if sum == 0 {
		sum = 1
	}
	return 100 * precision, 100 * recall, 100 * (2 * precision * recall / sum)
}

func (f *f1) report(out *bufio.Writer) error {
	if f.sentences == nil {
		return errors.New("StopIteration")
	}
	most := 0
	for _, n := range f.sentences {
		most = max(most, n)
	}
	fmt.Fprintf(out, "Comparing predicted trees (zone=%s) with gold trees (zone=%s), sentences=%d\n", f.zone, f.gold,
		most)
	if f.details > 0 {
		fmt.Fprint(out, "=== Details ===\n")
		fmt.Fprintf(out, "%-10s %5s %5s %5s %6s  %6s  %6s\n", "token", "pred", "gold", "corr", "prec", "rec", "F1")
		order := slices.DeleteFunc(f.counts, func(c count) bool { return c.pred+c.gold == 0 })
		slices.SortStableFunc(order, func(a, b count) int { return b.pred + b.gold - a.pred - a.gold })
		for _, c := range order[:min(f.details, len(order))] {
			p, r, score := c.scores()
			fmt.Fprintf(out, "%-10s %5d %5d %5d %6.2f%% %6.2f%% %6.2f%%\n", c.token, c.pred, c.gold, c.common, p, r, score)
		}
		fmt.Fprint(out, "=== Totals ===\n")
	}
	p, r, score := f.total.scores()
	fmt.Fprintf(out, "%-9s = %7d\n%-9s = %7d\n%-9s = %7d\n", "predicted", f.total.pred, "gold", f.total.gold, "correct",
		f.total.common)
	fmt.Fprintf(out, "%-9s = %6.2f%%\n%-9s = %6.2f%%\n%-9s = %6.2f%%\n", "precision", p, "recall", r, "F1", score)
	return nil
}

// evalParsing is eval.Parsing.
func evalParsing(pairs func(func(pred, gold *tree) error) error, out *bufio.Writer) error {
	total, uas, las, short := 0, 0, 0, 0
	err := pairs(func(pred, gold *tree) error {
		if len(pred.nodes) != len(gold.nodes) {
			return fmt.Errorf("ValueError: The sentences do not match (%d vs. %d nodes)", len(pred.nodes), len(gold.nodes))
		}
		total += len(pred.nodes)
		for i := range pred.nodes {
			p, g := &pred.nodes[i], &gold.nodes[i]
			if pred.ordOf(p.parent) != gold.ordOf(g.parent) {
				continue
			}
			uas++
			if p.column(colDeprel) == g.column(colDeprel) {
				las++
			}
			if p.udeprel() == g.udeprel() {
				short++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "nodes = %d\n", total)
	if total == 0 {
		return errors.New("ZeroDivisionError: division by zero")
	}
	percent := func(n int) float64 { return float64(100*n) / float64(total) }
	fmt.Fprintf(out, "UAS           = %6.2f\nLAS (deprel)  = %6.2f\nLAS (udeprel) = %6.2f\n", percent(uas), percent(las),
		percent(short))
	return nil
}

// ordOf is the number that the file gives a node; the root has 0.
func (t *tree) ordOf(number int) int {
	if number == 0 {
		return 0
	}
	return t.nodes[number-1].ord
}
