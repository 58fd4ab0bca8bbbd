package corpus

import (
	"fmt"
	"io"
	"os"
	"sync"

	"assay/treebank"
)

// pipeHeld is the number of bytes of a pipe that are remembered for reading again.
const pipeHeld = 256 << 20

const pipeBlock = 1 << 20

// A pipe is an input that gives its bytes once: standard input, a named pipe,
// the <(...) of a shell. It is read as it comes, and its bytes are remembered,
// because finding the format and pairing again both begin at the beginning. After
// limit bytes they are dropped: the input can then be read on but not again.
type pipe struct {
	name  string
	open  func() (io.Reader, error)
	limit int64

	mu        sync.Mutex
	r         io.Reader
	held      [][]byte // in blocks of pipeBlock
	size      int64    // bytes read so far
	forgotten bool
	err       error // its end: io.EOF or a failure
}

// pipeFile returns a file that reads r.
func pipeFile(name string, open func() (io.Reader, error)) treebank.File {
	p := &pipe{name: name, open: open, limit: pipeHeld}
	return p.file()
}

func (p *pipe) file() treebank.File {
	return treebank.File{Name: p.name, Opener: p}
}

// Open reads p from its beginning.
func (p *pipe) Open(string) (io.ReadCloser, error) { return unpackFile(p.name, &pipeReader{p: p}) }

// irregular reports whether the file at path gives its bytes once.
func irregular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&(os.ModeNamedPipe|os.ModeCharDevice|os.ModeSocket) != 0
}

// A pipeReader reads a pipe once from its beginning.
type pipeReader struct {
	p  *pipe
	at int64
}

func (r *pipeReader) Close() error { return nil }

func (r *pipeReader) Read(b []byte) (int, error) {
	n, err := r.p.readAt(b, r.at)
	r.at += int64(n)
	return n, err
}

// readAt reads remembered bytes, or reads on.
func (p *pipe) readAt(b []byte, at int64) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at < p.size {
		if p.forgotten {
			return 0, fmt.Errorf("%s: want an input that can be read again, found a pipe of more than %d MB; "+
				"write it to a file", p.name, p.limit>>20)
		}
		block := p.held[at/pipeBlock]
		return copy(b, block[at%pipeBlock:]), nil
	}
	if p.r == nil && p.err == nil {
		p.r, p.err = p.open()
	}
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.r.Read(b)
	p.keep(b[:n])
	if p.err = err; err != nil {
		if c, ok := p.r.(io.Closer); ok {
			c.Close()
		}
	}
	return n, err
}

// keep remembers b.
func (p *pipe) keep(b []byte) {
	p.size += int64(len(b))
	if p.forgotten = p.forgotten || p.size > p.limit; p.forgotten {
		p.held = nil
		return
	}
	for len(b) > 0 {
		last := len(p.held) - 1
		if last < 0 || len(p.held[last]) == pipeBlock {
			p.held = append(p.held, make([]byte, 0, pipeBlock))
			last++
		}
		n := min(len(b), pipeBlock-len(p.held[last]))
		p.held[last] = append(p.held[last], b[:n]...)
		b = b[n:]
	}
}
