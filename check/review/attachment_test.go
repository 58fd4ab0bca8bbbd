package review

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"assay/check/adjudicate"
	"assay/check/ledger"
	"assay/check/soft"
	"assay/corpus"
	"assay/diagnose"
	"assay/eval"
	"assay/eval/plan"
	"assay/measures"
	"assay/treebank"
)

// opened opens a treebank with these trees.
func opened(t *testing.T, name, text string) *treebank.Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	source, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// TestAttachments: the sentence of Hogenhout & Matsumoto (1996 §2), where one place of "on the bridge" makes several
// errors, the same the other way round, and brackets that have nothing to do with each other.
func TestAttachments(t *testing.T) {
	const (
		high = "(S (NP (DT The) (NN dog)) (VP (VBD waited) (PP (IN for) (NP (PRP$ his) (NN master))) (PP (IN on) (NP (DT the) (NN bridge)))) (. .))\n"
		low  = "(S (NP (DT The) (NN dog)) (VP (VBD waited) (PP (IN for) (NP (NP (PRP$ his) (NN master)) (PP (IN on) (NP (DT the) (NN bridge))))) (. .)))\n"
		far  = "(S (NP (DT The) (NN dog)) (VP (VBD waited) (PP (IN for) (NP (PRP$ his) (NN master))) (PP (IN on) (X (DT the) (NN bridge)))) (. .))\n"
		near = "(S (Y (DT The) (NN dog)) (VP (VBD waited) (PP (IN for) (NP (PRP$ his) (NN master))) (PP (IN on) (NP (DT the) (NN bridge)))) (. .))\n"
	)
	metric, err := measures.Parse("evalb", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, gold, system, want string }{
		{"low", high, low, "Does “on the bridge” belong directly to the NP “his master on the bridge” here?\n" +
			"gold: directly in VP “waited for his master on the bridge”\n" +
			"Is “his master on the bridge” one NP here?\nIs “for his master on the bridge” one PP here?\n"},
		{"high", low, high, ""},
		{"two labels", far, near, ""},
	} {
		q, err := Build(context.Background(), plan.New(opened(t, "gold.mrg", tc.gold), []*treebank.Source{opened(t, "system.mrg", tc.system)},
			eval.Options{}), metric, plan.Taps{}, Options{Focus: diagnose.NewFocus(metric, metric.Headline())})
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for n := range q.Items {
			if at := q.Attachment(n); at != nil && at.Items[0] == n {
				got.WriteString(at.Question + "\ngold: " + at.Gold + "\n")
				for _, i := range at.Items {
					got.WriteString(q.Items[i].Question + "\n")
				}
			}
		}
		if got.String() != tc.want {
			t.Errorf("%s: got %s", tc.name, &got)
		}
	}
}

// TestAttachmentsAreDecisions: who decides attachments has the same decisions, and so the same soft figures, as who
// decides each bracket by hand; taking a decision back takes back all that it implied.
func TestAttachmentsAreDecisions(t *testing.T) {
	metric, err := measures.Parse("evalb", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	systems := []string{"craft.bllip-20.mrg", "craft.berkeley.mrg"}
	q := queue(t, Options{Focus: diagnose.NewFocus(metric, metric.Headline())}, systems...)
	l, err := ledger.Open(filepath.Join(t.TempDir(), "check.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	session := NewSession(q, l)
	random, asked, most := rand.New(rand.NewPCG(1, 2)), 0, 0
	for n := 0; ; asked++ {
		if n, err = session.Next("whole", BySentence, n); err != nil || n < 0 {
			break
		}
		verdict := []adjudicate.Verdict{adjudicate.Accept, adjudicate.Reject, adjudicate.Unsure}[random.IntN(3)]
		also, err := session.Implied("whole", n)
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, 1+len(also))
		decide := func() {
			if _, err := session.Decide("whole", n, verdict, "", also...); err != nil {
				t.Fatal(err)
			}
		}
		decide()
		if asked%10 == 0 {
			if _, err := session.Undo("whole"); err != nil {
				t.Fatal(err)
			}
			for _, i := range append(also, n) {
				if held, _, _ := session.Held("whole", i); held != "" {
					t.Errorf("item %d is still decided: %s", i, held)
				}
			}
			decide()
		}
		for _, i := range append(also, n) {
			if _, err := session.Decide("each", i, verdict, ""); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err != nil || asked != q.Questions() || asked >= len(q.Items) || most < 5 {
		t.Fatalf("%d questions, %d expected, %d items, at most %d at once: %v", asked, q.Questions(), len(q.Items), most, err)
	}
	t.Logf("%d items, %d questions", len(q.Items), asked)
	all, err := session.Decisions()
	if err != nil {
		t.Fatal(err)
	}
	by := map[string][]adjudicate.Decision{}
	for _, d := range all {
		by[d.Judge] = append(by[d.Judge], d)
	}
	if len(by["whole"]) != len(q.Items) || len(by["each"]) != len(q.Items) {
		t.Fatalf("%d and %d decisions", len(by["whole"]), len(by["each"]))
	}
	for _, name := range systems {
		if whole, each := softRow(t, metric, name, by["whole"]), softRow(t, metric, name, by["each"]); !slices.Equal(whole, each) {
			t.Errorf("%s: %v, by hand %v", name, whole, each)
		}
	}
}

// softRow is the row of a system with decisions.
func softRow(t *testing.T, metric *eval.Measure, system string, list []adjudicate.Decision) []float64 {
	t.Helper()
	wrapped, _ := soft.Wrap(metric, soft.NewCheck("x", metric.Name, list))
	open := func(name string) *treebank.Source {
		source, err := corpus.Open(filepath.Join("..", "..", "examples", name))
		if err != nil {
			t.Fatal(err)
		}
		return source
	}
	res, err := eval.Run(context.Background(), open("craft.gold.mrg"), open(system), []*eval.Measure{wrapped}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Counts[0].Sum()
}

// TestImpliedBracketsAreGoldsMoved: each bracket that an attachment implies is one of gold with the words or without
// them, or that of the place itself; counted here over plain words, word by word.
func TestImpliedBracketsAreGoldsMoved(t *testing.T) {
	metric, err := measures.Parse("evalb", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	q := queue(t, Options{Focus: diagnose.NewFocus(metric, metric.Headline())}, "craft.bllip-20.mrg", "craft.berkeley.mrg")
	words := func(s *treebank.Sentence, from, to int32) map[string]bool {
		out := map[string]bool{}
		for i := from; i < to; i++ {
			if strings.TrimFunc(string(s.Word(i)), unicode.IsPunct) != "" {
				out[string(rune(i))] = true
			}
		}
		return out
	}
	key := func(label string, set map[string]bool) string {
		var list []string
		for w := range set {
			list = append(list, w)
		}
		slices.Sort(list)
		return label + " " + strings.Join(list, " ")
	}
	checked := 0
	for n, it := range q.Items {
		at := q.Attachment(n)
		if at == nil {
			continue
		}
		pair := q.Pair(it)
		gold := map[string]bool{}
		for _, p := range pair.Gold.Phrases {
			gold[key(pair.Gold.Name(p.Label), words(pair.Gold, p.Begin, p.End))] = true
		}
		p := pair.System.Phrases[it.ref.Index]
		ours, moved := words(pair.System, p.Begin, p.End), words(pair.System, at.first, at.last+1)
		less, more := map[string]bool{}, map[string]bool{}
		for w := range ours {
			more[w] = true
			if !moved[w] {
				less[w] = true
			}
		}
		for w := range moved {
			more[w] = true
		}
		label := pair.System.Name(p.Label)
		site := strings.Contains(at.Question, " the "+label+" "+strings.Join(pieces(pair.System, it.ref.Index), " and ")+" here?")
		if !site && !gold[key(label, less)] && !gold[key(label, more)] {
			t.Errorf("%s does not follow from: %s", it.Question, at.Question)
		}
		checked++
	}
	if checked < 100 {
		t.Errorf("%d brackets", checked)
	}
}
