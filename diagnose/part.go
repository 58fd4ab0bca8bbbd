package diagnose

import (
	"slices"

	"assay/eval"
	"assay/treebank"
)

// mostUnits is the largest number of places that a confusion names.
const mostUnits = 10

// anyLabel is used for labels of which no correct item was seen.
const anyLabel = "\x00any"

// A part holds the errors of one batch. Labels are symbols of one worker in it;
// they become strings where they are first seen.
type part struct {
	b          *Builder
	pair       *eval.Pair
	wrong      []wrong // items of the present pair that do not match
	joiner     joiner
	adds       []eval.Add
	values     values
	classes    map[classKey]*tally
	confusions map[confusionKey]*Confusion // of all parts
	correct    map[labelKey][]eval.Add
	seen       []seen
	last       int                       // of seen: where the last search ended
	byPair     map[symbolPair]*Confusion // of this part
	recent     []recent                  // of byPair
	hows       []string
	byGroup    []groupTally
	byMistake  []mistakeTally // of each metric
	lastGroup  int            // of byGroup: where the last search ended

	errors []Error // their texts are stretches of arena until text makes strings
	arena  []byte
	ends   []int // three to an error
}

// seen has the labels of a part of a metric of which a correct item was met.
type seen struct {
	metric int
	part   string
	labels []bool     // by symbol
	adds   []eval.Add // of the last label
}

// A symbolPair is the labels of both sides, for a part of a metric by its number
// in part.seen; -1 where a side has nothing.
type symbolPair struct {
	part, gold, system int32
	heads              [2]int32 // of links without labels, which are named by tags: the tags of the heads
	how                int32    // its number in part.hows
}

// A recent confusion is kept by a hash of its labels: most errors have one of a few, and looking in the map is slow.
type recent struct {
	pair      symbolPair
	confusion *Confusion
}

// mostRecent is how many recent confusions are kept.
const mostRecent = 1 << 11

func (k *symbolPair) hash() uint32 {
	const prime = 16777619 // of FNV
	return ((uint32(k.gold)*prime^uint32(k.system))*prime^uint32(k.heads[0]^k.heads[1]<<8))*prime ^ uint32(k.part+k.how<<8)
}

// A wrong item is one that does not match; its adds are a stretch of part.adds.
type wrong struct {
	metric       int
	seen         int32 // its part's place in part.seen
	outcome      eval.Outcome
	part, class  string
	group        string
	gold, system eval.Ref
	adds, end    int
	joined       bool  // with another to one confusion
	mended       bool  // the measure gives its contribution if right, which is subtracted from adds
	mistake      int32 // its number in the pair, from 1; 0 if the metric knows none
	inherited    bool  // it follows from an earlier item
}

// Pair begins the next pair.
func (p *part) Pair(pair *eval.Pair) {
	p.pair, p.wrong, p.adds = pair, p.wrong[:0], p.adds[:0]
}

// Item takes an item of the present pair.
func (p *part) Item(metric int, it *eval.Item) {
	switch it.Outcome {
	case eval.Noncommittal:
		return
	case eval.Correct:
		p.sample(metric, it)
		return
	}
	w := wrong{metric: metric, seen: int32(p.labels(metric, it.Part)), outcome: it.Outcome, part: it.Part,
		class: it.Class, gold: it.Gold, system: it.System, adds: len(p.adds), group: it.ClassName()}
	p.adds = append(p.adds, it.Adds...)
	if w.mended = it.Mended != nil; w.mended {
		for _, a := range it.Mended {
			p.adds = append(p.adds, eval.Add{Column: a.Column, N: -a.N})
		}
	}
	w.end = len(p.adds)
	if len(p.b.opt.By) > 0 {
		w.group = p.values.of(metric, p.b.opt.By, p.pair, it)
	}
	p.wrong = append(p.wrong, w)
}

// sample keeps the contribution of the first correct item of each label. It is
// called for nearly every item, so it must return quickly for most.
func (p *part) sample(metric int, it *eval.Item) {
	sentence, ref := p.pair.Side(it)
	k := &p.seen[p.labels(metric, it.Part)]
	if int(ref.CountedLabel()) < len(k.labels) && k.labels[ref.CountedLabel()] {
		return
	}
	for len(k.labels) <= int(ref.CountedLabel()) {
		k.labels = append(k.labels, false)
	}
	k.labels[ref.CountedLabel()] = true
	if !slices.Equal(k.adds, it.Adds) { // most labels add the same
		k.adds = slices.Clone(it.Adds)
	}
	p.correct[labelKey{metric, it.Part, sentence.Name(ref.CountedLabel())}] = k.adds
	if all := (labelKey{metric, it.Part, anyLabel}); p.correct[all] == nil {
		p.correct[all] = k.adds
	}
}

// labels returns the place in seen of a part of a metric. There are few of them,
// and measures yield their items part by part.
func (p *part) labels(metric int, name string) int {
	for range p.seen {
		if k := &p.seen[p.last]; k.metric == metric && k.part == name {
			return p.last
		}
		if p.last++; p.last == len(p.seen) {
			p.last = 0
		}
	}
	p.last = len(p.seen)
	p.seen = append(p.seen, seen{metric: metric, part: name})
	return p.last
}

// Drop forgets the items of a metric that could not count the pair after all.
func (p *part) Drop(metric int) {
	p.wrong = slices.DeleteFunc(p.wrong, func(w wrong) bool { return w.metric == metric })
}

// End counts the errors of the present pair.
func (p *part) End() {
	p.join()
	p.mistakes()
	for i := range p.wrong {
		wrong := &p.wrong[i]
		p.count(wrong)
		if p.b.opt.List && (p.b.opt.Most == 0 || len(p.errors) < p.b.opt.Most) {
			p.list(wrong)
		}
		if !wrong.joined {
			p.confuse(wrong, wrong.gold, wrong.system)
		}
	}
}

// count adds an error to its class.
func (p *part) count(wrong *wrong) {
	p.addTo(p.tally(wrong), wrong)
}

// addTo adds an error to a tally.
func (p *part) addTo(t *tally, wrong *wrong) {
	t.n++
	for _, a := range p.adds[wrong.adds:wrong.end] {
		t.adds[a.Column] += a.N
	}
	if wrong.outcome != eval.Spurious && !wrong.mended {
		s, r := p.pair.Gold, wrong.gold
		if r.Kind == eval.None {
			s, r = p.pair.System, wrong.system
		}
		t.repair[labelKey{wrong.metric, wrong.part, s.Name(r.CountedLabel())}]++
	}
}

// A groupTally is the tally of a group of errors of a part, by its number in part.seen.
type groupTally struct {
	seen  int32
	group string
	tally *tally
}

// mostGroups is the largest number of groups that are looked for one by one.
const mostGroups = 64

// tally finds or makes the tally of an error.
func (p *part) tally(wrong *wrong) *tally {
	for range p.byGroup {
		if g := &p.byGroup[p.lastGroup]; g.seen == wrong.seen && g.group == wrong.group {
			return g.tally
		}
		if p.lastGroup++; p.lastGroup == len(p.byGroup) {
			p.lastGroup = 0
		}
	}
	key := classKey{wrong.metric, wrong.part, wrong.group}
	found := p.classes[key]
	if found == nil {
		found = &tally{adds: make([]float64, p.b.width[wrong.metric]), repair: map[labelKey]int{}}
		p.classes[key] = found
	}
	if len(p.byGroup) < mostGroups {
		p.byGroup = append(p.byGroup, groupTally{wrong.seen, wrong.group, found})
	}
	return found
}

// confuse counts the labels of both sides.
func (p *part) confuse(wrong *wrong, gold, system eval.Ref) {
	own, other := gold.CountedLabel(), system.CountedLabel()
	if own == other && gold.Kind == eval.Prop && system.Kind == eval.Prop && gold.Role != system.Role {
		own, other = gold.Role, system.Role // a constant in another role
	}
	k, how := symbolPair{part: wrong.seen, gold: int32(own), system: int32(other)}, ""
	bare := own == 0 && other == 0 && (gold.Kind == eval.Link || system.Kind == eval.Link)
	if bare {
		k.gold, k.heads[0] = linkTags(p.pair.Gold, gold)
		k.system, k.heads[1] = linkTags(p.pair.System, system)
	}
	if gold.Kind == eval.None {
		k.gold = -1
	}
	if system.Kind == eval.None {
		k.system = -1
	}
	if k.gold == k.system && k.heads[0] == k.heads[1] { // the difference is not in the labels
		if how = wrong.class; bare {
			how = otherHead
		}
		k.how = p.how(how)
	}
	slot := &p.recent[k.hash()%mostRecent]
	if slot.pair != k || slot.confusion == nil {
		*slot = recent{k, p.byPair[k]}
	}
	confusion := slot.confusion
	if confusion == nil {
		confusion = &Confusion{Metric: wrong.metric, Part: wrong.part, How: how}
		switch {
		case bare:
			confusion.Gold = tagsText(p.pair.Gold, k.gold, k.heads[0])
			confusion.System = tagsText(p.pair.System, k.system, k.heads[1])
		default:
			if k.gold >= 0 {
				confusion.Gold = p.pair.Gold.Name(own)
			}
			if k.system >= 0 {
				confusion.System = p.pair.System.Name(other)
			}
		}
		p.byPair[k], slot.confusion = confusion, confusion
	}
	confusion.N++
	if n := len(confusion.Units); n < mostUnits && (n == 0 || confusion.Units[n-1] != int32(p.pair.N)) {
		confusion.Units = append(confusion.Units, int32(p.pair.N))
	}
}

// otherHead is the difference of two links without labels between words of the same tags.
const otherHead = "the same tags, another head"

// linkTags returns the tags of the word of a link and of its head, as numbers of symbols; a head outside of the words
// is itself.
func linkTags(s *treebank.Sentence, link eval.Ref) (word, head int32) {
	if link.Kind != eval.Link || int(link.Index) >= len(s.Tokens) { // an abstract node has no tag of a word
		return -1, -1
	}
	head = link.Other
	if 0 <= head && int(head) < len(s.Tokens) {
		head = int32(s.Tokens[head].Tag)
	}
	return int32(s.Tokens[link.Index].Tag), head
}

// tagsText names a link by the tags of its word and of its head.
func tagsText(s *treebank.Sentence, word, head int32) string {
	of := "?"
	switch {
	case word < 0:
		return ""
	case head == treebank.Root:
		of = "root"
	case head >= 0:
		of = tagText(s, head)
	}
	return tagText(s, word) + " ← " + of
}

func tagText(s *treebank.Sentence, tag int32) string {
	if tag == 0 {
		return "_"
	}
	return s.Name(treebank.Symbol(tag))
}

// how returns the number of a difference, from 1; there are few.
func (p *part) how(name string) int32 {
	at := slices.Index(p.hows, name)
	if at < 0 {
		at = len(p.hows)
		p.hows = append(p.hows, name)
	}
	return int32(at) + 1
}

// list keeps an error; its texts go to the arena.
func (p *part) list(wrong *wrong) {
	e := Error{Unit: int32(p.pair.N), Metric: int32(wrong.metric), Outcome: wrong.outcome, Part: wrong.part,
		Class: wrong.class, Group: wrong.group, Mistake: wrong.mistake, Inherited: wrong.inherited}
	sentence, ref := p.pair.System, wrong.system
	if wrong.gold.Kind != eval.None {
		p.arena = p.pair.AppendRef(p.arena, p.pair.Gold, wrong.gold)
		sentence, ref = p.pair.Gold, wrong.gold
	}
	p.ends = append(p.ends, len(p.arena))
	if wrong.system.Kind != eval.None {
		p.arena = p.pair.AppendRef(p.arena, p.pair.System, wrong.system)
	}
	p.ends = append(p.ends, len(p.arena))
	p.arena = eval.AppendWords(p.arena, sentence, ref)
	p.ends = append(p.ends, len(p.arena))
	p.errors = append(p.errors, e)
}

// text gives the errors their texts, all in one string.
func (p *part) text() {
	all, at := string(p.arena), 0
	next := func(i int) string {
		s := all[at:p.ends[i]]
		at = p.ends[i]
		return s
	}
	for i := range p.errors {
		e := &p.errors[i]
		e.Gold, e.System, e.Words = next(3*i), next(3*i+1), next(3*i+2)
	}
	p.arena, p.ends = nil, nil
}
