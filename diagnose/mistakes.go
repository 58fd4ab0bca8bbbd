package diagnose

import (
	"cmp"
	"fmt"
	"slices"

	"assay/eval"
	"assay/eval/mistake"
	"assay/report"
)

// Mistakes sums up the mistakes from which the errors under one measure follow (package mistake). The errors are those
// of the table of classes: those of parts that repeat others count only if all are asked for.
type Mistakes struct {
	Metric   int
	Known    bool // the measure states what follows from what; else every error is a mistake
	Errors   int
	Mistakes int
	Kinds    []Class // of mistakes, by the name of their cause; Errors are those that follow, N is their number
	N        []int   // the mistakes of each kind
	Worst    []Costly
	// Squares is the sum of the squared numbers of errors of the mistakes.
	Squares float64
	// Large and InLarge are the mistakes of at least five errors, and their errors.
	Large, InLarge int
}

// largeMistake is the number of errors from which on a mistake is a large one.
const largeMistake = 5

// A Costly is a mistake with many errors.
type Costly struct {
	Unit   int32
	Kind   string
	Words  string
	Errors int
}

// Inherited is the number of errors that follow from another one.
func (m *Mistakes) Inherited() int { return m.Errors - m.Mistakes }

// DesignEffect is the factor by which a variance over errors, as if each were a draw, is too small: the sum of the
// squared sizes of mistakes over the errors. It is NaN without errors.
func (m *Mistakes) DesignEffect() float64 { return m.Squares / float64(m.Errors) }

// mistakeTally counts the mistakes under one measure.
type mistakeTally struct {
	causer         eval.Causer
	items          []eval.Item
	at             []int // of each item: its place in part.wrong
	errors, n      int
	squares        float64
	large, inLarge int
	kinds          map[string]*kindTally
	worst          []Costly
}

type kindTally struct {
	n     int
	tally tally
}

// ownMistake is the kind of a mistake of one error.
const ownMistake = "one error"

// mistakes groups the errors of the present pair. It numbers them in each wrong item, from 1.
func (p *part) mistakes() {
	for metric, m := range p.b.metrics {
		if m.Causes == nil {
			continue
		}
		tally := &p.byMistake[metric]
		if tally.causer == nil {
			tally.causer = m.Causes()
			tally.kinds = map[string]*kindTally{}
		}
		tally.items, tally.at = tally.items[:0], tally.at[:0]
		for i := range p.wrong {
			if w := &p.wrong[i]; w.metric == metric && (p.b.opt.All || !slices.Contains(m.Repeats, w.part)) {
				tally.items = append(tally.items, eval.Item{Part: w.part, Outcome: w.outcome, Class: w.class, Gold: w.gold,
					System: w.system})
				tally.at = append(tally.at, i)
			}
		}
		if len(tally.items) == 0 {
			continue
		}
		found := mistake.Cover(len(tally.items), causesOf(p.pair, tally.causer, tally.items))
		for i := range found {
			p.tallyMistake(tally, &found[i], int32(i)+1)
		}
	}
}

// noAnalysis is the kind of the mistake of a sentence that one side lacks or that could not be compared.
const noAnalysis = "no analysis"

// causesOf returns the causes of the errors of a pair whose last item has come.
func causesOf(pair *eval.Pair, causer eval.Causer, items []eval.Item) []eval.Origin {
	oneSided := func(o eval.Outcome) bool {
		return !slices.ContainsFunc(items, func(it eval.Item) bool { return it.Outcome != o })
	}
	if pair.Compared() || !oneSided(eval.Missing) && !oneSided(eval.Spurious) {
		return causer.Causes(pair, items)
	}
	whole := eval.Origin{Kind: noAnalysis}
	for i := range items {
		whole.Items = append(whole.Items, i)
	}
	return []eval.Origin{whole}
}

// tallyMistake adds a mistake to the counts.
func (p *part) tallyMistake(sums *mistakeTally, found *mistake.Mistake, number int32) {
	n := len(found.Items)
	sums.n++
	sums.errors += n
	sums.squares += float64(n * n)
	if n >= largeMistake {
		sums.large++
		sums.inLarge += n
	}
	kind := cmp.Or(found.Kind, ownMistake)
	own := sums.kinds[kind]
	if own == nil {
		width := p.b.width[p.wrong[sums.at[0]].metric]
		own = &kindTally{tally: tally{adds: make([]float64, width), repair: map[labelKey]int{}}}
		sums.kinds[kind] = own
	}
	own.n++
	for rank, i := range found.Items {
		w := &p.wrong[sums.at[i]]
		w.mistake, w.inherited = number, rank > 0
		p.addTo(&own.tally, w)
	}
	if n > 1 && (len(sums.worst) < mostCostly || n > sums.worst[len(sums.worst)-1].Errors) {
		costly := Costly{Unit: int32(p.pair.N), Kind: found.Kind, Words: p.mistakeWords(sums, found), Errors: n}
		sums.worst = worstOf(append(sums.worst, costly))
	}
}

// mostCostly is the number of mistakes that are kept as the most expensive ones.
const mostCostly = 100

// worstOf sorts mistakes, those with most errors first, and keeps the first ones.
func worstOf(list []Costly) []Costly {
	slices.SortStableFunc(list, func(a, b Costly) int {
		return cmp.Or(cmp.Compare(b.Errors, a.Errors), cmp.Compare(a.Unit, b.Unit))
	})
	return list[:min(len(list), mostCostly)]
}

// mistakeWords are the words that a mistake is about: those of a moved phrase, else those of its first item.
func (p *part) mistakeWords(tally *mistakeTally, found *mistake.Mistake) string {
	if found.Kind == mistake.MovedPhrase || found.Kind == mistake.TurnedLink {
		first, end := found.First, found.Last
		words := ""
		for i := first; i < end || found.Kind == mistake.TurnedLink && i == end; i++ {
			if i >= 0 && int(i) < len(p.pair.Gold.Tokens) && (found.Kind == mistake.MovedPhrase || i == first || i == end) {
				if words != "" {
					words += " "
				}
				words += string(p.pair.Gold.Word(i))
			}
		}
		return words
	}
	w := &p.wrong[tally.at[found.Items[0]]]
	if w.gold.Kind != eval.None {
		return string(eval.AppendWords(nil, p.pair.Gold, w.gold))
	}
	return string(eval.AppendWords(nil, p.pair.System, w.system))
}

// merge adds the counts of a batch.
func (t *mistakeTally) merge(from *mistakeTally) {
	t.errors += from.errors
	t.n += from.n
	t.squares += from.squares
	t.large += from.large
	t.inLarge += from.inLarge
	for name, k := range from.kinds {
		own := t.kinds[name]
		if own == nil {
			if t.kinds == nil {
				t.kinds = map[string]*kindTally{}
			}
			t.kinds[name] = k
			continue
		}
		own.n += k.n
		own.tally.add(&k.tally)
	}
	t.worst = worstOf(append(t.worst, from.worst...))
}

// mistakesOf returns the mistakes of each measure.
func (b *Builder) mistakesOf(res *eval.Result, sums [][]float64) (out []Mistakes) {
	for m, counts := range res.Counts {
		t := &b.found.byMistake[m]
		found := Mistakes{Metric: m, Known: counts.Metric.Causes != nil, Errors: t.errors, Mistakes: t.n,
			Squares: t.squares, Large: t.large, InLarge: t.inLarge, Worst: t.worst}
		for name, k := range t.kinds {
			class := b.class(counts.Metric, sums[m], classKey{metric: m, name: name}, &k.tally)
			found.Kinds = append(found.Kinds, class)
		}
		slices.SortFunc(found.Kinds, func(x, y Class) int {
			return cmp.Or(cmp.Compare(y.Errors, x.Errors), cmp.Compare(x.Name, y.Name))
		})
		for i := range found.Kinds {
			found.N = append(found.N, t.kinds[found.Kinds[i].Name].n)
		}
		out = append(out, found)
	}
	return out
}

// Title says how many mistakes there are.
func (m *Mistakes) Title(metric string) string {
	if m.Errors == 0 {
		return metric + ": no mistakes"
	}
	return fmt.Sprintf("%s: %s (%.1f errors each; %.1f %% inherited)", metric, m.Count(),
		float64(m.Errors)/float64(m.Mistakes), 100*float64(m.Inherited())/float64(m.Errors))
}

// Count says how many mistakes the errors are.
func (m *Mistakes) Count() string {
	return report.Plural(m.Errors, "error") + " " + verb(m.Errors) + " " + report.Plural(m.Mistakes, "mistake")
}

func verb(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// notedEffect is the design effect from which on a table has it.
const notedEffect = 1.1

// MistakeTable lists the kinds of mistakes under measure m; nil if the measure does not know what follows from what.
func (d *Diagnosis) MistakeTable(m int, metric string, precision int) *report.Table {
	found := &d.Mistakes[m]
	if !found.Known || found.Errors == 0 {
		return nil
	}
	table := &report.Table{Title: found.Title(metric), Head: []string{"mistake", "mistakes", "errors", "score",
		"if repaired", "gain"}}
	for i := range found.Kinds {
		class := &found.Kinds[i]
		name, score, gain := class.gainCells(precision)
		table.Add(report.Label(class.Name), report.Count(found.N[i]), report.Count(class.Errors), name, score, gain)
	}
	if found.Large > 0 {
		table.Notes = append(table.Notes, fmt.Sprintf("%s of %d errors or more: %.1f %% of the errors",
			report.Plural(found.Large, "mistake"), largeMistake, 100*float64(found.InLarge)/float64(found.Errors)))
	}
	if effect := found.DesignEffect(); effect >= notedEffect {
		table.Notes = append(table.Notes, fmt.Sprintf("design effect %.2f: errors of one mistake are one draw, so that a "+
			"variance over errors is that many times too small", effect))
	}
	return table
}

// mostWorst is the number of expensive mistakes in a table that is not asked for all.
const mostWorst = 5

// CostlyTable lists the mistakes under measure m with most errors, at most five or most of them, all if most is 0; nil
// if there are none.
func (d *Diagnosis) CostlyTable(m int, res *eval.Result, most int) *report.Table {
	list := d.Mistakes[m].Worst
	if most > 0 {
		list = list[:min(len(list), most, mostWorst)]
	}
	if len(list) == 0 {
		return nil
	}
	table := &report.Table{Title: "most expensive mistakes", Head: []string{res.Unit(), "mistake", "words", "errors"}}
	for _, c := range list {
		name := res.Name(int(c.Unit))
		if len(name) > longID {
			name = res.Units[c.Unit].Number()
		}
		table.Add(report.Label(name), report.Label(c.Kind), report.Label(shortened(c.Words)), report.Count(c.Errors))
	}
	return table
}

// shortened is a text of some words, with its middle left out where it is long.
func shortened(text string) string {
	const most = 60
	if r := []rune(text); len(r) > most {
		return string(r[:most-20]) + " … " + string(r[len(r)-17:])
	}
	return text
}

// ByMistake returns errors with those of one mistake after its first one.
func ByMistake(errs []Error) []Error {
	type key struct{ unit, metric, mistake int32 }
	first, order := map[key]int{}, make([]int, len(errs))
	for i, e := range errs {
		k := key{e.Unit, e.Metric, e.Mistake}
		if at, ok := first[k]; ok && e.Mistake > 0 {
			order[i] = at
		} else {
			first[k], order[i] = i, i
		}
	}
	at := make([]int, len(errs))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(i, j int) int { return order[i] - order[j] })
	out := make([]Error, len(errs))
	for i, j := range at {
		out[i] = errs[j]
	}
	return out
}

// object returns the mistakes as JSON has them.
func (m *Mistakes) object(res *eval.Result) report.Object {
	kinds, worst := []any{}, []any{}
	for i := range m.Kinds {
		class := &m.Kinds[i]
		o := report.Members("name", class.Name, "mistakes", m.N[i], "errors", class.Errors)
		if main := class.Main(); main != nil {
			o.Add("score", main.Name)
			o.Add("repaired", report.Float(main.Value))
		}
		o.Add("gain", report.Float(class.Gain))
		kinds = append(kinds, o)
	}
	for _, c := range m.Worst {
		worst = append(worst, report.Members("sentence", res.Name(int(c.Unit)), "name", c.Kind, "words", c.Words,
			"errors", c.Errors))
	}
	return report.Members("known", m.Known, "errors", m.Errors, "mistakes", m.Mistakes, "inherited", m.Inherited(),
		"design_effect", report.Float(m.DesignEffect()), "kinds", kinds, "worst", worst)
}
