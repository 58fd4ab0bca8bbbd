package clf

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

const small = `%%% a comment
b1 REF x1             % Tom [0...3]
b1 Name x1 "tom"      % Tom [0...3]
b1 male "n.02" x1
b2 NEGATION b3
b3 Theme e1 x1
% left over [5...9]

`

func shown(sentence *treebank.Sentence) string {
	var out strings.Builder
	for _, n := range sentence.Nodes {
		fmt.Fprintf(&out, "%s=%s ", sentence.Str(n.ID), sentence.Name(n.Label))
	}
	for _, c := range sentence.Clauses {
		fmt.Fprintf(&out, "| %d %s %d%s %d%s", c.Box, sentence.Name(c.Op), c.A, sentence.Name(c.ConstA), c.B, sentence.Name(c.ConstB))
	}
	return out.String()
}

func TestRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{small, `b1=b1 x1=male.n.02 b2=b2 b3=b3 e1=e1 | 0 REF 1 -1| 0 Name 1 -1"tom"| 0 male -1"n.02" 1| 2 NEGATION 3 -1| 3 Theme 4 1`},
		{"% nothing\n\n% but\n\n", ""},
		{"b1 REF\n\nb1 REF x1\n", "error f:1:1: want 3 or 4 columns (box, operator, arguments), found 2 / b1=b1 x1=x1 | 0 REF 1 -1"},
		{"\"b1\" REF x\n", `error f:1:1: want a box in the first column, found "\"b1\""`},
	} {
		got := strings.Join(formattest.Shown(&Format, tt.text, shown), " / ")
		if strings.TrimSpace(got) != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// TestReal: gold and systems of the Parallel Meaning Bank survive the round trip.
func TestReal(t *testing.T) {
	for _, name := range []string{"gold", "bert_char_2enc.output1", "sim_spar"} {
		f, err := os.Open(shared.Path(t, "data", "sem-drs-pmb", "en-test."+name+".clf.gz"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		if !Format.Detect(text[:4096]) {
			t.Errorf("%s is not detected", name)
		}
		all, errs := formattest.Read(&Format, string(text))
		if len(all) != 898 || len(errs) > 0 {
			t.Fatalf("%s: %d structures, %v", name, len(all), errs)
		}
		for _, s := range all {
			formattest.RoundTrip(t, &Format, s, shown)
		}
	}
}

func FuzzClf(f *testing.F) {
	formattest.FuzzText(f, &Format, small, "b1 x \"n.01\" y %c\nb1 R \"a\" \"b\"\n")
}
