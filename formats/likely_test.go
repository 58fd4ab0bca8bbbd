package formats

import (
	"strings"
	"testing"
)

func TestLikely(t *testing.T) {
	for _, tc := range []struct{ head, format, fault string }{
		{"He PRP B-NP\nran VBD B-VP\nthe DT X-NP\n. . O\n\n", "chunks", `line 3 has the label "X-NP": want O, or the prefix B, I, E, S, L or U`},
		{"# a comment\nHe PRP B-NP\nran VBD B-VP\n\nthe B-NP\n. . O\n\n", "chunks", "line 5 has 2 columns, most lines have 3"},
		{"He PRP B-NP\nran VBD B-VP\nthe DT DT\n. . O\n\n", "chunks", `line 3 ends in "DT", which is no label`},
		{"He PRP B-NP\nran VBD B\n. . O\n\n", "chunks", `line 2 ends in "B": O has no type, other labels have one`},
		{"1\tHe\the\tPRON\t_\t_\t2\tnsubj\t_\n2\tran\trun\tVERB\t_\t_\t0\troot\t_\n\n", "conllu", "line 1 has 9 columns, not 10"},
		{"1\tHe\the\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tran\trun\tVERB\t_\t_\t0\troot\t_\n\n", "conllu", "line 2 has 9 columns, not 10"},
		{"the dog barks\n", "", ""},
		{"He PRP\nran VBD\n\n", "chunks", `column 3 with the labels (O, B-NP, I-NP) is missing: line 1 ends in "PRP"; to score tags make CoNLL-U: ` +
			tagsToUniversal},
		{"He\nran\n\n", "chunks", `column 2 with the labels (O, B-NP, I-NP) is missing: line 1 ends in "He"`},
		{"He\nran\n", "", ""}, // a list of words has no sentences
		{"(S\n(NP\n\n", "", ""},
		{"He PRP B-NP\n. . O\n\n", "", ""},    // it is one
		{"package x\n\timport y\n\n", "", ""}, // a column may be empty
		{"", "", ""},
	} {
		format, fault := Likely([]byte(tc.head))
		name := ""
		if format != nil {
			name = format.Name
		}
		if name != tc.format || fault != tc.fault {
			t.Errorf("%q: %s, %q; want %s, %q", strings.SplitN(tc.head, "\n", 2)[0], name, fault, tc.format, tc.fault)
		}
	}
}
