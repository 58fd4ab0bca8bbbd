package conlleval

import (
	"bufio"
	"fmt"
)

// Errors of a word, a context or a part of speech.
type tally struct{ total, any, head, dep, both int }

// A relation is what is counted of one DEPREL, a direction or a distance.
type relation struct{ gold, correct, system, attached int }

// A mistake is one wrong word: what is wrong, and the words and tags around it.
type mistake struct {
	err int32
	ctx context
}

// A context is, by symbol: tag and word before, word, tag, tag and word after.
type context [6]int32

// A scorer is one run.
type scorer struct {
	*program
	opt                  options
	out, errs            *bufio.Writer
	goldFile, systemFile file
	gold, system         []token
	line                 int // of both files
	scorePunct           bool

	total               tally // any: words with an error; total: words
	punct               int
	pos                 cache[tally]
	deps                cache[relation]
	dirs                [len(directions)]relation
	dists               [len(distances)]relation
	frames              map[string]*int
	words               []tally // by symbol of "WORD / POS"
	before, after       sides   // words
	posBefore, posAfter sides   // tags
	maxPos              int
	ids                 []ident // of the words of gold
	pairs               map[uint64]int32
	startID, stopID     int32
	sentences           []tally // by number, from 1; the last one is that of the end of the file
	starts              []int   // line of each
	errID               map[string]int32
	errText             []string
	errCount            []int
	mistakes            map[mistake]int
	symbols             map[string]int32
	names               []string
	frame               [2]frameLists
	key                 []byte
	headG, headS        float64
	aftBef              [2]byte
}

func newScorer(p *program, o options, gold, system string, out, errs *bufio.Writer) *scorer {
	s := &scorer{program: p, opt: o, out: out, errs: errs, goldFile: file{text: gold}, systemFile: file{text: system},
		scorePunct: o.punct != p.punct, frames: map[string]*int{}, maxPos: len("CPOS"), sentences: make([]tally, 1),
		errID: map[string]int32{}, symbols: map[string]int32{}, pairs: map[uint64]int32{}, mistakes: map[mistake]int{}}
	s.symbol("*")
	s.startID, s.stopID = s.symbol(start), s.symbol(stop)
	return s
}

// run reads both files and prints what was asked for.
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
		if len(s.gold) > 0 {
			if st := s.count(); st != 0 {
				return st
			}
		}
	}
	if s.opt.evalb {
		s.out.WriteString("\n\n")
	}
	if s.total.total == 0 {
		fmt.Fprintf(s.errs, "Illegal division by zero at %s, <SYS> line %d.\n", s.script, s.systemFile.lines)
		return died
	}
	s.overall()
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
		g, y := &s.gold[i], &s.system[i]
		if !s.scorePunct && isPunct(g.word) || s.opt.deriv && g.dep == "DERIV" {
			s.punct++
			continue
		}
		var ok bool
		if s.headG, ok = number(g.head); !ok {
			s.notNumeric(g.head, "subtraction (-)", s.lineGold)
		}
		if s.headS, ok = number(y.head); !ok {
			s.notNumeric(y.head, "array or hash lookup", s.lineSystem)
		}
		for side, h := range [2]float64{s.headG, s.headS} {
			if !s.frame[side].add(int(h), i) {
				fmt.Fprintf(s.errs, "Modification of non-creatable array value attempted, subscript %d at %s line %d, <SYS> line %d.\n",
					int(h), s.script, s.lineGold+4+side, s.systemFile.lines)
				return died
			}
		}
		if s.word(i, g, y) {
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

// word counts word i, and reports whether something is wrong with it.
func (s *scorer) word(i int, g, y *token) bool {
	s.maxPos = max(s.maxPos, len(g.pos))
	t := s.pos.get(g.pos)
	sent := &s.sentences[len(s.sentences)-1]
	t.total++
	s.total.total++
	sent.total++
	errHead, errDep := g.head != y.head, g.dep != y.dep
	s.relations(i, g, y, errHead, errDep)
	if !errHead && !errDep {
		return false
	}
	for _, c := range [...]*tally{t, sent, &s.total, tallyAt(&s.words, s.id(i).pair)} {
		c.any++
		if errHead {
			c.head++
		}
		if errDep {
			c.dep++
		}
		if errHead && errDep {
			c.both++
		}
	}
	s.contexts(i, errHead, errDep)
	s.remember(i, g, y, errHead, errDep)
	return true
}

// relations counts DEPREL, direction and distance.
func (s *scorer) relations(i int, g, y *token, errHead, errDep bool) {
	r := s.deps.get(g.dep)
	if errDep {
		bump(r, s.deps.get(y.dep))
	} else {
		bump(r, r)
		if errHead {
			r.attached--
		}
	}
	at := float64(i + 1)
	bump(&s.dirs[direction(s.headG, at)], &s.dirs[direction(s.headS, at)])
	bump(&s.dists[distance(s.headG, at)], &s.dists[distance(s.headS, at)])
	s.aftBef = [2]byte{side(g.head, s.headG, i+1), side(y.head, s.headS, i+1)}
}

// bump counts one word whose value is that of g in gold and of y in the system.
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

// side tells where a head stands: 0, e (the word itself), b (before), a (after).
func side(head string, v float64, at int) byte {
	switch {
	case head == "0":
		return '0'
	case head == show(float64(at)):
		return 'e'
	case v <= float64(at):
		return 'b'
	}
	return 'a'
}

// A cache is a map from strings with a small table before it, for the few
// strings that nearly all words have.
type cache[T any] struct {
	m    map[string]*T
	keys [64]string
	vals [64]*T
}

func (c *cache[T]) get(s string) *T {
	h := len(s)
	if h > 0 {
		h = (int(s[0]) + 3*int(s[len(s)-1]) + 7*len(s)) & 63
	}
	if c.vals[h] != nil && c.keys[h] == s {
		return c.vals[h]
	}
	v := c.m[s]
	if v == nil {
		if c.m == nil {
			c.m = map[string]*T{}
		}
		v = new(T)
		c.m[s] = v
	}
	c.keys[h], c.vals[h] = s, v
	return v
}

// tallyAt returns the tally of a symbol.
func tallyAt(list *[]tally, id int32) *tally {
	for int(id) >= len(*list) {
		*list = append(*list, make([]tally, int(id)+1-len(*list)+1024)...)
	}
	return &(*list)[id]
}

// evalbLine prints the line of one sentence in the manner of evalb.
func (s *scorer) evalbLine(n int) {
	c := s.sentences[len(s.sentences)-1]
	unlabelled, labelled := "   NaN", "   NaN"
	if c.total > 0 {
		unlabelled = fmt.Sprintf("%6.2f", percent(c.head, c.total))
		labelled = fmt.Sprintf("%6.2f", percent(c.any, c.total))
	}
	fmt.Fprintf(s.out, "  %4d %4d    0  %s %s  %4d    %4d        %4d    0 0 0 0\n",
		len(s.sentences)-1, n, unlabelled, labelled, c.total-c.head, c.total-c.any, c.total)
}

// percent is what is right, in the order of operations of the originals.
func percent(wrong, total int) float64 { return 100 - float64(float64(wrong)*100.0/float64(total)) }

// share is what is wrong.
func share(wrong, total int) float64 { return float64(wrong) * 100.0 / float64(total) }
