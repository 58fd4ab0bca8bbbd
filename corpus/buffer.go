package corpus

import (
	"bufio"
	"io"
	"io/fs"
	"sync"
)

type readCloser struct {
	io.Reader
	close func() error
}

func (r readCloser) Close() error { return r.close() }

// A buffered reader gives its buffer back when it is closed, so that opening
// 100,000 small files does not make as many buffers.
type buffered struct {
	*bufio.Reader
	close  func() error
	closed bool
}

var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, headSize) }}

// buffer returns a reader of r with a buffer; close closes r.
func buffer(r io.Reader, close func() error) *buffered {
	b := buffers.Get().(*bufio.Reader)
	b.Reset(r)
	return &buffered{b, close, false}
}

// Close closes the reader below; reading on is an error.
func (b *buffered) Close() error {
	if b.closed {
		return nil
	}
	b.closed = true
	b.Reset(nil)
	buffers.Put(b.Reader)
	b.Reader = bufio.NewReaderSize(ended{}, 1)
	return b.close()
}

// ended is a file that was closed.
type ended struct{}

func (ended) Read([]byte) (int, error) { return 0, fs.ErrClosed }
