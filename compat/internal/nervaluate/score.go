package nervaluate

import (
	"errors"
	"slices"
)

// The ways to compare entities, in the program's order.
const (
	strict = iota
	partial
	entType
	exact
	scenarios
)

var scenarioNames = [scenarios]string{"strict", "partial", "ent_type", "exact"}

// byName are the scenarios in the order of their names.
var byName = [scenarios]int{entType, exact, partial, strict}

func scenarioNamed(name string) int { return slices.Index(scenarioNames[:], name) }

// The categories, in the order of the program's lists of indices.
const (
	correct = iota
	incorrect
	partially
	missed
	spurious
	categories
)

// A place is an entity: the number of its document, and its own in the document.
type place struct{ document, entity int }

// A result has the counts of one scenario, its scores and the places of each category.
type result struct {
	counts                [categories]int
	precision, recall, f1 float64
	places                [categories][]place
}

func (r *result) actual() int {
	return r.counts[correct] + r.counts[incorrect] + r.counts[partially] + r.counts[spurious]
}

func (r *result) possible() int {
	return r.counts[correct] + r.counts[incorrect] + r.counts[partially] + r.counts[missed]
}

// compute sets the scores; half gives partial matches half the credit.
func (r *result) compute(half bool) {
	credit := float64(r.counts[correct])
	if half {
		credit += 0.5 * float64(r.counts[partially])
	}
	r.precision, r.recall, r.f1 = 0, 0, 0
	if n := r.actual(); n > 0 {
		r.precision = credit / float64(n)
	}
	if n := r.possible(); n > 0 {
		r.recall = credit / float64(n)
	}
	if r.precision+r.recall > 0 {
		r.f1 = 2 * (r.precision * r.recall) / (r.precision + r.recall)
	}
}

// An evaluation is a run: the documents and their results.
type evaluation struct {
	gold, pred [][]entity
	overlap    float64 // least part of a gold entity, in percent
	fault      error

	overall [scenarios]*result // nil without documents
	tags    []string           // types that occur and count, sorted
	byTag   [][scenarios]*result
	taken   []bool
}

// evaluate counts the entities of these types.
func (e *evaluation) evaluate(tags []string) error {
	listed := map[string]bool{}
	for _, tag := range tags {
		listed[tag] = true
	}
	number := map[string]int{}
	for _, side := range [][][]entity{e.gold, e.pred} {
		for _, doc := range side {
			for _, x := range doc {
				if listed[x.label] {
					number[x.label] = 0
				}
			}
		}
	}
	for tag := range number {
		e.tags = append(e.tags, tag)
	}
	slices.Sort(e.tags)
	for i, tag := range e.tags {
		number[tag] = i
	}
	e.byTag = make([][scenarios]*result, len(e.tags))
	gold, pred := make([][]entity, len(e.tags)), make([][]entity, len(e.tags))
	split := func(doc []entity, all []entity, byTag [][]entity) []entity {
		for i := range byTag {
			byTag[i] = byTag[i][:0]
		}
		for _, x := range doc {
			if listed[x.label] {
				i := number[x.label]
				all, byTag[i] = append(all, x), append(byTag[i], x)
			}
		}
		return all
	}
	var allGold, allPred []entity
	for d := range e.gold {
		allGold, allPred = split(e.gold[d], allGold[:0], gold), split(e.pred[d], allPred[:0], pred)
		for s := range scenarios {
			e.add(&e.overall[s], s, d, allGold, allPred)
			for i := range e.tags {
				e.add(&e.byTag[i][s], s, d, gold[i], pred[i])
			}
		}
	}
	return e.fault
}

// add adds the counts of a document. The scores of the first one have the half credit, later sums have none.
func (e *evaluation) add(to **result, scenario, document int, gold, pred []entity) {
	first := *to == nil
	if first {
		*to = &result{}
	}
	e.match(*to, scenario, document, gold, pred)
	(*to).compute(first && (scenario == partial || scenario == entType))
}

// match gives each prediction, in order, the first free entity of gold that it matches.
func (e *evaluation) match(r *result, scenario, document int, gold, pred []entity) {
	e.taken = append(e.taken[:0], make([]bool, len(gold))...)
	count := func(category, i int) {
		r.counts[category]++
		r.places[category] = append(r.places[category], place{document, i})
	}
	for i := range pred {
		category := spurious
		for k := range gold {
			if e.taken[k] {
				continue
			}
			if c := e.compare(scenario, &gold[k], &pred[i]); c != spurious {
				category, e.taken[k] = c, true
				break
			}
		}
		count(category, i)
	}
	for k := range gold {
		if !e.taken[k] {
			count(missed, k)
		}
	}
}

// compare returns the category of a pair, spurious if it does not match.
func (e *evaluation) compare(scenario int, gold, pred *entity) int {
	sameSpan, sameLabel := gold.start == pred.start && gold.end == pred.end, gold.label == pred.label
	switch {
	case scenario == strict && sameSpan && sameLabel, scenario == exact && sameSpan:
		return correct
	case !e.overlaps(gold, pred):
		return spurious
	case scenario == partial && sameSpan, scenario == entType && sameLabel:
		return correct
	case scenario == partial:
		return partially
	}
	return incorrect
}

// overlaps reports whether enough of a gold entity is in a prediction.
func (e *evaluation) overlaps(gold, pred *entity) bool {
	if pred.start > gold.end || pred.end < gold.start {
		return 0 >= e.overlap
	}
	common, length := min(pred.end, gold.end)-max(pred.start, gold.start)+1, gold.end-gold.start+1
	if length == 0 {
		if e.fault == nil {
			e.fault = errors.New("ZeroDivisionError: division by zero")
		}
		return false
	}
	return float64(common)/float64(length)*100 >= e.overlap
}
