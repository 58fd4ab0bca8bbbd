package web

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestWorkbenchHarness lists the runs of an experiment that assay run makes, with the reason of each gap.
func TestWorkbenchHarness(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"exp.toml": "[treebanks]\na = \"a.mrg\"\n[systems.s]\nruns = 2\ncommand = \"x {out}\"\n",
		"other.toml": "[package]\nname = \"x\"\n", "a.mrg": "(S (X a))",
		"exp-runs/records/s/a.1.json": `{"fault": "no output after 1s", "wall_seconds": 1}`} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	list := (&Workbench{Folder: dir}).harnesses([]string{"a.mrg", "exp.toml", "other.toml"})
	if len(list) != 1 || list[0].Name != "exp.toml" || list[0].Done != 0 || list[0].All != 2 {
		t.Fatalf("got %+v", list)
	}
	want := []harnessRun{{"s/a/1", "no output after 1s", "", ""}, {"s/a/2", "not run yet", "", ""}}
	if !slices.Equal(list[0].Runs, want) {
		t.Errorf("got %+v, want %+v", list[0].Runs, want)
	}
}
