package report

import (
	"strings"
	"testing"

	"assay/eval"
)

// A hint that helps against many problems is given once.
func TestHintsOnce(t *testing.T) {
	tabs, other := "columns are separated by tabs", "recode the file"
	var out strings.Builder
	WriteProblems(&out, []eval.Problem{
		{Place: "s:1:1", Sentence: "1", Text: "want 10 columns, found 1", Hint: tabs},
		{Place: "s:4:1", Sentence: "2", Text: "want 10 columns, found 1", Hint: tabs},
		{Place: "s:7:2", Sentence: "3", Text: "want UTF-8", Hint: other},
	})
	want := "s:1:1: sentence 1: want 10 columns, found 1\nhint: columns are separated by tabs\n" +
		"s:4:1: sentence 2: want 10 columns, found 1\ns:7:2: sentence 3: want UTF-8\nhint: recode the file\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
}

// LaTeX sets what the default fonts lack, or would take for something else, in words.
func TestLaTeXSigns(t *testing.T) {
	table := &Table{Head: []string{"p", "difference"}}
	table.Add(Label("<=1e-05 →"), Label("-3.05 [-3.54, -2.55] x-1 ×"))
	text := table.render(LaTeX, false)
	if want := `\textless{}=1e-05 $\rightarrow$ & $-$3.05 [$-$3.54, $-$2.55] x-1 $\times$ \\`; !strings.Contains(text, want) {
		t.Errorf("got\n%swant a line\n%s", text, want)
	}
}
