package answers

import (
	"fmt"
	"strings"

	"assay/internal/nearest"
	"assay/treebank"
)

// fitLimit is the largest product of the words of both sides that fit aligns.
const fitLimit = 1 << 20

// fit gives system, an answer whose words differ from gold's, gold's words: the smallest
// number of inserted, deleted and replaced characters that leaves each word on one
// side at most one counterpart on the other.
//
//   - A changed word keeps its analysis, under gold's form.
//   - An extra word is dropped; its dependents then have no head, and a phrase of such
//     words only goes.
//   - A missing word has no tag and no head, and hangs from the lowest phrase around
//     both of its neighbours, so that brackets keep the words they cover.
//
// It does nothing if less than half of gold's characters would stay: the answer is
// then about another sentence. Graphs have no words to align.
func fit(system, gold *treebank.Sentence) {
	of, d, ok := align(system, gold)
	if !ok || d == (Words{}) {
		return
	}
	system.Note(&treebank.SyntaxError{File: system.File, Line: int(system.Line), Want: "the words of gold",
		Found: d.String() + "; repaired"})
	renumber(system, gold, of)
}

// Words counts how the words of an answer differ from those of gold.
type Words struct{ Missing, Extra, Changed int }

// Differences returns how the words of an answer differ from those of gold, and whether
// the answer can be scored with gold's words: the step of repair that needs gold.
func Differences(system, gold *treebank.Sentence) (Words, bool) {
	_, d, ok := align(system, gold)
	return d, ok
}

// align returns the counterpart of each word of gold, and reports whether an answer is
// about gold's sentence.
func align(system, gold *treebank.Sentence) (of []int32, d Words, ok bool) {
	n, m := len(gold.Tokens), len(system.Tokens)
	if system.SameWords(gold) {
		return nil, d, true
	}
	if n == 0 || m == 0 || len(system.Nodes) > 0 || n*m > fitLimit {
		return nil, d, false
	}
	of = counterparts(system, gold)
	length, stay := 0, 0
	for i, j := range of {
		word := []rune(string(gold.Word(int32(i))))
		if length += len(word); j >= 0 {
			stay += max(0, len(word)-nearest.Distance(word, []rune(string(system.Word(j)))))
		}
	}
	kept := 0
	for i, j := range of {
		switch {
		case j < 0:
			d.Missing++
		case string(gold.Word(int32(i))) != string(system.Word(j)):
			d.Changed++
			kept++
		default:
			kept++
		}
	}
	d.Extra = m - kept
	return of, d, 2*stay >= length
}

// String lists the words that gold alone has, that the answer alone has, and that have
// another form.
func (d Words) String() string {
	var out []string
	for _, x := range []struct {
		n    int
		what string
	}{{d.Missing, "missing"}, {d.Extra, "extra"}, {d.Changed, "changed"}} {
		if x.n > 0 {
			out = append(out, fmt.Sprintf("%d %s", x.n, x.what))
		}
	}
	return strings.Join(out, ", ") + " (words)"
}

// counterparts returns for each word of gold its counterpart in system, -1 if it has none.
func counterparts(system, gold *treebank.Sentence) []int32 {
	n, m := len(gold.Tokens), len(system.Tokens)
	forms := func(x *treebank.Sentence) (out [][]rune) {
		for i := range x.Tokens {
			out = append(out, []rune(string(x.Word(int32(i)))))
		}
		return out
	}
	a, b := forms(gold), forms(system)
	least := make([]int, (n+1)*(m+1)) // of the first i words of gold and j of system
	at := func(i, j int) *int { return &least[i*(m+1)+j] }
	for i := 1; i <= n; i++ {
		*at(i, 0) = *at(i-1, 0) + len(a[i-1])
	}
	for j := 1; j <= m; j++ {
		*at(0, j) = *at(0, j-1) + len(b[j-1])
	}
	for i := 1; i <= n; i++ {
		for j := 1; j <= m; j++ {
			*at(i, j) = min(*at(i-1, j)+len(a[i-1]), *at(i, j-1)+len(b[j-1]), *at(i-1, j-1)+nearest.Distance(a[i-1], b[j-1]))
		}
	}
	of := make([]int32, n)
	for i, j := n, m; i > 0; {
		switch {
		case j > 0 && *at(i, j) == *at(i-1, j-1)+nearest.Distance(a[i-1], b[j-1]):
			i, j = i-1, j-1
			of[i] = int32(j)
		case *at(i, j) == *at(i-1, j)+len(a[i-1]):
			i--
			of[i] = -1
		default:
			j--
		}
	}
	return of
}

// renumber gives system the words of gold.
func renumber(system, gold *treebank.Sentence, of []int32) {
	to := make([]int32, len(system.Tokens)) // by word of system: its place in gold
	for j := range to {
		to[j] = -1
	}
	for i, j := range of {
		if j >= 0 {
			to[j] = int32(i)
		}
	}
	tokens := make([]treebank.Token, len(of))
	var morph []treebank.Morph
	for i, j := range of {
		tokens[i].Parent = -1
		if j >= 0 {
			tokens[i] = system.Tokens[j]
		}
		tokens[i].Form = system.Add(gold.Word(int32(i)))
	}
	if len(system.Morph) > 0 {
		morph = make([]treebank.Morph, len(of))
		for i, j := range of {
			if j >= 0 {
				morph[i] = system.Morph[j]
			}
		}
	}
	for i := range of {
		if of[i] < 0 {
			tokens[i].Parent = around(system, of, i)
		}
	}
	system.Arcs = moved(system.Arcs, to)
	system.Tokens, system.Morph = tokens, morph
	system.Enhanced, system.Secondary = system.Enhanced[:0], system.Secondary[:0]
	system.Ranges, system.Empties = system.Ranges[:0], system.Empties[:0]
	system.DropPhrases(system.WithWords())
	_ = system.Arrange() // parents come first, so that there is no cycle
}

// around returns the lowest phrase over the words next to the i-th of gold that the
// answer has; the topmost one at the ends of the sentence.
func around(sentence *treebank.Sentence, of []int32, i int) int32 {
	left, right := i-1, i+1
	for left >= 0 && of[left] < 0 {
		left--
	}
	for right < len(of) && of[right] < 0 {
		right++
	}
	if left < 0 && right == len(of) {
		return -1
	}
	if left < 0 || right == len(of) {
		word := of[max(left, 0)]
		if left < 0 {
			word = of[right]
		}
		top := sentence.Tokens[word].Parent
		for top >= 0 && sentence.Phrases[top].Parent >= 0 {
			top = sentence.Phrases[top].Parent
		}
		return top
	}
	above := map[int32]bool{}
	for up := sentence.Tokens[of[left]].Parent; up >= 0; up = sentence.Phrases[up].Parent {
		above[up] = true
	}
	up := sentence.Tokens[of[right]].Parent
	for up >= 0 && !above[up] {
		up = sentence.Phrases[up].Parent
	}
	return up
}

// moved renumbers arcs. Those of dropped words go; a dropped head is no head.
func moved(arcs []treebank.Arc, to []int32) []treebank.Arc {
	out := arcs[:0]
	for _, arc := range arcs {
		if to[arc.Dep] < 0 {
			continue
		}
		arc.Dep = to[arc.Dep]
		if arc.Head >= 0 {
			if arc.Head = to[arc.Head]; arc.Head < 0 {
				arc.Head = treebank.Unknown
			}
		}
		out = append(out, arc)
	}
	return out
}
