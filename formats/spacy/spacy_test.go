package spacy_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/formats"
	"assay/formats/spacy"
	"assay/internal/expressions"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// shown lists words with tag, head and relation, the beginnings of sentences, and the spans.
func shown(sentence *treebank.Sentence) string {
	var out []string
	for i := range sentence.Tokens {
		head, rel := sentence.HeadOf(int32(i))
		out = append(out, fmt.Sprint(string(sentence.Word(int32(i))), "/", sentence.Name(sentence.Tokens[i].Tag), "/",
			sentence.Name(sentence.Morph[i].Feats), "<", head, ":", sentence.Name(rel)))
	}
	out = append(out, fmt.Sprint(sentence.Breaks))
	for i := range sentence.Phrases {
		p := &sentence.Phrases[i]
		out = append(out, fmt.Sprint(sentence.Name(p.Func), ":", sentence.Name(p.Label), expressions.Words(nil, sentence, int32(i))))
	}
	return strings.Join(out, " ")
}

// doc makes a document of the words a b c d; tokens are given as members after start and end.
func doc(rest string, members ...string) string {
	var list []string
	for i, m := range members {
		list = append(list, fmt.Sprintf(`{"id": %d, "start": %d, "end": %d%s}`, i, 2*i, 2*i+1, m))
	}
	return fmt.Sprintf(`{"text": "a é c d", %s"tokens": [%s]}`, rest, strings.Join(list, ", "))
}

func TestRead(t *testing.T) {
	head := func(h int, dep string) string { return fmt.Sprintf(`, "head": %d, "dep": %q`, h, dep) }
	for _, tc := range []struct{ text, want string }{
		{doc(`"ents": [{"start": 2, "end": 5, "label": "X"}], "sents": [{"start": 0, "end": 3}, {"start": 4, "end": 7}], `,
			head(1, "nsubj"), head(1, "ROOT"), `, "pos": "NOUN", "morph": "Case=Nom"`+head(2, "ROOT"), head(2, "obj")),
			"a//<1:nsubj é//<-1:ROOT c/NOUN/Case=Nom<-1:ROOT d//<2:obj [2] :X[1 2]"},
		{doc(`"spans": {"sc": [{"start": 0, "end": 3, "label": "B"}, {"start": 0, "end": 1, "label": "A"}]}, `, "", ""),
			"a//<-2: é//<-2: [] sc:B[0 1] sc:A[0]"},
		{`{"text": "a  b", "tokens": [{"id": 0, "start": 0, "end": 1, "dep": "x", "head": 1}, {"id": 1, "start": 2, "end": 3, "dep": "dep", "head": 2}, ` +
			`{"id": 2, "start": 3, "end": 4, "dep": "ROOT", "head": 2}]}`,
			"a//<1:x b//<-1:ROOT []"}, // white space is left out, and heads go up over it
		{doc("", head(7, "x")), "error f:1:33: want a head from 0 to 0, found 7"},
		{doc(`"ents": [{"start": 1, "end": 2, "label": "X"}], `, ""), `error f:1:22: want words in span 0 of "ents", found none in characters 1 to 2`},
		{`{"text": "a"}`, `error f:1:1: want a list of tokens in "tokens", found none`},
		{`{"tokens": []}`, `error f:1:1: want the text of the document in "text", found none`},
	} {
		if got := strings.Join(formattest.Shown(&spacy.Format, tc.text, shown), "; "); got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.text, got, tc.want)
		}
	}
}

// TestFiles: recorded documents are recognised, written, and read again.
func TestFiles(t *testing.T) {
	for _, name := range []string{"random-0", "random-2", "random-3", "spans-overlap", "sents-split"} {
		text := shared.Read(t, "cases", "living", "spacy", name, "pred.jsonl")
		if f := formats.Guess("x.jsonl", text); f != &spacy.Format {
			t.Errorf("%s: format %v", name, f)
		}
		all, errs := formattest.Read(&spacy.Format, string(text))
		if len(all) == 0 || len(errs) > 0 {
			t.Fatal(name, errs)
		}
		for _, sentence := range all {
			formattest.RoundTrip(t, &spacy.Format, sentence, shown)
		}
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, &spacy.Format, shown,
		doc(`"ents": [{"start": 2, "end": 5, "label": "X"}], "sents": [{"start": 0, "end": 3}, {"start": 4, "end": 7}], `, "", "", "", `, "dep": "x", "head": 0`),
		doc(`"spans": {"sc": [{"start": 0, "end": 3, "label": "B"}]}, `, "", ""))
}
