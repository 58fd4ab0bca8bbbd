package experiment

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/report"
)

// Two systems without a run in common have no paired test: no p and no claim, in text
// and in JSON.
func TestPairedRunsOfOtherNames(t *testing.T) {
	const right, wrong = "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n2\tb\tb\tX\t_\t_\t1\tdep\t_\t_\n\n",
		"1\ta\ta\tX\t_\t_\t2\tdep\t_\t_\n2\tb\tb\tX\t_\t_\t0\troot\t_\t_\n\n"
	dir := t.TempDir()
	for name, text := range map[string]string{"gold": right, "a": right, "b": wrong, "table": "gold\tsystem\tfile\trun\n" +
		"gold.conllu\tA\ta.conllu\t1\ngold.conllu\tA\ta.conllu\t2\ngold.conllu\tB\tb.conllu\t3\ngold.conllu\tB\tb.conllu\t4\n"} {
		if err := os.WriteFile(filepath.Join(dir, name+".conllu"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	table, err := ReadTable(filepath.Join(dir, "table.conllu"))
	if err != nil {
		t.Fatal(err)
	}
	e := scored(t, table, Options{Reading: reading("attachment"), Tests: true, Missing: MissingSkip})
	f := figure(t, e, "las")
	opt := TestOptions{Paired: true}
	pairs, err := e.Test([]*Figure{f}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if x := pairs[0]; !math.IsNaN(x.P) || !math.IsNaN(x.OneRun.Test.P) || len(x.Treebanks) != 0 {
		t.Errorf("p %v, p of (a) %v, treebanks %q; want no test", x.P, x.OneRun.Test.P, x.Treebanks)
	}
	for format, want := range map[report.Format]string{report.TextFormat: "A and B have no run of a treebank in common: nothing to compare",
		report.JSON:  `"p": null`,
		report.LaTeX: `B & \textbf{0.00 $\pm$0.00\ddag{}} &`} {
		var out bytes.Buffer
		if err := e.Write(&out, []*Figure{f}, Output{Format: format, Precision: 2, Tests: pairs, Options: opt, Marks: format == report.LaTeX}); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.Contains(strings.Join(strings.Fields(got), " "), want) || strings.Contains(got, `"p": 0`) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}
