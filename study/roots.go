package study

import (
	"fmt"
	"slices"
	"sync"

	"assay/eval"
	"assay/report"
	"assay/treebank"
)

// extraRoots are labels that treebanks and parsers put above the tree of a
// sentence. They say nothing about its analysis.
var extraRoots = [...]string{"S1", "ROOT", "TOP", "VROOT"}

// rootBrackets counts the trees of both sides that have such a root. Each goroutine counts by
// itself, since counters that they share cost more than reading a tree.
type rootBrackets struct {
	mu    sync.Mutex
	parts []*rootCounts
}

// rootCounts counts, for each of the extraRoots, the trees of each side.
type rootCounts struct{ gold, system [len(extraRoots)]int }

// total adds up the counts of all goroutines, which are done.
func (r *rootBrackets) total() (sum rootCounts) {
	for _, part := range r.parts {
		for i := range extraRoots {
			sum.gold[i] += part.gold[i]
			sum.system[i] += part.system[i]
		}
	}
	return sum
}

// countsRoots reports whether a measure of whole trees may count the bracket of a root.
func countsRoots(m *eval.Measure) bool { return m.Deletes != nil || m.Reads == 0 }

// watchRoots returns the watch, if a measure may count such brackets.
func watchRoots(ms []*eval.Measure) []eval.Watch {
	if !slices.ContainsFunc(ms, countsRoots) {
		return nil
	}
	return []eval.Watch{&rootBrackets{}}
}

// New returns the function for one goroutine.
func (r *rootBrackets) New() func(*eval.Pair) {
	part := &rootCounts{}
	r.mu.Lock()
	r.parts = append(r.parts, part)
	r.mu.Unlock()
	return func(p *eval.Pair) {
		countRoot(&part.gold, p.Gold)
		countRoot(&part.system, p.System)
	}
}

// countRoot adds the root of the tree to the counts.
func countRoot(counts *[len(extraRoots)]int, sentence *treebank.Sentence) {
	if len(sentence.Phrases) == 0 || sentence.Missing {
		return
	}
	if at := slices.Index(extraRoots[:], sentence.Name(sentence.Phrases[0].Label)); at >= 0 {
		counts[at]++
	}
}

// warnings names roots that a measure counts as brackets, and the way to leave them
// out: a root that one side lacks is an error in each sentence, one of both sides
// a match.
func (r *rootBrackets) warnings(res *eval.Result) (out []report.Warning) {
	counts := r.total()
	for _, metric := range metricsOf(res) {
		if !countsRoots(metric) {
			continue
		}
		for i, root := range extraRoots {
			gold, system := counts.gold[i], counts.system[i]
			if gold+system == 0 || metric.Deletes != nil && metric.Deletes(root) || metric.Deletes == nil && gold > 0 &&
				system > 0 {
				continue
			}
			warning := report.Warning{Kind: "root", Level: report.Caution, About: base(res.System),
				Remedy: "option prep=erase=" + root + " leaves it out"}
			if root == "S1" && metric.Deletes != nil {
				warning.Remedy = "-m evalb:new leaves it out"
			}
			switch {
			case metric.Deletes == nil && gold == 0:
				warning.Level, warning.Text = report.Remark, fmt.Sprintf("the root of %s is %s, which gold does not have",
					plural(system, "tree"), root)
			case metric.Deletes == nil:
				warning.Level, warning.Text = report.Remark, fmt.Sprintf("the root of %s of gold is %s, which the system "+
					"does not have", plural(gold, "tree"), root)
			case gold == 0:
				warning.Text = fmt.Sprintf("the root %s of %s is a wrong bracket: gold has no such root", root,
					plural(system, "tree"))
			case system == 0:
				warning.Text = fmt.Sprintf("the root %s of %s of gold is a missing bracket", root, plural(gold, "tree"))
			default:
				warning.Level, warning.About, warning.Text = report.Remark, "", fmt.Sprintf("%s counts the root %s as a "+
					"bracket, which nearly always matches", metric.Name, root)
			}
			out = append(out, warning)
		}
	}
	return out
}
