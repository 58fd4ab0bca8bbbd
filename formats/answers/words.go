package answers

import (
	"fmt"
	"strings"

	"assay/treebank"
)

// fitLimit is the largest product of the words of both sides that fit aligns.
const fitLimit = 1 << 20

// fit gives s, an answer whose words differ from gold's, gold's words: the smallest
// number of inserted, deleted and replaced characters that leaves each word on one
// side at most one counterpart on the other.
//
//   - A changed word stays what it is, under gold's form.
//   - An extra word is dropped; its dependents then have no head, and a phrase of such
//     words only goes.
//   - A missing word has no tag and no head, and hangs from the lowest phrase around
//     both of its neighbours, so that brackets keep the words they cover.
//
// It does nothing if less than half of gold's characters would stay: the answer is
// then about another sentence. Graphs have no words to align.
func fit(s, gold *treebank.Sentence) {
	n, m := len(gold.Tokens), len(s.Tokens)
	if n == 0 || m == 0 || len(s.Nodes) > 0 || n*m > fitLimit || sameForms(s, gold) {
		return
	}
	of := counterparts(s, gold)
	length, stay := 0, 0
	for i, j := range of {
		word := []rune(string(gold.Word(int32(i))))
		if length += len(word); j >= 0 {
			stay += max(0, len(word)-distance(word, []rune(string(s.Word(j)))))
		}
	}
	if 2*stay < length {
		return
	}
	s.Note(&treebank.SyntaxError{Line: 1, Want: "the words of gold", Found: differences(s, gold, of) + "; repaired"})
	renumber(s, gold, of)
}

// differences counts the words that gold alone has, that the answer alone has, and
// that have another form.
func differences(s, gold *treebank.Sentence, of []int32) string {
	missing, changed, kept := 0, 0, 0
	for i, j := range of {
		switch {
		case j < 0:
			missing++
		case string(gold.Word(int32(i))) != string(s.Word(j)):
			changed++
			kept++
		default:
			kept++
		}
	}
	var out []string
	for _, x := range []struct {
		n    int
		what string
	}{{missing, "missing"}, {len(s.Tokens) - kept, "extra"}, {changed, "changed"}} {
		if x.n > 0 {
			out = append(out, fmt.Sprintf("%d %s", x.n, x.what))
		}
	}
	return strings.Join(out, ", ") + " (words)"
}

func sameForms(s, gold *treebank.Sentence) bool {
	if len(s.Tokens) != len(gold.Tokens) {
		return false
	}
	for i := range s.Tokens {
		if string(s.Word(int32(i))) != string(gold.Word(int32(i))) {
			return false
		}
	}
	return true
}

// counterparts returns for each word of gold its counterpart in s, -1 if it has none.
func counterparts(s, gold *treebank.Sentence) []int32 {
	n, m := len(gold.Tokens), len(s.Tokens)
	forms := func(x *treebank.Sentence) (out [][]rune) {
		for i := range x.Tokens {
			out = append(out, []rune(string(x.Word(int32(i)))))
		}
		return out
	}
	a, b := forms(gold), forms(s)
	least := make([]int, (n+1)*(m+1)) // of the first i words of gold and j of s
	at := func(i, j int) *int { return &least[i*(m+1)+j] }
	for i := 1; i <= n; i++ {
		*at(i, 0) = *at(i-1, 0) + len(a[i-1])
	}
	for j := 1; j <= m; j++ {
		*at(0, j) = *at(0, j-1) + len(b[j-1])
	}
	for i := 1; i <= n; i++ {
		for j := 1; j <= m; j++ {
			*at(i, j) = min(*at(i-1, j)+len(a[i-1]), *at(i, j-1)+len(b[j-1]), *at(i-1, j-1)+distance(a[i-1], b[j-1]))
		}
	}
	of := make([]int32, n)
	for i, j := n, m; i > 0; {
		switch {
		case j > 0 && *at(i, j) == *at(i-1, j-1)+distance(a[i-1], b[j-1]):
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

// distance is the Levenshtein distance of two words.
func distance(a, b []rune) int {
	if string(a) == string(b) {
		return 0
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			change := diagonal
			if x != y {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(row[j+1]+1, row[j]+1, change)
		}
	}
	return row[len(b)]
}

// renumber gives s the words of gold.
func renumber(s, gold *treebank.Sentence, of []int32) {
	to := make([]int32, len(s.Tokens)) // by word of s: its place in gold
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
			tokens[i] = s.Tokens[j]
		}
		tokens[i].Form = s.Add(gold.Word(int32(i)))
	}
	if len(s.Morph) > 0 {
		morph = make([]treebank.Morph, len(of))
		for i, j := range of {
			if j >= 0 {
				morph[i] = s.Morph[j]
			}
		}
	}
	for i := range of {
		if of[i] < 0 {
			tokens[i].Parent = around(s, of, i)
		}
	}
	s.Arcs = moved(s.Arcs, to)
	s.Tokens, s.Morph = tokens, morph
	s.Enhanced, s.Secondary, s.Ranges, s.Empties = s.Enhanced[:0], s.Secondary[:0], s.Ranges[:0], s.Empties[:0]
	prune(s)
}

// around returns the lowest phrase over the words next to the i-th of gold that the
// answer has; the topmost one at the ends of the sentence.
func around(s *treebank.Sentence, of []int32, i int) int32 {
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
		top := s.Tokens[word].Parent
		for top >= 0 && s.Phrases[top].Parent >= 0 {
			top = s.Phrases[top].Parent
		}
		return top
	}
	above := map[int32]bool{}
	for up := s.Tokens[of[left]].Parent; up >= 0; up = s.Phrases[up].Parent {
		above[up] = true
	}
	up := s.Tokens[of[right]].Parent
	for up >= 0 && !above[up] {
		up = s.Phrases[up].Parent
	}
	return up
}

// moved renumbers arcs. Those of dropped words go; a dropped head is no head.
func moved(arcs []treebank.Arc, to []int32) []treebank.Arc {
	out := arcs[:0]
	for _, a := range arcs {
		if to[a.Dep] < 0 {
			continue
		}
		a.Dep = to[a.Dep]
		if a.Head >= 0 {
			if a.Head = to[a.Head]; a.Head < 0 {
				a.Head = treebank.Unknown
			}
		}
		out = append(out, a)
	}
	return out
}

// prune drops the phrases that have lost all words, and arranges the others.
func prune(s *treebank.Sentence) {
	if len(s.Phrases) == 0 {
		return
	}
	full := make([]bool, len(s.Phrases))
	for i := range s.Tokens {
		for up := s.Tokens[i].Parent; up >= 0 && !full[up]; up = s.Phrases[up].Parent {
			full[up] = true
		}
	}
	at := make([]int32, len(s.Phrases))
	kept := s.Phrases[:0]
	for j, p := range s.Phrases {
		if !full[j] {
			continue
		}
		if at[j] = int32(len(kept)); p.Parent >= 0 {
			p.Parent = at[p.Parent]
		}
		kept = append(kept, p)
	}
	s.Phrases = kept
	for i := range s.Tokens {
		if up := &s.Tokens[i].Parent; *up >= 0 {
			*up = at[*up]
		}
	}
	_ = s.Arrange() // parents come first, so that there is no cycle
}
