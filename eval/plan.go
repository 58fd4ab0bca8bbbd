package eval

import "assay/treebank"

// A stretch is a pair as ranges of sentence numbers on both sides: the first, and the
// one after the last.
type stretch struct{ g0, g1, s0, s1 int32 }

// A plan holds the sentences of both sides in memory, with their pairs.
type plan struct {
	gold, system []piece
	pairs        []stretch
}

// planByID reads both sides and pairs them by id.
func planByID(gold, system *treebank.Source) (*plan, error) {
	g, err := readAll(gold)
	if err != nil {
		return nil, err
	}
	s, err := readAll(system)
	if err != nil {
		return nil, err
	}
	p := &plan{gold: g, system: s}
	return p, p.byID(gold.Format, system.Format)
}

func ids(all []piece, f *treebank.Format) [][]byte {
	out := make([][]byte, len(all))
	for i, p := range all {
		out[i] = p.name(f)
	}
	return out
}

// groupsOf returns the groups of sentences, nil for a format without, and whether there
// are several.
func groupsOf(all []piece, f *treebank.Format) (of []string, several bool) {
	if f.Group == nil {
		return nil, false
	}
	for _, p := range all {
		of = append(of, string(f.Group(p.Text)))
		several = several || of[0] != of[len(of)-1]
	}
	return of, several
}

// byID pairs by id. Where a side has several groups of sentences, those of one group
// pair.
func (p *plan) byID(gold, system *treebank.Format) error {
	if !gold.HasIDs() || !system.HasIDs() {
		return pairingErrorf("use option align=order or option align=text",
			"cannot pair by id: format %s has no sentence ids", firstWithout(gold, system))
	}
	ofGold, several := groupsOf(p.gold, gold)
	ofSystem, more := groupsOf(p.system, system)
	keys := func(ids [][]byte, groups []string) []string {
		out := make([]string, len(ids))
		for i, id := range ids {
			out[i] = string(id)
			if groups != nil && (several || more) {
				out[i] += "\x00" + groups[i]
			}
		}
		return out
	}
	p.byKeys(keys(ids(p.gold, gold), ofGold), keys(ids(p.system, system), ofSystem))
	return nil
}

// byKeys pairs the sentences with equal keys, in the order of gold, followed by the
// sentences that only the system has. If several have one key, the n-th pairs with the
// n-th.
func (p *plan) byKeys(gold, system []string) {
	where := make(map[string][]int32, len(system))
	for i, key := range system {
		where[key] = append(where[key], int32(i))
	}
	used := make([]bool, len(system))
	for i, key := range gold {
		st := stretch{int32(i), int32(i) + 1, 0, 0}
		if q := where[key]; len(q) > 0 {
			st.s0, st.s1 = q[0], q[0]+1
			where[key] = q[1:]
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
}

func firstWithout(gold, system *treebank.Format) string {
	if !gold.HasIDs() {
		return gold.Name
	}
	return system.Name
}
