package web

import (
	"math"
	"net/url"
	"slices"
	"strings"

	"assay/diagnose"
	"assay/internal/lazy"
	"assay/report"
)

// links are the addresses of cells of tables, by row and column.
type links map[*report.Table]map[[2]int]string

func (l links) set(t *report.Table, row, column int, query url.Values) {
	if l[t] == nil {
		l[t] = map[[2]int]string{}
	}
	l[t][[2]int{row, column}] = "#sentences?" + query.Encode()
}

// A confusion is what gold has and the system has instead, "" for nothing.
type confusion struct{ gold, system string }

// counted returns how many errors of each class and confusion the list of a system has.
// As in the script of the list, a missing and a spurious bracket over the same words are
// one confusion.
func (s *Listed) counted() (classes map[string]int, confusions map[confusion]int) {
	classes, confusions = map[string]int{}, map[confusion]int{}
	name := func(label int32) string {
		if label < 0 {
			return ""
		}
		return s.labels.names[label]
	}
	type place struct{ from, to int32 }
	var wrongs []wrong
	for unit := range s.rows {
		var all []wrong
		wrongs = s.wrongs.of(wrongs[:0], int32(unit))
		open := map[place][]int{} // errors of the place that have one side alone
		for _, e := range wrongs {
			classes[s.classes.names[e.class]]++
			at := place{e.from, e.to}
			joined := false
			for k, i := range open[at] {
				if o := &all[i]; e.from >= 0 && (e.gold < 0) != (e.system < 0) && (o.gold < 0) != (e.gold < 0) {
					o.gold, o.system = max(o.gold, e.gold), max(o.system, e.system)
					open[at] = append(open[at][:k:k], open[at][k+1:]...)
					joined = true
					break
				}
			}
			if joined {
				continue
			}
			all = append(all, e)
			if (e.gold < 0) != (e.system < 0) {
				open[at] = append(open[at], len(all)-1)
			}
		}
		for _, e := range all {
			confusions[confusion{name(e.gold), name(e.system)}]++
		}
	}
	return classes, confusions
}

// linkErrors links the numbers of the tables of errors of the last system, each where the
// list has just as many errors of the class or the confusion.
func (b *Browser) linkErrors(l links, score int, diagnosis *diagnose.Diagnosis, classTable,
	confusionTable *report.Table, classes map[string]int, confusions map[confusion]int) {
	listed := b.Systems[len(b.Systems)-1]
	inFocus := map[confusion]bool{} // part and class
	for i := range diagnosis.Classes {
		if c := &diagnosis.Classes[i]; c.Metric == 0 && c.Score == score {
			inFocus[confusion{c.Part, c.Name}] = true
		}
	}
	const errors = 2 // the column
	for i, row := range classTable.Rows {
		part, class := row[0].Text, row[1].Text
		if raw := part + classMark + class; inFocus[confusion{part, class}] && classes[raw] == int(row[errors].Value) {
			l.set(classTable, i, errors, url.Values{"system": {listed.Name}, "kind": {b.className(raw)}})
		}
	}
	for i, row := range confusionTable.Rows {
		gold, system := row[1].Text, row[2].Text
		if gold == diagnose.Nothing {
			gold = ""
		}
		switch system {
		case diagnose.Nothing:
			system = ""
		case diagnose.OtherPlace:
			system = gold
		}
		if n := confusions[confusion{gold, system}]; n > 0 && n == int(row[3].Value) {
			l.set(confusionTable, i, 3, url.Values{"system": {listed.Name}, "gold": {gold}, "as": {system}})
		}
	}
}

// linkKinds links the numbers of a table of kinds of error.
func (l links) linkKinds(t *report.Table, system string) {
	for i, row := range t.Rows {
		l.set(t, i, 1, url.Values{"system": {system}, "kind": {kindName(row[0].Text)}})
	}
}

// linkSummary links the scores of each system in a table of scores to its sentences, the main
// score in its order, and numbers of sentences to these, where the list has as many.
func (b *Browser) linkSummary(l links, t *report.Table, first bool) {
	turned := len(t.Head) > 0 && t.Head[0] == "score"
	if !turned && (len(t.Head) == 0 || t.Head[0] != "system") {
		return
	}
	main := strings.ToLower(b.Score.Label)
	link := func(row, column int, name string, system int) {
		listed, cell := b.Systems[system], t.Rows[row][column]
		query := url.Values{"system": {listed.Name}}
		name = strings.ToLower(name)
		if state := slices.Index(stateNames, name); state >= 0 {
			if n := b.count(listed, byte(state)+rowScored); n == 0 || float64(n) != cell.Value {
				return
			}
			query.Set("show", name)
		} else if b.count(listed, rowScored) == 0 {
			return
		} else if first && (name == main || name == strings.TrimSuffix(main, " f1")) {
			query.Set("order", listed.Name)
		}
		l.set(t, row, column, query)
	}
	step := 1
	if len(t.Head) > 2 && t.Head[2] == "interval" {
		step = 2
	}
	for i, row := range t.Rows {
		for column := 1; column < min(len(row), len(t.Head)); column++ {
			name, system := t.Head[column], i
			if turned {
				name, system = row[0].Text, (column-1)/step
			}
			if row[column].Numeric && system < len(b.Systems) {
				link(i, column, name, system)
			}
		}
	}
}

// stateNames are the states of rows in tables of scores and in addresses, from rowScored on.
var stateNames = []string{"scored", "unscorable", "missing"}

// count returns how many sentences of a system are in a state.
func (b *Browser) count(listed *Listed, state byte) (n int) {
	for row := range int32(len(b.IDs)) {
		if listed.state(row) == state {
			n += int(max(1, b.joined[row]))
		}
	}
	return n
}

// linkLosses gives the classes of error of the last system their addresses, where the
// list has just these errors under that name.
func (b *Browser) linkLosses(losses *Losses, errors map[string]int) {
	listed := b.Systems[len(b.Systems)-1]
	for i := range losses.Steps {
		step := &losses.Steps[i]
		if step.class != "" {
			step.Kind = b.className(step.class)
		}
		if step.class == "" || step.Href != "" {
			continue
		}
		if errors[step.class] != step.Errors {
			step.class = ""
			continue
		}
		step.Href = sentencesHref("system", listed.Name, "kind", b.className(step.class))
	}
}

// leads reports whether the list has sentences with a value of a filter, length or label, for
// a system, or for any (-1).
func (b *Browser) leads(key, value string, system int) bool {
	if key == "label" {
		return b.hasLabel(system, value)
	}
	low, high, ok := span(value)
	if !ok || !wholeNumbers().MatchString(value) {
		return false
	}
	if strings.HasSuffix(value, "+") {
		high = math.Inf(1)
	}
	for row, n := range b.Words {
		if float64(n) >= low && float64(n) <= high && (system < 0 || b.Systems[system].at(int32(row)) >= 0) {
			return true
		}
	}
	return false
}

// wholeNumbers is a number or a range of numbers, perhaps without an upper end.
var wholeNumbers = lazy.Regexp(`^\d+(-\d+|\+)?$`)

// hasLabel reports whether some error of a system, or of any (-1), is about a label.
func (b *Browser) hasLabel(system int, label string) bool {
	for i, listed := range b.Systems {
		if (system < 0 || i == system) && listed.mislabelled(label) {
			return true
		}
	}
	return false
}

// mislabelled reports whether some error is about a label.
func (s *Listed) mislabelled(label string) bool {
	if s.inErrors == nil {
		s.inErrors = make([]bool, len(s.labels.names))
		var wrongs []wrong
		for unit := range s.rows {
			wrongs = s.wrongs.of(wrongs[:0], int32(unit))
			for _, w := range wrongs {
				for _, n := range []int32{w.gold, w.system} {
					if n >= 0 {
						s.inErrors[n] = true
					}
				}
			}
		}
	}
	n, known := s.labels.of[label]
	return known && s.inErrors[n]
}
