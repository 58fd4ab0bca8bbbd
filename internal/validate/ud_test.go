package validate

import (
	"slices"
	"strings"
	"testing"

	"assay/formats/conllu"
	"assay/treebank"
)

// flawsOf returns the problems of a text in CoNLL-U, each as place, sentence and text.
func flawsOf(t *testing.T, text string) (flaws []string) {
	t.Helper()
	src := &treebank.Source{Format: &conllu.Format, Files: []treebank.File{treebank.Text("f", text)}}
	c := &Check{}
	if err := c.File(src, src.Files[0]); err != nil {
		t.Fatal(err)
	}
	if (c.Bad > 0) != (len(c.Flaws) > 0) {
		t.Errorf("%d sentences with problems, but problems %v", c.Bad, c.Flaws)
	}
	for _, f := range c.Flaws {
		flaws = append(flaws, f.Place+": "+f.Sentence+": "+f.Text)
	}
	return flaws
}

// columns writes words, one a line, with blanks for tabs; ~ is a blank, ^ nothing.
func columns(lines ...string) string {
	text := strings.Join(lines, "\n") + "\n"
	return strings.NewReplacer(" ", "\t", "~", " ", "^", "").Replace(text)
}

// TestLevel1 has a file for each incident of level 1 of Universal Dependencies' validator (udtools/level1.py of the
// tools, August 2026), which is named before it.
func TestLevel1(t *testing.T) {
	const (
		dogs = "1 Dogs dog NOUN _ _ 2 nsubj _ _"
		bark = "2 bark bark VERB _ _ 0 root _ _"
	)
	for _, tc := range []struct{ incident, text, flaw string }{
		{"", columns("#~sent_id~=~a", dogs, bark, ""), ""},
		{"misplaced-comment", columns(dogs, "#~x", bark, ""), "f:2:1: 1: want a word, found a comment after the first word of the sentence"},
		{"misplaced-comment", columns(dogs, bark, "", "#~x"), "f:4: 1: want a sentence after the comment, found the end of the file"},
		{"misplaced-comment", columns(dogs, bark, "", "#~x", "", ""), "f:4: 1: want a sentence after the comment, found the end of the file"},
		{"pseudo-empty-line", columns(dogs, bark, "~"), "f:3:1: 1: want an empty line, found a line of white space"},
		{"extra-empty-line", columns(dogs, bark, "", "", dogs, bark, ""), "f:4: 2: want a sentence, found 1 empty line too many"},
		{"empty-sentence", columns("#~sent_id~=~a", "", dogs, bark, ""), "f:3:1: a: want a word, found the end of the sentence"},
		{"invalid-line", columns(dogs, "- bark bark VERB _ _ 0 root _ _", ""), `f:2:1: 1: want word 2, found "-"`},
		{"missing-empty-line", columns(dogs, bark), "f:3:1: 1: want an empty line after the sentence, found none"},
		{"number-of-columns", columns(dogs, "2 bark bark VERB _ _ 0 root _", ""), "f:2:30: 1: want 10 columns, found 9"},
		{"unicode-normalization", columns("1 e\u0301te\u0301 _ NOUN _ _ 0 root _ _", ""), "f:1:3: 1: want Unicode in its composed form (NFC), found U+0065"},
		{"unicode-normalization", columns("#~text~=~a\u0308", "1 ä _ NOUN _ _ 0 root _ _", ""), "f:1:10: 1: want Unicode in its composed form (NFC), found U+0061"},
		{"", columns("1 с\u030c _ NOUN _ _ 0 root _ _", ""), ""}, // no composed character for this one
		{"invalid-whitespace-mwt", columns("1-2 Dogs~bark _ _ _ _ _ _ _ _", dogs, bark, ""),
			`f:1:9: 1: want no white space in FORM of a multiword token, found "Dogs bark"`},
		{"invalid-whitespace", columns("1 Dogs dog NO~UN _ _ 2 nsubj _ _", bark, ""), `f:1:14: 1: want no white space in UPOS, found "NO UN"`},
		{"invalid-whitespace", columns("1 Dogs dog NOUN _ _ 2 nsubj~ _ _", bark, ""), `f:1:28: 1: want no white space in DEPREL, found "nsubj "`},
		{"empty-column", columns("1 Dogs ^ NOUN _ _ 2 nsubj _ _", bark, ""), "f:1:8: 1: want _ or a value in LEMMA, found an empty column, read as _"},
		{"empty-column", columns("1 Dogs dog NOUN _ _ ^ nsubj _ _", bark, ""), "f:1:21: 1: want the number of a word, 0 or _ in HEAD, found an empty column"},
		{"empty-column", columns("1 ^ dog NOUN _ _ 2 nsubj _ _", bark, ""), "f:1:3: 1: want a form, found an empty column"},
		{"leading-whitespace", columns("1 ~Dogs dog NOUN _ _ 2 nsubj _ _", bark, ""), `f:1:3: 1: want no white space around FORM, found " Dogs"`},
		{"trailing-whitespace", columns("1 Dogs dog~ NOUN _ _ 2 nsubj _ _", bark, ""), `f:1:8: 1: want no white space around LEMMA, found "dog "`},
		{"repeated-whitespace", columns("1 1~~000 1000 NUM _ _ 2 nsubj _ _", bark, ""), `f:1:4: 1: want one blank at a time in FORM, found "1  000"`},
		{"", columns("1 1~000 1000 NUM _ _ 2 nsubj _ _", bark, ""), ""},
		{"leading-whitespace", columns("1 \u00a0 _ NOUN _ _ 2 nsubj _ _", bark, ""), `f:1:3: 1: want a word in FORM, found only white space, "\u00a0"`},
		{"leading-whitespace", columns("1 ~ ~ SPACE _ _ 2 nsubj _ _", bark, ""), `f:1:3: 1: want a word in FORM, found only white space, " "`},
		{"invalid-word-id", columns("01 Dogs dog NOUN _ _ 2 nsubj _ _", bark, ""), `f:1:1: 1: want word 1, found "01"`},
		{"invalid-word-interval", columns("1-x Dogs _ _ _ _ _ _ _ _", dogs, bark, ""), `f:1:1: 1: want the range of a multiword token, found "1-x"`},
		{"reversed-word-interval", columns("2-1 Dogs _ _ _ _ _ _ _ _", dogs, bark, ""), `f:1:1: 1: want the range of a multiword token, found "2-1"`},
		{"misplaced-word-interval", columns(dogs, bark, "2-3 Dogs _ _ _ _ _ _ _ _", "3 x _ _ _ _ 2 dep _ _", ""), `f:3:1: 1: want word 3, found the range "2-3"`},
		{"word-interval-out", columns("1-3 Dogs _ _ _ _ _ _ _ _", dogs, bark, ""),
			"f:1:1: 1: want words up to 3 after this line, found the end of the sentence after word 2"},
		{"overlapping-word-intervals", columns("1-2 Dogs _ _ _ _ _ _ _ _", dogs, "2-3 b _ _ _ _ _ _ _ _", bark, ""),
			`f:3:1: 1: want word 2, found the overlapping range "2-3"`},
		{"word-id-sequence", columns(dogs, "3 bark bark VERB _ _ 0 root _ _", ""), `f:2:1: 1: want word 2, found "3"`},
		{"misplaced-empty-node", columns(dogs, "2.1 e _ _ _ _ _ _ _ _", bark, ""), `f:2:1: 1: want word 2 or empty node 1.1, found "2.1"`},
		{"misplaced-empty-node", columns(dogs, "1.2 e _ _ _ _ _ _ 1:dep _", bark, ""), "f:2:5: 1: want empty word 1.1, found 1.2"},
		{"misplaced-empty-node", columns("1-2 Dogs _ _ _ _ _ _ _ _", "0.1 e _ _ _ _ _ _ 1:dep _", dogs, bark, ""),
			"f:2:1: 1: want an empty node before the range of a multiword token, found 0.1 after 1-2"},
		{"mwt-nonempty-field", columns("1-2 Dogs _ X _ _ _ _ _ _", dogs, bark, ""), `f:1:12: 1: want _ in UPOS of a multiword token, found "X"`},
		{"", columns("1-2 Dogs _ _ _ Typo=Yes _ _ _ SpaceAfter=No", dogs, bark, ""), ""},
		{"non-unix-newline", strings.ReplaceAll(columns(dogs, bark, ""), "\n", "\r\n"),
			"f:1: 1: want lines that end in a line feed (LF), found a carriage return (CR)"},
		// of level 2
		{"invalid-head", columns("1 Dogs dog NOUN _ _ _ nsubj _ _", bark, ""), "f:1:3: 1: want the number of a word or 0 in HEAD, found none of word 1"},
		{"invalid-head", columns("1 a _ _ _ _ _ _ _ _", "", dogs, bark, "", "1 a _ _ _ _ _ _ _ _", ""),
			"f:1:3: 1: want a head of each word, found none in 2 sentences; the file has heads in 1 sentence"},
		{"", columns("1 a _ _ _ _ _ _ _ _", ""), ""}, // a tagger's file
		{"multiple-roots", columns("1 Dogs dog NOUN _ _ 0 root _ _", bark, ""), "f:2:3: 1: want one root, found words 1, 2"},
	} {
		flaws := flawsOf(t, tc.text)
		switch {
		case tc.flaw == "" && len(flaws) > 0, tc.flaw != "" && len(flaws) == 0:
			t.Errorf("%s: %q: found %q, want %q", tc.incident, tc.text, flaws, tc.flaw)
		case tc.flaw != "" && !slices.Contains(flaws, tc.flaw):
			t.Errorf("%s: %q: found %q, want %q", tc.incident, tc.text, flaws, tc.flaw)
		}
	}
}
