package umr

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"assay/formats/amr"
	"assay/internal/graph"
	"assay/internal/umr"
	"assay/treebank"
)

// write writes the four blocks. The graph has the layout that AMR has here.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if len(sentence.Tokens) == 0 {
		return fmt.Errorf("want a sentence with words, which alignments count, found none")
	}
	head := graph.Value(sentence, headKey)
	if head == "" {
		name := strings.Join(strings.Fields(sentence.Str(sentence.ID)), "_")
		if name == "" {
			name = "snt"
		}
		head = "# :: " + name + "\nWords: " + joined(sentence) + "\n"
	}
	w.WriteString(strings.TrimRight(head, "\r\n") + "\n\n# sentence level graph:\n")
	text, names, err := sentenceGraph(sentence)
	if err != nil {
		return err
	}
	w.WriteString(text)
	w.WriteString("\n# alignment:\n")
	aligned := umr.Alignments(sentence)
	for i := range sentence.Nodes {
		intervals := aligned[sentence.Str(sentence.Nodes[i].ID)]
		if len(aligned) == 0 {
			intervals = covered(sentence, int32(i))
		}
		w.WriteString(names[i] + ": " + list(intervals) + "\n")
	}
	w.WriteString("\n# document level annotation:\n(" + rootName(names) + " / sentence")
	group := ""
	for _, t := range umr.Triples(sentence) {
		switch {
		case t.Group == group:
			w.WriteString("\n        " + t.String())
			continue
		case group != "":
			w.WriteByte(')')
		}
		group = t.Group
		w.WriteString("\n    :" + group + " (" + t.String())
	}
	if group != "" {
		w.WriteByte(')')
	}
	w.WriteString(")\n\n\n")
	return nil
}

// joined returns the words with blanks between them.
func joined(s *treebank.Sentence) string {
	var out []string
	for i := range s.Tokens {
		out = append(out, strings.Join(strings.Fields(string(s.Word(int32(i)))), "_"))
	}
	return strings.Join(out, " ")
}

// sentenceGraph writes the graph as AMR and reads the names of its nodes from it.
func sentenceGraph(sentence *treebank.Sentence) (text string, names []string, err error) {
	if sentence.Missing {
		return "", nil, nil
	}
	bare := *sentence
	bare.Comments, bare.ID, bare.Input = nil, treebank.Span{}, treebank.Span{}
	var out bytes.Buffer
	buffer := bufio.NewWriter(&out)
	if err := amr.Format.Write(buffer, &bare); err != nil {
		return "", nil, err
	}
	buffer.Flush()
	text = strings.TrimRight(out.String(), "\n") + "\n"
	var back treebank.Sentence
	back.Reset([]byte(text))
	if err := amr.Format.Parse(&back, back.Text); err != nil || len(back.Nodes) != len(sentence.Nodes) {
		return "", nil, fmt.Errorf("want a graph that is connected from its top, found one of several parts")
	}
	if sentence.FindAttr(-1, umr.AlignmentKey) != nil || graph.Value(sentence, headKey) != "" {
		for i := range sentence.Nodes {
			names = append(names, sentence.Str(sentence.Nodes[i].ID))
		}
		return text, names, nil
	}
	return text, ownNames(sentence, &back), nil
}

// ownNames returns the names that the writer gave to the nodes. It writes them in another order than s has
// them, so that a node that keeps its name is found by it, and the others by their labels, in turn.
func ownNames(sentence, back *treebank.Sentence) []string {
	names, taken := make([]string, len(sentence.Nodes)), make([]bool, len(back.Nodes))
	find := func(i int, same func(j int) bool) {
		for j := range back.Nodes {
			if names[i] == "" && !taken[j] && same(j) {
				names[i], taken[j] = back.Str(back.Nodes[j].ID), true
			}
		}
	}
	for i := range sentence.Nodes {
		find(i, func(j int) bool {
			return sentence.Nodes[i].ID.Len > 0 && sentence.Str(sentence.Nodes[i].ID) == back.Str(back.Nodes[j].ID)
		})
	}
	for i := range sentence.Nodes {
		find(i, func(j int) bool { return sentence.Name(sentence.Nodes[i].Label) == back.Name(back.Nodes[j].Label) })
	}
	for i := range sentence.Nodes {
		find(i, func(int) bool { return true })
	}
	return names
}

// covered returns the words that the characters of a node cover.
func covered(sentence *treebank.Sentence, node int32) (out []umr.Interval) {
	spans := [][2]int32{{sentence.Nodes[node].From, sentence.Nodes[node].To}}
	for i, first := 0, true; i < len(sentence.Anchors); i++ {
		if a := sentence.Anchors[i]; a.Node == node {
			if first {
				spans, first = spans[:0], false
			}
			spans = append(spans, [2]int32{a.From, a.To})
		}
	}
	if sentence.Input.Len == 0 {
		return nil
	}
	places := wordPlaces(sentence)
	for _, span := range spans {
		in := umr.Interval{}
		for i, place := range places {
			if span[0] >= 0 && place[0] < span[1] && span[0] < place[1] {
				if in.From == 0 {
					in.From = i + 1
				}
				in.To = i + 1
			}
		}
		if in.From > 0 {
			out = append(out, in)
		}
	}
	return out
}

// list writes intervals, 0-0 for none.
func list(intervals []umr.Interval) string {
	if len(intervals) == 0 {
		return "0-0"
	}
	var out []string
	for _, in := range intervals {
		out = append(out, strconv.Itoa(in.From)+"-"+strconv.Itoa(in.To))
	}
	return strings.Join(out, ", ")
}

// rootName returns a name for the sentence of the document level: s1s0 beside variables such as s1x.
func rootName(names []string) string {
	if len(names) > 0 && len(names[0]) > 1 && names[0][0] == 's' {
		digits := strings.TrimLeft(names[0][1:], "0123456789")
		return names[0][:len(names[0])-len(digits)] + "s0"
	}
	return "s0"
}
