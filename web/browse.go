package web

import (
	"slices"

	"assay/diagnose"
	"assay/eval"
)

// A lister collects the sentences of one system for a Browser. It marks and
// counts what the first metric says.
type lister struct {
	classes map[string]int32 // shared by all systems
	names   *[]string
	all     []listedPair
	err     error
}

type listedPair struct {
	line   string
	errors int32
	has    []string
}

// Collect makes a collector for a batch.
func (l *lister) Collect() eval.Collector { return &listBatch{} }

// Collected takes a collector back.
func (l *lister) Collected(c eval.Collector) {
	b := c.(*listBatch)
	l.all = append(l.all, b.all...)
	if l.err == nil {
		l.err = b.err
	}
}

type listBatch struct {
	all   []listedPair
	sight *diagnose.Sight
	err   error
}

func (b *listBatch) Pair(p *eval.Pair) {
	b.sight = diagnose.SightOf(p)
	b.all = append(b.all, listedPair{})
}

// End writes the pair down while it is valid.
func (b *listBatch) End() {
	x := &b.all[len(b.all)-1]
	line, err := Line(b.sight.Gold, b.sight.System, b.sight.GoldMarks, b.sight.SystemMarks)
	if err != nil && b.err == nil {
		b.err = err
	}
	x.line, x.errors = line, int32(b.sight.Errors)
	b.sight = nil
}

// Drop forgets the items of a pair that could not be counted after all.
func (b *listBatch) Drop(metric int) {
	if metric == 0 && b.sight != nil {
		b.sight.Clear()
		b.all[len(b.all)-1].has = nil
	}
}

func (b *listBatch) Item(metric int, it *eval.Item) {
	if metric != 0 || b.sight == nil {
		return
	}
	b.sight.Add(it)
	if it.Outcome == eval.Correct || it.Outcome == eval.Noncommittal {
		return
	}
	x := &b.all[len(b.all)-1]
	name := diagnose.ClassName(it)
	if !slices.Contains(x.has, name) {
		x.has = append(x.has, name)
	}
}

// repaired adds the classes of Kummerfeld et al. to those that sentences have,
// and marks those that were not analysed.
func (l *lister) repaired(r *diagnose.Repairs) {
	add := func(unit int32, class string) {
		if x := &l.all[unit]; !slices.Contains(x.has, class) {
			x.has = append(x.has, class)
		}
	}
	for _, f := range r.Found {
		add(f.Unit, f.Class)
	}
	for _, f := range r.Left {
		add(f.Unit, diagnose.NotAnalysed)
	}
}

// unscorable stands for a class of error where a sentence could not be counted.
const unscorable = "(unscorable)"

// listed turns what was collected into columns; values are the main score of
// each sentence.
func (l *lister) listed(name string, res *eval.Result, score int) *Listed {
	out := &Listed{Name: name, Problems: map[int][]string{}}
	c := res.Counts[0]
	for _, p := range res.Problems {
		text := p.Text
		if p.Side != "" {
			text = p.Side + ": " + text
		}
		if p.Unit >= 0 && !slices.Contains(out.Problems[p.Unit], text) {
			out.Problems[p.Unit] = append(out.Problems[p.Unit], text)
		}
	}
	for i, x := range l.all {
		out.IDs = append(out.IDs, res.Name(i))
		out.Length = append(out.Length, res.Units[i].Words)
		out.Errors = append(out.Errors, x.errors)
		out.Values = append(out.Values, c.Metric.Scores(c.Row(i))[score].Value)
		out.Lines = append(out.Lines, x.line)
		if res.Units[i].Status == eval.Unscorable {
			x.has = append(x.has, unscorable)
		}
		var has []int32
		for _, h := range x.has {
			n, ok := l.classes[h]
			if !ok {
				n = int32(len(*l.names))
				l.classes[h] = n
				*l.names = append(*l.names, h)
			}
			has = append(has, n)
		}
		out.Has = append(out.Has, has)
	}
	return out
}
