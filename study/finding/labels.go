package finding

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/eval"
	"assay/eval/plan"
	"assay/report"
	"assay/treebank"
)

// Labels finds scores of 0 that come from labels in which the files have nothing in common, and of documents relations
// that gold does not have.
var Labels = &Finding{
	Kinds: []Kind{
		{"few-documents", "there are too few documents for a claim about parsers: intervals and tests are over documents",
			"score more documents"},
		{"labels", "no label of the system is one of gold's, or nothing of a part of the measure counts: its score is 0",
			"option rewrite-system=RULES renames the system's labels; assay show draws both sides"},
		{"other-labels", "most labels of the system are none of gold's: the two sides have different sets of relations",
			"score with another measure, or rename the labels"}},
	Find: strangers,
}

// probedPairs is how many pairs show whether two files have labels in common.
const probedPairs = 200

// FewDocuments is the number of documents below which a test by document says little.
const FewDocuments = 10

// noLabels and noItems begin the texts on a part without any label, and without any item: Missing says so of the whole.
const noLabels, noItems = "no labels", "nothing counts"

// fewLabels is the number of labelled items of gold below which nothing is said.
const fewLabels = 20

// strangers warns of a score of 0 that comes from labels in which the files have
// nothing in common: a layer that the system lacks, NSUBJ for nsubj, or the labels
// of another treebank. The pairs at the beginning of the files are counted again. Rules may
// rename labels, so that nothing is said of a run with rules.
func strangers(ctx context.Context, run *Run) (out []report.Warning) {
	res, steps := run.Result, StepsOf(run.Plan)
	documents := res.Gold.Format.Unit() == "document" // few enough to look at their labels every time
	if run.ReadOnce || len(steps.Rules[0])+len(steps.Rules[1]) > 0 || !documents &&
		!slices.ContainsFunc(res.Counts, scoresZero) {
		return nil
	}
	if n := res.GoldN; documents && run.Claims && n < FewDocuments {
		out = append(out, report.Warning{Kind: "few-documents", Level: report.Remark,
			Text: fmt.Sprintf("too few documents for a claim about parsers: %d, want %d or more; intervals and tests are "+
				"over documents", n, FewDocuments)})
	}
	ms := run.Measures()
	for _, m := range ms {
		if !m.HasItems() {
			return out
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	probe := &labelProbe{stop: stop, parts: map[string]*labelPart{}, faulty: map[int]bool{}}
	for _, problem := range res.Problems {
		probe.faulty[problem.Unit] = true
	}
	again := plan.New(res.Gold, []*treebank.Source{res.System}, eval.Options{Jobs: 1, Align: res.Align,
		GoldSteps: Uncounted(steps.Plain[0]), SystemSteps: Uncounted(steps.Plain[1])})
	_, _ = again.Run(ctx, 0, ms, plan.Items(probe.Collect, probe.Collected)) // it was read before, and stop ends it
	labelled := !slices.ContainsFunc(ms, func(m *eval.Measure) bool { return m.Unlabelled })
	known := len(itemless(res)) > 0
	return append(out, slices.DeleteFunc(probe.warnings(base(res.System), documents && labelled),
		func(w report.Warning) bool {
			return known && (strings.Contains(w.Text, noLabels) || strings.HasPrefix(w.Text, noItems))
		})...)
}

// scoresZero reports whether a score of a measure is 0.
func scoresZero(c *eval.Counts) bool {
	return c.Sentences.Scored > 0 && slices.ContainsFunc(c.Metric.Scores(c.Sum()), func(s eval.Score) bool {
		return s.Rate && !s.Lower && s.Value == 0
	})
}

// A labelProbe collects the labels of both sides for each part of the measures.
type labelProbe struct {
	stop   func()
	faulty map[int]bool // pairs with problems, such as other words: a side may count as empty
	pairs  int
	names  []string // of the parts, in the order of their first items
	parts  map[string]*labelPart
}

// A labelPart has the labels of one part of a measure.
type labelPart struct {
	right        int // items
	items        int // of gold, with a label
	found        int // items of the system
	gold, system labelSet
}

// A labelSet holds labels in the order in which they came, with their numbers of items.
type labelSet struct {
	list []string
	has  map[string]int
}

func (l *labelSet) add(label string) {
	if l.has == nil {
		l.has = map[string]int{}
	}
	if l.has[label]++; l.has[label] == 1 {
		l.list = append(l.list, label)
	}
}

// some returns the most frequent labels, for a message.
func (l *labelSet) some() string {
	const most = 4
	list := slices.Clone(l.list)
	slices.SortStableFunc(list, func(a, b string) int { return l.has[b] - l.has[a] })
	text := strings.Join(list[:min(most, len(list))], ", ")
	if len(l.list) > most {
		text += " ..."
	}
	return text
}

// A probed is the collector of a batch.
type probed struct {
	of    *labelProbe
	pair  *eval.Pair
	pairs int
	items []probedItem
}

type probedItem struct {
	part, gold, system string
	found, right       bool // the system has the item; it is right
}

// Collect makes a collector.
func (p *labelProbe) Collect() eval.Collector { return &probed{of: p} }

// Pair begins a pair.
func (b *probed) Pair(p *eval.Pair) { b.pair, b.pairs = p, b.pairs+1 }

// Item notes the labels of an item.
func (b *probed) Item(_ int, it *eval.Item) {
	if b.pair.Gold.Missing || b.pair.System.Missing || b.of.faulty[b.pair.N] {
		return
	}
	label := func(s *treebank.Sentence, ref *eval.Ref) string {
		if ref.Kind == eval.None {
			return ""
		}
		if name := s.Name(ref.CountedLabel()); name != "_" && name != "--" {
			return name
		}
		return ""
	}
	b.items = append(b.items, probedItem{it.Part, label(b.pair.Gold, &it.Gold), label(b.pair.System, &it.System),
		it.System.Kind != eval.None, it.Outcome == eval.Correct})
}

// Collected adds the labels of a batch, and stops the run when there are enough.
func (p *labelProbe) Collected(c eval.Collector) {
	if p.pairs >= probedPairs {
		return
	}
	batch := c.(*probed)
	for _, it := range batch.items {
		part := p.parts[it.part]
		if part == nil {
			part = &labelPart{}
			p.parts[it.part] = part
			p.names = append(p.names, it.part)
		}
		if it.right {
			part.right++
		}
		if it.found {
			part.found++
		}
		if it.gold != "" {
			part.items++
			part.gold.add(it.gold)
		}
		if it.system != "" {
			part.system.add(it.system)
		}
	}
	if p.pairs += batch.pairs; p.pairs >= probedPairs {
		p.stop()
	}
}

// warnings describes the parts in which nothing is right and no label is on both sides, but for
// parts whose labels are those of a part that is described.
func (p *labelProbe) warnings(system string, documents bool) (out []report.Warning) {
	said := map[string]bool{} // labels of gold
	for _, name := range p.names {
		part := p.parts[name]
		if strange, all := part.strange(); documents && part.items >= fewLabels && part.right > 0 && 2*strange > all {
			out = append(out, report.Warning{Kind: "other-labels", Level: report.Caution, About: system,
				Text: fmt.Sprintf("of the labels%s %d of %d are none of gold's: the two sides have different sets of relations",
					ofPart(name), strange, all)})
			continue
		}
		if part.right > 0 || part.items < fewLabels || slices.ContainsFunc(part.system.list,
			func(l string) bool { return part.gold.has[l] > 0 }) {
			continue
		}
		if slices.ContainsFunc(part.gold.list, func(l string) bool { return !said[l] }) {
			warning := report.Warning{Kind: "labels", Level: report.Caution, About: system}
			var remedy string
			if warning.Text, remedy = part.describe(name); remedy == renames {
				warning = warning.Advise(renames)
			}
			if warning.Remedy == "" {
				warning.Remedy = remedy
			}
			out = append(out, warning)
		}
		for _, l := range part.gold.list {
			said[l] = true
		}
	}
	return out
}

// strange returns the number of labelled items of the system whose label gold lacks, and that of all.
func (l *labelPart) strange() (strange, all int) {
	for label, n := range l.system.has {
		if all += n; l.gold.has[label] == 0 {
			strange += n
		}
	}
	return strange, all
}

func ofPart(name string) string {
	if name == "" {
		return ""
	}
	return " of " + name
}

// describe puts the labels of both sides in words; remedy is a hint, or "".
func (l *labelPart) describe(name string) (text, remedy string) {
	of := ofPart(name)
	if l.found == 0 {
		return fmt.Sprintf("%s%s; gold has %s", noItems, strings.Replace(of, " of ", " as ", 1), l.gold.some()),
			"assay show draws both sides; is it another format or another layer?"
	}
	if len(l.system.list) == 0 {
		return fmt.Sprintf("%s%s; gold has %s", noLabels, of, l.gold.some()), ""
	}
	text = fmt.Sprintf("no label%s is one of gold's: %s; gold has %s", of, l.system.some(), l.gold.some())
	if alike := sameButCase(&l.gold, &l.system); alike != "" {
		return text, "some differ only in case: " + alike
	}
	return text, renames
}

// renames is the remedy for labels of another set.
const renames = "option rewrite-system RULES renames the system's labels"

// sameButCase returns a label of each side that differ only in case, as "NSUBJ for
// nsubj"; "" if there are none.
func sameButCase(gold, system *labelSet) string {
	for _, label := range system.list {
		for _, other := range gold.list {
			if strings.EqualFold(label, other) {
				return label + " for " + other
			}
		}
	}
	return ""
}
