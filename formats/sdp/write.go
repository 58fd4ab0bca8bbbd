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

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	words, err := wordsOf(sentence)
	if err != nil {
		return err
	}
	at := make([]int, len(sentence.Nodes)) // the word of each node
	for i := range words {
		if n := words[i].node; n >= 0 {
			at[n] = i
		}
	}
	for _, t := range sentence.Tops {
		words[at[t]].top = true
	}
	for _, e := range sentence.Edges {
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
	for _, e := range sentence.Edges {
		cell := &cells[at[e.To]*n+column[at[e.From]]]
		if *cell != "" && *cell != sentence.Name(e.Label) {
			return fmt.Errorf("want one edge from a word to another, found %s and %s", *cell, sentence.Name(e.Label))
		}
		*cell = sentence.Name(e.Label)
		if unset([]byte(*cell)) {
			return fmt.Errorf("want a label on each edge, found %q", *cell)
		}
	}
	writeRows(w, sentence, words, cells, n)
	return nil
}

func writeRows(w *bufio.Writer, sentence *treebank.Sentence, words []word, cells []string, n int) {
	if sentence.ID.Len > 0 {
		w.WriteString("#" + graph.Clean(sentence.Str(sentence.ID), "") + "\n")
	}
	for _, c := range sentence.Comments {
		w.WriteByte('#')
		w.Write(clean(bytes.TrimLeft(sentence.Bytes(c), "#")))
		w.WriteByte('\n')
	}
	sign := map[bool]byte{true: '+', false: '-'}
	for i, word := range words {
		w.WriteString(strconv.Itoa(i + 1))
		for _, c := range []string{word.form, word.lemma, word.pos} {
			cell(w, c)
		}
		w.Write([]byte{'\t', sign[word.top], '\t', sign[word.pred]})
		cell(w, word.frame)
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
func wordsOf(sentence *treebank.Sentence) ([]word, error) {
	order, err := nodesInOrder(sentence)
	if err != nil {
		return nil, err
	}
	var words []word
	if spans, ok := tokenSpans(sentence); ok && allTokens(sentence, order, spans) {
		words = fromTokens(sentence, order, spans)
	} else if words, err = fromText(sentence, order); err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("want a sentence with words, found none")
	}
	for i := range words {
		words[i].properties(sentence)
		if len(clean([]byte(words[i].form))) == 0 {
			return nil, fmt.Errorf("want a form for each word, found none for word %d", i+1)
		}
	}
	return words, nil
}

// properties copies the properties of the node of a word.
func (x *word) properties(sentence *treebank.Sentence) {
	if x.node < 0 {
		return
	}
	for _, p := range graph.Props(sentence, x.node) {
		switch value := sentence.Name(p.Value); sentence.Name(p.Key) {
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
	if label := sentence.Name(sentence.Nodes[x.node].Label); x.lemma == "" && label != x.form {
		x.lemma = label
	}
}

// nodesInOrder returns the nodes in the order of the text.
func nodesInOrder(sentence *treebank.Sentence) ([]int32, error) {
	if len(sentence.Anchors) > 0 {
		return nil, fmt.Errorf("want each node on one stretch of the text, found %s on several",
			nodeName(sentence, sentence.Anchors[0].Node))
	}
	order := make([]int32, len(sentence.Nodes))
	for i := range order {
		order[i] = int32(i)
		if n := &sentence.Nodes[i]; n.From < 0 || n.To <= n.From {
			return nil, fmt.Errorf("want each node on the text, found %s on none", nodeName(sentence, int32(i)))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(sentence.Nodes[a].From, sentence.Nodes[b].From) })
	for i := 1; i < len(order); i++ {
		if sentence.Nodes[order[i]].From < sentence.Nodes[order[i-1]].To {
			return nil, fmt.Errorf("want each node on words of its own, found %s and %s on the same",
				nodeName(sentence, order[i-1]), nodeName(sentence, order[i]))
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

func allTokens(sentence *treebank.Sentence, order []int32, spans [][2]int32) bool {
	i := 0
	for _, n := range order {
		for i < len(spans) && spans[i][0] < sentence.Nodes[n].From {
			i++
		}
		if i == len(spans) || spans[i] != [2]int32{sentence.Nodes[n].From, sentence.Nodes[n].To} {
			return false
		}
	}
	return true
}

func fromTokens(sentence *treebank.Sentence, order []int32, spans [][2]int32) []word {
	words := make([]word, len(sentence.Tokens))
	for i := range words {
		words[i] = word{form: string(sentence.Word(int32(i))), pos: sentence.Name(sentence.Tokens[i].Tag), node: -1}
		if i < len(sentence.Morph) {
			words[i].lemma = sentence.Str(sentence.Morph[i].Lemma)
		}
		if len(order) > 0 && sentence.Nodes[order[0]].From == spans[i][0] {
			words[i].node, order = order[0], order[1:]
		}
	}
	for _, a := range sentence.Attrs {
		if a.Index >= 0 && int(a.Index) < len(words) && sentence.Name(a.Key) == "frame" {
			words[a.Index].frame = sentence.Str(a.Value)
		}
	}
	return words
}

// fromText cuts the running text at white space outside of nodes and at the
// ends of nodes.
func fromText(sentence *treebank.Sentence, order []int32) (words []word, err error) {
	input := []rune(sentence.Str(sentence.Input))
	at := 0
	gap := func(to int) {
		for _, f := range bytes.Fields([]byte(string(input[at:to]))) {
			words = append(words, word{form: string(f), node: -1})
		}
	}
	for _, n := range order {
		from, to := int(sentence.Nodes[n].From), int(sentence.Nodes[n].To)
		if to > len(input) {
			return nil, fmt.Errorf("want nodes within the %d characters of the text, found %s at %d to %d", len(input),
				nodeName(sentence, n), from, to)
		}
		gap(from)
		words = append(words, word{form: string(input[from:to]), node: n})
		at = to
	}
	gap(len(input))
	return words, nil
}
