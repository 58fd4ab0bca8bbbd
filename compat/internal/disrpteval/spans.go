package disrpteval

import (
	"fmt"
	"path"
	"strings"

	"assay/compat/internal/python"
)

// The labels that the program looks for.
const (
	segment   = "Seg=B-seg"
	begins    = "Conn=B-conn"
	continues = "Conn=I-conn"
)

// spans scores discourse units (S) or connectives (C).
func (e *evaluation) spans() error {
	kind := "EDUs"
	if e.task == "C" {
		kind = "connective spans"
	}
	e.out.Set("seg_type", kind)
	e.out.Set("options", (&python.Dict{}).Set("s", e.texts))
	first, err := e.text(e.gold)
	if err != nil {
		return err
	}
	second, unread := e.text(e.system) // faults of gold come first
	inside := e.inside && strings.Contains(path.Base(e.gold), "conllu")
	gold, system := side{text: first, task: e.task, inside: inside}, side{text: second, task: e.task, inside: inside}
	c := compare(&gold, &system)
	for _, err := range []error{gold.fault(), unread, system.fault()} {
		if err != nil {
			return err
		}
	}
	e.out.Set("tok_count", gold.n)
	if err := e.sameLength(gold.n, system.n); err != nil {
		return err
	}
	if c.differ {
		e.differentWord(c.first, c.gold, c.system)
	}
	e.figures(c.right, c.spurious, c.missing)
	return nil
}

// compare reads both sides in step.
func compare(gold, system *side) (c comparison) {
	for gold.next() {
		if system.repeat(gold) || system.next() {
			c.words(gold, system)
		}
	}
	for system.next() {
	}
	gold.end()
	system.end()
	if gold.task == "C" {
		c.right, c.spurious, c.missing = compareSpans(gold.spans, system.spans)
	}
	return c
}

// A comparison of two files, word by word.
type comparison struct {
	right, spurious, missing int // units
	differ                   bool
	first                    int // number of the first word that differs
	gold, system             string
}

func (c *comparison) words(gold, system *side) {
	if !c.differ && gold.word != system.word {
		c.differ, c.first, c.gold, c.system = true, gold.n-1, gold.word, system.word
	}
	switch {
	case gold.mark && system.mark:
		c.right++
	case gold.mark:
		c.missing++
	case system.mark:
		c.spurious++
	}
}

// A side is a file of words, read line by line.
type side struct {
	text   string // not read yet
	task   string
	inside bool // leave out units that begin a sentence
	err    error
	n      int    // words so far
	found  bool   // some label
	line   string // of the last word
	number string
	word   string
	label  string
	mark   bool // a unit begins there

	begin, last int      // of the connective that is open: its first word and the end that it has, plus 1, 0 if there is none
	spans       [][2]int // connectives: first word, last word
}

// next reads the next line with a word.
func (s *side) next() bool {
	for s.text != "" && s.err == nil {
		line := s.text
		if end := strings.IndexByte(line, '\n'); end >= 0 {
			line, s.text = line[:end], line[end+1:]
		} else {
			s.text = ""
		}
		if line == "" || line[0] == '#' {
			continue
		}
		at, skip := 0, false
		for ; at < len(line) && line[at] != '\t'; at++ {
			skip = skip || line[at] == '-' || line[at] == '.'
		}
		switch {
		case skip:
			continue
		case at == len(line):
			s.err = fmt.Errorf("IndexError: list index out of range")
			return false
		}
		rest := line[at+1:]
		s.line, s.number, s.word = line, line[:at], rest
		for i := range len(rest) {
			if rest[i] == '\t' {
				s.word = rest[:i]
				break
			}
		}
		s.label = rest[strings.LastIndexByte(rest, '\t')+1:]
		s.take()
		return true
	}
	return false
}

// repeat reads the next line if it is that of the other side's last word, as most lines are.
func (s *side) repeat(other *side) bool {
	n := len(other.line)
	if s.err != nil || !strings.HasPrefix(s.text, other.line) || len(s.text) > n && s.text[n] != '\n' {
		return false
	}
	s.text = s.text[min(n+1, len(s.text)):]
	s.line, s.number, s.word, s.label = other.line, other.number, other.word, other.label
	s.take()
	return true
}

// take counts the word of the last line.
func (s *side) take() {
	if s.task == "C" {
		s.connective()
	} else {
		s.mark = len(s.label) >= len(segment) && strings.Contains(s.label, segment) && !(s.inside && s.number == "1")
		s.found = s.found || s.mark
	}
	s.n++
}

// connective reads a label of a connective. An end that I leaves without B is taken by the next span.
func (s *side) connective() {
	long := len(s.label) >= len(begins) // as few labels are
	switch {
	case long && strings.Contains(s.label, begins):
		s.closed()
		s.begin, s.found = s.n+1, true
	case long && strings.Contains(s.label, continues):
		s.last = s.n + 1
	default:
		s.closed()
		s.begin = 0
	}
}

func (s *side) closed() {
	if s.begin == 0 {
		return
	}
	if s.last == 0 {
		s.last = s.begin
	}
	s.spans = append(s.spans, [2]int{s.begin - 1, s.last - 1})
	s.last = 0
}

// end ends a file. A connective of one word that ends the file is lost.
func (s *side) end() {
	if s.begin > 0 && s.last > 0 {
		s.spans = append(s.spans, [2]int{s.begin - 1, s.last - 1})
	}
}

// fault says why a file cannot be scored.
func (s *side) fault() error {
	switch {
	case s.err != nil || s.found:
		return s.err
	case s.task == "C":
		//lint:ignore ST1005 the words of the program
		return fmt.Errorf("Unrecognized labels. Expecting: Conn=B-conn, Conn=I-conn, Conn=O...")
	}
	//lint:ignore ST1005 the words of the program
	return fmt.Errorf("Unrecognized labels. Expecting: Seg=B-seg, Seg=O...")
}

// compareSpans counts the connectives of both sides, each of which has its own first word.
func compareSpans(gold, system [][2]int) (right, spurious, missing int) {
	systems := map[[2]int]bool{}
	for _, s := range system {
		systems[s] = true
	}
	for _, s := range gold {
		if systems[s] {
			right++
		}
	}
	return right, len(system) - right, len(gold) - right
}

// figures adds the counts, precision, recall and F1. Undefined ones are the integer 0.
func (e *evaluation) figures(right, spurious, missing int) {
	share := func(n, of int) any {
		if of == 0 {
			return 0
		}
		return float64(n) / float64(of)
	}
	precision, recall := share(right, right+spurious), share(right, right+missing)
	var f any = 0
	p, _ := precision.(float64)
	r, _ := recall.(float64)
	if p+r > 0 {
		f = 2 * (p * r) / (p + r)
	}
	e.out.Set("gold_count", right+missing)
	e.out.Set("pred_count", right+spurious)
	e.out.Set("precision", precision)
	e.out.Set("recall", recall)
	e.out.Set("f_score", f)
}
