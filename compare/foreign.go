package compare

import (
	"bytes"
	"fmt"
	"sync"

	"assay/eval"
)

// Foreign is a watch of a run that counts the pairs that cannot be the same sentence: both
// have names, which differ, and so do their texts. Compare refuses a run in which many are.
type Foreign struct {
	mu    sync.Mutex
	parts []*foreignPart
}

// A foreignPart is the pairs of one goroutine.
type foreignPart struct {
	pairs   int
	first   int    // number of the first of them
	example string // which describes it
	text    [2][]byte
}

// New implements eval.Watch.
func (f *Foreign) New() func(*eval.Pair) {
	part := &foreignPart{}
	f.mu.Lock()
	f.parts = append(f.parts, part)
	f.mu.Unlock()
	return part.see
}

func (f *foreignPart) see(pair *eval.Pair) {
	gold, system := pair.Gold, pair.System
	if gold.Missing || system.Missing || gold.ID.Len == 0 || system.ID.Len == 0 ||
		bytes.Equal(gold.Bytes(gold.ID), system.Bytes(system.ID)) {
		return
	}
	f.text[0], f.text[1] = gold.AppendSurface(f.text[0][:0]), system.AppendSurface(f.text[1][:0])
	if bytes.Equal(f.text[0], f.text[1]) {
		return
	}
	if f.pairs++; f.pairs == 1 || pair.N < f.first {
		f.first = pair.N
		f.example = fmt.Sprintf("sentence %d is %q in gold and %q in the system", pair.N+1, gold.Bytes(gold.ID),
			system.Bytes(system.ID))
	}
}

// foreign counts the pairs of a run that cannot be the same sentence, and describes the
// first; none if the run had no such watch.
func foreign(res *eval.Result) (pairs int, example string) {
	first := 0
	for _, watch := range res.Watches {
		all, ok := watch.(*Foreign)
		if !ok {
			continue
		}
		for _, part := range all.parts {
			if part.pairs > 0 && (pairs == 0 || part.first < first) {
				first, example = part.first, part.example
			}
			pairs += part.pairs
		}
	}
	return pairs, example
}
