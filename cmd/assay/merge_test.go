package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/corpus"
	"assay/internal/shared"
	"assay/treebank"
)

// pieces cuts a treebank into its sentences.
func pieces(t *testing.T, src *treebank.Source) (out []string) {
	t.Helper()
	for _, f := range src.Files {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		c := src.Format.Cut(in, f.Name)
		for {
			piece, err := c.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(piece.Text))
		}
		in.Close()
	}
	return out
}

// divide writes both sides of a pair into n files of two folders. Where they have
// as many sentences these are cut, else each file holds all of them. It reports
// whether that can be done to the formats.
func divide(t *testing.T, from, into [2]string, n int) bool {
	t.Helper()
	var all [2][]string
	var ext, head [2]string
	for side, path := range from {
		src, err := corpus.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(src.Format.Name, "xml") || src.Format.Name == "alpino" || src.Format.Name == "tsdb" || len(src.Files) != 1 {
			return false
		}
		all[side], ext[side] = pieces(t, src), src.Format.Name
		if src.Format.Name == "cupt" { // the first line names the columns
			line, err := corpus.Head(src.Files[0])
			if err != nil {
				t.Fatal(err)
			}
			head[side], _, _ = strings.Cut(string(line), "\n")
			head[side] += "\n"
		}
	}
	cut := len(all[0]) == len(all[1])
	if !cut && n > 2 || len(all[0]) < n { // a part without a sentence has no format
		return false
	}
	for side, list := range all {
		if err := os.MkdirAll(into[side], 0o777); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			part := list
			if cut {
				part = list[i*len(list)/n : (i+1)*len(list)/n]
			}
			name := filepath.Join(into[side], fmt.Sprintf("%d.%s", i, ext[side]))
			if err := os.WriteFile(name, []byte(head[side]+strings.Join(part, "\n\n")+"\n\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return true
}

// scored runs a command and returns its output, whatever the status.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("assay %s: status %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return out.String()
}

// TestMergeLaw: the score of files together is the merge of the rows of each, to
// the byte, for every measure, whatever the split, the form and the number of
// cores.
func TestMergeLaw(t *testing.T) {
	shared.Long(t)
	t.Parallel()
	done := map[string]bool{}
	for i, cell := range matrix {
		gold, a, _ := cell.files(t)
		dir := t.TempDir()
		for n, form := range map[int]string{2: "tsv", 5: "jsonl"} {
			g, system := filepath.Join(dir, "gold", fmt.Sprint(n)), filepath.Join(dir, "sys", fmt.Sprint(n))
			if !divide(t, [2]string{gold, a}, [2]string{g, system}, n) {
				continue
			}
			measure, _, _ := strings.Cut(cell.metric, ":")
			done[measure] = true
			same := filepath.Ext(paths(t, g)[0]) == filepath.Ext(paths(t, system)[0])
			options := append([]string{"-m", cell.metric, "-q"}, cell.more...)
			if cell.by != nil {
				options = append(options, "--by", cell.by[0])
			}
			_, status := attempt(append([]string{"score", paths(t, g)[0], paths(t, system)[0], "--items", filepath.Join(dir, "none.tsv")}, options...)...)
			withItems := status == 0
			if !withItems && measure != "parsebase" { // it counts no items
				t.Errorf("row %d, %s: no items, status %d", i, cell.metric, status)
			}
			var files, items []string
			for k, p := range paths(t, g) {
				rows := filepath.Join(dir, fmt.Sprintf("%d-%d.%s", n, k, form))
				list := filepath.Join(dir, fmt.Sprintf("%d-%d.items.%s", n, k, form))
				score := append([]string{"score", p, paths(t, system)[k], "--rows", rows, "-j", fmt.Sprint(1 + k%3)}, options...)
				if withItems {
					score, items = append(score, "--items", list), append(items, list)
				}
				printed(t, score...)
				files = append([]string{rows}, files...)
			}
			if !same { // the system's name is a pattern then
				system = filepath.Join(system, "*"+filepath.Ext(paths(t, system)[0]))
			}
			for _, out := range []string{"json", "text"} {
				whole := printed(t, append([]string{"score", g, system, "--format", out, "-j", "3"}, options...)...)
				merged := printed(t, append([]string{"merge", "-q", "--format", out}, files...)...)
				if whole, merged = withoutWarnings(t, out, whole), withoutWarnings(t, out, merged); whole != merged {
					t.Errorf("row %d, %s, %d parts: %s differs:\n%s", i, cell.metric, n, out, firstDifference(whole, merged))
				}
				if out == "text" || !withItems {
					continue
				}
				merged = printed(t, append([]string{"merge", "-q", "--format", out}, items...)...)
				if merged = withoutWarnings(t, out, merged); whole != merged {
					t.Errorf("row %d, %s, %d parts: %s of items differs:\n%s", i, cell.metric, n, out, firstDifference(whole, merged))
				}
			}
		}
	}
	for _, c := range matrix {
		if measure, _, _ := strings.Cut(c.metric, ":"); !done[measure] && !strings.HasPrefix(measure, "rst") { // folders of documents are not divided
			t.Errorf("%s: the law was not tried", measure)
		}
	}
}

// TestMergeCompares: rows of two systems in parts give the intervals and the tests of
// the whole files, to the byte, for every measure. Items that both, one and none of the
// systems get right are not in rows.
func TestMergeCompares(t *testing.T) {
	shared.Long(t)
	t.Parallel()
	done := map[string]bool{}
	for i, cell := range matrix {
		measure, _, _ := strings.Cut(cell.metric, ":")
		if done[measure] {
			continue
		}
		gold, a, b := cell.files(t)
		dir := t.TempDir()
		g, x, y := filepath.Join(dir, "gold"), filepath.Join(dir, "a"), filepath.Join(dir, "b")
		if !divide(t, [2]string{gold, a}, [2]string{g, x}, 2) || !divide(t, [2]string{gold, b}, [2]string{g, y}, 2) {
			continue
		}
		if filepath.Ext(paths(t, g)[0]) != filepath.Ext(paths(t, x)[0]) || filepath.Ext(paths(t, g)[0]) != filepath.Ext(paths(t, y)[0]) {
			continue // the system's name is a pattern then
		}
		options := append([]string{"-m", cell.metric, "-q"}, cell.more...)
		var files []string
		for k, p := range paths(t, g) {
			for _, system := range []string{x, y} {
				rows := filepath.Join(dir, fmt.Sprintf("%s-%d.tsv.zst", filepath.Base(system), k))
				printed(t, append([]string{"score", p, paths(t, system)[k], "--rows", rows}, options...)...)
				files = append(files, rows)
			}
		}
		resampled := []string{"--samples", "99", "--format", "json"}
		for _, q := range []struct{ whole, merge []string }{
			{append([]string{"score", g, x, y, "--ci"}, options...), []string{"merge", "-q", "--ci"}},
			{append([]string{"score", g, x, y, "--ci=poisson"}, options...), []string{"merge", "-q", "--ci=poisson"}},
			{append([]string{"compare", g, x, y, "--ci=poisson", "--test", "poisson"}, options...),
				[]string{"merge", "-q", "--compare", "--ci=poisson", "--test", "poisson"}},
			{append([]string{"compare", g, x, y}, options...), []string{"merge", "-q", "--compare"}},
		} {
			whole, status := attempt(append(q.whole, resampled...)...)
			merged, same := attempt(append(append(q.merge, resampled...), files...)...)
			if status != same {
				t.Errorf("row %d, %s: %v has status %d, of rows %d", i, cell.metric, q.whole[0], status, same)
			}
			if status == 0 {
				done[measure] = true
			}
			if whole, merged = withoutItems(t, whole), withoutItems(t, merged); whole != merged {
				t.Errorf("row %d, %s: %v differs:\n%s", i, cell.metric, q.whole[0], firstDifference(whole, merged))
			}
		}
	}
	if len(done) < 15 {
		t.Errorf("the law was tried for %d measures only", len(done))
	}
}

// withoutWarnings takes the warnings out of a text in JSON: rows do not hold them, the runs
// that made the rows printed them.
func withoutWarnings(t *testing.T, form, text string) string {
	t.Helper()
	if form != "json" {
		return text
	}
	return without(t, text, "warnings")
}

// withoutItems takes counts and tests of items, and texts that rows do not hold, out of a text in JSON.
func withoutItems(t *testing.T, text string) string {
	t.Helper()
	return without(t, text, "items", "clustered", "mcnemar", "real_test", "warnings", "turned")
}

// without takes the members of these names out of a text in JSON.
func without(t *testing.T, text string, names ...string) string {
	t.Helper()
	if text == "" {
		return ""
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	var drop func(v any)
	drop = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, of := range names {
				delete(v, of)
			}
			for _, x := range v {
				drop(x)
			}
		case []any:
			for _, x := range v {
				drop(x)
			}
		}
	}
	drop(v)
	out, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// attempt runs a command and returns its output and its status.
func attempt(args ...string) (string, int) {
	var out, errs bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(""), &out, &errs)
	return out.String(), code
}

func paths(t *testing.T, folder string) []string {
	t.Helper()
	out, err := filepath.Glob(filepath.Join(folder, "*.*"))
	if err != nil || len(out) == 0 {
		t.Fatalf("%s: %v", folder, err)
	}
	return out
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d\n- %s\n+ %s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(x), len(y))
}

// TestMergeWithinMemory: rows that would take more memory than allowed end merge with the reason and the remedy; outputs
// that need no rows of sentences are printed.
func TestMergeWithinMemory(t *testing.T) {
	dir := t.TempDir()
	for _, system := range []string{"swap", "projective"} {
		printed(t, "score", "../../examples/ewt.gold.conllu", "../../examples/ewt.udpipe-"+system+".conllu", "-m", "ud", "-q", "-o",
			filepath.Join(dir, "out"), "--rows", filepath.Join(dir, system+".tsv"))
	}
	merge := func(more ...string) (int, string) {
		args := append([]string{"merge", filepath.Join(dir, "swap.tsv"), filepath.Join(dir, "projective.tsv"), "--max-memory", "1"}, more...)
		var out, errs bytes.Buffer
		return run(context.Background(), args, strings.NewReader(""), &out, &errs), errs.String()
	}
	want := "assay: this output needs the rows of all sentences, which take more than 1 MB of memory\nhint: --ci=poisson and " +
		"--test poisson need none of them; --max-memory allows more\n"
	if status, said := merge("--per-sentence"); status != exitInput || said != want {
		t.Errorf("status %d, %q, want %q", status, said, want)
	}
	if status, said := merge(); status != exitOK {
		t.Errorf("sums: status %d, %s", status, said)
	}
}
