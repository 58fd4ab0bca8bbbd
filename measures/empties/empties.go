// Package empties is the measure empties: the empty elements of the Penn
// Treebank (Bies et al. 1995, chapters 1.2 and 4), such as *T*, *PRO* and 0,
// counted as Johnson (2002, A simple pattern-matching algorithm for recovering
// empty nodes and their antecedents, section 4) counts them.
//
// An item is a word with the tag -NONE-. Its type is its form without index, its
// position the number of words before it. The pairs (type, position) of both
// sides are compared as multisets:
//
//	recall = matched / gold, precision = matched / system, f1 = 2 matched / (gold + system)
//
// For the figures with _antecedent the antecedents must be equal too: the words
// that it covers and its category (of one without words: its position), or
// there is none on either side. The antecedent is the phrase that has the index of the
// element, as in *T*-1, or of the phrases that hold nothing else, as in (NP-1 (-NONE- *)).
// Of several such phrases it is the first that has words, else the first. The
// figures with bound_ are of the elements that have an antecedent only.
//
// A pair whose other words differ cannot be scored; a sentence without analysis
// has no empty elements.
package empties

import (
	"cmp"
	"slices"
	"strconv"

	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/internal/dashtag"
	"assay/measures/internal/span"
	"assay/treebank"
)

// The columns of a row.
const (
	colGold = iota
	colSystem
	colMatched
	colAntecedent
	colBoundGold
	colBoundSystem
	colBoundMatched
	columns
)

// New returns the measure.
func New() *eval.Measure {
	all := eval.PRF{Gold: colGold, System: colSystem, Matched: colMatched, Main: true}
	bound := eval.PRF{Before: "bound_", Gold: colBoundGold, System: colBoundSystem, Matched: colBoundMatched}
	with := eval.PRF{After: "_antecedent", Gold: colGold, System: colSystem, Matched: colAntecedent}
	formulas := append(eval.Mark(all.RecallFirst(), true, "f1"), with.RecallFirst()...)
	formulas[5].Main = true
	with.Before, with.After = "antecedent_", "" // the names of its soft scores
	return &eval.Measure{
		Causes:    mistake.Units(),
		Name:      "empties",
		Signature: "empties" + eval.PlainText,
		Columns: eval.Columns("gold", "system", "matched", "matched_antecedent",
			"bound_gold", "bound_system", "bound_matched"),
		PRF:      []eval.PRF{all, with, bound},
		Formulas: append(formulas, bound.RecallFirst()...),
		Items:    colGold,
		Reads:    treebank.Phrases | treebank.Tags,
		NewCounter: func() eval.Counter {
			return &counter{spans: span.NewComparer(span.Rules{DeleteTags: []string{span.Null}, PlainText: true, OnlyWords: true})}
		},
	}
}

type counter struct {
	spans        *span.Comparer
	gold, system side
}

// A side is the empty elements of one tree.
type side struct {
	all   []element
	match []int32 // by element, its equal on the other side, or -1
}

type element struct {
	token int32
	kind  string
	place string // the key of type and position
	whole string // the key of type, position and antecedent
	bound bool   // it has an antecedent
}

// compare finds and matches the empty elements of pair: first those whose
// antecedents are equal too, then the others.
func (c *counter) compare(pair *eval.Pair) error {
	if err := c.spans.Compare(pair); err != nil {
		return err
	}
	gold, system := &c.gold, &c.system
	gold.find(pair.Gold, c.spans.Gold.Words)
	system.find(pair.System, c.spans.System.Words)
	gold.match, system.match = dashtag.Match(gold.keys(wholeKey), system.keys(wholeKey))
	ofGold, ofSystem := dashtag.Match(gold.keys(gold.unmatched), system.keys(system.unmatched))
	gold.add(ofGold)
	system.add(ofSystem)
	return nil
}

func wholeKey(_ int, e *element) string { return e.whole }

// unmatched is the key of an element by type and position, "" if it has a match.
func (d *side) unmatched(i int, e *element) string {
	if d.match[i] >= 0 {
		return ""
	}
	return e.place
}

func (d *side) keys(of func(int, *element) string) (out []string) {
	for i := range d.all {
		out = append(out, of(i, &d.all[i]))
	}
	return out
}

// add adds matches to those that are known.
func (d *side) add(match []int32) {
	for i, m := range match {
		if m >= 0 {
			d.match[i] = m
		}
	}
}

// find sets the empty elements of sentence; words are its other words.
func (d *side) find(sentence *treebank.Sentence, words []int32) {
	d.all = d.all[:0]
	if sentence.Missing {
		return
	}
	null, ok := sentence.Syms.Lookup(span.Null)
	if !ok {
		return
	}
	var t *indices
	before := 0
	for i := range sentence.Tokens {
		if sentence.Tokens[i].Tag != null {
			for before < len(words) && words[before] <= int32(i) {
				before++
			}
			continue
		}
		if t == nil {
			t = newIndices(sentence, words)
		}
		e := element{token: int32(i)}
		e.kind, _ = dashtag.Index(string(sentence.Word(int32(i))))
		e.place = dashtag.Key(nil, e.kind, strconv.Itoa(before))
		antecedent := t.antecedent(int32(i))
		e.bound, e.whole = antecedent != "", e.place+antecedent
		d.all = append(d.all, e)
	}
}

// indices are the phrases of a sentence that have an index.
type indices struct {
	s      *treebank.Sentence
	yields [][]int32
	before []int32            // by phrase, how many words are before its first token
	of     map[string][]int32 // by index: its phrases, those with words first
}

func newIndices(sentence *treebank.Sentence, words []int32) *indices {
	t := &indices{s: sentence, yields: dashtag.Yields(sentence, words), of: map[string][]int32{}}
	for i := range sentence.Phrases {
		before, _ := slices.BinarySearch(words, sentence.Phrases[i].Begin)
		t.before = append(t.before, int32(before))
		if _, index := dashtag.Index(sentence.Name(sentence.Phrases[i].Label)); index != "" {
			t.of[index] = append(t.of[index], int32(i))
		}
	}
	for _, phrases := range t.of { // those with words first
		slices.SortStableFunc(phrases, func(a, b int32) int {
			return cmp.Compare(min(1, len(t.yields[b])), min(1, len(t.yields[a])))
		})
	}
	return t
}

// antecedent returns the key of the antecedent of an empty element, "" if it has
// none.
func (t *indices) antecedent(token int32) string {
	_, index := dashtag.Index(string(t.s.Word(token)))
	own := map[int32]bool{}
	for up := t.s.Tokens[token].Parent; up >= 0 &&
		t.s.Phrases[up].End-t.s.Phrases[up].Begin == 1; up = t.s.Phrases[up].Parent {
		own[up] = true
		if index == "" {
			_, index = dashtag.Index(t.s.Name(t.s.Phrases[up].Label))
		}
	}
	at := slices.IndexFunc(t.of[index], func(p int32) bool { return !own[p] })
	if at < 0 {
		return ""
	}
	best := t.of[index][at]
	yield := t.yields[best]
	if len(yield) == 0 {
		yield = []int32{t.before[best], 0}
	}
	return dashtag.Key(yield, dashtag.Category(t.s.Name(t.s.Phrases[best].Label)))
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error { return eval.CountItems(c, row, p) }

// adds returns the counts of a pair: element i of gold and j of the system, -1 for none.
func (c *counter) adds(i, j int) (out []eval.Add) {
	add := func(yes, system bool, column int) {
		if yes {
			out = append(out, eval.Add{Column: column, N: 1, System: system})
		}
	}
	add(i >= 0, false, colGold)
	add(j >= 0, true, colSystem)
	add(i >= 0 && c.gold.all[max(0, i)].bound, false, colBoundGold)
	add(j >= 0 && c.system.all[max(0, j)].bound, true, colBoundSystem)
	if i < 0 || j < 0 {
		return out
	}
	same := c.gold.all[i].whole == c.system.all[j].whole
	add(true, false, colMatched)
	add(same, false, colAntecedent)
	add(same && c.gold.all[i].bound, false, colBoundMatched)
	return out
}

// mended returns the counts of element i of gold if the system had it too.
func (c *counter) mended(i int) []eval.Add {
	out := []eval.Add{{Column: colGold, N: 1}, {Column: colSystem, N: 1, System: true}, {Column: colMatched, N: 1},
		{Column: colAntecedent, N: 1}}
	if c.gold.all[i].bound {
		out = append(out, eval.Add{Column: colBoundGold, N: 1}, eval.Add{Column: colBoundSystem, N: 1, System: true},
			eval.Add{Column: colBoundMatched, N: 1})
	}
	return out
}

// Explain yields the elements of gold, then those that only the system has. The
// part of an item is its type. An item whose antecedents differ is incorrect and
// of the class antecedent.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := c.compare(pair); err != nil {
		return err
	}
	for i, e := range c.gold.all {
		j := int(c.gold.match[i])
		it := eval.Item{Part: e.kind, Outcome: eval.Missing, Gold: e.ref(pair.Gold), Adds: c.adds(i, j), Mended: c.mended(i)}
		if j >= 0 {
			it.Outcome, it.System = eval.Correct, c.system.all[j].ref(pair.System)
			if c.system.all[j].whole != e.whole {
				it.Outcome, it.Class = eval.Incorrect, "antecedent"
			}
		}
		yield(&it)
	}
	for j, e := range c.system.all {
		if c.system.match[j] < 0 {
			yield(&eval.Item{Part: e.kind, Outcome: eval.Spurious, System: e.ref(pair.System), Adds: c.adds(-1, j)})
		}
	}
	return nil
}

// ref returns the reference to an empty element of s.
func (e *element) ref(s *treebank.Sentence) eval.Ref {
	return eval.Ref{Kind: eval.Word, Index: e.token, Label: s.Syms.InternString(e.kind)}
}
