//lint:file-ignore ST1005 messages are those of the official program, to the letter

package srleval

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// counts of arguments: found, of the system only, of gold only.
type counts struct{ correct, excess, missed int }

type scorer struct {
	options
	out          *bufio.Writer
	errs         io.Writer
	sentences    int
	props, whole int // of gold, and those without a wrong argument
	total        counts
	roles, verbs map[string]*counts
	matrix       map[[2]string]int // by the role of gold and that of the system
}

// none is the role of an argument that the other side lacks.
const none = "-NONE-"

// sentence scores the predicates of gold by their words.
func (s *scorer) sentence(gold, system []*prop) {
	at := map[int]*prop{}
	for _, p := range system {
		at[p.word] = p
	}
	last := -1
	warn := func(format string, args ...any) {
		if !s.quiet {
			fmt.Fprintf(s.errs, "WARNING : sentence %d : "+format, append([]any{s.sentences}, args...)...)
		}
	}
	for _, g := range gold {
		for w := last + 1; w < g.word; w++ {
			if p := at[w]; p != nil {
				warn("verb %s at position %d : found predicted prop without its gold reference! Skipping prop!\n", p.verb, w)
			}
		}
		last = g.word
		p := at[g.word]
		if p == nil {
			warn("verb %s at position %d : missing predicted prop! Counting all arguments as missed!\n", g.verb, g.word)
			p = &prop{}
		} else if p.verb != g.verb {
			warn("props do not match : expecting %s at position %d, found %s at position %d! Counting all gold arguments "+
				"as missed!\n", g.verb, g.word, p.verb, g.word)
			p = &prop{}
		}
		s.proposition(g, p)
	}
}

func (s *scorer) proposition(gold, system *prop) {
	wrong := s.total.excess + s.total.missed
	match(gold.args, system.args, true, func(gold, system *phrase) {
		switch {
		case gold == nil:
			s.count(system.role, counts{excess: 1})
		case system == nil:
			s.count(gold.role, counts{missed: 1})
		default:
			s.count(gold.role, counts{correct: 1})
		}
	})
	s.props++
	if s.total.excess+s.total.missed == wrong {
		s.whole++
	}
	if s.options.confusion {
		match(gold.args, system.args, false, func(gold, system *phrase) {
			s.matrix[[2]string{gold.label(), system.label()}]++
		})
	}
}

// label is the role, or none without an argument.
func (a *phrase) label() string {
	if a == nil {
		return none
	}
	return a.role
}

func (s *scorer) count(role string, n counts) {
	in := s.roles
	if role == "V" {
		in = s.verbs
	} else {
		s.total.add(n)
	}
	if in[role] == nil {
		in[role] = &counts{}
	}
	in[role].add(n)
}

func (c *counts) add(n counts) {
	c.correct += n.correct
	c.excess += n.excess
	c.missed += n.missed
}

// match pairs arguments of the same words, in all their pieces, and if asked of
// the same role, and yields them, one alone with nil. Of two of gold with the same
// first and last word the second counts.
func match(gold, system []*phrase, roles bool, yield func(gold, system *phrase)) {
	left := map[[2]int]*phrase{}
	for _, a := range gold {
		left[[2]int{a.start, a.end}] = a
	}
	for _, a := range system {
		at := [2]int{a.start, a.end}
		if g := left[at]; g != nil && (!roles || g.role == a.role) && samePieces(g, a) {
			yield(g, a)
			delete(left, at)
			continue
		}
		yield(nil, a)
	}
	for _, g := range left {
		yield(g, nil)
	}
}

// samePieces compares the pieces of two arguments as sets.
func samePieces(a, b *phrase) bool {
	left := map[[2]int]bool{}
	for _, p := range a.pieces {
		left[[2]int{p.start, p.end}] = true
	}
	for _, p := range b.pieces {
		at := [2]int{p.start, p.end}
		if !left[at] {
			return false
		}
		delete(left, at)
	}
	return len(left) == 0
}

// figures are precision, recall and F1, in per cent.
func (c counts) figures() (precision, recall, f1 float64) {
	if c.correct+c.excess > 0 {
		precision = 100 * float64(c.correct) / float64(c.correct+c.excess)
	}
	if c.correct+c.missed > 0 {
		recall = 100 * float64(c.correct) / float64(c.correct+c.missed)
	}
	if precision+recall > 0 {
		f1 = 2 * precision * recall / (precision + recall)
	}
	return precision, recall, f1
}

func (s *scorer) table() {
	if s.latex {
		s.latexTable()
		return
	}
	const line = "------------------------------------------------------------\n"
	share := 0.0
	if s.props > 0 {
		share = 100 * float64(s.whole) / float64(s.props)
	}
	fmt.Fprintf(s.out, "Number of Sentences    :      %6d\nNumber of Propositions :      %6d\n"+
		"Percentage of perfect props : %6.2f\n\n", s.sentences, s.props, share)
	fmt.Fprintf(s.out, "%10s   %6s  %6s  %6s   %6s  %6s  %6s\n%s", "", "corr.", "excess", "missed", "prec.",
		"rec.", "F1", line)
	row := func(role string, c counts) {
		p, r, f := c.figures()
		fmt.Fprintf(s.out, "%s%s   %6d  %6d  %6d   %6.2f  %6.2f  %6.2f\n", pad(role, 10), role, c.correct, c.excess,
			c.missed, p, r, f)
	}
	row("Overall", s.total)
	s.out.WriteString("----------\n")
	for _, in := range []map[string]*counts{s.roles, s.verbs} {
		for _, role := range slices.Sorted(maps.Keys(in)) {
			row(role, *in[role])
		}
		s.out.WriteString(line)
	}
}

func (s *scorer) latexTable() {
	s.out.WriteString(`\begin{table}[t]
\centering
\begin{tabular}{|l|r|r|r|}\cline{2-4}
\multicolumn{1}{l|}{}
           & Precision & Recall & F$_{\beta=1}$\\
\hline
`)
	row := func(role string, c counts) {
		p, r, f := c.figures()
		fmt.Fprintf(s.out, "%s%s & %6.2f\\%% & %6.2f\\%% & %6.2f\\\\\n", role, pad(role, 10), p, r, f)
	}
	row("Overall", s.total)
	for _, in := range []map[string]*counts{s.roles, s.verbs} {
		s.out.WriteString("\\hline\n")
		for _, role := range slices.Sorted(maps.Keys(in)) {
			row(role, *in[role])
		}
		s.out.WriteString("\\hline\n")
	}
	s.out.WriteString("\\end{tabular}\n\\end{table}\n")
}

// pad returns the blanks that fill role up to a width in bytes.
func pad(role string, width int) string { return strings.Repeat(" ", max(0, width-len(role))) }

// confusion prints the scores without roles, and the matrix of roles.
func (s *scorer) confusion() error {
	const line = "--------------------------------------------------------------------\n"
	var c counts
	same, keys := 0, map[string]bool{none: true}
	for pair, n := range s.matrix {
		gold, system := pair[0], pair[1]
		keys[gold], keys[system] = true, true
		switch {
		case gold == "V" || system == "V":
		case gold == none:
			c.excess += n
		case system == none:
			c.missed += n
		default:
			c.correct += n
			if gold == system {
				same += n
			}
		}
	}
	fmt.Fprintf(s.out, "%s%10s   %6s  %6s  %6s   %6s  %6s  %6s  %6s\n", line, "", "corr.", "excess", "missed",
		"prec.", "rec.", "F1", "lAcc")
	if c.correct == 0 {
		return errors.New("Illegal division by zero")
	}
	p, r, f := c.figures()
	fmt.Fprintf(s.out, "%10s   %6d  %6d  %6d   %6.2f  %6.2f  %6.2f  %6.2f\n%s", "Unlabeled", c.correct, c.excess,
		c.missed, p, r, f,
		100*float64(same)/float64(c.correct), line)
	s.out.WriteString("\n---- Confusion Matrix: (one row for each correct role, with the distribution of " +
		"predictions)\n             ")
	roles := slices.Sorted(maps.Keys(keys))
	for i := range roles {
		fmt.Fprintf(s.out, "%4d ", i-1)
	}
	s.out.WriteByte('\n')
	for i, gold := range roles {
		fmt.Fprintf(s.out, "%2d: %s%s ", i-1, gold, pad(gold, 8))
		for _, system := range roles {
			fmt.Fprintf(s.out, "%4d ", s.matrix[[2]string{gold, system}])
		}
		s.out.WriteByte('\n')
	}
	return nil
}
