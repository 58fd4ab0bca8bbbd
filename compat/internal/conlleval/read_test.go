package conlleval

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBlocks compares files read block by block with the same files on standard
// input, which is read whole: many sentences, a line longer than a block, and a
// sentence longer than both buffers.
func TestBlocks(t *testing.T) {
	var gold, system strings.Builder
	word := func(i, head, answer int, form string) {
		fmt.Fprintf(&gold, "%d\t%s\t_\tP%d\t_\t_\t%d\trel%d\t_\t_\n", i, form, i%7, head, i%5)
		fmt.Fprintf(&system, "%d\t%s\t_\tP%d\t_\t_\t%d\trel%d\t_\t_\n", i, form, i%7, answer, i%4)
	}
	for i := range 12000 {
		word(i%9+1, i%4, i%5, fmt.Sprintf("form-%d", i%800))
		if i%9 == 8 {
			gold.WriteByte('\n')
			system.WriteByte('\n')
		}
	}
	word(4, 1, 2, strings.Repeat("long", blockSize/2))
	for i := range 4 * blockSize / 40 {
		word(i+5, i%4, i%3, fmt.Sprintf("a-form-that-takes-much-room-%d", i%900))
	}
	gold.WriteByte('\n')
	system.WriteByte('\n')
	dir := t.TempDir()
	g, s := filepath.Join(dir, "g"), filepath.Join(dir, "s")
	if os.WriteFile(g, []byte(gold.String()), 0o666) != nil || os.WriteFile(s, []byte(system.String()), 0o666) != nil {
		t.Fatal("no files")
	}
	report := func(gold, system, stdin string) string {
		var out, errs bytes.Buffer
		if st := Main07([]string{"-g", gold, "-s", system}, strings.NewReader(stdin), &out, &errs); st != 0 {
			t.Fatalf("status %d, %s", st, errs.String())
		}
		_, text, _ := strings.Cut(out.String(), "Legend") // the names of the files come before
		return text
	}
	blocks := report(g, s, "")
	if len(blocks) < 5000 || blocks != report("-", s, gold.String()) || blocks != report(g, "-", system.String()) {
		t.Error("the reports differ")
	}
}
