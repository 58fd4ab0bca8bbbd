package finding

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"assay/eval"
	"assay/measures"
	"assay/report"
	"assay/treebank"
)

// Missing finds a system without any item of a measure, or without a column, though gold has it: the
// layer is missing rather than its analyses.
var Missing = &Finding{
	Kinds: []Kind{{"no-items",
		"gold has a layer, and the system has it in no sentence: the figures say that and nothing else", lostOnTheWay}},
	Find: func(_ context.Context, run *Run) []report.Warning { return itemless(run.Result) },
}

// missing are the words for the items of a layer, with their place in files of a format; of a format that is not
// named, or all, the format is "".
var missing = []struct {
	layer        treebank.Layer
	format, text string
	remedy       string
}{
	{treebank.Arcs, "", "head (column HEAD is _)",
		"do other columns hold the heads? option system-format names another format"},
	{treebank.Mentions, "corefud", "mention (Entity= in column MISC, after a line # global.Entity)", ""},
	{treebank.Mentions, "conll12", "mention (brackets in the last column)", ""},
	{treebank.Expressions, "cupt", "multiword expression (column 11, PARSEME:MWE)", ""},
	{treebank.Segments, "disrpt", "label (Seg=B-seg, BeginSeg=Yes or Conn=B-conn in column MISC)", ""},
	{treebank.Chunks, "", "label but O in the last column", "is the last column the system's? a tagger that knows other " +
		"labels writes O for all"},
	{treebank.Roles, "", "predicate (columns FILLPRED, PRED and APRED)", ""},
	{treebank.RoleSpans, "", "predicate or argument", ""},
}

const lostOnTheWay = "did the parser write them, and did a conversion keep them?"

// itemless warns of a system without any item of a measure though gold has some: a column or a line is missing rather
// than its analyses.
func itemless(res *eval.Result) (out []report.Warning) {
	format := res.System.Format
	for _, counts := range res.Counts {
		if lost := counts.Metric.Lost; lost != nil && counts.Sentences.Scored > 0 {
			for _, omitted := range lost(counts.Seen) {
				if format.Layers.Has(columnLayers[omitted.Why]) {
					out = append(out, lostColumn(res, omitted))
				}
			}
			continue
		}
		entry := measures.ByName(counts.Metric.Name)
		if entry == nil || counts.Sentences.Scored == 0 || !hasNoItems(entry, counts) {
			continue
		}
		text, remedy := "item", ""
		for _, known := range measures.Items {
			if entry.Needs.Has(known.Layer) {
				text = "one of these " + known.Text
				break
			}
		}
		for _, place := range missing {
			if (entry.Needs.Has(place.layer) || format.Layers.Has(place.layer) && entry.Needs.Has(treebank.Phrases)) &&
				(place.format == "" || place.format == format.Name) {
				text, remedy = place.text, place.remedy
				break
			}
		}
		out = append(out, report.Warning{Kind: "no-items", Level: report.Caution, About: base(res.System),
			Text: fmt.Sprintf("no %s in its %s, and gold has some: the figures of %s count that as errors", text,
				plural(res.SystemN, res.Unit()), counts.Metric.Name),
			Remedy: cmp.Or(remedy, lostOnTheWay)})
	}
	return out
}

// columnLayers are the layers of the columns of CoNLL-U, which other formats may not hold: a tree bank in brackets has
// no column to fill.
var columnLayers = map[string]treebank.Layer{"LEMMA": treebank.Lemmas, "UPOS": treebank.Tags, "XPOS": treebank.Lemmas,
	"FEATS": treebank.Morphology, "HEAD": treebank.Arcs, "DEPREL": treebank.Relations, "DEPS": treebank.Enhanced}

// lostColumn warns of a column that the system alone lacks.
func lostColumn(res *eval.Result, lost eval.Omission) report.Warning {
	var scores []string
	for _, name := range lost.Scores {
		scores = append(scores, report.FieldName(strings.TrimSuffix(name, "_f1")))
	}
	if lost.Why == "DEPS" { // few parsers write it
		return report.Warning{Kind: "no-items", Level: report.Caution, About: base(res.System),
			Text: "no enhanced dependencies (column DEPS), so ELAS and EULAS are 0; no other score looks at them"}
	}
	return report.Warning{Kind: "no-items", Level: report.Caution, About: base(res.System),
		Text: fmt.Sprintf("column %s is _ in its %s, and gold has values there: %s count that as errors", lost.Why,
			plural(res.SystemN, res.Unit()), report.Listed(scores)),
		Remedy: lostOnTheWay}
}

// hasNoItems reports whether gold has items of a measure, and the system has none at all.
func hasNoItems(entry *measures.Entry, counts *eval.Counts) bool {
	if entry.Needs.Has(treebank.Arcs) {
		return counts.Seen&eval.SeenGoldHeads != 0 && counts.Seen&eval.SeenSystemHeads == 0
	}
	sum, gold := counts.Sum(), 0.0
	for _, prf := range counts.Metric.PRF {
		if sum[prf.System] != 0 {
			return false
		}
		gold += sum[prf.Gold]
	}
	return gold > 0
}
