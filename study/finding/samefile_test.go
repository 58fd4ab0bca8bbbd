package finding

import (
	"os"
	"path/filepath"
	"testing"

	"assay/eval"
)

// A system that is gold under another name is found, and another file with the same text is not.
func TestSameFile(t *testing.T) {
	dir := t.TempDir()
	gold, other := filepath.Join(dir, "gold.mrg"), filepath.Join(dir, "other.mrg")
	for _, path := range []string{gold, other} {
		if err := os.WriteFile(path, []byte("(S (N a) (V b))\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(dir, "link.mrg")
	if err := os.Symlink(gold, link); err != nil {
		t.Skip(err)
	}
	for system, want := range map[string][]string{gold: {"gold.mrg"}, other: nil,
		filepath.Join(dir, ".", "gold.mrg"): {"the same file"}, link: {"link.mrg"}} {
		run := counted(t, "evalb", opened(t, gold), opened(t, system), eval.Options{})
		wantSaid(t, system, said(SameFile, run), want...)
	}
}
