package review

import (
	"fmt"

	"assay/check/adjudicate"
	"assay/check/suspects"
	"assay/draw"
	"assay/treebank"
)

// SuspectsMetric names the decisions on suspects in a file of decisions.
const SuspectsMetric = "suspects"

// Suspects makes the queue of items of gold that are probably wrong, the most
// probable first. A person accepts the proposed annotation, or rejects it.
func Suspects(c *suspects.Corpus, list []*suspects.Suspect, opt Options) *Queue {
	queue := &Queue{Metric: SuspectsMetric, Orders: []Order{BySuspicion, BySentence}, Shown: "proposed",
		viewer: suspicion{c}, known: map[adjudicate.Key]*Item{}}
	for _, s := range list {
		it := suspectItem(c.Gold[s.Sentence], s)
		if queue.known[it.Key] == nil {
			queue.known[it.Key] = it
			queue.Items = append(queue.Items, it)
		}
	}
	queue.choose(opt)
	queue.number()
	return queue
}

// suspectItem describes a suspect to people.
func suspectItem(gold *treebank.Sentence, suspect *suspects.Suspect) *Item {
	it := &Item{Key: adjudicate.Key{Sentence: suspect.ID, Metric: SuspectsMetric, Side: "gold", Item: suspect.Name()},
		Kind:  suspect.Kind,
		Group: fmt.Sprintf("%s %s > %s", suspect.Kind, suspect.Gold, suspect.Proposed), Words: suspect.Words,
		First: suspect.Begin, Last: suspect.End - 1,
		Gold: suspect.Gold, Evidence: suspect.Evidence, Suspect: suspect, Unit: int(suspect.Sentence),
		Label: suspect.Proposed, weight: suspect.Score}
	words := "“" + suspect.Words + "”"
	switch {
	case suspect.Kind == suspects.Tag:
		it.Question = fmt.Sprintf("Is %s %s here?", words, suspect.Proposed)
	case suspect.Kind == suspects.Phrase && suspect.Proposed == suspects.None:
		it.Question, it.Label = fmt.Sprintf("Is %s no constituent here?", words), ""
	case suspect.Kind == suspects.Phrase:
		it.Question = fmt.Sprintf("Is %s one %s here?", words, suspect.Proposed)
	case suspect.Change == nil:
		it.Question, it.Label = fmt.Sprintf("Is the head of %s wrong here?", words), ""
	case suspect.Change.NewHead.Word == treebank.Root:
		it.Question, it.Label = fmt.Sprintf("Is %s the root of the sentence?", words), suspect.Change.NewHead.Rel
		it.Group = "arc " + suspect.Change.OldHead.Rel + " > root"
	default:
		old, now := suspect.Change.OldHead, suspect.Change.NewHead
		it.Label = now.Rel
		it.Question = fmt.Sprintf("Does %s depend on “%s” as %s?", words, gold.Word(now.Word), now.Rel)
		it.Group = fmt.Sprintf("arc %s > %s of another head", old.Rel, now.Rel)
		if old.Word == now.Word {
			it.Group = fmt.Sprintf("arc %s > %s", old.Rel, now.Rel)
		}
	}
	return it
}

// A suspicion shows gold and, beside it, gold with the proposed annotation.
type suspicion struct{ corpus *suspects.Corpus }

// proposed returns gold's sentence and a copy with the proposed annotation. The
// copy has symbols of its own: several judges look at once.
func (v suspicion) proposed(it *Item) (gold, proposed *treebank.Sentence) {
	gold = v.corpus.Gold[it.Suspect.Sentence]
	proposed = gold.Clone()
	proposed.Syms = gold.Syms.Clone()
	suspects.Correct(proposed, []*suspects.Suspect{it.Suspect})
	return gold, proposed
}

func (v suspicion) Sight(it *Item) draw.Pair {
	gold, proposed := v.proposed(it)
	suspect := it.Suspect
	var gm, pm draw.Marks
	switch suspect.Kind {
	case suspects.Tag:
		gm.Words, pm.Words = at(suspect.Begin, draw.Wrong), at(suspect.Begin, draw.Focus)
	case suspects.Arc:
		gm.Links, pm.Links = at(suspect.Begin, draw.Wrong), at(suspect.Begin, draw.Focus)
	case suspects.Phrase:
		if j := phraseOf(gold, suspect); j >= 0 {
			gm.Phrases = at(j, draw.Wrong)
		}
		if j := phraseOf(proposed, suspect); j >= 0 {
			pm.Phrases = at(j, draw.Focus)
		}
	}
	return draw.Pair{Gold: gold, System: proposed, GoldMarks: gm, SystemMarks: pm, Chips: it.chips()}
}

// chips are the tags of a suspect, which a drawing of trees does not hold.
func (it *Item) chips() []draw.Chip {
	if s := it.Suspect; s.Kind == suspects.Tag {
		return []draw.Chip{{Word: s.Begin, Layer: "tag", Gold: s.Gold, System: s.Proposed}}
	}
	return nil
}

// at returns marks of which number i is m.
func at(i int32, m draw.Mark) []draw.Mark {
	out := make([]draw.Mark, i+1)
	out[i] = m
	return out
}

// phraseOf returns the lowest constituent over the words of x, -1 if there is none.
func phraseOf(s *treebank.Sentence, x *suspects.Suspect) int32 {
	if x.Gap > 0 {
		return x.Gap - 1
	}
	found := int32(-1)
	for j, p := range s.Phrases {
		if p.Begin == x.Begin && p.End == x.End {
			found = int32(j)
		}
	}
	return found
}

// Pair implements viewer: what differs is the item.
func (v suspicion) Pair(it *Item) draw.Pair {
	pair := v.Sight(it)
	for _, list := range [][]draw.Mark{pair.SystemMarks.Words, pair.SystemMarks.Links, pair.SystemMarks.Phrases} {
		for i, m := range list {
			if m == draw.Focus {
				list[i] = draw.Wrong
			}
		}
	}
	return pair
}

func (v suspicion) Focus(it *Item) Focus {
	focus := Focus{Node: -1, Word: -1, Crossed: -1, First: it.First, Last: it.Last, Head: -1}
	if it.Suspect.Kind != suspects.Phrase {
		focus.Word, focus.Arc = it.Suspect.Begin, it.Suspect.Kind == suspects.Arc
		return focus
	}
	_, proposed := v.proposed(it)
	focus.Node = phraseOf(proposed, it.Suspect)
	return focus
}

// Accepted returns the suspects of q whose proposals people accept by majority, in
// the order of suspicion.
func (q *Queue) Accepted(list []adjudicate.Decision) (out []*suspects.Suspect) {
	verdict := map[adjudicate.Key]adjudicate.Verdict{}
	for _, c := range adjudicate.Consent(list) {
		verdict[c.Key] = c.Decision
	}
	for _, it := range q.Items {
		if verdict[it.Key] == adjudicate.Accept {
			out = append(out, it.Suspect)
		}
	}
	return out
}

// Unknown counts the decisions on suspects that are about no item of q.
func (q *Queue) Unknown(list []adjudicate.Decision) (n int) {
	for _, d := range adjudicate.Last(list) {
		if d.Metric == q.Metric && q.known[d.Key] == nil {
			n++
		}
	}
	return n
}
