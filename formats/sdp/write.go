package sdp

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"assay/internal/graph"
	"assay/treebank"
)

// A word is a line to be written.
type word struct {
	form, lemma, pos, frame string
	node                    int32 // -1 if it is none
	top, pred               bool
}

func write(w *bufio.Writer, s *treebank.Sentence) error {
	words, err := wordsOf(s)
	if err != nil {
		return err
	}
	at := make([]int, len(s.Nodes)) // the word of each node
	for i := range words {
		if n := words[i].node; n >= 0 {
			at[n] = i
		}
	}
	for _, t := range s.Tops {
		words[at[t]].top = true
	}
	for _, e := range s.Edges {
		words[at[e.From]].pred = true
	}
	column, n := make([]int, len(words)), 0
	for i := range words {
		if words[i].pred {
			column[i] = n
			n++
		}
	}
	cells := make([]string, len(words)*n)
	for _, e := range s.Edges {
		cell := &cells[at[e.To]*n+column[at[e.From]]]
		if *cell != "" && *cell != s.Name(e.Label) {
			return fmt.Errorf("want one edge from a word to another, found %s and %s", *cell, s.Name(e.Label))
		}
		*cell = s.Name(e.Label)
		if unset([]byte(*cell)) {
			return fmt.Errorf("want a label on each edge, found %q", *cell)
		}
	}
	writeRows(w, s, words, cells, n)
	return nil
}

func writeRows(w *bufio.Writer, s *treebank.Sentence, words []word, cells []string, n int) {
	if s.ID.Len > 0 {
		w.WriteString("#" + graph.Clean(s.Str(s.ID), "") + "\n")
	}
	for _, c := range s.Comments {
		w.WriteByte('#')
		w.Write(clean(bytes.TrimLeft(s.Bytes(c), "#")))
		w.WriteByte('\n')
	}
	sign := map[bool]byte{true: '+', false: '-'}
	for i, x := range words {
		w.WriteString(strconv.Itoa(i + 1))
		for _, c := range []string{x.form, x.lemma, x.pos} {
			cell(w, c)
		}
		w.Write([]byte{'\t', sign[x.top], '\t', sign[x.pred]})
		cell(w, x.frame)
		for _, c := range cells[i*n : (i+1)*n] {
			cell(w, c)
		}
		w.WriteByte('\n')
	}
	w.WriteByte('\n')
}

func cell(w *bufio.Writer, text string) {
	w.WriteByte('\t')
	if text == "" {
		text = "_"
	}
	w.Write(clean([]byte(text)))
}

// clean replaces characters that would end a column or a line by blanks.
func clean(b []byte) []byte {
	out := bytes.Clone(b)
	for i, c := range out {
		if c == '\t' || c == '\n' || c == '\r' {
			out[i] = ' '
		}
	}
	return out
}

// wordsOf returns the words to write: those of the sentence if each node is
// one of them, else the text cut at white space and at the ends of nodes.
func wordsOf(s *treebank.Sentence) ([]word, error) {
	order, err := nodesInOrder(s)
	if err != nil {
		return nil, err
	}
	var words []word
	if spans, ok := tokenSpans(s); ok && allTokens(s, order, spans) {
		words = fromTokens(s, order, spans)
	} else if words, err = fromText(s, order); err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("want a sentence with words, found none")
	}
	for i := range words {
		words[i].properties(s)
		if len(clean([]byte(words[i].form))) == 0 {
			return nil, fmt.Errorf("want a form for each word, found none for word %d", i+1)
		}
	}
	return words, nil
}

// properties copies the properties of the node of a word.
func (x *word) properties(s *treebank.Sentence) {
	if x.node < 0 {
		return
	}
	for _, p := range graph.Props(s, x.node) {
		switch value := s.Name(p.Value); s.Name(p.Key) {
		case "pos":
			x.pos = value
		case "frame":
			x.frame = value
		case "lemma":
			x.lemma = value
		case "pred":
			x.pred = x.pred || value == "+"
		}
	}
	if label := s.Name(s.Nodes[x.node].Label); x.lemma == "" && label != x.form {
		x.lemma = label
	}
}

// nodesInOrder returns the nodes in the order of the text.
func nodesInOrder(s *treebank.Sentence) ([]int32, error) {
	if len(s.Anchors) > 0 {
		return nil, fmt.Errorf("want each node on one stretch of the text, found %s on several", nodeName(s, s.Anchors[0].Node))
	}
	order := make([]int32, len(s.Nodes))
	for i := range order {
		order[i] = int32(i)
		if n := &s.Nodes[i]; n.From < 0 || n.To <= n.From {
			return nil, fmt.Errorf("want each node on the text, found %s on none", nodeName(s, int32(i)))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(s.Nodes[a].From, s.Nodes[b].From) })
	for i := 1; i < len(order); i++ {
		if s.Nodes[order[i]].From < s.Nodes[order[i-1]].To {
			return nil, fmt.Errorf("want each node on words of its own, found %s and %s on the same", nodeName(s, order[i-1]), nodeName(s, order[i]))
		}
	}
	return order, nil
}

func nodeName(s *treebank.Sentence, n int32) string {
	return fmt.Sprintf("node %q", s.Name(s.Nodes[n].Label))
}

// tokenSpans returns the characters of each token in the running text, if that
// consists of the tokens.
func tokenSpans(s *treebank.Sentence) (spans [][2]int32, ok bool) {
	rest, chars := s.Bytes(s.Input), int32(0)
	for i := range s.Tokens {
		form := s.Word(int32(i))
		for !bytes.HasPrefix(rest, form) || i > 0 && spans[i-1][1] == chars && graph.Blank(rest[0]) {
			if len(rest) == 0 || !graph.Blank(rest[0]) {
				return nil, false
			}
			rest, chars = rest[1:], chars+1
		}
		to := chars + int32(utf8.RuneCount(form))
		spans = append(spans, [2]int32{chars, to})
		rest, chars = rest[len(form):], to
	}
	return spans, len(spans) > 0
}

func allTokens(s *treebank.Sentence, order []int32, spans [][2]int32) bool {
	i := 0
	for _, n := range order {
		for i < len(spans) && spans[i][0] < s.Nodes[n].From {
			i++
		}
		if i == len(spans) || spans[i] != [2]int32{s.Nodes[n].From, s.Nodes[n].To} {
			return false
		}
	}
	return true
}

func fromTokens(s *treebank.Sentence, order []int32, spans [][2]int32) []word {
	words := make([]word, len(s.Tokens))
	for i := range words {
		words[i] = word{form: string(s.Word(int32(i))), pos: s.Name(s.Tokens[i].Tag), node: -1}
		if i < len(s.Morph) {
			words[i].lemma = s.Str(s.Morph[i].Lemma)
		}
		if len(order) > 0 && s.Nodes[order[0]].From == spans[i][0] {
			words[i].node, order = order[0], order[1:]
		}
	}
	for _, a := range s.Attrs {
		if a.Index >= 0 && int(a.Index) < len(words) && s.Name(a.Key) == "frame" {
			words[a.Index].frame = s.Str(a.Value)
		}
	}
	return words
}

// fromText cuts the running text at white space outside of nodes and at the
// ends of nodes.
func fromText(s *treebank.Sentence, order []int32) (words []word, err error) {
	input := []rune(s.Str(s.Input))
	at := 0
	gap := func(to int) {
		for _, f := range bytes.Fields([]byte(string(input[at:to]))) {
			words = append(words, word{form: string(f), node: -1})
		}
	}
	for _, n := range order {
		from, to := int(s.Nodes[n].From), int(s.Nodes[n].To)
		if to > len(input) {
			return nil, fmt.Errorf("want nodes within the %d characters of the text, found %s at %d to %d", len(input), nodeName(s, n), from, to)
		}
		gap(from)
		words = append(words, word{form: string(input[from:to]), node: n})
		at = to
	}
	gap(len(input))
	return words, nil
}
