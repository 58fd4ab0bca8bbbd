package study

import (
	"hash/maphash"
	"math"
	"strconv"

	"assay/eval"
	"assay/internal/message"
	"assay/treebank"
)

// keySeed hashes items.
var keySeed = maphash.MakeSeed()

// itemKey names an item of a sentence by its kind, labels and words, so that equal items of two analyses of the same
// words have equal keys whatever their numbers in the file.
func itemKey(s *treebank.Sentence, r *eval.Ref) uint64 {
	text := strconv.AppendInt(nil, int64(r.Kind), 10)
	add := func(values ...int32) {
		for _, v := range values {
			text = strconv.AppendInt(append(text, ' '), int64(v), 10)
		}
	}
	node := func(n int32) {
		if n >= 0 && int(n) < len(s.Nodes) {
			add(s.Nodes[n].From, s.Nodes[n].To)
			text = append(append(text, ' '), s.Name(s.Nodes[n].Label)...)
		}
	}
	text = append(append(text, ' '), s.Name(r.CountedLabel())...)
	text = append(append(text, ' '), s.Name(r.Role)...)
	switch r.Kind {
	case eval.Phrase:
		if int(r.Index) < len(s.Phrases) {
			add(s.Phrases[r.Index].Begin, s.Phrases[r.Index].End)
		}
	case eval.Node, eval.Prop, eval.Top:
		node(r.Index)
	case eval.Edge:
		if int(r.Index) < len(s.Edges) {
			node(s.Edges[r.Index].From)
			node(s.Edges[r.Index].To)
		}
	default:
		add(r.Index, r.Other)
	}
	return maphash.Bytes(keySeed, text)
}

// An itemOf is an item of a sentence, by its key.
type itemOf struct {
	unit int32
	key  uint64
}

// counts returns how often the system has each item.
func (g *gathering) counts() map[itemOf]int {
	out := map[itemOf]int{}
	for _, link := range g.links {
		if link.system {
			out[itemOf{link.unit, link.key}]++
		}
	}
	return out
}

// mostRanks is the number of analyses of a list whose probabilities count.
const mostRanks = 1000

// fromList sets the confidence of each item to the share of the list's probability of the analyses that have it: of
// duplicates, the j-th copy has that of the analyses with j copies or more. Scores are natural logarithms, or
// probabilities if all are from 0 to 1; an infinite one is no analysis.
func (g *gathering) fromList(system *treebank.Source, key string, of func(rank int) (*gathering, error)) error {
	if !system.Ranks() {
		return message.Errorf("option confidence=%s: want ranked lists, found format %s", key, system.Format.Name)
	}
	lists, have := map[int32][]float64{}, []map[itemOf]int{}
	for rank := 1; rank <= mostRanks; rank++ {
		next, err := of(rank)
		if err != nil {
			return err
		}
		if len(next.scores) == 0 {
			break
		}
		for unit, score := range next.scores {
			for len(lists[unit]) < rank-1 {
				lists[unit] = append(lists[unit], math.Inf(-1))
			}
			lists[unit] = append(lists[unit], score)
		}
		have = append(have, next.counts())
	}
	if len(have) < 2 {
		return message.Errorf("option confidence=%s: want ranked lists, found one analysis of each sentence of %s", key,
			system.Name)
	}
	shares := map[int32][]float64{}
	for unit, scores := range lists {
		shares[unit] = posteriors(scores)
	}
	seen := map[itemOf]int{}
	for i := range g.links {
		link := &g.links[i]
		if !link.system {
			continue
		}
		item := itemOf{link.unit, link.key}
		seen[item]++
		link.doubt = 0
		for rank, share := range shares[link.unit] {
			if key == SentenceConfidence && rank > 0 || key == ListConfidence && have[rank][item] < seen[item] {
				link.doubt += share
			}
		}
		link.confidence = 1 - link.doubt
	}
	return nil
}

// posteriors returns the probabilities of analyses with these scores, which sum to 1.
func posteriors(scores []float64) []float64 {
	best, logs := math.Inf(-1), false
	sum := 0.0
	for _, score := range scores {
		best = max(best, score)
		logs = logs || score < 0 || score > 1
		sum += score
	}
	logs = logs || sum > 1+1e-9 || sum == 0
	out, total := make([]float64, len(scores)), 0.0
	for i, score := range scores {
		switch {
		case math.IsInf(score, 0) || math.IsNaN(score):
		case logs:
			out[i] = math.Exp(score - best)
		default:
			out[i] = score
		}
		total += out[i]
	}
	for i := range out {
		if total > 0 {
			out[i] /= total
		} else {
			out[i] = 1 / float64(len(out))
		}
	}
	return out
}

// fromSystems sets the confidence of each item to the share of the other systems that have it.
func (g *gathering) fromSystems(systems, own int, of func(system int) (*gathering, error)) error {
	if systems < 2 {
		return message.Errorf("option confidence=%s: want two systems or more, found one", SystemsConfidence)
	}
	for i := range g.links {
		g.links[i].confidence = 0
	}
	for other := range systems {
		if other == own {
			continue
		}
		theirs, err := of(other)
		if err != nil {
			return err
		}
		have, seen := theirs.counts(), map[itemOf]int{}
		for i := range g.links {
			if link := &g.links[i]; link.system {
				item := itemOf{link.unit, link.key}
				if seen[item]++; have[item] >= seen[item] {
					link.confidence += 1 / float64(systems-1)
				}
			}
		}
	}
	return nil
}
