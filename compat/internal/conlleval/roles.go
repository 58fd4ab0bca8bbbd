//lint:file-ignore ST1005 messages are those of the official program, to the letter

package conlleval

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"assay/internal/lazy"
)

// Doc09 and Title09 describe eval09.pl in help texts.
const (
	Title09 = "CoNLL 2009 scorer eval09.pl, version 0.4"
	Doc09   = `As eval07.pl, of FORM, PPOS, HEAD and DEPREL on both sides (PHEAD and PDEPREL are never read), and
predicates with their arguments from column 14 on. Of PRED only the sense after the point is compared,
FILLPRED is not read. A file without an empty line at its end loses the predicate of its last word.
Rows of equal counts are in the order of their text (the original's order is random). Perl's own
warnings are left out.
The same scores: assay score -f conll2009 -m srl.`
)

// roles are the counts of predicates and arguments.
type roles struct {
	lines     [2][][][]byte // of the current sentence, in fields: gold, system
	raw       [2][][]byte
	warned    bool // that a word or tag differs
	total     roleCounts
	sentences int // also empty ones
	correct   int
	syntax    struct{ sentences, correct, both int }

	found     map[string]*relation // predicates by tag; attached: with the right sense
	arguments map[string]*relation // by tag and role
}

// roleCounts are counts of predicates and arguments: of gold, of the system, in
// both, and in both with the same label.
type roleCounts struct {
	predicates, arguments [2]int
	found, senses         int // predicates
	same, labeled         int // arguments
	whole                 int // predicates with the sense and all arguments right
}

// A predicate has a position, the sense after the point, and arguments.
type predicate struct {
	word       int
	sense, tag string
	arguments  []argument
}

type argument struct {
	word int
	role string
}

var senseFormat = lazy.Regexp(`^[^.]+\.([^.]+)\n?$`)

// split cuts a line at white space; none at its ends counts.
func split(line []byte) [][]byte { return bytes.FieldsFunc(line, unicode.IsSpace) }

// column returns field k, empty if there is none.
func column(fields [][]byte, k int) []byte {
	if k < len(fields) {
		return fields[k]
	}
	return nil
}

// keep remembers a line of one side for the predicates.
func (s *scorer) keep(side int, line []byte) {
	r := s.roles
	if r == nil {
		return
	}
	r.lines[side] = append(r.lines[side], split(line))
	r.raw[side] = append(r.raw[side], line)
}

// roleLine takes the next word of both sides.
func (s *scorer) roleLine(gold, system []byte) {
	r := s.roles
	s.keep(0, gold)
	s.keep(1, system)
	g, y := r.lines[0][len(r.lines[0])-1], r.lines[1][len(r.lines[1])-1]
	if !r.warned && (!bytes.Equal(column(g, 1), column(y, 1)) || !bytes.Equal(column(g, 5), column(y, 5))) {
		r.warned = true
		fmt.Fprintf(s.errs, "Warning: ignoring word/pos mismatch, line %d:\n gold: %s sys : %s\n", s.line, gold, system)
	}
	take := func(f [][]byte) token {
		return token{column(f, 1), s.names.Intern(column(f, 5)), s.heads.Intern(column(f, 8)), s.deps.Intern(column(f, 10))}
	}
	s.gold, s.system = append(s.gold, take(g)), append(s.system, take(y))
}

// predicates reads the predicates of one side. The last line, which should be
// empty, is not read.
func (r *roles) predicates(side int) (out []predicate, err error) {
	lines := r.lines[side]
	for i := range len(lines) - 1 {
		f := lines[i]
		switch {
		case i > 0 && len(f) != len(lines[i-1]):
			return nil, fmt.Errorf("Invalid number of tokens in line: [%s]", r.raw[side][i])
		case len(f) < 2:
			return nil, fmt.Errorf("Invalid data line: [%s]!", r.raw[side][i])
		}
		name := string(column(f, 13))
		if name == "_" || name == "-" {
			continue
		}
		if name == "" {
			return nil, fmt.Errorf("Invalid predicate lemma: []!")
		}
		sense := name
		if m := senseFormat().FindStringSubmatch(name); m != nil {
			sense = m[1]
		}
		out = append(out, predicate{word: i, sense: sense, tag: string(column(f, 5))})
	}
	for k := range out {
		for i := range len(lines) - 1 {
			labels, err := labels(string(column(lines[i], 14+k)))
			if err != nil {
				return nil, fmt.Errorf(" at %s", r.raw[side][i])
			}
			for _, role := range labels {
				out[k].arguments = append(out[k].arguments, argument{i, role})
			}
		}
	}
	return out, nil
}

// labels splits A|B into its different parts. Empty parts at the end are none;
// one elsewhere is an error.
func labels(text string) ([]string, error) {
	if text = strings.TrimRight(text, "|"); text == "_" || text == "-" || text == "" {
		return nil, nil
	}
	parts := strings.Split(text, "|")
	slices.Sort(parts)
	if parts[0] == "" {
		return nil, fmt.Errorf("want a role, found none in %q", text)
	}
	return slices.Compact(parts), nil
}

// closeRoles counts the predicates of the current sentence.
func (s *scorer) closeRoles() (correct bool, err error) {
	roles := s.roles
	var sides [2][]predicate
	for side := range sides {
		if sides[side], err = roles.predicates(side); err != nil {
			return false, err
		}
	}
	before := roles.total
	for side, predicates := range sides {
		for _, p := range predicates {
			roles.total.predicates[side]++
			roles.total.arguments[side] += len(p.arguments)
			of(roles.found, p.tag).add(side)
			for _, a := range p.arguments {
				of(roles.arguments, p.tag+" + "+a.role).add(side)
			}
		}
	}
	for _, g := range sides[0] {
		if i := slices.IndexFunc(sides[1], func(y predicate) bool { return y.word == g.word }); i >= 0 {
			roles.match(g, sides[1][i])
		}
	}
	n, t := before, roles.total
	senses, labeled := t.senses-n.senses, t.labeled-n.labeled
	correct = true
	for side := range sides {
		correct = correct && t.predicates[side]-n.predicates[side] == senses && t.arguments[side]-n.arguments[side] == labeled
	}
	roles.sentences++
	if correct {
		roles.correct++
	}
	roles.lines, roles.raw = [2][][][]byte{}, [2][][]byte{}
	return correct, nil
}

// closeSyntax counts the sentence that closeRoles counted, with the words in it.
func (r *roles) closeSyntax(correct, roles bool) {
	r.syntax.sentences++
	if correct {
		r.syntax.correct++
		if roles {
			r.syntax.both++
		}
	}
}

func of(m map[string]*relation, key string) *relation {
	if m[key] == nil {
		m[key] = &relation{}
	}
	return m[key]
}

func (c *relation) add(side int) {
	if side == 0 {
		c.gold++
	} else {
		c.system++
	}
}

// match counts two predicates of the same word.
func (r *roles) match(gold, system predicate) {
	r.total.found++
	found := r.found[gold.tag]
	found.correct++
	labeled, places := 0, map[int][2]int{}
	for side, p := range [2]predicate{gold, system} {
		for _, a := range p.arguments {
			n := places[a.word]
			n[side]++
			places[a.word] = n
		}
	}
	for _, n := range places {
		r.total.same += min(n[0], n[1])
	}
	for _, a := range gold.arguments {
		if slices.Contains(system.arguments, a) {
			labeled++
			r.arguments[gold.tag+" + "+a.role].correct++
		}
	}
	r.total.labeled += labeled
	if !sameSense(gold.sense, system.sense) {
		return
	}
	r.total.senses++
	found.attached++
	if labeled == len(gold.arguments) && labeled == len(system.arguments) {
		r.total.whole++
	}
}

// sameSense compares senses, as numbers if both are.
func sameSense(a, b string) bool {
	if digits(a) && digits(b) {
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	}
	return a == b
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// overall09 prints the scores. It reports whether there are any.
func (s *scorer) overall09() bool {
	total, roles := s.total, s.roles
	share := func(n, of int) float64 {
		if of == 0 {
			return 0
		}
		return float64(n) * 100 / float64(of)
	}
	las, uas := percent(total.any, total.total), percent(total.head, total.total)
	s.printf("  SYNTACTIC SCORES:\n")
	s.figure("Labeled   attachment score:", total.total-total.any, total.total, las)
	s.figure("Unlabeled attachment score:", total.total-total.head, total.total, uas)
	s.figure("Label accuracy score:", total.total-total.dep, total.total, percent(total.dep, total.total))
	exact := func(layer string, n, of int) { s.figure("Exact "+layer+" match:", n, of, share(n, of)) }
	exact("syntactic", roles.syntax.correct, roles.syntax.sentences)
	s.printf("\n  SEMANTIC SCORES: \n")
	c := roles.total
	var labeled, unlabeled, whole [3]float64
	for k, of := range [2]int{1, 0} { // precision is of the system's, recall of gold's
		all := c.arguments[of] + c.predicates[of]
		labeled[k], unlabeled[k] = share(c.labeled+c.senses, all), share(c.same+c.found, all)
		whole[k] = share(c.whole, c.predicates[of])
	}
	names := [2]string{"precision:", "recall:"}
	layer := func(name string, arguments, predicates int, v *[3]float64) {
		for k, of := range [2]int{1, 0} {
			s.printf("  %-28s(%d + %d) / (%d + %d) * 100 = %.2f %%\n", name+" "+names[k], arguments, predicates,
				c.arguments[of], c.predicates[of], v[k])
		}
		v[2] = mean(*v)
		s.printf("  %-28s%.2f \n", name+" F1:", v[2])
	}
	layer("Labeled", c.labeled, c.senses, &labeled)
	layer("Unlabeled", c.same, c.found, &unlabeled)
	for k, of := range [2]int{1, 0} {
		s.figure("Proposition "+names[k], c.whole, c.predicates[of], whole[k])
	}
	s.printf("  Proposition F1:             %.2f \n", mean(whole))
	if roles.sentences > roles.syntax.sentences {
		roles.sentences--
		roles.correct--
	}
	if roles.sentences != roles.syntax.sentences {
		s.errs.WriteString("Warning: total count different for syntax and semantics.\n")
	}
	exact("semantic", roles.correct, roles.sentences)
	s.printf("\n  OVERALL MACRO SCORES (Wsem = 0.50):\n")
	if las+labeled[0] == 0 {
		return false
	}
	s.macro("Labeled", labeled, las)
	s.macro("Unlabeled", unlabeled, uas)
	exact("overall", roles.syntax.both, roles.syntax.sentences)
	s.printf("\n  OVERALL MICRO SCORES:\n")
	s.micro("Labeled", total.total-total.any, c.labeled, c.senses)
	s.micro("Unlabeled", total.total-total.head, c.same, c.found)
	return true
}

// mean is the harmonic mean of precision and recall.
func mean(v [3]float64) float64 {
	if v[0]+v[1] == 0 {
		return 0
	}
	return 2 * v[0] * v[1] / (v[0] + v[1])
}

func (s *scorer) macro(name string, v [3]float64, attachment float64) {
	for k := range 2 {
		v[k] = 0.5*v[k] + 0.5*attachment
	}
	v[2] = mean(v)
	for k, figure := range [3]string{"precision", "recall", "F1"} {
		s.printf("  %-28s%.2f %%\n", name+" macro "+figure+":", v[k])
	}
}

func (s *scorer) micro(name string, words, arguments, predicates int) {
	var v [3]float64
	c := s.roles.total
	for k, of := range [2]int{1, 0} {
		v[k] = 100 * float64(arguments+predicates+words) / float64(c.arguments[of]+c.predicates[of]+s.total.total)
		s.printf("  %-28s(%d + %d + %d) / (%d + %d + %d) * 100 = %.2f %%\n",
			name+" micro "+[2]string{"precision:", "recall:"}[k],
			words, arguments, predicates, s.total.total, c.arguments[of], c.predicates[of], v[k])
	}
	s.printf("  %-28s%.2f \n", name+" micro F1:", mean(v))
}

// roleTables prints the tables of predicates by tag, and of arguments.
func (s *scorer) roleTables() {
	s.printf("\n  %s\n\n", strings.Repeat("=", 80))
	s.printf("  Evaluation of the semantic results in %s\n  vs. gold standard %s:\n\n", s.opt.system, s.opt.gold)
	r := s.roles
	s.roleTable("LABELED semantic dependencies to ROOT", "predicate identification and classification", "PPOSS",
		15, r.found,
		func(x *relation) int { return x.attached })
	correct := func(x *relation) int { return x.correct }
	s.roleTable("UNLABELED semantic dependencies to ROOT", "predicate identification", "PPOSS", 15, r.found, correct)
	s.roleTable("non-ROOT semantic dependencies", "identification and classification of arguments",
		"PPOSS(pred) + ARG", 17, r.arguments, correct)
}

func (s *scorer) roleTable(title, meaning, name string, width int, m map[string]*relation,
	correct func(*relation) int) {
	line := "  " + strings.Repeat("-", width+1) + "+------+---------+--------+------------+---------------|--------|\n"
	s.printf("  Precision and recall for %s\n  (i.e., %s)\n%s", title, meaning, line)
	s.printf("  %-*s | gold | correct | system | recall (%%) | precision (%%) |     F1 | \n%s", width, name, line)
	for _, key := range slices.Sorted(maps.Keys(m)) {
		x := m[key]
		recall, precision := ratio(correct(x), x.gold), ratio(correct(x), x.system)
		s.printf("  %-*s | %4d | %7d | %6d | %10s | %13s | %6s |\n", width, key, x.gold, correct(x), x.system, recall,
			precision, meanOf(precision, recall))
	}
	s.printf("%s\n", line)
}

// meanOf is the harmonic mean of two figures as they are printed.
func meanOf(precision, recall string) string {
	var p, r float64
	if n, _ := fmt.Sscan(precision+" "+recall, &p, &r); n < 2 || !(p > 0 && r > 0) {
		return "NaN"
	}
	return fmt.Sprintf("%.2f", 2*p*r/(p+r))
}
