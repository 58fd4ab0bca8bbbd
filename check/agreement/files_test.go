package agreement_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"assay/treebank"
)

// source returns the first n sentences of a file but those that are gone.
func source(t *testing.T, format *treebank.Format, name string, n int, gone func(int) bool) *treebank.Source {
	t.Helper()
	sep := "\n\n"
	if format.Name == "penn" {
		sep = "\n"
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for i, s := range strings.SplitN(string(text), sep, n+1)[:n] {
		if !gone(i) {
			kept = append(kept, s+sep)
		}
	}
	return &treebank.Source{Name: name, Format: format, Files: []treebank.File{treebank.Text(name, strings.Join(kept, ""))}}
}

// columns returns the columns of the words of the first n sentences of a CoNLL-U file.
func columns(t *testing.T, name string, n int) (out [][]string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range strings.SplitN(string(text), "\n\n", n+1)[:n] {
		for line := range strings.Lines(s) {
			if c := strings.Split(strings.TrimSpace(line), "\t"); len(c) == 10 && !strings.ContainsAny(c[0], "-.") {
				out = append(out, c)
			}
		}
	}
	return out
}

// arcs returns the arcs of each sentence as the distance of the head and the relation.
func arcs(t *testing.T, name string, n int) (out [][]string) {
	t.Helper()
	for _, column := range columns(t, name, n) {
		if column[0] == "1" {
			out = append(out, nil)
		}
		id, _ := strconv.Atoi(column[0])
		head, _ := strconv.Atoi(column[6])
		offset := head - id
		if head == 0 {
			offset = 0
		}
		out[len(out)-1] = append(out[len(out)-1], strconv.Itoa(offset)+" "+column[7])
	}
	return out
}
