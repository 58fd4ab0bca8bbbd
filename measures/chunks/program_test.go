package chunks

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"assay/compat"
	"assay/eval"
	format "assay/formats/chunks"
	"assay/internal/chunking"
	"assay/internal/formattest"
)

// column makes a file of one label a word.
func column(labels string) []byte {
	var out strings.Builder
	for i, label := range strings.Fields(labels) {
		fmt.Fprintf(&out, "w%d %s\n", i, label)
	}
	return []byte(out.String() + "\n")
}

// counted returns the chunks of gold, of the system, and those that match.
func counted(t *testing.T, gold, system string, o Options) string {
	t.Helper()
	res, err := eval.Run(context.Background(), formattest.Source(&format.Format, "gold", column(gold)),
		formattest.Source(&format.Format, "system", column(system)),
		[]*eval.Measure{New(o)}, eval.Options{Align: eval.AlignOrder})
	if err != nil {
		t.Fatal(err)
	}
	sum := res.Counts[0].Sum()
	return fmt.Sprint(sum[colGold], sum[colSystem], sum[colMatched])
}

// TestSeqevalCounts compares with counts of seqeval (cd01b52), by default and strict, on random labels.
func TestSeqevalCounts(t *testing.T) {
	text, err := os.ReadFile("testdata/seqeval.tsv")
	if err != nil {
		t.Fatal(err)
	}
	schemes := map[string]chunking.Scheme{"auto": chunking.Auto, "iob1": chunking.IOB1, "iob2": chunking.IOB2, "iobes": chunking.IOBES,
		"bilou": chunking.BILOU, "ioe1": chunking.IOE1, "ioe2": chunking.IOE2}
	modes := map[string]Mode{"seqeval": Seqeval, "strict": Strict}
	n := 0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		f := strings.Split(line, "\t")
		n++
		if got, want := counted(t, f[2], f[3], Options{Mode: modes[f[0]], Scheme: schemes[f[1]]}), strings.Join(f[4:], " "); got != want {
			t.Errorf("%s %s, gold %s, system %s: %s, seqeval %s", f[0], f[1], f[2], f[3], got, want)
		}
	}
	if n < 870 {
		t.Errorf("%d cases", n)
	}
}

// odd are labels that no scheme has, or that have no type.
var odd = []string{"X", "[SEP]", "[PAD]", "<START>", "X-A", "B", "I", "E", "S", ".", ".-A", "[-A", "]-A", "O-A", "0", "B-", "I--A"}

// TestPerlCounts compares with counts of the Perl script on random labels of all schemes, and on odd ones.
func TestPerlCounts(t *testing.T) {
	text, err := os.ReadFile("testdata/conlleval-perl.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	for _, line := range lines {
		f := strings.Split(line, "\t")
		if got, want := counted(t, f[1], f[2], Options{Mode: Perl}), strings.Join(f[3:], " "); got != want {
			t.Errorf("gold %s, system %s: %s, conlleval %s", f[1], f[2], got, want)
		}
	}
	if len(lines) != 400 {
		t.Errorf("%d cases", len(lines))
	}
}

// TestOddLabels: no label ends a run, in any mode; a copy is perfect where labels have types, and under any labels but for the programs
// that lose a chunk without an end.
func TestOddLabels(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 3))
	label := func() string {
		if r.IntN(3) == 0 {
			return odd[r.IntN(len(odd))]
		}
		return string("BIESLUO"[r.IntN(7)]) + "-" + string("AB"[r.IntN(2)])
	}
	for range 500 {
		var gold, system []string
		for range 1 + r.IntN(8) {
			gold, system = append(gold, label()), append(system, label())
		}
		g, s := strings.Join(gold, " "), strings.Join(system, " ")
		for _, mode := range []Mode{Any, Conlleval, Perl, Seqeval, Strict} {
			var a, b, matched int
			if _, err := fmt.Sscan(counted(t, g, s, Options{Mode: mode}), &a, &b, &matched); err != nil || matched > min(a, b) {
				t.Errorf("%s: gold %s, system %s: %d %d %d", mode, g, s, a, b, matched)
			}
			if _, err := fmt.Sscan(counted(t, g, g, Options{Mode: mode}), &a, &b, &matched); err != nil || a != b ||
				matched != a && (mode == Any || mode == Strict) {
				t.Errorf("%s: a copy of %s: %d %d %d", mode, g, a, b, matched)
			}
		}
	}
}

// TestConllevalCounts compares with the clone of conlleval.py on random labels of all schemes mixed, odd ones too, and
// the default with the program on labels without L and U, where they agree. A sentence follows, so that the end of the file
// decides nothing.
func TestConllevalCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 8))
	for n := range 600 {
		letters := []string{"BIO", "BIESO", "BILUO", "BILUESO"}[n%4]
		label := func() string {
			if n >= 400 && r.IntN(4) == 0 {
				return odd[r.IntN(len(odd))]
			}
			if l := letters[r.IntN(len(letters))]; l != 'O' {
				return string(l) + "-" + string("AB"[r.IntN(2)])
			}
			return "O"
		}
		var file, gold, system strings.Builder
		for i := range 1 + r.IntN(7) {
			g, s := label(), label()
			if r.IntN(3) > 0 {
				s = g
			}
			fmt.Fprintf(&file, "w%d %s %s\n", i, g, s)
			gold.WriteString(g + " ")
			system.WriteString(s + " ")
		}
		var out, errs strings.Builder
		if code := compat.Named("conlleval")[0].Main(nil, strings.NewReader(file.String()+"\nz B-Q O\n\n"), &out, &errs); code != 0 {
			t.Fatal(errs.String())
		}
		var words, want [3]int
		if _, err := fmt.Sscanf(out.String(), "processed %d tokens with %d phrases; found: %d phrases; correct: %d.", &words[0], &want[0], &want[1],
			&want[2]); err != nil {
			t.Fatal(err, out.String())
		}
		want[0]--
		modes := []Mode{Conlleval}
		if n < 400 && !strings.ContainsAny(gold.String()+system.String(), "LU") {
			modes = append(modes, Any, Seqeval)
		}
		for _, mode := range modes {
			if got := counted(t, gold.String(), system.String(), Options{Mode: mode}); got != strings.Trim(fmt.Sprint(want), "[]") {
				t.Errorf("%v, gold %s, system %s: %s, conlleval.py %v", mode, gold.String(), system.String(), got, want)
			}
		}
	}
}
