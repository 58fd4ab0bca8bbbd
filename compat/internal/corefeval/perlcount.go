package corefeval

import (
	"fmt"

	"assay/internal/assign"
)

// A perlPair is a document after IdentifMentions: chains of mention ids.
type perlPair struct {
	key, response [][]int
	ids, all      int  // ids of key; of both
	plain         bool // no id is twice in key or twice in the response
}

// identify gives the mentions of both sides ids. A mention of the response that was seen before in the document, and
// that the key has, goes away; false means that more than ten did so.
func (s *scorer) identify(key, response *perlDoc, totals *rpf) (*perlPair, bool) {
	p := &perlPair{plain: true}
	id, seen := map[[2]int]int{}, map[[2]int]int{}
	for _, entity := range key.entities {
		for _, m := range entity {
			if old, ok := id[m]; ok {
				fmt.Fprintf(s.out, "Repeated mention in the key: %d, %d %d%d\n", m[0], m[1], old, p.ids)
				p.plain = false
			}
			id[m] = p.ids
			p.ids++
		}
	}
	p.all = p.ids
	exact := 0.0
	var left [][][2]int
	for _, entity := range response.entities {
		var keep [][2]int
		for _, m := range entity {
			of, inKey := id[m]
			if old, ok := seen[m]; ok {
				fmt.Fprintf(s.out, "Repeated mention in the response: %d, %d %d%d\n", m[0], m[1], old, of)
				if s.repeated++; s.repeated > 10 {
					return nil, false
				}
				continue
			}
			if inKey {
				seen[m] = of
				exact++
			}
			keep = append(keep, m)
		}
		if len(keep) > 0 {
			left = append(left, keep)
		}
	}
	for _, entity := range left {
		var chain []int
		for _, m := range entity {
			of, ok := seen[m]
			if !ok {
				of = p.all
				seen[m] = of
				p.all++
			} else if of >= p.ids {
				p.plain = false
			}
			chain = append(chain, of)
		}
		p.response = append(p.response, chain)
	}
	for _, entity := range key.entities {
		var chain []int
		for _, m := range entity {
			chain = append(chain, id[m])
		}
		p.key = append(p.key, chain)
	}
	totals.add(rpf{exact, float64(len(id)), exact, float64(len(seen))})
	if !s.quiet {
		fmt.Fprintf(s.out, "Total key mentions: %d\nTotal response mentions: %d\nStrictly correct identified "+
			"mentions: %.0f\n"+
			"Partially correct identified mentions: 0\nNo identified: %d\nInvented: %d\n", len(id), len(seen), exact,
			len(id)-int(exact), p.all-len(id))
	}
	return p, true
}

// count returns the counts of a metric; of blanc those of links within entities and between them.
func (p *perlPair) count(metric string, solver *assign.Solver) (sum, apart rpf, known bool) {
	switch metric {
	case "muc":
		return p.muc(), apart, true
	case "bcub":
		return p.bcub(), apart, true
	case "ceafm", "ceafe":
		return p.ceaf(metric == "ceafe", solver), apart, true
	case "blanc":
		sum, apart = p.blanc()
		return sum, apart, true
	}
	return sum, apart, false
}

// chains returns by id the chain that has it, the last one of several; -1 if none has.
func (p *perlPair) chains(list [][]int) []int {
	index := make([]int, p.all)
	for i := range index {
		index[i] = -1
	}
	for c, chain := range list {
		for _, m := range chain {
			index[m] = c
		}
	}
	return index
}

func size(list [][]int) (n float64) {
	for _, chain := range list {
		n += float64(len(chain))
	}
	return n
}

func (p *perlPair) muc() rpf {
	index := p.chains(p.key)
	correct, key, response := 0, 0, 0
	for _, chain := range p.response {
		parts := map[int]bool{}
		for _, m := range chain {
			if k := index[m]; k >= 0 {
				if parts[k] {
					correct++
				}
				parts[k] = true
			}
		}
		// A twinless mention alone leaves no link, and among others as many as it has.
		response += len(chain) - 1
	}
	for _, chain := range p.key {
		key += max(len(chain)-1, 0)
	}
	return rpf{float64(correct), float64(key), float64(correct), float64(response)}
}

// common counts, for each chain of a, how many of its mentions each chain of b has.
func (p *perlPair) common(a, b [][]int) []map[int]int {
	in := make([][]int, p.all)
	for c, chain := range b {
		for _, m := range chain {
			if n := len(in[m]); n == 0 || in[m][n-1] != c {
				in[m] = append(in[m], c)
			}
		}
	}
	out := make([]map[int]int, len(a))
	for i, chain := range a {
		out[i] = map[int]int{}
		for _, m := range chain {
			for _, c := range in[m] {
				out[i][c]++
			}
		}
	}
	return out
}

func (p *perlPair) bcub() rpf {
	index, common := p.chains(p.key), p.common(p.response, p.key)
	recall, precision := 0.0, 0.0
	for i, chain := range p.response {
		for _, m := range chain {
			k := index[m]
			if k < 0 {
				continue
			}
			c := float64(common[i][k])
			precision += c / float64(len(chain))
			recall += c / float64(len(p.key[k]))
		}
	}
	return rpf{recall, size(p.key), precision, size(p.response)}
}

func (p *perlPair) ceaf(entities bool, solver *assign.Solver) rpf {
	common := p.common(p.key, p.response)
	value := func(k, r int) float64 {
		n := float64(common[k][r])
		if entities {
			n = 2 * n / float64(len(p.key[k])+len(p.response[r]))
		}
		return 1 - (1 - n) // as the program rounds
	}
	var pairs []assign.Pair
	for k := range p.key {
		for r := range common[k] {
			pairs = append(pairs, assign.Pair{Row: int32(k), Col: int32(r), Value: value(k, r)})
		}
	}
	num := 0.0
	for k, r := range solver.Sparse(len(p.key), len(p.response), pairs) {
		if r >= 0 {
			num += value(k, int(r))
		}
	}
	if !entities {
		return rpf{num, size(p.key), num, size(p.response)}
	}
	keys := 0.0
	for _, chain := range p.key {
		if len(chain) > 0 {
			keys++
		}
	}
	return rpf{num, keys, num, float64(len(p.response))}
}

func choose2(n int) float64 { return float64(n) * float64(n-1) / 2 }

// links returns the sets of links within chains and between them.
func links(list [][]int) (within, between map[[2]int]bool) {
	within, between = map[[2]int]bool{}, map[[2]int]bool{}
	for c, chain := range list {
		for i, a := range chain {
			for _, b := range chain[i+1:] {
				within[[2]int{min(a, b), max(a, b)}] = true
			}
			for _, other := range list[c+1:] {
				for _, b := range other {
					between[[2]int{min(a, b), max(a, b)}] = true
				}
			}
		}
	}
	return within, between
}

func shared(a, b map[[2]int]bool) rpf {
	n := 0.0
	for l := range a {
		if b[l] {
			n++
		}
	}
	return rpf{n, float64(len(a)), n, float64(len(b))}
}

// blanc counts links. Where no mention is twice on a side they need not be listed.
func (p *perlPair) blanc() (same, apart rpf) {
	if !p.plain {
		keyWithin, keyBetween := links(p.key)
		within, between := links(p.response)
		return shared(keyWithin, within), shared(keyBetween, between)
	}
	inKey := p.chains(p.key)
	common, keyParts := 0, map[int]int{}
	both, response := 0.0, 0.0
	for _, chain := range p.response {
		parts, found := map[int]int{}, 0
		for _, m := range chain {
			if k := inKey[m]; k >= 0 {
				parts[k]++
				keyParts[k]++
				found++
			}
		}
		for _, n := range parts {
			both += choose2(n)
		}
		response += choose2(found)
		common += found
	}
	key := 0.0
	for _, n := range keyParts {
		key += choose2(n)
	}
	total := func(list [][]int) (within, between float64) {
		n := 0
		for _, chain := range list {
			within += choose2(len(chain))
			n += len(chain)
		}
		return within, choose2(n) - within
	}
	keyWithin, keyBetween := total(p.key)
	within, between := total(p.response)
	neither := choose2(common) - key - response + both
	return rpf{both, keyWithin, both, within}, rpf{neither, keyBetween, neither, between}
}
