package udeval

import (
	"fmt"
	"io"
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

func class(rel string) int {
	switch rel {
	case "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated", "advcl", "advmod",
		"discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound", "list", "parataxis",
		"orphan", "goeswith", "reparandum", "root", "dep":
		return content
	case "aux", "cop", "mark", "det", "clf", "case", "cc":
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
	goldOf       []int32 // by system word, -1 if there is none
	aligned      int     // system words with one
}

// newEvaluation aligns the words of two files in stretches of some words at least.
func newEvaluation(gold, system *file, words int) *evaluation {
	e := &evaluation{gold: gold, system: system, goldOf: slices.Repeat([]int32{-1}, len(system.words))}
	var a wordalign.Aligner
	var places [2][]wordalign.Word
	for g, s := 0, 0; g < len(gold.words) && s < len(system.words); {
		g1, s1 := stretch(gold.words, system.words, g, s, words)
		places[0], places[1] = gold.places(places[0][:0], g, g1), system.places(places[1][:0], s, s1)
		for _, l := range a.Align(places[0], places[1]) {
			e.goldOf[l.System+int32(s)] = l.Gold + int32(g)
			e.aligned++
		}
		g, s = g1, s1
	}
	return e
}

// stretched is the number of words that are aligned at once.
const stretched = 10_000

// stretch returns the ends of a stretch of at least that many words from g and s. It ends where a token
// ends on both sides, so that the stretches are aligned as the whole files are.
func stretch(gold, system []word, g, s, words int) (int, int) {
	first := g
	for g < len(gold) && s < len(system) {
		if gold[g].to == system[s].to {
			end := gold[g].to
			for g < len(gold) && gold[g].to == end {
				g++
			}
			for s < len(system) && system[s].to == end {
				s++
			}
			if g-first >= words {
				return g, s
			}
		} else if gold[g].to < system[s].to {
			g++
		} else {
			s++
		}
	}
	return len(gold), len(system)
}

// places appends the places of the words from i to j.
func (f *file) places(dst []wordalign.Word, i, j int) []wordalign.Word {
	first, _ := slices.BinarySearchFunc(f.parts, i, func(p part, i int) int { return int(p.word) - i })
	parts := f.parts[first:]
	for k := i; k < j; k++ {
		word := &f.words[k]
		form := f.text[word.from:word.to]
		multi := len(parts) > 0 && int(parts[0].word) == k
		if multi {
			form, parts = []byte(f.names.text(parts[0].form)), parts[1:]
		}
		dst = append(dst, wordalign.Word{From: word.from, To: word.to, Form: form, Multi: multi})
	}
	return dst
}

// spans scores tokens or sentences.
func spans(gold, system ends) score {
	s := score{gold: float64(len(gold)), system: float64(len(system))}
	for i, j := 0, 0; i < len(gold) && j < len(system); {
		g, t := gold.at(i), system.at(j)
		switch {
		case t.from < g.from:
			j++
		case g.from < t.from:
			i++
		default:
			if g.to == t.to {
				s.correct++
			}
			i, j = i+1, j+1
		}
	}
	return s
}

// words scores aligned words. weight returns the weight of a word, nil if all weigh 1; same
// reports whether an aligned pair is correct.
func (e *evaluation) words(weight func(*word) float64, same func(g, s *word) bool) score {
	if weight == nil {
		return e.allWords(same)
	}
	r := score{hasAligned: true}
	for i := range e.gold.words {
		r.gold += weight(&e.gold.words[i])
	}
	for i := range e.system.words {
		r.system += weight(&e.system.words[i])
	}
	for i, of := range e.goldOf {
		if of < 0 {
			continue
		}
		g, s := &e.gold.words[of], &e.system.words[i]
		w := weight(g)
		r.aligned += w
		if w != 0 && same(g, s) {
			r.correct += w
		}
	}
	return r
}

// allWords is words for words that all weigh 1.
func (e *evaluation) allWords(same func(g, s *word) bool) score {
	correct := 0
	for i, of := range e.goldOf {
		if of >= 0 && same(&e.gold.words[of], &e.system.words[i]) {
			correct++
		}
	}
	return score{correct: float64(correct), gold: float64(len(e.gold.words)), system: float64(len(e.system.words)),
		aligned: float64(e.aligned), hasAligned: true}
}

// contentOnly is the weight of a word where only content words count.
func (e *evaluation) contentOnly(w *word) float64 {
	if e.gold.names.class(w.deprel) == content {
		return 1
	}
	return 0
}

func (e *evaluation) upos(g, s *word) bool  { return e.tags(g).upos == e.tags(s).upos }
func (e *evaluation) xpos(g, s *word) bool  { return e.tags(g).xpos == e.tags(s).xpos }
func (e *evaluation) feats(g, s *word) bool { return e.tags(g).feats == e.tags(s).feats }
func allTags(g, s *word) bool               { return g.tags == s.tags }
func sameLemma(g, s *word) bool             { return g.lemma == s.lemma }

func (e *evaluation) tags(w *word) *tags { return &e.gold.names.tags[w.tags] }

func (e *evaluation) lemma(g, s *word) bool {
	return e.gold.names.text(g.lemma) == "_" || g.lemma == s.lemma
}

func (e *evaluation) head(g, s *word) bool {
	if s.parent < 0 {
		return g.parent < 0
	}
	return g.parent >= 0 && e.goldOf[s.parent] == g.parent
}

func (e *evaluation) labelled(g, s *word) bool {
	return e.head(g, s) && g.deprel == s.deprel
}

func (e *evaluation) morphosyntax(g, s *word) bool {
	if !e.labelled(g, s) || !e.upos(g, s) || !e.feats(g, s) {
		return false
	}
	c, d := g.function, s.function
	for c >= 0 && d >= 0 {
		x, y := &e.gold.words[c], &e.system.words[d]
		if e.goldOf[d] != c || x.deprel != y.deprel || !e.upos(x, y) || !e.feats(x, y) {
			return false
		}
		c, d = x.nextOfHead, y.nextOfHead
	}
	return c == d
}

func (e *evaluation) lexical(g, s *word) bool { return e.labelled(g, s) && e.lemma(g, s) }

// edges counts pairs of equal edges of aligned words, without subtypes if cut is set.
func (e *evaluation) edges(cut bool) score {
	r := score{aligned: float64(e.aligned), hasAligned: true}
	r.gold, r.system = float64(len(e.gold.edges)), float64(len(e.system.edges))
	names := e.gold.names
	same := func(x, y name) bool {
		return x == y || cut && names.withoutSubtypes(x) == names.withoutSubtypes(y)
	}
	for i, of := range e.goldOf {
		if of < 0 {
			continue
		}
		for _, g := range e.gold.edgesOf(int(of)) {
			for _, s := range e.system.edgesOf(i) {
				parent := g.parent == zero && s.parent == zero || g.parent >= 0 && s.parent >= 0 && e.goldOf[s.parent] == g.parent
				if parent && same(g.path, s.path) {
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
func (e *evaluation) functionWeight(w *word) float64 {
	switch e.gold.names.text(w.deprel) {
	case "aux", "case", "cc", "clf", "cop", "det", "mark", "punct":
		return 0
	}
	return 1
}

func (p *program) rows(evaluation *evaluation, opt *options, weights map[string]float64) []row {
	wordScore := evaluation.words(nil, func(*word, *word) bool { return true })
	wordScore.hasAligned = false
	featsRow := "UFeats"
	if p.old {
		featsRow = "Feats"
	}
	lemmas := evaluation.lemma
	if p.old {
		lemmas = sameLemma
	}
	rows := []row{
		{"Tokens", spans(evaluation.gold.tokens, evaluation.system.tokens)},
		{"Sentences", spans(evaluation.gold.sentences, evaluation.system.sentences)},
		{"Words", wordScore},
		{"UPOS", evaluation.words(nil, evaluation.upos)},
		{"XPOS", evaluation.words(nil, evaluation.xpos)},
		{featsRow, evaluation.words(nil, evaluation.feats)},
		{"AllTags", evaluation.words(nil, allTags)},
		{"Lemmas", evaluation.words(nil, lemmas)},
		{"UAS", evaluation.words(nil, evaluation.head)},
		{"LAS", evaluation.words(nil, evaluation.labelled)},
	}
	if p.old {
		rows = append(rows, row{"CLAS", evaluation.words(evaluation.functionWeight, evaluation.labelled)})
		if weights != nil {
			weight := func(w *word) float64 {
				if v, ok := weights[evaluation.gold.names.text(w.deprel)]; ok {
					return v
				}
				return 1
			}
			rows = append(rows, row{"WeightedLAS", evaluation.words(weight, evaluation.labelled)})
		}
		return rows
	}
	var graph []row
	if p.enhanced && !opt.noEnhanced {
		graph = []row{{"ELAS", evaluation.edges(false)}, {"EULAS", evaluation.edges(true)}}
		if p.ud {
			graph[0].score.hasAligned, graph[1].score.hasAligned = false, false
		}
	}
	if !p.ud {
		rows = append(rows, graph...)
	}
	rows = append(rows, row{"CLAS", evaluation.words(evaluation.contentOnly, evaluation.labelled)},
		row{"MLAS", evaluation.words(evaluation.contentOnly, evaluation.morphosyntax)},
		row{"BLEX", evaluation.words(evaluation.contentOnly, evaluation.lexical)})
	if p.ud {
		rows = append(rows, graph...)
	}
	return rows
}

// table prints the output of the program.
func (p *program) table(out io.Writer, e *evaluation, opt *options, weights map[string]float64) {
	rows := p.rows(e, opt, weights)
	if !opt.verbose && !opt.counts && weights == nil {
		p.short(out, rows)
		return
	}
	head := "Metric     | Precision |    Recall |  F1 Score | AligndAcc\n"
	switch {
	case p.old:
		head = "Metrics    | Precision |    Recall |  F1 Score | AligndAcc\n"
	case opt.counts:
		head = "Metric     | Correct   |      Gold | Predicted | Aligned\n"
	}
	fmt.Fprint(out, head, "-----------+-----------+-----------+-----------+-----------\n")
	for _, row := range rows {
		score := &row.score
		if opt.counts {
			aligned := ""
			switch {
			case score.hasAligned && score.aligned != 0:
				aligned = fmt.Sprintf("%.0f", score.aligned)
			case row.name == "Words":
				aligned = fmt.Sprintf("%.0f", score.correct)
			}
			fmt.Fprintf(out, "%-11s|%10.0f |%10.0f |%10.0f |%10s\n", row.name, score.correct, score.gold, score.system,
				aligned)
			continue
		}
		aligned := ""
		if score.hasAligned {
			aligned = percent(score.correct, score.aligned)
		}
		fmt.Fprintf(out, "%-11s|%s |%s |%s |%s\n", row.name,
			percent(score.correct, score.system), percent(score.correct, score.gold),
			percent(2*score.correct, score.system+score.gold), aligned)
	}
}

// short prints the figures of a run without -v.
func (p *program) short(out io.Writer, rows []row) {
	for _, row := range rows {
		s := &row.score
		f1 := 100 * ratio(2*s.correct, s.system+s.gold)
		switch row.name {
		case "LAS", "ELAS", "EULAS":
			fmt.Fprintf(out, "%s F1 Score: %.2f\n", row.name, f1)
		case "MLAS", "BLEX":
			fmt.Fprintf(out, "%s Score: %.2f\n", row.name, f1)
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
