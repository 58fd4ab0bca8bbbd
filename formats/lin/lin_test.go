package lin

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/formats/conllx"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// lin5 is the key of Lin's table (5c), and lin5b and lin6a are the answers.
const lin5 = `I    N    <  saw  subj
saw  V    *
a    Det  <  man  spec
man  N    >  saw  cmpl
with P    >  man  adjn
a    Det  <  dog  spec
dog  N    <  and
and  Conj >  with cmpl
a    Det  <  cat  spec
cat  N    >  and
in   P    >  saw  adjn
the  Det  <  park spec
park N    >  in   cmpl
`

func heads(s *treebank.Sentence) string {
	var out []int32
	for i := range s.Tokens {
		h, _ := s.HeadOf(int32(i))
		out = append(out, h+1)
	}
	return fmt.Sprint(out)
}

// TestTable reads Lin's table (5c) both ways. Read as in his prose, none of
// its 12 marks names a word.
func TestTable(t *testing.T) {
	ss, errs := formattest.ReadNotes(&Format, lin5)
	if len(ss) != 1 || errs != nil {
		t.Fatal(errs)
	}
	if got, want := heads(ss[0]), "[2 0 4 2 4 7 8 5 10 8 2 13 11]"; got != want {
		t.Errorf("heads %s, want %s", got, want)
	}
	b := shared.Read(t, "cases", "dependencies", "17-lin-xiao", "lin5-key.conll")
	for s, err := range conllx.Format.Sentences(bytes.NewReader(b), "f") {
		if err != nil || heads(s) != heads(ss[0]) {
			t.Errorf("the recorded heads are %s (%v)", heads(s), err)
		}
	}
	_, errs = formattest.ReadNotes(&Prose, lin5)
	if len(errs) != 12 || errs[0] != `note f:1:11: want the head "saw" before the word, found no such word` {
		t.Errorf("prose: %d notes, %q", len(errs), errs)
	}
	if !Format.Detect([]byte(lin5)) || Format.Detect([]byte("1\tI\t_\tN\tN\t_\t2\tsubj\t_\t_\n")) {
		t.Error("not detected, or too much")
	}
}

func TestWrite(t *testing.T) {
	in := "# sent_id = x\n(the DT < cat det)\n(the DT < cat)\n(cat N *)\n(the DT > the rel)\n(\\( _ ? dep)\n(a\\ b X\\\\ > cat)\n\n"
	ss, errs := formattest.ReadNotes(&Format, in)
	if errs != nil || len(ss) != 1 {
		t.Fatal(errs)
	}
	if got := formattest.Text(t, &Format, ss[0]); got != in {
		t.Errorf("%s\nwant\n%s", got, in)
	}
	prose := strings.NewReplacer("<", ">", ">", "<").Replace(in)
	if got := formattest.Text(t, &Prose, ss[0]); got != prose {
		t.Errorf("%s\nwant\n%s", got, prose)
	}
	if got := heads(ss[0]); got != "[3 3 0 2 -1 3]" {
		t.Errorf("heads %s", got)
	}
}

func TestBad(t *testing.T) {
	for in, want := range map[string]string{
		"a X\n":               "f:1:4: want modifier category position head relationship, found 2 words",
		"a X ! b\n":           `f:1:5: want a position: *, ?, or < or > any number of times, found "!"`,
		"a X <\n":             "f:1:6: want the head after its position, found the end of the tuple",
		"a X < b c d\n":       "f:1:11: want modifier category position head relationship, found a sixth word",
		"a X * b c\n":         `f:1:9: want at most a relationship after *, found "c"`,
		"a X *\nb X << a d\n": `note f:2:5: want the head "a" 2 times after the word, found no such word`,
	} {
		ss, errs := formattest.ReadNotes(&Format, in+"\nnext X *\n")
		if len(errs) != 1 || errs[0] != want {
			t.Errorf("%q: %q, want %q", in, errs, want)
		}
		if n := len(ss); n == 0 || string(ss[n-1].Word(0)) != "next" {
			t.Errorf("%q: the next sentence is lost", in)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(lin5)
	f.Add("# sent_id = x\n(the DT > the rel)\n(\\( _ ? dep)\r\n(a\\ b X\\\\ > cat)\n\n( X *\n#\n(# N ?)\n")
	f.Fuzz(func(t *testing.T, in string) {
		all, _ := formattest.Read(&Format, in)
		for _, sentence := range all {
			if len(sentence.Tokens) == 0 {
				continue
			}
			for _, form := range []*treebank.Format{&Format, &Prose} {
				text := func(s *treebank.Sentence) string { return formattest.Text(t, form, s) }
				if again := formattest.RoundTrip(t, form, sentence, text); len(again.Notes) > 0 {
					t.Fatalf("%q: %v", text(sentence), again.Notes)
				}
			}
		}
	})
}
