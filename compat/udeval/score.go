package udeval

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/wordalign"
)

// The classes of relations.
const (
	neither = iota
	content
	functional
)

var contentRelations = map[string]bool{"nsubj": true, "obj": true, "iobj": true, "csubj": true, "ccomp": true, "xcomp": true,
	"obl": true, "vocative": true, "expl": true, "dislocated": true, "advcl": true, "advmod": true, "discourse": true,
	"nmod": true, "appos": true, "nummod": true, "acl": true, "amod": true, "conj": true, "fixed": true, "flat": true,
	"compound": true, "list": true, "parataxis": true, "orphan": true, "goeswith": true, "reparandum": true, "root": true, "dep": true}

var functionalRelations = map[string]bool{"aux": true, "cop": true, "mark": true, "det": true, "clf": true, "case": true, "cc": true}

func class(rel string) int {
	switch {
	case contentRelations[rel]:
		return content
	case functionalRelations[rel]:
		return functional
	}
	return neither
}

// A score holds the figures of one row.
type score struct {
	correct, gold, system, aligned float64
	hasAligned                     bool
}

// An evaluation is two files and their alignment.
type evaluation struct {
	gold, system *file
	links        []wordalign.Link
	goldOf       []int32 // by system word, -1 if there is none
}

func newEvaluation(gold, system *file) *evaluation {
	e := &evaluation{gold: gold, system: system}
	var a wordalign.Aligner
	e.links = a.Align(places(gold), places(system))
	e.goldOf = make([]int32, len(system.words))
	for i := range e.goldOf {
		e.goldOf[i] = -1
	}
	for _, l := range e.links {
		e.goldOf[l.System] = l.Gold
	}
	return e
}

func places(f *file) []wordalign.Word {
	out := make([]wordalign.Word, len(f.words))
	for i := range f.words {
		w := &f.words[i]
		out[i] = wordalign.Word{From: int32(w.span.from), To: int32(w.span.to), Form: []byte(w.col[colForm]), Multi: w.multi}
	}
	return out
}

func spans(gold, system []span) score {
	s := score{gold: float64(len(gold)), system: float64(len(system))}
	for i, j := 0, 0; i < len(gold) && j < len(system); {
		switch {
		case system[j].from < gold[i].from:
			j++
		case gold[i].from < system[j].from:
			i++
		default:
			if gold[i].to == system[j].to {
				s.correct++
			}
			i, j = i+1, j+1
		}
	}
	return s
}

// words scores aligned words. weight returns the weight of a word; same reports
// whether an aligned pair is correct.
func (e *evaluation) words(weight func(*word) float64, same func(g, s *word) bool) score {
	r := score{hasAligned: true}
	for i := range e.gold.words {
		r.gold += weight(&e.gold.words[i])
	}
	for i := range e.system.words {
		r.system += weight(&e.system.words[i])
	}
	for _, l := range e.links {
		g, s := &e.gold.words[l.Gold], &e.system.words[l.System]
		w := weight(g)
		r.aligned += w
		if w != 0 && same(g, s) {
			r.correct += w
		}
	}
	return r
}

// every, content and functional are weights for all, content and functional words.
func every(*word) float64 { return 1 }

func contentOnly(w *word) float64 {
	if class(w.col[colDeprel]) == content {
		return 1
	}
	return 0
}

// column compares one column.
func column(c int) func(g, s *word) bool {
	return func(g, s *word) bool { return g.col[c] == s.col[c] }
}

func lemma(g, s *word) bool {
	return g.col[colLemma] == "_" || g.col[colLemma] == s.col[colLemma]
}

func tags(g, s *word) bool {
	return g.col[colUPOS] == s.col[colUPOS] && g.col[colXPOS] == s.col[colXPOS] && g.col[colFeats] == s.col[colFeats]
}

func (e *evaluation) head(g, s *word) bool {
	if s.parent < 0 {
		return g.parent < 0
	}
	return g.parent >= 0 && int(e.goldOf[s.parent]) == g.parent
}

func (e *evaluation) labelled(g, s *word) bool {
	return e.head(g, s) && g.col[colDeprel] == s.col[colDeprel]
}

func (e *evaluation) morphosyntax(g, s *word) bool {
	if !e.labelled(g, s) || g.col[colUPOS] != s.col[colUPOS] || g.col[colFeats] != s.col[colFeats] || len(g.functional) != len(s.functional) {
		return false
	}
	for i, c := range g.functional {
		d := s.functional[i]
		x, y := &e.gold.words[c], &e.system.words[d]
		if int(e.goldOf[d]) != c || x.col[colDeprel] != y.col[colDeprel] || x.col[colUPOS] != y.col[colUPOS] || x.col[colFeats] != y.col[colFeats] {
			return false
		}
	}
	return true
}

func (e *evaluation) lexical(g, s *word) bool { return e.labelled(g, s) && lemma(g, s) }

// edges counts pairs of equal edges of aligned words, without subtypes if cut is set.
func (e *evaluation) edges(cut bool) score {
	r := score{aligned: float64(len(e.links)), hasAligned: true}
	for i := range e.gold.words {
		r.gold += float64(len(e.gold.words[i].edges))
	}
	for i := range e.system.words {
		r.system += float64(len(e.system.words[i].edges))
	}
	same := func(x, y string) bool {
		if cut {
			x, _, _ = strings.Cut(x, ":")
			y, _, _ = strings.Cut(y, ":")
		}
		return x == y
	}
	for _, l := range e.links {
		for _, g := range e.gold.words[l.Gold].edges {
			for _, s := range e.system.words[l.System].edges {
				parent := g.parent == zero && s.parent == zero || g.parent >= 0 && s.parent >= 0 && int(e.goldOf[s.parent]) == g.parent
				if parent && slices.EqualFunc(g.steps, s.steps, same) {
					r.correct++
				}
			}
		}
	}
	return r
}

// A row is a row of the table, computed on demand.
type row struct {
	name  string
	score score
}

// functionWeight is the weight of relations for CLAS in conll17_ud_eval.py.
func functionWeight(w *word) float64 {
	switch w.col[colDeprel] {
	case "aux", "case", "cc", "clf", "cop", "det", "mark", "punct":
		return 0
	}
	return 1
}

func (p *program) rows(e *evaluation, o *options, weights map[string]float64) []row {
	wordScore := e.words(every, func(*word, *word) bool { return true })
	wordScore.hasAligned = false
	feats := "UFeats"
	if p.old {
		feats = "Feats"
	}
	lemmas := lemma
	if p.old {
		lemmas = column(colLemma)
	}
	rows := []row{
		{"Tokens", spans(e.gold.tokens, e.system.tokens)},
		{"Sentences", spans(e.gold.sentences, e.system.sentences)},
		{"Words", wordScore},
		{"UPOS", e.words(every, column(colUPOS))},
		{"XPOS", e.words(every, column(colXPOS))},
		{feats, e.words(every, column(colFeats))},
		{"AllTags", e.words(every, tags)},
		{"Lemmas", e.words(every, lemmas)},
		{"UAS", e.words(every, e.head)},
		{"LAS", e.words(every, e.labelled)},
	}
	if p.old {
		rows = append(rows, row{"CLAS", e.words(functionWeight, e.labelled)})
		if weights != nil {
			weight := func(w *word) float64 {
				if v, ok := weights[w.col[colDeprel]]; ok {
					return v
				}
				return 1
			}
			rows = append(rows, row{"WeightedLAS", e.words(weight, e.labelled)})
		}
		return rows
	}
	var graph []row
	if p.enhanced && !o.noEnhanced {
		graph = []row{{"ELAS", e.edges(false)}, {"EULAS", e.edges(true)}}
		if p.ud {
			graph[0].score.hasAligned, graph[1].score.hasAligned = false, false
		}
	}
	if !p.ud {
		rows = append(rows, graph...)
	}
	rows = append(rows, row{"CLAS", e.words(contentOnly, e.labelled)},
		row{"MLAS", e.words(contentOnly, e.morphosyntax)}, row{"BLEX", e.words(contentOnly, e.lexical)})
	if p.ud {
		rows = append(rows, graph...)
	}
	return rows
}

// table returns the output of the program.
func (p *program) table(e *evaluation, o *options, weights map[string]float64) string {
	rows := p.rows(e, o, weights)
	var b strings.Builder
	if !o.verbose && !o.counts && weights == nil {
		p.short(&b, rows)
		return b.String()
	}
	head := "Metric     | Precision |    Recall |  F1 Score | AligndAcc\n"
	switch {
	case p.old:
		head = "Metrics    | Precision |    Recall |  F1 Score | AligndAcc\n"
	case o.counts:
		head = "Metric     | Correct   |      Gold | Predicted | Aligned\n"
	}
	b.WriteString(head + "-----------+-----------+-----------+-----------+-----------\n")
	for _, r := range rows {
		s := &r.score
		if o.counts {
			aligned := ""
			switch {
			case s.hasAligned && s.aligned != 0:
				aligned = fmt.Sprintf("%.0f", s.aligned)
			case r.name == "Words":
				aligned = fmt.Sprintf("%.0f", s.correct)
			}
			fmt.Fprintf(&b, "%-11s|%10.0f |%10.0f |%10.0f |%10s\n", r.name, s.correct, s.gold, s.system, aligned)
			continue
		}
		aligned := ""
		if s.hasAligned {
			aligned = percent(s.correct, s.aligned)
		}
		fmt.Fprintf(&b, "%-11s|%s |%s |%s |%s\n", r.name,
			percent(s.correct, s.system), percent(s.correct, s.gold), percent(2*s.correct, s.system+s.gold), aligned)
	}
	return b.String()
}

// short prints the figures of a run without -v.
func (p *program) short(b *strings.Builder, rows []row) {
	for _, r := range rows {
		s := &r.score
		f1 := 100 * ratio(2*s.correct, s.system+s.gold)
		switch r.name {
		case "LAS", "ELAS", "EULAS":
			fmt.Fprintf(b, "%s F1 Score: %.2f\n", r.name, f1)
		case "MLAS", "BLEX":
			fmt.Fprintf(b, "%s Score: %.2f\n", r.name, f1)
		}
	}
}

// percent is a figure of the table. A weight may be nan or inf.
func percent(n, d float64) string {
	return strings.ToLower(fmt.Sprintf("%10.2f", 100*ratio(n, d)))
}

func ratio(n, d float64) float64 {
	if d == 0 {
		return 0
	}
	return n / d
}
