package smatch_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/sbn"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/smatch"
)

// TestRecordedSBN compares counts with those that ud-boxer's graphs (cc0bfbf) had under smatch.py c01a838 with 30
// starts: the lines of each document and the mean of F1.
func TestRecordedSBN(t *testing.T) {
	folder := []string{"cases", "living", "sbn-smatch"}
	lines := strings.Split(strings.TrimSpace(string(shared.Read(t, append(folder, "COMMANDS.tsv")...))), "\n")
	runs := 0
	for _, line := range lines[1:] {
		field := strings.Split(line, "\t")
		if !strings.HasPrefix(field[2], "sbn-smatch") || field[1] != "0" {
			continue // numbers of documents that differ: assay pairs them and says so
		}
		runs++
		opt := smatch.SBN
		opt.NoSense = strings.Contains(field[2], "--no-sense")
		file := func(name string) []byte { return shared.Read(t, append(folder, field[0], name)...) }
		if got, want := documents(t, file("gold.sbn"), file("sys.sbn"), opt), string(file("stdout")); got != want {
			t.Errorf("%s:\n got %s\nwant %s", field[0], got, want)
		}
	}
	if runs < 10 {
		t.Errorf("%d runs", runs)
	}
}

// documents prints the counts of each document as the recorded runs do.
func documents(t *testing.T, gold, system []byte, opt smatch.Options) string {
	res, err := eval.Run(context.Background(), formattest.Source(&sbn.Graphs, "gold", gold),
		formattest.Source(&sbn.Graphs, "system", system), []*eval.Measure{smatch.New(opt)}, eval.Options{Align: eval.AlignOrder})
	if err != nil && len(gold) > 0 {
		t.Fatal(err)
	}
	if len(gold) == 0 {
		return ""
	}
	var out strings.Builder
	ill := map[int]string{}
	for _, p := range res.Problems {
		ill[p.Unit] = "system"
		if strings.Contains(p.Text, "gold: ") {
			ill[p.Unit] = "gold"
		}
	}
	counts := res.Counts[0]
	rows, n := counts.Rows(), 0
	for i := 0; i*counts.Width < len(rows); i++ {
		row := rows[i*counts.Width:]
		n++
		if side := ill[i]; side != "" {
			fmt.Fprintf(&out, "%d ill-formed %s\n", i+1, side)
			continue
		}
		matched, sys, ref := row[2], row[1], row[0]
		fmt.Fprintf(&out, "%d %g %g %g %.4f %.4f %.4f\n", i+1, matched, sys, ref, matched/sys, matched/ref, 2*matched/(sys+ref))
	}
	for _, s := range counts.Metric.Scores(counts.Sum()) {
		if s.Name == "macro_f1" {
			fmt.Fprintf(&out, "mean F over documents, ill-formed 0: %.4f\n", s.Value)
		}
	}
	return out.String()
}

// TestGoldRefused: a structure of gold that sbn.py refuses has F 0, as in the program, and is named.
func TestGoldRefused(t *testing.T) {
	got := documents(t, []byte("a.n.01 Of +0\n\nb.n.01\n"), []byte("a.n.01\n\nb.n.01\n"), smatch.SBN)
	if want := "1 ill-formed gold\n2 7 7 7 1.0000 1.0000 1.0000\nmean F over documents, ill-formed 0: 0.5000\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
