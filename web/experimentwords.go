package web

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"assay/experiment"
	"assay/internal/template"
	"assay/report"
)

// A Take is the tables of an experiment in a format, to save.
type Take struct {
	ID, Name, File string
	Data           template.JS
}

// takes makes the tables in the formats of papers and programs.
func (b *wholePage) takes() {
	for _, f := range []struct {
		format    report.Format
		name, ext string
	}{{report.CSV, "CSV", "csv"}, {report.LaTeX, "LaTeX", "tex"}, {report.Markdown, "Markdown", "md"}} {
		out := b.plain
		out.Format = f.format
		var text bytes.Buffer
		if err := b.Experiment.Write(&text, b.Figures, out); err != nil {
			continue // a buffer takes everything
		}
		b.page.Takes = append(b.page.Takes, Take{"take-" + f.ext, f.name, "experiment." + f.ext, jsonOf(text.String())})
	}
}

// shortWords say in three sentences who leads, where nothing is settled, and the danger of
// averages over different treebanks.
func (b *wholePage) shortWords() {
	m := b.matrices[0]
	for _, p := range []Paragraph{b.leader(m), b.unsettled(m), b.limits(m), b.same(m)} {
		if p != nil {
			b.page.InWords = append(b.page.InWords, p)
		}
	}
}

// leader says which system is shown to be best, or that none is.
func (b *wholePage) leader(m *experiment.Matrix) Paragraph {
	systems, all := b.Experiment.Table.Systems, len(b.Experiment.Table.Treebanks)
	first := m.Order[0]
	top := &m.Standings[first]
	name := systems[first]
	if m.Ranked() && top.Last == 1 {
		what := "average " + points1(m.Figure, m.Figure.Macro[first].Mean, 2)
		if !m.Comparable {
			what = b.gainWords(m, first)
		}
		return Paragraph{{Text: name + " is shown to be the best", Bold: true},
			{Text: fmt.Sprintf(" of %s: %s.", report.Plural(len(systems), "system"), what)}}
	}
	head := Run{Text: "No system is shown to be the best", Bold: true}
	if m.Comparable {
		var can []string
		for _, s := range m.Order {
			if m.Standings[s].First == 1 {
				can = append(can, fmt.Sprintf("%s (%s)", systems[s], points1(m.Figure, m.Figure.Macro[s].Mean, 2)))
			}
		}
		if len(can) < 2 {
			return Paragraph{{Text: name + " has the highest average", Bold: true},
				{Text: fmt.Sprintf(": %s. No test was made.", points1(m.Figure, m.Figure.Macro[first].Mean, 2))}}
		}
		return Paragraph{head, {Text: ": " + report.Listed(can) + " may each be first."}}
	}
	why := " No one has files for all " + report.Plural(all, "treebank") + "."
	for s := range m.Standings {
		if m.Figure.Macro[s].Gone == 0 {
			why = " Averages over different treebanks are no order of systems."
		}
	}
	var gains []string
	for _, system := range m.Figure.Ranked() {
		if system != m.Reference && len(gains) < 3 && m.Standings[system].Gains[m.Reference].Treebanks > 0 {
			gain := m.Standings[system].Gains[m.Reference]
			gains = append(gains, fmt.Sprintf("%s gains %s (%s)", systems[system], signed1(m.Figure, gain.Value),
				report.Plural(gain.Treebanks, "treebank")))
		}
	}
	return Paragraph{head, {Text: "." + why + " On the treebanks that each shares with " +
		systems[m.Reference] + ", " + report.Listed(gains) + "."}}
}

// gainWords word the gain of a system over the reference.
func (b *wholePage) gainWords(m *experiment.Matrix, s int) string {
	g := m.Standings[s].Gains[m.Reference]
	return fmt.Sprintf("%s from %s on %s that both have", signed1(m.Figure, g.Value),
		b.Experiment.Table.Systems[m.Reference], report.Plural(g.Treebanks, "treebank"))
}

// unsettled names the pairs among those that may be first without a shown difference.
func (b *wholePage) unsettled(m *experiment.Matrix) Paragraph {
	systems := b.Experiment.Table.Systems
	var pairs []string
	more, apart := 0, 0
	for i, system := range m.Order {
		for _, other := range m.Order[i+1:] {
			if m.Standings[system].First > 1 || m.Standings[other].First > 1 || !m.Ranked() {
				continue
			}
			gain := m.Standings[system].Gains[other]
			switch {
			case gain.Treebanks == 0:
				apart++
			case len(pairs) == 2:
				more++
			default:
				pairs = append(pairs, fmt.Sprintf("%s and %s (%s on %s)", systems[system], systems[other],
					signed1(m.Figure, gain.Value), report.Plural(gain.Treebanks, "treebank")))
			}
		}
	}
	if len(pairs) == 0 && apart == 0 {
		return nil
	}
	words := Paragraph{{Text: "At the top nothing is settled", Bold: true}}
	text := ""
	if len(pairs) > 0 {
		text = ": no difference is shown between " + report.Listed(pairs)
	}
	if more > 0 {
		text += fmt.Sprintf(", nor in %s", report.Plural(more, "more pair"))
	}
	if apart > 0 {
		text += fmt.Sprintf("; %s of those that may be first %s no treebank in common", report.Plural(apart, "pair"),
			map[bool]string{true: "has", false: "have"}[apart == 1])
	}
	return append(words, Run{Text: text + "."})
}

// limits warn of averages with zeros for missing files, or say what the runs allow.
func (b *wholePage) limits(m *experiment.Matrix) Paragraph {
	table := b.Experiment.Table
	if misled := m.Misled(b.Output.Tests); misled != nil && m.Figure.ZeroFilled() {
		before, better := table.Systems[misled.Before], table.Systems[misled.Better]
		gain := m.Standings[misled.Better].Gains[misled.Before]
		return Paragraph{{Text: "Counting missing files as 0 misleads", Bold: true},
			{Text: fmt.Sprintf(": %s would be number %d, before %s, which is better on the %s that both have (%s).",
				before, m.ZeroPlace(misled.Before), better, report.Plural(gain.Treebanks, "treebank"), signed1(m.Figure, gain.Value))}}
	}
	if len(table.Runs) == 1 {
		return Paragraph{{Text: "One run of each system", Bold: true},
			{Text: " shows which of these files is better on new " +
				b.Experiment.Unit() + "s, and nothing about training again."}}
	}
	for _, pair := range b.Output.Tests {
		for _, note := range pair.Limits(b.Output) {
			if pair.Figure == m.Figure && strings.HasPrefix(note, "no test") {
				return Paragraph{{Text: "N" + note[1:] + "."}}
			}
		}
	}
	return nil
}

// same names systems with identical files.
func (b *wholePage) same(m *experiment.Matrix) Paragraph {
	table := b.Experiment.Table
	var found []string
	for _, pair := range b.Output.Tests {
		for _, t := range pair.ByTreebank {
			if pair.Figure == m.Figure && t.Identical {
				found = append(found, fmt.Sprintf("%s and %s on %s", table.Systems[pair.A], table.Systems[pair.B], t.Treebank))
			}
		}
	}
	if found == nil {
		return nil
	}
	return Paragraph{{Text: "The same counts in every " + b.Experiment.Unit() + ": "},
		{Text: report.Listed(found[:min(4, len(found))])},
		{Text: more(len(found)-4) + "."}}
}

// more counts what a list leaves out.
func more(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n)
}

// points1 writes a value of a figure: shares in percent.
func points1(f *experiment.Figure, v float64, digits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "n/a"
	}
	if f.Rate {
		v *= 100
	}
	return minus(fmt.Sprintf("%.*f", digits, v))
}

// signed1 writes a difference with its sign.
func signed1(f *experiment.Figure, v float64) string {
	s := points1(f, v, 2)
	if strings.HasPrefix(s, "−") || math.IsNaN(v) || strings.Trim(s, "0.") == "" {
		return s
	}
	return "+" + s
}
