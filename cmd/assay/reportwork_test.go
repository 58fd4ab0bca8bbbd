package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"

	"assay/eval"
	"assay/internal/progress"
	"assay/measures/ud"
	"assay/study"
	"assay/web"
)

// measured returns ud with counters and scores that count the requests that they get.
func measured(w *work) *eval.Measure {
	m := ud.New(ud.Options{})
	inner := m.NewCounter
	m.NewCounter = func() eval.Counter { return measuredCounter{inner().(eval.Lister), w} }
	for i := range m.Formulas {
		f := m.Formulas[i]
		m.Formulas[i].Func = func(sum []float64) float64 {
			if i == 0 { // each request for all scores has it once
				w.scores.Add(1)
			}
			return f.Value(sum)
		}
	}
	return m
}

type work struct{ counted, explained, some, correct, others, scores atomic.Int64 }

type measuredCounter struct {
	eval.Lister
	work *work
}

func (c measuredCounter) Seen() uint64 { return c.Lister.(eval.Observer).Seen() }

func (c measuredCounter) Count(row []float64, p *eval.Pair) error {
	c.work.counted.Add(1)
	return c.Lister.Count(row, p)
}

func (c measuredCounter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	c.work.explained.Add(1)
	return c.Lister.Explain(p, yield)
}

func (c measuredCounter) List(row []float64, p *eval.Pair, columns []bool, yield func(*eval.Item)) error {
	c.work.some.Add(1)
	return c.Lister.List(row, p, columns, func(it *eval.Item) {
		if it.Outcome == eval.Correct {
			c.work.correct.Add(1)
		} else {
			c.work.others.Add(1)
		}
		yield(it)
	})
}

// counting is a writer that keeps the number of bytes alone.
type counting int64

func (n *counting) Write(p []byte) (int, error) {
	*n += counting(len(p))
	return len(p), nil
}

// reportWork makes a report of two systems over copies of a treebank of 100 sentences, and
// returns its work, its bytes and the bytes that it allocated.
func reportWork(t *testing.T, copies int) (did *work, page, allocated int64) {
	t.Helper()
	var files []string
	for _, name := range []string{"ewt.gold.conllu", "ewt.udpipe-swap.conllu", "ewt.udpipe-projective.conllu"} {
		text, err := os.ReadFile("../../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		var often []byte
		for n := range copies {
			often = append(often, bytes.ReplaceAll(text, []byte("# sent_id = "), fmt.Appendf(nil, "# sent_id = %d-", n))...)
		}
		files = append(files, filepath.Join(t.TempDir(), name))
		if err := os.WriteFile(files[len(files)-1], often, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := &app{Files: study.Files{Context: context.Background()}, stderr: io.Discard, stdout: io.Discard}
	var r reporting
	cmd := &cobra.Command{}
	cmd.SetContext(a.Context)
	r.inputs.flags(a, cmd)
	r.outputs.flags(cmd)
	r.statistics.flags(cmd, "bca")
	r.kinds.flags(cmd)
	if err := cmd.ParseFlags([]string{"-q", "-m", "ud", "--ci", "analytic", "-o", "report.html"}); err != nil { // as from 5,000 sentences on
		t.Fatal(err)
	}
	did = &work{}
	r.Metrics = []*eval.Measure{measured(did)}
	request, err := r.request(a, cmd, func(s *study.Study) (*progress.Meter, error) {
		return nil, s.Prepare(a.Context, files[0], files[1:]...)
	})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	made, err := web.Build(a.Context, request)
	if err != nil {
		t.Fatal(err)
	}
	var size counting
	if err := made.Write(&size); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return did, int64(size), int64(after.TotalAlloc - before.TotalAlloc)
}

// TestReportWork bounds the work of a report for each sentence of a system: it is counted once,
// with the errors and the correct items of one score alone. The work for tests,
// intervals and groups hardly grows with the sentences.
func TestReportWork(t *testing.T) {
	const sentences, words = 200, 2 * 2202 // of two systems
	small, large := 10, 20                 // copies
	few, page, allocated := reportWork(t, small)
	many, pages, all := reportWork(t, large)
	n, more := int64(large)*sentences, int64(large-small)*sentences
	if some, rest := many.some.Load(), many.counted.Load()+many.explained.Load(); some != n || rest != 0 {
		t.Errorf("%d pairs were counted with some of their items %d times, and otherwise %d times", n, some, rest)
	}
	for _, x := range []struct {
		what      string
		few, many int64
		most      int64 // for a word
	}{{"correct items", few.correct.Load(), many.correct.Load(), 1}, {"errors", few.others.Load(), many.others.Load(), 2}} {
		if x.many*int64(small) != x.few*int64(large) || x.many > x.most*words*int64(large) {
			t.Errorf("%d %s of %d words, %d of %d", x.few, x.what, words*small, x.many, words*large)
		}
	}
	for _, x := range []struct {
		what       string
		few, many  int64
		most, seen int64 // for a sentence; seen is the figure of the day of writing
	}{
		{"sums of rows are scored", few.scores.Load(), many.scores.Load(), 3, 1},
		{"bytes are on the page", page, pages, 1000, 855},
		{"bytes are allocated", allocated, all, 60_000, 35_000},
	} {
		if got := (x.many - x.few) / more; got > x.most {
			t.Errorf("for each sentence %d %s, want %d at most, as it was %d", got, x.what, x.most, x.seen)
		}
	}
}
