package xiao

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/treebank"
)

// The key and the answer of figure 3.3 as printed, with its missing closing
// parentheses; "cml" is a misprint for cmpl (table 3.2).
const key33 = `(The      ('the'      AT      (computer NN1 < spec)))
(computer ('computer' NN1    (send     VVI < subj))
(will     ('will'    VM      (send     VVI < pred))
(send     ('send'    VVI     (*)))
(the      ('the'      AT      (files    NN1 < spec)))
(files    ('file'    NN1     (send     VVI >  cmpl))
(to       ('to'      P       (send     VVI >  cmpl))
(a        ('a'       AT      (printer  NN1 < spec))
(printer  ('printer' NN1     (to       P    >  cmpl))
`

const answer33 = `(The      ('the'      AT      (computer NN1 < spec)))
(computer ('computer' NN1    (will     VM < subj))
(will     ('will'    VM      (*)))
(send     ('send'    VVI     (?)))
(the      ('the'      AT      (files    NN1 < spec)))
(files    ('file'    NN1     (?)))
(to       ('to'      P       (?)))
(a        ('a'       AT      (printer  NN1 < spec))
(printer  ('printer' NN1     (to       P    >  cmpl))
`

// forest is the sample of §6.1 as printed. "(< flying V compl)" is a misprint:
// flying precedes planes.
const forest = `(
  (flying (fly V (< can Aux subj))
    (flying A (< planes N adjn)))
  (planes (plane N (< flying V compl)
    (< could Aux subj)))
  (could (can Aux *))
  (be (be Be (> could Aux)))
  (dangerous (dangerous A (> be Be pred)))
)
`

// text returns s as written.
func text(s *treebank.Sentence) string {
	out, _ := formattest.Write(&Format, s)
	return out
}

func links(s *treebank.Sentence) string {
	var out []string
	for _, a := range s.Arcs {
		out = append(out, fmt.Sprintf("%d<%d:%s", a.Dep+1, a.Head+1, s.Name(a.Rel)))
	}
	return strings.Join(out, " ")
}

func TestTrees(t *testing.T) {
	for in, want := range map[string]string{
		key33:    "1<2:spec 2<4:subj 3<4:pred 4<0: 5<6:spec 6<4:cmpl 7<4:cmpl 8<9:spec 9<7:cmpl",
		answer33: "1<2:spec 2<3:subj 3<0: 4<-1: 5<6:spec 6<-1: 7<-1: 8<9:spec 9<7:cmpl",
	} {
		ss, errs := formattest.ReadNotes(&Format, in)
		if len(ss) != 1 || errs != nil {
			t.Fatal(len(ss), errs)
		}
		sentence := ss[0]
		if got := links(sentence); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
		if sentence.Str(sentence.Morph[5].Lemma) != "file" || sentence.Name(sentence.Tokens[5].Tag) != "NN1" {
			t.Error("wrong sense of files")
		}
		if !Format.Detect([]byte(in)) {
			t.Error("not detected")
		}
		again, errs := formattest.ReadNotes(&Format, text(sentence))
		if errs != nil || links(again[0]) != want || text(again[0]) != text(sentence) {
			t.Errorf("written:\n%s%v", text(sentence), errs)
		}
	}
	if Format.Detect([]byte("(S (NP (DT the) (NN cat)) (VP (VBD sat)))")) || Format.Detect([]byte("(a / (b :ARG0 c))")) {
		t.Error("trees of other formats are taken for word slots")
	}
}

func TestForest(t *testing.T) {
	ss, errs := formattest.ReadNotes(&Format, forest+forest)
	if len(ss) != 2 || len(errs) != 2 || errs[0] != `note f:4:21: want the head "flying" after the word, found no such word` {
		t.Fatal(len(ss), errs)
	}
	ss, errs = formattest.ReadNotes(&Format, strings.Replace(forest, "(< flying", "(> flying", 1))
	if len(ss) != 1 || errs != nil {
		t.Fatal(errs)
	}
	sentence := ss[0]
	if got, want := links(sentence), "1<3:subj 1<2:adjn 2<1:compl 2<3:subj 3<0: 4<3: 5<4:pred"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	want := `(flying ('fly' V (could Aux < subj))
  ('flying' A (planes N < adjn)))
(planes ('plane' N (flying V > compl) (could Aux < subj)))
(could ('can' Aux (*)))
(be ('be' Be (could Aux >)))
(dangerous ('dangerous' A (be Be > pred)))

`
	if got := text(sentence); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if !sentence.Forest() {
		t.Error("no forest")
	}
	for root, cat := range treebank.Senses(sentence, 0) {
		if root != "flying" || cat != "A" {
			t.Errorf("second sense %s %s", root, cat)
		}
	}
}

func TestBad(t *testing.T) {
	for in, want := range map[string]string{
		"(a (b c (d e ! f)))":      `f:1:9: want a word slot, a wordsense or a link, found "(d e ! f"`,
		"(a (*))":                  "f:1:4: want a wordsense before its links, found a link",
		"()":                       "f:1:1: want a word slot, a wordsense or a link, found an empty list",
		"(a b)":                    "f:1:1: want a word slot, found a wordsense",
		"(a ('a' X (b Y < r)))":    `note f:1:12: want the head "b" after the word, found no such word`,
		"(a ('a' X (*))) b":        `f:1:17: want ( or a link * or ?, found "b"`,
		"(a (1 2 3 4 5 6 7 8 9 0)": "f:1:4: want a word slot, a wordsense or a link, found a list of more than six elements",
	} {
		ss, errs := formattest.ReadNotes(&Format, in+"\n\n(next ('next' X (*)))\n")
		if len(errs) != 1 || errs[0] != want {
			t.Errorf("%q: %q, want %q", in, errs, want)
		}
		if n := len(ss); n == 0 || string(ss[n-1].Word(0)) != "next" {
			t.Errorf("%q: the next sentence is lost", in)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(key33)
	f.Add(forest)
	f.Add("# reading 0.5 = 1 2\n# reading 1 = 2 1\n(a (a N (b V <) (*)))\n(b (b V (*) (a N >)))")
	f.Add("# sent_id = x\n(\\( ('\\'' _ (\\< \\* <<) ?) ('a\\ b' c))\n('s ('\\_' # (* root)))\n\n(* ('*' SYM (*))")
	f.Fuzz(func(t *testing.T, in string) {
		all, _ := formattest.Read(&Format, in)
		for _, s := range all {
			if len(s.Tokens) == 0 {
				continue
			}
			if again := formattest.RoundTrip(t, &Format, s, text); len(again.Notes) > 0 {
				t.Fatalf("%q: %v", text(s), again.Notes)
			}
		}
	})
}
