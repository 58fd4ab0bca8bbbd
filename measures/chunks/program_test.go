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
	res, err := eval.Run(context.Background(), formattest.Source(&format.Format, "gold", column(gold)), formattest.Source(&format.Format, "system", column(system)),
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
	schemes := map[string]chunking.Scheme{"auto": chunking.Auto, "iob1": chunking.IOB1, "iob2": chunking.IOB2, "iobes": chunking.IOBES, "bilou": chunking.BILOU}
	modes := map[string]Mode{"seqeval": Seqeval, "strict": Strict}
	n := 0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		f := strings.Split(line, "\t")
		if f[1] == "iob1" && illFormedB(f[2]+" O "+f[3]) { // seqeval also takes the I after it
			continue
		}
		n++
		if got, want := counted(t, f[2], f[3], Options{Mode: modes[f[0]], Scheme: schemes[f[1]]}), strings.Join(f[4:], " "); got != want {
			t.Errorf("%s %s, gold %s, system %s: %s, seqeval %s", f[0], f[1], f[2], f[3], got, want)
		}
	}
	if n < 430 {
		t.Errorf("%d cases", n)
	}
}

// illFormedB reports whether a B of IOB1 does not follow a chunk of its type.
func illFormedB(labels string) bool {
	before := "O"
	for _, label := range strings.Fields(labels) {
		if label[0] == 'B' && (before == "O" || before[1:] != label[1:]) {
			return true
		}
		before = label
	}
	return false
}

// TestConllevalCounts compares with the clone of conlleval.py on random labels of all schemes mixed, and
// the default with the program on labels without L and U, where they agree.
func TestConllevalCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 8))
	for n := range 600 {
		letters := []string{"BIO", "BIESO", "BILUO", "BILUESO"}[n%4]
		label := func() string {
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
		if code := compat.Named("conlleval")[0].Main(nil, strings.NewReader(file.String()+"\n"), &out, &errs); code != 0 {
			t.Fatal(errs.String())
		}
		var words, want [3]int
		if _, err := fmt.Sscanf(out.String(), "processed %d tokens with %d phrases; found: %d phrases; correct: %d.", &words[0], &want[0], &want[1], &want[2]); err != nil {
			t.Fatal(err, out.String())
		}
		modes := []Mode{Conlleval}
		if !strings.ContainsAny(gold.String()+system.String(), "LU") {
			modes = append(modes, Any, Seqeval)
		}
		for _, mode := range modes {
			if got := counted(t, gold.String(), system.String(), Options{Mode: mode}); got != strings.Trim(fmt.Sprint(want), "[]") {
				t.Errorf("%v, gold %s, system %s: %s, conlleval.py %v", mode, gold.String(), system.String(), got, want)
			}
		}
	}
}
