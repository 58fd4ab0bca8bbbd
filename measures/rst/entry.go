package rst

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure rst.
var Entry = entry.Entry{
	Name:   "rst",
	Title:  "RST trees of documents: spans, nuclearity, relations; original Parseval or RST-Parseval",
	Source: "Morey, Muller & Asher 2017; Marcu 2000; DMRST, educe, RSTParser_EMNLP22",
	Doc: `precision = matched / system, recall = matched / gold and F1 of spans, nuclearity, relation and full (both);
labels count where the span matches. macro_ scores are means over documents, unit_ scores those of the
discourse units. convention=original: the nodes with two children, with the nuclearity of both and the
relation of the satellite; n-1 items for n units. convention=marcu: all nodes but the root, units included,
with span as a label; 2n-2 items, and spans of gold's units never fall below 50 %. The two differ by up to 40
points on the same trees. A span matches if both its ends are the same words; ends=last compares the ends of
its first and of its last unit, as the DMRST family does, which makes spans after a wrong boundary wrong.
Trees become binary as in GUM and educe; trees=nary leaves them. A row is a document; documents pair by name.`,
	Needs: treebank.Discourse,
	Suits: treebank.Discourse,
	Presets: []entry.Preset{
		{Name: "original", Title: "original Parseval, the default"},
		{Name: "marcu", Title: "RST-Parseval"},
		{Name: "dmrst", Title: "original Parseval as the DMRST family and isanlp_rst compare spans and labels: " +
			"ends=last:case=fold"},
		{Name: "educe", Title: "RST-Parseval over trees as they are, as educe: convention=marcu:trees=nary"},
	},
	Maker: entry.Bound[Options]{
		Preset: func(name string) Options {
			dmrst, educe := name == "dmrst", name == "educe"
			return Options{Marcu: name == "marcu" || educe, EndsOnly: dmrst, Fold: dmrst, NAry: educe}
		},
		Settings: (*Options).Settings, Make: New,
	},
}
