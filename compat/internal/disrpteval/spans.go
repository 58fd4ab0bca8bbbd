package disrpteval

import (
	"fmt"
	"path"
	"strings"
)

// The labels that the program looks for.
const (
	segment   = "Seg=B-seg"
	begins    = "Conn=B-conn"
	continues = "Conn=I-conn"
)

// A side is a file of words, with the places of its labels.
type side struct {
	words []string
	marks []bool   // by word: a unit begins there
	spans [][2]int // connectives: first word, last word
}

// spans scores discourse units (S) or connectives (C).
func (e *evaluation) spans() error {
	read, kind := readUnits, "EDUs"
	if e.task == "C" {
		read, kind = readConnectives, "connective spans"
	}
	e.out.add("seg_type", kind)
	var options object
	options.add("s", e.texts)
	e.out.add("options", options)
	inside := e.inside && strings.Contains(path.Base(e.gold), "conllu")
	var sides [2]side
	for i, arg := range []string{e.gold, e.system} {
		text, err := e.text(arg)
		if err == nil {
			sides[i], err = read(text, inside)
		}
		if err != nil {
			return err
		}
	}
	gold, system := &sides[0], &sides[1]
	e.out.add("tok_count", len(gold.words))
	if err := e.sameLength(len(gold.words), len(system.words)); err != nil {
		return err
	}
	e.sameWords(gold.words, system.words)
	right, spurious, missing := compareUnits(gold.marks, system.marks)
	if e.task == "C" {
		right, spurious, missing = compareSpans(gold.spans, system.spans)
	}
	e.figures(right, spurious, missing)
	return nil
}

// words calls yield for the number, the word and the last column of each line with a word.
func words(text string, yield func(number, word, label string)) error {
	for text != "" {
		line := text
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = ""
		}
		if line == "" || line[0] == '#' {
			continue
		}
		number, rest, columns := strings.Cut(line, "\t")
		if strings.IndexByte(number, '-') >= 0 || strings.IndexByte(number, '.') >= 0 {
			continue
		}
		if !columns {
			return fmt.Errorf("IndexError: list index out of range")
		}
		word, _, _ := strings.Cut(rest, "\t")
		yield(number, word, rest[strings.LastIndexByte(rest, '\t')+1:])
	}
	return nil
}

// readUnits reads the words and the labels of units; inside leaves out units that begin a sentence.
func readUnits(text string, inside bool) (s side, err error) {
	found := false
	n := strings.Count(text, "\n") + 1
	s.words, s.marks = make([]string, 0, n), make([]bool, 0, n)
	err = words(text, func(number, word, label string) {
		mark := strings.Contains(label, segment) && !(inside && number == "1")
		found = found || mark
		s.words, s.marks = append(s.words, word), append(s.marks, mark)
	})
	if err == nil && !found {
		//lint:ignore ST1005 the words of the program
		err = fmt.Errorf("Unrecognized labels. Expecting: Seg=B-seg, Seg=O...")
	}
	return s, err
}

// readConnectives reads the words and the spans of connectives. A connective of one word
// that ends the file is lost, and an end that I leaves without B is taken by the next span.
func readConnectives(text string, _ bool) (s side, err error) {
	first, last, found := -1, -1, false
	closed := func() {
		if first < 0 {
			return
		}
		if last < 0 {
			last = first
		}
		s.spans = append(s.spans, [2]int{first, last})
		last = -1
	}
	s.words = make([]string, 0, strings.Count(text, "\n")+1)
	err = words(text, func(_, word, label string) {
		switch {
		case strings.Contains(label, begins):
			closed()
			first, found = len(s.words), true
		case strings.Contains(label, continues):
			last = len(s.words)
		default:
			closed()
			first = -1
		}
		s.words = append(s.words, word)
	})
	if first >= 0 && last >= 0 {
		s.spans = append(s.spans, [2]int{first, last})
	}
	if err == nil && !found {
		//lint:ignore ST1005 the words of the program
		err = fmt.Errorf("Unrecognized labels. Expecting: Conn=B-conn, Conn=I-conn, Conn=O...")
	}
	return s, err
}

func compareUnits(gold, system []bool) (right, spurious, missing int) {
	for i, g := range gold {
		switch {
		case g && system[i]:
			right++
		case g:
			missing++
		case system[i]:
			spurious++
		}
	}
	return right, spurious, missing
}

func compareSpans(gold, system [][2]int) (right, spurious, missing int) {
	of := func(spans [][2]int) map[[2]int]bool {
		set := map[[2]int]bool{}
		for _, s := range spans {
			set[s] = true
		}
		return set
	}
	golds, systems := of(gold), of(system)
	for _, s := range gold {
		if systems[s] {
			right++
		} else {
			missing++
		}
	}
	for _, s := range system {
		if !golds[s] {
			spurious++
		}
	}
	return right, spurious, missing
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
	e.out.add("gold_count", right+missing)
	e.out.add("pred_count", right+spurious)
	e.out.add("precision", precision)
	e.out.add("recall", recall)
	e.out.add("f_score", f)
}
