// Package progress shows how far a long command is, on one line of a terminal.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"assay/treebank"
)

// A Meter shows on standard error how far a long command is: its phase or the cell of an
// experiment, sentences or parts done, time left. A nil Meter shows nothing. Methods may
// be called by several goroutines.
type Meter struct {
	w     io.Writer
	now   func() time.Time
	lock  sync.Mutex
	start time.Time    // of the command
	size  int64        // bytes of gold, 0 if unknown
	read  atomic.Int64 // of these, in the present run
	began time.Time    // of the present run, or phase
	last  time.Time    // when it last showed something
	done  int
	shown bool   // the line is not empty
	what  string // the phase: scoring, resampling, ...
	// Of an experiment: which cell is scored, its number, and how many there are.
	cellName         string
	part, first, all int
	cells            time.Time // when the first was begun
}

// The meter waits before it shows something, and between two times.
const (
	meterWait  = 2 * time.Second
	meterEvery = 100 * time.Millisecond
)

// New returns the meter of a command that begins now, by the given clock.
func New(w io.Writer, now func() time.Time) *Meter {
	m := &Meter{w: w, now: now, what: "scoring", start: now()}
	m.began = m.start
	return m
}

// do calls f with the present time under the lock; a nil Meter does nothing.
func (m *Meter) do(f func(now time.Time)) {
	if m == nil {
		return
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	f(m.now())
}

// Cell begins a cell of an experiment.
func (m *Meter) Cell(n, of int, what string) {
	m.do(func(now time.Time) {
		if m.all != of || n < m.part {
			m.first, m.cells = n, now
		}
		m.part, m.all, m.cellName, m.done = n, of, what, 0
		m.show(now, m.cellLine)
	})
}

// Phase begins another part of the work: scoring of another system, drawing, ...
func (m *Meter) Phase(what string) {
	m.do(func(now time.Time) {
		m.what, m.began, m.last, m.all, m.done = what, now, time.Time{}, 0, 0
		m.show(now, func(time.Time) string { return what })
	})
}

// Parts takes the number of parts of the phase that are done. Fewer than before begin
// the phase again.
func (m *Meter) Parts(what string, done, of int) {
	m.do(func(now time.Time) {
		if m.what != what || done < m.done {
			m.what, m.began, m.all = what, now, 0
		}
		if m.done = done; done >= of {
			m.empty()
			return
		}
		m.show(now, func(now time.Time) string {
			s := fmt.Sprintf("%s: %d of %d", what, done, of)
			if passed := now.Sub(m.began); done > 0 && passed > 0 {
				s += fmt.Sprintf(", about %s left", left(passed, int64(done), int64(of)))
			}
			return s
		})
	})
}

// bytes shows that n bytes of a file are read; size is 0 if it is unknown.
func (m *Meter) bytes(name string, n, size int64) {
	m.do(func(now time.Time) {
		m.show(now, func(now time.Time) string {
			s := fmt.Sprintf("reading %s: %d MB", name, n>>20)
			if passed := now.Sub(m.began); n > 0 && n < size {
				s += fmt.Sprintf(", %d %%, about %s left", 100*n/size, left(passed, n, size))
			}
			return s
		})
	})
}

// Reading returns a reader that shows how far a file is read; in is the file as it is
// unpacked.
func (m *Meter) Reading(in io.Reader, name string) io.Reader {
	if m == nil {
		return in
	}
	r := &meteredReader{Reader: in, m: m, name: name}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && !packed(name) {
		r.size = info.Size()
	}
	m.began = m.now()
	return r
}

// A meteredReader shows the bytes that were read.
type meteredReader struct {
	io.Reader
	m       *Meter
	name    string
	n, size int64
}

func (r *meteredReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.n += int64(n)
	r.m.bytes(r.name, r.n, r.size)
	return n, err
}

// left is the time left if done of all took passed.
func left(passed time.Duration, done, all int64) time.Duration {
	return time.Duration(float64(passed) * float64(all-done) / float64(done)).Round(time.Second)
}

// show writes a line, unless the command has just begun or a line has just been written.
func (m *Meter) show(now time.Time, line func(time.Time) string) {
	if now.Sub(m.start) < meterWait || now.Sub(m.last) < meterEvery {
		return
	}
	m.last, m.shown = now, true
	fmt.Fprint(m.w, "\r"+line(now)+"\x1b[K")
}

// Watch counts the bytes read from the files of gold.
func (m *Meter) Watch(gold *treebank.Source) {
	if len(gold.Files) == 0 { // of an experiment, whose cells have their own
		return
	}
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
func packed(name string) bool { return treebank.Unpacked(name) != name }

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

// Tick takes the number of pairs that are done. Fewer than before begin another run.
func (m *Meter) Tick(done int) {
	m.do(func(now time.Time) {
		if m.what == "resampling" || m.what == "testing" {
			m.what, m.began = "scoring", now
		}
		if done < m.done {
			m.began = now
		}
		line := m.line
		if m.done = done; m.all > 0 {
			line = m.cellLine
		}
		m.show(now, line)
	})
}

// cellLine shows the cell, and the time left by the cells that are done.
func (m *Meter) cellLine(now time.Time) string {
	s := fmt.Sprintf("%d of %d: %s, %d sentences", m.part, m.all, m.cellName, m.done)
	if ready := m.part - m.first; ready > 0 {
		s += fmt.Sprintf(", about %s left", left(now.Sub(m.cells), int64(ready), int64(m.all-m.first+1)))
	}
	return s
}

// line shows the sentences that are done, and the time left by the bytes of gold.
func (m *Meter) line(now time.Time) string {
	passed := now.Sub(m.began)
	text := fmt.Sprintf("%s: %d sentences", m.what, m.done)
	if passed > 0 {
		text += fmt.Sprintf(", %.0f a second", float64(m.done)/passed.Seconds())
	}
	if read := m.read.Load(); m.size > 0 && read > 0 && read < m.size && passed > 0 {
		text += fmt.Sprintf(", %d %%, %s left", 100*read/m.size, left(passed, read, m.size))
	}
	return text
}

// Clear empties the line.
func (m *Meter) Clear() { m.do(func(time.Time) { m.empty() }) }

// empty is Clear under the lock.
func (m *Meter) empty() {
	if m.shown {
		fmt.Fprint(m.w, "\r\x1b[K")
		m.shown = false
	}
}
