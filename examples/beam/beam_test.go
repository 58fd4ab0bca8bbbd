package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
)

// divide writes the sentences of a CoNLL-U file, again and again if there are fewer, into n files of a folder.
func divide(t *testing.T, file, folder string, n int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sentences := strings.SplitAfter(strings.TrimSpace(string(text))+"\n\n", "\n\n")
	sentences = sentences[:len(sentences)-1]
	for all := sentences; len(sentences) < n; {
		sentences = append(sentences, all...)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		part := strings.Join(sentences[i*len(sentences)/n:(i+1)*len(sentences)/n], "")
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%05d.conllu", i)), []byte(part), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSameBytes: shards on Prism give the bytes of assay score over all files.
func TestSameBytes(t *testing.T) {
	dir := t.TempDir()
	assay := filepath.Join(dir, "assay")
	program := exec.CommandContext(t.Context(), "go", "build", "-C", "../..", "-buildvcs=false", "-o", assay, "./cmd/assay")
	if out, err := program.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, tc := range []struct {
		metric string
		shards int
	}{{"attachment", 100}, {"ud", 100}, {"attachment", 10_000}} {
		folder := filepath.Join(dir, fmt.Sprint(tc.metric, tc.shards))
		gold, system := filepath.Join(folder, "gold"), filepath.Join(folder, "system")
		divide(t, "../ewt.gold.conllu", gold, tc.shards)
		divide(t, "../ewt.udpipe-swap.conllu", system, tc.shards)
		want, err := exec.CommandContext(t.Context(), assay, "score", gold+"/", system+"/", "-m", tc.metric, "--format", "json", "-q").Output()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(want, []byte(`"las`)) {
			t.Fatalf("%s: no LAS in the plain run: %s", tc.metric, want)
		}
		j := job{Gold: gold, System: system, Metric: tc.metric, Out: filepath.Join(folder, "scores.json")}
		shards, err := shardsOf(gold, system)
		if err != nil || len(shards) != tc.shards {
			t.Fatalf("%d shards, %v", len(shards), err)
		}
		p := beam.NewPipeline()
		build(p.Root(), j, shards)
		if _, err := beam.Run(t.Context(), "prism", p); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(j.Out)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s, %d shards: Beam gives\n%.3000s\nwant\n%.3000s", tc.metric, tc.shards, got, want)
		}
	}
}

// TestShards: files that only one folder holds are named.
func TestShards(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"gold/a", "gold/b", "system/a", "system/c", "empty/x/y"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(f)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, f), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ gold, system, want string }{
		{"gold", "system", "gold/b: want a file of the same name"},
		{"system", "gold", "gold/b: want a file of the same name"},
		{"empty", "empty", "holds no files"},
		{"none", "gold", "none"},
	} {
		if _, err := shardsOf(filepath.Join(dir, c.gold), filepath.Join(dir, c.system)); err == nil || !strings.Contains(filepath.ToSlash(err.Error()), c.want) {
			t.Errorf("%s %s: %v, want %s", c.gold, c.system, err, c.want)
		}
	}
}

// TestBadShard: a shard that cannot be read ends the job with its place.
func TestBadShard(t *testing.T) {
	err := (&scoreFn{Metric: "attachment"}).ProcessElement(context.Background(), shard{"nowhere.conllu", "nowhere.conllu"},
		func([]byte) { t.Error("rows of a file that is not there") })
	if err == nil || !strings.Contains(err.Error(), "nowhere.conllu") {
		t.Errorf("%v", err)
	}
}

// TestMain lets Beam start workers of this program.
func TestMain(m *testing.M) {
	flag.Parse()
	registerFunctions()
	beam.Init()
	*jobopts.EnvironmentType = "LOOPBACK"
	os.Exit(m.Run())
}
