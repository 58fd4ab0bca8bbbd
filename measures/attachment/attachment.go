package attachment

import (
	"math"
	"strings"

	"assay/eval"
	"assay/eval/condition"
	"assay/eval/mistake"
	"assay/treebank"
)

// The columns. The two system columns repeat matched and matched_labelled, so that a
// breakdown can group them by the system's relation and give its precision.
const (
	colWords = iota
	colGold
	colSystem
	colMatched
	colLabelled
	colLabels
	colSystemMatched
	colSystemLabelled
	colSentences
	colExact
	columnCount
)

var columns = []eval.Column{
	colWords:          {Name: "words"},
	colGold:           {Name: "gold"},
	colSystem:         {Name: "system"},
	colMatched:        {Name: "matched"},
	colLabelled:       {Name: "matched_labelled"},
	colLabels:         {Name: "labels"},
	colSystemMatched:  {Name: "system_matched"},
	colSystemLabelled: {Name: "system_matched_labelled"},
	colSentences:      {Name: "sentences", From: []int{colGold, colSystem}, Presence: true},
	colExact:          {Name: "exact", From: []int{colGold, colSystem, colLabelled, colSystemLabelled}},
}

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	m := &eval.Measure{
		Causes:    mistake.Words(mistake.Parts{Heads: []string{""}}),
		Name:      "attachment",
		Signature: "attachment" + opt.signature() + eval.PlainText,
		Columns:   columns,
		PRF: []eval.PRF{
			{Gold: colGold, System: colSystem, Matched: colMatched, Unlabelled: true, Main: true},
			{Before: "labelled_", Gold: colGold, System: colSystem, Matched: colLabelled, Main: true},
		},
		Formulas: formulas(),
		Items:    colGold,
		Reads:    opt.reads(),
		Omit:     omit,
		Close:    closeRow,
		NewCounter: func() eval.Counter {
			return &counter{Options: opt, weigher: opt.Weights.NewWeigher(), plain: opt.plain()}
		},
	}
	if opt.Punctuation == ByLabel { // the sides have different numbers of arcs: F1 is the figure
		m.Omit = nil
		for i := range m.Formulas {
			f := &m.Formulas[i]
			f.Main, f.Headline = f.Name == "f1" || f.Name == "labelled_f1", f.Name == "labelled_f1"
		}
	}
	return m
}

// reads returns the layers that the measure reads.
func (opt Options) reads() treebank.Layer {
	switch {
	case opt.Weights != nil:
		return 0 // all
	case opt.Punctuation == ByTag:
		return treebank.Arcs | treebank.Relations | treebank.Tags
	}
	return treebank.Arcs | treebank.Relations
}

// formulas returns the attachment scores. Precision and recall of heads do not look at labels.
func formulas() []eval.Formula {
	gold, system, both := eval.Plus(colGold), eval.Plus(colSystem), eval.Plus(colGold, colSystem)
	out := []eval.Formula{
		eval.MainRatio("uas", eval.Plus(colMatched), gold),
		eval.HeadlineRatio("las", eval.Plus(colLabelled), gold),
		eval.MainRatio("label_accuracy", eval.Plus(colLabels), gold),
		eval.Ratio("precision", eval.Plus(colSystemMatched), system),
		eval.Ratio("recall", eval.Plus(colMatched), gold),
		eval.Ratio("f1", eval.Plus(colMatched, colSystemMatched), both),
		eval.Ratio("labelled_precision", eval.Plus(colSystemLabelled), system),
		eval.Ratio("labelled_recall", eval.Plus(colLabelled), gold),
		eval.Ratio("labelled_f1", eval.Plus(colLabelled, colSystemLabelled), both),
		eval.MainRatio("exact_match", eval.Plus(colExact), eval.Plus(colSentences)),
	}
	for _, i := range []int{0, 3, 4, 5} {
		out[i].Unlabelled = true
	}
	for i := 3; i <= 8; i++ {
		out[i].Partial = true
	}
	return out
}

// omit leaves out precision, recall and F1 if every word has one head on both sides:
// they then equal UAS and LAS.
func omit(r []float64, _ uint64) []eval.Omission {
	if r[colGold] == 0 || r[colGold] != r[colSystem] || r[colMatched] != r[colSystemMatched] ||
		r[colLabelled] != r[colSystemLabelled] {
		return nil
	}
	return []eval.Omission{{
		Scores: []string{"precision", "recall", "f1", "labelled_precision", "labelled_recall", "labelled_f1"},
		Why:    "precision, recall and F1 equal UAS and LAS",
	}}
}

// plain reports whether every word counts unchanged.
func (opt Options) plain() bool {
	return opt.Punctuation == Keep && !opt.SkipRoot && !opt.CutSubtypes && !opt.CutKinds && !opt.FoldCase &&
		opt.Weights == nil
}

type counter struct {
	Options
	plain   bool
	weigher *condition.Weigher
	item    eval.Item
	align   *eval.Alignment
	pair    *eval.Pair
	syms    *treebank.Symbols
	tag     []int8            // by symbol: 1 punctuation, -1 not, 0 unknown
	cut     []treebank.Symbol // by symbol: the relation without its subtype, 0 unknown
}

// Count counts the arcs of p.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	if c.plain && c.fast(row, p) {
		return nil
	}
	return c.sum(row, p, nil)
}

// fast counts pairs of trees over the same words, with nothing left out: arc i is the
// arc of word i on both sides. It agrees with the items of Explain, and reads words
// only if necessary.
func (c *counter) fast(row []float64, p *eval.Pair) bool {
	g, s := p.Gold.Arcs, p.System.Arcs
	n := len(g)
	if n == 0 || n != len(s) || n != len(p.Gold.Tokens) || n != len(p.System.Tokens) || !p.Align().Same {
		return false
	}
	gold, system, matched, labelled, labels := n, n, 0, 0, 0
	for i := range g {
		a, b := &g[i], &s[i]
		if int(a.Dep) != i || int(b.Dep) != i || a.Head == treebank.Unresolved {
			return false
		}
		if a.Head == treebank.Unknown || b.Head == treebank.Unknown {
			if a.Head == b.Head {
				gold--
				system--
				continue
			}
			if a.Head == treebank.Unknown {
				gold--
				continue
			}
			system--
		}
		head, rel := 0, 0
		if a.Head == b.Head {
			head = 1
		}
		if a.Rel == b.Rel {
			rel = 1
		}
		matched += head
		labels += rel
		labelled += head & rel
	}
	sum := [columnCount]float64{colWords: float64(n), colGold: float64(gold), colSystem: float64(system),
		colMatched: float64(matched), colLabelled: float64(labelled), colLabels: float64(labels),
		colSystemMatched: float64(matched), colSystemLabelled: float64(labelled)}
	closeRow(sum[:])
	for i, x := range sum {
		row[i] += x
	}
	return true
}

// List counts pair and yields the errors, or all items if columns are wanted.
func (c *counter) List(row []float64, pair *eval.Pair, columns []bool, yield func(*eval.Item)) error {
	if columns != nil || !c.plain || !c.fast(row, pair) {
		return c.sum(row, pair, func(it *eval.Item) {
			if columns != nil || !it.Outcome.Fine() {
				yield(it)
			}
		})
	}
	c.use(pair)
	for i := range pair.Gold.Arcs { // arc i belongs to word i
		a, b := &pair.Gold.Arcs[i], &pair.System.Arcs[i]
		if a.Head == b.Head && a.Rel == b.Rel || a.Head == treebank.Unknown && b.Head == treebank.Unknown {
			continue
		}
		w := int32(i)
		c.emit(side{word: w, head: a.Head, rel: a.Rel, arc: a.Head != treebank.Unknown},
			side{word: w, head: b.Head, rel: b.Rel, arc: b.Head != treebank.Unknown}, yield)
	}
	return nil
}

// sum adds up the items of p, and yields them unless yield is nil.
func (c *counter) sum(row []float64, p *eval.Pair, yield func(*eval.Item)) error {
	var sum [columnCount]float64
	err := c.Explain(p, func(it *eval.Item) {
		eval.AddTo(sum[:], it.Adds)
		if yield != nil {
			yield(it)
		}
	})
	if err != nil {
		return err
	}
	closeRow(sum[:])
	for i, n := range sum {
		row[i] += n
	}
	return nil
}

// closeRow sets the columns for the whole sentence.
func closeRow(row []float64) {
	arcs := row[colGold] > 0 || row[colSystem] > 0
	row[colSentences] = eval.One(arcs)
	row[colExact] = eval.One(arcs && row[colLabelled] == row[colGold] && row[colSystemLabelled] == row[colSystem])
}

// A side is one side of a word.
type side struct {
	word int32 // -1 if this side has no such word
	head int32 // its head in words of this side
	rel  treebank.Symbol
	arc  bool // the word has an arc that counts
	out  bool // it has one that is left out by its label
}

// Explain yields one item per word that counts: those of gold in order, then
// those that only the system has. Class is the wrong part: head, label, both.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	c.use(pair)
	for i := range pair.Gold.Tokens {
		w := int32(i)
		if c.excluded(pair.Gold, w) {
			continue
		}
		c.emit(c.look(pair.Gold, w), c.look(pair.System, c.align.SystemOf(w)), yield)
	}
	if c.align.Same {
		return nil
	}
	for i := range pair.System.Tokens {
		if w := int32(i); c.align.GoldOf(w) < 0 && !c.excluded(pair.System, w) {
			c.emit(side{word: -1}, c.look(pair.System, w), yield)
		}
	}
	return nil
}

func (c *counter) emit(gold, system side, yield func(*eval.Item)) {
	if (gold.word < 0 || gold.out) && !system.arc {
		return
	}
	if c.SkipRoot && !gold.arc && !system.arc && (gold.head == treebank.Root || system.head == treebank.Root) {
		return
	}
	if treebank.Unresolvable(gold.head, system.head) {
		gold.head, gold.arc, system.head, system.arc = treebank.Unknown, false, treebank.Unknown, false
	}
	it := &c.item
	*it = eval.Item{Gold: gold.ref(), System: system.ref(), Adds: it.Adds[:0], Mended: it.Mended[:0]}
	if gold.word >= 0 && !gold.out {
		c.add(colWords, false)
	}
	if gold.arc {
		c.add(colGold, false)
	}
	if system.arc {
		c.add(colSystem, true)
	}
	head := gold.arc && system.arc && c.sameHead(gold.head, system.head)
	rel := gold.word >= 0 && system.word >= 0 && c.relation(gold.rel) == c.relation(system.rel)
	if head {
		c.add(colMatched, false)
		c.add(colSystemMatched, true)
	}
	if head && rel {
		c.add(colLabelled, false)
		c.add(colSystemLabelled, true)
	}
	if gold.arc && rel {
		c.add(colLabels, false)
	}
	if c.classify(it, gold, system, head, rel); !it.Outcome.Fine() {
		c.mend(gold)
	}
	c.weigher.Weigh(c.pair, it)
	yield(it)
}

func (c *counter) add(column int, system bool) {
	c.item.Adds = append(c.item.Adds, eval.Add{Column: column, N: 1, System: system})
}

// mend sets Mended, the Adds of the item if it were right.
func (c *counter) mend(g side) {
	if g.word >= 0 && !g.out {
		c.item.Mended = append(c.item.Mended, eval.Add{Column: colWords, N: 1})
	}
	if g.arc {
		for _, col := range [...]int{colGold, colMatched, colLabelled, colLabels} {
			c.item.Mended = append(c.item.Mended, eval.Add{Column: col, N: 1})
		}
		for _, col := range [...]int{colSystem, colSystemMatched, colSystemLabelled} {
			c.item.Mended = append(c.item.Mended, eval.Add{Column: col, N: 1, System: true})
		}
	}
}

func (*counter) classify(it *eval.Item, gold, system side, head, rel bool) {
	switch {
	case !gold.arc && !system.arc:
		it.Outcome = eval.Noncommittal
	case !system.arc:
		it.Outcome = eval.Missing
	case !gold.arc:
		it.Outcome = eval.Spurious
	case head && rel:
		it.Outcome = eval.Correct
	default:
		it.Outcome = eval.Incorrect
		switch {
		case head:
			it.Class = "wrong label"
		case rel:
			it.Class = "wrong head"
		default:
			it.Class = "wrong head and label"
		}
	}
}

func (c *counter) use(p *eval.Pair) {
	c.pair, c.align = p, p.Align()
	if c.syms != p.Gold.Syms {
		c.syms, c.tag, c.cut = p.Gold.Syms, c.tag[:0], c.cut[:0]
	}
}

// look returns the analysis of a word in s.
func (c *counter) look(s *treebank.Sentence, word int32) side {
	if word < 0 {
		return side{word: -1, head: treebank.Unknown}
	}
	head, rel := s.HeadOf(word)
	out := c.Punctuation == ByLabel && c.leftOut(s.Name(rel))
	return side{word, head, rel, head != treebank.Unknown && !(c.SkipRoot && head == treebank.Root) && !out, out}
}

// leftOut reports whether a relation is one of punctuation in spaCy.
func (*counter) leftOut(rel string) bool {
	return strings.EqualFold(rel, "p") || strings.EqualFold(rel, "punct")
}

func (x side) ref() eval.Ref {
	if x.word < 0 {
		return eval.Ref{}
	}
	return eval.Ref{Kind: eval.Link, Index: x.word, Other: x.head, Label: x.rel}
}

func (c *counter) sameHead(gold, system int32) bool {
	if system >= 0 {
		if system = c.align.GoldOf(system); system < 0 {
			system = math.MinInt32
		}
	}
	return gold == system
}

// excluded reports whether word i of sentence is punctuation to be ignored.
func (c *counter) excluded(sentence *treebank.Sentence, i int32) bool {
	switch c.Punctuation {
	case Unicode:
		return isUnicode(sentence.Word(i)) || isEscape(sentence.Word(i))
	case ASCII:
		return isASCII(sentence.Word(i)) || isEscape(sentence.Word(i))
	case ByTag:
		symbol := sentence.Tokens[i].Tag
		for int(symbol) >= len(c.tag) {
			c.tag = append(c.tag, 0)
		}
		if c.tag[symbol] == 0 {
			c.tag[symbol] = -1
			for _, t := range c.tags() {
				if t == sentence.Name(symbol) {
					c.tag[symbol] = 1
				}
			}
		}
		return c.tag[symbol] > 0
	}
	return false
}

// relation returns the relation as compared under the options.
func (c *counter) relation(symbol treebank.Symbol) treebank.Symbol {
	if !c.CutSubtypes && !c.CutKinds && !c.FoldCase || symbol == 0 {
		return symbol
	}
	for int(symbol) >= len(c.cut) {
		c.cut = append(c.cut, 0)
	}
	if c.cut[symbol] == 0 {
		name := c.syms.Name(symbol)
		if i := strings.IndexByte(name, ':'); i > 0 && c.CutSubtypes {
			name = name[:i]
		}
		if c.CutKinds {
			name = strings.TrimSuffix(strings.TrimSuffix(name, "_r"), "_m")
		}
		if c.FoldCase {
			name = strings.ToLower(name)
		}
		c.cut[symbol] = c.syms.InternString(name)
	}
	return c.cut[symbol]
}
