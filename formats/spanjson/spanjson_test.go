package spanjson_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/formats"
	"assay/formats/spanjson"
	"assay/internal/expressions"
	"assay/internal/formattest"
	"assay/treebank"
)

// shown lists words, and the words of each span.
func shown(s *treebank.Sentence) string {
	out := []string{s.Str(s.ID)}
	for i := range s.Tokens {
		out = append(out, string(s.Word(int32(i))))
	}
	for i := range s.Phrases {
		out = append(out, fmt.Sprint(s.Name(s.Phrases[i].Label), expressions.Words(nil, s, int32(i))))
	}
	return strings.Join(out, " ")
}

func TestRead(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{`{"id": "a", "text": "Ada Lovelace, née Byron", "spans": [{"start": 0, "end": 12, "label": "PER"}, {"start": 18, "end": 23, "label": "PER"}]}`,
			"a Ada Lovelace , née Byron PER[0 1] PER[4]"},
		{`{"text": "Nordsee-Anrainer", "entities": [{"start": 0, "end": 7, "type": "LOC"}, {"start": 0, "end": 4, "entity_group": "X", "score": 0.5}]}`,
			" Nord see - Anrainer LOC[0 1] X[0]"},
		{`{"id": 7, "text": "in Rom", "label": [[3, 6, "LOC"]]}`, "7 in Rom LOC[1]"},
		{`{"text": "in Rom", "labels": []}`, " in Rom"},
		{`[{"text": "a", "spans": []}, {"text": "b", "spans": []}]`, " a;  b"},
		{`{"text": "in Rom", "spans": [{"start": 3, "end": 7, "label": "LOC"}]}`,
			`error f:1:20: want a stretch of the text in span 1 of "spans", found characters 3 to 7 of a text of 6`},
		{`{"text": "in Rom", "spans": [{"start": 2, "end": 3, "label": "LOC"}]}`,
			`error f:1:20: want a stretch of the text in span 1 of "spans", found white space alone`},
		{`{"text": "in Rom", "spans": [{"start": 3, "label": "LOC"}]}`,
			`error f:1:20: want start, end and label in span 1, found {"start": 3, "label": "LOC"}`},
		{`{"text": "in Rom"}`, `error f:1:1: want a list of spans in "spans", "entities", "ents", "labels" or "label", found none`},
		{`{"spans": []}`, `error f:1:1: want the text of the spans in "text", found none`},
	} {
		if got := strings.Join(formattest.Shown(&spanjson.Format, tc.text, shown), "; "); got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.text, got, tc.want)
		}
	}
}

// TestRecognised: exports of annotation tools are found by their content, other objects with a text are not.
func TestRecognised(t *testing.T) {
	for text, want := range map[string]string{
		`{"text": "a b", "spans": [{"start": 0, "end": 1, "label": "X"}], "_input_hash": 1}`: "spanjson",
		`{"id":1,"text":"a b","label":[[0,1,"X"]],"Comments":[]}`:                            "spanjson",
		`{"text": "a b", "entities": []}`:                                                    "spanjson",
		`{"id": "1", "text": "a b", "answer": "(S (X a) (X b))"}`:                            "answers",
	} {
		if f := formats.Guess("x.jsonl", []byte(text+"\n")); f == nil || f.Name != want {
			t.Errorf("%s: want %s, found %v", text, want, f)
		}
	}
}

// TestWrite: a text is written as it was read; spans come back.
func TestWrite(t *testing.T) {
	const text = `{"id": "a", "text": "Ada  \u201cn\u00e9e\u201d Byron\n", "spans": [{"start": 5, "end": 10, "label": "A\"B"}, {"start": 0, "end": 10, ` +
		`"label": "C"}]}` + "\n"
	all, errs := formattest.Read(&spanjson.Format, text)
	if len(errs) > 0 || len(all) != 1 {
		t.Fatal(errs)
	}
	if got := formattest.Text(t, &spanjson.Format, all...); got != text {
		t.Errorf("got %s", got)
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, &spanjson.Format, shown,
		`{"id": "a", "text": "Ada Lovelace, née Byron", "spans": [{"start": 0, "end": 12, "label": "PER"}, {"start": 4, "end": 14, "label": "X"}]}`,
		`[{"text": "in Rom", "label": [[3, 6, "LOC"]]}, {"text": "b", "entities": []}]`)
}
