package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/corpus"
	"assay/eval"
	"assay/treebank"
)

func TestMeter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gold.mrg")
	if err := os.WriteFile(path, []byte(strings.Repeat("(S (N x))\n", 100)), 0o666); err != nil {
		t.Fatal(err)
	}
	gold, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	var opt eval.Options
	o := outputs{progress: "always"}
	meter := o.meter(&app{stderr: &buf}, gold, &opt)
	now := time.Unix(0, 0)
	meter.now = func() time.Time { return now }
	meter.began, meter.start = now, now
	in, err := gold.Files[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(in, make([]byte, 250)); err != nil { // a quarter of the file
		t.Fatal(err)
	}
	in.Close()
	opt.Progress(10) // too early to tell
	now = now.Add(2 * time.Second)
	opt.Progress(40)
	opt.Progress(41) // too soon after
	now = now.Add(time.Second)
	opt.Progress(5) // another run
	meter.clear()
	meter.clear()
	if got, want := buf.String(), "\rscoring: 40 sentences, 20 a second, 25 %, 6s left\x1b[K\rscoring: 5 sentences\x1b[K\r\x1b[K"; got != want {
		t.Errorf("reported %q, want %q", got, want)
	}
	for _, o := range []outputs{{progress: "auto"}, {progress: "never"}, {progress: "auto", quiet: true}} {
		if o.meter(&app{stderr: &buf}, gold, &opt) != nil {
			t.Errorf("%+v: a meter where standard error is no terminal", o)
		}
	}
}

// A fakeMeter has a clock that only advance moves.
func fakeMeter(o *outputs, gold *treebank.Source) (meter *meter, shown func() string, advance func(time.Duration)) {
	var buf bytes.Buffer
	var opt eval.Options
	o.progress = "always"
	meter = o.meter(&app{stderr: &buf}, gold, &opt)
	now := time.Unix(0, 0)
	meter.now = func() time.Time { return now }
	meter.start, meter.began = now, now
	return meter, func() string {
		defer buf.Reset()
		return strings.ReplaceAll(strings.ReplaceAll(buf.String(), "\x1b[K", ""), "\r", "|")
	}, func(d time.Duration) { now = now.Add(d) }
}

// Work of two seconds or less shows nothing; longer work shows its phase, how far it is,
// and the time left.
func TestPhases(t *testing.T) {
	var o outputs
	meter, shown, advance := fakeMeter(&o, &treebank.Source{Files: []treebank.File{treebank.Text("gold", "")}})
	step := func(wait time.Duration, want string, work func()) {
		t.Helper()
		advance(wait)
		work()
		if got := shown(); got != want {
			t.Errorf("shown %q, want %q", got, want)
		}
	}
	step(time.Second, "", func() { meter.tick(10) })
	step(999*time.Millisecond, "", func() { o.resampling(1, 4) })
	step(0, "", func() { meter.phase("scoring b.conllu") })
	step(time.Second, "|scoring b.conllu: 20 sentences, 20 a second", func() { meter.tick(20) })
	step(50*time.Millisecond, "", func() { meter.tick(21) }) // too soon after
	step(time.Second, "|resampling: 1 of 4", func() { o.resampling(1, 4) })
	step(2*time.Second, "|resampling: 2 of 4, about 2s left", func() { o.resampling(2, 4) })
	step(time.Second, "|", func() { o.resampling(4, 4) }) // the line is empty again
	step(time.Second, "|scoring: 5 sentences", func() { meter.tick(5) })
	step(time.Second, "|testing: 0 of 3", func() { o.testing(0, 3) })
	step(4*time.Second, "|testing: 1 of 3, about 8s left", func() { o.testing(1, 3) })
	step(time.Second, "|drawing", func() { meter.phase("drawing") })
	step(0, "|", meter.clear)
	step(0, "", meter.clear)
}

// An experiment shows its cell, and the time left by the cells that are done.
func TestCells(t *testing.T) {
	var o outputs
	meter, shown, advance := fakeMeter(&o, &treebank.Source{Files: []treebank.File{treebank.Text("gold", "")}})
	meter.cell(1, 5, "A en run 1")
	advance(3 * time.Second)
	meter.tick(100)
	if got, want := shown(), "|1 of 5: A en run 1, 100 sentences"; got != want {
		t.Errorf("shown %q, want %q", got, want)
	}
	advance(time.Second)
	meter.cell(3, 5, "B en run 1")
	if got, want := shown(), "|3 of 5: B en run 1, 0 sentences, about 6s left"; got != want {
		t.Errorf("shown %q, want %q", got, want)
	}
	advance(time.Second)
	meter.cell(1, 2, "page of en") // the pages of a report follow
	advance(2 * time.Second)
	meter.cell(2, 2, "page of kk")
	if got, want := shown(), "|1 of 2: page of en, 0 sentences|2 of 2: page of kk, 0 sentences, about 2s left"; got != want {
		t.Errorf("shown %q, want %q", got, want)
	}
}

// A file of rows shows how much of it is read.
func TestRowsAreMetered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.tsv")
	text := strings.Repeat("x", 4<<20)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var o outputs
	m, shown, advance := fakeMeter(&o, nil)
	r := m.reading(strings.NewReader(text), path)
	advance(3 * time.Second)
	if _, err := io.ReadFull(r, make([]byte, 1<<20)); err != nil {
		t.Fatal(err)
	}
	if got, want := shown(), "|reading "+path+": 1 MB, 25 %, about 9s left"; got != want {
		t.Errorf("shown %q, want %q", got, want)
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		t.Fatal(err)
	}
}

// A progress line changes no output: not of the commands that take --table, nor of merge.
func TestProgressOfExperiments(t *testing.T) {
	badTables(t)
	if err := os.WriteFile("t.tsv", []byte("gold\tsystem\tfile\ngold/x.conllu\tA\tout/A/x.conllu\ngold/x.conllu\tB\tout/B/x.conllu\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"score --table t.tsv --rows rows.tsv", "compare --table t.tsv", "errors --table t.tsv -m attachment", "report --table t.tsv --samples 99 -o pages",
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
		if code := run(context.Background(), []string{"score", "../../examples/ewt.gold.conllu", "../../examples/ewt.udpipe-swap.conllu", "--progress", p}, strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("status %d: %s", code, errs.String())
		}
		outs = append(outs, out.String())
	}
	if outs[0] != outs[1] {
		t.Error("output differs")
	}
}
