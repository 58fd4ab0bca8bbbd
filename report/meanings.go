package report

import "strings"

// meanings are the definitions of the scores that people ask for by name, for the measure that
// has the score first; other measures may select other words.
var meanings = map[string]string{
	"las":            "Labelled attachment score: the share of words that have the right head and the right relation.",
	"uas":            "Unlabelled attachment score: the share of words that have the right head.",
	"label_accuracy": "The share of words that have the right relation, whatever their head.",
	"clas":           "LAS of content words: words with a functional relation (case, det, aux, ...) or punct do not count.",
	"mlas":           "CLAS where the word's UPOS, its universal features and its functional dependents must be right too.",
	"blex":           "CLAS where the word's lemma must be right too.",
	"elas":           "F1 of enhanced dependencies (column DEPS) with their labels.",
	"eulas":          "F1 of enhanced dependencies (column DEPS), labels cut at the first colon.",
	"uuas":           "The share of gold's links between words that the system has, whatever their direction and label.",
	"tokens":         "F1 of tokens, as spans of characters.",
	"words": "F1 of syntactic words: the parts of multiword tokens are aligned by their longest common " +
		"subsequence.",
	"upos":             "F1 of universal part-of-speech tags, over aligned words.",
	"xpos":             "F1 of tags of the treebank's own set (column XPOS), over aligned words.",
	"ufeats":           "F1 of universal features, over aligned words.",
	"lemmas":           "F1 of lemmas, over aligned words.",
	"alltags":          "F1 of words whose UPOS, XPOS and universal features are all right.",
	"recall":           "The share of gold's items that the system has: matched / gold.",
	"precision":        "The share of the system's items that gold has: matched / system.",
	"f1":               "The harmonic mean of precision and recall: 2 matched / (gold + system).",
	"complete_match":   "The share of sentences in which all items of both sides match.",
	"exact_match":      "The share of sentences in which everything that the measure counts is right.",
	"tagging_accuracy": "The share of words that have the right part-of-speech tag.",
	"average_crossing": "Brackets of the system that cross one of gold, per sentence; less is better.",
	"error_rate":       "Wrong words or slots over those of gold (Xiao 1997 §3.2); less is better.",
}

// Meaning returns the definition of a score, "" for one that only its measure describes.
func Meaning(name string) string {
	name = strings.ToLower(name)
	if text := meanings[name]; text != "" {
		return text
	}
	return meanings[strings.TrimSuffix(name, "_f1")]
}
