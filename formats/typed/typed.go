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
	"maps"
	"slices"
	"strconv"

	"assay/formats/internal/conll"
	"assay/formats/internal/notation"
	"assay/internal/lazy"
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
	Split:    notation.Split,
	Parse:    parse,
	ID:       conll.ID,
	Document: conll.Document,
	Write:    write,
}

// dependency is a line: the relation, then the form and the number of the head and of the dependent. A
// form may hold commas and brackets: the head ends at the first comma after a hyphen and a number.
var dependency = lazy.Regexp(`^([^\s(),]+)\((.+?)-(\d{1,6})'*, (.+)-([1-9]\d{0,5})'*\)\s*$`)

func detect(head []byte) bool {
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return dependency().Match(line)
		}
	}
	return false
}

func parse(s *treebank.Sentence, text []byte) error {
	var links [][2]int // numbers of head and dependent
	var relations []treebank.Symbol
	forms, headed := map[int]treebank.Span{}, map[int]bool{}
	for at, line := range treebank.EachLine(text) {
		parts := dependency().FindSubmatchIndex(line)
		switch trimmed := bytes.TrimRight(line, " \t\r\n"); {
		case len(trimmed) == 0:
		case line[0] == '#':
			conll.AddComment(s, text, at, at+len(trimmed))
		case parts == nil:
			return treebank.At(text, at, "a typed dependency, as in nsubj(loves-2, Mary-1)", fmt.Sprintf("%.40q", trimmed))
		default:
			var link [2]int
			for k := range link {
				form, number := parts[4+4*k:], parts[6+4*k:]
				n, _ := strconv.Atoi(string(line[number[0]:number[1]])) // at most six digits
				word := treebank.Span{Off: uint32(at + form[0]), Len: uint32(form[1] - form[0])}
				old, known := forms[n]
				switch before, now := text[old.Off:old.Off+old.Len], line[form[0]:form[1]]; {
				case known && !bytes.Equal(before, now):
					return treebank.At(text, int(word.Off), fmt.Sprintf("word %d to be %q, as before", n, before),
						fmt.Sprintf("%q", now))
				case n > 0:
					forms[n] = word
				}
				link[k] = n
			}
			headed[link[1]] = true
			links, relations = append(links, link), append(relations, s.Syms.Intern(line[parts[2]:parts[3]]))
		}
	}
	index := map[int]int32{0: treebank.Root}
	for _, n := range slices.Sorted(maps.Keys(forms)) {
		index[n] = int32(len(s.Tokens))
		s.Tokens = append(s.Tokens, treebank.Token{Form: forms[n], Parent: -1})
		if !headed[n] {
			s.Arcs = append(s.Arcs, treebank.Arc{Dep: index[n], Head: treebank.Unknown})
		}
	}
	for i, link := range links {
		s.Arcs = append(s.Arcs, treebank.Arc{Dep: index[link[1]], Head: index[link[0]], Rel: relations[i]})
	}
	slices.SortStableFunc(s.Arcs, func(a, b treebank.Arc) int { return int(a.Dep - b.Dep) })
	return nil
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
