package corefeval

import (
	"fmt"

	"assay/internal/assign"
)

// A perlPair is a document after IdentifMentions: chains of mention ids.
type perlPair struct {
	clusters
	ids   int  // of key
	plain bool // no id is twice in key or twice in the response
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
	p.mentions = p.ids
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
	p.system = numbered(left, func(m [2]int) int {
		of, ok := seen[m]
		if !ok {
			of = p.mentions
			seen[m] = of
			p.mentions++
		} else if of >= p.ids {
			p.plain = false
		}
		return of
	})
	p.key = numbered(key.entities, func(m [2]int) int { return id[m] })
	totals.add(rpf{exact, float64(len(id)), exact, float64(len(seen))})
	if !s.quiet {
		fmt.Fprintf(s.out, "Total key mentions: %d\nTotal response mentions: %d\nStrictly correct identified "+
			"mentions: %.0f\n"+
			"Partially correct identified mentions: 0\nNo identified: %d\nInvented: %d\n", len(id), len(seen), exact,
			len(id)-int(exact), p.mentions-len(id))
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

func size(list [][]int) (n float64) {
	for _, chain := range list {
		n += float64(len(chain))
	}
	return n
}

// muc counts the links of chains; those of the response that are correct count for recall too.
func (p *perlPair) muc() (t rpf) {
	_, system := p.views()
	t.pn, t.pd, _ = system.muc()
	t.rn = t.pn
	for _, chain := range p.key {
		t.rd += float64(max(len(chain)-1, 0))
	}
	return t
}

func (p *perlPair) bcub() rpf {
	_, system := p.views()
	recall, precision := 0.0, 0.0
	for _, chain := range p.system {
		common := map[int]int{} // by chain of key
		for _, m := range chain {
			for _, k := range system.all[m] {
				common[k]++
			}
		}
		for _, m := range chain {
			if k := system.in[m]; k >= 0 {
				c := float64(common[k])
				precision += c / float64(len(chain))
				recall += c / float64(len(p.key[k]))
			}
		}
	}
	return rpf{recall, size(p.key), precision, size(p.system)}
}

func (p *perlPair) ceaf(entities bool, solver *assign.Solver) rpf {
	key, _ := p.views()
	num := key.ceaf(solver, func(common, own, other int) float64 {
		n := float64(common)
		if entities {
			n = 2 * n / float64(own+other)
		}
		return 1 - (1 - n) // as the program rounds
	})
	if !entities {
		return rpf{num, size(p.key), num, size(p.system)}
	}
	keys := 0.0
	for _, chain := range p.key {
		if len(chain) > 0 {
			keys++
		}
	}
	return rpf{num, keys, num, float64(len(p.system))}
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
		within, between := links(p.system)
		return shared(keyWithin, within), shared(keyBetween, between)
	}
	key, _ := p.views()
	return key.blanc()
}
