package counter_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
	"assay/measures/counter"
	"assay/treebank"
)

func open(t testing.TB, path string) *treebank.Source {
	t.Helper()
	src, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func run(t testing.TB, gold, system string, o counter.Options) *eval.Result {
	t.Helper()
	res, err := eval.Run(context.Background(), open(t, gold), open(t, system), []*eval.Measure{counter.New(o)}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// synonyms are the concepts of the recorded structures that share a synset of WordNet
// 3.0 with another one.
var synonyms = map[string]string{
	"telephone_number.n.01": "number.n.04", "kidnap.v.01": "abduct.v.01", "estate_agent.n.01": "real_estate_agent.n.01", "sick.a.01": "ill.a.01",
	"laptop_computer.n.01": "laptop.n.01", "bright.r.01": "brightly.r.01", "pull.v.15": "pull_out.v.03", "skillful.a.01": "expert.a.01",
	"come.v.02": "arrive.v.01", "take.v.07": "bring.v.01", "howl.v.03": "roar.v.01", "fix.v.01": "repair.v.01", "purse.n.01": "handbag.n.01",
	"call_up.v.02": "call.v.03", "suffer.v.02": "have.v.16", "hi.n.01": "hello.n.01",
}

// TestOptimal: every structure has as many matches as the optimum recorded from
// integer programming, and all are proven.
func TestOptimal(t *testing.T) {
	for _, system := range []string{"bert_char_2enc.output1", "sim_spar"} {
		text, err := os.ReadFile(shared.Path(t, "cases", "graphs", "05-drs", "optimal."+system+".tsv"))
		if err != nil {
			t.Fatal(err)
		}
		var want [][3]string
		for line := range strings.Lines(string(text)) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			if _, err := strconv.Atoi(f[0]); err == nil && len(f) == 4 {
				want = append(want, [3]string{f[1], f[2], f[3]})
			}
		}
		res := run(t, shared.Path(t, "data", "sem-drs-pmb", "en-test.gold.clf.gz"), shared.Path(t, "data", "sem-drs-pmb", "en-test."+system+".clf.gz"),
			counter.Options{Synsets: synonyms, SynsetsName: "synonyms"})
		if len(res.Units) != 898 || len(want) != 898 || len(res.Problems) > 0 {
			t.Fatalf("%s: %d pairs, %d recorded, problems %v", system, len(res.Units), len(want), res.Problems)
		}
		for i := range res.Units {
			row := res.Counts[0].Row(i)
			got := [3]string{strconv.Itoa(int(row[11])), strconv.Itoa(int(row[10])), strconv.Itoa(int(row[9]))}
			if got != want[i] || row[13] != 0 {
				t.Errorf("%s %d: matched, system, gold %v, want %v; open %v", system, i+1, got, want[i], row[13])
			}
		}
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.clf")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRules checks one rule each, with matched clauses counted by hand.
func TestRules(t *testing.T) {
	const concept = "b1 a \"n.01\" x1\nb1 c \"n.01\" x2\nb1 REF x1\nb1 REF x2\n"
	for _, tt := range []struct {
		name, gold, system    string
		options               counter.Options
		wantG, wantS, matched float64
	}{
		{"inverted role", concept + "b1 PartOf x1 x2\n", concept + "b1 Part x2 x1\n", counter.Options{}, 3, 3, 3},
		{"symmetric", concept + "b1 NEQ x1 x2\n", concept + "b1 NEQ x2 x1\n", counter.Options{}, 3, 3, 3},
		{"symmetric with a constant", concept + "b1 EQU \"now\" x2\n", concept + "b1 EQU x2 \"now\"\n", counter.Options{}, 3, 3, 3},
		{"not symmetric", concept + "b1 LES x1 x2\n", concept + "b1 LES x2 x1\n", counter.Options{}, 3, 3, 2},
		{"a constant on the other side", concept + "b1 Part \"a\" x2\n", concept + "b1 Part x2 \"a\"\n", counter.Options{}, 3, 3, 2},
		{"once", concept + "b1 Part x1 x2\nb1 Part x1 x2\n", concept + "b1 Part x1 x2\n", counter.Options{}, 3, 3, 3},
		{"all REF", concept, concept, counter.Options{KeepRef: true}, 4, 4, 4},
		{"REF needed", "b1 REF x1\n", "b1 REF x1\n", counter.Options{}, 1, 1, 1},
		{"other sense", concept, strings.ReplaceAll(concept, "a \"n.01", "a \"n.02"), counter.Options{}, 2, 2, 1},
		{"one sense", concept, strings.ReplaceAll(concept, "a \"n.01", "a \"n.02"), counter.Options{DefaultSense: true}, 2, 2, 2},
		{"one concept", concept, strings.ReplaceAll(concept, "b1 c", "b1 d"), counter.Options{DefaultConcept: true}, 2, 2, 2},
		{"one role", concept + "b1 Part x1 x2\n", concept + "b1 Theme x1 x2\n", counter.Options{DefaultRole: true}, 3, 3, 3},
		{"synset", concept, strings.ReplaceAll(concept, "b1 c", "b1 d"), counter.Options{Synsets: map[string]string{"d.n.01": "c.n.01"}}, 2, 2, 2},
		{"dummy", concept, "b1 NOT x1\nb1 REF x1\n", counter.Options{IllFormed: counter.Dummy}, 2, 1, 0},
		{"two dummies", "b1 NOT x1\nb1 REF x1\n", "b1 NOT x1\nb1 REF x1\n", counter.Options{IllFormed: counter.Dummy}, 1, 1, 0},
		{"spar", concept, "b1 NOT x1\nb1 REF x1\n", counter.Options{IllFormed: counter.Spar}, 2, 10, 0},
		{"scored all the same", concept, "b1 a \"n.01\" x1\n", counter.Options{IllFormed: counter.Score}, 2, 1, 1},
	} {
		sum := run(t, write(t, tt.gold), write(t, tt.system), tt.options).Counts[0].Sum()
		if sum[9] != tt.wantG || sum[10] != tt.wantS || sum[11] != tt.matched {
			t.Errorf("%s: gold, system, matched %v, want %v %v %v", tt.name, sum[9:12], tt.wantG, tt.wantS, tt.matched)
		}
	}
}

// TestSequence: structures in the sequence notation have operators that PMB 3 lacks, and
// their boxes match boxes only. Matches are counted by hand.
func TestSequence(t *testing.T) {
	path := func(text string) string {
		name := filepath.Join(t.TempDir(), "a.sbn")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	gold := path("dog.n.01\nCONJUNCTION <1\nbark.v.01 Agent -1 Novel -1\ntime.n.08 TSU now\n")
	for _, tt := range []struct {
		text                  string
		gold, system, matched float64
	}{
		{"dog.n.01\nCONJUNCTION <1\nbark.v.01 Novel -1 Agent -1\ntime.n.08 TSU now\n", 7, 7, 7},
		{"dog.n.01\nNEGATION <1\nbark.v.01 Agent -1\n", 7, 4, 3},
	} {
		res := run(t, gold, path(tt.text), counter.Options{})
		sum := res.Counts[0].Sum()
		if len(res.Problems) > 0 || sum[9] != tt.gold || sum[10] != tt.system || sum[11] != tt.matched {
			t.Errorf("%q: gold, system, matched %v, want %v %v %v; %v", tt.text, sum[9:12], tt.gold, tt.system, tt.matched, res.Problems)
		}
	}
}

// TestReferee: clf_referee.py refuses these structures; the error names each with its
// reason.
func TestReferee(t *testing.T) {
	const good = "b1 REF x1\nb1 a \"n.01\" x1\n"
	for text, want := range map[string]string{
		"b1 REF x1\nb1 Foo x1 x1\n":                "want a known operator, found b1 Foo x1 x1",
		"b1 REF x1 x2\n":                           "want 1 arguments, found b1 REF x1 x2",
		"b1 a \"n.01\" x1\n":                       "want referents that are introduced, found x1 in b1",
		"b1 NOT b2\nb2 NOT b1\n":                   "want boxes that are not below themselves",
		"b1 NOT b2\nb3 REF x1\nb3 a \"n.01\" x1\n": "want boxes that are connected",
		"b1 REF x1\nb1 NOT x1\n":                   "want one type for x1",
		"b1 NOT \"b\"\n":                           "want arguments of the types of NOT",
		"b1 REF x1\nb1 Theme x1 'a'\n":             "want a constant in double quotes",
		"b1 NOT b2\nb2 REF x1\nb2 a \"n.01\" x1\nb1 Theme x1 \"k\"\n": "", // used above its box
	} {
		res := run(t, write(t, good), write(t, text), counter.Options{})
		switch {
		case want == "" && len(res.Problems) == 1: // any reason will do: the use of x1 creates a loop
		case want == "":
			t.Errorf("%q: no problem", text)
		case len(res.Problems) != 1 || !strings.Contains(res.Problems[0].Text, want):
			t.Errorf("%q: %+v, want %q", text, res.Problems, want)
		}
	}
}

// TestBoxes: clf_referee.py (DRS_parsing 190838f) was run on these structures; true are those that
// it accepts. It accepts boxes without any relation, but no box apart from related ones.
func TestBoxes(t *testing.T) {
	const first = "b1 REF x1\nb1 a \"n.01\" x1\n"
	for text, want := range map[string]bool{
		first + "b2 REF x2\nb2 a \"n.01\" x2\n":                                        true, // no relation
		first + "b2 REF x2\nb2 Agent x2 x1\n":                                          true, // related by x1
		first + "b2 REF x1\nb2 a \"n.01\" x1\n":                                        true, // two referents of one name
		"b1 NOT b2\nb3 REF x1\nb3 a \"n.01\" x1\n":                                     false,
		"b1 REF x1\nb1 a \"n.01\" x2\n":                                                false,
		"b1 a \"n.01\" x1\nb2 a \"n.01\" x1\n":                                         false,
		"b1 NOT b1\n":                                                                  false,
		"b1 PRESUPPOSITION b2\nb2 PRESUPPOSITION b1\n":                                 false,
		"b1 NOT b2\nb3 PRESUPPOSITION b2\nb3 REF x1\nb1 a \"n.01\" x1\n":               true, // b3 is above b1 too
		"b1 IMP b2 b3\nb2 REF x1\nb3 a \"n.01\" x1\n":                                  true,
		"b1 DIS b2 b3\nb2 REF x1\nb3 a \"n.01\" x1\n":                                  true,
		"b1 NOT b2\nb1 NOT b3\nb2 REF x1\nb3 REF x2\nb2 Agent x1 x2\nb3 Agent x2 x1\n": false,
	} {
		path := write(t, text)
		if found := len(run(t, path, path, counter.Options{}).Problems) == 0; found != want {
			t.Errorf("%q: accepted %v, want %v", text, found, want)
		}
	}
}

// TestManyBoxes: a chain of boxes ends after work that grows with its square at most.
func TestManyBoxes(t *testing.T) {
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, "b%d REF x%d\nb%d a \"n.01\" x%d\nb%d NOT b%d\n", i, i, i, i, i, i+1)
	}
	path := write(t, text.String())
	begin := time.Now()
	if res := run(t, path, path, counter.Options{}); len(res.Problems) > 0 {
		t.Errorf("%+v", res.Problems)
	}
	if took := time.Since(begin); took > 20*time.Second { // less than a second where the closure is not found pair by pair
		t.Errorf("1,000 boxes took %v", took)
	}
}
