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
	if _, errs := formattest.Read(&Format, "a\nb N B-NP\n\nc N B-NP\nd N I-NP\n\n"); len(errs) != 1 || errs[0].Error() != "f:1:1: want 3 columns, as in most lines, found 1" {
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
