package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"

	"assay/treebank"
)

// replacing calls f with a writer to what becomes the file path when f is done
// without an error. Until then the file stays what it was, so that f may read it.
// What is no regular file, such as a pipe, is written as it is.
func replacing(path string, f func(io.Writer) error) error {
	named := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return unwritten(named, path, writing(os.OpenFile(path, os.O_WRONLY, 0))(f))
		}
		mode = info.Mode().Perm()
		if err := writing(os.OpenFile(path, os.O_WRONLY, 0))(func(io.Writer) error { return nil }); err != nil {
			return unwritten(named, path, err) // one that must not be written is not replaced either
		}
	}
	tmp := filepath.Join(filepath.Dir(path), ".assay-"+itoa(os.Getpid())+"-"+filepath.Base(path))
	defer os.Remove(tmp)
	if err := writing(os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode))(f); err != nil {
		return unwritten(named, tmp, err)
	}
	return unwritten(named, tmp, os.Rename(tmp, path))
}

// writing returns what calls a function with file and closes it.
func writing(file *os.File, err error) func(func(io.Writer) error) error {
	return func(f func(io.Writer) error) error {
		if err != nil {
			return &exitError{exitInput, err}
		}
		err := f(file)
		if cerr := file.Close(); err == nil && cerr != nil {
			err = &exitError{exitInput, cerr}
		}
		return err
	}
}

// spare reports an output that would take the place of a file that was read.
func (a *app) spare(path string) error {
	out, err := os.Stat(path)
	if err != nil || !out.Mode().IsRegular() {
		return nil
	}
	for _, name := range a.opened {
		if in, err := os.Stat(name); err == nil && os.SameFile(in, out) {
			return usagef("%s is read here: choose another file for --output", path)
		}
	}
	return nil
}

// unwritten says that a file could not be written, by the name that the user gave
// it; at is where it is written. Other errors stay as they are.
func unwritten(named, at string, err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe) && pe.Path == at:
		err = pe.Err
	case errors.As(err, &le) && le.Old == at:
		err = le.Err
	default:
		return err
	}
	return &exitError{exitInput, fmt.Errorf("%s cannot be written: %w", named, err)}
}

// A reported writer remembers that something could not be written, for the many
// places that print and do not look.
type reported struct {
	io.Writer
	err error
}

func (r *reported) Write(p []byte) (int, error) {
	n, err := r.Writer.Write(p)
	if err != nil && r.err == nil {
		r.err = err
	}
	return n, err
}

// manyFiles is where the list of the files begins to need more memory than what
// is read of them at a time.
const manyFiles = 5000

// collectMoreOften makes the garbage collector keep memory small where a folder
// holds very many files: their names stay, so a multiple of them is much.
func collectMoreOften(files int) {
	if files >= manyFiles && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(30)
	}
}

// interruptible makes reading src end when the user interrupts the run.
func (a *app) interruptible(src *treebank.Source) {
	src.Filter(func(_ string, r io.ReadCloser) io.ReadCloser { return &heeding{r, a.ctx} })
}

// A heeding reader ends when its context does.
type heeding struct {
	io.ReadCloser
	ctx context.Context
}

func (h *heeding) Read(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.ReadCloser.Read(p)
}
