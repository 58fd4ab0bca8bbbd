package sbn

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/formats/clf"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// small follows the examples of Bos 2023.
const small = `%%% Tom does n't live in New York.
male.n.02   Name "Tom"                    % Tom [0-3]
NEGATION <1                               % does n't
time.n.08   EQU now
live.v.01   Theme -2 Time -1 Location +1  % live [12-16]
city.n.01   Name "New York"

`

func shown(sentence *treebank.Sentence) string {
	var out strings.Builder
	arg := func(n int32, c treebank.Symbol) {
		if n >= 0 {
			out.WriteString(" " + sentence.Str(sentence.Nodes[n].ID))
		} else if c != 0 {
			out.WriteString(" " + sentence.Name(c))
		}
	}
	for _, clause := range sentence.Clauses {
		if sentence.Name(clause.Op) == "REF" {
			continue
		}
		if out.Len() > 0 {
			out.WriteString(", ")
		}
		out.WriteString(sentence.Str(sentence.Nodes[clause.Box].ID) + " " + sentence.Name(clause.Op))
		arg(clause.A, clause.ConstA)
		arg(clause.B, clause.ConstB)
		if clause.Note.Len > 0 {
			out.WriteString(" %" + sentence.Str(clause.Note))
		}
	}
	return out.String()
}

// TestDetect: a first line may have a concept and nothing else.
func TestDetect(t *testing.T) {
	for text, want := range map[string]bool{
		small: true, "boy.n.01\nNEGATION -1\n": true, "boy.n.01\r\n": true, "boy\n": false,
	} {
		if got := detect([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{small, `b1 male "n.02" x1 %Tom [0-3], b1 Name x1 "Tom", b1 NEGATION b2 %does n't, b2 time "n.08" t1, b2 EQU t1 "now", ` +
			`b2 live "v.01" e1 %live [12-16], b2 Theme e1 x1, b2 Time e1 t1, b2 Location e1 x2, b2 city "n.01" x2, b2 Name x2 "New~York"`},
		{"dog.n.01\nCONTRAST -1\nbark.v.01 Agent -1\nCONTINUATION -2\nrun.v.01 Agent -2\n", `b1 dog "n.01" x1, b1 CONTRAST b2, b2 bark "v.01" e1, b2 Agent e1 x1, ` +
			`b1 CONTINUATION b3, b3 run "v.01" e2, b3 Agent e2 x1`},
		{"say.v.01 Proposition >1\nNEGATION <1\nrun.v.01\n", `b1 say "v.01" e1, b1 Proposition e1 b2, b1 NEGATION b2, b2 run "v.01" e2`},
		{"I run\tperson.n.01 EQU speaker run.v.01 Agent -1\n\tdog.n.01\n",
			`b1 person "n.01" x1, b1 EQU x1 "speaker", b1 run "v.01" e1, b1 Agent e1 x1 / b1 dog "n.01" x1`},
		{"temperature.n.01 Value -1 Quantity ?\n", `b1 temperature "n.01" x1, b1 Value x1 "-1", b1 Quantity x1 "?"`},
		{"dog.n.01 Agent\n", "error f:1:10: want a target after Agent, found the end of the line"},
		{"Agent -1\n\ndog.n.01\n", `error f:1:1: want a concept before the first role, found "Agent" / b1 dog "n.01" x1`},
		{"dog.n.01 of +1\n", `error f:1:10: want a concept such as dog.n.01, a role or a discourse relation, found "of"`},
		{"dog.n.01\nNEGATION dog\n", `error f:2:10: want a box such as <1 after NEGATION, found "dog"`},
	} {
		if got := strings.Join(formattest.Shown(&Format, tt.text, shown), " / "); strings.TrimSpace(got) != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// TestFaults: an index that leads nowhere is reported, and the structure is kept.
func TestFaults(t *testing.T) {
	_, found := formattest.ReadNotes(&Format, "dog.n.01 Part +3\nNEGATION <0\ncat.n.01 Part >1\n")
	if len(found) != 3 {
		t.Fatalf("%q, want three faults", found)
	}
	for i, part := range []string{"<0; the last one is taken", "+3; it is taken for a constant", ">1; it is taken for a constant"} {
		if !strings.Contains(found[i], part) {
			t.Errorf("%q, want %q", found[i], part)
		}
	}
}

func TestWrite(t *testing.T) {
	for _, text := range []string{
		"%%% Tom\nmale.n.02 Name \"Tom Jones\" % Tom [0-3]\nNEGATION <1\ntime.n.08 EQU now\nlive.v.01 Theme -2 Time -1 Location +1 % live\ncity.n.01 Name " +
			"\"Boston\"\n\n",
		"dog.n.01\nCONTRAST -1 % but\nbark.v.01 Agent -1\nCONTINUATION -2\nrun.v.01 Agent -2 Quantity 3 ClockTime '2008'\n\n",
		"say.v.01 Proposition >1\nNEGATION <1\nrun.v.01\n\n",
	} {
		all, errs := formattest.Read(&Format, text)
		if len(all) != 1 || len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := formattest.Text(t, &Format, all[0]); got != text {
			t.Errorf("got %s\nwant %s", got, text)
		}
	}
}

// TestClauses: structures in clauses are written where the notation has a place for
// them, and read back from it they are the same but for presuppositions.
func TestClauses(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"b1 REF x1\nb1 PRESUPPOSITION b2\nb1 Name x1 \"tom\"\nb1 male \"n.02\" x1\nb2 NOT b3\nb3 REF e1\nb3 sleep \"v.01\" e1\nb3 Agent e1 x1\n",
			"male.n.02 Name \"tom\"\nNEGATION <1\nsleep.v.01 Agent -1\n\n"},
		{"b1 dog \"n.01\" x1\nb1 cat \"n.01\" x1\n", "error want one concept for each referent, found a second one for x1"},
		{"b1 IMP b2 b3\nb2 dog \"n.01\" x1\nb3 run \"v.01\" e1\n", "error want one box that no relation opens, found 3"},
		{"b1 Agent e1 x1\nb1 dog \"n.01\" x1\n", "error want roles of referents that have a concept, found Agent in b1"},
		{"b1 NOT b2\nb2 NOT b1\nb3 dog \"n.01\" x1\n", "error want boxes that form a tree, found 1 of 3 below the first"},
	} {
		all, errs := formattest.Read(&clf.Format, tt.text)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		if err := Format.Write(w, all[0]); err != nil {
			out.Reset()
			fmt.Fprintf(w, "error %v", err)
		}
		w.Flush()
		got := out.String()
		if i := strings.Index(got, "error "); i > 0 {
			got = got[i:]
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestReal: the structures of the Parallel Meaning Bank that the notation has a place
// for have the same concepts and roles after it.
func TestReal(t *testing.T) {
	file, err := os.Open(shared.Path(t, "data", "sem-drs-pmb", "en-test.gold.clf.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	written, all := 0, 0
	for sentence, err := range clf.Format.Sentences(unpacked, "gold") {
		if err != nil {
			t.Fatal(err)
		}
		all++
		text, err := formattest.Write(&Format, sentence)
		if err != nil {
			continue
		}
		back, errs := formattest.Read(&Format, text)
		if len(back) != 1 || len(errs) > 0 {
			t.Fatalf("%s: %v", text, errs)
		}
		written++
		if a, b := content(sentence), content(back[0]); a != b {
			t.Fatalf("%s\nwas %s\nis  %s", text, a, b)
		}
	}
	if written < all/2 {
		t.Errorf("%d of %d structures can be written", written, all)
	}
	t.Logf("%d of %d structures can be written", written, all)
}

// content lists concepts and roles without the names of boxes and referents, and whichever way
// they are written.
func content(sentence *treebank.Sentence) string {
	var out []string
	for _, clause := range sentence.Clauses {
		label := func(n int32) string {
			if n < 0 {
				return ""
			}
			if name := sentence.Name(sentence.Nodes[n].Label); strings.Contains(name, ".") {
				return name
			}
			return "box"
		}
		if op := sentence.Name(clause.Op); op != "REF" && op != "PRESUPPOSITION" {
			if other := plain()[op]; other != "" {
				op = other
			}
			first, second := label(clause.A)+sentence.Name(clause.ConstA), label(clause.B)+sentence.Name(clause.ConstB)
			if base, ok := strings.CutSuffix(op, "Of"); ok && clause.A >= 0 && clause.B >= 0 {
				op, first, second = base, second, first
			}
			if op == "EQU" || op == "NEQ" || op == "APX" || op == "TAB" {
				first, second = min(first, second), max(first, second)
			}
			out = append(out, op+" "+first+" "+second)
		}
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

func FuzzSBN(f *testing.F) {
	formattest.FuzzText(f, &Format, small, "a.n.01 b.v.02 R -1 S >1 NEGATION <1 c.n.01 T \"x y\"\n", "% c\na.n.01 EQU +\n")
}
