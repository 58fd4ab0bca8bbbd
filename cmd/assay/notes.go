package main

import (
	"bytes"
	"io"
	"strings"
	"sync"

	"assay/internal/screen"
)

// A notebook is standard error. In a window, lines that are longer than it is wide are
// folded; in a pipe or a file they stay whole, for programs that look for them.
type notebook struct {
	io.Writer
	mu      sync.Mutex
	width   int
	pending []byte // of a line that is not complete
}

// newNotebook returns the notebook that writes to w.
func newNotebook(w io.Writer) *notebook { return &notebook{Writer: w, width: windowOf(w)} }

// windowOf is the width of the window that w writes to, or of COLUMNS; 0 if there is
// neither.
func windowOf(w io.Writer) int {
	if isTerminal(w) {
		return lineWidth(w)
	}
	return columns(0)
}

// Write writes complete lines. A carriage return begins a line of progress, which is
// written as it is.
func (n *notebook) Write(p []byte) (int, error) {
	if n.width == 0 {
		return n.Writer.Write(p)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.pending = append(n.pending, p...)
	whole := bytes.LastIndexByte(n.pending, '\n') + 1
	if bytes.IndexByte(n.pending, '\r') >= 0 {
		whole = len(n.pending)
	}
	if whole == 0 {
		return len(p), nil
	}
	_, err := io.WriteString(n.Writer, foldLines(string(n.pending[:whole]), n.width))
	n.pending = append(n.pending[:0], n.pending[whole:]...)
	return len(p), err
}

// flush writes a line that has no end.
func (n *notebook) flush() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.Writer.Write(n.pending)
	n.pending = nil
}

// foldLines folds every line by itself: the rest of a long one never joins the next. A
// line with marks below it stays as it is, and so do lines of progress.
func foldLines(text string, width int) string {
	if width == 0 || strings.ContainsRune(text, '\r') {
		return text
	}
	var out strings.Builder
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		marked := i+1 < len(lines) && strings.Trim(lines[i+1], " \t\n") != "" && strings.Trim(lines[i+1], " \t\n^") == ""
		if !marked {
			line = screen.Fold(line, width)
		}
		out.WriteString(line)
	}
	return out.String()
}
