package prep

import (
	"bytes"
	"slices"
	"strings"

	"assay/treebank"
)

// Not all treebanks mark empty elements by the tag -NONE-. Penn-Helsinki corpora
// (IcePaHC among them) and Keyaki put them directly under a phrase or C, as in
// (NP-SBJ *con*), (WNP-1 0) and (C 0); the Vietnamese treebank tags them as words, as
// in (V *E*).

// traceNames are the names between the stars of empty elements.
var traceNames = []string{"T", "E", "D", "U", "?", "ICH", "RNR", "EXP", "PPA", "NOT", "PRO", "OP", "CL",
	"pro", "con", "exp", "arb", "hearer", "speaker", "hearer+pro", "speaker+hearer", "speaker+pro"}

// isEmpty reports whether a word with that tag is an empty element of one of these
// treebanks: a known name between stars, or, in the place of a phrase, a star, 0 or
// any name between stars. The word *sigh* tagged UH is not one.
func isEmpty(word []byte, tag string) bool {
	if len(word) == 0 || word[0] != '*' && (word[0] != '0' || len(word) > 1) {
		return false
	}
	tag = stripFunctions(tag)
	phrase := strings.HasSuffix(tag, "P") && len(tag) > 1 &&
		!slices.Contains([]string{"RP", "WP", "NNP", "PRP", "VBP", "SP"}, tag)
	phrase = phrase || slices.Contains([]string{"C", "P", "TO", "BE", "DO", "HV"}, tag) // of Penn-Helsinki: (TO *)
	if word[0] == '0' {
		return phrase
	}
	if i := bytes.LastIndexByte(word, '*'); i > 0 && slices.Contains(traceNames, string(word[1:i])) {
		return len(word) == i+1 || word[i+1] == '-'
	} else if i == len(word)-1 || word[i+1] == '-' {
		return phrase // * and *-1
	}
	return false
}

// unmarked marks the words that are empty elements but lack the tag for them, and reports whether there are any.
func (w *worker) unmarked(sentence *treebank.Sentence) (found bool) {
	if len(sentence.Phrases) == 0 || !slices.Contains(w.step.Args, kinds[Empties].args[0]) {
		return false
	}
	for i := range sentence.Tokens {
		if isEmpty(sentence.Word(int32(i)), sentence.Name(sentence.Tokens[i].Tag)) {
			w.prune.words[i], found = true, true
		}
	}
	return found
}
