package amrfine_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/amr"
	triples "assay/graph/amr"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/amrfine"
	"assay/treebank"
)

// sums returns gold, system and matched of each row.
func sums(t *testing.T, opt amrfine.Options, gold, system []byte) map[string]float64 {
	t.Helper()
	src := func(name string, text []byte) *treebank.Source { return formattest.Source(&amr.Format, name, text) }
	metric := amrfine.New(opt)
	res, err := eval.Run(context.Background(), src("gold", gold), src("system", system), []*eval.Measure{metric}, eval.Options{Align: eval.AlignOrder})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	row := res.Counts[0].Sum()
	for i, name := range metric.ColumnNames() {
		out[name] = row[i]
	}
	for _, s := range metric.Scores(row) {
		out[s.Name] = s.Value
	}
	return out
}

// TestRecorded compares with the proven optima of smatch and of its variant without
// senses, and with amr-evaluation's figures for the rows without mapping.
func TestRecorded(t *testing.T) {
	read := func(name string) []byte { return shared.Read(t, "cases", "graphs", "01-amr-lpps", name) }
	got := sums(t, amrfine.AMREvaluation, read("gold.amr"), read("system.amr"))
	for name, want := range map[string]float64{"smatch_matched": 724, "smatch_system": 1364, "smatch_gold": 1469,
		"no_wsd_matched": 743, "no_wsd_system": 1364, "no_wsd_gold": 1469} {
		if got[name] != want {
			t.Errorf("%s: want %v, found %v", name, want, got[name])
		}
	}
	for name, want := range map[string]float64{"concepts_precision": 0.69, "concepts_recall": 0.69, "named_entities_f1": 0.71, "negations_precision": 0.57,
		"negations_recall": 0.46, "negations_f1": 0.51} {
		if math.Abs(got[name]-want) > 0.005 {
			t.Errorf("%s: want %v, found %v", name, want, got[name])
		}
	}
	if got["wikification_gold"] != 0 || !math.IsNaN(got["wikification_f1"]) {
		t.Errorf("wikification: %v of %v, want n/a", got["wikification_f1"], got["wikification_gold"])
	}
	if got["proven"] != 1 {
		t.Errorf("%v of the rows are proven", got["proven"])
	}
}

// The counts were made by hand.
func TestByHand(t *testing.T) {
	gold := "(w / want-01 :ARG0 (b / boy :name (n / name :op1 \"Al\") :wiki \"Al\") :ARG1 (g / go-02 :ARG0 b :polarity -))"
	system := "(w / want-02 :ARG0 (b / boy :name (n / name :op1 \"Al\") :wiki -) :ARG1 (g / go-02 :ARG1 b))"
	got := sums(t, amrfine.AMREvaluation, []byte(gold), []byte(system))
	for name, want := range map[string]string{
		"smatch":         "12 11 7", // instances b n g; ARG0 of w, ARG1, name, op1
		"no_wsd":         "12 11 9", // and w, and the top
		"unlabeled":      "12 11 8", // and the second edge to b; the values differ
		"concepts":       "4 4 3",
		"named_entities": "1 1 1",
		"negations":      "1 0 0",
		"wikification":   "1 1 0",
		"reentrancies":   "5 5 3", // w b g and two edges; b g and one
		"srl":            "6 6 4",
	} {
		f := strings.Fields(want)
		for i, part := range []string{"gold", "system", "matched"} {
			if v := got[name+"_"+part]; f[i] != formatted(v) {
				t.Errorf("%s: want %s %s, found %v", name, f[i], part, v)
			}
		}
	}
}

func formatted(v float64) string {
	if v >= 10 {
		return string(rune('0'+int(v)/10)) + string(rune('0'+int(v)%10))
	}
	return string(rune('0' + int(v)))
}

// graphs returns the graphs of a file without their comments.
func graphs(text []byte) []string {
	var lines []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	var out []string
	for _, block := range strings.Split(strings.Join(lines, ""), "\n\n") {
		if strings.TrimSpace(block) != "" {
			out = append(out, strings.TrimSpace(block))
		}
	}
	return out
}

// TestAspects compares with counts that smatch++ was run for.
func TestAspects(t *testing.T) {
	join := func(list []string) []byte { return []byte(strings.Join(list, "\n\n")) }
	got := map[string]map[string]float64{}
	gold := graphs(shared.Read(t, "cases", "graphs", "01-amr-lpps", "gold.amr"))
	system := graphs(shared.Read(t, "cases", "graphs", "01-amr-lpps", "system.amr"))
	got["lpps"] = sums(t, amrfine.Aspects, join(slices.Delete(gold, 67, 68)), join(slices.Delete(system, 67, 68)))
	gold = graphs(shared.Read(t, "data", "sem-amr", "little-prince-v3.amr"))
	system = graphs(shared.Read(t, "cases", "graphs", "02-amr-hard", "v3.p12.amr.gz"))
	got["v3"] = sums(t, amrfine.Aspects, join(gold[:600]), join(system[:600]))
	text, err := os.ReadFile("testdata/smatchpp.tsv")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || len(fields) != 5 {
			continue
		}
		name, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(fields[1]), "-", "_"), " ")
		row := got[fields[0]]
		if found := fmt.Sprint(row[name+"_matched"], row[name+"_system"], row[name+"_gold"]); found != strings.Join(fields[2:], " ") {
			t.Errorf("%s: want %v, found %s", fields[:2], fields[2:], found)
		}
		if fields[2] == "0" && fields[3] == "0" && fields[4] == "0" && !math.IsNaN(row[name+"_f1"]) {
			t.Errorf("%s: F1 of an empty aspect is %v", fields[:2], row[name+"_f1"])
		}
		n++
	}
	if n != 38 {
		t.Errorf("%d rows are compared", n)
	}
}

// TestFrames compares the size of each aspect with that in smatch++, which renamed core
// roles by the same file.
func TestFrames(t *testing.T) {
	text, err := os.ReadFile("testdata/frames.txt")
	if err != nil {
		t.Fatal(err)
	}
	opt := amrfine.Aspects
	if opt.Frames, err = triples.ReadFrames(string(text)); err != nil {
		t.Fatal(err)
	}
	gold := graphs(shared.Read(t, "cases", "graphs", "01-amr-lpps", "gold.amr"))
	system := graphs(shared.Read(t, "cases", "graphs", "01-amr-lpps", "system.amr"))
	join := func(list []string) []byte { return []byte(strings.Join(slices.Delete(list, 67, 68), "\n\n")) }
	a, b := join(system), join(gold)
	got, plain := sums(t, opt, b, a), sums(t, amrfine.Aspects, b, a)
	want, err := os.ReadFile("testdata/smatchpp-frames.tsv")
	if err != nil {
		t.Fatal(err)
	}
	n, renamed := 0, 0
	for line := range strings.Lines(string(want)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || len(fields) != 3 {
			continue
		}
		n++
		name, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(fields[0]), "-", "_"), " ")
		if found := fmt.Sprint(got[name+"_system"], got[name+"_gold"]); found != strings.Join(fields[1:], " ") {
			t.Errorf("%s: want system, gold %v, found %s", name, fields[1:], found)
		}
		if got[name+"_gold"] != plain[name+"_gold"] {
			renamed++
		}
	}
	if n != 19 || renamed < 5 || got["smatch_matched"] != plain["smatch_matched"] {
		t.Errorf("%d aspects, %d changed by frames; all triples match %v and without frames %v times", n, renamed, got["smatch_matched"], plain["smatch_matched"])
	}
	if _, err := triples.ReadFrames("run-02  ARG0 runner\n"); err == nil || !strings.Contains(err.Error(), "1: want") {
		t.Errorf("a description without a colon: %v", err)
	}
}
