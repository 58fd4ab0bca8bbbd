package discbracket

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

func TestRead(t *testing.T) {
	text := "(S (VP (VB 0=is) (JJ 2=rich)) (NP 1=John) (? 3=?))\n" + // the example of disco-dop's manual
		"(())\r\n(S (X (N 2=c) (N 1=b)) (N 0=a=#LRB#))\tfirst\n(S (N 1=a))\n(S (N x))\n(S (N 0=a)\n(S (N 0=a)))\n(NP 0=a (NN 1=b))\n" +
		"(S (B (N 0=b) (D)) (E) (C (N 1=c)))\n" // phrases without words come first, as in all formats
	want := []string{
		"is/VB<1 John/NP<0 rich/JJ<1 ?/?<0 S[0,4)<-1 VP[0,3)<0 gaps", "[0,0)<-1 [0,0)<0 missing failure:a tree without words",
		"a=(/N<0 b/N<1 c/N<1 S[0,3)<-1 X[1,3)<0",
		`error f:4:7: want word number 0 somewhere in the tree, found 1=`,
		`error f:5:7: want a word with its number, such as 0=is, found "x"`,
		"error f:6:11: want a closing ) for (S, found the end of the line",
		"error f:7:12: want ( or the end of the line, found a surplus )",
		"a/<0 b/NN<0 NP[0,2)<-1",
		"b/N<2 c/N<4 S[0,2)<-1 E[0,0)<0 B[0,1)<0 D[0,0)<2 C[1,2)<0",
	}
	if d := cmp.Diff(want, formattest.Shown(&Format, text, formattest.Flat)); d != "" {
		t.Error(d)
	}
}

// TestData reads and writes the Dutch trees.
func TestData(t *testing.T) {
	for _, name := range []string{"gold", "berkeley-A", "berkeley-B"} {
		data := shared.Read(t, "data", "const-discont-nl", name+".discbracket")
		n, gaps := 0, 0
		for s, err := range Format.Sentences(bytes.NewReader(data), name) {
			if err != nil {
				t.Fatal(err)
			}
			roundTrip(t, s)
			if n++; s.Gaps {
				gaps++
			}
		}
		if n != 229 || gaps < 20 {
			t.Errorf("%s: %d sentences, %d with gaps", name, n, gaps)
		}
	}
}

func roundTrip(t *testing.T, s *treebank.Sentence) {
	t.Helper()
	if !s.Missing {
		formattest.RoundTrip(t, &Format, s, formattest.Flat)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("(S (VP (VB 0=is) (JJ 2=rich)) (NP 1=John))"))
	f.Add([]byte("(S (X ) (N 1=#LRB#) 0=a ( 2=b)) (T 3=c)\tx\n(()"))
	f.Add([]byte("(S (N 999999999=a))"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for s, err := range Format.Sentences(bytes.NewReader(text), "f") {
			if err == nil {
				roundTrip(t, s)
			}
		}
	})
}

func TestDeep(t *testing.T) {
	text := strings.Repeat("(S ", 100000) + "(NN 0=a)" + strings.Repeat(")", 100000)
	for s, err := range Format.Sentences(strings.NewReader(text), "f") {
		if err != nil || len(s.Phrases) != 100000 {
			t.Fatal(err, len(s.Phrases))
		}
		roundTrip(t, s)
	}
}
