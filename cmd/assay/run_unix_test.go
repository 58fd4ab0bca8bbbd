//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestRunEngines wants each engine that is installed to end with the table of assay run, one of whose runs
// fails, with nothing run twice.
func TestRunEngines(t *testing.T) {
	shared.Long(t)
	const spec = "measure = \"attachment\"\nscores = [\"uas\"]\n[treebanks]\nx = \"gold/a.conllu\"\n\"y z\" = \"gold/b.conllu\"\n" +
		"[systems.copy]\nruns = 2\ncommand = \"echo {run} >> started; cat system/*.conllu > {out}\"\n" +
		"[systems.dies]\ncommand = \"echo $HOME {{}} >> started; exit 1\"\n"
	const table = "assay run exp.toml --no-pages -q --format csv || [ $? = 3 ]"
	alone := fourFiles(t)
	want := ""
	for _, tc := range []struct{ engine, needs, run string }{
		{"", "true", table},
		{"make", "make --version", "make -s -f jobs && " + table},
		{"snakemake", "snakemake --version", "snakemake --quiet -s jobs --cores 1 >&2 || " + table},
		{"parallel", "parallel --version", "parallel -j1 < jobs && " + table},
		{"slurm", "bash --version", "for n in 1 2 3 4 5 6; do SLURM_ARRAY_TASK_ID=$n bash jobs || exit 1; done && " + table},
	} {
		if exec.Command("sh", "-c", tc.needs).Run() != nil {
			t.Logf("no %s", tc.engine)
			continue
		}
		dir := alone
		if tc.engine != "" {
			dir = fourFiles(t)
		}
		if err := os.WriteFile(filepath.Join(dir, "exp.toml"), []byte(spec), 0o666); err != nil {
			t.Fatal(err)
		}
		if tc.engine != "" {
			shell(t, dir, "assay run exp.toml --print "+tc.engine+" > jobs")
			tc.run = strings.Replace(tc.run, "make -s -f jobs", "sed -i '/^\\tassay run exp.toml$/d' jobs && make -s -f jobs", 1)
		}
		got := shell(t, dir, tc.run)
		started, err := os.ReadFile(filepath.Join(dir, "started"))
		if err != nil || strings.Count(string(started), "\n") != 6 {
			t.Errorf("%s: started %q, %v", tc.engine, started, err)
		}
		if want == "" {
			want = got
		}
		if got != want || strings.Count(got, "copy") < 6 {
			t.Errorf("%s prints\n%s\nalone\n%s", tc.engine, got, want)
		}
	}
}
