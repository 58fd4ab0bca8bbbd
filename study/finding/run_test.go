package finding

import (
	"context"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/eval/plan"
	"assay/measures"
	"assay/treebank"
)

// opened is the source of a file, or of a text in memory if the name and the text are two.
func opened(t *testing.T, name string, text ...string) *treebank.Source {
	t.Helper()
	var src *treebank.Source
	var err error
	if len(text) > 0 {
		src, err = corpus.Text(name, text[0], nil)
	} else {
		src, err = corpus.Open(name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// counted is a run of a system with measures, without a command.
func counted(t *testing.T, metric string, gold, system *treebank.Source, opt eval.Options) *Run {
	t.Helper()
	var ms []*eval.Measure
	for spec := range strings.SplitSeq(metric, ",") {
		m, err := measures.Parse(spec, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		ms = append(ms, m)
	}
	opt.Jobs = 1
	p := plan.New(gold, []*treebank.Source{system}, opt)
	res, err := p.Run(context.Background(), 0, ms, plan.Taps{Watches: Watches})
	if err != nil {
		t.Fatal(err)
	}
	return &Run{Setting: &Setting{}, Plan: p, Result: res}
}

// said are the warnings of one finding in a run, a line each, with their kinds.
func said(f *Finding, run *Run) (lines []string) {
	one := *run
	for _, w := range run.Result.Watches {
		if w, ok := w.(*watched); ok && w.of == f {
			one.Watch = w.Watch
		}
	}
	if f.Watch != nil && one.Watch == nil {
		return nil
	}
	for _, w := range f.Find(context.Background(), &one) {
		text := w.Kind + ": " + w.String()
		if w.Remedy != "" {
			text += " (" + w.Remedy + ")"
		}
		lines = append(lines, text)
	}
	return lines
}

// wantSaid wants as many warnings as there are parts, each with its part.
func wantSaid(t *testing.T, what string, got []string, parts ...string) {
	t.Helper()
	ok := len(got) == len(parts)
	for i := 0; ok && i < len(got); i++ {
		ok = strings.Contains(got[i], parts[i])
	}
	if !ok {
		t.Errorf("%s: found %q, want %d with %q", what, got, len(parts), parts)
	}
}
