package measures

import (
	"strings"

	"assay/internal/measures/careful"
	"assay/internal/measures/empties"
	"assay/internal/measures/entry"
	"assay/internal/measures/functions"
	"assay/internal/measures/leafancestor"
	"assay/internal/measures/parseval"
	"assay/internal/measures/treeedit"
	"assay/treebank"
)

var parsevalEntry = Entry{
	Name:   "parseval",
	Title:  "brackets, crossing brackets, exact match",
	Source: "Black et al. 1991; Lin 1995 §2; Xiao 1997 §2.3; Magerman 1995",
	Doc: `Brackets of gold and system compared without their labels (labels=yes: with them), as a set:
recall = matched / gold, precision = matched / system. A bracket of the system crosses if it
shares words with one of gold and each has words that the other lacks. no_crossing and
exact_match are shares of sentences; exact_match_labels also wants the labels, exact_match_tags
also the tags. erase takes words out of both trees: none, null (empty elements), black (Black's
whole list), or names joined by +: ` + strings.Join(parseval.ErasureNames(), " ") + `.
A pair whose words differ cannot be scored; a parse that failed has no brackets.`,
	Needs: treebank.Phrases,
	Presets: []Preset{
		{Name: "lin", Title: "Lin 1995: sets of brackets, one-word brackets and the whole sentence count"},
		{Name: "black", Title: "Black et al. 1991: their erasures, no brackets around one word"},
		{Name: "labelled", Title: "labelled brackets as multisets"},
		{Name: "discontinuous", Title: "labelled brackets of discontinuous phrases as multisets; disco-dop's --disconly"},
	},
	Maker: entry.Bound[parseval.Options]{
		Preset: func(name string) parseval.Options {
			o := parseval.Options{Erase: []string{"null"}}
			switch name {
			case "black":
				o.SkipOne, o.Erase = true, parseval.ErasureNames()
			case "labelled", "discontinuous":
				o.Labelled, o.Multiset, o.Gapped = true, true, name == "discontinuous"
			}
			return o
		},
		Settings: (*parseval.Options).Settings, Make: parseval.New,
	},
}

var carefulEntry = Entry{
	Name:   "careful",
	Title:  "exact matches, crossing errors, spurious and inherited brackets",
	Source: "Hogenhout & Matsumoto 1997",
	Doc: `Unlabelled brackets of gold (TTB) and system (TPB), after punctuation, empty elements, empty and
double brackets are taken out: exact match EM, crossing error CE, spurious SP; crossing errors
inherited from a parent that is itself a crossing error (PINH) or not; brackets of the treebank reproduced together
with their parent (TINH) or not. With a file of decisions (--check) EM, CE and SP are divided into
accepted and rejected, and the soft measures of table 3 are given. Wrong brackets without a
decision are in no soft figure, as if the system had not proposed them; undecided_share is their share
of CE + SP. All exact matches count, so a check of a few items flatters. TINH follows the definition;
the paper's example departs from it; tinh_inner does not count the bracket at the top as a parent,
and gives the printed figures. A pair whose words differ counts as a parse that failed.`,
	Check: treebank.Phrases,
	Maker: entry.Bound[careful.Options]{
		Load: func(o *careful.Options, c Config) error {
			if c.Check == "" {
				return nil
			}
			list, name, err := c.Decisions.Load(c.Check)
			o.Check = careful.NewCheck(name, list)
			return err
		},
		Settings: (*careful.Options).Settings, Make: careful.New,
	},
}

var parsebaseEntry = Entry{
	Name:   "parsebase",
	Title:  "how many analyses the system has, per word",
	Source: "Black, Garside & Leech 1993; Hogenhout & Matsumoto 1997 §7",
	Doc: `The geometric mean over all sentences of the n-th root of p: n words, p analyses in the system's
ranked list. Sentences without an analysis are left out. Gold only gives the list of sentences.`,
	Maker: entry.Plain(careful.NewParseBase),
}

var leafAncestorEntry = Entry{
	Name:   "leaf-ancestor",
	Title:  "similarity of the labels above each word",
	Source: "Sampson & Babarczy 2003; disco-dop (dd181a6)",
	Doc: `The lineage of a word is the list of labels of the phrases above it, without its tag, with marks
where phrases begin and end; similarity = 1 - edits / (length in gold + length in the system).
leaf_ancestor is the mean over words, sentence_leaf_ancestor the mean over sentences of their
means. Empty elements are not words, labels are cut at the first - or =. A pair whose words differ cannot
be scored; the words of a sentence without analysis have similarity 0.`,
	Needs: treebank.Phrases,
	Presets: []Preset{
		{Name: "sampson", Title: "the default: a substitution costs 2"},
		{Name: "discodop", Title: "that of disco-dop where its parameters delete the root: a substitution costs 1, " +
			"mean over sentences"},
		{Name: "stanford", Title: "a substitution costs 1, no marks"},
	},
	Maker: entry.Bound[leafancestor.Options]{
		Preset: func(name string) leafancestor.Options {
			return map[string]leafancestor.Options{"discodop": leafancestor.Discodop, "stanford": leafancestor.Stanford}[name]
		},
		Settings: (*leafancestor.Options).Settings, Make: leafancestor.New,
	},
}

var treeEditEntry = Entry{
	Name:   "tree-edit",
	Title:  "edit distance of trees",
	Source: "Tai 1979; Zhang & Shasha 1989; disco-dop (dd181a6)",
	Doc: `The smallest number of nodes to insert, delete and relabel, 1 each. Nodes are phrases and
words; the label of a word is its place and its tag, so another tag is an edit. tree_edit = 1 - distance
/ (nodes of gold + nodes of the system) over all sentences; edits_per_sentence; identical =
sentences without edits. Empty elements and phrases without words are left out, labels are cut at
the first - or =, the unlabelled root does not count. A pair whose words differ cannot be scored; a
sentence without analysis has no nodes.`,
	Needs: treebank.Phrases,
	Maker: entry.Bound[treeedit.Options]{Settings: (*treeedit.Options).Settings, Make: treeedit.New},
}

var functionsEntry = Entry{
	Name:   "functions",
	Title:  "functions of phrases, such as SBJ and TMP",
	Source: "Bies et al. 1995; Blaheta & Charniak 2000",
	Doc: `Triples (words, category, function) of gold and system compared as multisets: one for each function
of a phrase, from its label (NP-SBJ-1: SBJ) and from the label of its edge. recall = matched / gold,
precision = matched / system, f1 = 2 matched / (gold + system). --by part gives a row for each function.
Indices are not functions, empty elements are not words, phrases without words do not count. A pair whose
words differ cannot be scored; a sentence without analysis has no functions.`,
	Needs: treebank.Phrases,
	Presets: []Preset{{Name: "proper",
		Title: "function tags of disco-dop with its proper.prm: phrases=matched:words=yes without punctuation by " +
			"gold's tags"}},
	Maker: entry.Bound[functions.Options]{
		Preset: func(name string) functions.Options {
			proper := name == "proper"
			return functions.Options{Proper: proper, Matched: proper, Words: proper}
		},
		Settings: (*functions.Options).Settings, Make: functions.New,
	},
}

var emptiesEntry = Entry{
	Name:   "empties",
	Title:  "empty elements, and with their antecedents",
	Source: "Bies et al. 1995; Johnson 2002 §4",
	Doc: `Empty elements (-NONE-) of gold and system compared as multisets of pairs: type (the form without
index, such as *T*) and position (the number of words before it). recall = matched / gold, precision =
matched / system, f1 = 2 matched / (gold + system). For _antecedent the antecedents must be equal too,
category and words, or missing on both sides; bound_ scores are over the elements that have one. --by part gives
a row for each type. A pair whose other words differ cannot be scored; a sentence without analysis
has no empty elements.`,
	Needs: treebank.Phrases,
	Maker: entry.Plain(empties.New),
}
