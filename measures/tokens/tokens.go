// Package tokens is the measure tokens: the tokens that both sides have in the same order, as the block eval.F1 of
// udapi (udapi-python c05494e) counts them:
//
//	precision = matched / tokens of the system, recall = matched / tokens of gold, f1 of both
//
// A token is the values of some columns of a word, such as its form and its tag, joined by _; matched is the length of
// the longest common subsequence of both lists in a sentence. The texts may differ: this is for commas, articles or
// diacritics that a system restores, and for tags on another tokenisation. With a focus, a regular expression for whole
// tokens, only tokens in focus count. The others are aligned first, and those in focus between them, so that a comma at
// another place is wrong and no word is.
//
// Empty nodes and multiword tokens are left out. A sentence that the system lacks has no tokens (udapi leaves the rest
// of gold out).
package tokens

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure.
var Entry = entry.Entry{
	Name:   "tokens",
	Title:  "tokens of both sides in the same order, by any columns: restored commas, articles, tags",
	Source: "udapi-python c05494e, eval.F1 (GPL 3 or later)",
	Doc: `A token is the values of the columns in attributes, joined by _ (None where there is none). matched is the
longest common subsequence of the tokens of a sentence; precision = matched / system, recall = matched /
gold, f1 of both. The texts of both sides may differ. With focus=REGEX only tokens that the whole
expression matches count, such as attributes=form+upos:focus=(the|a)_DET; all others are aligned first, and
those in focus between them. In a breakdown by label each token has a row, as in the details of eval.F1.`,
	Maker: entry.Bound[Options]{
		Preset:   func(string) Options { return Options{Attributes: []string{"form"}} },
		Settings: (*Options).Settings, Make: New,
	},
}

// Options of the measure.
type Options struct {
	Attributes []string
	Focus      *regexp.Regexp // of whole tokens; nil for all
	pattern    string
}

// columns are the columns of a word that can be compared.
var columns = []string{"form", "lemma", "upos", "xpos", "feats", "deprel", "udeprel"}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Free("attributes", "columns that make a token, separated by +: "+strings.Join(columns, ", "), func() string {
			return strings.Join(opt.Attributes, "+")
		}, func(value string) error {
			opt.Attributes = strings.Split(value, "+")
			for _, name := range opt.Attributes {
				if !slices.Contains(columns, name) {
					return fmt.Errorf("want columns among %s after attributes=, found %q", strings.Join(columns, ", "), name)
				}
			}
			return nil
		}),
		entry.Free("focus", "regular expression for the tokens that count", func() string { return opt.pattern },
			func(value string) (err error) {
				if opt.Focus, err = regexp.Compile("^(?:" + value + ")$"); err != nil {
					return fmt.Errorf("want a regular expression after focus=, found %q: %w", value, err)
				}
				opt.pattern = value
				return nil
			}),
	}
}

const (
	colGold = iota
	colSystem
	colMatched
)

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	prf := eval.PRF{Gold: colGold, System: colSystem, Matched: colMatched, Main: true}
	return &eval.Measure{
		Name: "tokens", Signature: "tokens" + entry.Cite(opt.Settings()),
		Columns:    eval.Columns("gold", "system", "matched"),
		PRF:        []eval.PRF{prf},
		Formulas:   eval.Mark(prf.Formulas(), true, "f1"),
		Items:      colGold,
		NewCounter: func() eval.Counter { return &counter{Options: opt} },
	}
}

// A counter counts pairs; it holds scratch memory.
type counter struct {
	Options
	sides   [2][]string
	partner []int32 // by token of gold: that of the system, -1 if it has none
	item    eval.Item
}

// Count adds the counts of pair to row.
func (c *counter) Count(row []float64, pair *eval.Pair) error { return eval.CountItems(c, row, pair) }

// Explain yields the tokens of gold in order, then those that only the system has.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	for i, sentence := range []*treebank.Sentence{pair.Gold, pair.System} {
		c.sides[i] = c.read(c.sides[i][:0], sentence)
	}
	if err := c.align(); err != nil {
		return err
	}
	taken := make([]bool, len(c.sides[1]))
	for g, token := range c.sides[0] {
		if s := c.partner[g]; s >= 0 {
			taken[s] = true
		}
		if !c.counts(token) {
			continue
		}
		it := &c.item
		*it = eval.Item{Outcome: eval.Missing, Gold: ref(pair.Gold, g, token), Adds: it.Adds[:0], Mended: it.Mended[:0]}
		it.Adds = append(it.Adds, eval.Add{Column: colGold, N: 1})
		if s := c.partner[g]; s >= 0 {
			it.Outcome, it.System = eval.Correct, ref(pair.System, int(s), token)
			it.Adds = append(it.Adds, eval.Add{Column: colSystem, N: 1, System: true}, eval.Add{Column: colMatched, N: 1})
		}
		it.Mended = append(it.Mended, eval.Add{Column: colGold, N: 1}, eval.Add{Column: colSystem, N: 1, System: true},
			eval.Add{Column: colMatched, N: 1})
		yield(it)
	}
	for s, token := range c.sides[1] {
		if !taken[s] && c.counts(token) {
			it := &c.item
			*it = eval.Item{Outcome: eval.Spurious, System: ref(pair.System, s, token), Adds: it.Adds[:0], Mended: it.Mended[:0]}
			it.Adds = append(it.Adds, eval.Add{Column: colSystem, N: 1, System: true})
			yield(it)
		}
	}
	return nil
}

func (c *counter) counts(token string) bool { return c.Focus == nil || c.Focus.MatchString(token) }

// ref returns the reference to a word, whose label is its token.
func ref(sentence *treebank.Sentence, word int, token string) eval.Ref {
	return eval.Ref{Kind: eval.Word, Index: int32(word), Label: sentence.Syms.InternString(token)}
}

// read appends the tokens of a sentence.
func (c *counter) read(dst []string, sentence *treebank.Sentence) []string {
	if sentence.Missing {
		return dst
	}
	var values []string
	for i := range int32(len(sentence.Tokens)) {
		values = values[:0]
		for _, name := range c.Attributes {
			values = append(values, value(sentence, i, name))
		}
		dst = append(dst, strings.Join(values, "_"))
	}
	return dst
}

// value returns a column of a word. An unset lemma or feature is _, as udapi has it, any other None.
func value(sentence *treebank.Sentence, word int32, name string) string {
	var morph treebank.Morph
	if int(word) < len(sentence.Morph) {
		morph = sentence.Morph[word]
	}
	_, rel := sentence.HeadOf(word)
	or := func(text, other string) string {
		if text == "" {
			return other
		}
		return text
	}
	switch name {
	case "lemma":
		return or(sentence.Str(morph.Lemma), "_")
	case "upos":
		return or(sentence.Name(sentence.Tokens[word].Tag), "None")
	case "xpos":
		return or(sentence.Name(morph.Fine), "None")
	case "feats":
		return or(sentence.Name(morph.Feats), "_")
	case "deprel":
		return or(sentence.Name(rel), "None")
	case "udeprel":
		short, _, _ := strings.Cut(sentence.Name(rel), ":")
		return or(short, "None")
	}
	return string(sentence.Word(word))
}

// mostCells is the number of cells of a table: pairs of tokens that are compared.
const mostCells = 25_000_000

// errLong is the reason why a pair of sentences is not compared.
var errLong = errors.New("more than 25 million pairs of tokens; are these documents in place of sentences?")

// align pairs the tokens of both sides.
func (c *counter) align() error {
	g, s := c.sides[0], c.sides[1]
	c.partner = slices.Grow(c.partner[:0], len(g))[:len(g)]
	for i := range c.partner {
		c.partner[i] = -1
	}
	all := func(tokens []string, keep func(string) bool) (out []int) {
		for i, token := range tokens {
			if keep(token) {
				out = append(out, i)
			}
		}
		return out
	}
	if c.Focus == nil {
		every := func(string) bool { return true }
		return c.common(all(s, every), all(g, every))
	}
	outside := func(token string) bool { return !c.counts(token) }
	if err := c.common(all(s, outside), all(g, outside)); err != nil {
		return err
	}
	return c.between()
}

// between aligns the tokens before, between and after the anchors, which are the tokens out of focus that are paired.
// As in udapi an anchor is the first token of its text after the anchor before, on each side.
func (c *counter) between() error {
	g, s := c.sides[0], c.sides[1]
	var anchors []string
	for i, partner := range c.partner {
		if partner >= 0 {
			anchors = append(anchors, g[i])
		}
		c.partner[i] = -1
	}
	rest := func(tokens []string, from int, anchor string) (left []int, at int) {
		for at = from; at < len(tokens) && tokens[at] != anchor; at++ {
			left = append(left, at)
		}
		return left, at
	}
	i, j := 0, 0
	for _, anchor := range anchors {
		right, atGold := rest(g, i, anchor)
		left, atSystem := rest(s, j, anchor)
		if err := c.common(left, right); err != nil {
			return err
		}
		c.partner[atGold] = int32(atSystem)
		i, j = atGold+1, atSystem+1
	}
	var left, right []int
	for ; i < len(g); i++ {
		right = append(right, i)
	}
	for ; j < len(s); j++ {
		left = append(left, j)
	}
	return c.common(left, right)
}

// common pairs a longest common subsequence of some tokens of the system and of gold: a common prefix, then that which
// a walk from the end of the table finds, as in udapi.
func (c *counter) common(x, y []int) error {
	same := func(i, j int) bool { return c.sides[1][x[i]] == c.sides[0][y[j]] }
	k := 0
	for ; k < min(len(x), len(y)) && same(k, k); k++ {
		c.partner[y[k]] = int32(x[k])
	}
	x, y = x[k:], y[k:]
	if len(x) == 0 || len(y) == 0 {
		return nil
	}
	if len(x)*len(y) > mostCells {
		return errLong
	}
	width := len(y) + 1
	table := make([]int32, (len(x)+1)*width)
	for i := range x {
		for j := range y {
			at := (i+1)*width + j + 1
			if same(i, j) {
				table[at] = table[at-width-1] + 1
			} else {
				table[at] = max(table[at-1], table[at-width])
			}
		}
	}
	for m, n := len(x), len(y); m > 0 && n > 0; {
		switch {
		case same(m-1, n-1):
			c.partner[y[n-1]] = int32(x[m-1])
			m, n = m-1, n-1
		case table[(m-1)*width+n] > table[m*width+n-1]:
			m--
		default:
			n--
		}
	}
	return nil
}
