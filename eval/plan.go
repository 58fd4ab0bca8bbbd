package eval

import (
	"hash/fnv"
	"io"

	"assay/treebank"
)

// A stretch is a pair by the numbers of its first and last sentences.
type stretch struct{ g0, g1, s0, s1 int32 }

// A plan is both sides in memory and how they are paired.
type plan struct {
	align        Align
	gold, system []piece
	pairs        []stretch
}

// choose tells how two sides are paired whose sentences do not simply follow
// one another in the same order: by name if both carry the same names, by order
// if there are as many, else by text. Nothing of them is kept.
func choose(gold, system *treebank.Source) (Align, error) {
	g, err := survey(gold)
	if err != nil {
		return Auto, err
	}
	s, err := survey(system)
	if err != nil {
		return Auto, err
	}
	switch {
	case g.named && s.named && g == s:
		return ByID, nil
	case g.sentences == s.sentences:
		return Order, nil
	}
	return Text, nil
}

// A summary is what choose must know of one side.
type summary struct {
	sentences int
	named     bool   // all of them have names
	names     uint64 // a sum over the names, in whatever order they stand
}

func survey(src *treebank.Source) (summary, error) {
	free := make(chan []byte, 1)
	st := &stream{src: src, free: free}
	defer st.Close()
	sum := summary{named: src.Format.ID != nil}
	for {
		p, err := st.Next()
		if err == io.EOF {
			return sum, nil
		}
		if err != nil {
			return sum, err
		}
		for len(st.used) > 0 { // p stands in another block
			select {
			case free <- st.used[0]:
			default:
			}
			st.used = st.used[1:]
		}
		sum.sentences++
		if sum.named {
			id := src.Format.ID(p.Text)
			h := fnv.New64a()
			h.Write(id)
			sum.named = len(id) > 0
			sum.names += h.Sum64()
		}
	}
}

// planByID reads both sides and pairs them by name.
func planByID(gold, system *treebank.Source) (*plan, error) {
	g, err := readAll(gold)
	if err != nil {
		return nil, err
	}
	s, err := readAll(system)
	if err != nil {
		return nil, err
	}
	p := &plan{align: ByID, gold: g, system: s}
	return p, p.byID(gold.Format, system.Format)
}

func ids(all []piece, f *treebank.Format) [][]byte {
	out := make([][]byte, len(all))
	for i, p := range all {
		out[i] = f.ID(p.Text)
	}
	return out
}

// byID pairs by name, in the order of gold; what only the system has comes
// last. Of several sentences of one name the n-th goes with the n-th.
func (p *plan) byID(gold, system *treebank.Format) error {
	if gold.ID == nil || system.ID == nil {
		return pairingErrorf("use --align order or --align text",
			"cannot pair by id: format %s has no sentence names", firstWithout(gold, system))
	}
	where := make(map[string][]int32, len(p.system))
	for i, id := range ids(p.system, system) {
		where[string(id)] = append(where[string(id)], int32(i))
	}
	used := make([]bool, len(p.system))
	for i, id := range ids(p.gold, gold) {
		st := stretch{int32(i), int32(i) + 1, 0, 0}
		if q := where[string(id)]; len(q) > 0 {
			st.s0, st.s1 = q[0], q[0]+1
			where[string(id)] = q[1:]
			used[q[0]] = true
		}
		p.pairs = append(p.pairs, st)
	}
	for i, u := range used {
		if !u {
			n := int32(len(p.gold))
			p.pairs = append(p.pairs, stretch{n, n, int32(i), int32(i) + 1})
		}
	}
	return nil
}

func firstWithout(gold, system *treebank.Format) string {
	if gold.ID == nil {
		return gold.Name
	}
	return system.Name
}
