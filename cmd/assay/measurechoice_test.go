package main

import (
	"strings"
	"testing"
)

// TestSameMeasure: two spellings of one measure give one table; measures that differ have
// names of their own.
func TestSameMeasure(t *testing.T) {
	const gold, system = "../../examples/ewt.gold.conllu", "../../examples/ewt.udpipe-swap.conllu"
	for _, c := range []struct{ spec, want string }{
		{"xiao,xiao:exact,xiao:mode=exact,xiao", "xiao|xiao:exact"},
		{"attachment,attachment:root=count,attachment:root=skip", "attachment|attachment:root=skip"},
	} {
		var names []string
		rows := map[string]bool{}
		for line := range strings.Lines(call(t, "score", gold, system, "-m", c.spec, "--format", "csv", "-q")) {
			fields := strings.Split(line, ",")
			if row := strings.Join(fields[:7], ","); rows[row] {
				t.Errorf("-m %s: %q comes twice", c.spec, row)
			} else {
				rows[row] = true
			}
			if fields[1] != "metric" && (len(names) == 0 || names[len(names)-1] != fields[1]) {
				names = append(names, fields[1])
			}
		}
		if got := strings.Join(names, "|"); got != c.want {
			t.Errorf("-m %s: %s, want %s", c.spec, got, c.want)
		}
	}
}
