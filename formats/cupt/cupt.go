// Package cupt reads and writes .cupt, the format of the PARSEME shared tasks on multiword expressions (Savary et al.
// 2017; Ramisch et al. 2018, 2020): CoNLL-U Plus, whose first line names the columns, with the column PARSEME:MWE.
//
// The column holds * (none) or codes between semicolons: the number of an expression and, on its
// first word, its category
// (1:LVC.full). Expressions become phrases (see internal/expressions) in the order of their first words. Lines may
// have other columns, in another order; ID, FORM and PARSEME:MWE must be among them. Of other
// layouts than the usual one
// the columns ID, FORM, LEMMA, UPOS and PARSEME:MWE are read.
//
// A code on a contraction is given to its words, one on an empty node (8.1) is in no expression; both are noted,
// and so are expressions without a category, with two, and with the words of another one. The underspecified _ of
// blind files is an error.
package cupt

import (
	"bytes"
	"slices"
	"strings"

	"assay/formats/conllu"
	"assay/formats/internal/conll"
	"assay/treebank"
)

// Format is .cupt.
var Format = treebank.Format{
	Name: "cupt", Title: "PARSEME: multiword expressions (.cupt)", Source: "PARSEME 1.1 to 2.0; parseme_evaluate.py",
	Ext: []string{".cupt"}, Layers: treebank.Expressions | treebank.Tags | treebank.Lemmas | treebank.Morphology |
		treebank.Arcs | treebank.Relations,
	Detect: func(head []byte) bool { _, ok := columnsOf(head); return ok },
	Dialect: func(head []byte) int32 {
		columns, ok := columnsOf(head)
		if !ok {
			return noHeader
		}
		return pack(columns)
	},
	Split: conllu.Format.Split, Parse: parse, ID: conll.ID, Document: conll.Document, Write: write,
	Begin: "# global.columns = " + usual + "\n",
}

// The usual columns.
const (
	colID = iota
	colForm
	colLemma
	colUPOS
	colXPOS
	colFeats
	colHead
	colDeprel
	colDeps
	colMisc
	colMWE
	columnCount
)

const usual = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE"

// read are the columns that are read of other layouts.
var read = [...]int{colID, colForm, colLemma, colUPOS, colMWE}

// Dialects beside 0, the usual columns.
const (
	noHeader = -1      // the first line does not name the columns
	other    = 1 << 30 // other columns: their number, and the places of five of them
	absent   = 31
)

// columnsOf returns the names in the first line.
func columnsOf(head []byte) (names []string, ok bool) {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if !bytes.HasPrefix(line, []byte("#")) || !bytes.Contains(line, []byte("global.columns")) {
		return nil, false
	}
	names = strings.Fields(string(line[bytes.LastIndexByte(line, '=')+1:]))
	return names, slices.Contains(names, "PARSEME:MWE")
}

// pack makes a layout one number.
func pack(names []string) int32 {
	all := strings.Fields(usual)
	if slices.Equal(names, all) {
		return 0
	}
	n := int32(other | min(len(names), absent))
	for k, column := range read {
		at := slices.Index(names, all[column])
		if at < 0 || at >= absent {
			at = absent
		}
		n |= int32(at) << (5 * (k + 1))
	}
	return n
}

// layout returns the number of columns and the place of each, -1 for those that are not read.
func layout(dialect int32) (count int, at [columnCount]int) {
	if dialect == 0 {
		for i := range at {
			at[i] = i
		}
		return columnCount, at
	}
	for i := range at {
		at[i] = -1
	}
	for k, column := range read {
		if place := int(dialect>>(5*(k+1))) & 31; place != absent {
			at[column] = place
		}
	}
	return int(dialect & 31), at
}
