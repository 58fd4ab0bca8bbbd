package main

import (
	"context"
	"testing"

	"github.com/spf13/cobra"

	"assay/corpus"
	"assay/eval"
	"assay/eval/plan"
	"assay/study"
	"assay/treebank"
)

// TestLargeReports: from 5,000 sentences on a report lists no suspects, so that its cost stays within ten times that of scoring.
func TestLargeReports(t *testing.T) {
	gold, err := corpus.Open("../../examples/ewt.gold.conllu")
	if err != nil {
		t.Fatal(err)
	}
	system, err := corpus.Open("../../examples/ewt.udpipe-swap.conllu")
	if err != nil {
		t.Fatal(err)
	}
	command := &cobra.Command{}
	command.SetContext(context.Background())
	for n, large := range map[int]bool{4999: false, 5000: true} {
		res := &eval.Result{Units: make([]eval.Unit, n)}
		r := &reporting{suspects: -1}
		r.file = "report.html"
		list, err := r.suspecter(command, &study.Study{Plan: &plan.Plan{}, Gold: gold, Systems: []*treebank.Source{system}})([]*eval.Result{res})
		if err != nil || (len(list) == 0) != large {
			t.Errorf("%d sentences: %d suspects, %v", n, len(list), err)
		}
	}
}
