package coref

import (
	"math"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/conll12"
	"assay/formats/corefud"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/internal/itemlaw"
	"assay/treebank"
)

// document makes a document of CoNLL-2012 from its last column.
func document(columns string) string {
	var out strings.Builder
	out.WriteString("#begin document d\n")
	for i, c := range strings.Fields(columns) {
		out.WriteString("w" + string(rune('a'+i)) + "\t" + c + "\n")
	}
	return out.String() + "#end document\n"
}

// compared returns the scores of two texts and the classes of the items, and fails if these do not sum to the rows.
func compared(t *testing.T, format *treebank.Format, opt Options, gold, system string) (map[string]float64, []string) {
	t.Helper()
	list, errs := formattest.Read(format, gold)
	other, more := formattest.Read(format, system)
	if len(errs)+len(more) > 0 || len(list) != len(other) {
		t.Fatal(errs, more, len(list), len(other))
	}
	m := New(opt)
	sum := make([]float64, len(m.Columns))
	var classes []string
	counter := m.NewCounter().(eval.Explainer)
	for i := range list {
		pair := &eval.Pair{}
		// both sides of a run share the symbols
		both, _ := formattest.Read(format, gold+"\n"+system)
		pair.Reset(i, both[i], both[len(list)+i])
		row, err := itemlaw.Row(t, m, counter, pair)
		if err != nil {
			t.Fatal(err)
		}
		for k := range sum {
			sum[k] += row[k]
		}
		if err := counter.Explain(pair, func(it *eval.Item) { classes = append(classes, it.ClassName()) }); err != nil {
			t.Fatal(err)
		}
	}
	scores := map[string]float64{}
	for _, s := range m.Scores(sum) {
		scores[s.Name] = s.Value
	}
	return scores, classes
}

// TestClasses names the errors.
func TestClasses(t *testing.T) {
	for _, tc := range []struct{ gold, system, want string }{
		{"(1) (1) (2) (2)", "(1) (1) (2) (2)", "correct correct correct correct"},
		{"(1) (1) (1) -", "(1) (1) (2) -", "correct correct split entity"},
		{"(1) (1) (2) -", "(1) (1) (1) -", "correct correct merged entities"},
		{"(1) (2) (1) (2)", "(1) (2) (2) (1)", "correct correct moved to another entity moved to another entity"},
		{"(1) (1) (2 2)", "(1) (1) (2) -", "correct correct other boundaries"},
		{"(1) (1) (2) -", "(1) - - (3)", "correct missed mention singleton dropped singleton kept"},
		{"(1) (1) - -", "(1) (1) (2) (2)", "correct correct invented mention invented mention"},
	} {
		_, classes := compared(t, &conll12.Format, Options{}, document(tc.gold), document(tc.system))
		if got := strings.Join(classes, " "); got != tc.want {
			t.Errorf("%s against %s: %s, want %s", tc.gold, tc.system, got, tc.want)
		}
	}
}

// TestByHand compares with figures that were worked out by hand, from the definitions. Gold is {a b c} {d e}, the system
// {a b} {c d e}.
func TestByHand(t *testing.T) {
	got, _ := compared(t, &conll12.Format, Options{}, document("(1) (1) (1) (2) (2)"), document("(1) (1) (2) (2) (2)"))
	for name, want := range map[string]float64{
		"mentions_f1": 1, "muc_recall": 2.0 / 3, "muc_precision": 2.0 / 3,
		// recall: a, b have 2 of 3, c 1 of 3, d and e 2 of 2; precision: a and b 2 of 2, c 1 of 3, d and e 2 of 3
		"bcub_recall": (2.0/3 + 2.0/3 + 1.0/3 + 2) / 5, "bcub_precision": (2 + 1.0/3 + 2.0/3 + 2.0/3) / 5,
		"ceafm_f1": 4.0 / 5, "ceafe_f1": (4.0/5 + 4.0/5) / 2,
		// links of gold: ab ac bc de, of the system: ab cd ce de; non-links: 6 and 6, in both ad ae bd be
		"blanc_recall": (2.0/4 + 4.0/6) / 2, "blanc_precision": (2.0/4 + 4.0/6) / 2,
		// {a b c}: 1 of 3 links, weight 3; {d e}: 1 of 1, weight 2
		"lea_recall": (3*1.0/3 + 2) / 5, "lea_precision": (2 + 3*1.0/3) / 5,
		"mor_f1": 1, "conll": (2.0/3 + (2.0/3+2.0/3+1.0/3+2)/5 + 4.0/5) / 3,
	} {
		if math.Abs(got[name]-want) > 1e-12 {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
	if !math.IsNaN(got["zero_f1"]) {
		t.Errorf("zero_f1 is %v without empty nodes", got["zero_f1"])
	}
}

// TestRepairs: the faults of the programs that the default does not have.
func TestRepairs(t *testing.T) {
	single := document("(1) (2) (3)")
	if got, _ := compared(t, &conll12.Format, Options{}, single, single); !math.IsNaN(got["muc_f1"]) || got["bcub_f1"] != 1 {
		t.Errorf("singletons: muc %v, bcub %v", got["muc_f1"], got["bcub_f1"])
	}
	if got, _ := compared(t, &conll12.Format, Options{ZeroIsZero: true}, single, single); got["muc_f1"] != 0 {
		t.Errorf("as the programs: muc %v", got["muc_f1"])
	}
	twice := document("(1)|(2) - (2) (1)") // gold against itself is 100
	if got, _ := compared(t, &conll12.Format, Options{}, twice, twice); got["muc_f1"] != 1 || got["lea_f1"] != 1 {
		t.Errorf("a repeated mention: %v", got)
	}
	read := func(name string) string {
		return string(shared.Read(t, "cases", "documents", "coref", "zeros", name+".conllu"))
	}
	// the empty nodes of key have other relations: at their places all are right
	for zeros, want := range map[Zeros]float64{Equal: 1, Linear: 1} {
		got, _ := compared(t, &corefud.Format, Options{Match: Head, Zeros: zeros}, read("key"), read("wrong-role"))
		if got["conll"] != want {
			t.Errorf("wrong-role, zeros %s: %v, want %v", zeros, got["conll"], want)
		}
	}
	// two empty nodes in the other order: their dependencies say which is which
	got, _ := compared(t, &corefud.Format, Options{Match: Head}, read("key"), read("key"))
	if got["zero_f1"] != 1 {
		t.Errorf("gold against itself: zero %v", got["zero_f1"])
	}
}

// TestWords: documents with other words cannot be scored, unless words are compared by their numbers.
func TestWords(t *testing.T) {
	gold, _ := formattest.Read(&conll12.Format, document("(1) (1)"))
	system, _ := formattest.Read(&conll12.Format, strings.Replace(document("(1) (1)"), "wb", "x", 1))
	pair := &eval.Pair{}
	pair.Reset(0, gold[0], system[0])
	for _, tc := range []struct {
		opt  Options
		want string
	}{
		{Options{}, `the words differ: gold goes on with "wb", the system with "x"`},
		{Options{ByPosition: true, SamePrefix: true}, `the words differ: word 2 of sentence 1 is "wb" in gold, "x" in the system`},
		{Options{ByPosition: true}, "<nil>"},
	} {
		m := New(tc.opt)
		err := m.NewCounter().Count(make([]float64, len(m.Columns)), pair)
		if got := "<nil>"; err != nil {
			if got = err.Error(); got != tc.want {
				t.Errorf("%s, want %s", got, tc.want)
			}
		} else if got != tc.want {
			t.Errorf("no error, want %s", tc.want)
		}
	}
}

// TestExtra: a document that gold lacks counts for precision, unless it is left out.
func TestExtra(t *testing.T) {
	gold := &treebank.Sentence{Missing: true}
	list, _ := formattest.Read(&conll12.Format, document("(1) (1) (2)"))
	gold.Syms = list[0].Syms
	for _, tc := range []struct {
		opt  Options
		want float64
	}{{Options{}, 3}, {Options{IgnoreExtra: true}, 0}} {
		pair := &eval.Pair{}
		pair.Reset(0, gold, list[0])
		m := New(tc.opt)
		row := make([]float64, len(m.Columns))
		if err := m.NewCounter().Count(row, pair); err != nil || row[colSystem] != tc.want {
			t.Errorf("%v: %v mentions of the system, want %v", err, row[colSystem], tc.want)
		}
	}
}
