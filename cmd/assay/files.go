package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// replacing calls f with a writer to what becomes the file path when f is done
// without an error. Until then the file stays what it was, so that f may read it.
// What is no regular file, such as a pipe, is written as it is.
func replacing(path string, f func(io.Writer) error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return writing(os.OpenFile(path, os.O_WRONLY, 0))(f)
		}
		mode = info.Mode().Perm()
		if err := writing(os.OpenFile(path, os.O_WRONLY, 0))(func(io.Writer) error { return nil }); err != nil {
			return err // one that must not be written is not replaced either
		}
	}
	tmp := filepath.Join(filepath.Dir(path), ".assay-"+itoa(os.Getpid())+"-"+filepath.Base(path))
	defer os.Remove(tmp)
	if err := writing(os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode))(f); err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		return &exitError{exitInput, err}
	}
	return nil
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
