package ud

import (
	"slices"
	"strings"

	"assay/eval"
	"assay/treebank"
)

// The columns that a side may lack or copy, by the row that compares them.
var columns = []struct {
	row  int
	name string // in CoNLL-U
}{{rowUPOS, "UPOS"}, {rowXPOS, "XPOS"}, {rowUFeats, "FEATS"}, {rowLemmas, "LEMMA"}}

// The bits of Seen: bit row of a column if gold has values in it, and systemSeen bits
// further if the system has.
const (
	systemSeen = 32
	goldSeen   = 1<<rowUPOS | 1<<rowXPOS | 1<<rowUFeats | 1<<rowLemmas
	seenAll    = goldSeen | goldSeen<<systemSeen
)

// Seen returns the columns of words with at least one value, by side.
func (c *counter) Seen() uint64 { return c.seen }

// look adds the columns of pair that have values to c.seen.
func (c *counter) look(pair *eval.Pair) {
	side := func(s *treebank.Sentence, t *table) (seen uint64) {
		for i := range s.Tokens {
			m := &t.morphs[i]
			seen |= uint64(bit(s.Tokens[i].Tag != 0, rowUPOS) | bit(m.Fine != 0, rowXPOS) | bit(m.Feats != 0,
				rowUFeats) | bit(m.Lemma.Len > 0, rowLemmas))
		}
		return seen
	}
	c.seen |= side(pair.Gold, &c.tables[0]) | side(pair.System, &c.tables[1])<<systemSeen
}

// fewWords is the number of words up to which a tagger without a single error is no
// surprise.
const fewWords = 100

// omit leaves out rows of columns that gold or both sides do not annotate, and of
// columns that are equal although the trees are not, because they are copied.
func omit(sum []float64, seen uint64) []eval.Omission {
	var empty, unannotated, copied omission
	equal := func(row int) bool {
		n := sum[row*perRow:]
		return n[correct] == n[gold] && n[correct] == n[system]
	}
	copies := !equal(rowLAS) && sum[rowWords*perRow+gold] > fewWords
	for _, tc := range columns {
		inGold, inSystem := seen>>tc.row&1 != 0, seen>>(tc.row+systemSeen)&1 != 0
		switch {
		case seen == 0: // unknown
		case !inGold && !inSystem:
			empty.add(tc.name, tc.row)
		case !inGold:
			unannotated.add(tc.name, tc.row)
		case copies && equal(tc.row):
			copied.add(tc.name, tc.row)
		}
	}
	if len(empty.tags()) == 2 { // AllTags equals the row of the third
		empty.rows = append(empty.rows, rowAllTags)
	}
	if len(unannotated.tags()) > 0 {
		unannotated.rows = append(unannotated.rows, rowAllTags)
	}
	if slices.Contains(unannotated.rows, rowUPOS) || slices.Contains(unannotated.rows, rowUFeats) {
		unannotated.rows = append(unannotated.rows, rowMLAS)
	}
	if len(copied.tags()) > 0 && equal(rowAllTags) {
		copied.rows = append(copied.rows, rowAllTags)
	}
	for _, o := range []*omission{&empty, &unannotated} { // BLEX equals CLAS
		if slices.Contains(o.rows, rowLemmas) {
			o.rows = append(o.rows, rowBLEX)
		}
	}
	out := append(empty.scores("neither side has "+empty.list(" or ")),
		unannotated.scores("gold has no "+unannotated.list(" or "))...)
	out = append(out, copied.scores("system and gold have equal "+copied.list(" and ")+" (copied?)")...)
	return append(out, omitEdges(sum, !equal(rowLAS))...)
}

// An omission collects rows to leave out for one reason.
type omission struct {
	rows    []int
	columns []string
}

func (o *omission) add(column string, row int) {
	o.rows, o.columns = append(o.rows, row), append(o.columns, column)
}

// tags returns the rows that AllTags unites.
func (o *omission) tags() (out []int) {
	for _, row := range o.rows {
		if row < rowAllTags {
			out = append(out, row)
		}
	}
	return out
}

// list joins the columns, the last with that word.
func (o *omission) list(word string) string {
	n := len(o.columns)
	if n < 2 {
		return strings.Join(o.columns, "")
	}
	return strings.Join(o.columns[:n-1], ", ") + word + o.columns[n-1]
}

// scores returns the omission of all scores of the rows, none without rows.
func (o *omission) scores(why string) []eval.Omission {
	if o.rows == nil {
		return nil
	}
	out := eval.Omission{Why: why, Absent: true}
	slices.Sort(o.rows)
	for _, row := range o.rows {
		for _, score := range []string{"precision", "recall", "f1", "aligned"} {
			out.Scores = append(out.Scores, rowNames[row]+"_"+score)
		}
	}
	return []eval.Omission{out}
}

// omitEdges leaves out ELAS and EULAS if a side has no enhanced graphs, or if the
// system's equal gold's although its trees do not.
func omitEdges(sum []float64, imperfect bool) []eval.Omission {
	n := sum[rowELAS*perRow:]
	o := omission{rows: []int{rowELAS, rowEULAS}}
	switch {
	case n[gold] == 0 && n[system] == 0:
		return o.scores("neither side has DEPS")
	case n[gold] == 0:
		return o.scores("gold has no DEPS")
	case n[system] == 0:
		out := o.scores("the system has no DEPS")
		out[0].Absent = false // they are 0
		return out
	case n[correct] == n[gold] && n[correct] == n[system] && imperfect:
		return o.scores("system and gold have equal DEPS (copied?)")
	}
	return nil
}
