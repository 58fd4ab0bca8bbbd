package breakdown

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/conllx"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/attachment"
	"assay/treebank"
)

func source(t testing.TB, elem ...string) *treebank.Source {
	t.Helper()
	return formattest.Shared(t, &conllx.Format, elem...)
}

// columns of attachment
const (
	gold, system, labelled, systemLabelled = 1, 2, 4, 7
)

func groups(t testing.TB, by string, gold, system *treebank.Source) map[string][]float64 {
	t.Helper()
	keys, err := Parse(by)
	if err != nil {
		t.Fatal(err)
	}
	m := attachment.New(attachment.Options{})
	result, err := eval.Run(context.Background(), gold, system, []*eval.Measure{m}, eval.Options{By: keys, Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]float64{}
	total := make([]float64, result.Counts[0].Width)
	for _, gr := range result.Counts[0].Groups {
		sum := gr.Sum(result.Counts[0].Width)
		out[gr.Value] = sum
		for i, x := range sum {
			total[i] += x
		}
	}
	for i, x := range result.Counts[0].Sum()[:8] { // the other columns are about whole sentences
		if total[i] != x {
			t.Errorf("--by %s: column %d of the groups sums to %v, want %v", by, i, total[i], x)
		}
	}
	return out
}

// TestMaltEval compares with the recorded tables of MaltEval 1.0, two-sided and
// one-sided, except where its definition is at fault.
func TestMaltEval(t *testing.T) {
	files := []struct {
		name, by string
		value    func(string) string
	}{
		{"ArcDepth", "depth", nil},
		{"ArcDirection", "direction", toRoot},
		{"BranchingFactor", "branching", nil},
		{"Cpostag", "tag", nil},
		{"Postag", "xpos", nil},
		{"Deprel", "deprel", nil},
		{"GroupedRelationLength", "distance-bin", toRoot},
		{"RelationLength", "distance", toRoot},
		{"SentenceLength", "length=1", nil},
		{"StartWordPosition", "position", next}, // MaltEval counts from 0
		{"EndWordPosition", "end-position", next},
		{"RelativeWordPosition", "relative-position", nil},
	}
	for _, dir := range []string{"01-en-heads", "08-cs-nonproj"} {
		g := source(t, "cases", "dependencies", dir, "gold.conll")
		s := source(t, "cases", "dependencies", dir, "system.conll")
		for _, file := range files {
			got := groups(t, file.by, g, s)
			n := 0
			for _, row := range table(t, shared.Path(t, "cases", "dependencies", dir, "expected-malteval-"+file.name+".txt")) {
				v := row[len(row)-1]
				if file.value != nil {
					v = file.value(v)
				}
				x := got[v]
				if x == nil {
					t.Errorf("%s %s: no group %q", dir, file.name, v)
					continue
				}
				n++
				want := row[1 : len(row)-1] // accuracy counter correctcounter key
				have := []string{num(x[gold]), num(x[labelled])}
				if len(row) == 7 { // two accuracies, two counters, two correctcounters, key
					want = row[2:6]
					have = []string{num(x[system]), num(x[gold]), num(x[systemLabelled]), num(x[labelled])}
				}
				if fmt.Sprint(have) != fmt.Sprint(want) {
					t.Errorf("%s %s %s: %v, MaltEval has %v", dir, file.name, v, have, want)
				}
			}
			if n != len(got) {
				t.Errorf("%s %s: %d groups, MaltEval has %d", dir, file.name, len(got), n)
			}
		}
	}
}

func num(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func toRoot(v string) string {
	if v == "to_root" || v == "-1" {
		return "root"
	}
	return v
}

func next(v string) string {
	n, _ := strconv.Atoi(v)
	return strconv.Itoa(n + 1)
}

// TestMaltEvalSelf compares confusion=KEY with the recorded tables of MaltEval's
// metric self: the number of words with a value in the system, in gold, in both.
func TestMaltEvalSelf(t *testing.T) {
	for _, dir := range []string{"01-en-heads", "08-cs-nonproj"} {
		goldSource := source(t, "cases", "dependencies", dir, "gold.conll")
		systemSource := source(t, "cases", "dependencies", dir, "system.conll")
		for name, by := range map[string]string{"ArcDepth": "depth", "ArcDirection": "direction", "Deprel": "deprel", "RelationLength": "distance"} {
			type counts struct{ system, gold, both float64 }
			got := map[string]*counts{}
			at := func(v string) *counts {
				if got[v] == nil {
					got[v] = &counts{}
				}
				return got[v]
			}
			for v, row := range groups(t, "confusion="+by, goldSource, systemSource) {
				x, y, ok := strings.Cut(v, " -> ")
				if !ok {
					t.Fatalf("no group %q", v)
				}
				at(x).gold += row[gold]
				at(y).system += row[gold]
				if x == y {
					at(x).both += row[gold]
				}
			}
			rows := table(t, shared.Path(t, "cases", "dependencies", dir, "expected-malteval-self-"+name+".txt"))
			for _, row := range rows {
				c := at(toRoot(row[6]))
				if have := []string{num(c.system), num(c.gold), num(c.both)}; fmt.Sprint(have) != fmt.Sprint(row[3:6]) {
					t.Errorf("%s %s %s: %v, MaltEval has %v", dir, name, row[6], have, row[3:6])
				}
			}
			if len(got) != len(rows) {
				t.Errorf("%s %s: %d values, MaltEval has %d", dir, name, len(got), len(rows))
			}
		}
	}
}

// TestMaltEvalConfusion compares confusion=deprel with MaltEval's recorded list of
// the most frequent confusions of relations.
func TestMaltEvalConfusion(t *testing.T) {
	for _, dir := range []string{"01-en-heads", "08-cs-nonproj"} {
		got := groups(t, "confusion=deprel", source(t, "cases", "dependencies", dir, "gold.conll"), source(t, "cases", "dependencies", dir, "system.conll"))
		b := shared.Read(t, "cases", "dependencies", dir, "expected-malteval-confusion.txt")
		_, list, _ := strings.Cut(string(b), "frequency   Gold / System\n")
		list, _, _ = strings.Cut(list, " more...")
		lines := strings.Split(list, "\n")[1:]
		others := len(got)
		for v := range got {
			if x, y, _ := strings.Cut(v, " -> "); x == y {
				others--
			}
		}
		for _, line := range lines[:len(lines)-1] {
			f := strings.Fields(line) // N gold / system
			if row := got[f[1]+" -> "+f[3]]; row == nil || num(row[gold]) != f[0] {
				t.Errorf("%s: %v, MaltEval has %s", dir, row, line)
			}
		}
		if n := lines[len(lines)-1]; n != num(float64(others-len(lines)+1)) {
			t.Errorf("%s: %d confusions, MaltEval has %s more than %d", dir, others, n, len(lines)-1)
		}
	}
}

// TestMaltEvalSentence compares with the recorded table of sentences: the right words
// of each, and whether its trees are connected, acyclic and projective.
func TestMaltEvalSentence(t *testing.T) {
	for _, dir := range []string{"01-en-heads", "08-cs-nonproj"} {
		g := source(t, "cases", "dependencies", dir, "gold.conll")
		s := source(t, "cases", "dependencies", dir, "system.conll")
		bySentence, byTree := groups(t, "sentence", g, s), groups(t, "sentence+confusion=tree", g, s)
		b := shared.Read(t, "cases", "dependencies", dir, "expected-malteval-Sentence.txt")
		n := 0
		for line := range strings.SplitSeq(string(b), "\n") {
			fields := strings.Split(line, "\t")
			if len(fields) != 13 || fields[11] != fields[12] {
				continue
			}
			n++
			kind := func(connected, cycle, projective string) string {
				switch connected + cycle + projective {
				case "101":
					return "projective"
				case "100":
					return "nonprojective"
				}
				return "?"
			}
			tree := fields[12] + " + " + kind(fields[6], fields[8], fields[10]) + " -> " + kind(fields[5], fields[7], fields[9])
			row := byTree[tree]
			if row == nil || fmt.Sprint(row) != fmt.Sprint(bySentence[fields[12]]) {
				t.Errorf("%s: no group %q", dir, tree)
				continue
			}
			if have := []string{num(row[9]), num(row[labelled]), num(row[gold]), num(row[0])}; fmt.Sprint(have) != fmt.Sprint(fields[1:5]) {
				t.Errorf("%s %s: %v, MaltEval has %v", dir, fields[12], have, fields[1:5])
			}
		}
		if n != len(bySentence) || n != len(byTree) {
			t.Errorf("%s: %d and %d sentences, MaltEval has %d", dir, len(bySentence), len(byTree), n)
		}
	}
}

// table reads the rows of a table of MaltEval.
func table(t *testing.T, path string) (rows [][]string) {
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(b), "------\n")
	for line := range strings.SplitSeq(body, "\n") {
		f := strings.Fields(line)
		if len(f) == 4 || len(f) == 7 {
			rows = append(rows, f)
		}
	}
	if len(rows) == 0 {
		t.Fatalf("no table in %s", path)
	}
	return rows
}

// TestProjectivity checks the crossing arcs of the reconstructed examples of Kübler &
// Telljohann 2002 (cases/dependencies/18-kuebler): Reise in figure 4, Uhr in figure
// 8, none in the third. MaltEval's own definition is faulty; TestShape in package
// treebank checks the textbook's word by word.
func TestProjectivity(t *testing.T) {
	for name, want := range map[string]string{"reise-gold": "Reise", "heute-gold": "Uhr", "hotel-gold": ""} {
		goldSource := source(t, "cases", "dependencies", "18-kuebler", name+".conll")
		n := 0.0
		if want != "" {
			n = 1
		}
		if got := groups(t, "projectivity", goldSource, goldSource)["nonprojective"]; got == nil && n > 0 || got != nil && got[gold] != n {
			t.Errorf("%s: %v nonprojective arcs, want %v", name, got, n)
		}
		in, err := goldSource.Files[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		for sentence, err := range goldSource.Format.Sentences(in, name) {
			if err != nil {
				t.Fatal(err)
			}
			var shape treebank.Shape
			shape.Set(sentence)
			got := ""
			for i := range sentence.Tokens {
				if !shape.Projective(int32(i)) {
					got += string(sentence.Word(int32(i)))
				}
			}
			if got != want {
				t.Errorf("%s: crossing arcs of %q, want %q", name, got, want)
			}
		}
		in.Close()
	}
}

func TestConfusionAndOutcome(t *testing.T) {
	goldSource := source(t, "cases", "dependencies", "17-lin-xiao", "xiao33-key.conll")
	systemSource := source(t, "cases", "dependencies", "17-lin-xiao", "xiao33-answer.conll")
	for by, want := range map[string]string{
		"outcome":   "map[correct:4 incorrect:2 missing:3]",
		"class":     "map[correct:4 missing:3 wrong head:1 wrong head and label:1]",
		"confusion": "map[cmpl -> _:2 cmpl -> cmpl:1 pred -> root:1 root -> _:1 spec -> spec:3 subj -> subj:1]",
		"direction": "map[left:3 right:5 root:1]",
		"frame": "map[*cmpl*:0 *pred*:1 *spec*:3 *subj*:0 spec *cmpl*:2 spec *subj*:1 subj *root*:0 subj pred *root* cmpl cmpl:1 *cmpl* cmpl:1 *_*:0 " +
			"spec *_*:0 *_* cmpl:0]",
		"file":     "map[xiao33-key.conll:9]",
		"length":   "map[1-10:9]",
		"length=4": "map[9-12:9]",
		"head-tag": "map[NN1:3 P:1 VVI:4 root:1]",
		"sentence": "map[1:9]",
	} {
		got := map[string]float64{}
		for v, row := range groups(t, by, goldSource, systemSource) {
			got[v] = row[gold]
			if row[gold] == 0 && row[system] == 0 {
				t.Errorf("--by %s: group %q is empty", by, v)
			}
		}
		if by == "frame" { // the system's frames have no words of gold
			for v, n := range got {
				if n == 0 {
					delete(got, v)
				}
			}
			want = "map[*cmpl* cmpl:1 *pred*:1 *spec*:3 spec *cmpl*:2 spec *subj*:1 subj pred *root* cmpl cmpl:1]"
		}
		for v, n := range got {
			if n == 0 {
				delete(got, v)
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("--by %s: %v, want %s", by, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	keys, err := Parse("deprel, length=5,RelationLength")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, k := range keys {
		names = append(names, k.Name())
	}
	if got := strings.Join(names, " "); got != "deprel length=5 distance" {
		t.Errorf("got %s", got)
	}
	var unknown *UnknownError
	if _, err = Parse("deprl"); !errors.As(err, &unknown) || len(unknown.Known) != len(Keys) {
		t.Errorf("deprl: %v", err)
	}
	for _, bad := range []string{"deprel=3", "length=0", "length=x", ""} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

func TestNumber(t *testing.T) {
	x := look{key: &key{width: 5}}
	for n, want := range map[int]string{0: "0", 1: "1-5", 5: "1-5", 6: "6-10", -1: "-5..-1", -5: "-5..-1", -6: "-10..-6"} {
		if got := string(x.number(nil, n)); got != want {
			t.Errorf("%d is in %s, want %s", n, got, want)
		}
	}
}

// BenchmarkValue measures the cost of a key per item.
func BenchmarkValue(b *testing.B) {
	gold := source(b, "cases", "dependencies", "08-cs-nonproj", "gold.conll")
	r, err := gold.Files[0].Open()
	if err != nil {
		b.Fatal(err)
	}
	var first *treebank.Sentence
	for s, err := range gold.Format.Sentences(r, "f") {
		if err != nil {
			b.Fatal(err)
		}
		first = s.Clone()
		break
	}
	keys, _ := Parse("deprel,distance,depth,projectivity,frame,confusion")
	pair := &eval.Pair{}
	pair.Reset(0, first, first)
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		for _, a := range first.Arcs {
			ref := eval.Ref{Kind: eval.Link, Index: a.Dep, Other: a.Head, Label: a.Rel}
			it := eval.Item{Gold: ref, System: ref}
			for _, k := range keys {
				dst = k.Value(dst[:0], pair, &it)
			}
		}
	}
}

func ExampleParse() {
	keys, _ := Parse("deprel,length=20")
	for _, k := range keys {
		fmt.Println(k.Name(), k.PerItem())
	}
	// Output:
	// deprel true
	// length=20 false
}
