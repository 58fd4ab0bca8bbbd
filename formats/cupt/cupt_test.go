package cupt

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/expressions"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

const header = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE\n"

// shown lists the expressions of a text, one sentence, then the faults.
func shown(text string) string {
	var out []string
	for s, err := range Format.Sentences(strings.NewReader(text), "x.cupt") {
		if err != nil {
			return err.Error()
		}
		for i := range s.Phrases {
			out = append(out, fmt.Sprint(s.Name(s.Phrases[i].Label), expressions.Words(nil, s, int32(i))))
		}
		for _, e := range s.Notes {
			out = append(out, e.Error())
		}
	}
	return strings.Join(out, "; ")
}

func word(id, form, code string) string {
	return id + "\t" + form + "\t_\t_\t_\t_\t_\t_\t_\t_\t" + code + "\n"
}

func TestExpressions(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{word("1", "a", "1:VID") + word("2", "b", "*") + word("3", "c", "1;2:IAV"), "VID[0 2]; IAV[2]"},
		{word("1", "a", "1") + word("2", "b", "1:VID"), "VID[0 1]"},
		{word("1", "a", "1"), "[0]; x.cupt:2:21: want a category of expression 1, found none"},
		{word("1", "a", "1:VID") + word("2", "b", "1:IAV"), `VID[0 1]; x.cupt:3:21: want one category of expression 1, VID, found "IAV"`},
		{word("1-2", "ab", "1:VID") + word("1", "a", "*") + word("2", "b", "1"),
			"VID[0 1]; x.cupt:2:24: want expressions on words, found an expression on the contraction 1-2; its words get it"},
		{word("1", "a", "1:VID;2:IAV"), "VID[0]; IAV[0]; x.cupt:2:21: want expressions with different words, found expression 2 with the words of another one"},
		{word("1", "a", "_"), "x.cupt:2:21: want * or the codes of expressions, found _: the file is blind"},
		{word("1", "a", "x"), `x.cupt:2:21: want a code such as 1 or 1:LVC.full, found "x"`},
		{word("2", "a", "*"), `x.cupt:2:1: want the word number 1, found "2"`},
		{"1\ta\n", "x.cupt:2:1: want 11 columns between tabs, as the first line names, found 2"},
	} {
		if got := shown(header + c.text); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
	if got := shown("# global.columns = PARSEME:MWE FORM ID\n1:VID\ta\t1\n1\tb\t2\n"); got != "VID[0 1]" {
		t.Errorf("other columns: %s", got)
	}
}

// TestBytes: writing a real file gives the same bytes, but for the numbers of expressions.
func TestBytes(t *testing.T) {
	for _, name := range []string{"de.gold", "en.gold", "es.gold", "ga.gold"} {
		text := string(shared.Read(t, "cases", "documents", "parseme", name+".cupt"))
		list, errs := formattest.Read(&Format, text)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if out := formattest.Text(t, &Format, list...); strip(out) != strip(text) {
			t.Errorf("%s: written text differs", name)
		}
	}
}

// strip leaves out the last column and empty lines at the end.
func strip(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		if i := strings.LastIndexByte(line, '\t'); i > 0 {
			line = line[:i] + "\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

func FuzzParse(f *testing.F) {
	formattest.Fuzz(f, &Format, func(s *treebank.Sentence) string {
		var out []string
		for i := range s.Phrases {
			out = append(out, fmt.Sprint(s.Name(s.Phrases[i].Label), expressions.Words(nil, s, int32(i))))
		}
		return strings.Join(out, "; ")
	}, header+word("1", "a", "1:VID")+word("2", "b", "1"),
		header+word("1-2", "ab", "1:VID")+word("1", "a", "*")+word("2", "b", "1;2:X")+word("2.1", "_", "*"))
}
