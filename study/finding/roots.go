package finding

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"assay/eval"
	"assay/report"
	"assay/treebank"
)

// Roots finds roots above the tree that a measure counts as brackets.
var Roots = &Finding{
	Kinds: []Kind{{"root", "a root above the tree, such as S1, ROOT, TOP or VROOT, counts as a bracket or is on " +
		"one side alone",
		"option prep=erase=ROOT leaves it out; of S1, -m evalb:new"},
		{"unlabelled-root", "a root without a label counts as a bracket, as in EVALB", "root=skip after the name of the " +
			"measure, as in -m evalb:root=skip, leaves it out"}},
	Watch: func(_, _ *treebank.Source, ms []*eval.Measure) eval.Watch {
		if !slices.ContainsFunc(ms, countsRoots) {
			return nil
		}
		return &rootBrackets{}
	},
	Find: func(_ context.Context, run *Run) []report.Warning {
		roots := run.Watch.(*rootBrackets)
		return append(roots.warnings(run), roots.unlabelledIn(run.Result, run.Where != "")...)
	},
}

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
type rootCounts struct {
	gold, system [len(extraRoots)]int
	unlabelled   unlabelledRoots
}

// unlabelledRoots counts roots without a label, those of ( (S ...)), which EVALB counts as brackets.
type unlabelledRoots struct {
	gold, system, both int
	alone              int // of these pairs, those with one side only
}

// add counts the roots of a pair.
func (u *unlabelledRoots) add(p *eval.Pair) {
	gold, system := unlabelled(p.Gold), unlabelled(p.System)
	if !gold && !system {
		return
	}
	if gold {
		u.gold++
	}
	if system {
		u.system++
	}
	if gold && system {
		u.both++
	}
	if p.Gold.Missing || p.System.Missing {
		u.alone++
	}
}

// unlabelled reports whether a tree has a root without a label.
func unlabelled(sentence *treebank.Sentence) bool {
	return len(sentence.Phrases) > 0 && !sentence.Missing && sentence.Phrases[0].Label == 0 && sentence.Phrases[0].Parent < 0
}

// without returns F1 of a measure without these roots, in per cent; ok is false where that is not known: some
// pairs are not in the figures. Both roots of a pair are brackets over all its words, so that they match.
func (u *unlabelledRoots) without(counts *eval.Counts) (f1 string, ok bool) {
	if u.alone > 0 || counts.Unscorable > 0 || len(counts.Metric.PRF) == 0 {
		return "", false
	}
	prf, sum := counts.Metric.PRF[0], counts.Sum()
	all := sum[prf.Gold] - float64(u.gold) + sum[prf.System] - float64(u.system)
	if matched := sum[prf.Matched] - float64(u.both); all > 0 && matched >= 0 {
		return fmt.Sprintf("%.2f", 200*matched/all), true
	}
	return "", false
}

// mainF1 returns F1 of a measure, in per cent.
func mainF1(counts *eval.Counts) string {
	prf, sum := counts.Metric.PRF[0], counts.Sum()
	return fmt.Sprintf("%.2f", 200*sum[prf.Matched]/(sum[prf.Gold]+sum[prf.System]))
}

// total adds up the counts of all goroutines, which are done.
func (r *rootBrackets) total() (sum rootCounts) {
	for _, part := range r.parts {
		for i := range extraRoots {
			sum.gold[i] += part.gold[i]
			sum.system[i] += part.system[i]
		}
		sum.unlabelled.gold += part.unlabelled.gold
		sum.unlabelled.system += part.unlabelled.system
		sum.unlabelled.both += part.unlabelled.both
		sum.unlabelled.alone += part.unlabelled.alone
	}
	return sum
}

// countsRoots reports whether a measure of whole trees may count the bracket of a root.
func countsRoots(m *eval.Measure) bool { return m.Deletes != nil || m.Reads == 0 }

// New returns the function for one goroutine.
func (r *rootBrackets) New() func(*eval.Pair) {
	part := &rootCounts{}
	r.mu.Lock()
	r.parts = append(r.parts, part)
	r.mu.Unlock()
	return func(p *eval.Pair) {
		countRoot(&part.gold, p.Gold)
		countRoot(&part.system, p.System)
		part.unlabelled.add(p)
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
func (r *rootBrackets) warnings(run *Run) (out []report.Warning) {
	counts := r.total()
	for _, metric := range run.Measures() {
		if !countsRoots(metric) {
			continue
		}
		for i, root := range extraRoots {
			gold, system := counts.gold[i], counts.system[i]
			if gold+system == 0 || metric.Deletes != nil && metric.Deletes(root) || metric.Deletes == nil && gold > 0 &&
				system > 0 {
				continue
			}
			warning := report.Warning{Kind: "root", Level: report.Caution, About: base(run.Result.System)}.
				Advise("option prep=erase=" + root + " leaves it out")
			if root == "S1" && metric.Deletes != nil {
				warning = warning.Advise("-m evalb:new leaves it out")
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

// unlabelledIn says what a measure makes of roots without a label, and F1 without them; selected means that only some
// items are counted, so that this is not known.
func (r *rootBrackets) unlabelledIn(res *eval.Result, selected bool) (out []report.Warning) {
	total := r.total()
	u := &total.unlabelled
	if u.gold+u.system == 0 {
		return nil
	}
	for _, counts := range res.Counts {
		if counts.Metric.Deletes == nil || counts.Metric.Deletes("") || counts.Sentences.Scored == 0 {
			continue
		}
		name := counts.Metric.Name
		warning := report.Warning{Kind: "unlabelled-root", Level: report.Caution, About: base(res.System),
			Remedy: fmt.Sprintf("root=skip after the name of the measure, as in -m %s:root=skip, leaves it out", name)}
		f1, known := u.without(counts)
		if selected {
			known = false
		}
		switch {
		case u.gold == 0:
			warning.Text = fmt.Sprintf("the unlabelled root of %s is a wrong bracket, as in EVALB: gold has no such root",
				plural(u.system, "tree"))
		case u.system == 0:
			warning.Text = fmt.Sprintf("the unlabelled root of %s of gold is a missing bracket, as in EVALB",
				plural(u.gold, "tree"))
		case known && f1 == mainF1(counts):
			continue
		default:
			warning.Level, warning.About, warning.Text = report.Remark, "", fmt.Sprintf("%s counts the unlabelled root as a "+
				"bracket, as EVALB does: %d of gold, %d of the system", name, u.gold, u.system)
		}
		if known {
			warning.Text += "; without it F1 is " + f1
		}
		out = append(out, warning)
	}
	return out
}
