package eval

import (
	"errors"
	"fmt"

	"assay/treebank"
)

// A pairing is a way to pair the sentences of two sources, and the reason for it.
// Counting may refute a guess: the run then ends with a *refutation, and the planner
// chooses a better pairing.
type pairing struct {
	align Align
	why   string
	guess bool
	exact bool // by text: the texts must be equal in every character

	unlike  bool // the texts differ, so that they cannot pair by text
	inOrder bool // the n-th sentence is known to pair with the n-th
}

// AskedFor is the Why of a result whose pairing the options demand.
const AskedFor = "asked for"

// A refutation is the evidence against a guessed pairing.
type refutation struct {
	why   string
	split bool // the two sides split one text into sentences differently
}

func (e *refutation) Error() string { return e.why }

// A planner decides how the sentences of two sources are paired if the user has not
// chosen a way. Reading both sources only to decide would cost up to a fifth of a
// run, so it starts with the pairing that is nearly always right, in order, and
// surveys the sources only if counting refutes it.
type planner struct{ gold, system *treebank.Source }

func (p *planner) keyed() bool {
	return p.gold.Format.Keyed && p.system.Format.Keyed && !loneFiles(p.gold, p.system)
}

// loneFiles reports whether each side is one file that holds one document: they pair whatever their names are.
func loneFiles(gold, system *treebank.Source) bool {
	return gold.Format.ByFile && system.Format.ByFile && len(gold.Files) == 1 && len(system.Files) == 1
}

// first returns the pairing to begin with.
func (p *planner) first() pairing {
	if p.keyed() && p.gold.Format.Twins != nil { // ids repeat, and no reader sees it in a wrong pair
		return pairing{align: AlignID, why: "sentences have ids"}
	}
	if p.keyed() {
		return pairing{align: AlignID, guess: true, why: "sentences have ids, and both sides hold them in the same order"}
	}
	if p.system.Format.Named && p.named() {
		return pairing{align: AlignID, why: "gold has most of the system's sentence ids"}
	}
	return pairing{align: AlignOrder, guess: true, why: "both sides hold as many sentences"}
}

// named reports whether gold has most of the ids of the system. Words cannot refute
// such a pairing: the reader fits those of the system to gold's.
func (p *planner) named() bool {
	gold, err := survey(p.gold)
	if err != nil {
		return false
	}
	system, err := survey(p.system)
	return err == nil && gold.holdsIDs(system)
}

// next returns the pairing to try after a refuted guess.
func (p *planner) next(old pairing, found *refutation) (pairing, error) {
	if p.keyed() {
		return pairing{align: AlignID, why: "sentences have ids; " + found.why}, nil
	}
	if found.split && old.align == AlignOrder {
		return pairing{align: AlignText, guess: true, exact: true, why: found.why}, nil
	}
	gold, err := survey(p.gold)
	if err != nil {
		return pairing{}, err
	}
	system, err := survey(p.system)
	if err != nil {
		return pairing{}, err
	}
	addGroups(gold, system)
	return p.decide(gold, system, found)
}

// decide weighs ids and order against the words. Sentences pair by id if both sides
// have the same ids, else by order if both have equally many, unless most of these
// pairs have different words and the texts as a whole agree better. Ids that a side has
// twice, as where numbers begin anew in each document, are no evidence against the words.
func (p *planner) decide(gold, system *summary, found *refutation) (pairing, error) {
	n := len(gold.texts)
	var best pairing
	matches := 0
	switch {
	case gold.sameIDs(system):
		best, matches = pairing{align: AlignID,
			why: "both sides have the same sentence ids, in another order"}, gold.matchIDs(system)
		if gold.sameOrder(system) {
			best.why, best.inOrder = "both sides have the same sentence ids", true
		}
	case n == len(system.texts):
		best, matches = pairing{align: AlignOrder, inOrder: true,
			why: "both sides hold as many sentences"}, gold.matchOrder(system)
	default:
		return p.uneven(gold, system), nil
	}
	// units that a parser has only counted
	wordless := p.gold.Format.Layers&documents != 0 && (!gold.words || !system.words)
	if wordless || matches == n || 2*matches >= n && best.align == AlignID && gold.unique() {
		return best, nil
	}
	byText, err := p.matchText()
	if err != nil {
		return pairing{}, err
	}
	byWords, shuffled := gold.shuffled(system)
	switch {
	case byText == n: // one text, split differently
		return pairing{align: AlignText, why: "both sides hold the same text, split differently into sentences"}, nil
	case shuffled:
		return pairing{align: AlignWords,
			why: fmt.Sprintf("by %s %d of %d sentences have the same words, in another order %d", best.align, matches, n,
				byWords)}, nil
	case 2*matches < n && 2*byText > n:
		return pairing{align: AlignText, why: fmt.Sprintf("by %s %d of %d sentences have the same words, by text %d",
			best.align, matches, n, byText)}, nil
	}
	return best, nil
}

// uneven chooses the pairing of sides that hold different numbers of sentences. Graphs
// of several sentences are never one graph: they pair by id if gold has most of the
// system's ids, and by order if neither ids nor words show which ones are missing.
func (p *planner) uneven(gold, system *summary) pairing {
	n, m := len(gold.texts), len(system.texts)
	if unjoined(p.gold.Format) && unjoined(p.system.Format) {
		switch {
		case gold.holdsIDs(system):
			return pairing{align: AlignID, why: "gold has most of the system's sentence ids"}
		case !gold.words || !system.words:
			return pairing{align: AlignOrder,
				why: fmt.Sprintf("gold holds %d sentences, the system %d, and neither ids nor words to pair them by", n, m)}
		}
	}
	if byWords, ok := gold.shuffled(system); ok {
		return pairing{align: AlignWords,
			why: fmt.Sprintf("gold holds %d sentences, the system %d, and %d have the same words, in another order", n,
				m, byWords)}
	}
	return pairing{align: AlignText,
		why: fmt.Sprintf("gold holds %d sentences, the system %d, and not under the same ids", n, m)}
}

// graphs are the layers whose sentences have ids of their own.
const graphs = treebank.Graph | treebank.Units | treebank.Clauses | treebank.RoleSpans

// documents are the layers whose sentences are whole documents, or instances of relations.
const documents = treebank.Discourse | treebank.UnitArcs | treebank.Segments | treebank.Instances | treebank.Mentions

// unjoined reports whether a format holds graphs and nothing else: a graph of two sentences
// is no graph of the text of both.
func unjoined(f *treebank.Format) bool {
	return f.Layers&documents != 0 || f.Layers&graphs != 0 && f.Layers&(treebank.Phrases|treebank.Arcs) == 0
}

// matchText pairs the sentences by text and returns the number of gold sentences in
// pairs of equal text.
func (p *planner) matchText() (int, error) {
	pairer := newTextPairer(p.gold, p.system, nil)
	pairer.emit = func([]piece, []piece) error { return nil }
	defer pairer.close()
	err := pairer.run()
	if pe := (*PairingError)(nil); errors.As(err, &pe) {
		return 0, nil
	}
	return pairer.agreeing, err
}

// pairAndCount counts gold against system, paired as the options demand or the
// planner decides.
func pairAndCount(runner *runner) (*Result, error) {
	var res *Result
	var err error
	if runner.opt.Settle {
		var p pairing
		if p, err = runner.settled(); err == nil {
			res, err = runner.run(p)
		}
	} else {
		res, _, err = runner.decide()
	}
	if err != nil {
		return nil, err
	}
	return res, res.noteShift()
}

// decide counts by the best pairing, and returns it.
func (r *runner) decide() (*Result, pairing, error) {
	if r.opt.Align != AlignAuto {
		p := pairing{align: r.opt.Align, why: AskedFor}
		res, err := r.run(p)
		return res, p, err
	}
	plan := planner{r.gold, r.system}
	for p := plan.first(); ; {
		res, err := r.run(p)
		var found *refutation
		var unlike *PairingError
		if p.guess && p.align == AlignText && errors.As(err, &unlike) {
			err = &refutation{why: unlike.Text}
		}
		switch {
		case errors.As(err, &found):
			if p, err = plan.next(p, found); err != nil {
				return nil, p, err
			}
			if res != nil && p.inOrder { // the survey confirms the pairs
				res.Align, res.Why = p.align, p.why
				res.release(r.opt)
				return res, p, nil
			}
			r.discard()
		case p.align == AlignText && errors.As(err, &unlike): // there is no better way
			p = pairing{align: AlignOrder, why: unlike.Text, unlike: true}
			r.discard()
		default:
			return res, p, err
		}
	}
}

// discard makes the caller forget the collectors of a pairing that was wrong.
func (r *runner) discard() {
	if r.opt.Discard != nil {
		r.opt.Discard()
	}
}

// settled reads both sources without counting and returns the pairing on which decide
// settles, no longer a guess.
func (r *runner) settled() (pairing, error) {
	dry := *r
	opt := &dry.opt
	dry.metrics, opt.Where, opt.By, opt.Check, opt.Oracle, opt.Pack = nil, nil, nil, nil, 0, 0
	// all layers are read, as for items
	opt.Collect, opt.Collected, opt.ErrorsOnly = func() Collector { return nothing{} }, func(Collector) {}, false
	_, p, err := dry.decide()
	p.inOrder = p.inOrder || p.guess && p.align == AlignID
	p.guess = false
	return p, err
}

// nothing is a collector that keeps nothing.
type nothing struct{}

func (nothing) Pair(*Pair)      {}
func (nothing) Item(int, *Item) {}
