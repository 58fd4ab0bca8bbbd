package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"assay/eval"
	"assay/treebank"
)

// unfair warns where sentences are left out only because systems split words in
// their own way, and scoring them by characters names another winner than shown,
// the systems' F1 over the other sentences.
func (in *inputs) unfair(ctx context.Context, gold *treebank.Source, systems []*treebank.Source, results []*eval.Result, shown []float64, opt eval.Options) ([]string, error) {
	left := 0
	for _, res := range results {
		for _, c := range res.Counts {
			if strings.Contains(c.Metric.Signature, "|spans:words") && c.Skips() {
				left = max(left, c.Unscorable)
			}
		}
	}
	if left == 0 || len(shown) != len(systems) || len(systems) < 2 || in.spans != "" || opt.By != nil || opt.Ranks > 0 || in.readsOnce(gold, systems) {
		return nil, nil
	}
	byCharacters := *in
	byCharacters.spans = "characters"
	opt.Collect, opt.Collected, opt.Progress = nil, nil, nil
	var then []float64
	all := 0
	for _, system := range systems {
		ms, err := byCharacters.measures(gold, system)
		if err != nil {
			return nil, nil // another measure of the list has no such option
		}
		res, err := eval.Run(ctx, gold, system, ms[:1], opt)
		if err != nil {
			return nil, err
		}
		then = append(then, f1Of(res))
		all = res.Counts[0].Sentences.Scored
	}
	best := func(v []float64) int { // -1 if no system has an F1
		return slices.IndexFunc(v, func(x float64) bool { return x == slices.MaxFunc(v, cmp.Compare[float64]) })
	}
	b, o := best(then), best(shown)
	if b == o || b < 0 || o < 0 {
		return nil, nil
	}
	return []string{fmt.Sprintf("warning: %s is ahead only without the sentences whose words differ; with --spans characters (%d sentences) %s leads, %.2f to %.2f",
		filepath.Base(systems[o].Name), all, filepath.Base(systems[b].Name), 100*then[b], 100*then[o])}, nil
}

// readsOnce reports whether an input cannot be read again.
func (in *inputs) readsOnce(gold *treebank.Source, systems []*treebank.Source) bool {
	return gold.Name == "-" || slices.ContainsFunc(systems, func(s *treebank.Source) bool { return s.Name == "-" })
}

// f1Of returns the F1 of the first measure.
func f1Of(res *eval.Result) float64 {
	for _, s := range res.Counts[0].Metric.Scores(res.Counts[0].Sum()) {
		if s.Name == "f1" {
			return s.Value
		}
	}
	return 0
}
