package eval

// lister returns c as a Lister where a run needs no more than errors of it.
func lister(c Counter, opt Options) Lister {
	if opt.Collect == nil || !opt.ErrorsOnly || opt.Where != nil {
		return nil
	}
	for _, k := range opt.By {
		if k.PerItem() {
			return nil
		}
	}
	l, _ := c.(Lister)
	return l
}

// A teller hands items to the collector of the batch. It is made once, so that
// pairs need no function of their own.
type teller struct {
	collector Collector
	metric    int
	yield     func(*Item) // tell
}

func (t *teller) tell(it *Item) { t.collector.Item(t.metric, it) }
