package treebank

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// lines is a format for tests: each line that is not empty is a sentence.
var lines = Format{Name: "lines", Split: func(data []byte, atEOF bool, _ int32) Extent {
	begin := len(data) - len(bytes.TrimLeft(data, "\n"))
	if n := bytes.IndexByte(data[begin:], '\n'); n >= 0 {
		return Found(begin, begin+n, begin+n+1)
	}
	if atEOF {
		return FoundText(data)
	}
	return Skip(begin)
}}

// TestCutter: a Cutter finds the sentences and lines of a plain split, however
// the reader hands out its bytes, also when a sentence is longer than a block.
func TestCutter(t *testing.T) {
	text := "\n\na\n" + strings.Repeat("b", 3*blockSize) + "\n\n" + strings.Repeat("c d\n", 1000) + "e"
	want := ""
	for i, l := range strings.Split(text, "\n") {
		if l != "" {
			want += fmt.Sprintln(i+1, len(l), l[0])
		}
	}
	for name, r := range map[string]io.Reader{
		"whole": strings.NewReader(text), "halves": iotest.HalfReader(strings.NewReader(text)),
		"with the end": iotest.DataErrReader(strings.NewReader(text)),
	} {
		got := ""
		c := lines.Cut(r, "f")
		for p, err := c.Next(); err == nil; p, err = c.Next() {
			got += fmt.Sprintln(p.Line, len(p.Text), p.Text[0])
		}
		if got != want {
			t.Errorf("%s: got %.200s, want %.200s", name, got, want)
		}
	}
}

// TestManyFiles: small files share blocks, and their sentences stay valid.
func TestManyFiles(t *testing.T) {
	const files = 10000
	var pieces []Piece
	blocks := 0
	c := lines.Cut(strings.NewReader(""), "")
	c.Recycle(nil, func([]byte) { blocks++ })
	for i := range files {
		c.Open(strings.NewReader(fmt.Sprintf("first %d\nsecond %d\n", i, i)), fmt.Sprint(i))
		for p, err := c.Next(); err == nil; p, err = c.Next() {
			pieces = append(pieces, p)
		}
	}
	if len(pieces) != 2*files || blocks > 4 {
		t.Errorf("%d sentences in %d blocks", len(pieces), blocks)
	}
	for i, p := range pieces {
		name := []string{"first", "second"}[i%2]
		if string(p.Text) != fmt.Sprintf("%s %d", name, i/2) || p.File != fmt.Sprint(i/2) || p.Line != int32(i%2+1) {
			t.Fatalf("sentence %d: %q, %s:%d", i, p.Text, p.File, p.Line)
		}
	}
}

// TestLongSentence: the work for one long sentence grows with its length, not
// with its square.
func TestLongSentence(t *testing.T) {
	looked := 0
	counting := Format{Name: "counting", Split: func(data []byte, atEOF bool, d int32) Extent {
		looked += len(data)
		return lines.Split(data, atEOF, d)
	}}
	const size = 32 << 20
	c := counting.Cut(iotest.HalfReader(bytes.NewReader(bytes.Repeat([]byte("a"), size))), "f")
	if p, err := c.Next(); err != nil || len(p.Text) != size {
		t.Fatal(err, len(p.Text))
	}
	if looked > 8*size {
		t.Errorf("looked at %d bytes for a sentence of %d", looked, size)
	}
}

// TestForeignFile: a file without a sentence is an error if it is in another
// format, and otherwise an empty treebank.
func TestForeignFile(t *testing.T) {
	f := Format{Name: "marked", Detect: func(head []byte) bool { return bytes.HasPrefix(head, []byte("<")) },
		Split: func(data []byte, atEOF bool, _ int32) Extent { return Skip(len(data)) }}
	for text, want := range map[string]bool{"": false, " \n": false, "# a\n\n% b\n": false, "<x></x>": false, "(S (NN a))": true} {
		_, err := f.Cut(strings.NewReader(text), "f").Next()
		if foreign := err != io.EOF; foreign != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
