package treebank_test

import (
	"testing"

	"assay/treebank"
)

// Texts about sentences are about documents where a unit of the format is one. Names of files and options stay.
func TestInUnits(t *testing.T) {
	documents := treebank.Format{Layers: treebank.Mentions}
	for text, want := range map[string]string{
		"":                        "",
		"no words":                "no words",
		"sentences were paired":   "documents were paired",
		"1 sentence":              "1 document",
		"(2 sentences), sentence": "(2 documents), document",
		"a.sentence.conll of sentences; --per-sentence":  "a.sentence.conll of documents; --per-sentence",
		"sentence_means, sentencesplit, sentence.":       "sentence_means, sentencesplit, sentence.",
		"are these outputs for the same\nsentences: yes": "are these outputs for the same\ndocuments: yes",
	} {
		if got := documents.InUnits(text); got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
		if got := (&treebank.Format{}).InUnits(text); got != text {
			t.Errorf("%q of sentences: found %q", text, got)
		}
	}
}
