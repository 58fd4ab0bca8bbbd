// Package treeedit is the measure tree-edit: the edit distance of the trees of gold
// and system (Tai 1979; Zhang & Shasha 1989) with inserted, deleted and relabelled
// nodes at cost 1 each.
//
//	tree_edit          = 1 - distance / (nodes of gold + nodes of the system)
//	edits_per_sentence = distance / sentences
//	identical          = sentences without edits
//
// Tree_edit is the Dice form that disco-dop (dd181a6) prints over all sentences.
// Nodes are phrases and words. The label of a word is its position and its tag, so
// that a different tag is a relabelled word (Options.NoTags ignores tags). Children
// of discontinuous phrases are ordered by their first words.
//
// Empty elements (-NONE-) and phrases without words are left out; labels of phrases
// are cut at the first - or =; the unlabelled root does not count. A pair cannot be
// scored if its words differ, or if its trees would take more than treedist.Limit
// steps (some 2,000 nodes in a zigzag).
package treeedit

import (
	"cmp"
	"slices"

	"assay/eval"
	"assay/internal/treedist"
	"assay/measures/entry"
	"assay/measures/internal/span"
	"assay/measures/leafancestor"
	"assay/treebank"
)

// Options of the measure. The zero value is the default.
type Options struct{ NoTags bool }

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{entry.Flag(&opt.NoTags, "tags", "yes", "no", "whether another tag is an edit")}
}

// The columns of a row.
const (
	colGold = iota
	colSystem
	colDistance
	colSentences
	colIdentical
	columns
)

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	return &eval.Measure{
		Name:      "tree-edit",
		Signature: "tree-edit" + entry.Cite(opt.Settings()) + eval.PlainText,
		Columns: []eval.Column{
			colGold:      {Name: "gold"},
			colSystem:    {Name: "system"},
			colDistance:  {Name: "distance"},
			colSentences: {Name: "sentences", From: []int{colGold, colSystem}, Presence: true},
			colIdentical: {Name: "identical", From: []int{colGold, colSystem, colDistance}},
		},
		Formulas: formulas(),
		Items:    colGold,
		Close:    closeRow,
		NewCounter: func() eval.Counter {
			return &counter{Options: opt, spans: span.NewComparer(span.Rules{DeleteTags: []string{span.Null},
				PlainText: true, Trim: true, OnlyWords: true})}
		},
	}
}

func formulas() []eval.Formula {
	nodes, sentences := eval.Plus(colGold, colSystem), eval.Plus(colSentences)
	edits := eval.MainRatio("edits_per_sentence", eval.Plus(colDistance), sentences)
	edits.Rate, edits.Lower = false, true
	return []eval.Formula{
		eval.HeadlineRatio("tree_edit", nodes.Minus(colDistance), nodes),
		edits,
		eval.MainRatio("identical", eval.Plus(colIdentical), sentences),
	}
}

type counter struct {
	Options
	spans        *span.Comparer
	gold, system tree
	labels       leafancestor.Labels
	distance     treedist.Distancer
}

// A tree is one side: a root above all, then phrases and words.
type tree struct {
	treedist.Tree
	node  []int32 // by node: token k of those that count is k, phrase p is p + the number of words, the root is -1
	kids  [][]int32
	first []int32 // by phrase: its first word, -1 if it has none
	order []int32
}

// rootLabel is the label of the root above all.
const rootLabel = 0

// set reads a side. leaf returns the label of the k-th word, a negative number.
func (t *tree) set(sentence *treebank.Sentence, words []int32, labels *leafancestor.Labels, leaf func(k int) int32) {
	t.Label, t.Parent, t.node = t.Label[:0], t.Parent[:0], t.node[:0]
	n, phrases := len(words), len(sentence.Phrases)
	if sentence.Missing {
		n, phrases = 0, 0
	}
	t.link(sentence, words[:n], phrases)
	// Nodes leave the stack parents first, the last child first: reversed, this is
	// the postorder.
	stack := append(t.order[:0], int32(n+phrases))
	parents := []int32{-1}
	for len(stack) > 0 {
		x, up := stack[len(stack)-1], parents[len(parents)-1]
		stack, parents = stack[:len(stack)-1], parents[:len(parents)-1]
		label, node := int32(rootLabel), x
		switch {
		case int(x) < n:
			label = leaf(int(x))
		case int(x) < n+phrases:
			label = labels.Number(sentence.Syms, sentence.Phrases[int(x)-n].Label)
		default:
			node = -1
		}
		me := int32(len(t.Label))
		t.Label, t.Parent, t.node = append(t.Label, label), append(t.Parent, up), append(t.node, node)
		if int(x) >= n {
			for _, k := range t.kids[int(x)-n] {
				stack, parents = append(stack, k), append(parents, me)
			}
		}
	}
	t.order = stack
	slices.Reverse(t.Label)
	slices.Reverse(t.Parent)
	slices.Reverse(t.node)
	for i, up := range t.Parent {
		if up >= 0 {
			t.Parent[i] = int32(len(t.Parent)) - 1 - up
		}
	}
}

// link lists the children of each phrase, and after them of the root, in the order of
// their first words.
func (t *tree) link(sentence *treebank.Sentence, words []int32, phrases int) {
	n := int32(len(words))
	for len(t.kids) <= phrases {
		t.kids = append(t.kids, nil)
	}
	t.first = t.first[:0]
	for j := range phrases + 1 {
		t.kids[j], t.first = t.kids[j][:0], append(t.first, -1)
	}
	for k, i := range words {
		for up := sentence.Tokens[i].Parent; up >= 0 && t.first[up] < 0; up = sentence.Phrases[up].Parent {
			t.first[up] = int32(k)
		}
	}
	add := func(up, node int32) {
		for up >= 0 && sentence.Phrases[up].Label == 0 && sentence.Phrases[up].Parent < 0 {
			up = sentence.Phrases[up].Parent
		}
		if up < 0 {
			up = int32(phrases)
		}
		t.kids[up] = append(t.kids[up], node)
	}
	for k, i := range words {
		add(sentence.Tokens[i].Parent, int32(k))
	}
	for j := range int32(phrases) {
		if p := &sentence.Phrases[j]; t.first[j] >= 0 && !(p.Label == 0 && p.Parent < 0) {
			add(p.Parent, n+j)
		}
	}
	place := func(x int32) int32 {
		if x < n {
			return x
		}
		return t.first[x-n]
	}
	for j := range t.kids[:phrases+1] {
		slices.SortFunc(t.kids[j], func(a, b int32) int { return cmp.Compare(place(a), place(b)) })
	}
}

// compare computes the distance of the trees of pair.
func (c *counter) compare(pair *eval.Pair) (int, error) {
	if err := c.spans.Compare(pair); err != nil {
		return 0, err
	}
	g, s := &c.spans.Gold, &c.spans.System
	c.gold.set(pair.Gold, g.Words, &c.labels, func(k int) int32 { return int32(-2*k - 2) })
	both := !pair.Gold.Missing && !pair.System.Missing
	c.system.set(pair.System, s.Words, &c.labels, func(k int) int32 {
		if c.NoTags || both && c.spans.SameTag(k) {
			return int32(-2*k - 2)
		}
		return int32(-2*k - 3)
	})
	return c.distance.Distance(&c.gold.Tree, &c.system.Tree)
}

// Count adds the counts of p to row, which must be zero.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	d, err := c.compare(p)
	if err != nil {
		return err
	}
	row[colGold] = float64(len(c.gold.Label) - 1)
	row[colSystem] = float64(len(c.system.Label) - 1)
	row[colDistance] = float64(d)
	closeRow(row)
	return nil
}

// closeRow sets the columns for the whole sentence.
func closeRow(row []float64) {
	nodes := row[colGold]+row[colSystem] > 0
	row[colSentences], row[colIdentical] = eval.One(nodes), eval.One(nodes && row[colDistance] == 0)
}

// Explain yields the nodes of gold and the system; kept and relabelled nodes are one
// item for both sides. Both nodes and the edit of a relabelled one go to the group of gold's label:
// a group of the system's label alone would have a node and no edit, a score of 100.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if _, err := c.compare(pair); err != nil {
		return err
	}
	gold, system := slices.Repeat([]int32{-1}, len(c.gold.node)), make([]bool, len(c.system.node))
	c.distance.Mapping(func(a, b int32) { gold[a], system[b] = b, true })
	one := []eval.Add{{Column: colGold, N: 1}, {Column: colSystem, N: 1}, {Column: colDistance, N: 1}}
	for i, node := range c.gold.node {
		if node < 0 {
			continue
		}
		it := eval.Item{Outcome: eval.Missing, Class: "deleted", Gold: ref(pair.Gold, &c.spans.Gold, node),
			Adds: []eval.Add{one[0], one[2]}, Mended: one[:2]}
		if j := gold[i]; j >= 0 {
			it.System = ref(pair.System, &c.spans.System, c.system.node[j])
			it.Outcome, it.Class, it.Adds = eval.Correct, "", one[:2]
			if c.gold.Label[i] != c.system.Label[j] {
				it.Outcome, it.Class, it.Adds = eval.Incorrect, "relabelled", one
			}
		}
		yield(&it)
	}
	for j, node := range c.system.node {
		if node >= 0 && !system[j] {
			yield(&eval.Item{Outcome: eval.Spurious, Class: "inserted", System: ref(pair.System, &c.spans.System, node),
				Adds: one[1:]})
		}
	}
	return nil
}

// ref returns the reference of a word or a phrase.
func ref(sentence *treebank.Sentence, side *span.Side, node int32) eval.Ref {
	if int(node) < len(side.Words) {
		i := side.Words[node]
		return eval.Ref{Kind: eval.Word, Index: i, Label: sentence.Tokens[i].Tag}
	}
	return side.Phrase(sentence, node-int32(len(side.Words)))
}
