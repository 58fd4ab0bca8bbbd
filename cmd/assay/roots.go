package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"

	"assay/eval"
	"assay/treebank"
)

// extraRoots are labels that treebanks and parsers put above the tree of a
// sentence. They say nothing about its analysis.
var extraRoots = []string{"S1", "ROOT", "TOP", "VROOT"}

// A rootWatch is a step that counts the trees of one side with such a root. It
// changes nothing.
type rootWatch struct {
	mu   sync.Mutex
	seen []*map[string]int
}

// Signature returns "": figures do not depend on it.
func (*rootWatch) Signature() string { return "" }

// Reads returns the layer of phrases.
func (*rootWatch) Reads() treebank.Layer { return treebank.Phrases }

// New returns the step for one goroutine.
func (w *rootWatch) New() func(*treebank.Sentence) error {
	found := &map[string]int{}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen = append(w.seen, found)
	return func(s *treebank.Sentence) error {
		if len(s.Phrases) > 0 && !s.Missing {
			name := s.Name(s.Phrases[0].Label)
			for _, r := range extraRoots {
				if name == r {
					(*found)[r]++
				}
			}
		}
		return nil
	}
}

// count returns how many trees have the root. Call it after the run.
func (w *rootWatch) count(root string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, found := range w.seen {
		n += (*found)[root]
	}
	return n
}

// A deleter is a measure that leaves out the brackets of some labels.
type deleter interface{ Deletes(label string) bool }

// rootBrackets watches the roots of gold and of a system, for measures that count the
// brackets of some labels only.
type rootBrackets struct {
	gold, system rootWatch
	anchors      anchors // of graphs
}

// watch adds the steps to opt, if a measure leaves out the brackets of some labels.
func (r *rootBrackets) watch(opt *eval.Options, ms []eval.Metric) {
	if !slices.ContainsFunc(ms, func(m eval.Metric) bool { _, ok := m.(deleter); return ok }) {
		return
	}
	opt.GoldSteps = append(opt.GoldSteps[:len(opt.GoldSteps):len(opt.GoldSteps)], &r.gold)
	opt.SystemSteps = append(opt.SystemSteps[:len(opt.SystemSteps):len(opt.SystemSteps)], &r.system)
}

// report names roots that a measure counts as brackets, and the way to leave them
// out: a root that one side lacks is an error in each sentence, one of both sides
// a match. Notes that are in said are not repeated.
func (r *rootBrackets) report(w io.Writer, res *eval.Result, ms []eval.Metric, said map[string]bool) {
	for _, metric := range ms {
		d, ok := metric.(deleter)
		if !ok {
			continue
		}
		for _, root := range extraRoots {
			gold, system := r.gold.count(root), r.system.count(root)
			if gold+system == 0 || d.Deletes(root) {
				continue
			}
			remedy := "--prep erase=" + root
			if root == "S1" {
				remedy = "-m evalb:new"
			}
			name := filepath.Base(res.System.Name)
			switch {
			case gold == 0:
				fmt.Fprintf(w, "warning: %s: the root %s of %s is a wrong bracket: gold has no such root\nhint: %s leaves it out\n", name, root, plural(system, "tree"), remedy)
			case system == 0:
				fmt.Fprintf(w, "warning: %s: the root %s of %s of gold is a missing bracket\nhint: %s leaves it out\n", name, root, plural(gold, "tree"), remedy)
			default:
				note := fmt.Sprintf("note: %s counts the root %s as a bracket, which nearly always matches\nhint: %s leaves it out\n", metric.Name(), root, remedy)
				if !said[note] {
					io.WriteString(w, note)
				}
				said[note] = true
			}
		}
	}
}
