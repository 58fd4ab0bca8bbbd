package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"assay/eval/plan"
	"assay/treebank"
)

// No meter runs where standard error is no terminal, unless the user asks for it.
func TestNoMeter(t *testing.T) {
	var taps plan.Taps
	for _, o := range []outputs{{progress: "auto"}, {progress: "never"}, {progress: "auto", quiet: true}} {
		if o.meter(&app{stderr: io.Discard}, &treebank.Source{}, &taps) != nil {
			t.Errorf("%+v: a meter where standard error is no terminal", o)
		}
	}
}

// A progress line changes no output: not of the commands that take --table, nor of merge.
func TestProgressOfExperiments(t *testing.T) {
	badTables(t)
	if err := os.WriteFile("t.tsv", []byte("gold\tsystem\tfile\ngold/x.conllu\tA\tout/A/x.conllu\ngold/x.conllu\tB\tout/B/x.conllu\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"score --table t.tsv --rows rows.tsv", "compare --table t.tsv", "errors --table t.tsv -m attachment",
		"report --table t.tsv --samples 99 -o pages",
		"merge rows.tsv", "merge rows.tsv --compare"} {
		var outs []string
		for _, when := range []string{"never", "always"} {
			out, errs, code := attempted(append(strings.Fields(command), "--progress", when)...)
			if code != 0 || strings.ContainsAny(errs, "\r\x1b") { // too short to show something
				t.Errorf("%s --progress %s: status %d: %q", command, when, code, errs)
			}
			outs = append(outs, out)
		}
		if outs[0] != outs[1] {
			t.Errorf("%s: output differs", command)
		}
	}
}

// What is printed does not depend on progress.
func TestProgressLeavesOutputAlone(t *testing.T) {
	var outs []string
	for _, p := range []string{"never", "always"} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), []string{"score", "../../examples/ewt.gold.conllu", "../../examples/ewt.udpipe-swap.conllu", "--progress", p},
			strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("status %d: %s", code, errs.String())
		}
		outs = append(outs, out.String())
	}
	if outs[0] != outs[1] {
		t.Error("output differs")
	}
}
