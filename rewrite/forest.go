package rewrite

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/message"
	"assay/treebank"
)

// DefaultMaxTrees is the default limit of readings of a packed forest.
const DefaultMaxTrees = 1000

// A ForestError reports a packed forest with too many readings to rewrite.
type ForestError struct{ Max int }

func (e *ForestError) Error() string { return e.In(message.Library) }

// In is the message as a window shows it.
func (e *ForestError) In(w message.Window) string {
	return message.New("the forest has more readings than %d, the limit of option max-trees; rules act on single "+
		"readings (Xiao 1997 §6.3) and leave it as it is", e.Max).In(w)
}

// forest rewrites a packed forest: it unpacks the forest, rewrites each tree, and
// packs the results again. On the packed forest a rule would match links of different
// trees together (Xiao 1997 §6.3). In each tree a word has the category and the root
// form of the sense of its link. Where the forest records its readings, only these are
// its trees; otherwise every choice of links without a cycle is one.
func (rw *Rewriter) forest(sentence *treebank.Sentence, part *part) error {
	limit := rw.opt.MaxTrees
	if limit == 0 {
		limit = DefaultMaxTrees
	}
	forest := newForest(sentence)
	readings := treebank.ReadingsOf(sentence)
	if len(readings) > limit {
		return &ForestError{limit}
	}
	if readings == nil {
		trees, err := unpack(forest.links, limit)
		if err != nil {
			return err
		}
		for _, choice := range trees {
			readings = append(readings, treebank.Reading{Links: choice, P: 1 / float64(len(trees))})
		}
	}
	var first error
	for _, reading := range readings {
		choice := reading.Links
		forest.tree(sentence, choice)
		if err := rw.tree(sentence, part); err != nil && first == nil {
			first = err
		}
		forest.collect(sentence, choice)
	}
	forest.finish(sentence, readings)
	return first
}

// A forest is an unpacked forest: the links of each word, and the senses of the
// links.
type forest struct {
	links  [][]treebank.Arc
	sense  [][]int // by word, by link
	senses [][]sense
	attrs  []treebank.Attr // attributes of s without senses and readings
	packed []sensed
}

type sense struct {
	tag   treebank.Symbol
	lemma treebank.Span
}

// A sensed link is a link with the sense of its word.
type sensed struct {
	arc   treebank.Arc
	sense int
}

func newForest(sentence *treebank.Sentence) *forest {
	n := len(sentence.Tokens)
	f := &forest{links: make([][]treebank.Arc, n), sense: make([][]int, n), senses: make([][]sense, n)}
	for i := range f.links {
		if f.links[i] = slices.Clone(sentence.ArcsOf(int32(i))); len(f.links[i]) == 0 {
			f.links[i] = []treebank.Arc{{Dep: int32(i), Head: treebank.Unknown}}
		}
		f.sense[i] = make([]int, len(f.links[i]))
		own := sense{tag: sentence.Tokens[i].Tag}
		if i < len(sentence.Morph) {
			own.lemma = sentence.Morph[i].Lemma
		}
		f.senses[i] = []sense{own}
	}
	for _, attr := range sentence.Attrs {
		parts := strings.Split(sentence.Str(attr.Value), "\t")
		from, err := strconv.Atoi(parts[0])
		switch {
		case treebank.IsReadingKey(sentence.Name(attr.Key)):
			continue
		case sentence.Name(attr.Key) != treebank.SenseKey:
			f.attrs = append(f.attrs, attr)
			continue
		case attr.Index < 0 || int(attr.Index) >= n || len(parts) != 3 || err != nil:
			continue
		}
		i := attr.Index
		f.senses[i] = append(f.senses[i], sense{sentence.Syms.InternString(parts[2]), sentence.AddString(parts[1])})
		for k := max(from, 0); k < len(f.sense[i]); k++ {
			f.sense[i][k] = len(f.senses[i]) - 1
		}
	}
	return f
}

// tree makes s the tree of a choice: for each word the number of one of its links.
func (f *forest) tree(s *treebank.Sentence, choice []int32) {
	s.Arcs, s.Attrs = s.Arcs[:0], nil
	for i, k := range choice {
		s.Arcs = append(s.Arcs, f.links[i][k])
		f.use(s, i, f.sense[i][k])
	}
}

func (f *forest) use(s *treebank.Sentence, i, k int) {
	s.Tokens[i].Tag = f.senses[i][k].tag
	if i < len(s.Morph) {
		s.Morph[i].Lemma = f.senses[i][k].lemma
	}
}

// collect adds the links of a rewritten tree.
func (f *forest) collect(s *treebank.Sentence, choice []int32) {
	for i, a := range s.Arcs {
		f.packed = append(f.packed, sensed{a, f.sense[i][choice[i]]})
	}
}

// finish packs the collected links into sentence, and records which of them make a reading. A sense without a
// link is dropped.
func (f *forest) finish(sentence *treebank.Sentence, readings []treebank.Reading) {
	trees := slices.Clone(f.packed) // one tree after another, by word
	slices.SortFunc(f.packed, bySense)
	f.packed = slices.Compact(f.packed)
	sentence.Arcs, sentence.Attrs = sentence.Arcs[:0], f.attrs
	key := sentence.Syms.InternString(treebank.SenseKey)
	from := 0
	first := make([]int, len(sentence.Tokens)) // by word: its first link
	for k, p := range f.packed {
		i := p.arc.Dep
		if k == 0 || f.packed[k-1].arc.Dep != i {
			from = k
			first[i] = k
			f.use(sentence, int(i), p.sense)
		} else if f.packed[k-1].sense != p.sense {
			at := f.senses[i][p.sense]
			value := strconv.Itoa(k-from) + "\t" + sentence.Str(at.lemma) + "\t" + sentence.Name(at.tag)
			sentence.Attrs = append(sentence.Attrs, treebank.Attr{Index: i, Key: key, Value: sentence.AddString(value)})
		}
		sentence.Arcs = append(sentence.Arcs, p.arc)
	}
	for _, reading := range readings {
		for i := range reading.Links {
			at, _ := slices.BinarySearchFunc(f.packed, trees[i], bySense)
			reading.Links[i] = int32(at - first[i])
		}
		trees = trees[len(reading.Links):]
	}
	treebank.SetReadings(sentence, readings)
}

func bySense(a, b sensed) int {
	return cmp.Or(cmp.Compare(a.arc.Dep, b.arc.Dep), cmp.Compare(a.sense, b.sense), byArc(a.arc, b.arc))
}

func unpack(links [][]treebank.Arc, limit int) ([][]int32, error) {
	n := len(links)
	tree, choice := make([]treebank.Arc, n), make([]int32, n)
	for i := range tree {
		tree[i].Head = treebank.Unknown
	}
	var out [][]int32
	steps := 0
	var choose func(i int) bool
	choose = func(i int) bool {
		if steps++; steps > 1000*(limit+n) {
			return false
		}
		if i == n {
			out = append(out, slices.Clone(choice))
			return len(out) <= limit
		}
		for k, a := range links[i] {
			tree[i], choice[i] = a, int32(k)
			if !cycleAt(tree, int32(i)) && !choose(i+1) {
				return false
			}
			tree[i].Head = treebank.Unknown
		}
		return true
	}
	if !choose(0) {
		return nil, &ForestError{limit}
	}
	return out, nil
}

// cycleAt reports whether following heads from i leads back to i.
func cycleAt(tree []treebank.Arc, i int32) bool {
	h := tree[i].Head
	for steps := 0; h >= 0 && steps <= len(tree); steps++ {
		if h == i || int(h) >= len(tree) {
			return true
		}
		h = tree[h].Head
	}
	return false
}

func byArc(a, b treebank.Arc) int {
	return cmp.Or(cmp.Compare(a.Dep, b.Dep), cmp.Compare(a.Head, b.Head), cmp.Compare(a.Rel, b.Rel))
}
