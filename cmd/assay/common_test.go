package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestCommonWith: a profile that covers half of the items restricts the scores of
// another system to these items, as it does as a further system under --common, which
// is the twin here. The other items are left out, in every command.
func TestCommonWith(t *testing.T) {
	gold := shared.Path(t, "data", "sem-tsdb", "erg-2025", "mrs")
	system := shared.Path(t, "data", "sem-tsdb", "erg-2023", "mrs")
	half := filepath.Join(t.TempDir(), "half")
	kept := halveProfile(t, system, half)
	type sentences struct{ Scored, Skipped, Missing, Unscorable int }
	var one, two struct {
		Results []struct {
			Sentences sentences
			Signature string
			Counts    json.RawMessage
		}
	}
	for into, args := range map[any][]string{&one: {gold, system, "--common-with", half}, &two: {gold, system, half, "--common"}} {
		if err := json.Unmarshal([]byte(call(t, append([]string{"score", "-q", "--format", "json"}, args...)...)), into); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := one.Results[0].Sentences, (sentences{Scored: kept, Skipped: 107 - kept}); got != want {
		t.Errorf("sentences %+v, want %+v", got, want)
	}
	if got, want := string(one.Results[0].Counts), string(two.Results[0].Counts); got != want {
		t.Errorf("counts\n%s\nwant those with the profile as a system\n%s", got, want)
	}
	if !strings.Contains(one.Results[0].Signature, "|common-with:half|") {
		t.Errorf("signature %s", one.Results[0].Signature)
	}
	left := strconv.Itoa(107-kept) + " left out"
	if text := call(t, "score", "-q", gold, system, "--common-with", half); !strings.Contains(text, left) {
		t.Errorf("score does not show %q:\n%s", left, text)
	}
	scored := strconv.Itoa(kept) + " of 107 sentences"
	if text := call(t, "compare", "-q", gold, system, gold, "--common-with", half); !strings.Contains(text, scored) {
		t.Errorf("compare does not show %q:\n%s", scored, text)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	call(t, "report", "-q", gold, system, "--common-with", half, "-o", page)
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "common-with:half") {
		t.Errorf("the page lacks the option (%v)", err)
	}
	for _, command := range []string{"show", "check", "agree"} {
		if code := run(context.Background(), []string{command, gold, system, "--common-with", half}, strings.NewReader(""), io.Discard, io.Discard); code != 2 {
			t.Errorf("%s --common-with ends with %d, want 2", command, code)
		}
	}
}

// halveProfile copies a profile with the results of every second item, and returns
// the number of these items.
func halveProfile(t *testing.T, from, to string) (kept int) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(to, "result.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	keep := map[string]bool{}
	var rows strings.Builder
	for row := range strings.Lines(string(text)) {
		id, _, _ := strings.Cut(row, "@")
		if _, known := keep[id]; !known {
			keep[id] = len(keep)%2 == 0
		}
		if keep[id] {
			rows.WriteString(row)
		}
	}
	if err := os.Remove(filepath.Join(to, "result.gz")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(to, "result"), []byte(rows.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return (len(keep) + 1) / 2
}
