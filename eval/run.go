package eval

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"

	"assay/treebank"
)

// The size of a batch: enough that handing it over costs nothing, little
// enough that memory stays small.
const (
	batchPairs = 256
	batchBytes = 1 << 20
)

// A batch is some pairs on their way from the files to the rows.
type batch struct {
	first        int // number of the first pair
	gold, system []piece
	g0, s0       int32 // number of the first sentence of gold and system
	pairs        []stretch
	out          *tally
	done         chan struct{}
}

// errRealign says that the sentences do not pair in order after all.
var errRealign = errors.New("sentences do not pair in order")

// Run reads gold and system in step and counts every pair with every metric.
// With Auto it begins to pair in order and starts again, with both sides in
// memory, where that turns out wrong.
func Run(ctx context.Context, gold, system *treebank.Source, metrics []Metric, opt Options) (*Result, error) {
	if err := check(metrics, opt); err != nil {
		return nil, err
	}
	keyed := gold.Format.Keyed && system.Format.Keyed
	if opt.Align == Order || opt.Align == Auto && !keyed {
		res, err := run(ctx, gold, system, metrics, opt, nil)
		if err != errRealign {
			return res, err
		}
	}
	p, err := makePlan(gold, system, opt.Align)
	if err != nil {
		return nil, err
	}
	return run(ctx, gold, system, metrics, opt, p)
}

func check(metrics []Metric, opt Options) error {
	items := opt.Where != nil || opt.Collect != nil
	for _, k := range opt.By {
		items = items || k.PerItem()
	}
	for _, m := range metrics {
		if _, ok := m.NewCounter().(Explainer); items && !ok {
			return &UsageError{"metric " + m.Name() + " has no items to select, group or list"}
		}
	}
	return nil
}

// A UsageError is a request that makes no sense, whatever the files hold.
type UsageError struct{ Text string }

func (e *UsageError) Error() string { return e.Text }

func run(ctx context.Context, gold, system *treebank.Source, metrics []Metric, opt Options, p *plan) (*Result, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	jobs := opt.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	work := make(chan *batch, jobs)
	order := make(chan *batch, 2*jobs+2)
	var wg sync.WaitGroup
	var feedErr error
	wg.Go(func() {
		defer close(work)
		defer close(order)
		f := &feeder{ctx: ctx, work: work, order: order, align: opt.Align}
		if p != nil {
			feedErr = f.planned(p)
		} else {
			feedErr = f.inOrder(gold, system)
		}
	})
	for range jobs {
		wg.Go(func() {
			w := newWorker(gold, system, metrics, opt)
			for b := range work {
				if ctx.Err() == nil {
					w.count(b)
				}
				close(b.done)
			}
		})
	}
	res := newResult(gold, system, metrics, opt)
	var stop error
	for b := range order {
		<-b.done
		if stop != nil || ctx.Err() != nil {
			continue
		}
		if stop = res.gather(b, opt); stop != nil {
			cancel(stop)
		}
	}
	wg.Wait()
	switch {
	case feedErr == errRealign:
		return nil, errRealign
	case stop != nil:
		return nil, stop
	case feedErr != nil:
		return nil, feedErr
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	}
	res.Align = Order
	if p != nil {
		res.Align = p.align
	}
	res.sortGroups()
	return res, nil
}

// A feeder pairs pieces and hands batches to the workers.
type feeder struct {
	ctx   context.Context
	work  chan<- *batch
	order chan<- *batch
	align Align
	pairs int
	g, s  int32
}

func (f *feeder) send(b *batch) error {
	b.first, b.g0, b.s0 = f.pairs, f.g, f.s
	f.pairs += len(b.pairs)
	b.done = make(chan struct{})
	select {
	case f.order <- b:
	case <-f.ctx.Done():
		return context.Cause(f.ctx)
	}
	select {
	case f.work <- b:
	case <-f.ctx.Done():
		close(b.done)
		return context.Cause(f.ctx)
	}
	return nil
}

// inOrder pairs the n-th sentence with the n-th while both files are read.
func (f *feeder) inOrder(gold, system *treebank.Source) error {
	g, s := &stream{src: gold}, &stream{src: system}
	defer g.Close()
	defer s.Close()
	byID := f.align == Auto && gold.Format.ID != nil && system.Format.ID != nil
	for {
		b := &batch{
			gold:   make([]piece, 0, batchPairs),
			system: make([]piece, 0, batchPairs),
			pairs:  make([]stretch, 0, batchPairs),
		}
		size := 0
		for len(b.pairs) < batchPairs && size < batchBytes {
			gp, gerr := g.Next()
			sp, serr := s.Next()
			if gerr != nil && gerr != io.EOF {
				return gerr
			}
			if serr != nil && serr != io.EOF {
				return serr
			}
			if gerr == io.EOF && serr == io.EOF {
				return f.flush(b)
			}
			if f.align == Auto && (gerr != nil || serr != nil ||
				byID && string(gold.Format.ID(gp.Text)) != string(system.Format.ID(sp.Text))) {
				return errRealign
			}
			st := stretch{int32(len(b.gold)), int32(len(b.gold)), int32(len(b.system)), int32(len(b.system))}
			if gerr == nil {
				b.gold = append(b.gold, gp)
				st.g1++
			}
			if serr == nil {
				b.system = append(b.system, sp)
				st.s1++
			}
			b.pairs = append(b.pairs, st)
			size += len(gp.Text) + len(sp.Text)
		}
		if err := f.flush(b); err != nil {
			return err
		}
	}
}

func (f *feeder) flush(b *batch) error {
	if len(b.pairs) == 0 {
		return nil
	}
	err := f.send(b)
	f.g += int32(len(b.gold))
	f.s += int32(len(b.system))
	return err
}

// planned hands out the pairs of a plan; pieces are those of the whole plan.
func (f *feeder) planned(p *plan) error {
	for at := 0; at < len(p.pairs); at += batchPairs {
		b := &batch{gold: p.gold, system: p.system, pairs: p.pairs[at:min(at+batchPairs, len(p.pairs))]}
		if err := f.send(b); err != nil {
			return err
		}
	}
	return nil
}
