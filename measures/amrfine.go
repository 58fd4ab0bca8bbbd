package measures

import (
	"slices"

	"assay/eval"
	"assay/measures/amrfine"
	"assay/treebank"
)

var amrFineEntry = Entry{
	Name:   "amr-fine",
	Title:  "parts of AMR one by one: concepts, names, negation, re-entrancies, roles",
	Source: "Damonte, Cohen & Satta 2017; amr-evaluation 8bc6b2e",
	Doc: `Rows, each with precision, recall and F1: smatch (all triples), unlabeled (roles left
out), no_wsd (senses left out), concepts, named_entities (concepts of nodes with a
name), negations (concepts of nodes with a polarity), wikification (values of wiki),
reentrancies (relations to nodes that several lead to) and srl (ARG relations), the
last two with the concepts at their ends. concepts to wikification compare values
without mapping nodes; each other row has a node mapping of its own, proven to be
the best for it. A row that is empty on both sides is n/a.`,
	Needs:   treebank.Graph,
	Options: amrFineOptions(),
	New: func(c Config) (eval.Metric, error) {
		o := amrfine.Default
		for key, v := range c.Set {
			setTriples(&o, key, v)
		}
		return amrfine.New(o), nil
	},
}

// amrFineOptions returns the options of triples with the defaults of amr-fine.
func amrFineOptions() []Option {
	first := map[string]string{"root": "concept", "inverse": "all", "inverse-constants": "drop-last", "mod": "apart"}
	out := slices.Clone(tripleOptions)
	for i := range out {
		value, ok := first[out[i].Name]
		if !ok {
			continue
		}
		values := []string{value}
		for _, v := range out[i].Values {
			if v != value {
				values = append(values, v)
			}
		}
		out[i].Values = values
	}
	return out
}
