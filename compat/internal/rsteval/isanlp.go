package rsteval

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"assay/compat/internal/python"
	"assay/compat/internal/standin"
	"assay/internal/lazy"
)

// TitleIsanlp names the program and its version.
const TitleIsanlp = "metrics.py of isanlp_rst (f2c112b) and the DMRST family, over folders of .dis"

// DocIsanlp lists the reproduced faults and the differences from assay score.
const DocIsanlp = `Arguments: GOLD SYSTEM, folders of binary trees in .dis with equal file names. Prints the counts, the micro and the
macro figures of RST-Parseval (rst) and of original Parseval: precision, recall and F1 of spans,
relations, nuclearity (macro: nuclearity, relations), full, segmentation.
Reproduced:
- a span is the pair of the ENDS of its first and its last unit: a unit with a wrong start counts as right, and
  a span that begins with a split or merged unit is wrong;
- the numbers of spans in the file are believed; labels are compared in lower case;
- every document gives one right end of a unit for nothing; a document of one unit divides by zero in the macro figures;
- nodes with more or fewer than two children end the run (status 1).
assay score -m rst compares both ends as words and reads any tree; -m rst:dmrst repeats the identity of spans.`

// A measurement is what get_measurement and get_seg_measure count of a document.
type measurement struct{ span, rel, nuc, full, system, gold, segGold, segSystem, segMatch int }

func (m *measurement) add(o measurement) {
	m.span, m.rel, m.nuc, m.full = m.span+o.span, m.rel+o.rel, m.nuc+o.nuc, m.full+o.full
	m.system, m.gold = m.system+o.system, m.gold+o.gold
	m.segGold, m.segSystem, m.segMatch = m.segGold+o.segGold, m.segSystem+o.segSystem, m.segMatch+o.segMatch
}

// A parse is a document in the notation of the DMRST family: the spans, and the number of words up
// to the end of each unit.
type parse struct {
	spans  string // none for a document of one unit
	breaks []int
}

// MainIsanlp runs the program and returns its exit status.
func MainIsanlp(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return run(isanlp, args, stdout, stderr)
}

func isanlp(gold, system []string, w *bufio.Writer) error {
	golds, systems, err := standin.Both(parses, gold, system)
	if err != nil {
		return err
	}
	for _, c := range []struct {
		name string
		read func(string, []int) (map[string][2]string, error)
	}{{"rst", childSpans}, {"original", parentSpans}} {
		var sum measurement
		var rows []measurement
		for i := range golds {
			row, all, err := measure(systems[i], golds[i], c.read)
			if err != nil {
				return err
			}
			rows = append(rows, row)
			sum.add(all)
		}
		fmt.Fprintf(w, "isanlp\t%s\tcounts\tspan=%d\trel=%d\tnuc=%d\tfull=%d\tsys=%d\tgold=%d\tseg_gold=%d\tseg_sys=%d\tseg_match=%d\n", c.name,
			sum.span, sum.rel, sum.nuc, sum.full, sum.system, sum.gold, sum.segGold, sum.segSystem, sum.segMatch)
		if sum.gold == 0 || sum.segGold == 0 || sum.segSystem == 0 {
			return errDivision
		}
		fmt.Fprintf(w, "isanlp\t%s\tmicro\t%s\n", c.name, micro(sum))
		macro, err := macro(rows)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "isanlp\t%s\tmacro\t%s\n", c.name, macro)
	}
	return nil
}

var errDivision = errors.New("ZeroDivisionError: division by zero")

// parses writes the trees in the notation of the program.
func parses(texts []string) (out []parse, err error) {
	for _, text := range texts {
		root, err := readDis(text)
		if err != nil {
			return nil, err
		}
		var p parse
		words := 0
		root.leaves(func(n *node) {
			words += len(strings.FieldsFunc(n.text, python.IsSpace))
			p.breaks = append(p.breaks, words)
		})
		var items []string
		if err := root.notation(&items); err != nil {
			return nil, err
		}
		if p.spans = strings.ToLower(strings.Join(items, " ")); p.spans == "" {
			p.spans = "none"
		}
		out = append(out, p)
	}
	return out, nil
}

// notation appends an item for each node with two children, parents first.
func (n *node) notation(items *[]string) error {
	switch {
	case n.leaf:
		return nil
	case len(n.children) > 2:
		return errors.New("ValueError: too many values to unpack (expected 2)")
	case len(n.children) < 2:
		return fmt.Errorf("ValueError: not enough values to unpack (expected 2, got %d)", len(n.children))
	}
	l, r := n.children[0], n.children[1]
	*items = append(*items, fmt.Sprintf("(%d:%s=%s:%d,%d:%s=%s:%d)", l.from, l.kind, l.rel, l.to, r.from, r.kind,
		r.rel, r.to))
	if err := l.notation(items); err != nil {
		return err
	}
	return r.notation(items)
}

// measure counts a document. The row leaves out what only the sums have: the spans of a side whose other side has none.
func measure(system, gold parse, read func(string, []int) (map[string][2]string,
	error)) (row, sum measurement, err error) {
	ends := map[int]bool{}
	for _, e := range gold.breaks {
		ends[e] = true
	}
	seg := measurement{segGold: len(gold.breaks), segSystem: len(system.breaks)}
	for _, e := range system.breaks {
		if ends[e] {
			seg.segMatch++
			delete(ends, e)
		}
	}
	switch s, g := system.spans != "none", gold.spans != "none"; {
	case s && g:
		row, err = compareSpans(system, gold, read)
		sum = row
	case s:
		row, err = compareSpans(system, system, read)
		row = measurement{system: row.system}
		sum = row
	case g:
		sum, err = compareSpans(gold, gold, read)
		sum = measurement{gold: sum.gold}
	}
	sum.add(seg)
	return row, sum, err
}

func compareSpans(system, gold parse, read func(string, []int) (map[string][2]string,
	error)) (found measurement, err error) {
	systems, err := read(system.spans, system.breaks)
	if err != nil {
		return found, err
	}
	golds, err := read(gold.spans, gold.breaks)
	if err != nil {
		return found, err
	}
	found.system, found.gold = len(systems), len(golds)
	for span, a := range systems {
		b, ok := golds[span]
		if !ok {
			continue
		}
		found.span++
		if a[0] == b[0] {
			found.rel++
		}
		if a[1] == b[1] {
			found.nuc++
		}
		if a == b {
			found.full++
		}
	}
	return found, nil
}

var (
	digits = lazy.Regexp(`\d+`)
	signs  = lazy.Regexp(`[:,=]`)
)

// endOf returns the number of words up to the end of a unit. As in Python, numbers below 1 count from the end.
func endOf(breaks []int, number string) (string, error) {
	n, err := strconv.Atoi(number)
	if err != nil {
		return "", fmt.Errorf("ValueError: invalid literal for int() with base 10: '%s'", number)
	}
	if n--; n < 0 {
		n += len(breaks)
	}
	if n < 0 || n >= len(breaks) {
		return "", errors.New("IndexError: list index out of range")
	}
	return strconv.Itoa(breaks[n]), nil
}

// childSpans has the spans of all nodes but the root, with relation and nuclearity (RST-Parseval).
func childSpans(spans string, breaks []int) (map[string][2]string, error) {
	var ends []string
	for _, d := range digits().FindAllString(spans, -1) { // digits in the name of a relation too
		end, err := endOf(breaks, d)
		if err != nil {
			return nil, err
		}
		ends = append(ends, end)
	}
	if len(ends)%2 != 0 {
		return nil, errors.New("IndexError: list index out of range")
	}
	out := map[string][2]string{}
	for i, item := range strings.Split(spans, " ") {
		parts := signs().Split(item, -1)
		if len(parts) < 7 || 4*i+3 >= len(ends) {
			return nil, errors.New("IndexError: list index out of range")
		}
		out[ends[4*i]+"-"+ends[4*i+1]] = [2]string{parts[2], parts[1]}
		out[ends[4*i+2]+"-"+ends[4*i+3]] = [2]string{parts[6], parts[5]}
	}
	return out, nil
}

// parentSpans has the spans of the nodes with children, with their relation and the nuclearity of
// both (original Parseval).
func parentSpans(spans string, breaks []int) (map[string][2]string, error) {
	out := map[string][2]string{}
	for item := range strings.FieldsSeq(spans) {
		parts := signs().Split(item, -1)
		if len(parts) < 7 || parts[1] == "" || parts[5] == "" {
			return nil, errors.New("IndexError: list index out of range")
		}
		first, err := endOf(breaks, strings.Trim(parts[0], "("))
		if err != nil {
			return nil, err
		}
		last, err := endOf(breaks, strings.Trim(parts[len(parts)-1], ")"))
		if err != nil {
			return nil, err
		}
		rel := parts[2]
		if rel == "span" {
			rel = parts[6]
		}
		out[first+"-"+last] = [2]string{rel, parts[1][:1] + parts[5][:1]}
	}
	return out, nil
}

// figures returns precision, recall and F1.
func figures(right, system, gold int) [3]float64 {
	return [3]float64{float64(right) / float64(system), float64(right) / float64(gold),
		2 * float64(right) / float64(gold+system)}
}

// list is a list of Python.
func list(f [3]float64) []any { return []any{f[0], f[1], f[2]} }

func micro(m measurement) string {
	if m.system == 0 {
		m.system = 1
	}
	of := func(right int) [3]float64 { return figures(right, m.system, m.gold) }
	return python.Dumps([]any{list(of(m.span)), list(of(m.rel)), list(of(m.nuc)), of(m.full)[2],
		list(figures(m.segMatch, m.segSystem, m.segGold))}, 0)
}

// macro returns the means over documents of spans, nuclearity, relations and full.
func macro(rows []measurement) (string, error) {
	var sum [4][3]float64
	for _, m := range rows {
		if m.system == 0 || m.gold == 0 {
			return "", errDivision
		}
		for k, right := range []int{m.span, m.nuc, m.rel, m.full} {
			for i, v := range figures(right, m.system, m.gold) {
				sum[k][i] += v
			}
		}
	}
	var lists []any
	for _, s := range sum {
		for i := range s {
			s[i] /= float64(len(rows))
		}
		lists = append(lists, list(s))
	}
	return python.Dumps(lists, 0), nil
}
