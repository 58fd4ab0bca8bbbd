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
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"

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
	Gap        int32 // of a constituent with gaps its number from 1, else 0
}

// A Suspect is an item that is probably wrong.
type Suspect struct {
	Item
	ID       string // of the sentence, else its number from 1
	Place    string // file:line:column as far as it is known
	Words    string
	Before   string   // words of the sentence before the item, at most a dozen
	After    string   // and after it
	Like     []string // sentences that the evidence names, by their ids
	Gold     string   // gold's label
	Proposed string   // label that the strongest evidence supports
	Score    float64
	Evidence []string
	Change   *Change // correction of gold that makes it Proposed; nil if the evidence gives none
	strength float64 // of the evidence for Proposed
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
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Sentence, b.Sentence),
			cmp.Compare(a.Begin, b.Begin), cmp.Compare(a.End, b.End), cmp.Compare(a.Kind, b.Kind))
	})
	return out
}

// A finder collects evidence.
type finder struct {
	corpus *Corpus
	opt    Options
	found  map[Item]*Suspect
	texts  joined
}

// joined is the words of a sentence as one text: suspects in a deep tree would need its
// square if each had a text of its own.
type joined struct {
	of     *treebank.Sentence
	text   string
	begins []int
}

// words returns the words of a sentence from begin to end.
func (j *joined) words(s *treebank.Sentence, begin, end int32) string {
	if begin, end = max(begin, 0), min(end, int32(len(s.Tokens))); begin >= end {
		return ""
	}
	if j.of != s {
		j.of, j.text, j.begins = s, text(s, 0, int32(len(s.Tokens))), j.begins[:0]
		at := 0
		for i := range s.Tokens {
			j.begins = append(j.begins, at)
			at += len(s.Word(int32(i))) + 1
		}
		j.begins = append(j.begins, at)
	}
	return j.text[j.begins[begin] : j.begins[end]-1]
}

// A proposal is the label that evidence supports, with the change to gold that
// gives it, nil if the evidence does not say what to change.
type proposal struct {
	label  string
	change *Change
}

// nearWords is how many words of the sentence are given on each side of an item.
const nearWords = 12

// add adds evidence of that weight against an item. A proposal with a change goes
// before one without.
func (f *finder) add(it Item, gold string, proposal proposal, weight float64, evidence string) *Suspect {
	suspect := f.found[it]
	if suspect == nil {
		sent := f.corpus.Gold[it.Sentence]
		suspect = &Suspect{Item: it, ID: name(sent, it.Sentence), Place: place(sent, it.Begin),
			Words:  f.texts.words(sent, it.Begin, it.End),
			Before: f.texts.words(sent, it.Begin-nearWords, it.Begin), After: f.texts.words(sent, it.End, it.End+nearWords),
			Gold: shown(gold)}
		f.found[it] = suspect
	}
	suspect.Score = 1 - (1-suspect.Score)*(1-weight)
	suspect.Evidence = append(suspect.Evidence, shown(evidence))
	if better := (proposal.change != nil) == (suspect.Change != nil) && weight > suspect.strength; better ||
		suspect.Change == nil && proposal.change != nil {
		suspect.strength, suspect.Proposed, suspect.Change = weight, shown(proposal.label), proposal.change
	}
	return suspect
}

func name(s *treebank.Sentence, n int32) string {
	return cmp.Or(s.Str(s.ID), fmt.Sprint(n+1))
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
		it       Item
		gold     string
		proposed proposal
		systems  int
		usual    string
	}
	var all []dissent
	seen := map[string]int{}
	if kind == Arc {
		f.shapes(seen)
	}
	f.votes(kind, func(it Item, gold string, proposal proposal, systems int) {
		usual := ""
		if kind == Arc {
			usual = shape(f.corpus.Gold[it.Sentence], it.Begin)
		} else {
			usual = gold + "\t" + proposal.label
			seen[usual]++
		}
		all = append(all, dissent{it, gold, proposal, systems, usual})
	})
	for _, d := range all {
		weight := float64(d.systems) / float64(d.systems+1) / (1 + .5*math.Log2(float64(seen[d.usual])))
		f.add(d.it, d.gold, d.proposed, weight, fmt.Sprintf("%s: %s", systems(d.systems), d.proposed.label))
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
func shape(sentence *treebank.Sentence, i int32) string {
	head, rel := sentence.HeadOf(i)
	tag, far := "", 0
	if head >= 0 && head < count(sentence) {
		tag = sentence.Name(sentence.Tokens[head].Tag)
		far = min(bits.Len32(uint32(max(i, head)-min(i, head))), 4)
		if head < i {
			far = -far
		}
	}
	return fmt.Sprintf("%s\t%s\t%s\t%d", sentence.Name(sentence.Tokens[i].Tag), tag, sentence.Name(rel), far)
}

func systems(n int) string {
	if n == 1 {
		return "the system says"
	}
	if n == 2 {
		return "both systems say"
	}
	return fmt.Sprintf("all %d systems say", n)
}

// A yielder takes an item of gold, with the label on which that many systems agree.
type yielder func(it Item, gold string, p proposal, systems int)

// votes calls yield for each item of a kind on which the systems agree against
// gold.
func (f *finder) votes(kind string, yield yielder) {
	for n, sentence := range f.corpus.Gold {
		if sentence == nil {
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
			phraseVotes(int32(n), sentence, list, yield)
			continue
		}
		for i := range sentence.Tokens {
			it := Item{Kind: kind, Sentence: int32(n), Begin: int32(i), End: int32(i) + 1}
			if kind == Arc {
				gold := headOf(sentence, int32(i))
				if head, k := unanimous(list, func(v *Votes) Head { return v.Arcs[i] }, Head{Word: treebank.Unknown}); k > 0 &&
					arcName(sentence, gold) != "" && head != gold {
					yield(it, arcName(sentence, gold), proposal{arcName(sentence, head), &Change{OldHead: gold, NewHead: head}}, k)
				}
				continue
			}
			gold := sentence.Name(sentence.Tokens[i].Tag)
			if tag, k := unanimous(list, func(v *Votes) string { return v.Tags[i] }, ""); k > 0 && gold != "" && tag != gold {
				yield(it, gold, proposal{tag, &Change{Old: gold, New: tag}}, k)
			}
		}
	}
}

// unanimous returns the label on which all systems agree that give one, another than
// nothing, and their number; 0 if they do not agree.
func unanimous[T comparable](list []*Votes, of func(*Votes) T, nothing T) (T, int) {
	first, n := nothing, 0
	for _, v := range list {
		switch label := of(v); {
		case label == nothing:
		case n == 0 || label == first:
			first = label
			n++
		default:
			return nothing, 0
		}
	}
	return first, n
}

// phraseVotes yields constituents that only gold has, that only all systems have,
// or that have another label in all systems.
func phraseVotes(n int32, s *treebank.Sentence, list []*Votes, yield yielder) {
	gold := labels(s)
	spans := map[[2]int32]bool{}
	for span := range gold {
		spans[span] = true
	}
	for span := range list[0].Phrases {
		spans[span] = true
	}
	for _, span := range slices.SortedFunc(maps.Keys(spans),
		func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) }) {
		said := func(m map[[2]int32]string) string {
			if l, ok := m[span]; ok {
				return l
			}
			return None
		}
		proposed, k := unanimous(list, func(v *Votes) string { return said(v.Phrases) }, "")
		if g := said(gold); k > 0 && g != proposed && g != "" && proposed != "" {
			yield(Item{Kind: Phrase, Sentence: n, Begin: span[0], End: span[1]}, g,
				proposal{proposed, &Change{Old: g, New: proposed}}, k)
		}
	}
}
