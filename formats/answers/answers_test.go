package answers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"assay/formats/penn"
	"assay/treebank"
)

// answer returns a JSONL file of answers.
func answer(texts ...string) string {
	var b strings.Builder
	for i, t := range texts {
		line, _ := json.Marshal(map[string]any{"id": fmt.Sprint("s", i+1), "output": t})
		b.Write(append(line, '\n'))
	}
	return b.String()
}

func steps(s *treebank.Sentence) string {
	var names []string
	for _, st := range Steps(s) {
		names = append(names, st.String())
	}
	return strings.Join(names, " ")
}

func written(s *treebank.Sentence) string {
	var b strings.Builder
	w := bufio.NewWriter(&b)
	_ = penn.Format.Write(w, s)
	w.Flush()
	return strings.TrimSpace(strings.Replace(b.String(), fmt.Sprintf(" (ID %s)", s.Str(s.ID)), "", 1))
}

// TestLadder: the result of each step. The trees are written by hand; the
// first five answers are the minimal cases of the specification.
func TestLadder(t *testing.T) {
	const gold = "(S (NP (NN dog)) (VP (VBZ barks)))"
	for _, tt := range []struct{ in, tree, steps string }{
		{"Here it is:\n```\n" + gold + "\n```\nI hope (really) this helps.", gold, "fence"},
		{"(S (NP (NN dog)) (VP (VBZ barks))", gold, "missing"},
		{"(S (NP dog) (VP barks))", "(S (NP (X dog)) (VP (X barks)))", "bare"},
		{"I cannot parse this.", "", ""},
		{"(S (NP (NN a)))\nCorrected:\n" + gold, gold, "prose choice"},

		{gold, gold, ""},
		{gold + "\nOr, if you like:\n(S (NP (NN a)))", "(S (NP (NN a)))", "prose choice"},
		{"Final answer: " + gold, gold, "prose"},
		{"I think (as an aside) that\n\n" + gold + "\n\nis right (see above).", gold, "prose"},
		{"```lisp\n" + gold + ")\n```", gold, "fence surplus"},
		{"```\n(S (NN a))\n```\nbetter:\n```\n" + gold + "\n```", gold, "fence choice"},
		{"(S\n  (NP (NN dog))\n  (VP (VBZ barks)))", gold, ""},
		{"(S (NP (NN dog)) (ADVP) (VP (VBZ barks)))", gold, "empty"},
		{"(S (NP the old (NN dog)))", "(S (NP (X the) (X old) (NN dog)))", "bare"},
		{"(S (NP (NN dog)\n\nThis tree has two phrases.", "(S (NP (NN dog)))", "prose missing"},
		{"(S () (NP (ADJP)))", "", "empty"},
		{"", "", ""}, {"()", "", ""}, {"(((((", "", ""}, {")))", "", ""}, {"```", "", "fence"},
		{"dog (barks)", "", ""},
	} {
		for sentence, err := range Format.Sentences(strings.NewReader(answer(tt.in)), "f") {
			got := ""
			if !sentence.Missing {
				got = written(sentence)
			}
			if err != nil || got != tt.tree || steps(sentence) != tt.steps || sentence.Missing != (tt.tree == "") {
				t.Errorf("%q: got %q by %q, want %q by %q (missing %v, %v)", tt.in, got, steps(sentence), tt.tree, tt.steps, sentence.Missing, err)
			}
		}
		for s, err := range Strict.Sentences(strings.NewReader(answer(tt.in)), "f") {
			valid := tt.tree != "" && !strings.Contains(tt.steps, "surplus") && !strings.Contains(tt.steps, "missing") &&
				!strings.Contains(tt.steps, "bare") && !strings.Contains(tt.steps, "empty")
			if err != nil || s.Missing == valid {
				t.Errorf("strict, %q: missing %v, %v", tt.in, s.Missing, err)
			}
		}
	}
}

// TestSeveralTrees: trees side by side are one sentence.
func TestSeveralTrees(t *testing.T) {
	for s, err := range Format.Sentences(strings.NewReader(answer("(NP (NN dog)) (VP (VBZ barks))")), "f") {
		if err != nil || len(s.Tokens) != 2 || len(s.Notes) != 1 || steps(s) != "several" {
			t.Errorf("%d words, notes %v, %s, %v", len(s.Tokens), s.Notes, steps(s), err)
		}
	}
}

// TestInside: CoNLL-U and PENMAN inside of answers.
func TestInside(t *testing.T) {
	tabs := "1\tdogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n"
	blanks := strings.ReplaceAll(tabs, "\t", "   ")
	for _, tt := range []struct{ in, steps string }{
		{tabs, ""}, {"```conllu\n" + tabs + "```", "fence"}, {"Sure!\n" + blanks + "\nDone.", "prose columns"},
		{"<think>\n" + strings.ReplaceAll(tabs, "dog", "cat") + "</think>\n" + tabs, "reasoning"},
		{strings.ReplaceAll(tabs, "\t2\t", "\t0\t") + "\nNo:\n" + tabs + "\nThe subject is\n" + strings.SplitAfter(tabs, "\n")[0], "prose choice"},
		{strings.ReplaceAll(tabs, "dog", "cat") + "\nThe final answer is\n" + tabs, "prose choice"},
	} {
		for s, err := range Format.Sentences(strings.NewReader(answer(tt.in)), "f") {
			if err != nil || len(s.Tokens) != 2 || s.Arcs[0].Head != 1 || string(s.Word(0)) != "dogs" || steps(s) != tt.steps || s.Str(s.ID) != "s1" ||
				len(s.Notes) > 0 {
				t.Errorf("%q: %d words by %q, %v, %v", tt.in, len(s.Tokens), steps(s), s.Notes, err)
			}
		}
	}
	for _, in := range []string{"(w / want-01 :ARG0 (b / boy))", "Here:\n```\n(w / want-01\n  :ARG0 (b / boy)\n```",
		"<think>(w / want-01)</think>(w / want-01 :ARG0 (b / boy))", "Draft: (w / wish-01)\nBetter: (w / want-01 :ARG0 (b / boy))\nHere (b / boy) is the agent."} {
		for s, err := range Format.Sentences(strings.NewReader(answer(in)), "f") {
			if err != nil || len(s.Nodes) != 2 || len(s.Edges) != 1 {
				t.Errorf("%q: %d nodes, %d edges, %v", in, len(s.Nodes), len(s.Edges), err)
			}
		}
	}
}

// TestFields: places of the name and of the answer, in lines and in a list.
func TestFields(t *testing.T) {
	tree := `"(S (NN a))"`
	for _, tt := range []struct{ options, in, id string }{
		{"", `{"custom_id": 7, "choices": [{"message": {"content": ` + tree + `}}]}`, "7"},
		{"", `[{"key": "k", "tree": ` + tree + "},\n {\"key\": \"l\", \"tree\": " + tree + `}]`, "k"},
		{"id=name:answer=result.text", `{"id": 1, "tree": "no", "name": "n", "result": {"text": ` + tree + `}}`, "n"},
		{"", `{"id": 3, "content": [{"type": "thinking", "thinking": "(S (NN no))"}, {"type": "text", "text": ` + tree + `}]}`, "3"},
		{"", `{"custom_id": "c", "result": {"message": {"content": [{"type": "text", "text": ` + tree + `}]}}}`, "c"},
		{"", `{"id": "o", "output": [{"type": "reasoning", "summary": []}, {"type": "message", "content": [{"type": "output_text", "text": ` + tree + `}]}]}`, "o"},
		{"", `{"key": "g", "response": {"candidates": [{"content": {"parts": [{"text": "(S (NN no)) (S", "thought": true}, {"text": ` + tree + `}]}}]}}`, "g"},
		{"take=first:reasoning=plan", `{"id": "t", "output": "<plan>(S (NP (NN no) (NN no)))</plan>(S (NN a))"}`, "t"},
		{"repair=none", `{"sent_id": "x", "parse": ` + tree + `}`, "x"},
	} {
		format := &Format
		if tt.options != "" {
			var err error
			if format, err = Parse(tt.options); err != nil {
				t.Fatal(err)
			}
		}
		n := 0
		for s, err := range format.Sentences(strings.NewReader(tt.in), "f") {
			if n++; err != nil || s.Missing || len(s.Tokens) != 1 || n == 1 && (s.Str(s.ID) != tt.id || string(format.ID([]byte(strings.Trim(tt.in, "[]")))) != tt.id) {
				t.Errorf("%s: %q, %v", tt.in, s.Str(s.ID), err)
			}
		}
		if n == 0 {
			t.Errorf("%s: no sentence", tt.in)
		}
	}
	for _, bad := range []string{"", "id", "id=", "inside=xml", "repair=all", "take=best", "reasoning="} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("options %q are accepted", bad)
		}
	}
}

// TestBroken: lines that are no object, or have no answer, are sentences of
// their own; the other lines are read.
func TestBroken(t *testing.T) {
	good := `{"id": "a", "tree": "(S (NN a))"}` + "\n"
	in := good + "garbage\n" + `{"id": "b", "tree": "(S` + "\n" + `{"id": "c", "text": "x"}` + "\n" + good + "[1]\n" + good
	var got []string
	for s, err := range Format.Sentences(strings.NewReader(in), "f") {
		switch {
		case err != nil:
			got = append(got, strings.SplitN(err.Error(), ":", 3)[1])
		default:
			got = append(got, s.Str(s.ID))
		}
	}
	if strings.Join(got, " ") != "a 2 3 4 a 6 a" {
		t.Errorf("got %v", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(answer("(S (NP dog) (VP barks))", "x"))
	f.Add(`[{"output": "1\ta\t_\t_\t_\t_\t0\t_\t_\t_"}]`)
	f.Add(answer("(a / b :c (d / e"))
	f.Fuzz(func(t *testing.T, in string) {
		for s, err := range Format.Sentences(strings.NewReader(in), "f") {
			if err == nil && !s.Missing && len(s.Tokens) == 0 && len(s.Nodes) == 0 {
				t.Errorf("%q: an analysis without words", in)
			}
		}
		once := answer(in) // any text is an answer, and repaired trees need no more repair of structure
		for sentence, err := range Format.Sentences(strings.NewReader(once), "f") {
			if err != nil || sentence.Missing || sentence.Dialect != trees || len(sentence.Phrases) == 0 {
				return
			}
			again := written(sentence)
			for r, err := range Format.Sentences(strings.NewReader(answer(again)), "f") {
				if err == nil && r.Dialect == trees && !r.Missing && len(r.Tokens) != len(sentence.Tokens) {
					t.Errorf("%q: %q has %d words, then %d", in, again, len(sentence.Tokens), len(r.Tokens))
				}
			}
		}
	})
}
