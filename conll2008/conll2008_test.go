package conll2008

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"assay/attachment"
	"assay/eval"
	"assay/internal/shared"
	"assay/treebank"
)

func text(t testing.TB, s *treebank.Sentence) string {
	t.Helper()
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	if err := Format.Write(w, s); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	return b.String()
}

func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"gold.conll08", "system.conll08"} {
		b, err := os.ReadFile(shared.Path(t, "cases", "dependencies", "16-conll2009-srl", name))
		if err != nil {
			t.Fatal(err)
		}
		if !detect(b) {
			t.Errorf("%s is not detected", name)
		}
		var out strings.Builder
		for s, err := range Format.Sentences(bytes.NewReader(b), name) {
			if err != nil || len(s.Notes) > 0 {
				t.Fatal(err, s.Notes)
			}
			out.WriteString(text(t, s))
		}
		if strings.TrimRight(out.String(), "\n") != strings.TrimRight(string(b), "\n") {
			t.Errorf("%s is not written as it was read", name)
		}
	}
}

// TestScores holds the syntactic scores that eval09 gives for the same parses.
func TestScores(t *testing.T) {
	src := func(name string) *treebank.Source {
		path := shared.Path(t, "cases", "dependencies", "16-conll2009-srl", name)
		return &treebank.Source{Name: name, Format: &Format, Files: []treebank.File{
			{Name: name, Open: func() (io.ReadCloser, error) { return os.Open(path) }}}}
	}
	m := attachment.Metric{}
	r, err := eval.Run(context.Background(), src("gold.conll08"), src("system.conll08"), []eval.Metric{m}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, s := range m.Scores(r.Counts[0].Sum()) {
		if s.Main {
			got += fmt.Sprintf("%s %g/%g ", s.Name, s.Num, s.Den)
		}
	}
	if want := "uas 4656/5224 las 4337/5224 label_accuracy 4785/5224 exact_match 59/300 "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("1\ta\ta\tP\tP\ta\ta\tP\t0\t0\tx\tx\t_\t_\t_\n2\tb\t_\tP\tQ\tc\td\tR\t1\t9\tx\ty\tY\tb.01\tA0\r\n\n")
	f.Add("1\ta\ta\tP\tP\ta-\t_\t_\t7\t_\tx\n\n1\n")
	f.Fuzz(func(t *testing.T, in string) {
		for s, err := range Format.Sentences(strings.NewReader(in), "f") {
			if err != nil {
				continue
			}
			once := text(t, s)
			n := 0
			for again, err := range Format.Sentences(strings.NewReader(once), "f") {
				if n++; err != nil {
					t.Fatalf("%q: %v", once, err)
				}
				if twice := text(t, again); twice != once {
					t.Fatalf("%q is read and written as %q", once, twice)
				}
			}
			if n != 1 {
				t.Fatalf("%q holds %d sentences", once, n)
			}
		}
	})
}
