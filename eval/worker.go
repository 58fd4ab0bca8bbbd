package eval

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"assay/treebank"
)

// A worker counts batches. Gold and system share its symbols, so that equal
// labels are equal numbers.
type worker struct {
	gold, system             *treebank.Source
	metrics                  []*Measure
	width                    []int       // of a row, by metric
	rows                     [][]float64 // the row of the pair, by metric
	policy                   []OnError
	counters                 []Counter
	chooser                  chooser
	explainers               []Explainer
	listers                  []*lister // nil where all items are wanted
	opt                      Options
	filter                   Filter
	goldSteps, systemSteps   []func(*treebank.Sentence) error
	watches                  []func(*Pair)
	goldSent, sysSent, extra treebank.Sentence
	empty                    treebank.Sentence
	reading                  treebank.Sentence // an analysis that pack adds
	forests                  bool              // a side of the pair is a parse forest
	pair                     Pair
	value, other             []byte
	view                     Item
	perItem                  bool
	ofSentence               bool     // a key is a SentenceKey
	grouped                  [][]bool // by metric: which columns the rows of groups depend on; nil for all
	absent                   bool     // one side of the pair has no analysis
	check                    func(*treebank.Sentence, func(*treebank.SyntaxError))
	fault                    func(*treebank.SyntaxError) // appends to faults; allocated once
	faults                   []*treebank.SyntaxError
	pairing                  pairing
	sink                     itemSink
	shelf                    *shelf // nil without Options.Memory
	n                        int    // number of the pair
	seen                     uint64 // of all pairs: see SeenGoldHeads
	concepts                 conceptReader
}

// A tally is the result of counting a batch.
type tally struct {
	units      []Unit
	rows       []rowBlock  // by metric
	skipped    [][]bool    // by metric; nil if there are none
	unscorable []int       // by metric
	sentences  []Sentences // by metric
	selected   []int       // by metric: items that satisfy Where
	bySystem   []int       // of these, those that only their system's side selects
	seen       []uint64    // by metric: see Observer
	groups     [][]*groups // by metric, by key
	packed     [][]*Group  // by metric: the groups of all keys, at the end
	problems   []Problem
	collector  Collector
	stop       error

	compared, unlike int // see Result
	mismatches       []mismatch
	gold, system     profile
}

// newWorker makes a worker. The shelf is nil without Options.Memory.
func newWorker(gold, system *treebank.Source, metrics []*Measure, opt Options, shelf *shelf) *worker {
	w := &worker{gold: gold, system: system, metrics: metrics, opt: opt, shelf: shelf}
	syms := treebank.NewSymbols()
	if shelf != nil {
		syms = shelf.syms
	}
	for _, s := range []*treebank.Sentence{&w.goldSent, &w.sysSent, &w.extra, &w.empty} {
		s.Syms, s.Skip = syms, skip(metrics, opt)
	}
	if len(opt.GoldSteps) == 0 { // steps change gold
		w.sysSent.Like = &w.goldSent
	}
	for _, metric := range metrics {
		c := metric.NewCounter()
		e, _ := c.(Explainer)
		w.counters, w.explainers = append(w.counters, c), append(w.explainers, e)
		w.policy = append(w.policy, policy(metric, opt))
		w.width = append(w.width, len(metric.Columns))
		w.rows = append(w.rows, make([]float64, len(metric.Columns)))
	}
	if opt.Where != nil {
		w.filter = opt.Where.NewFilter()
	}
	w.goldSteps, w.systemSteps = begun(opt.GoldSteps), begun(opt.SystemSteps)
	w.chooser = w.newChooser()
	if opt.Check != nil {
		w.check = opt.Check()
		w.fault = func(e *treebank.SyntaxError) { w.faults = append(w.faults, e) }
	}
	for _, k := range opt.By {
		w.perItem = w.perItem || k.PerItem()
		w.ofSentence = w.ofSentence || ofSentence(k)
	}
	w.sink.yield = w.sink.item
	return w
}

// skip returns the layers that no metric and no step reads. Conditions, keys and
// collectors may read any layer, and so may steps that are no LayerReaders; with
// them it returns none.
func skip(metrics []*Measure, opt Options) treebank.Layer {
	if opt.Where != nil || len(opt.By) > 0 || opt.Collect != nil && !opt.ErrorsOnly {
		return 0
	}
	var reads treebank.Layer
	for _, steps := range [][]Step{opt.GoldSteps, opt.SystemSteps} {
		for _, s := range steps {
			r, ok := s.(LayerReader)
			if !ok {
				return 0
			}
			reads |= r.Reads()
		}
	}
	if opt.Chooser != nil {
		metrics = append(slices.Clone(metrics), opt.Chooser.Measure)
		opt.GoldSteps = slices.Concat(opt.GoldSteps, opt.Chooser.GoldSteps)
		opt.SystemSteps = slices.Concat(opt.SystemSteps, opt.Chooser.SystemSteps)
	}
	for _, m := range metrics {
		if m.Reads == 0 {
			return 0
		}
		reads |= m.Reads
	}
	return ^reads
}

func policy(m *Measure, opt Options) OnError {
	if opt.OnError != OnErrorDefault {
		return opt.OnError
	}
	return cmp.Or(m.OnError, OnErrorCount)
}

func (w *worker) count(batch *batch) {
	t := &tally{}
	if old := batch.out; old != nil { // the result has kept neither its units nor its rows
		t.units, t.rows = old.units[:0], old.rows
	}
	batch.out = t
	t.units = slices.Grow(t.units, len(batch.pairs))[:len(batch.pairs)]
	for i := range w.metrics {
		if i == len(t.rows) {
			t.rows = append(t.rows, rowBlock{})
		}
		if wide := t.rows[i].wide; wide != nil {
			t.rows[i] = rowBlock{wide: wide[:0]}
		} else {
			t.rows[i] = rowBlock{tiny: slices.Grow(t.rows[i].tiny[:0], len(batch.pairs)*w.width[i])}
		}
		t.skipped = append(t.skipped, nil)
		var gs []*groups
		for _, k := range w.opt.By {
			gs = append(gs, newGroups(k, w.width[i]))
		}
		t.groups = append(t.groups, gs)
	}
	w.chooseColumns()
	if w.listers == nil {
		for m := range w.metrics {
			w.listers = append(w.listers, w.listerOf(m))
		}
	}
	t.sentences = make([]Sentences, len(w.metrics))
	t.unscorable, t.selected, t.bySystem = make([]int, len(w.metrics)), make([]int, len(w.metrics)), make([]int,
		len(w.metrics))
	t.seen = make([]uint64, len(w.metrics))
	if w.opt.Collect != nil {
		t.collector = w.opt.Collect()
	}
	noting := w.comparesConcepts()
	for i, st := range batch.pairs {
		w.one(batch, t, i, st, noting)
		if t.stop != nil {
			return
		}
	}
	for m, c := range w.counters {
		t.seen[m] = w.seen
		if o, ok := c.(Observer); ok {
			t.seen[m] |= o.Seen()
		}
	}
	t.packed = make([][]*Group, len(w.metrics))
	for m, gs := range t.groups {
		for _, g := range gs {
			t.packed[m] = append(t.packed[m], g.packed()...)
		}
	}
	t.groups = nil
}

// one counts pair i of the batch, and notes its concepts if noting.
func (w *worker) one(batch *batch, tally *tally, i int, st stretch, noting bool) {
	w.n = batch.first + i
	unit := &tally.units[i]
	*unit = Unit{Gold: st.g0 + batch.g0, System: st.s0 + batch.s0, GoldN: st.g1 - st.g0, SystemN: st.s1 - st.s0}
	gold, system := batch.gold[st.g0:st.g1], batch.system[st.s0:st.s1]
	golds, goldRank, rank := w.golds(gold), 0, w.opt.Rank
	var unreadable []error // of several gold readings
	if golds > 1 {
		goldRank, rank, unreadable = w.chooseGold(golds, gold, system, batch.first+i, gold[0].doc)
	}
	gerr := w.read(&w.goldSent, w.gold, gold, goldRank, w.goldSteps)
	if w.opt.Oracle > 1 && golds <= 1 && gerr == nil && unit.GoldN > 0 {
		rank = w.chooseSystem(gold, system, batch.first+i)
	}
	serr := w.read(&w.sysSent, w.system, system, rank, w.systemSteps)
	if noting && tally.compared == 0 {
		w.noteConcepts(tally, unit, gerr, serr)
	}
	if gerr == nil {
		w.pack(&w.goldSent, w.gold, gold, w.goldSteps)
	}
	if serr == nil {
		w.pack(&w.sysSent, w.system, system, w.systemSteps)
	}
	g, sentence := &w.goldSent, &w.sysSent
	unit.Words, unit.Line, unit.NewDoc = int32(len(g.Tokens)), g.Line, g.NewDoc
	if gerr != nil && !readInPart(gerr) { // the words before the fault are in no figure
		unit.Words = 0
	}
	if g.ID.Len > 0 {
		unit.ID = g.Str(g.ID)
	} else if sentence.ID.Len > 0 && unit.GoldN == 0 {
		unit.ID = sentence.Str(sentence.ID)
	}
	if unit.GoldN > 0 {
		unit.File = batch.gold[st.g0].file
	}
	switch {
	case g.Missing && sentence.Missing:
		unit.Status = Neither
	case sentence.Missing:
		unit.Status = NoSystem
	case g.Missing:
		unit.Status = NoGold
	}
	w.absent = unit.Status != Scored
	n := batch.first + i
	first := len(tally.problems)
	for _, err := range unreadable {
		w.broken(tally, unit, n, "gold", g, err)
	}
	w.broken(tally, unit, n, "gold", g, gerr)
	w.broken(tally, unit, n, "system", sentence, serr)
	if serr != nil {
		sentence = w.none(sentence)
	}
	w.sameIDs(tally, unit, n, "gold", g, gold, w.gold.Format)
	w.sameIDs(tally, unit, n, "system", sentence, system, w.system.Format)
	if gerr == nil || readInPart(gerr) { // else its faults may follow from the one that ended the reading
		w.notes(tally, unit, n, "gold", g)
	}
	if fit := w.system.Format.Fit; fit != nil && unit.Status == Scored && gerr == nil && serr == nil &&
		unit.GoldN == 1 && unit.SystemN == 1 {
		fit(sentence, g)
	}
	w.notes(tally, unit, n, "system", sentence)
	if sentence.Failure != "" && !sentence.Missing {
		w.problem(tally, unit, n, -1, "system", sentence,
			errors.New("the parse seems to have failed ("+sentence.Failure+"); it is scored unchanged"))
	}
	w.pair.Reset(n, g, sentence)
	w.pair.unit, w.pair.Document = unit, ""
	if unit.GoldN > 0 {
		w.pair.Document, w.pair.gold = batch.gold[st.g0].doc, gold
	}
	w.noteForests(tally, unit, n)
	if (w.pairing.guess || w.pairing.align == AlignOrder) && unit.Status == Scored && gerr == nil && serr == nil &&
		w.refuted(tally, unit) {
		return
	}
	if tally.collector != nil {
		tally.collector.Pair(&w.pair)
	}
	if len(w.metrics) == 0 && (gerr != nil || serr != nil) {
		unit.Status = Unscorable
	}
	broken := gerr
	if serr != nil {
		broken = errors.Join(gerr, serr)
	}
	before := len(tally.problems)
	for _, see := range w.watches {
		see(&w.pair)
	}
	w.seen |= seenHere(&w.pair, w.seen)
	w.pair.unaligned = nil
	for m, row := range w.rows {
		clear(row)
		w.pair.forgetNames()
		tally.sentences[m].count(unit, w.metric(tally, unit, i, m, broken, gerr != nil && !readInPart(gerr)))
		tally.rows[m].add(row)
	}
	// a measure found no counterparts and scored the pair anyway
	if w.pair.unaligned != nil && len(tally.problems) == before {
		w.problem(tally, unit, n, -1, "", g, w.pair.unaligned)
	}
	if unit.Status == Unscorable && unit.GoldN > 1 && len(tally.problems) > first {
		tally.problems[first].Text += fmt.Sprintf(" (%d gold sentences are unscorable: %s to %s)",
			unit.GoldN, w.goldName(gold[0], unit.Gold), w.goldName(gold[len(gold)-1], unit.Gold+unit.GoldN-1))
	}
	if f, ok := tally.collector.(Finisher); ok {
		w.pair.forgetNames()
		f.End()
	}
}

// goldName returns the id of gold sentence n, else its number from 1.
func (w *worker) goldName(p piece, n int32) string {
	if id := p.name(w.gold.Format); len(id) > 0 {
		return string(id)
	}
	return strconv.Itoa(int(n) + 1)
}

// refuted collects evidence against a pairing. A guess stops at a sentence that is only the
// beginning of the other: the two sides split one text differently.
func (w *worker) refuted(tally *tally, unit *Unit) bool {
	gold, system := w.pair.Gold, w.pair.System
	if len(gold.Tokens) == 0 || len(system.Tokens) == 0 {
		return false
	}
	tally.compared++
	long := sameLength(gold, system)
	if long && sameEnds(gold, system) {
		return false
	}
	tally.unlike++
	if w.pairing.align == AlignOrder {
		w.mismatch(tally)
	}
	if long {
		return false // neither is the beginning of the other
	}
	if w.pairing.guess && w.pairing.align == AlignOrder && w.pair.split() {
		tally.stop = &refutation{split: true,
			why: fmt.Sprintf("the two sides split the text differently, first in gold sentence %d", unit.Gold+1)}
	}
	return tally.stop != nil
}

// metric counts the pair with metric m, applies the policy if the pair cannot be
// counted, and returns the outcome. A pair is hopeless if nothing of gold can be
// read.
func (w *worker) metric(tally *tally, unit *Unit, i, m int, broken error, hopeless bool) outcome {
	row := w.rows[m]
	n := w.pair.N
	if w.forests && !readsForests(w.metrics[m]) {
		defer w.asTrees()()
	}
	// a pair without an analysis on either side is in no figure, and neither is a sentence of the system alone that
	// cannot be read
	if w.leftOut(unit) || unit.Status == Neither || broken != nil && unit.Status == NoGold && w.policy[m] != OnErrorStop {
		w.skip(tally, row, i, m)
		return leftOut
	}
	err := broken
	if err == nil {
		if w.absent && w.policy[m] == OnErrorSkip {
			w.skip(tally, row, i, m)
			return absent
		}
		if err = w.tally(tally, row, m); err == nil {
			return counted
		}
		w.problem(tally, unit, n, m, "", w.pair.Gold, err)
	}
	tally.unscorable[m]++
	unit.Status = Unscorable
	switch w.policy[m] {
	case OnErrorStop:
		tally.stop = &PairError{tally.problems[len(tally.problems)-1]}
	case OnErrorSkip:
		w.skip(tally, row, i, m)
	case OnErrorCount:
		if !hopeless {
			system := w.pair.System
			w.pair.replace(w.none(system))
			clear(row)
			if w.tally(tally, row, m) != nil {
				clear(row)
			}
			w.pair.replace(system)
		}
	}
	return failed
}

// An outcome is the result of a pair for one metric.
type outcome uint8

const (
	counted outcome = iota
	failed          // the pair could not be counted
	absent          // a side has no analysis, and the policy leaves such pairs out
	leftOut         // by the options
)

// count adds the sentences of a pair.
func (s *Sentences) count(unit *Unit, outcome outcome) {
	n := int(unit.GoldN)
	switch {
	case n == 0:
		if unit.Status != Neither {
			s.Extra += int(unit.SystemN)
		}
	case outcome == leftOut:
		s.LeftOut += n
	case outcome == failed:
		s.Unscorable += n
	case unit.Status == NoSystem:
		s.Missing += n
	case unit.Status == Neither, outcome == absent:
		s.LeftOut += n
	default:
		s.Scored += n
	}
}

// leftOut reports whether the options leave out the pair.
func (w *worker) leftOut(unit *Unit) bool {
	switch unit.Status {
	case NoSystem:
		return w.opt.IgnoreSystem || w.notCommon(unit)
	case NoGold:
		return w.opt.IgnoreGold || w.notCommon(unit)
	case Neither:
		return w.opt.IgnoreGold || w.opt.IgnoreSystem || w.notCommon(unit)
	}
	return w.notCommon(unit)
}

// notCommon reports whether Options.Only leaves out the pair.
func (w *worker) notCommon(unit *Unit) bool {
	if w.opt.Only == nil {
		return false
	}
	for g := unit.Gold; g < unit.Gold+unit.GoldN; g++ {
		if int(g) >= len(w.opt.Only) || !w.opt.Only[g] {
			return true
		}
	}
	return unit.GoldN == 0
}

// skip excludes pair i from the figures of metric m.
func (w *worker) skip(t *tally, row []float64, i, m int) {
	clear(row)
	if t.skipped[m] == nil {
		t.skipped[m] = make([]bool, len(t.units))
	}
	t.skipped[m][i] = true
}

// none returns a sentence without an analysis to replace s.
func (w *worker) none(s *treebank.Sentence) *treebank.Sentence {
	w.empty.Reset(nil)
	w.empty.File, w.empty.Line, w.empty.Missing = s.File, s.Line, true
	return &w.empty
}

// chooseColumns finds the columns on which the columns that groups keep depend: the
// same, and those from which Close works them out.
func (w *worker) chooseColumns() {
	if w.opt.GroupColumns == nil || w.grouped != nil {
		return
	}
	w.grouped = make([][]bool, len(w.metrics))
	for m, metric := range w.metrics {
		kept := w.opt.GroupColumns(metric)
		if kept == nil || w.explainers[m] == nil {
			continue
		}
		w.grouped[m] = metric.Depends(kept)
	}
}

// tally adds the counts of the pair to row, by the fast path unless an option needs
// the items.
func (w *worker) tally(tally *tally, row []float64, m int) error {
	if w.filter == nil && !w.perItem && tally.collector == nil && !(w.splits(m) && w.ofSentence) {
		if err := w.counters[m].Count(row, &w.pair); err != nil {
			return err
		}
		w.whole(tally, row, m)
		return nil
	}
	if l := w.listers[m]; l != nil && l.errorsOnly {
		w.sink.collector, w.sink.metric = tally.collector, m
		if err := l.List(row, &w.pair, nil, w.sink.yield); err != nil {
			tally.drop(m)
			return err
		}
		w.whole(tally, row, m)
		return nil
	}
	gs := tally.groups[m]
	hand := func(it *Item) {
		if tally.collector != nil {
			tally.collector.Item(m, it)
		}
		if w.grouped != nil && w.grouped[m] != nil && !slices.ContainsFunc(it.Adds,
			func(a Add) bool { return w.grouped[m][a.Column] }) {
			return
		}
		for k, key := range w.opt.By {
			if key.PerItem() || w.splits(m) && ofSentence(key) {
				w.group(gs[k], key, it)
			}
		}
	}
	var err error
	if l := w.listers[m]; l != nil {
		err = l.List(row, &w.pair, l.columns, hand)
	} else {
		err = w.explain(tally, row, m, hand)
	}
	if err != nil {
		for _, g := range gs {
			g.drop()
		}
		tally.drop(m)
		return err
	}
	for _, g := range gs {
		g.close(w.metrics[m])
	}
	w.whole(tally, row, m)
	return nil
}

// explain hands on the selected items, and counts them.
func (w *worker) explain(tally *tally, row []float64, m int, hand func(*Item)) error {
	err := w.explainers[m].Explain(&w.pair, func(it *Item) {
		if w.filter != nil {
			if !w.filter.Match(&w.pair, it) {
				return
			}
			tally.selected[m]++
			if f, ok := w.filter.(SidedFilter); ok && f.BySystemAlone(&w.pair, it) {
				tally.bySystem[m]++
			}
		}
		AddTo(row, it.Adds)
		hand(it)
	})
	if err == nil {
		w.metrics[m].Closed(row)
	}
	return err
}

// drop takes back the items of metric m, which could not count the pair.
func (t *tally) drop(m int) {
	if d, ok := t.collector.(Dropper); ok {
		d.Drop(m)
	}
}

// group adds an item to its group, or to two if its sides belong to different groups.
func (w *worker) group(groups *groups, key Key, it *Item) {
	w.value = key.Value(w.value[:0], &w.pair, it)
	sided, ok := key.(SidedKey)
	if ok && it.Gold.Kind != None && it.System.Kind != None && sided.Sided(it) && hasSide(it.Adds, true) {
		w.view = *it
		w.view.Gold = Ref{}
		w.other = key.Value(w.other[:0], &w.pair, &w.view)
		if !bytes.Equal(w.value, w.other) {
			groups.addSide(w.pair.N, w.value, it.Adds, false)
			groups.addSide(w.pair.N, w.other, it.Adds, true)
			return
		}
	}
	groups.add(w.pair.N, w.value, it.Adds)
}

// ofSentence reports whether key is a SentenceKey.
func ofSentence(key Key) bool {
	k, ok := key.(SentenceKey)
	return ok && k.OfSentence()
}

// splits reports whether the pair joins several sentences of gold, and metric m has items
// that belong to one of them.
func (w *worker) splits(m int) bool { return len(w.pair.Gold.Breaks) > 0 && w.explainers[m] != nil }

// whole adds the row of the pair to the groups of keys of whole pairs.
func (w *worker) whole(t *tally, row []float64, m int) {
	for k, key := range w.opt.By {
		if !key.PerItem() && !(w.splits(m) && ofSentence(key)) {
			w.value = key.Value(w.value[:0], &w.pair, nil)
			t.groups[m][k].addRow(w.pair.N, w.value, row)
		}
	}
}

var newline = []byte{'\n'}
