package cupt

import (
	"bufio"
	"errors"
	"strconv"
	"strings"

	"assay/formats/internal/conll"
	"assay/internal/expressions"
	"assay/treebank"
)

// write writes a sentence; expressions get the numbers of their phrases.
func write(w *bufio.Writer, s *treebank.Sentence) error {
	if len(s.Tokens) == 0 {
		return errors.New("want a sentence with words, found none")
	}
	p := conll.Printer{W: w, S: s}
	p.Comments()
	codes := make([][]string, len(s.Tokens))
	for i, words := range expressions.All(nil, s) {
		for k, word := range words {
			code := strconv.Itoa(i + 1)
			if category := s.Name(s.Phrases[i].Label); k == 0 && category != "" {
				code += ":" + category
			}
			codes[word] = append(codes[word], code)
		}
	}
	empties, ranges := s.Empties, s.Ranges
	for i := range int32(len(s.Tokens) + 1) {
		for len(empties) > 0 && empties[0].After == i {
			e := &empties[0]
			w.WriteString(strconv.Itoa(int(i)) + "." + strconv.Itoa(int(e.Minor)))
			columns(&p, &e.Token, &e.Morph, treebank.Arc{Head: treebank.Unknown}, nil, "*")
			empties = empties[1:]
		}
		for len(ranges) > 0 && ranges[0].Begin == i {
			r := &ranges[0]
			w.WriteString(strconv.Itoa(int(r.Begin)+1) + "-" + strconv.Itoa(int(r.End)))
			columns(&p, &treebank.Token{Form: r.Form}, &treebank.Morph{Misc: r.Misc},
				treebank.Arc{Head: treebank.Unknown}, nil, "*")
			ranges = ranges[1:]
		}
		if int(i) == len(s.Tokens) {
			break
		}
		head, rel := s.HeadOf(i)
		mwe := "*"
		if len(codes[i]) > 0 {
			mwe = strings.Join(codes[i], ";")
		}
		morph := p.MorphOf(i)
		w.WriteString(strconv.Itoa(int(i) + 1))
		columns(&p, &s.Tokens[i], &morph, treebank.Arc{Head: head, Rel: rel}, s.FindAttr(i, depsKey), mwe)
	}
	return w.WriteByte('\n')
}

// columns writes the columns after the first.
func columns(p *conll.Printer, token *treebank.Token, morph *treebank.Morph, arc treebank.Arc, deps []byte,
	mwe string) {
	p.Span(token.Form)
	p.Span(morph.Lemma)
	p.Symbol(token.Tag)
	p.Symbol(morph.Fine)
	p.Symbol(morph.Feats)
	p.Head(arc.Head)
	p.Symbol(arc.Rel)
	p.Field(deps)
	p.Span(morph.Misc)
	p.W.WriteString("\t" + mwe + "\n")
}
