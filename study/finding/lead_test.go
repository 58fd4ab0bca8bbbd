package finding

import (
	"testing"

	"assay/eval"
	"assay/report"
)

// Another order of the systems is described, over each system's own sentences and with an option.
func TestLead(t *testing.T) {
	tree := opened(t, "x.mrg", "(S (NP (N x)) (VP (V y)))\n")
	run := counted(t, "evalb", tree, tree, eval.Options{})
	all := &All{Setting: &Setting{}, Runs: []*eval.Result{run.Result}, Leads: []report.Lead{{Turned: []report.Turn{
		{Choice: "own", System: "b.mrg", Order: []string{"b.mrg", "a.mrg"}},
		{Choice: "spans=characters", System: "out/b.mrg", Ahead: "out/a.mrg", Sentences: 7, Best: 0.5, Other: 0.25},
	}}}}
	var lines []string
	for _, w := range Lead.Conclude(all) {
		lines = append(lines, w.Kind+": "+w.String())
	}
	wantSaid(t, "lead", lines, "lead: warning: over different sentences, each system's own, the order is b.mrg, a.mrg",
		"lead: warning: a.mrg is ahead only without the sentences whose words differ; with option spans=characters (7 sentences) b.mrg leads, 50.00 to 25.00")
	if len(all.Leads[0].Warnings) != 2 {
		t.Errorf("the lead has %d warnings of its own", len(all.Leads[0].Warnings))
	}
}
