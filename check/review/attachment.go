package review

import (
	"cmp"
	"maps"
	"slices"
	"unicode"

	"assay/eval"
	"assay/eval/mistake"
	"assay/treebank"
)

// An Attachment is one place of some words in the system's tree from which several of its wrong brackets follow: one
// mistake makes several errors (Hogenhout & Matsumoto 1996 §2, P-inheritance). Words that are moved from gold's place
// to the system's change the brackets above them: each bracket that the attachment implies is one of gold with these
// words, or without them. Who accepts the attachment accepts all that it implies, and who rejects it rejects them.
type Attachment struct {
	Question string
	Gold     string // gold's place of the words, "" if gold does not have them as one
	Words    string
	Items    []int // the brackets, in the order of the queue: at least two
	members  []*Item
	first    int32 // first and last word
	last     int32
}

// mostPairs is the number of pairs of wrong and missing brackets of a sentence up to which attachments are looked for.
const mostPairs = 1 << 16

// A reach is a span of words without their punctuation marks, whose brackets are conventions.
type reach struct{ begin, end int32 }

// without returns a without b, if b is one end of it.
func (a reach) without(b reach) (rest reach, ok bool) {
	switch {
	case a == b || b.begin >= b.end:
	case a.begin == b.begin && b.end < a.end:
		return reach{b.end, a.end}, true
	case a.end == b.end && a.begin < b.begin:
		return reach{a.begin, b.begin}, true
	}
	return rest, false
}

// An attacher finds the attachments of a sentence of a system.
type attacher struct {
	gold, system *treebank.Sentence
	rank         []int32 // of each word, and of the end: the words before it that are no punctuation marks
	labels       bool    // brackets with other labels are others
}

// attachmentsOf returns those of the wrong brackets of one sentence of a system. missing are the brackets of gold
// that it lacks.
func attachmentsOf(pair *eval.Pair, items []*Item, missing []eval.Ref, labels bool) (out []*Attachment) {
	a := attacher{gold: pair.Gold, system: pair.System, labels: labels}
	if len(a.gold.Tokens) != len(a.system.Tokens) || a.gold.Gaps || a.system.Gaps {
		return nil
	}
	var wrong []*Item
	for _, it := range items {
		if it.ref.Kind == eval.Phrase && (it.Kind != eval.Correct.String() && it.Kind != "EM") {
			wrong = append(wrong, it)
		}
	}
	if len(wrong) < 2 || len(wrong)*len(missing) > mostPairs {
		return nil
	}
	a.count()
	return a.taken(a.places(wrong, missing), wrong, len(missing))
}

// A link is a wrong bracket, and the bracket of gold that it is without the words of a place, or with them; gold is -1
// for the bracket of the place itself.
type link struct{ item, gold int }

// An attachedAt is some words, their place in the system's tree, and the brackets that follow from it.
type attachedAt struct {
	moved reach
	site  int32
	links []link
}

// places returns all places from which at least two wrong brackets follow.
func (a *attacher) places(wrong []*Item, missing []eval.Ref) (places []attachedAt) {
	found := map[reach][]link{}
	for i, it := range wrong {
		for g := range missing {
			if a.labels && it.ref.CountedLabel() != missing[g].CountedLabel() {
				continue
			}
			ours, theirs := a.span(a.system, it.ref.Index), a.span(a.gold, missing[g].Index)
			if moved, ok := ours.without(theirs); ok {
				found[moved] = append(found[moved], link{i, g})
			} else if moved, ok := theirs.without(ours); ok {
				found[moved] = append(found[moved], link{i, g})
			}
		}
	}
	for _, moved := range slices.SortedFunc(maps.Keys(found), func(x, y reach) int {
		return cmp.Or(cmp.Compare(x.begin, y.begin), cmp.Compare(x.end, y.end))
	}) {
		at := attachedAt{moved, a.site(a.system, moved), found[moved]}
		for i, it := range wrong { // the bracket of the place itself is asked about
			if it.ref.Index == at.site {
				at.links = append(at.links, link{i, -1})
			}
		}
		if at.site >= 0 && len(at.links) > 1 {
			places = append(places, at)
		}
	}
	return places
}

// taken makes attachments of places, that which implies most first, so that each bracket is in one at most.
func (a *attacher) taken(places []attachedAt, wrong []*Item, missing int) (out []*Attachment) {
	usedItem, usedGold := make([]bool, len(wrong)), make([]bool, missing)
	for {
		var best *attachedAt
		var links []link
		for k := range places {
			var mine []link
			items, usedHere := map[int]bool{}, map[int]bool{}
			for _, l := range places[k].links {
				if !usedItem[l.item] && !items[l.item] && (l.gold < 0 || !usedGold[l.gold] && !usedHere[l.gold]) {
					items[l.item], usedHere[l.gold] = true, true
					mine = append(mine, l)
				}
			}
			if len(mine) > max(1, len(links)) {
				best, links = &places[k], mine
			}
		}
		if best == nil {
			return out
		}
		next := &Attachment{}
		slices.SortFunc(links, func(x, y link) int { return cmp.Compare(x.item, y.item) })
		for _, l := range links {
			if usedItem[l.item] = true; l.gold >= 0 {
				usedGold[l.gold] = true
			}
			next.members = append(next.members, wrong[l.item])
		}
		a.describe(next, best.moved, best.site)
		out = append(out, next)
	}
}

// count ranks the words. Where every word is a punctuation mark, all count.
func (a *attacher) count() {
	a.rank = make([]int32, len(a.system.Tokens)+1)
	for i := range a.system.Tokens {
		a.rank[i+1] = a.rank[i]
		if mistake.Counts(a.system.Word(int32(i))) {
			a.rank[i+1]++
		}
	}
}

func (a *attacher) span(s *treebank.Sentence, phrase int32) reach {
	p := &s.Phrases[phrase]
	return reach{a.rank[p.Begin], a.rank[p.End]}
}

// site returns the lowest phrase that holds more than the words, if they are whole children of it; else -1.
func (a *attacher) site(s *treebank.Sentence, moved reach) int32 {
	best, size := int32(-1), int32(0)
	for q := range s.Phrases {
		at := a.span(s, int32(q))
		switch wide := at.end - at.begin; {
		case at.end <= moved.begin || at.begin >= moved.end: // beside them
		case at.begin <= moved.begin && at.end >= moved.end:
			if at != moved && (best < 0 || wide <= size) { // of phrases with the same words the lowest one comes last
				best, size = int32(q), wide
			}
		case at.begin < moved.begin || at.end > moved.end: // it has a part of them
			return -1
		}
	}
	return best
}

// describe asks in words whether the system's place of the words is right.
func (a *attacher) describe(to *Attachment, moved reach, site int32) {
	first := int32(slices.Index(a.rank, moved.begin+1)) - 1 // the first word of that rank that counts
	end := int32(slices.Index(a.rank, moved.end))
	is := func(i int32, tables ...*unicode.RangeTable) bool { // a mark of this kind at either end of the words
		return i >= 0 && int(i) < len(a.system.Tokens) && a.rank[i] == a.rank[i+1] &&
			unicode.In([]rune(string(a.system.Word(i)) + " ")[0], tables...)
	}
	for is(first-1, unicode.Ps, unicode.Pi) {
		first--
	}
	for is(end, unicode.Pe, unicode.Pf) {
		end++
	}
	to.first, to.last = first, end-1
	to.Words = stretch(a.system, first, end)
	name := func(s *treebank.Sentence, phrase int32) string {
		label := s.Name(s.Phrases[phrase].Label)
		if label == "" || !a.labels {
			label = "phrase"
		}
		return label + " " + list(pieces(s, phrase))
	}
	to.Question = agreeing(to.Words, "Does ", "Do ") + to.Words + " belong directly to the " + name(a.system, site) +
		" here?"
	if place := a.site(a.gold, moved); place >= 0 {
		to.Gold = "directly in " + name(a.gold, place)
	}
}

// attach fills in the attachments of the items that are asked: those of which at least two brackets are.
func (q *Queue) attach() {
	seen := map[*Attachment]bool{}
	for i, it := range q.Items {
		if at := it.attachment; at != nil && slices.Contains(at.members, it) {
			if !seen[at] {
				seen[at], at.Items = true, nil
			}
			at.Items = append(at.Items, i)
		}
	}
}

// Attachment returns the attachment that implies item n, nil if its bracket is asked about by itself.
func (q *Queue) Attachment(n int) *Attachment {
	if at := q.Items[n].attachment; at != nil && len(at.Items) > 1 && !q.each {
		return at
	}
	return nil
}

// Implies reports whether an attachment implies some of the items, whether or not it is asked about.
func (q *Queue) Implies() bool {
	return slices.ContainsFunc(q.Items, func(it *Item) bool {
		return it.attachment != nil && len(it.attachment.Items) > 1
	})
}

// Moved is the place of the words of the attachment of item n in the sentence as Places returns it; false if there
// is no attachment.
func (q *Queue) Moved(n int) (place Place, ok bool) {
	at := q.Attachment(n)
	if at == nil {
		return place, false
	}
	return tokenPlace(q.Pair(q.Items[n]).System, at.first, at.last+1, ""), true
}

// Questions is the number of questions that the items are asked as, if every attachment is asked as one.
func (q *Queue) Questions() int {
	count := 0
	for n := range q.Items {
		if at := q.Attachment(n); at == nil || at.Items[0] == n {
			count++
		}
	}
	return count
}

// Implied returns the further items that a decision on the attachment of item n decides: those that the judge has not
// decided yet, or has decided as item n before.
func (s *Session) Implied(name string, n int) ([]int, error) {
	at := s.Queue.Attachment(n)
	if at == nil {
		return nil, nil
	}
	return look(s, name, func(judge *judge) (out []int) {
		for _, i := range at.Items {
			if v := judge.held[i].verdict; i != n && (v == "" || v == judge.held[n].verdict) {
				out = append(out, i)
			}
		}
		return out
	})
}
