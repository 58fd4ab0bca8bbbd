package measures

import (
	"assay/internal/measures/entry"
	"assay/internal/measures/sema"
	"assay/internal/measures/sembleu"
	"assay/treebank"
)

var sembleuEntry = Entry{
	Name:   "sembleu",
	Title:  "SemBleu: BLEU over the paths of semantic graphs",
	Source: "Song & Gildea 2019; sembleu 69ff2d4 eval.py",
	Doc: `The n-grams of a graph are its downward paths of one, two and three nodes with the
roles between them; edges whose role ends in -of are turned, constants are nodes.
SEMBLEU is the brevity penalty (over nodes and edges) times the weighted geometric
mean of the precisions of each length; a precision of 0 is smoothed (NIST). No nodes
are mapped, so the figure is exact and fast, but it measures precision only and is not
a share of the graph. precision_n and recall_n are for paths of n nodes.`,
	Needs: treebank.Graph,
	Maker: entry.Bound[sembleu.Options]{Settings: (*sembleu.Options).Settings, Make: sembleu.New},
}

var semaEntry = Entry{
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
	Maker: entry.Plain(sema.New),
}
