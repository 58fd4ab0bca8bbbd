package report

import (
	"fmt"
	"slices"
	"strings"
)

// edmGroups are the rows of the tables of Dridan & Oepen, by the prefix of their scores.
var edmGroups = [...][2]string{{"", "EDM"}, {"na_", "EDM NA"}, {"a_", "EDM A"}, {"n_", "EDM N"}, {"p_", "EDM P"},
	{"c_", "EDM C"}, {"t_", "EDM T"}}

// edmTable is table 1 of Dridan & Oepen for systems with one gold, and table 2 for grammars. As in table 2, EDM is left
// out where NAME and ARG are all that counts.
func edmTable(results []*Result) *Table {
	table := &Table{Title: "edm: configurations and grammars (Dridan & Oepen 2011, tables 1 and 2)",
		Head: []string{"measure"}}
	paths := systemPaths(results)
	names := ShortPaths(paths)
	accuracy, coverage, items := []Cell{Label("Sent. Acc.")}, []Cell{Label("coverage")},
		[]Cell{Label("items")}
	for i, res := range results {
		name := names[res.System]
		if slices.Index(paths, res.System) < i {
			name += fmt.Sprintf(" (%d)", i+1)
		}
		table.Head = append(table.Head, name+" P", name+" R", name+" F")
		value := scoreValue(res)
		none := Label("")
		accuracy = append(accuracy, none, none, Number(value("sentence_accuracy"), 3))
		coverage = append(coverage, none, none, Number(value("coverage"), 3))
		items = append(items, none, none, Count(res.Sentences.Scored))
	}
	table.Add(accuracy...)
	used := func(prefix string) bool {
		return slices.ContainsFunc(results, func(res *Result) bool {
			p, r := res.Find(prefix+"precision"), res.Find(prefix+"recall")
			return p != nil && p.Den > 0 || r != nil && r.Den > 0
		})
	}
	others := used("p_") || used("c_") || used("t_")
	for _, group := range edmGroups {
		if !used(group[0]) || group[0] == "" && !others {
			continue
		}
		row := []Cell{Label(group[1])}
		for _, res := range results {
			for _, score := range []string{"precision", "recall", "f1"} {
				cell := Label("")
				if sc := res.Find(group[0] + score); sc != nil && sc.Den > 0 {
					cell = Number(sc.Value, 3)
				}
				row = append(row, cell)
			}
		}
		table.Add(row...)
	}
	table.Add(coverage...)
	table.Add(items...)
	return table
}

// ShortPaths is ShortNames, where files of one name lose the folders that all paths have.
func ShortPaths(paths []string) map[string]string {
	names := ShortNames(paths)
	common := paths[0]
	for _, p := range paths {
		for !strings.HasPrefix(p, common) {
			common = common[:strings.LastIndexByte(strings.TrimSuffix(common, "/"), '/')+1]
		}
	}
	for _, p := range paths {
		if rest := strings.TrimPrefix(p, common); names[p] == p && strings.HasSuffix(common, "/") {
			names[p] = rest
		}
	}
	return names
}
