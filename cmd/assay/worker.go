package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/eval"
	"assay/internal/message"
	"assay/internal/worker"
	"assay/report"
	"assay/study"
	"assay/study/finding"
	"assay/study/option"
	"assay/treebank"
)

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
	add(cmd, []option.Option{
		{Name: "until-closed", Value: option.Switch(&untilClosed),
			Doc: "end when the input does, even during a command"},
	}...)
	return cmd
}

// worker answers requests on standard output.
func (a *app) worker(ctx context.Context, untilClosed bool) error {
	w := worker.Worker{Version: version(), UntilClosed: untilClosed, Run: runRequest}
	if err := w.Serve(ctx, a.Stdin, a.stdout); err != nil {
		return &exitError{exitInput, err}
	}
	return nil
}

// runRequest runs the command of a request.
func runRequest(ctx context.Context, args []string, files worker.Named, stdout, stderr io.Writer) (int, *worker.Fault) {
	a := &app{Files: study.Files{Context: ctx, Stdin: strings.NewReader(""), Texts: files.Texts,
		Paths: files.Paths}, memory: files.Memory, stderr: stderr}
	if files.Window == "python" {
		a.window = message.Python
	}
	if len(args) > 0 && slices.Contains(notForWorkers, args[0]) {
		err := usagef("%s does not run in a worker\nhint: run assay %s itself", args[0], args[0])
		return a.status(ctx, err), a.failed
	}
	return a.run(ctx, args, stdout), a.failed
}

// cutFault returns the first file that is cut off as data: it is why a run with figures failed. It is nil
// without such a file.
func (a *app) cutFault(warnings []report.Warning) *worker.Fault {
	for _, w := range a.inFlags(warnings) {
		if w.Kind == finding.CutShort.Kinds[0].Name {
			return &worker.Fault{Message: w.About + ": " + w.Text, File: w.About}
		}
	}
	return nil
}

// faultOf returns err as data, with its place where it has one.
func (a *app) faultOf(err error) *worker.Fault {
	lines := strings.Split(message.Of(err, a.window), "\n")
	f := &worker.Fault{Missing: errors.Is(err, fs.ErrNotExist)}
	place, _, _ := strings.Cut(lines[0], ": ") // where most messages begin
	if name, line, column := worker.Place(place); line > 0 || f.Missing {
		f.File, f.Line, f.Column = name, line, column
	} else if syntax, ok := errors.AsType[*treebank.SyntaxError](err); ok {
		f.File, f.Line, f.Column = syntax.File, syntax.Line, syntax.Col
	} else if input, ok := errors.AsType[*eval.InputError](err); ok {
		f.File = input.Source
	}
	for _, hint := range a.hints(err) {
		lines = append(lines, "hint: "+hint)
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
