package treebank

import (
	"math/rand/v2"
	"testing"
)

// plainProjective applies the textbook definition, word by word.
func plainProjective(head []int32, i int32) bool {
	h := head[i]
	if h < 0 {
		return true
	}
	for up, n := i, 0; up >= 0; up, n = head[up], n+1 {
		if n > len(head) {
			return false
		}
	}
	for k := min(i, h) + 1; k < max(i, h); k++ {
		up := k
		for n := 0; up >= 0 && up != h && n <= len(head); n++ {
			up = head[up]
		}
		if up != h {
			return false
		}
	}
	return true
}

func plainDepth(head []int32, i int32) int32 {
	for d := int32(0); int(d) <= len(head); d++ {
		switch i = head[i]; i {
		case Root:
			return d
		case Unknown:
			return DepthUnknown
		}
	}
	return DepthCycle
}

func TestShape(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var h Shape
	for range 3000 {
		n := 1 + rng.IntN(60)
		var sentence Sentence
		sentence.Tokens = make([]Token, n)
		head := make([]int32, n)
		for i := range n {
			switch x := rng.IntN(20); {
			case x == 0:
				head[i] = Unknown
			case x == 1 || i == 0:
				head[i] = Root
			case x < 19:
				head[i] = int32(rng.IntN(i)) // no cycle
			default:
				head[i] = int32(rng.IntN(n))
			}
			sentence.Arcs = append(sentence.Arcs, Arc{Dep: int32(i), Head: head[i]})
		}
		h.Set(&sentence)
		kids := 0
		for i := range int32(n) {
			if got, want := h.Depth[i], plainDepth(head, i); got != want {
				t.Fatalf("%v: depth of %d is %d, want %d", head, i, got, want)
			}
			if got, want := h.Projective(i), plainProjective(head, i); got != want {
				t.Fatalf("%v: arc of %d projective %v, want %v", head, i, got, want)
			}
			last := int32(-1)
			for _, k := range h.Children(i) {
				if head[k] != i || k <= last {
					t.Fatalf("%v: %d is not the next dependent of %d", head, k, i)
				}
				last = k
				kids++
			}
		}
		for _, x := range head {
			if x >= 0 {
				kids--
			}
		}
		if kids != 0 {
			t.Fatalf("%v: dependents are lost", head)
		}
	}
}
