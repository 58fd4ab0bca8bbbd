package parsemeeval

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/compat/internal/recorded"
	"assay/internal/assign"
)

// TestRecorded compares with all recorded runs.
func TestRecorded(t *testing.T) {
	recorded.Table(t, "parseme", map[string]recorded.Program{"evaluate-2.0.py": Main20, "evaluate-1.1.py": Main11,
		"average_of_evaluations.py": MainAverage, "validate_cupt.py": MainValidate})
}

// TestArguments has the messages of argparse (Python 3.11).
func TestArguments(t *testing.T) {
	for _, c := range []struct {
		program recorded.Program
		args    []string
		want    string
	}{
		{Main20, nil, "the following arguments are required: --gold, --pred"},
		{Main20, []string{"--gold"}, "argument --gold: expected one argument"},
		{Main20, []string{"--gold", os.DevNull, "--pred", os.DevNull, "c"}, "unrecognized arguments: c"},
		{Main11, []string{"--gold", "none", "c"}, "argument --gold: can't open 'none': [Errno 2] No such file or directory: 'none'"},
		{MainAverage, []string{os.DevNull, "."}, "argument evaluation_files: can't open '.': [Errno 21] Is a directory: '.'"},
		{MainAverage, []string{"--operation", "sum", "a"}, "argument --operation: invalid choice: 'sum' (choose from 'avg', 'avg+stddev', 'list')"},
		{MainAverage, nil, "the following arguments are required: evaluation_files"},
		{MainValidate, nil, "the following arguments are required: --input"},
	} {
		var out, errs bytes.Buffer
		if status := c.program(c.args, nil, &out, &errs); status != 2 || !bytes.HasSuffix(errs.Bytes(), []byte("error: "+c.want+"\n")) {
			t.Errorf("%q: status %d, %q", c.args, status, errs.String())
		}
	}
}

// TestFields: fields that are cut when they are asked for are those of the split line.
func TestFields(t *testing.T) {
	for _, columns := range []string{"ID FORM LEMMA PARSEME:MWE", "PARSEME:MWE X LEMMA ID", "FORM ID ID X Y", "X"} {
		file, err := newReader("f", "# global.columns = "+columns+"\n", false)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"1\ta\tb\t*", "_\t\t_\tc", "\t\t\t", "1\ta\tb\tc\td", "x", "_"} {
			fields := strings.Split(line, "\t")
			if len(fields) != len(file.columns) {
				continue
			}
			for k, at := range file.at {
				want, given := "", false
				if at >= 0 && fields[at] != "_" {
					want, given = fields[at], true
				}
				if got, ok := file.field(line, k); got != want || ok != given {
					t.Errorf("%q, field %d of %s: %q %v, want %q %v", line, k, columns, got, ok, want, given)
				}
			}
		}
	}
}

// TestClasses: the sums over classes equal those over lists of the expressions of each class.
func TestClasses(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	side := func() (out []mwe) {
		for range random.IntN(4) {
			m := mwe{classes: uint16(1 + random.IntN(7))}
			for w := range 5 {
				if random.IntN(2) == 0 {
					m.set = append(m.set, w)
				}
			}
			if m.set != nil {
				out = append(out, m)
			}
		}
		return out
	}
	for range 500 {
		gold, system := side(), side()
		for bit := uint16(1); bit < 8; bit *= 2 {
			in := func(m *mwe) bool { return m.classes&bit != 0 }
			keep := func(list []mwe) (out []mwe) {
				for i := range list {
					if in(&list[i]) {
						out = append(out, list[i])
					}
				}
				return out
			}
			var e, twin evaluation
			var got, want stats
			e.sums(&got, gold, system, in)
			twin.sums(&want, keep(gold), keep(system), func(*mwe) bool { return true })
			if ours, theirs := sets(nil, keep(gold), func(*mwe) bool { return true }), sets(nil, keep(system), func(*mwe) bool { return true }); got != want ||
				got.tok.match != best(ours, theirs) {
				t.Fatalf("%v and %v: %+v, want %+v", gold, system, got, want)
			}
		}
	}
}

// best tries all pairings.
func best(a, b [][]int) int {
	if len(a) == 0 {
		return 0
	}
	most := best(a[1:], b)
	for j := range b {
		most = max(most, assign.Common(a[0], b[j])+best(a[1:], slices.Delete(slices.Clone(b), j, j+1)))
	}
	return most
}
