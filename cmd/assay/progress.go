package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"assay/eval"
	"assay/treebank"
)

// A meter shows on standard error how far a long run is: sentences done, how
// many a second, time left. A nil meter shows nothing.
type meter struct {
	w     io.Writer
	now   func() time.Time
	size  int64        // bytes of gold, 0 if unknown
	read  atomic.Int64 // of these, in the present run
	began time.Time    // of the present run
	last  time.Time    // when it last showed something
	done  int
	shown bool // the line is not empty
	// Of an experiment: which cell is scored, its number, and how many there are.
	what      string
	part, all int
	start     time.Time // of the first cell
}

// The meter waits before it shows something, and between two times.
const (
	meterWait  = 500 * time.Millisecond
	meterEvery = 100 * time.Millisecond
)

// meter returns the meter of runs over gold, and hooks it into opt. It is nil
// if standard error is not a terminal, unless the user asks for it.
func (o *outputs) meter(a *app, gold *treebank.Source, opt *eval.Options) *meter {
	if o.progress == "never" || o.progress == "auto" && (o.quiet || !isTerminal(a.stderr)) {
		return nil
	}
	m := &meter{w: a.stderr, now: time.Now}
	m.began = m.now()
	m.watch(gold)
	opt.Progress = m.tick
	return m
}

// cells returns the meter of an experiment, nil where meter would.
func (o *outputs) cells(a *app, opt *eval.Options) *meter {
	return o.meter(a, &treebank.Source{}, opt)
}

// cell begins a cell of an experiment.
func (m *meter) cell(n, of int, what string) {
	if m == nil {
		return
	}
	if m.part, m.all, m.what = n, of, what; n == 1 {
		m.start = m.now()
	}
	m.tick(0)
}

// watch counts the bytes read from the files of gold.
func (m *meter) watch(gold *treebank.Source) {
	known := true
	for i := range gold.Files {
		f := &gold.Files[i]
		info, err := os.Stat(f.Name)
		known = known && err == nil && info.Mode().IsRegular() && !packed(f.Name)
		if known {
			m.size += info.Size()
		}
	}
	first := gold.Files[0].Name
	gold.Filter(func(name string, r io.ReadCloser) io.ReadCloser {
		if name == first { // read from the beginning, perhaps again
			m.read.Store(0)
		}
		return &watched{r, &m.read}
	})
	if !known {
		m.size = 0
	}
}

// packed reports whether the bytes that are read are not those of the file.
func packed(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz", ".bz2", ".xz", ".zst":
		return true
	}
	return false
}

// A watched reader counts the bytes read.
type watched struct {
	io.ReadCloser
	n *atomic.Int64
}

func (r *watched) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.n.Add(int64(n))
	return n, err
}

// tick takes the number of pairs that are done. Fewer than before begin another run.
func (m *meter) tick(done int) {
	now := m.now()
	if done < m.done {
		m.began = now
	}
	m.done = done
	if m.all > 0 {
		m.tickCell(now)
		return
	}
	if passed := now.Sub(m.began); passed >= meterWait && now.Sub(m.last) >= meterEvery {
		m.last, m.shown = now, true
		fmt.Fprint(m.w, "\r"+m.line(passed)+"\x1b[K")
	}
}

// tickCell shows the cell, and the time left by the cells that are done.
func (m *meter) tickCell(now time.Time) {
	passed := now.Sub(m.start)
	if passed < meterWait || now.Sub(m.last) < meterEvery {
		return
	}
	m.last, m.shown = now, true
	s := fmt.Sprintf("%d of %d: %s, %d sentences", m.part, m.all, m.what, m.done)
	if m.part > 1 {
		left := time.Duration(float64(passed) * float64(m.all-m.part+1) / float64(m.part-1))
		s += fmt.Sprintf(", about %s left", left.Round(time.Second))
	}
	fmt.Fprint(m.w, "\r"+s+"\x1b[K")
}

// line is the text of the meter.
func (m *meter) line(passed time.Duration) string {
	s := fmt.Sprintf("%d sentences, %.0f a second", m.done, float64(m.done)/passed.Seconds())
	if read := m.read.Load(); m.size > 0 && read > 0 && read < m.size {
		left := time.Duration(float64(passed) * float64(m.size-read) / float64(read))
		s += fmt.Sprintf(", %d %%, %s left", 100*read/m.size, left.Round(time.Second))
	}
	return s
}

// clear empties the line.
func (m *meter) clear() {
	if m != nil && m.shown {
		fmt.Fprint(m.w, "\r\x1b[K")
		m.shown = false
	}
}
