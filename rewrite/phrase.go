package rewrite

import (
	"bytes"

	"assay/eval"
	"assay/eval/condition"
	"assay/prep"
	"assay/treebank"
)

// Rules on phrases perform the operations of EVALB's parameters, Black et al. (1991)
// and Tsurgeon: delete, prune, excise and relabel. The nodes of their tree are the
// phrases of the sentence, then its words; matches are ordered in this way. The head
// of a node is its parent, its label is the category or tag. Conditions see its
// function as the label of its link; no rule changes it. Removed nodes stay in the
// tree, with the head gone, until the rules are done.

// phraseNodes are the phrases and words of a sentence as nodes.
type phraseNodes struct {
	s    *treebank.Sentence
	arcs []treebank.Arc // arcs of the graph
	out  []bool         // by word: whether a rule has removed it
	lost int            // number of removed words
}

// resetPhrases prepares g for the phrases of sentence.
func (g *graph) resetPhrases(sentence *treebank.Sentence) {
	arcs := g.phr.arcs[:0]
	for i := range sentence.Phrases {
		arcs = append(arcs, treebank.Arc{Dep: int32(i), Head: sentence.Phrases[i].Parent, Rel: sentence.Phrases[i].Label})
	}
	for i := range sentence.Tokens {
		arcs = append(arcs, treebank.Arc{Dep: int32(len(arcs)), Head: sentence.Tokens[i].Parent, Rel: sentence.Tokens[i].Tag})
	}
	g.phr = phraseNodes{s: sentence, arcs: arcs, out: append(g.phr.out[:0], make([]bool, len(sentence.Tokens))...)}
	g.s, g.phrases, g.nodes, g.arcs = sentence, true, &g.phr, arcs
	g.log, g.h1, g.h2 = g.log[:0], 0, 0
}

// word returns the token of node i, -1 for a phrase.
func (n *phraseNodes) word(i int32) int32 { return max(-1, i-int32(len(n.s.Phrases))) }

// label updates the sentence: node i has label symbol, and may be removed.
func (n *phraseNodes) label(i int32, symbol treebank.Symbol) {
	word := n.word(i)
	if word < 0 {
		n.s.Phrases[i].Label = symbol
		return
	}
	n.s.Tokens[word].Tag = symbol
	switch out := n.arcs[i].Head == gone; {
	case out && !n.out[word]:
		n.lost++
	case !out && n.out[word]:
		n.lost--
	}
	n.out[word] = n.arcs[i].Head == gone
}

// begin returns the first token of node i.
func (n *phraseNodes) begin(i int32) int32 {
	if w := n.word(i); w >= 0 {
		return w
	}
	return n.s.Phrases[i].Begin
}

func (n *phraseNodes) fits(matcher *condition.Matcher, i int32) bool {
	if w := n.word(i); w >= 0 {
		return matcher.Link(n.s, treebank.Arc{Dep: w, Head: treebank.Unknown, Rel: n.s.Tokens[w].Func})
	}
	if n.lost > 0 {
		return matcher.PhraseWithout(n.s, i, n.out)
	}
	return matcher.Ref(n.s, eval.Ref{Kind: eval.Phrase, Index: i}, "")
}

func (n *phraseNodes) linked(m *condition.Matcher, a treebank.Arc) bool { return n.fits(m, a.Dep) }

func (n *phraseNodes) distance(a, b int32) int32 {
	from, to := n.begin(a), n.begin(b)
	d := to - from
	if n.lost == 0 {
		return d
	}
	for i := min(from, to); i < max(from, to); i++ {
		switch {
		case !n.out[i]:
		case d > 0:
			d--
		default:
			d++
		}
	}
	return d
}

func (n *phraseNodes) attr(attr Attr, i int32) []byte {
	if w := n.word(i); w >= 0 {
		if attr.Name == Rel {
			return []byte(n.s.Name(n.s.Tokens[w].Func))
		}
		return (&words{n.s}).attr(attr, w)
	}
	switch ph := &n.s.Phrases[i]; attr.Name {
	case Cat:
		return []byte(n.s.Name(ph.Label))
	case Rel:
		return []byte(n.s.Name(ph.Func))
	case Word, String:
		var text []byte
		for word := ph.Begin; word < ph.End; word++ {
			if n.out[word] {
				continue
			}
			if len(text) > 0 {
				text = append(text, ' ')
			}
			text = append(text, n.s.Word(word)...)
		}
		if attr.Name == String {
			return bytes.ToLower(text)
		}
		return text
	}
	return nil
}

// lostWords reports whether words were removed since log position from.
func (g *graph) lostWords(from int) bool {
	for _, e := range g.log[from:] {
		if g.arcs[e.dep].Head == gone && g.phr.word(e.dep) >= 0 {
			return true
		}
	}
	return false
}

// applyPhrase performs action on node x. It returns the reason if the action
// does not apply.
func (g *graph) applyPhrase(action *action, x int32) string {
	switch {
	case g.head(x) == gone:
		return "it was removed before"
	case action.Op == RelabelPhrase:
		g.set(x, g.head(x), action.label)
	case action.Op == ExcisePhrase && g.phr.word(x) >= 0:
		return "a word is not a phrase"
	case action.Op == ExcisePhrase:
		for i := range g.arcs {
			if g.arcs[i].Head == x {
				g.set(int32(i), g.head(x), g.arcs[i].Rel)
			}
		}
		g.set(x, gone, g.arcs[x].Rel)
	default:
		g.remove(x)
		if action.Op == PrunePhrase {
			g.removeEmpty()
		}
	}
	return ""
}

// remove removes node x and all nodes below it. A phrase comes after its parent, and
// words come after all phrases.
func (g *graph) remove(x int32) {
	under := make([]bool, len(g.arcs))
	under[x] = true
	for i := x + 1; int(i) < len(g.arcs); i++ {
		h := g.head(i)
		under[i] = h >= 0 && under[h]
	}
	for i := x; int(i) < len(under); i++ {
		if under[i] {
			g.set(i, gone, g.arcs[i].Rel)
		}
	}
}

// removeEmpty removes the phrases without words.
func (g *graph) removeEmpty() {
	full := make([]bool, len(g.arcs))
	np := len(g.s.Phrases)
	for i := len(g.arcs) - 1; i >= 0; i-- {
		head := g.head(int32(i))
		switch {
		case head == gone:
		case i < np && !full[i]:
			g.set(int32(i), gone, g.arcs[i].Rel)
		case head >= 0:
			full[head] = true
		}
	}
}

// finish deletes the removed nodes from the sentence.
func (g *graph) finish() error {
	np := len(g.s.Phrases)
	phrases, any := make([]bool, np), false
	for i := range phrases {
		phrases[i] = g.arcs[i].Head == gone
		any = any || phrases[i]
	}
	if !any && g.phr.lost == 0 {
		return nil
	}
	return prep.Remove(g.s, g.phr.out, phrases, false)
}
