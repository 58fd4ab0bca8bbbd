package report

import (
	"fmt"
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
	}, "sentence")
	want := "s:1:1: sentence 1: want 10 columns, found 1\nhint: columns are separated by tabs\n" +
		"s:4:1: sentence 2: want 10 columns, found 1\ns:7:2: sentence 3: want UTF-8\nhint: recode the file\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
}

// Of many causes the most frequent are listed, in their order, and the others counted: every
// problem is in one line.
func TestManyCauses(t *testing.T) {
	for _, causes := range []int{3, 12, 13, 40} {
		var troubles []Trouble
		problems := 0
		for i := range causes {
			trouble := Trouble{Text: fmt.Sprint("cause ", i)}
			for range 1 + i%7 {
				trouble.Problems = append(trouble.Problems, eval.Problem{Sentence: "1", Place: "f:1:1"})
				problems++
			}
			troubles = append(troubles, trouble)
		}
		var out strings.Builder
		WriteTroubles(&out, troubles, "sentence", 80, func(eval.Problem) string { return "" })
		counted, listed, last, least := 0, 0, -1, 7
		for line := range strings.Lines(out.String()) {
			var n, number int
			if _, err := fmt.Sscanf(line, "%d cause %d", &n, &number); err == nil {
				if number <= last {
					t.Errorf("%d causes: cause %d follows %d", causes, number, last)
				}
				listed, last, least = listed+1, number, min(least, n)
			}
			fmt.Sscanf(line, "%d", &n)
			counted += n
		}
		if counted != problems || listed != min(causes, 12) {
			t.Errorf("%d causes: %d of %d problems counted, %d causes listed\n%s", causes, counted, problems, listed, &out)
		}
		if causes == 40 && least < 5 {
			t.Errorf("a cause with %d problems is listed, others have more", least)
		}
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
