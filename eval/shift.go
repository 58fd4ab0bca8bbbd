package eval

import (
	"fmt"
	"io"
	"math"
	"slices"

	"assay/treebank"
)

// Graphs without ids and words pair by order, and one that a side has lost shifts all
// later ones. Their concepts show it: from there on they match those of the neighbour.
const (
	furthestShift = 10 // sentences that a side may have lost before the place
	// A shift is reported if its pairs have at least twice the similarity of the pairs
	// in order, and three identical sentences more. A bad system has neither.
	shiftFactor = 2
	shiftGain   = 3
)

// A profile is the content of one side: for each sentence its concepts and constants,
// sorted, each once.
type profile struct {
	labels [][]treebank.Symbol
	pieces []treebank.Piece // without their texts
	words  bool             // some sentence has words
	id     string           // of the first sentence
}

// profileOf reads a source. A sentence that cannot be read has no concepts.
func profileOf(src *treebank.Source, syms *treebank.Symbols) (*profile, error) {
	s := &stream{src: src}
	defer s.Close()
	sentence := treebank.Sentence{Syms: syms}
	var text []byte
	out := &profile{}
	for {
		piece, err := s.Next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		if len(out.pieces) == 0 && src.Format.ID != nil {
			out.id = string(src.Format.ID(piece.Text))
		}
		var labels []treebank.Symbol
		if src.Format.Read(&sentence, piece.Piece) == nil {
			labels = concepts(&sentence)
			text = sentence.AppendSurface(text[:0])
			out.words = out.words || len(text) > 0
		}
		out.labels = append(out.labels, labels)
		piece.Text = nil
		out.pieces = append(out.pieces, piece.Piece)
	}
}

// concepts returns the labels of nodes, without names of variables, and the constants of
// clauses.
func concepts(sentence *treebank.Sentence) (out []treebank.Symbol) {
	add := func(symbol treebank.Symbol) {
		if symbol != 0 {
			out = append(out, symbol)
		}
	}
	for i := range sentence.Nodes {
		if n := &sentence.Nodes[i]; n.ID.Len == 0 || sentence.Name(n.Label) != sentence.Str(n.ID) {
			add(n.Label)
		}
	}
	for i := range sentence.Clauses {
		add(sentence.Clauses[i].ConstA)
		add(sentence.Clauses[i].ConstB)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// rarities returns for each symbol the logarithm of all sentences by those that have it,
// of both sides: a concept of every sentence says nothing.
func rarities(gold, system [][]treebank.Symbol) map[treebank.Symbol]float64 {
	of := map[treebank.Symbol]float64{}
	for _, side := range [2][][]treebank.Symbol{gold, system} {
		for _, labels := range side {
			for _, x := range labels {
				of[x]++
			}
		}
	}
	all := float64(len(gold) + len(system))
	for x, n := range of {
		of[x] = math.Log(all / n)
	}
	return of
}

// A shiftFinder holds the concepts of both sides, with their rarities and the sums of
// these for each sentence.
type shiftFinder struct {
	gold, system       [][]treebank.Symbol
	rarity             map[treebank.Symbol]float64
	goldSum, systemSum []float64
}

func newShiftFinder(gold, system [][]treebank.Symbol) *shiftFinder {
	f := &shiftFinder{gold: gold, system: system, rarity: rarities(gold, system)}
	sums := func(side [][]treebank.Symbol) (out []float64) {
		for _, labels := range side {
			sum := 0.0
			for _, x := range labels {
				sum += f.rarity[x]
			}
			out = append(out, sum)
		}
		return out
	}
	f.goldSum, f.systemSum = sums(gold), sums(system)
	return f
}

// similarity returns the Dice coefficient of gold sentence i and system sentence j,
// weighted by rarity; 0 if there is no such sentence.
func (f *shiftFinder) similarity(i, j int) float64 {
	if j < 0 || j >= len(f.system) || f.goldSum[i]+f.systemSum[j] == 0 {
		return 0
	}
	a, b, same := f.gold[i], f.system[j], 0.0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			same += f.rarity[a[0]]
			a, b = a[1:], b[1:]
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return 2 * same / (f.goldSum[i] + f.systemSum[j])
}

// A shift is a stretch of gold sentences that match the system's sentences by places
// later (earlier if negative) better than those with their own numbers.
type shift struct{ from, to, by int }

// find returns the first shift of the system against gold.
func (f *shiftFinder) find() (found shift, ok bool) {
	straight := make([]float64, len(f.gold))
	for i := range straight {
		straight[i] = f.similarity(i, i)
	}
	for k := 1; k <= furthestShift; k++ {
		for _, by := range [2]int{-k, k} {
			s, moved, before := f.bestStretch(straight, by)
			if moved-before >= shiftGain && moved >= shiftFactor*before && (!ok || s.from < found.from) {
				found, ok = s, true
			}
		}
	}
	return found, ok
}

// bestStretch returns the stretch that gains most by the shift (Kadane's algorithm), and
// the similarities of its pairs, shifted and in order.
func (f *shiftFinder) bestStretch(straight []float64, by int) (best shift, moved, before float64) {
	var sum, plain float64
	from := 0
	for i := range f.gold {
		if sum <= plain {
			from, sum, plain = i, 0, 0
		}
		plain += straight[i]
		sum += f.similarity(i, i+by)
		if sum-plain > moved-before {
			best, moved, before = shift{from, i + 1, by}, sum, plain
		}
	}
	return best, moved, before
}

// noteShift adds a problem to a result whose sentences pair by order if the graphs of the
// two sides stop matching. Sentences with words need none: their words are compared.
func (r *Result) noteShift() error {
	if r.Align != AlignOrder || r.compared > 0 || !unjoined(r.Gold.Format) || !unjoined(r.System.Format) {
		return nil
	}
	syms := treebank.NewSymbols()
	gold, err := profileOf(r.Gold, syms)
	if err != nil {
		return err
	}
	system, err := profileOf(r.System, syms)
	if err != nil || gold.words && system.words || gold.id != "" && gold.id == system.id {
		return err
	}
	s, ok := newShiftFinder(gold.labels, system.labels).find()
	if !ok || s.from >= r.Len() {
		return nil
	}
	side := "system"
	if s.by > 0 {
		side = "gold"
	}
	at := gold.pieces[s.from]
	place := treebank.SyntaxError{File: at.File, Line: int(at.Line), Col: 1}
	other := treebank.SyntaxError{File: system.pieces[s.from+s.by].File, Line: int(system.pieces[s.from+s.by].Line), Col: 1}
	problem := Problem{Unit: s.from, Metric: -1, Side: side, Sentence: r.Name(s.from), Number: r.Units[s.from].Number(), Place: place.Place(),
		Text: fmt.Sprintf("the concepts of gold sentences %d to %d match system sentences %d to %d (%s), not those with the same numbers: the %s seems to have lost sentences before",
			s.from+1, s.to, s.from+s.by+1, s.to+s.by, other.Place(), side),
		Hint: "put a graph in the place of each lost one, or give both sides ids or words to pair them by"}
	i, _ := slices.BinarySearchFunc(r.Problems, s.from, func(p Problem, n int) int { return p.Unit - n })
	r.Problems = slices.Insert(r.Problems, i, problem)
	return nil
}
