package draw

import (
	"cmp"
	"slices"
	"strings"

	"assay/draw/picture"
	"assay/treebank"
)

// The most dependencies that are drawn. The time of a drawing grows with the square of
// all of them, its cells with the words times those above one another; a list has a
// line for each word.
const (
	mostArcs  = 4000
	mostLanes = 200
	mostCells = 200_000
)

// crowded returns the reason why the dependencies of a sentence, or the edges of its
// graph, are listed and not drawn; "" if they are drawn.
func crowded(s *treebank.Sentence, view View) string {
	var spans [][2]int32
	rows, kind := len(s.Tokens), " dependencies"
	switch view {
	case ViewArcs:
		for _, a := range s.Arcs {
			spans = append(spans, [2]int32{a.Head, a.Dep})
		}
	case ViewGraph:
		rows, kind = len(s.Nodes), " edges"
		row := make([]int32, rows)
		for r, n := range nodeOrder(s) {
			row[n] = int32(r)
		}
		for _, e := range s.Edges {
			if e.From >= 0 && e.To >= 0 && int(e.From) < rows && int(e.To) < rows {
				spans = append(spans, [2]int32{row[e.From], row[e.To]})
			}
		}
	}
	if len(spans) > mostArcs {
		return itoa(int32(len(spans))) + kind
	}
	if most := stacked(spans, rows); most > mostLanes || most*rows > mostCells {
		return itoa(int32(most)) + kind + " above one another"
	}
	return ""
}

// stacked returns the largest number of spans above one place between two rows.
func stacked(spans [][2]int32, rows int) (most int) {
	change := make([]int, rows+1) // of the number of spans, at each row
	for _, span := range spans {
		from, to := min(span[0], span[1]), max(span[0], span[1])
		if from >= 0 && int(to) < rows {
			change[from]++
			change[to]--
		}
	}
	open := 0
	for _, n := range change {
		open += n
		most = max(most, open)
	}
	return most
}

// A list shows dependencies or edges in columns, with a line for each word or node.
type list struct {
	note  string
	lines []listLine
}

// A listLine is the number, the word and its tag, then the other columns.
type listLine struct {
	fields []string
	mark   Mark
}

func newList(why string, columns ...string) *list {
	return &list{"(a list, because " + why + " are too many to draw)",
		[]listLine{{append([]string{""}, columns...), Match}}}
}

// add adds the line of word i of s.
func (l *list) add(s *treebank.Sentence, i int, tag string, m Mark, fields ...string) {
	l.lines = append(l.lines, listLine{append([]string{itoa(int32(i + 1)), s.Str(s.Tokens[i].Form), tag}, fields...), m})
}

// attachment is the number of the head and the label: "0 root".
func attachment(head int32, label string) string {
	switch {
	case head == treebank.Root:
		return strings.TrimRight("0 "+label, " ")
	case head < 0:
		return label
	}
	return strings.TrimRight(itoa(head+1)+" "+label, " ")
}

// arcList lists the dependencies of one sentence.
func arcList(s *treebank.Sentence, marks Marks) *list {
	l := newList(crowded(s, ViewArcs), "word", "tag", "head")
	heads := make([][]string, len(s.Tokens))
	for _, a := range s.Arcs {
		if int(a.Dep) < len(heads) {
			heads[a.Dep] = append(heads[a.Dep], mark(marks.Links, a.Dep).sign()+attachment(a.Head, s.Name(a.Rel)))
		}
	}
	for i := range s.Tokens {
		l.add(s, i, joinedTag(s, s.Tokens[i]), mark(marks.Links, int32(i)), strings.Join(heads[i], ", "))
	}
	return l
}

// nodeOrder is the nodes in the order of their text, longer spans first. A node without
// characters, such as the inner nodes of UCCA, is before the nodes under it.
func nodeOrder(s *treebank.Sentence) []int32 {
	order := make([]int32, len(s.Nodes))
	for i := range order {
		order[i] = int32(i)
	}
	starts, heights := firsts(s)
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(starts[a], starts[b]), cmp.Compare(heights[b], heights[a]),
			cmp.Compare(s.Nodes[b].To, s.Nodes[a].To))
	})
	return order
}

// firsts gives a node without characters the first character of the nodes under it;
// of nodes with one start the highest is first. graph.js does the same.
func firsts(s *treebank.Sentence) (starts, heights []int32) {
	starts, heights = make([]int32, len(s.Nodes)), make([]int32, len(s.Nodes))
	for i := range s.Nodes {
		starts[i] = s.Nodes[i].From
	}
	most := int32(len(s.Nodes))
	inside := func(n int32) bool { return n >= 0 && n < most }
	for moved, round := true, int32(0); moved && round < most; round++ { // a graph may have cycles
		moved = false
		for _, e := range s.Edges {
			if !inside(e.From) || !inside(e.To) || s.Nodes[e.From].From >= 0 || starts[e.To] < 0 {
				continue
			}
			start, height := starts[e.To], min(most, max(heights[e.From], heights[e.To]+1))
			if starts[e.From] >= 0 {
				start = min(start, starts[e.From])
			}
			if start != starts[e.From] || height != heights[e.From] {
				starts[e.From], heights[e.From], moved = start, height, true
			}
		}
	}
	return starts, heights
}

// edgeList lists the nodes of a graph, each with the edges into it.
func edgeList(s *treebank.Sentence, marks Marks) *list {
	l := newList(crowded(s, ViewGraph), "node", "", "edges into it, with the number of their source")
	order := nodeOrder(s)
	number := make([]int32, len(order))
	for r, n := range order {
		number[n] = int32(r + 1)
	}
	into := make([][]string, len(order))
	for i, e := range s.Edges {
		if e.From >= 0 && e.To >= 0 && int(e.From) < len(order) && int(e.To) < len(order) {
			into[e.To] = append(into[e.To], "←"+itoa(number[e.From])+" "+signed(mark(marks.Edges, int32(i)), s.Name(e.Label)))
		}
	}
	tops := map[int32]bool{}
	for _, top := range s.Tops {
		tops[top] = true
	}
	for r, n := range order {
		m, top := mark(marks.Nodes, n), ""
		if tops[n] {
			top = "◆"
		}
		l.lines = append(l.lines, listLine{[]string{itoa(int32(r + 1)), nodeText(s, n, m), top, strings.Join(into[n], " ")},
			m})
	}
	return l
}

// list lists the dependencies of both sides, and the faults of each.
func (p *Pair) list(opt Options) *list {
	why := cmp.Or(crowded(p.Gold, ViewArcs), crowded(p.System, ViewArcs))
	sides := opt.sides()
	l := newList(why, "word", "tag", sides[0], sides[1], "wrong")
	gold, system := p.bonds()
	of := func(bonds []bond) []*bond {
		out := make([]*bond, len(p.Gold.Tokens))
		for i := range bonds {
			out[bonds[i].to] = &bonds[i]
		}
		return out
	}
	left, right := of(gold), of(system)
	chips := p.chips()
	for i := range p.Gold.Tokens {
		tag := joinedTag(p.Gold, p.Gold.Tokens[i])
		var fields [2]string
		wrong, m := "", Plain
		for side, b := range []*bond{left[i], right[i]} {
			if b == nil {
				continue
			}
			fields[side] = attachment(b.from, b.label)
			m = max(m, b.mark())
			wrong = strings.TrimSpace(strings.TrimSuffix(b.text(), b.label))
		}
		if b := left[i]; b != nil && right[i] == nil && b.kind != picture.KindMiss { // the same head on both sides
			goldLabel, systemLabel, differs := strings.Cut(b.label, differ)
			if !differs {
				systemLabel = goldLabel
			}
			fields[0], fields[1] = attachment(b.from, goldLabel), attachment(b.from, systemLabel)
		}
		wrong = strings.Join(append(strings.Fields(wrong), chips[i]...), ", ")
		l.add(p.Gold, i, tag, m, fields[0], fields[1], wrong)
	}
	return l
}

// canvas writes the list for the terminal. In a window of that width, 0 without a limit,
// long lines are folded in their last column.
func (l *list) canvas(window int) *canvas {
	c := &canvas{}
	c.put(0, 0, l.note, Plain)
	columns := l.columns(Width, 1)
	for y, line := range l.lines {
		for k, field := range line.fields {
			m := Plain
			if k > 2 || y == 0 {
				m = line.mark
			}
			c.put(y+1, columns[k], field, m)
		}
	}
	if window > 0 && c.width() > window {
		return c.folded(columns[len(columns)-1], window)
	}
	return c
}

// columns places the columns, with that much room between them.
func (l *list) columns(width func(string) int, room int) []int {
	var at []int
	x := 0
	for k := range l.lines[0].fields {
		at = append(at, x)
		widest := 0
		for _, line := range l.lines {
			widest = max(widest, width(line.fields[k]))
		}
		if widest > 0 {
			x += widest + room
		}
	}
	return at
}

// picture writes the list for a file.
func (l *list) picture(title string) *picture.Picture {
	const high, room = 20.0, 16
	p := picture.New(title)
	size := picture.RoleNode.Size()
	put := func(x, y float64, text string, role picture.Role, kind picture.Kind) {
		if text != "" {
			p.Text(x+textWidth(text, role.Size())/2, y, text, role, kind)
		}
	}
	put(0, size, l.note, picture.RoleTag, picture.KindPlain)
	columns := l.columns(func(s string) int { return int(textWidth(s, size) + 1) }, room)
	for y, line := range l.lines {
		for k, field := range line.fields {
			role, kind := picture.RoleNode, picture.KindPlain
			switch {
			case k == 2 || y == 0:
				role = picture.RoleTag
			case k > 2:
				kind = line.mark.kind()
			}
			put(float64(columns[k]), size+high*float64(y+1), field, role, kind)
		}
	}
	return p
}
