package eval

import "slices"

// A lister lists some items of a measure: its errors only, or also the correct items that
// add to some columns.
type lister struct {
	Lister
	errorsOnly bool
	columns    []bool
}

// listerOf returns the counter of metric m as a lister if collectors and groups need only
// some of its items, else nil. It is called after chooseColumns.
func (w *worker) listerOf(m int) *lister {
	l, ok := w.counters[m].(Lister)
	if !ok || w.filter != nil {
		return nil
	}
	byItem := w.perItem || w.ofSentence
	if w.opt.Collect != nil && w.opt.ErrorsOnly && !byItem {
		return &lister{Lister: l, errorsOnly: true}
	}
	if w.opt.CorrectIn == nil || byItem && (w.grouped == nil || w.grouped[m] == nil) {
		return nil
	}
	columns := slices.Clone(w.opt.CorrectIn(m))
	for column := range columns {
		columns[column] = columns[column] || byItem && w.grouped[m][column]
	}
	return &lister{Lister: l, columns: columns}
}

// An itemSink hands the items of one metric to the collector of the batch. Each
// worker has one per metric, so that no closure is allocated per pair.
type itemSink struct {
	collector Collector
	metric    int
	yield     func(*Item) // item
}

func (k *itemSink) item(it *Item) { k.collector.Item(k.metric, it) }
