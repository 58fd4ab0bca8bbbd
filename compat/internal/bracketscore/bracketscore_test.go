package bracketscore

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/treebank"
)

// newRun returns a run with the parameters of prm, which kills itself early.
func newRun(spmrl bool, prm string) *run {
	r := &run{
		Variant: Variant{Name: "x", SPMRL: spmrl, LineBytes: 4999, Words: 200, Brackets: 200, LabelBytes: 29, TextBytes: 999, DeleteLabels: 100},
		out:     bufio.NewWriter(io.Discard), errs: bufio.NewWriter(io.Discard),
		maxError: 10, cutoff: 40, maxSentences: -1, syms: treebank.NewSymbols(),
		names: []string{"gold", "system"},
	}
	for line := range strings.SplitSeq(prm, "\n") {
		if strings.Contains(line, " ") {
			r.set(line, 1)
		}
	}
	r.maxError = min(max(r.maxError, -1), 1000)
	return r
}

// totalsOf scores gold and system, by the fast way or the original's.
func totalsOf(spmrl bool, prm, gold, system string, aloud bool) (status int, all, short totals) {
	run := newRun(spmrl, prm)
	run.compact = true // no file ./status
	run.debug = 0
	if aloud {
		run.debug = 2
	}
	status = run.score(strings.NewReader(gold), strings.NewReader(system))
	return status, run.all, run.short
}

const seedParams = "DELETE_LABEL TOP\nDELETE_LABEL ,\nDELETE_LABEL ''\nDELETE_LABEL -NONE-\nQUOTE_LABEL ''\nQUOTE_LABEL POS\n" +
	"EQ_LABEL ADVP PRT\nEQ_WORD a b\nDELETE_LABEL_FOR_LENGTH -NONE-\nMAX_ERROR 100"

// FuzzScore checks that no bytes break the reader or the scorer, and that the
// fast counting agrees with the original's loops.
func FuzzScore(f *testing.F) {
	for _, s := range [][2]string{
		{"(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .)))\n", "(TOP (S (NP (DT the)) (VP (NN dog) (VBZ barks)) (. .)))\n"},
		{"(S (A a) ('' '))\n", "(S (A a) (POS '))\n"},
		{"(S (A a)))) (B b) (C (D d))\n", "(S (A a) (B b)\n"},
		{"(S (A \n", "(S (A a b))\n"}, {"()", "(())\n"}, {"(X )", "( (S (A \x00"}, {"", "junk"},
		{") ) ) (A (B b)) (C (D d", ")))((A a"}, {"(ADVP (X a) (-NONE- *))", "(PRT (X b) (-NONE- *))"},
	} {
		f.Add(s[0], s[1], seedParams)
	}
	f.Fuzz(func(t *testing.T, gold, system, prm string) {
		for _, spmrl := range []bool{false, true} {
			status, all, short := totalsOf(spmrl, prm, gold, system, false)
			status2, all2, short2 := totalsOf(spmrl, prm, gold, system, true)
			if status != status2 || all != all2 || short != short2 {
				t.Errorf("SPMRL %v: %d %+v %+v; as the original does it %d %+v %+v", spmrl, status, all, short, status2, all2, short2)
			}
		}
	})
}

// randomTree is a tree over words n..m-1.
func randomTree(rnd *rand.Rand, out *strings.Builder, n, m int) {
	fmt.Fprintf(out, "(%c", 'A'+rnd.IntN(3))
	if m-n > 1 {
		for n < m {
			k := n + 1 + rnd.IntN(m-n)
			if k-n == 1 && rnd.IntN(2) == 0 {
				fmt.Fprintf(out, " (T w%d)", n)
			} else if k-n < m-n || rnd.IntN(2) == 0 {
				randomTree(rnd, out, n, k)
			} else {
				continue
			}
			n = k
		}
	} else {
		fmt.Fprintf(out, " (T w%d)", n)
	}
	out.WriteByte(')')
}

// TestTwins checks the fast counting against the original's loops on random
// trees, and that gold against gold is perfect.
func TestTwins(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		words := 1 + rnd.IntN(30)
		var a, out strings.Builder
		randomTree(rnd, &a, 0, words)
		randomTree(rnd, &out, 0, words)
		for _, prm := range []string{"", "EQ_LABEL A B\nEQ_LABEL B C", "LABELED 0", "DELETE_LABEL A"} {
			_, fast, _ := totalsOf(false, prm, a.String(), out.String(), false)
			_, slow, _ := totalsOf(false, prm, a.String(), out.String(), true)
			if fast != slow || fast.valid() != 1 {
				t.Fatalf("%d words, %q: %+v, want %+v", words, prm, fast, slow)
			}
			_, same, _ := totalsOf(false, prm, a.String(), a.String(), false)
			if same.complete != 1 || same.crossing != 0 {
				t.Fatalf("gold against itself: %+v", same)
			}
		}
	}
}

// TestSpanIndex checks the index for long sentences against plain loops.
func TestSpanIndex(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		run, places := newRun(false, ""), 2+rnd.IntN(400)
		var a, out strings.Builder
		randomTree(rnd, &a, 0, places)
		randomTree(rnd, &out, 0, places)
		run.read(&run.gold, []byte(a.String()))
		run.read(&run.system, []byte(out.String()))
		run.prepare(&run.gold)
		index := newSpanIndex(run.gold.brackets)
		for j := range run.system.brackets {
			c, want := &run.system.brackets[j], false
			for i := range run.gold.brackets {
				want = want || run.gold.brackets[i].result != dropped && crosses(&run.gold.brackets[i], c)
			}
			if index.crosses(c) != want {
				t.Fatalf("%d-%d: crosses is %v in\n%s", c.start, c.end, !want, a.String())
			}
		}
	}
}

// TestAtoi checks C's reading of numbers.
// Where the originals read on in old memory, a line on standard error says so.
func TestBeyond(t *testing.T) {
	for _, tt := range []struct{ gold, what string }{
		{"(S (NN a))", ""},
		{"(S (NN a)) (S", "label at the end of a line"},
		{"(S (NN a)) (S\n", "label at the end of a line"},
		{"(S (NN a)) (NN b", "word at the end of a line"},
		{"(S (NP (NN a))", "unclosed bracket"},
	} {
		var errs strings.Builder
		r := newRun(false, "")
		r.compact, r.debug, r.errs = true, 2, bufio.NewWriter(&errs)
		r.score(strings.NewReader(tt.gold), strings.NewReader("(NP (NN a))"))
		if (r.beyond > 0) != (tt.what != "") || !strings.Contains(r.beyondWhat, tt.what) {
			t.Errorf("%q: %d, %s", tt.gold, r.beyond, r.beyondWhat)
		}
	}
}

func TestAtoi(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "x": 0, "12": 12, " \t-7z": -7, "+5": 5, "-": 0, "2147483648": -2147483648,
		"99999999999999999999": -1, "-99999999999999999999": 0,
	} {
		if got := atoi(s); got != want {
			t.Errorf("atoi(%q) = %d, want %d", s, got, want)
		}
	}
}

// TestNumbers checks the columns against the C library's rules.
func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		n, of int
		want  string
	}{{0, 0, "  0.00"}, {0, 5, "  0.00"}, {5, 5, "100.00"}, {1, 3, " 33.33"}, {1, 11, "  9.09"}, {9, 4, "225.00"}, {1, 800, "  0.12"}} {
		if got := string(appendPercent(nil, c.n, c.of)); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.n, c.of, got, c.want)
		}
	}
	for n, want := range map[int]string{0: "   0", 12: "  12", 9999: "9999", 12345: "12345", -3: "  -3"} {
		if got := string(appendInt(nil, 4, n)); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestLongLines checks that size alone causes no failure: ten megabytes of words, and
// a hundred thousand nested brackets.
func TestLongLines(t *testing.T) {
	wide := "(S" + strings.Repeat(" (NP (N word))", 700_000) + ")"
	deep := strings.Repeat("(A ", 100_000) + "(N x)" + strings.Repeat(")", 100_000)
	stair := strings.Repeat("(A (N x) ", 100_000) + strings.Repeat(")", 100_000)
	other := strings.ReplaceAll(stair, "(A ", "(B ")
	for _, c := range [][2]string{{wide, strings.ReplaceAll(wide, "NP", "PP")}, {deep, deep}, {stair, stair}, {stair, other}} {
		status, all, _ := totalsOf(false, "", c[0], c[1], false)
		if status != 0 || all.valid() != 1 || all.crossing != 0 {
			t.Errorf("status %d, %+v", status, all)
		}
	}
}
