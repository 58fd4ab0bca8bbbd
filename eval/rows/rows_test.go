package rows

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"assay/eval"
	"assay/treebank"
)

// newCount returns a measure with two counts.
func newCount() *eval.Measure {
	return &eval.Measure{Name: "count", Signature: "count|x:1", Columns: eval.Columns("gold", "system"),
		Formulas: []eval.Formula{eval.Ratio("recall", eval.Plus(1), eval.Plus(0))}}
}

// names are sentence names with characters that are special in the formats.
var names = []string{"a", "", "%23#\t\n\r", "3", `"q"`, "é <&>"}

func sample(gold string, first int) *eval.Result {
	side := func(name string) *treebank.Source {
		return &treebank.Source{Name: name, Format: &treebank.Format{Name: "fake"}, Files: []treebank.File{{Name: name}}}
	}
	builder := eval.NewBuilder(side(gold), side("sys"), []*eval.Measure{newCount()}, []eval.OnError{eval.OnErrorSkip}, []string{"label"})
	for i, id := range names {
		builder.Add(eval.Unit{ID: id, Gold: int32(i), GoldN: 1, SystemN: int32(i % 2), Words: 7, Line: int32(10 * i), NewDoc: i == 0, Status: eval.Status(i % 5)})
		builder.Row(0, []float64{float64(first + i), 1.5 * float64(i)}, i == 3)
		if i > 1 {
			builder.Group(0, "label", id+"%", []float64{1, float64(i)})
		}
	}
	builder.Tally(0, eval.Sentences{Scored: 3, Unscorable: 2, Extra: 1}, 2, 1, 0)
	builder.Problem(eval.Problem{Unit: 1, Metric: -1, Sentence: "2", Place: "x:1:2", Text: "tab\tand #", Hint: "h"}, 0, 0, 0)
	return builder.Result(eval.AlignOrder)
}

func written(t *testing.T, asJSON bool, results ...*eval.Result) []byte {
	t.Helper()
	var buf bytes.Buffer
	writer := NewWriter(&buf, Header{Version: "v", Measures: []Measure{{Spec: "count", Signature: "count|x:1", Columns: newCount().ColumnNames()}},
		By: []string{"label"}, Extra: []string{"where:a|b"}}, asJSON)
	if err := writer.Begin(); err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if err := writer.Add(Name{System: "s"}, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

var options = Options{Metric: func(Measure) (*eval.Measure, error) { return newCount(), nil }, Format: func(string) *treebank.Format { return nil }}

// TestRoundTrip checks that reading returns the rows that were written, in both forms.
func TestRoundTrip(t *testing.T) {
	want := sample("gold", 1)
	for _, form := range []string{"tsv", "jsonl"} {
		c, err := Read(bytes.NewReader(written(t, form == "jsonl", want)), "x")
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		merged, err := Merge([]*Content{c}, options)
		if err != nil {
			t.Fatal(err)
		}
		got := merged[0].Result
		if a, b := fmt.Sprint(want.Units, want.Problems, want.Counts[0].Rows(), want.Counts[0].Skipped, want.Counts[0].Sentences,
			want.Counts[0].Unscorable, want.Counts[0].Selected),
			fmt.Sprint(got.Units, got.Problems, got.Counts[0].Rows(), got.Counts[0].Skipped, got.Counts[0].Sentences, got.Counts[0].Unscorable,
				got.Counts[0].Selected); a != b {
			t.Errorf("%s:\n%s\nread back:\n%s", form, a, b)
		}
		for i, g := range want.Counts[0].Groups {
			if h := got.Counts[0].Groups[i]; fmt.Sprint(*g) != fmt.Sprint(*h) {
				t.Errorf("%s: group %v, want %v", form, *h, *g)
			}
		}
	}
}

// TestBadRows: each fault gives one clear line.
func TestBadRows(t *testing.T) {
	good := string(written(t, false, sample("gold", 1)))
	lines := strings.SplitAfter(good, "\n")
	for _, tc := range []struct{ name, text, want string }{
		{"nothing", "", "incomplete: it has no line #end"},
		{"another file", "1\tthe\n", "x:1: want the line #assay"},
		{"killed between lines", strings.Join(lines[:9], ""), "incomplete: it has no line #end"},
		{"killed within a line", good[:len(good)/2], "cut off at byte"},
		{"a row is lost", strings.Join(append(append([]string{}, lines[:8]...), lines[9:]...), ""), "the file was changed"},
		{"a row twice", strings.Join(append(append(append([]string{}, lines[:8]...), lines[7]), lines[8:]...), ""), "doubled or out of order"},
		{"a count is changed", strings.Replace(good, "\t0\t1\t1\t0\n", "\t0\t1\t2\t0\n", 1), "the file was changed"},
		{"overflow", strings.Replace(good, "\t1\t0\n", "\t99999999999999999\t0\n", 1), "want a count of at most 2^53 as n_gold"},
		{"more after the end", good + "x\n", "want the end of the file"},
		{"layout", strings.Replace(good, "rows\t1", "rows\t9", 1), "x:1: want rows of layout 1, found 9"},
		{"status", strings.Replace(good, "\tscored\t", "\tbroken\t", 1), `unknown status "broken"`},
	} {
		if tc.text == good {
			t.Errorf("%s: the file is unchanged", tc.name)
		}
		_, err := Read(strings.NewReader(tc.text), "x")
		var fault *FileError
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", tc.name, err, tc.want)
		}
	}
}

// TestRefusals: rows counted differently are not added.
func TestRefusals(t *testing.T) {
	read := func(text string, path string) *Content {
		c, err := Read(strings.NewReader(text), path)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	good := string(written(t, false, sample("gold", 1)))
	other := string(written(t, false, sample("more", 100)))
	a, b := read(good, "a.tsv"), read(other, "b.tsv")
	merged, err := Merge([]*Content{b, a}, options)
	if err != nil {
		t.Fatal(err)
	}
	if r := merged[0].Result; r.GoldN != 2*len(names) || r.Counts[0].Row(0)[0] != 1 || r.Counts[0].Row(len(names))[0] != 100 || r.Problems[1].Sentence != "8" {
		t.Errorf("%d sentences, %v, %v", r.GoldN, r.Counts[0].Rows(), r.Problems)
	}
	if _, err := Merge([]*Content{read(good, "a.tsv"), read(good, "c.tsv")}, options); err == nil ||
		!strings.Contains(err.Error(), "the rows of system s on gold are also in a.tsv") {
		t.Errorf("the same rows twice: %v", err)
	}
	last := options
	last.LastWins = true
	if merged, err = Merge([]*Content{read(good, "a.tsv"), read(string(written(t, false, sample("gold", 50))), "c.tsv")}, last); err != nil ||
		merged[0].Result.Counts[0].Row(0)[0] != 50 {
		t.Errorf("last wins: %v", err)
	}
	for name, change := range map[string]func(*Content){
		"the version of assay is v2, in a.tsv it is v":              func(c *Content) { c.Version = "v2" },
		"the signature is count|x:2, in a.tsv it is count|x:1":      func(c *Content) { c.Measures[0].Signature = "count|x:2" },
		"the rest of the signature is none, in a.tsv it is where:a": func(c *Content) { c.Extra = nil },
		"option by is none, in a.tsv it is label":                   func(c *Content) { c.By = nil },
	} {
		c := read(other, "b.tsv")
		change(c)
		if _, err := Merge([]*Content{read(good, "a.tsv"), c}, options); err == nil || !strings.HasPrefix(err.Error(), "b.tsv: "+name) {
			t.Errorf("%v, want b.tsv: %s", err, name)
		}
	}
	huge := sample("gold", 1<<52)
	if _, err := Merge([]*Content{read(string(written(t, false, huge)), "a.tsv")}, options); err == nil || !strings.Contains(err.Error(), "overflow") {
		t.Errorf("overflow: %v", err)
	}
}

func TestSystemName(t *testing.T) {
	for _, c := range []struct{ gold, system, want string }{
		{"gold/x.conllu", "out/x.conllu", "out"}, {"gold/x.mrg", "out/x.parsed.mrg", "out/*.parsed.mrg"}, {"gold.mrg", "sys.mrg", "sys.mrg"},
		{"gold", "sys", "sys"}, {"x.gold", "x.sys", "*.sys"},
	} {
		if got := SystemName(c.gold, c.system); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.gold, c.system, got, c.want)
		}
	}
}

// FuzzRead checks that reading never panics and that its result can be merged or is
// refused. It appends a valid line #end, without which hardly any input would be read
// to its end.
func FuzzRead(f *testing.F) {
	var t testing.T
	for _, asJSON := range []bool{false, true} {
		text := string(written(&t, asJSON, sample("gold", 1)))
		f.Add(text[:strings.LastIndex(text[:len(text)-1], "\n")+1])
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = Read(strings.NewReader(text), "x")
		n := -1 // the line with the names of the columns
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "#") {
				n++
			}
		}
		sum := fnv.New64a()
		sum.Write([]byte(text))
		text += fmt.Sprintf("#end\t%d\t%016x\n", n, sum.Sum64())
		if c, err := Read(strings.NewReader(text), "x"); err == nil {
			_, _ = Merge([]*Content{c}, options)
		}
	})
}
