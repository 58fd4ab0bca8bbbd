package convert

import (
	"fmt"
	"io"
	"iter"

	"assay/internal/message"
	"assay/treebank"
)

// Packable refuses to pack forests where there is nothing to pack, or nowhere to write them.
func Packable(src *treebank.Source, to *treebank.Format, as string) error {
	from := src.Format
	switch {
	case src.Unranked:
		return message.Errorf("option pack wants ranked lists, and %s has one analysis of each sentence", src.Name)
	case from.Reading == nil:
		return message.Errorf("option pack wants ranked lists, and format %s holds one analysis of each sentence", from.Name)
	case !to.Layers.Has(treebank.Forests):
		return message.Errorf("option pack writes parse forests, and format %s holds none; option to=xiao does", to.Name)
	case as != deps && !from.Layers.Has(treebank.Arcs):
		return message.Errorf("option pack wants dependencies; add option as=deps option heads=TABLE")
	}
	return nil
}

// A Packing packs the analyses of ranked lists into parse forests.
type Packing struct {
	Most    int // analyses of a sentence
	Several int // sentences so far with more than one analysis
}

// Sentences yields the sentences of a file, each with its first analyses packed after the
// steps changed them: rules and conversions work on trees (Xiao 1997, §6.3). The error
// of an analysis after the first is a note.
func (p *Packing) Sentences(src *treebank.Source, r io.Reader, file string,
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
			if !yield(first, p.pack(src.Format, piece, first, further, steps)) {
				return
			}
		}
	}
}

// pack packs the analyses in piece into first.
func (p *Packing) pack(format *treebank.Format, piece treebank.Piece, first, further *treebank.Sentence,
	steps []func(*treebank.Sentence) error) error {
	var forest treebank.Packer
	whole := piece.Text
	for k := 1; k <= p.Most; k++ {
		sentence := first
		if k > 1 {
			sentence = further
		}
		text, _ := format.Reading(whole, piece.Dialect, k)
		if text == nil && k > 1 {
			break
		}
		if k == 2 {
			p.Several++
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
			first.Notes = append(first.Notes, sentence.Notes...)
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
