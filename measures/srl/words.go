package srl

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"assay/eval"
	"assay/measures/internal/faults"
	"assay/measures/internal/matchcount"
	"assay/treebank"
)

// An argument is an argument of one side, in words of gold.
type argument struct {
	word  int32 // -1 for a word that gold lacks
	role  treebank.Symbol
	index int32 // index in Sentence.Arguments
	other int32 // argument of the other side with the same word and role, -1 if none
	fact  int   // its number among the facts of the side
}

// A frame is a predicate of one side with its arguments, sorted.
type frame struct {
	word  int32
	index int32 // index in Sentence.Predicates
	sense treebank.Symbol
	args  []argument
	fact  int // its number among the facts of the side
}

type counter struct {
	Options
	words        words
	gold, system []frame
	senses       []treebank.Symbol // by symbol: symbol of the sense, plus one
	syms         *treebank.Symbols
	pool         []argument
	item         eval.Item
	faults       faults.Pair
}

// Count adds the counts of p to row: those of the items that Explain yields.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	c.load(p)
	if !p.Gold.Missing {
		row[colSentences]++
		for i := range p.Gold.Tokens {
			a, ok := c.attachment(p, int32(i))
			if !ok {
				continue
			}
			row[colWords]++
			if a.sameHead() {
				row[colHeads]++
			}
			if a.same() {
				row[colAttachments]++
			}
		}
	}
	c.pairFrames(func(gold, system *frame) { countFrame(row, gold, system) })
	closeRow(row)
	return nil
}

// countFrame counts a predicate of one side, or of both, its proposition and its arguments.
func countFrame(row []float64, gold, system *frame) {
	add := func(at, gold, system, matched int) {
		row[at] += float64(gold)
		row[at+1] += float64(system)
		row[at+2] += float64(matched)
	}
	one := func(yes bool) int {
		if yes {
			return 1
		}
		return 0
	}
	inGold, inSystem := one(gold != nil), one(system != nil)
	goldArgs, systemArgs := gold.arguments(), system.arguments()
	matched := match(goldArgs, systemArgs)
	same := sameSense(gold, system)
	for _, at := range [...]int{colAll, colLabeled} {
		add(at, inGold+len(goldArgs), inSystem+len(systemArgs), one(same)+matched)
	}
	plain := matched
	for i := range goldArgs {
		if a := &goldArgs[i]; a.other < 0 && partner(a, systemArgs, i) >= 0 {
			plain++
		}
	}
	add(colUnlabeled, inGold+len(goldArgs), inSystem+len(systemArgs), inGold*inSystem+plain)
	add(colPropositions, inGold, inSystem, one(same && matched == len(goldArgs) && matched == len(systemArgs)))
}

// closeRow sets the columns for sentences that are entirely right.
func closeRow(row []float64) {
	sentence := row[colSentences] > 0
	semantics := sentence && row[colAll] == row[colAll+2] && row[colAll+1] == row[colAll+2]
	syntax := sentence && row[colWords] == row[colAttachments]
	row[colExactSemantics], row[colExactSyntax], row[colExact] =
		eval.One(semantics), eval.One(syntax), eval.One(semantics && syntax)
}

// frames returns the predicates of a side in the order of their words in gold.
func (c *counter) frames(dst []frame, sentence *treebank.Sentence, system bool) []frame {
	dst = dst[:0]
	a := 0
	for i, p := range sentence.Predicates {
		f := frame{word: c.words.of(p.Word, system), index: int32(i), sense: c.sense(p.Sense)}
		from := len(c.pool)
		for ; a < len(sentence.Arguments) && int(sentence.Arguments[a].Predicate) == i; a++ {
			x := &sentence.Arguments[a]
			c.pool = append(c.pool, argument{word: c.words.of(x.Begin, system), role: x.Role, index: int32(a), other: -1})
		}
		f.args = c.pool[from:len(c.pool):len(c.pool)]
		slices.SortStableFunc(f.args, func(x, y argument) int {
			return cmp.Or(cmp.Compare(x.word, y.word), cmp.Compare(x.role, y.role))
		})
		dst = append(dst, f)
	}
	slices.SortStableFunc(dst, func(x, y frame) int { return cmp.Compare(x.word, y.word) })
	return dst
}

// sense returns the symbol of the compared part of PRED.
func (c *counter) sense(symbol treebank.Symbol) treebank.Symbol {
	if int(symbol) >= len(c.senses) {
		c.senses = append(c.senses, make([]treebank.Symbol, int(symbol)+1-len(c.senses))...)
	}
	if c.senses[symbol] == 0 {
		name := c.syms.Name(symbol)
		compared := sense(name)
		if lemma, _, ok := strings.Cut(name, "."); ok && c.Lemma {
			compared = lemma + "." + compared
		}
		c.senses[symbol] = c.syms.InternString(compared) + 1
	}
	return c.senses[symbol] - 1
}

// load finds the words and the predicates of a pair.
func (c *counter) load(pair *eval.Pair) {
	if c.syms != pair.Gold.Syms {
		c.syms, c.senses = pair.Gold.Syms, c.senses[:0]
	}
	c.words.set(pair, true)
	c.pool = slices.Grow(c.pool[:0], len(pair.Gold.Arguments)+len(pair.System.Arguments)) // frames keep parts of it
	c.gold, c.system = c.frames(c.gold, pair.Gold, false), c.frames(c.system, pair.System, true)
}

// pairFrames calls visit for each predicate, those of both sides at the same word together.
func (c *counter) pairFrames(visit func(gold, system *frame)) {
	gold, system := c.gold, c.system
	for len(gold)+len(system) > 0 {
		switch {
		case len(system) == 0 || len(gold) > 0 && gold[0].word < system[0].word:
			visit(&gold[0], nil)
			gold = gold[1:]
		case len(gold) == 0 || system[0].word < gold[0].word:
			visit(nil, &system[0])
			system = system[1:]
		default:
			visit(&gold[0], &system[0])
			gold, system = gold[1:], system[1:]
		}
	}
}

// Explain yields an item for the sentence, one for the attachment of each word, and
// those of predicates, propositions and arguments.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	c.load(pair)
	c.faults.Reset()
	describe(&c.faults, c.gold, faults.Gold)
	describe(&c.faults, c.system, faults.System)
	if !pair.Gold.Missing {
		adds := append(c.item.Adds[:0], eval.Add{Column: colSentences, N: 1})
		c.item = matchcount.Whole("sentence", pair, eval.Correct, adds)
		yield(&c.item)
		c.attachments(pair, yield)
	}
	c.pairFrames(func(gold, system *frame) { c.frame(pair, gold, system, yield) })
	return nil
}

// An attachment is the head and the relation of a word of gold on both sides.
type attachment struct {
	word, other int32 // the word in gold and in the system, or -1
	head        int32 // in gold
	systemHead  int32 // in the system, by words of the system
	aligned     int32 // systemHead by words of gold
	rel, label  treebank.Symbol
}

func (a *attachment) sameHead() bool { return a.other >= 0 && a.head == a.aligned }

func (a *attachment) same() bool { return a.sameHead() && a.rel == a.label }

// attachment returns the heads of a word on both sides, false if the word does not count.
func (c *counter) attachment(pair *eval.Pair, w int32) (a attachment, ok bool) {
	if c.SkipPunctuation && isPunctuation(pair.Gold.Word(w)) {
		return a, false
	}
	a = attachment{word: w, other: -1}
	a.head, a.rel = pair.Gold.HeadOf(w)
	if v := c.words.system(w); v >= 0 && int(v) < len(pair.System.Tokens) {
		a.other = v
		a.systemHead, a.label = pair.System.HeadOf(v)
		if a.aligned = a.systemHead; a.systemHead >= 0 {
			if a.aligned = c.words.of(a.systemHead, true); a.aligned < 0 {
				a.aligned = treebank.Unknown
			}
		}
	}
	return a, true
}

// attachments yields the items of heads and relations.
func (c *counter) attachments(pair *eval.Pair, yield func(*eval.Item)) {
	for i := range pair.Gold.Tokens {
		a, ok := c.attachment(pair, int32(i))
		if !ok {
			continue
		}
		it := &c.item
		*it = eval.Item{Part: "attachment", Outcome: eval.Missing,
			Gold: eval.Ref{Kind: eval.Link, Index: a.word, Other: a.head, Label: a.rel},
			Adds: append(it.Adds[:0], eval.Add{Column: colWords, N: 1}),
			Mended: append(it.Mended[:0], eval.Add{Column: colWords, N: 1}, eval.Add{Column: colHeads, N: 1},
				eval.Add{Column: colAttachments, N: 1})}
		if a.other >= 0 {
			it.System = eval.Ref{Kind: eval.Link, Index: a.other, Other: a.systemHead, Label: a.label}
			it.Outcome = eval.Incorrect
		}
		if a.sameHead() {
			it.Adds = append(it.Adds, eval.Add{Column: colHeads, N: 1})
		}
		if a.same() {
			it.Outcome = eval.Correct
			it.Adds = append(it.Adds, eval.Add{Column: colAttachments, N: 1})
		}
		yield(it)
	}
}

func isPunctuation(form []byte) bool {
	for _, r := range string(form) {
		if !unicode.IsPunct(r) {
			return false
		}
	}
	return len(form) > 0
}

// frame yields the items of a predicate of one side, or of both.
func (c *counter) frame(pair *eval.Pair, gold, system *frame, yield func(*eval.Item)) {
	goldArgs, systemArgs := gold.arguments(), system.arguments()
	matched := match(goldArgs, systemArgs)
	same := sameSense(gold, system)
	c.predicate(pair, gold, system, same, yield)
	c.proposition(pair, gold, system, same && matched == len(goldArgs) && matched == len(systemArgs), yield)
	c.arguments(pair, gold, system, goldArgs, systemArgs, yield)
}

func sameSense(gold, system *frame) bool {
	return gold != nil && system != nil && gold.sense == system.sense
}

// arguments returns the arguments of a predicate; a nil predicate has none.
func (f *frame) arguments() []argument {
	if f == nil {
		return nil
	}
	return f.args
}

// match pairs arguments with the same word and role, and returns the number of pairs.
func match(gold, system []argument) (n int) {
	for i := range gold {
		for j := range system {
			if g, s := &gold[i], &system[j]; g.word == s.word && g.word >= 0 && g.role == s.role && s.other < 0 {
				g.other, s.other = int32(j), int32(i)
				n++
				break
			}
		}
	}
	return n
}

// partner takes for argument i of gold one of the system that is the same word in another role. It returns its
// number, or -1.
func partner(a *argument, system []argument, i int) int {
	for j := range system {
		if b := &system[j]; b.other < 0 && b.word == a.word && b.word >= 0 {
			b.other = int32(i)
			return j
		}
	}
	return -1
}

// counts sets the Adds of an item in the columns from at on. A match is in one group of a
// breakdown, that of gold, with both of its sides.
func (c *counter) counts(at int, gold, system, matched bool) {
	for k, yes := range []bool{gold, system, matched} {
		if yes {
			c.item.Adds = append(c.item.Adds, eval.Add{Column: at + k, N: 1, System: k == 1 && !matched})
		}
	}
}

// mend sets Mended of an item that is wrong and in gold: gold, system and matched of each.
func (c *counter) mend(columns ...int) {
	if it := &c.item; it.Outcome == eval.Incorrect || it.Outcome == eval.Missing {
		for _, at := range columns {
			for k := range 3 {
				it.Mended = append(it.Mended, eval.Add{Column: at + k, N: 1})
			}
		}
	}
}

// predicate yields the item of a predicate of one side, or of both; same says that their senses
// are equal.
func (c *counter) predicate(pair *eval.Pair, gold, system *frame, same bool, yield func(*eval.Item)) {
	it := c.both(pair, "predicate", gold, system, same)
	if it.Outcome != eval.Correct {
		it.Class = c.faults.Class(gold.number(), system.number(), it.Outcome)
	}
	c.counts(colAll, gold != nil, system != nil, same)
	c.counts(colLabeled, gold != nil, system != nil, same)
	c.counts(colUnlabeled, gold != nil, system != nil, gold != nil && system != nil)
	c.mend(colAll, colLabeled, colUnlabeled)
	yield(it)
}

// proposition yields the item of a predicate with its arguments; same says that all are equal.
func (c *counter) proposition(pair *eval.Pair, gold, system *frame, same bool, yield func(*eval.Item)) {
	it := c.both(pair, "proposition", gold, system, same)
	if it.Outcome == eval.Incorrect && gold.sense == system.sense {
		it.Class = "wrong arguments"
	} else if it.Outcome != eval.Correct {
		it.Class = c.faults.Class(gold.number(), system.number(), it.Outcome)
	}
	c.counts(colPropositions, gold != nil, system != nil, same)
	c.mend(colPropositions)
	yield(it)
}

// both returns the item of a predicate of one side, or of both, without its Adds.
func (c *counter) both(pair *eval.Pair, part string, gold, system *frame, same bool) *eval.Item {
	it := &c.item
	*it = eval.Item{Part: part, Outcome: outcome(gold != nil, system != nil, same),
		Adds: it.Adds[:0], Mended: it.Mended[:0]}
	ref := func(s *treebank.Sentence, f *frame) eval.Ref {
		return eval.Ref{Kind: eval.Word, Index: s.Predicates[f.index].Word, Label: s.Predicates[f.index].Sense}
	}
	if gold != nil {
		it.Gold = ref(pair.Gold, gold)
	}
	if system != nil {
		it.System = ref(pair.System, system)
	}
	return it
}

func outcome(gold, system, same bool) eval.Outcome {
	switch {
	case !gold:
		return eval.Spurious
	case !system:
		return eval.Missing
	case same:
		return eval.Correct
	}
	return eval.Incorrect
}

// arguments yields the items of the arguments of a predicate: matching ones, then
// pairs with the same word among the rest, then those of one side.
func (c *counter) arguments(pair *eval.Pair, g, s *frame, gold, system []argument, yield func(*eval.Item)) {
	emit := func(a, b *argument, same bool) {
		it := &c.item
		*it = eval.Item{Part: "argument", Outcome: outcome(a != nil, b != nil, same),
			Adds: it.Adds[:0], Mended: it.Mended[:0]}
		if a != nil {
			it.Gold = link(pair.Gold, g.index, a.index)
		}
		if b != nil {
			it.System = link(pair.System, s.index, b.index)
		}
		if it.Outcome != eval.Correct {
			it.Class = c.faults.Class(a.number(), b.number(), it.Outcome)
		}
		c.counts(colAll, a != nil, b != nil, same)
		c.counts(colLabeled, a != nil, b != nil, same)
		c.counts(colUnlabeled, a != nil, b != nil, a != nil && b != nil)
		c.mend(colAll, colLabeled, colUnlabeled)
		yield(it)
	}
	for i := range gold {
		a := &gold[i]
		if a.other >= 0 {
			emit(a, &system[a.other], true)
		} else if j := partner(a, system, i); j >= 0 {
			emit(a, &system[j], false)
		} else {
			emit(a, nil, false)
		}
	}
	for j := range system {
		if system[j].other < 0 {
			emit(nil, &system[j], false)
		}
	}
}

func link(s *treebank.Sentence, predicate, argument int32) eval.Ref {
	a := &s.Arguments[argument]
	return eval.Ref{Kind: eval.Link, Index: a.Begin, Other: s.Predicates[predicate].Word, Label: a.Role}
}

// words maps the words of the system to those of gold.
type words struct {
	align *eval.Alignment // nil: by number
}

// set takes the words of a pair. With forms set, the sentences hold them, and assay reports
// those that differ.
func (w *words) set(p *eval.Pair, forms bool) {
	w.align = nil
	other := len(p.Gold.Tokens) != len(p.System.Tokens)
	if p.Gold.Missing || p.System.Missing || !other && (!forms || p.SameWords()) {
		return
	}
	if align := p.Align(); other {
		w.align = align
	}
}

// of returns the number in gold of a word of either side, or -1.
func (w *words) of(i int32, system bool) int32 {
	if !system || w.align == nil {
		return i
	}
	return w.align.GoldOf(i)
}

// system returns the number in the system of a word of gold.
func (w *words) system(i int32) int32 {
	if w.align == nil {
		return i
	}
	return w.align.SystemOf(i)
}
