package spacy

import (
	"slices"
	"strings"

	"assay/eval"
	"assay/internal/expressions"
	"assay/treebank"
)

// Keys of the attributes of documents, which package formats/spacy sets.
const (
	keyEntities  = "ents"
	keySentences = "sents"
	keyFeatures  = "morph"
)

// A side has the places of the tokens of one side: characters without white space.
type side struct{ from, to []int32 }

func (d *side) place(sentence *treebank.Sentence) {
	d.from, d.to = d.from[:0], d.to[:0]
	at := int32(0)
	var word []byte
	for i := range sentence.Tokens {
		d.from = append(d.from, at)
		word = treebank.AppendPlain(word[:0], sentence.Word(int32(i)))
		at += int32(len(word))
		d.to = append(d.to, at)
	}
}

// A counter counts pairs; it holds scratch memory.
type counter struct {
	pair   *eval.Pair
	sides  [2]side
	inside [][2]int32 // by token of the system: first and last token of gold that it shares characters with
	within [][]int32  // by token of gold: the tokens of the system that lie in it alone
	lower  map[treebank.Symbol]treebank.Symbol
	syms   *treebank.Symbols
	item   eval.Item
	yield  func(*eval.Item)
}

// Count adds the counts of pair to row.
func (c *counter) Count(row []float64, pair *eval.Pair) error { return eval.CountItems(c, row, pair) }

// Explain yields the items of each row, gold's first.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := pair.Align().Err; err != nil {
		return err
	}
	if c.syms != pair.Gold.Syms {
		c.syms, c.lower = pair.Gold.Syms, map[treebank.Symbol]treebank.Symbol{}
	}
	c.pair, c.yield = pair, yield
	c.align()
	c.tokens()
	for row := rowTag; row <= rowLemma; row++ {
		c.values(row)
	}
	c.arcs(rowUAS)
	c.arcs(rowLAS)
	c.entities()
	c.sentences()
	return nil
}

// align finds the tokens of gold that each token of the system shares characters with.
func (c *counter) align() {
	g, s := &c.sides[0], &c.sides[1]
	g.place(c.pair.Gold)
	s.place(c.pair.System)
	c.inside = c.inside[:0]
	for len(c.within) < len(g.from) {
		c.within = append(c.within, nil)
	}
	for i := range g.from {
		c.within[i] = c.within[i][:0]
	}
	first := 0
	for j := range s.from {
		for first < len(g.to) && g.to[first] <= s.from[j] {
			first++
		}
		last := first
		for last < len(g.from) && g.from[last] < s.to[j] {
			last++
		}
		c.inside = append(c.inside, [2]int32{int32(first), int32(last) - 1})
		if last == first+1 {
			c.within[first] = append(c.within[first], int32(j))
		}
	}
}

// only returns the token of gold that a token of the system lies in, -1 if there is not exactly one.
func (c *counter) only(token int32) int32 {
	if in := c.inside[token]; in[0] == in[1] {
		return in[0]
	}
	return -1
}

// emit yields an item. A reference of kind None is a side without it; right is whether both have it.
func (c *counter) emit(row int, g, s eval.Ref, right bool, class string) {
	it := &c.item
	*it = eval.Item{Part: rowNames[row], Gold: g, System: s, Adds: it.Adds[:0], Mended: it.Mended[:0]}
	at := row * perRow
	if g.Kind != eval.None {
		it.Adds = append(it.Adds, eval.Add{Column: at + gold, N: 1})
		it.Mended = append(it.Mended, eval.Add{Column: at + gold, N: 1}, eval.Add{Column: at + system, N: 1, System: true},
			eval.Add{Column: at + matched, N: 1})
		it.Outcome = eval.Missing
	}
	if s.Kind != eval.None {
		it.Adds = append(it.Adds, eval.Add{Column: at + system, N: 1, System: true})
		it.Outcome = eval.Spurious
	}
	switch {
	case right:
		it.Outcome = eval.Correct
		it.Adds = append(it.Adds, eval.Add{Column: at + matched, N: 1})
	case g.Kind != eval.None && s.Kind != eval.None:
		it.Outcome, it.Class = eval.Incorrect, class
	}
	c.yield(it)
}

// tokens compares the tokens themselves.
func (c *counter) tokens() {
	g, s := &c.sides[0], &c.sides[1]
	ref := func(i int) eval.Ref { return eval.Ref{Kind: eval.Token, Index: int32(i), Other: int32(i) + 1} }
	same := make([]bool, len(s.from))
	for i := range g.from {
		system := eval.Ref{}
		if list := c.within[i]; len(list) == 1 && s.from[list[0]] == g.from[i] && s.to[list[0]] == g.to[i] {
			system, same[list[0]] = ref(int(list[0])), true
		}
		c.emit(rowTokens, ref(i), system, system.Kind != eval.None, "")
	}
	for j := range s.from {
		if !same[j] {
			c.emit(rowTokens, eval.Ref{}, ref(j), false, "")
		}
	}
	for j := range s.from {
		it := &c.item
		*it = eval.Item{Part: "in_one", System: ref(j), Adds: it.Adds[:0], Mended: it.Mended[:0], Outcome: eval.Spurious}
		it.Adds = append(it.Adds, eval.Add{Column: colTokens, N: 1, System: true})
		if c.only(int32(j)) >= 0 {
			it.Outcome = eval.Correct
			it.Gold = ref(int(c.only(int32(j))))
			it.Adds = append(it.Adds, eval.Add{Column: colInOne, N: 1})
		}
		c.yield(it)
	}
}

// value returns the value of a token in a row; ok is false where the file gives none.
func value(sentence *treebank.Sentence, row int, i int32, features bool) (text string, label treebank.Symbol, ok bool) {
	var morph treebank.Morph
	if int(i) < len(sentence.Morph) {
		morph = sentence.Morph[i]
	}
	switch row {
	case rowTag:
		label = morph.Fine
	case rowPos:
		label = sentence.Tokens[i].Tag
	case rowMorph:
		label, ok = morph.Feats, features && sentence.FindAttr(i, keyFeatures) == nil // a token may have no features
	case rowLemma:
		text = sentence.Str(morph.Lemma)
		return text, sentence.Tokens[i].Tag, text != ""
	}
	return sentence.Name(label), label, ok || label != 0
}

// has reports whether a document has an attribute.
func has(sentence *treebank.Sentence, key string) bool {
	return slices.ContainsFunc(sentence.Attrs, func(a treebank.Attr) bool {
		return a.Index == -1 && sentence.Name(a.Key) == key
	})
}

// values compares a tag, the features or the lemma.
func (c *counter) values(row int) {
	feats, theirs := has(c.pair.Gold, keyFeatures), has(c.pair.System, keyFeatures)
	for i := range int32(len(c.pair.Gold.Tokens)) {
		want, label, ok := value(c.pair.Gold, row, i, feats)
		if !ok {
			continue
		}
		var texts []string // the values of the system's tokens in this one, without repetitions
		var refs []eval.Ref
		for _, j := range c.within[i] {
			text, its, _ := value(c.pair.System, row, j, theirs)
			if !slices.Contains(texts, text) {
				texts, refs = append(texts, text), append(refs, eval.Ref{Kind: eval.Word, Index: j, Label: its})
			}
		}
		if c.pair.System.Missing {
			texts = nil
		}
		c.set(row, eval.Ref{Kind: eval.Word, Index: i, Label: label}, refs[:len(texts)], slices.Index(texts, want),
			"wrong "+rowNames[row])
	}
}

// set yields the items of a gold token: with the value of the system that is right, else with its first one, and the
// others alone.
func (c *counter) set(row int, g eval.Ref, system []eval.Ref, right int, class string) {
	with := max(right, 0)
	if len(system) == 0 {
		c.emit(row, g, eval.Ref{}, false, "")
		return
	}
	c.emit(row, g, system[with], right >= 0, class)
	for k := range system {
		if k != with {
			c.emit(row, eval.Ref{}, system[k], false, "")
		}
	}
}

// relation returns a relation in lower case, 0 where there is none; counts is false for punctuation.
func (c *counter) relation(rel treebank.Symbol) (lower treebank.Symbol, counts bool) {
	if rel == 0 {
		return 0, true
	}
	lower, ok := c.lower[rel]
	if !ok {
		lower = c.syms.InternString(strings.ToLower(c.syms.Name(rel)))
		c.lower[rel] = lower
	}
	name := c.syms.Name(lower)
	return lower, name != "p" && name != "punct"
}

// An arc is one in gold's tokens: a root has itself as head.
type arc struct {
	token, head int32
	rel         treebank.Symbol
}

// arcs compares heads, and relations for las.
func (c *counter) arcs(row int) {
	golds, systems := c.pair.Gold, c.pair.System
	seen := map[arc]bool{}
	byToken := map[int32][]int32{} // tokens of the system with an arc whose ends are in one token each
	arcOf := map[int32]arc{}
	for j := range int32(len(systems.Tokens)) {
		head, rel := systems.HeadOf(j)
		lower, counts := c.relation(rel)
		token := c.only(j)
		if !counts || systems.Missing || head == treebank.Unknown && rel == 0 {
			continue
		}
		if token >= 0 {
			if _, its := golds.HeadOf(token); its == 0 {
				continue // gold has no annotation
			}
		}
		in := token
		if head >= 0 && int(head) < len(c.inside) {
			in = c.only(head)
		} else if head != treebank.Root && head != treebank.Unknown {
			in = -1
		}
		if token < 0 || in < 0 {
			c.emit(row, eval.Ref{}, eval.Ref{Kind: eval.Link, Index: j, Other: head, Label: rel}, false, "")
			continue
		}
		a := arc{token, in, lower}
		if row == rowUAS {
			a.rel = 0
		}
		if !seen[a] {
			seen[a], arcOf[j] = true, a
			byToken[token] = append(byToken[token], j)
		}
	}
	ref := func(s *treebank.Sentence, i int32) eval.Ref {
		head, rel := s.HeadOf(i)
		return eval.Ref{Kind: eval.Link, Index: i, Other: head, Label: rel}
	}
	for i := range int32(len(golds.Tokens)) {
		head, rel := golds.HeadOf(i)
		lower, counts := c.relation(rel)
		var refs []eval.Ref
		right, class := -1, "wrong head"
		want := arc{i, head, lower}
		if head < 0 {
			want.head = i
		}
		if row == rowUAS {
			want.rel = 0
		}
		for _, j := range byToken[i] {
			refs = append(refs, ref(systems, j))
			switch a := arcOf[j]; {
			case a == want:
				right = len(refs) - 1
			case a.head == want.head:
				class = "wrong label"
			case a.rel != want.rel:
				class = "wrong head and label"
			}
		}
		if rel != 0 && counts {
			c.set(row, ref(golds, i), refs, right, class)
			continue
		}
		for _, r := range refs {
			c.emit(row, eval.Ref{}, r, false, "")
		}
	}
}

// entities compares named entities, spans of no group, by the tokens of gold that they cover.
func (c *counter) entities() {
	golds, systems := c.pair.Gold, c.pair.System
	list := func(s *treebank.Sentence) (out []int32) {
		for i := range s.Phrases {
			if s.Phrases[i].Func == 0 && expressions.Is(s, int32(i)) {
				out = append(out, int32(i))
			}
		}
		return out
	}
	known := list(golds)
	if !has(golds, keyEntities) && len(known) == 0 {
		return
	}
	ref := func(s *treebank.Sentence, i int32) eval.Ref {
		return eval.Ref{Kind: eval.Phrase, Index: i, Other: -1, Label: s.Phrases[i].Label}
	}
	partner := map[int32]int32{} // by entity of gold: that of the system, from 1
	var spurious []int32
	for _, j := range list(systems) {
		p := &systems.Phrases[j]
		first, last := c.inside[p.Begin][0], c.inside[p.End-1][1]
		at := slices.IndexFunc(known, func(i int32) bool {
			q := &golds.Phrases[i]
			return q.Begin == first && q.End == last+1 && q.Label == p.Label && partner[i] == 0
		})
		if at < 0 {
			spurious = append(spurious, j)
		} else {
			partner[known[at]] = j + 1
		}
	}
	for _, i := range known {
		if j := partner[i]; j > 0 {
			c.emit(rowEnts, ref(golds, i), ref(systems, j-1), true, "")
		} else {
			c.emit(rowEnts, ref(golds, i), eval.Ref{}, false, "")
		}
	}
	for _, j := range spurious {
		c.emit(rowEnts, eval.Ref{}, ref(systems, j), false, "")
	}
}

// sentences compares the sentences of a document; those of the system that begin or end within a token of gold do not
// count, as in spaCy.
func (c *counter) sentences() {
	golds, systems := c.pair.Gold, c.pair.System
	if !has(golds, keySentences) || len(golds.Tokens) == 0 {
		return
	}
	ranges := func(s *treebank.Sentence) (out [][2]int32) {
		from := int32(0)
		for _, to := range append(slices.Clone(s.Breaks), int32(len(s.Tokens))) {
			out = append(out, [2]int32{from, to})
			from = to
		}
		return out
	}
	ref := func(r [2]int32) eval.Ref { return eval.Ref{Kind: eval.Token, Index: r[0], Other: r[1]} }
	theirs := map[[2]int32][2]int32{} // by tokens of gold: those of the system
	var all [][2]int32
	if has(systems, keySentences) && len(systems.Tokens) > 0 {
		for _, r := range ranges(systems) {
			in := [2]int32{c.inside[r[0]][0], c.inside[r[1]-1][1] + 1}
			if c.sides[0].from[in[0]] == c.sides[1].from[r[0]] && c.sides[0].to[in[1]-1] == c.sides[1].to[r[1]-1] {
				theirs[in] = r
				all = append(all, in)
			}
		}
	}
	for _, r := range ranges(golds) {
		s, ok := theirs[r]
		if ok {
			c.emit(rowSents, ref(r), ref(s), true, "")
			delete(theirs, r)
		} else {
			c.emit(rowSents, ref(r), eval.Ref{}, false, "")
		}
	}
	for _, r := range all {
		if s, ok := theirs[r]; ok {
			c.emit(rowSents, eval.Ref{}, ref(s), false, "")
		}
	}
}
