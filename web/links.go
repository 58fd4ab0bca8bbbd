package web

import (
	"net/url"
	"strings"

	"assay/diagnose"
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
func (b *Browser) linkErrors(l links, score int, diagnosis *diagnose.Diagnosis, classTable, confusionTable *report.Table) {
	listed := b.Systems[len(b.Systems)-1]
	classes, confusions := listed.counted()
	inFocus := map[confusion]bool{} // part and class
	for i := range diagnosis.Classes {
		if c := &diagnosis.Classes[i]; c.Metric == 0 && c.Score == score {
			inFocus[confusion{c.Part, c.Name}] = true
		}
	}
	const errors = 2 // the column
	for i, row := range classTable.Rows {
		part, class := row[0].Text, row[1].Text
		if inFocus[confusion{part, class}] && classes[class] == int(row[errors].Value) {
			l.set(classTable, i, errors, url.Values{"system": {listed.Name}, "kind": {class}})
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

// linkSummary links the main score of each system in the first table of scores to its
// sentences in the order of the score, and the numbers of sentences that are not scored to
// these.
func (l links) linkSummary(t *report.Table, names []string, score string) {
	turned := len(t.Head) > 0 && t.Head[0] == "score"
	if !turned && (len(t.Head) == 0 || t.Head[0] != "system") {
		return
	}
	link := func(row, column int, name, system string) {
		switch name = strings.ToLower(name); name {
		case "unscorable", "missing":
			l.set(t, row, column, url.Values{"system": {system}, "show": {"unscored"}})
		case strings.ToLower(score), strings.ToLower(strings.TrimSuffix(score, " F1")):
			l.set(t, row, column, url.Values{"system": {system}, "order": {system}})
		}
	}
	step := 1
	if len(t.Head) > 2 && t.Head[2] == "interval" {
		step = 2
	}
	if turned {
		for i, row := range t.Rows {
			for k, name := range names {
				if column := 1 + step*k; column < len(row) && row[column].Text != "0" {
					link(i, column, row[0].Text, name)
				}
			}
		}
		return
	}
	for i, row := range t.Rows[:min(len(t.Rows), len(names))] {
		for column, head := range t.Head[:min(len(t.Head), len(row))] {
			if row[column].Text != "0" {
				link(i, column, head, names[i])
			}
		}
	}
}
