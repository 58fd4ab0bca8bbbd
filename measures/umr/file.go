package umr

import (
	"assay/treebank"
)

// A file has the graphs of all sentences of a document, for triples that name nodes of other sentences.
type file struct {
	document *treebank.Document
	syms     *treebank.Symbols
	graphs   []*graph         // nil for sentences that cannot be read
	places   map[string]int32 // of each variable: the last sentence that has it
}

// file returns the graphs of the document of a side, nil if the sentence was read alone.
func (c *counter) file(which int) *file {
	sentence := [2]*treebank.Sentence{c.pair.Gold, c.pair.System}[which]
	if sentence.In == nil {
		return nil
	}
	if out := c.files[which]; out != nil && out.document == sentence.In && out.syms == sentence.Syms {
		return out
	}
	out := &file{document: sentence.In, syms: sentence.Syms, places: map[string]int32{}}
	for place, piece := range sentence.In.Pieces {
		other := treebank.Sentence{Syms: sentence.Syms}
		if sentence.In.Format.Read(&other, piece) != nil {
			out.graphs = append(out.graphs, nil)
			continue
		}
		g := c.build(&other)
		out.graphs = append(out.graphs, g)
		for name := range g.byName {
			out.places[name] = int32(place)
		}
	}
	c.files[which], c.maps = out, map[[2]int32][]int32{}
	return out
}

// end returns an end of a triple of a side, as a node of the system's file or a constant.
func (c *counter) end(which int, name string) end {
	here := [2]int32{c.pair.Gold.Place, c.pair.System.Place}
	if i, own := c.sides[which].byName[name]; own {
		if which == 1 {
			return end{here[1], name}
		}
		if mate := c.mates[i]; mate >= 0 {
			return end{here[1], c.sides[1].nodes[mate].variable}
		}
		return end{nowhere, name}
	}
	f := c.file(which)
	if f == nil {
		return end{-1, name}
	}
	place, ok := f.places[name]
	switch {
	case !ok:
		return end{-1, name}
	case c.opt.Faults && place > here[which]:
		return end{nowhere, name + [2]string{" of gold", " of the system"}[which]}
	case which == 1:
		return end{place, name}
	}
	return c.image(f, place, name)
}

// image returns the node of the system that a node of another sentence of gold is mapped to.
func (c *counter) image(gold *file, place int32, name string) end {
	system := c.file(1)
	if system == nil {
		return end{nowhere, name}
	}
	other := counterpart(gold, system, place, place+c.pair.System.Place-c.pair.Gold.Place)
	if other < 0 {
		return end{nowhere, name}
	}
	key := [2]int32{place, other}
	mates, known := c.maps[key]
	if !known {
		mates, _ = mapping(gold.graphs[place], system.graphs[other]) // such a pair is reported in its own place
		c.maps[key] = mates
	}
	if mates == nil {
		return end{nowhere, name}
	}
	if mate := mates[gold.graphs[place].byName[name]]; mate >= 0 {
		return end{other, system.graphs[other].nodes[mate].variable}
	}
	return end{nowhere, name}
}

// counterpart returns the sentence of the system that has the words of a sentence of gold: the one at the same distance
// from this pair, else the first, -1 if there is none.
func counterpart(gold, system *file, place, guess int32) int32 {
	has := func(at int32) bool {
		return at >= 0 && int(at) < len(system.graphs) && system.graphs[at] != nil &&
			system.graphs[at].text == gold.graphs[place].text
	}
	if has(guess) {
		return guess
	}
	for at := range system.graphs {
		if has(int32(at)) {
			return int32(at)
		}
	}
	return -1
}
