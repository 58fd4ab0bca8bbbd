package conlleval

import (
	"bufio"
	"fmt"

	"assay/compat/internal/perl"
	"assay/treebank"
)

// Errors of a word, a context or a part of speech.
type tally struct{ total, any, head, dep, both int }

// wrong counts a word with an error.
func (t *tally) wrong(head, dep bool) {
	t.any++
	if head {
		t.head++
	}
	if dep {
		t.dep++
	}
	if head && dep {
		t.both++
	}
}

// A relation holds the counts of one DEPREL, a direction or a distance.
type relation struct{ gold, correct, system, attached int }

// A mistake is one wrong word: its error, and the idents of the word before, the word
// and the word after.
type mistake struct {
	err  treebank.Symbol
	near [3]int32
}

// A context is, by symbol: tag and word before, word, tag, tag and word after.
type context [6]treebank.Symbol

// A scorer is one run.
type scorer struct {
	*program
	opt                  options
	out, errs            *bufio.Writer
	goldFile, systemFile file
	gold, system         []token
	line                 int    // of both files
	again                string // warnings repeated when the full report reads the files again
	scorePunct           bool

	names, heads, deps, errors treebank.Symbols // words and tags, heads, relations, errors
	star                       treebank.Symbol  // the wildcard, and words *
	zero, deriv                treebank.Symbol
	values                     []value // by head
	idents                     []ident // words with their tags
	pairs                      index   // idents but the first two, by word and tag
	ids                        []int32 // idents of the words of gold, -1 if not yet known

	total               tally // any: words with an error; total: words
	punct               int
	byTag               []tally    // by symbol
	relations           []relation // by symbol
	dirs                [len(directions)]relation
	dists               [len(distances)]relation
	frames              map[string]*int
	words               []tally // by ident
	before, after       sides   // words
	posBefore, posAfter sides   // tags
	maxPos              int
	sentences           []tally // by number, from 1; the last one is the end of the file
	starts              []int   // first line of each sentence
	errCount            []int   // by symbol
	mistakes            []mistake
	frame               [2]frameLists
	key                 []byte
	headG, headS        float64
	roles               *roles // nil without them
}

func newScorer(p *program, o options, gold, system file, out, errs *bufio.Writer) *scorer {
	s := &scorer{program: p, opt: o, out: out, errs: errs, scorePunct: o.punct != p.punct,
		goldFile: gold, systemFile: system,
		frames: map[string]*int{}, maxPos: len(p.tag), sentences: make([]tally, 1)}
	s.star, s.zero, s.deriv = s.names.InternString("*"), s.heads.InternString("0"), s.deps.InternString("DERIV")
	if p.roles {
		s.roles = &roles{found: map[string]*relation{}, arguments: map[string]*relation{}}
	}
	for _, mark := range []string{start, stop} {
		y := s.names.InternString(mark)
		s.idents = append(s.idents, ident{y, y})
	}
	return s
}

// run reads both files and prints the requested output.
func (s *scorer) run() int {
	if s.opt.evalb {
		s.out.WriteString("     Sent.          Attachment      Correct        Scoring          \n" +
			"    ID Tokens  -   Unlab. Lab.   HEAD HEAD+DEPREL   tokens   - - - -\n" +
			"  ============================================================================\n")
	}
	for eof := false; !eof; {
		s.starts = append(s.starts, s.line+1)
		var fatal bool
		if eof, fatal = s.sentence(); fatal {
			return 1
		}
		s.sentences = append(s.sentences, tally{})
		var rightRoles bool
		if s.roles != nil {
			var err error
			if rightRoles, err = s.closeRoles(); err != nil {
				fmt.Fprintln(s.errs, err)
				return perl.Died
			}
		}
		if len(s.gold) == 0 {
			continue
		}
		if st := s.count(); st != 0 {
			return st
		}
		if s.roles != nil {
			s.roles.closeSyntax(s.sentences[len(s.sentences)-1].any == 0, rightRoles)
		}
	}
	if s.opt.evalb {
		s.out.WriteString("\n\n")
	}
	if s.total.total == 0 && s.roles != nil {
		s.out.WriteString("  SYNTACTIC SCORES:\n")
	}
	if s.total.total == 0 || s.roles != nil && !s.overall09() {
		fmt.Fprintf(s.errs, "Illegal division by zero at %s, <SYS> line %d.\n", s.script, s.systemFile.lines)
		return perl.Died
	}
	if s.roles == nil {
		s.overall()
	}
	if !s.opt.quiet {
		s.report()
	}
	return 0
}

// count counts the words of the current sentence.
func (s *scorer) count() int {
	n := len(s.gold)
	s.frame[0].reset(n)
	s.frame[1].reset(n)
	s.ids = s.ids[:0]
	wrong := false
	for i := range s.gold {
		gold, system := &s.gold[i], &s.system[i]
		if !s.scorePunct && isPunct(string(gold.word)) || s.opt.deriv && gold.dep == s.deriv {
			s.punct++
			continue
		}
		s.headG = s.number(gold.head, "subtraction (-)", s.lineGold)
		s.headS = s.number(system.head, "array or hash lookup", s.lineSystem)
		for side, h := range [2]float64{s.headG, s.headS} {
			if !s.frame[side].add(int(h), i) {
				fmt.Fprintf(s.errs, "Modification of non-creatable array value attempted, subscript %d at %s line %d, <SYS> line %d.\n",
					int(h), s.script, s.lineGold+4+side, s.systemFile.lines)
				return perl.Died
			}
		}
		if s.word(i, gold, system) {
			wrong = true
		}
	}
	if wrong {
		s.countFrames(n)
	}
	if s.opt.evalb {
		s.evalbLine(n)
	}
	return 0
}

// word counts word i, and reports whether it has an error.
func (s *scorer) word(i int, gold, system *token) bool {
	t := at(&s.byTag, int(gold.pos))
	sent := &s.sentences[len(s.sentences)-1]
	t.total++
	s.total.total++
	sent.total++
	errHead, errDep := gold.head != system.head, gold.dep != system.dep
	s.relate(i, gold, system, errHead, errDep)
	if !errHead && !errDep {
		return false
	}
	for _, c := range [...]*tally{t, sent, &s.total, at(&s.words, int(s.id(i)))} {
		c.wrong(errHead, errDep)
	}
	s.contexts(i, errHead, errDep)
	s.remember(i, gold, system, errHead, errDep)
	return true
}

// relate counts DEPREL, direction and distance.
func (s *scorer) relate(i int, g, y *token, errHead, errDep bool) {
	at(&s.relations, int(max(g.dep, y.dep)))
	r := &s.relations[g.dep]
	bump(r, &s.relations[y.dep])
	if errHead && !errDep {
		r.attached--
	}
	place := float64(i + 1)
	dir, dist := direction(s.headG, place), distance(s.headG, place)
	theirDir, theirDist := dir, dist
	if errHead {
		theirDir, theirDist = direction(s.headS, place), distance(s.headS, place)
	}
	bump(&s.dirs[dir], &s.dirs[theirDir])
	bump(&s.dists[dist], &s.dists[theirDist])
}

// bump counts one word with value g in gold and y in the system.
func bump(g, y *relation) {
	g.gold++
	y.system++
	if g == y {
		g.correct++
		g.attached++
	}
}

// The bins of directions and of distances.
var (
	directions = [...]string{"to_root", "left", "right", "self"}
	distances  = [...]string{"to_root", "1", "2", "3-6", "7-..."}
)

func direction(head, at float64) int {
	switch {
	case head == 0:
		return 0
	case head < at:
		return 1
	case head > at:
		return 2
	}
	return 3
}

func distance(head, at float64) int {
	d := head - at
	if d < 0 {
		d = -d
	}
	switch {
	case head == 0:
		return 0
	case d <= 1:
		return 1
	case d <= 2:
		return 2
	case d <= 6:
		return 3
	}
	return 4
}

// side returns the side of a head: 0, e (the word itself), b (before), a (after).
func (s *scorer) side(head treebank.Symbol, v float64, place int) byte {
	switch {
	case head == s.zero:
		return '0'
	case v == float64(place) && s.heads.Name(head) == perl.Number(v):
		return 'e'
	case v <= float64(place):
		return 'b'
	}
	return 'a'
}

// A value is the number that Perl makes of a head.
type value struct {
	number float64
	clean  bool
}

// number is the number of a head, with a warning if it is not clean.
func (s *scorer) number(head treebank.Symbol, operation string, line int) float64 {
	for int(head) >= len(s.values) {
		v, clean := number(s.heads.Name(treebank.Symbol(len(s.values))))
		s.values = append(s.values, value{v, clean})
	}
	v := &s.values[head]
	if !v.clean {
		s.notNumeric(s.heads.Name(head), operation, line)
	}
	return v.number
}

// evalbLine prints the line of one sentence in evalb's form.
func (s *scorer) evalbLine(n int) {
	sentence := s.sentences[len(s.sentences)-1]
	unlabelled, labelled := "   NaN", "   NaN"
	if sentence.total > 0 {
		unlabelled = fmt.Sprintf("%6.2f", percent(sentence.head, sentence.total))
		labelled = fmt.Sprintf("%6.2f", percent(sentence.any, sentence.total))
	}
	fmt.Fprintf(s.out, "  %4d %4d    0  %s %s  %4d    %4d        %4d    0 0 0 0\n",
		len(s.sentences)-1, n, unlabelled, labelled, sentence.total-sentence.head, sentence.total-sentence.any,
		sentence.total)
}

// percent is the share of right words, in the order of operations of the originals.
func percent(wrong, total int) float64 { return 100 - float64(float64(wrong)*100.0/float64(total)) }

// share is the share of wrong words.
func share(wrong, total int) float64 { return float64(wrong) * 100.0 / float64(total) }
