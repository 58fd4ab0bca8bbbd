package bracketscore

import (
	"bytes"
	"fmt"
	"strings"
)

// matchAloud is match as in the original: it compares each pair of brackets and
// prints the results.
func (r *run) matchAloud() int {
	gold, system := r.gold.brackets, r.system.brackets
	n := 0
	other := make([]bool, len(system)) // found with another label
	for i := range gold {
		bracket := &gold[i]
		found := false
		for j := range system {
			c := &system[j]
			fmt.Fprintf(r.out, "1.res=%d, 2.res=%d, 1.start=%d, 2.start=%d, 1.end=%d, 2.end=%d\n",
				bracket.result, c.result, bracket.start, c.start, bracket.end, c.end)
			if bracket.result == dropped || c.result != missed || bracket.start != c.start || bracket.end != c.end {
				continue
			}
			found = true
			if r.unlabelled || r.sameLabel(bracket.label, c.label) {
				bracket.result, c.result = matched, matched
				n++
				break
			}
			r.show("LABEL", &r.gold, bracket)
			other[j] = true
		}
		if !found && bracket.result != dropped {
			r.show("BRACKET", &r.gold, bracket)
		}
	}
	for j := range system {
		if system[j].result == missed && !other[j] {
			r.show("EXTRA", &r.system, &system[j])
		}
	}
	return n
}

// crossingAloud is crossing as in the original. It shows a gold bracket unless it was
// the last one shown.
func (r *run) crossingAloud() int {
	gold, system := r.gold.brackets, r.system.brackets
	n, last := 0, -1
	for j := range system {
		for i := range gold {
			if gold[i].result == dropped || system[j].result == dropped || !crosses(&gold[i], &system[j]) {
				continue
			}
			if i != last {
				r.show("CROSSING", &r.gold, &gold[i])
				last = i
			}
			n++
			break
		}
	}
	return n
}

// show prints a bracket with the text between its label and its ')'.
func (r *run) show(what string, side *side, bracket *bracket) {
	end := bracket.textEnd
	if end < bracket.textStart { // never closed: the original copies endlessly
		r.exceeds("unclosed bracket", 1, 0)
		end = int32(len(bytes.TrimRight(side.line, "\n")))
	}
	r.exceeds("bytes in a bracket", int(end-bracket.textStart), r.TextBytes)
	text := side.line[bracket.textStart:min(end, int32(len(side.line)))]
	fmt.Fprintf(r.out, "  %s[%d-%d]: %s\n", what, bracket.start, bracket.end-1, text)
}

// tables prints the words and brackets of both sides.
func (r *run) tables() {
	a, b := &r.gold, &r.system
	fmt.Fprintf(r.out, "-<1>---(wn1=%3d, bn1=%3d)-           ", len(a.terms), len(a.brackets))
	fmt.Fprintf(r.out, "-<2>---(wn2=%3d, bn2=%3d)-\n", len(b.terms), len(b.brackets))
	r.columns(max(len(a.terms), len(b.terms)), 34, r.wordCell)
	fmt.Fprintln(r.out)
	r.columns(max(len(a.brackets), len(b.brackets)), 26, r.bracketCell)
	fmt.Fprint(r.out, "\n========\n")
}

// columns prints the cells of gold beside those of the system; a cell that is not there is empty.
func (r *run) columns(rows, width int, cell func(s *side, i int) string) {
	for i := range rows {
		fmt.Fprintf(r.out, "%s      %s\n", wide(width, cell(&r.gold, i)), cell(&r.system, i))
	}
}

func (r *run) wordCell(s *side, i int) string {
	if i >= len(s.terms) || len(s.word(i)) == 0 {
		return ""
	}
	t := &s.terms[i]
	return fmt.Sprintf("%3d : %d : %s  %s", i, t.result, wide(6, r.syms.Name(t.label)), wide(16, string(s.word(i))))
}

func (r *run) bracketCell(s *side, i int) string {
	if i >= len(s.brackets) {
		return ""
	}
	b := &s.brackets[i]
	return fmt.Sprintf("%3d : %d : %3d  %3d  %s", i, b.result, b.start, b.end, wide(6, r.syms.Name(b.label)))
}

// wide pads s to that number of bytes.
func wide(bytes int, s string) string { return s + strings.Repeat(" ", max(0, bytes-len(s))) }
