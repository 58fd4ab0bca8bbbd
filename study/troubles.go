package study

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"assay/eval"
	"assay/study/finding"
)

// Troubles are the problems of the sentences of one side of a run.
type Troubles struct {
	About    string // the file: gold or the system
	Fate     string // how many sentences have problems, and whether they are in the figures
	Problems []eval.Problem
	Unit     string // noun for a sentence: sentence, document, instance
}

// TroublesOf returns the problems of a run, those of gold and those of the system, each with its
// remedy as Hint. A side without problems is left out.
func TroublesOf(res *eval.Result) (out []Troubles) {
	ofGold := 0
	for i := range res.Problems {
		if res.Problems[i].Side == "gold" {
			ofGold++
		}
	}
	remedy := remedies(finding.MeasuresOf(res))
	for _, side := range []struct {
		name   string
		isGold bool
		n      int
	}{{res.Gold.Name, true, ofGold}, {res.System.Name, false, len(res.Problems) - ofGold}} {
		list := make([]eval.Problem, 0, side.n)
		for _, problem := range res.Problems {
			if (problem.Side == "gold") != side.isGold {
				continue
			}
			if problem.Hint == "" {
				problem.Hint = remedy(problem)
			}
			list = append(list, problem)
		}
		if len(list) > 0 {
			out = append(out, Troubles{filepath.Base(side.name), fateOf(res, list), list, res.Unit()})
		}
	}
	return out
}

// fateOf states how many sentences have these problems, and whether they are in the figures.
func fateOf(res *eval.Result, problems []eval.Problem) string {
	units, skipped, unscorable := map[int]bool{}, 0, 0
	for _, problem := range problems {
		if problem.Unit < 0 || units[problem.Unit] {
			continue
		}
		units[problem.Unit] = true
		if res.Status(problem.Unit) == eval.Unscorable {
			unscorable++
		}
		for _, c := range res.Counts {
			if c.Skip(problem.Unit) {
				skipped++
				break
			}
		}
	}
	of := fmt.Sprintf("%d of %s", len(units), plural(res.Len(), res.Unit()))
	switch {
	case skipped == len(units):
		return of + " are not in the figures"
	case skipped+unscorable == 0 && !slices.ContainsFunc(res.Counts,
		func(c *eval.Counts) bool { return c.Unscorable > 0 }):
		return of + " have problems, and are scored all the same"
	}
	return of + " have problems"
}

// remedies returns a function from a problem to its remedy, "" if there is none.
func remedies(metrics []*eval.Measure) func(eval.Problem) string {
	byWords := false
	for _, m := range metrics {
		byWords = byWords || strings.Contains(m.Signature, "|spans:words")
	}
	return func(problem eval.Problem) string {
		switch {
		case problem.Cause == eval.Escapes:
			return "option prep=unescape reads -LRB- as ( on both sides"
		case problem.Cause == eval.Accents:
			return "option prep=nfc writes é as one character on both sides"
		case problem.Cause == eval.Multiword:
			return "a side lacks lines of multiword tokens, such as 3-4 du, or writes others; option metric=attachment compares " +
				"the words without them"
		case problem.Cause == eval.Tokenisation && byWords:
			return "option spans=characters compares brackets by characters, and scores them"
		case problem.Cause == eval.LetterCase && byWords:
			return "option prep=lower writes both sides in lower case; option spans=characters ignores case"
		case problem.Cause == eval.LetterCase:
			return "option prep=lower writes both sides in lower case"
		case problem.Cause == eval.Width:
			return "option prep=width writes characters of full width as those of ASCII on both sides"
		case problem.Cause == eval.Quotes:
			return "option prep=quotes writes quotation marks as in ASCII on both sides"
		case problem.Cause == eval.Underscores:
			return "option prep=blanks writes underscores inside words as blanks on both sides"
		case problem.Cause == eval.Spellings:
			return "option prep=lower,unescape,nfc,width,quotes,blanks writes both sides alike"
		case problem.Cause == eval.Scripts:
			return "give the parser gold's words in gold's script: assay does not transliterate"
		}
		return ""
	}
}

// AbsentNotes returns a line for each kind of sentence that one side or both have no analysis of, with
// the names of the first most of them (0: of all).
func AbsentNotes(res *eval.Result, most int) (notes []string) {
	for _, side := range []struct {
		status eval.Status
		alone  bool // the sentence is the system's alone
		text   string
	}{
		{status: eval.NoSystem, text: "missing from the system"},
		{status: eval.NoGold, text: "without an analysis in gold"},
		{status: eval.NoGold, alone: true, text: "missing from gold"},
		{status: eval.Neither, text: "without an analysis on both sides, and left out"},
		{status: eval.Neither, alone: true, text: "missing from gold, and without an analysis"},
	} {
		if res.GoldN == 0 || res.SystemN == 0 { // said of the file
			break
		}
		n := 0
		var names []string
		for _, u := range res.NotScored() {
			if u.Status != side.status || side.alone != (u.GoldN == 0) {
				continue
			}
			if n++; most == 0 || len(names) < most {
				names = append(names, u.Name())
			}
		}
		if n == 0 {
			continue
		}
		more := ""
		if n > len(names) {
			more = fmt.Sprintf(" and %d more (-v lists all)", n-len(names))
		}
		notes = append(notes, fmt.Sprintf("%s: %s %s %s: %s%s", res.System.Name, plural(n, res.Unit()), are(n), side.text,
			strings.Join(names, ", "), more))
	}
	return notes
}
