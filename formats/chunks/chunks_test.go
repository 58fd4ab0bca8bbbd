package chunks

import (
	"strings"
	"testing"

	"assay/internal/chunking"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// show writes words, labels and chunks.
func show(sentence *treebank.Sentence) string {
	labels := Labels(sentence)
	out := strings.Join(labels, " ") + " |"
	for _, p := range sentence.Phrases {
		words := make([]string, 0, p.End-p.Begin)
		for i := p.Begin; i < p.End; i++ {
			words = append(words, string(sentence.Word(i)))
		}
		out += " " + sentence.Name(p.Label) + "[" + strings.Join(words, " ") + "]"
	}
	return out
}

func TestParse(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"IOB2", "He PRP B-NP\nreckons VBZ B-VP\nthe DT B-NP\ndeficit NN I-NP\n. . O\n\n", "B-NP B-VP B-NP I-NP O | NP[He] VP[reckons] NP[the deficit]"},
		{"IOB1: B only between chunks of one type", "a I-NP\nb B-NP\nc I-NP\nd I-VP\n", "I-NP B-NP I-NP I-VP | NP[a] NP[b c] VP[d]"},
		{"IOBES", "a S-X\nb B-X\nc I-X\nd E-X\ne E-X\n", "S-X B-X I-X E-X E-X | X[a] X[b c d] X[e]"},
		{"BILOU", "a U-X\nb B-X\nc L-X\nd U-X\n", "U-X B-X L-X U-X | X[a] X[b c] X[d]"},
		{"tabs, CRLF, types with hyphens, no type", "a b\tB-NP-SBJ\r\nc\tB\r\n\r\n", "B-NP-SBJ B | NP-SBJ[a b] [c]"},
		{"two columns of labels: the last", "a N B-NP O\nb N I-NP B-NP\n", "O B-NP | NP[b]"},
	} {
		if got := strings.Join(formattest.Shown(&Format, tc.text, show), "\n"); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
	if got := formattest.Shown(&Gold, "a N B-NP O\nb N I-NP B-NP\n", show); got[0] != "B-NP I-NP | NP[a b]" {
		t.Errorf("the column before the last: %q", got)
	}
}

// TestFaults: a line with another number of columns is an error of its own sentence
// only; a label with an unknown prefix is noted; both have a place.
func TestFaults(t *testing.T) {
	text := "a N B-NP\nb I-NP\n\nc N Q-NP\nd N I-NP\n\n"
	all, errs := formattest.Read(&Format, text)
	if len(all) != 1 || len(errs) != 1 || errs[0].Error() != "f:2:1: want 3 columns, as in most lines, found 2" {
		t.Fatalf("%d sentences, errors %v", len(all), errs)
	}
	if _, errs := formattest.Read(&Format, "a\nb N B-NP\n\nc N B-NP\nd N I-NP\n\n"); len(errs) != 1 ||
		errs[0].Error() != "f:1:1: want 3 columns, as in most lines, found 1" {
		t.Errorf("a short first line: %v", errs)
	}
	if n := all[0].Notes; len(n) != 1 || n[0].Error() != `f:4:5: want O or a label that begins with B-, I-, E-, S-, L- or U-, found "Q-NP"` {
		t.Errorf("notes %v", n)
	}
	_, errs = formattest.Read(&Gold, "a B-NP\n\n")
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), "want two columns of labels") {
		t.Errorf("one column of labels: %v", errs)
	}
}

func TestDetect(t *testing.T) {
	for text, want := range map[string]bool{
		"He PRP B-NP\nruns VBZ B-VP\n":            true,
		"a B-NP\n\nb O\n":                         true,
		"1\tHe\the\tPRON\tPRP\t_\t2\tnsubj\t_\t_": false,
		"He\nruns VBZ B-VP\nfast RB B-ADVP\n":     true, // a column is missing in the first line
		"He O\nruns O\n":                          false,
		"He O\nruns O\nfast O\n":                  true, // a tagger that finds nothing
		"-DOCSTART- -X- -X- O\n":                  true,
		"(S (NP (NN a)))\n":                       false,
		"this is text\nand more\n":                false,
	} {
		if got := detect([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestSchemes: the scheme of the recorded files is found.
func TestSchemes(t *testing.T) {
	for _, scheme := range []chunking.Scheme{chunking.IOB1, chunking.IOB2, chunking.IOBES} {
		head := shared.Read(t, "cases", "more", "chunks", "chunks."+scheme.String()+".txt")
		for _, column := range []int{last, beforeLast} {
			if got := chunking.Scheme(dialect(head, column) % chunking.Schemes); got != scheme {
				t.Errorf("%s: column %d from the end is %s", scheme, column, got)
			}
		}
		if !detect(head) {
			t.Errorf("%s is not recognised", scheme)
		}
	}
	if got := chunking.Guess([][]byte{[]byte("U-X"), []byte("O"), []byte("B-X"), []byte("L-X")}); got != chunking.BILOU {
		t.Errorf("BILOU is %s", got)
	}
}

// TestRoundTrip: written sentences are read with the same words, tags and labels.
func TestRoundTrip(t *testing.T) {
	all, errs := formattest.Read(&Format, string(shared.Read(t, "cases", "more", "chunks", "chunks.iobes.txt")))
	if len(errs) > 0 || len(all) != 308 {
		t.Fatalf("%d sentences, %v", len(all), errs)
	}
	for _, s := range all {
		formattest.RoundTrip(t, &Format, s, show)
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, &Format, show, "a N B-NP\nb N I-NP\n\n", "a\tB\tO\n", "-DOCSTART- O\n\nx U-\n", "a b c\n\n\n d Q-X\n")
}

// TestBoundaries: -DOCSTART- and -X- are no words; -DOCSTART- begins a document with the sentence after it.
func TestBoundaries(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"CoNLL 2003", "-DOCSTART- -X- -X- O\n\na N B-NP B-P\n\nb N I-NP O\n\n-DOCSTART- -X- O O\n\nc N B-NP B-P\n", "doc B-P | P[a]\nO |\ndoc B-P | P[c]"},
		{"without empty lines", "-DOCSTART- O\na B-P\n-DOCSTART- O\nb B-P\n", "doc B-P | P[a]\ndoc B-P | P[b]"},
		{"-X- ends a sentence", "a B-P\n-X- O\nb I-P\n\n-X- O\n\nc I-P\n-X- O\n", "B-P | P[a]\nI-P | P[b]\nI-P | P[c]"},
		{"words that begin so", "-DOCSTART-x B-P\n-X-y I-P\n", "B-P I-P | P[-DOCSTART-x -X-y]"},
	} {
		documents := func(s *treebank.Sentence) string {
			if s.NewDoc {
				return "doc " + show(s)
			}
			return show(s)
		}
		if got := strings.Join(formattest.Shown(&Format, tc.text, documents), "\n"); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// TestColumns: an option names the column of the labels, from the left or from the right; words may be numbered, with comments.
func TestColumns(t *testing.T) {
	const (
		conll = "U.N. NNP B-NP B-ORG\nofficial NN I-NP O\n\n"
		germ  = "#\thttp://x [2009]\n1\tUni\tB-ORG\tO\n2\tBerlin\tI-ORG\tB-LOC\n\n#\ty\n1\tBonn\tB-LOC\tO\n\n"
	)
	for _, tc := range []struct{ option, text, want string }{
		{"column=3", conll, "B-NP I-NP | NP[U.N. official]"},
		{"column=4", conll, "B-ORG O | ORG[U.N.]"},
		{"column=-1", conll, "B-ORG O | ORG[U.N.]"},
		{"column=-2", conll, "B-NP I-NP | NP[U.N. official]"},
		{"column=3", germ, "B-ORG I-ORG | ORG[Uni Berlin]\nB-LOC | LOC[Bonn]"},
		{"column=4", germ, "O B-LOC | LOC[Berlin]\nO |"},
	} {
		f, err := Parse(tc.option)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(formattest.Shown(f, tc.text, show), "\n"); got != tc.want || f.Name != "chunks:"+tc.option {
			t.Errorf("%s: %q, want %q", tc.option, got, tc.want)
		}
	}
	for _, option := range []string{"", "column=", "column=0", "column=1", "column=x", "col=3", "column=2000"} {
		if f, err := Parse(option); err == nil || !strings.Contains(err.Error(), "want column=N") {
			t.Errorf("%q: %v, %v", option, f, err)
		}
	}
	if f, err := Parse("column=9"); err == nil {
		if _, errs := formattest.Read(f, conll); len(errs) != 1 || errs[0].Error() != "f:1:1: want labels in column 9, found 4" {
			t.Errorf("a column that is not there: %v", errs)
		}
	}
}

// TestHasGold: a file for conlleval has two columns of labels with a type in common, or one without types.
func TestHasGold(t *testing.T) {
	for text, want := range map[string]bool{
		"a B-X B-X\nb O O\n":                  true,
		"a N B-X B-Y\nb N O B-X\n":            true,
		"a B-X O\nb O O\n":                    true,
		"a B-X B-X\nb I-X <PAD>\nc O O\n":     true,
		"a N B-NP B-ORG\nb N B-VP O\n":        false, // chunks and names
		"a N B-X\nb N O\n":                    false,
		"-DOCSTART- -X- O O\n\na N B-X B-X\n": true,
	} {
		if got := HasGold([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
