package worker

import (
	"bufio"
	"fmt"
	"strings"
	"testing"
)

// TestOptions: options of a request are arguments after its own, in the order of their names.
func TestOptions(t *testing.T) {
	for options, want := range map[string]string{
		`{"where": "length>3", "by": ["deprel", "length=5"], "ci": true}`: "[score g s --by=deprel --by=length=5 --ci --where=length>3]",
		`{"samples": 99, "alpha": 0.1, "max-drop": -1e3}`:                 "[score g s --alpha=0.1 --max-drop=-1e3 --samples=99]",
		`{"all": false, "prep": null, "train": []}`:                       "[score g s]",
		`{"by": {"a": 1}}`: `want a text, a number, true or a list of them as the value of by, found {"a": 1}`,
		`{"by": [["a"]]}`:  `want a text, a number, true or a list of them as the value of by, found [["a"]]`,
	} {
		line := `{"id": 1, "args": ["score", "g", "s"], "options": ` + options + "}\n"
		r, err := readRequest(bufio.NewReader(strings.NewReader(line)))
		if err != nil {
			t.Fatal(err)
		}
		args, err := r.arguments()
		got := fmt.Sprint(args)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", options, got, want)
		}
	}
}
