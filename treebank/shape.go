package treebank

// Values of Depth for words without a depth.
const (
	DepthUnknown = -1 // some head on the way up is unknown
	DepthCycle   = -2 // the way up leads into a cycle
)

// A Shape holds the properties of each word that follow from the arcs of a
// sentence as a tree. If a word has several arcs, the first counts. Its memory is
// reused.
type Shape struct {
	Head  []int32 // by word: its head, Root or Unknown; a head Outside is Unknown
	Depth []int32 // by word: arcs up to the root (0 for a root), or DepthUnknown or DepthCycle

	first    []int32 // by word: where its dependents begin in kids
	kids     []int32
	in, out  []int32 // by word: place in a walk down the trees, and the last place below it
	min, max []int32 // segment trees over the places of words
	stack    []int32
	leaves   int
	crossing bool     // the segment trees are built for this sentence
	census   []Census // by word: the words before it; empty before the first question
}

// A Census counts the words of a stretch.
type Census struct{ Cycles, Unknown, Roots, Crossing int32 }

// Census counts the words from begin to end, without the last, that lead into a cycle, whose way up is unknown,
// that are roots, and whose arcs are not projective.
func (h *Shape) Census(begin, end int32) Census {
	if len(h.census) == 0 {
		at := Census{}
		for i, depth := range h.Depth {
			h.census = append(h.census, at)
			switch depth {
			case DepthCycle:
				at.Cycles++
			case DepthUnknown:
				at.Unknown++
			case 0:
				at.Roots++
			}
			if !h.Projective(int32(i)) {
				at.Crossing++
			}
		}
		h.census = append(h.census, at)
	}
	a, b := h.census[begin], h.census[end]
	return Census{b.Cycles - a.Cycles, b.Unknown - a.Unknown, b.Roots - a.Roots, b.Crossing - a.Crossing}
}

// Set computes the shape of sentence.
func (h *Shape) Set(sentence *Sentence) {
	n := len(sentence.Tokens)
	h.Head, h.Depth = resize(h.Head, n), resize(h.Depth, n)
	h.first, h.kids = zeros(h.first, n+1), resize(h.kids, n)
	h.in, h.out = resize(h.in, n), resize(h.out, n)
	h.crossing, h.census = false, h.census[:0]
	for i := range h.Head {
		h.Head[i] = Unknown
	}
	for k := len(sentence.Arcs) - 1; k >= 0; k-- { // backwards, so that the first arc of a word stays
		a := sentence.Arcs[k]
		h.Head[a.Dep] = a.Head
		if a.Head < Unknown || int(a.Head) >= n {
			h.Head[a.Dep] = Unknown
		}
	}
	h.children(n)
	h.walk(n)
}

// children sorts the words by their heads.
func (h *Shape) children(n int) {
	for _, head := range h.Head {
		if head >= 0 {
			h.first[head]++
		}
	}
	sum := int32(0)
	for i := 0; i <= n; i++ {
		sum += h.first[i]
		h.first[i] = sum // end of the dependents; the loop below moves it to their beginning
	}
	for i := n - 1; i >= 0; i-- {
		if head := h.Head[i]; head >= 0 {
			h.first[head]--
			h.kids[h.first[head]] = int32(i)
		}
	}
}

// Children returns the dependents of word i, from left to right.
func (h *Shape) Children(i int32) []int32 { return h.kids[h.first[i]:h.first[i+1]] }

// walk goes down from the roots and from the words whose heads are unknown. The
// words that it does not reach lead into a cycle.
func (h *Shape) walk(n int) {
	for i := range h.Depth {
		h.Depth[i], h.in[i], h.out[i] = DepthCycle, -1, -1
	}
	place := int32(0)
	for i := range h.Head {
		if h.Head[i] >= 0 {
			continue
		}
		h.Depth[i] = 0
		if h.Head[i] == Unknown {
			h.Depth[i] = DepthUnknown
		}
		h.stack = append(h.stack[:0], int32(i))
		for len(h.stack) > 0 {
			w := h.stack[len(h.stack)-1]
			if h.in[w] >= 0 { // all words below it are visited
				h.out[w] = place - 1
				h.stack = h.stack[:len(h.stack)-1]
				continue
			}
			h.in[w] = place
			place++
			for _, k := range h.Children(w) {
				h.Depth[k] = h.Depth[w]
				if h.Depth[w] >= 0 {
					h.Depth[k]++
				}
				h.stack = append(h.stack, k)
			}
		}
	}
}

// Projective reports whether all words between word i and its head depend on
// the head, directly or not (Xiao's adjacency principle, 1997 §3.1.1, says the
// same of a tree). Arcs to the root are projective. A word that leads into a
// cycle has no projective arc.
func (h *Shape) Projective(i int32) bool {
	head := h.Head[i]
	if head < 0 {
		return true
	}
	if h.in[i] < 0 {
		return false
	}
	from, to := min(i, head)+1, max(i, head)
	if from >= to {
		return true
	}
	if to-from <= 16 {
		for k := from; k < to; k++ {
			if h.in[k] < h.in[head] || h.in[k] > h.out[head] {
				return false
			}
		}
		return true
	}
	low, high := h.between(from, to)
	return low >= h.in[head] && high <= h.out[head]
}

// between returns the lowest and the highest place of the words from..to-1, by
// segment trees, so that long sentences do not take quadratic time.
func (h *Shape) between(from, to int32) (low, high int32) {
	if !h.crossing {
		h.grow()
	}
	l, r := int(from)+h.leaves, int(to)+h.leaves
	low, high = h.in[from], h.in[from]
	for l < r {
		if l&1 == 1 {
			low, high = min(low, h.min[l]), max(high, h.max[l])
			l++
		}
		if r&1 == 1 {
			r--
			low, high = min(low, h.min[r]), max(high, h.max[r])
		}
		l, r = l/2, r/2
	}
	return low, high
}

func (h *Shape) grow() {
	n := len(h.in)
	h.leaves, h.crossing = n, true
	h.min, h.max = resize(h.min, 2*n), resize(h.max, 2*n)
	copy(h.min[n:], h.in)
	copy(h.max[n:], h.in)
	for i := n - 1; i > 0; i-- {
		h.min[i], h.max[i] = min(h.min[2*i], h.min[2*i+1]), max(h.max[2*i], h.max[2*i+1])
	}
}
