package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// hidden matches what no output shows as it is: controls but tabs and line ends,
// and marks that turn the direction of what follows.
var hidden = regexp.MustCompile(`[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x{9f}\x{202a}-\x{202e}\x{2066}-\x{2069}]`)

// TestHidden: no form of a table holds a character that controls a terminal or
// turns what follows.
func TestHidden(t *testing.T) {
	const bad = "do\x1b[31mg\x7f \u0085\u202ex\u2066"
	table := &Table{Title: bad, Lead: []string{bad}, Head: []string{bad}, Rows: [][]Cell{{Label(bad)}}, Notes: []string{bad}}
	for _, f := range []Format{TextFormat, CSV, TSV, Markdown, LaTeX, HTML} {
		var b strings.Builder
		if err := WriteTables(&b, f, table); err != nil || hidden.MatchString(b.String()) || !strings.Contains(b.String(), "do") {
			t.Errorf("%s: %v %q", f, err, b.String())
		}
	}
	for _, s := range []string{githubData(bad), githubProperty(bad)} {
		if hidden.MatchString(s) {
			t.Errorf("github: %q", s)
		}
	}
}

// A table of notes alone, as errors has where there are none, is written in every form.
func TestNotesAlone(t *testing.T) {
	for _, f := range []Format{TextFormat, CSV, TSV, Markdown, LaTeX, HTML} {
		var b strings.Builder
		if err := WriteTables(&b, f, &Table{Title: "errors", Notes: []string{"none"}}); err != nil {
			t.Errorf("%s: %v", f, err)
		}
		if f == LaTeX && b.String() != "% errors\n% none\n" {
			t.Errorf("latex: %q", b.String())
		}
	}
}

// FuzzEndField: fields are what the standard library writes (CSV, JSON), and a
// field of TSV is as long as its text and has no character that ends one.
func FuzzEndField(f *testing.F) {
	for _, s := range []string{"", "word", `a "quoted", one`, "tab\tand\r\nline", "\b\f\x00\x1f\x7f\\", "esc\x1b[0m\u202e",
		"żółć 漢字 \u2028\u2029\ufffd", "cut \xe2\x82", "eight by\tte"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var quoted bytes.Buffer
		enc := json.NewEncoder(&quoted)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(s); err != nil {
			t.Fatal(err)
		}
		if got := `"` + string(AppendField(nil, JSON, s)) + `"`; got != strings.TrimSuffix(quoted.String(), "\n") {
			t.Errorf("json %s, want %s", got, quoted.String())
		}
		var line bytes.Buffer
		writer := csv.NewWriter(&line)
		if !utf8.ValidString(s) {
			return
		}
		visible := hidden.ReplaceAllStringFunc(s, func(c string) string { return fmt.Sprintf(`\u%04x`, []rune(c)[0]) })
		if err := writer.Write([]string{"x", visible}); err != nil {
			t.Fatal(err)
		}
		writer.Flush()
		// encoding/csv also quotes fields that begin with a blank or are \.
		if got := "x," + string(AppendField(nil, CSV, s)) + "\n"; got != line.String() && strings.ContainsAny(s, ",\"\r\n") {
			t.Errorf("csv %q, want %q", got, line.String())
		}
		if got := string(AppendField(nil, TSV, s)); got != strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(visible) {
			t.Errorf("tsv %q of %q", got, s)
		}
	})
}
