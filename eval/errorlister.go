package eval

// errorLister returns counter as an ErrorLister if the run needs only the errors of counter, else
// nil.
func errorLister(counter Counter, opt Options) ErrorLister {
	if opt.Collect == nil || !opt.ErrorsOnly || opt.Where != nil {
		return nil
	}
	for _, k := range opt.By {
		if k.PerItem() {
			return nil
		}
	}
	l, _ := counter.(ErrorLister)
	return l
}

// An itemSink hands the items of one metric to the collector of the batch. Each
// worker has one per metric, so that no closure is allocated per pair.
type itemSink struct {
	collector Collector
	metric    int
	yield     func(*Item) // item
}

func (k *itemSink) item(it *Item) { k.collector.Item(k.metric, it) }
