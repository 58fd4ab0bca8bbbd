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
	var b bytes.Buffer
	var opt eval.Options
	o := outputs{progress: "always"}
	m := o.meter(&app{stderr: &b}, gold, &opt)
	now := time.Unix(0, 0)
	m.now = func() time.Time { return now }
	m.began = now
	r, err := gold.Files[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(r, make([]byte, 250)); err != nil { // a quarter of the file
		t.Fatal(err)
	}
	r.Close()
	opt.Progress(10) // too early to tell
	now = now.Add(2 * time.Second)
	opt.Progress(40)
	opt.Progress(41) // too soon after
	now = now.Add(time.Second)
	opt.Progress(5) // another run
	m.clear()
	m.clear()
	if got, want := b.String(), "\r40 sentences, 20 a second, 25 %, 6s left\x1b[K\r\x1b[K"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
	for _, o := range []outputs{{progress: "auto"}, {progress: "never"}, {progress: "auto", quiet: true}} {
		if o.meter(&app{stderr: &b}, gold, &opt) != nil {
			t.Errorf("%+v: a meter where standard error is no terminal", o)
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
