package eval

import (
	"bytes"
	"errors"

	"assay/internal/message"
	"assay/treebank"
)

// read parses the pieces of one side of a pair into sentence and applies the steps. If only
// some of several pieces can be read, sentence holds those and the error is a *brokenPieces.
func (w *worker) read(sentence *treebank.Sentence, src *treebank.Source, pieces []piece, rank int,
	steps []func(*treebank.Sentence) error) error {
	if len(pieces) == 0 {
		sentence.Reset(nil)
		sentence.Missing = true
		return nil
	}
	var broken *brokenPieces
	good := 0
	for i := range pieces {
		p := &pieces[i]
		into := sentence
		if good > 0 {
			into = &w.extra
		}
		if len(pieces) == 1 {
			if err := w.readOnce(sentence, src.Format, p.Piece, rank); err != nil {
				return err
			}
			good = 1
			break
		}
		if err := readRanked(into, src.Format, p.Piece, rank); err != nil {
			if broken == nil {
				broken = &brokenPieces{}
			}
			broken.errs = append(broken.errs, err)
			continue
		}
		if good++; good > 1 {
			sentence.Append(into)
		}
	}
	if broken != nil && good == 0 {
		broken.all = true
		return broken
	}
	if sentence == &w.sysSent && len(sentence.Notes) > 0 {
		sentence.SetApart()
	}
	for _, step := range steps {
		if sentence.Missing {
			break
		}
		if err := step(sentence); err != nil {
			return err
		}
	}
	if broken != nil {
		return broken
	}
	return nil
}

// brokenPieces reports the unreadable sentences of one side of a pair.
type brokenPieces struct {
	errs []error
	all  bool // none can be read
}

func (e *brokenPieces) Error() string   { return e.errs[0].Error() }
func (e *brokenPieces) Unwrap() []error { return e.errs }

// readInPart reports whether err leaves some sentences of its side readable.
func readInPart(err error) bool {
	b, ok := err.(*brokenPieces)
	return ok && !b.all
}

// broken lists the unreadable sentences of one side.
func (w *worker) broken(tally *tally, unit *Unit, n int, side string, sentence *treebank.Sentence, err error) {
	if b, ok := err.(*brokenPieces); ok {
		for _, e := range b.errs {
			w.problem(tally, unit, n, -1, side, sentence, e)
		}
	} else if err != nil {
		w.problem(tally, unit, n, -1, side, sentence, err)
	}
}

// readRanked reads the analysis with that rank, or marks it as missing.
func readRanked(sentence *treebank.Sentence, format *treebank.Format, piece treebank.Piece, rank int) error {
	if format.Reading == nil {
		err := format.Read(sentence, piece)
		if err == nil && rank > 1 { // without words, because measures of words would count them
			sentence.Reset(piece.Text)
			sentence.File, sentence.Line, sentence.Missing = piece.File, piece.Line, true
		}
		return err
	}
	text, n := format.Reading(piece.Text, piece.Dialect, max(rank, 1))
	if text == nil {
		sentence.Reset(piece.Text)
		sentence.File, sentence.Line, sentence.Missing, sentence.Readings = piece.File, piece.Line, true, int32(n)
		return nil
	}
	if lead := cap(piece.Text) - cap(text); lead > 0 && lead <= len(piece.Text) {
		piece.Line += int32(bytes.Count(piece.Text[:lead], newline))
	}
	piece.Text = text
	err := format.Read(sentence, piece)
	if n > 0 {
		sentence.Rank = int32(max(rank, 1))
	}
	sentence.Readings = max(sentence.Readings, int32(n)) // the format has seen only one reading
	return err
}

// sameIDs lists the graphs of one side whose id an earlier graph has.
func (w *worker) sameIDs(tally *tally, unit *Unit, n int, side string, sentence *treebank.Sentence,
	pieces []piece, format *treebank.Format) {
	for i := range pieces {
		if p := &pieces[i]; p.same {
			e := &treebank.SyntaxError{File: p.File, Line: int(p.Line), Col: 1, Want: "an id of its own",
				Found: string(p.name(format)) + " a second time"}
			e.Hint = "graphs with one id pair in their order; option align=order pairs all by their numbers"
			w.problem(tally, unit, n, -1, side, sentence, e)
		}
	}
}

// notes lists the faults that a sentence has although it is readable, and the faults
// of its structure.
func (w *worker) notes(tally *tally, unit *Unit, n int, side string, sentence *treebank.Sentence) {
	for _, e := range sentence.Notes {
		w.problem(tally, unit, n, -1, side, sentence, e)
	}
	if w.check == nil || sentence.Missing {
		return
	}
	w.faults = w.faults[:0]
	w.check(sentence, w.fault)
	for _, e := range w.faults {
		w.problem(tally, unit, n, -1, side, sentence, e)
	}
}

// apart is an error that knows the words at which the two sides of a pair differ.
type apart interface {
	error
	Apart() (gold, system int32)
	Cause() Cause
}

// placeOf returns the place of word i of sentence, or of the end if there is no such word.
func placeOf(sentence *treebank.Sentence, i int32) string {
	at := treebank.SyntaxError{File: sentence.File, Line: int(sentence.Line)}
	if n := int32(len(sentence.Tokens)); i < n {
		at.Line, at.Col = sentence.Position(sentence.Tokens[i].Form)
	} else if n > 0 {
		last := sentence.Tokens[n-1].Form
		at.Line, at.Col = sentence.Position(treebank.Span{Off: last.Off + last.Len})
	}
	return at.Place()
}

func (w *worker) problem(tally *tally, u *Unit, n, metric int, side string, sentence *treebank.Sentence, err error) {
	pr := Problem{Unit: n, Metric: metric, Side: side, Sentence: u.Name(), Number: u.Number()}
	if e, ok := errors.AsType[apart](err); ok {
		gold, system := e.Apart()
		pr.Place = placeOf(w.pair.Gold, gold)
		pr.Text = err.Error() + " (" + placeOf(w.pair.System, system) + ")"
		if h, ok := err.(Hinter); ok {
			pr.Hint = h.Hint()
		}
		pr.Cause = e.Cause()
	} else if e, ok := errors.AsType[*treebank.SyntaxError](err); ok {
		pr.Place, pr.Hint = e.Place(), e.Hint
		pr.Text = e.Fault()
	} else {
		at := treebank.SyntaxError{File: sentence.File, Line: int(sentence.Line)}
		pr.Place, pr.Text = at.Place(), err.Error()
		if said, ok := errors.AsType[message.Shower](err); ok {
			pr.said = said
		}
	}
	tally.problems = append(tally.problems, pr)
}

// A PairError is the problem that ended a run under OnError Stop.
type PairError struct{ Problem }

func (e *PairError) Error() string {
	return e.Place + ": sentence " + e.Sentence + ": " + e.Text
}
