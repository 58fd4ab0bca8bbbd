package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/internal/shared"
)

// Texts of a page have no control characters: names of classes are put together from parts.
func TestPagesHaveNoControlCharacters(t *testing.T) {
	lpps := shared.Path(t, "data", "sem-lpps")
	data, err := os.ReadFile(page(t, "edm", "class", filepath.Join(lpps, "gold.eds.mrp"), filepath.Join(lpps, "peking.eds.mrp")))
	if err != nil {
		t.Fatal(err)
	}
	if at := regexp.MustCompile(`[\x00-\x08\x0b-\x1f]|\x{fffd}`).FindIndex(data); at != nil {
		t.Errorf("the page has %q", data[max(0, at[0]-60):at[1]+20])
	}
	// the largest loss is named by its cause, and leads to its sentences
	if want := `is <b>predicate</b>, <a href="#sentences?cause=predicate&amp;system=peking.eds"`; !strings.Contains(string(data), want) {
		t.Errorf("no %q", want)
	}
}
