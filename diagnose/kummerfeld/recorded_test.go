package kummerfeld

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/formats/penn"
	"assay/internal/shared"
	"assay/treebank"
)

// A recordedStep is a step as the Berkeley Parser Analyser printed it.
type recordedStep struct {
	gain  int
	class string
	info  string // Python's dictionary
}

// A recordedPair is its recorded output for one sentence.
type recordedPair struct {
	errors  int
	failed  bool // not parsed, or of another length
	crashed bool // the program ended with an exception
	steps   []recordedStep
}

// readRecorded reads a file of its steps.
func readRecorded(t *testing.T, name string) []recordedPair {
	t.Helper()
	var pairs []recordedPair
	var gains []int
	in := bufio.NewScanner(bytes.NewReader(shared.File(t, name)))
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		line := in.Text()
		var n int
		last := len(pairs) - 1
		switch {
		case strings.HasPrefix(line, "Sentence lengths"), strings.HasPrefix(line, "Not parsed"), strings.HasPrefix(line, "no path"):
			pairs[last].failed = true
		case strings.HasPrefix(line, "EXC"):
			pairs[last].crashed = true
		case strings.HasPrefix(line, "Sentence "):
			pairs, gains = append(pairs, recordedPair{}), nil
		case strings.HasSuffix(line, " Initial errors"):
			pairs[last].errors, _ = strconv.Atoi(strings.TrimSuffix(line, " Initial errors"))
		case strings.HasPrefix(line, "{'type': "):
			if !strings.HasPrefix(line, "{'type': 'init'") {
				k := len(pairs[last].steps)
				pairs[last].steps = append(pairs[last].steps, recordedStep{gains[k], field(line, "classified_type"), line})
			}
		default:
			if _, err := fmt.Sscanf(line, "%d Error:", &n); err == nil {
				gains = append(gains, n)
			}
		}
	}
	if in.Err() != nil {
		t.Fatal(in.Err())
	}
	return pairs
}

// field returns what a printed dictionary has for a key.
func field(info, key string) string {
	_, rest, ok := strings.Cut(info, "'"+key+"': ")
	if !ok {
		return ""
	}
	m := regexp.MustCompile(`^('(?:[^']*)'|"[^"]*"|\([^()]*\)|\[[^\[\]]*\]|\w+)`).FindString(rest)
	return strings.Trim(m, `'"`)
}

// describe writes an error down as the dictionary has it.
func describe(a *Analysis, mistake *Error, syms *treebank.Symbols) map[string]string {
	span := func(b Bracket) string { return fmt.Sprintf("(%d, %d)", b.Begin, b.End) }
	d := map[string]string{"type": mistake.Kind.String(), "classified_type": string(mistake.Class)}
	switch mistake.Kind {
	case Relabel:
		d["change"] = fmt.Sprintf("('%s', '%s')", syms.Name(mistake.Was), syms.Name(mistake.Bracket.Label))
		d["span"], d["parent"] = span(mistake.Bracket), syms.Name(mistake.Parent.Label)
	case Add, Remove:
		d["label"], d["span"], d["parent"] = syms.Name(mistake.Bracket.Label), span(mistake.Bracket), syms.Name(mistake.Parent.Label)
	case Move:
		d["old_parent"], d["new_parent"] = syms.Name(mistake.From.Label), syms.Name(mistake.Parent.Label)
		var movers []string
		for _, m := range mistake.Movers {
			label := syms.Name(m.Label)
			if label == "''" {
				label = `"''"`
			} else {
				label = "'" + label + "'"
			}
			movers = append(movers, fmt.Sprintf("(%s, %s)", label, span(m)))
		}
		d["mover info"] = "[" + strings.Join(movers, ", ") + "]"
		d["added and moved"] = "" // its label is not recorded, but that of another bracket
		if mistake.Bracket.Label != 0 {
			d["added and moved"] = "True"
		}
	}
	return d
}

// readPairs reads one-line trees of two files that share a table of symbols.
func readPairs(t testing.TB, gold, system string) (pairs [][2]*treebank.Sentence) {
	t.Helper()
	syms := treebank.NewSymbols()
	read := func(name string) (out []*treebank.Sentence) {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		text, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
			s := &treebank.Sentence{Syms: syms}
			s.Reset([]byte(line))
			if err := penn.Format.Parse(s, s.Text); err != nil {
				t.Fatal(err)
			}
			out = append(out, s)
		}
		return out
	}
	g, s := read(gold), read(system)
	for i := range g {
		pairs = append(pairs, [2]*treebank.Sentence{g[i], s[i]})
	}
	return pairs
}

// TestRecorded compares every step, its class and the counts of classes with
// what the Berkeley Parser Analyser found in the output of three real systems.
func TestRecorded(t *testing.T) {
	for _, system := range []string{"berkeley-A", "bllip-A", "bllip-B"} {
		t.Run(system, func(t *testing.T) {
			want := readRecorded(t, shared.Path(t, "cases", "brackets", "20-kummerfeld", "expected-classes."+system+".txt.gz"))
			pairs := readPairs(t, shared.Path(t, "data", "const-craft", "gold.clean.mrg"), shared.Path(t, "data", "const-craft", system+".1best.mrg"))
			if len(pairs) != 650 {
				t.Fatalf("%d pairs", len(pairs))
			}
			var sum Summary
			compareAll(t, Options{}, pairs, want, func(_ int, analysis *Analysis) { sum.Add(analysis) })
			compareCounts(t, &sum, shared.Path(t, "cases", "brackets", "20-kummerfeld", "expected-counts."+system+".txt"))
		})
	}
}

// compareAll compares the analyses of all pairs with the recorded steps, calls each for
// those that have not failed, and returns the number of steps.
func compareAll(t *testing.T, opt Options, pairs [][2]*treebank.Sentence, want []recordedPair, each func(i int, analysis *Analysis)) (steps int) {
	t.Helper()
	if len(want) != len(pairs) {
		t.Fatalf("%d pairs, %d recorded", len(pairs), len(want))
	}
	a := NewAnalyser(opt)
	for i, pair := range pairs {
		analysis, err := a.Analyse(pair[0], pair[1])
		if (err != nil) != want[i].failed {
			t.Fatalf("sentence %d: %v, recorded as failed: %v", i+1, err, want[i].failed)
		}
		if err != nil {
			continue
		}
		laws(t, analysis)
		compareSteps(t, i+1, analysis, &want[i], pair[0].Syms)
		each(i, analysis)
		steps += len(analysis.Errors)
	}
	return steps
}

// marks finds the labels that the program writes for punctuation, with the mark.
var marks = regexp.MustCompile(`'PU[^']+'`)

func compareSteps(t *testing.T, n int, analysis *Analysis, want *recordedPair, syms *treebank.Symbols) {
	t.Helper()
	sum := 0
	for k := range analysis.Errors {
		mistake := &analysis.Errors[k]
		sum += mistake.Brackets
		if k >= len(want.steps) {
			t.Fatalf("sentence %d: %d steps, recorded %d", n, len(analysis.Errors), len(want.steps))
		}
		step := want.steps[k]
		for key, value := range describe(analysis, mistake, syms) {
			if key == "mover info" {
				if !strings.Contains(marks.ReplaceAllString(step.info, "'PU'"), "'mover info': "+value+",") {
					t.Fatalf("sentence %d, step %d: movers %s in\n%s", n, k+1, value, step.info)
				}
			} else if got := field(step.info, key); got != value {
				t.Fatalf("sentence %d, step %d: %s is %q, recorded %q in\n%s", n, k+1, key, value, got, step.info)
			}
		}
		if mistake.Brackets != step.gain || mistake.Missing+mistake.Extra+mistake.Crossing != mistake.Brackets {
			t.Fatalf("sentence %d, step %d: %+v, recorded gain %d", n, k+1, mistake, step.gain)
		}
	}
	if len(analysis.Errors) != len(want.steps) || sum != want.errors {
		t.Fatalf("sentence %d: %d steps for %d errors, recorded %d and %d", n, len(analysis.Errors), sum, len(want.steps), want.errors)
	}
}

// compareCounts compares the counts of classes, as its file lists them.
func compareCounts(t *testing.T, sum *Summary, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for c, k := range sum.Classes {
		got = append(got, fmt.Sprintf("%d %d %s", k.Errors, k.Brackets, c))
	}
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// TestChinese compares every step, its class and the counts of classes with what
// the Berkeley Parser Analyser found by its rules for Chinese.
func TestChinese(t *testing.T) {
	want := readRecorded(t, "testdata/chinese.steps.gz")
	pairs := readPairs(t, "testdata/chinese.gold.mrg", "testdata/chinese.system.mrg")
	if len(pairs) < 300 {
		t.Fatalf("%d pairs", len(pairs))
	}
	var sum, half Summary
	steps := compareAll(t, Options{Chinese: true}, pairs, want, func(i int, analysis *Analysis) {
		if i%2 == 0 {
			sum.Add(analysis)
		} else {
			half.Add(analysis)
		}
	})
	if steps < 1000 {
		t.Errorf("only %d steps", steps)
	}
	sum.Merge(&half)
	compareCounts(t, &sum, "testdata/chinese.counts.txt")
	lost := 0.0
	for _, x := range sum.Shares() { // more classes than are repaired in all orders
		lost += x.Lost
	}
	if len(sum.Classes) <= MostOrders || math.Abs(lost-(1-sum.F())) > 1e-9 {
		t.Errorf("the shares of %d classes sum to %v of %v", len(sum.Classes), lost, 1-sum.F())
	}
	named(t, &sum)
}

// named fails unless ChineseNames has every class that was found, and all its
// names were found.
func named(t *testing.T, sum *Summary) {
	t.Helper()
	known := map[Class]bool{}
	for _, name := range ChineseNames() {
		pattern := regexp.MustCompile(`\b[XY]\b`).ReplaceAllLiteralString(regexp.QuoteMeta(name), `[^ ]+`)
		rule := regexp.MustCompile(`^(NP Internal - )?` + pattern + `( - for guidelines)?$`)
		found := false
		for class := range sum.Classes {
			if rule.MatchString(string(class)) {
				found, known[class] = true, true
			}
		}
		if !found {
			t.Errorf("no error is %q", name)
		}
	}
	for class := range sum.Classes {
		if !known[class] {
			t.Errorf("ChineseNames does not have %q", class)
		}
	}
}
