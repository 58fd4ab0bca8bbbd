package diagnose

import (
	"slices"

	"assay/draw"
	"assay/eval"
	"assay/treebank"
)

// A Sight is a sentence pair with a mark for each of its parts, ready to be
// drawn.
type Sight struct {
	Unit int
	draw.Pair
	Errors   int  // differences under the score; in the whole drawing if the pair is unscored
	Unscored bool // the measure could not count the pair
}

// Joint returns both graphs in one, or nil if a side has no graph.
func (s *Sight) Joint() *draw.Joint {
	if len(s.Gold.Nodes) == 0 || len(s.System.Nodes) == 0 {
		return nil
	}
	return s.Pair.Joint()
}

// Sights collects pairs to be drawn: those that Want, all if it is nil. Errors of the
// scores in Focus are marked, all if it is nil; values of words that other scores count
// become chips where they differ.
type Sights struct {
	Want  func(p *eval.Pair) bool
	Focus *Focus
	All   []*Sight
}

// Collect makes a collector for a batch.
func (s *Sights) Collect() eval.Collector { return &sightBatch{want: s.Want, focus: s.Focus} }

// Collected takes a collector back.
func (s *Sights) Collected(c eval.Collector) { s.All = append(s.All, c.(*sightBatch).all...) }

type sightBatch struct {
	want  func(*eval.Pair) bool
	focus *Focus
	all   []*Sight
	now   *Sight
}

func (b *sightBatch) Pair(p *eval.Pair) {
	b.now = nil
	if b.want != nil && !b.want(p) {
		return
	}
	b.now = NewSight(p)
	b.all = append(b.all, b.now)
}

// Item marks an item of the first metric; those of other metrics are not drawn.
func (b *sightBatch) Item(metric int, it *eval.Item) {
	if b.now != nil && metric == 0 {
		b.now.See(it, b.focus)
	}
}

// Drop marks the plain differences of a pair that could not be counted after all.
func (b *sightBatch) Drop(metric int) {
	if b.now != nil && metric == 0 {
		b.now.Unscore()
	}
}

// Unscore replaces all marks by those of the plain differences of both sides, because the measure cannot count the
// pair.
func (s *Sight) Unscore() {
	s.Pair, s.Unscored = draw.Pair{Gold: s.Gold, System: s.System}, true
	s.Errors = s.Compare()
}

// NewSight returns a copy of p with nothing marked.
func NewSight(p *eval.Pair) *Sight {
	return &Sight{Unit: p.N, Pair: draw.Pair{Gold: p.Gold.Clone(), System: p.System.Clone()}}
}

// SightOf is NewSight without the copy: it is valid as long as p is.
func SightOf(p *eval.Pair) *Sight {
	s := &Sight{}
	s.Begin(p)
	return s
}

// Begin makes s the sight of p with nothing marked. It reuses the memory of s, and is valid as long as p is.
func (s *Sight) Begin(p *eval.Pair) {
	marks := func(m draw.Marks) draw.Marks {
		return draw.Marks{Phrases: m.Phrases[:0], Links: m.Links[:0], Words: m.Words[:0], Nodes: m.Nodes[:0],
			Edges: m.Edges[:0], Clauses: m.Clauses[:0], Tops: m.Tops[:0]}
	}
	*s = Sight{Unit: p.N, Pair: draw.Pair{Gold: p.Gold, System: p.System, GoldMarks: marks(s.GoldMarks),
		SystemMarks: marks(s.SystemMarks), Chips: s.Chips[:0], Roles: s.Roles[:0]}}
}

// See marks an item that belongs to the scores in focus. Values of words that differ
// become chips, but for those that the drawing shows itself. It returns the outcome of
// the item in focus, and false if it has none.
func (s *Sight) See(it *eval.Item, focus *Focus) (eval.Outcome, bool) {
	outcome, inFocus := focus.Outcome(it)
	if !inFocus || it.Gold.Kind == eval.Word && it.System.Kind == eval.Word {
		s.chip(it)
	}
	if inFocus {
		now := *it
		now.Outcome, now.Class = outcome, focus.Class(it)
		if outcome == eval.Correct {
			now.Class = ""
		}
		s.Add(&now)
	}
	return outcome, inFocus
}

func (s *Sight) chip(it *eval.Item) {
	if it.Outcome != eval.Incorrect || it.Gold.Kind != eval.Word || it.System.Kind != eval.Word {
		return
	}
	c := draw.Chip{Word: it.Gold.Index, Layer: it.Part, Gold: s.Gold.Name(it.Gold.Label),
		System: s.System.Name(it.System.Label)}
	if c.Gold == c.System || slices.ContainsFunc(s.Chips,
		func(d draw.Chip) bool { return d.Word == c.Word && d.Gold == c.Gold && d.System == c.System }) {
		return // the same values under another name, such as all tags together
	}
	s.Chips = append(s.Chips, c)
}

// Add marks the parts that an item refers to, on both sides.
func (s *Sight) Add(it *eval.Item) {
	if it.Outcome == eval.Noncommittal {
		return
	}
	gold, system := draw.Match, draw.Match
	switch it.Outcome {
	case eval.Incorrect:
		gold = faulty(it)
		system = gold
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
	if s.role(it, max(gold, system)) || s.opinion(it, max(gold, system)) {
		return
	}
	if it.Part == "predication" || it.Part == "frame" {
		gold, system = s.predicate(it, gold, system)
	}
	if it.Outcome == eval.Correct || it.Outcome == eval.Incorrect {
		s.mate(it)
	}
	set(&s.GoldMarks, it.Gold, gold)
	set(&s.SystemMarks, it.System, system)
	setClause(&s.GoldMarks, it.Gold, gold)
	setClause(&s.SystemMarks, it.System, system)
}

// faulty is the mark of an item that both sides have with different values. A dependency has the mark of the
// error that the score counts, which may be smaller than the difference: under LAS a wrong subtype of a relation
// is no error.
func faulty(it *eval.Item) draw.Mark {
	if it.Gold.Kind == eval.Link {
		switch it.Class {
		case "wrong head":
			return draw.WrongHead
		case "wrong label":
			return draw.WrongLabel
		case "wrong head and label":
			return draw.WrongBoth
		}
	}
	return draw.Wrong
}

// role adds an item about a semantic role or a predicate to the roles; it reports whether
// the item is one. A pair over different words has two.
func (s *Sight) role(it *eval.Item, mark draw.Mark) bool {
	switch it.Part {
	case "argument", "predicate", "verb", "proposition":
	default:
		return false
	}
	if len(s.Gold.Predicates)+len(s.System.Predicates) == 0 {
		return false
	}
	gold, system := rolesOf(s.Gold, it, it.Gold), rolesOf(s.System, it, it.System)
	if mark > draw.Match && !sameStretches(gold, system) {
		s.addRoles(gold, draw.Miss)
		s.addRoles(system, draw.Extra)
		return true
	}
	if len(gold) == 0 {
		gold = system
	} else if len(system) > 0 && mark > draw.Match && gold[0].Label != system[0].Label {
		gold[0].Label += " ≠ " + system[0].Label
	}
	s.addRoles(gold, mark)
	return true
}

// addRoles adds roles that are not there yet: a predicate may be an item of its own, and
// another one with all its arguments.
func (s *Sight) addRoles(list []draw.Role, mark draw.Mark) { s.addMarked(list, mark, false) }

// addMarked adds roles that are not there yet. Several opinions may begin at one word, with polarities of their own.
func (s *Sight) addMarked(list []draw.Role, mark draw.Mark, opinions bool) {
	for _, r := range list {
		r.Mark = mark
		if r.Predicate >= 0 || !slices.ContainsFunc(s.Roles, func(o draw.Role) bool {
			return o.Predicate < 0 && o.Begin == r.Begin && (!opinions || o.Label == r.Label && o.Mark == r.Mark)
		}) {
			s.Roles = append(s.Roles, r)
		}
	}
}

// rolesOf returns the stretches of the argument that ref refers to, or the predicate.
func rolesOf(sentence *treebank.Sentence, it *eval.Item, ref eval.Ref) (out []draw.Role) {
	if ref.Kind == eval.None {
		return nil
	}
	role := draw.Role{Predicate: -1, Begin: ref.Index, End: ref.Index + 1, Label: sentence.Name(ref.Label)}
	if ref.Kind != eval.Link || it.Part == "verb" {
		return []draw.Role{role}
	}
	role.Predicate = ref.Other
	for i := range sentence.Arguments {
		a := &sentence.Arguments[i]
		if a.Begin != ref.Index || sentence.Predicates[a.Predicate].Word != ref.Other {
			continue
		}
		role.End = a.End
		out = append(out, role)
		for _, more := range sentence.Arguments[i+1:] {
			if more.Predicate == a.Predicate && more.Role == a.Role && more.Continues {
				role.Begin, role.End = more.Begin, more.End
				out = append(out, role)
			}
		}
		return out
	}
	return []draw.Role{role}
}

// sameStretches reports whether roles are about the same words.
func sameStretches(a, b []draw.Role) bool {
	return len(a) == 0 || len(b) == 0 || slices.EqualFunc(a, b, func(x, y draw.Role) bool {
		return x.Predicate == y.Predicate && x.Begin == y.Begin && x.End == y.End
	})
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
	if g, y := clauseOf(gold), clauseOf(system); g >= 0 && y >= 0 {
		s.Mates.Clause(g, y)
	}
}

// predicate pairs the word of a predicate that one side lacks with the word of the other side: its arguments are
// missing or spurious, not the word.
func (s *Sight) predicate(it *eval.Item, gold, system draw.Mark) (draw.Mark, draw.Mark) {
	word := func(of *treebank.Sentence, like treebank.Node) int32 {
		return int32(slices.IndexFunc(of.Nodes, func(n treebank.Node) bool {
			return n.From >= 0 &&
				n.From == like.From && n.To == like.To
		}))
	}
	g, y := it.Gold, it.System
	switch it.Outcome {
	case eval.Missing:
		y = g
		y.Index = word(s.System, s.Gold.Nodes[g.Index])
	case eval.Spurious:
		g = y
		g.Index = word(s.Gold, s.System.Nodes[y.Index])
	default:
		return gold, system
	}
	if g.Index < 0 || y.Index < 0 {
		return gold, system
	}
	s.Mates.Node(g.Index, y.Index)
	set(&s.GoldMarks, g, draw.Wrong)
	set(&s.SystemMarks, y, draw.Wrong)
	return draw.Wrong, draw.Wrong
}

func isNode(r eval.Ref) bool { return r.Kind == eval.Node || r.Kind == eval.Prop || r.Kind == eval.Top }

// set marks the part that ref refers to, unless it has a stronger mark already.
func set(marks *draw.Marks, ref eval.Ref, mark draw.Mark) {
	list := &marks.Links
	switch ref.Kind {
	case eval.Phrase:
		list = &marks.Phrases
	case eval.Link:
	case eval.Word:
		list = &marks.Words
	case eval.Node, eval.Prop:
		list = &marks.Nodes
	case eval.Top:
		list = &marks.Tops
	case eval.Edge:
		list = &marks.Edges
	default:
		return
	}
	if ref.Index >= 0 {
		raise(list, ref.Index, mark)
	}
}

// clauseOf returns the clause that ref refers to, -1 if it is no clause of a discourse representation.
func clauseOf(ref eval.Ref) int32 {
	if ref.Kind == eval.Node || ref.Kind == eval.Prop {
		return ref.Other - 1
	}
	return -1
}

func setClause(marks *draw.Marks, ref eval.Ref, mark draw.Mark) {
	if i := clauseOf(ref); i >= 0 {
		raise(&marks.Clauses, i, mark)
	}
}

// raise marks part i, unless it has a stronger mark already.
func raise(list *[]draw.Mark, i int32, mark draw.Mark) {
	for len(*list) <= int(i) {
		*list = append(*list, draw.Plain)
	}
	(*list)[i] = max((*list)[i], mark)
}
