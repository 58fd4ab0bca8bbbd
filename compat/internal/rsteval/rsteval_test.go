package rsteval

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/compat/internal/recorded"
)

// TestRecorded compares with all recorded runs of the three programs.
func TestRecorded(t *testing.T) {
	recorded.Table(t, "rst", map[string]recorded.Program{"educe": MainEduce, "isanlp": MainIsanlp, "ntt": MainNTT})
}

// FuzzPrograms: no file makes a program panic, and each ends with status 0 or 1.
func FuzzPrograms(f *testing.F) {
	gold := "( Root (span 1 2)\n ( Nucleus (leaf 1) (rel2par span) (text _!a b_!) )\n ( Satellite (leaf 2) (rel2par x-y) (text _!c_!) )\n)"
	for _, s := range []string{gold, strings.Replace(gold, "leaf 2", "leaf -3", 1), "(Root|leaf|x [a])", "(||)", "( Root (leaf 1) (text _!a_!) )", "",
		strings.Replace(gold, "Satellite", "Nucleus", 1), "(a|b-|c (|span-1-2|x [y]))"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, system string) {
		dir := t.TempDir()
		for name, text := range map[string]string{"gold": gold, "system": system} {
			if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name, "d.dis"), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, main := range []recorded.Program{MainEduce, MainIsanlp, MainNTT} {
			for _, args := range [][]string{{"gold", "system"}, {"system", "system"}} {
				args = []string{filepath.Join(dir, args[0]), filepath.Join(dir, args[1])}
				if status := main(args, nil, io.Discard, io.Discard); status != 0 && status != 1 {
					t.Errorf("status %d", status)
				}
			}
		}
	})
}
