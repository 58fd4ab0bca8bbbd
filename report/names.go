package report

import "strings"

// fieldNames are the names of scores as papers print them; all others are their
// own names with blanks for underscores.
var fieldNames = map[string]string{
	"upos": "UPOS", "xpos": "XPOS", "ufeats": "UFeats", "alltags": "AllTags", "lemmas": "Lemmas",
	"uas": "UAS", "las": "LAS", "clas": "CLAS", "mlas": "MLAS", "blex": "BLEX", "elas": "ELAS", "eulas": "EULAS",
	"uuas":   "UUAS",
	"tokens": "Tokens", "sentences": "Sentences", "words": "Words", "f1": "F1",
	"na": "NA", "a": "A", "n": "N", "p": "P", "c": "C", "t": "T", "": "all",
	"mslas": "MSLAS", "feats": "Feats",
	"srl": "SRL", "no_wsd": "no WSD", "bleu": "BLEU",
}

// FieldName returns the name of a score as papers print it: las_f1 is LAS.
func FieldName(name string) string {
	base := strings.TrimSuffix(name, "_f1")
	if s, ok := fieldNames[base]; ok && base != "" {
		return s
	}
	if name == base {
		return strings.ReplaceAll(name, "_", " ")
	}
	return strings.ReplaceAll(base, "_", " ") + " F1"
}

// columnOf splits the name of a score into the row and the column that it has in
// the official table of the field: las_f1 is row las, column F1. The column is
// "" for a score that is a row by itself.
func columnOf(name string) (row, column string) {
	if at, ok := letterScores[name]; ok {
		return at[0], at[1]
	}
	rest, macro := strings.CutPrefix(name, "macro_")
	for _, tc := range columns {
		if rest != tc.suffix && !strings.HasSuffix(rest, "_"+tc.suffix) {
			continue
		}
		row = strings.TrimSuffix(strings.TrimSuffix(rest, tc.suffix), "_")
		if !macro {
			return row, tc.title
		}
		if tc.title == "F1" {
			return row, "macro F1"
		}
		return name, ""
	}
	return name, ""
}

// columns are the columns of official tables, by the ends of the names of scores.
var columns = []struct{ suffix, title string }{
	{"precision", "precision"}, {"recall", "recall"}, {"f1", "F1"}, {"aligned", "aligned"}, {"", "macro F1"},
	{"", "exact match"},
}

// letterScores are the figures of the shared tasks on semantic dependencies,
// which have two letters each.
var letterScores = map[string][2]string{
	"lp": {"labelled", "precision"}, "lr": {"labelled", "recall"}, "lf": {"labelled", "F1"},
	"lm": {"labelled", "exact match"},
	"up": {"unlabelled", "precision"}, "ur": {"unlabelled", "recall"}, "uf": {"unlabelled", "F1"},
	"um": {"unlabelled", "exact match"},
	"pp": {"predications", "precision"}, "pr": {"predications", "recall"}, "pf": {"predications", "F1"},
	"fp": {"frames", "precision"}, "fr": {"frames", "recall"}, "ff": {"frames", "F1"},
}
