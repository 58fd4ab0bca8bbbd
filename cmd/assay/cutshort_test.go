package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestCutShort: of a compressed file that is cut off, or damaged, all that can
// be read is scored; the status is 3 all the same.
func TestCutShort(t *testing.T) {
	dir := t.TempDir()
	var text strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&text, "(S (NP (N a%d)) (VP (V b%d)))\n", i*7919%20011, i)
	}
	gold := filepath.Join(dir, "gold.mrg")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(text.String()))
	z.Close()
	damaged := bytes.Clone(packed.Bytes())
	copy(damaged[len(damaged)/2:], "damage damage damage")
	for name, data := range map[string][]byte{"gold.mrg": []byte(text.String()), "cut.mrg.gz": packed.Bytes()[:packed.Len()/2], "bad.mrg.gz": damaged} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"cut.mrg.gz", "bad.mrg.gz"} {
		file := filepath.Join(dir, name)
		var out, errs bytes.Buffer
		status := run(context.Background(), []string{"score", gold, file, "-m", "parseval", "--format", "json", "-q"}, strings.NewReader(""), &out, &errs)
		if status != exitInput || !strings.HasPrefix(errs.String(), "assay: "+file+": ") || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%s: status %d, %s", name, status, errs.String())
		}
		var f figures
		if err := json.Unmarshal(out.Bytes(), &f); err != nil {
			t.Fatal(err)
		}
		n := f.Results[0].Sentences
		lost := n["scored"]+n["unscorable"]+n["missing"] != 20000 || n["unscorable"] > 1
		if n["scored"] < 1000 || lost && name == "cut.mrg.gz" { // text after damage may be one stretch
			t.Errorf("%s: %v", name, n)
		}
	}
}

// TestCutProfile: of a profile whose table of results is cut off, the items before the
// break are scored, those after it are unscorable, and the status is 3.
func TestCutProfile(t *testing.T) {
	gold := shared.Path(t, "data", "sem-tsdb", "erg-2025", "mrs")
	cut := filepath.Join(t.TempDir(), "cut")
	if err := os.CopyFS(cut, os.DirFS(gold)); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(cut, "result.gz")
	packed, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(table, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(table, packed[:len(packed)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	status := run(context.Background(), []string{"score", "-q", "-m", "edm", "--format", "json", gold, cut}, strings.NewReader(""), &out, &errs)
	if status != exitInput || !strings.Contains(errs.String(), "it is cut off") || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("status %d, %s", status, errs.String())
	}
	var f figures
	if err := json.Unmarshal(out.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	n := f.Results[0].Sentences
	if n["scored"] < 20 || n["unscorable"] < 20 || n["scored"]+n["unscorable"]+n["missing"]+n["skipped"] != 107 {
		t.Errorf("%v of 107 items", n)
	}
}
