package edm

import (
	"cmp"
	"slices"
)

// A partition divides the nodes of two graphs, the second's after the first's, into
// classes that no isomorphism mixes: at first by colour, then, until nothing changes,
// by the edges from and to each other class. After a split, only the smaller parts of
// the class are processed again (Hopcroft 1971; Paige & Tarjan 1987), so that
// refining takes O(edges log nodes) steps even in a long chain, where colours spread
// by one node per round.
type partition struct {
	half    int32 // nodes of each graph
	links   *links
	class   []int32 // class of each node
	order   []int32 // nodes, class by class
	place   []int32 // by node: its index in order
	begin   []int32 // by class: index of its first node in order
	size    []int32 // by class
	queue   []int32 // classes to process
	waiting []bool  // by class: in the queue
	count   []int32 // by node, scratch
}

// links are the edges of both graphs from each node and to each node.
type links struct {
	first []int32 // by node, index of its first link; one entry more than nodes
	list  []nodeLink
}

type nodeLink struct {
	other int32
	label uint64 // of the edge and its direction
}

func newPartition(x, y *isoGraph) *partition {
	n := len(x.color)
	color := slices.Concat(x.color, y.color)
	p := &partition{half: int32(n), links: newLinks(x, y), class: make([]int32, 2*n), order: make([]int32, 2*n),
		place: make([]int32, 2*n), count: make([]int32, 2*n)}
	for i := range p.order {
		p.order[i] = int32(i)
	}
	slices.SortFunc(p.order, func(a, b int32) int { return cmp.Compare(color[a], color[b]) })
	for at, node := range p.order {
		if at == 0 || color[node] != color[p.order[at-1]] {
			p.enqueue(p.add(int32(at), 0))
		}
		c := int32(len(p.begin) - 1)
		p.class[node], p.place[node] = c, int32(at)
		p.size[c]++
	}
	return p
}

func newLinks(x, y *isoGraph) *links {
	n := int32(len(x.color))
	l := &links{first: make([]int32, 2*n+1), list: make([]nodeLink, 2*(len(x.edges)+len(y.edges)))}
	each := func(visit func(node, other int32, label uint64)) {
		for k, g := range []*isoGraph{x, y} {
			for _, e := range g.edges {
				from, to := e.from+int32(k)*n, e.to+int32(k)*n
				visit(from, to, mix(e.label, 11))
				visit(to, from, mix(e.label, 13))
			}
		}
	}
	each(func(node, _ int32, _ uint64) { l.first[node+1]++ })
	for i := range 2 * n {
		l.first[i+1] += l.first[i]
	}
	next := slices.Clone(l.first)
	each(func(node, other int32, label uint64) {
		l.list[next[node]] = nodeLink{other, label}
		next[node]++
	})
	return l
}

func (l *links) of(node int32) []nodeLink { return l.list[l.first[node]:l.first[node+1]] }

// add makes a class of the size nodes from begin in order.
func (p *partition) add(begin, size int32) int32 {
	p.begin, p.size, p.waiting = append(p.begin, begin), append(p.size, size), append(p.waiting, false)
	return int32(len(p.begin) - 1)
}

func (p *partition) enqueue(class int32) {
	if !p.waiting[class] {
		p.waiting[class] = true
		p.queue = append(p.queue, class)
	}
}

func (p *partition) nodes(class int32) []int32 {
	return p.order[p.begin[class] : p.begin[class]+p.size[class]]
}

// refine splits classes until all nodes of a class have equally many links of each
// label to each class.
func (p *partition) refine() {
	var reached []nodeLink
	for len(p.queue) > 0 {
		c := p.queue[len(p.queue)-1]
		p.queue, p.waiting[c] = p.queue[:len(p.queue)-1], false
		reached = reached[:0]
		for _, node := range p.nodes(c) {
			reached = append(reached, p.links.of(node)...)
		}
		slices.SortFunc(reached, func(a, b nodeLink) int { return cmp.Compare(a.label, b.label) })
		for len(reached) > 0 {
			end := 1
			for end < len(reached) && reached[end].label == reached[0].label {
				end++
			}
			p.splitBy(reached[:end])
			reached = reached[end:]
		}
	}
}

// splitBy splits classes by the number of times that their nodes are reached.
func (p *partition) splitBy(reached []nodeLink) {
	touched := make([]int32, 0, len(reached))
	for _, l := range reached {
		if p.count[l.other] == 0 {
			touched = append(touched, l.other)
		}
		p.count[l.other]++
	}
	slices.SortFunc(touched, func(a, b int32) int {
		return cmp.Or(cmp.Compare(p.class[a], p.class[b]), cmp.Compare(p.count[a], p.count[b]), cmp.Compare(a, b))
	})
	for at := 0; at < len(touched); {
		end := at
		for end < len(touched) && p.class[touched[end]] == p.class[touched[at]] {
			end++
		}
		p.split(touched[at:end])
		at = end
	}
	for _, node := range touched {
		p.count[node] = 0
	}
}

// split moves the reached nodes of one class, sorted by number, into a new class for
// each number; the other nodes stay.
func (p *partition) split(nodes []int32) {
	old := p.class[nodes[0]]
	if int(p.size[old]) == len(nodes) && p.count[nodes[0]] == p.count[nodes[len(nodes)-1]] {
		return
	}
	parts := []int32{}
	for at := 0; at < len(nodes); {
		end := at
		for end < len(nodes) && p.count[nodes[end]] == p.count[nodes[at]] {
			end++
		}
		if int(p.size[old]) == end-at { // the last group keeps the class
			break
		}
		parts = append(parts, p.moveOut(old, nodes[at:end]))
		at = end
	}
	largest := old
	for _, part := range parts {
		if p.size[part] > p.size[largest] {
			largest = part
		}
	}
	again := p.waiting[old]
	for _, part := range append(parts, old) {
		if again || part != largest {
			p.enqueue(part)
		}
	}
}

// moveOut makes a class of some nodes of another: those at the end of its range.
func (p *partition) moveOut(old int32, nodes []int32) int32 {
	end := p.begin[old] + p.size[old]
	part := p.add(end-int32(len(nodes)), int32(len(nodes)))
	for i, node := range nodes {
		to := end - 1 - int32(i)
		other := p.order[to]
		p.order[p.place[node]], p.place[other] = other, p.place[node]
		p.order[to], p.place[node] = node, to
		p.class[node] = part
	}
	p.size[old] -= int32(len(nodes))
	return part
}

// equal reports whether the graphs are isomorphic. The budget limits the number of
// guesses, far above the needs of analyses of sentences.
func (p *partition) equal(budget *int) bool {
	if *budget--; *budget < 0 {
		return false
	}
	p.refine()
	tie := int32(-1)
	for c := range p.begin {
		first := int32(0)
		for _, node := range p.nodes(int32(c)) {
			if node < p.half {
				first++
			}
		}
		if 2*first != p.size[c] {
			return false
		}
		if first > 1 && tie < 0 {
			tie = int32(c)
		}
	}
	if tie < 0 {
		return true // each class pairs a node with its image, and links agree
	}
	nodes := slices.Clone(p.nodes(tie))
	slices.Sort(nodes)
	for _, image := range nodes[len(nodes)/2:] {
		q := p.clone()
		q.enqueue(q.moveOut(tie, []int32{nodes[0], image}))
		if q.equal(budget) {
			return true
		}
	}
	return false
}

func (p *partition) clone() *partition {
	q := *p
	q.class, q.order, q.place = slices.Clone(p.class), slices.Clone(p.order), slices.Clone(p.place)
	q.begin, q.size, q.waiting = slices.Clone(p.begin), slices.Clone(p.size), slices.Clone(p.waiting)
	q.queue = nil
	return &q
}
