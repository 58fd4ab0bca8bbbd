package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"assay/eval"
	"assay/internal/lazy"
	"assay/internal/screen"
)

// WriteProblems lists problems, one to a line, each hint once. The unit is the noun for a sentence: sentence, document,
// instance.
func WriteProblems(w io.Writer, problems []eval.Problem, unit string) {
	hinted := map[string]bool{"": true}
	for _, p := range problems {
		fmt.Fprintln(w, screen.Lines(fmt.Sprintf("%s: %s %s: %s", p.Place, unit, p.Sentence, screen.Short(p.Text))))
		if !hinted[p.Hint] {
			hinted[p.Hint] = true
			fmt.Fprintf(w, "hint: %s\n", p.Hint)
		}
	}
}

// Trouble is the problems that have one cause, and so one remedy.
type Trouble struct {
	Text     string // the cause in words
	Problems []eval.Problem
}

// parts matches the parts of a message that differ from sentence to sentence.
var parts = lazy.Regexp(`"(\\.|[^"\\])*"|( ?\([^()]*\))+$|\d+(, \d+)*( and \d+ more)?`)

// numbered begins the text of words that differ.
var numbered = lazy.Regexp(`^word \d+ is `)

// SortProblems sorts problems by their causes, in order of the first of each.
func SortProblems(problems []eval.Problem) []Trouble {
	type kind struct {
		cause      eval.Cause
		hint, text string
	}
	var sizes []int
	at, kinds := map[kind]int{}, make([]int32, len(problems))
	for n := range problems {
		problem := &problems[n]
		key := kind{cause: problem.Cause, hint: problem.Hint}
		if problem.Cause == eval.OtherCause {
			key.text = parts().ReplaceAllString(problem.Text, "#")
		}
		i, ok := at[key]
		if !ok {
			i = len(sizes)
			at[key] = i
			sizes = append(sizes, 0)
		}
		kinds[n] = int32(i)
		sizes[i]++
	}
	out := make([]Trouble, len(sizes))
	for i, size := range sizes {
		out[i].Problems = make([]eval.Problem, 0, size)
	}
	for n, i := range kinds {
		out[i].Problems = append(out[i].Problems, problems[n])
	}
	for i := range out {
		out[i].Text = out[i].text()
	}
	return out
}

// text puts a cause in words; the first problem serves as the example.
func (t Trouble) text() string {
	first := t.Problems[0]
	example, _, _ := strings.Cut(first.Text, " (")
	switch first.Cause {
	case eval.Escapes:
		return "words differ only in escapes of brackets"
	case eval.Tokenisation:
		return "words are split differently"
	case eval.LetterCase:
		return "words differ only in upper and lower case"
	case eval.Accents:
		return "words differ only in how Unicode writes accents"
	case eval.Multiword:
		return "the words agree, their multiword tokens do not"
	case eval.Width:
		return "words differ only in the width of characters"
	case eval.Quotes:
		return "words differ only in quotation marks"
	case eval.Underscores:
		return "words differ only in underscores for blanks"
	case eval.Spellings:
		return "words differ only in several ways to write characters: case, escapes, accents, width, quotation marks"
	case eval.Scripts:
		return "words are written in different scripts"
	case eval.DifferentWords:
		return "such as: " + numbered().ReplaceAllString(example, "")
	}
	for _, p := range t.Problems {
		if p.Text != first.Text {
			return "such as: " + first.Text
		}
	}
	return first.Text
}

// mostTroubles is the number of causes that are listed.
const mostTroubles = 12

// frequent returns the causes with the most problems, in their order, and counts the other
// causes and their problems.
func frequent(troubles []Trouble) (listed []Trouble, others, problems int) {
	if len(troubles) <= mostTroubles {
		return troubles, 0, 0
	}
	order := make([]int, len(troubles))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(troubles[b].Problems) - len(troubles[a].Problems) })
	chosen := order[:mostTroubles]
	slices.Sort(chosen)
	for _, i := range chosen {
		listed = append(listed, troubles[i])
	}
	for _, i := range order[mostTroubles:] {
		problems += len(troubles[i].Problems)
	}
	return listed, len(order) - mostTroubles, problems
}

// WriteTroubles sums up problems cause by cause: how many there are, in which
// sentences, and where the first is. It lists the most frequent causes and counts the others.
// The hint of each comes from remedy. Lines are at most width long.
func WriteTroubles(w io.Writer, troubles []Trouble, unit string, width int, remedy func(eval.Problem) string) {
	listed, others, problems := frequent(troubles)
	for _, t := range listed {
		first := t.Problems[0]
		fmt.Fprintf(w, "%5d  %s\n", len(t.Problems), cut(screen.Plain(t.Text), width-7))
		fmt.Fprintf(w, "       %s\n", cut(screen.Plain(unit+"s "+names(t.Problems)), width-7))
		fmt.Fprintf(w, "       first at %s\n", screen.Plain(first.Place+systemPlace(first)))
		if r := remedy(first); r != "" {
			fmt.Fprintf(w, "       hint: %s\n", r)
		}
	}
	if others > 0 {
		fmt.Fprintf(w, "%5d  problems of %s\n", problems, Plural(others, "other kind"))
	}
}

// systemPlace is the place on the system's side of words that differ, which the text of the problem
// ends with: its Place is in gold.
func systemPlace(p eval.Problem) string {
	if i := strings.LastIndex(p.Text, " ("); i >= 0 && p.Cause != eval.OtherCause && strings.HasSuffix(p.Text, ")") {
		return p.Text[i:]
	}
	return ""
}

// most sentences are named in the line of a cause.
const mostNamed = 8

// A name of more bytes is replaced by the number of the sentence.
const longName = 20

func names(problems []eval.Problem) string {
	var out []string
	for _, p := range problems {
		name := p.Sentence
		if len(name) > longName {
			name = cmp.Or(p.Number, strconv.Itoa(p.Unit+1))
		}
		if slices.Contains(out, name) {
			continue
		}
		if len(out) == mostNamed {
			return strings.Join(out, " ") + " ..."
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

// cut shortens a text to a number of characters.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n && n > 3 {
		return string(r[:n-3]) + "..."
	}
	return s
}
