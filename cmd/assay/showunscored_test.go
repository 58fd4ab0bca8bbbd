package main

import (
	"regexp"
	"strings"
	"testing"

	"assay/internal/shared"
)

// An unscored sentence is drawn with its differences, 8 brackets of gold and 7 of the system, and with the reason why
// it has no score.
func TestShowUnscored(t *testing.T) {
	dir := shared.Path(t, "data", "const-craft")
	out := call(t, "show", dir+"/gold.clean.mrg", dir+"/bllip-A.1best.mrg", "-s", "24", "-q", "--unfold", "--width", "400")
	for sign, want := range map[string]int{"−": 8, "[+×]": 7} {
		if got := len(regexp.MustCompile(`(?:^|[─ ])`+sign+`[A-Z]`).FindAllString(out, -1)); got != want {
			t.Errorf("%d brackets with %s, want %d in\n%s", got, sign, want, out)
		}
	}
	for _, want := range []string{"not scored under evalb", `word 18 is "[" in gold, "-LSB-" in the system`, "15 differences"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
