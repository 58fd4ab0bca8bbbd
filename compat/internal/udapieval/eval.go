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

// none is an attribute that a node does not have.
const none = "None"

func orNone(value string) string {
	if value == "" {
		return none
	}
	return value
}

// attribute returns the function of an attribute, nil if it is unknown.
func attribute(name string) func(*node) string {
	switch name {
	case "form":
		return func(n *node) string { return n.form }
	case "lemma":
		return func(n *node) string { return n.lemma }
	case "upos":
		return func(n *node) string { return orNone(n.upos) }
	case "xpos":
		return func(n *node) string { return orNone(n.xpos) }
	case "feats":
		return func(n *node) string { return n.feats }
	case "deprel":
		return func(n *node) string { return orNone(n.deprel) }
	case "udeprel":
		return func(n *node) string { return orNone(n.udeprel()) }
	case "sdeprel":
		return func(n *node) string {
			if n.deprel == "" {
				return none
			}
			_, sub, _ := strings.Cut(n.deprel, ":")
			return sub
		}
	case "ord":
		return func(n *node) string { return strconv.Itoa(n.ord) }
	case "misc":
		return func(n *node) string { return n.misc }
	}
	return nil
}

// A count is that of one token.
type count struct {
	token              string
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
	counts     map[string]*count
	order      []*count // as they were met
}

// tokens returns the values of the attributes of all nodes.
func (f *f1) tokens(t *tree) []string {
	out := make([]string, len(t.nodes))
	var values []string
	for i := range t.nodes {
		values = values[:0]
		for _, name := range f.attributes {
			values = append(values, attribute(name)(&t.nodes[i]))
		}
		out[i] = strings.Join(values, "_")
	}
	return out
}

func (f *f1) add(pred, gold *tree) error {
	if f.sentences == nil {
		f.sentences, f.zone = map[string]int{}, pred.zone
	}
	f.sentences[pred.zone]++
	x, y := f.tokens(pred), f.tokens(gold)
	var common []string
	if f.focus == nil {
		common = lcs(x, y)
	} else {
		common = f.only(f.focused(x, y), true)
		x, y = f.only(x, true), f.only(y, true)
	}
	for _, token := range y {
		f.total.gold++
		f.of(token).gold++
	}
	for _, token := range x {
		f.total.pred++
		f.of(token).pred++
	}
	for _, token := range common {
		f.total.common++
		f.of(token).common++
	}
	return nil
}

func (f *f1) of(token string) *count {
	c := f.counts[token]
	if c == nil {
		c = &count{token: token}
		f.counts[token] = c
		f.order = append(f.order, c)
	}
	return c
}

// only returns the tokens in focus, or those that are not.
func (f *f1) only(tokens []string, in bool) (out []string) {
	for _, token := range tokens {
		if f.focus.MatchString(token) == in {
			out = append(out, token)
		}
	}
	return out
}

// focused aligns the tokens out of focus first, and between them the others.
func (f *f1) focused(x, y []string) (common []string) {
	anchors := lcs(f.only(x, false), f.only(y, false))
	var left, right []string
	i, j, c := 0, 0, 0
	for i < len(x) && j < len(y) {
		if c == len(anchors) {
			return append(common, lcs(x[i:], y[j:])...)
		}
		for ; i < len(x) && x[i] != anchors[c]; i++ {
			left = append(left, x[i])
		}
		for ; j < len(y) && y[j] != anchors[c]; j++ {
			right = append(right, y[j])
		}
		common = append(common, lcs(left, right)...)
		left, right = left[:0], right[:0]
		for c < len(anchors) && i < len(x) && j < len(y) && x[i] == anchors[c] && y[j] == anchors[c] {
			i, j, c = i+1, j+1, c+1
		}
	}
	return common
}

// lcs returns a longest common subsequence: a common prefix, then that which the walk from the end of the table finds.
func lcs(x, y []string) []string {
	k := 0
	for k < min(len(x), len(y)) && x[k] == y[k] {
		k++
	}
	out := slices.Clone(x[:k])
	x, y = x[k:], y[k:]
	if len(x) == 0 || len(y) == 0 {
		return out
	}
	width := len(y) + 1
	table := make([]int32, (len(x)+1)*width)
	for i, a := range x {
		for j, b := range y {
			at := (i+1)*width + j + 1
			if a == b {
				table[at] = table[at-width-1] + 1
			} else {
				table[at] = max(table[at-1], table[at-width])
			}
		}
	}
	m, n := len(x), len(y)
	rest := make([]string, table[len(table)-1])
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
		slices.SortStableFunc(f.order, func(a, b *count) int { return b.pred + b.gold - a.pred - a.gold })
		for _, c := range f.order[:min(f.details, len(f.order))] {
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
			if p.deprel == g.deprel {
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
