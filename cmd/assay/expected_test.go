package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// merge names all bad files of rows in one run, and the expected ones that never came, and
// writes the list of the jobs to run again.
func TestMergeNamesAllThatIsMissing(t *testing.T) {
	t.Chdir(t.TempDir())
	call := func(args ...string) (status int, out, errs string) {
		var o, e bytes.Buffer
		status = run(context.Background(), args, strings.NewReader(""), &o, &e)
		return status, o.String(), e.String()
	}
	for _, folder := range []string{"gold", "system", "rows"} {
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	var all []string
	for i := range 6 {
		name := fmt.Sprintf("f%d.mrg", i)
		all = append(all, name)
		for _, folder := range []string{"gold", "system"} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte("(S (A a) (B b))\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if status, _, errs := call("score", "gold/"+name, "system/"+name, "-q", "--rows", "rows/"+name+".tsv"); status != exitOK {
			t.Fatal(errs)
		}
	}
	if err := os.WriteFile("all.txt", []byte("# the jobs\n"+strings.Join(all, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, out, errs := call("merge", "rows", "--expect", "all.txt", "--missing-out", "todo.txt"); status != exitOK || !strings.Contains(out, "6 sentences") {
		t.Errorf("all are there: status %d\n%s%s", status, out, errs)
	}
	if todo, err := os.ReadFile("todo.txt"); err != nil || len(todo) != 0 {
		t.Errorf("nothing is missing, and the list has %q, %v", todo, err)
	}
	for _, bad := range []string{"rows/f1.mrg.tsv", "rows/f4.mrg.tsv"} { // cut off, and changed
		text, err := os.ReadFile(bad)
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.Replace(text, []byte("\tscored\t"), []byte("\tscored\t0"), 1)
		if bad == "rows/f1.mrg.tsv" {
			text = text[:len(text)/2]
		}
		if err := os.WriteFile(bad, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	status, out, errs := call("merge", "rows", "--missing-out", "todo.txt")
	if status != exitInput || out != "" || !strings.Contains(errs, "f1.mrg.tsv:") || !strings.Contains(errs, "f4.mrg.tsv:") ||
		!strings.Contains(errs, "2 files of rows of 6 cannot be read") {
		t.Errorf("two are bad: status %d\n%s%s", status, out, errs)
	}
	if todo, _ := os.ReadFile("todo.txt"); string(todo) != "rows/f1.mrg.tsv\nrows/f4.mrg.tsv\n" {
		t.Errorf("two are bad, and the list is %q", todo)
	}
	for _, name := range []string{"rows/f0.mrg.tsv", "rows/f1.mrg.tsv"} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	status, out, errs = call("merge", "rows", "--expect", "all.txt", "--missing-out", "todo.txt")
	if status != exitInput || out != "" || !strings.Contains(errs, "3 of 6 expected files have no rows: f0.mrg, f1.mrg, f4.mrg") {
		t.Errorf("two never came, one is bad: status %d\n%s%s", status, out, errs)
	}
	if todo, _ := os.ReadFile("todo.txt"); string(todo) != "f0.mrg\nf1.mrg\nf4.mrg\n" {
		t.Errorf("two never came, one is bad, and the list is %q", todo)
	}
}

// The rows of a folder are read as sums, like those of files by name: the memory of a merge
// does not grow with the sentences.
func TestFoldersOfRowsAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.tsv")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, once := range map[string]bool{dir: false, file: false, os.DevNull: true} {
		if readsOnce(path) != once {
			t.Errorf("%s: can be read once only: %v, want %v", path, !once, once)
		}
	}
}
