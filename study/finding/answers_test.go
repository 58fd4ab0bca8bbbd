package finding

import (
	"encoding/json"
	"testing"

	"assay/eval"
)

// Answers from which the reader took a part are counted.
func TestAnswers(t *testing.T) {
	const gold = "(S (N a) (V b))\n"
	for text, want := range map[string][]string{
		"(S (N a) (V b))":                                     nil,
		"<think>(X (N a))</think>(S (N a) (V b))":             {"answers: note: y.jsonl: 1 answer; reasoning is cut from 1 answer"},
		"First: (S (N a) (V b))\nBetter: (S (X (N a)) (V b))": {"one of several analyses is taken in 1 answer (the last complete analysis counts"},
		"[S [N a] [V b]]":                                     {"other brackets are read as round ones in 1 answer"},
	} {
		line, err := json.Marshal(map[string]string{"id": "1", "output": text})
		if err != nil {
			t.Fatal(err)
		}
		system := opened(t, "y.jsonl", string(line)+"\n")
		run := counted(t, "evalb", opened(t, "x.mrg", gold), system, eval.Options{})
		wantSaid(t, text, said(Answers, run), want...)
	}
}
