package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assay/eval"
	"assay/study"
	"assay/treebank"
)

// protocol is the version of assay worker's protocol; docs/python.md describes it.
const protocol = 1

// A request is one line of JSON for assay worker; the bytes of its files come after
// the line, one file after the other.
type request struct {
	ID    int64      `json:"id"`
	Args  []string   `json:"args"`
	Files []textFile `json:"files"`
	Drop  []string   `json:"drop"` // kept files to forget
}

// A textFile is a file in memory, or one on the disk that has another name in the output, which
// arguments name.
type textFile struct {
	Name  string `json:"name"`
	Path  string `json:"path"` // on the disk; it has no bytes then
	Bytes int    `json:"bytes"`
	Keep  bool   `json:"keep"` // later requests may name it too

	text string
}

// A reply is one line of JSON; the two outputs come after it.
type reply struct {
	ID     int64  `json:"id"`
	Status int    `json:"status"` // exit status of the command
	Stdout int    `json:"stdout"` // bytes
	Stderr int    `json:"stderr"`
	Error  *fault `json:"error,omitempty"` // why the command failed
}

// A fault is the error of a command as data, for programs that call a worker.
type fault struct {
	Message string   `json:"message"`
	File    string   `json:"file,omitempty"`
	Line    int      `json:"line,omitempty"` // from 1; 0 is unknown
	Column  int      `json:"column,omitempty"`
	Hints   []string `json:"hints,omitempty"`
	Missing bool     `json:"missing,omitempty"` // there is no such file
}

// faultOf returns err as data, with its place where it has one.
func faultOf(err error) *fault {
	lines := strings.Split(message(err), "\n")
	f := &fault{Missing: errors.Is(err, fs.ErrNotExist)}
	place, _, _ := strings.Cut(lines[0], ": ") // where most messages begin
	if name, line, column := faultPlace(place); line > 0 || f.Missing {
		f.File, f.Line, f.Column = name, line, column
	} else if syntax, ok := errors.AsType[*treebank.SyntaxError](err); ok {
		f.File, f.Line, f.Column = syntax.File, syntax.Line, syntax.Col
	} else if input, ok := errors.AsType[*eval.InputError](err); ok {
		f.File = input.Source
	}
	for _, hint := range hints(err) {
		lines = append(lines, "hint: "+withFlags(hint))
	}
	var text []string
	for _, line := range lines {
		if hint, ok := strings.CutPrefix(line, "hint: "); ok {
			f.Hints = append(f.Hints, hint)
		} else {
			text = append(text, line)
		}
	}
	f.Message = strings.Join(text, "\n")
	return f
}

// faultPlace takes file:line:column apart; the numbers may be absent.
func faultPlace(place string) (file string, line, column int) {
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

// notForWorkers are commands that wait for people or for the end of the process.
var notForWorkers = []string{"worker", "serve", "check"}

func (a *app) workerCommand() *cobra.Command {
	var untilClosed bool
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "run many commands in one process, on texts in memory",
		Long: `Read requests from standard input and answer each on standard output, until the
input ends. A request is a line of JSON with the arguments of a command and the
lengths of the files in memory that they name; the bytes of these files follow.
docs/python.md describes it; the Python package uses it.`,
		Example: `  printf '{"id":1,"args":["version"]}\n' | assay worker
  assay worker --until-closed
  assay worker < requests.jsonl > answers.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.worker(c.Context(), untilClosed) },
	}
	cmd.Flags().BoolVar(&untilClosed, "until-closed", false, "end when the input does, even during a command")
	return cmd
}

// worker answers requests. Another goroutine reads, so that the end of the input is
// seen while a command runs.
func (a *app) worker(ctx context.Context, untilClosed bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out := bufio.NewWriter(a.stdout)
	if err := answer(out, map[string]any{"assay": version(), "protocol": protocol}); err != nil {
		return err
	}
	requests := make(chan *request)
	ended := make(chan error, 1)
	go func() {
		err := readRequests(ctx, bufio.NewReaderSize(a.Stdin, 1<<20), requests)
		ended <- err
		if untilClosed || err != nil {
			cancel()
		}
		close(requests)
	}()
	kept := map[string]keptFile{}
	for r := range requests {
		done := make(chan error, 1)
		go func() { done <- r.answer(ctx, kept, out) }()
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
func (r *request) answer(ctx context.Context, kept map[string]keptFile, out *bufio.Writer) error {
	var stdout, stderr bytes.Buffer
	status, failed := r.run(ctx, kept, &stdout, &stderr)
	if ctx.Err() != nil {
		return nil
	}
	return answer(out, reply{r.ID, status, stdout.Len(), stderr.Len(), failed}, stdout.Bytes(), stderr.Bytes())
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
func readRequests(ctx context.Context, in *bufio.Reader, requests chan<- *request) error {
	for n := 1; ; n++ {
		request, err := readRequest(in)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return &exitError{exitInput, fmt.Errorf("request %d: %w", n, err)}
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
func readRequest(in *bufio.Reader) (*request, error) {
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
	var r request
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&r); err != nil {
		return nil, fmt.Errorf("want a line of JSON with id, args, files and drop, found %q: %w", clipped(line), err)
	}
	for i := range r.Files {
		file := &r.Files[i]
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
	return &r, nil
}

func clipped(line []byte) string { return string(line[:min(len(line), 80)]) }

// run runs the command of a request. kept are the files of earlier requests.
func (r *request) run(ctx context.Context, kept map[string]keptFile, stdout, stderr io.Writer) (int, *fault) {
	for _, name := range r.Drop {
		delete(kept, name)
	}
	texts, paths := map[string]string{}, map[string]string{}
	for i := range r.Files {
		f := &r.Files[i]
		if f.Path != "" {
			paths[f.Name] = f.Path
			continue
		}
		if texts[f.Name] = f.text; f.Keep {
			kept[f.Name] = keptFile{f.text, &eval.Memory{}}
		}
	}
	for name, file := range kept {
		if _, ok := texts[name]; !ok {
			texts[name] = file.text
		}
	}
	a := &app{Files: study.Files{Context: ctx, Stdin: strings.NewReader(""), Texts: texts, Paths: paths}, stderr: stderr}
	for _, name := range r.Args {
		if file, ok := kept[name]; ok && texts[name] == file.text {
			a.memory = file.memory
			break
		}
	}
	if len(r.Args) > 0 && slices.Contains(notForWorkers, r.Args[0]) {
		err := &exitError{exitUsage, errors.New(r.Args[0] + " does not run in a worker\nhint: run assay " +
			r.Args[0] + " itself")}
		return a.status(ctx, err), a.failed
	}
	return a.run(ctx, r.Args, stdout), a.failed
}
