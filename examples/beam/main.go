// Command beam scores sharded treebanks on Apache Beam: on this machine with Prism, or
// on Flink, Spark or Dataflow with Beam's own flags. The result has the same bytes as
// that of one process over all files.
//
//	go run . -gold gold/ -system system/ -metric attachment -o scores.json
//	go run . -gold gold/ -system system/ -metric ud -o scores.json --runner=flink --endpoint=localhost:8099
//
// A shard is a file of gold and the system's file of the same name. Workers read both
// by their paths, so that these must be on a disk that all workers share. Beam hands
// the counts of every sentence, as rows of package eval/rows, to one worker, which
// merges them.
//
// The pipeline is a module of its own: nothing of Beam reaches assay.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
)

func main() {
	var j job
	flag.StringVar(&j.Gold, "gold", "", "folder of gold files")
	flag.StringVar(&j.System, "system", "", "folder of the system's files, named as those of gold")
	flag.StringVar(&j.Metric, "metric", "", "measure with options, as assay score -m takes it")
	flag.StringVar(&j.Out, "o", "", "file for the scores, in JSON")
	flag.Parse()
	registerFunctions()
	beam.Init()
	if err := j.run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "beam:", err)
		os.Exit(1)
	}
}

// A job is one call of the program.
type job struct{ Gold, System, Metric, Out string }

func (j job) run(ctx context.Context) error {
	if j.Gold == "" || j.System == "" || j.Metric == "" || j.Out == "" {
		return errors.New("want -gold, -system, -metric and -o")
	}
	shards, err := shardsOf(j.Gold, j.System)
	if err != nil {
		return err
	}
	p := beam.NewPipeline()
	build(p.Root(), j, shards)
	return beamx.Run(ctx, p)
}

// build adds the pipeline: shards are scored wherever Beam likes, then merged once.
func build(s beam.Scope, j job, shards []shard) {
	todo := beam.Reshuffle(s, beam.CreateList(s, shards))
	rows := beam.ParDo(s.Scope("Score"), &scoreFn{Metric: j.Metric}, todo)
	all := beam.GroupByKey(s, beam.AddFixedKey(s, rows))
	beam.ParDo0(s.Scope("Merge"), &mergeFn{Out: j.Out}, all)
}

// shardsOf pairs the files of two folders by their names. A file that the other side
// lacks is an error.
func shardsOf(gold, system string) ([]shard, error) {
	golds, err := names(gold)
	if err != nil {
		return nil, err
	}
	systems, err := names(system)
	if err != nil {
		return nil, err
	}
	var out []shard
	for i := 0; i < max(len(golds), len(systems)); i++ {
		switch {
		case i >= len(systems) || i < len(golds) && golds[i] < systems[i]:
			return nil, fmt.Errorf("%s: want a file of the same name in %s, found none", filepath.Join(gold, golds[i]), system)
		case i >= len(golds) || systems[i] < golds[i]:
			return nil, fmt.Errorf("%s: want a file of the same name in %s, found none", filepath.Join(system, systems[i]), gold)
		}
		out = append(out, shard{Gold: filepath.Join(gold, golds[i]), System: filepath.Join(system, systems[i])})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: the folder holds no files", gold)
	}
	return out, nil
}

// names lists the files of a folder in order.
func names(folder string) (out []string, err error) {
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if !e.IsDir() {
			out = append(out, e.Name())
		}
	}
	return out, err
}
