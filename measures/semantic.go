package measures

import (
	"strings"

	"assay/eval"
	"assay/measures/sdp"
	"assay/measures/srl"
	"assay/treebank"
)

var sdpEntry = Entry{
	Name:   "sdp",
	Title:  "semantic dependencies: labelled and unlabelled edges, predications, frames",
	Source: "Oepen et al. 2014, 2015; SDP toolkit 7eb99fb Scorer",
	Doc: `Edges are compared as sets of (source, target, label): lp = matched / system,
lr = matched / gold, lf of both; up, ur and uf without labels; lm and um are the
shares of graphs whose edges are all the same. A top is a virtual edge to its
node; scores with the suffix _no_top leave these out. A predication is a verb
(a predicate whose tag begins with V) with all its arguments, a frame also has
its sense: pp pr pf, fp fr ff. Nodes are known by the characters they are on.
A graph that the system lacks counts as empty, and so does one that gold lacks;
the toolkit ends with an error at the former and ignores the latter.`,
	Needs: treebank.Graph,
	Suits: treebank.Bilexical,
	Presets: []Preset{
		{"dm", "all edges of a predicate are its arguments (the default)"},
		{"pas", "arguments are the 14 labels in the list of the toolkit"},
		{"psd", "arguments are the labels that end in -arg"},
		{"mtool", "nodes are known by their characters without punctuation at the ends"},
	},
	Options: []Option{
		{"arguments", []string{"all", "pas", "psd"}, "which edges of a predicate are its arguments"},
		{"labels", nil, "the labels of arguments, separated by blanks (the toolkit's corePredicates)"},
		{"punctuation", []string{"count", "skip"}, "whether edges from and to words with the tags . , : ( ) count"},
		{"edges", []string{"directed", "undirected"}, "whether source and target may change places"},
		{"span", []string{"exact", "trimmed"}, "what a node is known by: its characters as they are, or without punctuation at the ends"},
	},
	New: func(c Config) (eval.Metric, error) {
		def := map[string]string{"": "all", "dm": "all", "mtool": "all", "pas": "pas", "psd": "psd"}[c.Preset]
		o := sdp.Options{
			Arguments:       map[string]sdp.Arguments{"all": sdp.All, "pas": sdp.PAS, "psd": sdp.PSD}[c.Get("arguments", def)],
			SkipPunctuation: c.Get("punctuation", "count") == "skip",
			Undirected:      c.Get("edges", "directed") == "undirected",
			Trim:            c.Get("span", map[bool]string{false: "exact", true: "trimmed"}[c.Preset == "mtool"]) == "trimmed",
		}
		if list := c.Get("labels", ""); list != "" {
			o.Arguments, o.Labels = sdp.Listed, strings.Fields(list)
		}
		return sdp.Metric{Options: o}, nil
	},
}

var srlEntry = Entry{
	Name:   "srl",
	Title:  "semantic roles of words: predicates, arguments, propositions; macro and micro scores",
	Source: "Surdeanu et al. 2008; Hajič et al. 2009; eval09.pl 0.4",
	Doc: `labeled: predicates with their sense and arguments with their role; unlabeled:
predicates and arguments by position; proposition: predicates whose sense and
arguments are all right. precision = matched / system, recall = matched / gold.
Of PRED the part after its only point is compared, not the lemma; 01 is 1.
macro_f1 is of the means of labeled precision and recall with the
labeled attachment score, micro_f1 of
the sums of attachments, predicates and arguments. A sentence without analysis
counts as one without predicates. Of unequal words those on the same characters
are compared; words of other text match nothing.`,
	Needs:   treebank.Roles,
	Options: []Option{{"punctuation", []string{"keep", "unicode"}, "attachments of words of punctuation count; those of Unicode category P do not (eval09.pl -p)"}},
	New: func(c Config) (eval.Metric, error) {
		return srl.Metric{Options: srl.Options{SkipPunctuation: c.Get("punctuation", "keep") == "unicode"}}, nil
	},
}

var srlSpanEntry = Entry{
	Name:   "srl-span",
	Title:  "semantic roles of stretches of words",
	Source: "Carreras & Màrquez 2005; srl-eval.pl 2005/04/21",
	Doc: `An argument matches if its stretches and its role are the same; C-A1 continues A1.
precision = matched / system, recall = matched / gold, f1 of both, of all
arguments but the verb, V, which verbs_ scores; unlabeled_ is without roles.
perfect_propositions: predicates of gold all of whose arguments match, and no
other. A predicate that the system lacks, or has with another verb, is without
arguments there. Predicates that only the system has do not count, which
rewards too many of them; surplus=count counts their arguments.`,
	Needs:   treebank.RoleSpans,
	Options: []Option{{"surplus", []string{"skip", "count"}, "whether arguments of predicates that gold lacks count"}},
	New: func(c Config) (eval.Metric, error) {
		return srl.Span{SpanOptions: srl.SpanOptions{Surplus: c.Get("surplus", "skip") == "count"}}, nil
	},
}
