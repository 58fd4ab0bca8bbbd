package answers

import (
	"strings"

	"assay/internal/lazy"
	"assay/treebank"
)

// A Step is a step of the ladder of repair.
type Step int

// The steps, those of format first.
const (
	Fence Step = iota
	Prose
	Choice
	Columns
	Surplus
	MissingBracket
	Bare
	Empty
	Several
	StepCount
)

// String returns the name of a step.
func (s Step) String() string {
	return [StepCount]string{"fence", "prose", "choice", "columns", "surplus", "missing", "bare", "empty", "several"}[s]
}

// About describes a step.
func (s Step) About() string {
	return [StepCount]string{
		"text around a fence", "text around the analysis", "one of several analyses is taken", "columns between blanks",
		"closing brackets too many", "closing brackets missing", "bare words in a phrase", "phrases without words", "several trees",
	}[s]
}

// Structural reports whether a step changes the analysis.
func (s Step) Structural() bool { return s >= Surplus }

// stepKey is the key of the Attr of a sentence that holds the steps it needed.
const stepKey = "repair"

// Steps returns the steps that the answer of s needed.
func Steps(s *treebank.Sentence) (steps []Step) {
	for _, a := range s.Attrs {
		if a.Index != -1 || s.Name(a.Key) != stepKey {
			continue
		}
		for _, c := range s.Bytes(a.Value) {
			steps = append(steps, Step(c-'a'))
		}
	}
	return steps
}

// A finder finds the analysis in an answer.
type finder struct {
	kind   int32
	repair Repair
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
		sentence.Attrs = append(sentence.Attrs, treebank.Attr{Index: -1, Key: sentence.Syms.InternString(stepKey), Value: sentence.Add(codes)})
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
	answer = f.fenced(strings.ReplaceAll(answer, "\r\n", "\n"))
	switch f.kind {
	case columns:
		return f.lines(answer)
	case graphs:
		return f.graph(answer)
	}
	return f.tree(answer)
}

// fenced returns the text in the last pair of fences, all of the answer if there is
// none. An opening fence may name a language; an unclosed fence ends with the text.
func (f *finder) fenced(answer string) string {
	const fence = "```"
	parts := strings.Split(answer, fence)
	if len(parts) < 2 {
		return answer
	}
	last := (len(parts)-2)/2*2 + 1
	f.steps[Fence] = true
	inside := parts[last]
	if line, rest, ok := strings.Cut(inside, "\n"); ok && !strings.ContainsAny(line, "(\t") {
		inside = rest
	}
	return inside
}

// corrected matches prose after which a model gives a better answer.
var corrected = lazy.Regexp(`(?i)correct|final`)

// choose returns the analysis that counts among several, and notes that there was a
// choice: the last one if the prose between two announces a correction, else the
// first.
func (f *finder) choose(n int, between func(i int) string) int {
	if n < 2 {
		return 0
	}
	f.steps[Choice] = true
	for i := range n - 1 {
		if corrected().MatchString(between(i)) {
			return n - 1
		}
	}
	return 0
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
	if len(c) != 10 {
		return nil
	}
	return c
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
func (f *finder) lines(answer string) (string, bool) {
	var all []string   // analyses
	var prose []string // before each of them, and after the last
	var text, analysis strings.Builder
	for line := range strings.SplitSeq(answer, "\n") {
		c := wordLine(line)
		if c == nil {
			f.steps[Prose] = f.steps[Prose] || strings.TrimSpace(line) != "" && line[0] != '#'
			text.WriteString(line + "\n")
			continue
		}
		if first := c[0] == "1" || strings.HasPrefix(c[0], "1-"); analysis.Len() == 0 || first && text.Len() > 0 {
			if analysis.Len() > 0 {
				all = append(all, analysis.String())
				analysis.Reset()
			}
			prose = append(prose, text.String())
			text.Reset()
		}
		joined := strings.Join(c, "\t")
		f.steps[Columns] = f.steps[Columns] || joined != strings.TrimRight(line, " \r")
		analysis.WriteString(joined + "\n")
	}
	if analysis.Len() == 0 {
		return "", false
	}
	all = append(all, analysis.String())
	return all[f.choose(len(all), func(i int) string { return prose[i+1] })], true
}

// graph returns the first balanced graph of an answer, closed if need be.
func (f *finder) graph(answer string) (string, bool) {
	found := bracketed(answer, func(text string) bool { return strings.Contains(text, "/") })
	if len(found) == 0 {
		return "", false
	}
	k := f.choose(len(found), func(i int) string { return answer[found[i].end:found[i+1].begin] })
	return f.take(answer, found[k]), true
}
