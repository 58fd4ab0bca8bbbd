package measures

import (
	"strings"

	"assay/eval"
	"assay/internal/measures/attachment"
	"assay/internal/measures/entry"
	"assay/internal/measures/relations"
	"assay/internal/measures/rst"
	"assay/internal/measures/units"
	"assay/treebank"
)

var rstEntry = Entry{
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
	Presets: []Preset{
		{Name: "original", Title: "original Parseval, the default"},
		{Name: "marcu", Title: "RST-Parseval"},
		{Name: "dmrst", Title: "original Parseval as the DMRST family and isanlp_rst compare spans and labels: " +
			"ends=last:case=fold"},
		{Name: "educe", Title: "RST-Parseval over trees as they are, as educe: convention=marcu:trees=nary"},
	},
	Maker: entry.Bound[rst.Options]{
		Preset: func(name string) rst.Options {
			dmrst, educe := name == "dmrst", name == "educe"
			return rst.Options{Marcu: name == "marcu" || educe, EndsOnly: dmrst, Fold: dmrst, NAry: educe}
		},
		Settings: (*rst.Options).Settings, Make: rst.New,
	},
}

var rstDepEntry = Entry{
	Name:   "rst-dep",
	Title:  "dependencies between discourse units: UAS, LAS",
	Source: "Li et al. 2014; GUM (.rsd)",
	Doc: `uas = units with the same head in gold and system / units of gold; las: same head and relation. Trees have the
dependencies of GUM: the head of a node is that of its first nucleus, the heads of its other children depend
on it. The scores are those of attachment, over the units of documents; units that the other side cuts
elsewhere have no counterpart. types=cut leaves out _r and _m, the kinds of relations.`,
	Needs: treebank.UnitArcs,
	Suits: treebank.UnitArcs,
	Maker: entry.Bound[attachment.Options]{
		Settings: func(o *attachment.Options) []Option {
			return []Option{
				entry.Flag(&o.CutKinds, "types", "keep", "cut",
					"whether relation_r (satellite) is another relation than relation_m (nuclei)"),
				entry.Flag(&o.SkipRoot, "root", "count", "skip", "whether the root of a document counts"),
			}
		},
		Make: func(o attachment.Options) *eval.Measure {
			m := attachment.New(o)
			m.Name, m.Signature = "rst-dep", "rst-dep"+strings.TrimPrefix(m.Signature, "attachment")
			return m
		},
	},
}

var eduEntry = Entry{
	Name:   "edu",
	Title:  "discourse units: where they begin",
	Source: "DISRPT 2019-2025; disrpt_eval_2024.py 2.0.0, task S",
	Doc: `precision, recall and F1 of the words at which discourse units begin. Files of words (disrpt) and of trees
compare by their characters. A side without labels has no units; disrpt_eval_2024.py cannot score it.`,
	Needs: treebank.Segments,
	Suits: treebank.Segments,
	Maker: entry.Bound[units.Options]{Settings: (*units.Options).Settings, Make: units.New},
}

var connectivesEntry = Entry{
	Name:   "connectives",
	Title:  "discourse connectives: all of their words",
	Source: "DISRPT 2021-2025; disrpt_eval_2024.py 2.0.0, task C",
	Doc: `precision, recall and F1 of connectives; one matches if it has the same words on both sides. A connective
begins at Conn=B-conn and ends with its sentence; I without B is in no connective. disrpt_eval_2024.py loses a
connective of one word at the end of the file, and gives the end of I without B to the next one.`,
	Needs: treebank.Segments,
	Maker: entry.Plain(func() *eval.Measure { return units.New(units.Options{Connectives: true}) }),
}

var relationsEntry = Entry{
	Name:   "relations",
	Title:  "labels of relations between given units",
	Source: "DISRPT 2021-2025; disrpt_eval_2024.py 2.0.0, task R",
	Doc: `accuracy = instances with the same label in gold and system / instances of gold. Instances pair by document
and units. The key label gives precision, recall and F1 of each label, the key tag the accuracy of each type
of relation (explicit, implicit).`,
	Needs: treebank.Instances,
	Suits: treebank.Instances,
	Maker: entry.Plain(relations.New),
}
