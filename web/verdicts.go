package web

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/draw/chart"
	"assay/experiment"
	"assay/internal/template"
	"assay/report"
)

// inWords states for each system and the next with a treebank in common what may be claimed, with the
// p-values of the three questions.
func (b *wholePage) inWords() {
	e, figure := b.Experiment, b.Figures[0]
	order := b.matrices[0].Order
	for i := range order {
		next := slices.IndexFunc(order[i+1:], func(o int) bool {
			x := b.pair(figure, order[i], o)
			return x != nil && len(x.Treebanks) > 0
		})
		if next < 0 {
			continue
		}
		other := order[i+1+next]
		x := b.pair(figure, order[i], other)
		common := b.common(x)
		if e.Partial(x) && x.Claim != experiment.NoClaim { // the claim names the treebanks
			common = ""
		}
		left := ""
		if without := x.Without(); without != "" && x.Claim == experiment.NoClaim { // a claim names them
			left = " " + without
		}
		if x.Few != nil { // the difference is that of question (a)
			left += " in " + x.OneRun.Files()
		}
		head := Paragraph{{Text: e.Table.Systems[order[i]], Bold: true},
			{Text: fmt.Sprintf(" and %s differ by %s %s%s: ", e.Table.Systems[other],
				points1(figure, math.Abs(x.Difference), 2), scoreLabel(figure.Name), common+left)},
			{Text: e.Words(x), Bold: x.Shown() && !e.Partial(x)}, {Text: ". "}}
		b.page.Sentences = append(b.page.Sentences, append(head, Run{Text: b.Experiment.InUnits(answers(x))}))
		for _, note := range x.Limits(b.Output) {
			if strings.HasPrefix(note, "no test") {
				b.page.Sentences = append(b.page.Sentences, Paragraph{{Text: "N" + note[1:] + "."}})
			}
		}
	}
	if len(b.page.Sentences) == 0 {
		b.page.Sentences = []Paragraph{{{Text: "No two systems share a treebank: no test."}}}
	}
}

// ladder draws the systems by macro average, if that is over the same treebanks for all. A pair
// without a test is not joined; the
// note counts such pairs, and those whose test leaves treebanks out.
func (b *wholePage) ladder() {
	e, figure := b.Experiment, b.Figures[0]
	if !b.matrices[0].Comparable {
		return
	}
	ladder := chart.Ladder{Title: "systems by macro " + scoreLabel(figure.Name), Rate: figure.Rate}
	note := []string{"Macro averages over treebanks."}
	for s, name := range e.Table.Systems {
		ladder.Rungs = append(ladder.Rungs, chart.Rung{Name: name, Series: s, Value: figure.Macro[s].Mean})
	}
	apart, untested, partial, tests := 0, 0, 0, 0
	for _, x := range b.Output.Tests {
		if !math.IsNaN(x.Adjusted) {
			tests++
		}
		switch {
		case x.Figure != figure:
		case len(x.Treebanks) == 0:
			apart++
		case math.IsNaN(x.Adjusted):
			untested++
		default:
			text := pValue(x.Adjusted)
			if e.Partial(x) {
				partial++
				text += fmt.Sprintf(" (%d of %d)", len(x.Treebanks), len(e.Table.Treebanks))
			}
			if !x.Shown() {
				ladder.Joins = append(ladder.Joins, chart.Join{A: x.A, B: x.B, Text: text})
			}
		}
	}
	if apart > 0 {
		note = append(note, pairs(apart, "shares", "share")+" no treebank: no test.")
	}
	if untested > 0 {
		note = append(note, pairs(untested, "has", "have")+" no p.")
	}
	if partial > 0 {
		note = append(note, pairs(partial, "is", "are")+" tested on a part of the treebanks only.")
	}
	b.page.Ladder = &Ladder{SVG: template.HTML(ladder.SVG()), Note: strings.Join(note, " "),
		Tests: fmt.Sprintf("p adjusted for %s (Holm).", report.Plural(tests, "test"))}
}

// pairs counts pairs of systems, with a verb.
func pairs(n int, singular, plural string) string {
	if n == 1 {
		return "1 pair " + singular
	}
	return fmt.Sprintf("%d pairs %s", n, plural)
}
