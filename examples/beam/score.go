package main

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"assay/corpus"
	"assay/eval"
	"assay/eval/rows"
	"assay/formats"
	"assay/measures"
	"assay/report"
	"assay/treebank"
)

// registerFunctions registers the functions of the pipeline. Workers find them by their
// types, so that every process calls it before beam.Init.
func registerFunctions() {
	register.DoFn3x1[context.Context, shard, func([]byte), error](&scoreFn{})
	register.DoFn2x1[int, func(*[]byte) bool, error](&mergeFn{})
	register.Emitter1[[]byte]()
	register.Iter1[[]byte]()
}

// version is the version of assay, for headers of rows and signatures. The test compares it with
// the program's.
const version = "0.1.0"

// A shard is a file of gold and a file of the system.
type shard struct{ Gold, System string }

// A scoreFn scores shards.
type scoreFn struct{ Metric string }

// ProcessElement scores one shard and emits its rows as a file of rows.
func (f *scoreFn) ProcessElement(ctx context.Context, s shard, emit func([]byte)) error {
	res, err := score(ctx, s.Gold, s.System, f.Metric)
	if err != nil {
		return err
	}
	var m []rows.Measure
	for _, c := range res.Counts {
		m = append(m, rows.Measure{Spec: f.Metric, Signature: c.Metric.Signature, Columns: c.Metric.ColumnNames()})
	}
	var b bytes.Buffer
	w := rows.NewWriter(&b, rows.Header{Version: version, Measures: m}, false)
	if err := w.Begin(); err != nil {
		return err
	}
	if err := w.Add(rows.Name{System: rows.SystemName(s.Gold, s.System)}, res); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	emit(b.Bytes())
	return nil
}

// score scores files with one measure on one core: Beam shares out the shards.
func score(ctx context.Context, gold, system, metric string) (*eval.Result, error) {
	g, err := corpus.Open(gold)
	if err != nil {
		return nil, err
	}
	s, err := corpus.Open(system)
	if err != nil {
		return nil, err
	}
	corpus.AsParsed(s)
	m, err := measures.Parse(metric, measures.Config{})
	if err != nil {
		return nil, err
	}
	return eval.Run(ctx, g, s, []*eval.Measure{m}, eval.Options{Jobs: 1})
}

// A mergeFn merges the rows of all shards and writes the scores.
type mergeFn struct{ Out string }

// ProcessElement merges all rows; the key is the same for all.
func (f *mergeFn) ProcessElement(_ int, next func(*[]byte) bool) error {
	var files []*rows.Content
	var text []byte
	for next(&text) {
		c, err := rows.Read(bytes.NewReader(text), fmt.Sprintf("shard %d", len(files)+1))
		if err != nil {
			return err
		}
		files = append(files, c)
	}
	merged, err := rows.Merge(files, rows.Options{
		Version: version,
		Metric:  func(m rows.Measure) (*eval.Measure, error) { return measures.Parse(m.Spec, measures.Config{}) },
		Format:  formats.ByName,
	})
	if err != nil {
		return err
	}
	var results []*eval.Result
	for _, m := range merged {
		results = append(results, m.Result)
	}
	out, err := scores(results[0].Gold, results)
	if err != nil {
		return err
	}
	return os.WriteFile(f.Out, out, 0o666)
}

// scores returns the report on results in JSON.
func scores(gold *treebank.Source, results []*eval.Result) ([]byte, error) {
	opt := report.Options{Version: version}
	r := report.New(gold, opt)
	for _, res := range results {
		r.Add(res, opt)
	}
	var b bytes.Buffer
	err := r.Write(&b, report.JSON, 4, nil)
	return b.Bytes(), err
}
