package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLosses: convert names each kind of information that the new format cannot hold, with
// the number of sentences, and --strict ends with status 3.
func TestLosses(t *testing.T) {
	const (
		words  = "# sent_id = 1\n1\tdu\tdu\tADP\tPREP\tCase=Gen\t0\troot\t0:root\tGloss=of\n\n"
		table  = "1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n"
		export = "#FORMAT 3\n#BOS 1\na\tN\t--\tSB\t500\nb\tV\t--\tHD\t501\nc\tN\t--\tSB\t500\tAG\t501\n#500\tNP\t--\tOA\t501\n#501\tS\t--\t--\t0\n#EOS 1\n"
	)
	for _, c := range []struct{ name, text, to, want string }{
		{"a.conllu", words, "conllx", "enhanced dependencies"},
		{"a.conllu", words, "conllx", "the column MISC"},
		{"a.conllu", words, "lin", "morphology"},
		{"a.conllu", words, "lin", "lemmas"},
		{"a.conllu", "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" + table + "2\tb\tb\tX\tX\t_\t1\tdep\t_\t_\n\n", "conllx", "multiword tokens"},
		{"a.conllu", table + "1.1\tb\tb\tX\tX\t_\t_\t_\t1:dep\t_\n\n", "conllx", "empty words"},
		{"a.conllu", "# a remark\n" + table + "\n", "conllx", "comments"},
		{"a.lin", "a\tX\t<\tnobody\tdep\n\n", "conllu", "heads that name no word (unknown now)"},
		{"a.conll09", "1\ta\ta\ta\tX\tX\t_\t_\t0\t0\troot\troot\tY\ta.01\tA0\n\n", "conllx", "predicates and arguments"},
		{"a.export", export, "penn", "secondary edges"},
		{"a.export", export, "penn", "gaps (phrases were made continuous)"},
		{"a.export", export, "penn", "functions"},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, notes bytes.Buffer
		code := run(context.Background(), []string{"convert", path, "-t", c.to}, strings.NewReader(""), &out, &notes)
		if code != 0 || !strings.Contains(notes.String(), c.to+" cannot hold "+c.want+": lost in 1 of 1") {
			t.Errorf("%s to %s: status %d, want %s, got:\n%s", c.name, c.to, code, c.want, notes.String())
		}
		if code := run(context.Background(), []string{"convert", path, "-t", c.to, "--strict"}, strings.NewReader(""), &out, &notes); code != 3 {
			t.Errorf("%s to %s --strict: status %d", c.name, c.to, code)
		}
	}
}

// TestPlainColumns: in CoNLL-X no column has a blank, at which eval07.pl would split it.
func TestPlainColumns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.conllu")
	text := "# sent_id = 1\n1\tNew York\tNew  York\tP N\tA B\tCase=a b\t2\tnmod x\t_\t_\n2\tb\tb\tX\tY\t_\t0\troot\t_\t_\n\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, notes bytes.Buffer
	run(context.Background(), []string{"convert", path, "-t", "conllx"}, strings.NewReader(""), &out, &notes)
	if want := "1\tNew_York\tNew_York\tP_N\tA_B\tCase=a_b\t2\tnmod_x\t_\t_\n2\tb\tb\tX\tY\t_\t0\troot\t_\t_\n\n"; out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
	for _, kind := range []string{"words as they are", "some labels", "some tags", "some lemmas or features", "names of sentences"} {
		if !strings.Contains(notes.String(), "conllx cannot hold "+kind) {
			t.Errorf("no word about %s:\n%s", kind, notes.String())
		}
	}
}
