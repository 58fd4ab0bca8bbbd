package validate

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"assay/corpus"
	"assay/formats/penn"
	"assay/treebank"
)

// Answers of language models are counted by their repairs, and those about other sentences are named.
func TestAnswers(t *testing.T) {
	gold := "(S (N a) (V b))\n(S (N c) (V d))\n(S (N e) (V f))\n(S (N g) (V h))\n"
	var lines strings.Builder
	for i, answer := range []string{"(S (N a) (V b))", "(S (N c) (V d)", "(S (N completely) (V other) (X words) (Y here))", "I cannot."} {
		line, err := json.Marshal(map[string]string{"id": fmt.Sprint(i + 1), "output": answer})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	src, err := corpus.Text("answers.jsonl", lines.String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	of, err := ReadGold(&treebank.Source{Format: &penn.Format, Files: []treebank.File{treebank.Text("gold.mrg", gold)}})
	if err != nil {
		t.Fatal(err)
	}
	check := &Check{Gold: of}
	if err := check.File(src, src.Files[0]); err != nil {
		t.Fatal(err)
	}
	if r := check.repairs; r.answers != 4 || r.valid+r.repaired+r.unusable != 4 || r.unusable != 1 || r.foreign != 1 || r.golden != 6 {
		t.Errorf("counted %+v", r)
	}
	named := 0
	for _, flaw := range check.Flaws {
		if strings.Contains(flaw.Text, "want the words of gold, found another sentence") {
			named++
		}
	}
	if named != 1 || check.Sentences != 4 {
		t.Errorf("%d answers are of another sentence among %d: %+v", named, check.Sentences, check.Flaws)
	}
	repairs := check.Repairs()
	if len(repairs) < 2 || !strings.HasPrefix(repairs[0], "4 answers: ") || !strings.HasSuffix(repairs[0], ", 1 unusable") ||
		!strings.Contains(repairs[len(repairs)-1], "words of another sentence than gold's: not scored") {
		t.Errorf("repairs %q", repairs)
	}
}
