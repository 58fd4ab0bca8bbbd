package diagnose_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/corpus"
	"assay/diagnose"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/formats"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures"
	"assay/report"
	"assay/treebank"
)

func text(format, name, s string) *treebank.Source {
	return formattest.Source(formats.ByName(format), name, []byte(s))
}

func metric(t testing.TB, spec string) *eval.Measure {
	t.Helper()
	m, err := measures.Parse(spec, measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// diagnosis counts gold and system; jobs and batches must make no difference.
func diagnosis(t *testing.T, m *eval.Measure, gold, system *treebank.Source, opt diagnose.Options) (*diagnose.Diagnosis, *eval.Result) {
	t.Helper()
	opt.List = true
	b := diagnose.NewBuilder([]*eval.Measure{m}, opt)
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{m}, eval.Options{Collect: b.Collect, Collected: b.Collected})
	if err != nil {
		t.Fatal(err)
	}
	return b.Diagnosis(res), res
}

// mistakeNumber is the member of a JSON list that the table does not have.
var mistakeNumber = regexp.MustCompile(`,\n\s*"mistake": (\d+)`)

// value scores system and returns one score.
func value(t *testing.T, metric *eval.Measure, gold, system *treebank.Source, score string) float64 {
	t.Helper()
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range metric.Scores(res.Counts[0].Sum()) {
		if s.Name == score {
			return s.Value
		}
	}
	t.Fatalf("no score %s", score)
	return 0
}

func classes(d *diagnose.Diagnosis) map[string]int {
	out := map[string]int{}
	for _, c := range d.Classes {
		out[c.Part+" "+c.Name] += c.Errors
	}
	return out
}

const (
	goldTrees   = "(S (NP (D a) (N b)) (VP (V c) (PP (P d) (N e))))\n(S (NP (D a)) (VP (V c)))\n(S (NP (N x)) (VP (V y) (NP (N z))))\n"
	systemTrees = "(S (NP (D a) (V b)) (VP (V c) (NP (P d) (N e))))\n(S (ADVP (D a)) (VP (X (V c))))\n(S (NP (N x) (V y)) (NP (N z)))\n"
	// The system's trees with all that is missing added, all else left.
	added = "(S (NP (D a) (V b)) (VP (V c) (NP (PP (P d) (N e)))))\n(S (NP (ADVP (D a))) (VP (X (V c))))\n"
	// The same with spurious brackets that cross nothing taken out.
	removed = "(S (NP (D a) (V b)) (VP (V c) (P d) (N e)))\n(S (D a) (VP (V c)))\n(S (NP (N x) (V y)) (NP (N z)))\n"
	// The same with the tags of gold.
	tagged = "(S (NP (D a) (N b)) (VP (V c) (NP (P d) (N e))))\n(S (ADVP (D a)) (VP (X (V c))))\n(S (NP (N x) (V y)) (NP (N z)))\n"
)

// The figure "if repaired" equals the count of the repaired trees.
func TestRepairsEqualARecount(t *testing.T) {
	measure := metric(t, "evalb")
	gold, system := text("penn", "gold", goldTrees), text("penn", "system", systemTrees)
	d, _ := diagnosis(t, measure, gold, system, diagnose.Options{})
	want := map[string]int{" missing bracket": 4, " spurious bracket": 3, " crossing bracket": 1, "tag wrong tag": 1}
	if got := classes(d); !maps.Equal(got, want) {
		t.Errorf("classes %v, want %v", got, want)
	}
	for _, class := range d.Classes {
		repaired := ""
		switch class.Name {
		case "missing bracket": // in the third sentence it cannot be added beside the crossing one: count by hand below
			continue
		case "spurious bracket":
			repaired = removed
		case "wrong tag":
			repaired = tagged
		case "crossing bracket": // the system's NP over x y is what crosses
			repaired = strings.Replace(systemTrees, "(S (NP (N x) (V y)) (NP (N z)))", "(S (N x) (V y) (NP (N z)))", 1)
		}
		main := class.Main()
		if want := value(t, measure, gold, text("penn", "repaired", repaired), main.Name); math.Abs(main.Value-want) > 1e-12 {
			t.Errorf("%s: %s if repaired is %g, a recount gives %g", class.Name, main.Name, main.Value, want)
		}
		if class.Name == "wrong tag" && main.Name != "tagging_accuracy" {
			t.Errorf("tags are measured in %s", main.Name)
		}
	}
	// All that is missing, where it can be added.
	gold, system = text("penn", "gold", goldTrees[:strings.Index(goldTrees, "(S (NP (N x")]),
		text("penn", "system", systemTrees[:strings.Index(systemTrees, "(S (NP (N x")])
	d, _ = diagnosis(t, measure, gold, system, diagnose.Options{})
	for _, c := range d.Classes {
		if c.Name == "missing bracket" {
			if want := value(t, measure, gold, text("penn", "repaired", added), "f1"); math.Abs(c.Main().Value-want) > 1e-12 {
				t.Errorf("missing: f1 if repaired is %g, a recount gives %g", c.Main().Value, want)
			}
		}
	}
}

func words(heads string) string {
	var b strings.Builder
	for i, f := range strings.Fields(heads) {
		head, rel, _ := strings.Cut(f, ":")
		fmt.Fprintf(&b, "%d\tw%d\t_\tX\t_\t_\t%s\t%s\t_\t_\n", i+1, i, head, rel)
	}
	return b.String() + "\n"
}

func TestRepairsOfLinks(t *testing.T) {
	measure := metric(t, "attachment")
	gold := text("conllu", "gold", words("2:det 3:subj 0:root 3:obj 4:mod 3:punct"))
	system := text("conllu", "system", words("3:det 3:obj 0:root 3:obj 3:obl 4:punct")) // head, label, both, head
	d, _ := diagnosis(t, measure, gold, system, diagnose.Options{})
	if got, want := classes(d), map[string]int{" wrong head": 2, " wrong label": 1, " wrong head and label": 1}; !maps.Equal(got, want) {
		t.Fatalf("classes %v, want %v", got, want)
	}
	repaired := map[string]string{
		"wrong head":           "2:det 3:obj 0:root 3:obj 3:obl 3:punct",
		"wrong label":          "3:det 3:subj 0:root 3:obj 3:obl 4:punct",
		"wrong head and label": "3:det 3:obj 0:root 3:obj 4:mod 4:punct",
	}
	for _, c := range d.Classes {
		want := value(t, measure, gold, text("conllu", "repaired", words(repaired[c.Name])), "las")
		if main := c.Main(); main.Name != "las" || math.Abs(main.Value-want) > 1e-12 {
			t.Errorf("%s: %s if repaired is %g, a recount gives %g", c.Name, main.Name, main.Value, want)
		}
	}
	// by two keys: distance as gold has it, and direction
	by, err := breakdown.Parse("distance,direction")
	if err != nil {
		t.Fatal(err)
	}
	d, _ = diagnosis(t, measure, gold, system, diagnose.Options{By: by})
	if got, want := classes(d), map[string]int{" 1, right": 2, " 1, left": 1, " 3, left": 1}; !maps.Equal(got, want) {
		t.Errorf("by distance and direction %v, want %v", got, want)
	}
	// confusions
	var got []string
	for _, c := range d.Confusions {
		got = append(got, fmt.Sprintf("%s>%s:%d", c.Gold, c.System, c.N))
	}
	if s, want := strings.Join(got, " "), "det>det:1 mod>obl:1 punct>punct:1 subj>obj:1"; s != want {
		t.Errorf("confusions %q, want %q", s, want)
	}
}

// Brackets over the same words are one confusion; others stand alone.
func TestConfusionsOfBrackets(t *testing.T) {
	d, _ := diagnosis(t, metric(t, "evalb"), text("penn", "gold", goldTrees), text("penn", "system", systemTrees), diagnose.Options{})
	got := map[string]int{}
	for _, c := range d.Confusions {
		got[c.Part+c.Gold+">"+c.System] = c.N
	}
	want := map[string]int{"PP>NP": 1, "NP>ADVP": 1, ">X": 1, "NP>": 1, "VP>": 1, ">NP": 1, "tagN>V": 1}
	if !maps.Equal(got, want) {
		t.Errorf("confusions %v, want %v", got, want)
	}
}

// Nodes over the same characters and edges from the same node are one confusion.
func TestConfusionsOfGraphs(t *testing.T) {
	line := func(verb, role string, target int) string {
		return fmt.Sprintf(`{"id":"1","version":1.1,"framework":"eds","flavor":1,"input":"Dogs bark.","tops":[1],"nodes":[{"id":0,"label":"_dog_n_1",`+
			`"anchors":[{"from":0,"to":4}]},{"id":1,"label":%q,"anchors":[{"from":5,"to":9}]},{"id":2,"label":"udef_q","anchors":[{"from":0,"to":10}]}],`+
			`"edges":[{"source":1,"target":%d,"label":%q},{"source":2,"target":0,"label":"BV"}]}`+"\n", verb, target, role)
	}
	gold := text("mrp", "gold", line("_bark_v_1", "ARG1", 0))
	for _, tc := range []struct{ system, want string }{
		{line("_bark_n_1", "ARG2", 0), "ARG ARG1>ARG2:1 NAME _bark_v_1>_bark_n_1:1"},
		{line("_bark_v_1", "ARG1", 2), "ARG ARG1>ARG1:1"},
		{line("_bark_v_1", "ARG2", 2), "ARG >ARG2:1 ARG ARG1>:1"},
	} {
		d, _ := diagnosis(t, metric(t, "edm"), gold, text("mrp", "system", tc.system), diagnose.Options{})
		var got []string
		for _, c := range d.Confusions {
			got = append(got, fmt.Sprintf("%s %s>%s:%d", c.Part, c.Gold, c.System, c.N))
		}
		if s := strings.Join(got, " "); s != tc.want {
			t.Errorf("confusions %q, want %q", s, tc.want)
		}
	}
}

// The errors that are listed are what gold and system have and do not share;
// lists are the same line by line and for any number of jobs.
func TestErrorsAreWhatDoesNotMatch(t *testing.T) {
	for _, tc := range []struct{ spec, gold, system, part, prefix string }{
		{"evalb", "../examples/craft.gold.mrg", "../examples/craft.berkeley.mrg", "", ""},
		{"attachment", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu", "", ""},
		{"edm", shared.Path(t, "data", "sem-lpps", "gold.eds.mrp"), shared.Path(t, "data", "sem-lpps", "peking.eds.mrp"), "ARG", "a_"},
	} {
		t.Run(tc.spec, func(t *testing.T) {
			measure := metric(t, tc.spec)
			open := func(path string) *treebank.Source {
				src, err := corpus.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				return src
			}
			gold, system := open(tc.gold), open(tc.system)
			d, res := diagnosis(t, measure, gold, system, diagnose.Options{})
			sum := map[string]float64{}
			for i, v := range res.Counts[0].Sum() {
				sum[measure.ColumnNames()[i]] = v
			}
			onGold, onSystem, total := 0.0, 0.0, 0
			for _, e := range d.Errors {
				if e.Part == tc.part {
					if e.Outcome != eval.Spurious {
						onGold++
					}
					if e.Outcome != eval.Missing {
						onSystem++
					}
				}
				if e.Gold == "" && e.System == "" || e.Outcome == eval.Correct {
					t.Fatalf("%+v", e)
				}
			}
			matched := tc.prefix + "matched"
			if tc.spec == "attachment" {
				matched = "matched_labelled"
			}
			if onGold != sum[tc.prefix+"gold"]-sum[matched] || onSystem != sum[tc.prefix+"system"]-sum[matched] {
				t.Errorf("%g errors on gold's side, %g on the system's; counts %v", onGold, onSystem, sum)
			}
			for _, k := range d.Classes {
				total += k.Errors
			}
			if total != len(d.Errors) {
				t.Errorf("%d errors in classes, %d listed", total, len(d.Errors))
			}
			errs := diagnose.NewBuilder([]*eval.Measure{measure}, diagnose.Options{List: true})
			res2, err := eval.Run(context.Background(), gold, system, []*eval.Measure{measure},
				eval.Options{Collect: errs.Collect, Collected: errs.Collected, ErrorsOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := errs.Diagnosis(res2); fmt.Sprint(*got) != fmt.Sprint(*d) {
				t.Errorf("errors alone give other classes than all items: %v, want %v", classes(got), classes(d))
			}
			var tables bytes.Buffer
			if err := report.WriteTables(&tables, report.TSV, diagnose.ErrorTable([]*eval.Measure{measure}, res, d.Errors)); err != nil {
				t.Fatal(err)
			}
			var objects bytes.Buffer
			if err := report.WriteJSON(&objects, diagnose.ErrorTable([]*eval.Measure{measure}, res, d.Errors).Objects()); err != nil {
				t.Fatal(err)
			}
			for _, jobs := range []int{1, 4} {
				var list bytes.Buffer
				b := diagnose.NewLines(report.JSON, []*eval.Measure{measure}, nil)
				if _, err := eval.Run(context.Background(), gold, system, []*eval.Measure{measure},
					eval.Options{Jobs: jobs, Collect: b.Collect, Collected: b.Collected}); err != nil {
					t.Fatal(err)
				}
				b.To(&list)
				err := b.Close()
				var numbers []int32
				plain := mistakeNumber.ReplaceAllStringFunc(list.String(), func(s string) string {
					n, _ := strconv.Atoi(mistakeNumber.FindStringSubmatch(s)[1])
					numbers = append(numbers, int32(n))
					return ""
				})
				if err != nil || strings.ReplaceAll(plain, "\n  ", "\n")+"\n" != objects.String() {
					t.Errorf("the JSON list is not the table's (%v)", err)
				}
				var want []int32
				for _, e := range d.Errors {
					if e.Mistake > 0 {
						want = append(want, e.Mistake)
					}
				}
				if !slices.Equal(numbers, want) || len(want) == 0 {
					t.Errorf("the JSON list has %d numbers of mistakes, others than the %d of the table", len(numbers), len(want))
				}
				var lines bytes.Buffer
				b = diagnose.NewLines(report.TSV, []*eval.Measure{measure}, nil)
				b.To(&lines)
				if _, err := eval.Run(context.Background(), gold, system, []*eval.Measure{measure},
					eval.Options{Jobs: jobs, Collect: b.Collect, Collected: b.Collected, ErrorsOnly: b.ErrorsOnly}); err != nil {
					t.Fatal(err)
				}
				if err := b.Close(); err != nil || lines.String() != tables.String() {
					t.Errorf("the lines are not the table's (%v)", err)
				}
			}
		})
	}
}

// The counts of classes are those of the Berkeley Parser Analyser, and the
// shares of the loss sum to the whole loss.
func TestKummerfeldsClasses(t *testing.T) {
	for _, name := range []string{"berkeley-A", "bllip-A", "bllip-B"} {
		open := func(file string) *treebank.Source {
			src, err := corpus.OpenWith(shared.Path(t, "data", "const-craft", file), corpus.Options{Format: formats.ByName("penn")})
			if err != nil {
				t.Fatal(err)
			}
			return src
		}
		repairs := &diagnose.Repairs{List: true}
		m := metric(t, "evalb")
		res, err := eval.Run(context.Background(), open("gold.clean.mrg"), open(name+".1best.mrg"), []*eval.Measure{m},
			eval.Options{Collect: repairs.Collect, Collected: repairs.Collected})
		if err != nil {
			t.Fatal(err)
		}
		table := repairs.Table("", res, 2)
		got, share, listed := map[string]string{}, 0.0, map[string]int{}
		for _, row := range table.Rows {
			got[row[0].Text] = row[1].Text + " " + row[2].Text
			share += row[3].Value
		}
		for f := range repairs.Found() {
			listed[f.Class]++
		}
		f, err := os.Open(shared.Path(t, "cases", "brackets", "20-kummerfeld", "expected-counts."+name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := 0
		for in := bufio.NewScanner(f); in.Scan(); lines++ {
			n, rest, _ := strings.Cut(in.Text(), " ")
			brackets, class, _ := strings.Cut(rest, " ")
			if got[class] != n+" "+brackets {
				t.Errorf("%s: %s is %q, recorded %s %s", name, class, got[class], n, brackets)
			}
			if want, _ := strconv.Atoi(n); listed[class] != want {
				t.Errorf("%s: %d of %s are listed, recorded %s", name, listed[class], class, n)
			}
		}
		if lines == 0 || len(got) != lines {
			t.Errorf("%s: classes %v, recorded %d", name, slices.Sorted(maps.Keys(got)), lines)
		}
		if math.Abs(share-1) > 1e-9 {
			t.Errorf("%s: the shares sum to %g", name, share)
		}
	}
}

// TestRepairsOfSlots: a slot whose errors are repaired is still a word, and keeps
// the links that were right (Xiao 1997). In table 6.1, 5 links are right, 1
// incorrect, 1 missing and 2 spurious: F1 is 10/15; with figure 3.3's key and
// answer exchanged, 4 right, 2 incorrect and 3 spurious among 9 words.
func TestRepairsOfSlots(t *testing.T) {
	forest := text("xiao", "key", `(flying (fly V (< could Aux subj)) (flying A (< planes N adjn)))
(planes (plane N (> flying V cmpl) (< could Aux subj)))
(could (can Aux *))
(be (be Be (> could Aux)))
(dangerous (dangerous A (> be Be pred)))
`)
	answer := text("xiao", "answer", `(flying (flying A (< planes N adjn)))
(planes (plane N (< could Aux subj) (< be Be subj)))
(could (can Aux * (< be Be)))
(be (be Be (> could Aux) *))
(dangerous (dangerous A (> be Be pred)))
`)
	conll := func(name string) *treebank.Source {
		src, err := corpus.Open(shared.Path(t, "cases", "dependencies", "17-lin-xiao", name))
		if err != nil {
			t.Fatal(err)
		}
		return src
	}
	for _, tt := range []struct {
		gold, system *treebank.Source
		f1, rate     map[string]float64
	}{
		{forest, answer, map[string]float64{"missing": 12. / 16, "incorrect": 12. / 15, "spurious": 10. / 13},
			map[string]float64{"missing": 3. / 5, "incorrect": 3. / 5, "spurious": 2. / 5}},
		{conll("xiao33-answer.conll"), conll("xiao33-key.conll"), map[string]float64{"incorrect": 12. / 15, "spurious": 8. / 12},
			map[string]float64{"incorrect": 3. / 9, "spurious": 2. / 9}},
	} {
		d, _ := diagnosis(t, metric(t, "xiao"), tt.gold, tt.system, diagnose.Options{})
		for _, c := range d.Classes {
			rate, f1 := c.Repaired[0], c.Repaired[3]
			if math.Abs(f1.Value-tt.f1[c.Name]) > 1e-12 || math.Abs(rate.Value-tt.rate[c.Name]) > 1e-12 {
				t.Errorf("%s repaired: %s %v, %s %v, want %v, %v", c.Name, f1.Name, f1.Value, rate.Name, rate.Value, tt.f1[c.Name], tt.rate[c.Name])
			}
		}
		if len(d.Classes) != len(tt.f1) {
			t.Errorf("%d classes, want %d", len(d.Classes), len(tt.f1))
		}
	}
}

// Enhanced dependencies that a parser does not give stand in a note, not above
// all else in the tables; where it gives nothing at all, the tables say what is
// missing.
func TestSilentParts(t *testing.T) {
	const gold = "1\ta\ta\tDET\t_\t_\t2\tdet\t2:det\t_\n2\tb\tb\tNOUN\t_\t_\t0\troot\t0:root\t_\n\n"
	basic := strings.NewReplacer("\t2:det", "\t_", "\t0:root", "\t_", "\tdet", "\tamod").Replace(gold)
	m := metric(t, "ud")
	d, res := diagnosis(t, m, text("conllu", "gold", gold), text("conllu", "system", basic), diagnose.Options{})
	for _, table := range []*report.Table{d.ClassTable(0, "", 0, 2), d.ConfusionTable(0, "", 0, res)} {
		for _, r := range table.Rows {
			if strings.HasSuffix(r[0].Text, "elas") || strings.HasSuffix(r[0].Text, "eulas") {
				t.Errorf("a row for %s", r[0].Text)
			}
		}
		if len(table.Rows) == 0 {
			t.Error("no rows")
		}
	}
	if notes := strings.Join(d.ClassTable(0, "", 0, 2).Notes, "\n"); !strings.Contains(notes,
		"left out, as the system says nothing of it: elas (2 in gold), eulas (2 in gold)") {
		t.Error(notes)
	}
	d, _ = diagnosis(t, metric(t, "evalb"), text("penn", "gold", "(S (NP (D a)))\n"), text("penn", "system", "(E a)\n"), diagnose.Options{})
	if len(d.Silent) > 0 || len(d.ClassTable(0, "", 0, 2).Rows) == 0 {
		t.Error("items missing from a system without output are left out")
	}
}

// Where nothing is correct, a repair is measured by another score of the measure (2
// brackets of gold, 3 of the system, 2 added: 4/7), and else not at all.
func TestNothingIsCorrect(t *testing.T) {
	const node = `{"id":"1","version":1.1,"framework":"eds","flavor":1,"input":"dog","nodes":[{"id":0,"label":%q,"anchors":[{"from":0,"to":3}]}]}` + "\n"
	for _, tt := range []struct {
		spec, format, gold, system, part string
		gain                             float64
	}{
		{"evalb", "penn", "(S (NP (D a) (N b)))\n", "(X (Y (Z a)) (Q (R b)))\n", "", 4. / 7},
		{"parseval:labels=yes", "penn", "(S (NP (D a) (N b)))\n", "(X (Y (Z a)) (Q (R b)))\n", "", 4. / 7},
		{"edm", "mrp", fmt.Sprintf(node, "_dog_n_1"), fmt.Sprintf(node, "_cat_n_1"), "NAME", math.NaN()},
	} {
		d, _ := diagnosis(t, metric(t, tt.spec), text(tt.format, "gold", tt.gold), text(tt.format, "system", tt.system), diagnose.Options{})
		found := false
		for _, c := range d.Classes {
			if c.Part == tt.part && (c.Name == "missing" || c.Name == "missing bracket" || c.Name == "wrong concept") {
				found = true
				if c.Gain != tt.gain && !(math.IsNaN(c.Gain) && math.IsNaN(tt.gain)) {
					t.Errorf("%s: repairing missing items gains %g, want %g", tt.spec, c.Gain, tt.gain)
				}
			}
		}
		if !found {
			t.Errorf("%s: nothing is missing: %v", tt.spec, classes(d))
		}
	}
}

// TestConfusionsOfBareLinks: errors of links without labels are listed by the tags of word and head, as Lin's files
// of trees without relations need it. Counted by hand.
func TestConfusionsOfBareLinks(t *testing.T) {
	gold := text("lin", "gold", "(a N < b)\n(b V *)\n(c P > b)\n(d N > c)\n(e P > b)\n(f P > b)\n(g V > b)\n")
	system := text("lin", "system", "(a N < b)\n(b V *)\n(c P > a)\n(d N > c)\n(e P > d)\n(f P ?)\n(g V *)\n")
	measure := metric(t, "lin")
	b := diagnose.NewBuilder([]*eval.Measure{measure}, diagnose.Options{})
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{measure},
		eval.Options{Jobs: 1, Collect: b.Collect, Collected: b.Collected})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range b.Diagnosis(res).Confusions {
		got = append(got, fmt.Sprint(c.N, " ", c.Gold, ", ", c.System, c.How))
	}
	want := []string{"2 P ← V, P ← N", "1 P ← V, P ← ?", "1 V ← V, V ← root"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
