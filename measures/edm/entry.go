package edm

import (
	"bytes"

	"assay/internal/settings"
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure edm.
var Entry = entry.Entry{
	Name:   "edm",
	Title:  "Elementary Dependency Match: triples of semantic graphs",
	Source: "Dridan & Oepen 2011; PyDelphin 1.10 delphin.edm; mtool 4cee3a2 score/edm.py; LKB edm.lisp",
	Doc: `Graphs are compared as triples over the characters of their nodes: NAME
(span, predicate), ARG (span, role, span), PROP (span, property, value), CARG
(span, constant) and TOP (span). P = matched/system, R = matched/gold,
F1 = 2PR/(P+R), summed over all items; macro_ figures are means over items.
Prefixes: na_ NAME and ARG, a_ ARG, n_ NAME, p_ PROP, c_ CARG, t_ TOP. An MRS is
turned into Elementary Dependency Structures first. Items are paired by their
identifiers; an item that one side lacks counts as an empty graph there.
-p FILE gives weights per class, role, property and predicate.`,
	Needs: treebank.Graph,
	Presets: []entry.Preset{
		{Name: "pydelphin", Title: "PyDelphin 1.10, its index of nodes repaired, pairs by identifier (the default)"},
		{Name: "paper", Title: "Figure 2 of Dridan & Oepen 2011: NAME, ARG with ARG0 of quantifiers, PROP; sets"},
		{Name: "mtool", Title: "mtool's EDM: sets, spans without punctuation, lower case, constants as properties"},
		{Name: "lkb", Title: "the LKB's edm.lisp: its EDS, constants in NAME, the top in ARG"},
	},
	Params: "weights of classes, roles, properties and predicates",
	Maker: entry.Bound[Options]{
		Preset: func(name string) Options {
			return map[string]Options{"": PyDelphin, "pydelphin": PyDelphin, "paper": Paper,
				"mtool": MTool, "lkb": LKB}[name]
		},
		Load: func(o *Options, c entry.Config) error {
			if c.Params == "" {
				return nil
			}
			text, cited, err := settings.Read(c.Params, "weights")
			if err == nil {
				o.Weights, err = ReadWeights(bytes.NewReader(text), c.Params)
			}
			o.Weights.Name = cited
			return err
		},
		Settings: (*Options).Settings, Make: New,
	},
}
