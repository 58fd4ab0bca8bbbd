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
func Read(ctx context.Context, gold *treebank.Source, systems []*treebank.Source, align eval.Align) (*Corpus, error) {
	corpus := &Corpus{}
	for k, system := range append([]*treebank.Source{gold}, systems...) {
		r := &reader{first: k == 0}
		opt := eval.Options{Jobs: 1, Align: align, Collect: func() eval.Collector { return r },
			Collected: func(eval.Collector) {}}
		res, err := eval.Run(ctx, gold, system, nil, opt)
		if err != nil {
			return nil, err
		}
		if k == 0 {
			corpus.Gold = make([]*treebank.Sentence, res.GoldN)
		} else {
			corpus.Systems = append(corpus.Systems, make([]*Votes, len(corpus.Gold)))
		}
		for _, found := range r.found {
			u := res.Units[found.unit]
			for i := range min(u.GoldN, int32(len(found.gold)+len(found.votes))) {
				switch n := u.Gold + i; {
				case k == 0:
					corpus.Gold[n] = found.gold[i]
				case corpus.Gold[n] != nil && len(corpus.Gold[n].Tokens) == len(found.votes[i].Tags):
					corpus.Systems[k-1][n] = found.votes[i]
				}
			}
		}
	}
	return corpus, nil
}

// A reader keeps the sentences of gold, or the votes of a system.
type reader struct {
	first bool
	found []found
}

// found holds one pair: in gold one sentence or, where the two sides split the text
// differently, several.
type found struct {
	unit  int
	gold  []*treebank.Sentence
	votes []*Votes
}

func (*reader) Item(int, *eval.Item) {}

// Pair keeps the sentence of gold, or the votes of the system.
func (r *reader) Pair(pair *eval.Pair) {
	switch {
	case pair.Gold.Missing:
	case r.first:
		r.found = append(r.found, found{unit: pair.N, gold: []*treebank.Sentence{pair.Gold.Clone()}})
	case !pair.System.Missing:
		all := votes(pair)
		f := found{unit: pair.N}
		begin := int32(0)
		for _, end := range append(slices.Clone(pair.Gold.Breaks), count(pair.Gold)) {
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
	for _, head := range v.Arcs[begin:end] {
		switch {
		case head.Word < 0:
		case head.Word < begin || head.Word >= end:
			head = Head{Word: treebank.Unknown}
		default:
			head.Word -= begin
		}
		out.Arcs = append(out.Arcs, head)
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

// votes returns the votes of the system of pair on gold's words.
func votes(pair *eval.Pair) *Votes {
	alignment := pair.Align()
	v := &Votes{Known: pair.SameWords()}
	for i := range pair.Gold.Tokens {
		tag, arc := "", Head{Word: treebank.Unknown}
		if i < len(alignment.System) && alignment.System[i] >= 0 {
			j := alignment.System[i]
			tag = pair.System.Name(pair.System.Tokens[j].Tag)
			if h, rel := pair.System.HeadOf(j); h == treebank.Root || h >= 0 && alignment.Gold[h] >= 0 {
				if h >= 0 {
					h = alignment.Gold[h]
				}
				arc = Head{h, pair.System.Name(rel)}
			}
		}
		v.Tags, v.Arcs = append(v.Tags, tag), append(v.Arcs, arc)
	}
	if v.Known {
		v.Phrases = labels(pair.System)
	}
	return v
}

// arcName writes an arc as its relation and its head, "" if the head is unknown.
func arcName(sentence *treebank.Sentence, head Head) string {
	switch {
	case head.Word == treebank.Root:
		return head.Rel + " of the root"
	case head.Word < 0 || head.Word >= count(sentence):
		return ""
	}
	return fmt.Sprintf("%s of %s (word %d)", head.Rel, sentence.Word(head.Word), head.Word+1)
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
func labels(sentence *treebank.Sentence) map[[2]int32]string {
	out := map[[2]int32]string{}
	for j := range sentence.Phrases {
		p := &sentence.Phrases[j]
		if p.Begin == p.End || sentence.Gaps && gapped(sentence, int32(j)) {
			continue
		}
		key := [2]int32{p.Begin, p.End}
		if name := label(sentence, p); out[key] == "" {
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

func gapped(sentence *treebank.Sentence, j int32) bool {
	n := int32(0)
	for i := sentence.Phrases[j].Begin; i < sentence.Phrases[j].End; i++ {
		if under(sentence, i, j) {
			n++
		}
	}
	return n != sentence.Phrases[j].End-sentence.Phrases[j].Begin
}

func under(s *treebank.Sentence, token, j int32) bool {
	for up := s.Tokens[token].Parent; up >= 0; up = s.Phrases[up].Parent {
		if up == j {
			return true
		}
	}
	return false
}
