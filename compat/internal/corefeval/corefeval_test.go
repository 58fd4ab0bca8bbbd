package corefeval

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"assay/compat/internal/recorded"
)

// TestRecorded compares with all recorded runs.
func TestRecorded(t *testing.T) {
	recorded.Table(t, "coref", map[string]recorded.Program{"scorer.pl": MainPerl, "coval": MainCoval, "corefud-scorer.py": MainCorefUD})
}

// TestTwice has the figures of coval 87071a6 where an entity has a mention twice: CEAF counts the mentions of key that
// the system has, each time that key has them.
func TestTwice(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, columns := range map[string][3]string{"once": {"(1", "1)", "(1)"}, "twice": {"(1|(1", "1)|1)", "(1)"}} {
		text := "#begin document (x); part 000\n"
		for i, column := range columns {
			text += fmt.Sprintf("x\t0\t%d\tw\t%s\n", i, column)
		}
		if err := os.WriteFile(name, []byte(text+"\n#end document\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for args, want := range map[[2]string]string{{"once", "twice"}: "80.00", {"twice", "once"}: "120.00"} {
		var out, errs bytes.Buffer
		status := MainCoval([]string{args[0], args[1], "ceafe"}, nil, &out, &errs)
		line := "ceafe      Recall: " + want + "  Precision: " + want + "  F1: " + want + "\n"
		if status != 0 || out.String() != line {
			t.Errorf("%v: status %d, %s%s, want %s", args, status, &out, &errs, line)
		}
	}
}
