package corpus

import (
	"bufio"
	"io"
	"io/fs"
	"sync"
)

// A buffered reader returns its buffer to a pool when it is closed, so that
// opening 100,000 small files does not allocate as many buffers.
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

// bufferOf returns in itself if it has a buffer, else one that reads it.
func bufferOf(in io.ReadCloser) *buffered {
	if b, ok := in.(*buffered); ok {
		return b
	}
	return buffer(in, in.Close)
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

// ended replaces the reader of a closed file.
type ended struct{}

func (ended) Read([]byte) (int, error) { return 0, fs.ErrClosed }
