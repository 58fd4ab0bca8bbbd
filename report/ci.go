package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"assay/eval"
	"assay/internal/screen"
)

// A Check is a demand on a score: --fail-under, --baseline.
type Check struct {
	System, Metric, Score string
	Want                  string // "at least 85"
	Found                 string
	Failed                bool
}

// Write writes the report in form format; checks matter to the forms for continuous
// integration only.
func (r *Report) Write(w io.Writer, format Format, precision int, checks []Check) error {
	switch format {
	case JSON:
		return r.WriteJSON(w)
	case GitHub:
		return r.github(w, precision, checks)
	case JUnit:
		return r.junit(w, checks)
	case Codabench:
		return r.codabench(w)
	case TIRA:
		return r.tira(w)
	case CSV, TSV:
		return WriteTables(w, format, r.flat())
	}
	if format != TextFormat {
		wide := *r
		wide.Layout.Width = 0
		return WriteTables(w, format, wide.Tables(precision)...)
	}
	return WriteTables(w, format, r.Tables(precision)...)
}

// flat gives all figures as one table in long form, for programs: a line per
// system, metric, group and score.
func (r *Report) flat() *Table {
	table := &Table{Head: []string{"system", "metric", "by", "value", "sentence", "name", "figure", "low", "high"}}
	nan := Cell{Value: math.NaN(), Numeric: true}
	for _, res := range r.Results {
		line := func(by, value, sentence, name string, v float64, in *Interval) {
			low, high := nan, nan
			if in != nil {
				low, high = Number(in.Low, 6), Number(in.High, 6)
			}
			table.Add(Label(res.System), Label(res.Metric), Label(by), Label(value), Label(sentence), Label(name),
				Number(v, 6), low, high)
		}
		lines := func(by, value, sentence string, scores []eval.Score, intervals []Interval, counts []Named) {
			for _, s := range scores {
				line(by, value, sentence, s.Name, s.Value, findInterval(intervals, s.Name))
			}
			for _, c := range counts {
				line(by, value, sentence, "count:"+c.Name, c.Value, nil)
			}
		}
		lines("", "", "", res.Scores, res.Intervals, res.Counts)
		for _, n := range res.Sentences.named() {
			line("", "", "", "sentences:"+n.Name, n.Value, nil)
		}
		if res.Common != nil { // over the sentences that all systems are scored on
			lines("sentences", "common", "", res.Common.Scores, res.Common.Intervals, nil)
		}
		for _, g := range res.Groups {
			lines(g.By, g.Value, "", g.Scores, g.Intervals, g.Counts)
		}
		for _, u := range res.PerSentence {
			lines("", "", u.ID, u.Scores, nil, u.Counts)
		}
		for _, p := range res.Problems {
			line("", "", p.Sentence, "problem", 1, nil)
		}
		for _, a := range res.Absent {
			line("", "", a.Sentence, "absent:"+a.From, 1, nil)
		}
	}
	return table
}

// github writes workflow commands (problems as warnings, failed checks as
// errors) and the tables as Markdown for the step summary.
func (r *Report) github(w io.Writer, precision int, checks []Check) error {
	for _, res := range r.Results {
		for _, p := range res.Problems {
			annotate(w, "warning", p.Place, "sentence "+p.Sentence+": "+p.Text)
		}
	}
	for _, c := range checks {
		if c.Failed {
			fmt.Fprintf(w, "::error::%s\n", githubData(c.text()))
		}
	}
	wide := *r
	wide.Layout.Width = 0
	return WriteTables(w, Markdown, wide.Tables(precision)...)
}

// annotate writes a workflow command that marks a place in the files of a change:
// "file:line:column", "file:line" or "file".
func annotate(w io.Writer, level, place, text string) {
	file, numbers := splitPlace(place)
	properties := "file=" + githubProperty(file)
	for i, n := range numbers {
		properties += "," + []string{"line", "col"}[i] + "=" + n
	}
	fmt.Fprintf(w, "::%s %s::%s\n", level, properties, githubData(text))
}

// splitPlace cuts a place into the name of the file and its line and column, as
// many of them as there are. Names of files may hold colons.
func splitPlace(place string) (file string, numbers []string) {
	file = place
	for len(numbers) < 2 {
		i := strings.LastIndexByte(file, ':')
		if i < 0 {
			break
		}
		if _, err := strconv.ParseUint(file[i+1:], 10, 31); err != nil {
			break
		}
		file, numbers = file[:i], append([]string{file[i+1:]}, numbers...)
	}
	return file, numbers
}

// A Flaw is a problem of a file that is checked on its own.
type Flaw struct {
	Place, Sentence, Text, Hint string
}

func (f Flaw) text() string {
	text := f.Text
	if f.Sentence != "" {
		text = "sentence " + f.Sentence + ": " + text
	}
	if f.Hint != "" {
		text += "\nhint: " + f.Hint
	}
	return text
}

// WriteGitHubFlaws writes a workflow command for each flaw, which GitHub shows as
// an error beside its line.
func WriteGitHubFlaws(w io.Writer, flaws []Flaw) error {
	var out bytes.Buffer
	for _, f := range flaws {
		annotate(&out, "error", f.Place, f.text())
	}
	_, err := w.Write(out.Bytes())
	return err
}

// WriteJUnitFlaws writes a test case for each file, which fails if it has flaws.
func WriteJUnitFlaws(w io.Writer, files []string, flaws []Flaw) error {
	suite := junitSuite{Name: "assay validate"}
	found := map[string][]Flaw{}
	for _, f := range flaws {
		name, _ := splitPlace(f.Place)
		found[name] = append(found[name], f)
	}
	for _, name := range files {
		c := junitCase{Class: "validate", Name: name}
		if n := len(found[name]); n > 0 {
			var text strings.Builder
			for _, f := range found[name] {
				fmt.Fprintf(&text, "%s: %s\n", f.Place, f.text())
			}
			c.Failure = &junitFailure{fmt.Sprintf("problems: %d", n), text.String()}
		}
		suite.Cases = append(suite.Cases, c)
	}
	return suite.write(w)
}

func (c Check) text() string {
	return fmt.Sprintf("%s: %s %s is %s, want %s", c.System, c.Metric, c.Score, c.Found, c.Want)
}

func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(screen.Lines(s))
}

func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(screen.Lines(s))
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
	Out     string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// junit writes a test case per check, and one per system and metric whose
// failure is that sentences could not be scored.
func (r *Report) junit(w io.Writer, checks []Check) error {
	suite := junitSuite{Name: "assay"}
	for _, res := range r.Results {
		var out strings.Builder
		for _, s := range res.Scores {
			if !finite(s.Value) {
				fmt.Fprintf(&out, "%s n/a\n", s.Name)
				continue
			}
			fmt.Fprintf(&out, "%s %g\n", s.Name, s.Value)
		}
		c := junitCase{Class: res.System, Name: res.Metric, Out: out.String() + res.Signature + "\n"}
		if res.Sentences.Unscorable > 0 {
			var text strings.Builder
			WriteProblems(&text, res.Problems, res.Sentences.Unit)
			n := Plural(res.Sentences.Unscorable, res.Sentences.Unit)
			c.Failure = &junitFailure{n + " could not be scored", text.String()}
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, c := range checks {
		jc := junitCase{Class: c.System, Name: c.Metric + " " + c.Score + " " + c.Want}
		if c.Failed {
			jc.Failure = &junitFailure{c.text(), ""}
		}
		suite.Cases = append(suite.Cases, jc)
	}
	return suite.write(w)
}

// write counts the cases and writes the suite.
func (suite *junitSuite) write(w io.Writer) error {
	suite.Tests = len(suite.Cases)
	for _, c := range suite.Cases {
		if c.Failure != nil {
			suite.Failures++
		}
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// keyed calls f for each score with the name that shared-task platforms get:
// the score's, after the metric's and system's where there are several.
func (r *Report) keyed(f func(key string, v float64)) {
	systems, metrics := map[string]bool{}, map[string]bool{}
	for _, res := range r.Results {
		systems[res.System], metrics[res.Metric] = true, true
	}
	names := systemNames(r.Results)
	for _, res := range r.Results {
		prefix := ""
		if len(systems) > 1 {
			prefix = names[res.System] + "_"
		}
		if len(metrics) > 1 {
			prefix += res.Metric + "_"
		}
		for _, s := range res.Scores {
			if finite(s.Value) {
				f(prefix+s.Name, s.Value)
			}
		}
	}
}

// codabench writes scores.json: one flat object of numbers.
func (r *Report) codabench(w io.Writer) error {
	o := Object{}
	r.keyed(func(key string, v float64) { o.Add(key, Float(v)) })
	return WriteJSON(w, o)
}

// tira writes evaluation.prototext.
func (r *Report) tira(w io.Writer) error {
	var err error
	r.keyed(func(key string, v float64) {
		if err == nil {
			_, err = fmt.Fprintf(w, "measure {\n  key: %q\n  value: \"%g\"\n}\n", key, v)
		}
	})
	return err
}
