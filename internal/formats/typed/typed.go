// Package typed reads and writes typed dependencies as the Stanford parser prints them (de
// Marneffe & Manning 2008, section 2), one on a line, an empty line after each sentence:
//
//	nsubj(loves-2, Mary-1)
//	root(ROOT-0, loves-2)
//
// A word is its form and its number. Lines that begin with # are comments; "# sent_id = NAME"
// names the sentence. The mark of a copied node, as in loves-2', is not read. A word with
// several heads, as in collapsed dependencies, has several arcs.
//
// Limits: a word that no line has, as most punctuation, is not in the sentence, so that the
// others may have smaller numbers; a word that is only a head has no head of its own.
package typed

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"assay/internal/formats/internal/conll"
	"assay/internal/formats/internal/notation"
	"assay/treebank"
)

// Format is the notation of typed dependencies.
var Format = treebank.Format{
	Name:     "typed",
	Title:    "typed dependencies of the Stanford parser, as in nsubj(loves-2, Mary-1)",
	Source:   "de Marneffe & Manning 2008, section 2",
	Ext:      []string{".typed", ".sd"},
	Layers:   treebank.Arcs | treebank.Relations,
	Detect:   detect,
	Split:    func(data []byte, atEOF bool, _ int32) treebank.Extent { return notation.Split(data, atEOF, nil) },
	Parse:    parse,
	ID:       conll.ID,
	Document: conll.Document,
	Write:    write,
}

func detect(head []byte) bool {
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			_, ok := cut(line)
			return ok
		}
	}
	return false
}

// A link is a line: its parts as places in the line.
type link struct {
	rel    int      // end of the relation
	form   [2]place // of the head and of the dependent
	number [2]int   // of the words; 0 is the root
}

type place struct{ begin, end int }

// cut finds the parts of a line. A form may hold commas and brackets: the head ends at the
// first comma and blank after a hyphen and a number.
func cut(line []byte) (l link, ok bool) {
	l.rel = bytes.IndexByte(line, '(')
	if l.rel <= 0 || bytes.ContainsAny(line[:l.rel], " \t,)") {
		return l, false
	}
	for at := l.rel + 1; ; at++ {
		comma := bytes.Index(line[min(at, len(line)):], []byte(", "))
		if comma < 0 {
			return l, false
		}
		if at += comma; l.word(line, 0, l.rel+1, at) {
			return l, line[len(line)-1] == ')' && l.word(line, 1, at+2, len(line)-1)
		}
	}
}

// word reads a form and a number.
func (l *link) word(line []byte, which, begin, end int) bool {
	hyphen := begin + bytes.LastIndexByte(line[begin:end], '-')
	if hyphen <= begin {
		return false
	}
	n, err := strconv.Atoi(string(bytes.TrimRight(line[hyphen+1:end], "'")))
	l.form[which], l.number[which] = place{begin, hyphen}, n
	return err == nil && n >= which && n < 1<<20
}

func parse(s *treebank.Sentence, text []byte) error {
	var links []link
	forms, offsets := map[int]treebank.Span{}, []int{}
	at := 0
	for raw := range bytes.Lines(text) {
		line := bytes.TrimRight(raw, " \t\r\n")
		switch l, ok := cut(line); {
		case len(line) == 0:
		case line[0] == '#':
			s.Comments = append(s.Comments, treebank.Span{Off: uint32(at), Len: uint32(len(line))})
			if id := conll.ID(line); id != nil && s.ID.Len == 0 {
				s.ID = treebank.Span{Off: uint32(cap(text) - cap(id)), Len: uint32(len(id))}
			}
		case !ok:
			return treebank.At(text, at, "a typed dependency, as in nsubj(loves-2, Mary-1)", fmt.Sprintf("%.40q", line))
		default:
			for k, n := range l.number {
				form := treebank.Span{Off: uint32(at + l.form[k].begin), Len: uint32(l.form[k].end - l.form[k].begin)}
				old, known := forms[n]
				if known && !bytes.Equal(text[old.Off:old.Off+old.Len], text[form.Off:form.Off+form.Len]) {
					return treebank.At(text, int(form.Off), fmt.Sprintf("word %d to be %q, as before", n,
						text[old.Off:old.Off+old.Len]),
						fmt.Sprintf("%q", text[form.Off:form.Off+form.Len]))
				}
				if !known && n > 0 {
					forms[n] = form
				}
			}
			links, offsets = append(links, l), append(offsets, at)
		}
		at += len(raw)
	}
	build(s, text, links, offsets, forms)
	return nil
}

// build makes the words, in the order of their numbers, and their arcs.
func build(s *treebank.Sentence, text []byte, links []link, offsets []int, forms map[int]treebank.Span) {
	index := map[int]int32{0: treebank.Root}
	var numbers []int
	for n := range forms {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	for i, n := range numbers {
		index[n] = int32(i)
		s.Tokens = append(s.Tokens, treebank.Token{Form: forms[n], Parent: -1})
	}
	headed := make([]bool, len(numbers))
	for i, l := range links {
		dep := index[l.number[1]]
		headed[dep] = true
		s.Arcs = append(s.Arcs, treebank.Arc{Dep: dep, Head: index[l.number[0]],
			Rel: s.Syms.Intern(text[offsets[i] : offsets[i]+l.rel])})
	}
	for i, ok := range headed {
		if !ok {
			s.Arcs = append(s.Arcs, treebank.Arc{Dep: int32(i), Head: treebank.Unknown})
		}
	}
	slices.SortStableFunc(s.Arcs, func(a, b treebank.Arc) int { return int(a.Dep - b.Dep) })
}

func write(w *bufio.Writer, s *treebank.Sentence) error {
	p := conll.Printer{W: w, S: s}
	p.Comments()
	for _, arc := range s.Arcs {
		rel, head := s.Name(arc.Rel), "ROOT"
		switch {
		case arc.Head == treebank.Unknown:
			continue
		case arc.Head >= 0:
			head = string(s.Word(arc.Head))
		}
		if rel == "" {
			rel = "dep" // the relation of the notation for one that is not known
		}
		fmt.Fprintf(w, "%s(%s-%d, %s-%d)\n", rel, head, max(arc.Head+1, 0), s.Word(arc.Dep), arc.Dep+1)
	}
	return w.WriteByte('\n')
}
