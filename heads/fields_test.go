package heads

import (
	"bytes"
	"fmt"
	"iter"
	"os"
	"strings"
	"testing"

	"assay/formats/conllx"
	"assay/formats/edgebrackets"
	"assay/formats/negra"
	"assay/internal/shared"
	"assay/treebank"
)

// arcs writes the dependencies of sentence as dependent<head:relation.
func arcs(sentence *treebank.Sentence) string {
	var out strings.Builder
	for i, arc := range sentence.Arcs {
		if i > 0 {
			out.WriteByte(' ')
		}
		out.Write(sentence.Word(arc.Dep))
		switch arc.Head {
		case treebank.Root:
			out.WriteString("<*")
		case treebank.Unknown:
			out.WriteString("<?")
		default:
			fmt.Fprintf(&out, "<%s", sentence.Word(arc.Head))
		}
		if arc.Rel != 0 {
			out.WriteString(":" + sentence.Name(arc.Rel))
		}
	}
	return out.String()
}

func convertNegra(t *testing.T, text []byte, spec string) (out []string) {
	t.Helper()
	step, err := Step(spec, "")
	if err != nil {
		t.Fatal(err)
	}
	convert := step.New()
	for sentence, err := range negra.Format.Sentences(bytes.NewReader(text), "x.export") {
		if err == nil {
			err = convert(sentence)
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, arcs(sentence))
	}
	return out
}

// TestFigure4 converts the sentence of figures 3 and 4.
func TestFigure4(t *testing.T) {
	text := shared.Read(t, "data", "samples", "export", "fig3-kt2002.export")
	want := "wir<müssen:ON müssen<* ja<müssen:MOD noch<müssen:MOD einen<Bericht:- Bericht<müssen:OA abfassen<müssen:OV " +
		"über<Reise:- diese<Reise:- Reise<Bericht:OA-MOD nach<Hannover:- Hannover<Reise:-"
	if got := convertNegra(t, text, "kuebler")[0]; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestPartial: the fragment of a partial parse has no head and is not a second root;
// all eleven dependencies of the parser are right (§5).
func TestPartial(t *testing.T) {
	for file, want := range map[string]int{"fig3.export": 12, "fig3.partial.export": 11} {
		text, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Fields(convertNegra(t, text, "kuebler")[0])
		roots, heads := 0, 0
		for _, w := range got {
			if strings.Contains(w, "<*") {
				roots++
			}
			if !strings.Contains(w, "<?") {
				heads++
			}
		}
		if roots != 1 || heads != want {
			t.Errorf("%s: %d roots, %d words with a head, want 1 and %d: %q", file, roots, heads, want, got)
		}
	}
}

// TestPrepositionJoins: a preposition used as a conjunction depends on the conjunct
// to its right, and both conjuncts on the governor (§4).
func TestPrepositionJoins(t *testing.T) {
	for _, word := range []string{"gegen", "bis", "zu"} {
		text := "#BOS 1 0 0 0\n" +
			"wir\tPPER\t--\tON\t501\nwetten\tVVFIN\t--\tHD\t502\nzehn\tCARD\t--\t-\t500\n" + word + "\tAPPR\t--\t-\t500\neins\tCARD\t--\t-\t500\n" +
			"#500\tNX\t--\tOA\t503\n#501\tVF\t--\t-\t504\n#502\tLK\t--\t-\t504\n#503\tMF\t--\t-\t504\n#504\tSIMPX\t--\t--\t0\n#EOS 1\n"
		want := "wir<wetten:ON wetten<* zehn<wetten:OA " + word + "<eins:- eins<wetten:OA"
		if got := convertNegra(t, []byte(text), "kuebler")[0]; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// crosses reports whether two dependencies of s cross.
func crosses(s *treebank.Sentence) bool {
	for _, a := range s.Arcs {
		for _, b := range s.Arcs {
			if a.Head < 0 || b.Head < 0 {
				continue
			}
			l, r := min(a.Dep, a.Head), max(a.Dep, a.Head)
			x, y := min(b.Dep, b.Head), max(b.Dep, b.Head)
			if l < x && x < r && r < y {
				return true
			}
		}
	}
	return false
}

// TestTueba compares with the counts of an independent prototype on 500 sentences.
func TestTueba(t *testing.T) {
	text := shared.Read(t, "data", "samples", "export", "tuebadz-delex-test.negra")
	table, opt, _ := ParseSpec("kuebler:roots=all")
	conv := NewConverter(table, opt, nil)
	words, governed, crossing, multi := 0, 0, 0, 0
	for sentence, err := range negra.Format.Sentences(bytes.NewReader(text), "x") {
		if err == nil {
			err = conv.Convert(sentence)
		}
		if err != nil {
			t.Fatal(err)
		}
		roots := 0
		for i, arc := range sentence.Arcs {
			if arc.Head == treebank.Root {
				roots++
			}
			if !strings.HasPrefix(sentence.Name(sentence.Tokens[i].Tag), "$") {
				words++
				if arc.Head != treebank.Unknown {
					governed++
				}
			}
		}
		if roots > 1 {
			multi++
		}
		if crosses(sentence) {
			crossing++
		}
	}
	rows, _ := conv.Coverage()
	headless := 0
	for _, r := range rows {
		if strings.HasSuffix(r.Label, "SIMPX") {
			headless += r.Fallbacks
		}
	}
	if words != 7472 || governed != words || crossing != 63 || multi != 113 || headless != 4 || conv.Unresolved() != 0 {
		t.Errorf("%d words, %d with a governor, %d sentences with crossing arcs, %d with several roots, %d clauses without a head, %d labels unresolved",
			words, governed, crossing, multi, headless, conv.Unresolved())
	}
}

func negraSentences(text []byte) iter.Seq2[*treebank.Sentence, error] {
	return negra.Format.Sentences(bytes.NewReader(text), "x.export")
}

// TestFigures6And8 converts the trees of figures 5 and 7 and compares with the
// dependencies of figures 6 and 8 (cases/dependencies/18-kuebler): a conjunct after
// the verb complex, and a modifier of the first modifier.
func TestFigures6And8(t *testing.T) {
	trees := map[string]string{
		"hotel-gold.conll": "(VROOT:--(SIMPX:--(VF:-(NX:ON(ART:- das)(NN:HD Hotel)))(LK:-(VXFIN:HD(VAFIN:HD hat)))" +
			"(MF:-(ADVX:MOD(ADV:HD sogar))(NX:OA(NX:KONJ(ART:- ein)(NN:HD Schwimmbad))(KON:- und)(NX:KONJ(ART:- ein)(NN:HD Solarium))))" +
			"(VC:-(PTKVZ:VPT dabei))(NF:-(NX:OAK(KON:- und)(NX:KONJ(ART:- einen)(NN:HD Fitnessraum))))))",
		"heute-gold.conll": "(VROOT:--(SIMPX:--(VF:-(ADVX:V-MOD(ADV:HD heute)))(LK:-(VXFIN:HD(VMFIN:HD müssen)))" +
			"(MF:-(NX:ON(PPER:HD wir))(PX:MOD-MOD(APPR:- um)(NX:HD(CARD:- fünfzehn)(NN:HD Uhr)))(ADVX:MOD(ADV:HD wieder))" +
			"(PX:V-MOD(APPR:- nach)(NX:HD(NE:HD Frankfurt))))(VC:-(VXINF:OV(VVINF:HD fliegen)))))",
	}
	for name, tree := range trees {
		gold := &treebank.Sentence{}
		if err := conllx.Format.Read(gold, treebank.Piece{Text: shared.Read(t, "cases", "dependencies", "18-kuebler", name)}); err != nil {
			t.Fatal(err)
		}
		want := strings.Replace(arcs(gold), ":root", "", 1)
		for spec, want := range map[string]string{"kuebler:conjunct=split": want, "kuebler": strings.Replace(want, ":OAK", ":OA", 1)} {
			step, err := Step(spec, "")
			if err != nil {
				t.Fatal(err)
			}
			system := &treebank.Sentence{}
			if err := edgebrackets.Format.Read(system, treebank.Piece{Text: []byte(tree)}); err != nil {
				t.Fatal(err)
			}
			if err := step.New()(system); err != nil {
				t.Fatal(err)
			}
			if got := arcs(system); got != want {
				t.Errorf("%s, %s:\ngot  %s\nwant %s", name, spec, got, want)
			}
		}
	}
}
