package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"

	"assay/eval"
	"assay/treebank"
)

// extraRoots are labels that treebanks and parsers put above the tree of a
// sentence. They say nothing about its analysis.
var extraRoots = []string{"S1", "ROOT", "TOP", "VROOT"}

// rootBrackets counts the trees of both sides that have such a root.
type rootBrackets struct{ gold, system []atomic.Int64 }

// watchRoots returns the watch, if a measure leaves out the brackets of some labels.
func watchRoots(ms []*eval.Measure) []eval.Watch {
	if !slices.ContainsFunc(ms, func(m *eval.Measure) bool { return m.Deletes != nil }) {
		return nil
	}
	return []eval.Watch{&rootBrackets{make([]atomic.Int64, len(extraRoots)), make([]atomic.Int64, len(extraRoots))}}
}

// New returns the function for one goroutine.
func (r *rootBrackets) New() func(*eval.Pair) {
	return func(p *eval.Pair) {
		countRoot(r.gold, p.Gold)
		countRoot(r.system, p.System)
	}
}

// countRoot adds the root of the tree to the counts.
func countRoot(counts []atomic.Int64, sentence *treebank.Sentence) {
	if len(sentence.Phrases) == 0 || sentence.Missing {
		return
	}
	if at := slices.Index(extraRoots, sentence.Name(sentence.Phrases[0].Label)); at >= 0 {
		counts[at].Add(1)
	}
}

// report names roots that a measure counts as brackets, and the way to leave them
// out: a root that one side lacks is an error in each sentence, one of both sides
// a match.
func (r *rootBrackets) report(res *eval.Result, say func(string)) {
	for _, metric := range metricsOf(res) {
		if metric.Deletes == nil {
			continue
		}
		for i, root := range extraRoots {
			gold, system := int(r.gold[i].Load()), int(r.system[i].Load())
			if gold+system == 0 || metric.Deletes(root) {
				continue
			}
			remedy := "--prep erase=" + root
			if root == "S1" {
				remedy = "-m evalb:new"
			}
			name := filepath.Base(res.System.Name)
			switch {
			case gold == 0:
				say(fmt.Sprintf("warning: %s: the root %s of %s is a wrong bracket: gold has no such root\nhint: %s leaves it out\n", name, root, plural(system, "tree"), remedy))
			case system == 0:
				say(fmt.Sprintf("warning: %s: the root %s of %s of gold is a missing bracket\nhint: %s leaves it out\n", name, root, plural(gold, "tree"), remedy))
			default:
				say(fmt.Sprintf("note: %s counts the root %s as a bracket, which nearly always matches\nhint: %s leaves it out\n", metric.Name, root, remedy))
			}
		}
	}
}
