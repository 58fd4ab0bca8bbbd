// Package rsd reads and writes dependencies between the units of a document as GUM has them (.rsd):
// a unit a line, ten columns
// between tabs; the first is its number, the second its text, the seventh its head (0 for the root), the
// eighth its relation with _r (satellite) or _m (multinuclear). The other columns are not kept. One document a file.
package rsd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"assay/internal/discourse"
	"assay/treebank"
)

// Format is the table.
var Format = treebank.Format{
	Name: "rsd", Title: "dependencies between the units of a document (GUM)",
	Source: "GUM (rst/dependencies); Li et al. 2014",
	Ext:    []string{".rsd"},
	Layers: treebank.UnitArcs | treebank.Segments | treebank.Arcs | treebank.Relations,
	Keyed:  true, Alone: true, ByFile: true,
	Detect: detect,
	Split:  discourse.Whole,
	Parse:  parse,
	Write:  write,
}

const columns = 10

// detect looks at the first line: a relation ends in _r or _m, or is ROOT.
func detect(head []byte) bool {
	for line := range bytes.Lines(head) {
		c := strings.Split(strings.TrimRight(string(line), "\r\n"), "\t")
		if strings.HasPrefix(c[0], "#") {
			continue
		}
		return len(c) == columns && c[0] == "1" && (strings.HasSuffix(c[7], "_r") || strings.HasSuffix(c[7], "_m") ||
			c[7] == "ROOT" && strings.Contains(c[1], " "))
	}
	return false
}

func parse(sentence *treebank.Sentence, text []byte) error {
	sentence.Own()
	discourse.Name(sentence)
	type place struct{ at, head int }
	var heads []place
	for begin, line := range treebank.EachLine(text) {
		if len(bytes.TrimSpace(line)) == 0 || line[0] == '#' {
			continue
		}
		c := bytes.Split(line, []byte("\t"))
		n := len(sentence.Tokens) + 1
		switch {
		case len(c) != columns:
			return treebank.At(text, begin, fmt.Sprintf("%d columns", columns), strconv.Itoa(len(c)))
		case string(c[0]) != strconv.Itoa(n):
			return treebank.At(text, begin, fmt.Sprintf("unit %d", n), fmt.Sprintf("%.40q", c[0]))
		case len(bytes.TrimSpace(c[1])) == 0:
			return treebank.At(text, begin, fmt.Sprintf("the text of unit %d", n), "a unit without text")
		}
		head, err := strconv.Atoi(string(c[6]))
		if err != nil || head < 0 {
			return treebank.At(text, begin, fmt.Sprintf("the number of the head of unit %d, or 0", n),
				fmt.Sprintf("%.40q", c[6]))
		}
		heads = append(heads, place{begin, head})
		discourse.UnitText(sentence, string(c[1]))
		sentence.Arcs = append(sentence.Arcs, treebank.Arc{Dep: int32(n - 1), Head: int32(head - 1),
			Rel: sentence.Syms.Intern(c[7])})
	}
	for i, h := range heads {
		if h.head > len(heads) || h.head == i+1 {
			return treebank.At(text, h.at, fmt.Sprintf("a head of unit %d from 0 to %d, and not itself", i+1, len(heads)),
				strconv.Itoa(h.head))
		}
	}
	return nil
}

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if len(sentence.Arcs) != len(sentence.Tokens) || len(sentence.Arcs) == 0 {
		return errors.New("want a head for every unit, found none")
	}
	for i := range sentence.Arcs {
		a := &sentence.Arcs[i]
		if a.Head < treebank.Root {
			return fmt.Errorf("unit %d: want a head, found none", i+1)
		}
		fmt.Fprintf(w, "%d\t%s\t_\t_\t_\t_\t%d\t%s\t_\t_\n", i+1, sentence.Word(int32(i)), a.Head+1, sentence.Name(a.Rel))
	}
	return nil
}
