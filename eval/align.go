package eval

// An Alignment says which word of the system is which word of gold.
type Alignment struct {
	System []int32 // for each gold token the system token, -1 if there is none
	Gold   []int32 // for each system token the gold token, -1 if there is none
	Same   bool    // word i is word i on both sides
}

type alignScratch struct{}

// Align returns the alignment of the words of p by the characters they stand
// on. It is computed once per pair.
func (p *Pair) Align() *Alignment {
	if !p.aligned {
		p.computeAlignment()
		p.aligned = true
	}
	return &p.align
}

func (p *Pair) computeAlignment() {
	a := &p.align
	a.Same = p.SameWords()
	a.System, a.Gold = identity(a.System[:0], len(p.Gold.Tokens)), identity(a.Gold[:0], len(p.System.Tokens))
}

func identity(dst []int32, n int) []int32 {
	for i := range n {
		dst = append(dst, int32(i))
	}
	return dst
}
