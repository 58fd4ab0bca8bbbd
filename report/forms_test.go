package report_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/measures"
	"assay/report"
	"assay/treebank"
)

// words is sentences of two words in CoNLL-U; the head of the second word of each is given.
func words(t *testing.T, name string, heads ...string) *treebank.Source {
	t.Helper()
	var b strings.Builder
	for i, head := range heads {
		fmt.Fprintf(&b, "# sent_id = s%d\n1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t%s\tdep\t_\t_\n\n", i+1, head)
	}
	src, err := corpus.Text(name, b.String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// reported counts systems by attachment: of the words of gold the first of each sentence is right in all of them.
func reported(t *testing.T, opt report.Options, gold *treebank.Source, systems ...*treebank.Source) *report.Report {
	t.Helper()
	rep := report.New(gold, opt)
	for _, system := range systems {
		m, err := measures.Parse("attachment", measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{m}, eval.Options{Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		rep.Add(res, opt)
	}
	return rep
}

// written is a report in a form.
func written(t *testing.T, rep *report.Report, format report.Format, checks ...report.Check) string {
	t.Helper()
	var out strings.Builder
	if err := rep.Write(&out, format, 2, checks); err != nil {
		t.Fatal(format, err)
	}
	return out.String()
}

// Every form has the figures of the run: 2 sentences of 2 words, of which 3 are right, which is a LAS of 75.
func TestForms(t *testing.T) {
	gold := words(t, "gold.conllu", "1", "1")
	rep := reported(t, report.Options{Version: "test", PerSentence: true}, gold, words(t, "a.conllu", "1", "0"))
	for _, format := range report.Formats {
		text := written(t, rep, report.Format(format))
		if !strings.Contains(text, "75") || strings.Contains(text, "NaN") {
			t.Errorf("%s has no 75:\n%s", format, text)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(written(t, rep, report.CSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, row := range rows[1:] {
		found[strings.Join(row[:len(row)-1], " ")] = row[len(row)-1]
	}
	if len(rows) < 4 || len(found) != len(rows)-1 {
		t.Errorf("CSV has %d rows, %d of them different", len(rows), len(found))
	}
	if tsv := written(t, rep, report.TSV); len(strings.Split(strings.TrimSpace(tsv), "\n")) != len(rows) {
		t.Errorf("TSV has other rows than CSV:\n%s", tsv)
	}
	var object struct {
		Gold    map[string]any
		Results []struct {
			System, Metric, Signature string
			Scores                    map[string]*float64
			Sentences                 map[string]any
			PerSentence               []map[string]any `json:"per_sentence"`
		}
	}
	if err := json.Unmarshal([]byte(written(t, rep, report.JSON)), &object); err != nil {
		t.Fatal(err)
	}
	one := object.Results[0]
	if one.System != "a.conllu" || one.Metric != "attachment" || *one.Scores["las"] != 0.75 || one.Sentences["scored"] != 2.0 ||
		len(one.PerSentence) != 2 || !strings.HasSuffix(one.Signature, "|v:test") {
		t.Errorf("JSON: %+v", one)
	}
}

// Forms for continuous integration say what failed.
func TestChecks(t *testing.T) {
	rep := reported(t, report.Options{Version: "test"}, words(t, "gold.conllu", "1", "1"), words(t, "a.conllu", "1", "0"))
	checks := []report.Check{
		{System: "a.conllu", Metric: "attachment", Score: "las", Want: "at least 80", Found: "75", Failed: true},
		{System: "a.conllu", Metric: "attachment", Score: "uas", Want: "at least 70", Found: "75"},
	}
	if text := written(t, rep, report.GitHub, checks...); !strings.Contains(text, "::error") || !strings.Contains(text, "at least 80") ||
		strings.Contains(text, "at least 70") {
		t.Errorf("GitHub: %s", text)
	}
	text := written(t, rep, report.JUnit, checks...)
	failures := 0
	for decoder := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err, text)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "failure" {
			failures++
		}
	}
	if failures != 1 {
		t.Errorf("JUnit has %d failures:\n%s", failures, text)
	}
	flaws := []report.Flaw{{Place: "x.conllu:3:1", Sentence: "s1", Text: "want 10 columns", Hint: "tabs"}}
	var github, junit strings.Builder
	if err := report.WriteGitHubFlaws(&github, flaws); err != nil || !strings.Contains(github.String(), "file=x.conllu,line=3,col=1") {
		t.Errorf("GitHub: %s %v", &github, err)
	}
	if err := report.WriteJUnitFlaws(&junit, []string{"x.conllu", "y.conllu"}, flaws); err != nil || strings.Count(junit.String(), "<failure") != 1 {
		t.Errorf("JUnit: %s %v", &junit, err)
	}
}

// Several systems share a table, in their order, and the better one leads.
func TestSeveral(t *testing.T) {
	gold := words(t, "gold.conllu", "1", "1")
	rep := reported(t, report.Options{Version: "test"}, gold, words(t, "out/a.conllu", "1", "0"), words(t, "out/b.conllu", "1", "1"))
	rep.Lead = []report.Lead{{Metric: "attachment", System: "out/b.conllu", Sentences: 2, Of: 2, Score: rep.Results[1].Scores[0]}}
	for _, format := range []report.Format{report.TextFormat, report.Markdown, report.HTML, report.LaTeX} {
		text := written(t, rep, format)
		_, rows, _ := strings.Cut(text, "exact match")
		a, b := strings.Index(rows, "a.conllu"), strings.Index(rows, "b.conllu")
		if a < 0 || b < a || !strings.Contains(rows[a:b], "75.00") || !strings.Contains(rows[b:], "100.00") {
			t.Errorf("%s:\n%s", format, text)
		}
	}
	if order := report.Ranked(2, func(i int) []eval.Score { return rep.Results[i].Scores }); order[0] != 1 || order[1] != 0 {
		t.Errorf("order %v", order)
	}
	if short := report.ShortNames([]string{"out/a.conllu", "in/a.conllu", "b.mrg"}); short["out/a.conllu"] == short["in/a.conllu"] {
		t.Errorf("short names %v", short)
	}
	rep.Keep([]string{"uas"})
	if text := written(t, rep, report.CSV); strings.Contains(text, "las") || !strings.Contains(text, "uas") {
		t.Errorf("kept: %s", text)
	}
}

// A breakdown has a row for each value, with the words that have it.
func TestGroups(t *testing.T) {
	gold := words(t, "gold.conllu", "1", "1")
	m, err := measures.Parse("attachment", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := eval.Run(context.Background(), gold, words(t, "a.conllu", "1", "0"), []*eval.Measure{m}, eval.Options{Jobs: 1, By: []eval.Key{byRelation{}}})
	if err != nil {
		t.Fatal(err)
	}
	rep := report.New(gold, report.Options{})
	rep.Add(res, report.Options{})
	for _, format := range []report.Format{report.TextFormat, report.Markdown, report.HTML, report.LaTeX, report.CSV, report.JSON} {
		if text := written(t, rep, format); !strings.Contains(text, "root") || !strings.Contains(text, "dep") {
			t.Errorf("%s:\n%s", format, text)
		}
	}
	if plot := rep.Plot(); plot == nil || !strings.Contains(plot.SVG(), "<svg") {
		t.Error("no plot")
	}
}

// byRelation is the relation that gold gives a word.
type byRelation struct{}

func (byRelation) Name() string  { return "relation" }
func (byRelation) PerItem() bool { return true }
func (byRelation) Value(dst []byte, p *eval.Pair, it *eval.Item) []byte {
	if it.Gold.Kind == eval.None {
		return append(dst, "none"...)
	}
	return append(dst, p.Gold.Name(it.Gold.CountedLabel())...)
}

// A table has the same cells in each form, and none is lost where the window is narrow.
func TestTables(t *testing.T) {
	table := &report.Table{Title: "title", Head: []string{"name", "count", "share", "a long column of text"}, Notes: []string{"a note"}}
	table.Add(report.Label("x|y & <z>_%"), report.Count(3), report.Percent(0.5, 1), report.Label("some words that go on and on"))
	table.Add(report.Label("second"), report.Tally(2.5), report.Number(1.25, 2), report.Shown(7, "seven"))
	for format, cells := range map[report.Format][]string{
		report.TextFormat: {"x|y & <z>_%", "3", "50.0", "second", "2.5", "1.25", "seven", "a note", "title"},
		report.Markdown:   {`x\|y`, "50.0", "seven", "a note"},
		report.LaTeX:      {`\&`, `\_`, `\%`, "50.0", "seven"},
		report.HTML:       {"&amp;", "&lt;z&gt;", "50.0", "seven"},
		report.CSV:        {"x|y & <z>_%", "0.5", "2.5", "1.25"},
		report.TSV:        {"x|y & <z>_%\t3\t0.5"},
	} {
		var out strings.Builder
		if err := report.WriteTables(&out, format, table); err != nil {
			t.Fatal(err)
		}
		for _, cell := range cells {
			if !strings.Contains(out.String(), cell) {
				t.Errorf("%s lacks %q:\n%s", format, cell, &out)
			}
		}
	}
	for _, width := range []int{40, 50, 60} {
		var out strings.Builder
		if err := report.WriteTables(report.Screen{Writer: &out, Width: width, Colours: width == 60}, report.TextFormat, table); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		for _, cell := range []string{"second", "2.5", "1.25", "seven", "50.0"} {
			if !strings.Contains(text, cell) {
				t.Errorf("width %d lacks %q:\n%s", width, cell, text)
			}
		}
		for line := range strings.Lines(text) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > width {
				t.Errorf("width %d: a line of %d: %q", width, n, line)
			}
		}
	}
	objects := table.Objects()
	if len(objects) != 2 {
		t.Errorf("%d objects", len(objects))
	}
}

// Warnings are joined where their texts are equal.
func TestJoinWarnings(t *testing.T) {
	w := report.Warning{Kind: "root", Level: report.Caution, About: "a.mrg", Remedy: "erase it"}.Say("the root of %s counts", "all")
	other := w
	other.About = "b.mrg"
	got := report.JoinWarnings([]report.Warning{w, other, {Text: "alone"}})
	if len(got) != 2 || got[0] != "a.mrg and b.mrg: the root of all counts (hint: erase it)" || got[1] != "alone" {
		t.Errorf("found %q", got)
	}
	if text := w.Lines(); text != "warning: a.mrg: the root of all counts\nhint: erase it\n" {
		t.Errorf("found %q", text)
	}
}
