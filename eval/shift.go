package eval

import (
	"fmt"
	"hash/fnv"
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

// A concept is the hash of a label: workers have symbols of their own.
type concept uint32

// A profile is the content of one side: for each sentence its concepts and constants,
// sorted, each once. A sentence that cannot be read has none.
type profile struct {
	labels [][]concept
	words  bool // some sentence has words
}

// note adds a sentence, nil if it cannot be read.
func (p *profile) note(reader *conceptReader, sentence *treebank.Sentence) {
	if sentence == nil {
		p.labels = append(p.labels, nil)
		return
	}
	p.labels = append(p.labels, reader.concepts(sentence))
	p.words = p.words || len(sentence.Tokens) > 0 && len(sentence.AppendSurface(nil)) > 0
}

// join adds the sentences of a later profile.
func (p *profile) join(later profile) {
	p.labels, p.words = append(p.labels, later.labels...), p.words || later.words
}

// profileOf reads a source.
func profileOf(src *treebank.Source) (out profile, err error) {
	sentence := treebank.Sentence{Syms: treebank.NewSymbols()}
	var reader conceptReader
	for piece, err := range pieces(src) {
		if err != nil {
			return out, err
		}
		if src.Format.Read(&sentence, piece.Piece) == nil {
			out.note(&reader, &sentence)
		} else {
			out.note(&reader, nil)
		}
	}
	return out, nil
}

// placeIn returns the id of the first sentence of a source and the place of sentence n, from 0.
func placeIn(src *treebank.Source, n int) (first string, at treebank.SyntaxError, err error) {
	i := 0
	for piece, err := range pieces(src) {
		if err != nil {
			return first, at, err
		}
		if i == 0 {
			first = string(piece.name(src.Format))
		}
		if at = (treebank.SyntaxError{File: piece.File, Line: int(piece.Line), Col: 1}); i == n {
			break
		}
		i++
	}
	return first, at, nil
}

// A conceptReader finds the concepts of sentences that share one table of symbols.
type conceptReader struct {
	known []concept // by symbol; 0 if it was not met yet
	list  []concept // scratch memory
}

// concepts returns the labels of nodes, without names of variables, and the constants of
// clauses.
func (r *conceptReader) concepts(sentence *treebank.Sentence) []concept {
	r.list = r.list[:0]
	for i := range sentence.Nodes {
		if n := &sentence.Nodes[i]; n.ID.Len == 0 || sentence.Name(n.Label) != sentence.Str(n.ID) {
			r.add(sentence.Syms, n.Label)
		}
	}
	for i := range sentence.Clauses {
		r.add(sentence.Syms, sentence.Clauses[i].ConstA)
		r.add(sentence.Syms, sentence.Clauses[i].ConstB)
	}
	slices.Sort(r.list)
	return slices.Clone(slices.Compact(r.list))
}

// add appends the concept of a symbol.
func (r *conceptReader) add(syms *treebank.Symbols, symbol treebank.Symbol) {
	if symbol == 0 {
		return
	}
	for int(symbol) >= len(r.known) {
		r.known = append(r.known, 0)
	}
	if r.known[symbol] == 0 {
		hash := fnv.New32a()
		io.WriteString(hash, syms.Name(symbol))
		r.known[symbol] = concept(max(hash.Sum32(), 1))
	}
	r.list = append(r.list, r.known[symbol])
}

// comparesConcepts reports whether the workers note the concepts of a run: those of graphs that
// pair by order, as they are in the files.
func (w *worker) comparesConcepts() bool {
	gold, system := w.gold.Format, w.system.Format
	return w.pairing.align == AlignOrder && unjoined(gold) && unjoined(system) &&
		(gold.Layers|system.Layers)&graphs&w.goldSent.Skip == 0 &&
		len(w.goldSteps)+len(w.systemSteps) == 0 && max(w.opt.Rank, w.opt.Oracle, w.opt.Pack) == 0
}

// noteConcepts keeps the concepts of a pair. Nobody asks for them once both sides are known to have words.
func (w *worker) noteConcepts(tally *tally, unit *Unit, gerr, serr error) {
	worded := tally.gold.words && tally.system.words
	note := func(p *profile, n int32, sentence *treebank.Sentence, err error) {
		switch {
		case n > 0 && err == nil && !worded:
			p.note(&w.concepts, sentence)
		case n > 0:
			p.note(&w.concepts, nil)
		}
	}
	note(&tally.gold, unit.GoldN, &w.goldSent, gerr)
	note(&tally.system, unit.SystemN, &w.sysSent, serr)
}

// A rarity is the logarithm of all sentences by those that have a concept, of both sides: a concept of every sentence
// says nothing. rarities is a table of them by concept, with open addressing, as nearly every step of a search for
// shifts asks for one.
type rarities struct {
	concepts []concept // 0 in free places
	values   []float64
	used     int
}

// newRarities counts the concepts of both sides.
func newRarities(gold, system [][]concept) *rarities {
	r := &rarities{concepts: make([]concept, 1<<10), values: make([]float64, 1<<10)}
	for _, side := range [2][][]concept{gold, system} {
		for _, labels := range side {
			for _, x := range labels {
				r.values[r.place(x)]++
			}
		}
	}
	for i, n := range r.values {
		if n > 0 {
			r.values[i] = math.Log(float64(len(gold)+len(system)) / n)
		}
	}
	return r
}

func (r *rarities) of(x concept) float64 { return r.values[r.place(x)] }

// place returns where a concept is; a new one gets a place.
func (r *rarities) place(x concept) int {
	last := len(r.concepts) - 1
	i := int(x) & last
	for r.concepts[i] != x {
		if r.concepts[i] != 0 {
			i = (i + 1) & last
			continue
		}
		if 2*r.used > last {
			r.grow()
			return r.place(x)
		}
		r.concepts[i] = x
		r.used++
	}
	return i
}

// grow doubles the table.
func (r *rarities) grow() {
	old := *r
	*r = rarities{concepts: make([]concept, 2*len(old.concepts)), values: make([]float64, 2*len(old.concepts))}
	for i, x := range old.concepts {
		if x != 0 {
			r.values[r.place(x)] = old.values[i]
		}
	}
}

// A shiftFinder holds the concepts of both sides, with their rarities and the sums of
// these for each sentence.
type shiftFinder struct {
	gold, system       [][]concept
	rarity             *rarities
	goldSum, systemSum []float64
	goldSet, systemSet []conceptSet
}

// A conceptSet has a bit for each concept of a sentence, the same for several: sentences without a common bit have no
// common concept.
type conceptSet [4]uint64

func (s *conceptSet) add(x concept) { s[x/64%4] |= 1 << (x % 64) }

func (s *conceptSet) meets(t *conceptSet) bool {
	return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0
}

// newShiftFinder takes over the lists.
func newShiftFinder(gold, system [][]concept) *shiftFinder {
	f := &shiftFinder{gold: gold, system: system, rarity: newRarities(gold, system)}
	sums := func(side [][]concept) (out []float64, sets []conceptSet) {
		out, sets = make([]float64, len(side)), make([]conceptSet, len(side))
		for i, labels := range side {
			for _, x := range labels {
				out[i] += f.rarity.of(x)
				sets[i].add(x)
			}
		}
		return out, sets
	}
	f.goldSum, f.goldSet = sums(gold)
	f.systemSum, f.systemSet = sums(system)
	return f
}

// similarity returns the Dice coefficient of gold sentence i and system sentence j,
// weighted by rarity; 0 if there is no such sentence.
func (f *shiftFinder) similarity(i, j int) float64 {
	if j < 0 || j >= len(f.system) || !f.goldSet[i].meets(&f.systemSet[j]) || f.goldSum[i]+f.systemSum[j] == 0 {
		return 0
	}
	a, b, same := f.gold[i], f.system[j], 0.0
	for k, l := 0, 0; k < len(a) && l < len(b); {
		switch x, y := a[k], b[l]; {
		case x == y:
			same += f.rarity.of(x)
			k, l = k+1, l+1
		case x < y:
			k++
		default:
			l++
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
	gold, system := r.gold, r.system
	r.gold, r.system = profile{}, profile{}
	if r.Align != AlignOrder || r.compared > 0 || !unjoined(r.Gold.Format) || !unjoined(r.System.Format) {
		return nil
	}
	if len(gold.labels) != r.GoldN || len(system.labels) != r.SystemN { // the workers have not noted them
		var err error
		if gold, err = profileOf(r.Gold); err != nil {
			return err
		}
		if system, err = profileOf(r.System); err != nil {
			return err
		}
	}
	if gold.words && system.words {
		return nil
	}
	s, ok := newShiftFinder(gold.labels, system.labels).find()
	if !ok || s.from >= r.Len() {
		return nil
	}
	goldID, place, err := placeIn(r.Gold, s.from)
	if err != nil {
		return err
	}
	systemID, other, err := placeIn(r.System, s.from+s.by)
	if err != nil || goldID != "" && goldID == systemID {
		return err
	}
	side := "system"
	if s.by > 0 {
		side = "gold"
	}
	problem := Problem{Unit: s.from, Metric: -1, Side: side, Sentence: r.Name(s.from),
		Number: r.Units[s.from].Number(), Place: place.Place(),
		Text: fmt.Sprintf("the concepts of gold sentences %d to %d match system sentences %d to %d (%s), not those "+
			"with the same numbers: the %s seems to have lost sentences before",
			s.from+1, s.to, s.from+s.by+1, s.to+s.by, other.Place(), side),
		Hint: "put a graph in the place of each lost one, or give both sides ids or words to pair them by"}
	i, _ := slices.BinarySearchFunc(r.Problems, s.from, func(p Problem, n int) int { return p.Unit - n })
	r.Problems = slices.Insert(r.Problems, i, problem)
	return nil
}
