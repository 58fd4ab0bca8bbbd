package draw

import (
	"slices"
	"strconv"
	"strings"

	"assay/draw/picture"
	"assay/treebank"
)

// A unitTree is a graph of UCCA as a tree: units are phrases, labelled with the categories of the edges that lead to
// them; edges beyond the tree are apart.
type unitTree struct {
	*treebank.Sentence
	marks Marks
	far   []farEdge
	asked []int32 // phrases with a frame
}

// A farEdge is an edge to a unit that another one leads to as well, such as a remote edge.
type farEdge struct {
	from, to int32 // phrases
	label    string
	mark     Mark
	asked    bool
}

// units returns the pair as trees over one row of words, each with its further edges; nil if a side is no graph of
// units, which have no labels and of which the lowest alone have characters.
func (p *Pair) units() (trees *Pair, gold, system *unitTree) {
	inner := false
	for _, s := range []*treebank.Sentence{p.Gold, p.System} {
		if len(s.Nodes) == 0 || s.Input.Len == 0 || slices.ContainsFunc(s.Nodes,
			func(n treebank.Node) bool { return n.Label != 0 }) {
			return nil, nil, nil
		}
		inner = inner || slices.ContainsFunc(s.Nodes, func(n treebank.Node) bool { return n.From < 0 })
	}
	if !inner {
		return nil, nil, nil
	}
	var spans [][2]int32
	for _, s := range []*treebank.Sentence{p.Gold, p.System} {
		for _, n := range s.Nodes {
			if n.From >= 0 && !slices.Contains(spans, [2]int32{n.From, n.To}) {
				spans = append(spans, [2]int32{n.From, n.To})
			}
		}
	}
	slices.SortFunc(spans, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	gold, system = newUnits(p.Gold, p.GoldMarks, spans, Miss), newUnits(p.System, p.SystemMarks, spans, Extra)
	if gold == nil || system == nil {
		return nil, nil, nil
	}
	return &Pair{Gold: gold.Sentence, System: system.Sentence, GoldMarks: gold.marks, SystemMarks: system.marks},
		gold, system
}

// newUnits makes the tree of one side; nil if a unit has no words.
func newUnits(s *treebank.Sentence, marks Marks, spans [][2]int32, only Mark) *unitTree {
	count := len(s.Nodes)
	inside := func(i int32) bool { return i >= 0 && int(i) < count }
	remote := make([]bool, len(s.Edges))
	for _, p := range s.EdgeProps {
		if s.Name(p.Key) == "remote" && p.Edge >= 0 && int(p.Edge) < len(remote) {
			remote[p.Edge] = strings.EqualFold(s.Name(p.Value), "true")
		}
	}
	parent, by := slices.Repeat([]int32{-1}, count), slices.Repeat([]int32{-1}, count) // unit above, edge from it
	for _, far := range []bool{false, true} {
		for i, e := range s.Edges {
			if !inside(e.From) || !inside(e.To) || parent[e.To] >= 0 || remote[i] != far {
				continue
			}
			up := e.From
			for up >= 0 && up != e.To {
				up = parent[up]
			}
			if up < 0 { // no cycle
				parent[e.To], by[e.To] = e.From, int32(i)
			}
		}
	}
	outcome := func(edge int32, node int32) Mark {
		m := Plain
		if edge >= 0 {
			m = mark(marks.Edges, edge)
		}
		if m <= Match && node >= 0 {
			m = max(m, mark(marks.Nodes, node))
		}
		if m == Miss || m == Extra || m == Cross || m == Focus {
			return only
		}
		return m
	}
	tree := &unitTree{Sentence: &treebank.Sentence{Syms: s.Syms}}
	tree.Own()
	text := []rune(s.Str(s.Input))
	for _, at := range spans {
		token := treebank.Token{Parent: -1}
		for i, node := range s.Nodes {
			if node.From == at[0] && node.To == at[1] && token.Parent < 0 {
				token.Parent = int32(i)
			}
		}
		if at[1] > int32(len(text)) {
			return nil
		}
		token.Form = tree.AddString(string(text[at[0]:at[1]]))
		tree.Tokens = append(tree.Tokens, token)
	}
	for i := range s.Nodes {
		ph := treebank.Phrase{Parent: parent[i], Func: s.Syms.InternString(strconv.Itoa(i))}
		var categories []string // a unit may have several
		for _, e := range s.Edges {
			if e.To == int32(i) && e.From == parent[i] {
				categories = append(categories, s.Name(e.Label))
			}
		}
		slices.Sort(categories) // files list them in any order
		ph.Label = s.Syms.InternString(strings.Join(categories, "|"))
		tree.Phrases = append(tree.Phrases, ph)
	}
	if tree.Arrange() != nil || slices.ContainsFunc(tree.Phrases,
		func(p treebank.Phrase) bool { return p.Begin >= p.End }) {
		return nil
	}
	phrase := make([]int32, count)
	for q := range tree.Phrases {
		i, _ := strconv.Atoi(s.Name(tree.Phrases[q].Func)) // it was written above
		tree.Phrases[q].Func = 0
		phrase[i] = int32(q)
		tree.marks.Phrases = append(tree.marks.Phrases, outcome(by[i], int32(i)))
		if mark(marks.Nodes, int32(i)) == Focus || by[i] >= 0 && mark(marks.Edges, by[i]) == Focus {
			tree.asked = append(tree.asked, int32(q))
		}
	}
	for i, e := range s.Edges {
		if inside(e.From) && inside(e.To) && parent[e.To] != e.From {
			label := s.Name(e.Label)
			if remote[i] {
				label += " remote"
			}
			tree.far = append(tree.far, farEdge{phrase[e.From], phrase[e.To], label, outcome(int32(i), -1),
				mark(marks.Edges, int32(i)) == Focus})
		}
	}
	return tree
}

// unitsPicture draws gold's units upwards and the system's downwards, with dotted bows for further edges.
func unitsPicture(trees *Pair, gold, system *unitTree) *picture.Picture {
	t := trees.grow(false)
	pic, up, down := t.sides()
	for i, u := range []*unitTree{gold, system} {
		d, dir := []*side{up, down}[i], []float64{-1, 1}[i]
		for _, e := range u.far {
			d.bow(pic, e, dir)
		}
		for _, q := range u.asked {
			askFrame(pic, d.px[q], d.py[q], d.label(int(q)), picture.RoleNode)
		}
	}
	return pic
}

// bow draws an edge beyond the tree. Its label is where no other text is.
func (d *side) bow(pic *picture.Picture, e farEdge, dir float64) {
	x1, y1, x2, y2 := d.px[e.from], d.py[e.from], d.px[e.to], d.py[e.to]
	cx, cy := (x1+x2)/2, min(y1, y2)-20
	if dir > 0 {
		cy = max(y1, y2) + 20
	}
	kind := e.mark.kind()
	pic.Bow(kind, picture.To(x1, y1), picture.Bend(cx, cy, x2, y2))
	text, half := signed(e.mark, e.label), 0.0
	half = textWidth(text, picture.RoleRel.Size())/2 + 3
	free := func(x, y float64) bool {
		return !slices.ContainsFunc(pic.Labels(), func(l picture.Label) bool {
			return l.Left < x+half && x-half < l.Right && l.Top < y+4 && y-12 < l.Bottom
		})
	}
	x, y := cx, (y1+2*cy+y2)/4
	for _, t := range []float64{.5, .4, .6, .3, .7, .2, .8} {
		tx, ty := (1-t)*(1-t)*x1+2*t*(1-t)*cx+t*t*x2, (1-t)*(1-t)*y1+2*t*(1-t)*cy+t*t*y2
		if free(tx, ty+4) {
			x, y = tx, ty+4
			break
		}
	}
	for !free(x, y) {
		y += dir * 6
	}
	if e.asked {
		askFrame(pic, x, y, text, picture.RoleRel)
	}
	pic.Text(x, y, text, picture.RoleRel, kind)
}

// farLines lists the edges beyond the trees in lines.
func farLines(gold, system *unitTree) *canvas {
	c := &canvas{}
	for _, u := range []*unitTree{gold, system} {
		for _, e := range u.far {
			over := func(q int32) string {
				ph := u.Phrases[q]
				first, last := string(u.Word(ph.Begin)), string(u.Word(ph.End-1))
				if ph.End-ph.Begin == 1 {
					return "“" + first + "”"
				}
				return "“" + first + " … " + last + "”"
			}
			y := len(c.rows)
			c.put(y, c.put(y, 0, signed(e.mark, e.label), e.mark)+1, over(e.from)+" → "+over(e.to), Plain)
		}
	}
	return c
}
