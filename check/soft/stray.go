package soft

import (
	"strings"

	"assay/check/adjudicate"
	"assay/eval"
	"assay/treebank"
)

// A Stray finds the decisions that are about nothing: no item of the runs that
// it looks at has their name. They were made on another version of gold or of
// the system, and change no figure. Collect and Collected go into eval.Options.
type Stray struct {
	decisions []adjudicate.Decision
	metrics   []string
	sentences map[string]bool // with decisions
	wanted    map[adjudicate.Key]bool
	found     map[adjudicate.Key]bool
}

// NewStray returns a Stray for runs with these measures. Decisions about other
// measures do not concern it.
func NewStray(list []adjudicate.Decision, metrics []*eval.Measure) *Stray {
	stray := &Stray{sentences: map[string]bool{}, wanted: map[adjudicate.Key]bool{}, found: map[adjudicate.Key]bool{}}
	for _, m := range metrics {
		stray.metrics = append(stray.metrics, m.Name)
	}
	for _, decision := range list {
		about, _, _ := strings.Cut(decision.Metric, ":")
		for _, name := range stray.metrics {
			k := decision.Key
			if k.Metric = name; (about == "" || about == name) && !stray.wanted[k] {
				stray.wanted[k], stray.sentences[decision.Sentence] = true, true
				decision.Key = k
				stray.decisions = append(stray.decisions, decision)
			}
		}
	}
	return stray
}

// Decisions is how many there are, each once for each measure that it is about.
func (s *Stray) Decisions() int { return len(s.decisions) }

// Left returns the decisions without an item, in the order of their file.
func (s *Stray) Left() (left []adjudicate.Decision) {
	for _, d := range s.decisions {
		if !s.found[d.Key] {
			left = append(left, d)
		}
	}
	return left
}

// Collect makes a collector for a batch.
func (s *Stray) Collect() eval.Collector { return &strayBatch{stray: s} }

// Collected takes a collector back.
func (s *Stray) Collected(c eval.Collector) {
	for _, k := range c.(*strayBatch).found {
		s.found[k] = true
	}
}

type strayBatch struct {
	stray    *Stray
	pair     *eval.Pair
	sentence string // "" if nothing was decided in the pair
	item     []byte
	found    []adjudicate.Key
}

// Pair begins the next pair.
func (b *strayBatch) Pair(p *eval.Pair) {
	b.pair, b.sentence = p, ""
	b.item = p.AppendName(b.item[:0])
	if b.stray.sentences[string(b.item)] {
		b.sentence = string(b.item)
	}
}

// Item notes the decisions about an item: of its label, or of its words alone.
func (b *strayBatch) Item(metric int, it *eval.Item) {
	if b.sentence == "" {
		return
	}
	look := func(side string, s *treebank.Sentence, r eval.Ref) {
		b.item = b.pair.AppendRef(b.item[:0], s, r)
		key := adjudicate.Key{Sentence: b.sentence, Metric: b.stray.metrics[metric], Side: side, Item: string(b.item)}
		if b.stray.wanted[key] {
			b.found = append(b.found, key)
		}
		if i := strings.LastIndexByte(key.Item, ':'); i > 0 {
			if key.Item = key.Item[i:]; b.stray.wanted[key] {
				b.found = append(b.found, key)
			}
		}
	}
	for _, side := range []struct {
		name string
		s    *treebank.Sentence
		ref  eval.Ref
	}{{"gold", b.pair.Gold, it.Gold}, {"system", b.pair.System, it.System}} {
		if side.ref.Kind != eval.None {
			look(side.name, side.s, side.ref)
			look(side.name, side.s, side.ref.Unlabelled()) // of a check of an unlabelled score
		}
	}
}
