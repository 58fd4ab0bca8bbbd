//go:build official

package delphinedm

import (
	"os"
	"testing"

	"assay/compat/internal/recorded"
	"assay/internal/shared"
)

// TestConfirm runs PyDelphin's command on a recorded input.
func TestConfirm(t *testing.T) {
	dir := shared.Path(t, "cases", "semantics", "05-duplicates-and-punct")
	if _, err := os.Stat(dir); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	var runs [][]string
	for _, r := range listed(t, "expected-pydelphin-edm.txt", ".") {
		runs = append(runs, r.args)
	}
	recorded.Confirm(t, "delphin edm", Main, runs...)
}
