package parsemeeval

import (
	"bytes"
	"testing"

	"assay/compat/internal/recorded"
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
		{Main20, []string{"--gold", "a", "--pred", "b", "c"}, "unrecognized arguments: c"},
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

// TestInteger has what Python's int makes of these.
func TestInteger(t *testing.T) {
	for in, want := range map[string]string{"1": "1", " 07 ": "7", "+3": "3", "-0": "0", "1_0": "10", "_1": "", "1__0": "", "": "", "1.0": "", "-2": "-2"} {
		if got, ok := integer(in); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", in, got, ok, want)
		}
	}
}
