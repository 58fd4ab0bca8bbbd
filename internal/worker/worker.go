// Package worker answers requests that come one after another on one stream, each a command
// with files in memory. docs/python.md describes the protocol.
package worker

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"assay/eval"
)

// usage is the status of a command that is called wrongly.
const usage = 2

// protocol is the version of the protocol.
const protocol = 1

// A Request is one line of JSON; the bytes of its files come after
// the line, one file after the other.
type Request struct {
	ID      int64                      `json:"id"`
	Args    []string                   `json:"args"`
	Options map[string]json.RawMessage `json:"options"` // by their names; they come after the arguments
	Files   []File                     `json:"files"`
	Drop    []string                   `json:"drop"` // kept files to forget
	// Window says how messages name options: "python" as keyword arguments, "" as flags.
	Window string `json:"window"`
}

// A File is a file in memory, or one on the disk that has another name in the output, which
// arguments name.
type File struct {
	Name  string `json:"name"`
	Path  string `json:"path"` // on the disk; it has no bytes then
	Bytes int    `json:"bytes"`
	Keep  bool   `json:"keep"` // later requests may name it too

	text string
}

// A Reply is one line of JSON; the two outputs come after it.
type Reply struct {
	ID     int64  `json:"id"`
	Status int    `json:"status"` // exit status of the command
	Stdout int    `json:"stdout"` // bytes
	Stderr int    `json:"stderr"`
	Error  *Fault `json:"error,omitempty"` // why the command failed
}

// A Fault is the error of a command as data, for programs that call a worker.
type Fault struct {
	Message string   `json:"message"`
	File    string   `json:"file,omitempty"`
	Line    int      `json:"line,omitempty"` // from 1; 0 is unknown
	Column  int      `json:"column,omitempty"`
	Hints   []string `json:"hints,omitempty"`
	Missing bool     `json:"missing,omitempty"` // there is no such file
}

// Place takes file:line:column apart; the numbers may be absent.
func Place(place string) (file string, line, column int) {
	var numbers []int
	for len(numbers) < 2 {
		i := strings.LastIndexByte(place, ':')
		n, err := strconv.Atoi(place[i+1:])
		if i < 0 || err != nil {
			break
		}
		place, numbers = place[:i], append(numbers, n)
	}
	switch len(numbers) {
	case 2:
		return place, numbers[1], numbers[0]
	case 1:
		return place, numbers[0], 0
	}
	return place, 0, 0
}

// A keptFile is a file in memory for later requests, with the sentences that earlier
// ones have read.
type keptFile struct {
	text   string
	memory *eval.Memory
}

// maxRequestFile is the largest file in memory.
const maxRequestFile = 2 << 30

// Named are the files that the arguments of a command name: texts in memory, and files on the
// disk under other names. Memory is that of a text that earlier requests named too, nil if none.
type Named struct {
	Texts, Paths map[string]string
	Memory       *eval.Memory
	Window       string // that of the request
}

// A Program runs the command of a request.
type Program func(ctx context.Context, args []string, files Named, stdout, stderr io.Writer) (status int, failed *Fault)

// A Worker answers the requests on a stream.
type Worker struct {
	Version     string
	Run         Program
	UntilClosed bool // end when the input does, even during a command

	out  *bufio.Writer
	kept map[string]keptFile
}

// Serve answers requests until the input ends. Another goroutine reads, so that the end of
// the input is seen while a command runs.
func (w *Worker) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w.out, w.kept = bufio.NewWriter(out), map[string]keptFile{}
	if err := answer(w.out, map[string]any{"assay": w.Version, "protocol": protocol}); err != nil {
		return err
	}
	requests := make(chan *Request)
	ended := make(chan error, 1)
	go func() {
		err := readRequests(ctx, bufio.NewReaderSize(in, 1<<20), requests)
		ended <- err
		if w.UntilClosed || err != nil {
			cancel()
		}
		close(requests)
	}()
	for r := range requests {
		done := make(chan error, 1)
		go func() { done <- w.answer(ctx, r) }()
		select {
		case err := <-done:
			if err != nil {
				return err
			}
		case <-ctx.Done(): // the process ends even if the command waits
			return failure(ended)
		}
	}
	return failure(ended)
}

// failure returns why reading ended, nil while it has not.
func failure(ended <-chan error) error {
	select {
	case err := <-ended:
		return err
	default:
		return nil
	}
}

// answer runs the command of a request and writes its reply, none where ctx ended.
func (w *Worker) answer(ctx context.Context, r *Request) error {
	var stdout, stderr bytes.Buffer
	status, failed := w.run(ctx, r, &stdout, &stderr)
	if ctx.Err() != nil {
		return nil
	}
	return answer(w.out, Reply{r.ID, status, stdout.Len(), stderr.Len(), failed}, stdout.Bytes(), stderr.Bytes())
}

// answer writes a line of JSON and the bytes after it.
func answer(w *bufio.Writer, header any, parts ...[]byte) error {
	line, err := json.Marshal(header)
	if err != nil {
		return err
	}
	for _, part := range append([][]byte{line, []byte("\n")}, parts...) {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return w.Flush()
}

// readRequests reads until the input ends.
func readRequests(ctx context.Context, in *bufio.Reader, requests chan<- *Request) error {
	for n := 1; ; n++ {
		request, err := readRequest(in)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("request %d: %w", n, err)
		}
		select {
		case requests <- request:
		case <-ctx.Done():
			return nil
		}
	}
}

// longestRequest is the size in bytes of a line with arguments; texts come after it.
const longestRequest = 16 << 20

var errLongRequest = fmt.Errorf("want a line of JSON of at most %d MB, found a longer one", longestRequest>>20)

// requestLine reads a line.
func requestLine(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > longestRequest {
			return nil, errLongRequest
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// readRequest reads a line and the files after it. The error is io.EOF where the
// input ends before a request.
func readRequest(in *bufio.Reader) (*Request, error) {
	line, err := requestLine(in)
	if errors.Is(err, errLongRequest) {
		return nil, err
	}
	if err == io.EOF && len(bytes.TrimSpace(line)) == 0 {
		return nil, io.EOF
	}
	if err != nil {
		return nil, fmt.Errorf("want a line of JSON, found the end of the input after %q", clipped(line))
	}
	var request Request
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&request); err != nil {
		return nil, fmt.Errorf("want a line of JSON with id, args, options, files and drop, found %q: %w", clipped(line), err)
	}
	for i := range request.Files {
		file := &request.Files[i]
		if file.Path != "" && (file.Bytes > 0 || file.Keep) {
			return nil, fmt.Errorf("want a file with a path or with bytes, found %q with both", file.Name)
		}
		if file.Name == "" || file.Bytes < 0 || file.Bytes > maxRequestFile {
			return nil, fmt.Errorf("want a file with a name and 0 to %d bytes, found %q with %d", maxRequestFile,
				file.Name, file.Bytes)
		}
		var text strings.Builder
		for text.Len() < file.Bytes {
			part, err := in.Peek(min(file.Bytes-text.Len(), in.Size()))
			if text.Write(part); err != nil {
				return nil, fmt.Errorf("want %d bytes of the file %s, found the end of the input after %d", file.Bytes,
					file.Name, text.Len())
			}
			in.Discard(len(part))
		}
		file.text = text.String()
	}
	return &request, nil
}

func clipped(line []byte) string { return string(line[:min(len(line), 80)]) }

// run runs the command of a request with its files and those that are kept.
func (w *Worker) run(ctx context.Context, r *Request, stdout, stderr io.Writer) (int, *Fault) {
	for _, name := range r.Drop {
		delete(w.kept, name)
	}
	texts, paths := map[string]string{}, map[string]string{}
	for i := range r.Files {
		f := &r.Files[i]
		if f.Path != "" {
			paths[f.Name] = f.Path
			continue
		}
		if texts[f.Name] = f.text; f.Keep {
			w.kept[f.Name] = keptFile{f.text, &eval.Memory{}}
		}
	}
	for name, file := range w.kept {
		if _, ok := texts[name]; !ok {
			texts[name] = file.text
		}
	}
	args, err := r.arguments()
	if err != nil {
		fmt.Fprintln(stderr, "assay:", err)
		return usage, &Fault{Message: err.Error()}
	}
	var memory *eval.Memory
	for _, name := range r.Args {
		if file, ok := w.kept[name]; ok && texts[name] == file.text {
			memory = file.memory
			break
		}
	}
	return w.Run(ctx, args, Named{texts, paths, memory, r.Window}, stdout, stderr)
}
