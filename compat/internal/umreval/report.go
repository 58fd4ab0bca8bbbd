package umreval

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"assay/compat/internal/perl"
)

func length(text string) int { return utf8.RuneCountInString(text) }

// prf are precision, recall and F of counts; 0 without anything.
func prf(correct, gold, system int) (p, r, f float64) {
	if gold > 0 {
		r = float64(correct) / float64(gold)
	}
	if system > 0 {
		p = float64(correct) / float64(system)
	}
	return p, r, harmonic(p, r)
}

func harmonic(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// rounded is a score in percent with two decimals, as the program rounds it.
func rounded(v float64) string {
	return strconv.FormatFloat(float64(int(v*100*100+0.5))/100, 'f', 2, 64)
}

// summary prints the counts of all pairs of files.
func (p *program) summary() {
	if !p.quiet {
		p.totals()
	}
	for i, a := range p.files {
		for j := i + 1; j < len(p.files); j++ {
			b := p.files[j]
			if a.stats.nodes > 0 && b.stats.nodes > 0 {
				s := &pairSummary{p: p, a: a, b: b, ab: *a.stats.pair(j), ba: *b.stats.pair(i)}
				s.print()
			}
		}
	}
}

func (p *program) totals() {
	if p.tsv {
		fmt.Fprintf(p.out, "number of tokens\t\t\t%d\n", p.files[0].stats.tokens)
		for _, f := range p.files {
			fmt.Fprintf(p.out, "number of nodes\t%s\t\t%d\n", f.label, f.stats.nodes)
		}
		return
	}
	p.line(rule)
	p.line("SUMMARY:")
	fmt.Fprintf(p.out, "Number of tokens: %d\nNumber of nodes per file: ", p.files[0].stats.tokens)
	for i, f := range p.files {
		if i > 0 {
			p.out.WriteString(", ")
		}
		fmt.Fprintf(p.out, "%s:%d", f.label, f.stats.nodes)
	}
	p.line("\nFile-to-file node mapping:")
}

// A pairSummary prints the counts of a pair of files.
type pairSummary struct {
	p      *program
	a, b   *file
	ab, ba pairStats // of the first file with the second, and back
}

func (s *pairSummary) print() {
	switch {
	case s.p.quiet && s.p.tsv:
		s.row("juːmæʧ", s.ab.correct, s.ab.me, s.ab.other)
	case s.p.quiet:
		_, _, f := prf(s.ab.correct, s.ab.me, s.ab.other)
		fmt.Fprintf(s.p.out, "juːmæʧ F₁ (%s, %s) = %f\n", s.a.label, s.b.label, f)
	case s.p.tsv:
		s.rows()
	default:
		s.text()
	}
}

// row prints a line of counts with the three scores.
func (s *pairSummary) row(name string, correct, me, other int) {
	p, r, f := prf(correct, me, other)
	fmt.Fprintf(s.p.out, "%s\t%s\t%s\t%d\t%d\t%d\t%s\t%s\t%s\tcorrect total0 total1 p r f\n", name, s.a.label, s.b.label,
		correct, me, other, perl.Number(p), perl.Number(r), perl.Number(f))
}

// mappedCount is a number of mapped nodes; Perl prints nothing where no node was.
func mappedCount(s *pairStats) string {
	if !s.any {
		return ""
	}
	return strconv.Itoa(s.mapped)
}

// projections are precision, recall and F of the mapped nodes.
func (s *pairSummary) projections() (p, r, f float64) {
	p = float64(s.ba.mapped) / float64(s.b.stats.nodes)
	r = float64(s.ab.mapped) / float64(s.a.stats.nodes)
	return p, r, harmonic(p, r)
}

func (s *pairSummary) rows() {
	s.row("aligned token sets", s.ab.sets, s.ab.setsMe, s.ab.setsOther)
	p, r, f := s.projections()
	fmt.Fprintf(s.p.out, "node projections\t%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\tmapped0 mapped1 total0 total1 p r f\n",
		s.a.label, s.b.label, mappedCount(&s.ab), mappedCount(&s.ba), s.a.stats.nodes, s.b.stats.nodes, perl.Number(p),
		perl.Number(r), perl.Number(f))
	fmt.Fprintf(s.p.out, "ambiguous node projections\t%s\t%s\t%d\t%d\t%d\t%d\tnsrc0 nsrc1 ntgt0 ntgt1\n", s.a.label,
		s.b.label, s.ab.ambiguous, s.ba.ambiguous, s.ab.targets, s.ba.targets)
	s.row("triples in mapped nodes", s.ab.correctIn, s.ab.meMapped, s.ab.otherMapd)
	s.row("juːmæʧ", s.ab.correct, s.ab.me, s.ab.other)
}

func (s *pairSummary) text() {
	a, b, out := s.a.label, s.b.label, s.p.out
	found := func(what string, correct, me, other int) (f float64) {
		p, r, f := prf(correct, me, other)
		first, second := fmt.Sprintf(what, a), fmt.Sprintf(what, b)
		fmt.Fprintf(out, "Out of %d %s, %d found in %s => recall    %s%%.\n", me, first, correct, b, rounded(r))
		fmt.Fprintf(out, "Out of %d %s, %d found in %s => precision %s%%.\n", other, second, correct, a, rounded(p))
		return f
	}
	s.p.line("Aligned token set comparison:")
	score := found("aligned token sets in %s", s.ab.sets, s.ab.setsMe, s.ab.setsOther)
	fmt.Fprintf(out, " => F₁(%s,%s) = %s%%.\n", a, b, rounded(score))
	precision, recall, f := s.projections()
	nodes := func(score string, from, to *file, mapped int, value float64) {
		fmt.Fprintf(out, "Out of %d total %s nodes, %d mapped to %s => %s = %s%%.\n", from.stats.nodes, from.label, mapped,
			to.label, score, rounded(value))
	}
	nodes("recall   ", s.a, s.b, s.ab.mapped, recall)
	nodes("precision", s.b, s.a, s.ba.mapped, precision)
	fmt.Fprintf(out, " => F₁(%s,%s) = %s%%.\n", a, b, rounded(f))
	for _, side := range []struct {
		stats      *pairStats
		from, into string
	}{{&s.ab, a, b}, {&s.ba, b, a}} {
		fmt.Fprintf(out, "Before symmetrization, %d %s nodes were projected ambiguously to %d %s nodes.\n",
			side.stats.ambiguous, side.from, side.stats.targets, side.into)
	}
	s.p.line("Concept and relation comparison (only mapped nodes; unmapped are ignored):")
	f = found("non-empty %s values", s.ab.correctIn, s.ab.meMapped, s.ab.otherMapd)
	fmt.Fprintf(out, " => F₁ = %s%%.\n", rounded(f))
	s.p.line("Concept and relation comparison (for unmapped nodes all counted as incorrect):")
	f = found("non-empty %s values", s.ab.correct, s.ab.me, s.ab.other)
	fmt.Fprintf(out, " => juːmæʧ (%s, %s) = F₁ = %s%%.\n", a, b, rounded(f))
}
