package srl

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure srl.
var Entry = entry.Entry{
	Name:   "srl",
	Title:  "semantic roles of words: predicates, arguments, propositions; macro and micro scores",
	Source: "Surdeanu et al. 2008; Hajič et al. 2009; eval09.pl 0.4",
	Doc: `labeled: predicates with their sense and arguments with their role; unlabeled:
predicates and arguments by position; proposition: predicates whose sense and
arguments are all right. precision = matched / system, recall = matched / gold.
Only the part of PRED after its point is compared, not the lemma; 01 equals 1.
macro_f1 is the F1 of the means of labeled precision and recall with the labeled
attachment score; micro_f1 is that of the sums of attachments, predicates and arguments. A sentence without analysis
counts as one without predicates. Different words are compared if they
cover the same characters; words of other text match nothing.`,
	Needs: treebank.Roles,
	Maker: entry.Bound[Options]{Settings: (*Options).Settings, Make: New},
}

// SpanEntry describes the measure srl-span.
var SpanEntry = entry.Entry{
	Name:   "srl-span",
	Title:  "semantic roles of stretches of words",
	Source: "Carreras & Màrquez 2005; srl-eval.pl 2005/04/21",
	Doc: `An argument matches if its stretches and its role are the same; C-A1 continues A1.
precision = matched / system, recall = matched / gold, f1 of both, over all arguments
but the verb, V, which verbs_ scores; unlabeled_ ignores roles.
perfect_propositions: predicates of gold whose arguments all match, without surplus
arguments in the system. A predicate that the system lacks, or has with another verb,
has no arguments there. Predicates that only the system has do not count, which
rewards systems that give too many; surplus=count counts their arguments.
Arguments within an argument count by themselves; srl-eval.pl also counts the outer
one as wrong if those directly within it have other words: nested=whole, or the preset
official.`,
	Needs: treebank.RoleSpans,
	Presets: []entry.Preset{{Name: "official",
		Title: "srl-eval.pl: an argument with others within it is right only if these have the right words"}},
	Maker: entry.Bound[SpanOptions]{
		Preset:   func(name string) SpanOptions { return SpanOptions{Whole: name == "official"} },
		Settings: (*SpanOptions).Settings, Make: NewSpan,
	},
}
