package argparse

import (
	"strings"
	"testing"
)

// TestExpand has the command lines that Python 3.11's argparse takes for parser.add_argument("-f", nargs=2), "-r",
// "-v" (store_true), "--vv" (store_true), "--significant", "--ms", "--justinstance", "--justattribute", "-solver".
func TestExpand(t *testing.T) {
	options := Options{"-f": 2, "-r": 1, "-v": 0, "--vv": 0, "--significant": 1, "--ms": 0, "--justinstance": 0, "--justattribute": 0, "-solver": 1}
	for _, c := range []struct{ args, want string }{
		{"-f a b -r 4", "-f a b -r 4"},
		{"-r4 -f a b", "-r 4 -f a b"},
		{"-r=4", "-r 4"},
		{"--significant=3 --ms", "--significant 3 --ms"},
		{"--sig 3", "--significant 3"},
		{"--sig=3", "--significant 3"},
		{"--justi", "--justinstance"},
		{"--just", "! ambiguous option: --just could match --justattribute, --justinstance"},
		{"--v", "--vv"},
		{"-vr4", "-v -r 4"},
		{"-sol dummy", "-solver dummy"},
		{"-solver=dummy", "-solver dummy"},
		{"--ms=1", "! argument --ms: ignored explicit argument '1'"},
		{"-fa b", "! argument -f: expected 2 arguments"},
		{"--other -x y", "--other -x y"},
		{"-r -1", "-r -1"},
	} {
		out, err := Expand(strings.Fields(c.args), options)
		got := strings.Join(out, " ")
		if err != nil {
			got = "! " + err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.args, got, c.want)
		}
	}
}
