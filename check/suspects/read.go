package suspects

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/eval"
	"assay/treebank"
)

// A Corpus is gold with the analyses of systems.
type Corpus struct {
	Gold    []*treebank.Sentence
	Systems [][]*Votes // by system, by sentence; nil where it has none
}

// Votes are a system's labels for the words of a gold sentence.
type Votes struct {
	Tags    []string // "" where it gives none
	Arcs    []Head   // unknown where it gives none
	Phrases map[[2]int32]string
	Known   bool // its words are gold's, so that Phrases hold all of its constituents
}

// A Head is the head of a word: another word of the sentence, treebank.Root, or
// treebank.Unknown.
type Head struct {
	Word int32
	Rel  string
}

// Read reads gold and pairs it with each system. Gold may be read alone.
func Read(ctx context.Context, gold *treebank.Source, systems []*treebank.Source, opt eval.Options) (*Corpus, error) {
	c := &Corpus{}
	opt.Where, opt.By, opt.Only, opt.Jobs = nil, nil, nil, 1
	for k, system := range append([]*treebank.Source{gold}, systems...) {
		r := &reader{first: k == 0}
		opt.Collect, opt.Collected = func() eval.Collector { return r }, func(eval.Collector) {}
		res, err := eval.Run(ctx, gold, system, nil, opt)
		if err != nil {
			return nil, err
		}
		if k == 0 {
			c.Gold = make([]*treebank.Sentence, res.GoldN)
		} else {
			c.Systems = append(c.Systems, make([]*Votes, len(c.Gold)))
		}
		for _, f := range r.found {
			u := res.Units[f.unit]
			for i := range min(u.GoldN, int32(len(f.gold)+len(f.votes))) {
				switch n := u.Gold + i; {
				case k == 0:
					c.Gold[n] = f.gold[i]
				case c.Gold[n] != nil && len(c.Gold[n].Tokens) == len(f.votes[i].Tags):
					c.Systems[k-1][n] = f.votes[i]
				}
			}
		}
	}
	return c, nil
}

// A reader keeps the sentences of gold, or the votes of a system.
type reader struct {
	first bool
	found []found
}

// found is what one pair holds: in gold one sentence or, where the two sides split
// the text differently, several.
type found struct {
	unit  int
	gold  []*treebank.Sentence
	votes []*Votes
}

func (*reader) Item(int, *eval.Item) {}

// Pair keeps the sentence of gold, or the votes of the system.
func (r *reader) Pair(p *eval.Pair) {
	switch {
	case p.Gold.Missing:
	case r.first:
		r.found = append(r.found, found{unit: p.N, gold: []*treebank.Sentence{p.Gold.Clone()}})
	case !p.System.Missing:
		all := votes(p)
		f := found{unit: p.N}
		begin := int32(0)
		for _, end := range append(slices.Clone(p.Gold.Breaks), count(p.Gold)) {
			f.votes = append(f.votes, all.part(begin, end))
			begin = end
		}
		r.found = append(r.found, f)
	}
}

// part returns the votes on the words from begin to end.
func (v *Votes) part(begin, end int32) *Votes {
	if begin == 0 && int(end) == len(v.Tags) {
		return v
	}
	out := &Votes{Tags: v.Tags[begin:end], Known: v.Known}
	for _, h := range v.Arcs[begin:end] {
		switch {
		case h.Word < 0:
		case h.Word < begin || h.Word >= end:
			h = Head{Word: treebank.Unknown}
		default:
			h.Word -= begin
		}
		out.Arcs = append(out.Arcs, h)
	}
	if v.Known {
		out.Phrases = map[[2]int32]string{}
		for span, label := range v.Phrases {
			if span[0] >= begin && span[1] <= end {
				out.Phrases[[2]int32{span[0] - begin, span[1] - begin}] = label
			}
		}
	}
	return out
}

// votes returns the votes of the system of p on gold's words.
func votes(p *eval.Pair) *Votes {
	a := p.Align()
	v := &Votes{Known: p.SameWords()}
	for i := range p.Gold.Tokens {
		tag, arc := "", Head{Word: treebank.Unknown}
		if i < len(a.System) && a.System[i] >= 0 {
			j := a.System[i]
			tag = p.System.Name(p.System.Tokens[j].Tag)
			if h, rel := p.System.HeadOf(j); h == treebank.Root || h >= 0 && a.Gold[h] >= 0 {
				if h >= 0 {
					h = a.Gold[h]
				}
				arc = Head{h, p.System.Name(rel)}
			}
		}
		v.Tags, v.Arcs = append(v.Tags, tag), append(v.Arcs, arc)
	}
	if v.Known {
		v.Phrases = labels(p.System)
	}
	return v
}

// arcName writes an arc as its relation and its head, "" if the head is unknown.
func arcName(s *treebank.Sentence, h Head) string {
	switch {
	case h.Word == treebank.Root:
		return h.Rel + " of the root"
	case h.Word < 0 || h.Word >= count(s):
		return ""
	}
	return fmt.Sprintf("%s of %s (word %d)", h.Rel, s.Word(h.Word), h.Word+1)
}

// headOf returns the head of word i.
func headOf(s *treebank.Sentence, i int32) Head {
	head, rel := s.HeadOf(i)
	return Head{head, s.Name(rel)}
}

// over separates the labels of constituents over the same words, from the top;
// outputs show a plus sign.
const over = "\x1f"

func shown(label string) string { return strings.ReplaceAll(label, over, "+") }

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
			out[key] += over + name
		}
	}
	return out
}

// label returns the label of a phrase, cut at the first - or =.
func label(s *treebank.Sentence, p *treebank.Phrase) string {
	name, _ := category(s.Name(p.Label))
	return name
}

// category cuts a label at the first - or =, which begin its functions.
func category(label string) (name, functions string) {
	if i := strings.IndexAny(label, "-="); i > 0 {
		return label[:i], label[i:]
	}
	return label, ""
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
