package main

import (
	"fmt"
	"io"
	"iter"

	"assay/treebank"
)

// packHelp explains --pack of score and convert.
const packHelp = "pack the first K analyses of each ranked list into a parse forest, after --as and rules"

// packable refuses --pack where there is nothing to pack, or nowhere to write it.
func (v *converting) packable(from, to *treebank.Format, as string) error {
	switch {
	case v.pack < 2:
		return nil
	case from.Reading == nil:
		return usagef("--pack wants ranked lists, and format %s holds one analysis of each sentence", from.Name)
	case !to.Layers.Has(treebank.Forests):
		return usagef("--pack writes parse forests, and format %s holds none; -t xiao does", to.Name)
	case as != "deps":
		return usagef("--pack wants dependencies; add --as deps --heads TABLE")
	}
	return nil
}

// packed yields the sentences of a file, each with its first analyses packed after the
// steps changed them: rules and conversions work on trees (Xiao 1997, §6.3). The error
// of an analysis after the first is a note.
func (v *converting) packed(src *treebank.Source, r io.Reader, file string,
	steps []func(*treebank.Sentence) error) iter.Seq2[*treebank.Sentence, error] {
	return func(yield func(*treebank.Sentence, error) bool) {
		syms := treebank.NewSymbols()
		first, further := &treebank.Sentence{Syms: syms}, &treebank.Sentence{Syms: syms}
		c := src.Cut(r, file)
		for {
			piece, err := c.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(first, v.packOne(src.Format, piece, first, further, steps)) {
				return
			}
		}
	}
}

// packOne packs the analyses in piece into first.
func (v *converting) packOne(format *treebank.Format, piece treebank.Piece, first, further *treebank.Sentence,
	steps []func(*treebank.Sentence) error) error {
	var forest treebank.Packer
	whole := piece.Text
	for k := 1; k <= v.pack; k++ {
		sentence := first
		if k > 1 {
			sentence = further
		}
		text, _ := format.Reading(whole, piece.Dialect, k)
		if text == nil && k > 1 {
			break
		}
		if piece.Text = text; text == nil {
			piece.Text = whole // the format reports its fault
		}
		err := format.Read(sentence, piece)
		for _, step := range steps {
			if err == nil && !sentence.Missing {
				err = step(sentence)
			}
		}
		switch {
		case k == 1 && (err != nil || sentence.Missing):
			return err
		case k == 1:
			forest.Start(sentence)
		case err == nil:
			err = forest.Add(sentence)
		}
		if err != nil {
			first.Note(&treebank.SyntaxError{File: first.File, Line: int(first.Line),
				Want: fmt.Sprintf("analysis %d to join the forest", k), Found: err.Error()})
		}
	}
	forest.Finish()
	return nil
}
