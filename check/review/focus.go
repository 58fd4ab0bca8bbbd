package review

import (
	"slices"
	"strings"

	"assay/diagnose"
	"assay/draw"
	"assay/eval"
	"assay/treebank"
)

// A Focus is where an item is in the drawing of its sentence; a number is -1 if
// it does not apply.
type Focus struct {
	Node    int32 // phrase of the system
	Word    int32 // dependent word
	Crossed int32 // phrase of gold that the item crosses
	First   int32 // words
	Last    int32
	Arc     bool   // the dependency or the role of Word is asked about, not one of its values
	Role    bool   // it is a semantic role, or the sense of a predicate
	Head    int32  // of the dependency or role; -1 if there is none
	Label   string // of an opinion: several may begin at one word
	// Parts are the stretches of words of an item with gaps, first and last word.
	Parts [][2]int32
	// Nodes and Edges are of the joint graph; of the system's where gold has none.
	Nodes, Edges []int32
}

// A comparison shows items of systems: sentence pairs by system and unit.
type comparison struct{ sights []map[int]*diagnose.Sight }

func (c *comparison) Focus(it *Item) Focus {
	focus := Focus{Node: -1, Word: -1, Crossed: -1, First: it.First, Last: it.Last, Head: -1}
	pair := c.Pair(it)
	switch ref := it.ref; ref.Kind {
	case eval.Phrase:
		focus.Node, focus.Crossed = ref.Index, ref.Other
		focus.Parts = parts(pair.System, it)
	case eval.Link, eval.Word:
		if int(ref.Index) >= len(pair.System.Tokens) { // an abstract node is no word of the drawing
			break
		}
		focus.Word, focus.Role = ref.Index, it.role
		focus.Arc = ref.Kind == eval.Link && !strings.HasPrefix(it.Kind, "right link, wrong ") &&
			(it.role || drawn(pair.System, ref.Index))
		if focus.Arc {
			focus.Head = ref.Other
		}
		if a := argument(pair.System, ref); it.role && a != nil {
			focus.First, focus.Last = a.Begin, a.End-1
		}
	case eval.Token:
		if word := opinion(pair.System, ref); it.role && word >= 0 {
			focus.First, focus.Last, focus.Role, focus.Label = word, word, true, it.Label
		}
	case eval.Node, eval.Prop, eval.Top:
		focus.Nodes = []int32{ref.Index}
	case eval.Edge:
		focus.Edges = []int32{ref.Index}
	}
	if len(focus.Nodes)+len(focus.Edges) > 0 && len(pair.Gold.Nodes) > 0 {
		focus.join(pair)
	}
	return focus
}

// drawn reports whether the drawing of a sentence has an arc to a word. It has none to a word without a head, which a
// measure may hang on a root of its own; the frame would then be around gold's arc.
func drawn(s *treebank.Sentence, word int32) bool {
	return slices.ContainsFunc(s.Arcs, func(a treebank.Arc) bool { return a.Dep == word })
}

// opinion returns the word at which the drawing has an opinion, -1 if there is none: see package diagnose.
func opinion(s *treebank.Sentence, ref eval.Ref) int32 {
	for _, p := range s.Predicates {
		if p.Sense == ref.Label && p.Word >= ref.Index && p.Word < ref.Other {
			return p.Word
		}
	}
	return -1
}

// join turns numbers of the system's graph into those of the joint graph. An edge that
// is not in it is shown by its ends.
func (f *Focus) join(pair draw.Pair) {
	both := pair.Joint()
	for i, n := range f.Nodes {
		f.Nodes[i] = both.NodeOf[n]
	}
	edges := f.Edges
	f.Edges = nil
	for _, e := range edges {
		if both.EdgeOf[e] >= 0 {
			f.Edges = append(f.Edges, both.EdgeOf[e])
			continue
		}
		f.Nodes = append(f.Nodes, both.NodeOf[pair.System.Edges[e].From], both.NodeOf[pair.System.Edges[e].To])
	}
}

// Pair implements viewer.
func (c *comparison) Pair(it *Item) draw.Pair { return c.sights[it.Systems[0]][it.Unit].Pair }

func (c *comparison) Sight(it *Item) draw.Pair {
	pair := c.Pair(it)
	sm := &pair.SystemMarks
	switch it.ref.Kind {
	case eval.Phrase:
		sm.Phrases = focus(sm.Phrases, it.ref.Index)
	case eval.Edge:
		sm.Edges = focus(sm.Edges, it.ref.Index)
	case eval.Node, eval.Prop, eval.Top:
		sm.Nodes = focus(sm.Nodes, it.ref.Index)
		if it.ref.Other > 0 {
			sm.Asked.Clauses = []int32{it.ref.Other - 1}
		}
	case eval.Word:
		sm.Words = focus(sm.Words, it.ref.Index)
	default:
		sm.Links = focus(sm.Links, it.ref.Index)
	}
	return pair
}

func focus(marks []draw.Mark, i int32) []draw.Mark {
	out := slices.Clone(marks)
	for int32(len(out)) <= i {
		out = append(out, draw.Plain)
	}
	out[i] = draw.Focus
	return out
}
