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
	goldIDs, systemIDs, err := p.names(gold.Format, system.Format)
	if err != nil {
		return nil, err
	}
	var twins [][2][]string
	if repeated(goldIDs) || repeated(systemIDs) {
		if twins, err = p.twins(gold, system); err != nil {
			return nil, err
		}
	}
	p.byKeys(goldIDs, systemIDs, twins...)
	return p, nil
}

// repeated reports whether several sentences have one id.
func repeated(ids []string) bool {
	known := make(map[string]bool, len(ids))
	for _, id := range ids {
		if known[id] {
			return true
		}
		known[id] = true
	}
	return false
}

// twins returns what distinguishes sentences with one id, the strongest first: what their
// format says, else their words.
func (p *plan) twins(gold, system *treebank.Source) (out [][2][]string, err error) {
	if gold.Format.Twins == nil || system.Format.Twins == nil {
		var words [2][]string
		if _, words[0], err = readWords(gold); err != nil {
			return nil, err
		}
		_, words[1], err = readWords(system)
		return [][2][]string{words}, err
	}
	for side, all := range [2][]piece{p.gold, p.system} {
		for i, sentence := range all {
			for k, twin := range gold.Format.Twins(sentence.Text) {
				if k == len(out) {
					out = append(out, [2][]string{make([]string, len(p.gold)), make([]string, len(p.system))})
				}
				out[k][side][i] = twin
			}
		}
	}
	return out, nil
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

// names returns the ids of all sentences. Where a side has several groups of sentences,
// the group is a part of the id.
func (p *plan) names(gold, system *treebank.Format) (ofGold, ofSystem []string, err error) {
	if !gold.HasIDs() || !system.HasIDs() {
		return nil, nil, pairingErrorf("use option align=order or option align=text",
			"cannot pair by id: format %s has no sentence ids", firstWithout(gold, system))
	}
	goldGroups, several := groupsOf(p.gold, gold)
	systemGroups, more := groupsOf(p.system, system)
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
	return keys(ids(p.gold, gold), goldGroups), keys(ids(p.system, system), systemGroups), nil
}

// byKeys pairs the sentences with equal keys, in the order of gold, followed by the
// sentences that only the system has. If several have one key, those pair whose first twins
// are equal, then those whose second are, and so on; of the rest the n-th with the n-th.
func (p *plan) byKeys(gold, system []string, twins ...[2][]string) {
	partner := make([]int, len(gold)) // the system's sentence plus one
	used := make([]bool, len(system))
	for k := range len(twins) + 1 {
		key := func(keys []string, side, i int) string {
			if k == len(twins) {
				return keys[i]
			}
			return keys[i] + "\x00" + twins[k][side][i]
		}
		where := make(map[string][]int, len(system))
		for i := range system {
			if !used[i] {
				where[key(system, 1, i)] = append(where[key(system, 1, i)], i)
			}
		}
		for i := range gold {
			if q := where[key(gold, 0, i)]; partner[i] == 0 && len(q) > 0 {
				partner[i], used[q[0]] = q[0]+1, true
				where[key(gold, 0, i)] = q[1:]
			}
		}
	}
	for i, at := range partner {
		st := stretch{int32(i), int32(i) + 1, 0, 0}
		if at > 0 {
			st.s0, st.s1 = int32(at)-1, int32(at)
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
