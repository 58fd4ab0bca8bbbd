package treebank_test

import (
	"io"
	"strings"
	"testing"

	"assay/formats"
	"assay/treebank"
)

// same is a reader of one byte again and again.
type same struct {
	c    byte
	left int
}

func (s *same) Read(p []byte) (int, error) {
	n := min(len(p), s.left)
	for i := range p[:n] {
		p[i] = s.c
	}
	if s.left -= n; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A file without sentences ends at the limit, in each format, and its blocks are not held,
// though nobody gives one back.
func TestEndlessFiles(t *testing.T) {
	const limit, file = 1 << 20, 64 << 20
	for _, format := range formats.All {
		if format.Split == nil {
			continue
		}
		for _, c := range []byte{0, '\n', ' ', 'x', '#', '<', '('} {
			in := &same{c, file}
			c := (&treebank.Source{Format: format, Limits: treebank.Limits{Sentence: limit}}).Cut(in, "endless")
			held := 0
			c.Recycle(nil, func(b []byte) { held += len(b) })
			pieces := 0
			var err error
			for err == nil {
				if _, err = c.Next(); err == nil {
					pieces++
				}
			}
			read := file - in.left
			if pieces < 100 && (read > 16*limit || held > 4*limit || err == io.EOF || !strings.Contains(err.Error(), "endless:")) {
				t.Errorf("%s: %d of %d bytes were read, %d held, %d sentences: %v", format.Name, read, file, held, pieces, err)
			}
		}
	}
}
