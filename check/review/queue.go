// Package review is the human check: the queue of items that an automatic
// comparison could not match, and a person's way through it (Hogenhout &
// Matsumoto 1996 §3-5: people look at the crossing and spurious brackets only,
// exact matches count as accepted). It works for every measure that has items.
//
// Items that several systems share are asked once. Like items come together, so
// that a decision can be given for all of them; each still has its own line in
// the record.
package review

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"assay/check/adjudicate"
	"assay/check/suspects"
	"assay/diagnose"
	"assay/draw"
	"assay/eval"
	"assay/eval/plan"
	"assay/treebank"
)

// An Item is one thing to decide.
type Item struct {
	adjudicate.Key
	Kind     string // CE, SP, incorrect, ...
	Group    string // items of one group are alike: kind, label and context
	Label    string
	Question string // in words
	Words    string // the words that it is about
	First    int32  // first and last of them in the system's sentence; -1 if no word is known
	Last     int32
	Gold     string            // gold's item in its place, if any
	Crosses  string            // the bracket of gold that it crosses, with its words; "" if none
	Systems  []int             // which systems have it
	Said     string            // verdicts of judges who differ on it; "" unless Options.Disputes is set
	Evidence []string          // against gold, of a suspect
	Suspect  *suspects.Suspect // of a queue of suspects, else nil
	Unit     int
	ref      eval.Ref

	attachment *Attachment // that implies it, nil for none
	weight     float64     // how much of the system's side of the measure it is
	mark       bool        // it is the link or tag of a punctuation mark
	role       bool        // it is a semantic role, or a predicate
}

// An Order is an order in which items are asked.
type Order string

// The orders.
const (
	ByConstruction Order = "construction" // like items together, large groups first
	BySentence     Order = "sentence"     // as in the file
	ByEffect       Order = "score"        // items first that would change most scores, by most
	ByInterval     Order = "interval"     // at random, every group from the beginning; see Session.Estimates
	BySuspicion    Order = "suspicion"    // suspects, the most probable first
	ByDispute      Order = "disputes"     // those alone on which judges differ; see Session
)

// A Queue is the items to decide. They are numbered in the first of its orders.
type Queue struct {
	Metric  string
	Score   string // that the items are made of, for people; "" if they are all items of the measure
	Systems []string
	Items   []*Item
	Orders  []Order // in which items can be asked
	Drawn   int     // items before sampling
	Counts  []Count // by system; nil without a score, and where exact matches are asked about too
	Shown   string  // title of the drawing beside gold's; "" for the names of the systems
	f1      bool    // Score is an F1
	each    bool    // no attachment is asked about
	viewer
	known  map[adjudicate.Key]*Item // all items, drawn or not
	others map[adjudicate.Key]bool  // names of items in checks of other scores
	place  map[adjudicate.Key]int   // of the items drawn
	like   map[string][]int         // the items of each group
	orders map[Order][]int          // numbers of items
	rank   map[Order][]int          // the place of each item in an order
}

// A Count is the size of the system's side of the score: items that match gold and items that do not, before sampling.
// Gold is the size of gold's side.
type Count struct{ Matched, Wrong, Gold int }

// A viewer shows where an item is.
type viewer interface {
	// Pair returns the sentence pair of an item, with the marks of both sides.
	Pair(it *Item) draw.Pair
	// Sight is Pair with another mark in the place of that of the item.
	Sight(it *Item) draw.Pair
	// Focus returns where an item is in the drawing.
	Focus(it *Item) Focus
}

// Options select the items that are asked.
type Options struct {
	Focus  *diagnose.Focus // only items of this score; nil is all
	Score  string          // its name, for people
	F1     bool            // it is an F1
	Exact  bool            // exact matches too
	Sample int             // how many items, drawn at random; 0 is all
	Seed   uint64
	Blind  bool // systems are not named
	Each   bool // each bracket is asked about by itself, none as one of an attachment

	// Disputes, if not nil, are the items that are asked: those on which judges
	// differ. It is how they are settled, by one more judge.
	Disputes []adjudicate.Dispute

	// Counted, if not nil, is called with the result of each system: its sentences that could not be scored
	// are in no item.
	Counted func(*eval.Result)
}

// Build counts each system of a plan with metric and makes the queue. The taps hear each run.
func Build(ctx context.Context, of *plan.Plan, metric *eval.Measure, taps plan.Taps, opt Options) (*Queue, error) {
	view := &comparison{}
	queue := &Queue{Metric: metric.Name, Score: opt.Score, f1: opt.F1, each: opt.Each, viewer: view,
		Orders: []Order{ByConstruction, BySentence, ByEffect, ByInterval}}
	if !metric.HasItems() {
		return nil, &eval.UsageError{Text: "metric " + metric.Name + " has no items to check"}
	}
	index := map[adjudicate.Key]*Item{}
	queue.others = map[adjudicate.Key]bool{}
	for n := range of.Systems() {
		queue.Systems = append(queue.Systems, of.System(n).Name)
		c := &gatherer{gathering: gathering{queue.Metric, opt.Exact, opt.Focus, newAsker(metric, opt.Focus)}}
		taps.Collect, taps.Collected = c.collect, c.collected
		res, err := of.Run(ctx, n, []*eval.Measure{metric}, taps)
		if err != nil {
			return nil, err
		}
		if opt.Counted != nil {
			opt.Counted(res)
		}
		sights := map[int]*diagnose.Sight{}
		for _, s := range c.sights {
			sights[s.Unit] = s
		}
		view.sights = append(view.sights, sights)
		for _, k := range c.others {
			queue.others[k] = true
		}
		if !opt.Exact && opt.Focus != nil {
			queue.Counts = append(queue.Counts, Count{c.matched, len(c.items), c.gold})
		}
		for _, it := range c.items {
			if old := index[it.Key]; old != nil {
				if !slices.Contains(old.Systems, n) {
					old.Systems = append(old.Systems, n)
				}
				continue
			}
			it.Systems = []int{n}
			index[it.Key] = it
			queue.Items = append(queue.Items, it) // an item of another system keeps the attachment that it has there
		}
	}
	queue.known = index
	queue.choose(opt)
	queue.arrange(opt)
	queue.number()
	return queue, nil
}

// choose keeps the items that opt asks for.
func (q *Queue) choose(opt Options) {
	q.Drawn = len(q.Items)
	q.dispute(opt)
	q.sample(opt)
}

// number numbers the items as they are, in the first order, and works out the others.
func (q *Queue) number() {
	q.place, q.like = make(map[adjudicate.Key]int, len(q.Items)), map[string][]int{}
	for i, it := range q.Items {
		q.place[it.Key] = i
		q.like[it.Group] = append(q.like[it.Group], i)
	}
	q.attach()
	q.order()
}

// order works out the orders.
func (q *Queue) order() {
	number := make([]int, len(q.Items))
	for i := range number {
		number[i] = i
	}
	by := func(compare func(a, b *Item) int) []int {
		list := slices.Clone(number)
		slices.SortStableFunc(list, func(a, b int) int { return compare(q.Items[a], q.Items[b]) })
		return list
	}
	sentence := func(a, b *Item) int {
		return cmp.Or(cmp.Compare(a.Unit, b.Unit), cmp.Compare(a.First, b.First), cmp.Compare(a.Last, b.Last))
	}
	effect := func(x *Item) float64 { return x.weight * float64(len(x.Systems)) }
	q.orders = map[Order][]int{}
	for i, name := range q.Orders {
		switch {
		case i == 0:
			q.orders[name] = number
		case name == BySentence:
			q.orders[name] = by(sentence)
		case name == ByEffect:
			q.orders[name] = by(func(a, b *Item) int {
				return cmp.Or(cmp.Compare(effect(b), effect(a)), sentence(a, b))
			})
		case name == ByInterval:
			q.orders[name] = q.spread()
		}
	}
	q.rank = map[Order][]int{}
	for name, list := range q.orders {
		rank := make([]int, len(list))
		for at, i := range list {
			rank[i] = at
		}
		q.rank[name] = rank
	}
}

// spread returns the items at random, so that every beginning of the list holds of each group as large a part as of the
// others: the share of accepted items in it is known better than in a plain random sample. The same for the same items.
func (q *Queue) spread() []int {
	random := rand.New(rand.NewPCG(uint64(len(q.Items)), 0x737072656164))
	at := make([]float64, len(q.Items))
	for _, group := range slices.Sorted(maps.Keys(q.like)) {
		list := slices.Clone(q.like[group])
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for i, n := range list {
			at[n] = (float64(i) + random.Float64()) / float64(len(list))
		}
	}
	out := make([]int, len(at))
	for i := range out {
		out[i] = i
	}
	slices.SortFunc(out, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	return out
}

// Step returns the item that is by places after item n in an order, from the
// beginning again after the end. An order that the queue does not have is its first.
func (q *Queue) Step(order Order, n, by int) int {
	list := q.orders[order]
	if len(list) == 0 {
		order = q.Orders[0]
		list = q.orders[order]
	}
	at := (q.rank[order][n] + by) % len(list)
	if at < 0 {
		at += len(list)
	}
	return list[at]
}

// first returns the first item of an order; the queue must have items.
func (q *Queue) first(order Order) int {
	if list := q.orders[order]; len(list) > 0 {
		return list[0]
	}
	return q.orders[q.Orders[0]][0]
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
			it.attachment = nil // a dispute is about one bracket
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

// arrange puts like items together: large groups first, then by sentence. Links of
// punctuation marks, where treebanks follow conventions, come last. With Blind the systems come in
// turn because items are ordered by sentence alone.
func (q *Queue) arrange(opt Options) {
	size := map[string]int{}
	for _, it := range q.Items {
		size[it.Group]++
	}
	marks := func(x *Item) int {
		if x.mark {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(q.Items, func(a, b *Item) int {
		first := 0
		if !opt.Blind {
			first = cmp.Compare(a.Systems[0], b.Systems[0])
		}
		return cmp.Or(cmp.Compare(marks(a), marks(b)), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(size[b.Group], size[a.Group]), cmp.Compare(a.Group, b.Group),
			cmp.Compare(a.Unit, b.Unit), first, cmp.Compare(a.Item, b.Item))
	})
}

// Number returns the number of an item, -1 if it is not asked.
func (q *Queue) Number(k adjudicate.Key) int {
	if i, ok := q.place[k]; ok {
		return i
	}
	return -1
}

// Like returns the numbers of the items of the same group, in order.
func (q *Queue) Like(n int) []int { return q.like[q.Items[n].Group] }

// gathering says which items are collected.
type gathering struct {
	metric string
	exact  bool
	focus  *diagnose.Focus
	asker  asker
}

// gathered are the items of a system, or of a batch of its pairs.
type gathered struct {
	items         []*Item
	others        []adjudicate.Key // of items that checks of other scores ask about
	sights        []*diagnose.Sight
	matched, gold int // items that match; items of gold's side
}

// gatherer collects the items of one system.
type gatherer struct {
	gathering
	gathered
}

func (g *gatherer) collect() eval.Collector { return &gatherBatch{gathering: g.gathering} }

func (g *gatherer) collected(c eval.Collector) {
	b := c.(*gatherBatch)
	g.items = append(g.items, b.items...)
	g.others = append(g.others, b.others...)
	g.sights = append(g.sights, b.sights...)
	g.matched += b.matched
	g.gold += b.gold
}

type gatherBatch struct {
	gathering
	gathered
	pair   *eval.Pair
	sight  *diagnose.Sight
	before int

	matchedBefore, goldBefore int
	missing                   []eval.Ref // brackets of gold that the system lacks in the present pair
}

func (b *gatherBatch) Pair(p *eval.Pair) {
	b.pair, b.sight, b.before = p, diagnose.SightOf(p), len(b.items)
	b.matchedBefore, b.goldBefore = b.matched, b.gold
	b.missing = b.missing[:0]
}

func (b *gatherBatch) Item(_ int, it *eval.Item) {
	outcome, ok := b.focus.Outcome(it)
	b.elsewhere(it, ok && outcome == it.Outcome)
	if !ok { // values of words that no item is about are no chips either
		return
	}
	b.sight.See(it, b.focus)
	wrong := outcome == eval.Spurious || outcome == eval.Incorrect
	if it.Gold.Kind != eval.None && outcome != eval.Noncommittal {
		b.gold++
	}
	if it.System.Kind != eval.None && outcome == eval.Correct {
		b.matched++
	}
	if it.Gold.Kind == eval.Phrase && !outcome.Fine() {
		b.missing = append(b.missing, it.Gold)
	}
	if it.System.Kind == eval.None || !wrong && !(b.exact && outcome == eval.Correct) {
		return
	}
	now := *it
	if now.Class = b.focus.Class(it); outcome != it.Outcome {
		now.Class, now.Outcome = "", outcome // it is wrong for other scores alone
	}
	b.items = append(b.items, b.item(&now))
}

// elsewhere notes the names that checks of other scores have for an item.
func (b *gatherBatch) elsewhere(it *eval.Item, asked bool) {
	if it.System.Kind == eval.None || it.Outcome.Fine() || asked && !b.asker.both {
		return
	}
	key := adjudicate.Key{Sentence: b.pair.Name(), Metric: b.metric, Side: "system"}
	key.Item = string(eval.AppendRef(nil, b.pair.System, it.System))
	b.others = append(b.others, key)
	if b.asker.both {
		key.Item = string(eval.AppendRef(nil, b.pair.System, it.System.Unlabelled()))
		b.others = append(b.others, key)
	}
}

// item describes an item to people.
func (b *gatherBatch) item(it *eval.Item) *Item {
	pair, sentence := b.pair, b.pair.System
	shown := b.asker.plain(it)
	// a decision on the label is another one than that on the item alone
	named := it.System
	if b.asker.unlabelled && it.Part != "attachment" { // without its label an attachment has the name of a role
		named = shown.System
	}
	item := &Item{Kind: cmp.Or(it.Class, it.Outcome.String()), Unit: pair.N, ref: it.System,
		Label: sentence.Name(shown.System.Label), First: -1, Last: -1,
		Key: adjudicate.Key{Sentence: pair.Name(), Metric: b.metric, Side: "system",
			Item: string(eval.AppendRef(nil, sentence, named))},
		Words: string(eval.AppendWords(nil, sentence, it.System)), Group: group(it.ClassName(), sentence, shown.System)}
	switch ref := it.System; ref.Kind {
	case eval.Phrase:
		if p := &sentence.Phrases[ref.Index]; p.Begin < p.End {
			item.First, item.Last = p.Begin, p.End-1
		}
		if ref.Other >= 0 && int(ref.Other) < len(pair.Gold.Phrases) {
			label := pair.Gold.Name(pair.Gold.Phrases[ref.Other].Label)
			item.Crosses = cmp.Or(label, "bracket") + " " + strings.Join(pieces(pair.Gold, ref.Other), " … ")
		}
	case eval.Token:
		item.First, item.Last = ref.Index, ref.Other-1
	case eval.Link, eval.Word:
		if int(ref.Index) >= len(sentence.Tokens) { // an abstract node is no word of the text
			break
		}
		item.First, item.Last = ref.Index, ref.Index
		item.mark = !bytes.ContainsFunc(sentence.Word(ref.Index), func(c rune) bool { return !unicode.IsPunct(c) })
	}
	item.role = len(sentence.Predicates) > 0 && slices.Contains([]string{"argument", "verb", "predicate", "proposition", "opinion"},
		it.Part)
	if it.Gold.Kind != eval.None {
		item.Gold = b.asker.statement(pair.Gold, it)
	}
	for _, a := range it.Adds {
		item.weight = max(item.weight, a.N)
	}
	item.Question = b.asker.question(sentence, it)
	return item
}

// End keeps the pair if it has something to decide.
func (b *gatherBatch) End() {
	if len(b.items) > b.before {
		labels := !b.asker.noLabels && !b.asker.unlabelled
		for _, at := range attachmentsOf(b.pair, b.items[b.before:], b.missing, labels && !b.asker.discourse) {
			for _, it := range at.members {
				it.attachment = at
			}
		}
		b.sight.Gold, b.sight.System = b.sight.Gold.Clone(), b.sight.System.Clone()
		b.sights = append(b.sights, b.sight)
	}
}

// Drop forgets items of a pair that could not be counted after all.
func (b *gatherBatch) Drop(int) {
	b.items, b.matched, b.gold = b.items[:b.before], b.matchedBefore, b.goldBefore
	b.sight.Unscore()
}

// orWidth returns the label of a bracket, or its width for one without a label.
func orWidth(sentence *treebank.Sentence, phrase int32, noun string) string {
	p := &sentence.Phrases[phrase]
	if p.Label != 0 {
		return sentence.Name(p.Label)
	}
	return fmt.Sprintf("%s of %d words", noun, p.End-p.Begin)
}

// group returns the group of an item: items of one group are alike.
func group(kind string, sentence *treebank.Sentence, ref eval.Ref) string {
	label := sentence.Name(ref.Label)
	switch ref.Kind {
	case eval.Phrase:
		up := "the top"
		if p := sentence.Phrases[ref.Index].Parent; p >= 0 {
			up = orWidth(sentence, p, "one")
		}
		if label == "" {
			return kind + orWidth(sentence, ref.Index, "") + " in " + up
		}
		return fmt.Sprintf("%s %s in %s", kind, label, up)
	case eval.Link:
		if int(ref.Index) >= len(sentence.Tokens) { // an abstract node
			return kind + " " + label
		}
		head := "the root"
		if ref.Other >= 0 && int(ref.Other) < len(sentence.Tokens) {
			head = sentence.Name(sentence.Tokens[ref.Other].Tag)
		}
		return fmt.Sprintf("%s %s: %s on %s", kind, label, sentence.Name(sentence.Tokens[ref.Index].Tag), head)
	}
	return kind + " " + label
}
