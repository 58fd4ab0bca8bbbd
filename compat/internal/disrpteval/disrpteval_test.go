package disrpteval

import (
	"bytes"
	"strings"
	"testing"

	"assay/compat/internal/recorded"
)

// TestRecorded compares with all recorded runs of disrpt_eval_2024.py 30efe37.
func TestRecorded(t *testing.T) {
	recorded.Table(t, "disrpt", map[string]recorded.Program{"disrpt_eval_2024.py": Main})
}

// TestArguments has the messages of argparse (Python 3.11).
func TestArguments(t *testing.T) {
	for _, tc := range []struct{ args, want string }{
		{"-g a", "the following arguments are required: -p/--predfile, -t/--task"},
		{"-g a -p b -t X", "argument -t/--task: invalid choice: 'X' (choose from 'S', 'C', 'R')"},
		{"-g a -p b -t S x", "unrecognized arguments: x"},
		{"-g", "argument -g/--goldfile: expected one argument"},
		{"", "the following arguments are required: -g/--goldfile, -p/--predfile, -t/--task"},
	} {
		var out, errs bytes.Buffer
		if status := Main(strings.Fields(tc.args), nil, &out, &errs); status != 2 || errs.String() != usage+"disrpt_eval_2024.py: error: "+tc.want+"\n" {
			t.Errorf("%q: status %d, %q", tc.args, status, errs.String())
		}
	}
}

// TestStrings: with -s the arguments are the texts.
func TestStrings(t *testing.T) {
	var out, errs bytes.Buffer
	gold := "1\ta\tSeg=B-seg\n2\tb\t_\n3\tc\tSeg=B-seg"
	if status := Main([]string{"-s", "-t", "S", "-g", gold, "-p", strings.Replace(gold, "3\tc\tSeg=B-seg", "3\tc\t_", 1)}, nil, &out, &errs); status != 0 ||
		!strings.Contains(out.String(), `"doc_name": "string_input: 1\ta\tSeg=B-seg\n2\tb\t_\n..."`) || !strings.Contains(out.String(), `"recall": 0.5`) {
		t.Errorf("status %d, %s%s", status, &out, &errs)
	}
}
