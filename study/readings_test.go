package study_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/eval"
	"assay/internal/shared"
	"assay/study"
)

// annotated copies the silver profile of the Mandarin MRS suite and records choices in
// it: readings lists, for items with three readings or more, the result-ids that the
// annotator chose.
func annotated(t *testing.T, readings ...int) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"relations", "item", "parse", "result.gz"} {
		data, err := os.ReadFile(shared.Path(t, "data", "sem-tsdb", "zhong", "silver-mrs", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	parses, err := os.ReadFile(filepath.Join(dir, "parse"))
	if err != nil {
		t.Fatal(err)
	}
	var preference bytes.Buffer
	for row := range strings.Lines(string(parses)) {
		fields := strings.Split(row, "@")
		parse := fields[0]
		n, err := strconv.Atoi(fields[7]) // readings
		if err != nil {
			t.Fatal(err)
		}
		if n < 3 {
			fmt.Fprintf(&preference, "%s@1@0\n", parse)
			continue
		}
		for _, id := range readings {
			fmt.Fprintf(&preference, "%s@1@%d\n", parse, id)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "preference"), preference.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The rows of a gold profile with several chosen readings are those of the better of
// two profiles with one chosen reading each.
func TestBestGold(t *testing.T) {
	system := shared.Path(t, "data", "sem-tsdb", "zhong", "treebank-mrs")
	var runs []*eval.Result
	for _, readings := range [][]int{{1}, {2}, {1, 2}} {
		s := study.Study{Options: study.Options{Metric: "edm"}, Files: &study.Files{}}
		r, err := s.Run(context.Background(), annotated(t, readings...), system)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r.Runs[0])
	}
	for i, want := range []string{"tsdb|readings:preferred", "tsdb|readings:preferred", "tsdb|readings:best"} {
		if got := runs[i].GoldFormat(); got != want {
			t.Errorf("gold is %s, want %s", got, want)
		}
	}
	if got, want := runs[0].SystemFormat(), "tsdb|system-readings:parsed"; got != want {
		t.Errorf("the system is %s, want %s", got, want)
	}
	metric := runs[0].Counts[0].Metric
	f1 := func(row []float64) eval.Score {
		for _, s := range metric.Scores(row) {
			if s.Name == "f1" {
				return s
			}
		}
		t.Fatal("edm has no f1")
		return eval.Score{}
	}
	first, second := 0, 0
	for i := range runs[2].Units {
		a, b, got := runs[0].Counts[0].Row(i), runs[1].Counts[0].Row(i), runs[2].Counts[0].Row(i)
		want := a
		switch one, two := f1(a), f1(b); {
		case two.Value > one.Value, runs[2].Units[i].Status == eval.NoSystem && two.Den < one.Den:
			want = b
			second++
		case one.Value > two.Value:
			first++
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("item %s: row %v, want %v", runs[2].Name(i), got, want)
		}
	}
	if first < 10 || second < 10 {
		t.Errorf("the first reading is better in %d items, the second in %d: too few to test", first, second)
	}
}
