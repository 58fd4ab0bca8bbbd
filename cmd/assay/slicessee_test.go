package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"assay/internal/shared"
)

// The command below the slices lists the wrong items of the strongest one, and these alone, also under a measure whose
// items are of many scores.
func TestSlicesNameTheirItems(t *testing.T) {
	ewt, craft := "dep-conll18/en_ewt/", "const-craft/"
	for _, tc := range []struct{ metric, gold, system string }{
		{"ud", ewt + "gold.conllu.gz", ewt + "HIT-SCIR-18.conllu.gz"},
		{"evalb", craft + "gold.clean.mrg", craft + "bllip-A.1best.mrg"},
	} {
		gold := shared.Path(t, "data", tc.gold)
		system := shared.Path(t, "data", tc.system)
		var found struct {
			Slices []struct {
				Where string
				All   [2]int // items, wrong ones
			}
		}
		if err := json.Unmarshal([]byte(call(t, "slices", gold, system, "-m", tc.metric, "--format", "json", "-q")), &found); err != nil {
			t.Fatal(err)
		}
		see := regexp.MustCompile(`(?s)see: assay errors \S+ \S+ (.*?) --where '(.*?)'\s+--list`).FindStringSubmatch(
			strings.ReplaceAll(call(t, "slices", gold, system, "-m", tc.metric, "-q"), "\n", " "))
		if see == nil {
			t.Fatalf("%s: no command", tc.metric)
		}
		args := append([]string{"errors", gold, system}, strings.Fields(see[1])...)
		out := call(t, append(args, "--where", see[2], "--list", "-q")...)
		listed := false
		for _, s := range found.Slices {
			if s.Where == see[2] {
				listed = true
				if want := fmt.Sprintf(" of %d items; ", s.All[1]); !strings.Contains(out, want) {
					t.Errorf("%s: %s has %d wrong items, the command lists %s", tc.metric, s.Where, s.All[1], out[max(0, len(out)-80):])
				}
			}
		}
		if !listed {
			t.Errorf("%s: no slice %q", tc.metric, see[2])
		}
	}
}
