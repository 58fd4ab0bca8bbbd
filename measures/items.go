package measures

import "assay/treebank"

// A LayerText is a layer with the words for its items.
type LayerText struct {
	Layer treebank.Layer
	Text  string
}

// Items are the layers whose items measures count: a file in a format without such a layer has nothing to score, and a
// score of 0 would mislead.
var Items = []LayerText{{treebank.Phrases, "phrases"}, {treebank.Arcs, "dependencies"}, {treebank.Graph, "graphs"},
	{treebank.Roles, "semantic roles of words"}, {treebank.Clauses, "clauses of discourse representations"},
	{treebank.Units, "UCCA units"}, {treebank.RoleSpans, "semantic roles of stretches of words"},
	{treebank.Discourse, "trees over the units of a document"},
	{treebank.UnitArcs, "dependencies between units of a document"},
	{treebank.Segments, "discourse units and connectives"}, {treebank.Instances, "relations of given units"},
	{treebank.Expressions, "multiword expressions"}, {treebank.Mentions, "mentions of entities"},
	{treebank.Spans, "spans of named entities"},
	{treebank.Content, "content words with dependencies and features"},
	{treebank.Across, "relations across sentences"}, {treebank.Links, "relations of dialogue units"},
	{treebank.Opinions, "opinions"}}
