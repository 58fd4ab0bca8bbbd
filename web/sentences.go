package web

import (
	"hash/maphash"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"assay/diagnose"
	"assay/diagnose/lead"
	"assay/eval"
	"assay/treebank"
)

// A wrong is one error of a system in a sentence, for the score that the page
// is about. Class and labels are numbers.
type wrong struct {
	class, cause int32
	gold, system int32 // labels; -1 where that side has nothing
	from, to     int32 // first and last word; from is -1 if no word is known
	item         int64 // the gold item; 0 if there is none
}

// A tally counts the items of a sentence.
type tally struct{ gold, system, crossing int32 }

// A lister collects the sentences of one system. It keeps the errors of the
// score in focus, and draws nothing else as an error.
type lister struct {
	focus   *diagnose.Focus
	browser *Browser
	listed  *Listed
	rows    int // of the browser before this system
}

// newLister prepares the browser for one more system.
func (b *Browser) newLister(name string, focus *diagnose.Focus) *lister {
	l := &lister{focus: focus, browser: b, rows: len(b.IDs), listed: &Listed{Name: name}}
	b.Systems = append(b.Systems, l.listed)
	return l
}

// Collect makes a collector for a batch.
func (l *lister) Collect() eval.Collector { return &listBatch{focus: l.focus} }

// Collected takes a collector back: each unit gets its row.
func (l *lister) Collected(c eval.Collector) {
	b := c.(*listBatch)
	listed := l.listed
	classes, labels := listed.classes.all(b.classes.names), listed.labels.all(b.labels.names)
	causes := listed.causes.all(b.causes.names)
	var symbols [indexes][]int32
	for k := range symbols {
		symbols[k] = l.browser.symbols[k].all(b.finder.names[k].names)
	}
	from, begin := 0, lineEnds{}
	for i := range b.all {
		x := &b.all[i]
		row := l.browser.row(listed, x)
		posted := b.postings[x.gold:x.ends.postings]
		if int(row) == len(l.browser.IDs) {
			l.browser.appendRow(x)
			posted = b.postings[begin.postings:x.ends.postings]
			listed.fresh = append(listed.fresh, row)
			l.browser.part = append(l.browser.part, l.browser.parts.number(x.part))
			l.browser.firsts = append(l.browser.firsts, x.first)
			listed.texts.add(b.text[begin.text:x.ends.text])
			listed.golds.add(b.gold[begin.gold:x.ends.gold])
		}
		for _, p := range posted {
			listed.post(p.index, symbols[p.index][p.number], row)
		}
		listed.take(row)
		listed.lines.add(b.system[begin.system:x.ends.system])
		l.browser.sentences(x.first, b.lens[begin.lens:x.ends.lens])
		errors := b.wrong[from:x.wrong]
		for i := range errors {
			w := &errors[i]
			w.class, w.cause = classes[w.class], causes[w.cause]
			if w.gold >= 0 {
				w.gold = labels[w.gold]
			}
			if w.system >= 0 {
				w.system = labels[w.system]
			}
		}
		listed.wrongs.add(errors)
		listed.tally = append(listed.tally, x.tally)
		from, begin = x.wrong, x.ends
	}
}

// Discard implements diagnose.Discarder.
func (l *lister) Discard() {
	l.browser.cut(l.rows)
	*l.listed = Listed{Name: l.listed.Name}
}

// A lineEnds is where the lines of a unit end in the texts of its batch.
type lineEnds struct{ text, gold, system, postings, lens int }

// A sighting is the record of one sentence pair in a batch.
type sighting struct {
	id    string
	unit  int
	words int32  // of gold
	first int32  // sentence of gold, from 0; -1 if gold has none
	key   uint64 // hash of the name and of gold's lines
	ends  lineEnds
	part  string
	gold  int // end of gold's tags and labels in the batch
	wrong int // end of its errors in the batch
	tally tally
}

// rowKeys hashes rows.
var rowKeys = maphash.MakeSeed()

type listBatch struct {
	focus              *diagnose.Focus
	all                []sighting
	text, gold, system []byte // lines of all units
	wrong              []wrong
	lens               []int32 // words of each of gold's sentences
	classes, labels    numbering
	causes             numbering
	buf                []byte
	pair               *eval.Pair
	same               bool            // both sides have the same words
	sight              *diagnose.Sight // nil without a pair
	sightings          diagnose.Sight  // its memory
	liner              liner
	finder             symbolFinder
	postings           []posting // tags and labels of all units
}

func (b *listBatch) Pair(p *eval.Pair) {
	b.pair, b.same, b.sight = p, p.SameWords(), &b.sightings
	b.sightings.Begin(p)
	first, _ := p.Sentences()
	b.all = append(b.all, sighting{id: p.Name(), unit: p.N, part: partOf(p), words: int32(len(p.Gold.Tokens)),
		first: int32(first) - 1, wrong: len(b.wrong)})
	if first > 0 {
		begin := int32(0)
		if !p.Whole() {
			for _, end := range p.Gold.Breaks {
				b.lens = append(b.lens, end-begin)
				begin = end
			}
		}
		b.lens = append(b.lens, int32(len(p.Gold.Tokens))-begin)
	}
}

// partOf is the document of a pair, or its file where gold names no documents.
func partOf(p *eval.Pair) string {
	if p.Document != "" || p.Gold.File == "" {
		return p.Document
	}
	return filepath.Base(p.Gold.File)
}

// End writes the pair down while it is valid.
func (b *listBatch) End() {
	x, begin := &b.all[len(b.all)-1], lineEnds{}
	if n := len(b.all); n > 1 {
		begin = b.all[n-2].ends
	}
	b.text = appendText(b.text, b.sight.Gold)
	b.gold, b.system = b.liner.append(b.gold, b.system, b.sight, b.same)
	b.postings, x.gold = b.finder.append(b.postings, &b.liner)
	x.ends, x.wrong = lineEnds{len(b.text), len(b.gold), len(b.system), len(b.postings), len(b.lens)}, len(b.wrong)
	var hash maphash.Hash
	hash.SetSeed(rowKeys)
	hash.WriteString(x.id)
	for _, line := range [][]byte{b.text[begin.text:], b.gold[begin.gold:]} {
		hash.WriteByte(0)
		hash.Write(line)
	}
	x.key = hash.Sum64()
	b.sight = nil
}

// Drop forgets the items of a pair that could not be counted after all.
func (b *listBatch) Drop(metric int) {
	if metric == 0 && b.sight != nil {
		x := &b.all[len(b.all)-1]
		b.sight.Unscore()
		b.wrong, x.tally = b.wrong[:x.wrong], tally{}
	}
}

// Item keeps an item of the first measure. Items of other scores become chips
// under the word if both sides have a value there and the values differ.
func (b *listBatch) Item(metric int, it *eval.Item) {
	if metric != 0 || b.sight == nil {
		return
	}
	outcome, inFocus := b.sight.See(it, b.focus)
	if !inFocus {
		return
	}
	b.all[len(b.all)-1].tally.add(it, outcome)
	if !outcome.Fine() {
		now := *it
		now.Outcome, now.Class = outcome, b.focus.Class(it)
		b.wrong = append(b.wrong, b.error(&now))
	}
}

// add counts an item.
func (t *tally) add(it *eval.Item, outcome eval.Outcome) {
	if outcome == eval.Noncommittal {
		return
	}
	if it.Gold.Kind != eval.None {
		t.gold++
	}
	if it.System.Kind != eval.None {
		t.system++
		if outcome == eval.Spurious && it.Class == "CE" {
			t.crossing++
		}
	}
}

// error describes an error.
func (b *listBatch) error(it *eval.Item) wrong {
	wrong := wrong{class: b.classes.number(it.Part + classMark + className(b.pair, it, b.same)), gold: -1,
		system: -1, from: -1}
	b.buf = lead.AppendCause(b.buf[:0], b.pair, it)
	wrong.cause = b.causes.number(string(b.buf))
	label := func(side *treebank.Sentence, ref eval.Ref) int32 {
		if name := side.Name(ref.Label); name != "" {
			return b.labels.number(name)
		}
		return -1
	}
	if it.Gold.Kind != eval.None {
		wrong.item = itemNumber(b.pair.Gold, &it.Gold, it.Part)
		wrong.gold = label(b.pair.Gold, it.Gold)
	}
	if it.System.Kind != eval.None {
		wrong.system = label(b.pair.System, it.System)
	}
	side, ref := b.pair.Gold, it.Gold
	if ref.Kind == eval.None && b.same {
		side, ref = b.pair.System, it.System
	}
	switch n := int32(len(side.Tokens)); {
	case ref.Kind == eval.Phrase && int(ref.Index) < len(side.Phrases):
		wrong.from, wrong.to = side.Phrases[ref.Index].Begin, side.Phrases[ref.Index].End-1
	case (ref.Kind == eval.Link || ref.Kind == eval.Word) && ref.Index >= 0 && ref.Index < n:
		wrong.from, wrong.to = ref.Index, ref.Index
	}
	return wrong
}

// itemNumber is a number for an item of gold that is the same for all systems and not 0: a
// hash of all that names it among the items of its sentence. A node has several properties,
// and a word is the argument of several predicates.
func itemNumber(gold *treebank.Sentence, ref *eval.Ref, part string) int64 {
	const offset, prime = 14695981039346656037, 1099511628211 // FNV-1a, which is the same in every run
	h := uint64(offset)
	for _, n := range [...]uint64{uint64(ref.Kind), uint64(uint32(ref.Index)), uint64(uint32(ref.Other))} {
		h = (h ^ n) * prime
	}
	for _, text := range [...]string{part, gold.Name(ref.Label), gold.Name(ref.Role), gold.Name(ref.Qualifier)} {
		for i := range len(text) {
			h = (h ^ uint64(text[i])) * prime
		}
		h = (h ^ 0xff) * prime
	}
	return int64((h^h>>itemBits)&(1<<itemBits-1)) | 1<<itemBits
}

// className names the class of an error in words.
func className(p *eval.Pair, it *eval.Item, same bool) string {
	if name := it.ClassName(); name != it.Outcome.String() {
		return name
	}
	if it.Outcome == eval.Incorrect && it.Gold.Kind == eval.Link && it.System.Kind == eval.Link && same {
		head := it.Gold.Other != it.System.Other
		label := p.Gold.Name(it.Gold.Label) != p.System.Name(it.System.Label)
		switch {
		case head && label:
			return "wrong head and label"
		case head:
			return "wrong head"
		default:
			return "wrong label"
		}
	}
	return it.ClassName()
}

// A Browser is the sentences of a page: a row for each sentence of gold, and each
// system's analysis of it. Systems that split the text in other ways have rows of
// their own.
type Browser struct {
	Score   Shown
	Unit    string   // noun for a sentence: sentence, document, instance
	IDs     []string // names of sentences
	Words   []int32  // numbers of words in gold
	Systems []*Listed
	Pairs   []*PairView
	slices  []*SliceRow

	joined  map[int32]int32    // rows of several sentences of gold: their number
	firsts  []int32            // by row: its first sentence of gold, -1 if there is none
	lens    []int32            // by sentence of gold: its words
	part    []int32            // by row: the number of its part
	parts   numbering          // documents or files of gold
	symbols [indexes]numbering // tags and labels

	mainPart string // the part of a measure that names of classes leave out; see className
	parted   bool   // mainPart is chosen

	keys  []uint64           // of rows: see sighting
	rows  map[uint64][]int32 // by key, for systems that pair otherwise than by number
	kinds numbering          // kinds of error after Kummerfeld et al. 2012
}

// A Shown is a score as the page names it.
type Shown struct {
	Name  string
	Label string
	Rate  bool
	Lower bool // less is better
}

// A Listed is the sentences of one system.
type Listed struct {
	Name     string
	Values   []float64 // by unit: the score of the sentence, NaN if undefined
	Status   []eval.Status
	Kinds    [][]int32          // by row, nil if there are none
	Problems map[int32][]string // by row

	kindPlaces      [][]int32 // by row: first and last word of each of Kinds, -1 and -1 if it has none
	unit            []int32   // by row, -1 if the system does not have the row; it may be short
	rows            int       // that have a unit
	wrongs          wrongList // by unit
	tally           []tally   // by unit
	classes, labels numbering
	causes          numbering
	inErrors        []bool  // by label: some error is about it; see mislabelled
	lines           store   // by unit
	fresh           []int32 // rows that no system before had
	texts, golds    store   // of the fresh rows

	// rowsOf lists the rows of each tag and label: of gold where the row is fresh, and
	// of the system where gold does not have it.
	rowsOf [indexes][][]int32
}

// at is the unit of a row, -1 if the system does not have it.
func (s *Listed) at(row int32) int32 {
	if int(row) >= len(s.unit) {
		return -1
	}
	return s.unit[row]
}

// take gives the next unit its row.
func (s *Listed) take(row int32) {
	for len(s.unit) <= int(row) {
		s.unit = append(s.unit, -1)
	}
	s.unit[row] = int32(s.rows)
	s.rows++
}

// add completes the last system from its result.
func (b *Browser) add(res *eval.Result, score int, repairs *diagnose.Repairs) {
	listed, counts := b.Systems[len(b.Systems)-1], res.Counts[0]
	listed.Problems = map[int32][]string{}
	b.chooseMainPart(listed)
	place := make([]int32, len(res.Units)) // row of each unit
	for row, unit := range listed.unit {
		if unit >= 0 {
			place[unit] = int32(row)
		}
	}
	for i := range res.Units {
		listed.Values = append(listed.Values, counts.Metric.Formulas[score].Value(counts.Row(i)))
		listed.Status = append(listed.Status, res.Units[i].Status)
		if n := res.Units[i].GoldN; n > 1 {
			if b.joined == nil {
				b.joined = map[int32]int32{}
			}
			b.joined[place[i]] = n
		}
	}
	for _, problem := range res.Problems {
		text := problem.Text
		if problem.Side != "" {
			text = problem.Side + ": " + text
		}
		if problem.Unit >= 0 && problem.Unit < len(place) && !slices.Contains(listed.Problems[place[problem.Unit]], text) {
			listed.Problems[place[problem.Unit]] = append(listed.Problems[place[problem.Unit]], text)
		}
	}
	if repairs == nil {
		return
	}
	listed.Kinds, listed.kindPlaces = make([][]int32, len(b.IDs)), make([][]int32, len(b.IDs))
	names := map[string]string{} // of kinds, by class
	for f := range repairs.Found() {
		name, ok := names[f.Class]
		if !ok {
			name = kindName(f.Class)
			names[f.Class] = name
		}
		b.kind(listed, place[f.Unit], name, f.From, f.To-1)
	}
	for _, f := range repairs.Left {
		b.kind(listed, place[f.Unit], diagnose.NotAnalysed, -1, -1)
	}
}

// kindName names a kind of error of Kummerfeld et al. in plain words.
func kindName(class string) string {
	return plainKinds().Replace(class)
}

var plainKinds = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("UNSET add", "added, no rule", "UNSET remove", "removed, no rule", "UNSET move",
		"moved, no rule")
})

// row finds the row of a unit: that of the same sentence of gold for another system,
// which is nearly always the row of the same number; else a new one after the last.
func (b *Browser) row(listed *Listed, x *sighting) int32 {
	if i := int32(x.unit); x.unit < len(b.keys) && b.keys[i] == x.key && listed.at(i) < 0 {
		return i
	}
	if b.rows == nil && len(b.Systems) > 1 {
		b.rows = make(map[uint64][]int32, len(b.keys))
		for row, key := range b.keys {
			b.rows[key] = append(b.rows[key], int32(row))
		}
	}
	for _, row := range b.rows[x.key] {
		if listed.at(row) < 0 {
			return row
		}
	}
	return int32(len(b.IDs))
}

// appendRow makes a row for a unit.
func (b *Browser) appendRow(x *sighting) {
	b.IDs, b.Words, b.keys = append(b.IDs, x.id), append(b.Words, x.words), append(b.keys, x.key)
	if b.rows != nil {
		b.rows[x.key] = append(b.rows[x.key], int32(len(b.IDs)-1))
	}
}

// cut forgets all rows but the first n.
func (b *Browser) cut(n int) {
	b.IDs, b.Words, b.keys, b.part = b.IDs[:n], b.Words[:n], b.keys[:n], b.part[:n]
	b.firsts = b.firsts[:n]
	b.rows = nil
}

// sentences notes how many words the sentences of gold from first on have.
func (b *Browser) sentences(first int32, lens []int32) {
	for i, n := range lens {
		for len(b.lens) <= int(first)+i {
			b.lens = append(b.lens, 0)
		}
		b.lens[int(first)+i] = n
	}
}

// byRow reports whether each row is the sentence of gold with its number.
func (b *Browser) byRow() bool {
	for row, first := range b.firsts {
		if first != int32(row) {
			return false
		}
	}
	return len(b.joined) == 0
}

// kind adds a kind of error to a row, with the first and last word that it is about.
func (b *Browser) kind(s *Listed, row int32, class string, from, to int32) {
	n := b.kinds.number(class)
	if to < from {
		from, to = -1, -1
	}
	s.Kinds[row], s.kindPlaces[row] = append(s.Kinds[row], n), append(s.kindPlaces[row], from, to)
}
