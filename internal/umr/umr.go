// Package umr holds what Uniform Meaning Representations (Gysel et al. 2021) add to graphs of AMR:
// alignments of nodes with words, and relations of the document level. Readers keep them as
// attributes of a sentence under the keys here; the measure and drawings read them.
package umr

import (
	"strconv"
	"strings"

	"assay/treebank"
)

// The keys of the attributes.
const (
	AlignmentKey = "umr-alignment" // lines "VARIABLE: 1-2, 4-4"
	DocumentKey  = "umr-document"  // lines "GROUP A RELATION B", without colons
)

// A Triple is a relation of the document level: its group (temporal, modal, coref), its name, and its two ends,
// which are variables of any sentence of the file or constants such as document-creation-time.
type Triple struct{ Group, From, Relation, To string }

// Triples returns the relations of the document level that a sentence has.
func Triples(s *treebank.Sentence) (out []Triple) {
	for line := range strings.Lines(string(s.FindAttr(-1, DocumentKey))) {
		if f := strings.Fields(line); len(f) == 4 {
			out = append(out, Triple{f[0], f[1], f[2], f[3]})
		}
	}
	return out
}

// String returns a triple as (A :relation B).
func (t Triple) String() string { return "(" + t.From + " :" + t.Relation + " " + t.To + ")" }

// An Interval is a stretch of words, from 1, both ends included; 0-0 is no word.
type Interval struct{ From, To int }

// Intervals reads a list such as 1-2, 4-4; ok is false for other texts, and for ends in the wrong order.
func Intervals(text string) (list []Interval, ok bool) {
	for one := range strings.SplitSeq(text, ",") {
		from, to, cut := strings.Cut(strings.TrimSpace(one), "-")
		a, errA := strconv.ParseUint(from, 10, 24)
		b, errB := strconv.ParseUint(to, 10, 24)
		if !cut || errA != nil || errB != nil || a > b {
			return nil, false
		}
		list = append(list, Interval{int(a), int(b)})
	}
	if len(list) == 1 && list[0] == (Interval{}) {
		return nil, true
	}
	for _, in := range list {
		if in.From == 0 {
			return nil, false
		}
	}
	return list, true
}

// Alignments returns the words of each node by its variable. Nodes without words, and nodes without
// a line, are not in it.
func Alignments(s *treebank.Sentence) map[string][]Interval {
	out := map[string][]Interval{}
	for line := range strings.Lines(string(s.FindAttr(-1, AlignmentKey))) {
		name, list, _ := strings.Cut(line, ":")
		if in, ok := Intervals(list); ok && len(in) > 0 {
			out[name] = in
		} else {
			delete(out, name)
		}
	}
	return out
}
