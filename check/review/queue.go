// Package review is the human check: the queue of items that an automatic
// comparison could not match, and a person's way through it (Hogenhout &
// Matsumoto 1997 §3-5: people look at the crossing and spurious brackets only,
// exact matches count as accepted). It works for every measure that has items.
//
// Items that several systems share are asked once. Like items come together,
// so that a decision can be given for all of them; each still stands alone in
// the record.
package review

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"assay/check/adjudicate"
	"assay/diagnose"
	"assay/draw"
	"assay/eval"
	"assay/treebank"
)

// An Item is one thing to decide.
type Item struct {
	adjudicate.Key
	Kind    string // CE, SP, incorrect, ...
	Group   string // items of one group are alike: kind, label, what it stands in
	Words   string // what it stands on
	Gold    string // what gold has in its place, if anything
	Systems []int  // which systems have it
	Said    string // what judges who differ on it say; "" unless Options.Disputes is set
	Unit    int
	ref     eval.Ref
}

// A Queue is the items to decide, in the order in which they are asked.
type Queue struct {
	Metric  string
	Systems []string
	Items   []*Item
	Drawn   int // items before sampling
	sights  []map[int]*diagnose.Sight
	known   map[adjudicate.Key]*Item // all items, drawn or not
	place   map[adjudicate.Key]int   // of the items drawn
	like    map[string][]int         // the items of each group
}

// Options say what is asked.
type Options struct {
	Exact  bool // exact matches too
	Sample int  // how many items, drawn at random; 0 is all
	Seed   uint64
	Blind  bool // systems are not told apart

	// Disputes, if not nil, are the items that are asked: those on which judges
	// differ. It is how they are settled, by one more judge.
	Disputes []adjudicate.Dispute
}

// Build counts each system with metric and makes the queue.
func Build(ctx context.Context, gold *treebank.Source, systems []*treebank.Source, metric eval.Metric, eopt eval.Options, opt Options) (*Queue, error) {
	q := &Queue{Metric: metric.Name()}
	if _, ok := metric.NewCounter().(eval.Explainer); !ok {
		return nil, &eval.UsageError{Text: "metric " + metric.Name() + " has no items to check"}
	}
	index := map[adjudicate.Key]*Item{}
	for n, system := range systems {
		q.Systems = append(q.Systems, system.Name)
		c := &gatherer{metric: q.Metric, exact: opt.Exact}
		eopt.Collect, eopt.Collected = c.collect, c.collected
		if _, err := eval.Run(ctx, gold, system, []eval.Metric{metric}, eopt); err != nil {
			return nil, err
		}
		sights := map[int]*diagnose.Sight{}
		for _, s := range c.sights {
			sights[s.Unit] = s
		}
		q.sights = append(q.sights, sights)
		for _, it := range c.items {
			if old := index[it.Key]; old != nil {
				if !slices.Contains(old.Systems, n) {
					old.Systems = append(old.Systems, n)
				}
				continue
			}
			it.Systems = []int{n}
			index[it.Key] = it
			q.Items = append(q.Items, it)
		}
	}
	q.known = index
	q.Drawn = len(q.Items)
	q.dispute(opt)
	q.sample(opt)
	q.arrange(opt)
	q.place, q.like = make(map[adjudicate.Key]int, len(q.Items)), map[string][]int{}
	for i, it := range q.Items {
		q.place[it.Key] = i
		q.like[it.Group] = append(q.like[it.Group], i)
	}
	return q, nil
}

// dispute keeps the items on which judges differ.
func (q *Queue) dispute(opt Options) {
	if opt.Disputes == nil {
		return
	}
	said := map[adjudicate.Key]string{}
	for _, d := range opt.Disputes {
		said[d.Key] = d.String()
	}
	kept := make([]*Item, 0, len(said))
	for _, it := range q.Items {
		if it.Said = said[it.Key]; it.Said != "" {
			kept = append(kept, it)
		}
	}
	q.Items = kept
}

// sample keeps a random part of the items: the same for the same seed.
func (q *Queue) sample(opt Options) {
	if opt.Sample <= 0 || opt.Sample >= len(q.Items) {
		return
	}
	rng := rand.New(rand.NewPCG(opt.Seed, 0x617373617920))
	order := rng.Perm(len(q.Items))[:opt.Sample]
	slices.Sort(order)
	kept := make([]*Item, 0, opt.Sample)
	for _, i := range order {
		kept = append(kept, q.Items[i])
	}
	q.Items = kept
}

// arrange puts like items together: large groups first, then by sentence. With
// Blind the systems come in turn because items are ordered by sentence alone.
func (q *Queue) arrange(opt Options) {
	size := map[string]int{}
	for _, it := range q.Items {
		size[it.Group]++
	}
	slices.SortStableFunc(q.Items, func(a, b *Item) int {
		first := 0
		if !opt.Blind {
			first = cmp.Compare(a.Systems[0], b.Systems[0])
		}
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(size[b.Group], size[a.Group]), cmp.Compare(a.Group, b.Group),
			cmp.Compare(a.Unit, b.Unit), first, cmp.Compare(a.Item, b.Item))
	})
}

// Sight returns the pair that an item stands in, and marks that show it.
func (q *Queue) Sight(it *Item) (gold, system *treebank.Sentence, gm, sm draw.Marks) {
	s := q.sights[it.Systems[0]][it.Unit]
	sm = s.SystemMarks
	switch it.ref.Kind {
	case eval.Phrase:
		sm.Phrases = focus(sm.Phrases, it.ref.Index)
	case eval.Edge:
		sm.Edges = focus(sm.Edges, it.ref.Index)
	case eval.Node, eval.Prop, eval.Top:
		sm.Nodes = focus(sm.Nodes, it.ref.Index)
	case eval.Word:
		sm.Words = focus(sm.Words, it.ref.Index)
	default:
		sm.Links = focus(sm.Links, it.ref.Index)
	}
	return s.Gold, s.System, s.GoldMarks, sm
}

func focus(marks []draw.Mark, i int32) []draw.Mark {
	out := slices.Clone(marks)
	for int32(len(out)) <= i {
		out = append(out, draw.Plain)
	}
	out[i] = draw.Focus
	return out
}

// Like returns the numbers of the items of the same group, in order.
func (q *Queue) Like(n int) []int { return q.like[q.Items[n].Group] }

// gatherer collects the items of one system.
type gatherer struct {
	metric string
	exact  bool
	items  []*Item
	sights []*diagnose.Sight
}

func (g *gatherer) collect() eval.Collector { return &gatherBatch{metric: g.metric, exact: g.exact} }

func (g *gatherer) collected(c eval.Collector) {
	b := c.(*gatherBatch)
	g.items = append(g.items, b.items...)
	g.sights = append(g.sights, b.sights...)
}

type gatherBatch struct {
	metric string
	exact  bool
	items  []*Item
	sights []*diagnose.Sight
	pair   *eval.Pair
	sight  *diagnose.Sight
	before int
}

func (b *gatherBatch) Pair(p *eval.Pair) {
	b.pair, b.sight, b.before = p, diagnose.SightOf(p), len(b.items)
}

func (b *gatherBatch) Item(_ int, it *eval.Item) {
	b.sight.Add(it)
	wrong := it.Outcome == eval.Spurious || it.Outcome == eval.Incorrect
	if it.System.Kind == eval.None || !wrong && !(b.exact && it.Outcome == eval.Correct) {
		return
	}
	kind := it.Class
	if kind == "" {
		kind = it.Outcome.String()
	}
	s := b.pair.System
	x := &Item{Kind: kind, Unit: b.pair.N, ref: it.System,
		Key:   adjudicate.Key{Sentence: name(b.pair), Metric: b.metric, Side: "system", Item: string(eval.AppendRef(nil, s, it.System))},
		Words: string(eval.AppendWords(nil, s, it.System)), Group: group(kind, s, it.System)}
	if it.Gold.Kind != eval.None {
		x.Gold = string(eval.AppendRef(nil, b.pair.Gold, it.Gold))
	}
	b.items = append(b.items, x)
}

// End keeps the pair if it has something to decide.
func (b *gatherBatch) End() {
	if len(b.items) > b.before {
		b.sight.Gold, b.sight.System = b.sight.Gold.Clone(), b.sight.System.Clone()
		b.sights = append(b.sights, b.sight)
	}
}

// Drop forgets items of a pair that could not be counted after all.
func (b *gatherBatch) Drop(int) {
	b.items = b.items[:b.before]
	b.sight.Clear()
}

func name(p *eval.Pair) string {
	if p.Gold.ID.Len > 0 {
		return p.Gold.Str(p.Gold.ID)
	}
	return strconv.Itoa(p.N + 1)
}

// group tells what kind of thing an item is: items of one group are alike.
func group(kind string, s *treebank.Sentence, r eval.Ref) string {
	label := s.Name(r.Label)
	switch r.Kind {
	case eval.Phrase:
		up := "the top"
		if p := s.Phrases[r.Index].Parent; p >= 0 {
			up = s.Name(s.Phrases[p].Label)
		}
		return fmt.Sprintf("%s %s in %s", kind, label, up)
	case eval.Link:
		head := "the root"
		if r.Other >= 0 {
			head = s.Name(s.Tokens[r.Other].Tag)
		}
		return fmt.Sprintf("%s %s: %s on %s", kind, label, s.Name(s.Tokens[r.Index].Tag), head)
	}
	return kind + " " + label
}
