package corefeval

import (
	"fmt"
	"io"
	"slices"

	"assay/internal/assign"
)

// clusters are the entities of both sides of a document for the Python scorers. Mentions are numbers: mentions that the
// program holds for equal have one. Of a mention in several entities the last entity counts.
type clusters struct {
	key, system [][]int
	mentions    int
	other       map[int]int // mentions that are aligned but not equal, both ways; nil if there are none
	seen        *[2]view    // once they were made, of key and system
}

// A share is the number of mentions that a cluster shares with an entity of the other side.
type share struct{ entity, n int }

// view is the document from one side: its entities, and the entity of the other side for each mention.
type view struct {
	own, others [][]int
	in          []int   // by mention: entity of the other side, -1 if none
	all         [][]int // by mention: all entities of the other side, each once
	other       map[int]int
	shares      [][]share // by cluster
	found       []int     // by cluster: its mentions that the other side has
}

func (c *clusters) views() (key, system *view) {
	if c.seen != nil {
		return &c.seen[0], &c.seen[1]
	}
	of := func(own, others [][]int) view {
		v := view{own: own, others: others, in: slices.Repeat([]int{-1}, c.mentions), all: make([][]int, c.mentions),
			other: c.other}
		for k, cluster := range others {
			for _, m := range cluster {
				v.in[m] = k
				if n := len(v.all[m]); n == 0 || v.all[m][n-1] != k {
					v.all[m] = append(v.all[m], k)
				}
			}
		}
		return v
	}
	c.seen = &[2]view{of(c.key, c.system), of(c.system, c.key)}
	for i := range c.seen {
		c.seen[i].count()
	}
	return &c.seen[0], &c.seen[1]
}

// count counts the mentions of each cluster by the entity of the other side.
func (v *view) count() {
	v.shares, v.found = make([][]share, len(v.own)), make([]int, len(v.own))
	at := make([]int, len(v.others)) // by entity: its place in the list of the cluster, plus 1
	for c, cluster := range v.own {
		var list []share
		for _, m := range cluster {
			k := v.in[v.mapped(m)]
			if k < 0 {
				continue
			}
			if at[k] == 0 {
				list = append(list, share{entity: k})
				at[k] = len(list)
			}
			list[at[k]-1].n++
			v.found[c]++
		}
		for _, s := range list {
			at[s.entity] = 0
		}
		v.shares[c] = list
	}
}

// mapped returns the mention of the other side that m is aligned with, else m.
func (v *view) mapped(m int) int {
	if other, ok := v.other[m]; ok {
		return other
	}
	return m
}

func (v *view) muc() (num, den float64, ok bool) {
	for c, cluster := range v.own {
		num += float64(v.found[c] - len(v.shares[c]))
		den += float64(len(cluster) - 1)
	}
	return num, den, true
}

// bcub is false if a cluster is empty: the program divides by zero.
func (v *view) bcub() (num, den float64, ok bool) {
	for c, cluster := range v.own {
		if len(cluster) == 0 {
			return 0, 0, false
		}
		correct := 0
		for _, s := range v.shares[c] {
			correct += s.n * s.n
		}
		num += float64(correct) / float64(len(cluster))
		den += float64(len(cluster))
	}
	return num, den, true
}

func (v *view) lea() (num, den float64, ok bool) {
	for c, cluster := range v.own {
		n := float64(len(cluster))
		switch len(cluster) {
		case 0:
			return 0, 0, false
		case 1:
			if k := v.in[v.mapped(cluster[0])]; k >= 0 && len(v.others[k]) == 1 {
				num++
			}
		default:
			links := 0.0
			for _, s := range v.shares[c] {
				links += choose2(s.n)
			}
			num += n * links / choose2(len(cluster))
		}
		den += n
	}
	return num, den, true
}

// ceaf sums the best alignment of the entities; v is key's view. The value of two entities is one of their common
// mentions and their sizes.
func (v *view) ceaf(solver *assign.Solver, value func(common, own, other int) float64) (num float64) {
	var pairs []assign.Pair
	common := make([]int, len(v.others))
	for k, cluster := range v.own {
		begin := len(pairs)
		for _, m := range cluster {
			for _, s := range v.all[v.mapped(m)] {
				if common[s] == 0 {
					pairs = append(pairs, assign.Pair{Row: int32(k), Col: int32(s)})
				}
				common[s]++
			}
		}
		for i := begin; i < len(pairs); i++ {
			s := int(pairs[i].Col)
			pairs[i].Value = value(common[s], len(cluster), len(v.others[s]))
			common[s] = 0
		}
	}
	at := 0
	for k, s := range solver.Sparse(len(v.own), len(v.others), pairs) {
		for ; at < len(pairs) && int(pairs[at].Row) == k; at++ {
			if pairs[at].Col == s {
				num += pairs[at].Value
			}
		}
	}
	return num
}

// blanc counts links within entities and between them; v is key's view.
func (v *view) blanc() (same, apart rpf) {
	total := make([]int, len(v.others))
	mapped, within, both := 0, 0.0, 0.0
	for c := range v.own {
		for _, s := range v.shares[c] {
			both += choose2(s.n)
			total[s.entity] += s.n
		}
		within += choose2(v.found[c])
		mapped += v.found[c]
	}
	together := 0.0
	for _, n := range total {
		together += choose2(n)
	}
	links := func(list [][]int) (within, between float64) {
		n := 0
		for _, cluster := range list {
			within += choose2(len(cluster))
			n += len(cluster)
		}
		return within, choose2(n) - within
	}
	keyWithin, keyBetween := links(v.own)
	sysWithin, sysBetween := links(v.others)
	neither := choose2(mapped) - within - together + both
	return rpf{both, keyWithin, both, sysWithin}, rpf{neither, keyBetween, neither, sysBetween}
}

// count returns the counts of a metric; false means that the program divides by zero.
func (c *clusters) count(metric string, solver *assign.Solver) (t rpf, ok bool) {
	key, system := c.views()
	both := func(count func(*view) (num, den float64, ok bool)) {
		if t.pn, t.pd, ok = count(system); ok {
			t.rn, t.rd, ok = count(key)
		}
	}
	ok = true
	switch metric {
	case "mentions":
		t = c.found()
	case "muc":
		both((*view).muc)
	case "bcub":
		both((*view).bcub)
	case "lea":
		both((*view).lea)
	case "ceafe":
		empty := func(cluster []int) bool { return len(cluster) == 0 }
		ok = !slices.ContainsFunc(c.key, empty) || !slices.ContainsFunc(c.system, empty) // else 0/0
		num := key.ceaf(solver, func(n, own, other int) float64 { return float64(n) * (2 / float64(own+other)) })
		t = rpf{num, float64(len(c.key)), num, float64(len(c.system))}
	case "ceafm":
		num := key.ceaf(solver, func(n, _, _ int) float64 { return float64(n) })
		t = rpf{num, size(c.key), num, size(c.system)}
	}
	return t, ok
}

// found counts the different mentions of both sides, and those in both.
func (c *clusters) found() (t rpf) {
	in := make([]uint8, c.mentions)
	for side, list := range [][][]int{c.key, c.system} {
		for _, cluster := range list {
			for _, m := range cluster {
				in[m] |= 1 << side
			}
		}
	}
	for _, sides := range in {
		t.rd += float64(sides & 1)
		t.pd += float64(sides >> 1)
		if sides == 3 {
			t.rn++
			t.pn++
		}
	}
	return t
}

// numbered returns the numbers of the mentions of clusters.
func numbered[T any](list [][]T, number func(T) int) (out [][]int) {
	for _, cluster := range list {
		var ids []int
		for _, m := range cluster {
			ids = append(ids, number(m))
		}
		out = append(out, ids)
	}
	return out
}

// A conll is the sum of F1 of the three metrics of CoNLL.
type conll struct {
	sum   float64
	parts int
}

func (c *conll) add(metric string, f1 float64) {
	if metric == "muc" || metric == "bcub" || metric == "ceafe" {
		c.sum += f1
		c.parts++
	}
}

// print prints the mean if all three were scored.
func (c *conll) print(out io.Writer) {
	if c.parts == 3 {
		fmt.Fprintf(out, "CoNLL score: %.2f\n", c.sum/3*100)
	}
}

// prf returns precision, recall and F1 as the Python scorers do: 0 without numerator.
func (t rpf) prf() (p, r, f float64) {
	p, r = over(t.pn, t.pd), over(t.rn, t.rd)
	return p, r, over(2*p*r, p+r)
}
