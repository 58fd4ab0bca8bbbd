package entities_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/chunks"
	"assay/formats/spanjson"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/entities"
	"assay/treebank"
)

func run(t *testing.T, opt entities.Options, gold, system *treebank.Source) (*eval.Measure, []float64) {
	t.Helper()
	m := entities.New(opt)
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{m}, eval.Options{Align: eval.AlignOrder})
	if err != nil {
		t.Fatal(err)
	}
	return m, res.Counts[0].Sum()
}

// TestRecorded compares the preset nervaluate-1.1.0 with the recorded runs of nervaluate on labels that all programs read
// alike.
func TestRecorded(t *testing.T) {
	root := shared.Path(t, "cases", "living", "nervaluate")
	table, err := os.ReadFile(filepath.Join(root, "COMMANDS.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(table)) {
		columns := strings.Split(strings.TrimSpace(line), "\t")
		if len(columns) != 3 || !strings.HasSuffix(columns[2], "gold.conll pred.conll --tags PER,ORG,LOC --full") {
			continue
		}
		name := columns[0]
		want, err := os.ReadFile(filepath.Join(root, name, "stdout"))
		if err != nil {
			t.Fatal(err)
		}
		file := func(side string) *treebank.Source {
			return formattest.Shared(t, &chunks.Format, "cases", "living", "nervaluate", name, side+".conll")
		}
		m, row := run(t, entities.Options{Greedy: true, Overlap: 1, NoHalf: true, Types: []string{"PER", "ORG", "LOC"}}, file("gold"), file("pred"))
		scores := map[string]float64{}
		for _, s := range m.Scores(row) {
			scores[s.Name] = s.Value
		}
		for part, theirs := range map[string]string{"strict": "strict", "exact": "exact", "partial": "partial", "type": "ent_type"} {
			line := "overall " + theirs
			for i, c := range m.Columns[:20] {
				if strings.HasPrefix(c.Name, part+"_") {
					line += fmt.Sprint(" ", row[i])
				}
			}
			// The program prints correct incorrect partial missed spurious possible actual precision recall f1.
			var p, r, f float64
			var counts [7]int
			for found := range strings.Lines(string(want)) {
				if strings.HasPrefix(found, line+" ") {
					fmt.Sscan(strings.TrimPrefix(found, "overall "+theirs), &counts[0], &counts[1], &counts[2], &counts[3], &counts[4], &counts[5],
						&counts[6], &p, &r, &f)
				}
			}
			if counts == [7]int{} {
				t.Errorf("%s: want %s in\n%s", name, line, want)
				continue
			}
			compared++
			for score, v := range map[string]float64{"_precision": p, "_recall": r, "_f1": f} {
				if d := scores[part+score] - v; d > 1e-12 || d < -1e-12 {
					t.Errorf("%s: %s%s is %v, nervaluate has %v", name, part, score, scores[part+score], v)
				}
			}
		}
	}
	if compared < 12 {
		t.Errorf("%d rows compared", compared)
	}
}

// spans makes a file of one text; a span is its first character, one past the last, and its type.
func spans(text string, list ...string) *treebank.Source {
	var out []string
	for _, s := range list {
		var start, end int
		var label string
		fmt.Sscan(s, &start, &end, &label)
		out = append(out, fmt.Sprintf(`{"start": %d, "end": %d, "label": %q}`, start, end, label))
	}
	return formattest.Source(&spanjson.Format, "f", fmt.Appendf(nil, `{"text": %q, "spans": [%s]}`+"\n", text, strings.Join(out, ", ")))
}

// TestPairs has rows counted by hand: of each part the correct, incorrect, partial, missing and spurious spans, then
// the spans of gold and the sentences.
func TestPairs(t *testing.T) {
	const text = "New York City Hall in May" // New York 0-8, New York City 0-13, City Hall 9-18, May 22-25
	for _, tc := range []struct {
		what         string
		opt          entities.Options
		gold, system []string
		want         string
	}{
		{"equal", entities.Options{Overlap: 1}, []string{"0 8 LOC"}, []string{"0 8 LOC"}, "1 0 0 0 0, 1 0 0 0 0, 1 0 0 0 0, 1 0 0 0 0, 1"},
		{"another type", entities.Options{Overlap: 1}, []string{"0 8 LOC"}, []string{"0 8 ORG"}, "0 1 0 0 0, 1 0 0 0 0, 1 0 0 0 0, 0 1 0 0 0, 1"},
		{"a part", entities.Options{Overlap: 1}, []string{"0 13 LOC"}, []string{"0 8 LOC"}, "0 1 0 0 0, 0 1 0 0 0, 0 0 1 0 0, 1 0 0 0 0, 1"},
		{"too small a part", entities.Options{Overlap: 80}, []string{"0 13 LOC"}, []string{"0 8 LOC"}, "0 0 0 1 1, 0 0 0 1 1, 0 0 0 1 1, 0 0 0 1 1, 1"},
		{"elsewhere", entities.Options{Overlap: 1}, []string{"0 8 LOC"}, []string{"22 25 LOC"}, "0 0 0 1 1, 0 0 0 1 1, 0 0 0 1 1, 0 0 0 1 1, 1"},
		{"nested, the inner one first", entities.Options{Overlap: 1}, []string{"0 8 LOC", "0 13 LOC"}, []string{"0 13 LOC", "0 8 LOC"},
			"2 0 0 0 0, 2 0 0 0 0, 2 0 0 0 0, 2 0 0 0 0, 2"},
		{"the same, in order", entities.Options{Overlap: 1, Greedy: true}, []string{"0 8 LOC", "0 13 LOC"}, []string{"0 13 LOC", "0 8 LOC"},
			"0 2 0 0 0, 0 2 0 0 0, 0 0 2 0 0, 2 0 0 0 0, 2"},
		{"one over two", entities.Options{Overlap: 1}, []string{"0 8 LOC", "9 18 ORG"}, []string{"0 18 ORG"},
			"0 1 0 1 0, 0 1 0 1 0, 0 0 1 1 0, 1 0 0 1 0, 2"},
		{"some types", entities.Options{Overlap: 1, Types: []string{"ORG"}}, []string{"0 8 LOC", "9 18 ORG"}, []string{"0 8 LOC"},
			"0 0 0 1 0, 0 0 0 1 0, 0 0 0 1 0, 0 0 0 1 0, 1"},
		{"twice", entities.Options{Overlap: 1}, []string{"0 8 LOC"}, []string{"0 8 LOC", "0 8 LOC"}, "1 0 0 0 1, 1 0 0 0 1, 1 0 0 0 1, 1 0 0 0 1, 1"},
	} {
		_, row := run(t, tc.opt, spans(text, tc.gold...), spans(text, tc.system...))
		var got []string
		for part := range 4 {
			got = append(got, strings.Trim(fmt.Sprint(row[5*part:5*part+5]), "[]"))
		}
		if got = append(got, fmt.Sprint(row[20])); strings.Join(got, ", ") != tc.want {
			t.Errorf("%s: %s, want %s", tc.what, strings.Join(got, ", "), tc.want)
		}
	}
}

// TestUnits: labels count words, texts characters: New York are two of three words of New York City, 8 of 13 characters.
func TestUnits(t *testing.T) {
	label := func(labels ...string) *treebank.Source {
		out := ""
		for i, word := range strings.Fields("New York City") {
			out += word + "\t" + labels[i] + "\n"
		}
		return formattest.Source(&chunks.Format, "f", []byte(out+"\n"))
	}
	for _, tc := range []struct {
		gold, system *treebank.Source
		overlap      int
		partial      float64
	}{
		{label("B-LOC", "I-LOC", "I-LOC"), label("B-LOC", "I-LOC", "O"), 66, 1},
		{label("B-LOC", "I-LOC", "I-LOC"), label("B-LOC", "I-LOC", "O"), 67, 0},
		{spans("New York City", "0 13 LOC"), spans("New York City", "0 8 LOC"), 61, 1},
		{spans("New York City", "0 13 LOC"), spans("New York City", "0 8 LOC"), 62, 0},
		// 7 of 11 characters without blanks are 63.6 %
		{label("B-LOC", "I-LOC", "I-LOC"), spans("New York City", "0 8 LOC"), 63, 1},
		{label("B-LOC", "I-LOC", "I-LOC"), spans("New York City", "0 8 LOC"), 64, 0},
	} {
		if _, row := run(t, entities.Options{Overlap: tc.overlap}, tc.gold, tc.system); row[12] != tc.partial {
			t.Errorf("%d %%: %v", tc.overlap, row)
		}
	}
}
