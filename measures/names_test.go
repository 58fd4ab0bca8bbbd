package measures_test

import (
	"context"
	"testing"

	"assay/eval"
	"assay/internal/shared"
	"assay/measures"
	"assay/treebank"
)

// nameCollector counts items that share their name with another item of the pair.
type nameCollector struct {
	pair       *eval.Pair
	seen       map[string]bool
	items      int
	collisions []string
}

func (c *nameCollector) Pair(p *eval.Pair) {
	c.pair = p
	clear(c.seen)
}

func (c *nameCollector) name(side, part string, s *treebank.Sentence, r eval.Ref) {
	if r.Kind == eval.None || r.Kind == eval.Token {
		return
	}
	c.items++
	name := side + " " + part + " " + string(eval.AppendRef(nil, s, r))
	if c.seen[name] {
		c.collisions = append(c.collisions, name)
	}
	c.seen[name] = true
}

func (c *nameCollector) Item(_ int, it *eval.Item) {
	c.name("gold", it.Part, c.pair.Gold, it.Gold)
	c.name("system", it.Part, c.pair.System, it.System)
}

// Names of graph items are identities: a decision on one item must not apply to
// another.
func TestGraphItemsHaveNamesOfTheirOwn(t *testing.T) {
	for _, name := range [][2]string{
		{"sem-lpps/gold.eds.mrp", "sem-lpps/peking.eds.mrp"},
		{"sem-lpps/gold.amr.mrp", "sem-lpps/ufal-oslo.amr.mrp"},
	} {
		m, err := measures.Parse("edm", measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		c := &nameCollector{seen: map[string]bool{}}
		opt := eval.Options{Jobs: 1, Collect: func() eval.Collector { return c }}
		gold, system := shared.Path(t, "data", name[0]), shared.Path(t, "data", name[1])
		if _, err := eval.Run(context.Background(), open(t, gold), open(t, system), []eval.Metric{m}, opt); err != nil {
			t.Fatal(err)
		}
		if c.items < 1000 {
			t.Errorf("%s: only %d items", name[0], c.items)
		}
		if len(c.collisions) > 0 {
			t.Errorf("%s: %d of %d items share a name, such as %s", name[0], len(c.collisions), c.items, c.collisions[0])
		}
	}
}
