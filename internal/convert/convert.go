// Package convert writes the sentences of one format in another, and finds the losses: layers
// and properties that the other format cannot hold. The layers of the two formats show most
// losses before a sentence is written; the others show when the written sentence is read again
// and compared.
package convert

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"

	"assay/formats/conllx"
	"assay/graph/passage"
	"assay/heads"
	"assay/prep"
	"assay/treebank"
)

// The conversions of a sentence that Kind chooses among; "" is none.
const (
	deps      = "deps"      // constituents to dependencies, by a head table
	phrases   = "phrases"   // dependencies to constituents
	anchors   = "anchors"   // a graph over terminals to one that is anchored to the text
	terminals = "terminals" // the reverse
)

// AsGraphs returns the format that reads files of from as graphs if to holds such graphs and no layer
// of from itself, else from.
func AsGraphs(from, to *treebank.Format) *treebank.Format {
	if from.Graphs != nil && from.Layers&to.Layers == 0 && to.Layers.Has(from.Graphs.Layers) {
		return from.Graphs
	}
	return from
}

// Kind returns the conversion that sentences of one format need for another: the one that is
// asked for, or the one that their layers need. A head table asks for dependencies.
func Kind(from, to *treebank.Format, as, table string) (string, error) {
	// only reports that to takes the one layer, and from has only the other.
	only := func(other, layer treebank.Layer) bool {
		return to.Layers&other == 0 && to.Layers.Has(layer) && from.Layers&layer == 0 && from.Layers.Has(other)
	}
	switch {
	case as != "":
	case table != "", only(treebank.Phrases, treebank.Arcs):
		as = deps
	case only(treebank.Arcs, treebank.Phrases):
		as = phrases
	}
	if as == deps && table == "" {
		return "", &NoTableError{from.Name, to.Name}
	}
	common := from.Layers & to.Layers
	switch {
	case as != "" || common&treebank.Units == 0:
	case from.Layers&treebank.Graph == 0 && to.Layers&treebank.Graph != 0:
		return anchors, nil
	case from.Layers&treebank.Graph != 0 && to.Layers&treebank.Graph == 0:
		return terminals, nil
	}
	held := treebank.Phrases | treebank.Arcs | treebank.Graph | treebank.Units | treebank.Clauses |
		treebank.Roles | treebank.RoleSpans | treebank.Segments | treebank.Instances | treebank.Expressions |
		treebank.Mentions | treebank.Spans | treebank.Content | treebank.Links | treebank.Opinions
	if as == "" && common&held == 0 {
		return "", fmt.Errorf("%s and %s hold nothing in common", from.Name, to.Name)
	}
	return as, nil
}

// A NoTableError asks for a head table, without which constituents cannot become dependencies.
type NoTableError struct{ from, to string }

func (e *NoTableError) Error() string {
	return e.from + " holds constituents and " + e.to + " dependencies: choose a head table"
}

// Step returns the step of a conversion, nil if it needs none.
func Step(as string, table *heads.Conversion) func(*treebank.Sentence) error {
	switch as {
	case deps:
		return table.New()
	case phrases:
		return heads.ToPhrases
	case anchors:
		return passage.Anchor
	case terminals:
		return passage.Words
	}
	return nil
}

// A Writer writes sentences in one format.
type Writer struct {
	Sources   []*treebank.Source // whose names no other sentence may get
	Number    int                // of the sentence that is converted, from 1
	Sentences int                // written so far, of which the losses are a part

	to                 *treebank.Format
	strict             bool
	blind              bool // see NewBlindWriter
	continuous, unroot func(*treebank.Sentence) error
	lost               [lossKinds]int
	// names of sentences, also of those to come, and those that the writer gave; nil until one needs a name
	named, madeUp map[string]bool

	proof proof
	text  bytes.Buffer // the sentence as the new format has it
}

// NewWriter returns a writer of a format. With strict a loss is an error.
func NewWriter(to *treebank.Format, strict bool) *Writer {
	return &Writer{to: to, strict: strict, proof: proof{format: to},
		continuous: prep.Step{Kind: prep.Continuous}.New(),
		unroot:     prep.Step{Kind: prep.Erase, Args: []string{"VROOT"}}.New()}
}

// A LossError reports a loss that a strict writer does not allow.
type LossError struct{ what, format string }

func (e *LossError) Error() string { return e.format + " cannot hold " + e.what }

// An OutputError is an output that cannot be written, such as a full disk.
type OutputError struct{ error }

func (e *OutputError) Unwrap() error { return e.error }

// Write takes the steps of a conversion and writes the sentence, which was read from a format.
func (v *Writer) Write(sentence *treebank.Sentence, from *treebank.Format, as string,
	steps []func(*treebank.Sentence) error, out *bufio.Writer) error {
	if v.blind {
		return v.writeBlind(sentence, out)
	}
	to := v.to
	var original *treebank.Sentence
	if to.Layers&(treebank.Graph|treebank.Units|treebank.Clauses) != 0 && len(sentence.Nodes) > 0 {
		original = sentence.Clone()
	}
	for _, step := range steps {
		if err := step(sentence); err != nil {
			return err
		}
	}
	if to.Layers.Has(treebank.Phrases|treebank.Functions) && len(sentence.Phrases) > 0 &&
		sentence.Name(sentence.Phrases[0].Label) == "VROOT" {
		if err := v.unroot(sentence); err != nil { // a mark that this format does not need
			return err
		}
	}
	kept := from == to && as == "" // the roots stay side by side, as in the file
	lost := losses(sentence, to, as)
	lost[lossRoots] = lost[lossRoots] && !kept
	if err := v.refuse(lost); err != nil {
		return err
	}
	if err := v.fit(sentence, kept, &lost); err != nil {
		return err
	}
	v.name(sentence, from)
	whole := *sentence
	if to == &conllx.Format && from != to {
		plainColumns(sentence)
	}
	if err := v.writeDown(sentence); err != nil {
		return err
	}
	if !kept {
		if back, ok := v.proof.read(v.text.Bytes()); ok {
			compareCopy(&whole, back, to, &lost)
			if original != nil {
				compareGraphs(original, inverse(back, as), &lost)
			}
		} else if len(sentence.Tokens) == 0 {
			return fmt.Errorf("%s cannot hold a sentence without words", to.Name)
		}
		if err := v.refuse(lost); err != nil {
			return err
		}
	}
	if _, err := out.Write(v.text.Bytes()); err != nil {
		return &OutputError{err}
	}
	for k, l := range lost {
		if l {
			v.lost[k]++
		}
	}
	return nil
}

// fit changes the structure of a sentence where the format cannot hold it.
func (v *Writer) fit(sentence *treebank.Sentence, kept bool, lost *[lossKinds]bool) error {
	if lost[lossGaps] {
		if err := v.continuous(sentence); err != nil {
			return err
		}
		lost[lossRoots] = v.to.Layers&treebank.Functions == 0 && roots(sentence) > 1 && !kept
	}
	if lost[lossRoots] {
		addRoot(sentence)
	}
	if lost[lossForests] {
		sentence.Arcs, _ = treebank.FirstTree(sentence)
	}
	return nil
}

// refuse is an error where a strict writer forbids a loss.
func (v *Writer) refuse(lost [lossKinds]bool) error {
	for k, l := range lost {
		if l && v.strict {
			return &LossError{LossNames[k], v.to.Name}
		}
	}
	return nil
}

// Losses are sentences about the kinds of information that the format could not hold.
func (v *Writer) Losses() (out []string) {
	for k, n := range v.lost {
		if n > 0 {
			out = append(out, fmt.Sprintf("%s cannot hold %s: lost in %d of %d sentences", v.to.Name, LossNames[k], n,
				v.Sentences))
		}
	}
	return out
}

// writeDown writes a sentence into text.
func (v *Writer) writeDown(s *treebank.Sentence) error {
	v.text.Reset()
	w := bufio.NewWriter(&v.text)
	if err := v.to.Write(w, s); err != nil {
		return err
	}
	return w.Flush()
}

// Name returns the name of the sentence that is converted, its number if it has none.
func (v *Writer) Name(s *treebank.Sentence) string {
	if s.ID.Len > 0 && int(s.ID.Off+s.ID.Len) <= len(s.Text) {
		return s.Str(s.ID)
	}
	return strconv.Itoa(v.Number)
}

// roots returns the number of words and phrases at the top of the tree.
func roots(sentence *treebank.Sentence) (n int) {
	for i := range sentence.Tokens {
		if sentence.Tokens[i].Parent < 0 {
			n++
		}
	}
	for i := range sentence.Phrases {
		if sentence.Phrases[i].Parent < 0 {
			n++
		}
	}
	return n
}

// addRoot puts everything below one phrase VROOT.
func addRoot(sentence *treebank.Sentence) {
	for i := range sentence.Tokens {
		sentence.Tokens[i].Parent++
	}
	for i := range sentence.Phrases {
		sentence.Phrases[i].Parent++
	}
	n := int32(len(sentence.Tokens))
	root := treebank.Phrase{Label: sentence.Syms.InternString("VROOT"), Parent: -1, End: n}
	sentence.Phrases = append([]treebank.Phrase{root}, sentence.Phrases...)
	later := func(i *int32) { // words come before phrases
		if *i >= n {
			*i++
		}
	}
	for i := range sentence.Secondary {
		later(&sentence.Secondary[i].Dep)
		later(&sentence.Secondary[i].Head)
	}
	for i := range sentence.Attrs {
		later(&sentence.Attrs[i].Index)
	}
}
