package measures

import (
	"bytes"
	"fmt"

	"assay/eval"
	"assay/graph/mrs"
	"assay/internal/measures/edm"
	"assay/internal/settings"
	"assay/treebank"
)

var edmEntry = Entry{
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
	Presets: []Preset{
		{Name: "pydelphin", Title: "PyDelphin 1.10, its index of nodes repaired, pairs by identifier (the default)"},
		{Name: "paper", Title: "Figure 2 of Dridan & Oepen 2011: NAME, ARG with ARG0 of quantifiers, PROP; sets"},
		{Name: "mtool", Title: "mtool's EDM: sets, spans without punctuation, lower case, constants as properties"},
		{Name: "lkb", Title: "the LKB's edm.lisp: its EDS, constants in NAME, the top in ARG"},
	},
	Options: []Option{
		{Name: "graph", Values: []string{"eds", "lkb", "dmrs"}, Doc: "the graph that an MRS is turned into"},
		{Name: "duplicates", Values: []string{"multiset", "set"}, Doc: "whether equal triples count each or once"},
		{Name: "span", Values: []string{"exact", "trimmed"},
			Doc: "the span of a node: its characters, with or without punctuation at the ends"},
		{Name: "carg", Values: []string{"own", "prop", "name", "none"},
			Doc: "constants are a class of their own, a property, a part of the name, or left out"},
		{Name: "top", Values: []string{"own", "arg", "none"}, Doc: "tops are a class of their own, an argument, or left out"},
		{Name: "quantifier", Values: []string{"bv", "arg0"}, Doc: "role of the link from a quantifier: BV or ARG0"},
		{Name: "case", Values: []string{"keep", "lower"}, Doc: "whether labels and values are lower-cased"},
		{Name: "properties", Values: []string{"nodes", "none"}, Doc: "whether properties are counted"},
		{Name: "unlinked", Values: []string{"count", "skip"}, Doc: "whether nodes without characters count"},
		{Name: "extra", Values: []string{"count", "skip"}, Doc: "whether items that gold lacks count"},
		{Name: "n", Doc: "weight of NAME, default 1"},
		{Name: "a", Doc: "weight of ARG, default 1"},
		{Name: "p", Doc: "weight of PROP, default 1"},
		{Name: "c", Doc: "weight of CARG, default 1"},
		{Name: "t", Doc: "weight of TOP, default 1"},
	},
	Params: "weights of classes, roles, properties and predicates",
	New:    newEDM,
}

func newEDM(config Config) (*eval.Measure, error) {
	opt := map[string]edm.Options{"": edm.PyDelphin, "pydelphin": edm.PyDelphin, "paper": edm.Paper,
		"mtool": edm.MTool, "lkb": edm.LKB}[config.Preset]
	if config.Params != "" {
		text, cited, err := settings.Read(config.Params, "weights")
		if err != nil {
			return nil, err
		}
		if opt.Weights, err = edm.ReadWeights(bytes.NewReader(text), config.Params); err != nil {
			return nil, err
		}
		opt.Weights.Name = cited
	}
	into := map[string]edm.Into{"own": edm.Own, "prop": edm.ToProp, "name": edm.ToName, "arg": edm.ToArg,
		"none": edm.Nowhere}
	for key, v := range config.Set {
		switch key {
		case "graph":
			opt.Graph = map[string]mrs.Graph{"eds": mrs.EDS, "lkb": mrs.LKB, "dmrs": mrs.DMRS}[v]
		case "duplicates":
			opt.Set = v == "set"
		case "span":
			opt.Trim = v == "trimmed"
		case "carg":
			opt.Carg = into[v]
		case "top":
			opt.Top = into[v]
		case "quantifier":
			opt.ARG0 = v == "arg0"
		case "case":
			opt.Lower = v == "lower"
		case "properties":
			opt.NoProps = v == "none"
		case "unlinked":
			opt.SkipUnlinked = v == "skip"
		case "extra":
			opt.IgnoreExtra = v == "skip"
		default:
			w, err := settings.Number(v)
			if err != nil || w < 0 || w > 1e9 {
				return nil, fmt.Errorf("the weight %s=%s is no number from 0 to 1e9", key, v)
			}
			opt.Weights.Class[map[string]edm.Class{"n": edm.Name, "a": edm.Arg, "p": edm.Prop, "c": edm.Carg,
				"t": edm.Top}[key]] = w
		}
	}
	return edm.New(opt), nil
}
