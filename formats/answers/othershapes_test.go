package answers

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/shared"
	"assay/treebank"
)

// heads writes the words of a sentence with their heads and relations.
func heads(s *treebank.Sentence) string {
	var out []string
	for i := range s.Tokens {
		arc := s.ArcsOf(int32(i))
		if len(arc) != 1 {
			return "no single head"
		}
		out = append(out, fmt.Sprintf("%s<%d %s", s.Word(int32(i)), arc[0].Head, s.Name(arc[0].Rel)))
	}
	return strings.Join(out, ", ")
}

// TestOtherShapes: the same analysis in the shapes that models give it, in the field's files and by hand. Each is of format: the
// strict figure has it too. What is no analysis stays none.
func TestOtherShapes(t *testing.T) {
	field := func(name string) string {
		return string(shared.Read(t, "cases", "field", "answers-markdown", name))
	}
	const (
		dog   = "dog<1 nsubj, barks<-1 root"
		table = "| # | Word | POS | Head | Relation |\n|---|:--:|---|---|---|\n| 1 | dog | NOUN | 2 (barks) | nsubj |\n| 2 | barks | VERB | ROOT | root |"
	)
	for _, tt := range []struct{ name, file, want string }{
		{"a table of Markdown", field("c_md.jsonl"), dog},
		{"single blanks", field("c_sp.jsonl"), dog},
		{"tabs written as letters", field("c_lit.jsonl"), dog},
		{"four columns", field("c_4.jsonl"), dog},
		{"JSON", field("c_json.jsonl"), dog},
		{"JSON in an object, no numbers", answer(`{"tokens": [{"text": "dog", "head": "2", "relation": "nsubj"}, {"text": "barks", "head": 0, "relation": ` +
			`"root"}]}`), dog},
		{"a table with a header of its own", answer("Sure!\n\n" + table + "\n\nDone."), dog},
		{"a bar as a word", answer("| id | form | head | deprel |\n| 1 | \\| | 0 | root |"), "|<-1 root"},
		{"five columns", answer("1 dog NOUN 2 nsubj\n2 barks VERB 0 root"), dog},
		{"prose that begins with numbers", answer("1 is the head of this short sentence of ten words\n2 of them are verbs, I think, but who knows really"), ""},
		{"six columns without a header", answer("1 a b c d e\n2 a b c d e"), ""},
		{"an apology", answer("I cannot do that."), ""},
	} {
		for _, format := range []*treebank.Format{inConllu(t, "answers"), inConllu(t, "answers:repair=format")} {
			for s, err := range format.Sentences(strings.NewReader(tt.file), "f") {
				if err != nil || s.Missing != (tt.want == "") || !s.Missing && heads(s) != tt.want {
					t.Errorf("%s, %s: %q, missing %v (%s), %v; want %q", tt.name, format.Name, heads(s), s.Missing, s.Failure, err, tt.want)
				}
				if strings.HasPrefix(tt.name, "six") && !strings.Contains(s.Failure, "but lines of 6 columns without a header") {
					t.Errorf("%s: %q", tt.name, s.Failure)
				}
			}
		}
	}
	for _, tt := range []struct{ name, file, tree, steps string }{
		{"JSON", field("jtree.jsonl"), "(S (NP (X dog)) (VP (X barks)))", "fence shape bare"},
		{"a drawing", field("mdtree.jsonl"), "(S (NP (NN dog)) (VP (VBZ barks)))", "shape"},
		{"a drawing in ASCII with words below tags", answer("Here:\n\nS\n|-- NP\n|   `-- NN\n|       `-- dog\n`-- VP\n    `-- VBZ\n        `-- barks\n\n" +
			"That is it."),
			"(S (NP (NN dog)) (VP (VBZ barks)))", "shape"},
		{"lists", answer(`["S", ["NP", ["NN", "dog"]], ["VP", ["VBZ", "barks"]]]`), "(S (NP (NN dog)) (VP (VBZ barks)))", "shape"},
		{"JSON with a bracket", answer(`{"label": "S", "children": [{"tag": "NN", "word": "("}, {"tag": "VBZ", "word": "barks"}]}`),
			"(S (NN -LRB-) (VBZ barks))", "shape"},
	} {
		for s, err := range Format.Sentences(strings.NewReader(tt.file), "f") {
			if got := written(s); err != nil || got != tt.tree || steps(s) != tt.steps {
				t.Errorf("%s: %q by %q, want %q by %q (%v)", tt.name, got, steps(s), tt.tree, tt.steps, err)
			}
		}
	}
}

// inConllu returns the format of answers that hold CoNLL-U.
func inConllu(t *testing.T, name string) *treebank.Format {
	t.Helper()
	options := "inside=conllu"
	if _, more, ok := strings.Cut(name, ":"); ok {
		options += ":" + more
	}
	format, err := Parse(options)
	if err != nil {
		t.Fatal(err)
	}
	return format
}

// TestEveryInside: each notation that the documentation promises is recognised and read: trees, CoNLL-U, and graphs, also of one concept
// and with curly quotes.
func TestEveryInside(t *testing.T) {
	for _, tt := range []struct {
		file                  string
		tokens, phrases, arcs int
		nodes, props          int
	}{
		{answer("(S (NP (NN dog)) (VP (VBZ barks)))"), 2, 3, 0, 0, 0},
		{answer("1\tdog\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbarks\tbark\tVERB\t_\t_\t0\troot\t_\t_"), 2, 0, 2, 0, 0},
		{answer("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))"), 0, 0, 0, 3, 0},
		{answer("(c / cold-01)"), 0, 0, 0, 1, 0},
		{answer("Here is the AMR:\n```\n(p / person :name (n / name :op1 “Anna” :op2 “Lee”))\n```"), 0, 0, 0, 2, 2},
	} {
		for s, err := range Format.Sentences(strings.NewReader(tt.file), "f") {
			got := fmt.Sprint(len(s.Tokens), len(s.Phrases), len(s.Arcs), len(s.Nodes), len(s.Props))
			if want := fmt.Sprint(tt.tokens, tt.phrases, tt.arcs, tt.nodes, tt.props); err != nil || s.Missing || got != want {
				t.Errorf("%s: %s, missing %v (%s), %v, want %s", tt.file, got, s.Missing, s.Failure, err, want)
			}
		}
	}
}
