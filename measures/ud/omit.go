package ud

import (
	"slices"
	"strings"

	"assay/eval"
	"assay/treebank"
)

// The columns that a side may lack or copy, by the row that compares them.
var columns = []rowColumn{{rowUPOS, "UPOS"}, {rowXPOS, "XPOS"}, {rowUFeats, "FEATS"}, {rowLemmas, "LEMMA"}}

type rowColumn struct {
	row  int
	name string // in CoNLL-U
}

// The bits of Seen: bit row of a column if gold has values in it, and systemSeen bits
// further if the system has.
const (
	systemSeen = 32
	goldSeen   = 1<<rowUPOS | 1<<rowXPOS | 1<<rowUFeats | 1<<rowLemmas | 1<<rowELAS
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
		return seen | uint64(bit(len(s.Enhanced) > 0, rowELAS))
	}
	c.seen |= side(pair.Gold, &c.tables[0]) | side(pair.System, &c.tables[1])<<systemSeen
}

// compared are the rows that compare a column, by that column's row.
var compared = map[int][]int{
	rowUPOS: {rowUPOS, rowAllTags, rowMLAS}, rowXPOS: {rowXPOS, rowAllTags}, rowUFeats: {rowUFeats, rowAllTags, rowMLAS},
	rowLemmas: {rowLemmas, rowBLEX}, rowELAS: {rowELAS, rowEULAS},
}

// lost names the columns that the system alone lacks, with the F1 of the rows that compare them.
func lost(seen uint64) (out []eval.Omission) {
	add := func(column string, rows ...int) {
		named := eval.Omission{Why: column}
		for _, row := range rows {
			named.Scores = append(named.Scores, rowNames[row]+"_f1")
		}
		out = append(out, named)
	}
	for _, tc := range append(columns[:len(columns):len(columns)], rowColumn{rowELAS, "DEPS"}) {
		if seen>>tc.row&1 != 0 && seen>>(tc.row+systemSeen)&1 == 0 {
			add(tc.name, compared[tc.row]...)
		}
	}
	switch {
	case seen&eval.SeenGoldHeads != 0 && seen&eval.SeenSystemHeads == 0:
		add("HEAD", rowUAS, rowLAS, rowCLAS, rowMLAS, rowBLEX)
	case seen&eval.SeenGoldRelations != 0 && seen&eval.SeenSystemRelations == 0:
		add("DEPREL", rowLAS, rowCLAS, rowMLAS, rowBLEX)
	}
	return out
}

// fewWords is the number of words up to which a tagger without a single error is no
// surprise.
const fewWords = 100

// omit leaves out rows of columns that gold or both sides do not annotate, and of
// columns that are equal although the trees are not, because they are copied.
func omit(sum []float64, seen uint64) []eval.Omission {
	var empty, unannotated, copied, redundant omission
	equal := func(row int) bool {
		n := sum[row*perRow:]
		return n[correct] == n[gold] && n[correct] == n[system]
	}
	copies := !equal(rowLAS) && sum[rowWords*perRow+gold] > fewWords
	for _, tc := range columns {
		inGold, inSystem := seen>>tc.row&1 != 0, seen>>(tc.row+systemSeen)&1 != 0
		switch {
		case seen&eval.SeenPairs == 0: // unknown
		case !inGold && !inSystem:
			empty.add(tc.name, tc.row)
		case !inGold:
			unannotated.add(tc.name, tc.row)
		case copies && equal(tc.row):
			copied.add(tc.name, tc.row)
		}
	}
	omitTrees(&empty, &unannotated, seen)
	united(&empty, &unannotated, &redundant)
	if len(copied.tags()) > 0 && equal(rowAllTags) {
		copied.rows = append(copied.rows, rowAllTags)
	}
	out := append(empty.scores("neither side has "+empty.list(" or "), true),
		unannotated.scores("gold has no "+unannotated.list(" or "), true)...)
	out = append(out, redundant.scores("gold lacks a column that they compare", false)...)
	out = append(out, copied.scores("system and gold have equal "+copied.list(" and ")+" (copied?)", false)...)
	return append(out, omitEdges(sum, !equal(rowLAS))...)
}

// omitTrees leaves out the rows of trees that gold or both sides do not have, and those of labels.
func omitTrees(empty, unannotated *omission, seen uint64) {
	switch {
	case seen&eval.SeenPairs == 0: // unknown
	case seen&(eval.SeenGoldHeads|eval.SeenGoldRelations) == eval.SeenGoldHeads|eval.SeenGoldRelations:
	case seen&(eval.SeenGoldHeads|eval.SeenSystemHeads) == 0:
		empty.add("HEAD", rowUAS, rowLAS, rowCLAS, rowMLAS, rowBLEX)
	case seen&eval.SeenGoldHeads == 0:
		unannotated.add("HEAD", rowUAS, rowLAS, rowCLAS, rowMLAS, rowBLEX)
	case seen&eval.SeenSystemRelations == 0:
		empty.add("DEPREL", rowLAS, rowCLAS, rowMLAS, rowBLEX)
	default:
		unannotated.add("DEPREL", rowLAS, rowCLAS, rowMLAS, rowBLEX)
	}
}

// united leaves out the rows of several columns: they are undefined where gold has none of these, and redundant where
// it has only some, as the official program counts them then.
func united(empty, unannotated, redundant *omission) {
	lacks := func(row int) bool { return slices.Contains(empty.rows, row) || slices.Contains(unannotated.rows, row) }
	absent := func(row int) {
		if o := unannotated; !lacks(row) {
			if len(o.rows) == 0 {
				o = empty
			}
			o.rows = append(o.rows, row)
		}
	}
	switch tags := len(empty.tags()) + len(unannotated.tags()); {
	case tags == 3:
		absent(rowAllTags)
	case tags == 2 || len(unannotated.tags()) > 0: // it equals the row of the third, or counts what only the system has
		redundant.rows = append(redundant.rows, rowAllTags)
	}
	switch {
	case lacks(rowUPOS) && lacks(rowUFeats):
		absent(rowMLAS)
	case !lacks(rowMLAS) && (slices.Contains(unannotated.rows, rowUPOS) || slices.Contains(unannotated.rows, rowUFeats)):
		redundant.rows = append(redundant.rows, rowMLAS)
	}
	if lacks(rowLemmas) { // BLEX would equal CLAS
		absent(rowBLEX)
	}
}

// An omission collects rows to leave out for one reason.
type omission struct {
	rows    []int
	columns []string
}

func (o *omission) add(column string, rows ...int) {
	o.rows, o.columns = append(o.rows, rows...), append(o.columns, column)
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

// scores returns the omission of all scores of the rows, none without rows; absent ones are undefined.
func (o *omission) scores(why string, absent bool) []eval.Omission {
	if o.rows == nil {
		return nil
	}
	out := eval.Omission{Why: why, Absent: absent}
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
		return o.scores("neither side has DEPS", true)
	case n[gold] == 0:
		return o.scores("gold has no DEPS", true)
	case n[system] == 0:
		return o.scores("the system has no DEPS", false) // they are 0
	case n[correct] == n[gold] && n[correct] == n[system] && imperfect:
		return o.scores("system and gold have equal DEPS (copied?)", false)
	}
	return nil
}
