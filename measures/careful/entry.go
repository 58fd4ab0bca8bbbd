package careful

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure careful.
var Entry = entry.Entry{
	Name:   "careful",
	Title:  "exact matches, crossing errors, spurious and inherited brackets",
	Source: "Hogenhout & Matsumoto 1996",
	Doc: `Unlabelled brackets of gold (TTB) and system (TPB), after punctuation, empty elements, empty and
double brackets are taken out: exact match EM, crossing error CE, spurious SP; crossing errors
inherited from a parent that is itself a crossing error (PINH) or not; brackets of the treebank reproduced together
with their parent (TINH) or not. With a file of decisions (--check) EM, CE and SP are divided into
accepted and rejected, and the soft measures of table 3 are given. Wrong brackets without a
decision are in no soft figure, as if the system had not proposed them; undecided_share is their share
of CE + SP. All exact matches count, so a check of a few items flatters. TINH follows the definition;
the paper's example departs from it; tinh_inner does not count the bracket at the top as a parent,
and gives the printed figures. A pair whose words differ counts as a parse that failed.`,
	Needs: treebank.Phrases,
	Check: treebank.Phrases,
	Maker: entry.Bound[Options]{
		Load: func(o *Options, c entry.Config) error {
			if c.Check == "" {
				return nil
			}
			list, name, err := c.Decisions.Load(c.Check)
			o.Check = NewCheck(name, list)
			return err
		},
		Settings: (*Options).Settings, Make: New,
	},
}

// ParseBaseEntry describes the measure parsebase.
var ParseBaseEntry = entry.Entry{
	Name:   "parsebase",
	Title:  "how many analyses the system has, per word",
	Source: "Black, Garside & Leech 1993; Hogenhout & Matsumoto 1996 §7",
	Doc: `The geometric mean over all sentences of the n-th root of p: n words, p analyses in the system's
ranked list. Sentences without an analysis are left out. Gold only gives the list of sentences.`,
	Maker: entry.Plain(NewParseBase),
}
