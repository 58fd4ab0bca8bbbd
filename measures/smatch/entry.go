package smatch

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure smatch.
var Entry = entry.Entry{
	Name:   "smatch",
	Title:  "SMATCH: triples of semantic graphs under their best node mapping, proven",
	Source: "Cai & Knight 2013; smatch.py c01a838; amr-evaluation 8bc6b2e; smatch++ 81317b6; ud-boxer cc0bfbf (MIT)",
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
from random starts, so its figures are at most those of the preset.
Discourse representations in the sequence notation (sbn) are read as graphs, see preset sbn.`,
	Needs: treebank.Graph,
	Suits: treebank.Unanchored,
	Presets: []entry.Preset{
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
		{Name: "sbn", Title: "graphs of the Parallel Meaning Bank as sbn.py of ud-boxer makes them: of two roles with one " +
			"target the last, structures that it refuses count as empty; macro_f1 is the published figure"},
		{Name: "none", Title: "smatch++ without standardisation: triples as they are"},
	},
	Maker: entry.Bound[Options]{
		Preset: func(name string) Options {
			return map[string]Options{"": Repaired, "smatch.py": Official, "official": Official,
				"repaired": Repaired, "damonte": Damonte,
				"sbn": SBN, "generic": Generic, "amr": AMR, "none": None}[name]
		},
		Settings: (*Options).Settings, Make: New,
	},
}

// TableEntry describes the measure smatch-table.
var TableEntry = entry.Entry{
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
	Maker: entry.Plain(NewTable),
}
