// Package suspects finds items of gold that are probably wrong: how good is the
// test itself?
//
// There are two kinds of evidence.
//
// Variation: the same words are annotated differently elsewhere in gold
// (variation n-grams: Dickinson & Meurers 2003 for tags and constituents; Boyd,
// Dickinson & Meurers 2008 for dependencies). A nucleus is a word, the words of a
// constituent, or two words that an arc joins with all words between; its label
// is the tag, the constituent's label, the relation with its direction, or none
// where the same words have no constituent or arc. The non-fringe heuristic wants
// the same word on both sides of the nucleus; Options.Fringe also takes nuclei
// without it, with less weight. Discontinuous constituents are nuclei of words
// with gaps (Dickinson & Meurers 2005), and are compared with each other.
//
// Agreement: all systems that analyse the item agree with each other and not with
// gold. Confusions that are frequent weigh less, because parsers share them.
//
// The score of an item is 1 - the product of (1 - weight) over its evidence. It is
// an order, not a probability.
//
// Limits: nuclei of more than Options.Longest words are not looked at; systems
// count only for words on the same characters as gold's, their constituents
// only where all words are gold's.
package suspects

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"

	"assay/eval"
	"assay/treebank"
)

// Options choose the evidence that counts. Default is the usual choice.
type Options struct {
	Kinds     []string // of Kinds; nil for all
	Fringe    bool     // nuclei without the same word on both sides count too
	Dependent bool     // an arc's nucleus also wants the same relation of the head (dependency context)
	Longest   int      // words of the longest nucleus
}

// Default is non-fringe nuclei and those without context, up to eight words.
var Default = Options{Fringe: true, Longest: 8}

// The kinds of items.
const (
	Tag    = "tag"
	Phrase = "phrase"
	Arc    = "arc"
)

// Kinds are all kinds.
var Kinds = []string{Tag, Phrase, Arc}

// An Item is something in gold: the tag or the arc of a word, or a constituent.
type Item struct {
	Kind       string
	Sentence   int32 // from 0
	Begin, End int32 // words; of a tag or an arc, Begin is the word
}

// A Suspect is an item that is probably wrong.
type Suspect struct {
	Item
	ID       string // of the sentence, else its number from 1
	Place    string // file:line:column as far as it is known
	Words    string
	Gold     string // gold's label
	Proposed string // label that the strongest evidence supports
	Score    float64
	Evidence []string
	strength float64 // of the evidence for Proposed
}

// A Corpus is gold with the analyses of systems.
type Corpus struct {
	Gold    []*treebank.Sentence
	Systems [][]*Votes // by system, by sentence; nil where it has none
}

// Votes are a system's labels for the words of a gold sentence.
type Votes struct {
	Tags    []string // "" where it says nothing
	Arcs    []string // head and relation, as arc writes them
	Phrases map[[2]int32]string
	Known   bool // its words are gold's, so that Phrases hold all of its constituents
}

// Read reads gold and pairs it with each system. Gold may be read alone.
func Read(ctx context.Context, gold *treebank.Source, systems []*treebank.Source, opt eval.Options) (*Corpus, error) {
	c := &Corpus{}
	opt.Where, opt.By, opt.Only = nil, nil, nil
	for k, system := range append([]*treebank.Source{gold}, systems...) {
		r := &reader{corpus: c, first: k == 0}
		opt.Collect, opt.Collected = func() eval.Collector { return r }, func(eval.Collector) {}
		opt.Jobs = 1
		if k > 0 {
			c.Systems = append(c.Systems, make([]*Votes, len(c.Gold)))
		}
		if _, err := eval.Run(ctx, gold, system, nil, opt); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// A reader keeps the sentences of gold, or the votes of a system.
type reader struct {
	corpus *Corpus
	first  bool
}

func (*reader) Item(int, *eval.Item) {}

// Pair keeps the sentence of gold, or the votes of the system.
func (r *reader) Pair(p *eval.Pair) {
	c := r.corpus
	if r.first {
		for len(c.Gold) <= p.N {
			c.Gold = append(c.Gold, nil)
		}
		if !p.Gold.Missing {
			c.Gold[p.N] = p.Gold.Clone()
		}
		return
	}
	if last := c.Systems[len(c.Systems)-1]; p.N < len(last) && !p.System.Missing && !p.Gold.Missing {
		last[p.N] = votes(p)
	}
}

// votes returns the votes of the system of p on gold's words.
func votes(p *eval.Pair) *Votes {
	a := p.Align()
	v := &Votes{Known: p.SameWords()}
	for i := range p.Gold.Tokens {
		tag, arc := "", ""
		if i < len(a.System) && a.System[i] >= 0 {
			j := a.System[i]
			tag = p.System.Name(p.System.Tokens[j].Tag)
			if h, rel := p.System.HeadOf(j); h == treebank.Root || h >= 0 && a.Gold[h] >= 0 {
				if h >= 0 {
					h = a.Gold[h]
				}
				arc = arcName(p.Gold, h, p.System.Name(rel))
			}
		}
		v.Tags, v.Arcs = append(v.Tags, tag), append(v.Arcs, arc)
	}
	if v.Known {
		v.Phrases = labels(p.System)
	}
	return v
}

// arcName writes an arc as its relation and its head.
func arcName(s *treebank.Sentence, head int32, rel string) string {
	switch {
	case head == treebank.Root:
		return rel + " of the root"
	case head < 0 || int(head) >= len(s.Tokens):
		return ""
	}
	return fmt.Sprintf("%s of %s (word %d)", rel, s.Word(head), head+1)
}

// labels returns the labels of the continuous constituents by their words; those
// over the same words are joined from the top.
func labels(s *treebank.Sentence) map[[2]int32]string {
	out := map[[2]int32]string{}
	for j := range s.Phrases {
		p := &s.Phrases[j]
		if p.Begin == p.End || s.Gaps && gapped(s, int32(j)) {
			continue
		}
		key := [2]int32{p.Begin, p.End}
		if name := label(s, p); out[key] == "" {
			out[key] = name
		} else if name != "" {
			out[key] += "+" + name
		}
	}
	return out
}

// label returns the label of a phrase, cut at the first - or =.
func label(s *treebank.Sentence, p *treebank.Phrase) string {
	name := s.Name(p.Label)
	if i := strings.IndexAny(name, "-="); i > 0 {
		name = name[:i]
	}
	return name
}

func gapped(s *treebank.Sentence, j int32) bool {
	n := int32(0)
	for i := s.Phrases[j].Begin; i < s.Phrases[j].End; i++ {
		if under(s, i, j) {
			n++
		}
	}
	return n != s.Phrases[j].End-s.Phrases[j].Begin
}

func under(s *treebank.Sentence, token, j int32) bool {
	for up := s.Tokens[token].Parent; up >= 0; up = s.Phrases[up].Parent {
		if up == j {
			return true
		}
	}
	return false
}

// Find returns the suspects, the most probable first.
func (c *Corpus) Find(opt Options) []*Suspect {
	f := &finder{corpus: c, opt: opt, found: map[Item]*Suspect{}}
	for _, kind := range Kinds {
		if opt.Kinds != nil && !slices.Contains(opt.Kinds, kind) {
			continue
		}
		switch kind {
		case Tag:
			f.vary(f.tags())
		case Phrase:
			f.vary(f.phrases())
		case Arc:
			f.vary(f.arcs())
		}
		f.agree(kind)
	}
	out := make([]*Suspect, 0, len(f.found))
	for _, s := range f.found {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b *Suspect) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Sentence, b.Sentence), cmp.Compare(a.Begin, b.Begin), cmp.Compare(a.End, b.End), cmp.Compare(a.Kind, b.Kind))
	})
	return out
}

// A finder collects evidence.
type finder struct {
	corpus *Corpus
	opt    Options
	found  map[Item]*Suspect
}

// add adds evidence of that weight against an item.
func (f *finder) add(it Item, gold, proposed string, weight float64, evidence string) {
	s := f.found[it]
	if s == nil {
		sent := f.corpus.Gold[it.Sentence]
		s = &Suspect{Item: it, ID: name(sent, it.Sentence), Place: place(sent, it.Begin), Words: text(sent, it.Begin, it.End), Gold: gold}
		f.found[it] = s
	}
	s.Score = 1 - (1-s.Score)*(1-weight)
	if s.Evidence = append(s.Evidence, evidence); weight > s.strength {
		s.strength, s.Proposed = weight, proposed
	}
}

func name(s *treebank.Sentence, n int32) string {
	if s.ID.Len > 0 {
		return s.Str(s.ID)
	}
	return fmt.Sprint(n + 1)
}

func place(s *treebank.Sentence, word int32) string {
	at := treebank.SyntaxError{File: s.File, Line: int(s.Line)}
	if int(word) < len(s.Tokens) {
		at.Line, at.Col = s.Position(s.Tokens[word].Form)
	}
	return at.Place()
}

// text returns the words from begin to end.
func text(s *treebank.Sentence, begin, end int32) string {
	var out []string
	for i := max(begin, 0); i < end && int(i) < len(s.Tokens); i++ {
		out = append(out, string(s.Word(i)))
	}
	return strings.Join(out, " ")
}

// agree adds the items of a kind on which all systems agree against gold. Frequent
// errors of parsers weigh less: a confusion of two labels that is frequent, an arc
// of a frequent shape.
func (f *finder) agree(kind string) {
	if len(f.corpus.Systems) == 0 {
		return
	}
	type dissent struct {
		it             Item
		gold, proposed string
		systems        int
		usual          string
	}
	var all []dissent
	seen := map[string]int{}
	if kind == Arc {
		f.shapes(seen)
	}
	f.votes(kind, func(it Item, gold, proposed string, systems int) {
		usual := ""
		if kind == Arc {
			usual = shape(f.corpus.Gold[it.Sentence], it.Begin)
		} else {
			usual = gold + "\t" + proposed
			seen[usual]++
		}
		all = append(all, dissent{it, gold, proposed, systems, usual})
	})
	for _, d := range all {
		weight := float64(d.systems) / float64(d.systems+1) / (1 + .5*math.Log2(float64(seen[d.usual])))
		f.add(d.it, d.gold, d.proposed, weight, fmt.Sprintf("%s: %s", systems(d.systems), d.proposed))
	}
}

// shapes counts the shapes of all arcs of gold.
func (f *finder) shapes(seen map[string]int) {
	for _, s := range f.corpus.Gold {
		for i := range count(s) {
			seen[shape(s, i)]++
		}
	}
}

// shape is the tags of a word and its head, the relation, and how far the head is.
func shape(s *treebank.Sentence, i int32) string {
	head, rel := s.HeadOf(i)
	tag, far := "", 0
	if head >= 0 && head < count(s) {
		tag = s.Name(s.Tokens[head].Tag)
		far = min(bits.Len32(uint32(max(i, head)-min(i, head))), 4)
		if head < i {
			far = -far
		}
	}
	return fmt.Sprintf("%s\t%s\t%s\t%d", s.Name(s.Tokens[i].Tag), tag, s.Name(rel), far)
}

func systems(n int) string {
	if n == 1 {
		return "the system says"
	}
	return fmt.Sprintf("all %d systems say", n)
}

// votes calls yield for each item of a kind on which the systems agree against
// gold.
func (f *finder) votes(kind string, yield func(it Item, gold, proposed string, systems int)) {
	for n, s := range f.corpus.Gold {
		if s == nil {
			continue
		}
		var list []*Votes
		for _, system := range f.corpus.Systems {
			if v := system[n]; v != nil && (kind != Phrase || v.Known) {
				list = append(list, v)
			}
		}
		if len(list) == 0 {
			continue
		}
		if kind == Phrase {
			phraseVotes(int32(n), s, list, yield)
			continue
		}
		for i := range s.Tokens {
			gold, of := s.Name(s.Tokens[i].Tag), func(v *Votes) string { return v.Tags[i] }
			if kind == Arc {
				head, rel := s.HeadOf(int32(i))
				gold, of = arcName(s, head, s.Name(rel)), func(v *Votes) string { return v.Arcs[i] }
			}
			if proposed, k := unanimous(list, of); k > 0 && gold != "" && proposed != gold {
				yield(Item{kind, int32(n), int32(i), int32(i) + 1}, gold, proposed, k)
			}
		}
	}
}

// unanimous returns the label on which all systems that give one agree, and their
// number; 0 if they do not agree.
func unanimous(list []*Votes, of func(*Votes) string) (string, int) {
	first, n := "", 0
	for _, v := range list {
		switch label := of(v); {
		case label == "":
		case n == 0 || label == first:
			first = label
			n++
		default:
			return "", 0
		}
	}
	return first, n
}

const none = "no constituent"

// phraseVotes yields constituents that only gold has, that only all systems have,
// or that have another label in all systems.
func phraseVotes(n int32, s *treebank.Sentence, list []*Votes, yield func(it Item, gold, proposed string, systems int)) {
	gold := labels(s)
	spans := map[[2]int32]bool{}
	for span := range gold {
		spans[span] = true
	}
	for span := range list[0].Phrases {
		spans[span] = true
	}
	for _, span := range slices.SortedFunc(maps.Keys(spans), func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) }) {
		said := func(m map[[2]int32]string) string {
			if l, ok := m[span]; ok {
				return l
			}
			return none
		}
		proposed, k := unanimous(list, func(v *Votes) string { return said(v.Phrases) })
		if g := said(gold); k > 0 && g != proposed && g != "" && proposed != "" {
			yield(Item{Phrase, n, span[0], span[1]}, g, proposed, k)
		}
	}
}
