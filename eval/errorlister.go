package eval

import "slices"

// errorLister returns counter as an ErrorLister if the run needs only the errors of counter, else
// nil.
func errorLister(counter Counter, opt Options) ErrorLister {
	if opt.Collect == nil || !opt.ErrorsOnly || opt.Where != nil {
		return nil
	}
	for _, k := range opt.By {
		if k.PerItem() || ofSentence(k) {
			return nil
		}
	}
	l, _ := counter.(ErrorLister)
	return l
}

// A someLister lists the items that add to some columns, and all errors.
type someLister struct {
	ColumnLister
	columns []bool
}

// listsSome returns the counter of metric m as a someLister if collectors and groups need
// only some of its correct items, else nil. It is called after chooseColumns.
func (w *worker) listsSome(m int) *someLister {
	lister, ok := w.counters[m].(ColumnLister)
	if !ok || w.opt.CorrectIn == nil || w.filter != nil || w.perItem && (w.grouped == nil || w.grouped[m] == nil) {
		return nil
	}
	columns := slices.Clone(w.opt.CorrectIn(m))
	for column := range columns {
		columns[column] = columns[column] || w.perItem && w.grouped[m][column]
	}
	return &someLister{lister, columns}
}

// An itemSink hands the items of one metric to the collector of the batch. Each
// worker has one per metric, so that no closure is allocated per pair.
type itemSink struct {
	collector Collector
	metric    int
	yield     func(*Item) // item
}

func (k *itemSink) item(it *Item) { k.collector.Item(k.metric, it) }
