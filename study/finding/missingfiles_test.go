package finding

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"assay/eval"
)

// Files of gold's folder that a system's lacks are named, and those that gold lacks; folders with other names are not compared.
func TestMissingFiles(t *testing.T) {
	folder := func(names ...string) string {
		dir := t.TempDir()
		for i, name := range names {
			if err := os.WriteFile(filepath.Join(dir, name), fmt.Appendf(nil, "(S (N a%d) (V b))\n", i), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	gold := folder("f1.gold.mrg", "f2.gold.mrg", "f3.gold.mrg", "f10.gold.mrg")
	for system, want := range map[string][]string{
		folder("f1.mrg", "f2.mrg", "f3.mrg", "f10.mrg"):          nil,
		folder("f1.mrg", "f3.mrg", "f10.mrg"):                    {"lacks 1 of the 4 files of gold: f2.gold.mrg"},
		folder("f1.mrg", "f3.mrg", "f10.mrg", "f2.mrg", "g.mrg"): {"has 1 file that gold lacks: g.mrg"},
		folder("a.mrg", "b.mrg", "c.mrg"):                        nil,
		filepath.Join(gold, "f1.gold.mrg"):                       nil,
	} {
		run := counted(t, "evalb", opened(t, gold), opened(t, system), eval.Options{})
		wantSaid(t, filepath.Base(system), said(MissingFiles, run), want...)
	}
}
