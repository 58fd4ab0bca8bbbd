package simplemrs_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/formats/simplemrs"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

func write(t testing.TB, s *treebank.Sentence) string {
	t.Helper()
	return formattest.Text(t, &simplemrs.Format, s)
}

func graph(sentence *treebank.Sentence) string {
	var out strings.Builder
	for i, n := range sentence.Nodes {
		fmt.Fprintf(&out, "%d %s<%d:%d> %s %q\n", i, sentence.Name(n.Label), n.From, n.To, sentence.Name(n.Type), sentence.Str(n.Carg))
	}
	for _, e := range sentence.Edges {
		fmt.Fprintf(&out, "%d %s %d\n", e.From, sentence.Name(e.Label), e.To)
	}
	for _, p := range sentence.Props {
		fmt.Fprintf(&out, "%d %s=%s\n", p.Node, sentence.Name(p.Key), sentence.Name(p.Value))
	}
	fmt.Fprintln(&out, sentence.Tops)
	return out.String()
}

func TestPredicates(t *testing.T) {
	for _, tc := range []struct{ in, pred, span string }{
		{`"_dog_n_1_rel"<0:3>`, "_dog_n_1", "0:3"},
		{`'in+order+to_x_rel<0:3>`, "in+order+to_x", "0:3"},
		{`_de_demons_rel<2:3>`, "_de_demons", "2:3"},
		{`_<@ccil.org>/nn_u_unknown<40:51>`, "_<@ccil.org>/nn_u_unknown", "40:51"},
		{`_m]achines/nns_u_unknown<5:12>`, "_m]achines/nns_u_unknown", "5:12"},
		{`_2000:1/nn_u_unknown<5:12>`, "_2000:1/nn_u_unknown", "5:12"},
		{`_The_Q_REL<-1:-1>`, "_the_q", "-1:-1"},
		{`named`, "named", "-1:-1"},
		{`_吠_v_1_rel<3:4>`, "_吠_v_1", "3:4"},
		{`pred<0#1>`, "pred", "-1:-1"},
		{`pred<0 1 2>`, "pred", "-1:-1"},
		{`pred<@1>`, "pred", "-1:-1"},
		{`pred<1:2> "the surface"`, "pred", "1:2"},
		{`"a \"quoted\" pred_rel"<1:2>`, `a "quoted" pred`, "1:2"},
	} {
		all, errs := formattest.Read(&simplemrs.Format, "[ LTOP: h1 RELS: < [ "+tc.in+" LBL: h1 ARG0: e2 ] > ]")
		if len(errs) > 0 || len(all) != 1 || len(all[0].Nodes) != 1 {
			t.Errorf("%s: %d sentences, errors %v", tc.in, len(all), errs)
			continue
		}
		n := all[0].Nodes[0]
		if got, span := all[0].Name(n.Label), fmt.Sprintf("%d:%d", n.From, n.To); got != tc.pred || span != tc.span {
			t.Errorf("%s: %s %s, want %s %s", tc.in, got, span, tc.pred, tc.span)
		}
	}
}

func TestFeatures(t *testing.T) {
	all, errs := formattest.Read(&simplemrs.Format, `[ <0:10> "It \"rained\"." index: e2 [ e sf: PROP E.ASPECT: perfective COG-ST: uniq+fam+act ]
	  rels: < [ "_rain_v_1_rel"<3:9> LBL: h1 carg: "a \"b\" \\" ARG0: e2 ARG1: x5 ] [ q<0:1> LBL: h7 ARG0: x5 [ x PERS: 3 PERS: 2 ] RSTR: h8 ] >
	  hcons: < h0 QEQ h1 > icons: < e2 non-focus x5 > ltop: u0 ]`)
	if len(errs) > 0 || len(all) != 1 {
		t.Fatal(len(all), errs)
	}
	sentence := all[0]
	want := "0 _rain_v_1<3:9> e \"a \\\"b\\\" \\\\\"\n1 q<0:1>  \"\"\n0 SF=prop\n0 E.ASPECT=perfective\n0 COG-ST=uniq+fam+act\n[0]\n"
	if got := graph(sentence); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := sentence.Str(sentence.Input); got != `It "rained".` {
		t.Errorf("the text is %q", got)
	}
	if len(sentence.MRS.ICons) != 1 || len(sentence.MRS.VarProps(sentence.MRS.Lookup(sentence.Syms.InternString("x5")))) != 1 {
		t.Error("ICONS or properties are lost")
	}
}

func TestRecovery(t *testing.T) {
	text := "[ TOP: h0 RELS: < [ a<0:1> LBL: h0 ARG0: e1 ] > ]\n" +
		"[ TOP: h0 RELS: < [ b<0:1> LBL: h0 ARG0: e1 > ]\n" + // a bracket is missing
		"[ TOP: h0 RELS: < [ c<0:1> LBL: h0 ARG0: e1 ] > ]\nwhat is this\n" +
		"[ TOP: h0 RELS: < [ d<0:1> LBL: h0 ARG0: e1 ] > ] [ TOP: h0 RELS: < [ e<0:1> LBL: h0 ARG0: e1 ] > ]"
	all, errs := formattest.Read(&simplemrs.Format, text)
	if len(all) != 4 || len(errs) != 2 {
		t.Fatalf("%d sentences, errors %v", len(all), errs)
	}
	if got := errs[0].Error(); !strings.HasPrefix(got, "f:2:") {
		t.Errorf("the error is %q", got)
	}
}

func TestRealData(t *testing.T) {
	text := shared.Read(t, "data", "sem-formats", "erg-mrs107.simplemrs")
	all, errs := formattest.Read(&simplemrs.Format, string(text))
	if len(all) != 107 || len(errs) != 0 {
		t.Fatalf("%d MRSs, errors %v", len(all), errs)
	}
	for _, s := range all {
		again, errs := formattest.Read(&simplemrs.Format, write(t, s))
		if len(errs) > 0 || len(again) != 1 || graph(again[0]) != graph(s) || write(t, again[0]) != write(t, s) {
			t.Fatalf("read, written and read again, it is another: %s", write(t, s))
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`[ LTOP: h1 INDEX: e2 [ e SF: prop ] RELS: < [ "_a_v_1_rel"<0:3> LBL: h1 ARG0: e2 ARG1: x3 CARG: "x\"y" ] [ q LBL: h4 ARG0: x3 RSTR: h5 ] > ` +
		`HCONS: < h5 qeq h1 > ICONS: < e2 topic x3 > ]`)
	f.Add(`[ <0:3> "a" TOP: h1 RELS: < [ 'a_rel<@1> "s" LBL: h1 ] [ b_rel_rel LBL: h1 ARG0: h1 ARG1: h1 ] > HCONS: < h1 qeq h1 > ]`)
	f.Add("[ [ [ TOP: ] < > \"")
	f.Add("[ TOP: h RELS: < [ _]x<0:1>_y<1:2> LBL: h ARG0: x ARG1: y ARG1: z ] > ]")
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := formattest.Read(&simplemrs.Format, text)
		for _, s := range all {
			line := write(t, s)
			again, errs := formattest.Read(&simplemrs.Format, line)
			if len(errs) > 0 || len(again) != 1 {
				t.Fatalf("%q is written as %q: %d sentences, %v", text, line, len(again), errs)
			}
			if got := write(t, again[0]); got != line {
				t.Fatalf("%q becomes %q", line, got)
			}
		}
		slow, _ := formattest.Read(&simplemrs.Format, slowly(text))
		if len(slow) == len(all) {
			for i := range all {
				if got, want := graph(all[i]), graph(slow[i]); got != want {
					t.Fatalf("%q: %s\nslowly %s", text, got, want)
				}
			}
		}
	})
}

// slowly makes the reader look at every character: words end in tabs, not in
// blanks.
func slowly(text string) string {
	var out strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\' && i+1 < len(text):
			out.WriteString(text[i : i+2])
			i++
			continue
		case c == '"':
			quoted = !quoted
		case c == ' ' && !quoted:
			out.WriteByte('\t')
			continue
		}
		out.WriteByte(text[i])
	}
	return out.String()
}

// TestWords: words that are found by their bytes are read as those of which every
// character is looked at.
func TestWords(t *testing.T) {
	texts := []string{
		string(shared.Read(t, "data", "sem-formats", "erg-mrs107.simplemrs")),
		"[ LTOP: h0 INDEX: E2 [ e Sf: Prop sf: prop TENSE: a\"b\" ] RELS: < [ _a_REL<0:1> LBL: h1 arg0: e2 ARG0: e2 Lbl: h3 ] [ _b_rel<2:3> lbl: h0 ARG0: " +
			"x12345678 CARG: c ] [ c_d<4:5> LBL: h9 ARG0: x1 CARG: \"x y\" ] > HCONS: < h0 QEQ h1 h0 qeq h9 > ]",
		"[ TOP: h0 RELS: < [ _\x80_a<1:2> LBL: h0 ARG0: \xc3\x89 [ \xc3\x89 A: \xc3\x89 ] ] [ b<1234567890:3> LBL: h0 ARG0: e ARG1: E ARG2: 7 ARG3: x\x00 " +
			"ARG4: x ] [ c<1:-1> LBL: h0 ] [ <1:2> LBL: h0 ] > ]",
	}
	for _, text := range texts {
		for range 2 { // the second time with words that are known
			text += "\n" + text
		}
		fast, errs := formattest.Read(&simplemrs.Format, text)
		slow, slowErrs := formattest.Read(&simplemrs.Format, slowly(text))
		if len(fast) != len(slow) || len(errs) != len(slowErrs) {
			t.Fatalf("%d sentences and %v, slowly %d and %v", len(fast), errs, len(slow), slowErrs)
		}
		for i := range fast {
			if got, want := write(t, fast[i])+graph(fast[i]), write(t, slow[i])+graph(slow[i]); got != want {
				t.Fatalf("got %s\nwant %s", got, want)
			}
		}
	}
}
