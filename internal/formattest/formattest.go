// Package formattest is shared by the tests of formats: it reads and writes text,
// shows sentences as text, and checks that a written sentence is read as the same
// sentence.
package formattest

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"assay/internal/shared"
	"assay/treebank"
)

// Read reads text, as file f, and returns its sentences and errors.
func Read(format *treebank.Format, text string) (all []*treebank.Sentence, errs []error) {
	for s, err := range format.Sentences(strings.NewReader(text), "f") {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		all = append(all, s.Clone())
	}
	return all, errs
}

// ReadNotes is Read that also returns notes, marked as such.
func ReadNotes(format *treebank.Format, text string) (all []*treebank.Sentence, found []string) {
	for sentence, err := range format.Sentences(strings.NewReader(text), "f") {
		if err != nil {
			found = append(found, err.Error())
			continue
		}
		for _, n := range sentence.Notes {
			found = append(found, "note "+n.Error())
		}
		all = append(all, sentence.Clone())
	}
	return all, found
}

// Shown reads text, as file f, and shows each sentence or its error as text.
func Shown(format *treebank.Format, text string, show func(*treebank.Sentence) string) (out []string) {
	for s, err := range format.Sentences(strings.NewReader(text), "f") {
		if err != nil {
			out = append(out, "error "+err.Error())
			continue
		}
		out = append(out, show(s))
	}
	return out
}

// Write writes sentences, with the begin and end of a file of the format.
func Write(format *treebank.Format, list ...*treebank.Sentence) (string, error) {
	var buf bytes.Buffer
	w := bufio.NewWriter(&buf)
	var err error
	w.WriteString(format.Begin)
	for _, s := range list {
		if err == nil {
			err = format.Write(w, s)
		}
	}
	w.WriteString(format.End)
	w.Flush()
	return buf.String(), err
}

// Text is Write for sentences that can be written: an error fails the test.
func Text(t testing.TB, format *treebank.Format, list ...*treebank.Sentence) string {
	t.Helper()
	text, err := Write(format, list...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// RoundTrip writes s and reads it again. It wants one sentence that show shows as
// the same text, and returns it.
func RoundTrip(t testing.TB, format *treebank.Format, s *treebank.Sentence,
	show func(*treebank.Sentence) string) *treebank.Sentence {
	t.Helper()
	want, text := show(s), Text(t, format, s)
	again, errs := Read(format, text)
	if len(again) != 1 || len(errs) > 0 {
		t.Fatalf("%.1000q: %d sentences, %v", text, len(again), errs)
	}
	if got := show(again[0]); got != want {
		t.Fatalf("%.1000q: got %.1000s, want %.1000s", text, got, want)
	}
	return again[0]
}

// Fuzz reads any text. Sentences that can be read and written must survive a round
// trip.
func Fuzz(f *testing.F, format *treebank.Format, show func(*treebank.Sentence) string, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := Read(format, text)
		for _, s := range all {
			if _, err := Write(format, s); err == nil {
				RoundTrip(t, format, s, show)
			}
		}
	})
}

// FuzzText is Fuzz for formats that can write every sentence that they read: the
// written text must be read and written as the same text.
func FuzzText(f *testing.F, format *treebank.Format, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := Read(format, text)
		for _, s := range all {
			RoundTrip(t, format, s, func(s *treebank.Sentence) string { return Text(t, format, s) })
		}
	})
}

// SameBytes checks that assay finds the format of a file of the shared data, reads
// it without errors, and writes the same bytes, line ends at the end of the file
// aside.
func SameBytes(t *testing.T, format *treebank.Format, path ...string) {
	t.Helper()
	file := shared.Read(t, path...)
	if !format.Detect(file) {
		t.Errorf("%v: the format is not found", path)
	}
	all, found := ReadNotes(format, string(file))
	if len(found) > 0 {
		t.Fatal(path, found)
	}
	if strings.TrimRight(Text(t, format, all...), "\n") != strings.TrimRight(string(file), "\n") {
		t.Errorf("%v is written with other bytes than it was read", path)
	}
}

// Bench reads text, which holds the given number of sentences.
func Bench(b *testing.B, format *treebank.Format, text []byte, sentences int) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for _, err := range format.Sentences(bytes.NewReader(text), "f") {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != sentences {
			b.Fatalf("%d sentences, want %d", n, sentences)
		}
	}
}
