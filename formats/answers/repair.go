package answers

import (
	"slices"
	"strings"

	"assay/internal/lazy"
	"assay/treebank"
)

// A Step is a step of the ladder of repair.
type Step int

// The steps, those of format first.
const (
	Reasoning Step = iota
	Fence
	Prose
	Choice
	Square
	Columns
	Shape
	Surplus
	MissingBracket
	Bare
	Empty
	Several
	StepCount
)

// String returns the name of a step.
func (s Step) String() string {
	return [StepCount]string{"reasoning", "fence", "prose", "choice", "square", "columns", "shape", "surplus", "missing",
		"bare", "empty", "several"}[s]
}

// About describes a step.
func (s Step) About() string {
	return [StepCount]string{
		"reasoning is cut", "text around a fence", "text around the analysis", "one of several analyses is taken",
		"square or full-width brackets", "columns between blanks",
		"a table, JSON, a drawing or curly quotes",
		"closing brackets too many", "closing brackets missing", "bare words in a phrase", "phrases without words",
		"several trees",
	}[s]
}

// Structural reports whether a step changes the analysis.
func (s Step) Structural() bool { return s >= Surplus }

// stepKey is the key of the Attr of a sentence that holds the steps it needed.
const stepKey = "repair"

// Steps returns the steps that the answer of s needed.
func Steps(s *treebank.Sentence) (steps []Step) {
	for _, c := range s.FindAttr(-1, stepKey) {
		steps = append(steps, Step(c-'a'))
	}
	return steps
}

// A finder finds the analysis in an answer.
type finder struct {
	kind   int32
	repair Repair
	first  bool     // the first of several analyses counts
	tags   []string // more tags of reasoning
	steps  [StepCount]bool
}

// record notes the steps in the sentence. If the options do not allow a step, the
// sentence has no analysis.
func (f *finder) record(sentence *treebank.Sentence, opt Options) {
	var codes []byte
	var names []string
	structural := false
	for k, used := range f.steps {
		if !used {
			continue
		}
		codes = append(codes, byte('a'+k))
		if st := Step(k); st.Structural() {
			structural = true
			names = append(names, st.About())
		}
	}
	if len(codes) > 0 {
		sentence.AddAttr(-1, stepKey, sentence.Add(codes))
	}
	if !structural || sentence.Missing {
		return
	}
	faults := strings.Join(names, ", ")
	if opt.Repair == Structure {
		sentence.Note(&treebank.SyntaxError{Line: 1, Want: "a well-formed " + noun[f.kind], Found: faults + "; repaired"})
		return
	}
	discard(sentence)
	sentence.Missing, sentence.Failure = true, "the answer needs repair: "+faults
}

// discard drops the analysis of s and keeps its name and attributes.
func discard(s *treebank.Sentence) {
	s.Tokens, s.Morph, s.Ranges, s.Empties = s.Tokens[:0], s.Morph[:0], s.Ranges[:0], s.Empties[:0]
	s.Phrases, s.Arcs, s.Enhanced, s.Secondary = s.Phrases[:0], s.Arcs[:0], s.Enhanced[:0], s.Secondary[:0]
	s.Nodes, s.Edges, s.Props, s.Tops, s.Anchors = s.Nodes[:0], s.Edges[:0], s.Props[:0], s.Tops[:0], s.Anchors[:0]
}

// find returns the analysis in an answer.
func (f *finder) find(answer string) (string, bool) {
	if f.repair == None {
		return answer, strings.TrimSpace(answer) != ""
	}
	passages := f.passages(f.withoutReasoning(strings.ReplaceAll(answer, "\r\n", "\n")))
	find := f.tree
	switch f.kind {
	case columns:
		find = f.lines
	case graphs:
		return f.graph(f.straight(passages))
	}
	other, ok := f.otherShapes(passages)
	if !ok || !slices.ContainsFunc(passages, isJSON) { // words of JSON may be brackets
		if analysis, found := find(passages); found || !ok {
			return analysis, found
		}
	}
	f.steps[Shape] = true
	return find(other)
}

// choose returns the analysis that counts among several, and notes that there was a choice: the last
// one, because models draft before they answer. A later one with a part of the words of an earlier one
// is a quotation from it. With the option take=first it is the first.
func (f *finder) choose(words [][]string) int {
	best := 0
	for i := range words {
		quoted := func(earlier []string) bool { return len(words[i]) < len(earlier) && within(words[i], earlier) }
		if !f.first && i > 0 && !slices.ContainsFunc(words[:i], quoted) {
			best = i
		}
		f.steps[Choice] = f.steps[Choice] || i > 0 && !slices.ContainsFunc(words[:i], quoted)
	}
	return best
}

// within reports whether words are a stretch of others.
func within(words, others []string) bool {
	for i := 0; i+len(words) <= len(others); i++ {
		if slices.Equal(words, others[i:i+len(words)]) {
			return true
		}
	}
	return false
}

var columnGap = lazy.Regexp(`\t| {2,}`)

// wordLine returns the ten columns of a CoNLL-U word, nil if line is not one.
func wordLine(line string) []string {
	line = strings.TrimRight(line, " \r")
	if line == "" || line[0] < '0' || line[0] > '9' {
		return nil
	}
	c := strings.Split(line, "\t")
	if len(c) != 10 {
		c = columnGap().Split(line, -1)
	}
	if len(c) == 10 {
		return c
	}
	if c = strings.Fields(line); len(c) == 10 && conllu10(c, usualPlaces(10)) != nil { // else a sentence of ten words
		return c
	}
	return nil
}

func wordLines(answer string) (out [][]string) {
	for line := range strings.SplitSeq(answer, "\n") {
		if c := wordLine(line); c != nil {
			out = append(out, c)
		}
	}
	return out
}

// lines returns the CoNLL-U lines of an answer. A word 1 after other words begins
// another analysis.
func (f *finder) lines(passages []string) (string, bool) {
	var all []string // analyses
	var forms [][]string
	for _, passage := range passages {
		begun, blank := false, false
		for line := range strings.SplitSeq(passage, "\n") {
			c := wordLine(line)
			if c == nil {
				f.steps[Prose] = f.steps[Prose] || strings.TrimSpace(line) != "" && line[0] != '#'
				blank = true
				continue
			}
			if first := c[0] == "1" || strings.HasPrefix(c[0], "1-"); !begun || first && blank {
				all, forms, begun = append(all, ""), append(forms, nil), true
			}
			blank = false
			joined := strings.Join(c, "\t")
			f.steps[Columns] = f.steps[Columns] || joined != strings.TrimRight(line, " \r")
			all[len(all)-1] += joined + "\n"
			forms[len(forms)-1] = append(forms[len(forms)-1], c[1])
		}
	}
	if len(all) == 0 {
		return "", false
	}
	return all[f.choose(forms)], true
}

// concept finds the concepts of a graph.
var concept = lazy.Regexp(`/\s*([^\s():/]+)`)

// graph returns the balanced graph of an answer, closed if need be.
func (f *finder) graph(passages []string) (string, bool) {
	found := f.candidates(passages, func(text string) bool { return strings.Contains(text, "/") && !isRemark(text) })
	if len(found) == 0 {
		return "", false
	}
	var words [][]string
	for _, c := range found {
		words = append(words, concept().FindAllString(c.text(), -1))
	}
	return f.take(found[f.choose(words)]), true
}
