// Package dmrst reads and writes the notations of RST parsers, which hold no texts or only a line of words.
//
// Format dmrst is the output of DMRST (Liu, Shi & Chen 2021) and its family (isanlp_rst): a document a line, its spans
// parents first, each with the units of both children, their nuclearity and relation; NONE for one
// unit. After a tab may come the
// number of words up to the end of each unit, and after another tab the words:
//
//	(1:Nucleus=span:1,2:Satellite=Elaboration:2)	[2, 4]	Some text and more
//
// Format attach is the tree of the parsers of NTT (Kobayashi et al. 2022), units from 0:
//
//	(nucleus-satellite:Elaboration (text 0) (text 1))
//	(ROOT (nucleus:span (text 0)) (satellite:Elaboration (text 1)))
package dmrst

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"assay/internal/discourse"
	"assay/internal/lazy"
	"assay/treebank"
)

// Format is the notation of DMRST.
var Format = treebank.Format{
	Name: "dmrst", Title: "RST trees of DMRST and isanlp_rst, a document a line",
	Source: "Liu, Shi & Chen 2021; isanlp_rst f2c112b",
	Ext:    []string{".dmrst"}, Layers: discourse.Layers,
	Detect: func(head []byte) bool { return first().Match(head) },
	Split:  splitLine, Parse: parse, Write: write,
}

var (
	first = lazy.Regexp(`^\s*\(\d+:(Nucleus|Satellite)=`)
	item  = lazy.Regexp(`^\((\d+):(\pL+)=([^\s,]*):(\d+),(\d+):(\pL+)=([^\s,]*):(\d+)\)$`)
)

// splitLine takes a line that is not empty.
func splitLine(data []byte, atEOF bool, _ int32) treebank.Extent {
	begin := len(data) - len(bytes.TrimLeft(data, "\r\n"))
	end := bytes.IndexByte(data[begin:], '\n')
	switch {
	case end >= 0:
		return treebank.Found(begin, begin+end, begin+end+1).CutReturn(data)
	case atEOF && begin < len(data):
		return treebank.Found(begin, len(data), len(data)).CutReturn(data)
	}
	return treebank.Skip(begin)
}

// A side is a child in an item.
type side struct {
	from, to int
	nucleus  bool
	rel      string
}

// A pair is an item: two children and its place.
type pair struct {
	kids [2]side
	at   int
}

func parse(sentence *treebank.Sentence, text []byte) error {
	sentence.Own()
	columns := bytes.Split(text, []byte("\t"))
	items, units, err := readItems(text, columns[0])
	if err != nil {
		return err
	}
	breaks, err := readBreaks(text, columns, &units)
	if err != nil {
		return err
	}
	if err := setUnits(sentence, text, columns, breaks, units); err != nil {
		return err
	}
	root, err := tree(text, items, 1, units, 0)
	if err != nil {
		return err
	}
	return discourse.Set(sentence, text, root)
}

// readItems reads the spans, by the units that they cover.
func readItems(text, column []byte) (map[[2]int]*pair, int, error) {
	items, units := map[[2]int]*pair{}, 1
	if strings.EqualFold(strings.TrimSpace(string(column)), "none") {
		return items, units, nil
	}
	at := 0
	for _, field := range bytes.Fields(column) {
		at += bytes.Index(column[at:], field)
		m := item().FindStringSubmatch(string(field))
		if m == nil {
			return nil, 0, treebank.At(text, at, "a span such as (1:Nucleus=span:1,2:Satellite=Elaboration:2)",
				fmt.Sprintf("%.60q", field))
		}
		p := &pair{at: at}
		for i := range p.kids {
			k, m := &p.kids[i], m[4*i+1:]
			k.from, _ = strconv.Atoi(m[0])
			k.to, _ = strconv.Atoi(m[3])
			k.nucleus, k.rel = strings.EqualFold(m[1], "nucleus"), m[2]
			if !k.nucleus && !strings.EqualFold(m[1], "satellite") {
				return nil, 0, treebank.At(text, at, "Nucleus or Satellite", fmt.Sprintf("%.40q", m[1]))
			}
		}
		if l, r := p.kids[0], p.kids[1]; l.from < 1 || l.from > l.to || l.to+1 != r.from || r.from > r.to {
			return nil, 0, treebank.At(text, at, "two stretches of units, one after the other", fmt.Sprintf("%.60q", field))
		}
		span := [2]int{p.kids[0].from, p.kids[1].to}
		if items[span] != nil {
			return nil, 0, treebank.At(text, at, fmt.Sprintf("one span of units %d to %d", span[0], span[1]), "a second one")
		}
		items[span], units = p, max(units, span[1])
		at += len(field)
	}
	return items, units, nil
}

// readBreaks reads the number of words up to the end of each unit, nil if there are none.
func readBreaks(text []byte, columns [][]byte, units *int) (breaks []int, err error) {
	if len(columns) < 2 {
		return nil, nil
	}
	at := len(columns[0]) + 1
	last := 0
	for _, f := range strings.FieldsFunc(string(columns[1]),
		func(r rune) bool { return strings.ContainsRune("[], ", r) }) {
		n, err := strconv.Atoi(f)
		if err != nil || n <= last {
			return nil, treebank.At(text, at, "numbers of words up to the end of each unit, such as [2, 4]",
				fmt.Sprintf("%.40q", f))
		}
		breaks, last = append(breaks, n), n
	}
	if len(breaks) != *units {
		return nil, treebank.At(text, at, fmt.Sprintf("the ends of %d units", *units), strconv.Itoa(len(breaks)))
	}
	return breaks, nil
}

// setUnits gives the units their words, or the number of their words.
func setUnits(sentence *treebank.Sentence, text []byte, columns [][]byte, breaks []int, units int) error {
	var words []string
	if len(columns) > 2 {
		words = strings.Fields(string(columns[2]))
		if len(breaks) > 0 && breaks[len(breaks)-1] != len(words) {
			return treebank.At(text, len(columns[0])+len(columns[1])+2, fmt.Sprintf("%d words", breaks[len(breaks)-1]),
				strconv.Itoa(len(words)))
		}
	}
	from := 0
	for i := range units {
		if len(words) > 0 {
			discourse.UnitText(sentence, strings.Join(words[from:breaks[i]], " "))
			from = breaks[i]
			continue
		}
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Parent: -1})
		if len(breaks) > 0 {
			sentence.AddAttr(int32(i), discourse.Words, sentence.AddString(strconv.Itoa(breaks[i]-from)))
			from = breaks[i]
		}
	}
	return nil
}

// tree returns the tree over units from to to.
func tree(text []byte, items map[[2]int]*pair, from, to, at int) (*discourse.Node, error) {
	if from == to {
		node := discourse.Leaf(int32(from - 1))
		node.At = at
		return node, nil
	}
	item := items[[2]int{from, to}]
	if item == nil {
		return nil, treebank.At(text, at, fmt.Sprintf("a span of units %d to %d", from, to), "none")
	}
	node := &discourse.Node{Unit: -1, At: item.at}
	for _, k := range item.kids {
		kid, err := tree(text, items, k.from, k.to, item.at)
		if err != nil {
			return nil, err
		}
		kid.Nucleus, kid.Rel = k.nucleus, k.rel
		node.Kids = append(node.Kids, kid)
	}
	return node, nil
}

// write writes a document with breaks and words. The tree is binary, with the nodes that binarisation added.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	root := discourse.Binary(sentence)
	if root == nil {
		return errors.New("want a tree over the units, found none")
	}
	var items, words, breaks []string
	root.Each(func(n *discourse.Node) {
		if n.Unit >= 0 {
			return
		}
		var parts []string
		for _, k := range n.Kids {
			kind := "Satellite"
			if k.Nucleus {
				kind = "Nucleus"
			}
			parts = append(parts, fmt.Sprintf("%d:%s=%s:%d", k.First()+1, kind, k.Rel, k.Last()+1))
		}
		items = append(items, "("+strings.Join(parts, ",")+")")
	})
	for i := range sentence.Tokens {
		words = append(words, strings.Fields(string(sentence.Word(int32(i))))...)
		breaks = append(breaks, strconv.Itoa(len(words)))
	}
	if len(items) == 0 {
		items = []string{"NONE"}
	}
	w.WriteString(strings.Join(items, " "))
	if len(words) > 0 {
		w.WriteString("\t[" + strings.Join(breaks, ", ") + "]\t" + strings.Join(words, " "))
	}
	return w.WriteByte('\n')
}
