package progress_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/corpus"
	"assay/internal/progress"
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
	now := time.Unix(0, 0)
	meter := progress.New(&buf, func() time.Time { return now })
	meter.Watch(gold)
	in, err := gold.Files[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(in, make([]byte, 250)); err != nil { // a quarter of the file
		t.Fatal(err)
	}
	in.Close()
	meter.Tick(10) // too early to tell
	now = now.Add(2 * time.Second)
	meter.Tick(40)
	meter.Tick(41) // too soon after
	now = now.Add(time.Second)
	meter.Tick(5) // another run
	meter.Clear()
	meter.Clear()
	if got, want := buf.String(), "\rscoring: 40 sentences, 20 a second, 25 %, 6s left\x1b[K\rscoring: 5 sentences\x1b[K\r\x1b[K"; got != want {
		t.Errorf("reported %q, want %q", got, want)
	}
}

// A fakeMeter has a clock that only advance moves.
func fakeMeter() (meter *progress.Meter, shown func() string, advance func(time.Duration)) {
	var buf bytes.Buffer
	now := time.Unix(0, 0)
	meter = progress.New(&buf, func() time.Time { return now })
	return meter, func() string {
		defer buf.Reset()
		return strings.ReplaceAll(strings.ReplaceAll(buf.String(), "\x1b[K", ""), "\r", "|")
	}, func(d time.Duration) { now = now.Add(d) }
}

// Work of two seconds or less shows nothing; longer work shows its phase, how far it is,
// and the time left.
func TestPhases(t *testing.T) {
	meter, shown, advance := fakeMeter()
	step := func(wait time.Duration, want string, work func()) {
		t.Helper()
		advance(wait)
		work()
		if got := shown(); got != want {
			t.Errorf("shown %q, want %q", got, want)
		}
	}
	step(time.Second, "", func() { meter.Tick(10) })
	step(999*time.Millisecond, "", func() { meter.Parts("resampling", 1, 4) })
	step(0, "", func() { meter.Phase("scoring b.conllu") })
	step(time.Second, "|scoring b.conllu: 20 sentences, 20 a second", func() { meter.Tick(20) })
	step(50*time.Millisecond, "", func() { meter.Tick(21) }) // too soon after
	step(time.Second, "|resampling: 1 of 4", func() { meter.Parts("resampling", 1, 4) })
	step(2*time.Second, "|resampling: 2 of 4, about 2s left", func() { meter.Parts("resampling", 2, 4) })
	step(time.Second, "|", func() { meter.Parts("resampling", 4, 4) }) // the line is empty again
	step(time.Second, "|scoring: 5 sentences", func() { meter.Tick(5) })
	step(time.Second, "|testing: 0 of 3", func() { meter.Parts("testing", 0, 3) })
	step(4*time.Second, "|testing: 1 of 3, about 8s left", func() { meter.Parts("testing", 1, 3) })
	step(time.Second, "|drawing", func() { meter.Phase("drawing") })
	step(0, "|", meter.Clear)
	step(0, "", meter.Clear)
}

// An experiment shows its cell, and the time left by the cells that are done.
func TestCells(t *testing.T) {
	meter, shown, advance := fakeMeter()
	meter.Cell(1, 5, "A en run 1")
	advance(3 * time.Second)
	meter.Tick(100)
	if got, want := shown(), "|1 of 5: A en run 1, 100 sentences"; got != want {
		t.Errorf("shown %q, want %q", got, want)
	}
	advance(time.Second)
	meter.Cell(3, 5, "B en run 1")
	if got, want := shown(), "|3 of 5: B en run 1, 0 sentences, about 6s left"; got != want {
		t.Errorf("shown %q, want %q", got, want)
	}
	advance(time.Second)
	meter.Cell(1, 2, "page of en") // the pages of a report follow
	advance(2 * time.Second)
	meter.Cell(2, 2, "page of kk")
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
	m, shown, advance := fakeMeter()
	r := m.Reading(strings.NewReader(text), path)
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
