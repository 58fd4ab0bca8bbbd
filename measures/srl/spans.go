package srl

import (
	"slices"
	"strings"

	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/measures/internal/matchcount"
	"assay/treebank"
)

// SpanOptions are the options of the measure over stretches of words. With Whole they are those of srl-eval.pl.
type SpanOptions struct {
	Surplus bool // count arguments of predicates that gold lacks or has with another verb
	// Whole compares an argument with those directly within it, whatever their roles.
	Whole bool
}

// Settings returns the options, bound to their fields.
func (opt *SpanOptions) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.Surplus, "surplus", "skip", "count", "whether arguments of predicates that gold lacks count"),
		entry.Flag(&opt.Whole, "nested", "apart", "whole",
			"whether the words of arguments within an argument count for the outer one"),
	}
}

const (
	spanGold = iota
	spanSystem
	spanMatched
	spanGoldVerbs
	spanSystemVerbs
	spanMatchedVerbs
	spanPlain // same stretches, any role
	spanPropositions
	spanPerfect
)

// NewSpan returns the measure over sequences of words with these options.
func NewSpan(opt SpanOptions) *eval.Measure {
	layout := matchcount.New("", "verbs_")
	plain := layout.PRF[0]
	plain.Before, plain.Matched, plain.Unlabelled = "unlabeled_", spanPlain, true
	formulas := append(eval.Mark(layout.PRF[0].Formulas(), true, "f1"),
		eval.MainRatio("perfect_propositions", eval.Plus(spanPerfect), eval.Plus(spanPropositions)))
	formulas = append(append(formulas, plain.Formulas()...), layout.PRF[1].Formulas()...)
	return &eval.Measure{
		Causes:     mistake.Predicates(),
		Name:       "srl-span",
		Signature:  "srl-span" + entry.Cite(opt.Settings()) + eval.PlainText,
		Columns:    append(layout.Columns, eval.Columns("unlabeled_matched", "propositions", "perfect")...),
		PRF:        layout.PRF,
		Formulas:   formulas,
		Items:      spanGold,
		NewCounter: func() eval.Counter { return &spanCounter{SpanOptions: opt} },
	}
}

// A stretch is an argument with all its pieces, in words of gold.
type stretch struct {
	role   treebank.Symbol // role without C-
	first  int32           // index in Sentence.Arguments
	pieces [][2]int32
	within [][2]int32 // the stretches directly within its first piece, sorted, if they count
	verb   bool
	other  int32
}

type spanCounter struct {
	SpanOptions
	words        words
	item         eval.Item
	of           []int32    // by word of gold: its predicate of the system, the last one, or -1
	taken        []bool     // predicates of the system
	gold, system []stretch  // scratch memory
	pieces       [][2]int32 // the first pieces of all stretches of a pair
	begins       begins
	goldFrom     []int32 // of each predicate: its first argument, and one past the last
	systemFrom   []int32
}

// Count adds the counts of p to row: those of the items that Explain yields.
func (c *spanCounter) Count(row []float64, p *eval.Pair) error {
	c.each(p, func(k int32, gold, system []stretch, _ bool) {
		perfect := c.match(gold, system)
		if k >= 0 {
			row[spanPropositions]++
			if perfect {
				row[spanPerfect]++
			}
		}
		for i := range gold {
			g := &gold[i]
			at := g.column()
			row[at]++
			if g.other >= 0 {
				row[at+2]++
			}
			if (g.other >= 0 || c.partner(g, system, i) >= 0) && at == spanGold {
				row[spanPlain]++
			}
		}
		for i := range system {
			row[system[i].column()+1]++
		}
	})
	return nil
}

// column returns the first of the columns in which a stretch counts.
func (x *stretch) column() int {
	if x.verb {
		return spanGoldVerbs
	}
	return spanGold
}

// Explain yields an item for each proposition and each argument.
func (c *spanCounter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	c.each(pair, func(k int32, gold, system []stretch, both bool) {
		perfect := c.match(gold, system)
		if k >= 0 {
			c.proposition(pair, k, perfect, both, yield)
		}
		c.arguments(pair, gold, system, both, yield)
	})
	return nil
}

// each calls visit for each predicate k of gold with the arguments of both sides, and whether the system has it
// too; then, if surplus ones count, for each other one of the system, with k -1.
func (c *spanCounter) each(pair *eval.Pair, visit func(k int32, gold, system []stretch, both bool)) {
	c.words.set(pair, false)
	c.of, c.taken, c.pieces = c.of[:0], c.taken[:0], c.pieces[:0]
	for range pair.Gold.Tokens {
		c.of = append(c.of, -1)
	}
	for i, x := range pair.System.Predicates {
		if w := c.words.of(x.Word, true); w >= 0 && int(w) < len(c.of) {
			c.of[w] = int32(i)
		}
		c.taken = append(c.taken, false)
	}
	c.goldFrom, c.systemFrom = argumentsOf(c.goldFrom[:0], pair.Gold), argumentsOf(c.systemFrom[:0], pair.System)
	for i, x := range pair.Gold.Predicates {
		c.gold, c.system = c.stretches(c.gold[:0], pair.Gold, int32(i), false), c.system[:0]
		j := c.of[x.Word]
		both := j >= 0 && x.Sense == pair.System.Predicates[j].Sense
		if j >= 0 {
			c.taken[j] = both
		}
		if both {
			c.system = c.stretches(c.system, pair.System, j, true)
		}
		visit(int32(i), c.gold, c.system, both)
	}
	for j := range pair.System.Predicates {
		if c.Surplus && !c.taken[j] {
			c.system = c.stretches(c.system[:0], pair.System, int32(j), true)
			visit(-1, nil, c.system, false)
		}
	}
}

// argumentsOf appends the place of the first argument of each predicate, and one past the last,
// to from. Arguments are sorted by predicates.
func argumentsOf(from []int32, sentence *treebank.Sentence) []int32 {
	at := 0
	for k := range sentence.Predicates {
		from = append(from, int32(at))
		for at < len(sentence.Arguments) && int(sentence.Arguments[at].Predicate) <= k {
			at++
		}
	}
	return append(from, int32(at))
}

// stretches appends the arguments of predicate k of one side to out, which is empty.
func (c *spanCounter) stretches(out []stretch, sentence *treebank.Sentence, k int32, system bool) []stretch {
	from := c.goldFrom
	if system {
		from = c.systemFrom
	}
	for i := from[k]; i < from[k+1]; i++ {
		argument := &sentence.Arguments[i]
		piece := [2]int32{c.words.of(argument.Begin, system), c.words.of(argument.End-1, system) + 1}
		if piece[0] < 0 || piece[1] <= 0 {
			piece = [2]int32{-1, -i - 1} // of words that gold lacks
		}
		if argument.Continues {
			at := -1
			for j := range out {
				if sentence.Arguments[out[j].first].Role == argument.Role {
					at = j
				}
			}
			if at >= 0 {
				out[at].pieces = append(out[at].pieces, piece)
				continue
			}
		}
		role, name := argument.Role, sentence.Name(argument.Role)
		if rest, ok := strings.CutPrefix(name, "C-"); ok {
			role, name = sentence.Syms.InternString(rest), rest
		}
		c.pieces = append(c.pieces, piece)
		n := len(c.pieces)
		out = append(out, stretch{role: role, first: i, pieces: c.pieces[n-1 : n : n], verb: name == "V", other: -1})
	}
	if c.Whole {
		for i := range out {
			out[i].within = c.within(sentence, k, out, out[i].first, system)
		}
	}
	return out
}

// within returns the stretches directly within argument i of predicate k, in words of
// gold. One that is continued ends where its last piece does.
func (c *spanCounter) within(s *treebank.Sentence, k int32, all []stretch, i int32, system bool) (out [][2]int32) {
	outer := &s.Arguments[i]
	inside := func(a, b *treebank.Argument) bool { // a in b
		return a != b && a.Predicate == k && a.Begin >= b.Begin && a.End <= b.End && (a.Begin != b.Begin || a.End != b.End)
	}
	for j := range s.Arguments {
		a := &s.Arguments[j]
		between := func(m treebank.Argument) bool { return m.Predicate == k && inside(&m, outer) && inside(a, &m) }
		if inside(a, outer) && !slices.ContainsFunc(s.Arguments, between) {
			words := [2]int32{c.words.of(a.Begin, system), c.words.of(a.End-1, system) + 1}
			if n := slices.IndexFunc(all, func(x stretch) bool { return x.first == int32(j) }); n >= 0 {
				words[1] = all[n].pieces[len(all[n].pieces)-1][1]
			}
			out = append(out, words)
		}
	}
	slices.SortFunc(out, func(x, y [2]int32) int { return slices.Compare(x[:], y[:]) })
	return out
}

// sameWords reports whether two arguments have the same words. To srl-eval.pl an
// argument is its first and last word and its parts: those within its first piece, else
// that piece, and the further pieces.
func (c *spanCounter) sameWords(g, s *stretch) bool {
	if !c.Whole {
		return slices.Equal(g.pieces, s.pieces)
	}
	n, m := len(g.pieces), len(s.pieces)
	return g.pieces[0][0] == s.pieces[0][0] && g.pieces[n-1][1] == s.pieces[m-1][1] && slices.Equal(g.parts(), s.parts())
}

func (x *stretch) parts() [][2]int32 {
	switch {
	case len(x.pieces) == 1:
		return x.within
	case len(x.within) == 0:
		return x.pieces
	}
	return append(slices.Clone(x.within), x.pieces[1:]...)
}

// begins finds stretches by their first word, as a predicate of a long sentence can have thousands. Of few
// stretches it gives all.
type begins struct {
	few   bool
	first map[int32]int32
	next  []int32 // by stretch: the next one that begins at the same word; -1 is none
}

// fewStretches is up to how many looking at all is quicker.
const fewStretches = 16

// set makes b find those of list.
func (b *begins) set(list []stretch) {
	b.next = slices.Grow(b.next[:0], len(list))[:len(list)]
	if b.few = len(list) <= fewStretches; b.few {
		for i := range b.next {
			b.next[i] = int32(i) + 1
		}
		if n := len(list); n > 0 {
			b.next[n-1] = -1
		}
		return
	}
	if b.first == nil {
		b.first = map[int32]int32{}
	}
	clear(b.first)
	for i := int32(len(list)) - 1; i >= 0; i-- {
		b.next[i] = b.at(&list[i])
		b.first[list[i].begin()] = i
	}
}

// at returns the first stretch that may begin where x does, -1 if there is none.
func (b *begins) at(x *stretch) int32 {
	if b.few {
		return min(int32(len(b.next))-1, 0)
	}
	if i, ok := b.first[x.begin()]; ok {
		return i
	}
	return -1
}

func (x *stretch) begin() int32 {
	if len(x.pieces) == 0 {
		return -1
	}
	return x.pieces[0][0]
}

// match pairs the arguments with equal words and roles, and reports whether nothing but verbs is left.
func (c *spanCounter) match(gold, system []stretch) (perfect bool) {
	c.begins.set(gold)
	for i := range system {
		s := &system[i]
		for j := c.begins.at(s); j >= 0; j = c.begins.next[j] {
			if g := &gold[j]; g.other < 0 && g.role == s.role && c.sameWords(g, s) {
				g.other, s.other = int32(i), j
				break
			}
		}
	}
	c.begins.set(system) // for partner
	left := func(a stretch) bool { return !a.verb && a.other < 0 }
	return !slices.ContainsFunc(gold, left) && !slices.ContainsFunc(system, left)
}

// partner takes for argument i of gold, which is left, one of the system that has the same words in another role. It
// returns its number, or -1.
func (c *spanCounter) partner(g *stretch, system []stretch, i int) int {
	for j := c.begins.at(g); j >= 0; j = c.begins.next[j] {
		if s := &system[j]; s.other < 0 && s.verb == g.verb && c.sameWords(g, s) {
			s.other = int32(i)
			return int(j)
		}
	}
	return -1
}

// proposition yields the item of a predicate of gold.
func (c *spanCounter) proposition(pair *eval.Pair, k int32, perfect, both bool, yield func(*eval.Item)) {
	it := &c.item
	x := pair.Gold.Predicates[k]
	*it = eval.Item{Part: "proposition", Outcome: outcome(true, true, perfect),
		Gold: eval.Ref{Kind: eval.Word, Index: x.Word, Label: x.Sense},
		Adds: append(it.Adds[:0], eval.Add{Column: spanPropositions, N: 1})}
	switch {
	case perfect:
		it.Adds = append(it.Adds, eval.Add{Column: spanPerfect, N: 1})
	case both:
		it.Class = "wrong arguments"
	default:
		it.Class = "missing predicate"
	}
	yield(it)
}

// arguments yields the items of arguments: matching ones, then pairs with the same
// words among the rest, then those of one side.
func (c *spanCounter) arguments(pair *eval.Pair, gold, system []stretch, both bool, yield func(*eval.Item)) {
	for i := range gold {
		g := &gold[i]
		if g.other >= 0 {
			c.argument(pair, g, &system[g.other], true, "", yield)
		} else if j := c.partner(g, system, i); j >= 0 {
			c.argument(pair, g, &system[j], false, "wrong role", yield)
		} else {
			c.argument(pair, g, nil, false, classOf(g, system, "missing", both), yield)
		}
	}
	for j := range system {
		if system[j].other < 0 {
			c.argument(pair, nil, &system[j], false, classOf(&system[j], gold, "spurious", both), yield)
		}
	}
}

// classOf names the error of an argument that only one side has: an unmatched one of
// the other side may have its role and some of its words.
func classOf(a *stretch, others []stretch, which string, both bool) string {
	if !both {
		return which + " " + withPredicate
	}
	for _, o := range others {
		if o.other >= 0 || o.role != a.role {
			continue
		}
		for _, x := range a.pieces {
			for _, y := range o.pieces {
				if x[0] < y[1] && y[0] < x[1] {
					return "wrong boundaries"
				}
			}
		}
	}
	return which + " argument"
}

func (c *spanCounter) argument(pair *eval.Pair, gold, system *stretch, same bool, class string,
	yield func(*eval.Item)) {
	it := &c.item
	*it = eval.Item{Part: "argument", Outcome: outcome(gold != nil, system != nil, same), Class: class,
		Adds: it.Adds[:0], Mended: it.Mended[:0]}
	at := spanGold
	if gold != nil && gold.verb || gold == nil && system.verb {
		it.Part, at = "verb", spanGoldVerbs
	}
	if gold != nil {
		it.Gold = stretchRef(pair.Gold, gold)
		it.Adds = append(it.Adds, eval.Add{Column: at, N: 1})
	}
	if system != nil {
		it.System = stretchRef(pair.System, system)
		it.Adds = append(it.Adds, eval.Add{Column: at + 1, N: 1, System: true})
	}
	if same {
		it.Adds = append(it.Adds, eval.Add{Column: at + 2, N: 1})
	}
	if gold != nil && system != nil && at == spanGold {
		it.Adds = append(it.Adds, eval.Add{Column: spanPlain, N: 1})
	}
	if gold != nil && !same {
		it.Mended = append(it.Mended, eval.Add{Column: at, N: 1}, eval.Add{Column: at + 1, N: 1, System: true},
			eval.Add{Column: at + 2, N: 1})
		if at == spanGold {
			it.Mended = append(it.Mended, eval.Add{Column: spanPlain, N: 1})
		}
	}
	yield(it)
}

func stretchRef(s *treebank.Sentence, x *stretch) eval.Ref {
	a := &s.Arguments[x.first]
	return eval.Ref{Kind: eval.Link, Index: a.Begin, Other: s.Predicates[a.Predicate].Word, Label: x.role}
}
