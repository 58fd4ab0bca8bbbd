// Package slicing answers where a system goes wrong, or where one of two loses: it gathers
// the items of a measure with their costs and properties, makes literals of the keys of --by,
// and searches conjunctions of them (package subgroup).
//
// A condition speaks of one side. On gold's side the items are gold's, an item costs 1 if the
// system misses it, and keys have gold's values, so that the items of a condition are the same
// for every system; on the system's side they are the system's, and spurious ones cost 1.
// Partial credit costs the rest. Of two systems an item costs the difference: 1 where only the
// first has it right.
package slicing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/eval"
	"assay/eval/breakdown"
	"assay/subgroup"
	"assay/treebank"
)

// Options choose items and keys.
type Options struct {
	Metric *eval.Measure
	Number int    // of the metric in the run
	Part   string // "" for the part of the main score
	System bool   // the system's items in place of gold's
	Pair   bool   // the items are compared with those of another system
	Within string // the condition, of the same side, that selects the items of the run; "" for all
	Spans  bool   // keep where items are: see Findings.Spans
	Keys   []string
	Given  []string // the search is for costs beyond those that these explain
	Config breakdown.Config
}

// DefaultKeys are the keys that conditions may use, unless the user names others: those of
// places in the sentence and names of sentences are left out.
func DefaultKeys(train bool) []string {
	keys := strings.Fields("deprel label tag distance width direction head-tag depth branching frame projectivity " +
		"feats head-deprel previous-tag next-tag " +
		"label-above first-tag last-tag part role predicate reentrancy size length tree question genre framework word")
	if train {
		keys = append(keys, "known", "train-frequency", "known-tag")
	}
	return keys
}

// A Gatherer collects items during runs. Collect and Collected go into eval.Options, Discard too.
type Gatherer struct {
	opt     Options
	credit  credit
	keys    []eval.Key
	without [][16]bool // by key, by kind: no item of that kind has a value
	given   int        // keys from here on are those given
	table   *subgroup.Table
	values  []index[string] // by key: the codes of its values; "" has the code 0
	levels  index[float64]
	label   index[string]
	labels  []labelCount    // by their numbers in label
	spoken  map[string]bool // labels that the system uses
	labelOf subgroup.Column // label of each item
	prints  []uint64        // of each item of one of two systems
	numbers []int32         // of each sentence of the table: its number in gold, -1 if gold lacks it
	spans   []Span          // of each item, with Options.Spans
	kinds   [16]int         // items by eval.Kind
	parts   map[string]bool
	blocks  index[blockName]
	group   int32
	groups  []string
	missed  int // items of one of two systems alone
}

// An index numbers values in the order in which they come.
type index[K comparable] struct {
	of   map[K]uint32
	list []K
}

// number returns the number of a value; a new one gets the next.
func (x *index[K]) number(value K) uint32 {
	n, ok := x.of[value]
	if !ok {
		if x.of == nil {
			x.of = map[K]uint32{}
		}
		n = uint32(len(x.list))
		x.of[value] = n
		x.list = append(x.list, value)
	}
	return n
}

// A Span is where an item is: a sentence of gold, from 0 (-1 if gold lacks it), and its first and last
// word there, -1 if it has none.
type Span struct {
	Sentence, From, To int32
	Wrong              bool // the item costs something
}

type blockName struct {
	group int32
	name  string
}

// A labelCount counts the items of a label.
type labelCount struct {
	name    string
	items   int
	wrong   int
	instead map[string]int // labels of the system for wrong items; "" for none
}

// New returns a gatherer. With the gatherer of the first system it collects only the costs of the second.
func New(opt Options, first *Gatherer) (*Gatherer, error) {
	gatherer := &Gatherer{opt: opt, parts: map[string]bool{}, spoken: map[string]bool{}, table: &subgroup.Table{}}
	var err error
	if gatherer.credit, err = newCredit(opt.Metric, opt.Part); err != nil || first != nil {
		return gatherer, err
	}
	for i, name := range append(slices.Clone(opt.Keys), opt.Given...) {
		keys, err := opt.Config.Parse(single(name))
		if err != nil {
			return nil, err
		}
		if i < len(opt.Keys) && slices.Contains(opt.Given, name) {
			continue // it is explained already
		}
		if i == len(opt.Keys) {
			gatherer.given = len(gatherer.keys)
		}
		if breakdown.OfErrors(keys[0]) {
			return nil, &eval.UsageError{Option: "keys", Want: "keys of one side of an item", Found: name}
		}
		gatherer.keys, gatherer.without = append(gatherer.keys, keys[0]), append(gatherer.without, lacking(name))
	}
	if len(opt.Given) == 0 {
		gatherer.given = len(gatherer.keys)
	}
	gatherer.values = make([]index[string], len(gatherer.keys))
	for k := range gatherer.values {
		gatherer.values[k].number("")
	}
	gatherer.table.Columns = make([]subgroup.Column, len(gatherer.keys))
	return gatherer, nil
}

// single returns a key whose numbers are not in groups.
func single(name string) string {
	if d := breakdown.Find(name); d != nil && d.Arg == "N" && !strings.Contains(name, "=") {
		return name + "=1"
	}
	return name
}

// Discard forgets all items: the sentences are paired anew.
func (g *Gatherer) Discard() {
	g.table = &subgroup.Table{Columns: make([]subgroup.Column, len(g.keys))}
	g.levels, g.blocks, g.parts = index[float64]{}, index[blockName]{}, map[string]bool{}
	g.label, g.labels, g.spoken, g.labelOf = index[string]{}, nil, map[string]bool{}, subgroup.Column{}
	g.prints, g.numbers, g.spans, g.kinds = nil, nil, nil, [16]int{}
}

// Treebank begins a run over another treebank.
func (g *Gatherer) Treebank(name string) {
	g.group = int32(len(g.groups))
	g.groups = append(g.groups, name)
}

// Collect makes a collector for a batch.
func (g *Gatherer) Collect() eval.Collector {
	return &batch{Gatherer: g, columns: make([][]uint32, len(g.keys)), seen: make([]index[string], len(g.keys))}
}

// A batch holds the items of a batch of pairs.
type batch struct {
	*Gatherer
	pair      *eval.Pair
	sentences []sentence
	items     []gathered
	columns   [][]uint32 // by key: number in seen
	seen      []index[string]
	spokenIn  map[string]bool
	open      int // items before the present pair
	first     int // sentences before it
	buf       []byte
}

// A sentence of gold that has items.
type sentence struct {
	number int32 // in gold; -1 if gold lacks it
	block  string
}

// A gathered item.
type gathered struct {
	sentence int32 // of the batch
	kind     eval.Kind
	cost     float64
	part     string
	label    string
	instead  string
	print    uint64
	from, to int32 // words of the sentence; -1 without words
}

// Pair begins the next pair.
func (b *batch) Pair(p *eval.Pair) {
	b.pair, b.open, b.first = p, len(b.items), len(b.sentences)
}

// Drop forgets the items of a metric that could not count the pair.
func (b *batch) Drop(metric int) {
	if metric != b.opt.Number {
		return
	}
	b.items, b.sentences = b.items[:b.open], b.sentences[:b.first]
	for k := range b.columns {
		b.columns[k] = b.columns[k][:b.open]
	}
}

// Item takes an item of the present pair.
func (b *batch) Item(metric int, it *eval.Item) {
	if metric != b.opt.Number {
		return
	}
	own, other := it.Gold, it.System
	s, t := b.pair.Gold, b.pair.System
	if b.opt.System {
		own, other, s, t = other, own, t, s
	}
	cost, ok := b.credit.cost(it)
	if it.System.Kind != eval.None && ok {
		b.speaks(b.pair.System, &it.System)
	}
	if own.Kind == eval.None || !ok {
		return
	}
	g := gathered{sentence: b.sentence(it), cost: cost, part: it.Part, kind: own.Kind, label: s.Name(own.CountedLabel())}
	if cost == 1 && other.Kind != eval.None {
		g.instead = t.Name(other.CountedLabel())
	}
	if b.opt.Pair {
		g.print = b.print(s, &own, it.Part)
	}
	if b.opt.Spans {
		g.from, g.to = b.words(s, &own)
	}
	b.items = append(b.items, g)
	for k, key := range b.keys {
		if b.without[k][own.Kind] {
			b.columns[k] = append(b.columns[k], b.seen[k].number(""))
			continue
		}
		b.buf = breakdown.OnSide(key, b.buf[:0], b.pair, it, b.opt.System)
		code, ok := b.seen[k].of[string(b.buf)]
		if !ok {
			code = b.seen[k].number(string(b.buf))
		}
		b.columns[k] = append(b.columns[k], code)
	}
}

// lacking reports which kinds of items have no value of a key, so that it need not be asked.
func lacking(key string) (kinds [16]bool) {
	var of []eval.Kind
	switch key {
	case "width", "label-above", "first-tag", "last-tag":
		of = []eval.Kind{eval.Word, eval.Link, eval.Token, eval.Node, eval.Edge, eval.Prop, eval.Top}
	case "deprel", "tag", "distance", "direction", "head-tag", "frame", "projectivity", "feats", "head-deprel",
		"previous-tag", "next-tag", "word":
		of = []eval.Kind{eval.Phrase, eval.Node, eval.Edge, eval.Prop, eval.Top}
	case "reentrancy":
		of = []eval.Kind{eval.Word, eval.Link, eval.Token, eval.Phrase}
	}
	for _, k := range of {
		kinds[k] = true
	}
	return kinds
}

// speaks notes that the system uses a label.
func (b *batch) speaks(s *treebank.Sentence, ref *eval.Ref) {
	name := s.Name(ref.CountedLabel())
	if !b.spokenIn[name] {
		if b.spokenIn == nil {
			b.spokenIn = map[string]bool{}
		}
		b.spokenIn[strings.Clone(name)] = true
	}
}

// sentence returns the number in the batch of gold's sentence that an item belongs to.
func (b *batch) sentence(it *eval.Item) int32 {
	n, at := b.pair.GoldPlace(it)
	number := int32(n - 1)
	for i := len(b.sentences) - 1; i >= b.first; i-- {
		if b.sentences[i].number == number {
			return int32(i)
		}
	}
	b.sentences = append(b.sentences, sentence{number, b.pair.DocumentOf(at.N)})
	return int32(len(b.sentences) - 1)
}

// begin returns the first word of the sentence or document that holds a word.
func (b *batch) begin(s *treebank.Sentence, word int32) int32 {
	if b.pair.Whole() {
		return 0
	}
	return eval.StretchOf(s, word).Begin
}

// words returns the first and the last word of an item in its sentence, -1 if it has none.
func (b *batch) words(s *treebank.Sentence, ref *eval.Ref) (from, to int32) {
	from = eval.FirstWord(s, *ref)
	if from < 0 {
		return -1, -1
	}
	to = from
	if ref.Kind == eval.Phrase {
		to = s.Phrases[ref.Index].End - 1
	}
	begin := b.begin(s, from)
	return from - begin, to - begin
}

// print returns a fingerprint of an item of gold that is the same for all systems: joined sentences
// shift its numbers.
func (b *batch) print(s *treebank.Sentence, ref *eval.Ref, part string) uint64 {
	b.buf = append(append(b.buf[:0], part...), 0, byte(ref.Kind))
	begin := int32(0)
	if word := eval.FirstWord(s, *ref); word >= 0 {
		begin = b.begin(s, word)
	}
	numbers := []int32{ref.Index, ref.Other}
	switch {
	case ref.Kind == eval.Phrase && int(ref.Index) < len(s.Phrases):
		ph := &s.Phrases[ref.Index]
		numbers = []int32{ph.Begin - begin, ph.End - begin}
	case eval.FirstWord(s, *ref) >= 0:
		numbers[0] -= begin
		if ref.Other >= 0 {
			numbers[1] -= begin
		}
	}
	for _, n := range numbers {
		b.buf = append(b.buf, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	for _, y := range []treebank.Symbol{ref.Label, ref.Role, ref.Qualifier} {
		b.buf = append(append(b.buf, s.Name(y)...), 0)
	}
	return fnv1a(b.buf)
}

// fnv1a is the 64-bit hash FNV-1a.
func fnv1a(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// Collected takes a collector back.
func (g *Gatherer) Collected(c eval.Collector) {
	b := c.(*batch)
	for name := range b.spokenIn {
		g.spoken[name] = true
	}
	number := make([]int32, len(b.sentences))
	for i, s := range b.sentences {
		number[i] = int32(len(g.table.Block))
		g.table.Block = append(g.table.Block, int32(g.blocks.number(blockName{g.group, s.block})))
		g.table.Group = append(g.table.Group, g.group)
		g.numbers = append(g.numbers, s.number)
	}
	for i := range b.items {
		it := &b.items[i]
		g.table.Cost.Append(g.levels.number(it.cost))
		g.table.Cluster = append(g.table.Cluster, number[it.sentence])
		if g.opt.Pair {
			g.prints = append(g.prints, it.print)
		}
		if g.opt.Spans {
			g.spans = append(g.spans, Span{b.sentences[it.sentence].number, it.from, it.to, it.cost > 0})
		}
		g.kinds[it.kind]++
		g.parts[it.part] = true
		if !g.opt.Pair { // of two systems no label is left out
			g.count(it)
		}
	}
	g.table.Levels = g.levels.list
	for k := range g.keys {
		to := make([]uint32, len(b.seen[k].list))
		for i, value := range b.seen[k].list {
			to[i] = g.values[k].number(value)
		}
		for _, c := range b.columns[k] {
			g.table.Columns[k].Append(to[c])
		}
	}
	b.items, b.columns, b.seen = nil, nil, nil
}

// count counts an item under its label.
func (g *Gatherer) count(it *gathered) {
	k := g.label.number(it.label)
	if int(k) == len(g.labels) {
		g.labels = append(g.labels, labelCount{name: it.label, instead: map[string]int{}})
	}
	g.labelOf.Append(k)
	l := &g.labels[k]
	l.items++
	if it.cost == 1 {
		l.wrong++
		l.instead[it.instead]++
	}
}

// Items returns the number of items gathered.
func (g *Gatherer) Items() int { return g.table.Items() }

// Noun names the items: words, brackets, mentions, items.
func (g *Gatherer) Noun() string {
	kind := slices.Index(g.kinds[:], slices.Max(g.kinds[:]))
	switch eval.Kind(kind) {
	case eval.Word, eval.Link:
		return "words"
	case eval.Phrase:
		switch reads := g.opt.Metric.Reads; {
		case reads.Has(treebank.Mentions):
			return "mentions"
		case reads.Has(treebank.Expressions):
			return "expressions"
		case reads == 0 || reads.Has(treebank.Phrases):
			return "brackets"
		}
	case eval.Edge:
		if g.kinds[kind] == g.Items() {
			return "edges"
		}
	}
	return "items"
}

// A Silent is a label of gold that the system never uses.
type Silent struct {
	Label   string
	Items   int
	Instead string // the label that it uses most often in its place; "" if none

	column *subgroup.Column // of the items left out: 1 for those of this label
}

// silents finds the labels that the system never uses and that it gets wrong each time.
func (g *Gatherer) silents() (out []Silent) {
	if g.opt.System || g.kinds[eval.Word] > 0 { // tags of words are no labels in conditions
		return nil
	}
	for _, l := range g.labels {
		if l.items < fewSilent || l.wrong < l.items || l.name == "" || g.spoken[l.name] {
			continue
		}
		s := Silent{Label: l.name, Items: l.items}
		most := 0
		for name, n := range l.instead {
			if name != "" && (n > most || n == most && name < s.Instead) {
				s.Instead, most = name, n
			}
		}
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b Silent) int {
		return cmp.Or(cmp.Compare(b.Items, a.Items), cmp.Compare(a.Label, b.Label))
	})
	return out
}

// fewSilent is the number of items from which a label is named that the system never uses.
const fewSilent = 10

// ordered returns the items in the order of gold's sentences, and for each sentence of gold where its items begin
// there; those of sentences that gold lacks come first.
func (g *Gatherer) ordered() (items, begin []int32) {
	begin = []int32{0, 0}
	for _, sentence := range g.table.Cluster {
		n := int(g.numbers[sentence]) + 2
		for n >= len(begin) {
			begin = append(begin, 0)
		}
		begin[n]++
	}
	for n := 1; n < len(begin); n++ {
		begin[n] += begin[n-1]
	}
	next := slices.Clone(begin)
	items = make([]int32, g.Items())
	for i, sentence := range g.table.Cluster {
		n := g.numbers[sentence] + 1
		items[next[n]] = int32(i)
		next[n]++
	}
	return items, begin
}

// counterparts returns for each item the item of the second system that is the same part of gold, -1 if that has
// none, because the sentence could not be scored.
func (g *Gatherer) counterparts(second *Gatherer) []int32 {
	items, begin := second.ordered()
	next := slices.Clone(begin) // by sentence: its first item that may have no counterpart yet
	out := make([]int32, g.Items())
	for i, sentence := range g.table.Cluster {
		out[i] = -1
		n := int(g.numbers[sentence]) + 1
		if n+1 >= len(begin) {
			continue
		}
		for k := next[n]; k < begin[n+1]; k++ {
			if items[k] >= 0 && second.prints[items[k]] == g.prints[i] {
				out[i], items[k] = items[k], -1
				break
			}
		}
		for next[n] < begin[n+1] && items[next[n]] < 0 {
			next[n]++
		}
	}
	return out
}

// compareWith replaces the costs of the first system by those of the second less those of the
// first. It removes items that only one of them has, whose sentences could not be scored.
func (g *Gatherer) compareWith(second *Gatherer) {
	var levels index[float64]
	var cost subgroup.Column
	gone := make([]bool, g.Items())
	for i, other := range g.counterparts(second) {
		value := 0.0
		if gone[i] = other < 0; gone[i] {
			g.missed++
		} else {
			value = second.table.Levels[second.table.Cost.At(int(other))] - g.table.Levels[g.table.Cost.At(i)]
		}
		cost.Append(levels.number(value))
	}
	items := second.Items()
	g.table.Cost, g.table.Levels = cost, levels.list
	g.prints, second.prints, second.table = nil, nil, &subgroup.Table{} // which are large
	if g.missed > 0 {
		g.table.Remove(gone)
	}
	g.missed += items - g.Items()
}

// A credit gives the cost of an item under a score: 1 less its share of what a right item adds.
type credit struct {
	num, den []float64 // by column; nil if the outcome decides
	lower    bool
	part     string
	anyPart  bool
	score    string // its name; "" if a part has none
}

// newCredit returns the credit under the main score of a metric, or under that of a part.
func newCredit(metric *eval.Measure, part string) (credit, error) {
	if !metric.HasItems() {
		return credit{}, &eval.UsageError{Text: fmt.Sprintf("metric %s has no items, only scores of sentences", metric.Name)}
	}
	at := metric.Headline()
	if part != "" {
		at = slices.IndexFunc(metric.ScoreNames(),
			func(s string) bool { return s == part+"_f1" || s == part+"s_f1" || s == part })
	}
	c := credit{part: part, anyPart: part == ""}
	if at < 0 {
		return c, nil
	}
	f := &metric.Formulas[at]
	c.score = f.Name
	c.lower = f.Lower
	if f.Den == nil || !anyAdds(metric, f.Den) { // items of a score of sentences are right or wrong
		return c, nil
	}
	c.num, c.den = make([]float64, len(metric.Columns)), make([]float64, len(metric.Columns))
	for _, t := range metric.OverItems(f.Num) {
		c.num[t.Column] += t.Weight
	}
	for _, t := range metric.OverItems(f.Den) {
		c.den[t.Column] += t.Weight
	}
	return c, nil
}

// Score returns the name of the score that gives the costs, "" if there is none.
func (g *Gatherer) Score() string { return g.credit.score }

// anyAdds reports whether items add to a sum: not if all its columns are worked out from sentences.
func anyAdds(metric *eval.Measure, sum eval.Linear) bool {
	return slices.ContainsFunc(metric.OverItems(sum), func(t eval.Term) bool { return metric.Columns[t.Column].From == nil })
}

// cost returns the cost of an item; ok is false if it does not belong to the score.
func (c *credit) cost(it *eval.Item) (cost float64, ok bool) {
	if !c.anyPart && it.Part != c.part || it.Outcome == eval.Noncommittal {
		return 0, false
	}
	if c.num == nil {
		if it.Outcome.Fine() {
			return 0, true
		}
		return 1, true
	}
	num, den := 0.0, 0.0
	for _, a := range it.Adds {
		num += a.N * c.num[a.Column]
		den += a.N * c.den[a.Column]
	}
	switch {
	case den <= 0 && num == 0:
		return 0, false
	case den <= 0:
		den = num
	}
	right := min(max(num/den, 0), 1)
	if c.lower {
		right = 1 - right
	}
	return 1 - right, true
}
