package sema

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure sema.
var Entry = entry.Entry{
	Name:   "sema",
	Title:  "SEMA: triples of semantic graphs that depend on equal concepts",
	Source: "Anchiêta, Cabezudo & Pardo 2019; sema.py 9a4911c, faults repaired",
	Doc: `A relation is right if the other side has one of the same role between nodes of the
same concepts. An attribute is right if the other side has it on a node of the same
concept. A node is supported if one of its relations is right, or if it is the root
and the roots have equal concepts; of each concept, as many nodes are right as both
sides have supported ones. No nodes are mapped. sema.py counts the root twice, and
attributes as often as gold has them, so that it gives more than 1 for equal files
(1.07 on the first hundred sentences of The Little Prince), and its figures depend on
the order of the relations and on which side is gold; here each triple counts once
and swapped sides swap precision and recall. assay compat sema.py gives the original's.`,
	Needs: treebank.Graph,
	Maker: entry.Plain(New),
}
