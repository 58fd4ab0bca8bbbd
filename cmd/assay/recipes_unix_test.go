//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/internal/shared"
)

// Stand-ins for engines that Debian does not have. They have the functions that the recipes call, and run each part in
// its own process.
const (
	pyspark = `from multiprocessing import Pool
class SparkContext:
    def __init__(self, appName): pass
    def parallelize(self, items, n):
        self.parts = [items[i::n] for i in range(n)]
        return self
    def mapPartitions(self, f):
        with Pool(2) as pool: self.done = pool.map(f, self.parts)
        return self
    def collect(self): return [x for part in self.done for x in part]
`
	ray = `from multiprocessing import Pool
class remote:
    def __init__(self, f): self.f = f
    def remote(self, *args):
        with Pool(1) as pool: return pool.apply(self.f, args)
def init(): pass
def get(jobs): return jobs
`
)

// TestRecipes runs the recipes of docs/scale.md in a folder of four files, with each engine that is installed: all end
// with the bytes of one run over all files.
func TestRecipes(t *testing.T) {
	shared.Long(t)
	document, err := os.ReadFile("../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ title, needs, run string }{
		{"Many processes: xargs", "xargs --version", "assay merge -q rows/"},
		{"Several machines: GNU parallel", "parallel --version", "assay merge -q rows/"},
		{"Snakemake", "snakemake --version", "snakemake --quiet --cores 2 >&2 && assay merge -q rows/"},
		{"Dask", "/usr/bin/python3 -c 'import dask.bag'", "/usr/bin/python3 recipe"},
		{"Spark", "/usr/bin/python3 --version", "/usr/bin/python3 recipe"},
		{"Ray", "/usr/bin/python3 --version", "/usr/bin/python3 recipe"},
	} {
		t.Run(tc.title, func(t *testing.T) {
			if exec.Command("sh", "-c", tc.needs).Run() != nil {
				t.Skip("SKIPPED: no", strings.Fields(tc.needs)[0])
			}
			dir := fourFiles(t)
			_, text, found := strings.Cut(string(document), "\n## "+tc.title+"\n")
			text, _, _ = strings.Cut(text, "\n## ")
			command := tc.run
			if block := regexp.MustCompile("(?s)```[a-z]*\n(.*?)```").FindStringSubmatch(text); block != nil {
				files := map[string]string{"Snakefile": block[1], "recipe": block[1], "pyspark.py": pyspark, "ray.py": ray}
				if strings.Contains(text, "as for Dask") {
					_, part, _ := strings.Cut(string(document), "```python\n")
					part, _, _ = strings.Cut(part, "if __name__")
					files["recipe"] = strings.Replace(part, "import dask.bag\n", "", 1) + block[1]
				}
				for name, text := range files {
					if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			} else if line := regexp.MustCompile(`(?m)^    (ls .*)$`).FindStringSubmatch(text); found && line != nil {
				command = line[1] + " >/dev/null && rm -f rows/*.txt && " + tc.run
			} else {
				t.Fatalf("docs/scale.md has no recipe %q", tc.title)
			}
			if got, want := shell(t, dir, command), shell(t, dir, "assay score -q gold/ system/"); got != want || !strings.Contains(got, "LAS") {
				t.Errorf("%s prints\n%s\none run\n%s", command, got, want)
			}
		})
	}
}

// fourFiles makes the folders of the recipes, and puts this program there as assay.
func fourFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for folder, file := range map[string]string{"gold": "ewt.gold.conllu", "system": "ewt.udpipe-swap.conllu"} {
		text, err := os.ReadFile("../../examples/" + file)
		if err != nil {
			t.Fatal(err)
		}
		sentences := strings.SplitAfter(string(text), "\n\n")
		for i := range 4 {
			path := filepath.Join(dir, folder, string(rune('a'+i))+".conllu")
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(strings.Join(sentences[25*i:25*i+25], "")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, folder := range []string{"rows", "bin"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	program, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(program, filepath.Join(dir, "bin", "assay")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// shell runs a command in a folder and returns its standard output.
func shell(t *testing.T, dir, command string) string {
	t.Helper()
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ASSAY_RUN=1", "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", command, err, out, &errs)
	}
	return string(out)
}
