package finding

import (
	"strings"
	"testing"

	"assay/eval"
	"assay/heads"
)

// A head table for another treebank is a caution, with its most frequent fallbacks; one that fits is a fact.
func TestCoverage(t *testing.T) {
	for text, want := range map[string]string{
		"(S (NP (DT the) (NN man)) (VP (VBZ sees)))\n": "coverage: x.mrg: head table collins: its rules find the heads of 1",
		"(QQQ (RRR (AA the) (BB man)) (SSS (CC sees)))\n": "coverage: warning: x.mrg: head table collins: its rules find the heads of 0.0 % of the phrases;" +
			" is it for",
	} {
		conversion, err := heads.Step("collins", "")
		if err != nil {
			t.Fatal(err)
		}
		run := counted(t, "attachment", opened(t, "x.mrg", text), opened(t, "y.mrg", text), eval.Options{GoldSteps: []eval.Step{conversion},
			SystemSteps: []eval.Step{conversion.Clone()}})
		got := said(Coverage, run)
		if len(got) < 2 || !strings.HasPrefix(got[0], want) {
			t.Errorf("found %q, want %q", got, want)
		}
		run.Names = [2]string{"the gold files", "the systems"}
		if got := said(Coverage, run); len(got) < 2 || !strings.Contains(got[0], ": the gold files: head table") ||
			!strings.Contains(got[len(got)-1], ": the systems: ") {
			t.Errorf("found %q", got)
		}
	}
}
