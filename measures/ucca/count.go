package ucca

import (
	"errors"
	"slices"
	"strings"

	"assay/eval"
	"assay/treebank"
)

// A candidate is a yield of one side, with the categories of its edges.
type candidate struct {
	tags  []string
	own   []string // of edges to units that have fewer words than their parent
	node  int32    // child of the first edge that is in the file
	first int      // position of its first terminal
	yield []int
}

// A collection holds the yields of one kind of edges.
type collection map[string]*candidate

// ErrLarge reports that the yields of a passage have too many words: units within one another have the square of their
// number.
var ErrLarge = errors.New("the units are too large: their yields have more than 4,000,000 words in all")

const mostWords = 4_000_000

// candidates collects the yields of the edges of a passage.
func candidates(p *passage, o *Options) (out [kinds]collection, err error) {
	for k := range out {
		out[k] = collection{}
	}
	known := yields{known: map[*unit]yielded{}}
	for _, u := range p.units {
		if known.words > mostWords {
			return out, ErrLarge
		}
		for _, edge := range u.out {
			kind, ok := kindOf(edge)
			if !ok || kind == implicit && o.SkipImplicit {
				continue
			}
			yield := known.of(edge.child)
			if kind == implicit {
				yield = known.of(edge.parent)
			}
			found := out[kind][yield.key]
			if found == nil {
				found = &candidate{node: -1, yield: yield.words}
				if len(yield.words) > 0 {
					found.first = yield.words[0]
				}
				out[kind][yield.key] = found
			}
			if found.node < 0 {
				found.node = edge.child.node
			}
			found.tags = merge(found.tags, edge.tags)
			if len(edge.parent.in) == 0 || known.of(edge.parent).key != known.of(edge.child).key {
				found.own = merge(found.own, edge.tags)
			}
		}
	}
	return out, nil
}

func merge(tags, more []string) []string {
	for _, t := range more {
		if !slices.Contains(tags, t) {
			tags = append(tags, t)
		}
	}
	return tags
}

// kindOf returns the kind of an edge, and whether it counts.
func kindOf(e *arc) (kind int, ok bool) {
	punctuation := e.has("U") || e.child.kind == "PNCT"
	switch {
	case e.has("LA") || e.has("LR") || e.has("Terminal") || e.child.kind == "LKG" || e.child.terminal():
		return 0, false
	case e.child.implicit && !e.remote:
		return implicit, true
	case e.child.implicit || punctuation:
		return 0, false
	case e.remote:
		return remote, true
	}
	return primary, true
}

type counter struct {
	Options
	item eval.Item
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	return eval.CountItems(c, row, p)
}

// Explain makes an item of each yield of each kind, in the order of the words.
func (c *counter) Explain(p *eval.Pair, take func(*eval.Item)) error {
	if len(p.Gold.Tokens) > 0 && len(p.System.Tokens) > 0 && !p.SameWords() {
		p.Align() // reports that the terminals differ
	}
	gold, system, err := c.collections(p)
	if err != nil {
		return err
	}
	for kind := range kinds {
		for _, words := range union(gold[kind], system[kind]) {
			take(c.itemOf(p, kind, gold[kind][words], system[kind][words]))
		}
	}
	return nil
}

// collections returns the yields of gold and of the system.
func (opt *Options) collections(p *eval.Pair) (g, s [kinds]collection, err error) {
	gold, system := opt.passages(p)
	if g, err = candidates(gold, opt); err == nil {
		s, err = candidates(system, opt)
	}
	return g, s, err
}

// passages returns the passages of gold and of the system, normalised if they should be.
func (opt *Options) passages(p *eval.Pair) (gold, system *passage) {
	characters := anchored(p.Gold) || anchored(p.System)
	gold, system = read(p.Gold, characters), read(p.System, characters)
	if !opt.Raw {
		system.normalise()
		gold.normalise()
		if !p.Gold.Missing && !p.System.Missing {
			moveFunctions(system, gold)
		}
	}
	return gold, system
}

// A Confusion is what the system and gold call a yield of primary edges: its
// categories in the order of the alphabet with | between them, <UNMATCHED> without any.
// Edges to units with all the words of their parent do not count.
type Confusion struct{ System, Gold string }

// Confusions adds those of p to counts.
func (opt *Options) Confusions(counts map[Confusion]int, p *eval.Pair) {
	g, s, err := opt.collections(p)
	if err != nil { // the pair is unscorable
		return
	}
	name := func(c *candidate) string {
		if c == nil || len(c.own) == 0 {
			return "<UNMATCHED>"
		}
		return strings.Join(slices.Sorted(slices.Values(c.own)), "|")
	}
	for _, k := range union(g[primary], s[primary]) {
		counts[Confusion{name(s[primary][k]), name(g[primary][k])}]++
	}
}

// union returns the yields of both, in the order of their first words.
func union(a, b collection) []string {
	type entry struct {
		key   string
		first int
	}
	var all []entry
	for k, c := range a {
		all = append(all, entry{k, c.first})
	}
	for k, c := range b {
		if a[k] == nil {
			all = append(all, entry{k, c.first})
		}
	}
	slices.SortFunc(all, func(x, y entry) int {
		if x.first != y.first {
			return x.first - y.first
		}
		return strings.Compare(x.key, y.key)
	})
	out := make([]string, len(all))
	for i, e := range all {
		out[i] = e.key
	}
	return out
}

// itemOf makes the item of a yield that gold, the system or both have.
func (c *counter) itemOf(p *eval.Pair, kind int, gold, system *candidate) *eval.Item {
	it := &c.item
	*it = eval.Item{Part: strings.TrimSuffix(kindNames[kind], "_"), Outcome: eval.Incorrect, Class: "wrong category",
		Adds: it.Adds[:0], Mended: it.Mended[:0]}
	var match [ways]bool
	if gold != nil && system != nil {
		match[unlabeled] = true
		for _, t := range system.tags {
			match[labeled] = match[labeled] || slices.Contains(gold.tags, t)
			other := equivalents()[t]
			match[weak] = match[weak] || match[labeled] || other != "" && slices.Contains(gold.tags, other)
		}
	}
	for way := range ways {
		at := column(kind, way)
		for k, yes := range []bool{gold != nil, system != nil, match[way]} {
			if yes {
				it.Adds = append(it.Adds, eval.Add{Column: at + k, N: 1, System: k == 1 && !match[way]})
			}
			if gold != nil {
				it.Mended = append(it.Mended, eval.Add{Column: at + k, N: 1, System: k == 1 && !match[way]})
			}
		}
	}
	if gold != nil {
		it.Gold = ref(p.Gold, gold)
	}
	if system != nil {
		it.System = ref(p.System, system)
	}
	switch {
	case gold == nil:
		it.Outcome, it.Class = eval.Spurious, [...]string{
			primary: "spurious unit", remote: "spurious re-entrancy", implicit: "spurious implicit unit"}[kind]
	case system == nil:
		it.Outcome, it.Class = eval.Missing, [...]string{
			primary: "missing unit", remote: "lost re-entrancy", implicit: "missing implicit unit"}[kind]
	case match[labeled]:
		it.Outcome, it.Class = eval.Correct, ""
	}
	if it.Outcome == eval.Correct {
		it.Mended = nil
	}
	return it
}

func ref(s *treebank.Sentence, c *candidate) eval.Ref {
	names := slices.Sorted(slices.Values(c.tags))
	r := eval.Ref{Kind: eval.Node, Index: max(c.node, 0), Label: s.Syms.InternString(strings.Join(names, "|"))}
	if c.node < 0 { // a unit that normalisation made, known by its yield
		r.Qualifier = s.Syms.InternString("yield " + strings.TrimSpace(key(c.yield)))
	}
	return r
}
