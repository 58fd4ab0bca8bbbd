package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"assay/internal/garbage"
	"assay/study/option"
	"assay/treebank"
)

// output calls f with standard output, or as replacing does if a file is named.
func (a *app) output(path string, f func(io.Writer) error) error {
	if path == "" || path == "-" {
		return f(a.stdout)
	}
	return a.replacing(path, f)
}

// replacing calls f with a writer to a temporary file that replaces the file path when
// f returns without an error; every output with a name is written here. Until then f may
// read the old file, but not as an input: an output that replaces an input could lose
// the sentences that cannot be read or written. A pipe or another special file is
// written directly.
func (a *app) replacing(path string, f func(io.Writer) error) error {
	if err := a.spare(path); err != nil {
		return err
	}
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
	a.unfinished.add(tmp)
	defer a.unfinished.remove(tmp)
	if err := writing(os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode))(f); err != nil {
		return unwritten(named, tmp, err)
	}
	if err := a.spare(named); err != nil { // f may have opened further inputs
		return err
	}
	return unwritten(named, tmp, os.Rename(tmp, path))
}

// unfinished holds the temporary files of the run. They are removed when a signal ends it,
// too.
type unfinished struct {
	mu    sync.Mutex
	paths []string
	heed  func() // makes signals end the run in order; nil if the process is not the run's own
}

func (u *unfinished) add(path string) {
	if u.heed != nil {
		u.heed()
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.paths = append(u.paths, path)
}

func (u *unfinished) remove(path string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	os.Remove(path)
	u.paths = slices.DeleteFunc(u.paths, func(p string) bool { return p == path })
}

// removeAll removes all files before the process ends.
func (u *unfinished) removeAll() {
	u.mu.Lock() // and keeps it: no further file is begun
	for _, p := range u.paths {
		os.Remove(p)
	}
}

// writing returns a function that calls its argument with file and then closes file.
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

// spare refuses an output that would replace an input file, or another output: the same
// file under any name.
func (a *app) spare(path string) error {
	out, err := os.Stat(path)
	if err != nil || !out.Mode().IsRegular() {
		return nil
	}
	is := func(name string) bool {
		in, err := os.Stat(name)
		return err == nil && os.SameFile(in, out)
	}
	switch {
	case slices.ContainsFunc(a.Opened, is), slices.ContainsFunc(a.named, is):
		return usagef("%s is read here: choose another file for the output", path)
	case slices.ContainsFunc(a.written, is):
		return usagef("%s is written here already: choose another file for the output", path)
	}
	return nil
}

// readsNamed remembers the files that a command line names to be read.
func (a *app) readsNamed(cmd *cobra.Command, args []string) {
	a.named = slices.Clone(args)
	eachOption(cmd, func(x *option.Option, given bool) {
		if !given || !x.Reads {
			return
		}
		for _, v := range option.Each(x.Value) {
			file, _, _ := strings.Cut(v, ":") // NAME|FILE[:KEY=VALUE]...
			a.named = append(a.named, v, file)
		}
	})
}

// unwritten reports that a file could not be written, under the name that the user
// gave; at is the path that was written. Other errors stay unchanged.
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
	return inputf("%s cannot be written: %w", named, err)
}

// A reported writer remembers the first failed write, because most callers that print
// do not check for errors.
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

// manyFiles is the number of files from which on their list needs more memory than the
// text read at a time.
const manyFiles = 5000

// largeFolder is the size from which on a folder probably holds very many files; file
// systems count the names in one way or another.
const largeFolder = 64 << 10 // bytes

// findFiles finds the files of name with find. The garbage collector keeps memory small
// where a folder holds very many files: their names stay, so a multiple of them is much.
func findFiles(name string, find func() (*treebank.Source, error)) (*treebank.Source, error) {
	if os.Getenv("GOGC") != "" {
		return find()
	}
	info, err := os.Stat(name)
	large := err == nil && info.IsDir() && info.Size() >= largeFolder
	if large {
		debug.SetGCPercent(30)
	}
	src, err := find()
	switch many := err == nil && len(src.Files) >= manyFiles; {
	case many:
		debug.SetGCPercent(30)
	case large:
		garbage.Rest()
	}
	return src, err
}
