package wordslot

import (
	"assay/measures/entry"
	"assay/treebank"
)

// LinEntry describes the measure lin.
var LinEntry = entry.Entry{
	Name:   "lin",
	Title:  "error count: words whose head is another one than in gold",
	Source: "Lin 1995 §4.2",
	Doc: `error_count = words whose head is known in gold and differs, or is unknown, in the system;
relations are not compared. error_rate = error_count / words of gold.
A word whose head is unknown in gold is never an error. Different words are compared by
the characters they cover; if the texts differ too, assay reports it and all words are
errors. In a sentence without analysis all words are errors.`,
	Needs:  treebank.Arcs,
	Suits:  treebank.Tuples,
	Params: entry.WeightsParams,
	Maker: entry.Bound[Lin]{
		Load:     func(o *Lin, c entry.Config) error { return entry.LoadWeights(&o.Weights, c) },
		Settings: (*Lin).Settings, Make: NewLin,
	},
}

// XiaoEntry describes the measure xiao.
var XiaoEntry = entry.Entry{
	Name:   "xiao",
	Title:  "error rate, precision and recall of word slots; parse forests",
	Source: "Xiao 1997 §3.2 and chapter 6",
	Doc: `Each word is a slot: correct, incorrect, missing (the system gives no head), spurious
(gold gives none) or noncommittal (neither does). The root mark is a head.
error_rate = (incorrect + missing + spurious) / words; error_rate_2 counts an incorrect
slot twice. precision = correct / (correct + spurious + incorrect),
recall = correct / (correct + missing + incorrect). In a forest a slot has a set of links: links of
both sides are correct, the others form incorrect pairs, and links left over are missing or spurious.
With readings=expected the counts are means over the readings of the system's forest, weighted by
their probabilities; a link of a reading is correct if gold has it: error_rate is then the expected error rate.
mode=general compares heads, mode=exact relations too. Different words are compared by the
characters they cover; if the texts differ too, assay reports it and no word has a
counterpart. A word that only the system has is a slot of its own. In a sentence without
analysis all slots are missing.`,
	Needs:   treebank.Arcs,
	Suits:   treebank.Forests,
	Presets: []entry.Preset{{Name: "general", Title: "heads only (the default)"}, {Name: "exact", Title: "heads and relations"}},
	Params:  entry.WeightsParams,
	Maker: entry.Bound[Xiao]{
		Preset:   func(name string) Xiao { return Xiao{Exact: name == "exact"} },
		Load:     func(o *Xiao, c entry.Config) error { return entry.LoadWeights(&o.Weights, c) },
		Settings: (*Xiao).Settings, Make: NewXiao,
	},
}
