package treebank

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"strconv"
)

// A Layer is a kind of annotation. Format.Layers are those that a format can hold.
type Layer uint64

// The layers.
const (
	Tags      Layer = 1 << iota // parts of speech
	Phrases                     // constituents
	Functions                   // functions on the edges of a constituency tree
	Gaps                        // discontinuous constituents
	Secondary                   // secondary edges
	Arcs                        // dependencies
	Relations                   // labels of dependencies
	Enhanced                    // enhanced dependencies
	Graph                       // semantic graphs
	Morphology
	Lemmas
	Ranked      // several analyses per sentence
	Forests     // several dependencies per word: packed parse forests
	Bilexical   // semantic dependencies: graphs whose nodes are words
	Units       // UCCA: graphs whose nodes are units of a passage
	Clauses     // DRS: boxes and clauses
	Roles       // predicates and their arguments, which are words
	RoleSpans   // predicates and their arguments, which are stretches of words
	Unanchored  // graphs whose nodes need not be at words: AMR
	Frameworks  // graphs of several frameworks, with and without words: MRP
	Chunks      // phrases without phrases within: label sequences
	Discourse   // trees over the units of a document: RST
	UnitArcs    // dependencies between the units of a document
	Segments    // stretches of the words of a document: discourse units, connectives
	Instances   // a relation between two given units
	Expressions // sets of words: multiword expressions
	Mentions    // mentions of entities in a document: coreference
	Tuples      // dependencies as tuples, in which a head may be unknown: Lin 1995
	Spans       // stretches of words that may overlap: named entities
	Opinions    // who says what about what: structured sentiment
	Links       // relations between the units of a dialogue, which may have several parents
	Across      // relations between nodes of several sentences: UMR
	Content     // dependencies of content words, some of which are no words of the text: MSP
)

// Has reports whether all of m is in l.
func (l Layer) Has(m Layer) bool { return l&m == m }

// Names returns the names of the layers in l, for readers.
func (l Layer) Names() (out []string) {
	for _, known := range layerNames {
		if l.Has(known.layer) {
			out = append(out, known.name)
		}
	}
	return out
}

var layerNames = [...]struct {
	layer Layer
	name  string
}{
	{Tags, "tags"}, {Lemmas, "lemmas"}, {Morphology, "morphology"}, {Phrases, "phrases"},
	{Functions, "functions"}, {Gaps, "discontinuity"}, {Secondary, "secondary edges"}, {Arcs, "dependencies"},
	{Relations, "relations"}, {Enhanced, "enhanced dependencies"}, {Graph, "semantic graph"},
	{Ranked, "ranked lists"}, {Forests, "parse forests"}, {Bilexical, "semantic dependencies"},
	{Units, "UCCA units"}, {Clauses, "DRS clauses"}, {Roles, "semantic roles of words"},
	{RoleSpans, "semantic roles of stretches"}, {Unanchored, "nodes without a place in the text"},
	{Frameworks, "several frameworks"}, {Chunks, "chunks"}, {Discourse, "discourse trees"},
	{UnitArcs, "dependencies of discourse units"}, {Segments, "discourse units and connectives in words"},
	{Instances, "relations of given units"}, {Expressions, "multiword expressions"},
	{Mentions, "mentions of entities"}, {Spans, "spans of named entities"}, {Content, "dependencies of content words"},
	{Opinions, "opinions"}, {Links, "relations of dialogue units"}, {Across, "relations across sentences"},
}

// Undeclared is the encoding of formats whose files do not declare theirs and
// occur in both: Latin-1 if the first characters that are not ASCII are not UTF-8.
// In a file of UTF-8, invalid bytes stay.
const Undeclared = "undeclared"

// A Format is a file format for sentences.
type Format struct {
	Name   string   // as in "-f penn"
	Title  string   // one line for the help text
	Source string   // where it is specified
	Ext    []string // usual file name endings, with the dot
	Layers Layer    // annotation that it can hold
	// Framework is that of graphs that name none, such as amr; "" for formats of trees and of several frameworks.
	Framework string
	Keyed     bool // sentences are always paired by their names
	Named     bool // sentences are paired by their names if the other side has them too
	Alone     bool // each file holds one sentence: in a folder, a file without one is a sentence that cannot be read
	Linked    bool // sentences refer to others of their file, which Sentence.In holds
	ByFile    bool // each file holds one document, which has the name of the file: see DocumentName

	// Detect reports whether a file that begins like head is in this format.
	Detect func(head []byte) bool
	// Dialect looks at the first bytes of a file (64 KiB, or all of it) and
	// returns a number that Split gets and Parse finds in Sentence.Dialect.
	// Nil means 0.
	Dialect func(head []byte) int32
	// Encoding returns the encoding of a file that begins like head, by the name
	// that XML declarations use; "" is UTF-8, Undeclared is UTF-8 or Latin-1. A
	// nil Encoding means UTF-8. Split and Parse always get UTF-8.
	Encoding func(head []byte) string
	// Split finds the first sentence in data. atEOF means that data is the rest of
	// the file: bytes that Split then neither finds nor skips are lost.
	Split func(data []byte, atEOF bool, dialect int32) Extent
	// Parse reads the sentence whose text Split found; s was Reset. An error is
	// a *SyntaxError with lines counted from the first of text.
	Parse func(s *Sentence, text []byte) error
	// ID returns the name of a sentence without parsing it, nil if it has none.
	// A nil ID means that the format has no names.
	ID func(text []byte) []byte
	// Group returns the name of the part of a file that a sentence belongs to, such as a
	// framework, without parsing it, nil if it has none. Sentences of different groups
	// may have one id and never pair by it. A nil Group means that no file has groups.
	Group func(text []byte) []byte
	// Twins returns what distinguishes sentences of one id, the strongest first, as many for each
	// sentence: those pair in which it is equal. A nil Twins means that their words do.
	Twins func(text []byte) []string
	// Surface appends the words of the sentence at the start of data to dst, as
	// AppendSurface does but without parsing, and returns the number of bytes that
	// Split would take for the sentence. It may accept a sentence that Parse
	// refuses. It returns 0 and an unchanged dst if it needs more data, or if only
	// Split and Parse can decide. A nil Surface means that they always must.
	Surface func(dst, data []byte, atEOF bool, dialect int32) (text []byte, length int)
	// Document reports whether a document begins with a sentence, and its name,
	// without parsing it. A nil Document means that the format has none.
	Document func(text []byte) (name []byte, begins bool)
	// Reading returns the text of the k-th analysis, from 1, of a sentence, and
	// the number of its analyses, 0 in a file without ranks; nil if there are fewer
	// than k. A nil Reading means that the format holds one analysis per sentence.
	Reading func(text []byte, dialect int32, k int) (reading []byte, n int)
	// Chosen returns the number of analyses that an annotator chose; Reading gives
	// these first. In gold each of them is right. A nil Chosen means that the format
	// records no choices.
	Chosen func(text []byte) int

	// Cite is added to signatures of scores of a system in this format; "" adds
	// nothing. It names what reading may change, such as "repair:structure".
	Cite string
	// Fit gives s, a system's sentence, the words of gold where they differ. Nil, as in
	// all formats but answers of language models, leaves them as they are.
	Fit func(s, gold *Sentence)

	// Graphs reads the same files as semantic graphs, for measures and formats that hold no other
	// layer of this format; nil if it has none such.
	Graphs *Format

	// Write writes s; nil for a format that is only read. Begin and End are the text before the first
	// sentence and after the last.
	Write      func(w *bufio.Writer, s *Sentence) error
	Begin, End string
}

// A SyntaxError reports a fault in a file and its place.
type SyntaxError struct {
	File      string
	Line, Col int // from 1; Col counts bytes; 0 is unknown
	Want      string
	Found     string
	Hint      string // a remedy, if a likely one is known
}

func (e *SyntaxError) Error() string { return e.Place() + ": " + e.Fault() }

// Fault is Error without the place.
func (e *SyntaxError) Fault() string {
	if e.Found == "" {
		return "want " + e.Want
	}
	return "want " + e.Want + ", found " + e.Found
}

// Place returns file:line:col as far as it is known.
func (e *SyntaxError) Place() string {
	p := e.File
	if p == "" {
		p = "input"
	}
	switch {
	case e.Line > 0 && e.Col > 0:
		return p + ":" + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Col)
	case e.Line > 0:
		return p + ":" + strconv.Itoa(e.Line)
	}
	return p
}

// At returns a SyntaxError at byte off of text, for use by Parse functions:
// lines are counted from the first line of text.
func At(text []byte, off int, want, found string) *SyntaxError {
	before := text[:min(max(off, 0), len(text))]
	return &SyntaxError{Line: bytes.Count(before, []byte{'\n'}) + 1, Col: len(before) - bytes.LastIndexByte(before, '\n'),
		Want: want, Found: found}
}

// Read parses piece, which Split found, into sentence. The engine calls it. It resets sentence
// first and completes the place of an error.
func (f *Format) Read(sentence *Sentence, piece Piece) error {
	sentence.File, sentence.Line, sentence.Dialect = piece.File, piece.Line, piece.Dialect
	sentence.Reset(piece.Text)
	sentence.In, sentence.Place = piece.In, piece.Place
	err := tooDeep(piece.Text, Limits{Depth: int(piece.deepest)}.depth())
	if err == nil {
		err = f.Parse(sentence, piece.Text)
	}
	empty := len(sentence.Tokens)+len(sentence.Nodes) == 0                 // answers of language models may hold graphs
	if err == nil && empty && !sentence.Missing && f.Layers.Has(Phrases) { // the parser found nothing
		sentence.Missing, sentence.Failure = true, "a sentence without words"
	}
	if err == nil && f.withoutNodes(sentence) {
		sentence.Note(&SyntaxError{Line: 1, Col: 1, Want: "a graph with nodes", Found: "none",
			Hint: "an empty graph counts, with nothing in it"})
	}
	if err != nil {
		sentence.salvage()
	}
	if e, ok := err.(*SyntaxError); ok {
		if mark := InnerMark(piece.Text); mark != nil {
			*e = *mark
		}
		piece.place(e, sentence.Line < piece.Line)
	}
	for _, e := range sentence.Notes {
		piece.place(e, sentence.Line < piece.Line)
	}
	return err
}

// InnerMark returns the error of text that holds a byte order mark (U+FEFF); nil if it holds none. Opening a
// file drops the mark that begins it, so that this one is the work of a program that joined files.
func InnerMark(text []byte) *SyntaxError {
	at := bytes.Index(text, []byte("\ufeff"))
	if at < 0 {
		return nil
	}
	e := At(text, at, "text", "a byte order mark (U+FEFF) inside the file")
	e.Hint = "files that begin with the mark were joined; sed 's/\\xEF\\xBB\\xBF//g' removes it"
	return e
}

// withoutNodes reports whether a sentence that has a graph in every file of the format has an
// empty one, and no note says so.
func (f *Format) withoutNodes(s *Sentence) bool {
	return f.Layers&(Graph|Units) != 0 && !f.Layers.Has(Phrases) && !f.Layers.Has(Arcs) && s.Skip&(Graph|Units) == 0 &&
		!s.Missing && s.Failure == "" && len(s.Nodes)+len(s.Clauses)+len(s.Notes) == 0 &&
		(s.MRS == nil || len(s.MRS.EPs) == 0)
}

// place turns the place of e, which counts from the first line of p, into a place
// in the file. An error without a place gets the first line; unplaced means that
// the lines of the sentence are not those of a file.
func (p *Piece) place(e *SyntaxError, unplaced bool) {
	e.File = p.File
	if unplaced {
		e.Line = 0
		return
	}
	e.Line = max(e.Line, 1) + int(p.Line) - 1
}

// Sentences reads r to its end. It reuses the sentence and its text in each step;
// Clone sentences that you keep. If a sentence cannot be read, Sentences yields an
// error with the readable part of the sentence, and reads on.
func (f *Format) Sentences(r io.Reader, file string) iter.Seq2[*Sentence, error] {
	return (&Source{Format: f}).Sentences(r, file)
}

// Ranked is Sentences for ranked lists: it takes the analysis of the given rank.
func (src *Source) Ranked(r io.Reader, file string, rank int) iter.Seq2[*Sentence, error] {
	return func(yield func(*Sentence, error) bool) {
		format, sentence := src.Format, &Sentence{Syms: NewSymbols()}
		cutter, left := src.Cut(r, file), make(chan []byte, 1)
		cutter.Recycle(left, func(block []byte) { // holds the sentences up to the last one
			select {
			case left <- block:
			default:
			}
		})
		for {
			piece, err := cutter.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if format.Reading == nil || rank <= 1 {
				err = format.Read(sentence, piece)
			} else if text, n := format.Reading(piece.Text, piece.Dialect, rank); text != nil {
				piece.Text = text
				err = format.Read(sentence, piece)
			} else {
				sentence.File, sentence.Line = piece.File, piece.Line
				sentence.Reset(piece.Text)
				err = &SyntaxError{File: piece.File, Line: int(piece.Line), Want: fmt.Sprintf("an analysis of rank %d", rank),
					Found: strconv.Itoa(max(n, 1))}
			}
			if !yield(sentence, err) {
				return
			}
		}
	}
}
