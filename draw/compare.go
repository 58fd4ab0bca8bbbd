package draw

import (
	"slices"

	"assay/treebank"
)

// Compare marks the differences of a pair that no score counts, and returns their number: phrases by their words and
// labels, dependencies by heads and labels. Differences of tags are shown in any case; those of graphs are in their
// joint drawing.
func (p *Pair) Compare() (differences int) {
	columns := p.Columns()
	if columns == nil && len(p.Gold.Tokens) != len(p.System.Tokens) {
		return 0 // other texts
	}
	at := func(s *treebank.Sentence, of func(*Columns) []int32) *over {
		if columns != nil {
			return newOver(columns, s, of(columns))
		}
		same := make([]int32, len(s.Tokens))
		for i := range same {
			same[i] = int32(i)
		}
		return newOver(&Columns{Words: texts(s)}, s, same)
	}
	gold := at(p.Gold, func(c *Columns) []int32 { return c.Gold })
	system := at(p.System, func(c *Columns) []int32 { return c.System })
	switch {
	case IsBoxes(p.Gold) && IsBoxes(p.System):
		return p.compareClauses()
	case len(p.Gold.Nodes)+len(p.System.Nodes) > 0:
	case len(p.Gold.Phrases)+len(p.System.Phrases) > 0:
		return p.comparePhrases(gold, system)
	default:
		return p.compareArcs(gold, system)
	}
	return 0
}

func (p *Pair) comparePhrases(gold, system *over) (differences int) {
	type bracket struct {
		begin, end int32
		label      string
	}
	open := map[bracket][]int{}
	of := func(o *over, q int) bracket {
		ph := o.Phrases[q]
		if ph.Begin == ph.End {
			return bracket{o.begin(ph.Begin), -1, label(o.Sentence, int32(q), Plain)}
		}
		return bracket{o.begin(ph.Begin), o.end(ph.End), label(o.Sentence, int32(q), Plain)}
	}
	p.GoldMarks.Phrases = slices.Repeat([]Mark{Miss}, len(gold.Phrases))
	p.SystemMarks.Phrases = slices.Repeat([]Mark{Extra}, len(system.Phrases))
	for q := range gold.Phrases {
		open[of(gold, q)] = append(open[of(gold, q)], q)
	}
	differences = len(gold.Phrases)
	for q := range system.Phrases {
		at := of(system, q)
		if list := open[at]; len(list) > 0 {
			p.GoldMarks.Phrases[list[0]], p.SystemMarks.Phrases[q] = Match, Match
			open[at] = list[1:]
			differences--
			continue
		}
		differences++
		for g := range gold.Phrases {
			if b := of(gold, g); b.begin < at.begin && at.begin < b.end && b.end < at.end ||
				at.begin < b.begin && b.begin < at.end && at.end < b.end {
				p.SystemMarks.Phrases[q] = Cross
				break
			}
		}
	}
	return differences
}

func (p *Pair) compareArcs(gold, system *over) (differences int) {
	gm, sm := make([]Mark, len(gold.Tokens)), make([]Mark, len(system.Tokens))
	p.GoldMarks.Links, p.SystemMarks.Links = gm, sm
	twin := func(word int32) (mate int32) { // the same word of the system, -1 for none
		if i := gold.first[word]; i >= 0 {
			mate = system.of[i]
			if mate >= 0 && system.first[mate] == i && system.last[mate] == gold.last[word] {
				return mate
			}
		}
		return -1
	}
	paired := make([]bool, len(sm))
	for word := range gm {
		mate := twin(int32(word))
		if mate < 0 {
			gm[word] = Miss
			differences++
			continue
		}
		paired[mate] = true
		head, rel := gold.HeadOf(int32(word))
		other, label := system.HeadOf(mate)
		sameHead := head == other && head < 0 || head >= 0 && other >= 0 && twin(head) == other
		sameLabel := gold.Name(rel) == system.Name(label)
		switch {
		case sameHead && sameLabel:
			gm[word] = Match
		case sameHead:
			gm[word] = WrongLabel
		case sameLabel:
			gm[word] = WrongHead
		default:
			gm[word] = WrongBoth
		}
		if sm[mate] = gm[word]; gm[word] != Match {
			differences++
		}
	}
	for mate := range sm {
		if !paired[mate] {
			sm[mate] = Extra
			differences++
		}
	}
	return differences
}
