package eval

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"assay/internal/message"
	"assay/treebank"
)

// The batch size: large enough that handing batches over costs nothing, small enough
// that memory stays small. Batches are an eighth of the pairs before them, so that the
// last ones of a small file keep all cores busy.
const (
	batchPairs = 256
	batchBytes = 1 << 18
	firstPairs = 64
	// Collectors of a settled pairing may render all items of a batch, which takes a
	// hundred times the memory of its text.
	settledPairs = 64
)

// room returns the number of pairs of the next batch, after that many pairs.
func room(pairs int) int { return min(max(pairs/8, firstPairs), batchPairs) }

// A batch is a number of pairs on the way from the files to the rows.
type batch struct {
	first        int // number of the first pair
	gold, system []piece
	g0, s0       int32 // number of the first sentence of gold and system
	pairs        []stretch
	out          *tally
	done         chan struct{}
	used         [][]byte // blocks that hold only pieces of this batch and earlier ones
}

// Run reads gold and system in step and counts every pair with every metric. With
// Auto it decides how the sentences pair; Result.Align and Result.Why report the
// decision and its reason.
//
// Result.Problems lists the faults of single sentences and pairs. The error is an
// *InputError if a file cannot be read, a *PairingError if the sides cannot be
// paired, a *PairError if OnError is Stop, and a *UsageError if opt does not suit the
// metrics or the system.
func Run(ctx context.Context, gold, system *treebank.Source, metrics []*Measure, opt Options) (*Result, error) {
	if err := check(metrics, opt); err != nil {
		return nil, err
	}
	if err := checkOracle(system, metrics, opt); err != nil {
		return nil, err
	}
	if err := checkPack(gold, system, metrics, opt); err != nil {
		return nil, err
	}
	res, err := pairAndCount(&runner{ctx, gold, system, metrics, opt})
	if err == nil && opt.Ranks > 0 {
		err = res.addRanks(ctx, metrics, opt)
	}
	if err == nil {
		for _, c := range res.Counts {
			c.settle()
		}
	}
	return res, err
}

func check(metrics []*Measure, opt Options) error {
	items := opt.Where != nil || opt.Collect != nil
	for _, k := range opt.By {
		items = items || k.PerItem()
	}
	for _, m := range metrics {
		if _, ok := m.NewCounter().(Explainer); items && !ok {
			return &UsageError{Text: "metric " + m.Name + " has no items to select, group or list"}
		}
	}
	return nil
}

// A UsageError is an invalid option, or an invalid combination of options for any
// input.
//
// Messages and hints of the library name an option as "option align" or "option
// align=text"; the command shows --align and --align text.
type UsageError struct {
	Option string // name of the option, in lower case with hyphens; "" if Text names several
	Want   string // valid values
	Found  string
	Text   string // the whole message, if Option is ""

	said *message.Message // Text, for windows, where it names options
}

// Usagef returns the error of a combination of options, with a template of package message.
func Usagef(template string, args ...any) *UsageError {
	said := message.New(template, args...)
	return &UsageError{Text: said.Error(), said: said}
}

func (e *UsageError) Error() string {
	if e.Option == "" {
		return e.Text
	}
	return e.Option + ": want " + e.Want + ", found " + e.Found
}

// In is the message as a window shows it.
func (e *UsageError) In(w message.Window) string {
	if e.said != nil {
		return e.said.In(w)
	}
	if e.Option == "" || w == message.Library {
		return e.Error()
	}
	return w.Show("option "+e.Option) + ": want " + w.Show(e.Want) + ", found " + e.Found
}

// A runner counts two sources; each run pairs them in one way.
type runner struct {
	ctx          context.Context
	gold, system *treebank.Source
	metrics      []*Measure
	opt          Options
}

// run counts with that pairing. If the guess turns out wrong, the error is a
// *refutation; the result comes with it if only the planner can judge the guess.
func (r *runner) run(pairing pairing) (*Result, error) {
	ctx, cancel := context.WithCancelCause(r.ctx)
	defer cancel(nil)
	opt := r.opt
	jobs := opt.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	// How many batches the feeder may be ahead: enough that no worker waits for it, however late it is
	// woken. On one core nobody waits, and few batches stay in the cache.
	ahead := 2
	if jobs > 1 {
		ahead = 8 * jobs
	}
	// With a memory, a batch goes to the worker that had it in the run before.
	work := make([]chan *batch, 1)
	if opt.Memory != nil {
		work = make([]chan *batch, jobs)
	}
	for i := range work {
		work[i] = make(chan *batch, ahead)
	}
	order := make(chan *batch, ahead)
	var watches []Watch
	if opt.Watches != nil {
		watches = opt.Watches(r.gold, r.system, r.metrics)
	}
	var wg sync.WaitGroup
	var feedErr error
	f := &feeder{ctx: ctx, work: work, order: order, pairing: pairing, most: batchPairs,
		free: opt.Memory.freeBlocks(16*jobs + 32), spare: make(chan *batch, ahead+2)}
	if opt.Settle {
		f.most = settledPairs
	}
	wg.Go(func() {
		defer close(order)
		defer func() {
			for _, c := range work {
				close(c)
			}
		}()
		feedErr = f.feed(r.gold, r.system)
	})
	for i := range jobs {
		shelf := opt.Memory.shelf(i, r.gold.Format, r.system.Format, skip(r.metrics, opt))
		wg.Go(func() {
			w := newWorker(r.gold, r.system, r.metrics, opt, shelf)
			w.pairing = pairing
			for _, watch := range watches {
				w.watches = append(w.watches, watch.New())
			}
			for b := range work[i%len(work)] {
				if ctx.Err() == nil {
					w.count(b)
				}
				close(b.done)
			}
		})
	}
	res := newResult(r.gold, r.system, r.metrics, opt)
	res.Watches = watches
	var stop error
	for batch := range order {
		<-batch.done
		if stop != nil || ctx.Err() != nil {
			continue
		}
		if stop = res.gather(batch, opt); stop != nil {
			cancel(stop)
		}
		if !pairing.guess || opt.Discard != nil {
			res.release(opt)
		}
		if res.totals == nil {
			batch.out = nil
		}
		f.recycle(batch)
	}
	wg.Wait()
	var split *refutation
	switch {
	case errors.As(stop, &split): // whether or not the feeder was ahead of it, at a later refutation or at the end
		return nil, stop
	case pairing.refuted(feedErr): // at whatever pair counting stopped
		return nil, feedErr
	case stop != nil:
		return nil, stop
	case feedErr != nil:
		return nil, feedErr
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	}
	res.Align, res.Why, res.Unlike = pairing.align, pairing.why, pairing.unlike
	res.join()
	res.sortGroups()
	res.Moved, res.mismatches = crossed(res.mismatches), nil
	if pairing.guess && res.unlike > 0 && pairing.align != AlignText &&
		(2*res.unlike > res.compared || res.Moved == res.unlike) {
		return res, &refutation{why: fmt.Sprintf("%d of %d pairs have different words", res.unlike, res.compared)}
	}
	res.release(opt)
	return res, nil
}

// refuted reports whether err, from reading the sources, refutes the pairing rather
// than ending the run.
func (p pairing) refuted(err error) bool {
	var found *refutation
	var unlike *PairingError
	return errors.As(err, &found) || p.align == AlignText && errors.As(err, &unlike)
}

// A feeder pairs pieces and hands batches to the workers.
type feeder struct {
	ctx     context.Context
	work    []chan *batch // a batch goes to the next one in turn
	order   chan<- *batch
	batches int
	pairing pairing
	most    int // pairs in a batch
	pairs   int
	g, s    int32
	free    chan []byte // blocks of text to reuse
	spare   chan *batch // batches to reuse
}

func (f *feeder) send(batch *batch) error {
	batch.first, batch.g0, batch.s0 = f.pairs, f.g, f.s
	f.pairs += len(batch.pairs)
	batch.done = make(chan struct{})
	select {
	case f.order <- batch:
	case <-f.ctx.Done():
		return context.Cause(f.ctx)
	}
	f.batches++
	select {
	case f.work[(f.batches-1)%len(f.work)] <- batch:
	case <-f.ctx.Done():
		close(batch.done)
		return context.Cause(f.ctx)
	}
	return nil
}

// feed pairs both sides by f.pairing.
func (f *feeder) feed(gold, system *treebank.Source) error {
	switch {
	case f.pairing.align == AlignID && !f.pairing.guess && !f.pairing.inOrder:
		p, err := planByID(gold, system)
		if err != nil {
			return err
		}
		return f.planned(p)
	case f.pairing.align == AlignText:
		return f.byText(gold, system)
	case f.pairing.align == AlignWords:
		p, err := planByWords(gold, system)
		if err != nil {
			return err
		}
		return f.planned(p)
	}
	return f.inOrder(gold, system)
}

// byText pairs by the text of the words while both files are read.
func (f *feeder) byText(gold, system *treebank.Source) error {
	batch, size := f.batch(), 0
	p := newTextPairer(gold, system, f.free)
	p.exact = f.pairing.exact
	defer p.close()
	p.emit = func(g, s []piece) error {
		st := stretch{g0: int32(len(batch.gold)), s0: int32(len(batch.system))}
		batch.gold, batch.system = append(batch.gold, g...), append(batch.system, s...)
		st.g1, st.s1 = int32(len(batch.gold)), int32(len(batch.system))
		batch.pairs = append(batch.pairs, st)
		for _, x := range g {
			size += len(x.Text)
		}
		for _, x := range s {
			size += len(x.Text)
		}
		if len(batch.pairs) < min(room(f.pairs), f.most) && size < batchBytes {
			return nil
		}
		full := batch
		full.used = p.system.left(p.gold.left(full.used))
		batch, size = f.batch(), 0
		return f.flush(full)
	}
	if err := p.run(); err != nil {
		return err
	}
	return f.flush(batch)
}

// batch returns an empty batch.
func (f *feeder) batch() *batch {
	select {
	case b := <-f.spare:
		b.gold, b.system, b.pairs, b.used = b.gold[:0], b.system[:0], b.pairs[:0], b.used[:0]
		return b
	default:
		return &batch{
			gold:   make([]piece, 0, room(f.pairs)),
			system: make([]piece, 0, room(f.pairs)),
			pairs:  make([]stretch, 0, room(f.pairs)),
		}
	}
}

// recycle lets the feeder reuse a batch, and the blocks used only by it and earlier
// batches. All of these must be done.
func (f *feeder) recycle(batch *batch) {
	for _, block := range batch.used {
		select {
		case f.free <- block:
		default:
		}
	}
	select {
	case f.spare <- batch:
	default:
	}
}

// inOrder pairs the n-th sentence with the n-th while both files are read.
func (f *feeder) inOrder(gold, system *treebank.Source) error {
	g, s := &stream{src: gold, free: f.free}, &stream{src: system, free: f.free}
	defer g.Close()
	defer s.Close()
	byID := f.pairing.guess && gold.Format.HasIDs() && system.Format.HasIDs() && !loneFiles(gold, system)
	grouped := byID && gold.Format.Group != nil && system.Format.Group != nil
	for {
		batch := f.batch()
		size := 0
		for len(batch.pairs) < min(room(f.pairs), f.most) && size < batchBytes {
			st := stretch{int32(len(batch.gold)), int32(len(batch.gold)), int32(len(batch.system)), int32(len(batch.system))}
			batch.gold, batch.system = append(batch.gold, piece{}), append(batch.system, piece{})
			gp, sp := &batch.gold[st.g0], &batch.system[st.s0]
			gerr, serr := g.read(gp), s.read(sp)
			if gerr != nil && gerr != io.EOF {
				return gerr
			}
			if serr != nil && serr != io.EOF {
				return serr
			}
			if gerr == nil {
				st.g1++
			}
			if serr == nil {
				st.s1++
			}
			batch.gold, batch.system = batch.gold[:st.g1], batch.system[:st.s1]
			if gerr == io.EOF && serr == io.EOF {
				return f.flush(batch)
			}
			if f.pairing.guess {
				switch {
				case gerr != nil || serr != nil:
					return &refutation{why: "one side has more sentences"}
				case byID && otherName(gp.name(gold.Format), sp.name(system.Format)):
					return &refutation{why: "ids differ in order"}
				case grouped && otherName(gold.Format.Group(gp.Text), system.Format.Group(sp.Text)):
					return &refutation{why: "groups differ in order"}
				}
			}
			batch.pairs = append(batch.pairs, st)
			size += len(gp.Text) + len(sp.Text)
		}
		batch.used = append(append(batch.used, g.used...), s.used...)
		g.used, s.used = g.used[:0], s.used[:0]
		if err := f.flush(batch); err != nil {
			return err
		}
	}
}

// otherName reports whether both sentences have names that differ.
func otherName(a, b []byte) bool {
	return len(a) > 0 && len(b) > 0 && string(a) != string(b)
}

func (f *feeder) flush(batch *batch) error {
	if len(batch.pairs) == 0 {
		return nil
	}
	err := f.send(batch)
	f.g += int32(len(batch.gold))
	f.s += int32(len(batch.system))
	return err
}

// planned hands out the pairs of a plan; pieces are all sentences of the plan.
func (f *feeder) planned(p *plan) error {
	for at, end := 0, 0; at < len(p.pairs); at = end {
		end = min(at+min(room(at), f.most), len(p.pairs))
		b := &batch{gold: p.gold, system: p.system, pairs: p.pairs[at:end]}
		if err := f.send(b); err != nil {
			return err
		}
	}
	return nil
}
