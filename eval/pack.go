package eval

import (
	"errors"
	"fmt"

	"assay/treebank"
)

// readsForests reports whether a metric counts all links of a parse forest.
func readsForests(m *Measure) bool { return m.Reads.Has(treebank.Forests) }

// checkPack refuses to pack for measures of trees, or without ranked lists.
func checkPack(gold, system *treebank.Source, metrics []*Measure, opt Options) error {
	if opt.Pack < 2 {
		return nil
	}
	for _, m := range metrics {
		if !readsForests(m) {
			return &UsageError{Option: "pack", Want: "a measure of parse forests, such as xiao", Found: m.Name}
		}
	}
	if !gold.Ranks() && !system.Ranks() {
		return &UsageError{Option: "pack", Want: "ranked lists", Found: system.Format.Name}
	}
	return nil
}

// pack adds the analyses of ranks 2 to Options.Pack to the first, which sentence holds. The
// steps change each analysis before it is packed, because rules cannot work on a forest
// (Xiao 1997, §6.3). Analyses that cannot be packed become notes.
func (w *worker) pack(sentence *treebank.Sentence, src *treebank.Source, pieces []piece,
	steps []func(*treebank.Sentence) error) {
	if w.opt.Pack < 2 || src.Format.Reading == nil || sentence.Missing || len(pieces) == 0 {
		return
	}
	if w.reading.Syms == nil {
		w.reading.Syms, w.reading.Skip = sentence.Syms, sentence.Skip
	}
	var packer treebank.Packer
	packer.Start(sentence)
	for k := 2; k <= w.opt.Pack; k++ {
		err := w.read(&w.reading, src, pieces, k, steps)
		if err == nil && w.reading.Missing {
			break // the list ends here
		}
		if err == nil {
			err = packer.Add(&w.reading)
		}
		if err != nil {
			sentence.Note(packNote(sentence, k, err))
		}
	}
	packer.Finish()
}

// packNote is the fault of the analysis of rank k.
func packNote(s *treebank.Sentence, k int, err error) *treebank.SyntaxError {
	note := &treebank.SyntaxError{File: s.File, Line: int(s.Line)}
	if e, ok := errors.AsType[*treebank.SyntaxError](err); ok {
		*note = *e
		note.Want = fmt.Sprintf("%s in analysis %d", e.Want, k)
		return note
	}
	note.Want, note.Found = fmt.Sprintf("analysis %d to join the forest", k), err.Error()
	return note
}

// noteForests lists forests of which some metric sees only one tree.
func (w *worker) noteForests(tally *tally, unit *Unit, n int) {
	w.forests = false
	for i, sentence := range []*treebank.Sentence{w.pair.Gold, w.pair.System} {
		if src := []*treebank.Source{w.gold, w.system}[i]; !src.Format.Layers.Has(treebank.Forests) || !sentence.Forest() {
			continue
		}
		w.forests = true
		for _, m := range w.metrics {
			if !readsForests(m) {
				w.problem(tally, unit, n, -1, sideNames[i], sentence,
					fmt.Errorf("want one tree, found a parse forest; %s counts its first tree, xiao counts all", m.Name))
				break
			}
		}
	}
}

var sideNames = [2]string{"gold", "system"}

// asTrees gives the pair the first tree of each forest. It returns the function that
// brings the forests back.
func (w *worker) asTrees() (restore func()) {
	gold, system := w.pair.Gold, w.pair.System
	goldArcs, systemArcs := gold.Arcs, system.Arcs
	gold.Arcs, _ = treebank.FirstTree(gold)
	system.Arcs, _ = treebank.FirstTree(system)
	return func() { gold.Arcs, system.Arcs = goldArcs, systemArcs }
}
