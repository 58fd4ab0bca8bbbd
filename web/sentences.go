package web

import (
	"slices"
	"strings"

	"assay/diagnose"
	"assay/eval"
)

// A Wrong is one error of a system in a sentence, for the score that the page
// is about.
type Wrong struct {
	Class        string // of error, in words
	Gold, System string // labels; "" where that side has nothing
	From, To     int32  // first and last word; From is -1 if no word is known

	item int64 // the gold item; 0 if there is none
}

// A tally counts the items of a sentence.
type tally struct{ gold, system, crossing int32 }

// sighting is the record of one sentence pair in a page.
type sighting struct {
	text, gold, system string // lines
	wrong              []Wrong
	tally              tally
}

// A lister collects the sentences of one system. It keeps the errors of the
// score in focus, and draws nothing else as an error.
type lister struct {
	focus *diagnose.Focus
	all   []sighting
	err   error
}

// Collect makes a collector for a batch.
func (l *lister) Collect() eval.Collector { return &listBatch{focus: l.focus} }

// Collected takes a collector back.
func (l *lister) Collected(c eval.Collector) {
	b := c.(*listBatch)
	l.all = append(l.all, b.all...)
	if l.err == nil {
		l.err = b.err
	}
}

type listBatch struct {
	focus *diagnose.Focus
	all   []sighting
	pair  *eval.Pair
	same  bool // both sides have the same words
	sight *diagnose.Sight
	err   error
}

func (b *listBatch) Pair(p *eval.Pair) {
	b.pair, b.same, b.sight = p, p.SameWords(), diagnose.SightOf(p)
	b.all = append(b.all, sighting{})
}

// End writes the pair down while it is valid.
func (b *listBatch) End() {
	x := &b.all[len(b.all)-1]
	var err error
	x.text = textOf(b.sight.Gold)
	if x.gold, x.system, err = lines(b.sight, b.same); err != nil && b.err == nil {
		b.err = err
	}
	b.sight = nil
}

// Drop forgets the items of a pair that could not be counted after all.
func (b *listBatch) Drop(metric int) {
	if metric == 0 && b.sight != nil {
		b.sight.Clear()
		b.all[len(b.all)-1].wrong, b.all[len(b.all)-1].tally = nil, tally{}
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
	x := &b.all[len(b.all)-1]
	x.tally.add(it, outcome)
	if !outcome.Fine() {
		now := *it
		now.Outcome = outcome
		x.wrong = append(x.wrong, b.wrong(&now))
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

// wrong describes an error.
func (b *listBatch) wrong(it *eval.Item) Wrong {
	wrong := Wrong{Class: className(b.pair, it, b.same), From: -1}
	if it.Gold.Kind != eval.None {
		wrong.item = int64(it.Gold.Kind)<<40 | int64(it.Gold.Index+1)<<8
		for i := range len(it.Part) { // several items of one node differ in their parts
			wrong.item ^= int64(it.Part[i]) << (i % 8)
		}
		wrong.Gold = b.pair.Gold.Name(it.Gold.Label)
	}
	if it.System.Kind != eval.None {
		wrong.System = b.pair.System.Name(it.System.Label)
	}
	side, ref := b.pair.Gold, it.Gold
	if ref.Kind == eval.None && b.same {
		side, ref = b.pair.System, it.System
	}
	switch n := int32(len(side.Tokens)); {
	case ref.Kind == eval.Phrase && int(ref.Index) < len(side.Phrases):
		wrong.From, wrong.To = side.Phrases[ref.Index].Begin, side.Phrases[ref.Index].End-1
	case (ref.Kind == eval.Link || ref.Kind == eval.Word) && ref.Index >= 0 && ref.Index < n:
		wrong.From, wrong.To = ref.Index, ref.Index
	}
	return wrong
}

// className names the class of an error in words.
func className(p *eval.Pair, it *eval.Item, same bool) string {
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
	IDs     []string // names of sentences
	Words   []int32  // numbers of words in gold
	Text    []string // words of gold, see textOf
	Gold    []string // lines
	Systems []*Listed
	Kinds   []string // kinds of error after Kummerfeld et al. 2012
	Pairs   []*PairView

	rows  map[string][]int32 // rows by name, where names or lines repeat
	kinds map[string]int32
}

// A Shown is a score as the page names it.
type Shown struct {
	Name  string
	Label string
	Rate  bool
	Lower bool // less is better
}

// A Listed is the sentences of one system, parallel to the rows of the browser.
type Listed struct {
	Name     string
	Values   []float64 // the score of the sentence, NaN if undefined
	Wrong    [][]Wrong
	Tally    []tally
	Kinds    [][]int32
	Status   []eval.Status
	Lines    []string // "" if the system does not have the row
	Problems map[int32][]string
}

// add gives a system its place among the rows.
func (b *Browser) add(name string, lister *lister, res *eval.Result, score int, repairs *diagnose.Repairs) {
	listed := &Listed{Name: name, Problems: map[int32][]string{}}
	b.Systems = append(b.Systems, listed)
	counts := res.Counts[0]
	place := make([]int32, len(lister.all)) // row of each unit
	for i := range lister.all {
		x := &lister.all[i]
		row := b.row(i, res.Name(i), x, res.Units[i].Words, listed)
		place[i] = row
		listed.grow(len(b.IDs))
		listed.Values[row], listed.Wrong[row], listed.Status[row], listed.Lines[row], listed.Tally[row] = counts.Metric.Scores(counts.Row(i))[score].Value, x.wrong, res.Units[i].Status, x.system, x.tally
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
	if repairs != nil {
		for _, f := range repairs.Found {
			b.kind(listed, place[f.Unit], kindName(f.Class))
		}
		for _, f := range repairs.Left {
			b.kind(listed, place[f.Unit], diagnose.NotAnalysed)
		}
	}
	for _, other := range b.Systems {
		other.grow(len(b.IDs))
	}
}

// kindName names a kind of error of Kummerfeld et al. in plain words.
func kindName(class string) string {
	return plainKinds.Replace(class)
}

var plainKinds = strings.NewReplacer("UNSET add", "added, no rule", "UNSET remove", "removed, no rule", "UNSET move", "moved, no rule")

// grow makes room for n rows.
func (s *Listed) grow(n int) {
	for len(s.Lines) < n {
		s.Values = append(s.Values, 0)
		s.Wrong = append(s.Wrong, nil)
		s.Tally = append(s.Tally, tally{})
		s.Kinds = append(s.Kinds, nil)
		s.Status = append(s.Status, eval.Scored)
		s.Lines = append(s.Lines, "")
	}
}

// row finds or makes the row of unit i: that of the same sentence of gold for
// another system, which is nearly always the row of the same number.
func (b *Browser) row(i int, id string, x *sighting, words int32, s *Listed) int32 {
	free := func(r int32) bool {
		return b.IDs[r] == id && b.Gold[r] == x.gold && b.Text[r] == x.text && (int(r) >= len(s.Lines) || s.Lines[r] == "")
	}
	if i < len(b.IDs) && free(int32(i)) {
		return int32(i)
	}
	for _, r := range b.rows[id] {
		if free(r) {
			return r
		}
	}
	r := int32(len(b.IDs))
	b.IDs, b.Words = append(b.IDs, strings.Clone(id)), append(b.Words, words)
	b.Text, b.Gold = append(b.Text, x.text), append(b.Gold, x.gold)
	if b.rows == nil {
		b.rows = map[string][]int32{}
	}
	b.rows[id] = append(b.rows[id], r)
	return r
}

// kind adds a kind of error to a row.
func (b *Browser) kind(s *Listed, row int32, class string) {
	n, ok := b.kinds[class]
	if !ok {
		if b.kinds == nil {
			b.kinds = map[string]int32{}
		}
		n = int32(len(b.Kinds))
		b.kinds[class] = n
		b.Kinds = append(b.Kinds, class)
	}
	s.Kinds[row] = append(s.Kinds[row], n)
}
