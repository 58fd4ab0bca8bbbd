package web_test

import (
	"bytes"
	"context"
	"regexp"
	"testing"

	"assay/internal/shared"
	"assay/study"
	"assay/web"
)

// TestSuiteLinks: the page has the sheet of the CSLI test suite, and each of the 61 items that fail leads to its
// sentence: 50 of 960 well-formed ones without an analysis, 11 of 388 others with one (counted in the tables).
func TestSuiteLinks(t *testing.T) {
	gold, system := shared.Path(t, "data", "sem-tsdb", "erg-2023", "csli"), shared.Path(t, "data", "sem-tsdb", "erg-2025", "csli")
	made := prepared(t, study.Options{Metric: "edm:paper", Suite: true}, gold, system)
	page, err := web.Build(context.Background(), web.Request{Study: made, Sentences: true, Precision: 2})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := page.Write(&text); err != nil {
		t.Fatal(err)
	}
	if len(page.Suites) != 2 || len(page.Suites[1].Rows) != 61 {
		t.Fatalf("%d tables of the test suite", len(page.Suites))
	}
	faults := map[string]int{}
	for _, row := range page.Suites[1].Rows {
		faults[row[2].Text]++
		link := `<a href="#sentences?s=` + row[1].Text + `">` + row[1].Text + `</a>`
		if !bytes.Contains(text.Bytes(), []byte(link)) {
			t.Errorf("no link %s", link)
		}
	}
	if faults["not analysed"] != 50 || faults["accepted"] != 11 {
		t.Errorf("%v", faults)
	}
	if !regexp.MustCompile(`<details id="suite">`).Match(text.Bytes()) {
		t.Error("the page has no part for the test suite")
	}
}
