package mrp

import (
	"strings"

	"assay/graph/amr"
	"assay/treebank"
)

// framework is the member that names the framework of a graph.
const framework = "framework"

// defaults returns the flavor and the framework of a graph that has none of its own: that of AMR
// (2) if it was read in its notation, of words (0) if its words have lemmas, else of EDS (1). A
// graph that was read from MRP, where it had no framework, gets none.
func defaults(sentence *treebank.Sentence) (flavor, name string) {
	for _, a := range sentence.Attrs {
		if a.Index < 0 && sentence.Name(a.Key) == framework {
			name = sentence.Str(a.Value)
			switch name {
			case "dm", "pas", "psd", "ccd":
				return "0", name
			case "ucca", "eds", "ptg":
				return "1", name
			case "amr", "drg":
				return "2", name
			}
			return "", name
		}
	}
	switch {
	case amr.Notation(sentence):
		return "2", "amr"
	case len(sentence.Morph) > 0:
		return "0", "sdp"
	}
	return "1", "eds"
}

// normal returns the label of an edge of AMR in the other direction, as MRP holds it, "" for
// an edge that is not inverted.
func normal(label string) string {
	switch {
	case label == "mod":
		return "domain"
	case label == "consist-of", label == "subset-of", strings.HasPrefix(label, "prep-") &&
		!strings.HasSuffix(label, "-of-of"):
		return ""
	case len(label) > len("-of") && strings.HasSuffix(label, "-of"):
		return label[:len(label)-len("-of")]
	}
	return ""
}

// notation prepares a graph for writing: graphs of AMR have no quotes around constants in MRP, and their
// inverted edges name the label of the other direction.
type notation struct {
	sentence *treebank.Sentence
	amr      bool
}

func (n notation) constant(value treebank.Symbol) string {
	if n.amr {
		return amr.Bare(n.sentence.Name(value))
	}
	return n.sentence.Name(value)
}

func (n notation) normal(edge treebank.Edge) string {
	if edge.Normal == 0 && n.amr {
		return normal(n.sentence.Name(edge.Label))
	}
	return n.sentence.Name(edge.Normal)
}
