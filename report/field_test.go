package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
)

// FuzzEndField: fields are what the standard library writes (CSV, JSON), and a
// field of TSV is as long as its text and has no character that ends one.
func FuzzEndField(f *testing.F) {
	for _, s := range []string{"", "word", `a "quoted", one`, "tab\tand\r\nline", "\b\f\x00\x1f\x7f\\", "żółć 漢字 \u2028\u2029\ufffd", "cut \xe2\x82", "eight by\tte"} {
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
		w := csv.NewWriter(&line)
		if err := w.Write([]string{"x", s}); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		// encoding/csv also quotes fields that begin with a blank or are \.
		if got := "x," + string(AppendField(nil, CSV, s)) + "\n"; got != line.String() && strings.ContainsAny(s, ",\"\r\n") {
			t.Errorf("csv %q, want %q", got, line.String())
		}
		if got := string(AppendField(nil, TSV, s)); got != strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(s) {
			t.Errorf("tsv %q of %q", got, s)
		}
	})
}
