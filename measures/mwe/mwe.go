// Package mwe is the measure of the PARSEME shared tasks on multiword expressions.
//
//	precision, recall, f1          expressions with the same words on both sides (MWE-based)
//	token_precision, ...           words in common under the best one-to-one pairing of expressions (token-based)
//
// As in evaluate.py (1.1) and parseme_evaluate.py (2.0), an expression is the set of its words: two
// with the same words are
// one, and its category does not count. With Options.Labelled it does: only expressions of one category match or pair,
// which are the figures of these programs per category (key label). A row is a sentence. Words are
// compared through their
// characters; sentences whose text differs cannot be scored, where the programs compare positions.
//
// The best pairing keeps equal expressions together, which loses nothing: |A&B| + |A&C| <= |A| + |B&C|.
package mwe

import (
	"encoding/binary"
	"errors"
	"slices"

	"assay/eval"
	"assay/eval/mistake"
	"assay/internal/assign"
	"assay/internal/expressions"
	"assay/measures/entry"
	"assay/treebank"
)

// Options of the measure.
type Options struct {
	Labelled bool // categories count
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{entry.Flag(&opt.Labelled, "labelled", "no", "yes", "whether the category must be the same")}
}

// The columns of a row.
const (
	colGold = iota
	colSystem
	colMatched
	colTokenGold
	colTokenSystem
	colTokenMatched
)

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	whole := eval.PRF{Gold: colGold, System: colSystem, Matched: colMatched, Main: true}
	tokens := eval.PRF{Before: "token_", Gold: colTokenGold, System: colTokenSystem, Matched: colTokenMatched, Main: true}
	return &eval.Measure{
		Causes:     mistake.Stretches("*"),
		Name:       "mwe",
		Signature:  "mwe" + entry.Cite(opt.Settings()) + eval.PlainText,
		Columns:    eval.Columns("gold", "system", "matched", "token_gold", "token_system", "token_matched"),
		PRF:        []eval.PRF{whole, tokens},
		Formulas:   append(eval.Mark(whole.Formulas(), true, "f1"), eval.Mark(tokens.Formulas(), true, "")...),
		Items:      colGold,
		Reads:      treebank.Expressions | treebank.Tags,
		Unlabelled: !opt.Labelled,
		NewCounter: func() eval.Counter { return &counter{Options: opt} },
	}
}

// An expression is one of a sentence.
type expression struct {
	phrase int32
	label  treebank.Symbol
	words  []int32 // of gold's sentence; words of the system that gold lacks are below 0
}

type counter struct {
	Options
	gold, system []expression
	seen         map[string]int32 // by key: the expression of the side that was read last
	key          []byte
	words        [][]int32
	match        []int32 // by expression of gold: the one with the same words, or the best other one; -1 if there is none
	solver       assign.Solver
	item         eval.Item
}

// read lists the expressions of a sentence with words of gold's.
func (c *counter) read(dst []expression, sentence *treebank.Sentence, gold []int32) []expression {
	c.seen = map[string]int32{}
	if sentence.Missing {
		return dst
	}
	c.words = expressions.All(c.words[:0], sentence)
	for i := range sentence.Phrases {
		found := expression{phrase: int32(i), label: sentence.Phrases[i].Label, words: c.words[i]}
		for k, word := range found.words {
			if gold != nil {
				if found.words[k] = gold[word]; found.words[k] < 0 {
					found.words[k] = -1 - word
				}
			}
		}
		slices.Sort(found.words)
		if len(found.words) == 0 || c.find(&found, c.Labelled) >= 0 {
			continue
		}
		c.seen[string(c.key)] = int32(len(dst))
		dst = append(dst, found)
	}
	return dst
}

// find returns the expression of the side that was read last with the same words, and the
// same label if that counts; -1 if there is none. It sets the key.
func (c *counter) find(e *expression, labelled bool) int32 {
	c.key = c.key[:0]
	if labelled {
		c.key = binary.LittleEndian.AppendUint32(c.key, uint32(e.label))
	}
	for _, word := range e.words {
		c.key = binary.LittleEndian.AppendUint32(c.key, uint32(word))
	}
	if i, ok := c.seen[string(c.key)]; ok {
		return i
	}
	return -1
}

// same reports whether two expressions are one.
func (c *counter) same(a, b *expression) bool {
	return slices.Equal(a.words, b.words) && (!c.Labelled || a.label == b.label)
}

// compare pairs the expressions of both sides.
func (c *counter) compare(pair *eval.Pair) error {
	align := pair.Align()
	if align.Err != nil {
		return align.Err
	}
	c.gold = c.read(c.gold[:0], pair.Gold, nil)
	c.system = c.read(c.system[:0], pair.System, align.Gold)
	c.match = c.match[:0]
	taken := make([]bool, len(c.system))
	for i := range c.gold {
		k := c.find(&c.gold[i], c.Labelled)
		c.match = append(c.match, k)
		if k >= 0 {
			taken[k] = true
		}
	}
	pairs, err := c.overlapping(taken)
	if err != nil {
		return err
	}
	if len(pairs) > 0 {
		for i, k := range c.solver.Sparse(len(c.gold), len(c.system), pairs) {
			if k >= 0 {
				c.match[i] = k
			}
		}
	}
	return nil
}

// ErrLarge reports that too many expressions of both sides share words.
var ErrLarge = errors.New("too many expressions share words with one another")

const mostPairs = 1 << 20 // of expressions that share words; the assignment takes longer than their number

// overlapping returns the pairs of expressions without a match that share words.
func (c *counter) overlapping(taken []bool) (pairs []assign.Pair, err error) {
	holds := map[int32][]int32{} // by word: expressions of the system
	for k := range c.system {
		for _, word := range c.system[k].words {
			if !taken[k] {
				holds[word] = append(holds[word], int32(k))
			}
		}
	}
	done := make([]int32, len(c.system)) // the last one of gold that it was paired with, and one
	for i := range c.gold {
		if c.match[i] >= 0 {
			continue
		}
		from := len(pairs)
		for _, word := range c.gold[i].words {
			for _, k := range holds[word] {
				if done[k] == int32(i)+1 || c.Labelled && c.gold[i].label != c.system[k].label {
					continue
				}
				done[k] = int32(i) + 1
				pairs = append(pairs, assign.Pair{Row: int32(i), Col: k,
					Value: float64(assign.Common(c.gold[i].words, c.system[k].words))})
			}
		}
		if len(pairs) > mostPairs {
			return nil, ErrLarge
		}
		slices.SortFunc(pairs[from:], func(a, b assign.Pair) int { return int(a.Col - b.Col) })
	}
	return pairs, nil
}

// Count adds the counts of pair to row.
func (c *counter) Count(row []float64, pair *eval.Pair) error { return eval.CountItems(c, row, pair) }

// Explain yields the expressions of gold by their first words, with those of the system that they are paired with, then
// the other ones of the system.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := c.compare(pair); err != nil {
		return err
	}
	paired := make([]bool, len(c.system))
	for _, k := range c.match {
		if k >= 0 {
			paired[k] = true
		}
	}
	if c.Labelled { // the first one with those words, whatever its category
		clear(c.seen)
		for k := range c.system {
			if c.find(&c.system[k], false) < 0 {
				c.seen[string(c.key)] = int32(k)
			}
		}
	}
	for i, k := range c.match {
		other := k
		if k < 0 && c.Labelled { // the same words in another category
			other = c.find(&c.gold[i], false)
			if other >= 0 && paired[other] {
				other = -1
			}
			if other >= 0 {
				paired[other] = true
			}
		}
		c.yieldGold(&c.gold[i], k, other, yield)
	}
	for k := range c.system {
		if !paired[k] {
			c.begin(eval.Item{Outcome: eval.Spurious, Class: "spurious expression", System: c.system[k].ref()})
			c.add(colSystem, colTokenSystem, len(c.system[k].words), true)
			yield(&c.item)
		}
	}
	return nil
}

// begin replaces the item and reuses its memory.
func (c *counter) begin(it eval.Item) {
	it.Adds, it.Mended = c.item.Adds[:0], c.item.Mended[:0]
	c.item = it
}

// add adds an expression of n words.
func (c *counter) add(column, tokens, n int, system bool) {
	c.item.Adds = append(c.item.Adds, eval.Add{Column: column, N: 1, System: system},
		eval.Add{Column: tokens, N: float64(n), System: system})
}

// yieldGold yields an expression of gold, with the one that it is paired with and the one that is shown beside it.
func (c *counter) yieldGold(gold *expression, match, other int32, yield func(*eval.Item)) {
	n := len(gold.words)
	c.begin(eval.Item{Outcome: eval.Missing, Class: "missing expression", Gold: gold.ref()})
	c.add(colGold, colTokenGold, n, false)
	if other >= 0 {
		system := &c.system[other]
		c.item.System = system.ref()
		same := match >= 0 && c.same(gold, system)
		// Words in common are in gold's group, so those of the system must be too, or a group would have more than 100 %.
		c.item.Adds = append(c.item.Adds, eval.Add{Column: colSystem, N: 1, System: !same},
			eval.Add{Column: colTokenSystem, N: float64(len(system.words)), System: match < 0})
		switch {
		case same:
			c.item.Outcome, c.item.Class = eval.Correct, ""
			c.item.Adds = append(c.item.Adds, eval.Add{Column: colMatched, N: 1},
				eval.Add{Column: colTokenMatched, N: float64(n)})
		case match >= 0:
			c.item.Outcome, c.item.Class = eval.Incorrect, "partial expression"
			c.item.Adds = append(c.item.Adds, eval.Add{Column: colTokenMatched, N: float64(assign.Common(gold.words, system.words))})
		default:
			c.item.Outcome, c.item.Class = eval.Incorrect, "wrong category"
		}
	}
	for column := colGold; column <= colMatched; column++ {
		c.item.Mended = append(c.item.Mended, eval.Add{Column: column, N: 1, System: column == colSystem})
		c.item.Mended = append(c.item.Mended, eval.Add{Column: column + colTokenGold, N: float64(n),
			System: column == colSystem})
	}
	yield(&c.item)
}

func (e *expression) ref() eval.Ref {
	return eval.Ref{Kind: eval.Phrase, Index: e.phrase, Other: -1, Label: e.label}
}
