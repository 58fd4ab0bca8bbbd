package corpus

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// A pipe gives all its bytes to every reading, however they are interleaved.
func TestPipeIsReadAgain(t *testing.T) {
	want := bytes.Repeat([]byte("(S (N word))\n"), 200_000) // several blocks
	file := pipeFile("pipe", func() (io.Reader, error) { return iotest.HalfReader(bytes.NewReader(want)), nil })
	first, err := file.Open()
	if err != nil {
		t.Fatal(err)
	}
	head := make([]byte, 100)
	if _, err := io.ReadFull(first, head); err != nil || !bytes.Equal(head, want[:100]) {
		t.Fatalf("the head is %q, %v", head, err)
	}
	first.Close()
	for range 2 {
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("read %d bytes of %d, %v", len(got), len(want), err)
		}
	}
}

// A pipe that is too large to remember can be read to its end, once.
func TestPipeTooLarge(t *testing.T) {
	want := strings.Repeat("(S (N word))\n", 300_000)
	p := &pipe{name: "pipe", limit: 2 << 20, open: func() (io.Reader, error) { return strings.NewReader(want), nil }}
	in, err := p.file().Open()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(in); err != nil || string(got) != want {
		t.Fatalf("read %d bytes of %d, %v", len(got), len(want), err)
	}
	if p.held != nil {
		t.Error("a pipe too large to be read again is still held")
	}
	if in, err = p.file().Open(); err == nil {
		_, err = io.ReadAll(in)
	}
	const text = "pipe: want an input that can be read again, found a pipe of more than 2 MB; write it to a file"
	if err == nil || err.Error() != text {
		t.Errorf("error %v, want %q", err, text)
	}
}
