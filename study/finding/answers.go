package finding

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"assay/eval"
	"assay/formats/answers"
	"assay/report"
	"assay/treebank"
)

// Answers finds answers of language models of which the reader chose a part.
var Answers = &Finding{
	Kinds: []Kind{{"answers", "the reader cut reasoning from answers of a language model, chose among several " +
		"analyses in one, or " +
		"read other brackets as round ones", "option system-format=answers:take=first takes the first analysis of each " +
		"answer; " +
		"assay validate counts all repairs"}},
	Watch: func(_, system *treebank.Source, _ []*eval.Measure) eval.Watch {
		if system.Format == nil || !answers.Is(system.Format) {
			return nil
		}
		return &readAnswers{count: make([]atomic.Int64, len(readings))}
	},
	Find: func(_ context.Context, run *Run) []report.Warning {
		return run.Watch.(*readAnswers).warnings(run.Result)
	},
}

// readings are the steps that a note counts: the reader chose a part of the answer.
var readings = []struct {
	step answers.Step
	text string
}{{answers.Reasoning, "reasoning is cut from %s"}, {answers.Choice, "one of several analyses is taken in %s"},
	{answers.Square, "other brackets are read as round ones in %s"}}

// readAnswers counts the answers of language models in which the reader chose.
type readAnswers struct {
	all   atomic.Int64
	count []atomic.Int64 // by reading
}

// New returns the function for one goroutine.
func (r *readAnswers) New() func(*eval.Pair) {
	return func(p *eval.Pair) {
		r.all.Add(1)
		for _, step := range answers.Steps(p.System) {
			for i := range readings {
				if readings[i].step == step {
					r.count[i].Add(1)
				}
			}
		}
	}
}

// warnings counts the answers by reading, once for both rows of a file.
func (r *readAnswers) warnings(res *eval.Result) []report.Warning {
	var parts []string
	for i := range readings {
		if n := int(r.count[i].Load()); n > 0 {
			parts = append(parts, fmt.Sprintf(readings[i].text, plural(n, "answer")))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	warning := report.Warning{Kind: "answers", Level: report.Remark,
		About: strings.TrimSuffix(strings.TrimSuffix(base(res.System), " (strict)"), " (repaired)"),
		Text:  plural(int(r.all.Load()), "answer") + "; " + strings.Join(parts, "; ")}
	if r.count[1].Load() > 0 {
		warning = warning.Advise("the last complete analysis counts, with option system-format answers:take=first " +
			"the first; assay validate counts all repairs")
	}
	return []report.Warning{warning}
}
