package disrpteval

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A plainSide is the plain twin of side: it holds all words of a file.
type plainSide struct {
	words []string
	marks []bool
	spans [][2]int
}

// words calls yield for the number, the word and the last column of each line with a word.
func plainWords(text string, yield func(number, word, label string)) error {
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
func readUnits(text string, inside bool) (s plainSide, err error) {
	found := false
	n := strings.Count(text, "\n") + 1
	s.words, s.marks = make([]string, 0, n), make([]bool, 0, n)
	err = plainWords(text, func(number, word, label string) {
		mark := strings.Contains(label, segment) && !(inside && number == "1")
		found = found || mark
		s.words, s.marks = append(s.words, word), append(s.marks, mark)
	})
	if err == nil && !found {
		err = fmt.Errorf("Unrecognized labels. Expecting: Seg=B-seg, Seg=O...")
	}
	return s, err
}

// readConnectives reads the words and the spans of connectives. A connective of one word
// that ends the file is lost, and an end that I leaves without B is taken by the next span.
func readConnectives(text string, _ bool) (s plainSide, err error) {
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
	err = plainWords(text, func(_, word, label string) {
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
		err = fmt.Errorf("Unrecognized labels. Expecting: Conn=B-conn, Conn=I-conn, Conn=O...")
	}
	return s, err
}

// TestPlain compares with the twin on random files.
func TestPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	row := func() string {
		return pick("1", "1", "2", "3-4", "5.1", "# x") + pick("\t", "\t", "\t", "\t", "\t", "\t", "\t", "") + pick("a", "b", "c\t_", "") +
			pick("\t", "\t_\t", "") + pick(segment, segment+"|x", begins, begins, continues, "_", "Conn=O", "")
	}
	for range 3000 {
		var gold, system []string
		for range random.IntN(12) {
			line := pick("", row(), row(), row())
			gold = append(gold, line)
			switch random.IntN(6) {
			case 0:
				system = append(system, row())
			case 1:
				if random.IntN(4) == 0 {
					system = append(system, row(), row())
				}
			default:
				system = append(system, line)
			}
		}
		texts := [2]string{strings.Join(gold, "\n"), strings.Join(system, "\n")}
		for _, task := range []string{"S", "C"} {
			inside, read := random.IntN(2) == 0, readUnits
			if task == "C" {
				read = readConnectives
			}
			sides := [2]side{{text: texts[0], task: task, inside: inside}, {text: texts[1], task: task, inside: inside}}
			c := compare(&sides[0], &sides[1])
			var twins [2]plainSide
			good := true
			for k := range sides {
				var err error
				twins[k], err = read(texts[k], inside)
				if fault := sides[k].fault(); fmt.Sprint(fault) != fmt.Sprint(err) {
					t.Fatalf("%q: found %v, want %v", texts[k], fault, err)
				}
				good = good && err == nil
				if err == nil && sides[k].n != len(twins[k].words) {
					t.Fatalf("%q: found %d words, want %d", texts[k], sides[k].n, len(twins[k].words))
				}
			}
			if !good || sides[0].n != sides[1].n {
				continue
			}
			want := comparison{}
			for i, word := range twins[0].words {
				if other := twins[1].words[i]; other != word && !want.differ {
					want.differ, want.first, want.gold, want.system = true, i, word, other
				}
				if task == "S" {
					g, s := twins[0].marks[i], twins[1].marks[i]
					switch {
					case g && s:
						want.right++
					case g:
						want.missing++
					case s:
						want.spurious++
					}
				}
			}
			if task == "C" {
				want.right, want.spurious, want.missing = compareSpans(twins[0].spans, twins[1].spans)
			}
			if c != want {
				t.Fatalf("task %s, %q and %q: found %+v, want %+v", task, texts[0], texts[1], c, want)
			}
		}
	}
}
