package clusters

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/entities"
	"assay/internal/formattest"
	"assay/treebank"
)

// shown lists the mentions of a document.
func shown(sentence *treebank.Sentence) string {
	out := fmt.Sprintf("%s %d %v", sentence.Str(sentence.ID), len(sentence.Tokens), sentence.Breaks)
	for _, m := range entities.Read(nil, sentence) {
		var words []string
		for _, i := range m.Words {
			words = append(words, string(sentence.Word(i)))
		}
		out += fmt.Sprintf(" %s[%s]", sentence.Name(m.Entity), strings.Join(words, " "))
	}
	return out
}

const both = `{"doc_key": "nw_1", "sentences": [["Anna", "saw", "her", "dog"], ["She", "smiled"]], "clusters": [[[0,0],[2,2],[4,4]]], ` +
	`"predicted_clusters": [[[0,0],[4,4]],[[2,3],[2,2]]]}` + "\n"

// TestParse: the prediction if there is one, gold where the format is that of gold; words in all places; characters of a text.
func TestParse(t *testing.T) {
	for _, tc := range []struct {
		format     *treebank.Format
		text, want string
	}{
		{&Format, both, "nw_1 6 [4] 1[Anna] 2[her dog] 2[her] 1[She]"},
		{&Gold, both, "nw_1 6 [4] 1[Anna] 1[her] 1[She]"},
		{&Format, `[{"id": 7, "tokens": ["a", "b"], "clusters": [[[0, 1], [0, 0]]]}]`, "7 2 [] 1[a b] 1[a]"},
		{&Format, `{"document": ["a", "b"], "clusters": [], "top_spans": [[0, 0]]}`, " 2 []"},
		{&Format, `{"text": "Ann saw  her dog. She ran.", "clusters": [[[0,3],[9,16],[18,21]]]}`, " 6 [] 1[Ann] 1[her dog.] 1[She]"},
		{&Format, `{"text": "é ñ", "clusters": [[[0,1],[2,3]]]}`, " 2 [] 1[é] 1[ñ]"},
		// mentions that cross, of one entity: brackets could not tell them apart
		{&Format, `{"words": ["a", "b", "c"], "clusters": [[[0,1],[1,2]]]}`, " 3 [] 1[a b] 1[b c]"},
		{&Format, `{"words": ["a"], "clusters": [[[0,1]]]}`, "error f:1:1: want mentions within the 1 words of the document, found [0 1]"},
		{&Format, `{"words": ["a"], "clusters": [[[0]]]}`, "error f:1:1: want mentions [first, last], found [0]"},
		{&Format, `{"words": ["a"], "clusters": [[[-1,0]]]}`, "error f:1:1: want mentions within the 1 words of the document, found [-1 0]"},
		{&Format, `{"words": ["a"]}`, "error f:1:1: want clusters or predicted_clusters, found a document without"},
		{&Gold, `{"words": ["a"], "predicted_clusters": []}`, "error f:1:1: want clusters, found a document without"},
		{&Format, `{"clusters": []}`, "error f:1:1: want words in sentences, tokens, words, document or text, found none"},
		{&Format, `{"words": ["a", " "], "clusters": []}`, "error f:1:1: want words, found an empty one, the word 2"},
		{&Format, `{"words": ["a"], "clusters": [[["x", 1]]]}`, "error f:1:36: want clusters of mentions [first, last], and words in lists, found a string " +
			"as clusters"},
		{&Format, `{"words": ["a", "b"], "clusters": [[[0,0]], [[0,0]]]}`,
			" 2 [] 1[a] 2[a] f:1:1: want mentions with different words, found mention 2 with the words of mention 1"},
	} {
		got := strings.Join(formattest.Shown(tc.format, tc.text, func(s *treebank.Sentence) string {
			out := shown(s)
			for _, n := range s.Notes {
				out += " " + n.Error()
			}
			return out
		}), "; ")
		if got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.text, got, tc.want)
		}
	}
}

func TestDetect(t *testing.T) {
	for text, want := range map[string]bool{
		both: true, `[{"text": "a", "clusters": []}]`: true, `{"document": ["a"], "clusters": []}`: true,
		`{"id": "1", "output": "(S (NN a))"}`: false, `{"clusters": 3}`: false, "(S (NN a))": false, "": false,
	} {
		if got := detect([]byte(text)); got != want {
			t.Errorf("%q: recognised %v", text, got)
		}
	}
	if !HasBoth([]byte(both)) || HasBoth([]byte(`{"text": "a", "clusters": []}`)) {
		t.Error("files with both sides")
	}
}

// TestRoundTrip: written documents are read with the same words and mentions.
func TestRoundTrip(t *testing.T) {
	for _, f := range []*treebank.Format{&Format, &Gold} {
		all, errs := formattest.Read(f, both)
		if len(errs) > 0 || len(all) != 1 {
			t.Fatal(errs)
		}
		formattest.RoundTrip(t, &Format, all[0], shown)
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, &Format, shown, both, `{"text": "Ann saw her.", "clusters": [[[0,3],[8,11]]]}`, `[{"words": ["a"], "clusters": [[[0,0]]]}`, "{", "x")
}
