package amr

import (
	"strconv"
	"strings"

	"assay/treebank"
)

// Notation reports whether a graph was read in PENMAN notation, whose constants keep their quotes.
// The graphs of MRP have none: a reader takes them off.
func Notation(sentence *treebank.Sentence) bool {
	_, ok := order(sentence)
	return ok
}

// order returns the order of roles that the reader of PENMAN notation keeps, see OrderKey.
func order(sentence *treebank.Sentence) (text string, ok bool) {
	for _, a := range sentence.Attrs {
		if a.Index == -1 && sentence.Name(a.Key) == OrderKey {
			return sentence.Str(a.Value), true
		}
	}
	return "", false
}

// Bare returns a constant without the quotes around it.
func Bare(constant string) string {
	if n := len(constant); n > 1 && constant[0] == '"' && constant[n-1] == '"' {
		return constant[1 : n-1]
	}
	return constant
}

// Quoted returns the constant of a role of a node as the guidelines of AMR write it: in quotes, unless it
// is a number, a sign or a keyword such as the mode "imperative". The parts of a name have quotes
// even if they are numbers.
func Quoted(concept, role, constant string) string {
	if constant == "" || constant == "-" || constant == "+" || constant[0] == '"' {
		return constant
	}
	if concept == "name" && strings.HasPrefix(role, "op") {
		return `"` + constant + `"`
	}
	switch role {
	case "mode", "polarity", "polite":
		return constant
	}
	if _, err := strconv.ParseFloat(constant, 64); err == nil && strings.ContainsAny(constant[:1], "0123456789+-.") {
		return constant
	}
	return `"` + constant + `"`
}
