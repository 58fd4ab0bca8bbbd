package treebank

// A Hierarchy holds how deep phrases and nodes of graphs are, and how many parts phrases have. Its
// memory is reused.
type Hierarchy struct {
	Depth []int32 // by phrase: the number of phrases above it
	Parts []int32 // by phrase: the number of phrases and words right below it
	Nodes []int32 // by node: the fewest edges from a top to it, -1 if no path leads to it

	first, to, queue []int32 // edges by the nodes that they leave
}

// Set computes the hierarchy of sentence, whose phrases come after those above them.
func (h *Hierarchy) Set(sentence *Sentence) {
	h.Depth, h.Parts = h.Depth[:0], h.Parts[:0]
	for i := range sentence.Phrases {
		depth := int32(0)
		if up := sentence.Phrases[i].Parent; up >= 0 {
			depth = h.Depth[up] + 1
			h.Parts[up]++
		}
		h.Depth, h.Parts = append(h.Depth, depth), append(h.Parts, 0)
	}
	for i := range sentence.Tokens {
		if up := sentence.Tokens[i].Parent; up >= 0 {
			h.Parts[up]++
		}
	}
	h.setNodes(sentence)
}

// setNodes walks the edges from the tops, level by level.
func (h *Hierarchy) setNodes(sentence *Sentence) {
	n := len(sentence.Nodes)
	h.Nodes, h.first, h.to = resize(h.Nodes, n), zeros(h.first, n+1), resize(h.to, len(sentence.Edges))
	for i := range h.Nodes {
		h.Nodes[i] = -1
	}
	for i := range sentence.Edges {
		h.first[sentence.Edges[i].From]++
	}
	end := int32(0)
	for i := range h.first {
		end += h.first[i]
		h.first[i] = end // the loop below moves it to the first edge
	}
	for i := range sentence.Edges {
		e := &sentence.Edges[i]
		h.first[e.From]--
		h.to[h.first[e.From]] = e.To
	}
	h.queue = h.queue[:0]
	for _, top := range sentence.Tops {
		if top >= 0 && int(top) < n && h.Nodes[top] < 0 {
			h.Nodes[top], h.queue = 0, append(h.queue, top)
		}
	}
	for k := 0; k < len(h.queue); k++ {
		from := h.queue[k]
		for _, to := range h.to[h.first[from]:h.first[from+1]] {
			if h.Nodes[to] < 0 {
				h.Nodes[to], h.queue = h.Nodes[from]+1, append(h.queue, to)
			}
		}
	}
}
