package rst

import "strings"

// Classes are the sets of classes for relations.
type Classes uint8

// The sets.
const (
	Fine  Classes = iota // relations as they are
	GUM                  // the part before the first hyphen; same-unit is a class
	RSTDT                // the 18 classes of Carlson & Marcu (2001) for the RST Discourse Treebank
)

// String returns the value used by options and signatures.
func (c Classes) String() string { return [...]string{"fine", "gum", "rstdt"}[c] }

// Of returns the class of a relation; one that has no class is its own.
func (c Classes) Of(rel string) string {
	switch {
	case c == GUM && rel != "same-unit":
		class, _, _ := strings.Cut(rel, "-")
		return class
	case c == RSTDT:
		plain := strings.ToLower(rel)
		for len(plain) > 2 && plain[len(plain)-2] == '-' && strings.IndexByte("sen", plain[len(plain)-1]) >= 0 {
			plain = plain[:len(plain)-2] // endings of satellites, embedded units and nuclei
		}
		if class := treebankClass(plain); class != "" {
			return class
		}
	}
	return rel
}

// treebankClass has the table of RSTParser_EMNLP22 (rstdt_relation.py, 391e170).
func treebankClass(rel string) string {
	switch rel {
	case "attribution", "attribution-negative":
		return "Attribution"
	case "background", "circumstance":
		return "Background"
	case "cause", "result", "cause-result", "consequence":
		return "Cause"
	case "comparison", "preference", "analogy", "proportion":
		return "Comparison"
	case "condition", "hypothetical", "contingency", "otherwise":
		return "Condition"
	case "contrast", "concession", "antithesis":
		return "Contrast"
	case "elaboration-additional", "elaboration-general-specific", "elaboration-part-whole", "elaboration-process-step",
		"elaboration-object-attribute", "elaboration-set-member", "example", "definition":
		return "Elaboration"
	case "enablement", "purpose":
		return "Enablement"
	case "evaluation", "interpretation", "conclusion", "comment":
		return "Evaluation"
	case "evidence", "explanation-argumentative", "reason":
		return "Explanation"
	case "list", "disjunction":
		return "Joint"
	case "manner", "means":
		return "Manner-Means"
	case "problem-solution", "question-answer", "statement-response", "topic-comment", "comment-topic",
		"rhetorical-question":
		return "Topic-Comment"
	case "summary", "restatement":
		return "Summary"
	case "temporal-before", "temporal-after", "temporal-same-time", "sequence", "inverted-sequence":
		return "Temporal"
	case "topic-shift", "topic-drift":
		return "Topic-Change"
	case "textualorganization":
		return "Textual-organization"
	case "same-unit":
		return "Same-unit"
	}
	return ""
}
