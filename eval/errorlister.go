package eval

// errorLister returns c as an ErrorLister if the run needs nothing but its errors,
// else nil.
func errorLister(c Counter, opt Options) ErrorLister {
	if opt.Collect == nil || !opt.ErrorsOnly || opt.Where != nil {
		return nil
	}
	for _, k := range opt.By {
		if k.PerItem() {
			return nil
		}
	}
	l, _ := c.(ErrorLister)
	return l
}

// An itemSink hands the items of one metric to the collector of the batch. It is
// made once for a worker, so that a pair needs no closure of its own.
type itemSink struct {
	collector Collector
	metric    int
	yield     func(*Item) // item
}

func (k *itemSink) item(it *Item) { k.collector.Item(k.metric, it) }
