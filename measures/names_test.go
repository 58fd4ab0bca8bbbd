package measures_test

import (
	"context"
	"strings"
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

func (c *nameCollector) name(side, part string, sentence *treebank.Sentence, ref eval.Ref) {
	if ref.Kind == eval.None || ref.Kind == eval.Token {
		return
	}
	c.items++
	if part == "unary" && side == "system" { // phrases of gold with the same words share the system's bracket
		return
	}
	name := side + " " + part + " " + string(eval.AppendRef(nil, sentence, ref))
	if c.seen[name] {
		c.collisions = append(c.collisions, name)
	}
	c.seen[name] = true
}

func (c *nameCollector) Item(_ int, it *eval.Item) {
	c.name("gold", it.Part, c.pair.Gold, it.Gold)
	c.name("system", it.Part, c.pair.System, it.System)
}

// Names of items are identities: a decision on one item must not apply to another.
func TestItemsHaveNamesOfTheirOwn(t *testing.T) {
	const (
		craft  = "const-craft/gold.clean.mrg const-craft/bllip-A.1best.mrg"
		empty  = "const-craft/gold.mrg const-craft/gold.mrg"
		dutch  = "const-discont-nl/gold.export const-discont-nl/berkeley-A.export"
		kazakh = "dep-conll18/kk_ktb/gold.conllu.gz dep-conll18/kk_ktb/Uppsala-18.conllu.gz"
		eds    = "sem-lpps/gold.eds.mrp sem-lpps/peking.eds.mrp"
		amr    = "sem-lpps/gold.amr.mrp sem-lpps/ufal-oslo.amr.mrp"
		ucca   = "sem-lpps/gold.ucca.mrp sem-lpps/ufal-oslo.ucca.mrp"
		drs    = "sem-drs-pmb/en-test.gold.clf.gz sem-drs-pmb/en-test.bert_char_2enc.output1.clf.gz"
	)
	for _, tc := range []struct{ files, metrics string }{
		{eds, "edm mrp sdp"},
		{amr, "edm mrp smatch amr-fine sembleu sema"},
		{ucca, "mrp ucca"},
		{drs, "counter"},
		{craft, "evalb parseval spans leaf-ancestor tree-edit"},
		{dutch, "evalb parseval spans functions"},
		{empty, "functions empties"},
		{kazakh, "attachment lin xiao ud undirected"},
	} {
		for _, metric := range strings.Fields(tc.metrics) {
			files := strings.Fields(tc.files)
			checkNames(t, metric, files[0], files[1])
		}
	}
}

func checkNames(t *testing.T, metric, gold, system string) {
	measure, err := measures.Parse(metric, measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	collector := &nameCollector{seen: map[string]bool{}}
	opt := eval.Options{Jobs: 1, Collect: func() eval.Collector { return collector }}
	goldFile, systemFile := shared.Path(t, "data", gold), shared.Path(t, "data", system)
	if _, err := eval.Run(context.Background(), open(t, goldFile), open(t, systemFile), []*eval.Measure{measure}, opt); err != nil {
		t.Fatal(err)
	}
	if collector.items < 1000 {
		t.Errorf("%s %s: only %d items", metric, gold, collector.items)
	}
	if len(collector.collisions) > 0 {
		t.Errorf("%s %s: %d of %d items share a name, such as %s", metric, gold, len(collector.collisions), collector.items, collector.collisions[0])
	}
}
