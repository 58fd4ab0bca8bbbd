package main

import (
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"
)

// The page of a run in the workbench has the slices of `assay report` and of `assay slices`, with the same figures.
func TestWorkbenchHasSlices(t *testing.T) {
	gold, system := files(t)
	base, _ := start(t, "serve", filepath.Dir(gold), "--no-open", "-m", "evalb")
	answer, err := http.PostForm(base+"runs", url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.bllip-20.mrg"}})
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	rows := regexp.MustCompile(`<code>([^<]*)</code></th><td class="n">([\d.]+)<br><b>([\d.]+)</b>`)
	var served [][]string
	for deadline := time.Now().Add(time.Minute); served == nil && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		page, err := http.Get(base + "runs/1")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(page.Body)
		page.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		served = rows.FindAllStringSubmatch(string(body), -1)
	}
	report := rows.FindAllStringSubmatch(call(t, "report", gold, system, "-m", "evalb", "-o", "-"), -1)
	if len(served) == 0 || !slices.EqualFunc(served, report, slices.Equal) {
		t.Errorf("the workbench has the slices %q, the report %q", served, report)
	}
}
