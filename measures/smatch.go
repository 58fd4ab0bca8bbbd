package measures

import (
	"fmt"
	"strconv"

	"assay/eval"
	"assay/graph/amr"
	"assay/internal/measures/smatch"
	"assay/treebank"
)

// tripleOptions are the options that decide which triples a graph has.
var tripleOptions = []Option{
	{Name: "root", Values: []string{"top", "concept", "none"},
		Doc: "triple of the root: one that marks it as the root, one with its concept, or none"},
	{Name: "inverse", Values: []string{"most", "all", "none"},
		Doc: "roles in -of that are inverted: all but consist-of, prep-on-behalf-of and prep-out-of, all, or none"},
	{Name: "inverse-constants", Values: []string{"drop", "drop-last", "keep"},
		Doc: "constants of inverse roles, such as the 1 of :mod 1, are dropped, are dropped at the end of a node, or count"},
	{Name: "mod", Values: []string{"domain", "mod", "apart"},
		Doc: "mod is the inverse of domain, domain is the inverse of mod, or both are roles of their own"},
	{Name: "quotes", Values: []string{"drop", "drop-all", "keep"},
		Doc: "double quotes are removed, single ones too, or none"},
	{Name: "case", Values: []string{"lower", "keep"}, Doc: "case of roles, concepts and values"},
	{Name: "underscores", Values: []string{"strip", "keep"}, Doc: "underscores at the end of concepts and values"},
	{Name: "reification", Values: []string{"keep", "undo"}, Doc: "nodes such as have-mod-91 count as nodes, or as roles"},
	{Name: "words", Values: []string{"all", "first"},
		Doc: "words of a constant that count; smatch.py keeps the first, so that New York is New Jersey"},
	{Name: "wiki", Values: []string{"count", "skip"},
		Doc: "whether attributes wiki count; mtool leaves them out by default"},
}

var smatchEntry = Entry{
	Name:   "smatch",
	Title:  "SMATCH: triples of semantic graphs under their best node mapping, proven",
	Source: "Cai & Knight 2013; smatch.py c01a838; amr-evaluation 8bc6b2e; smatch++ 81317b6",
	Doc: `A graph is a set of triples: instances (node, concept), attributes (node, role,
constant) and relations (node, role, node). Nodes of the two graphs are mapped to
each other, one to one, so that the most triples match; a proof shows that no mapping
matches more. P = matched/system, R = matched/gold, F1 = 2PR/(P+R), summed over all
sentences; macro_ figures are means over sentences. Of several best mappings the
one with the most instances, then attributes, then relations counts. A pair whose
proof is not finished within the budget is counted (proven is below 100) and
f1_upper is the greatest possible F1 of the chosen definition.
The default is not the definition of smatch.py: there m and n equal triples match m times n
times (so that F1 can be over 100), and of a value of several words the first counts (New
York is New Jersey). Published figures of smatch.py compare with smatch:smatch.py; that program climbs
from random starts, so its figures are at most those of the preset.`,
	Needs: treebank.Graph,
	Suits: treebank.Unanchored,
	Presets: []Preset{
		{Name: "smatch.py", Title: "smatch.py: the root counts, mod is domain inverted, equal triples multiply, of " +
			"several words the first counts"},
		{Name: "official", Title: "another name of smatch.py"},
		{Name: "repaired", Title: "smatch.py without two faults (the default): equal triples match once each, all " +
			"words of a value count"},
		{Name: "damonte", Title: "the smatch of amr-evaluation: the root with its concept, mod and domain apart, " +
			"equal triples multiply, first words; the program leaves inverse roles to a variable as they are unless the " +
			"node ends there"},
		{Name: "generic", Title: "smatch++, generic: lower case, no quotes, all roles in -of inverted"},
		{Name: "amr", Title: "smatch++ for AMR: the root with its concept, mod and domain joined, reification undone, sets"},
		{Name: "none", Title: "smatch++ without standardisation: triples as they are"},
	},
	Options: append([]Option{
		{Name: "duplicates", Values: []string{"multiset", "set", "product"},
			Doc: "m and n equal triples match min(m,n) times, count as one, or match m times n times (smatch.py)"},
		{Name: "triples", Values: []string{"all", "instance", "attribute", "relation"},
			Doc: "the triples that are mapped and count: all, or one kind, as justinstance of smatch.py and so on"},
		{Name: "budget", Doc: "steps of the search for each sentence, default 2000000000"},
	}, tripleOptions...),
	New: func(c Config) (*eval.Measure, error) {
		o := map[string]smatch.Options{"": smatch.Repaired, "smatch.py": smatch.Official, "official": smatch.Official,
			"repaired": smatch.Repaired, "damonte": smatch.Damonte,
			"generic": smatch.Generic, "amr": smatch.AMR, "none": smatch.None}[c.Preset]
		for key, v := range c.Set {
			switch key {
			case "duplicates":
				o.Duplicates = map[string]smatch.Duplicates{"product": smatch.Product, "multiset": smatch.Multiset,
					"set": smatch.Set}[v]
			case "triples":
				o.Triples = map[string]smatch.Triples{"all": smatch.AllTriples, "instance": smatch.Instances,
					"attribute": smatch.Attributes, "relation": smatch.Relations}[v]
			case "budget":
				n, err := strconv.ParseInt(v, 10, 64)
				if err != nil || n < 1 {
					return nil, fmt.Errorf("the budget %q is no number of 1 or more", v)
				}
				o.Budget = n
			default:
				setTriples(&o.Options, key, v)
			}
		}
		return smatch.New(o), nil
	},
}

// setTriples sets one of tripleOptions.
func setTriples(opt *amr.Options, key, v string) {
	switch key {
	case "root":
		opt.Root = map[string]amr.Root{"top": amr.RootTop, "concept": amr.RootConcept, "none": amr.RootNone}[v]
	case "inverse":
		opt.Invert = map[string]amr.Invert{"most": amr.InvertMost, "all": amr.InvertAll, "none": amr.InvertNone}[v]
	case "inverse-constants":
		opt.Turned = map[string]amr.Turned{"drop": amr.TurnedLost, "drop-last": amr.TurnedLostLast, "keep": amr.TurnedKept}[v]
	case "mod":
		opt.Domain = map[string]amr.Domain{"domain": amr.DomainInverse, "mod": amr.ModInverse, "apart": amr.DomainApart}[v]
	case "quotes":
		opt.Quotes = map[string]amr.Quotes{"drop": amr.QuotesDropped, "drop-all": amr.AllDropped, "keep": amr.QuotesKept}[v]
	case "case":
		opt.KeepCase = v == "keep"
	case "underscores":
		opt.Underscores = v == "keep"
	case "reification":
		opt.Dereify = v == "undo"
	case "words":
		opt.FirstWord = v == "first"
	case "wiki":
		opt.NoWiki = v == "skip"
	}
}

var smatchTableEntry = Entry{
	Name:   "smatch-table",
	Title:  "SMATCH of one output under the definitions of all programs, side by side",
	Source: "smatch.py c01a838; amr-evaluation 8bc6b2e; smatch++ 81317b6; mtool 4cee3a2",
	Doc: `Papers give SMATCH under definitions that differ: in the triple of the root, in mod and
domain, in which inverse roles are turned, in duplicates, quotes, case and reification.
This measure gives precision, recall and F1 of the same output under each preset of
smatch (smatch.py, repaired, damonte, none, generic, amr; see assay metrics smatch) and under that of the
shared tasks on Meaning Representation Parsing (measure mrp, all items), each with its
own proven mapping, so that a figure from elsewhere can be placed.`,
	Needs: treebank.Graph,
	New:   func(Config) (*eval.Measure, error) { return smatch.NewTable(), nil },
}
