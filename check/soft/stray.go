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
func NewStray(list []adjudicate.Decision, metrics []eval.Metric) *Stray {
	s := &Stray{sentences: map[string]bool{}, wanted: map[adjudicate.Key]bool{}, found: map[adjudicate.Key]bool{}}
	for _, m := range metrics {
		s.metrics = append(s.metrics, m.Name())
	}
	for _, d := range list {
		about, _, _ := strings.Cut(d.Metric, ":")
		for _, name := range s.metrics {
			k := d.Key
			if k.Metric = name; (about == "" || about == name) && !s.wanted[k] {
				s.wanted[k], s.sentences[d.Sentence] = true, true
				d.Key = k
				s.decisions = append(s.decisions, d)
			}
		}
	}
	return s
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
	b.item = appendName(b.item[:0], p)
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
		if r.Kind == eval.None {
			return
		}
		b.item = eval.AppendRef(b.item[:0], s, r)
		k := adjudicate.Key{Sentence: b.sentence, Metric: b.stray.metrics[metric], Side: side, Item: string(b.item)}
		if b.stray.wanted[k] {
			b.found = append(b.found, k)
		}
		if i := strings.LastIndexByte(k.Item, ':'); i > 0 {
			if k.Item = k.Item[i:]; b.stray.wanted[k] {
				b.found = append(b.found, k)
			}
		}
	}
	look("gold", b.pair.Gold, it.Gold)
	look("system", b.pair.System, it.System)
}
