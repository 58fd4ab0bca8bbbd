package conllx

import (
	"assay/internal/formats/internal/conll"
	"assay/treebank"
)

// The dialects.
const (
	columns = iota // ten columns, or eight
	tab            // three columns, or four
)

// tabLayout is the layout of the tab format.
var tabLayout = conll.Layout{Names: "FORM POSTAG HEAD DEPREL", Min: 3, Max: 4, Plain: true, Form: 1, Tag: 2,
	Head: 3, Relation: 4}

// dialect looks at the first word.
func dialect(head []byte) int32 {
	if isTab(conll.First(head)) {
		return tab
	}
	return columns
}

// isTab reports whether a line is a word of the tab format.
func isTab(c [][]byte) bool {
	if len(c) != 3 && len(c) != 4 {
		return false
	}
	return len(c[0]) > 0 && len(c[1]) > 0 && conll.Number(c[2]) && '0' <= c[2][0] && c[2][0] <= '9'
}

func split(data []byte, atEOF bool, dialect int32) treebank.Extent {
	if dialect == tab {
		return treebank.SplitLines(data, atEOF, dialect)
	}
	return conll.Split(data, atEOF, dialect)
}
