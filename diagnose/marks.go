package diagnose

import (
	"assay/draw"
	"assay/eval"
	"assay/treebank"
)

// A Sight is a sentence pair with a mark for each of its parts, ready to be
// drawn.
type Sight struct {
	Unit         int
	Gold, System *treebank.Sentence
	GoldMarks    draw.Marks
	SystemMarks  draw.Marks
	Mates        draw.Mates // corresponding nodes and edges of two graphs
	Errors       int
}

// Joint returns both graphs in one, or nil if a side has no graph.
func (s *Sight) Joint() *draw.Joint {
	if len(s.Gold.Nodes) == 0 || len(s.System.Nodes) == 0 {
		return nil
	}
	return draw.Join(s.Gold, s.System, s.GoldMarks, s.SystemMarks, s.Mates)
}

// Sights collects pairs to be drawn: those that Want, all if it is nil.
type Sights struct {
	Want func(unit int, id string) bool
	All  []*Sight
}

// Collect makes a collector for a batch.
func (s *Sights) Collect() eval.Collector { return &sightBatch{want: s.Want} }

// Collected takes a collector back.
func (s *Sights) Collected(c eval.Collector) { s.All = append(s.All, c.(*sightBatch).all...) }

type sightBatch struct {
	want func(int, string) bool
	all  []*Sight
	now  *Sight
}

func (b *sightBatch) Pair(p *eval.Pair) {
	b.now = nil
	if b.want != nil && !b.want(p.N, id(p)) {
		return
	}
	b.now = NewSight(p)
	b.all = append(b.all, b.now)
}

// id is the name of a pair as eval.Unit has it.
func id(p *eval.Pair) string {
	if p.Gold.ID.Len > 0 {
		return p.Gold.Str(p.Gold.ID)
	}
	if p.System.ID.Len > 0 && p.Gold.Missing && len(p.Gold.Text) == 0 {
		return p.System.Str(p.System.ID)
	}
	return ""
}

// Item marks an item of the first metric; those of other metrics are not drawn.
func (b *sightBatch) Item(metric int, it *eval.Item) {
	if b.now != nil && metric == 0 {
		b.now.Add(it)
	}
}

// Drop removes the marks of a pair that could not be counted after all.
func (b *sightBatch) Drop(metric int) {
	if b.now != nil && metric == 0 {
		b.now.Clear()
	}
}

// Clear takes all marks away.
func (s *Sight) Clear() {
	s.GoldMarks, s.SystemMarks, s.Mates, s.Errors = draw.Marks{}, draw.Marks{}, draw.Mates{}, 0
}

// NewSight returns a copy of p with nothing marked.
func NewSight(p *eval.Pair) *Sight {
	return &Sight{Unit: p.N, Gold: p.Gold.Clone(), System: p.System.Clone()}
}

// SightOf is NewSight without the copy: it is valid as long as p is.
func SightOf(p *eval.Pair) *Sight { return &Sight{Unit: p.N, Gold: p.Gold, System: p.System} }

// Add marks the parts that an item refers to, on both sides.
func (s *Sight) Add(it *eval.Item) {
	if it.Outcome == eval.Noncommittal {
		return
	}
	gold, system := draw.Match, draw.Match
	switch it.Outcome {
	case eval.Incorrect:
		gold, system = draw.Wrong, draw.Wrong
	case eval.Missing:
		gold = draw.Miss
	case eval.Spurious:
		system = draw.Extra
		if it.Class == "CE" {
			system = draw.Cross
		}
	}
	if it.Outcome != eval.Correct {
		s.Errors++
	}
	if it.Outcome == eval.Correct || it.Outcome == eval.Incorrect {
		s.mate(it)
	}
	set(&s.GoldMarks, it.Gold, gold)
	set(&s.SystemMarks, it.System, system)
}

// mate notes the nodes or edges that an item of both sides is about. Different tops
// are no pair of nodes.
func (s *Sight) mate(it *eval.Item) {
	gold, system := it.Gold, it.System
	switch {
	case gold.Index < 0 || system.Index < 0:
	case isNode(gold) && isNode(system):
		if gold.Kind != eval.Top || it.Outcome == eval.Correct {
			s.Mates.Node(gold.Index, system.Index)
		}
	case gold.Kind == eval.Edge && system.Kind == eval.Edge:
		s.Mates.Edge(gold.Index, system.Index)
	}
}

func isNode(r eval.Ref) bool { return r.Kind == eval.Node || r.Kind == eval.Prop || r.Kind == eval.Top }

// set marks the part that r refers to, unless it has a stronger mark already.
func set(m *draw.Marks, r eval.Ref, mark draw.Mark) {
	list := &m.Links
	switch r.Kind {
	case eval.Phrase:
		list = &m.Phrases
	case eval.Link:
	case eval.Word:
		list = &m.Words
	case eval.Node, eval.Prop, eval.Top:
		list = &m.Nodes
	case eval.Edge:
		list = &m.Edges
	default:
		return
	}
	if r.Index < 0 {
		return
	}
	for len(*list) <= int(r.Index) {
		*list = append(*list, draw.Plain)
	}
	(*list)[r.Index] = max((*list)[r.Index], mark)
}
