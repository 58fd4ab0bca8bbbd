package study

import (
	"context"
	"slices"

	"assay/treebank"
)

// The fields of [incr tsdb()] that the sheet of a test suite needs.
const (
	Grammatical = "i-wf"   // 1 for items that a grammar must analyse, 0 for those that it must not
	Phenomenon  = "p-name" // name of a phenomenon that an item tests
)

// A SuiteRow is a line of the sheet of a test suite: the items of one phenomenon. Coverage is
// the share of the well-formed items for which the parser found readings, overgeneration that
// of the others (Oepen & Flickinger 1998).
type SuiteRow struct {
	Name             string
	Well, Covered    int
	Ill, Accepted    int
	Unmarked, Parsed int // items without i-wf
	Readings         int // of all items with an analysis
	Missed, Over     []string
}

// add counts an item.
func (r *SuiteRow) add(s *treebank.Sentence, wf string) {
	id := s.Str(s.ID)
	parsed := 0
	if !s.Missing || s.Readings > 0 { // an annotator may have rejected all readings, so that none is in the table result
		parsed = 1
		r.Readings += max(1, int(s.Readings))
	}
	switch wf {
	case "":
		r.Unmarked++
		r.Parsed += parsed
	case "0":
		r.Ill++
		if r.Accepted += parsed; parsed > 0 {
			r.Over = append(r.Over, id)
		}
	default:
		r.Well++
		if r.Covered += parsed; parsed == 0 {
			r.Missed = append(r.Missed, id)
		}
	}
}

// TestSuite returns the sheet of a system's profile: a row for each phenomenon in the order of
// the items, then one for all items. It is nil if the profile has neither field. An item of
// several phenomena is in the row of the combination.
func (s *Study) TestSuite(ctx context.Context, system *treebank.Source) ([]SuiteRow, error) {
	if !s.Suite || !s.fields[Grammatical] && !s.fields[Phenomenon] {
		return nil, nil
	}
	var rows []SuiteRow
	var marks map[string][2]string
	all := SuiteRow{Name: "all"}
	for sentence, err := range system.All() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if sentence == nil {
			return nil, err
		}
		name, wf := field(sentence, Phenomenon), field(sentence, Grammatical)
		if name == "" && wf == "" { // gold's profile may describe the items of all
			if marks == nil {
				marks = s.marks()
			}
			mark := marks[sentence.Str(sentence.ID)]
			name, wf = mark[0], mark[1]
		}
		if name == "" {
			name = "none"
		}
		i := slices.IndexFunc(rows, func(r SuiteRow) bool { return r.Name == name })
		if i < 0 {
			i = len(rows)
			rows = append(rows, SuiteRow{Name: name})
		}
		rows[i].add(sentence, wf)
		all.add(sentence, wf)
	}
	if len(rows) == 1 && rows[0].Name == "none" {
		rows = nil
	}
	return append(rows, all), nil
}

// marks returns phenomenon and i-wf of gold's items by their ids.
func (s *Study) marks() map[string][2]string {
	marks := map[string][2]string{}
	for sentence := range s.Gold.All() {
		if sentence != nil {
			marks[sentence.Str(sentence.ID)] = [2]string{field(sentence, Phenomenon), field(sentence, Grammatical)}
		}
	}
	return marks
}

// field returns the value of a field of the item that a sentence is, "" if it has none.
func field(s *treebank.Sentence, name string) string {
	for _, a := range s.Attrs {
		if a.Index == -1 && s.Name(a.Key) == name {
			return s.Str(a.Value)
		}
	}
	return ""
}
