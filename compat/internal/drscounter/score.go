package drscounter

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/graph/matching"
)

// rows are the rows of the detailed figures: the classes of clauses, then concepts
// by part of speech, then those of events.
var rows = [...]string{"operators", "roles", "concepts", "nouns", "verbs", "adjectives", "adverbs", "events"}

// A counts has the number of clauses in each row.
type counts [len(rows)]int

// A tally is the number of clauses that match, of those of the system, and of those of gold.
type tally struct{ matched, system, gold int }

func (n *tally) add(o tally) {
	*n = tally{n.matched + o.matched, n.system + o.system, n.gold + o.gold}
}

// A result holds the matches of a pair of structures.
type result struct {
	tally
	rows               [len(rows)]tally
	smart              int      // matches of the climb from equal concepts
	pairs              [][2]int // matched clauses: their lines in system and gold, in the order of gold
	systemDRS, goldDRS *drs
}

// size returns the number of clauses, equal ones counted once.
func (d *drs) size() int { return len(d.structure.Graph.Terms) }

// preferred returns a graph whose concepts are the first class, then roles, then
// operators, as a climb from equal concepts finds them.
func preferred(g matching.Graph) matching.Graph {
	g.Terms = slices.Clone(g.Terms)
	for i := range g.Terms {
		g.Terms[i].Class = classes - 1 - g.Terms[i].Class
	}
	return g
}

// match finds the best mapping of variables of two structures.
func (p *program) match(solver *matching.Solver, pairer *matching.Pairer, system, gold *drs) *result {
	a, b := preferred(system.structure.Graph), preferred(gold.structure.Graph)
	best := solver.Solve(a, b)
	p.open += best.Upper - best.Lower
	r := &result{tally: tally{best.Lower, len(a.Terms), len(b.Terms)}, systemDRS: system, goldDRS: gold}
	for i, j := range pairer.Pair(a, b, best.Mate) {
		if j != matching.None {
			r.pairs = append(r.pairs, [2]int{int(system.structure.Clauses[i]), int(gold.structure.Clauses[j])})
		}
	}
	slices.SortFunc(r.pairs, func(x, y [2]int) int { return cmp.Compare(x[1], y[1]) })
	var matched counts
	for _, pair := range r.pairs {
		matched.add(system.lines[pair[0]])
	}
	inSystem, inGold := system.counts(), gold.counts()
	for i := range rows {
		r.rows[i] = tally{matched[i], inSystem[i], inGold[i]}
	}
	if !p.noSmart {
		r.smart = climb(system.structure.Graph, gold.structure.Graph)
	}
	return r
}

// counts returns the number of clauses in each row, of concepts as they are compared.
func (d *drs) counts() (n counts) {
	for i := range d.structure.Graph.Terms {
		class := d.structure.Graph.Terms[i].Class
		n[class]++
		if class == classes-1 {
			n.concept(d.structure.Concept[i])
		}
	}
	return n
}

// concept counts a concept by its part of speech.
func (n *counts) concept(pos byte) {
	if pos == 's' {
		pos = 'a'
	}
	if i := strings.IndexByte("nvar", pos); i >= 0 {
		n[3+i]++
	}
	if pos == 'v' || pos == 'a' {
		n[7]++
	}
}

// add counts a clause as it is written.
func (n *counts) add(line string) {
	fields := columns(line)
	class := classOf(fields[1])
	n[class]++
	if class < 2 {
		return
	}
	if sense, _, _ := strings.Cut(fields[2], "."); sense != "" {
		n.concept(sense[len(sense)-1])
	}
}

func columns(line string) []string { return strings.Fields(strings.SplitN(line, " %", 2)[0]) }

// classOf returns 0 for an operator, 1 for a role, 2 for a concept, by its form.
func classOf(op string) int {
	if op == "SY1" || op == "SY2" || !strings.ContainsFunc(op, func(r rune) bool { return !unicode.IsUpper(r) }) {
		return 0
	}
	if unicode.IsUpper(rune(op[0])) && strings.ContainsFunc(op[1:], unicode.IsLower) &&
		!strings.ContainsFunc(op, func(r rune) bool { return !unicode.IsUpper(r) && !unicode.IsLower(r) && r != '-' }) {
		return 1
	}
	return 2
}

// figures returns precision, recall and F, each rounded before the next is taken.
func (p *program) figures(n tally) (prec, rec, f float64) {
	if n.system == 0 || n.gold == 0 {
		return 0, 0, 0
	}
	prec = p.round(float64(n.matched) / float64(n.system))
	rec = p.round(float64(n.matched) / float64(n.gold))
	if prec+rec == 0 {
		return prec, rec, 0
	}
	return prec, rec, p.round(2 * prec * rec / (prec + rec))
}

// round rounds as Python does: to the nearest decimal of the exact value.
func (p *program) round(v float64) float64 {
	if p.significant < 0 {
		scale := math.Pow(10, float64(-p.significant))
		return math.RoundToEven(v/scale) * scale
	}
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', p.significant, 64), 64)
	return r
}

// total adds up results.
func total(all []*result) *result {
	sum := &result{}
	for _, r := range all {
		sum.add(r.tally)
		sum.smart += r.smart
		for i := range rows {
			sum.rows[i].add(r.rows[i])
		}
	}
	return sum
}
