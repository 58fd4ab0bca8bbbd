// Package validity checks whether the dependencies of a sentence form a tree:
// heads are words of the sentence, no cycles, one root; and which arcs
// break the adjacency principle (Lin 1995 §4.1; projectivity): a word between a
// word and its head must depend on that head, directly or not.
//
// Such sentences are still read and scored; the official scorers refuse
// them. A word whose head is unknown is not a fault: partial parses have such words.
package validity

import (
	"fmt"
	"math"
	"strings"

	"assay/treebank"
)

// A Checker checks sentences; it holds scratch memory and serves one goroutine.
type Checker struct {
	// Projective reports arcs that break the adjacency principle too.
	Projective bool
	// ManyRoots allows several roots, as in the data of CoNLL-X and 2007.
	ManyRoots bool

	seen []int32 // by word: the number of the last walk that saw it
	mark int32   // number of the last walk

	head  []int32 // by word
	state []int32 // by word: 0 not seen, else the number of the walk that saw it

	rootsOf []int32 // the roots of a sentence
	shape   treebank.Shape
}

// Check reports the faults of the arcs of s, each once, at the
// word that has the fault. A sentence without arcs has no faults.
func (c *Checker) Check(s *treebank.Sentence, report func(*treebank.SyntaxError)) {
	if len(s.Arcs) == 0 || !c.Projective && c.sound(s) {
		return
	}
	c.full(s, report)
}

// sound reports whether sentence is one tree with an arc for each word in order, as
// nearly all sentences are; full, its plain twin, then finds no fault.
func (c *Checker) sound(sentence *treebank.Sentence) bool {
	n, roots := len(sentence.Tokens), 0
	if len(sentence.Arcs) != n || len(sentence.Breaks) > 0 {
		return false
	}
	for i := range sentence.Arcs {
		a := &sentence.Arcs[i]
		if int(a.Dep) != i || a.Head < treebank.Root || int(a.Head) >= n {
			return false
		}
		if a.Head == treebank.Root {
			roots++
		}
	}
	return roots == 1 && c.acyclic(sentence.Arcs)
}

// acyclic reports whether no path from a word to its heads forms a cycle. Marks above
// c.mark belong to this sentence, so that none need be cleared.
func (c *Checker) acyclic(arcs []treebank.Arc) bool {
	if c.mark > math.MaxInt32-int32(len(arcs)) {
		clear(c.seen)
		c.mark = 0
	}
	for len(c.seen) < len(arcs) {
		c.seen = append(c.seen, 0)
	}
	before := c.mark
	c.mark += int32(len(arcs))
	for i := range arcs {
		walk, w := before+1+int32(i), int32(i)
		for w >= 0 && c.seen[w] <= before {
			c.seen[w] = walk
			w = arcs[w].Head
		}
		if w >= 0 && c.seen[w] == walk {
			return false
		}
	}
	return true
}

// full is Check for any sentence with arcs.
func (c *Checker) full(sentence *treebank.Sentence, report func(*treebank.SyntaxError)) {
	n := len(sentence.Tokens)
	c.head, c.state = c.head[:0], c.state[:0]
	for range n {
		c.head, c.state = append(c.head, treebank.Unknown), append(c.state, 0)
	}
	for _, arc := range sentence.Arcs {
		if int(arc.Dep) < n {
			c.head[arc.Dep] = max(arc.Head, treebank.Unresolved)
		}
		if out, ok := treebank.OutsideNumber(arc.Head); ok {
			report(fault(sentence, arc.Dep, "a word of the sentence as head",
				fmt.Sprintf("%d as head of word %d", out, arc.Dep+1)))
		} else if int(arc.Head) >= n && int(arc.Dep) < n {
			c.head[arc.Dep] = treebank.Unknown
			report(fault(sentence, arc.Dep, "a word of the sentence as head",
				fmt.Sprintf("%d as head of word %d", arc.Head+1, arc.Dep+1)))
		}
	}
	if sentence.Forest() {
		c.forest(sentence, report)
		return
	}
	cycles := c.cycles(sentence, report)
	c.roots(sentence, report)
	if c.Projective && !cycles {
		c.crossing(sentence, report)
	}
}

// forest checks a parse forest, which is sound if it holds a tree. Its roots may be
// those of several trees.
func (c *Checker) forest(sentence *treebank.Sentence, report func(*treebank.SyntaxError)) {
	tree, ok := treebank.FirstTree(sentence)
	if ok {
		return
	}
	for _, a := range tree {
		c.head[a.Dep] = a.Head
		if int(a.Head) >= len(c.head) {
			c.head[a.Dep] = treebank.Unknown
		}
	}
	c.cycles(sentence, report)
}

// fault returns an error at word w.
func fault(s *treebank.Sentence, w int32, want, found string) *treebank.SyntaxError {
	e := &treebank.SyntaxError{File: s.File, Line: int(s.Line), Want: want, Found: found}
	if w >= 0 && int(w) < len(s.Tokens) {
		e.Line, e.Col = s.Position(s.Tokens[w].Form)
	}
	return e
}

// cycles reports each cycle once and whether there are any.
func (c *Checker) cycles(sentence *treebank.Sentence, report func(*treebank.SyntaxError)) bool {
	found := false
	for i := range c.head {
		walk := int32(i) + 1
		w := int32(i)
		for w >= 0 && c.state[w] == 0 {
			c.state[w] = walk
			w = c.head[w]
		}
		if w < 0 || c.state[w] != walk {
			continue
		}
		found = true
		words := []int32{w}
		for v := c.head[w]; v != w; v = c.head[v] {
			words = append(words, v)
		}
		if len(words) == 1 {
			report(fault(sentence, w, "a tree", fmt.Sprintf("word %d as its own head", w+1)))
			continue
		}
		report(fault(sentence, w, "a tree", "a cycle of "+numbers(words)))
	}
	return found
}

// numbers names words, such as "words 1, 2"; ten of them at most.
func numbers(words []int32) string {
	const most = 10
	var list []string
	for _, w := range words[:min(len(words), most)] {
		list = append(list, fmt.Sprint(w+1))
	}
	text := "words " + strings.Join(list, ", ")
	if len(words) > most {
		text += fmt.Sprintf(" and %d more", len(words)-most)
	}
	return text
}

// roots reports sentences without a root or with several. If some head is
// unknown, the root may be unknown too.
func (c *Checker) roots(sentence *treebank.Sentence, report func(*treebank.SyntaxError)) {
	begin := int32(0)
	for k := 0; k <= len(sentence.Breaks); k++ {
		end := int32(len(c.head))
		if k < len(sentence.Breaks) {
			end = sentence.Breaks[k]
		}
		roots, unknown := c.rootsOf[:0], false
		for w := begin; w < end; w++ {
			if c.head[w] == treebank.Root {
				roots = append(roots, w)
			}
			unknown = unknown || c.head[w] == treebank.Unknown
		}
		if c.rootsOf = roots; len(roots) > 1 && !c.ManyRoots {
			report(fault(sentence, roots[1], "one root", numbers(roots)))
		} else if len(roots) == 0 && !unknown && end > begin {
			report(fault(sentence, begin, "one root", "none"))
		}
		begin = end
	}
}

// crossing reports the arcs that break the adjacency principle.
func (c *Checker) crossing(s *treebank.Sentence, report func(*treebank.SyntaxError)) {
	c.shape.Set(s)
	for w, h := range c.head {
		if !c.shape.Projective(int32(w)) {
			report(fault(s, int32(w), "a projective arc",
				fmt.Sprintf("word %d below word %d across words that do not depend on it", w+1, h+1)))
		}
	}
}

// New returns a function that checks sentences, for use by one goroutine.
func New() func(*treebank.Sentence, func(*treebank.SyntaxError)) {
	return (&Checker{}).Check
}

// NewManyRoots is New for sentences that may have several roots.
func NewManyRoots() func(*treebank.Sentence, func(*treebank.SyntaxError)) {
	return (&Checker{ManyRoots: true}).Check
}
