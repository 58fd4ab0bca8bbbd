package srl

import "assay/measures/internal/faults"

// withPredicate ends the class of an argument whose predicate only one side has: "missing with its predicate".
const withPredicate = "with its predicate"

// describe adds predicates and arguments to x: a predicate is a concept of its word, of
// which only the sense is compared, an argument an edge to a word.
func describe(x *faults.Pair, frames []frame, which int) {
	n := 0
	for i := range frames {
		frame := &frames[i]
		frame.fact = n
		from := place(frame.word, frame.index, which)
		x.Add(which, faults.Fact{Kind: faults.Concept, From: from, To: faults.Nowhere, Noun: "predicate",
			Apart: "predicate"})
		n++
		for k := range frame.args {
			a := &frame.args[k]
			a.fact = n
			x.Add(which, faults.Fact{Kind: faults.Edge, From: from, To: place(a.word, a.index, which), Role: a.role,
				Noun: "argument", Apart: withPredicate, Free: true})
			n++
		}
	}
}

// place returns the place of a word of gold, or one of its own for word -1.
func place(word, index int32, which int) uint64 {
	if word >= 0 {
		return uint64(word)
	}
	return uint64(which+1)<<32 | uint64(index)
}

func (f *frame) number() int {
	if f == nil {
		return -1
	}
	return f.fact
}

func (a *argument) number() int {
	if a == nil {
		return -1
	}
	return a.fact
}
