// Package conllx reads and writes the format of the CoNLL shared tasks of 2006
// (CoNLL-X) and 2007 (Buchholz & Marsi 2006, Nivre et al. 2007).
//
// Ten columns between tabs: ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL PHEAD
// PDEPREL; the last two may be absent, as in many parsers' output. CPOSTAG
// becomes Token.Tag, POSTAG Morph.Fine. PHEAD and PDEPREL are kept (Attr "phead"
// and "pdeprel") and written again, but not scored. HEAD 0 is
// treebank.Root, _ and ? are treebank.Unknown, a number beyond the sentence is
// treebank.Outside, with a note. A sentence ends at an empty line. A sentence
// cannot be read if a line has a wrong number of columns, a word number is out of
// order, or HEAD is not a number.
//
// Columns are split at tabs, so that a form may hold spaces; the official
// scorers split at any white space. Comments (#) are tolerated and kept.
//
// The tab format of MaltParser and Penn2Malt (.tab, .dp) is read too: FORM POSTAG
// HEAD and, if there is a fourth column, DEPREL; words have no ids.
package conllx

import (
	"assay/formats/internal/conll"
	"assay/treebank"
)

// Format is the format of CoNLL 2006 and 2007.
var Format = treebank.Format{
	Name:     "conllx",
	Title:    "CoNLL-X and CoNLL 2007, ten columns; the tab format of MaltParser",
	Source:   "Buchholz & Marsi 2006; Nivre et al. 2007",
	Ext:      []string{".conll", ".conllx", ".conll06", ".conll07", ".dep", ".dp", ".tab"},
	Layers:   treebank.Tags | treebank.Arcs | treebank.Relations | treebank.Morphology | treebank.Lemmas,
	Detect:   detect,
	Dialect:  dialect,
	Split:    split,
	Parse:    parse,
	ID:       conll.ID,
	Document: conll.Document,
	Write:    layout.Write,
}

var layout = conll.Layout{Names: "ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL PHEAD PDEPREL", Min: 8, Max: 10,
	Form: 1, Lemma: 2, Tag: 3, Fine: 4, Feats: 5, Head: 6, Relation: 7,
	Kept: []conll.Kept{{Column: 8, Key: "phead"}, {Column: 9, Key: "pdeprel"}}}

// tabLayout is the layout of the tab format.
var tabLayout = conll.Layout{Names: "FORM POSTAG HEAD DEPREL", Min: 3, Max: 4, Plain: true, Form: 1, Tag: 2,
	Head: 3, Relation: 4}

// The dialects.
const (
	columns = iota // ten columns, or eight
	tab            // three columns, or four
)

// dialect looks at the first word.
func dialect(head []byte) int32 {
	if isTab(conll.First(head)) {
		return tab
	}
	return columns
}

// isTab reports whether a line is a word of the tab format.
func isTab(c [][]byte) bool {
	return (len(c) == 3 || len(c) == 4) && len(c[0]) > 0 && len(c[1]) > 0 && isHead(c[2])
}

// isHead reports whether a column holds the number of a head.
func isHead(column []byte) bool { return conll.Number(column) && '0' <= column[0] && column[0] <= '9' }

// detect looks at the first word line.
func detect(head []byte) bool {
	c := conll.First(head)
	return isTab(c) || (len(c) == layout.Min || len(c) == layout.Max) && string(c[0]) == "1" &&
		conll.Number(c[layout.Head]) && (len(c) == layout.Min || conll.Number(c[layout.Kept[0].Column]))
}

// HasHead reports whether the first word of head has a number in the column of heads.
func HasHead(head []byte) bool {
	c := conll.First(head)
	return len(c) > layout.Head && isHead(c[layout.Head])
}

func split(data []byte, atEOF bool, dialect int32) treebank.Extent {
	if dialect == tab {
		return treebank.SplitLines(data, atEOF, dialect)
	}
	return conll.Split(data, atEOF, dialect)
}

func parse(sentence *treebank.Sentence, text []byte) error {
	if sentence.Dialect == tab {
		return tabLayout.Read(sentence, text)
	}
	return layout.Read(sentence, text)
}
