package main

import (
	"context"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestSuiteSheet: items, coverage and overgeneration of the CSLI test suite are those that an independent
// count of the tables gives: well-formed items, those with readings, ill-formed items, those with readings.
func TestSuiteSheet(t *testing.T) {
	gold := shared.Path(t, "data", "sem-tsdb", "erg-2023", "csli")
	system := shared.Path(t, "data", "sem-tsdb", "erg-2025", "csli")
	var out struct{ Extra map[string][]map[string]any }
	if err := json.Unmarshal([]byte(call(t, "score", "-q", "-m", "edm:paper", "--paper", "--format", "json", gold, system)), &out); err != nil {
		t.Fatal(err)
	}
	rows := map[string]map[string]any{}
	for _, row := range out.Extra["test suite: "+system] {
		rows[row["phenomenon"].(string)] = row
	}
	for name, want := range map[string][4]float64{
		"C_Complementation": {108, 108, 71, 0}, "C_Diathesis-Active": {70, 59, 19, 0}, "NP_Coordination": {28, 25, 27, 0},
		"S_Types": {180, 171, 55, 6}, "C_Agreement": {49, 49, 19, 0}, "NP_Agreement": {37, 37, 9, 0},
		"C_Diathesis-Passive": {27, 27, 8, 0}, "NP_Modification": {71, 69, 12, 0}, "C_Coordination": {55, 42, 24, 0},
		"C_Modification": {121, 114, 53, 0}, "C_Negation": {44, 42, 14, 3}, "C_Tense-Aspect-Modality": {80, 80, 3, 1},
		"none": {48, 46, 74, 1}, "all": {960, 910, 388, 11},
	} {
		row := rows[name]
		if row["well-formed"] != want[0] || row["coverage"] != want[1]/want[0] || row["ill-formed"] != want[2] ||
			row["overgeneration"] != want[3]/want[2] {
			t.Errorf("%s: %v, want %v", name, row, want)
		}
	}
	if len(rows) != 15 {
		t.Errorf("%d rows, want 15", len(rows))
	}
}

// TestFields: a condition on i-wf keeps the well-formed items, 910 of which have an analysis in gold (counted in the
// tables); the groups of a field are the whole; a field that no profile has is an error.
func TestFields(t *testing.T) {
	gold := shared.Path(t, "data", "sem-tsdb", "erg-2023", "csli")
	system := shared.Path(t, "data", "sem-tsdb", "erg-2025", "csli")
	type result struct {
		Results []struct {
			Scores map[string]float64
			Counts map[string]float64
			Groups []struct{ Counts map[string]float64 }
		}
	}
	read := func(args ...string) (out result) {
		t.Helper()
		if err := json.Unmarshal([]byte(call(t, append([]string{"score", "-q", "--format", "json", "-m", "edm:paper", gold, system},
			args...)...)), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	all, well, ill := read(), read("--where", "i-wf=1"), read("--where", "i-wf=0")
	if n := well.Results[0].Counts["gold_items"]; n != 910 {
		t.Errorf("%v well-formed items with an analysis, want 910", n)
	}
	for _, column := range []string{"gold", "system", "matched", "gold_items"} {
		a, b, sum := all.Results[0].Counts[column], well.Results[0].Counts[column], ill.Results[0].Counts[column]
		if a == 0 || a != b+sum {
			t.Errorf("%s: %v, well-formed %v, ill-formed %v", column, a, b, sum)
		}
	}
	for _, key := range []string{"i-wf", "item.i-length", "p-name", "parse.readings", "i-length=3"} {
		grouped, sum := read("--by", key), 0.0
		for _, g := range grouped.Results[0].Groups {
			sum += g.Counts["matched"]
		}
		if want := all.Results[0].Counts["matched"]; key != "p-name" && sum != want || key == "p-name" && (sum == 0 || sum > want) {
			t.Errorf("--by %s: the groups have %v matches, want %v", key, sum, want)
		}
	}
	for _, bad := range [][]string{{"--by", "i-wff"}, {"--where", "parse.foo=1"}} {
		var errs strings.Builder
		code := run(context.Background(), append([]string{"score", gold, system}, bad...), strings.NewReader(""), io.Discard, &errs)
		if code != 2 || !strings.Contains(errs.String(), "want a field of the table item, parse, phenomenon or set") {
			t.Errorf("%v: exit status %d, %s", bad, code, errs.String())
		}
	}
}

// TestGrammars: two grammars over the items that all four profiles have, the Japanese one among them, whose words are
// others; the figures are those of each pair with --common-with.
func TestGrammars(t *testing.T) {
	english := shared.Path(t, "data", "sem-tsdb", "erg-2023", "mrs")
	parser := shared.Path(t, "data", "sem-tsdb", "erg-2025", "mrs")
	japanese := shared.Path(t, "data", "sem-tsdb", "jacy", "mrs")
	const measure = "edm:paper:properties=none"
	table := func(args ...string) map[string]map[string]any {
		t.Helper()
		var out struct{ Extra map[string][]map[string]any }
		args = append([]string{"score", "-q", "-m", measure, "--paper", "--format", "json", english, parser}, args...)
		if err := json.Unmarshal([]byte(call(t, args...)), &out); err != nil {
			t.Fatal(err)
		}
		rows := map[string]map[string]any{}
		for title, of := range out.Extra {
			for _, row := range of {
				if strings.HasPrefix(title, "edm: ") {
					rows[row["measure"].(string)] = row
				}
			}
		}
		return rows
	}
	both, alone := table("--beside", japanese+","+japanese), table("--common-with", japanese)
	if row := both["items"]; len(row) != 7 || row["erg-2025/mrs F"] != 100.0 || row["jacy/mrs F"] != 100.0 { // the ids with an analysis in all profiles
		t.Errorf("items %v, want 100", row)
	}
	for _, column := range []string{"P", "R", "F"} {
		if x, y := both["EDM NA"]["erg-2025/mrs "+column], alone["EDM NA"]["mrs "+column]; x == nil || x != y {
			t.Errorf("%s: %v beside the other grammar, %v alone", column, x, y)
		}
	}
	if len(both) != 6 || both["EDM P"] != nil || both["EDM"] != nil {
		t.Errorf("rows %v", both)
	}
	var errs strings.Builder
	args := []string{"score", english, parser, "--common-with", japanese, "-m", measure}
	if code := run(context.Background(), args, strings.NewReader(""), io.Discard, &errs); code != 0 ||
		!strings.Contains(errs.String(), "have other words than") {
		t.Errorf("exit status %d: %s", code, errs.String())
	}
}

// TestBesideJSON: JSON has the figures of the other grammar, each against its own gold, and they are those of that
// grammar alone over the items that both have.
func TestBesideJSON(t *testing.T) {
	t.Chdir("../..")
	type result struct {
		System string
		Scores map[string]float64
	}
	var both struct {
		Results []result
		Beside  []struct {
			Gold    struct{ Path string }
			Results []result
		}
	}
	var alone struct{ Results []result }
	first := []string{"examples/zhong/gold", "examples/zhong/parser"}
	second := []string{"examples/dridan/english-gold", "examples/dridan/english-parser"}
	args := []string{"score", "-q", "-m", "edm:paper", "--format", "json"}
	for _, run := range []struct {
		args []string
		into any
	}{
		{append(append(append([]string{}, args...), first...), "--paper", "--beside", strings.Join(second, ",")), &both},
		{append(append(append([]string{}, args...), second...), "--common", "--common-with", first[0], "--common-with", first[1]), &alone},
	} {
		if err := json.Unmarshal([]byte(call(t, run.args...)), run.into); err != nil {
			t.Fatal(err)
		}
	}
	if len(both.Beside) != 1 || both.Beside[0].Gold.Path != second[0] || !reflect.DeepEqual(both.Beside[0].Results, alone.Results) {
		t.Errorf("beside %v, alone %v", both.Beside, alone)
	}
	if len(both.Results) != 1 || both.Results[0].System == alone.Results[0].System {
		t.Errorf("the first grammar is %v", both.Results)
	}
}
